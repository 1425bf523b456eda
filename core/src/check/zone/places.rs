//! Things outside their block or the zone, with a stale cell, or far from the ground.

use std::collections::BTreeMap;

use crate::check::fix;
use crate::format::number::F32;
use crate::problem::counted::counted;
use crate::problem::{Rule, Severity};
use crate::space::extent::Extent;
use crate::space::rose::block::BlockCoord;
use crate::world::zone::action::Action;
use crate::world::zone::place::Settle;
use crate::world::zone::selection::Selection;
use crate::world::zone::thing::{Kind, Thing};
use crate::world::zone::{Listed, Zone};

use super::found::{Found, fixes};

/// Things are sunk into slopes and stand on each other; beyond that, somebody may have slipped.
const FAR_CM: f64 = 1000.0;

pub(super) const OUTSIDE_BLOCK: Rule = Rule {
    code: "zone-outside-block",
    severity: Severity::Hint,
    title: "Object outside its block",
    explanation: "\
An object is in a different block than the one whose IFO lists it. The game loads it with the \
block of its file: it appears late, or disappears while players can still see it.

The fix moves it to the end of the list in the other file. The game's own zones have some such \
objects. If there are lightmaps, moving a decoration or building shifts those of all that follow \
it in its old file.",
};

pub(super) const OUTSIDE_ZONE: Rule = Rule {
    code: "zone-outside-zone",
    severity: Severity::Hint,
    title: "Object where the zone has no block",
    explanation: "\
An object is where the zone has no block at all, and so no ground. Large objects at the edge may \
be there on purpose; others are lost there.

You can ignore this if you opened only a part of a zone.",
};

pub(super) const STALE_CELL: Rule = Rule {
    code: "zone-stale-cell",
    severity: Severity::Hint,
    title: "Stored cell that does not match the position",
    explanation: "\
An object stores the cell of its block that it is in, but it is in a different cell: a tool moved \
it and left the cell as it was. Most programs use the position and never look at the cell.

The fix stores the actual cells of all objects of a file. An eighth of the game's own objects have \
an outdated one. So this is one line for each file.",
};

pub(super) const OFF_GROUND: Rule = Rule {
    code: "zone-off-ground",
    severity: Severity::Hint,
    title: "Object far above or below the ground",
    explanation: "\
An object that belongs on the ground is more than 10 m above or below it. Most servers put NPCs, \
spawns and warps on the ground, whatever their height says. In the file, they may have been left \
behind when the ground changed.

The fix puts it on the ground.",
};

pub(super) fn check(found: &mut Found<'_>, listed: Listed, thing: &Thing) {
    let zone = found.zone();
    let grid = zone.grid();
    let corners = thing.corners_file_cm().map(|corner| corner.map(F32::get));
    if let Some(error) = corners.into_iter().find_map(|corner| Extent::point(corner).err()) {
        found.push(error.problem(found.place_of(listed)));
        return;
    }
    let at = thing.pos_in_file_cm();
    let in_world = grid.world_from_file(at);
    let stands_in = zone.block_at(in_world);
    match (listed.block, stands_in) {
        // Of one IFO, its ZON is read as well, but no other block.
        (None, None) if zone.is_of_one_ifo() => {}
        (_, None) => found.add(&OUTSIDE_ZONE, listed, || {
            let message = format!("is at ({:.0}, {:.0}), where the zone has no block", at.x, at.y);
            (message, Vec::new())
        }),
        (Some(own), Some(block)) if own != block => found.add(&OUTSIDE_BLOCK, listed, || {
            let message = format!("is in block {block}, but is listed in {own}");
            let fix = fixes::settle(listed.id, "Move it to the file of its block");
            // Lightmaps go by the places in the lists of both files.
            (message, vec![fix.one_by_one()])
        }),
        _ => {}
    }
    let is_grounded = matches!(
        listed.kind,
        Kind::Npc | Kind::Spawn | Kind::Warp | Kind::Point | Kind::Cnst | Kind::Deco
    );
    if let Some(ground_cm) = zone.ground_cm(in_world).filter(|_| is_grounded)
        && (at.z - ground_cm).abs() > FAR_CM
    {
        found.add(&OFF_GROUND, listed, || {
            let (metres, where_to) = ((at.z - ground_cm) / 100.0, "the ground");
            let side = if metres > 0.0 { "above" } else { "below" };
            let message = format!("is {:.1} m {side} {where_to}", metres.abs());
            // What hangs or lies on a bridge is meant so.
            (message, vec![fixes::drop(listed.id).one_by_one()])
        });
    }
}

/// One problem for all stale cells of a file.
pub(super) fn check_cells(found: &mut Found<'_>, listed: &[Listed]) {
    let zone = found.zone();
    let mut stale: BTreeMap<BlockCoord, Vec<Listed>> = BTreeMap::new();
    for one in listed {
        if let Some(block) = one.block
            && zone.thing(one.id).is_some_and(|thing| has_stale_cell(zone, block, thing))
        {
            stale.entry(block).or_default().push(*one);
        }
    }
    for all in stale.into_values() {
        let Some(first) = all.first() else { continue };
        found.add(&STALE_CELL, *first, || {
            let message = match all.len() - 1 {
                0 => "stores a cell that it is not in".to_owned(),
                n => {
                    let others =
                        counted(n, "other object of its file does", "other objects of its file do");
                    format!("stores a cell that it is not in; {others} too")
                }
            };
            let ids = all.iter().map(|one| one.id).collect();
            let settle = Action::Settle(Settle { things: Selection::Ids(ids) });
            (message, vec![fix("Store the actual cells", &settle)])
        });
    }
}

fn has_stale_cell(zone: &Zone, block: BlockCoord, thing: &Thing) -> bool {
    let in_world = zone.grid().world_from_file(thing.pos_in_file_cm());
    let (Some(object), Some((own, cell))) = (thing.object(), zone.grid().cell_at(in_world)) else {
        return false;
    };
    own == block && (object.cell_x, object.cell_y) != (cell.x as i32, cell.y as i32)
}
