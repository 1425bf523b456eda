//! Every way to save every kind of document.

mod tables;
mod scenes;
mod grounds;
mod assets;
mod caches;
mod everquest;
mod merges;
mod making;
mod publishing;

use landwright_core::format::file::Content;
use serde_json::json;

use super::case::{Before, Case};
use super::samples;

/// The zone, below the folder of its game.
const ZONE: &str = "3DDATA/MAPS/SAMPLE/S01";

pub(crate) fn all() -> Vec<Case> {
    let mut cases = maps();
    cases.extend(areas());
    cases.extend(geometry());
    cases.extend(zones());
    cases.extend(copies_of_zones());
    cases.extend(definitions());
    cases.extend(tables::all());
    cases.extend(scenes::all());
    cases.extend(grounds::all());
    cases.extend(assets::all());
    cases.extend(caches::all());
    cases.extend(everquest::all());
    cases.extend(merges::all());
    cases.extend(making::all());
    cases.extend(publishing::all());
    cases.extend(every_format());
    cases
}

fn paint(kind: u32) -> String {
    paint_at(1, kind)
}

fn paint_at(x: u32, kind: u32) -> String {
    json!([{ "action": "set-cells", "cells": [{ "x": x, "y": 2, "terrain": kind }] }]).to_string()
}

fn maps() -> Vec<Case> {
    let of = |way| {
        Case::new("gat", way, "map")
            .file("a.json", &paint(5))
            .file("b.json", &paint(6))
            .file("a.csv", "x,y,type\n1,2,5\n")
            .file("b.csv", "x,y,type\n1,2,6\n")
            .next(&["landwright check .", "landwright inspect isle.gat", "landwright roundtrip ."])
    };
    let export = |way, name: &str| of(way).save(&format!("landwright export isle.gat -o {name}"));
    vec![
        of("window")
            .backed_up("isle.gat")
            .window("isle.gat")
            .other("landwright apply b.json isle.gat -o isle.gat --force"),
        of("apply")
            .backed_up("isle.gat")
            .save("landwright apply a.json isle.gat -o isle.gat --force")
            .other("landwright apply b.json isle.gat -o isle.gat --force"),
        of("apply-new")
            .save("landwright apply a.json isle.gat -o new.gat")
            .other("landwright apply b.json isle.gat -o new.gat"),
        of("import")
            .backed_up("isle.gat")
            .save("landwright import a.csv --onto isle.gat -o isle.gat --force")
            .other("landwright import b.csv --onto isle.gat -o isle.gat --force"),
        of("import-new").save("landwright import a.csv --onto isle.gat -o new.gat"),
        of("import-tmj")
            .before("landwright export isle.gat -o isle.tmj")
            .save("landwright import isle.tmj -o new.gat"),
        of("check-fix").backed_up("isle.gat").save("landwright check isle.gat --fix"),
        export("export-tmj", "isle.tmj"),
        export("export-csv", "isle.csv"),
        export("export-png", "isle.png"),
        export("export-mcache", "isle.mcache"),
        export("export-cache", "map_cache.dat")
            .before("landwright export isle.gat -o map_cache.dat --name other")
            .backed_up("map_cache.dat")
            .other("landwright export isle.gat -o map_cache.dat --name third")
            .next(&["landwright check .", "landwright inspect map_cache.dat"]),
    ]
}

/// Moves a node.
fn node(z: u32) -> String {
    json!([{ "action": "set-node", "node": 1, "at": [104, 88, z] }]).to_string()
}

