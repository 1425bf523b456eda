//! Why a table does not do what an action asks for.

use crate::format::text::NoLetter;

/// Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("there is no row {row}: the table has rows 0 to {}", .n_rows.saturating_sub(1))]
    NoRow { row: usize, n_rows: usize },
    #[error("no column is called `{column}`; the table has {n_columns}, numbered from 0")]
    NoColumn { column: String, n_columns: usize },
    #[error("several columns are called `{column}`; name one by its number")]
    Ambiguous { column: String },
    #[error("{0}")]
    Letter(NoLetter),
    #[error("`{0}` has to be `hex:` and two digits for each byte")]
    Hex(String),
    #[error("row {row}, column {column}: {len} are too many, a cell holds {max}")]
    TooLong { row: usize, column: String, len: String, max: &'static str },
    #[error("row {row}: the id must be a number from 0 to 4294967295")]
    Id { row: usize },
    #[error("the key `{key}` is there already, in row {row}")]
    DoubledKey { key: String, row: usize },
    #[error("row {row} is not empty; a copy goes into an empty row or behind all others")]
    NotEmpty { row: usize },
    #[error("a new row needs a key")]
    NoKey,
    #[error("a table has at most {0} rows")]
    TooManyRows(usize),
    #[error("the texts of this file are placed so oddly that they can't be laid out anew")]
    Odd,
    #[error("the table does not fit into a file any more")]
    Full,
}
