//! Types that nobody knows, that readers disagree about, or that the version has no bit for.

use std::collections::BTreeMap;

use crate::format::ragnarok::gat::{Terrain, Version};
use crate::problem::{Fix, Problem, Rule, Severity};
use crate::world::gat::GatMap;
use crate::world::gat::action::Action;
use crate::world::gat::area::{Area, Rect};
use crate::world::gat::group::{Group, Pieces};
use crate::world::gat::paint::{Ink, Paint};

use crate::check::fix;

pub(super) const UNKNOWN: Rule = Rule {
    code: "gat-unknown-type",
    severity: Severity::Error,
    title: "Unknown cell type",
    explanation: "\
A cell has a type above 6. Servers print an error for it and take it for a wall; clients take what \
they know of the number.

Most likely a tool wrote a wrong number. Give the cell the type that the ground around it has.",
};

pub(super) const AMBIGUOUS: Rule = Rule {
    code: "gat-ambiguous-type",
    severity: Severity::Information,
    title: "Type that readers disagree about",
    explanation: "\
Types 2, 4 and 6 are walkable ground to rAthena and Hercules. To OpenKore and korangar 2 is water, \
4 water that can be shot over, and 6 a cliff, and none of them can be walked on.

A few original maps have such cells, so nothing is wrong with the file. If players and bots should \
agree, give the cells type 0 or 1.",
};

pub(super) const WATER_BIT: Rule = Rule {
    code: "gat-water-bit",
    severity: Severity::Error,
    title: "Water bit in version 1.2",
    explanation: "\
Bit 31 of a cell's terrain marks water in version 1.3. This file is 1.2, where no reader expects \
it: a server that reads the file takes the cell for a wall.

Take the bit away, or convert the map to 1.3 if its RSW is 2.6.",
};

/// Of more different types, those with the lowest numbers are told.
const MAX_WORDS: usize = 64;

/// The cells of a rectangle that this is about.
pub(super) fn odd(map: &GatMap, rect: Rect) -> Area {
    let version = map.version();
    map.cells_where_in(rect, |word| {
        let terrain = Terrain(word);
        let has_odd_bit = terrain.has_water_bit() && version == Version::V1_2;
        has_odd_bit || !matches!(terrain.kind(), 0 | 1 | 3 | 5)
    })
}

/// Groups of cells that have the same terrain.
pub(super) fn by_word(map: &GatMap, odd: &Area) -> BTreeMap<u32, Vec<Group>> {
    let mut pieces: BTreeMap<u32, Pieces> = BTreeMap::new();
    let mut words = Vec::new();
    for (y, west, east) in odd.spans() {
        let start = y as usize * map.width() as usize;
        map.terrain_column().read_into(start + west as usize..start + east as usize, &mut words);
        let mut x = west;
        for run in words.chunk_by(|a, b| a == b) {
            let span = (y, x, x + run.len() as u32);
            x = span.2;
            let Some(word) = run.first().copied() else { continue };
            let is_full = pieces.len() >= MAX_WORDS && !pieces.contains_key(&word);
            if is_full && pieces.last_key_value().is_some_and(|(last, _)| *last < word) {
                continue;
            }
            if is_full {
                pieces.pop_last();
            }
            pieces.entry(word).or_default().add([span]);
        }
    }
    pieces.into_iter().map(|(word, pieces)| (word, pieces.groups(|_| true))).collect()
}

pub(super) fn problems(
    file: &str,
    version: Version,
    groups: &BTreeMap<u32, Vec<Group>>,
) -> Vec<Problem> {
    groups.iter().flat_map(|(word, groups)| of_word(file, version, *word, groups)).collect()
}

/// What is wrong with cells that have exactly this terrain.
fn of_word(file: &str, version: Version, word: u32, groups: &[Group]) -> Vec<Problem> {
    let terrain = Terrain(word);
    let paint = |group: &Group, title: &str, ink: Ink| -> Fix {
        let paint = Paint { region: group.region(), ink, mirror: None, within: None };
        fix(title, &Action::Paint(paint))
    };
    let kind = terrain.kind();
    let mut found = Vec::new();
    if terrain.has_water_bit() && version == Version::V1_2 {
        let message = |group: &Group| {
            format!("{} with the water bit, which version 1.2 does not have", group.counted())
        };
        found.extend(super::problems(&WATER_BIT, file, groups, message, |group| {
            vec![paint(group, "Take the water bit away", Ink::Raw(kind))]
        }));
    }
    match kind {
        0 | 1 | 3 | 5 => {}
        2 | 4 | 6 => {
            let message = |group: &Group| {
                let counted = group.counted();
                format!("{counted} of type {kind}: walkable on servers, not so to OpenKore")
            };
            let blocked = if kind == 4 { 5 } else { 1 };
            found.extend(super::problems(&AMBIGUOUS, file, groups, message, |group| {
                vec![
                    paint(group, "Make it walkable for all", Ink::Type(0)),
                    paint(group, "Block it for all", Ink::Type(blocked)),
                ]
            }));
        }
        _ => {
            let message =
                |group: &Group| format!("{} of type {kind}; known are 0 to 6", group.counted());
            found.extend(super::problems(&UNKNOWN, file, groups, message, |group| {
                vec![paint(group, "Block it, as servers do", Ink::Type(1))]
            }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, fixed, of_code};
    use crate::world::gat::tests::map;

    #[test]
    fn odd_types_are_found_in_groups() {
        let map = map(&["0270", "0200", "9994"]);
        let mut found = of_code(&map, "gat-ambiguous-type");
        found.extend(of_code(&map, "gat-unknown-type"));
        assert_eq!(
            codes(&found),
            [
                ("gat-ambiguous-type", "1 cell of type 2: walkable on servers, not so to OpenKore"),
                ("gat-ambiguous-type", "1 cell of type 4: walkable on servers, not so to OpenKore"),
                ("gat-unknown-type", "1 cell of type 7; known are 0 to 6"),
                ("gat-unknown-type", "3 cells of type 9; known are 0 to 6"),
            ]
            .map(|(code, message)| (
                code,
                message.replace("1 cell of type 2", "2 cells of type 2")
            ))
        );
        assert_eq!(fixed(&map, &found), ["0010", "0000", "1110"]);
    }
}
