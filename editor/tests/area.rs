//! TERA areas on the command line.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod support;

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
    let run = scratch.run("apply script.json row.apd -o no.apd").expect_code(1);
    assert!(run.stderr.contains("action 0, add-edge: there is no node #9"), "{run:?}");
    assert!(!scratch.file("no.apd").exists());
}

#[test]
fn ways_are_found_between_nodes_and_places_and_tested() {
    let scratch = scratch();
    let run = scratch.run("path row.apd #0 #2").expect_code(0);
    assert!(run.stdout.contains("2 edges") && run.stdout.contains("#0 #1 #2"), "{run:?}");
    let run = scratch.run("path row.apd 60,60,0 210,70,5 --json").expect_code(0);
    assert_eq!(run.json()["nodes"], json!([0, 1, 2]));
    let run = scratch.run("path row.apd -900,-900,0 #2").expect_code(0);
    assert!(run.stdout.contains("no way: no node within 300 units"), "{run:?}");
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
    scratch.run("path row.apd 1,2 #2").expect_code(2);
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
    scratch.run("render row.apd -o side.png --view 3d").expect_code(2);
    let schema = scratch.run("commands apd --schema").expect_code(0).json();
    assert!(schema.to_string().contains("relist-nodes"));
}

#[test]
fn an_area_is_made_from_its_geometry() {
    let scratch = scratch();
    let run = scratch.run("regenerate . 1000,1000 1000,1001 -o new.apd").expect_code(0);
    assert!(run.stderr.contains("there is no x1000y1001.zgd"), "{run:?}");
    assert!(run.stdout.contains("2 zones, 14,400 nodes"), "{run:?}");
    let apd = apd::read_packed(&scratch.read("new.apd")).unwrap().0;
    assert_eq!((apd.zones().len(), apd.n_nodes()), (2, 14_400));
    let run = scratch.run("path new.apd 72,72,0 15000,15000,0").expect_code(0);
    assert!(run.stdout.contains(" m\n"), "{run:?}");
    scratch.run("regenerate . 1005,1000 -o none.apd").expect_code(1);
    scratch.run("regenerate . 1,1 900,900 -o none.apd").expect_code(2);
    scratch.run("regenerate . one -o none.apd").expect_code(2);
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
    }
    within("mod", &["render", "row_p", "-o", "row.png", "--size", "96x96"]).expect_code(0);
    within("mod", &["export", "row_p", "-o", "row.geojson"]).expect_code(0);
    let run = scratch.run("inspect server/zones/x1000y1000.zgd").expect_code(0);
    assert!(run.stdout.contains("Areas with this zone"), "{run:?}");
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
