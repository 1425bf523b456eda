//! What comes back from other programs while others change the same files.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that can't go on fails")]

mod support;

use landwright_core::format::ragnarok::gat::{self, Terrain};
use landwright_core::format::rose::ifo::spawn::Spawn;
use landwright_core::format::rose::ifo::{self, Body};
use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone, assets};
use serde_json::{Value, json};
use support::Scratch;

const BLOCK: &str = "30_30.IFO";

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    for file in Zone::new(Plan::small(1)).files() {
        let folder = file.path.rsplit_once('/').unwrap().0;
        scratch.make_folder(folder);
        scratch.put(&file.path, &file.bytes);
    }
    scratch
}

fn spawns(scratch: &Scratch, folder: &str) -> Vec<Spawn> {
    let ifo = ifo::read(&scratch.read(&format!("{folder}/{BLOCK}"))).unwrap();
    let Some(Body::Spawn(spawns)) = ifo.body(ifo::SPAWN) else { unreachable!() };
    spawns.clone()
}

/// Sets the limits of some spawns, as another program would.
fn set_limit(scratch: &Scratch, id: &Value, to: u32) {
    let things = json!({ "ids": [id] });
    let set = json!([{ "action": "set", "things": things, "field": "limit", "to": to }]);
    scratch.put("script.json", set.to_string().as_bytes());
    let apply = format!("apply script.json {ZONE_FOLDER} -o {ZONE_FOLDER} --force");
    scratch.run(&apply).expect_code(0);
}

/// The exported zone, the ids of the first two spawns of a block, and the second one with a limit.
fn exported(scratch: &Scratch, limit: u32) -> [Value; 2] {
    scratch.run(&format!("export {ZONE_FOLDER} -o things.json")).expect_code(0);
    let mut json: Value = serde_json::from_slice(&scratch.read("things.json")).unwrap();
    let things = json["things"].as_array_mut().unwrap();
    let mut of_block = things
        .iter_mut()
        .filter(|thing| thing["block"] == "30_30" && thing["thing"].get("spawn").is_some());
    let first = of_block.next().unwrap()["id"].clone();
    let second = of_block.next().unwrap();
    second["thing"]["spawn"]["limit"] = limit.into();
    let second = second["id"].clone();
    scratch.put("things.json", json.to_string().as_bytes());
    [first, second]
}

#[test]
fn an_import_leaves_what_others_changed_since_the_export() {
    let scratch = scratch();
    let [first, second] = exported(&scratch, 77);
    set_limit(&scratch, &first, 66);
    let before = scratch.read(&format!("{ZONE_FOLDER}/{BLOCK}"));
    let preview = format!("import things.json --onto {ZONE_FOLDER} --dry-run");
    let run = scratch.run(&format!("{preview} --json")).expect_code(0);
    let told = run.json();
    assert_eq!(told["version"], 1);
    assert_eq!(told["conflicts"], json!([]));
    let [change] = told["changes"].as_array().unwrap().as_slice() else { panic!("{told}") };
    assert_eq!((&change["field"], &change["theirs"]), (&json!("limit"), &json!("77")));
    assert_eq!(change["thing"], format!("#{second}"));
    let run = scratch.run(&preview).expect_code(0);
    assert!(run.stdout.contains(&format!("#{second}: limit: ")), "{run:?}");
    assert!(run.stdout.contains("1 change, 0 conflicts; nothing was written"), "{run:?}");
    assert_eq!(scratch.read(&format!("{ZONE_FOLDER}/{BLOCK}")), before);

    scratch.run(&format!("import things.json --onto {ZONE_FOLDER} -o new")).expect_code(0);
    let after = spawns(&scratch, "new");
    assert_eq!((after[0].limit, after[1].limit), (66, 77));
}

