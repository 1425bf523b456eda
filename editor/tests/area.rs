//! TERA areas on the command line.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod support;

use landwright_core::format::number::F32;
use landwright_core::format::tera::apd;
use landwright_core::format::tera::zgd::Zgd;
use landwright_core::format::tera::{apd::Apd, zgd};
use landwright_core::sample::tera::packed_file;
use serde_json::json;
use support::Scratch;

/// Three nodes in a row on a plain, connected both ways, the last of them in the next square.
fn scratch() -> Scratch {
    let scratch = Scratch::new();
    let plain = Zgd::from_cells(|_, _, cell| cell.push((0, 32_767).into()));
    let area: Apd = serde_json::from_value(json!({
        "nodes": [
            { "position": [72.0, 72.0, 0.0], "edges": [1, null, null, null, null, null, null, null] },
            { "position": [104.0, 88.0, 0.0], "edges": [null, null, null, null, 0, null, null, 2] },
            { "position": [200.0, 72.0, 0.0], "edges": [null, null, null, 1, null, null, null, null] },
        ],
        "zones": [{ "x": 1000, "y": 1000, "squares": squares() }],
    }))
    .unwrap();
    for file in [
        packed_file("x1000y1000.zgd", &zgd::write(&plain)),
        packed_file("row.apd", &apd::write(&area)),
    ] {
        scratch.put(&file.path, &file.bytes);
    }
    scratch
}

fn squares() -> Vec<(u32, u8)> {
    let range = |square| match square {
        0 => (0, 2),
        120 => (2, 1),
        square if square < 120 => (2, 0),
        _ => (3, 0),
    };
    (0..14_400).map(range).collect()
}

fn script(scratch: &Scratch, script: &serde_json::Value) {
    scratch.put("script.json", script.to_string().as_bytes());
}

#[test]
fn an_area_is_edited_checked_and_mended() {
    let scratch = scratch();
    scratch.run("check row.apd").expect_code(0);
    script(&scratch, &json!([]));
    scratch.run("apply script.json row.apd -o same.apd").expect_code(0);
    assert_eq!(scratch.read("same.apd"), scratch.read("row.apd"));

    script(
        &scratch,
        &json!([
            { "action": "set-node", "node": 1, "at": [104.0, 88.0, 9.0] },
            { "action": "add-node", "at": [300.0, 300.0, 40.0] },
            { "action": "connect", "nodes": { "ids": [3] }, "ways": "two" },
        ]),
    );
    let run = scratch.run("apply script.json row.apd -o bad.apd").expect_code(0);
    assert!(run.stderr.contains("the new node is #3, at 296, 296, 0"), "{run:?}");
    let run = scratch.run("check bad.apd").expect_code(1);
    assert!(run.stdout.contains("warning[apd-node-off-floor]: the node is 9 above"), "{run:?}");
    scratch.run("check bad.apd --fix").expect_code(0);
    scratch.run("check bad.apd").expect_code(0);

    script(&scratch, &json!([{ "action": "add-edge", "from": 0, "to": 9 }]));
    let run = scratch.run("apply script.json row.apd -o no.apd").expect_code(2);
    assert!(run.stderr.contains("action 0, add-edge: there is no node #9"), "{run:?}");
    script(&scratch, &json!([{ "action": "add-node", "at": [99_999_999.0, 8.0, 0.0] }]));
    let run = scratch.run("apply script.json row.apd -o no.apd").expect_code(2);
    assert!(run.stderr.contains("is in no zone of the area; choose a place inside"), "{run:?}");
    assert!(run.stderr.contains("(add-zone adds a zone)"), "{run:?}");
    assert!(!scratch.file("no.apd").exists());
}

#[test]
fn a_fix_that_would_drop_an_edge_is_left_to_a_person() {
    let scratch = scratch();
    let row = apd::read_packed(&scratch.read("row.apd")).unwrap().0;
    let mut nodes: Vec<apd::Node> = row.nodes().collect();
    // It belongs into octant 0, which holds the edge to a nearer node.
    nodes[0].edges[3] = Some(2);
    let bad = Apd::new(nodes, row.zones().to_vec()).unwrap();
    scratch.put("bad.apd", &packed_file("", &apd::write(&bad)).bytes);
    let before = scratch.read("bad.apd");
    let run = scratch.run("check bad.apd --fix").expect_code(1);
    let note = "1 problem has a fix that you have to choose yourself: apd-edge-octant";
    assert!(run.stderr.contains(note), "{run:?}");
    assert!(scratch.read("bad.apd") == before);
}

