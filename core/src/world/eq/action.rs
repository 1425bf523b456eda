//! What can be done to a zone, as data: scripts and tools say it in this way.

use serde::{Deserialize, Serialize};

use super::Zone;
use super::retag::{Refusal, Tag, retag};
use crate::space::eq::Kind;
use crate::world::scripted::Scripted;

/// Something to do to a zone, with its arguments. As JSON, `action` is its name and the arguments
/// are beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    TagRegions(TagRegions),
}

/// Makes regions water, lava and so on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagRegions {
    /// Counted from 0.
    pub regions: Vec<u32>,
    #[serde(with = "by_name")]
    pub kind: Kind,
    /// Of a zone line: the row of the server's `zone_points` that says where it leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_point: Option<u32>,
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::TagRegions(_) => "tag-regions",
        }
    }
}

impl Action {
    /// Does it. Gives whether anything changed.
    pub fn apply(&self, zone: &mut Zone) -> Result<bool, Refusal> {
        match self {
            Action::TagRegions(TagRegions { regions, kind, zone_point }) => {
                let tag = Tag { kind: *kind, zone_point: *zone_point };
                retag(zone, regions, &tag).map(|n_changed| n_changed > 0)
            }
        }
    }
}

/// A kind by the name that scripts have for it.
mod by_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::space::eq::Kind;

    // serde hands out references.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
        kind.name().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(json: D) -> Result<Kind, D::Error> {
        let name = String::deserialize(json)?;
        Kind::named(&name).ok_or_else(|| {
            let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            D::Error::custom(format!(
                "no kind of region is called `{name}`: there are {}",
                names.join(", ")
            ))
        })
    }
}
