//! What a server's scripts declare, held against its maps: warps, spawns and NPCs in walls.

mod islands;
pub mod ways;

use std::collections::BTreeMap;

use crate::format::ragnarok::npc::{Declaration, Entrance, Kind, Place, Target};
use crate::format::text::Text;
use crate::nav::ragnarok::cell::{Cells, ServerMap};
use crate::problem::counted::counted;
use crate::problem::{Rule, Severity};

use self::islands::Islands;
use self::ways::Ways;

pub const RULES: &[&Rule] = &[
    &WARP_BLOCKED,
    &TARGET_BLOCKED,
    &TARGET_CUT_OFF,
    &WARP_UNREACHABLE,
    &SPAWN_FULL,
    &NPC_BLOCKED,
    &MAP_UNKNOWN,
];

const WARP_BLOCKED: Rule = Rule {
    code: "script-warp-blocked",
    severity: Severity::Warning,
    title: "Warp that nobody can step on",
    explanation: "\
No cell of the warp is walkable, so nobody can use it.

Most often the map changed since the script was written, or two numbers were swapped. Move the warp, make \
it larger, or make the ground under it walkable.",
};

const TARGET_BLOCKED: Rule = Rule {
    code: "script-warp-target-blocked",
    severity: Severity::Warning,
    title: "Warp into a wall",
    explanation: "\
The cell that the warp leads to is not walkable, or is outside its map. A server puts the player \
on a random cell of the map instead, or the player is stuck.

Most often the map changed since the script was written. Move the target to a walkable cell near it.",
};

const TARGET_CUT_OFF: Rule = Rule {
    code: "script-warp-target-cut-off",
    severity: Severity::Hint,
    title: "Warp to a place without a way out",
    explanation: "\
The warp leads to ground that is cut off from the largest walkable part of its map. There is no warp \
on it, no spawn, and no NPC or shop within sight. Players who arrive there are stuck, unless they \
teleport.

Most often the map changed since the script was written, or a number of the target is wrong. Move the \
target, or add a warp that leads back. If a script takes players away, ignore the hint in \
landwright.toml.",
};

const WARP_UNREACHABLE: Rule = Rule {
    code: "script-warp-unreachable",
    severity: Severity::Hint,
    title: "Warp that nobody can walk to",
    explanation: "\
Warps and scripts lead to the map of this warp, but players can't walk to it from any of those \
cells.

The warp may be on an island that only a script leads to, with a place that it computes while it \
runs. Otherwise the ground between is blocked by mistake.",
};

const SPAWN_FULL: Rule = Rule {
    code: "script-spawn-full",
    severity: Severity::Warning,
    title: "Spawn without a free cell",
    explanation: "\
No cell of the area where monsters appear is walkable. A server warns about it, or puts the \
monsters into the wall.

Most often the map changed since the script was written. Move the area, or make it larger.",
};

const NPC_BLOCKED: Rule = Rule {
    code: "script-npc-blocked",
    severity: Severity::Hint,
    title: "NPC in a wall",
    explanation: "\
The cell of a visible NPC or shop is blocked. Players can still talk to it from where they see it. \
It may be on purpose: behind a counter, or at a sign.

If it is not, move it to a walkable cell.",
};

const MAP_UNKNOWN: Rule = Rule {
    code: "script-map-unknown",
    severity: Severity::Warning,
    title: "Map that the server does not have",
    explanation: "\
A declaration is on a map, or a warp leads to one, that does not exist. It is neither in the \
folder nor in the cache that the scripts were checked against. A server leaves out such a \
declaration.

The name may be misspelled, or the map is missing from the cache.",
};

/// Sprites that nobody sees.
const UNSEEN: [&[u8]; 9] = [
    b"-1",
    b"45",
    b"111",
    b"139",
    b"FAKE_NPC",
    b"WARPNPC",
    b"1_ETC_01",
    b"HIDDEN_NPC",
    b"HIDDEN_WARP_NPC",
];