#[test]
fn a_node_off_the_middle_is_put_there_before_its_edges_are_asked() {
    let scratch = scratch();
    let row = apd::read_packed(&scratch.read("row.apd")).unwrap().0;
    let mut nodes: Vec<apd::Node> = row.nodes().collect();
    // All three in a row; from here the first node lies in another octant than the edges say.
    nodes[1].position = [104.0, 70.0, 0.0].map(F32::new);
    nodes[1].edges = [Some(2), None, None, None, Some(0), None, None, None];
    nodes[2].edges = [None, None, None, None, Some(1), None, None, None];
    let bad = Apd::new(nodes, row.zones().to_vec()).unwrap();
    scratch.put("bad.apd", &packed_file("", &apd::write(&bad)).bytes);
    let before = scratch.read("bad.apd");
    for arguments in ["--dry-run", "--json"] {
        scratch.run(&format!("check bad.apd {arguments}"));
    }
    let dry = scratch.run("check bad.apd --fix --dry-run").expect_code(1);
    assert_eq!(dry.stdout.lines().next(), Some("code\tplace\tlost\tgained\tbytes"));
    let run = scratch.run("check bad.apd --fix --dry-run --json").expect_code(1);
    assert!(scratch.read("bad.apd") == before);
    let json = run.json();
    assert_eq!(json["version"], 1);
    let fixes = json["fixes"].as_array().unwrap();
    assert_eq!(dry.stdout.lines().count(), 1 + fixes.len());
    let first = &fixes[0];
    assert_eq!(
        (&first["code"], &first["file"]),
        (&json!("apd-node-off-centre"), &json!("bad.apd"))
    );
    assert_eq!((&first["lost"], &first["gained"]), (&json!(0), &json!(0)));
    assert!(first["bytes"].as_u64().unwrap() > 0 && first["place"]["kind"] == "thing", "{first}");
    scratch.run("check bad.apd --fix").expect_code(0);
    let mended = apd::read_packed(&scratch.read("bad.apd")).unwrap().0;
    let edges = |apd: &Apd| apd.nodes().map(|node| node.edges).collect::<Vec<_>>();
    assert_eq!(edges(&mended), edges(&bad));
}

#[test]
fn a_dry_run_without_fixes_is_wrong_use_and_json_is_the_format() {
    let scratch = scratch();
    scratch.run("check row.apd --dry-run").expect_code(2);
    scratch.run("check row.apd --json --format text").expect_code(2);
    scratch.run("check row.apd --fix --dry-run --format github").expect_code(2);
    let [a, b] = ["--json", "--format json"]
        .map(|by| scratch.run(&format!("check row.apd {by}")).expect_code(0).stdout);
    assert_eq!(a, b);
    let none = scratch.run("check row.apd --fix --dry-run --json").expect_code(0).json();
    assert_eq!(none, json!({ "version": 1, "fixes": [] }));
}

#[test]
fn odd_cells_of_geometry_are_listed_under_their_file_with_and_without_an_area() {
    let scratch = scratch();
    scratch.make_folder("world");
    let odd = Zgd::from_cells(|x, y, cell| {
        cell.push((0, 500).into());
        if [(5, 6), (700, 7)].contains(&(x, y)) {
            cell.push((100, 300).into());
        }
    });
    let file = packed_file("", &zgd::write(&odd)).bytes;
    scratch.put("world/x1000y1000.zgd", &file);
    let row = scratch.read("row.apd");
    let listed = |what: &str| {
        let json = scratch.run(&format!("check {what} --json")).expect_code(0).json();
        let problems = json["problems"].as_array().unwrap().clone();
        let of_code = problems.into_iter().filter(|problem| problem["code"] == "zgd-overlap");
        of_code.map(|one| (one["file"].clone(), one["place"]["x"].clone())).collect::<Vec<_>>()
    };
    let cells = [5, 700].map(|x| (json!("world/x1000y1000.zgd"), json!(x)));
    assert_eq!(listed("world/x1000y1000.zgd"), cells);
    assert_eq!(listed("world"), cells);
    scratch.put("world/row.apd", &row);
    assert_eq!(listed("world"), cells, "with its area, each is told once");
    assert_eq!(listed("world/row.apd"), cells);
}

