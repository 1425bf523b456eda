//! What becomes of a value that two sides started from: one rule for merges and imports of all kinds.
//!
//! A file that is imported holds what was given out (the base) beside what it says now (theirs). Of the document
//! (ours), only what the file changed is changed; what both changed differently stays and is a
//! conflict. A file without a base says nothing about what others did: all that it says is taken.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::problem::counted::counted;

/// Something that a file holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    Cell { x: u32, y: u32 },
    Named(Cow<'static, str>),
}

/// A field that two files have differently.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    pub thing: Thing,
    /// [`WHOLE`] where one of the files has the thing alone.
    pub field: Cow<'static, str>,
    /// `null` where the first file has none.
    pub a: Value,
    pub b: Value,
}

/// A field that both sides changed, and not to the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conflict {
    pub thing: Thing,
    pub field: Cow<'static, str>,
    pub base: Value,
    pub ours: Value,
    pub theirs: Value,
}

/// Takes what is found, one after the other: there may be millions.
pub type Each<'e> = &'e mut dyn FnMut(Change);

/// Says which changes of a file are taken over.
pub type Wanted<'w> = &'w dyn Fn(&Change) -> bool;

/// The field of a thing that came or went.
pub const WHOLE: &str = "whole";

/// The thing that stands for all of a file.
pub const FILE: Thing = Thing::Named(Cow::Borrowed("file"));

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Cell { x, y } => write!(f, "cell {x},{y}"),
            Thing::Named(name) => f.write_str(name),
        }
    }
}

impl Serialize for Thing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Change {
    /// What differs between files as a whole.
    pub fn of_file(field: &'static str, a: impl Into<Value>, b: impl Into<Value>) -> Change {
        Change { thing: FILE, field: field.into(), a: a.into(), b: b.into() }
    }
}

impl Conflict {
    /// All of a file, by how many bytes each side has.
    pub fn of_file(
        base: impl Into<Value>,
        ours: impl Into<Value>,
        theirs: impl Into<Value>,
    ) -> Conflict {
        let (base, ours, theirs) = (base.into(), ours.into(), theirs.into());
        Conflict { thing: FILE, field: WHOLE.into(), base, ours, theirs }
    }
}

/// A field of a row on three sides, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Line of a table, or place in a list, from 1; 0 for what has none.
    pub row: usize,
    pub thing: String,
    pub field: String,
    /// As it was given out; `None` where nobody knows.
    pub base: Option<String>,
    /// As the document has it; `None` where it is gone or not there yet.
    pub ours: Option<String>,
    /// As the file has it.
    pub theirs: Option<String>,
}

/// What a file comes to for a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// What it changes.
    pub changes: Vec<Line>,
    /// What stays as the document has it, although the file changed it.
    pub conflicts: Vec<Line>,
    /// How many rows have no base.
    pub n_unchecked: usize,
}

/// What becomes of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The document has what it should have.
    Keep,
    /// The document gets what the file says.
    Take,
    /// Both changed it, and differently: the document keeps its own.
    Conflict,
}

impl Verdict {
    pub fn of<T: PartialEq>(base: &T, ours: &T, theirs: &T) -> Verdict {
        match () {
            () if theirs == base || theirs == ours => Verdict::Keep,
            () if ours == base => Verdict::Take,
            () => Verdict::Conflict,
        }
    }
}

/// Three states of a value: before both sides, and as each of them has it.
pub(super) type Sides<'v, T> = [&'v T; 3];

/// The merged value: ours where both changed it.
pub(super) fn pick<T: PartialEq + Clone>([before, ours, theirs]: Sides<'_, T>) -> T {
    match Verdict::of(before, ours, theirs) {
        Verdict::Take => theirs.clone(),
        Verdict::Keep | Verdict::Conflict => ours.clone(),
    }
}

/// Whether both sides changed a value, and not to the same.
pub(super) fn is_in_conflict<T: PartialEq>([before, ours, theirs]: Sides<'_, T>) -> bool {
    Verdict::of(before, ours, theirs) == Verdict::Conflict
}

impl Report {
    /// Notes a value that somebody changed.
    pub fn add(&mut self, verdict: Verdict, line: impl FnOnce() -> Line) {
        match verdict {
            Verdict::Keep => {}
            Verdict::Take => self.changes.push(line()),
            Verdict::Conflict => self.conflicts.push(line()),
        }
    }

    /// How much there is of both.
    pub fn counts(&self) -> String {
        let changes = counted(self.changes.len(), "change", "changes");
        let conflicts = counted(self.conflicts.len(), "conflict", "conflicts");
        format!("{changes}, {conflicts}")
    }

