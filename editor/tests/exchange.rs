//! Maps for other programs and back, from the command line.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that can't go on fails")]

mod support;

use landwright_core::format::ragnarok::gat::{self, Gat, Terrain, Version};
use landwright_core::format::ragnarok::rsw;
use landwright_core::format::ragnarok::{gnd, rsm};
use landwright_core::format::ragnarok::{map_cache, mcache};
use landwright_core::format::text::Opaque;
use landwright_core::nav::ragnarok::cell::{WaterLevel, cached_types};
use landwright_core::sample::ragnarok::{Plan, island, models, scene};
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::GatMap;
use serde_json::{Value, json};
use support::Scratch;

fn isle(version: Version) -> Gat {
    let mut gat = island(Plan { seed: 1, width: 40, height: 30, version }).gat;
    gat.tail = Opaque(b"left over".to_vec());
    gat
}

/// A folder with an island, its RSW, and a map cache of other maps.
fn scratch(version: Version) -> Scratch {
    let scratch = Scratch::with_samples();
    scratch.put("isle.gat", &gat::write(&isle(version)));
    let plan = Plan { seed: 1, width: 40, height: 30, version };
    scratch.put("isle.rsw", &rsw::write(&island(plan).rsw));
    scratch
}

fn json_of(scratch: &Scratch, name: &str) -> Value {
    serde_json::from_slice(&scratch.read(name)).unwrap()
}

#[test]
fn a_map_goes_to_tiled_and_back_without_loss() {
    for version in [Version::V1_2, Version::V1_3] {
        let scratch = scratch(version);
        let run = scratch.run("export isle.gat -o isle.tmj").expect_code(0);
        assert!(run.stdout.contains("with its tiles in isle.types.png"), "{run:?}");
        let json = json_of(&scratch, "isle.tmj");
        assert_eq!(json["tilesets"][0]["image"], "isle.types.png");
        let tiles = image::load_from_memory(&scratch.read("isle.types.png")).unwrap();
        assert_eq!(json["tilesets"][0]["imagewidth"], tiles.width());
        let run = scratch.run("import isle.tmj -o back.gat").expect_code(0);
        assert_eq!(run.stdout, "back.gat: nothing differs\n");
        assert_eq!(scratch.read("back.gat"), scratch.read("isle.gat"));
        scratch.run("export isle.gat -o isle.tmj").expect_code(2);
        scratch.run("export isle.gat -o isle.tmj --force").expect_code(0);
    }
}

#[test]
fn what_is_painted_in_tiled_changes_those_cells_alone() {
    let scratch = scratch(Version::V1_2);
    scratch.run("export isle.gat -o isle.tmj").expect_code(0);
    let mut json = json_of(&scratch, "isle.tmj");
    json["layers"][0]["data"][40 * 29 + 7] = json!(3);
    scratch.put("isle.tmj", json.to_string().as_bytes());
    let mut expected = isle(Version::V1_2);
    expected.tile_mut(7, 0).unwrap().terrain = Terrain(2);
    for onto in ["", "--onto isle.gat"] {
        let run = scratch.run(&format!("import isle.tmj -o out.gat --force {onto}")).expect_code(0);
        assert_eq!(run.stdout, "out.gat: 1 cell has another type\n");
        assert_eq!(scratch.read("out.gat"), gat::write(&expected));
    }
    let run = scratch.run("import isle.tmj -o no.gat --onto island.gat").expect_code(2);
    assert!(run.stderr.contains("is for a map of 40 × 30 cells"), "{run:?}");
    assert!(!scratch.file("no.gat").exists());
}

#[test]
fn a_table_goes_out_and_back() {
    let scratch = scratch(Version::V1_3);
    let run = scratch.run("export isle.gat -o isle.csv").expect_code(0);
    assert!(run.stderr.contains("the 9 bytes after the cells are not in the CSV"), "{run:?}");
    scratch.run("import isle.csv -o back.gat --onto isle.gat").expect_code(0);
    assert_eq!(scratch.read("back.gat"), scratch.read("isle.gat"));
    scratch.run("import isle.csv -o alone.gat --version 1.3").expect_code(0);
    let mut without_tail = isle(Version::V1_3);
    without_tail.tail = Opaque::default();
    assert_eq!(scratch.read("alone.gat"), gat::write(&without_tail));
    scratch.put("one.csv", b"x;y;type;altitude_ne\n3;4;5;-2,5\n");
    let run = scratch.run("import one.csv -o one.gat --onto isle.gat").expect_code(0);
    assert_eq!(run.stdout, "one.gat: 1 cell has another type, 1 corner another height\n");
    let run = scratch.run("import one.csv -o no.gat").expect_code(2);
    assert!(run.stderr.contains("1 cell does not make a map of 4 × 5"), "{run:?}");
}

