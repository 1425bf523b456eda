//! `landwright inspect` of a zone: its blocks, what stands in them, and its monsters.

use landwright_core::problem::counted::{counted, grouped};
use landwright_core::world::zone::preview::{Total, totals};
use landwright_core::world::zone::thing::Kind;

use super::Opened;

/// How many monsters are listed: a zone has a few dozen.
const MOST_MONSTERS: usize = 200;

/// The zone as lines for a person.
pub(in crate::cli) fn overview(opened: &Opened) -> Vec<String> {
    let Opened { zone, names, .. } = opened;
    let mut lines = Vec::new();
    let own = names.own_zone.zip(names.zones.as_ref());
    let own = own.and_then(|(id, zones)| Some(format!(" (zone {id}, {})", zones.name(id)?)));
    lines.push(format!("ROSE zone {}{}", zone.name(), own.unwrap_or_default()));
    let n_files = opened.files.iter().count();
    let n_blocks = zone.blocks().count();
    let (blocks, files) = (counted(n_blocks, "block", "blocks"), counted(n_files, "file", "files"));
    lines.push(format!("{blocks} in {files}"));
    lines.push(String::new());
    lines.push("Things".to_owned());
    for kind in Kind::ALL {
        let n = zone.things().filter(|(_, thing)| thing.kind() == kind).count();
        if n > 0 {
            lines.push(format!("  {:<10} {:>7}", kind.name(), grouped(n as u64)));
        }
    }
    let all = totals(zone);
    if !all.is_empty() {
        lines.push(String::new());
        lines.push("Monsters: spawns with them, how many live when all are full".to_owned());
    }
    for Total { monster_id, n_spawns, n_alive } in all.iter().take(MOST_MONSTERS) {
        let named = names.npcs.as_ref().and_then(|npcs| npcs.get(*monster_id));
        let name = named.map_or("", |named| named.name.as_str());
        let level = named.and_then(|named| named.level);
        let level = level.map_or_else(String::new, |level| format!(", level {level}"));
        lines.push(format!("  {monster_id:>5} {n_spawns:>5} {n_alive:>8.1}  {name}{level}"));
    }
    if let Some(more) = all.len().checked_sub(MOST_MONSTERS).filter(|more| *more > 0) {
        lines.push(format!("  and {more} more"));
    }
    lines
}
