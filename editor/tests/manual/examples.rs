//! An example of each problem that can be planted cheaply, for the pages of their codes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use landwright_core::format::name::Name;
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::{self, Gat, Terrain, Tile, Version};
use landwright_core::format::ragnarok::map_cache::{self, Entry, MapCache};
use landwright_core::format::ragnarok::packed::PackedCells;
use tempfile::TempDir;

use crate::damage::{Damage, Victim, World};
use crate::worlds;

/// Worlds of the transcripts that have faults as they are.
const FAULTY: &[&str] =
    &["formats", "map", "data", "scenery", "area", "territories", "zone", "everquest", "client"];

/// A script, and a world and a document in it that is worse after it.
const SPOILT: &[(&str, &str, &str)] = &[
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["spawn"] } }, "field": "limit", "to": 0 }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["spawn"] } }, "field": "interval", "to": 0 }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["spawn"] } }, "field": "range", "to": 0 }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["spawn"] } }, "field": "range", "to": 9000 }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["spawn"] } }, "field": "monster-id", "to": 999 }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["npc"] } }, "field": "object-id", "to": 999 }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["warp"] } }, "field": "warp-id", "to": 999 }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["deco"] } }, "field": "object-id", "to": 999 }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["npc"] } }, "field": "conversation", "to": "NOBODY.CON" }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "set", "things": { "matching": { "kinds": ["event"] } }, "field": "trigger", "to": "no-such-trigger" }]"#,
    ),
    (
        "zone",
        ZONE,
        r#"[{ "action": "move", "things": { "matching": { "kinds": ["npc"] } }, "by": [0, 0, 5000] }]"#,
    ),
    ("area", "row.apd", r#"[{ "action": "set-node", "node": 1, "at": [104.0, 88.0, 900.0] }]"#),
    (
        "everquest",
        "isle.s3d",
        r#"[{ "action": "tag-regions", "regions": [0, 1, 2], "kind": "lava" }]"#,
    ),
];

const ZONE: &str = "3DDATA/MAPS/SAMPLE/S01";

/// Kinds of damage to an area; those that hide each other are done to areas of their own.
const DAMAGES: [&[Damage]; 7] = {
    use Damage::*;
    [
        &[OffFloor, OffCentre, Doubled, WrongOctant],
        &[Moved, DoubledEdge, Dangling, ToItself],
        &[DeletedCentre, CutOneWay, CutBothWays],
        &[NoNumber, Trap, Alone, Unreachable],
        &[ThroughWall, Long],
        &[RangeSwapped, CountWrong],
        &[Overlap, OutOfOrder, NoHeight, Hole],
    ]
};

/// Bytes that replace those of a sound cache, by their place.
const OF_CACHE: [(usize, &[u8]); 6] =
    [(0, &[7]), (4, &[1]), (20, &[0, 0]), (20, &[4]), (8, &[b'x'; 12]), (8, b"CAVE")];

/// Settings that are wrong.
const SETTINGS: &[&str] = &[
    "game = \"roze\"\n",
    "root = \"data\"\n",
    "patch = = 92\n",
    "[severity]\ngat-crak = \"off\"\n",
    "[[ignore]]\ncode = \"gat-crack\"\nfile = \"*.gat\"\n",
    "[[ignore]]\ncode = \"gat-crack\"\nfile = \"nothing/*.gat\"\nreason = \"old\"\n",
    "[names]\nmonster = \"LIST_NPC.STB\"\n",
];

/// The first report of each code, in the order of the codes.
pub(crate) fn reports(program: &str) -> String {
    let mut found = BTreeMap::new();
    for world in FAULTY {
        let folder = TempDir::new().unwrap();
        worlds::write(world, folder.path());
        add(program, folder.path(), &["check", "."], &mut found);
    }
    let folder = TempDir::new().unwrap();
    for (name, map) in maps() {
        fs::write(folder.path().join(name), gat::write(&map)).unwrap();
    }
    add(program, folder.path(), &["check", "."], &mut found);
    for (world, document, script) in SPOILT {
        let folder = TempDir::new().unwrap();
        worlds::write(world, folder.path());
        fs::write(folder.path().join("spoil.json"), script).unwrap();
        let apply = ["apply", "spoil.json", document, "-o", document, "--force"];
        let output = run(program, folder.path(), &apply);
        assert_ne!(output.0, 2, "{script}: {}", output.1);
        add(program, folder.path(), &["check", "."], &mut found);
    }
    for settings in SETTINGS {
        let folder = TempDir::new().unwrap();
        worlds::write("map", folder.path());
        fs::write(folder.path().join("landwright.toml"), settings).unwrap();
        add(program, folder.path(), &["check", "."], &mut found);
    }
    let world = World::of_sample();
    for (damages, seed) in DAMAGES.iter().zip(1..) {
        let folder = TempDir::new().unwrap();
        let mut victim = Victim::new(&world, seed);
        for damage in *damages {
            // Not every place that comes up can be damaged so.
            assert!((0..50).any(|_| victim.hurt(*damage).is_some()), "{damage:?}");
        }
        for (name, bytes) in victim.files() {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        add(program, folder.path(), &["check", "."], &mut found);
    }
    for cache in caches() {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("map_cache.dat"), cache).unwrap();
        add(program, folder.path(), &["check", "."], &mut found);
    }
    let folder = TempDir::new().unwrap();
    worlds::write("formats", folder.path());
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        }
    }
    add(program, folder.path(), &["check", "."], &mut found);
    found.into_values().map(|report| report + "\n\n").collect()
}