/// Something that is wrong with a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Which declaration, by its place among those that were checked.
    pub idx: usize,
    pub rule: &'static Rule,
    pub message: String,
}

/// Checks declarations against the maps that a name gives. Each map is asked for once, in order of
/// the names. What is found is in the order of the declarations.
pub fn check(
    declarations: &[&Declaration],
    entrances: &[&Entrance],
    mut map_of: impl FnMut(&str) -> Option<ServerMap>,
) -> Vec<Found> {
    let mut by_map: BTreeMap<String, OnMap<'_>> = BTreeMap::new();
    for (idx, declaration) in declarations.iter().enumerate() {
        if declaration.kind != Kind::Map {
            by_map.entry(key(&declaration.map)).or_default().declared.push((idx, declaration));
        }
        if let Some(target) = &declaration.target {
            by_map.entry(key(&target.map)).or_default().led_to.push((idx, target));
        }
    }
    for entrance in entrances {
        if let Some(on_map) = by_map.get_mut(&key(&entrance.map)) {
            on_map.entrances.push(entrance.cell);
        }
    }
    let mut found = Vec::new();
    for (name, on_map) in &by_map {
        match map_of(name) {
            Some(map) => on_map.check(&map, &mut found),
            None => on_map.unknown(name, &mut found),
        }
    }
    found.sort_by_key(|found| found.idx);
    found
}

fn key(map: &Text) -> String {
    String::from_utf8_lossy(map.as_bytes()).to_ascii_lowercase()
}

/// What is on a map and leads to it.
#[derive(Default)]
struct OnMap<'a> {
    declared: Vec<(usize, &'a Declaration)>,
    led_to: Vec<(usize, &'a Target)>,
    entrances: Vec<Option<(i32, i32)>>,
}

impl OnMap<'_> {
    fn unknown(&self, name: &str, found: &mut Vec<Found>) {
        let declared = self.declared.iter().map(|(idx, _)| *idx);
        for idx in declared.chain(self.led_to.iter().map(|(idx, _)| *idx)) {
            let is_told =
                found.iter().rev().any(|other| other.idx == idx && other.rule == &MAP_UNKNOWN);
            if !is_told {
                let message = format!("there is no map `{name}`");
                found.push(Found { idx, rule: &MAP_UNKNOWN, message });
            }
        }
    }

    fn check(&self, map: &ServerMap, found: &mut Vec<Found>) {
        let (mut islands, mut ways) = (None, None);
        for (idx, declaration) in &self.declared {
            let problem = match (declaration.kind, declaration.place) {
                (Kind::Warp, Some(place)) if !has_free_cell(map, &place) => {
                    Some((&WARP_BLOCKED, "no cell of the warp is walkable"))
                }
                (Kind::Warp, Some(place)) => {
                    let islands = islands.get_or_insert_with(|| self.islands(map));
                    let is_cut_off = islands.as_ref().is_some_and(|islands| {
                        !cells(size_of(map), &place).any(|(x, y)| islands.is_entered(x, y))
                    });
                    let message = "players can't walk to the warp from any place that warps and \
                        scripts lead to";
                    is_cut_off.then_some((&WARP_UNREACHABLE, message))
                }
                (Kind::Spawn, place) => {
                    let everywhere = || map.cells().iter().any(|cell| cell.is_walkable());
                    let is_free = place.map_or_else(everywhere, |place| has_free_cell(map, &place));
                    (!is_free).then_some((&SPAWN_FULL, "the area of the spawn has no free cell"))
                }
                (Kind::Npc | Kind::Shop, Some(place)) if is_seen(declaration) => {
                    let message = "the cell of the NPC is blocked";
                    (!is_free(map, place.x, place.y)).then_some((&NPC_BLOCKED, message))
                }
                _ => None,
            };
            let found_here = problem.map(|(rule, message)| Found {
                idx: *idx,
                rule,
                message: message.to_owned(),
            });
            found.extend(found_here);
        }
        for (idx, Target { map: name, x, y, .. }) in &self.led_to {
            let is_anywhere = *x <= 0 && *y <= 0;
            if !is_anywhere && !is_free(map, *x, *y) {
                let message = format!("{} ({x}, {y}) is not walkable", key(name));
                found.push(Found { idx: *idx, rule: &TARGET_BLOCKED, message });
            } else if !is_anywhere {
                let ways = ways.get_or_insert_with(|| Ways::of(map));
                if let Some(n_cells) = ways.cut_off(*x, *y, &self.declared) {
                    let cells = counted(n_cells, "cell", "cells");
                    let message =
                        format!("{} ({x}, {y}) is on {cells} without a way out", key(name));
                    found.push(Found { idx: *idx, rule: &TARGET_CUT_OFF, message });
                }
            }
        }
    }

    /// The parts of the map that can be entered; `None` where nothing is known of that.
    fn islands(&self, map: &ServerMap) -> Option<Islands> {
        let targets = self.led_to.iter().map(|(_, target)| Some((target.x, target.y)));
        let all: Option<Vec<(i32, i32)>> = targets.chain(self.entrances.iter().copied()).collect();
        let entrances: Vec<(u32, u32)> = all?
            .into_iter()
            .filter(|(x, y)| is_free(map, *x, *y))
            .filter_map(|(x, y)| Some((u32::try_from(x).ok()?, u32::try_from(y).ok()?)))
            .collect();
        (!entrances.is_empty()).then(|| Islands::entered_from(map, &entrances))
    }
}

