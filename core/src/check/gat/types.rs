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
A cell has a type above 6: its low word is an unknown number. Servers print an error for it and \
treat it as a wall. Clients use the part of the number that they know.

Most likely a tool wrote a wrong number. Give the cell the type of the ground around it.",
};

pub(super) const AMBIGUOUS: Rule = Rule {
    code: "gat-ambiguous-type",
    severity: Severity::Information,
    title: "Type that programs disagree about",
    explanation: "\
Types 2, 4 and 6 are walkable ground to rAthena and Hercules. To OpenKore and korangar, 2 is \
water, 4 is water that can be shot over, and 6 is a cliff. None of them is walkable there.

A few original maps have such cells, so nothing is wrong with the file. If players and bots should \
agree, give the cells type 0 or 1.",
};

pub(super) const WATER_BIT: Rule = Rule {
    code: "gat-water-bit",
    severity: Severity::Error,
    title: "Water bit in version 1.2",
    explanation: "\
Bit 31 of a cell's terrain marks water in version 1.3. This file is 1.2, where no program expects \
it: a server that reads the file treats the cell as a wall.

Clear the bit, or convert the map to 1.3 if its RSW is 2.6.",
};

pub(super) const HIGH_BITS: Rule = Rule {
    code: "gat-high-bits",
    severity: Severity::Warning,
    title: "High bits set in a cell's terrain",
    explanation: "\
The low word of a cell's terrain is its type. In this cell bits of the high word are set, other \
than bit 31, which marks water in version 1.3. The client reads only the low word. A server that \
reads the file uses the whole number, doesn't know it, and makes a wall. The tool that builds the \
map cache uses the lowest byte. Landwright shows the cell by its low word.

The bits are garbage, or 0x0080 in the high word of a 1.3 file: some descriptions say that this \
marks water. Real files mark water in bit 31. The fix clears the bits and keeps the type. In a 1.3 \
file it moves the mark to bit 31.",
};

/// Of more different types, those with the lowest numbers are reported.
const MAX_WORDS: usize = 64;

/// Some say that this marks water in version 1.3.
const MARK: u32 = 0x0080_0000;
/// Stands for all other high bits in a group of cells.
const OTHERS: u32 = 0x0001_0000;

/// The cells of a rectangle that this is about.
pub(super) fn odd(map: &GatMap, rect: Rect) -> Area {
    let version = map.version();
    map.cells_where_in(rect, |word| {
        let terrain = Terrain(word);
        let has_odd_bit = terrain.has_water_bit() && version == Version::V1_2;
        has_odd_bit || terrain.high_bits() != 0 || !matches!(terrain.kind(), 0 | 1 | 3 | 5)
    })
}

/// Cells with the same class have the same problems: high bits that mean nothing are made alike,
/// so that garbage doesn't make a class for each cell.
fn class(word: u32) -> u32 {
    let terrain = Terrain(word);
    let high = match terrain.high_bits() {
        0 => 0,
        bits if bits & MARK != 0 => MARK,
        _ => OTHERS,
    };
    word & !terrain.high_bits() | high
}

