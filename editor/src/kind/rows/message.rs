//! What views and panels send to rows.

use std::collections::BTreeSet;

use crate::kind::everquest::message::Way;

#[derive(Debug, Clone)]
pub(crate) enum ToRows {
    Select {
        rows: BTreeSet<u32>,
        way: Way,
    },
    /// A place was clicked, where the next row comes.
    Aim([f64; 2]),
    /// Moves the selected rows along x and y, and keeps them on their floors.
    Move([f64; 2]),
    /// Sets a column of the selected rows.
    Set(String, String),
    /// The table of the next row.
    Table(String),
    Ground(bool),
}