#[test]
fn a_conflict_keeps_the_value_of_the_document_and_is_told() {
    let scratch = scratch();
    let [_, second] = exported(&scratch, 77);
    let was = spawns(&scratch, ZONE_FOLDER)[1].limit;
    set_limit(&scratch, &second, 66);
    let import = format!("import things.json --onto {ZONE_FOLDER}");
    let told = scratch.run(&format!("{import} --dry-run --json")).expect_code(1).json();
    let [conflict] = told["conflicts"].as_array().unwrap().as_slice() else { panic!("{told}") };
    assert_eq!(conflict["field"], "limit");
    assert_eq!(conflict["thing"], format!("#{second}"));
    let sides = [&conflict["base"], &conflict["ours"], &conflict["theirs"]];
    assert_eq!(sides, [&json!(was.to_string()), &json!("66"), &json!("77")]);
    assert!(conflict["row"].is_u64(), "{conflict}");

    let run = scratch.run(&format!("{import} -o new")).expect_code(1);
    assert!(run.stderr.contains("66 in the document, 77 in the file"), "{run:?}");
    assert_eq!(spawns(&scratch, "new")[1].limit, 66);
    scratch.put("things.json", b"{");
    scratch.run(&format!("{import} --dry-run --json")).expect_code(2);
    scratch.run("import things.json --dry-run").expect_code(2);
    scratch.run(&import).expect_code(2);
}

#[test]
fn cells_of_a_table_are_checked_against_what_was_exported() {
    let scratch = Scratch::with_samples();
    let name = scratch.names("").into_iter().find(|name| name.ends_with(".gat")).unwrap();
    scratch.run(&format!("export {name} -o map.csv")).expect_code(0);
    let mut map = gat::read(&scratch.read(&name)).unwrap();
    let csv = String::from_utf8(scratch.read("map.csv")).unwrap();
    let mut lines: Vec<String> = csv.lines().map(str::to_owned).collect();
    for (line, to) in [(1, 7), (2, 7)] {
        let mut cells: Vec<&str> = lines[line].split(',').collect();
        let to = to.to_string();
        (cells[2], cells[3]) = (&to, &to);
        lines[line] = cells.join(",");
    }
    scratch.put("map.csv", (lines.join("\n") + "\n").as_bytes());
    map.tile_mut(1, 0).unwrap().terrain = Terrain(6);
    scratch.put(&name, &gat::write(&map));
    let told = scratch.run(&format!("import map.csv --onto {name} --dry-run --json"));
    let told = told.expect_code(1).json();
    assert_eq!(told["changes"][0]["thing"], "cell (0, 0)");
    assert_eq!(told["conflicts"][0]["thing"], "cell (1, 0)");
    let conflict = &told["conflicts"][0];
    assert_eq!((conflict["ours"].as_str(), conflict["row"].as_u64()), (Some("6"), Some(3)));
    assert_eq!(conflict["field"], "type");
    assert_eq!(told.as_object().unwrap().len(), 3, "version, changes and conflicts");
    scratch.run(&format!("import map.csv --onto {name} -o new.gat")).expect_code(1);
    let new = gat::read(&scratch.read("new.gat")).unwrap();
    let terrain = |x| new.tile(x, 0).unwrap().terrain;
    assert_eq!((terrain(0), terrain(1)), (Terrain(7), Terrain(6)));
}

