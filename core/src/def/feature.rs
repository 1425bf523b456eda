//! What an editor asks about a place in a text: plain functions on a snapshot of all files.
//!
//! Each takes a catalogue, the path of a file and byte offsets, and gives byte ranges. No offset
//! is wrong: one beyond the text or inside a character is answered as well as it can be.

pub mod completion;
pub mod hover;
pub mod definition;
pub mod references;
pub mod highlight;
pub mod linked;
pub mod symbols;
pub mod search;
pub mod folding;
pub mod selection;
pub mod inlay;
pub mod tokens;
pub mod lens;
pub mod link;
pub mod rows;
mod subject;
mod mention;
mod names;
mod near;
mod places;
mod summary;
mod table;
mod type_docs;

use std::ops::Range;
use std::sync::Arc;

pub use definition::Jump;

use super::catalogue::{Catalogue, Definition};
use super::syntax::FieldId;

/// Where a field is in its message or element, if that is fixed.
pub fn fixed_offset(catalogue: &Catalogue, definition: &Definition, id: FieldId) -> Option<u32> {
    let layout = catalogue.layout(definition);
    places::Places::of(&layout, &definition.syntax).get(id)?.place.fixed()
}

/// A range of a file; an empty one at its start means the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    pub path: Arc<str>,
    pub start: usize,
    pub end: usize,
}

impl Location {
    pub fn new(path: &Arc<str>, range: Range<usize>) -> Location {
        Location { path: path.clone(), start: range.start, end: range.end }
    }

    pub fn file(path: &Arc<str>) -> Location {
        Location::new(path, 0..0)
    }

    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}
