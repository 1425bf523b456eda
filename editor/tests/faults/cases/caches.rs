//! Map caches: maps in them, and the way into them and out of them.

use crate::case::Case;

use super::paint;

/// The map with no type that a cache can't hold.
const SOUND: &str = r#"[{ "action": "set-cells", "cells": [{ "x": 20, "y": 3, "terrain": 1 }] }]"#;

pub(super) fn all() -> Vec<Case> {
    let mut cases = in_caches();
    cases.extend(of_one_map());
    cases.extend(conversions());
    cases
}

fn of(kind: &'static str, way: &'static str) -> Case {
    Case::new(kind, way, "map")
        .file("sound.json", SOUND)
        .file("a.json", &paint(5))
        .file("b.json", &paint(6))
        .before("landwright apply sound.json isle.gat -o isle.gat --force")
        .before("landwright apply a.json isle.gat -o newer.gat")
        .before("landwright apply b.json isle.gat -o latest.gat")
        .next(&["landwright check .", "landwright roundtrip ."])
}

/// With two maps in a cache.
fn cache(way: &'static str) -> Case {
    of("cache", way)
        .before("landwright convert isle.gat -o map_cache.dat")
        .before("landwright export isle.gat -o map_cache.dat --name other")
        .backed_up("map_cache.dat")
        .next(&["landwright check .", "landwright inspect map_cache.dat"])
}

fn in_caches() -> Vec<Case> {
    let apply = |script: &str, map: &str| {
        format!("landwright apply {script} map_cache.dat#{map} -o map_cache.dat --force")
    };
    let export = |file: &str| format!("landwright export {file} -o map_cache.dat --name isle");
    let convert = |file: &str| format!("landwright convert {file} -o map_cache.dat");
    let without = |map: &str| format!("landwright convert -o map_cache.dat --without {map}");
    vec![
        cache("window").window("map_cache.dat#isle").other(&apply("b.json", "isle")),
        // Somebody saves the other map of the cache meanwhile.
        cache("window-beside").window("map_cache.dat#isle").other(&apply("b.json", "other")),
        cache("apply").save(&apply("a.json", "isle")).other(&apply("b.json", "isle")),
        cache("apply-beside").save(&apply("a.json", "isle")).other(&apply("b.json", "other")),
        cache("export").save(&export("newer.gat")).other(&export("latest.gat")),
        cache("export-map").save("landwright export map_cache.dat#isle -o isle.csv"),
        cache("convert").save(&convert("newer.gat")).other(&convert("latest.gat")),
        cache("convert-without").save(&without("isle")).other(&without("other")),
        cache("convert-new").save("landwright convert map_cache.dat -o again.dat"),
        cache("import-map")
            .file("a.csv", "x,y,type\n1,2,5\n")
            .save("landwright import a.csv --onto map_cache.dat#isle -o flat.gat"),
    ]
}

/// Caches that hold one map.
fn of_one_map() -> Vec<Case> {
    let ways = |kind: &'static str, file: &'static str| {
        let made = move |way| {
            of(kind, way).before(&format!("landwright convert isle.gat -o {file}")).backed_up(file)
        };
        let apply = |script: &str| format!("landwright apply {script} {file} -o {file} --force");
        let convert = |map: &str| format!("landwright convert {map} -o {file} --force");
        vec![
            made("window").window(file).other(&apply("b.json")),
            made("apply").save(&apply("a.json")).other(&apply("b.json")),
            made("convert").save(&convert("newer.gat")).other(&convert("latest.gat")),
        ]
    };
    let kinds = [("mcache", "isle.mcache"), ("fld2", "isle.fld2"), ("fld2.gz", "isle.fld2.gz")];
    kinds.into_iter().flat_map(|(kind, file)| ways(kind, file)).collect()
}

fn conversions() -> Vec<Case> {
    let new =
        |way, file: &str| of("gat", way).save(&format!("landwright convert isle.gat -o {file}"));
    vec![
        new("convert-mcache", "new.mcache"),
        new("convert-fld2", "new.fld2"),
        new("convert-packed", "new.fld2.gz"),
        new("convert-cache", "new.dat"),
        Case::new("gat", "convert-ground", "scenery")
            .save("landwright convert data/sample.gnd -o ground.gat")
            .next(&["landwright check ."]),
        of("gat", "convert-back")
            .before("landwright convert newer.gat -o isle.fld2")
            .backed_up("isle.gat")
            .save("landwright convert isle.fld2 -o isle.gat"),
        cache("convert-folder")
            .save("landwright convert map_cache.dat -o maps --to mcache")
            .next(&["landwright check .", "landwright check maps"]),
        // Every map of a folder gets cells, all or none.
        cache("convert-over")
            .before("landwright convert newer.gat latest.gat -o maps --to gat")
            .before("landwright convert newer.gat -o maps/isle.gat")
            .before("landwright convert latest.gat -o maps/other.gat")
            .backed_up("maps/isle.gat")
            .backed_up("maps/other.gat")
            .save("landwright convert map_cache.dat -o maps --to gat")
            .next(&["landwright check .", "landwright check maps"]),
    ]
}
