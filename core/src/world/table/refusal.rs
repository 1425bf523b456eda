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
    #[error("several columns are called `{column}`; use the number of the one you mean")]
    Ambiguous { column: String },
    #[error("{0}")]
    Letter(NoLetter),
    #[error("`{0}` must be `hex:` and two digits for each byte")]
    Hex(String),
    #[error("row {row}, column {column}: {len} are too many, a cell holds at most {max}")]
    TooLong { row: usize, column: String, len: String, max: &'static str },
    #[error("row {row}: the id must be a number from 0 to 4294967295")]
    Id { row: usize },
    #[error("the key `{key}` already exists, in row {row}")]
    DoubledKey { key: String, row: usize },
    #[error("row {row} is not empty; copy into an empty row, or after the last row")]
    NotEmpty { row: usize },
    #[error("a new row needs a key")]
    NoKey,
    #[error("a table has at most {0} rows")]
    TooManyRows(usize),
    #[error("the texts of this file are in an unusual order, so they can't be laid out again")]
    Odd,
    #[error("the table no longer fits into a file")]
    Full,
}
