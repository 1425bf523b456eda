//! The `.wtr` of a zone: its tree of regions, with the kind of each leaf.

use super::{Unfit, Zone};
use crate::format::eq::wld::fragment;
use crate::format::eq::wld::geometry::Tree;
use crate::format::eq::wld::region::RegionList;
use crate::format::eq::wtr::{Node, Regions, Wtr};
use crate::format::text::Opaque;
use crate::space::eq::Kind;

/// The file as the server's tools write it.
pub fn build(zone: &Zone) -> Result<Wtr, Unfit> {
    let tree = zone.tree().ok_or(Unfit::NoZone)??;
    let kinds = kinds_of_regions(zone, &tree);
    let node = |(number, node): (usize, &crate::format::eq::wld::geometry::Node)| {
        let is_leaf = node.front == 0 && node.back == 0;
        let kind = kinds.get(node.region as usize).filter(|_| is_leaf);
        Node {
            number: i32::try_from(number).unwrap_or(i32::MAX),
            plane: node.plane,
            region: node.region as i32,
            kind: kind.copied().flatten().map_or(0, Kind::number),
            front: node.front as i32,
            back: node.back as i32,
        }
    };
    let regions = Regions::Nodes(tree.nodes.iter().enumerate().map(node).collect());
    Ok(Wtr { regions, tail: Opaque::default() })
}

/// The kind of each region, counted from 1; `None` for one that no list has. Of several lists the last
/// one counts, and only those behind the tree.
fn kinds_of_regions(zone: &Zone, tree: &Tree) -> Vec<Option<Kind>> {
    let n_regions = tree.nodes.iter().map(|node| node.region).max().unwrap_or_default();
    let mut kinds = vec![None; (n_regions as usize).min(tree.nodes.len()) + 1];
    for (kind, list) in lists(zone) {
        for region in list.regions {
            // The tree counts from 1.
            let place = usize::try_from(region).ok().and_then(|region| kinds.get_mut(region + 1));
            if let Some(place) = place {
                *place = Some(kind);
            }
        }
    }
    kinds
}

/// The lists of regions that the server's tools take, each with what they take it for.
pub fn lists(zone: &Zone) -> impl Iterator<Item = (Kind, RegionList)> {
    let world = &zone.world;
    let tree = world.fragments.iter().position(|fragment| fragment.kind == fragment::TREE);
    let lists = world.of_kind(fragment::REGION_LIST).filter(move |(idx, _)| Some(*idx) > tree);
    lists.filter_map(|(_, fragment)| {
        let list = RegionList::read(fragment).ok()?;
        Some((Kind::of_list(world.name_of(fragment), list.text()), list))
    })
}
