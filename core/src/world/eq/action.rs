//! What can be done to a zone, as data: scripts and tools say it in this way.

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::space::eq::Kind;
use crate::world::eq::Zone;
use crate::world::eq::flood::flood;
use crate::world::eq::object::{self, Object, Placed, Scale};
use crate::world::eq::retag::{self, Tag, retag};
use crate::world::eq::zone_line::{Place, ZoneLine};
use crate::world::scripted::Scripted;

/// Something to do to a zone, with its arguments. As JSON, `action` is its name and the arguments
/// are beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    TagRegions(TagRegions),
    MoveObjects(MoveObjects),
    SetObject(SetObject),
    AddObject(AddObject),
    RemoveObjects(RemoveObjects),
}

/// Why a zone stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error(transparent)]
    Regions(#[from] retag::Refusal),
    #[error(transparent)]
    Objects(#[from] object::Refusal),
}

/// Moves objects, all by the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveObjects {
    /// The numbers of their fragments, counted from 1.
    pub objects: Vec<u32>,
    /// In the axes of the server.
    pub by: [F32; 3],
}

/// Puts an object somewhere. A part that is left out stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetObject {
    pub object: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<F32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<F32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<F32>,
    /// 512 to a circle, as the client's files have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<F32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitch: Option<F32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<F32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
}

/// Adds an object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddObject {
    /// With or without `_ACTORDEF` at its end.
    pub model: String,
    pub x: F32,
    pub y: F32,
    pub z: F32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<F32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitch: Option<F32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<F32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
}

/// Takes objects out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveObjects {
    pub objects: Vec<u32>,
}

impl MoveObjects {
    fn moved(&self, place: &Placed) -> Placed {
        let [x, y, z] = place.at;
        let [dx, dy, dz] = self.by;
        let plus = |a: F32, b: F32| F32::new(a.get() + b.get());
        Placed { at: [plus(x, dx), plus(y, dy), plus(z, dz)], ..*place }
    }
}

impl SetObject {
    fn of(&self, place: &Placed) -> Placed {
        let [x, y, z] = place.at;
        let [heading, pitch, roll] = place.turns;
        Placed {
            at: [self.x.unwrap_or(x), self.y.unwrap_or(y), self.z.unwrap_or(z)],
            turns: [
                self.heading.unwrap_or(heading),
                self.pitch.unwrap_or(pitch),
                self.roll.unwrap_or(roll),
            ],
            scale: self.scale.unwrap_or(place.scale),
        }
    }
}

impl AddObject {
    /// Adds one as an object is.
    pub fn like(object: &Object) -> AddObject {
        let [x, y, z] = object.place.at;
        let [heading, pitch, roll] = object.place.turns.map(Some);
        let scale = Some(object.place.scale);
        AddObject { model: object.model.clone(), x, y, z, heading, pitch, roll, scale }
    }

    fn place(&self) -> Placed {
        let turns = [self.heading, self.pitch, self.roll];
        Placed {
            at: [self.x, self.y, self.z],
            turns: turns.map(|turn| turn.unwrap_or(F32::ZERO)),
            scale: self.scale.unwrap_or(Scale::Even(F32::new(1.0))),
        }
    }
}

/// Makes regions water, lava and so on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagRegions {
    /// Counted from 0.
    pub regions: Vec<u32>,
    /// With it, all regions of the same kind as well that these reach through open borders below the height.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<F32>,
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
        TagRegions { regions, below: None, kind, zone_point: None, to: None }
    }

    /// Makes regions what a tag says; `None` where its text can't be read.
    pub fn of_tag(regions: Vec<u32>, tag: &Tag) -> Option<TagRegions> {
        let (zone_point, to) = match &tag.line {
            None => (None, None),
            Some(ZoneLine::Number(number)) => (Some(*number), None),
            Some(ZoneLine::Place(place)) => (None, Some(*place)),
            Some(ZoneLine::Unread(_)) => return None,
        };
        Some(TagRegions { regions, below: None, kind: tag.kind, zone_point, to })
    }

    /// The regions that are meant.
    fn regions_in(&self, zone: &Zone) -> Vec<u32> {
        let Some(below) = self.below else { return self.regions.clone() };
        let first = self.regions.iter().copied().collect();
        // A zone without a tree has no borders.
        let found = flood(zone, &first, Some(f64::from(below.get())));
        found.map_or_else(|_| self.regions.clone(), |found| found.into_iter().collect())
    }

    /// What the regions are to be.
    pub fn tag(&self) -> Result<Tag, retag::Refusal> {
        let line = match (self.zone_point, self.to) {
            (Some(_), Some(_)) => return Err(retag::Refusal::TwoTargets),
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
            Action::MoveObjects(_) => "move-objects",
            Action::SetObject(_) => "set-object",
            Action::AddObject(_) => "add-object",
            Action::RemoveObjects(_) => "remove-objects",
        }
    }
}

impl Action {
    /// Does it. Gives whether anything changed.
    pub fn apply(&self, zone: &mut Zone) -> Result<bool, Refusal> {
        let n_changed = match self {
            Action::TagRegions(tag) => retag(zone, &tag.regions_in(zone), &tag.tag()?)?,
            Action::MoveObjects(own) => object::place(zone, &own.objects, |it| own.moved(it))?,
            Action::SetObject(own) => object::place(zone, &[own.object], |it| own.of(it))?,
            Action::AddObject(own) => {
                object::add(zone, &own.model, &own.place())?;
                1
            }
            Action::RemoveObjects(own) => object::remove(zone, &own.objects)?,
        };
        Ok(n_changed > 0)
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