#[test]
fn ways_are_found_between_nodes_and_places_and_tested() {
    let scratch = scratch();
    let run = scratch.run("path row.apd #0 #2").expect_code(0);
    assert!(run.stdout.contains("2 edges") && run.stdout.contains("#0 #1 #2"), "{run:?}");
    let run = scratch.run("path row.apd 60,60,0 210,70,5 --json").expect_code(0);
    assert_eq!(run.json()["nodes"], json!([0, 1, 2]));
    let run = scratch.run("path row.apd -900,-900,0 #2").expect_code(1);
    assert!(run.stdout.contains("no way: no node within 300 units"), "{run:?}");
    let run = scratch.run("path row.apd #0 #99").expect_code(2);
    assert!(run.stderr.contains("there is no node #99 in the area"), "{run:?}");
    let run = scratch.run("check row.apd --zones nowhere").expect_code(2);
    assert!(run.stderr.contains("nowhere is not a folder; give one with --zones"), "{run:?}");
    let tests = json!([
        { "name": "across", "from": [72, 72, 0], "to": [200, 72, 0] },
        { "name": "cut", "from": [72, 72, 0], "to": [200, 72, 0], "expect": "cut-off" },
    ]);
    scratch.put("routes.json", tests.to_string().as_bytes());
    let run = scratch.run("path row.apd --tests routes.json").expect_code(1);
    assert!(run.stdout.contains("ok  across") && run.stdout.contains("FAILED  cut"), "{run:?}");
    assert!(run.stderr.contains("2 route tests, 1 failed"), "{run:?}");
    let run = scratch.run("path row.apd --tests routes.json --json").expect_code(1);
    let last: serde_json::Value = serde_json::from_str(run.stdout.lines().last().unwrap()).unwrap();
    assert_eq!((&last["is_as_wanted"], &last["outcome"]), (&json!(false), &json!("reached")));
    let run = scratch.run("path row.apd 1,2 #2 --json").expect_code(0);
    assert_eq!(run.json()["nodes"], json!([0, 1, 2]), "without z the ground is meant");
    scratch.run("path row.apd 1 #2").expect_code(2);
    scratch.run("path row.apd 1,x #2").expect_code(2);
}

#[test]
fn an_area_is_drawn_and_exported() {
    let scratch = scratch();
    scratch.run("render row.apd -o row.png --size 480x480").expect_code(0);
    assert!(scratch.read("row.png").starts_with(b"\x89PNG"));
    scratch.run("export row.apd -o row.geojson").expect_code(0);
    let lines: serde_json::Value = serde_json::from_slice(&scratch.read("row.geojson")).unwrap();
    assert_eq!(lines["features"].as_array().unwrap().len(), 5);
    scratch.run("export row.apd -o row.json").expect_code(0);
    scratch.run("build row.json -o again.apd").expect_code(0);
    assert_eq!(scratch.read("again.apd"), scratch.read("row.apd"));
    scratch.run("export row.apd -o row.csv").expect_code(2);
    scratch.run("render row.apd -o side.png --view 3d --layer density").expect_code(2);
    let schema = scratch.run("commands apd --schema").expect_code(0).json();
    assert!(schema.to_string().contains("relist-nodes"));
}

