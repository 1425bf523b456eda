//! A list of problems for people and for programs: as text, JSON, SARIF and GitHub annotations.
//!
//! One place for every command line and every build server, so that they agree on order, on
//! where lines and columns are counted from, and on what is said twice.

pub mod text;
pub mod json;
pub mod sarif;
pub mod github;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::line::{ColumnUnit, LineIndex};
use super::{Change, FileChange, Place, Problem, Severity, Spot};

/// Where the texts of files come from: this room opens no files itself.
pub trait Sources {
    /// The text of a file, by the name that problems call it; `None` for a binary file, or one
    /// that can't be had.
    fn text(&self, file: &str) -> Option<&str>;
}

impl Sources for BTreeMap<String, String> {
    fn text(&self, file: &str) -> Option<&str> {
        self.get(file).map(String::as_str)
    }
}

/// No texts: places in text files are then given by byte offsets alone.
pub struct NoSources;

impl Sources for NoSources {
    fn text(&self, _: &str) -> Option<&str> {
        None
    }
}

/// Problems in order, each once, with the texts that they are in.
pub struct Report<'a> {
    /// In the order of [`in_order`].
    problems: Vec<Problem>,
    /// For each of them, the place in the list of the problem that explains it.
    causes: Vec<Option<usize>>,
    /// The texts of the files that problems or fixes point into, where they are at hand.
    texts: BTreeMap<String, Text<'a>>,
    /// Whether a text has every place of a problem that is at several.
    has_all_places: bool,
}

struct Text<'a> {
    text: &'a str,
    index: LineIndex,
}

/// A range of text: lines and columns counted from 1, columns in characters, the end exclusive.
/// A byte order mark at the start of a file has no column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Region {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl<'a> Report<'a> {
    pub fn new(problems: Vec<Problem>, sources: &'a dyn Sources) -> Report<'a> {
        let problems = in_order(problems);
        let mut texts = BTreeMap::new();
        for file in problems.iter().flat_map(files_of_text) {
            if texts.contains_key(file) {
                continue;
            }
            if let Some(text) = sources.text(file) {
                texts.insert(file.to_owned(), Text { text, index: LineIndex::new(text) });
            }
        }
        let causes = causes(&problems);
        Report { problems, causes, texts, has_all_places: false }
    }

    /// With every place of problems that are at several, also as text.
    pub fn with_all_places(self) -> Report<'a> {
        Report { has_all_places: true, ..self }
    }

    /// The place of the problem that explains one.
    pub fn cause_of(&self, at: usize) -> Option<usize> {
        self.causes.get(at).copied().flatten()
    }

    /// All of them, in order, each once.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    pub fn worst(&self) -> Option<Severity> {
        self.problems.iter().map(|problem| problem.severity).max()
    }

    /// A line for the end: "2 errors, 1 warning in 3 files". What others explain is counted apart.
    pub fn summary(&self) -> String {
        let counts = [
            (Severity::Error, "error", "errors"),
            (Severity::Warning, "warning", "warnings"),
            (Severity::Information, "information", "information"),
            (Severity::Hint, "hint", "hints"),
        ];
        let roots = || self.problems.iter().zip(&self.causes).filter(|(_, cause)| cause.is_none());
        let mut parts = Vec::new();
        for (severity, one, many) in counts {
            let own = roots().filter(|(problem, _)| problem.severity == severity);
            // One that only says how many more there are is none of them itself.
            match own.map(|(problem, _)| problem.more.max(1)).sum::<usize>() {
                0 => {}
                1 => parts.push(format!("1 {one}")),
                n => parts.push(format!("{n} {many}")),
            }
        }
        let of_others = match self.causes.iter().flatten().count() {
            0 => String::new(),
            1 => "; these cause 1 more problem".to_owned(),
            n => format!("; these cause {n} more problems"),
        };
        let files: BTreeSet<&str> =
            self.problems.iter().map(|problem| problem.place.file.as_str()).collect();
        match files.len() {
            0 => "No problems".to_owned(),
            1 => format!("{} in 1 file{of_others}", parts.join(", ")),
            n => format!("{} in {n} files{of_others}", parts.join(", ")),
        }
    }

    /// The lines and columns of a place in a text that is at hand.
    fn region_of(&self, place: &Place) -> Option<Region> {
        match place.spot {
            Spot::Text { start, end } => self.region(&place.file, start, end),
            _ => None,
        }
    }

    fn region(&self, file: &str, start: usize, end: usize) -> Option<Region> {
        let Text { text, index } = self.texts.get(file)?;
        let line_and_column = |offset: usize| {
            let position = index.position(offset, ColumnUnit::Utf32);
            let is_behind_mark = position.line == 0 && text.starts_with(BYTE_ORDER_MARK);
            let column = position.column.saturating_sub(u32::from(is_behind_mark));
            (position.line.saturating_add(1), column.saturating_add(1))
        };
        let (line, column) = line_and_column(start);
        let (end_line, end_column) = line_and_column(end.max(start));
        Some(Region { line, column, end_line, end_column })
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// For each problem, the place of the one that explains it, where that is in the list as well.
fn causes(problems: &[Problem]) -> Vec<Option<usize>> {
    let mut by_cause: BTreeMap<(&str, &Place), usize> = BTreeMap::new();
    if problems.iter().any(|problem| problem.cause.is_some()) {
        for (own, at) in problems.iter().zip(0..) {
            by_cause.entry((own.code, &own.place)).or_insert(at);
        }
    }
    let cause = |problem: &Problem| {
        let cause = problem.cause.as_ref()?;
        by_cause.get(&(cause.code, &cause.place)).copied()
    };
    problems.iter().map(cause).collect()
}

/// Sorts by file, place in it, severity (the worst first), code and message, and keeps of equal
/// ones only the first, with the fixes of all.
pub fn in_order(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by(|a, b| order(a).cmp(&order(b)));
    let mut kept: Vec<Problem> = Vec::with_capacity(problems.len());
    for problem in problems {
        match kept.last_mut() {
            Some(last) if order(last) == order(&problem) => {
                for fix in problem.fixes {
                    if !last.fixes.contains(&fix) {
                        last.fixes.push(fix);
                    }
                }
            }
            _ => kept.push(problem),
        }
    }
    kept
}

fn order(problem: &Problem) -> impl Ord + '_ {
    (&problem.place, Reverse(problem.severity), problem.code, &problem.message)
}

