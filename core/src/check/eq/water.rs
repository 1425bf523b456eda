//! Water that is only half there: drawn and not tagged, or wet for the client alone.

use std::collections::BTreeMap;

use super::super::{fix, found::Found};
use super::{list, region};
use crate::format::eq::wld::fragment;
use crate::format::eq::wld::geometry::Mesh;
use crate::format::eq::wld::region::RegionList;
use crate::format::eq::wld::surface::MaterialList;
use crate::format::eq::wtr::Regions;
use crate::nav::eq::tree::RegionTree;
use crate::problem::{Rule, Severity};
use crate::space::eq::{Kind, exchanged};
use crate::world::eq::action::{Action, TagRegions};
use crate::world::eq::{Zone, server_wtr};

pub(super) const DRY: Rule = Rule {
    code: "eq-liquid-dry",
    severity: Severity::Information,
    title: "Liquid that is dry land for the server",
    explanation: "\
A list of regions is slime or frigid water. Players swim there in the client. The server treats it \
as dry land, so monsters walk where players swim.

The game's own files are like this. Tag the regions as water if the server should know.",
};

pub(super) const UNTAGGED: Rule = Rule {
    code: "eq-water-untagged",
    severity: Severity::Hint,
    title: "Water that is drawn but not tagged",
    explanation: "\
Below a flat surface with a water material, the region is in no list of water. Players fall \
through the surface, and the server knows of no water there.

Some ponds in the game are like this, and only look wet. Tag the region as water if players should \
swim in it.",
};

/// As deep below a surface as one looks for water.
const BELOW: f64 = 0.5;

/// As much as the corners of a flat polygon may differ.
const FLAT: f32 = 0.01;

pub(super) fn check(file: &str, zone: &Zone, found: &mut Found) {
    dry(file, zone, found);
    untagged(file, zone, found);
}

fn dry(file: &str, zone: &Zone, found: &mut Found) {
    for (idx, fragment) in zone.world.of_kind(fragment::REGION_LIST) {
        let Ok(lists) = RegionList::read(fragment) else { continue };
        let name = zone.world.name_of(fragment);
        let is_dry = |text: &[u8]| text.starts_with(b"SL") || text.starts_with(b"VW");
        let Some(text) = [lists.text(), name].into_iter().find(|text| is_dry(text)) else {
            continue;
        };
        let n_regions = lists.regions.len();
        let what = if text.starts_with(b"SL") { "slime" } else { "frigid water" };
        let message = format!("{n_regions} regions of {what} are dry land for the server");
        let problem = || {
            let kind = Kind::Water;
            let tag = TagRegions::new(lists.regions.clone(), kind);
            let mend = fix("Make them water", &Action::TagRegions(tag)).one_by_one();
            (message, vec![mend])
        };
        found.add(&DRY, || list(file, idx), problem);
    }
}

fn untagged(file: &str, zone: &Zone, found: &mut Found) {
    let Ok(wtr) = server_wtr::build(zone) else { return };
    let Regions::Nodes(nodes) = &wtr.regions else { return };
    let tree = RegionTree::new(nodes);
    let world = &zone.world;
    let mut dry: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, fragment) in world.of_kind(fragment::MESH) {
        let Ok(mesh) = Mesh::read(fragment, world.version) else { continue };
        let is_water = water_materials(zone, &mesh);
        if !is_water.contains(&true) {
            continue;
        }
        let positions = mesh.positions();
        for (polygon, material) in mesh.polygons_with_materials() {
            let is_water = is_water.get(usize::from(material)).is_some_and(|is_water| *is_water);
            if !is_water || !polygon.is_passable() {
                continue;
            }
            let corners = polygon.corners.map(|corner| positions.get(usize::from(corner)));
            let Some([x, y, z]) = flat_centre(corners) else { continue };
            let below = tree.leaf(exchanged([x, y, z - BELOW]));
            let Some(leaf) = below.filter(|leaf| !Kind::of(leaf.kind).is_some_and(Kind::is_wet))
            else {
                continue;
            };
            if let Some(region) = leaf.region {
                *dry.entry(region).or_default() += 1;
            }
        }
    }
    for (index, n_polygons) in dry {
        let problem = || {
            let message =
                format!("{n_polygons} polygons of water are drawn above the region, which is dry");
            let kind = Kind::Water;
            let tag = TagRegions::new(vec![index], kind);
            (message, vec![fix("Make it water", &Action::TagRegions(tag)).one_by_one()])
        };
        found.add(&UNTAGGED, || region(file, index), problem);
    }
}

/// Which materials of a mesh are water, by their names: `W1_MDF` and so on.
fn water_materials(zone: &Zone, mesh: &Mesh) -> Vec<bool> {
    let list = zone.world.fragment(mesh.materials).and_then(|list| MaterialList::read(list).ok());
    let is_water = |reference: &i32| {
        let name = zone.world.fragment(*reference).map(|material| zone.world.name_of(material));
        let name = name.unwrap_or_default();
        name.starts_with(b"WATER")
            || matches!(name, [b'W', digit, b'_', ..] if digit.is_ascii_digit())
    };
    list.map_or_else(Vec::new, |list| list.materials.iter().map(is_water).collect())
}

fn flat_centre(corners: [Option<&[f32; 3]>; 3]) -> Option<[f64; 3]> {
    let [a, b, c] = corners;
    let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [*a?, *b?, *c?];
    let is_flat = (az - bz).abs() < FLAT && (az - cz).abs() < FLAT;
    let third = |a: f32, b: f32, c: f32| (f64::from(a) + f64::from(b) + f64::from(c)) / 3.0;
    is_flat.then(|| [third(ax, bx, cx), third(ay, by, cy), third(az, bz, cz)])
}
