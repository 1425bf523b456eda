//! Why a scene does not do what an action asks for.

use crate::world::rsw::MOST_OBJECTS;
use crate::world::rsw::field::{Field, WorldField};
use crate::world::rsw::object::{Kind, ObjectId};
use crate::world::sum::BadSetting;

/// Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("there is no object {0}")]
    NoObject(ObjectId),
    #[error("no object is selected")]
    NothingSelected,
    #[error("{id} is a {kind}, which has no {field} in this version of the format")]
    NoField { id: ObjectId, kind: Kind, field: Field },
    #[error("a new {kind} has no {field} in this version of the format")]
    NoFieldOfNew { kind: Kind, field: Field },
    #[error("this version of the format has no {0}")]
    NoWorldField(WorldField),
    #[error("{place}: {field} is {found}, but must be {expected}")]
    Value { place: String, field: &'static str, found: String, expected: String },
    #[error("{0} must be finite numbers")]
    NotFinite(&'static str),
    #[error("{0} would be out of range")]
    TooFar(ObjectId),
    #[error("a scene has at most {MOST_OBJECTS} objects")]
    TooMany,
}

impl Refusal {
    pub(super) fn value(
        place: &(impl ToString + ?Sized),
        field: &'static str,
        bad: BadSetting,
    ) -> Refusal {
        let BadSetting { found, expected } = bad;
        Refusal::Value { place: place.to_string(), field, found, expected }
    }
}

/// Numbers as they came, if they are numbers.
pub(super) fn finite<const N: usize>(
    argument: &'static str,
    values: [f64; N],
) -> Result<[f64; N], Refusal> {
    let is_finite = values.iter().all(|value| value.is_finite());
    is_finite.then_some(values).ok_or(Refusal::NotFinite(argument))
}
