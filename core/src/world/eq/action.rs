//! What can be done to a zone, as data: scripts and tools say it in this way.

use serde::{Deserialize, Serialize};

use super::Zone;
use super::retag::{Refusal, Tag, retag};
use super::zone_line::{Place, ZoneLine};
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
    /// Of a zone line instead: the place where it leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
}

impl TagRegions {
    pub fn new(regions: Vec<u32>, kind: Kind) -> TagRegions {
        TagRegions { regions, kind, zone_point: None, to: None }
    }

    /// Makes regions what a tag says; `None` where its text can't be read.
    pub fn of_tag(regions: Vec<u32>, tag: &Tag) -> Option<TagRegions> {
        let (zone_point, to) = match &tag.line {
            None => (None, None),
            Some(ZoneLine::Number(number)) => (Some(*number), None),
            Some(ZoneLine::Place(place)) => (None, Some(*place)),
            Some(ZoneLine::Unread(_)) => return None,
        };
        Some(TagRegions { regions, kind: tag.kind, zone_point, to })
    }

    /// What the regions are to be.
    pub fn tag(&self) -> Result<Tag, Refusal> {
        let line = match (self.zone_point, self.to) {
            (Some(_), Some(_)) => return Err(Refusal::TwoTargets),
            (Some(number), None) => Some(ZoneLine::Number(number)),
            (None, Some(place)) => Some(ZoneLine::Place(place)),
            (None, None) => None,
        };
        Ok(Tag { kind: self.kind, line })
    }
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
            Action::TagRegions(tag) => {
                retag(zone, &tag.regions, &tag.tag()?).map(|n_changed| n_changed > 0)
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
