//! What both sides of a zone made something else of.

use std::fmt;

use crate::space::rose::block::BlockCoord;

use super::super::aspect::Differs;
use super::super::ground::Cut;
use super::super::step::difference::File;
use super::super::thing::{Kind, ThingId};

/// Something that was changed here and by somebody else, and not to the same. Things are called by
/// the numbers that they have in the merged zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// These fields are as they were made here.
    Fields { id: ThingId, fields: Vec<Differs> },
    /// It was deleted here and changed there: it stays, as it is there.
    DeletedHere { id: ThingId },
    /// It was deleted there and changed here: it stays, as it is here.
    DeletedThere { id: ThingId },
    /// A list was put into two orders: it has the one that it has here.
    Order { kind: Kind, block: Option<BlockCoord> },
    /// These cells are as they were made here.
    Ground { file: String, block: BlockCoord, cut: Cut, cells: Vec<OfCell> },
    /// So many cells were given tiles there that mean other tiles by now: they are as they are here.
    Tiles { file: String, n: usize },
    /// So many cells were given tiles here that somebody made others there.
    Repainted { file: String, n: usize },
    /// Another part of a file, which is as it was made here.
    Other { block: Option<BlockCoord>, what: String },
}

/// A cell of a file that both sides changed: its place in the file, and what each side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfCell {
    pub n: u32,
    pub before: u64,
    pub ours: u64,
    pub theirs: u64,
}

impl Conflict {
    /// For a person, with a thing called as whoever shows it calls it.
    pub fn in_words(&self, called: impl Fn(ThingId) -> String) -> String {
        match self {
            Conflict::Fields { id, fields } => {
                let field = |Differs { aspect, here, there }: &Differs| {
                    format!("{aspect} is {here} here and {there} there")
                };
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("{}: {}; yours was kept", called(*id), fields.join(", "))
            }
            Conflict::DeletedHere { id } => {
                let thing = called(*id);
                format!(
                    "{thing} was deleted here and changed there; it was restored with the \
                    changes from there"
                )
            }
            Conflict::DeletedThere { id } => {
                let thing = called(*id);
                format!("{thing} was deleted there and changed here; yours was kept")
            }
            Conflict::Order { kind, block } => {
                let file = File(*block);
                format!("{file}: its list of {kind} is in a different order there; yours was kept")
            }
            Conflict::Ground { file, cells, .. } => {
                let n = cells.len();
                let cells = if n == 1 { "cell was" } else { "cells were" };
                format!("{file}: {n} {cells} changed here and there; yours was kept")
            }
            Conflict::Tiles { file, n } => {
                let patches = if *n == 1 { "patch was" } else { "patches were" };
                format!(
                    "{file}: {n} {patches} painted there with tiles that are different in the list \
                     here; yours was kept"
                )
            }
            Conflict::Repainted { file, n } => {
                let patches = if *n == 1 { "patch was" } else { "patches were" };
                format!("{file}: {n} {patches} painted here with tiles that were changed there")
            }
            Conflict::Other { block, what } => {
                format!("{}: {what} changed here and there; yours was kept", File(*block))
            }
        }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(|id| id.to_string()))
    }
}
