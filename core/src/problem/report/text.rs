//! Problems as text for a person: the message, the place, the lines with the range underlined.

use std::collections::BTreeMap;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::{BYTE_ORDER_MARK, Report, Text, words_for};
use crate::problem::line::ColumnUnit;
use crate::problem::{Place, Problem, Severity, Spot};

/// Whether text is coloured for a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    Plain,
    /// ANSI escape sequences.
    Ansi,
}

/// A tab is shown as this many blanks, wherever it stands.
const TAB_WIDTH: usize = 4;
/// Of a longer line, only the part around the range is shown.
const MAX_WIDTH: usize = 160;
/// How much of a long line is shown in front of the range.
const WIDTH_BEFORE: usize = 40;
/// Of a range over more lines, only the first and the last ones are shown.
const MAX_LINES: u32 = 4;
/// Of one kind of problem as many are shown of a file; of the rest, only how many there are.
const MAX_OF_A_KIND: usize = 100;

impl Report<'_> {
    /// Every problem with its place, what comes of it in a line each below, and a line between them.
    /// The summary is not part of it.
    pub fn to_text(&self, colour: Colour) -> String {
        let mut effects: BTreeMap<usize, Vec<&Problem>> = BTreeMap::new();
        for (problem, cause) in self.problems.iter().zip(&self.causes) {
            if let Some(cause) = cause {
                effects.entry(*cause).or_default().push(problem);
            }
        }
        let roots = self.problems.iter().zip(&self.causes).enumerate();
        let mut n_of_a_kind: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut texts: Vec<String> = Vec::new();
        for (at, (problem, _)) in roots.filter(|(_, (_, cause))| cause.is_none()) {
            let n = n_of_a_kind.entry((&problem.place.file, problem.code)).or_default();
            *n += 1;
            if *n <= MAX_OF_A_KIND {
                let of_this = effects.get(&at).map_or(&[][..], Vec::as_slice);
                texts.push(self.problem_to_text(problem, of_this, colour));
            }
        }
        for ((file, code), n) in n_of_a_kind {
            if let Some(n_more) = n.checked_sub(MAX_OF_A_KIND).filter(|n| *n > 0) {
                let (file, problems) = (printable(file), if n_more == 1 { "" } else { "s" });
                texts.push(format!("note: {file}: {n_more} more problem{problems} [{code}]; `--format json` has all\n"));
            }
        }
        texts.join("\n")
    }

    /// A problem that another one explains.
    fn effect_to_text(&self, effect: &Problem) -> String {
        let Problem { severity, code, place, message, .. } = effect;
        let place = words_for(&place.spot).unwrap_or_else(|| printable(&place.file));
        format!("caused by this: {severity}[{code}] {place}: {}", printable(message))
    }

    fn problem_to_text(&self, problem: &Problem, effects: &[&Problem], colour: Colour) -> String {
        let severity = Style::of(problem.severity);
        let snippet = match problem.place.spot {
            Spot::Text { start, end } => {
                self.texts.get(&problem.place.file).map(|text| snippet(text, start, end))
            }
            _ => None,
        };
        let snippet = snippet.unwrap_or_default();
        let gutter = snippet.iter().map(|line| line.number().len()).max().unwrap_or(1);
        let edge = |left: &str| colour.paint(Style::Edge, &format!("{left:>gutter$} |"));

        let head = colour.paint(severity, &format!("{}[{}]", problem.severity, problem.code));
        let message = colour.paint(Style::Message, &format!(": {}", printable(&problem.message)));
        let arrow = colour.paint(Style::Edge, &format!("{:gutter$}-->", ""));
        let mut lines = vec![format!("{head}{message}")];
        lines.push(format!("{arrow} {}", self.place_in_words(&problem.place, problem.world)));
        if !snippet.is_empty() {
            lines.push(edge(""));
        }
        for line in &snippet {
            match line {
                SnippetLine::Skipped => lines.push(colour.paint(Style::Edge, "...")),
                SnippetLine::Shown { drawing, .. } => {
                    lines.push(format!("{} {}", edge(&line.number()), drawing.text));
                    if let Some((n_blanks, marks)) = drawing.marks() {
                        let marks = colour.paint(severity, &marks);
                        lines.push(format!("{} {:n_blanks$}{marks}", edge(""), ""));
                    }
                }
            }
        }
        if self.has_all_places {
            lines.extend(problem.also.iter().map(|spot| {
                let place = Place { file: problem.place.file.clone(), spot: spot.clone() };
                format!("{arrow} {}", self.place_in_words(&place, None))
            }));
        }
        for fix in &problem.fixes {
            let sign = colour.paint(Style::Edge, &format!("{:gutter$} =", ""));
            let help = colour.paint(Style::Message, "help");
            lines.push(format!("{sign} {help}: {}", printable(&fix.title)));
        }
        for effect in effects {
            let sign = colour.paint(Style::Edge, &format!("{:gutter$} =", ""));
            lines.push(format!("{sign} {}", self.effect_to_text(effect)));
        }
        let lines = lines.iter().map(|line| format!("{}\n", line.trim_end()));
        lines.collect()
    }

    fn place_in_words(&self, place: &Place, world: Option<[f64; 3]>) -> String {
        let file = printable(&place.file);
        if let Some(region) = self.region_of(place) {
            return format!("{file}:{}:{}", region.line, region.column);
        }
        let at = world.map(|[x, y, z]| format!(" at ({x}, {y}, {z})")).unwrap_or_default();
        match words_for(&place.spot) {
            Some(spot) => format!("{file}: {spot}{at}"),
            None => file,
        }
    }
}

