//! What can be done to a navigation mesh, as data: scripts and tools say it in this way.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::format::eq::nav::Content;
use crate::nav::eq::mesh::{Point, point, shape};
use crate::space::eq::area::Area;
use crate::space::eq::height_second;
use crate::world::eq::mesh::{Refusal, connect, no_such, polygon_at, remove};
use crate::world::scripted::Scripted;

/// Something to do to a mesh, with its arguments. As JSON, `action` is its name and the arguments are
/// beside it. Numbers of things are those before the action; points are in the server's axes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    AddConnection(AddConnection),
    RemoveConnection(RemoveConnection),
    SetArea(SetArea),
    RemovePolygons(RemovePolygons),
    RemoveTile(RemoveTile),
}

/// Makes a way that is not on the mesh: a jump, a ladder, a door.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddConnection {
    pub from: Point,
    pub to: Point,
    #[serde(default = "usual_radius")]
    pub radius: f32,
    #[serde(default, alias = "both-ways")]
    pub both_ways: bool,
    #[serde(default = "normal", with = "by_name")]
    pub area: Area,
}

fn usual_radius() -> f32 {
    2.0
}

fn normal() -> Area {
    Area::Normal
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveConnection {
    pub connection: u32,
}

/// Makes polygons water, disabled and so on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetArea {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygons: Option<Vec<u32>>,
    /// Two corners: of ground whose middle is inside.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub inside: Option<[Point; 2]>,
    #[serde(with = "by_name")]
    pub area: Area,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemovePolygons {
    pub polygons: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveTile {
    pub tile: u32,
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::AddConnection(_) => "add-connection",
            Action::RemoveConnection(_) => "remove-connection",
            Action::SetArea(_) => "set-area",
            Action::RemovePolygons(_) => "remove-polygons",
            Action::RemoveTile(_) => "remove-tile",
        }
    }
}

impl Action {
    /// Does it. Gives whether anything changed.
    pub fn apply(&self, content: &mut Content) -> Result<bool, Refusal> {
        match self {
            Action::AddConnection(add) => connect::add(content, add).map(|()| true),
            Action::RemoveConnection(RemoveConnection { connection }) => {
                connect::remove(content, *connection).map(|()| true)
            }
            Action::SetArea(set) => set.apply(content),
            Action::RemovePolygons(RemovePolygons { polygons }) => {
                remove::polygons(content, polygons)
            }
            Action::RemoveTile(RemoveTile { tile }) => remove::tile(content, *tile).map(|()| true),
        }
    }
}

impl SetArea {
    fn apply(&self, content: &mut Content) -> Result<bool, Refusal> {
        let named = match (&self.polygons, self.inside) {
            (Some(polygons), None) => named(content, polygons)?,
            (None, Some(corners)) => inside(content, corners)?,
            _ => return Err(Refusal::NothingNamed),
        };
        let mut has_changed = false;
        for (tile, own) in named {
            let tile = content.tiles.get_mut(tile);
            let Some(polygon) = tile.and_then(|tile| tile.polygons.get_mut(own)) else { continue };
            let before = *polygon;
            polygon.set_area(self.area.number());
            polygon.flags = self.area.flag();
            has_changed |= *polygon != before;
        }
        Ok(has_changed)
    }
}

/// The places of polygons, each once.
pub(super) fn named(
    content: &Content,
    polygons: &[u32],
) -> Result<BTreeSet<(usize, usize)>, Refusal> {
    let each = polygons.iter().map(|number| {
        let place = polygon_at(content, *number);
        place.ok_or_else(|| no_such(content, "polygon", *number, |tile| tile.polygons.len()))
    });
    let named: BTreeSet<(usize, usize)> = each.collect::<Result<_, _>>()?;
    if named.is_empty() { Err(Refusal::NothingNamed) } else { Ok(named) }
}

fn inside(content: &Content, [a, b]: [Point; 2]) -> Result<BTreeSet<(usize, usize)>, Refusal> {
    if a.iter().chain(&b).any(|number| !number.is_finite()) {
        return Err(Refusal::NotFinite);
    }
    let is_inside = |at: Point| {
        let mut each = at.into_iter().zip(a.into_iter().zip(b));
        each.all(|(at, (a, b))| at >= a.min(b) && at <= a.max(b))
    };
    let mut found = BTreeSet::new();
    for (number, tile) in content.tiles.iter().enumerate() {
        for (own, polygon) in tile.polygons.iter().enumerate() {
            let corners: Vec<Point> = tile.corners(polygon).map(point).collect();
            let is_ground = polygon.kind() == crate::format::eq::nav::tile::Kind::Ground;
            if is_ground && is_inside(height_second(shape::middle(&corners))) {
                found.insert((number, own));
            }
        }
    }
    Ok(found)
}

/// An area by the name that scripts have for it.
mod by_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::space::eq::area::Area;

    // serde hands out references.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(area: &Area, serializer: S) -> Result<S::Ok, S::Error> {
        area.name().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(json: D) -> Result<Area, D::Error> {
        let name = String::deserialize(json)?;
        Area::named(&name).ok_or_else(|| {
            let names: Vec<&str> = Area::ALL.iter().map(|area| area.name()).collect();
            D::Error::custom(format!("no area is called `{name}`: there are {}", names.join(", ")))
        })
    }
}
