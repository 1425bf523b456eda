//! Renaming: a field with what refers to it, and a packet over all of its files.

mod field;
mod json;
mod packet;
mod follow;

use super::text::Span;

pub use field::{Reach, prepare_field, rename_field};
pub use follow::{Renamed, follow};
pub use packet::{InMaps, prepare_packet, rename_packet};

/// What a cursor is on and can be renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamable {
    /// Of the name, or of the part of a dotted name that the cursor is on.
    pub span: Span,
    pub name: String,
}

/// Why nothing is renamed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("there is nothing here that can be renamed")]
    Nothing,
    #[error("`{0}` is not a name: use letters, digits and `_`, and no digit at the start")]
    BadName(String),
    #[error("{file} already has a field `{name}` in the same place")]
    FieldExists { file: String, name: String },
    #[error(
        "several fields are called `{0}`, so it is unclear which of them the count or offset \
        belongs to"
    )]
    Ambiguous(String),
    #[error("`{name}` already has a definition: {file}")]
    PacketExists { file: String, name: String },
    #[error("{file} already has an entry `{name}`")]
    EntryExists { file: String, name: String },
}

/// Names have the form of the language's grammar, which every real name has.
fn check_name(name: &str) -> Result<(), Refusal> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_right =
        name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    if is_right { Ok(()) } else { Err(Refusal::BadName(name.to_owned())) }
}