#[test]
fn servers_get_the_cells_that_they_would_make() {
    let scratch = scratch(Version::V1_2);
    let types = cached_types(
        &isle(Version::V1_2),
        WaterLevel::new(rsw::read(&scratch.read("isle.rsw")).unwrap().water_level().unwrap()),
    );
    let run = scratch.run("export isle.gat -o isle.mcache").expect_code(0);
    assert!(run.stderr.contains("water level 4.0 from isle.rsw"), "{run:?}");
    let mcache = mcache::read(&scratch.read("isle.mcache")).unwrap();
    assert!(mcache.has_right_checksum());
    assert_eq!(mcache.cells.cells().unwrap(), types);

    let before = map_cache::read(&scratch.read("map_cache.dat")).unwrap();
    let run = scratch.run("export isle.gat -o map_cache.dat").expect_code(0);
    assert_eq!(run.stdout, "map_cache.dat: isle was added, now 2 maps\n");
    let cache = map_cache::read(&scratch.read("map_cache.dat")).unwrap();
    assert_eq!(cache.entries()[0], before.entries()[0]);
    assert_eq!(cache.entries()[1].cells.cells().unwrap(), types);
    let run = scratch.run("export isle.gat -o map_cache.dat").expect_code(0);
    assert_eq!(
        run.stdout,
        "map_cache.dat: isle is already in it, unchanged; nothing was written\n"
    );
    let run = scratch.run("export island.gat -o map_cache.dat --name isle").expect_code(0);
    assert_eq!(run.stdout, "map_cache.dat: isle was replaced, 2 maps\n");
    assert!(run.stderr.contains("water level 12.5 from island.rsw"), "{run:?}");
    scratch.run("export isle.gat -o new/map_cache.dat").expect_code(2);
    scratch.run("export isle.gat -o db_map_cache.dat").expect_code(0);
    let run = scratch.run("export isle.gat -o map_cache.dat --name a_name_too_long").expect_code(2);
    assert!(run.stderr.contains("has to be 1 to 11 bytes"), "{run:?}");
}

#[test]
fn a_picture_has_the_colours_of_the_legend() {
    let scratch = scratch(Version::V1_2);
    scratch.run("export isle.gat -o isle.png").expect_code(0);
    scratch.run("render isle.gat -o same.png --shading flat").expect_code(0);
    assert_eq!(scratch.read("isle.png"), scratch.read("same.png"));
}

#[test]
fn a_format_that_nobody_knows_is_wrong_use() {
    let scratch = scratch(Version::V1_2);
    let run = scratch.run("export isle.gat -o isle.bmp").expect_code(2);
    assert!(run.stderr.contains("ends in .tmj, .csv, .png, .mcache or map_cache.dat"), "{run:?}");
    let run = scratch.run("import isle.rsw -o out.gat").expect_code(2);
    assert!(run.stderr.contains("expected a Tiled map (.tmj, .tmx) or a table (.csv)"), "{run:?}");
    scratch.put("map_cache.dat", b"short");
    scratch.run("export isle.gat -o map_cache.dat").expect_code(2);
    assert_eq!(scratch.read("map_cache.dat"), b"short");
}