/// Caches of two maps with a fault each.
fn caches() -> Vec<Vec<u8>> {
    let mut cache = MapCache::default();
    for name in ["isle", "cave"] {
        let cells = PackedCells::pack(3, 2, &[0, 1, 2, 3, 5, 6]).unwrap();
        cache.add(Entry { name: Name::new(name.as_bytes()).unwrap(), cells }).unwrap();
    }
    let sound = map_cache::write(&cache);
    let with = |(at, new): &(usize, &[u8])| {
        let mut bytes = sound.clone();
        bytes[*at..at + new.len()].copy_from_slice(new);
        bytes
    };
    let mut caches: Vec<Vec<u8>> = OF_CACHE.iter().map(with).collect();
    let longer = (sound.len() as u32 + 2).to_le_bytes();
    caches.push([&with(&(0, &longer))[..], b"xx"].concat());
    let mut unpadded = sound.clone();
    unpadded.drain(6..8);
    caches.push(unpadded);
    let mut cells = PackedCells::pack(3, 2, &[0, 0, 0, 9, 0, 77]).unwrap();
    cells.packed.0.extend(b"abc");
    cache.replace(1, cells);
    caches.push(map_cache::write(&cache));
    caches
}

/// Maps with a fault of each kind.
fn maps() -> Vec<(&'static str, Gat)> {
    let flat = || {
        let tile = Tile { altitude: [F32::ZERO; 4], terrain: Terrain(0) };
        let mut map = Gat::filled(Version::V1_2, 12, 12, tile);
        for n in 0..12 {
            for (x, y) in [(n, 0), (n, 11), (0, n), (11, n)] {
                map.tile_mut(x, y).unwrap().terrain = Terrain(1);
            }
        }
        map
    };
    let with = |spoil: &dyn Fn(&mut Gat)| {
        let mut map = flat();
        spoil(&mut map);
        map
    };
    let terrain =
        |x, y, terrain| move |map: &mut Gat| map.tile_mut(x, y).unwrap().terrain = Terrain(terrain);
    let height = |x, y, height: f32| {
        move |map: &mut Gat| map.tile_mut(x, y).unwrap().altitude = [F32::new(height); 4]
    };
    vec![
        ("unknown.gat", with(&terrain(5, 5, 9))),
        ("ambiguous.gat", with(&terrain(5, 5, 4))),
        ("high-bits.gat", with(&terrain(5, 5, 0x0100_0000))),
        ("water-bit.gat", with(&terrain(5, 5, 0x8000_0000))),
        ("wall.gat", with(&terrain(5, 5, 1))),
        ("border.gat", with(&terrain(0, 5, 0))),
        ("jump.gat", with(&height(5, 5, 90.0))),
        ("crack.gat", with(&height(5, 5, 0.5))),
        ("nan.gat", with(&height(5, 5, f32::NAN))),
        (
            "hole.gat",
            with(&|map: &mut Gat| {
                for x in 0..12 {
                    for y in 4..12 {
                        map.tile_mut(x, y).unwrap().terrain = Terrain(1);
                    }
                }
                map.tile_mut(6, 8).unwrap().terrain = Terrain(0);
            }),
        ),
    ]
}

fn run(program: &str, folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("LANDWRIGHT_HOME", folder.join("home"))
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    // Counts of problems are on the other output.
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).unwrap())
}

fn add(program: &str, folder: &Path, arguments: &[&str], found: &mut BTreeMap<String, String>) {
    let (_, said) = run(program, folder, arguments);
    for block in said.split("\n\n") {
        let block = block.trim_matches('\n');
        let Some((severity, rest)) = block.split_once('[') else { continue };
        let Some((code, _)) = rest.split_once(']') else { continue };
        if ["error", "warning", "information", "hint"].contains(&severity)
            && !block.contains(&*folder.to_string_lossy())
        {
            found.entry(code.to_owned()).or_insert_with(|| block.to_owned());
        }
    }
}
