//! What is asked about copies of a zone that are not the same.

use std::path::PathBuf;

use crate::view::id::DocumentId;

/// Copies that could not follow, or that were compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiesForm {
    pub document: DocumentId,
    pub name: String,
    pub copies: Vec<CopyLeft>,
    pub occasion: Occasion,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    Saved,
    Compared,
}

/// A copy to which nothing was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyLeft {
    /// As the project names it.
    pub root: PathBuf,
    pub why: Vec<String>,
    /// How many of its files could be written where what differs is left.
    pub n_others: usize,
    pub state: CopyState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyState {
    /// In what was edited.
    Differs,
    /// In something: nobody knows what was edited, or it does not matter.
    Compared,
    /// It can't be read or written.
    OutOfReach,
}

/// What is to become of copies that are not the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyChoice {
    /// What is the same follows; what differs stays as it is there.
    Others,
    /// The fields that were edited become there what they are here, and what came and went does.
    Mine,
    /// Everything becomes there what it is here.
    All,
    /// Nothing is written, and nothing asked again.
    Leave,
}

impl CopiesForm {
    /// The copies that something can be done with.
    pub fn roots(&self) -> Vec<PathBuf> {
        let differs = self.copies.iter().filter(|copy| copy.state != CopyState::OutOfReach);
        differs.map(|copy| copy.root.clone()).collect()
    }

    /// What the person can choose, each with what it does.
    pub fn choices(&self) -> Vec<(&'static str, CopyChoice)> {
        if self.roots().is_empty() {
            return Vec::new();
        }
        let all = ("Make the copy identical", CopyChoice::All);
        let leave = ("Leave the copy as it is", CopyChoice::Leave);
        let over = match self.occasion {
            Occasion::Saved if self.are_edits_known() => ("Write my edits", CopyChoice::Mine),
            Occasion::Saved => return vec![all, leave],
            Occasion::Compared => return vec![all],
        };
        let others = ("Write the other copies", CopyChoice::Others);
        let others = Some(others).filter(|_| self.copies.iter().any(|copy| copy.n_others > 0));
        others.into_iter().chain([over, leave]).collect()
    }

    /// Whether what is told is what was edited, in each copy.
    pub fn are_edits_known(&self) -> bool {
        self.copies.iter().all(|copy| copy.state != CopyState::Compared)
    }
}
