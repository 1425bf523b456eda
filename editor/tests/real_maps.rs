//! Real maps from the command line: walks as a compiled server walked them, the edits of others
//! as scripts, and the way to Tiled and back.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that can't go on fails"
)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use landwright_core::format::ragnarok::gat;
use serde_json::{Value, json};
use support::Scratch;

/// The folder of real maps, or `None` where there are none on this machine.
fn corpus() -> Option<PathBuf> {
    landwright_core::sample::real::corpus("gat")
}

fn maps(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut maps: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|e| e == "gat")).collect();
    maps.sort();
    assert!(maps.len() > 10, "{} maps", maps.len());
    maps
}

/// Runs `landwright` with a real map in it, which the arguments call `map.gat`.
fn run(scratch: &Scratch, map: &Path, arguments: &str) -> support::Run {
    fs::copy(map, scratch.file("map.gat")).unwrap();
    scratch.run(arguments).expect_code(0)
}

#[test]
fn every_walk_of_the_golden_tables_comes_out() {
    let Some(folder) = corpus() else { return };
    let table = fs::read_to_string(folder.join("path_golden_dev.tsv")).unwrap();
    let mut by_map: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        by_map.entry(fields[0]).or_default().push(fields);
    }
    let scratch = Scratch::new();
    let maps = maps(&folder);
    let mut n_walks = 0;
    for (name, walks) in by_map {
        let map = maps.iter().find(|path| path.to_string_lossy().ends_with(name)).unwrap();
        let list: String = walks.iter().map(|walk| walk[1..5].join(" ") + "\n").collect();
        scratch.put("list.txt", list.as_bytes());
        for (server, line_of_sight) in [("hercules", 9), ("rathena", 11)] {
            let run =
                run(&scratch, map, &format!("path map.gat --batch list.txt --server {server}"));
            assert_eq!(run.stdout.lines().count(), walks.len());
            for (answer, walk) in run.stdout.lines().zip(&walks) {
                let answer: Value = serde_json::from_str(answer).unwrap();
                let directions = answer["directions"].as_array().unwrap().iter();
                let directions: String = directions.map(Value::to_string).collect();
                assert_eq!(answer["found"], walk[5] == "1", "{name}: {walk:?}");
                assert_eq!(directions, walk[7].trim_matches('-'), "{name}: {walk:?}");
                assert_eq!(answer["line_of_sight"], walk[line_of_sight] == "1", "{name}: {walk:?}");
                if server == "rathena" {
                    assert_eq!(answer["reason"].is_null(), walk[12] == "1", "{name}: {walk:?}");
                }
                n_walks += 1;
            }
        }
    }
    assert!(n_walks > 2000, "{n_walks} walks are too few to be the whole table");
}

#[test]
fn the_edits_of_others_as_scripts_give_their_files() {
    let Some(folder) = corpus() else { return };
    let pairs = [
        ("efb775f6__prontera", "2a94af6d__prontera"),
        ("0dc55122__prt_church", "7370800c__prt_church"),
        ("acaee53e__prt_smart", "b23be457__prt_smart"),
        ("457e9736__geffen", "981ad177__geffen"),
    ];
    let scratch = Scratch::new();
    let maps = maps(&folder);
    let named = |name: &str| {
        maps.iter()
            .find(|path| path.to_string_lossy().contains(name))
            .unwrap_or_else(|| panic!("{name}"))
    };
    for (from, to) in pairs.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
        let (from, to) = (named(from), named(to));
        let [old, new] = [from, to].map(|path| gat::read(&fs::read(path).unwrap()).unwrap());
        let cells = old.tiles().iter().zip(new.tiles()).enumerate().filter(|(_, (a, b))| a != b);
        let cells: Vec<Value> = cells
            .map(|(n, (_, tile))| {
                let (x, y) = (n as u32 % new.width(), n as u32 / new.width());
                json!({ "x": x, "y": y, "terrain": tile.terrain, "altitude": tile.altitude })
            })
            .collect();
        let script = json!([{ "action": "set-cells", "cells": cells }]);
        scratch.put("script.json", script.to_string().as_bytes());
        run(&scratch, from, "apply script.json map.gat -o out.gat --force");
        assert!(scratch.read("out.gat") == fs::read(to).unwrap(), "{}", to.display());
    }
}

#[test]
fn real_maps_go_to_tiled_and_small_ones_to_tables_and_back() {
    let Some(folder) = corpus() else { return };
    let scratch = Scratch::new();
    for map in maps(&folder) {
        run(&scratch, &map, "export map.gat -o map.tmj --force");
        run(&scratch, &map, "import map.tmj -o tiled.gat --force");
        assert!(scratch.read("tiled.gat") == scratch.read("map.gat"), "{}", map.display());
        if scratch.read("map.gat").len() > 600_000 {
            continue;
        }
        run(&scratch, &map, "export map.gat -o map.csv --force");
        run(&scratch, &map, "import map.csv -o table.gat --onto map.gat --force");
        assert!(scratch.read("table.gat") == scratch.read("map.gat"), "{}", map.display());
    }
}