fn is_seen(declaration: &Declaration) -> bool {
    !UNSEEN.contains(&declaration.sprite.as_bytes())
}

fn is_free(map: &ServerMap, x: i32, y: i32) -> bool {
    let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
    cell.and_then(|(x, y)| map.cell(x, y)).is_some_and(|cell| cell.is_walkable())
}

fn has_free_cell(map: &ServerMap, place: &Place) -> bool {
    cells(size_of(map), place).any(|(x, y)| map.cell(x, y).is_some_and(|cell| cell.is_walkable()))
}

fn size_of(map: &ServerMap) -> (u32, u32) {
    (map.width(), map.height())
}

/// The cells of the map within reach of a place.
fn cells((width, height): (u32, u32), place: &Place) -> impl Iterator<Item = (u32, u32)> {
    let along = |at: i32, reach: i32, side: u32| {
        let (at, reach) = (i64::from(at), i64::from(reach.max(0)));
        let inside = |at: i64| u32::try_from(at.clamp(0, side.into())).unwrap_or(side);
        inside(at - reach)..inside(at + reach + 1)
    };
    let columns = along(place.x, place.xs, width);
    let rows = along(place.y, place.ys, height);
    rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ragnarok::gat::Version;
    use crate::format::ragnarok::npc;
    use crate::nav::ragnarok::cell::{Source, WaterLevel};
    use crate::sample::ragnarok::{Plan, island, server};

    /// From the south: a field, a wall with no gap, and a yard.
    fn map_of(name: &str) -> Option<ServerMap> {
        let mut types = vec![0; 10 * 10];
        types[50..60].fill(1);
        (name == "isle").then(|| ServerMap::from_types(10, 10, &types).unwrap())
    }

    fn codes(script: &str) -> Vec<(usize, &'static str)> {
        let script = npc::read(script.as_bytes());
        assert!(script.unknown.is_empty(), "{:?}", script.unknown);
        let declarations: Vec<&Declaration> = script.declarations.iter().collect();
        let entrances: Vec<&Entrance> = script.entrances.iter().collect();
        let found = check(&declarations, &entrances, map_of);
        found.iter().map(|found| (declarations[found.idx].line, found.rule.code)).collect()
    }

    #[test]
    fn warps_and_spawns_in_walls_are_found() {
        let found = codes(
            "isle,2,5,0\twarp\ta\t0,0,isle,3,3\n\
             isle,2,5,0\twarp\tb\t0,1,isle,3,5\n\
             isle,2,2,0\twarp\tc\t1,1,isle,30,3\n\
             isle,2,2,0\twarp\td\t1,1,isle,0,0\n\
             isle,2,5,9,0\tmonster\te\t1002,3\n\
             isle,2,5,9,1\tmonster\tf\t1002,3\n\
             isle,0,0,0,0\tmonster\tg\t1002,3\n\
             isle,2,5,4\tscript\th\t111,{ end; }\n\
             isle,2,5,4\tscript\ti\t112,{ end; }\n\
             isle,2,5,4\tshop\tj\t112,501:-1\n",
        );
        assert_eq!(
            found,
            [
                (1, "script-warp-blocked"),
                (2, "script-warp-target-blocked"),
                (3, "script-warp-target-blocked"),
                (5, "script-spawn-full"),
                (9, "script-npc-blocked"),
                (10, "script-npc-blocked"),
            ]
        );
    }

    #[test]
    fn a_map_that_is_not_there_is_named_once_for_each_declaration() {
        let found = codes(
            "nowhere,2,5,0\twarp\ta\t0,0,nowhere,3,3\nisle,1,1,0\twarp\tb\t1,1,Nowhere,3,3\n\
             nowhere\tmapflag\tpvp\n",
        );
        assert_eq!(found, [1, 2, 3].map(|line| (line, "script-map-unknown")));
    }

    #[test]
    fn a_warp_is_unreachable_only_where_every_way_in_is_known() {
        let yard = "isle,8,8,0\twarp\ta\t0,0,isle,1,1\n";
        assert_eq!(codes(yard), [(1, "script-warp-unreachable")]);
        let with = |body: &str| codes(&format!("{yard}-\tscript\tx\t-1,{{ {body} }}\n"));
        assert_eq!(with("warp \"isle\",3,3;"), [(1, "script-warp-unreachable")]);
        assert_eq!(with("warp \"isle\",7,9;"), []);
        assert_eq!(with("warp \"isle\",.@x,.@y;"), []);
    }

    #[test]
    fn a_target_without_a_way_out_is_found_where_nothing_is_there() {
        // The yard is the smaller part.
        let ways = "-\tscript\tx\t-1,{ warp \"isle\",3,3; }\n";
        let warp = format!("isle,1,1,0\twarp\ta\t0,0,isle,8,8\n{ways}");
        let with = |more: &str| codes(&format!("{warp}{more}"));
        assert_eq!(with(""), [(1, "script-warp-target-cut-off")]);
        assert_eq!(with("isle,2,7,0\twarp\tb\t1,1,isle,1,1\n"), []);
        assert_eq!(with("isle,2,8,1,1\tmonster\tc\t1002,3\n"), []);
        assert_eq!(with("isle,2,2,4\tscript\td\t112,{ end; }\n"), [], "one sees it from there");
        assert_eq!(codes("isle,1,1,0\twarp\ta\t0,0,isle,2,3\n"), [], "the largest part");
        let everywhere = with("isle,0,0,0,0\tmonster\te\t1002,3\n");
        assert_eq!(everywhere, [(1, "script-warp-target-cut-off")]);
    }

    #[test]
    fn the_faults_that_were_planted_in_made_up_scripts_are_found_and_no_others() {
        let plan = Plan { seed: 1, width: 120, height: 120, version: Version::V1_2 };
        let gat = island(plan).gat;
        let script = npc::read(server::scripts("sample", &gat).unwrap().as_bytes());
        assert_eq!(script.unknown.values().sum::<usize>(), 2);
        let declarations: Vec<&Declaration> = script.declarations.iter().collect();
        let entrances: Vec<&Entrance> = script.entrances.iter().collect();
        let found = check(&declarations, &entrances, |name| {
            let map = || ServerMap::from_gat(&gat, WaterLevel::NONE, Source::MapCache);
            (name == "sample").then(map)
        });
        let codes: Vec<&str> = found.iter().map(|found| found.rule.code).collect();
        assert_eq!(
            codes,
            [
                "script-warp-blocked",
                "script-warp-target-blocked",
                "script-spawn-full",
                "script-npc-blocked",
                "script-map-unknown",
            ]
        );
    }
}
