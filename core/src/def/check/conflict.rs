//! The markers that a merge leaves behind: in definitions and maps, one problem per conflict.

use std::ops::Range;

use super::context::CHANGES_LAYOUT;
use crate::def::catalogue::Definition;
use crate::def::text::{Span, is_space};
use crate::problem::{Fix, Place, Problem, Rule, Severity, TextEdit};

pub(super) const MERGE_CONFLICT: Rule = Rule {
    code: "def-merge-conflict",
    severity: Severity::Error,
    title: "Unfinished merge",
    explanation: "\
A merge left both versions of some lines in this definition, between the markers `<<<<<<<`, \
`=======` and `>>>>>>>`. The parsers read the lines of both sides, one after the other, so the \
packet is not what either side meant.

Keep one side, or combine both, and remove the markers. Until then nothing else is checked in this \
file.",
};

/// Two versions of some lines with the markers around them, by line numbers.
struct Conflict {
    start: usize,
    /// Where the common ancestor begins, if it was written down.
    base: Option<usize>,
    middle: usize,
    end: usize,
}

/// True where there were any.
pub(super) fn check(definition: &Definition, problems: &mut Vec<Problem>) -> bool {
    let syntax = &definition.syntax;
    let spans: Vec<Span> = syntax.lines().iter().map(|line| line.span).collect();
    let n_before = problems.len();
    let (path, text) = (&*definition.path, &**syntax.text());
    add(&MERGE_CONFLICT, path, text, &spans, CHANGES_LAYOUT, problems);
    problems.len() > n_before
}

/// Adds every conflict among these lines.
pub(super) fn add(
    rule: &'static Rule,
    path: &str,
    text: &str,
    lines: &[Span],
    changes: &str,
    problems: &mut Vec<Problem>,
) {
    let (conflicts, strays) = find(text, lines);
    let marker = |line: usize| lines.get(line).map_or(Span::default(), |span| visible(text, *span));
    for conflict in conflicts {
        let message = "both versions of these lines are here: a merge was not finished";
        let place = Place::text(path, marker(conflict.start).range());
        let base = conflict.base.unwrap_or(conflict.middle);
        let sides = [
            (conflict.start, conflict.start + 1..base),
            (conflict.end, conflict.middle + 1..conflict.end),
        ];
        let fixes = sides.into_iter().map(|(label, keep)| {
            let cut = [conflict.start..keep.start, keep.end..conflict.end + 1];
            let edits = cut.into_iter().filter_map(|cut| cut_lines(text, lines, cut)).collect();
            let name = label_of(marker(label).of(text));
            Fix::edit(format!("Keep the lines of `{name}`{changes}"), path, edits).one_by_one()
        });
        let fixes = fixes.collect();
        problems.push(Problem { fixes, ..Problem::new(rule, place, message) });
    }
    for line in strays {
        let message = format!("`{}` was left by a merge", marker(line).of(text));
        let edits = cut_lines(text, lines, line..line + 1).into_iter().collect();
        let fix = Fix::edit(format!("Remove the marker{changes}"), path, edits).one_by_one();
        let place = Place::text(path, marker(line).range());
        problems.push(Problem::new(rule, place, message).with_fix(fix));
    }
}

/// The conflicts, and the lines of markers that belong to none.
fn find(text: &str, lines: &[Span]) -> (Vec<Conflict>, Vec<usize>) {
    let (mut conflicts, mut strays) = (Vec::new(), Vec::new());
    let mut open: Option<(usize, Option<usize>, Option<usize>)> = None;
    for (number, line) in lines.iter().enumerate() {
        let Some(kind) = marker_of(visible(text, *line).of(text)) else { continue };
        match (kind, open) {
            ('<', before) => {
                strays.extend(before.map(|(start, ..)| start));
                open = Some((number, None, None));
            }
            ('|', Some((start, None, None))) => open = Some((start, Some(number), None)),
            ('=', Some((start, base, None))) => open = Some((start, base, Some(number))),
            ('>', Some((start, base, Some(middle)))) => {
                conflicts.push(Conflict { start, base, middle, end: number });
                open = None;
            }
            ('>', _) => strays.push(number),
            // Alone, such a line is something else.
            _ => {}
        }
    }
    strays.extend(open.map(|(start, ..)| start));
    (conflicts, strays)
}

fn marker_of(line: &str) -> Option<char> {
    let first = line.chars().next().filter(|c| "<|=>".contains(*c))?;
    let rest = line.trim_start_matches(first);
    let is_marker = line.len() - rest.len() == 7 && (rest.is_empty() || rest.starts_with(is_space));
    is_marker.then_some(first)
}

fn label_of(marker: &str) -> &str {
    marker.trim_matches(|c| is_space(c) || "<>".contains(c))
}

fn visible(text: &str, line: Span) -> Span {
    crate::def::text::trimmed(text, line)
}

/// All of some lines, with the break behind them.
fn cut_lines(text: &str, lines: &[Span], cut: Range<usize>) -> Option<TextEdit> {
    let start = visible(text, *lines.get(cut.start)?).start.min(lines.get(cut.start)?.end);
    let end = match lines.get(cut.end) {
        Some(next) => next.start as usize,
        None => text.len(),
    };
    (cut.start < cut.end).then(|| TextEdit::delete(start as usize..end))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;
    use crate::def::fixture::Fixture;

    #[test]
    fn a_conflict_is_one_problem_with_a_fix_for_each_side() {
        check(
            &[&MERGE_CONFLICT],
            "<<<<<<< HEAD\nint32 a\n=======\nuint32 a\n>>>>>>> origin/b\nbool c\n",
            &expect![[r#"
                1 `<<<<<<< HEAD` error: both versions of these lines are here: a merge was not finished
                  Keep the lines of `HEAD` (changes the layout)
                    | int32 a
                    | bool c
                  Keep the lines of `origin/b` (changes the layout)
                    | uint32 a
                    | bool c
            "#]],
        );
        check(
            &[&MERGE_CONFLICT],
            "\u{feff}<<<<<<< HEAD\n||||||| base\nint32 a\n=======\nuint32 a\nbyte b\n>>>>>>> b",
            &expect![[r#"
                1 `<<<<<<< HEAD` error: both versions of these lines are here: a merge was not finished
                  Keep the lines of `HEAD` (changes the layout)
                    | \u{feff}
                  Keep the lines of `b` (changes the layout)
                    | \u{feff}uint32 a
                    | byte b
            "#]],
        );
    }

    #[test]
    fn a_marker_alone_is_a_problem_of_its_own() {
        check(
            &[&MERGE_CONFLICT],
            "int32 a\n>>>>>>> origin/b\nbool c\n",
            &expect![[r#"
            2 `>>>>>>> origin/b` error: `>>>>>>> origin/b` was left by a merge
              Remove the marker (changes the layout)
                | int32 a
                | bool c
        "#]],
        );
    }

    #[test]
    fn nothing_else_is_checked_in_a_file_with_conflicts() {
        let text = "<<<<<<< HEAD\nin32 a\n=======\nin32 a\n>>>>>>> b\n";
        let problems = super::super::all(&Fixture::parse(text).catalogue());
        assert_eq!(problems.len(), 1);
    }

    #[test]
    fn a_line_of_comment_or_another_length_is_no_marker() {
        check_none(&[&MERGE_CONFLICT], &["# <<<<<<< HEAD", "=======", "<<<<<<<< a", "<<<<<<<a b"]);
    }
}