/// What is shown of the lines that a range touches.
enum SnippetLine {
    Shown { line: u32, drawing: Drawing },
    Skipped,
}

impl SnippetLine {
    /// The number for the margin, counted from 1.
    fn number(&self) -> String {
        match self {
            SnippetLine::Shown { line, .. } => (u64::from(*line) + 1).to_string(),
            SnippetLine::Skipped => String::new(),
        }
    }
}

fn snippet(text: &Text, start: usize, end: usize) -> Vec<SnippetLine> {
    let index = &text.index;
    let (start, end) = (index.floor(start), index.floor(end.max(start)));
    let first = index.position(start, ColumnUnit::Utf8).line;
    let behind = index.position(end, ColumnUnit::Utf8);
    // A range that ends with a line end does not touch the next line.
    let last = match behind.column {
        0 if behind.line > first => behind.line - 1,
        _ => behind.line,
    };
    let is_shown = |line: u32| {
        last - first < MAX_LINES || line - first < MAX_LINES / 2 || last - line < MAX_LINES / 2
    };
    // Only the two ends of a long range are walked through.
    let near_first = first..=last.min(first.saturating_add(MAX_LINES));
    let near_last = last.saturating_sub(MAX_LINES).max(near_first.end().saturating_add(1))..=last;
    let mut lines = Vec::new();
    for line in near_first.chain(near_last) {
        if !is_shown(line) {
            if !matches!(lines.last(), Some(SnippetLine::Skipped)) {
                lines.push(SnippetLine::Skipped);
            }
            continue;
        }
        let Some(range) = index.line(line) else { continue };
        let marked = start.clamp(range.start, range.end)..end.clamp(range.start, range.end);
        // An empty range is a caret, but an empty line inside a longer range is left alone.
        let marked = (!marked.is_empty() || first == last).then_some(marked);
        let drawing = draw(text.text, range, marked);
        lines.push(SnippetLine::Shown { line, drawing });
    }
    lines
}

/// A line as a terminal can show it.
struct Drawing {
    text: String,
    /// The columns to underline.
    marked: Option<Range<usize>>,
}

impl Drawing {
    /// How many blanks, and the carets behind them: at least one.
    fn marks(&self) -> Option<(usize, String)> {
        let marked = self.marked.as_ref()?;
        Some((marked.start, "^".repeat(marked.len().max(1))))
    }
}

/// Draws the bytes `line` of a text, with `marked` underlined.
fn draw(text: &str, line: Range<usize>, marked: Option<Range<usize>>) -> Drawing {
    let width_up_to = |end: usize| -> usize {
        let part = text.get(line.start..end).unwrap_or_default();
        part.chars().map(|c| shown(c).1).sum()
    };
    let columns = marked.map(|marked| width_up_to(marked.start)..width_up_to(marked.end));
    let is_cut = width_up_to(line.end) > MAX_WIDTH;
    let first = match &columns {
        Some(columns) if is_cut => columns.start.saturating_sub(WIDTH_BEFORE),
        _ => 0,
    };
    let dots = if first > 0 { "..." } else { "" };
    let mut drawing = dots.to_owned();
    let mut column = 0;
    let mut first_shown = None;
    for c in text.get(line).unwrap_or_default().chars() {
        let (c, width) = shown(c);
        if is_cut && column + width > first + MAX_WIDTH {
            drawing.push_str("...");
            break;
        }
        if column >= first {
            first_shown.get_or_insert(column);
            drawing.extend(c);
        }
        column += width;
    }
    let first_shown = first_shown.unwrap_or_default();
    let on_screen =
        |column: usize| column.min(first + MAX_WIDTH).saturating_sub(first_shown) + dots.len();
    let marked = columns.map(|columns| on_screen(columns.start)..on_screen(columns.end));
    Drawing { text: drawing, marked }
}

