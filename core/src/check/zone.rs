//! What can be wrong with a ROSE zone.
//!
//! Severities are those that the game's own zones deserve: what they do all the time is a hint.

mod found;
mod ids;
mod spawns;
mod places;
mod ground;
mod warps;
mod scripts;
mod doubled;
mod points;
mod texts;
mod shape;
mod files;
mod lightmaps;
mod named;

use crate::check::Effect;
use crate::problem::{Problem, Rule};
use crate::world::zone::names::Names;
use crate::world::zone::thing::ThingId;
use crate::world::zone::{Listed, Zone};

use self::found::Found;

pub const RULES: &[&Rule] = &[
    &ids::UNKNOWN_MONSTER,
    &ids::PERSON_AS_MONSTER,
    &ids::UNKNOWN_NPC,
    &ids::UNKNOWN_AI,
    &ids::UNKNOWN_OBJECT,
    &spawns::EMPTY,
    &spawns::NO_LIMIT,
    &spawns::NO_RANGE,
    &spawns::NO_INTERVAL,
    &spawns::NO_COUNT,
    &spawns::NO_TACTIC_POINTS,
    &spawns::TOO_MUCH,
    &spawns::BLOCKED,
    &spawns::OUTSIDE,
    &places::OUTSIDE_BLOCK,
    &places::OUTSIDE_ZONE,
    &places::STALE_CELL,
    &places::OFF_GROUND,
    &ground::HEIGHT,
    &ground::SEAM,
    &ground::UNKNOWN_WALK,
    &ground::UNKNOWN_TILE,
    &ground::UNKNOWN_TEXTURE,
    &warps::UNKNOWN_WARP,
    &warps::NO_ZONE,
    &warps::NO_POINT,
    &warps::ROW,
    &scripts::UNKNOWN_TRIGGER,
    &scripts::UNKNOWN_CONVERSATION,
    &doubled::DOUBLED,
    &points::DOUBLED,
    &points::NO_START,
    &texts::UNDECODABLE,
    &shape::ROTATION,
    &shape::NO_SCALE,
    &shape::ODD_SCALE,
    &files::OPAQUE,
    &files::SLACK,
    &lightmaps::LIGHTMAP,
    &lightmaps::NO_OBJECT,
    &files::NO_ZON,
    &files::OTHER_ZON,
    &files::NO_IFO,
    &files::OTHER_BLOCK,
    &files::NO_HEIGHTS,
    &files::NO_GROUND_FILE,
];

/// Which problems come of which others.
pub const EFFECTS: &[&Effect] = &[];

/// Checks all of a zone against the tables that are at hand.
pub fn check(zone: &Zone, names: &Names) -> Vec<Problem> {
    let mut found = Found::new(zone);
    let listed: Vec<Listed> = zone.listed().collect();
    for thing in &listed {
        check_thing(&mut found, names, *thing);
    }
    doubled::check(&mut found, &listed);
    points::check(&mut found, names, &listed);
    places::check_cells(&mut found, &listed);
    warps::check_rows(&mut found, names, &listed);
    named::check_textures(&mut found, names);
    ground::check(&mut found);
    files::check(&mut found);
    lightmaps::check(&mut found);
    texts::check_files(&mut found);
    found.finish()
}

/// Whether a rule about things is told by [`check`] alone, as it takes all of a zone to tell.
pub fn takes_all(code: &str) -> bool {
    [doubled::DOUBLED.code, points::DOUBLED.code].contains(&code)
}

/// Checks things, such as those that an edit touched: everything that can be told from a thing
/// and the ground around it.
pub fn check_around(zone: &Zone, names: &Names, things: &[ThingId]) -> Vec<Problem> {
    let mut found = Found::new(zone);
    for listed in things.iter().filter_map(|id| zone.listed_at(*id)) {
        check_thing(&mut found, names, listed);
    }
    found.finish()
}

fn check_thing(found: &mut Found<'_>, names: &Names, listed: Listed) {
    let Some(thing) = found.zone().thing(listed.id) else { return };
    ids::check(found, names, listed, thing);
    spawns::check(found, listed, thing);
    places::check(found, listed, thing);
    warps::check(found, names, listed, thing);
    scripts::check(found, names, listed, thing);
    texts::check(found, listed, thing);
    shape::check(found, listed, thing);
    named::check(found, names, listed, thing);
}

#[cfg(test)]
mod tests;
