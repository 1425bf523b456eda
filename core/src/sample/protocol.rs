//! A made-up protocol for TERA: packet definitions as people write them, and the map with their
//! numbers. Sizes are spread as in the largest collections: most packets are short, one in ten is
//! empty, and a few fill several screens.

use std::fmt::Write;

use super::File;
use crate::sample::rng::Rng;
use crate::scene::chance::mix;

/// Who sends a packet: the server, or the client.
const SIDES: [&str; 2] = ["S", "C"];
const VERBS: [&str; 10] =
    ["SHOW", "MOVE", "LEND", "COUNT", "MEND", "LIGHT", "TELL", "BREW", "SWEEP", "RING"];
const NOUNS: [&str; 12] = [
    "LANTERN", "CART", "TIDE", "KETTLE", "BELL", "LADDER", "ORCHARD", "ANVIL", "FERRY", "HEDGE",
    "LEDGER", "WEIR",
];

/// Types in about the share that they have among all fields, with names that go with them.
const FIELDS: [(&str, &str); 24] = [
    ("int32", "amount"),
    ("int32", "row"),
    ("int32", "unk"),
    ("int32", "kind"),
    ("int32", "left"),
    ("int32", "delay"),
    ("uint32", "ferryId"),
    ("uint32", "unk"),
    ("uint32", "template"),
    ("uint32", "stamp"),
    ("uint64", "bearerId"),
    ("uint64", "target"),
    ("bool", "isLit"),
    ("bool", "isOpen"),
    ("bool", "unk"),
    ("float", "swing"),
    ("string", "title"),
    ("string", "name"),
    ("int64", "price"),
    ("vec3", "loc"),
    ("byte", "colour"),
    ("int16", "notch"),
    ("angle", "facing"),
    ("skillid", "craft"),
];
const LISTS: [&str; 6] = ["crates", "rungs", "visitors", "knots", "pages", "buoys"];

/// The map of the newest build, and some definitions, each with a name of its own.
pub fn files(seed: u64, n_definitions: u32) -> Vec<File> {
    let mut map = String::new();
    let mut files = Vec::new();
    for n in 0..n_definitions {
        let name = name(n);
        let version = 1 + mix(seed ^ u64::from(n)) % 4;
        let text = definition(&mut Rng::new(mix(seed ^ mix(u64::from(n)))), n_fields(n));
        files.push(File { path: format!("{name}.{version}.def"), bytes: text.into_bytes() });
        // A packet is known before anybody finds its number.
        if n < 40_000 && n % 3 != 2 {
            _ = writeln!(map, "{name} = {}", 20_001 + n);
        }
    }
    files.push(File { path: "protocol.410000.map".to_owned(), bytes: map.into_bytes() });
    files
}

fn name(n: u32) -> String {
    let word = |words: &[&'static str], n: u32| words.get(n as usize % words.len()).copied();
    let (side, verb, noun) = (word(&SIDES, n), word(&VERBS, n), word(&NOUNS, n / 10));
    let words = [side, verb, noun].map(Option::unwrap_or_default);
    format!("{}_{n}", words.join("_"))
}

fn n_fields(n: u32) -> u32 {
    match n % 400 {
        7 => 250,
        n if n % 37 == 11 => 60,
        n if n % 10 == 3 => 0,
        n if n % 9 == 5 => 34,
        n => 1 + n % 4,
    }
}

fn definition(rng: &mut Rng, n_fields: u32) -> String {
    let mut text = String::new();
    if rng.below(6) == 0 {
        text.push_str("# majorPatchVersion >= 90\n\n");
    }
    let mut n_left = n_fields;
    let mut n_names = 0;
    while n_left > 0 {
        match rng.below(14) {
            0 => n_left -= list(rng, &mut text, n_left, &mut n_names),
            1 => {
                let name = LISTS.get(rng.below(6) as usize).copied().unwrap_or_default();
                _ = writeln!(text, "array<int32> {name}{n_names}");
                n_left -= 1;
            }
            _ => {
                field(rng, &mut text, "", n_names);
                n_left -= 1;
            }
        }
        n_names += 1;
    }
    text
}

/// An array with the fields of its elements, and how many lines that took.
fn list(rng: &mut Rng, text: &mut String, n_left: u32, n_names: &mut u32) -> u32 {
    let name = LISTS.get(rng.below(6) as usize).copied().unwrap_or_default();
    _ = writeln!(text, "array {name}{n_names}");
    let n_inside = (1 + rng.below(6)).min(n_left.saturating_sub(1));
    for _ in 0..n_inside {
        *n_names += 1;
        field(rng, text, "- ", *n_names);
    }
    1 + n_inside
}

fn field(rng: &mut Rng, text: &mut String, dashes: &str, n_names: u32) {
    let (ty, name) = FIELDS.get(rng.below(24) as usize).copied().unwrap_or_default();
    let comment = if rng.below(12) == 0 { " # seen at the weir" } else { "" };
    _ = writeln!(text, "{dashes}{ty} {name}{n_names}{comment}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_a_real_collection() {
        let files = files(1, 836);
        let mut sizes: Vec<usize> = files.iter().map(|file| file.bytes.len()).collect();
        let map = sizes.pop();
        sizes.sort_unstable();
        let sum: usize = sizes.iter().sum();
        assert_eq!((sizes.len(), sizes[0]), (836, 0));
        assert!((100_000..140_000).contains(&sum), "{sum}");
        assert!((40..80).contains(&sizes[418]), "{}", sizes[418]);
        assert!((3_000..6_000).contains(&sizes[835]), "{}", sizes[835]);
        assert!(map > Some(10_000));
    }

    #[test]
    fn the_same_seed_gives_the_same_files() {
        assert_eq!(files(3, 50), files(3, 50));
        assert_ne!(files(3, 50), files(4, 50));
    }
}