/// What stands on the screen for a character, and how wide it is there.
///
/// A file is not trusted to send control characters to a terminal, nor to turn the direction of
/// writing around: they are shown by signs for them.
fn shown(c: char) -> (impl Iterator<Item = char>, usize) {
    let (c, n) = match c {
        '\t' => (' ', TAB_WIDTH),
        BYTE_ORDER_MARK => (c, 0),
        '\u{7f}' => ('\u{2421}', 1),
        '\0'..'\u{20}' => (char::from_u32(0x2400 + u32::from(c)).unwrap_or(' '), 1),
        '\u{80}'..'\u{a0}' | '\u{200e}' | '\u{200f}' => (char::REPLACEMENT_CHARACTER, 1),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => (char::REPLACEMENT_CHARACTER, 1),
        '\u{2028}' | '\u{2029}' => (char::REPLACEMENT_CHARACTER, 1),
        _ => (c, 1),
    };
    let width = c.width().unwrap_or_default() * n;
    (std::iter::repeat_n(c, n), width)
}

/// A text on one line, without control characters.
fn printable(text: &str) -> String {
    text.chars().flat_map(|c| shown(c).0).collect()
}

#[derive(Debug, Clone, Copy)]
enum Style {
    Error,
    Warning,
    Information,
    Hint,
    Message,
    /// What frames the lines of a file.
    Edge,
}

impl Style {
    fn of(severity: Severity) -> Style {
        match severity {
            Severity::Error => Style::Error,
            Severity::Warning => Style::Warning,
            Severity::Information => Style::Information,
            Severity::Hint => Style::Hint,
        }
    }
}

