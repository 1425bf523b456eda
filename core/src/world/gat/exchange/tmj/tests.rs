//! To Tiled and back.

use expect_test::{Expect, expect};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;

use super::super::base64;
use super::*;
use crate::format::number::F32;
use crate::format::ragnarok::gat;
use crate::format::text::Opaque;
use crate::space::ragnarok::TilePos;
use crate::world::gat::exchange::Incoming;
use crate::world::gat::picture::palette::Palette;
use crate::world::gat::tests::{map, rows, sample};

/// Every type, unknown ones, water bits, a tail, and altitudes that are no numbers.
fn odd() -> GatMap {
    let mut gat = sample(4, 17, 9);
    gat.tail = Opaque(b"left over".to_vec());
    for (n, tile) in gat.tiles_mut().iter_mut().enumerate() {
        match n {
            0..20 => tile.terrain = Terrain(n as u32),
            20..24 => tile.altitude[n % 4] = F32::from_bits(0x7fc0_0001 + n as u32),
            24 => tile.terrain = Terrain(u32::MAX),
            _ => {}
        }
    }
    GatMap::new(&gat).unwrap()
}

fn exported(map: &GatMap) -> Value {
    serde_json::from_str(&write(map, "a.types.png").unwrap()).unwrap()
}

fn read_json(json: &Value) -> Result<Incoming, Wrong> {
    read(json.to_string().as_bytes(), &|_| None)
}

/// The map that a file gives without a base.
fn imported(json: &Value) -> GatMap {
    let (start, action) = read_json(json).unwrap().on_its_own(None).unwrap();
    action.resolve(&start).unwrap().map
}

/// The layer of types of an exported map, and where a cell stands in it.
fn layer(json: &mut Value) -> &mut Value {
    &mut json["layers"][0]
}

#[test]
fn an_unchanged_map_comes_back_to_the_byte() {
    for map in [odd(), GatMap::new(&sample(1, 30, 40)).unwrap(), map(&["0"])] {
        let back = imported(&exported(&map));
        assert_eq!(gat::write(&back.to_gat()), gat::write(&map.to_gat()));
        assert_eq!(read_json(&exported(&map)).unwrap().cells, []);
    }
}

#[test]
fn a_painted_tile_changes_the_type_of_its_cell_and_nothing_else() {
    let map = odd();
    let mut json = exported(&map);
    // Row 2 from the top is y = 6; flags of a flipped tile don't matter.
    layer(&mut json)["data"][2 * 17 + 3] = json!(6 | 0xa000_0000_u32);
    json["layers"][1]["data"][17] = json!(8);
    let mut expected = map.clone();
    let wet = map.terrain(TilePos { x: 3, y: 6 }).unwrap().has_water_bit();
    let painted = if wet { Terrain(5).with_water_bit() } else { Terrain(5) };
    expected.set_terrain(TilePos { x: 3, y: 6 }, painted);
    let under_water = map.terrain(TilePos { x: 0, y: 7 }).unwrap().with_water_bit();
    expected.set_terrain(TilePos { x: 0, y: 7 }, under_water);
    assert_eq!(imported(&json), expected);
}

#[test]
fn what_was_painted_goes_onto_a_map_that_went_on_meanwhile() {
    let mut json = exported(&map(&["000", "000"]));
    layer(&mut json)["data"][0] = json!(2);
    let later = map(&["055", "555"]);
    let action = read_json(&json).unwrap().onto(&later).unwrap();
    assert_eq!(rows(&action.resolve(&later).unwrap().map), ["155", "555"]);
}

