//! Regions that are reached from others of their kind through open borders, all of them or those below a
//! height.

use std::collections::BTreeSet;

use super::{Unfit, Zone, listing, server_wtr};
use crate::format::eq::wtr::Regions;
use crate::nav::eq::cell::Cell;
use crate::nav::eq::touch::connected;
use crate::nav::eq::tree::RegionTree;

/// Regions without an end go so far beyond the meshes of the zone, in units.
const BEYOND: f64 = 2.0;

/// The first regions, and those of the same kind that are reached from them through faces in common. Below
/// a height, what is above it is no way: a pit does not lead out over its rim.
pub fn flood(
    zone: &Zone,
    first: &BTreeSet<u32>,
    below: Option<f64>,
) -> Result<BTreeSet<u32>, Unfit> {
    let wtr = server_wtr::build(zone)?;
    let Regions::Nodes(nodes) = &wtr.regions else { return Ok(first.clone()) };
    let tree = RegionTree::new(nodes);
    let is_first = |region: Option<u32>| region.is_some_and(|region| first.contains(&region));
    let kinds: BTreeSet<i32> =
        tree.leaves().filter(|leaf| is_first(leaf.region)).map(|leaf| leaf.kind).collect();
    let around = around(zone, below);
    let mut found = first.clone();
    for kind in kinds {
        let mut cells: Vec<(u32, Cell)> = Vec::new();
        tree.each_cell(|leaf, planes| {
            if let Some(region) = leaf.region.filter(|_| leaf.kind == kind) {
                cells.extend(Cell::new(&[planes, &around].concat()).map(|cell| (region, cell)));
            }
        });
        found.extend(connected(&cells, first));
    }
    Ok(found)
}

/// The planes that regions end at, in the axes of the client.
fn around(zone: &Zone, below: Option<f64>) -> Vec<[f64; 4]> {
    let [[lx, ly, lz], [hx, hy, hz]] = listing::bounds(zone);
    let mut planes = vec![
        [1.0, 0.0, 0.0, BEYOND - lx],
        [-1.0, 0.0, 0.0, hx + BEYOND],
        [0.0, 1.0, 0.0, BEYOND - ly],
        [0.0, -1.0, 0.0, hy + BEYOND],
        [0.0, 0.0, 1.0, BEYOND - lz],
        [0.0, 0.0, -1.0, hz + BEYOND],
    ];
    planes.extend(below.map(|below| [0.0, 0.0, -1.0, below]));
    planes
}
