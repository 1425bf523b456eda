//! Documents: what a person calls a map, with its actions, its edits and its history.
//!
//! An action is data. A document checks it and makes an edit of it, which can't fail. Edits are
//! swaps: undoing one is the same code as doing it.

pub mod column;
pub mod sum;
pub mod patch;
pub mod scripted;
pub mod three_way;
pub mod values;
pub mod schema;
pub mod history;
mod store;
mod numbered;
#[macro_use]
mod fields;
pub mod journal;
pub mod editing;
mod corners;
pub mod gat;
pub mod rsw;
pub mod gnd;
pub mod asset;
pub mod area;
pub mod zone;
pub mod table;
pub mod cache;
pub mod eq;
pub mod refs;

use std::fmt::Debug;

use crate::format::ReadError;

pub use self::editing::{Editing, Revision};
pub use self::history::StepId;

/// Something that is edited. A clone is a snapshot, and has to be cheap.
pub trait Document: Clone + Debug {
    /// In the header of a journal, so that no other kind of document is read from it.
    const KIND: [u8; 4];

    /// Values for places of the document, checked when it was made.
    type Edit: Clone + Debug;

    /// What the document has at the places of an edit.
    fn held_under(&self, edit: &Self::Edit) -> Self::Edit;

    fn put(&mut self, edit: &Self::Edit);

    /// What makes this document into another state of it; `None` where nothing differs.
    fn edit_to(&self, new: &Self) -> Option<Self::Edit>;

    /// An edit that changes nothing: a step that says what a person decided.
    fn no_edit(&self) -> Self::Edit;

    /// How much memory an edit takes.
    fn n_bytes(edit: &Self::Edit) -> usize;

    /// About how many words of a document an edit changes, which is what it takes to do it.
    fn n_words(edit: &Self::Edit) -> usize {
        Self::n_bytes(edit) / 4
    }

    fn write_edit(edit: &Self::Edit, out: &mut Vec<u8>);

    /// Reads what [`Document::write_edit`] wrote, and checks that it fits the document as it is.
    fn read_edit(&self, data: &[u8]) -> Result<Self::Edit, ReadError>;

    /// Whether edits change the same into the same. Bytes that were written differently may mean that too.
    fn is_same_edit(a: &Self::Edit, b: &Self::Edit) -> bool {
        let [a, b] = [a, b].map(|edit| {
            let mut bytes = Vec::new();
            Self::write_edit(edit, &mut bytes);
            bytes
        });
        a == b
    }

    /// What it has besides the bytes that it is opened from: a journal keeps it with its base.
    fn beside_base(&self) -> Option<Vec<u8>> {
        None
    }

    /// What is on disk after a save that left something out, which is as it was before. What that
    /// was is said in words of the kind of document, and never said of most kinds.
    fn saved_without(&self, _left_out: &[u8], _before: Option<&Self>) -> Self {
        self.clone()
    }

    /// Puts an edit into the document, and what was there into the edit.
    fn swap(&mut self, edit: &mut Self::Edit) {
        let held = self.held_under(edit);
        self.put(edit);
        *edit = held;
    }
}
