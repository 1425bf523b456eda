//! The formatter: white space and dashes, and nothing else.
//!
//! What a line says is never touched, since only the gaps between its words are edited:
//!
//! ```text
//!   --array<int32>   name=1  ^86#comment   ⏎
//! ╰──┬─╯          ╰─┬─╯   ╰─┬╯  ╰┬╯     ╰┬─╯
//! lead            names   patches comment end
//! ```
//!
//! Line breaks, byte order marks and malformed lines stay exactly as they are.

mod block;
mod gap;
mod map;
mod typing;

use std::ops::Range;

use super::edit::{break_of, start_of};
use super::syntax::{LineKind, Syntax};
use super::text::is_space;
use crate::problem::TextEdit;

pub use map::format_map;
pub use typing::{Typed, format_typed};

/// What the formatter may choose. The default keeps a file's own habit wherever there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatOptions {
    pub names: Columns,
    pub comments: Columns,
    /// In a row, between other lines. Those that a file begins or ends with go.
    pub max_blank_lines: usize,
    pub final_break: FinalBreak,
}

/// Whether words of several lines stand below each other.
///
/// A column is shared by a block: lines of the same depth without a blank line between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Columns {
    /// In a column if most lines of the file that could show it do so already.
    #[default]
    AsFile,
    Aligned,
    /// One space in front of each.
    Single,
}

/// Whether the last line ends in a break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FinalBreak {
    #[default]
    Keep,
    Always,
}

impl Default for FormatOptions {
    fn default() -> FormatOptions {
        FormatOptions {
            names: Columns::AsFile,
            comments: Columns::AsFile,
            max_blank_lines: 1,
            final_break: FinalBreak::Keep,
        }
    }
}

/// The edits that format a definition, sorted. None if it is formatted already.
pub fn format(syntax: &Syntax, options: &FormatOptions) -> Vec<TextEdit> {
    let mut edits = format_lines(syntax, options, 0..syntax.lines().len());
    edits.extend(final_break(syntax, options));
    edits
}

/// The edits of [`format()`] to the lines that a range touches.
pub fn format_range(
    syntax: &Syntax,
    range: Range<usize>,
    options: &FormatOptions,
) -> Vec<TextEdit> {
    let first = syntax.line_at(range.start);
    let mut last = syntax.line_at(range.end);
    let starts_there =
        syntax.lines().get(last).is_some_and(|line| line.span.start as usize == range.end);
    if last > first && starts_there {
        last -= 1;
    }
    format_lines(syntax, options, first..last + 1)
}

/// The edits that write dashes as most do, `- - `, and change nothing else.
pub fn format_dashes(syntax: &Syntax) -> Vec<TextEdit> {
    let gaps = gap::gaps(syntax, &FormatOptions::default()).into_iter();
    gaps.filter(|gap| gap.is_dashes).filter_map(|gap| gap.edit(syntax)).collect()
}

fn format_lines(syntax: &Syntax, options: &FormatOptions, lines: Range<usize>) -> Vec<TextEdit> {
    let gaps = gap::gaps(syntax, options);
    let removed = surplus_blank_lines(&blank_lines(syntax), options.max_blank_lines);
    let is_removed = |line: &u32| removed.binary_search(&(*line as usize)).is_ok();
    let mut edits: Vec<TextEdit> = gaps
        .iter()
        .filter(|gap| lines.contains(&(gap.line as usize)) && !is_removed(&gap.line))
        .filter_map(|gap| gap.edit(syntax))
        .collect();
    let cut = removed.iter().filter(|line| lines.contains(line));
    edits.extend(cut.filter_map(|line| {
        let next = syntax.lines().get(line + 1)?;
        Some(TextEdit::delete(start_of(syntax, *line)..next.span.start as usize))
    }));
    edits.sort_by_key(|edit| (edit.start, edit.end));
    edits
}

/// False for a line in which white space has a meaning: before a lone carriage return or a line
/// separator, `#` begins no comment.
fn has_plain_gaps(line: &str) -> bool {
    !line.trim_end_matches(is_space).contains(['\r', '\u{2028}', '\u{2029}'])
}

/// For every line whether nothing stands on it. What follows the last break is no line of its own.
fn blank_lines(syntax: &Syntax) -> Vec<bool> {
    let lines = syntax.lines().iter();
    let mut blank: Vec<bool> =
        lines.map(|line| line.kind == LineKind::Blank && line.comment.is_none()).collect();
    blank.pop_if(|is_blank| *is_blank);
    blank
}

/// The blank lines that are too many, sorted. A file of nothing else keeps them.
fn surplus_blank_lines(blank: &[bool], max: usize) -> Vec<usize> {
    let Some(first) = blank.iter().position(|is_blank| !is_blank) else { return Vec::new() };
    let last = blank.iter().rposition(|is_blank| !is_blank).unwrap_or(first);
    let mut n_blank = 0;
    let mut surplus = Vec::new();
    for (line, is_blank) in blank.iter().enumerate() {
        n_blank = if *is_blank { n_blank + 1 } else { 0 };
        let is_inside = first < line && line < last;
        if *is_blank && (n_blank > max || !is_inside) {
            surplus.push(line);
        }
    }
    surplus
}

