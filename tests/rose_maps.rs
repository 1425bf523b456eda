//! Real map files of ROSE Online are read, and rewritten byte for byte.

mod support;

use std::fmt::Debug;
use std::fs;

use landwright_core::format::ReadError;
use landwright_core::format::number::F32;
use landwright_core::format::rose::blocks::Block;
use landwright_core::format::rose::him::{HeightRange, QuadTail};
use landwright_core::format::rose::ifo::{Body, Ifo};
use landwright_core::format::rose::zon::info::Extent;
use landwright_core::format::rose::{him, ifo, lit, mov, til, zon};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// As `read_any`, for a format of which real files must be at hand if any are.
fn read_all<T: Debug + PartialEq + Serialize + DeserializeOwned>(
    extension: &str,
    read: impl Fn(&[u8]) -> Result<T, ReadError>,
    write: impl Fn(&T) -> Vec<u8>,
) -> Vec<(String, T)> {
    let values = read_any(extension, read, write);
    assert!(!values.is_empty() || support::corpus("rose").is_none(), "no {extension} file");
    values
}

/// Every file with an extension as a value, once it is certain that the value makes the file
/// again, by way of JSON too.
fn read_any<T: Debug + PartialEq + Serialize + DeserializeOwned>(
    extension: &str,
    read: impl Fn(&[u8]) -> Result<T, ReadError>,
    write: impl Fn(&T) -> Vec<u8>,
) -> Vec<(String, T)> {
    let Some(folder) = support::corpus("rose") else { return Vec::new() };
    let mut values = Vec::new();
    for file in support::files_below(&folder) {
        let has_extension = file.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension));
        if !has_extension {
            continue;
        }
        let data = fs::read(&file).unwrap();
        let value = read(&data).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(write(&value) == data, "{} differs", file.display());
        let json = serde_json::to_string(&value).unwrap();
        assert!(serde_json::from_str::<T>(&json).unwrap() == value, "{}", file.display());
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        values.push((name, value));
    }
    values
}

#[test]
fn ifo_files_are_rewritten_byte_for_byte() {
    read_all("ifo", ifo::read, ifo::write);
}

#[test]
fn nothing_of_real_ifo_files_is_opaque_but_a_stale_tail() {
    for (name, ifo) in read_all("ifo", ifo::read, ifo::write) {
        let n_blocks = ifo.blocks.len();
        assert!(n_blocks == 12 || n_blocks == 13, "{name}: {n_blocks} blocks");
        assert!(ifo.gap.0.is_empty(), "{name}");
        for (kind, block) in ifo.blocks.iter().enumerate() {
            assert_eq!(block.kind().0 as usize, kind, "{name}");
            let Block::Known { body, slack, .. } = block else {
                panic!("{name}: {kind} is opaque")
            };
            let may_be_stale = kind + 1 == n_blocks;
            assert!(slack.0.is_empty() || may_be_stale, "{name}: slack behind {kind}");
            check_body(&name, body);
        }
    }
}

fn check_body(name: &str, body: &Body) {
    match body {
        Body::MapInfo(info) => {
            assert_eq!((info.width, info.height), (16, 16), "{name}");
            let named = String::from_utf8_lossy(info.name.as_bytes()).into_owned();
            assert_eq!(named, format!("{}_{}", info.block_x, info.block_y), "{name}");
            let tx = (f64::from(info.block_x) - 32.0) * 16_000.0;
            let ty = (32.0 - f64::from(info.block_y)) * 16_000.0;
            assert_eq!(
                (info.matrix[12], info.matrix[14]),
                (F32::new(tx as f32), F32::new(ty as f32))
            );
        }
        Body::OldWater(water) => {
            assert_eq!((water.width(), water.height()), (16, 16), "{name}");
            assert!(water.cells().iter().all(|patch| patch.has_water == 0), "{name}");
        }
        Body::WaterPlanes(planes) => assert_eq!(planes.size, F32::new(2000.0), "{name}"),
        _ => {}
    }
}

#[test]
fn objects_of_real_blocks_stand_in_their_block() {
    for (name, ifo) in read_all("ifo", ifo::read, ifo::write) {
        let Some(Body::MapInfo(info)) = ifo.body(ifo::MAP_INFO) else { panic!("{name}") };
        let mut n_objects = 0;
        for object in ifo.blocks.iter().filter_map(Block::body).flat_map(Body::objects) {
            let [x, y, _] = object.position_file_cm.map(|cm| f64::from(cm.get()) + 520_000.0);
            let block = ((x / 16_000.0).floor(), 64.0 - (y / 16_000.0).floor());
            assert_eq!(block, (info.block_x.into(), info.block_y.into()), "{name}: {object:?}");
            n_objects += 1;
        }
        assert!(n_objects > 0, "{name}");
        let expected = match name.as_str() {
            "0b32b4cb_31_30.IFO" => 115,
            "fa67a945_34_30.ifo" => 24,
            _ => continue,
        };
        assert_eq!(n_objects, expected, "{name}");
    }
}

#[test]
fn one_field_of_a_real_block_is_one_change() {
    for (name, mut ifo) in read_all("ifo", ifo::read, ifo::write) {
        let data = ifo::write(&ifo);
        let Some(Body::Spawn(spawns)) = ifo.body_mut(ifo::SPAWN) else { panic!("{name}") };
        let Some(spawn) = spawns.first_mut() else { continue };
        spawn.limit += 1;
        let edited = ifo::write(&ifo);
        assert_eq!(edited.len(), data.len());
        assert_eq!(edited.iter().zip(&data).filter(|(new, old)| new != old).count(), 1, "{name}");
    }
}

