//! What the grid, its questions and its jobs send to a table.

use landwright_core::world::table::action::{Action, Deletion};
use landwright_core::world::three_way::Report;

use super::names::Names;
use super::sight::{Cell, Filter, Sort};

#[derive(Debug, Clone)]
pub enum ToTable {
    /// The cell that keys mean; the selection grows to it where it is to.
    Go {
        to: Cell,
        grows: bool,
    },
    /// What was typed into a cell.
    Set {
        cell: Cell,
        text: String,
    },
    Search(String),
    /// Rows without what is searched for are hidden.
    OnlyFound(bool),
    /// To the next cell that has what is searched for, or the one before.
    NextFound {
        back: bool,
    },
    Sort(Option<Sort>),
    /// Instead of any other filter of its column.
    Filter(Filter),
    Unfilter(usize),
    /// A row by its number, and a column by its place.
    ShowCell {
        row: usize,
        place: Option<usize>,
    },
    /// An answer to the question what becomes of rows that go.
    Delete(Vec<usize>, Deletion),
    /// What the tables around it call its numbers.
    Named(std::sync::Arc<Names>),
    /// What would refer to rows that go, worked out for a question.
    Referred {
        rows: Vec<usize>,
        told: Vec<String>,
    },
    /// What refers to a row, to be said.
    Told(Vec<String>),
    /// What a file of a different program changes.
    Import {
        action: Box<Action>,
        report: Box<Report>,
    },
    /// From the table that has its keys.
    Follow(Following),
}

/// What a table of texts does so that it goes with the table that has its keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Following {
    /// Copies the entries of keys under different ones.
    Copy { copied: Vec<(String, String)>, table: String },
    /// Deletes entries that no row has any more.
    Delete { keys: Vec<String>, table: String },
}
