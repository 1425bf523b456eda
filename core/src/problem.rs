//! What is wrong, where, and how it can be mended: one shape for a bad path node, a file cut
//! short, and a wrong line of a `.def`.

pub mod rule;
pub mod line;
pub mod nearest;
pub mod aligned;
pub mod counted;
pub mod report;

use std::fmt;
use std::ops::Range;

use serde::Serialize;

pub use rule::{Rule, Severity, today};

/// Stands between what is wrong at one place and how many more there are.
const AND_SO: &str = ", and so in ";

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Problem {
    /// The code of the [`Rule`] that found it.
    pub code: &'static str,
    pub severity: Severity,
    pub place: Place,
    /// What was found and what would be right, as a sentence without a full stop.
    pub message: String,
    /// The best one first.
    pub fixes: Vec<Fix>,
    /// More spots of the same file that it is about, where so many are told as one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Spot>,
    /// How many more places it stands for that nobody lists.
    #[serde(skip_serializing_if = "is_none_more")]
    pub more: usize,
    /// Where it is in the world of its game, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub world: Option<[f64; 3]>,
    /// The problem that explains it, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Box<Cause>>,
}

/// A problem by its code and place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cause {
    pub code: &'static str,
    pub place: Place,
}

impl Problem {
    /// A problem of a rule's usual severity, without a fix.
    pub fn new(rule: &'static Rule, place: Place, message: impl Into<String>) -> Problem {
        Problem {
            code: rule.code,
            severity: rule.severity,
            place,
            message: message.into(),
            fixes: Vec::new(),
            also: Vec::new(),
            more: 0,
            world: None,
            cause: None,
        }
    }

    /// The same problem at more spots, told as one.
    pub fn with_also(mut self, spots: Vec<Spot>) -> Problem {
        if !spots.is_empty() {
            self.message += &format!("{AND_SO}{} more places", spots.len());
        }
        self.also.extend(spots);
        self
    }

    /// At how many more spots a message says that its problem is.
    pub fn n_also_in(message: &str) -> usize {
        let behind = message.rsplit_once(AND_SO).map(|(_, behind)| behind);
        let number = behind.and_then(|behind| behind.strip_suffix(" more places"));
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    /// Only at those of its spots that are wanted; `None` where that is none of them. A fix would be
    /// done at the others as well, so there is none unless all are wanted.
    pub fn only_at(mut self, mut is_wanted: impl FnMut(&Spot) -> bool) -> Option<Problem> {
        let n_all = 1 + self.also.len();
        let spots = std::iter::once(self.place.spot.clone()).chain(std::mem::take(&mut self.also));
        let mut spots: Vec<Spot> = spots.filter(|spot| is_wanted(spot)).collect();
        if spots.len() < n_all {
            let alike = self.message.rsplit_once(AND_SO).map_or("", |(alike, _)| alike).to_owned();
            let n = spots.len();
            let places = if n == 1 { "place" } else { "places" };
            self.message = format!("{alike}{AND_SO}{n} new {places}");
            self.fixes.clear();
        }
        if spots.is_empty() {
            return None;
        }
        self.place.spot = spots.remove(0);
        self.also = spots;
        Some(self)
    }

    pub fn with_fix(mut self, fix: Fix) -> Problem {
        self.fixes.push(fix);
        self
    }
}

/// Where a problem is: a file, and a spot in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file as the user named it, or as its root names it.
    pub file: String,
    pub spot: Spot,
}

impl Place {
    pub fn file(file: impl Into<String>) -> Place {
        Place { file: file.into(), spot: Spot::File }
    }

    pub fn bytes(file: impl Into<String>, range: Range<u64>) -> Place {
        Place { file: file.into(), spot: Spot::Bytes { start: range.start, end: range.end } }
    }

    pub fn text(file: impl Into<String>, range: Range<usize>) -> Place {
        Place { file: file.into(), spot: Spot::Text { start: range.start, end: range.end } }
    }

    pub fn thing(file: impl Into<String>, thing: Thing) -> Place {
        Place { file: file.into(), spot: Spot::Thing(thing) }
    }
}

