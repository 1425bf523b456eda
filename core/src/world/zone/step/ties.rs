//! Files of a zone that changed together: what went from one block to another is told by both.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::number::F32;
use crate::space::rose::block::BlockCoord;

use super::super::Zone;
use super::super::ground::Cut;
use super::super::thing::{Kind, Thing};

/// Files that hold together what was done between two states of a zone: those that things went out
/// of and the ones that they came into, those with heights, which share their seams, and what was
/// painted with the tiles that it means, where those changed. Where one of them stays as it was, the
/// others must, lest things be lost or doubled, or ground be of another tile.
pub fn ties(before: &Zone, after: &Zone) -> Vec<BTreeSet<String>> {
    let files = |blocks: BTreeSet<BlockCoord>,
                 path: &dyn Fn(&Zone, BlockCoord) -> Option<String>| {
        let paths = blocks.into_iter();
        paths.filter_map(|block| path(after, block).or_else(|| path(before, block))).collect()
    };
    let heights = |zone: &Zone, block| zone.ground_words(block, Cut::Heights);
    let changed = |words: &dyn Fn(&Zone, BlockCoord) -> Vec<u64>| {
        let both = before.blocks().chain(after.blocks());
        both.filter(|block| words(before, *block) != words(after, *block)).collect()
    };
    let ground = |cut| move |zone: &Zone, block| zone.ground_path(block, cut).map(str::to_owned);
    let raised = files(changed(&heights), &ground(Cut::Heights));
    let means = |zone: &Zone| (zone.ground_tiles().to_vec(), zone.textures().to_vec());
    let mut painted = BTreeSet::new();
    if means(before) != means(after) {
        let tiles = |zone: &Zone, block| zone.ground_words(block, Cut::Patches);
        painted = files(changed(&tiles), &ground(Cut::Patches));
        painted.extend(after.path_of(None).map(str::to_owned));
    }
    let ifo = |zone: &Zone, block| zone.path_of(Some(block)).map(str::to_owned);
    let moved = moved(before, after).into_iter().map(|blocks| files(blocks, &ifo));
    moved.chain([raised, painted]).filter(|files: &BTreeSet<String>| files.len() > 1).collect()
}

/// What a thing is known by wherever it stands.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    ByAllButItsPlace(Vec<u8>),
    /// It may have been edited as well.
    ByKind(Kind),
}

/// Blocks between which things may have moved.
fn moved(before: &Zone, after: &Zone) -> Vec<BTreeSet<BlockCoord>> {
    let mut more: BTreeMap<Known, BTreeMap<BlockCoord, i64>> = BTreeMap::new();
    for (zone, by) in [(before, -1), (after, 1)] {
        for listed in zone.listed() {
            let (Some(thing), Some(block)) = (zone.thing(listed.id), listed.block) else {
                continue;
            };
            let known = [Known::ByAllButItsPlace(without_place(thing)), Known::ByKind(listed.kind)];
            for known in known {
                *more.entry(known).or_default().entry(block).or_default() += by;
            }
        }
    }
    let is_move = |more: &BTreeMap<BlockCoord, i64>| {
        more.values().any(|more| *more < 0) && more.values().any(|more| *more > 0)
    };
    let moves = more.into_values().filter(is_move);
    let blocks = |more: BTreeMap<BlockCoord, i64>| {
        more.into_iter().filter(|(_, more)| *more != 0).map(|(block, _)| block).collect()
    };
    moves.map(blocks).collect()
}

fn without_place(thing: &Thing) -> Vec<u8> {
    let mut thing = thing.clone();
    if let Some(object) = thing.object_mut() {
        (object.cell_x, object.cell_y, object.position_file_cm) = (0, 0, [F32::ZERO; 3]);
    }
    thing.to_bytes()
}