/// The layer's tiles as bytes.
fn bytes_of(layer: &Value) -> Vec<u8> {
    let tiles = layer["data"].as_array().unwrap().iter();
    tiles.flat_map(|tile| (tile.as_u64().unwrap() as u32).to_le_bytes()).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn every_way_to_write_a_layer_is_read() {
    let map = odd();
    let plain = exported(&map);
    let bytes = bytes_of(&plain["layers"][0]);
    let zlib = packed::bytes_to_text(&bytes);
    for (compression, text) in [
        (json!(""), base64::encode(&bytes)),
        (Value::Null, base64::encode(&bytes)),
        (json!("zlib"), zlib),
        (json!("gzip"), base64::encode(&gzip(&bytes))),
    ] {
        let mut json = plain.clone();
        let layer = layer(&mut json);
        layer["data"] = json!(text);
        layer["encoding"] = json!("base64");
        layer["compression"] = compression;
        assert_eq!(imported(&json), map);
    }
    let mut csv = plain.clone();
    layer(&mut csv)["encoding"] = json!("csv");
    assert_eq!(imported(&csv), map);
    let mut grouped = plain.clone();
    grouped["layers"] =
        json!([{ "type": "group", "name": "all", "layers": plain["layers"].clone() }]);
    assert_eq!(imported(&grouped), map);
}

#[test]
fn an_infinite_map_comes_in_chunks() {
    let map = odd();
    let mut json = exported(&map);
    json["infinite"] = json!(true);
    let layer = layer(&mut json);
    let tiles = layer["data"].as_array().unwrap().clone();
    let chunk = |x: i64, y: i64| {
        let tile = |x: i64, y: i64| match (0..17).contains(&x) && (0..9).contains(&y) {
            true => tiles[(y * 17 + x) as usize].clone(),
            false => json!(0),
        };
        let data: Vec<Value> = (y..y + 16)
            .flat_map(|y| (x..x + 16).map(move |x| (x, y)))
            .map(|(x, y)| tile(x, y))
            .collect();
        json!({ "x": x, "y": y, "width": 16, "height": 16, "data": data })
    };
    layer["chunks"] = json!([chunk(-16, 0), chunk(0, 0), chunk(16, 0), chunk(0, -16)]);
    layer.as_object_mut().unwrap().remove("data");
    assert_eq!(imported(&json), map);
    json["layers"][0]["chunks"][0]["data"][17] = json!(1);
    let error = read_json(&json).unwrap_err().to_string();
    assert_eq!(
        error,
        "layer `types`, column -15, row 1: is outside the map of 17 × 9; erase it in Tiled"
    );
}

#[test]
fn a_map_made_in_tiled_is_a_map() {
    let tile = |id: u32, kind: u32| json!({ "id": id, "properties": [{ "name": "gat-type", "type": "int", "value": kind }] });
    let json = json!({
        "width": 2, "height": 2,
        "layers": [{ "type": "tilelayer", "name": "ground", "width": 2, "height": 2, "data": [12, 11, 11, 11] }],
        "tilesets": [
            { "firstgid": 1, "name": "grass" },
            { "firstgid": 11, "name": "mine", "tiles": [tile(0, 0), tile(1, 5)] },
        ],
    });
    assert!(read_json(&json).unwrap().on_its_own(None).is_err(), "nobody said that it is flat");
    let (start, action) = read_json(&json).unwrap().flat().on_its_own(None).unwrap();
    assert_eq!(rows(&action.resolve(&start).unwrap().map), ["50", "00"]);
    let base = map(&["11", "11"]);
    let onto = read_json(&json).unwrap().onto(&base).unwrap();
    assert_eq!(rows(&onto.resolve(&base).unwrap().map), ["50", "00"]);
}

/// The error after a change of an exported map of 3 × 2 cells.
#[track_caller]
fn check_error(change: impl FnOnce(&mut Value), expected: &Expect) {
    let mut map = map(&["000", "000"]);
    map.version = Version::V1_3;
    let mut json = exported(&map);
    change(&mut json);
    expected.assert_eq(&read_json(&json).unwrap_err().to_string());
}

#[test]
fn errors_say_where_and_what_to_do() {
    check_error(
        |json| layer(json)["data"][1] = json!(0),
        &expect![
            "layer `types`, column 1, row 0 in Tiled, which is cell (1, 1): is empty; every cell needs a type"
        ],
    );
    check_error(
        |json| layer(json)["data"][1] = json!(8),
        &expect![
            "layer `types`, column 1, row 0 in Tiled, which is cell (1, 1): is not a type; paint \
            the water bit in the layer `water bit`"
        ],
    );
    check_error(
        |json| json["layers"][1]["data"][1] = json!(1),
        &expect![
            "layer `water bit`, column 1, row 0 in Tiled, which is cell (1, 1): is a type; paint \
            types in the layer `types`"
        ],
    );
    check_error(
        |json| {
            json["tilesets"]
                .as_array_mut()
                .unwrap()
                .push(json!({ "firstgid": 90, "name": "grass" }));
            layer(json)["data"][5] = json!(93);
        },
        &expect![
            "layer `types`, column 2, row 1 in Tiled, which is cell (2, 0): tile 3 of the tileset `grass` has no property gat-type; paint with the tiles of `gat types`, or give it one"
        ],
    );
    check_error(
        |json| json["tilesets"][0] = json!({ "firstgid": 1, "source": "types.tsx" }),
        &expect![
            "layer `types`, column 0, row 1 in Tiled, which is cell (0, 0): the tile is in the \
            tileset types.tsx, which is neither in this file nor beside it; in Tiled, choose it and \
            press Embed Tileset"
        ],
    );
    check_error(
        |json| json["tilesets"] = json!([]),
        &expect![
            "layer `types`, column 0, row 1 in Tiled, which is cell (0, 0): tile 1 is in no \
            tileset of the file"
        ],
    );
    check_error(
        |json| layer(json)["width"] = json!(4),
        &expect![
            "layer `types`: is 4 × 2 cells, but the map is 3 × 2; change sizes with the actions \
            resize and crop of `landwright apply`, not in Tiled"
        ],
    );
    check_error(
        |json| drop(layer(json)["data"].as_array_mut().unwrap().pop()),
        &expect!["layer `types`: has 5 cells, 6 are needed"],
    );
    check_error(
        |json| layer(json)["name"] = json!("ground"),
        &expect!["tile layers: no layer is named `types`, for the types; `ground`, `water bit`"],
    );
    check_error(
        |json| json["layers"][2]["properties"][2]["value"] = json!("eJw="),
        &expect![
            "layer `landwright`, property gat-raw: can't be unpacked: incomplete deflate stream; export the map again, or delete the layer and import onto the map"
        ],
    );
}

#[test]
fn what_is_no_map_of_tiled_is_told_with_its_place() {
    let place = |text: &str| read(text.as_bytes(), &|_| None).unwrap_err().to_string();
    assert_eq!(
        place("{\n\"width\": -3 }"),
        "line 2 column 11: is not a map of Tiled: invalid value: integer `-3`, expected u32"
    );
    assert_eq!(place("<map>"), "line 1 column 1: is not a map of Tiled: expected value");
}

#[test]
fn broken_files_are_refused_or_read_and_never_more() {
    let mut rng = crate::sample::rng::Rng::new(7);
    let whole = write(&odd(), "a.types.png").unwrap().into_bytes();
    for _ in 0..400 {
        let mut broken = whole.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(broken.len() as u32) as usize;
            broken[at] = b"0987654321,[]{}\":-eA"[rng.below(20) as usize];
        }
        broken.truncate(broken.len() - rng.below(2) as usize * rng.below(3000) as usize);
        if let Ok(incoming) = read(&broken, &|_| None)
            && let Ok((map, action)) = incoming.on_its_own(None)
        {
            action.resolve(&map).unwrap();
        }
    }
}