impl Colour {
    fn paint(self, style: Style, text: &str) -> String {
        let sequence = match style {
            Style::Error => "1;31",
            Style::Warning => "1;33",
            Style::Information => "1;36",
            Style::Hint => "1;32",
            Style::Message => "1",
            Style::Edge => "1;34",
        };
        match self {
            Colour::Plain => text.to_owned(),
            Colour::Ansi => format!("\u{1b}[{sequence}m{text}\u{1b}[0m"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::problem::Place;
    use crate::problem::report::NoSources;
    use crate::problem::report::tests::{HINT, TYPE};
    use crate::problem::{Fix, TextEdit, Thing};

    /// Shows problems at what stands between `«` and `»` in a text.
    fn check(marked: &str, expected: &Expect) {
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        let text = marked.replace(['«', '»'], "");
        let sources = BTreeMap::from([("x.def".to_owned(), text)]);
        let problem = Problem::new(&TYPE, Place::text("x.def", start..end), "odd");
        expected.assert_eq(&Report::new(vec![problem], &sources).to_text(Colour::Plain));
    }

    #[test]
    fn a_range_is_underlined_and_its_fixes_are_named() {
        let sources = BTreeMap::from([("x.def".to_owned(), "# one\nin32 x\n".to_owned())]);
        let edits = vec![TextEdit::replace(6..10, "int32")];
        let problem = Problem::new(&TYPE, Place::text("x.def", 6..10), "unknown type `in32`")
            .with_fix(Fix::edit("Replace it by `int32`", "x.def", edits));
        let report = Report::new(vec![problem], &sources);
        expect![[r#"
            error[def-unknown-type]: unknown type `in32`
             --> x.def:2:1
              |
            2 | in32 x
              | ^^^^
              = help: Replace it by `int32`
        "#]]
        .assert_eq(&report.to_text(Colour::Plain));
        expect![[r#"
            ␛[1;31merror[def-unknown-type]␛[0m␛[1m: unknown type `in32`␛[0m
            ␛[1;34m -->␛[0m x.def:2:1
            ␛[1;34m  |␛[0m
            ␛[1;34m2 |␛[0m in32 x
            ␛[1;34m  |␛[0m ␛[1;31m^^^^␛[0m
            ␛[1;34m  =␛[0m ␛[1mhelp␛[0m: Replace it by `int32`
        "#]]
        .assert_eq(&report.to_text(Colour::Ansi).replace('\u{1b}', "␛"));
    }

    #[test]
    fn tabs_wide_characters_and_the_byte_order_mark_keep_the_marks_in_place() {
        check(
            "\u{feff}«int32» x\r\n",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:1
              |
            1 | int32 x
              | ^^^^^
        "#]],
        );
        check(
            "-\t«in32»\tx\r\n",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:3
              |
            1 | -    in32    x
              |      ^^^^
        "#]],
        );
        check(
            "# 블러드뱃 «배트» e\u{301}\n",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:8
              |
            1 | # 블러드뱃 배트 é
              |            ^^^^
        "#]],
        );
    }

    #[test]
    fn an_empty_range_is_a_caret_at_its_place() {
        check(
            "int32 x«»\n",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:8
              |
            1 | int32 x
              |        ^
        "#]],
        );
        check(
            "int32 x\n«»",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:2:1
              |
            2 |
              | ^
        "#]],
        );
        check(
            "«»",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:1
              |
            1 |
              | ^
        "#]],
        );
        check(
            "a\r«»\nb",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:3
              |
            1 | a
              |  ^
        "#]],
        );
    }

    #[test]
    fn a_range_over_lines_shows_its_first_and_last_ones() {
        check(
            "a\n- «b\n\n-- c» d\n",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:2:3
              |
            2 | - b
              |   ^
            3 |
            4 | -- c d
              | ^^^^
        "#]],
        );
        check(
            "«a\n»b\n",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:1
              |
            1 | a
              | ^
        "#]],
        );
        let many: Vec<String> = (6..=120).map(|n| format!("int32 n{n}")).collect();
        check(
            &format!("\n\n\n\n\n«{}»\n", many.join("\n")),
            &expect![[r#"
            error[def-unknown-type]: odd
               --> x.def:6:1
                |
              6 | int32 n6
                | ^^^^^^^^
              7 | int32 n7
                | ^^^^^^^^
            ...
            119 | int32 n119
                | ^^^^^^^^^^
            120 | int32 n120
                | ^^^^^^^^^^
        "#]],
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_range() {
        let long = "x".repeat(300);
        check(
            &format!("{long}«abc»{long}\n"),
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:301
              |
            1 | ...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxabcxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
              |                                            ^^^
        "#]],
        );
        check(
            &format!("«{long}»\n"),
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:1
              |
            1 | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
        );
    }

    #[test]
    fn a_file_sends_no_control_characters_to_the_terminal() {
        check(
            "«\u{1b}[31m»\u{0}\u{7f}\u{9b}\u{202e}x\ry\n",
            &expect![[r#"
            error[def-unknown-type]: odd
             --> x.def:1:1
              |
            1 | ␛[31m␀␡��x␍y
              | ^^^^^
        "#]],
        );
        let problem = Problem::new(&TYPE, Place::file("a\u{1b}[2J"), "two\nlines");
        expect![[r#"
            error[def-unknown-type]: two␊lines
             --> a␛[2J
        "#]]
        .assert_eq(&Report::new(vec![problem], &NoSources).to_text(Colour::Plain));
    }

    #[test]
    fn every_place_is_listed_where_that_is_asked_for() {
        let cell = |x| Spot::Thing(Thing::Cell { x, y: 2 });
        let place = Place { file: "a.gat".to_owned(), spot: cell(1) };
        let problem = Problem::new(&HINT, place, "odd").with_also(vec![cell(5), cell(9)]);
        let report = Report::new(vec![problem], &NoSources);
        expect![[r#"
            hint[gat-odd]: odd, and so in 2 more places
             --> a.gat: cell (1, 2)
        "#]]
        .assert_eq(&report.to_text(Colour::Plain));
        expect![[r#"
            hint[gat-odd]: odd, and so in 2 more places
             --> a.gat: cell (1, 2)
             --> a.gat: cell (5, 2)
             --> a.gat: cell (9, 2)
        "#]]
        .assert_eq(&report.with_all_places().to_text(Colour::Plain));
    }

    #[test]
    fn places_without_a_text_are_named() {
        let places = [
            Place::file("a.gat"),
            Place::bytes("a.gat", 14..15),
            Place::bytes("a.gat", 14..20),
            Place::text("x.def", 3..9),
            Place::thing("a.gat", Thing::Cell { x: 3, y: 4 }),
            Place::thing("33_32.IFO", Thing::object("monster spawn", 2)),
            Place::thing("33_32.IFO", Thing::Object { list: "npc", index: 2, id: Some(40) }),
            Place::thing("a.apd", Thing::Node { index: 7 }),
            Place::thing("a.apd", Thing::Edge { node: 7, octant: 1 }),
        ];
        let problems = places.map(|place| Problem::new(&HINT, place, "odd")).to_vec();
        expect![[r#"
            hint[gat-odd]: odd
             --> 33_32.IFO: monster spawn 2

            hint[gat-odd]: odd
             --> 33_32.IFO: npc 2 (#40)

            hint[gat-odd]: odd
             --> a.apd: node 7

            hint[gat-odd]: odd
             --> a.apd: edge of node 7 in octant 1

            hint[gat-odd]: odd
             --> a.gat

            hint[gat-odd]: odd
             --> a.gat: byte 0xe

            hint[gat-odd]: odd
             --> a.gat: bytes 0xe..0x14

            hint[gat-odd]: odd
             --> a.gat: cell (3, 4)

            hint[gat-odd]: odd
             --> x.def: bytes 3..9
        "#]]
        .assert_eq(&Report::new(problems, &NoSources).to_text(Colour::Plain));
    }
}