/// Groups of cells that have terrain of the same class.
pub(super) fn by_word(map: &GatMap, odd: &Area) -> BTreeMap<u32, Vec<Group>> {
    let mut pieces: BTreeMap<u32, Pieces> = BTreeMap::new();
    let mut words = Vec::new();
    for (y, west, east) in odd.spans() {
        let start = y as usize * map.width() as usize;
        map.terrain_column().read_into(start + west as usize..start + east as usize, &mut words);
        let mut x = west;
        for run in words.chunk_by(|a, b| class(*a) == class(*b)) {
            let span = (y, x, x + run.len() as u32);
            x = span.2;
            let Some(word) = run.first().copied().map(class) else { continue };
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

/// The problems of cells whose terrain is of this class.
fn of_word(file: &str, version: Version, word: u32, groups: &[Group]) -> Vec<Problem> {
    let terrain = Terrain(word);
    let paint = |group: &Group, title: &str, ink: Ink| -> Fix {
        let paint = Paint { region: group.region(), ink, mirror: None, within: None };
        fix(title, &Action::Paint(paint))
    };
    let kind = terrain.kind();
    let mut found = Vec::new();
    if terrain.high_bits() != 0 {
        let message = |group: &Group| {
            format!("{} with high bits set; the low word means {}", group.counted(), meaning(kind))
        };
        found.extend(super::problems(&HIGH_BITS, file, groups, message, |group| {
            let fixes = high_bit_fixes(terrain, version).into_iter();
            fixes.map(|(title, ink, in_bulk)| Fix { in_bulk, ..paint(group, title, ink) }).collect()
        }));
    } else if terrain.has_water_bit() && version == Version::V1_2 {
        let message = |group: &Group| {
            format!("{} with the water bit, which version 1.2 does not have", group.counted())
        };
        found.extend(super::problems(&WATER_BIT, file, groups, message, |group| {
            vec![paint(group, "Clear the water bit", Ink::Raw(kind))]
        }));
    }
    match kind {
        0 | 1 | 3 | 5 => {}
        2 | 4 | 6 => {
            let message = |group: &Group| {
                let counted = group.counted();
                format!("{counted} of type {kind}: walkable on servers, not walkable to OpenKore")
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
                let block = paint(group, "Block it, as servers do", Ink::Type(1));
                vec![Fix { in_bulk: terrain.high_bits() == 0, ..block }]
            }));
        }
    }
    found
}

/// How the high bits go away: the title, the ink, and whether many may be done at once. The type
/// stays in each of them.
fn high_bit_fixes(terrain: Terrain, version: Version) -> Vec<(&'static str, Ink, bool)> {
    let low = Terrain(terrain.kind());
    let is_known = terrain.kind() <= 6;
    match version {
        Version::V1_3 if terrain.has_water_bit() => {
            vec![("Clear the bits", Ink::Raw(low.with_water_bit().0), is_known)]
        }
        Version::V1_3 if terrain.high_bits() & MARK != 0 => {
            let moved = Ink::Raw(low.with_water_bit().0);
            vec![
                ("Move the water mark to bit 31", moved, is_known),
                ("Clear the bits", Ink::Raw(low.0), false),
            ]
        }
        Version::V1_3 => vec![("Clear the bits", Ink::Raw(low.0), is_known)],
        // Bit 31 means nothing in 1.2 and goes too. Water marks are for a person to decide: the
        // map may be one that should be 1.3.
        Version::V1_2 => {
            let is_garbage = terrain.high_bits() & MARK == 0 && !terrain.has_water_bit();
            vec![("Clear the bits", Ink::Raw(low.0), is_known && is_garbage)]
        }
    }
}

/// A type in words.
fn meaning(kind: u32) -> String {
    let words = match kind {
        0 => "walkable",
        1 => "blocked",
        3 => "walkable water",
        5 => "a cliff that can be shot over",
        2 | 4 | 6 => "programs disagree about it",
        _ => "unknown",
    };
    format!("type {kind} ({words})")
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::super::tests::{codes, fixed, of_code};
    use super::*;
    use crate::format::ragnarok::gat::{Gat, Tile};
    use crate::problem::Change;
    use crate::space::ragnarok::TilePos;
    use crate::world::gat::tests::map;
    use crate::world::scripted::Scripted;

    #[test]
    fn odd_types_are_found_in_groups() {
        let map = map(&["0270", "0200", "9994"]);
        let mut found = of_code(&map, "gat-ambiguous-type");
        found.extend(of_code(&map, "gat-unknown-type"));
        assert_eq!(
            codes(&found),
            [
                (
                    "gat-ambiguous-type",
                    "1 cell of type 2: walkable on servers, not walkable to OpenKore"
                ),
                (
                    "gat-ambiguous-type",
                    "1 cell of type 4: walkable on servers, not walkable to OpenKore"
                ),
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

    /// A map one cell high, with these words.
    fn of_words(version: Version, words: &[u32]) -> GatMap {
        let mut gat = Gat::filled(version, words.len() as u16, 1, Tile::default());
        for (tile, word) in gat.tiles_mut().iter_mut().zip(words) {
            tile.terrain = Terrain(*word);
        }
        GatMap::new(&gat).unwrap()
    }

    /// The problems of a map with one odd word, and the word after the first fix of each.
    fn mended(version: Version, word: u32) -> (Vec<Problem>, u32) {
        let mut map = of_words(version, &[0, word, 0, 0]);
        let odd = TilePos { x: 1, y: 0 };
        let found = of_code(&map, "gat-high-bits");
        for problem in &found {
            let Change::Action { name, arguments } = &problem.fixes[0].change else { panic!() };
            let action = Action::from_parts(name, arguments).unwrap();
            map = action.resolve(&map).unwrap().map;
        }
        (found, map.terrain(odd).unwrap().0)
    }

    #[test]
    fn high_bits_are_cleared_and_the_type_stays() {
        for (version, word, expected) in [
            (Version::V1_2, 0x0001_0000, 0),
            (Version::V1_2, 0xff00_0001, 1),
            (Version::V1_2, 0x0080_0000, 0),
            (Version::V1_3, 0x0001_0005, 5),
            (Version::V1_3, 0x8001_0000, 0x8000_0000),
            (Version::V1_3, 0x0080_0000, 0x8000_0000),
            (Version::V1_3, 0x0080_0001, 0x8000_0001),
        ] {
            let (found, after) = mended(version, word);
            assert_eq!(found.len(), 1, "{word:#x}");
            assert_eq!(after, expected, "{word:#x} in {version:?}");
        }
    }

    #[test]
    fn cells_with_high_bits_are_shown_and_walked_by_their_low_word() {
        let map = of_words(Version::V1_2, &[0, 0x0001_0000, 0, 0]);
        assert_eq!(map.walkable_in(map.rect()).n_cells(), 4);
        let found = check("a.gat", &map);
        assert_eq!(codes(&found)[0].0, "gat-high-bits");
        let message = "1 cell with high bits set; the low word means type 0 (walkable)";
        assert_eq!(found[0].message, message);
        assert!(found.iter().all(|problem| problem.code != "gat-unknown-type"));
    }

    #[test]
    fn marks_and_unknown_types_under_high_bits_are_not_changed_in_bulk() {
        let in_bulk = |version, word| mended(version, word).0[0].fixes[0].in_bulk;
        assert!(in_bulk(Version::V1_2, 0x0001_0000));
        assert!(in_bulk(Version::V1_3, 0x0080_0000));
        assert!(!in_bulk(Version::V1_2, 0x0080_0000), "the map may be one that should be 1.3");
        assert!(!in_bulk(Version::V1_2, 0x1234_5678));
    }

    #[test]
    fn garbage_makes_one_problem_a_type() {
        let garbage = |n: u32| n.wrapping_mul(0x9e37_0000) & 0x7f7f_0000 | 0x0001_0001;
        let words: Vec<u32> = (0..400).map(garbage).collect();
        let map = of_words(Version::V1_2, &words);
        assert_eq!(of_code(&map, "gat-high-bits").len(), 1);
    }
}
