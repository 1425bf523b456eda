//! Areas that do not say what is there, or what a server makes of them.

use std::collections::BTreeMap;

use crate::check::fix;
use crate::check::found::Found;
use crate::check::navigation::{place, shown};
use crate::check::table::Around;
use crate::format::file::Content;
use crate::nav::eq::answer::{As, Volumes};
use crate::nav::eq::mesh::{Mesh, shape};
use crate::problem::counted::counted;
use crate::problem::{Rule, Severity};
use crate::space::eq::area::{Area, is_walked};
use crate::space::eq::{Kind, height_second};
use crate::world::eq::mesh::action::{Action, SetArea};

pub(super) const FLAGS: Rule = Rule {
    code: "nav-flags-unlike-area",
    severity: Severity::Warning,
    title: "Polygons whose flags say something different from their area",
    explanation: "\
A server decides by the flags of a polygon whether anybody walks on it, and by its area what that costs. Here the \
area is disabled and the flags are not, or the other way round.

A tool that changed one and not the other is the usual cause. `set-area` writes both.",
};

pub(super) const UNLIKE_WATER: Rule = Rule {
    code: "nav-area-unlike-water",
    severity: Severity::Hint,
    title: "Polygons in water whose area is not water",
    explanation: "\
By the .wtr beside the mesh, polygons are in water or lava, and their area says that they are dry; or the other way \
round. Monsters then take the way through the lake for as short as that around it.

The server's tool marks only what it knows of regions, and for zones of the old kind that is little: their \
meshes are dry throughout. Set the area if it matters where monsters go.",
};

/// So far above the ground one looks what is there: on the ground it could be either.
const ABOVE: f32 = 0.5;

pub(super) fn check(file: &str, mesh: &Mesh, around: Around<'_>, found: &mut Found) {
    let mut unlike: BTreeMap<u8, Vec<u32>> = BTreeMap::new();
    for (number, polygon) in mesh.polygons.iter().enumerate() {
        let is_open = is_walked(Area::of(polygon.area).map_or(1, Area::flag));
        if is_open != is_walked(polygon.flags) {
            unlike.entry(polygon.area).or_default().push(number as u32);
        }
    }
    for (area, polygons) in unlike {
        let name = Area::of(area).map_or("unknown", Area::name);
        let first = polygons.first().copied().unwrap_or_default();
        let walked = if is_walked(flags(mesh, first)) { "walked" } else { "never walked" };
        let n = counted(polygons.len(), "polygon", "polygons");
        let message = format!("by their flags, {n} of area {name} ({area}) are {walked}");
        let fixes = Area::of(area).map(|area| set(area, polygons).one_by_one());
        let problem = || (message, fixes.into_iter().collect());
        found.add(&FLAGS, || place(file, "polygon", first as usize), problem);
    }
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    if let Some(Content::Wtr(wtr)) = around(&format!("{stem}.wtr").to_uppercase()).as_deref() {
        unlike_water(file, mesh, &Volumes::new(wtr), found);
    }
}

fn flags(mesh: &Mesh, polygon: u32) -> u16 {
    mesh.polygons.get(polygon as usize).map_or(0, |polygon| polygon.flags)
}

fn set(area: Area, polygons: Vec<u32>) -> crate::problem::Fix {
    let set = SetArea { polygons: Some(polygons), inside: None, area };
    fix(format!("Make them {}", area.name()), &Action::SetArea(set))
}

/// What is wet, or burns.
fn is_liquid(area: Area) -> bool {
    matches!(area, Area::Water | Area::Lava | Area::Slime | Area::FrigidWater)
}

fn unlike_water(file: &str, mesh: &Mesh, regions: &Volumes, found: &mut Found) {
    let mut unlike: BTreeMap<(Area, Area), Vec<u32>> = BTreeMap::new();
    for (number, polygon) in mesh.polygons.iter().enumerate() {
        let area =
            Area::of(polygon.area).filter(|_| !polygon.is_connection && mesh.is_walked(number));
        let Some(area) = area else { continue };
        let [x, y, z] = height_second(shape::middle(&polygon.corners));
        let kind = regions.kind(As::True, [x, y, z + ABOVE].map(f64::from));
        let kind = Kind::of(kind).unwrap_or(Kind::Normal);
        let there = Area::of_region(kind);
        if there != area && (is_liquid(there) || is_liquid(area)) && there != Area::Disabled {
            unlike.entry((area, there)).or_default().push(number as u32);
        }
    }
    for ((area, there), polygons) in unlike {
        let first = polygons.first().copied().unwrap_or_default() as usize;
        let n = counted(polygons.len(), "polygon is", "polygons are");
        let at = mesh.polygons.get(first).map(|polygon| shown(shape::middle(&polygon.corners)));
        let (area, at) = (area.name(), at.unwrap_or_default());
        let message = match there {
            Area::Normal => format!("{n} of area {area} and dry by the .wtr, the first at {at}"),
            _ => format!("{n} of area {area} and in {}, the first at {at}", there.name()),
        };
        let problem = || (message, vec![set(there, polygons).one_by_one()]);
        found.add(&UNLIKE_WATER, || place(file, "polygon", first), problem);
    }
}