#[test]
fn a_missing_block_of_a_real_file_moves_the_others_by_a_row() {
    for (name, mut ifo) in read_all("ifo", ifo::read, ifo::write) {
        let data = ifo::write(&ifo);
        let n_blocks = ifo.blocks.len();
        let was_missing = ifo.body(ifo::EVENT).is_none();
        assert!(ifo.body_or_insert(ifo::EVENT).is_some(), "{name}");
        let edited = ifo::write(&ifo);
        if was_missing {
            assert_eq!(edited[4 + 8 * (n_blocks + 1)..edited.len() - 4], data[4 + 8 * n_blocks..]);
            assert_offsets_moved_by(8, &ifo::read(&data).unwrap(), &data, &edited);
        } else {
            assert!(edited == data, "{name}");
        }
    }
}

fn assert_offsets_moved_by(step: u32, ifo: &Ifo, old: &[u8], new: &[u8]) {
    let offset = |data: &[u8], idx: usize| {
        let at = 8 + 8 * idx;
        u32::from_le_bytes(data[at..at + 4].try_into().unwrap())
    };
    for idx in 0..ifo.blocks.len() {
        assert_eq!(offset(new, idx), offset(old, idx) + step);
    }
}

#[test]
fn zon_files_are_rewritten_byte_for_byte() {
    read_all("zon", zon::read, zon::write);
}

#[test]
fn blocks_of_a_real_zon_name_their_place_and_tiles_their_textures() {
    for (name, zon) in read_all("zon", zon::read, zon::write) {
        assert_eq!(zon.n_opaque(), 0, "{name}");
        let Some(zon::Body::Info(info)) = zon.body(zon::INFO) else { panic!("{name}") };
        assert_eq!((info.extent.width(), info.extent.height()), (64, 64), "{name}");
        let Extent::Blocks(blocks) = &info.extent else { panic!("{name} has no blocks") };
        for (row, columns) in blocks.cells().chunks(64).enumerate() {
            for (column, block) in columns.iter().enumerate() {
                if block.used == 0 || (column, row) == (32, 32) {
                    continue;
                }
                let x = (column as f32 - 32.0) * 16_000.0;
                let y = (32.0 - row as f32) * 16_000.0;
                assert_eq!((block.x_file_cm.get(), block.y_file_cm.get()), (x, y), "{name}");
            }
        }

        let Some(zon::Body::Textures(textures)) = zon.body(zon::TEXTURES) else { panic!("{name}") };
        assert_eq!(textures.last().unwrap().as_bytes(), b"end", "{name}");
        let Some(zon::Body::Tiles(tiles)) = zon.body(zon::TILES) else { panic!("{name}") };
        let shown = tiles.iter().flat_map(|tile| [tile.texture1(), tile.texture2()]);
        assert!(shown.into_iter().all(|idx| (0..textures.len() as i64).contains(&idx)), "{name}");
    }
}

#[test]
fn him_files_are_rewritten_byte_for_byte() {
    read_all("him", him::read, him::write);
}

#[test]
fn a_real_him_has_a_patch_per_four_cells_and_four_levels_of_quads() {
    for (name, him) in read_all("him", him::read, him::write) {
        assert_eq!((him.heights_cm.width(), him.heights_cm.height()), (65, 65), "{name}");
        let quads = him.quads.as_ref().unwrap_or_else(|| panic!("{name} has no quads"));
        assert_eq!((quads.patches.len(), quads.quads.len()), (256, 85), "{name}");
        assert_eq!(him.n_opaque(), 0, "{name}");
    }
}

#[test]
fn a_patch_of_a_him_covers_five_by_five_heights_counted_from_the_south() {
    for (name, him) in read_all("him", him::read, him::write) {
        let patches = &him.quads.as_ref().unwrap().patches;
        if patches.iter().all(|patch| patch.max_cm == F32::new(f32::MAX)) {
            continue;
        }
        for (idx, patch) in patches.iter().enumerate() {
            let (column, row_from_south) = (idx as u32 % 16, idx as u32 / 16);
            let first_row = (15 - row_from_south) * 4;
            let heights =
                (0..25).map(|n| him.heights_cm.get(column * 4 + n % 5, first_row + n / 5));
            let heights: Vec<f32> = heights.map(|height| height.unwrap().get()).collect();
            let max = heights.iter().copied().fold(f32::MIN, f32::max);
            let min = heights.iter().copied().fold(f32::MAX, f32::min);
            assert_eq!((patch.max_cm.get(), patch.min_cm.get()), (max, min), "{name}: {idx}");
        }
    }
}

#[test]
fn the_quads_of_a_real_him_follow_from_its_heights() {
    for (name, him) in read_all("him", him::read, him::write) {
        let is_placeholder = |range: &HeightRange| range.max_cm == F32::new(f32::MAX);
        let found = him.quads.as_ref().unwrap();
        if !found.patches.iter().chain(&found.quads).all(is_placeholder) {
            let computed = QuadTail::of_heights(&him.heights_cm, him.n_cells_per_patch);
            assert_eq!(computed.as_ref(), Some(found), "{name}");
        }
    }
}

#[test]
fn til_mov_and_lit_files_are_rewritten_byte_for_byte() {
    for (name, til) in read_all("til", til::read, til::write) {
        assert_eq!((til.tiles.width(), til.tiles.height()), (16, 16), "{name}");
    }
    for (name, mov) in read_all("mov", mov::read, mov::write) {
        assert_eq!((mov.cells.width(), mov.cells.height()), (32, 32), "{name}");
    }
    read_any("lit", lit::read, lit::write);
}