/// Without the layer that holds the map as it was.
fn without_kept(map: &GatMap) -> Value {
    let mut json = exported(map);
    json["layers"].as_array_mut().unwrap().retain(|layer| layer["name"] != KEPT);
    json
}

#[test]
fn heights_that_are_lost_make_no_new_map_and_leave_those_of_a_map_alone() {
    let map = odd();
    let mut json = without_kept(&map);
    layer(&mut json)["data"][0] = json!(6);
    let incoming = read_json(&json).unwrap();
    let error = incoming.on_its_own(None).unwrap_err().to_string();
    assert!(
        error.starts_with("layer `landwright`: is missing") && error.contains("--flat"),
        "{error}"
    );
    let onto = incoming.onto(&map).unwrap().resolve(&map).unwrap().map;
    let heights = |map: &GatMap| map.tiles().map(|tile| tile.altitude).collect::<Vec<_>>();
    assert_eq!(heights(&onto), heights(&map));
    assert_eq!(onto.terrain(TilePos { x: 0, y: 8 }).unwrap().kind(), 5);
    let (flat, action) = incoming.flat().on_its_own(None).unwrap();
    assert_eq!(action.resolve(&flat).unwrap().map.width(), 17);
}

#[test]
fn what_is_painted_in_another_layer_is_taken_or_told() {
    let map = map(&["000", "000"]);
    let other = |name: &str, visible: bool, data: [u32; 6]| {
        json!({
            "type": "tilelayer", "name": name, "visible": visible,
            "width": 3, "height": 2, "x": 0, "y": 0, "data": data,
        })
    };
    let with = |at: usize, layer: Value| {
        let mut json = exported(&map);
        json["layers"].as_array_mut().unwrap().insert(at, layer);
        let incoming = read_json(&json).unwrap();
        let after = incoming.onto(&map).unwrap().resolve(&map).unwrap().map;
        (rows(&after), incoming.notes)
    };
    let painted = [0, 2, 0, 0, 0, 6];
    let taken = "2 tiles of the layer `Tile Layer 2` used as painted over the types";
    let found = with(1, other("Tile Layer 2", true, painted));
    assert_eq!(found, (vec!["010".to_owned(), "005".to_owned()], vec![taken.to_owned()]));
    let (same, notes) = with(1, other("Tile Layer 2", false, painted));
    assert_eq!(same, ["000", "000"]);
    assert_eq!(notes, ["2 tiles of the layer `Tile Layer 2` left out: the layer is hidden"]);
    let (same, notes) = with(0, other("grass", true, painted));
    assert_eq!(same, ["000", "000"]);
    assert_eq!(notes, ["2 tiles of the layer `grass` left out: the layer is below the types"]);
    let (same, notes) = with(1, other("grass", true, [0, 0, 0, 0, 0, 99]));
    assert_eq!(same, ["000", "000"]);
    assert_eq!(notes, ["1 tile of the layer `grass` left out: no type is painted with them"]);
    assert_eq!(with(1, other("empty", true, [0; 6])).1, [""; 0]);
}