    /// What a person should know about rows that can't be checked.
    pub fn note(&self) -> Option<String> {
        let rows = match self.n_unchecked {
            0 => return None,
            1 => "1 row has no base".to_owned(),
            n => format!("{n} rows have no base"),
        };
        let help = "export again to import with one";
        Some(format!("{rows}, so others' changes since the export can't be told apart; {help}"))
    }
}

/// What a table says of a cell, as data.
impl From<Line> for Change {
    fn from(line: Line) -> Change {
        let [a, b] = [line.ours, line.theirs].map(Value::from);
        Change { thing: Thing::Named(line.thing.into()), field: line.field.into(), a, b }
    }
}

impl From<Line> for Conflict {
    fn from(line: Line) -> Conflict {
        let [base, ours, theirs] = [line.base, line.ours, line.theirs].map(Value::from);
        let thing = Thing::Named(line.thing.into());
        Conflict { thing, field: line.field.into(), base, ours, theirs }
    }
}

/// A change of data, for those who read tables; it has no row.
impl From<Change> for Line {
    fn from(Change { thing, field, a, b }: Change) -> Line {
        let [ours, theirs] = [a, b].map(in_a_cell);
        Line {
            row: 0,
            thing: thing.to_string(),
            field: field.into_owned(),
            base: None,
            ours,
            theirs,
        }
    }
}

impl From<Conflict> for Line {
    fn from(Conflict { thing, field, base, ours, theirs }: Conflict) -> Line {
        let [base, ours, theirs] = [base, ours, theirs].map(in_a_cell);
        Line { row: 0, thing: thing.to_string(), field: field.into_owned(), base, ours, theirs }
    }
}

fn in_a_cell(value: Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    }
}

impl Line {
    /// For a list of changes: `line 3: #12: limit: 5 → 7`.
    pub fn change(&self) -> String {
        let Line { row, thing, field, ours, theirs, .. } = self;
        if ours.is_none() && theirs.is_none() {
            return format!("{thing}: {field}");
        }
        let (ours, theirs) = (shown(ours.as_deref()), shown(theirs.as_deref()));
        format!("{}{thing}: {field}: {ours} → {theirs}", at_row(*row))
    }

    /// For a list of conflicts.
    pub fn conflict(&self) -> String {
        let Line { row, thing, field, base, ours, theirs } = self;
        let [base, ours, theirs] = [base, ours, theirs].map(|side| shown(side.as_deref()));
        format!(
            "{}{thing}: {field}: {base} in the export, {ours} in the document, {theirs} in the file; \
             the document's stays",
            at_row(*row)
        )
    }

    /// For the log of a merge with what is on disk.
    pub fn kept(&self) -> String {
        let Line { thing, field, ours, theirs, .. } = self;
        let [ours, theirs] = [ours, theirs].map(|side| side.as_deref().unwrap_or("nothing"));
        format!("{thing}, {field}: {ours} here, {theirs} on disk; yours was kept")
    }
}

/// Where a file has it; what is no table has no rows.
fn at_row(row: usize) -> String {
    if row == 0 { String::new() } else { format!("row {row}: ") }
}

fn shown(side: Option<&str>) -> &str {
    match side {
        None => "none",
        Some("") => "empty",
        Some(value) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_one_side_changed_is_taken() {
        let verdicts = [
            ([1, 1, 1], Verdict::Keep),
            ([1, 2, 1], Verdict::Keep),
            ([1, 2, 2], Verdict::Keep),
            ([1, 1, 2], Verdict::Take),
            ([1, 2, 3], Verdict::Conflict),
        ];
        for ([base, ours, theirs], expected) in verdicts {
            assert_eq!(Verdict::of(&base, &ours, &theirs), expected, "{base} {ours} {theirs}");
            let sides = [&base, &ours, &theirs];
            let merged = if expected == Verdict::Take { theirs } else { ours };
            assert_eq!(pick(sides), merged);
            assert_eq!(is_in_conflict(sides), expected == Verdict::Conflict);
        }
    }

    #[test]
    fn lines_say_what_each_side_has() {
        let side = |value: &str| Some(value.to_owned());
        let line = Line {
            row: 3,
            thing: "#12".to_owned(),
            field: "limit".to_owned(),
            base: side("5"),
            ours: None,
            theirs: side(""),
        };
        assert_eq!(line.change(), "row 3: #12: limit: none → empty");
        assert!(line.conflict().starts_with("row 3: #12: limit: 5 in the export, none in"));
        let report = Report { n_unchecked: 1, ..Report::default() };
        assert!(report.note().is_some_and(|note| note.starts_with("1 row has no base")));
        assert_eq!(Report::default().note(), None);
    }
}