#[test]
fn without_the_rsw_the_water_of_a_cache_stays() {
    let scratch = scratch(Version::V1_2);
    scratch.run("export isle.gat -o map_cache.dat").expect_code(0);
    scratch.run("export isle.gat -o isle.mcache").expect_code(0);
    let cells = |name: &str| {
        let cache = map_cache::read(&scratch.read(name)).unwrap();
        cache.entries()[cache.find(b"isle").unwrap()].cells.cells().unwrap()
    };
    let before = cells("map_cache.dat");
    assert!(before.contains(&3), "the island has a shore");
    let mut painted = isle(Version::V1_2);
    let dry = before.iter().position(|kind| *kind == 0).unwrap() as u32;
    painted.tile_mut(dry % 40, dry / 40).unwrap().terrain = Terrain::BLOCKED;
    std::fs::create_dir(scratch.file("edited")).unwrap();
    scratch.put("edited/isle.gat", &gat::write(&painted));
    let run = scratch.run("export edited/isle.gat -o map_cache.dat").expect_code(0);
    assert!(run.stderr.contains("still water"), "{run:?}");
    let mut expected = before.clone();
    expected[dry as usize] = 1;
    assert_eq!(cells("map_cache.dat"), expected);
    let run = scratch.run("export edited/isle.gat -o isle.mcache --force").expect_code(0);
    assert!(run.stderr.contains("still water"), "{run:?}");
    let one = mcache::read(&scratch.read("isle.mcache")).unwrap();
    assert_eq!(one.cells.cells().unwrap(), expected);
    // Another size has no water that could stay.
    let other = island(Plan { seed: 2, width: 20, height: 20, version: Version::V1_2 }).gat;
    scratch.put("edited/isle.gat", &gat::write(&other));
    for target in ["map_cache.dat", "isle.mcache --force"] {
        let run = scratch.run(&format!("export edited/isle.gat -o {target}")).expect_code(2);
        assert!(run.stderr.contains("--rsw"), "{run:?}");
    }
    assert_eq!(cells("map_cache.dat"), expected);
    let with_rsw = "export edited/isle.gat -o map_cache.dat --rsw isle.rsw";
    scratch.run(with_rsw).expect_code(0);
}

#[test]
fn a_map_that_is_converted_over_another_keeps_its_water() {
    let scratch = scratch(Version::V1_2);
    let targets = ["isle.mcache", "isle.fld2", "isle.fld2.gz"];
    for target in targets {
        scratch.run(&format!("convert isle.gat -o {target}")).expect_code(0);
    }
    scratch.run("convert isle.gat -o many --to fld2").expect_code(0);
    scratch.make_folder("edited");
    scratch.put("edited/isle.gat", &scratch.read("isle.gat"));
    for target in targets {
        let before = scratch.read(target);
        let run =
            scratch.run(&format!("convert edited/isle.gat -o {target} --force")).expect_code(0);
        assert!(run.stderr.contains("note: `isle`: ") && run.stderr.contains("still water"));
        assert_eq!(scratch.read(target), before, "{target}");
        scratch.run(&format!("roundtrip {target}")).expect_code(0);
        scratch.run(&format!("check {target}")).expect_code(0);
    }
    let before = scratch.read("many/isle.fld2");
    scratch.run("convert edited/isle.gat -o many --to fld2 --force").expect_code(0);
    assert_eq!(scratch.read("many/isle.fld2"), before);
    // A smaller map says nothing of the water, and what is damaged says nothing at all.
    let other = island(Plan { seed: 2, width: 20, height: 20, version: Version::V1_2 }).gat;
    scratch.put("edited/isle.gat", &gat::write(&other));
    for target in targets {
        let run =
            scratch.run(&format!("convert edited/isle.gat -o {target} --force")).expect_code(2);
        assert!(run.stderr.contains("--rsw"), "{run:?}");
        scratch.put(target, b"cut");
        scratch.run(&format!("convert edited/isle.gat -o {target} --force")).expect_code(2);
        assert_eq!(scratch.read(target), b"cut", "{target}");
        assert_ne!(scratch.run(&format!("check {target}")).code, 0, "{target}");
        assert_ne!(scratch.run(&format!("roundtrip {target}")).code, 0, "{target}");
    }
}

