//! Things outside their block or the zone, with a stale cell, or far from the ground.

use crate::format::number::F32;
use crate::problem::{Rule, Severity};
use crate::space::extent::Extent;
use crate::world::zone::Listed;
use crate::world::zone::thing::{Kind, Thing};

use super::found::{Found, fixes};

/// Things are sunk into slopes and stand on each other; beyond that, somebody may have slipped.
const FAR_CM: f64 = 1000.0;

pub(super) const OUTSIDE_BLOCK: Rule = Rule {
    code: "zone-outside-block",
    severity: Severity::Hint,
    title: "Thing outside its block",
    explanation: "\
A thing stands in another block than the one whose IFO lists it. The game loads it with the block of \
its file: it appears late, or goes while one still sees it.

The fix moves it to the end of the list of the other file. The game's own zones have some. Where \
there are lightmaps, moving a decoration or building moves those of all that follow it in the file \
that it leaves.",
};

pub(super) const OUTSIDE_ZONE: Rule = Rule {
    code: "zone-outside-zone",
    severity: Severity::Hint,
    title: "Thing where the zone has no block",
    explanation: "\
A thing stands where the zone has no block at all, and so no ground. Large things at the edge may be \
meant so; others are lost there.

Where only a part of a zone is opened, this means nothing.",
};

pub(super) const STALE_CELL: Rule = Rule {
    code: "zone-stale-cell",
    severity: Severity::Hint,
    title: "Cell that is not where the thing stands",
    explanation: "\
An object says in which cell of its block it stands, and it stands in another: tools moved it and \
left the cell as it was. Most programs go by the position and never look at the cell.

The fix writes the cell that it stands in. An eighth of the game's own objects have a stale one.",
};

pub(super) const OFF_GROUND: Rule = Rule {
    code: "zone-off-ground",
    severity: Severity::Hint,
    title: "Thing far above or below the ground",
    explanation: "\
A thing that is meant to stand on the ground is more than 10 m above or below it. NPCs, spawns and \
warps are put on the ground by most servers, whatever their height says; in the file they may have \
been left behind when the ground changed.

The fix stands it on the ground.",
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
            let message =
                format!("stands at ({:.0}, {:.0}), where the zone has no block", at.x, at.y);
            (message, Vec::new())
        }),
        (Some(own), Some(block)) if own != block => found.add(&OUTSIDE_BLOCK, listed, || {
            let message = format!("stands in block {block}, and is listed in {own}");
            let fix = fixes::settle(listed.id, "Move it to the file of its block");
            // Lightmaps go by the places in the lists of both files.
            (message, vec![fix.one_by_one()])
        }),
        _ => check_cell(found, listed, thing),
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
            let message = format!("stands {:.1} m {side} {where_to}", metres.abs());
            // What hangs or lies on a bridge is meant so.
            (message, vec![fixes::drop(listed.id).one_by_one()])
        });
    }
}

fn check_cell(found: &mut Found<'_>, listed: Listed, thing: &Thing) {
    let grid = found.zone().grid();
    let in_world = grid.world_from_file(thing.pos_in_file_cm());
    let (Some(object), Some((_, cell))) = (thing.object(), grid.cell_at(in_world)) else { return };
    let (says, is) = ((object.cell_x, object.cell_y), (cell.x as i32, cell.y as i32));
    if says != is {
        found.add(&STALE_CELL, listed, || {
            let message = format!(
                "stored cell is ({}, {}), actual cell is ({}, {})",
                says.0, says.1, is.0, is.1
            );
            (message, vec![fixes::settle(listed.id, "Write the cell that it stands in")])
        });
    }
}