#[test]
fn sizes_are_claims() {
    let huge = json!({
        "width": 8000, "height": 8000, "infinite": true,
        "layers": [{ "type": "tilelayer", "name": "types", "chunks": [] }],
    });
    assert_eq!(
        read_json(&huge).unwrap_err().to_string(),
        "layer `types`: has 0 cells, and the map 8000 × 8000; every cell needs a type"
    );
}

#[test]
fn zstd_is_refused_with_what_to_choose_instead() {
    let text = |encoding: &'static str, compression: &'static str| {
        move |json: &mut Value| {
            let layer = layer(json);
            layer["data"] = json!("KLUv/SAY");
            layer["encoding"] = json!(encoding);
            layer["compression"] = json!(compression);
        }
    };
    check_error(
        text("base64", "zstd"),
        &expect![
            "layer `types`: is packed with zstd, which is not read; in Tiled, choose Map > Map Properties, and as Tile Layer Format CSV or Base64 (zlib compressed)"
        ],
    );
    check_error(
        text("base91", ""),
        &expect![
            "layer `types`: is text in the encoding `base91`, which is not known; in Tiled, choose Map > Map Properties, and as Tile Layer Format CSV or Base64 (zlib compressed)"
        ],
    );
    check_error(
        text("base64", "zlib"),
        &expect!["layer `types`: can't be unpacked: corrupt deflate stream"],
    );
}

#[test]
fn the_picture_has_a_tile_for_everything() {
    let image = picture(&odd(), Palette::Normal).unwrap();
    assert_eq!((image.width, image.height), (128, 48), "22 tiles in rows of 8");
    let tileset = &exported(&odd())["tilesets"][0];
    assert_eq!(tileset["imageheight"], 48);
    assert_eq!(tileset["tiles"].as_array().unwrap().len(), 22);
}