#[test]
fn cells_that_are_converted_onto_a_gat_keep_its_heights() {
    let scratch = scratch(Version::V1_3);
    for target in ["isle.mcache", "isle.fld2.gz", "cache.dat"] {
        scratch.run(&format!("convert isle.gat -o {target}")).expect_code(0);
    }
    let before = scratch.read("isle.gat");
    for source in ["isle.mcache", "isle.fld2.gz", "cache.dat", "cache.dat#isle"] {
        scratch.run(&format!("convert {source} -o isle.gat")).expect_code(0);
        assert_eq!(scratch.read("isle.gat"), before, "{source}");
    }
    let mut painted = isle(Version::V1_3);
    let dry = painted.tiles().iter().position(|tile| tile.terrain == Terrain::WALKABLE).unwrap();
    painted.tiles_mut()[dry].terrain = Terrain::BLOCKED;
    scratch.make_folder("edited");
    scratch.put("edited/isle.gat", &gat::write(&painted));
    scratch.run("convert edited/isle.gat -o painted.dat").expect_code(0);
    scratch.make_folder("maps");
    scratch.put("maps/isle.gat", &before);
    for target in ["isle.gat", "maps --to gat", "maps --to gat --force"] {
        let run = scratch.run(&format!("convert painted.dat -o {target}")).expect_code(0);
        assert!(run.stderr.contains("the heights and everything else in the GAT stay"), "{run:?}");
    }
    for gat in ["isle.gat", "maps/isle.gat"] {
        assert_eq!(scratch.read(gat), gat::write(&painted), "{gat}");
    }
    let other = island(Plan { seed: 2, width: 20, height: 20, version: Version::V1_2 }).gat;
    scratch.put("edited/isle.gat", &gat::write(&other));
    scratch.run("convert edited/isle.gat -o small.mcache").expect_code(0);
    for force in ["", " --force"] {
        let run = scratch.run(&format!("convert small.mcache -o isle.gat{force}")).expect_code(2);
        assert!(run.stderr.contains("its heights would be lost"), "{run:?}");
        assert_eq!(scratch.read("isle.gat"), gat::write(&painted));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_do_not_become_one_name_in_a_cache() {
    use std::os::unix::ffi::OsStrExt;
    let scratch = scratch(Version::V1_2);
    let name = std::ffi::OsStr::from_bytes(b"\xb8\xca.gat");
    std::fs::rename(scratch.file("isle.gat"), scratch.path().join(name)).unwrap();
    let before = scratch.read("map_cache.dat");
    for verb in ["export", "convert"] {
        let mut command = scratch.command(&[verb, "-o", "map_cache.dat"]);
        let run = support::finish({
            command.arg(name);
            command
        });
        assert!(run.code == 2 && run.stderr.contains("of UTF-8"), "{run:?}");
        assert_eq!(scratch.read("map_cache.dat"), before);
    }
}

#[test]
fn a_map_in_other_letters_is_the_one_of_the_cache() {
    let scratch = scratch(Version::V1_2);
    scratch.run("export isle.gat -o map_cache.dat").expect_code(0);
    let before = scratch.read("map_cache.dat");
    let run = scratch.run("export isle.gat -o map_cache.dat --name ISLE").expect_code(0);
    assert!(run.stderr.contains("has this map as `isle`; that name is kept"), "{run:?}");
    assert_eq!(scratch.read("map_cache.dat"), before);
    let run = scratch.run("export isle.gat -o a_name_too_long.mcache").expect_code(2);
    assert!(run.stderr.contains("has to be 1 to 11 bytes"), "{run:?}");
}

#[test]
fn a_damaged_cache_is_found_by_check_and_refused_by_export() {
    let scratch = scratch(Version::V1_2);
    scratch.run("export isle.gat -o map_cache.dat").expect_code(0);
    scratch.run("export isle.gat -o isle.mcache").expect_code(0);
    scratch.run("check map_cache.dat isle.mcache").expect_code(0);
    let sound = scratch.read("map_cache.dat");
    let damaged = |at: usize, byte: u8| {
        let mut bytes = sound.clone();
        bytes[at] ^= byte;
        bytes
    };
    let longer = [&sound[..], b"left over"].concat();
    let last = sound.len() - 1;
    for (bytes, code) in [
        (damaged(0, 1), "cache-stated-size"),
        (damaged(4, 3), "cache-count"),
        (damaged(last, 1), "cache-cells"),
        (longer, "cache-bytes-behind"),
    ] {
        scratch.put("map_cache.dat", &bytes);
        let run = scratch.run("check map_cache.dat").expect_code(1);
        assert!(run.stdout.contains(code), "{code}: {run:?}");
        let run = scratch.run("export isle.gat -o map_cache.dat --name dune").expect_code(2);
        assert!(run.stderr.contains("it is damaged"), "{code}: {run:?}");
        assert_eq!(scratch.read("map_cache.dat"), bytes, "{code}");
    }
    let mut one = scratch.read("isle.mcache");
    one[5] ^= 1;
    scratch.put("isle.mcache", &one);
    let run = scratch.run("check isle.mcache").expect_code(1);
    assert!(run.stdout.contains("cache-checksum"), "{run:?}");
    let run = scratch.run("explain cache-checksum").expect_code(0);
    assert!(run.stdout.contains("Hercules"), "{run:?}");
}

#[test]
fn heights_that_a_tiled_map_has_lost_are_those_of_the_map_that_it_goes_onto() {
    let scratch = scratch(Version::V1_2);
    scratch.run("export isle.gat -o isle.tmj").expect_code(0);
    let mut json = json_of(&scratch, "isle.tmj");
    json["layers"].as_array_mut().unwrap().retain(|layer| layer["name"] != "landwright");
    scratch.put("isle.tmj", json.to_string().as_bytes());
    let run = scratch.run("import isle.tmj -o back.gat").expect_code(2);
    assert!(run.stderr.contains("--flat"), "{run:?}");
    assert!(!scratch.file("back.gat").exists());
    scratch.run("import isle.tmj -o back.gat --onto isle.gat").expect_code(0);
    assert_eq!(scratch.read("back.gat"), scratch.read("isle.gat"));
    scratch.run("import isle.tmj -o flat.gat --flat").expect_code(0);
    let flat = gat::read(&scratch.read("flat.gat")).unwrap();
    assert!(flat.tiles().iter().all(|tile| tile.altitude.iter().all(|a| a.get() == 0.0)));
}

#[test]
fn a_map_that_tiled_saved_as_xml_comes_back_with_its_tileset_beside_it() {
    let scratch = scratch(Version::V1_2);
    let map = GatMap::new(&gat::read(&scratch.read("isle.gat")).unwrap()).unwrap();
    let (width, height) = (map.width(), map.height());
    let mut rows: Vec<String> = Vec::new();
    for y in (0..height).rev() {
        let gid = |x: u32| map.terrain(TilePos { x, y }).unwrap().kind() + 1;
        rows.push((0..width).map(|x| gid(x).to_string()).collect::<Vec<_>>().join(","));
    }
    let data = rows.join(",\n");
    // The first cell of the northernmost row.
    let painted = format!("6{}", &data[1..]);
    let text = |data: &str| {
        format!(
            "<?xml version=\"1.0\"?>\n<map width=\"{width}\" height=\"{height}\">\n\
             <tileset firstgid=\"1\" source=\"tiles/types.tsx\"/>\n<layer name=\"types\" \
             width=\"{width}\" height=\"{height}\">\n<data encoding=\"csv\">\n{data}\n</data></layer></map>"
        )
    };
    let tile = |kind: u32| {
        format!(
            "<tile id=\"{kind}\"><properties><property name=\"gat-type\" type=\"int\" \
             value=\"{kind}\"/></properties></tile>"
        )
    };
    let tiles: String = (0..7).map(tile).collect();
    std::fs::create_dir(scratch.file("tiles")).unwrap();
    scratch.put("tiles/types.tsx", format!("<tileset>{tiles}</tileset>").as_bytes());
    scratch.put("isle.tmx", text(&painted).as_bytes());
    let run = scratch.run("import isle.tmx --onto isle.gat -o out.gat").expect_code(0);
    assert!(run.stdout.starts_with("out.gat: 1 cell has another type"), "{run:?}");
    let mut expected = map.to_gat();
    expected.tiles_mut()[((height - 1) * width) as usize].terrain = Terrain(5);
    assert_eq!(scratch.read("out.gat"), gat::write(&expected));
    scratch.put("isle.tmx", text(&data).as_bytes());
    scratch.run("import isle.tmx --onto isle.gat -o same.gat").expect_code(0);
    assert_eq!(scratch.read("same.gat"), scratch.read("isle.gat"));
    // No name leads out of the folder of the map.
    scratch.put("isle.tmx", text(&data).replace("tiles/", "../tiles/").as_bytes());
    let run = scratch.run("import isle.tmx --onto isle.gat -o no.gat").expect_code(2);
    assert!(run.stderr.contains("neither in this file nor beside it"), "{run:?}");
    scratch.put("isle.tmx", b"<map width='2'\nheight='1'>\n<layer");
    let run = scratch.run("import isle.tmx --onto isle.gat -o no.gat").expect_code(2);
    assert!(run.stderr.contains("isle.tmx: line 3: a tag does not end"), "{run:?}");
}

/// The island with its ground, and the RSW and the house of a client around it.
fn ground() -> Scratch {
    let scratch = scratch(Version::V1_2);
    let gat = isle(Version::V1_2);
    scratch.put("isle.gnd", &gnd::write(&scene::ground(&gat, 1)));
    scratch.put("isle.rsw", &rsw::write(&scene::scene(&gat, 1, 12)));
    let house = format!("model/{}", models::HOUSE_NAME);
    let (folder, _) = house.rsplit_once('/').unwrap();
    scratch.make_folder(folder);
    scratch.put(&house, &rsm::write(&models::house()));
    scratch
}

#[test]
fn ground_becomes_a_map_and_says_what_it_was_made_of() {
    let scratch = ground();
    let run = scratch.run("convert isle.gnd -o new.gat").expect_code(0);
    assert_eq!(run.stdout, "new.gat: 40 × 30 cells\n");
    assert!(run.stderr.contains("note: the ground is isle.gnd, with 12 models"), "{run:?}");
    assert!(run.stderr.contains("steeper than 45 degrees"), "{run:?}");
    let map = gat::read(&scratch.read("new.gat")).unwrap();
    let land = gnd::read(&scratch.read("isle.gnd")).unwrap();
    assert_eq!(map.tile(6, 8).unwrap().altitude[0], land.cube(3, 4).unwrap().altitude[0]);
    scratch.run("convert isle.gnd -o new.gat").expect_code(2);
    scratch.run("convert isle.gnd -o new.mcache").expect_code(0);
    std::fs::remove_file(scratch.file("isle.rsw")).unwrap();
    let run = scratch.run("convert isle.gnd -o bare.gat").expect_code(0);
    assert!(run.stderr.contains("no RSW was found"), "{run:?}");
    scratch.put("isle.gnd", b"GRGN");
    scratch.run("convert isle.gnd -o broken.gat").expect_code(2);
    assert!(!scratch.file("broken.gat").exists());
}

#[test]
fn a_script_takes_heights_from_the_ground_for_its_cells_alone() {
    let scratch = ground();
    let region = json!({"rectangle": {"x": 4, "y": 6, "width": 3, "height": 2}});
    let script = json!([{"action": "heights-from-ground", "region": region, "types": {}}]);
    scratch.put("script.json", script.to_string().as_bytes());
    let raise =
        json!([{"action": "shape-heights", "region": "everything", "how": {"raise": {"by": 9}}}]);
    scratch.put("raise.json", raise.to_string().as_bytes());
    scratch.run("apply raise.json isle.gat -o isle.gat --force").expect_code(0);
    scratch.run("apply script.json isle.gat -o taken.gat").expect_code(0);
    let (old, new) = (scratch.read("isle.gat"), scratch.read("taken.gat"));
    let differs = |n: usize| old[14 + 20 * n..34 + 20 * n] != new[14 + 20 * n..34 + 20 * n];
    let cells: Vec<usize> = (0..1200).filter(|n| differs(*n)).collect();
    assert_eq!(cells, [244, 245, 246, 284, 285, 286]);
    assert_eq!((&old[..14], &old[24014..]), (&new[..14], &new[24014..]));
    for file in ["isle.gnd", "isle.rsw"] {
        std::fs::remove_file(scratch.file(file)).unwrap();
    }
    let run = scratch.run("apply script.json isle.gat -o no.gat").expect_code(2);
    assert!(run.stderr.contains("there is no isle.gnd"), "{run:?}");
    assert!(!scratch.file("no.gat").exists());
}

#[test]
fn a_script_that_names_a_model_of_no_root_is_done_with_a_note() {
    let scratch = ground();
    let add = |file: &str| json!([{"action": "add", "kind": "model", "at": [0, 0, 0], "fields": {"file": file}}]);
    scratch.put("there.json", add("집\\house.rsm").to_string().as_bytes());
    scratch.put("gone.json", add("집\\hose.rsm").to_string().as_bytes());
    let run = scratch.run("apply there.json isle.rsw -o there.rsw").expect_code(0);
    assert!(!run.stderr.contains("in no root"), "{run:?}");
    let run = scratch.run("apply gone.json isle.rsw -o gone.rsw").expect_code(0);
    let note = "note: action 0: `집\\hose.rsm` is in no root; is its name right?";
    assert!(run.stderr.contains(note), "{run:?}");
    assert!(scratch.file("gone.rsw").exists());
    // Without a client's models nobody knows.
    std::fs::remove_dir_all(scratch.file("model")).unwrap();
    let run = scratch.run("apply gone.json isle.rsw -o again.rsw").expect_code(0);
    assert!(!run.stderr.contains("in no root"), "{run:?}");
}

#[test]
fn ground_that_a_warp_of_the_scripts_leads_to_is_no_island() {
    let scratch = Scratch::with_samples();
    let mut room = Gat::filled(Version::V1_2, 12, 12, isle(Version::V1_2).tiles()[0]);
    for (idx, tile) in room.tiles_mut().iter_mut().enumerate() {
        // A field, a wall, and a room.
        tile.terrain = if idx / 12 == 6 { Terrain::BLOCKED } else { Terrain::WALKABLE };
    }
    scratch.make_folder("maps");
    scratch.put("maps/Room.gat", &gat::write(&room));
    scratch.make_folder("npc");
    scratch.put("npc/warps.txt", b"room,2,2,0\twarp\tin\t1,1,room,5,9\n");
    let n_islands = |line: &str| scratch.run(line).stdout.matches("[gat-island]").count();
    assert_eq!(n_islands("check maps/Room.gat"), 1);
    assert_eq!(n_islands("check maps --scripts npc"), 0);
    assert_eq!(n_islands("check maps/Room.gat --scripts npc/warps.txt"), 0);
    scratch.put("npc/warps.txt", b"room,2,9,0\twarp\tout\t1,1,room,5,2\n");
    assert_eq!(n_islands("check maps/Room.gat --scripts npc"), 1);
    scratch.put("npc/warps.txt", b"room,2,2,0\twarp\tin\t1,1,room,5,9\n");
    scratch.put("landwright.toml", b"scripts = \"npc\"\n");
    assert_eq!(n_islands("check maps/Room.gat"), 1, "nobody trusts it yet");
    assert_eq!(n_islands("check maps/Room.gat --trust"), 0);
    scratch.run("check maps/Room.gat --scripts nowhere").expect_code(2);
}

#[test]
fn maps_of_servers_and_bots_are_taken_by_every_command() {
    let scratch = scratch(Version::V1_2);
    for file in ["isle.mcache", "bot.fld2", "bot.fld2.gz"] {
        let from = file.replace("bot", "isle");
        scratch.run(&format!("convert isle.gat -o {from}")).expect_code(0);
        std::fs::rename(scratch.file(&from), scratch.file(file)).unwrap_or_default();
        let way = scratch.run(&format!("path {file} 20,15 21,15")).stdout;
        assert_eq!(way, scratch.run("path isle.gat 20,15 21,15").stdout, "{file}");
        let run = scratch.run(&format!("render {file} -o map.png --colours rathena --force"));
        assert!(run.code == 0 && run.stderr.is_empty(), "{run:?}");
        let run = scratch.run(&format!("export {file} -o map_cache.dat --force")).expect_code(0);
        let name = file.split('.').next().unwrap();
        assert!(run.stdout.contains(&format!(": {name} ")), "{run:?}");
        let cache = map_cache::read(&scratch.read("map_cache.dat")).unwrap();
        let cells = cache.entries()[cache.find(name.as_bytes()).unwrap()].cells.cells().unwrap();
        assert!(cells.contains(&3), "its own water");
        let run = scratch.run(&format!("export {file} -o a.mcache --force --rsw isle.rsw"));
        assert!(run.code == 2 && run.stderr.contains("have their water already"), "{run:?}");
        let json = scratch.run(&format!("inspect {file} --json")).expect_code(0).stdout;
        scratch.put("map.json", json.as_bytes());
        scratch.run(&format!("build map.json -o again.{file}")).expect_code(0);
        assert_eq!(scratch.read(&format!("again.{file}")), scratch.read(file), "{file}");
    }
}
