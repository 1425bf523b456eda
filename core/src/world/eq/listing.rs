//! The regions of a zone as a list, for people and scripts.

use super::{Unfit, Zone, server_wtr};
use crate::format::eq::wld::region::Ambience;
use crate::format::eq::wld::{fragment, geometry};
use crate::format::eq::wtr::Regions;
use crate::nav::eq::cell::Cell;
use crate::nav::eq::nearest::common;
use crate::nav::eq::tree::RegionTree;
use crate::space::eq::{Kind, exchanged};

/// A region of a zone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Listed {
    /// Counted from 0, as lists of regions count.
    pub index: u32,
    /// What the server takes it for.
    pub kind: Kind,
    /// The node of the tree that is it, counted from 0.
    pub leaf: usize,
    /// The lowest and the highest corner, in the server's axes, as far as the zone's meshes reach.
    pub bounds: [[f64; 3]; 2],
}

/// Every region that the tree leads to, by its number.
pub fn regions(zone: &Zone) -> Result<Vec<Listed>, Unfit> {
    let wtr = server_wtr::build(zone)?;
    let Regions::Nodes(nodes) = &wtr.regions else { return Ok(Vec::new()) };
    let within = bounds(zone);
    let mut listed = Vec::new();
    RegionTree::new(nodes).each_cell(|leaf, planes| {
        let Some(index) = leaf.region else { return };
        let cell = Cell::new(planes).map(|cell| common(cell.bounds(), within));
        let [low, high] = cell.unwrap_or([[0.0; 3]; 2]);
        listed.push(Listed {
            index,
            kind: Kind::of(leaf.kind).unwrap_or(Kind::Unsupported),
            leaf: leaf.number,
            bounds: [exchanged(low), exchanged(high)],
        });
    });
    listed.sort_by_key(|region| (region.index, region.leaf));
    Ok(listed)
}

/// An ambient region of a zone: regions of one ambience. It is unknown how the client uses them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ambient {
    /// Counted from 1, as references count.
    pub fragment: usize,
    /// Empty where it has none.
    pub name: String,
    /// The fragment of its light source, counted from 1; `None` for what is no fragment of the zone.
    pub light: Option<usize>,
    pub flags: u32,
    /// Counted from 0. One that is no region of the zone is in the list as well.
    pub regions: Vec<i32>,
}

/// Every ambient region that can be read, in the order of the file.
pub fn ambient_regions(zone: &Zone) -> Vec<Ambient> {
    let world = &zone.world;
    let n_fragments = world.fragments.len();
    let read = world.of_kind(fragment::AMBIENCE).filter_map(|(number, fragment)| {
        let Ambience { light, flags, regions } = Ambience::read(fragment).ok()?;
        let name = String::from_utf8_lossy(world.name_of(fragment)).into_owned();
        let light = usize::try_from(light).ok().filter(|light| (1..=n_fragments).contains(light));
        Some(Ambient { fragment: number + 1, name, light, flags, regions })
    });
    read.collect()
}

/// The box around the meshes of the zone, in the axes of the client.
pub(super) fn bounds(zone: &Zone) -> [[f64; 3]; 2] {
    let mut bounds: Option<[[f64; 3]; 2]> = None;
    for (_, fragment) in zone.world.of_kind(fragment::MESH) {
        let Ok(mesh) = geometry::Mesh::read(fragment, zone.world.version) else { continue };
        for point in mesh.positions() {
            let point @ [x, y, z] = point.map(f64::from);
            if !point.iter().all(|number| number.is_finite()) {
                continue;
            }
            let [[lx, ly, lz], [hx, hy, hz]] = bounds.unwrap_or([point; 2]);
            bounds = Some([[lx.min(x), ly.min(y), lz.min(z)], [hx.max(x), hy.max(y), hz.max(z)]]);
        }
    }
    bounds.unwrap_or([[0.0; 3]; 2])
}
