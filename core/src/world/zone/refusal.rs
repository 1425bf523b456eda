//! Why a zone does not do what an action asks for.

use crate::problem::counted::counted;
use crate::space::rose::block::BlockCoord;

use super::lists::MOST_THINGS;
use super::thing::{Kind, ThingId};

/// Nothing was changed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("there is no thing {0}")]
    NoThing(ThingId),
    #[error("nothing is selected")]
    NothingSelected,
    #[error("{argument} is {found}, and has to be {expected}")]
    Argument { argument: &'static str, found: String, expected: String },
    #[error("{id} is a {kind}, which has no {field}")]
    NoField { id: ThingId, kind: Kind, field: String },
    #[error("{id}: {field} is {found}, and has to be {expected}")]
    Value { id: ThingId, field: String, found: String, expected: String },
    #[error("{id} would be at ({x:.0}, {y:.0}), where the zone has no block")]
    NoBlock { id: ThingId, x: f64, y: f64 },
    #[error("{0}: the position is out of range")]
    TooFar(ThingId),
    #[error("({x:.0}, {y:.0}) is in no block of the zone")]
    Nowhere { x: f64, y: f64 },
    #[error("block {0} has no IFO that can be edited")]
    NoIfo(BlockCoord),
    #[error("the {kind} block of {file} can't be read, so nothing can be added to it")]
    OpaqueList { file: String, kind: Kind },
    #[error("the zone has no ZON that can be edited")]
    NoZon,
    #[error(
        "the zone has {} and {n_new} would be added, but it only has room for {MOST_THINGS}; add \
        fewer at once",
        counted(*n, "thing", "things")
    )]
    TooMany { n: usize, n_new: usize },
    #[error("{file} has no {what} that can be edited")]
    NoPart { file: String, what: &'static str },
    #[error("{0} has no monster {1} in that list; the first is 0")]
    NoMonster(ThingId, u32),
    #[error("{0} is not a spawn")]
    NotASpawn(ThingId),
    #[error("there is no {what} {found}; the first is 0, and there are {n}")]
    NoEntry { what: &'static str, found: i64, n: usize },
    #[error("{0}")]
    InUse(String),
    #[error("block {block} has no {what} that can be edited")]
    NoGround { block: BlockCoord, what: &'static str },
    #[error("{0}")]
    Other(String),
}

impl Refusal {
    pub(super) fn argument(
        argument: &'static str,
        found: &(impl ToString + ?Sized),
        expected: &(impl ToString + ?Sized),
    ) -> Refusal {
        let (found, expected) = (found.to_string(), expected.to_string());
        Refusal::Argument { argument, found, expected }
    }
}

/// Numbers as they came, if they are numbers.
pub(super) fn finite<const N: usize>(
    argument: &'static str,
    values: [f64; N],
) -> Result<[f64; N], Refusal> {
    match values.into_iter().find(|value| !value.is_finite()) {
        None => Ok(values),
        Some(value) => Err(Refusal::argument(argument, &value, "finite numbers")),
    }
}