fn areas() -> Vec<Case> {
    let moved = |z: u32| {
        let set = json!({ "action": "set-node", "node": 1, "at": [104, 88, z] });
        let cells = json!({ "list": [[3, 4]] });
        let add = json!({ "action": "add-volume", "cells": cells, "z": 900, "height": z });
        json!([set, add]).to_string()
    };
    let of = |way| {
        Case::new("apd", way, "area")
            .file("a.json", &moved(3))
            .file("b.json", &moved(4))
            .next(&["landwright check row.apd", "landwright inspect row.apd"])
    };
    let export = |way, name: &str| of(way).save(&format!("landwright export row.apd -o {name}"));
    let apply = |script: &str| format!("landwright apply {script} row.apd -o row.apd --force");
    let import = "landwright import a.geojson --onto row.apd -o row.apd --force";
    vec![
        of("window")
            .backed_up("row.apd")
            .file("b.json", &node(4))
            .window("row.apd")
            .other(&apply("b.json")),
        of("apply").backed_up("row.apd").save(&apply("a.json")).other(&apply("b.json")),
        of("apply-new").file("a.json", &node(3)).save("landwright apply a.json row.apd -o new.apd"),
        of("import").file("a.geojson", &drawn()).backed_up("row.apd").save(import),
        of("check-fix").backed_up("row.apd").save("landwright check row.apd --fix"),
        export("export-gdi", "out.gdi"),
        export("export-geojson", "out.geojson"),
        export("export-json", "out.json"),
        export("export-png", "out.png"),
        of("import-gdi")
            .before("landwright export row.apd -o out.gdi")
            .save("landwright import out.gdi -o new.apd"),
        of("import-json")
            .before("landwright export row.apd -o out.json")
            .save("landwright import out.json -o new.apd"),
        of("recompress").backed_up("row.apd").save("landwright recompress row.apd"),
        of("regenerate")
            .in_world("patch")
            .backed_up("row.apd")
            .save("landwright regenerate . 1000,1000 -o row.apd --force"),
        of("regenerate-stats")
            .in_world("patch")
            .save("landwright regenerate . 1000,1000 -o new.apd --stats stats.json"),
    ]
}

fn geometry() -> Vec<Case> {
    let of = |way| {
        Case::new("zgd", way, "area")
            .next(&["landwright inspect x1000y1000.zgd", "landwright inspect row.apd"])
    };
    let recompress = "landwright recompress x1000y1000.zgd";
    vec![
        of("recompress").backed_up("x1000y1000.zgd").save(recompress),
        of("recompress-no-backup").save(&format!("{recompress} --no-backup")),
        of("export").save("landwright export x1000y1000.zgd -o x1000y1000.idx"),
        of("import")
            .before("landwright export x1000y1000.zgd -o x1000y1000.idx")
            .backed_up("x1000y1000.zgd")
            .save("landwright import x1000y1000.idx -o x1000y1000.zgd --force"),
    ]
}

/// Lets every spawn have at most so many monsters.
fn limit(limit: u32) -> String {
    let things = json!({ "matching": { "kinds": ["spawn"] } });
    json!([{ "action": "set", "things": things, "field": "limit", "to": limit }]).to_string()
}

/// Gives every spawn a rotation that is none, which is mended in bulk.
fn turned() -> String {
    let things = json!({ "matching": { "kinds": ["spawn"] } });
    json!([{ "action": "set", "things": things, "field": "rotation-w", "to": 2.0 }]).to_string()
}

/// Another limit for the spawns of both blocks, by the ids that they have in the sample.
const TABLE: &str = "id,limit\n10,9\n21,9\n";

fn zones() -> Vec<Case> {
    let of = |way| {
        Case::new("zone", way, "zone")
            .file("a.json", &limit(9))
            .file("b.json", &limit(8))
            .file("turned.json", &turned())
            .next(&[
                &format!("landwright check {ZONE}"),
                &format!("landwright inspect {ZONE}"),
                "landwright roundtrip .",
            ])
    };
    let apply = |script: &str, to: &str| format!("landwright apply {script} {ZONE} -o {to}");
    let in_place = |script: &str| apply(script, &format!("{ZONE} --force"));
    let import = |to: &str| format!("landwright import a.csv --onto {ZONE} -o {to}");
    let with_table = |case: Case| case.file("a.csv", TABLE);
    let first = "3DDATA/MAPS/SAMPLE/S01/30_30.IFO";
    vec![
        of("window").window(ZONE).other(&in_place("b.json")),
        of("apply").save(&in_place("a.json")).other(&in_place("b.json")),
        of("apply-backed-up").backed_up(first).save(&in_place("a.json")),
        of("apply-new")
            .save(&apply("a.json", "out"))
            .other(&apply("b.json", "out"))
            .next(&["landwright check out", "landwright inspect out"]),
        with_table(of("import")).save(&import(&format!("{ZONE} --force"))),
        with_table(of("import-new"))
            .save(&import("out"))
            .next(&["landwright check out", "landwright inspect out"]),
        of("check-fix")
            .before(&in_place("turned.json"))
            .save(&format!("landwright check {ZONE} --fix")),
        of("export-csv").makes_do().save(&format!("landwright export {ZONE} -o out.csv")),
        of("export-json").makes_do().save(&format!("landwright export {ZONE} -o out.json")),
        of("export-png").makes_do().save(&format!("landwright export {ZONE} -o out.png")),
    ]
}