#[test]
fn a_part_of_an_area_is_drawn_with_its_problems_and_a_legend() {
    let scratch = scratch();
    scratch.run("render row.apd -o row.png --crop 0,0,479,239").expect_code(0);
    let size = |name: &str| {
        let picture = image::load_from_memory(&scratch.read(name)).unwrap();
        (picture.width(), picture.height())
    };
    // x points up: 30 cells of it, and 15 of y.
    assert_eq!(size("row.png"), (15, 30));
    let run =
        scratch.run("render row.apd -o zone.png --zone x1000y1000 --size 96x96 --shading flat");
    assert_eq!((run.expect_code(0).code, size("zone.png")), (0, (96, 96)));
    scratch.run("render row.apd -o marked.png --size 300x200 --problems --legend").expect_code(0);
    assert_eq!(size("marked.png"), (300, 200));
    let wide = scratch.run("render row.apd -o wide.png --legend").expect_code(0);
    assert!(size("wide.png").0 > 960 && size("wide.png").1 == 960, "{wide:?}");
    for (options, expected) in [
        ("--zone x1y1", "row.apd has no zone x0001y0001; it has x1000y1000"),
        (
            "--crop -900,-900,-20,-20",
            "row.apd has nothing there; it is between 0,0 and 15360,15360",
        ),
        ("--crop 0,0,1", "expected four numbers"),
        ("--crop 0,0,1,1 --zone x1000y1000", "cannot be used with"),
        ("--zone 1000,1000", "expected a zone, such as x1000y1000"),
        ("--legend --size 40x40", "has no room for the legend"),
    ] {
        let run = scratch.run(&format!("render row.apd -o no.png {options}")).expect_code(2);
        assert!(run.stderr.contains(expected), "{run:?}");
    }
    scratch.put("small.gat", b"GRAT");
    for option in ["--crop 0,0,1,1", "--zone x1y1", "--problems", "--legend"] {
        let run = scratch.run(&format!("render small.gat -o no.png {option}")).expect_code(2);
        assert!(
            run.stderr.contains("belongs to areas (apd, zgd) of TERA, not to small.gat"),
            "{run:?}"
        );
    }
}

#[test]
fn an_area_is_made_from_its_geometry() {
    let scratch = scratch();
    let run = scratch.run("regenerate . 1000,1000 1000,1001 -o new.apd").expect_code(0);
    assert!(run.stderr.contains("x1000y1001.zgd is missing"), "{run:?}");
    assert!(run.stdout.contains("2 zones, 14,400 nodes"), "{run:?}");
    let apd = apd::read_packed(&scratch.read("new.apd")).unwrap().0;
    assert_eq!((apd.zones().len(), apd.n_nodes()), (2, 14_400));
    let run = scratch.run("path new.apd 72,72,0 15000,15000,0").expect_code(0);
    assert!(run.stdout.contains(" m\n"), "{run:?}");
    scratch.run("regenerate . 1005,1000 -o none.apd").expect_code(2);
    scratch.run("regenerate . 1,1 900,900 -o none.apd").expect_code(2);
    scratch.run("regenerate . one -o none.apd").expect_code(2);
}

#[test]
fn an_area_is_made_by_its_name_and_its_numbers_are_written_beside() {
    let scratch = world();
    let run = scratch.run("regenerate Row_P -o server/new.apd --stats new.json").expect_code(0);
    assert!(run.stdout.contains("14,400 nodes"), "{run:?}");
    let stats: serde_json::Value = serde_json::from_slice(&scratch.read("new.json")).unwrap();
    let keys: Vec<&String> = stats.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["version", "nodes", "edges", "components", "dead_ends", "seconds"]);
    let number = |key: &str| stats[key].as_u64().unwrap();
    assert_eq!((number("version"), number("nodes"), number("components")), (1, 14_400, 1));
    assert_eq!(number("dead_ends"), 0);
    assert!(stats["seconds"].as_f64().unwrap() > 0.0);
    // Neither of the two is written where one is in the way.
    scratch.run("regenerate Row_P -o server/other.apd --stats new.json").expect_code(2);
    assert!(!scratch.file("server/other.apd").exists());
    let run = scratch.run("regenerate Row_Q -o server/other.apd").expect_code(2);
    assert!(run.stderr.contains("did you mean Row_P?"), "{run:?}");
    scratch.run("regenerate server -o other.apd").expect_code(2);
}