#[test]
fn text_that_is_typed_is_in_the_code_page_wherever_it_is_typed() {
    let scratch = scratch();
    let in_cp949 = b"\xba\xed\xb7\xaf\xb5\xe5\xb9\xee";
    let typed = "블러드뱃";
    let [_, second] = exported(&scratch, 77);
    let mut json: Value = serde_json::from_slice(&scratch.read("things.json")).unwrap();
    let things = json["things"].as_array_mut().unwrap();
    let spawn = things.iter_mut().find(|thing| thing["id"] == second).unwrap();
    spawn["thing"]["spawn"]["name"] = typed.into();
    let thing = spawn["thing"].clone();
    scratch.put("things.json", json.to_string().as_bytes());
    scratch.run(&format!("import things.json --onto {ZONE_FOLDER} -o imported")).expect_code(0);
    let put = json!([{ "action": "put-things", "things": [{ "id": second, "thing": thing }] }]);
    scratch.put("script.json", put.to_string().as_bytes());
    scratch.run(&format!("apply script.json {ZONE_FOLDER} -o applied")).expect_code(0);
    for folder in ["imported", "applied"] {
        assert_eq!(spawns(&scratch, folder)[1].name.as_bytes(), in_cp949, "{folder}");
    }

    let block = format!("{ZONE_FOLDER}/{BLOCK}");
    let ifo = scratch.run(&format!("inspect {block} --json")).expect_code(0).stdout;
    scratch.put("ifo.json", ifo.as_bytes());
    scratch.run("build ifo.json -o same.IFO").expect_code(0);
    assert_eq!(scratch.read("same.IFO"), scratch.read(&block));
    scratch.put("ifo.json", ifo.replacen("\"Untitled\"", &format!("\"{typed}\""), 1).as_bytes());
    let run = scratch.run("build ifo.json -o typed.IFO").expect_code(0);
    assert!(run.stderr.contains("1 typed text is in CP949"), "{run:?}");
    let built = scratch.read("typed.IFO");
    assert!(built.windows(in_cp949.len()).any(|bytes| bytes == in_cp949));
    scratch.put("ifo.json", ifo.replacen("\"Untitled\"", "\"😀\"", 1).as_bytes());
    let run = scratch.run("build ifo.json -o no.IFO").expect_code(2);
    assert!(run.stderr.contains("which CP949 (Korean) lacks"), "{run:?}");
}

#[test]
fn a_model_goes_to_gltf_and_comes_back() {
    const FOLDER: &str = "3DDATA/NPC/Sample";
    let scratch = scratch();
    for file in assets::files() {
        scratch.make_folder(file.path.rsplit_once('/').unwrap().0);
        scratch.put(&file.path, &file.bytes);
    }
    let body = format!("{FOLDER}/TOAD_Body.zms");
    let bone = format!("{FOLDER}/TOAD_BONE.ZMD");
    scratch.run(&format!("export {body} --skeleton {bone} -o toad.glb")).expect_code(0);
    let onto = format!("import toad.glb --onto {body} --skeleton {bone}");
    let run = scratch.run(&format!("{onto} -o same.zms")).expect_code(0);
    assert_eq!(run.stdout, "same.zms: nothing differs\n");
    assert_eq!(scratch.read("same.zms"), scratch.read(&body));
    let run = scratch.run("import toad.glb -o new.zms").expect_code(2);
    assert!(run.stderr.contains("give it with --skeleton"), "{run:?}");
    let run = scratch.run(&format!("import toad.glb -o new.zms --skeleton {bone}")).expect_code(0);
    assert_eq!(run.stdout, "new.zms: 8 vertices and 12 triangles\n");
    assert_eq!(&scratch.read("new.zms")[..8], b"ZMS0008\0");
    scratch.run("check new.zms").expect_code(0);
    let run = scratch.run(&format!("import toad.glb -o new.zms --skeleton {bone}")).expect_code(2);
    assert!(run.stderr.contains("new.zms exists already"), "{run:?}");
    let run = scratch.run(&format!("{onto} --dry-run")).expect_code(0);
    assert_eq!(run.stdout, format!("{body}: nothing differs; nothing was written\n"));

    // An object of a list has several meshes, and each becomes a file.
    scratch.run("export 3DDATA/NPC/PART_NPC.ZSC:2 -o object.glb").expect_code(0);
    let run = scratch.run(&format!("import object.glb -o parts --skeleton {bone}")).expect_code(0);
    let files: Vec<&str> = run.stdout.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert!(!files.is_empty(), "{run:?}");
    for file in &files {
        assert!(file.starts_with("parts/"), "{run:?}");
        assert_eq!(&scratch.read(file)[..8], b"ZMS0008\0");
    }

    scratch.put("bad.glb", b"glTF");
    let run = scratch.run("import bad.glb -o bad.zms").expect_code(2);
    assert!(run.stderr.contains("bad.glb: file: is not version 2 of glTF"), "{run:?}");
    let run = scratch.run("import bad.gltf -o bad.zms").expect_code(2);
    assert!(run.stderr.contains("bad.gltf"), "{run:?}");
    let run = scratch.run("import toad.glb -o new.zms --flat").expect_code(2);
    assert!(run.stderr.contains("don't belong to models"), "{run:?}");
}