/// A spot in a file: all of it, some bytes, some text, or a thing on a map.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Spot {
    File,
    /// Byte offsets into a binary file; of the decompressed payload where the file is packed.
    Bytes {
        start: u64,
        end: u64,
    },
    /// Byte offsets into a text. Lines and columns are worked out where the text is at hand.
    Text {
        start: usize,
        end: usize,
    },
    Thing(Thing),
}

/// Something that has a place on a map.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(tag = "thing", rename_all = "lowercase")]
pub enum Thing {
    /// A cell of a grid; which grid is clear from the file.
    Cell { x: u32, y: u32 },
    /// An object of a list of a file, such as the third `monster spawn`; with the number that people
    /// and scripts know it by, where it has one of its own.
    Object {
        list: &'static str,
        index: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u32>,
    },
    /// A node of a path graph, by its index in the file.
    Node { index: u32 },
    /// An edge of a path graph: the node that it leaves and the octant in which it does.
    Edge { node: u32, octant: u8 },
}

impl Thing {
    /// An object that has no other number than its place in the list.
    pub const fn object(list: &'static str, index: u32) -> Thing {
        Thing::Object { list, index, id: None }
    }
}

/// In the words of every report, which `landwright.toml` understands as well.
impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Cell { x, y } => write!(f, "cell ({x}, {y})"),
            Thing::Object { list, index, .. } => write!(f, "{list} {index}"),
            Thing::Node { index } => write!(f, "node {index}"),
            Thing::Edge { node, octant } => write!(f, "edge of node {node} in octant {octant}"),
        }
    }
}

/// A way to mend a problem, as plain data: nothing is done before somebody applies it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fix {
    /// What it does, in the imperative: "Remove the second field".
    pub title: String,
    #[serde(flatten)]
    pub change: Change,
    /// Whether it may be done with many others that nobody looks at one by one, as `--fix` does.
    /// Not so where a person may have meant what the fix changes.
    #[serde(skip_serializing_if = "is_true")]
    pub in_bulk: bool,
}

// serde hands out references.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_true(value: &bool) -> bool {
    *value
}

// serde hands out references.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_none_more(more: &usize) -> bool {
    *more == 0
}

impl Fix {
    pub fn new(title: impl Into<String>, change: Change) -> Fix {
        Fix { title: title.into(), change, in_bulk: true }
    }

    /// A fix that edits the text of one file.
    pub fn edit(title: impl Into<String>, file: impl Into<String>, edits: Vec<TextEdit>) -> Fix {
        let change = FileChange::Edit { file: file.into(), edits };
        Fix::new(title, Change::Files(vec![change]))
    }

    /// The same, to be done only when a person chooses it.
    pub fn one_by_one(self) -> Fix {
        Fix { in_bulk: false, ..self }
    }
}

/// What a fix does: text edits, or an action of a document by name.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    Files(Vec<FileChange>),
    /// Resolved against the document as it is when the fix is applied.
    Action {
        name: &'static str,
        arguments: serde_json::Value,
    },
}

/// One step of a change to text files; the steps are done in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum FileChange {
    /// Edits that do not overlap, all in terms of the text before any of them.
    Edit {
        file: String,
        edits: Vec<TextEdit>,
    },
    Create {
        file: String,
        text: String,
    },
    Rename {
        from: String,
        to: String,
    },
    Delete {
        file: String,
    },
}

/// Puts `new_text` where `start..end` (byte offsets) was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TextEdit {
    pub start: usize,
    pub end: usize,
    pub new_text: String,
}

impl TextEdit {
    pub fn replace(range: Range<usize>, new_text: impl Into<String>) -> TextEdit {
        TextEdit { start: range.start, end: range.end, new_text: new_text.into() }
    }

    pub fn delete(range: Range<usize>) -> TextEdit {
        TextEdit::replace(range, "")
    }

    pub fn insert(at: usize, new_text: impl Into<String>) -> TextEdit {
        TextEdit::replace(at..at, new_text)
    }
}