/// The area of the row in a folder of its own, its geometry in another, a list above both.
fn world() -> Scratch {
    let scratch = scratch();
    for folder in ["server/paths", "server/zones", "mod"] {
        scratch.make_folder(folder);
    }
    scratch.put("server/paths/row_p.apd", &scratch.read("row.apd"));
    scratch.put("server/zones/x1000y1000.zgd", &scratch.read("x1000y1000.zgd"));
    let list = "<AreaList>\n<Continent id='1' originZoneX='1000' originZoneY='1000'>\n\
                <Area name='Row_P'><Zones><Zone x='1000' y='1000'/></Zones></Area>\n\
                <Area name='Column_P'><Zones><Zone x='1000' y='1000'/><Zone x='1000' y='1001'/></Zones>\
                </Area>\n</Continent>\n</AreaList>\n";
    scratch.put("server/AreaList.xml", list.as_bytes());
    scratch.put("mod/landwright.toml", b"roots = [\"../server\"]\n");
    let mut command = scratch.command(&["check", "Row_P", "--trust"]);
    command.current_dir(scratch.file("mod"));
    support::finish(command).expect_code(0);
    scratch
}

#[test]
fn areas_are_opened_by_their_names() {
    let scratch = world();
    let within = |folder: &str, arguments: &[&str]| {
        let mut command = scratch.command(arguments);
        command.current_dir(scratch.file(folder));
        support::finish(command)
    };
    for folder in ["server", "server/zones", "mod"] {
        let run = within(folder, &["check", "Row_P"]).expect_code(0);
        assert!(!run.stdout.contains("apd-no-geometry"), "{run:?}");
        within(folder, &["path", "ROW_P", "#0", "#2"]).expect_code(0);
        let run = within(folder, &["inspect", "row_p"]).expect_code(0);
        assert!(run.stdout.contains("Areas that share zones"), "{run:?}");
        assert!(run.stdout.contains("Column_P  x1000y1000.zgd"), "{run:?}");
        let run = within(folder, &["check", "column_p"]).expect_code(2);
        assert!(run.stderr.contains("has the area Column_P, but column_p.apd is"), "{run:?}");
        let run = within(folder, &["check", "colum_p"]).expect_code(2);
        assert!(run.stderr.contains("did you mean Column_P?"), "{run:?}");
        let run = within(folder, &["check", "Velika_P"]).expect_code(2);
        assert!(run.stderr.contains("AreaList.xml has no area named Velika_P"), "{run:?}");
        let run = within(folder, &["inspect", "column"]).expect_code(2);
        assert!(run.stderr.contains("has no area named column; did you mean Column_P?"), "{run:?}");
    }
    within("mod", &["render", "row_p", "-o", "row.png", "--size", "96x96"]).expect_code(0);
    within("mod", &["export", "row_p", "-o", "row.geojson"]).expect_code(0);
    let run = scratch.run("inspect server/zones/x1000y1000.zgd").expect_code(0);
    assert!(run.stdout.contains("Areas with this zone"), "{run:?}");
}

#[test]
fn a_name_that_several_files_have_is_asked_about() {
    let scratch = world();
    scratch.make_folder("server/copies");
    scratch.put("server/copies/row_p.apd", &scratch.read("row.apd"));
    let within = |folder: &str, arguments: &[&str]| {
        let mut command = scratch.command(arguments);
        command.current_dir(scratch.file(folder));
        support::finish(command)
    };
    for folder in ["server", "mod"] {
        let run = within(folder, &["path", "Row_P", "#0", "#2"]).expect_code(2);
        for file in ["copies/row_p.apd", "paths/row_p.apd"] {
            assert!(run.stderr.replace('\\', "/").contains(file), "{run:?}");
        }
    }
    // Nor does the window take one of them.
    #[cfg(feature = "window")]
    {
        let run = within("server", &["Row_P"]).expect_code(2);
        assert!(run.stderr.replace('\\', "/").contains("copies/row_p.apd"), "{run:?}");
    }
    // The one in the folder itself is meant.
    within("server/copies", &["path", "Row_P", "#0", "#2"]).expect_code(0);
}

#[test]
fn a_list_of_areas_says_what_is_in_it() {
    let scratch = world();
    let run = scratch.run("inspect server/AreaList.xml").expect_code(0);
    assert!(run.stdout.contains("2, 1 of them in several areas"), "{run:?}");
    assert!(run.stdout.contains("1 zone, shares zones with 1 other, row_p.apd"), "{run:?}");
    let json = scratch.run("inspect server/AreaList.xml --json").expect_code(0).json();
    assert_eq!(json["areas"][0]["name"], "Column_P");
    assert_eq!(
        json["areas"][1]["shares"],
        json!([{ "area": "Column_P", "zones": [[1000, 1000]] }])
    );
    scratch.put("AreaList.xml", b"<AreaList>\n<Area name='a'><Zone x='one' y='2'/>");
    let run = scratch.run("inspect AreaList.xml").expect_code(1);
    assert!(run.stderr.contains("AreaList.xml: line 2: x of <Zone> is `one`"), "{run:?}");
}

