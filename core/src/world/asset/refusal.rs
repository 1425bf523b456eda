//! Why an asset does not do what an action asks for.

use crate::format::text::NoLetter;
use crate::world::asset::place::{BadPlace, Place};

/// Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error(transparent)]
    Place(#[from] BadPlace),
    #[error("there is no {place}{hint}")]
    Nothing { place: Place, hint: String },
    #[error("{place} is no field; {help}")]
    NoField { place: Place, help: String },
    #[error("{place} is no list of things; the lists are: {lists}")]
    NoList { place: Place, lists: String },
    #[error("{0} is kept as it is in the file and can't be set")]
    Kept(Place),
    #[error("{place}: {reason}")]
    Value { place: Place, reason: String },
    #[error("{place}: there is no {thing} {number}; the file has {n}")]
    NoThing { place: Place, thing: &'static str, number: usize, n: usize },
    #[error("{what} is in use by {by}; change that first")]
    InUse { what: Place, by: String },
    #[error("a new {thing} needs a {needed}, and the file has none; add one to {list} first")]
    Needs { thing: &'static str, needed: &'static str, list: &'static str },
    #[error("the text: {0}")]
    Letters(#[from] NoLetter),
}