/// A zone of a client, and the same of a server beside it.
fn copies_of_zones() -> Vec<Case> {
    let zone = format!("client/{ZONE}");
    let of = |way| {
        Case::new("zone", way, "zone")
            .in_folders(&["client", "server"])
            .file("client/landwright.toml", "backups = 10\ncopies = [\"../server\"]\n")
            .file("a.json", &limit(9))
            .file("b.json", &limit(8))
            .file("turned.json", &turned())
            .next(&[
                &format!("landwright check {{trust}} {zone}"),
                &format!("landwright inspect {{trust}} {zone}"),
                "landwright roundtrip .",
            ])
    };
    let apply =
        |script: &str| format!("landwright apply {{trust}} {script} {zone} -o {zone} --force");
    vec![
        of("apply-copies").save(&apply("a.json")).other(&apply("b.json")),
        of("apply-also")
            .file("client/landwright.toml", "backups = 10\n")
            .save(&format!("{} --also server", apply("a.json")))
            // Neither folder knows of the other one: a command that comes by both finds what a crash left.
            .next(&["landwright check .", "landwright roundtrip ."]),
        of("import-copies")
            .file("a.csv", TABLE)
            .save(&format!("landwright import {{trust}} a.csv --onto {zone} -o {zone} --force")),
        of("check-fix-copies")
            .before(&apply("turned.json"))
            .save(&format!("landwright check {{trust}} {zone} --fix")),
        // The window saves the zone in any case, and says what becomes of copies.
        of("window-copies")
            .window("client/3DDATA/MAPS/SAMPLE/S01")
            .sets(&["client", "server"])
            .other(&apply("b.json")),
    ]
}

fn definitions() -> Vec<Case> {
    let of = |kind, way| {
        Case::new(kind, way, "definitions")
            .file("S_LOUD.1.def", "# a\nint32     amount\n-  int32 x\n")
            .file("S_TWICE.1.def", "int32     amount\nint32   amount\n")
            .next(&["landwright-lsp check .", "landwright-lsp fmt --check ."])
    };
    vec![
        of("def", "fmt").backed_up("S_LOUD.1.def").save("landwright-lsp fmt ."),
        of("def", "fmt-one").backed_up("S_LOUD.1.def").save("landwright-lsp fmt S_LOUD.1.def"),
        of("def", "check-fix")
            .file("S_LIST.1.def", "ref x\nint32 a\narray x\n- int32 b\n")
            .file("landwright.toml", "dialect = 'toolbox'\n")
            .save("landwright-lsp check . --fix --hints"),
        // A crash leaves some deleted, each with its backup, and the next `outdated` lists the others:
        // records know no deletions (2026).
        of("def", "outdated")
            .sets(&["S_LOUD.1.def", "S_TWICE.1.def"])
            .file("protocol.9.map", "S_LOUD = 1\nS_TWICE = 2\n")
            .backed_up("S_LOUD.1.def")
            .save("landwright-lsp outdated --delete"),
        of("map", "fmt")
            .file("protocol.5.map", "S_LOUD    =     1\n\n\n\nS_TWICE=2\n")
            .save("landwright-lsp fmt protocol.5.map"),
    ]
}

/// The area with its last node moved, from a program that keeps no base.
fn drawn() -> String {
    let point = |node: u32, at: [f64; 3]| {
        json!({
            "geometry": { "type": "Point", "coordinates": at }, "properties": { "node": node },
        })
    };
    let line = |from: u32, ends: [[f64; 3]; 2]| {
        json!({
            "geometry": { "type": "LineString", "coordinates": ends },
            "properties": { "from": from, "to": from + 1, "ways": 2 },
        })
    };
    let [a, b, c] = [[72.0, 72.0, 0.0], [104.0, 88.0, 0.0], [200.0, 72.0, 12.0]];
    let features = [point(0, a), point(1, b), point(2, c), line(0, [a, b]), line(1, [b, c])];
    json!({ "type": "FeatureCollection", "features": features }).to_string()
}

/// Each format, made from its JSON over a file that was there.
fn every_format() -> Vec<Case> {
    let case = |(name, content): (&str, Content)| {
        let kind = content.kind().name();
        Case::new(kind, "build", &format!("formats {name}"))
            .and(Before::Capture("a.json".to_owned(), format!("landwright inspect {name} --json")))
            .and(Before::Replace(name.to_owned(), "Somebody else's.\n"))
            .backed_up(name)
            .save(&format!("landwright build a.json -o {name} --force"))
            .next(&[&format!("landwright roundtrip {name}"), &format!("landwright check {name}")])
    };
    samples::contents().into_iter().map(case).collect()
}