#[test]
fn geometry_is_edited_with_its_area_and_only_what_changed_is_written() {
    let scratch = world();
    scratch.put("server/paths/column_p.apd", &scratch.read("row.apd"));
    let before = scratch.read("server/zones/x1000y1000.zgd");
    let disc = json!({ "disc": { "at": [104, 88], "radius": 20 } });
    script(&scratch, &json!([{ "action": "set-volumes", "cells": disc, "z": 12 }]));
    scratch.make_folder("out");
    let run = scratch.run("apply script.json server/paths/row_p.apd -o out").expect_code(0);
    assert!(run.stdout.contains("geometry written: x1000y1000.zgd"), "{run:?}");
    assert!(run.stderr.contains("Column_P also has x1000y1000.zgd: 1 new problem"), "{run:?}");
    assert!(run.stderr.contains("the node is 12 below the nearest floor"), "{run:?}");
    assert_eq!(scratch.names("out"), ["row_p.apd", "x1000y1000.zgd"]);
    assert_eq!(scratch.read("out/row_p.apd"), scratch.read("row.apd"));
    assert_eq!(scratch.read("server/zones/x1000y1000.zgd"), before);
    let old = zgd::read_packed(&before).unwrap().0;
    let new = zgd::read_packed(&scratch.read("out/x1000y1000.zgd")).unwrap().0;
    let differs = |x: u16, y: u16| old.volumes_at(x, y) != new.volumes_at(x, y);
    let cells = (0..960).flat_map(|x| (0..960).map(move |y| (x, y)));
    let changed: Vec<_> = cells.filter(|(x, y)| differs(*x, *y)).collect();
    assert_eq!(changed, [(5, 5), (6, 4), (6, 5), (6, 6), (7, 5)]);

    // Nothing is replaced unless told, and then both or none.
    let again = "apply script.json out/row_p.apd -o out";
    assert!(scratch.run(again).expect_code(2).stderr.contains("--force"));
    script(&scratch, &json!([{ "action": "set-volumes", "cells": disc, "z": 0 }]));
    scratch.run(&format!("{again} --force")).expect_code(0);
    assert_eq!(zgd::read_packed(&scratch.read("out/x1000y1000.zgd")).unwrap().0, old);
    // In place, a zone goes where it was read.
    script(&scratch, &json!([{ "action": "set-volumes", "cells": disc, "z": 5 }]));
    let own = "apply script.json server/paths/row_p.apd -o server/paths/row_p.apd";
    scratch.run(own).expect_code(2);
    scratch.run(&format!("{own} --force")).expect_code(0);
    assert!(scratch.read("server/zones/x1000y1000.zgd") != before);
    assert_eq!(scratch.names("server/paths"), ["column_p.apd", "row_p.apd"]);
    script(&scratch, &json!([{ "action": "set-volumes", "cells": disc, "z": 0 }]));
    let run = scratch.run("apply script.json row.apd -o same.apd").expect_code(0);
    assert!(!run.stdout.contains("geometry written"), "{run:?}");
    scratch.run("apply script.json row.apd -o nowhere.txt").expect_code(2);
    script(
        &scratch,
        &json!([{ "action": "add-volume", "cells": { "list": [[-1, 0]] }, "z": 1, "height": 9 }]),
    );
    let run = scratch.run("apply script.json row.apd -o no.apd").expect_code(2);
    assert!(run.stderr.contains("none of these cells is in a zone of the area"), "{run:?}");
}