/// The text files that a problem and its fixes point into.
fn files_of_text(problem: &Problem) -> impl Iterator<Item = &str> {
    let own = matches!(problem.place.spot, Spot::Text { .. }).then_some(&*problem.place.file);
    let edited = problem.fixes.iter().flat_map(|fix| match &fix.change {
        Change::Files(changes) => changes.as_slice(),
        Change::Action { .. } => &[],
    });
    own.into_iter().chain(edited.filter_map(|change| match change {
        FileChange::Edit { file, .. } => Some(&**file),
        _ => None,
    }))
}

/// A spot in words, or `None` where it is all of the file.
pub fn words_for(spot: &Spot) -> Option<String> {
    match spot {
        Spot::File => None,
        Spot::Bytes { start, end } if end.saturating_sub(*start) <= 1 => {
            Some(format!("byte {start:#x}"))
        }
        Spot::Bytes { start, end } => Some(format!("bytes {start:#x}..{end:#x}")),
        Spot::Text { start, end } if end.saturating_sub(*start) <= 1 => {
            Some(format!("byte {start}"))
        }
        Spot::Text { start, end } => Some(format!("bytes {start}..{end}")),
        Spot::Thing(thing @ super::Thing::Object { id: Some(id), .. }) => {
            Some(format!("{thing} (#{id})"))
        }
        Spot::Thing(thing) => Some(thing.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::problem::{Cause, Fix, Rule, TextEdit};

    use super::*;

    pub(super) const TYPE: Rule = Rule {
        code: "def-unknown-type",
        severity: Severity::Error,
        title: "Unknown field type",
        explanation: "No type has this name.",
    };
    pub(super) const HINT: Rule = Rule { code: "gat-odd", severity: Severity::Hint, ..TYPE };
    pub(super) const UNUSED: Rule =
        Rule { code: "def-unused", severity: Severity::Warning, ..TYPE };

    fn at(rule: &'static Rule, file: &str, range: std::ops::Range<usize>) -> Problem {
        Problem::new(rule, Place::text(file, range), "message")
    }

    #[test]
    fn problems_are_sorted_and_said_once() {
        let fix = || Fix::edit("Remove it", "a", vec![TextEdit::delete(0..1)]);
        let mut problems = vec![
            at(&TYPE, "b", 0..1),
            at(&UNUSED, "a", 4..5),
            at(&TYPE, "a", 4..5),
            at(&TYPE, "a", 0..1),
            at(&TYPE, "a", 0..1).with_fix(fix()),
            at(&TYPE, "a", 0..1).with_fix(fix()),
            Problem::new(&TYPE, Place::file("a"), "message"),
        ];
        let sorted = in_order(problems.clone());
        let spots: Vec<_> =
            sorted.iter().map(|p| (&*p.place.file, &p.place.spot, p.code)).collect();
        let text = |start, end| Spot::Text { start, end };
        assert_eq!(
            spots,
            [
                ("a", &Spot::File, TYPE.code),
                ("a", &text(0, 1), TYPE.code),
                ("a", &text(4, 5), TYPE.code),
                ("a", &text(4, 5), UNUSED.code),
                ("b", &text(0, 1), TYPE.code),
            ]
        );
        assert_eq!(sorted[1].fixes, [fix()]);
        problems.reverse();
        assert_eq!(in_order(problems), sorted);
    }

    #[test]
    fn the_summary_counts() {
        let summary = |problems| Report::new(problems, &NoSources).summary();
        assert_eq!(summary(vec![]), "No problems");
        assert_eq!(summary(vec![at(&TYPE, "a", 0..1)]), "1 error in 1 file");
        let many = vec![at(&TYPE, "a", 0..1), at(&TYPE, "b", 0..1), at(&UNUSED, "c", 0..1)];
        assert_eq!(summary(many), "2 errors, 1 warning in 3 files");
    }

    #[test]
    fn what_others_explain_is_counted_apart_and_told_below_them() {
        let root = at(&TYPE, "a", 4..5);
        let cause = Cause { code: root.code, place: root.place.clone() };
        let effect = Problem { cause: Some(Box::new(cause)), ..at(&UNUSED, "a", 0..1) };
        let lost = Cause { code: "def-other", place: root.place.clone() };
        let alone = Problem { cause: Some(Box::new(lost)), ..at(&HINT, "b", 0..1) };
        let more = Problem { more: 7, ..at(&HINT, "c", 0..1) };
        let report = Report::new(vec![alone, effect, root, more], &NoSources);
        assert_eq!(report.summary(), "1 error, 8 hints in 3 files; these cause 1 more problem");
        assert_eq!([0, 1, 2].map(|at| report.cause_of(at)), [Some(1), None, None]);
        assert_eq!(report.to_json()["problems"][0]["cause"], 1);
        let text = report.to_text(text::Colour::Plain);
        let first = text.split("\n\n").next().unwrap();
        assert!(first.starts_with("error[def-unknown-type]"), "{text}");
        assert!(first.contains("= caused by this: warning[def-unused]"), "{text}");
    }

    #[test]
    fn columns_are_characters_from_1_behind_the_byte_order_mark() {
        let sources =
            BTreeMap::from([("a".to_owned(), "\u{feff}# 블러드뱃 x\r\nint32 y\r\n".to_owned())]);
        let report = Report::new(vec![at(&TYPE, "a", 18..19)], &sources);
        let region = |start, end| {
            let region = report.region("a", start, end).unwrap();
            (region.line, region.column, region.end_line, region.end_column)
        };
        assert_eq!(region(18, 19), (1, 8, 1, 9));
        assert_eq!(region(0, 0), (1, 1, 1, 1));
        assert_eq!(region(3, 3), (1, 1, 1, 1));
        assert_eq!(region(18, 26), (1, 8, 2, 6));
        assert_eq!(region(1000, 2000), (3, 1, 3, 1));
        assert_eq!(region(26, 3), (2, 6, 2, 6));
    }
}