fn final_break(syntax: &Syntax, options: &FormatOptions) -> Option<TextEdit> {
    let last = syntax.lines().last()?;
    let is_blank = syntax.str(last.span).chars().all(is_space);
    if options.final_break == FinalBreak::Keep || last.kind == LineKind::Malformed || is_blank {
        return None;
    }
    let line_break = break_of(syntax, syntax.lines().len().saturating_sub(2));
    Some(TextEdit::insert(syntax.text().len(), line_break))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::edit::applied;
    use crate::def::{Layout, Settings};

    const COLUMNS: [Columns; 3] = [Columns::AsFile, Columns::Aligned, Columns::Single];

    fn formatted_with(text: &str, options: &FormatOptions) -> String {
        applied(text, &format(&Syntax::parse(text), options))
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(formatted_with(text, &FormatOptions::default()), expected, "{text:?}");
    }

    #[test]
    fn dashes_gaps_and_ends_are_made_canonical() {
        check("array a\n--int32 b\n-\tint32\tc  ", "array a\n- - int32 b\n- int32 c");
        check(" int32 a#c\nint32 b  =1", "int32 a #c\nint32 b  =1");
        check(
            "byte[2]  a=1   ^86-90\n@include  my  file.def",
            "byte[2] a=1 ^86-90\n@include my  file.def",
        );
    }

    #[test]
    fn names_stand_in_columns_where_most_did() {
        let single = "uint64 a\nint32  b\nint32 c\nint32 d\narray e\n- bool f\n- vec3fa g";
        check(single, &single.replace("  ", " "));
        check(
            "uint64  a\nint32  b\nint32   c\nint32 d\narray e\n- bool   f\n- vec3fa g",
            "uint64 a\nint32  b\nint32  c\nint32  d\narray  e\n- bool   f\n- vec3fa g",
        );
        check("int32\t\ta\nuint64\tb\n\nbyte\tc", "int32  a\nuint64 b\n\nbyte c");
    }

    #[test]
    fn comments_stand_in_columns_where_most_did() {
        check("int32 a # x\nint32 abc  # y\nint32 b", "int32 a # x\nint32 abc # y\nint32 b");
        check("int32 a   # x\nint32 abc # y\nint32 b", "int32 a   # x\nint32 abc # y\nint32 b");
        check("  # own line  \nint32 a", "  # own line\nint32 a");
    }

    #[test]
    fn blank_lines_are_few_and_breaks_stay() {
        check("\n\nint32 a\r\n \n\r\n\nint32 b\n\n\n", "int32 a\r\n\nint32 b\n");
        check("\u{feff}\u{feff}\n int32 a", "\u{feff}\u{feff}int32 a");
        check("int32 a\n\n  ", "int32 a\n");
        check("\n \n\n", "\n\n\n");
        let options = FormatOptions {
            max_blank_lines: 0,
            final_break: FinalBreak::Always,
            ..FormatOptions::default()
        };
        assert_eq!(formatted_with("int32 a\r\n\r\nint32 b ", &options), "int32 a\r\nint32 b\r\n");
        assert_eq!(formatted_with("int32 a\n", &options), "int32 a\n");
        assert_eq!(formatted_with("", &options), "");
    }

    #[test]
    fn wrong_lines_are_left_as_they_are() {
        for text in
            ["-  \n<<<<<<<   HEAD \nint32   a b  # c ", "int32  a\rint32 b", "#\rx  ", "x  # c\ry"]
        {
            check(text, text);
        }
        let long = "int32  a\n".repeat(super::super::syntax::MAX_LEN / 8);
        assert!(format(&Syntax::parse(long), &FormatOptions::default()).is_empty());
    }

    #[test]
    fn a_range_formats_the_lines_that_it_touches() {
        let text = "int32  a\nint32  b\nint32  c\n";
        let ranged = |range| {
            let edits = format_range(&Syntax::parse(text), range, &FormatOptions::default());
            applied(text, &edits)
        };
        assert_eq!(ranged(9..18), "int32  a\nint32 b\nint32  c\n");
        assert_eq!(ranged(10..10), "int32  a\nint32 b\nint32  c\n");
        assert_eq!(ranged(0..10), "int32 a\nint32 b\nint32  c\n");
    }

    /// Everything that formatting must not change.
    fn meaning(text: &str) -> (Vec<String>, Vec<String>, Layout) {
        let syntax = Syntax::parse(text);
        let words = syntax.fields().map(|(id, field)| {
            let words = [Some(field.ty), Some(field.name), field.init, field.patches.map(|p| p.0)];
            let words: Vec<_> = words.into_iter().flatten().map(|span| syntax.str(span)).collect();
            format!("{} {} {:?}", field.n_dashes, words.join(" "), syntax.field(id).unwrap().parent)
        });
        let comments = syntax.lines().iter().filter_map(|line| line.comment);
        let comments = comments.map(|span| syntax.str(span).trim_end_matches(is_space).to_owned());
        let malformed = syntax.lines().iter().filter(|line| line.kind == LineKind::Malformed);
        let kept =
            malformed.map(|line| syntax.str(line.span).trim_start_matches('\u{feff}').to_owned());
        let layout = Layout::of(&syntax, Settings::default());
        (words.collect(), comments.chain(kept).collect(), layout)
    }

    #[test]
    fn any_text_keeps_its_meaning_and_is_formatted_at_once() {
        for seed in 0..6_000_u64 {
            let text = crate::def::fixture::random_text(seed);
            let options = FormatOptions {
                names: COLUMNS[(seed % 3) as usize],
                comments: COLUMNS[(seed / 3 % 3) as usize],
                max_blank_lines: (seed / 9 % 3) as usize,
                final_break: [FinalBreak::Keep, FinalBreak::Always][(seed / 27 % 2) as usize],
            };
            let once = formatted_with(&text, &options);
            assert_eq!(meaning(&once), meaning(&text), "{text:?} became {once:?}");
            assert_eq!(formatted_with(&once, &options), once, "from {text:?}");
        }
    }
}