#[test]
fn reports_are_probed_and_grouped_by_what_is_at_fault() {
    let scratch = scratch();
    script(&scratch, &json!([{ "action": "remove-edge", "node": 2, "octant": 3 }]));
    scratch.run("apply script.json row.apd -o cut.apd").expect_code(0);
    let log = "[10:15:30] no path from (200, 72, 0) to (72, 72, 0)\n\
               [10:15:31] no path from (200, 72, 0) to (104, 88, 0)\n\
               stuck at 9000 9000 0\nserver started\nwalks fine at (72, 72, 0)\n";
    scratch.put("server.log", log.as_bytes());
    let run = scratch.run("path cut.apd --reports server.log").expect_code(1);
    let one_way = "2 reports: an edge is one-way, and the path goes against it: edge of #1 in \
                   octant 7\n  line 1: [10:15:30]";
    assert!(run.stdout.starts_with(one_way), "{run:?}");
    assert!(
        run.stdout.contains("1 report: no node is close enough: node #2\n  line 3:"),
        "{run:?}"
    );
    assert!(run.stderr.contains("server.log:4: there are no coordinates in it"), "{run:?}");
    assert!(run.stderr.contains("4 reports, something is wrong with 3"), "{run:?}");
    let json = scratch.run("path cut.apd --reports server.log --json").expect_code(1).json();
    assert_eq!(json["reports"][0]["fault"], json!({ "edge": { "node": 1, "octant": 7 } }));
    assert_eq!(json["groups"][0]["reports"], json!([0, 1]));
    assert_eq!(json["passed_over"][0]["line"], json!(4));
    scratch.put("fine.csv", b"x;y;z\n72;72;0\n");
    scratch.run("path row.apd --reports fine.csv").expect_code(0);
    scratch.run("path row.apd #0 --reports fine.csv").expect_code(2);
    scratch.run("path row.apd --reports none.csv").expect_code(2);
}

#[test]
fn areas_go_to_the_games_own_files_and_other_programs_and_come_back() {
    let scratch = scratch();
    let same = |name: &str, as_of: &str| {
        let payload = |name: &str| {
            let bytes = scratch.read(name);
            match name.ends_with("apd") {
                true => apd::write(&apd::read_packed(&bytes).unwrap().0),
                false => zgd::write(&zgd::read_packed(&bytes).unwrap().0),
            }
        };
        assert!(payload(name) == payload(as_of), "{name}");
    };
    scratch.run("export row.apd -o pathdata_row.gdi").expect_code(0);
    scratch.run("export x1000y1000.zgd -o x1000y1000.geo").expect_code(0);
    assert_eq!(scratch.read("pathdata_row.nod").len(), 3 * 76);
    assert_eq!(scratch.read("x1000y1000.idx").len(), 14_400 * 132);
    scratch.run("import pathdata_row.nod -o back.apd").expect_code(0);
    scratch.run("import x1000y1000.idx -o x0001y0001.zgd").expect_code(0);
    same("back.apd", "row.apd");
    same("x0001y0001.zgd", "x1000y1000.zgd");
    let run = scratch.run("import x1000y1000.idx -o back2.apd").expect_code(2);
    assert!(run.stderr.contains("expected a name that ends in .zgd"), "{run:?}");
    scratch.put("pathdata_row.nod", &[0; 75]);
    let run = scratch.run("import pathdata_row.gdi -o no.apd").expect_code(2);
    assert!(run.stderr.contains(".gdi counts 3 nodes, but .nod has 0"), "{run:?}");
    scratch.run("export x1000y1000.zgd -o zone.png").expect_code(2);

    scratch.run("export row.apd -o row.json").expect_code(0);
    scratch.run("import row.json -o json.apd").expect_code(0);
    assert_eq!(scratch.read("json.apd"), scratch.read("row.apd"));
    scratch.run("export row.apd -o row.geojson").expect_code(0);
    scratch.run("import row.geojson -o lines.apd").expect_code(2);
    let run = scratch.run("import row.geojson --onto row.apd -o lines.apd").expect_code(0);
    assert!(run.stdout.contains("nothing differs"), "{run:?}");
    assert_eq!(scratch.read("lines.apd"), scratch.read("row.apd"));
    let lines = String::from_utf8(scratch.read("row.geojson")).unwrap();
    scratch.put("row.geojson", lines.replace("72.0", "73.0").as_bytes());
    let run = scratch.run("import row.geojson --onto row.apd -o moved.apd").expect_code(0);
    assert!(run.stdout.contains("2 nodes moved"), "{run:?}");
}
