//! Maps that come out of caches and go back.

use super::*;
use crate::format::name::Name;
use crate::format::ragnarok::fld2::{self, Cell, Fld2};
use crate::world::gat::action::Action;
use crate::world::gat::tests::rows;

fn packed(width: u32, cells: &[u8]) -> PackedCells {
    PackedCells::pack(width, cells.len() as u32 / width, cells).unwrap()
}

/// Three maps, of which one can't be unpacked, with bytes behind.
fn many() -> Vec<u8> {
    let mut cache = MapCache::default();
    for (name, cells) in [("isle", &[0, 1, 3, 5][..]), ("cave", &[1, 1, 0, 0]), ("mine", &[0, 0])] {
        let name = Name::new(name.as_bytes()).unwrap();
        cache.add(map_cache::Entry { name, cells: packed(2, cells) }).unwrap();
    }
    let mut bytes = map_cache::write(&cache);
    let last = bytes.len() - 6;
    bytes[last] ^= 0xff;
    bytes.extend(b"behind");
    bytes
}

fn read(name: &str, bytes: &[u8]) -> Cache {
    Cache::read(name, bytes).unwrap().unwrap()
}

fn painted(map: &GatMap, json: &str) -> GatMap {
    let action: Action = serde_json::from_str(json).unwrap();
    action.resolve(map).unwrap().map
}

const PAINT: &str = r#"{"action":"paint","region":"everything","ink":{"type":1}}"#;

#[test]
fn one_map_changes_and_the_others_keep_their_bytes() {
    let bytes = many();
    let mut cache = read("map_cache.dat", &bytes);
    let entries: Vec<String> =
        cache.entries().iter().map(|e| format!("{} {} {}", e.name, e.width, e.height)).collect();
    assert_eq!(entries, ["isle 2 2", "cave 2 2", "mine 2 1"]);
    let isle = cache.map("isle").unwrap();
    assert_eq!(rows(&isle), ["35", "01"]);
    cache.put("isle", &isle).unwrap();
    assert_eq!(cache.write(), bytes);
    cache.put("isle", &painted(&isle, PAINT)).unwrap();
    let after = cache.write();
    let cave = bytes.windows(4).position(|bytes| bytes == b"cave").unwrap();
    let new_cave = after.windows(4).position(|bytes| bytes == b"cave").unwrap();
    assert_eq!(bytes[cave..], after[new_cave..]);
    assert_eq!(rows(&read("map_cache.dat", &after).map("ISLE").unwrap()), ["11", "11"]);
    assert!(matches!(cache.map("mine"), Err(CacheError::Cells { .. })));
    assert!(matches!(cache.map("dune"), Err(CacheError::NoMap { .. })));
}

#[test]
fn what_a_cache_can_t_hold_is_refused() {
    let mut cache = read("map_cache.dat", &many());
    let isle = cache.map("isle").unwrap();
    let before = cache.write();
    let raise = r#"{"action":"set-corner","x":0,"y":0,"corner":"north-west","height":5.0}"#;
    assert_eq!(cache.put("isle", &painted(&isle, raise)), Err(CacheError::Heights));
    let raw = r#"{"action":"paint","region":"everything","ink":{"raw":300}}"#;
    let error = cache.put("isle", &painted(&isle, raw)).unwrap_err();
    assert_eq!(error, CacheError::Type { kind: 300, max: 255 });
    assert_eq!(cache.write(), before);
}

#[test]
fn a_cache_of_one_map_is_called_by_its_file() {
    let bytes = mcache::write(&Mcache::new(packed(2, &[0, 1])));
    let mut cache = read("a/Isle.mcache", &bytes);
    assert_eq!(cache.entries()[0].name, "Isle");
    let map = cache.map("").unwrap();
    cache.put("isle", &painted(&map, PAINT)).unwrap();
    let Held::One(after) = &cache.content else { panic!() };
    assert!(after.has_right_checksum());
    assert!(Cache::read("a.gat", b"GRAT").is_none());
}

#[test]
fn a_field_keeps_the_bits_of_cells_that_nobody_changed() {
    let cells = [1, 3, 0, 4, 5, 6, 10, 8, 2, 64];
    let fld2 = Fld2::new(10, 1, cells.map(Cell).to_vec()).unwrap();
    let mut cache = read("isle.fld2", &fld2::write(&fld2));
    let map = cache.map("isle").unwrap();
    assert_eq!(rows(&map), ["0012345651"]);
    let one = r#"{"action":"set-cells","cells":[{"x":0,"y":0,"terrain":5}]}"#;
    cache.put("", &painted(&map, one)).unwrap();
    let Held::Field(after) = &cache.content else { panic!() };
    assert_eq!(after.fld2().cells()[0], Cell(10));
    assert_eq!(after.fld2().cells()[1..], fld2.cells()[1..]);
}

#[test]
fn a_packed_field_keeps_its_stream_until_it_changes() {
    use std::io::Write;
    let fld2 = Fld2::new(2, 2, vec![Cell(1); 4]).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(&fld2::write(&fld2)).unwrap();
    let bytes = encoder.finish().unwrap();
    let mut cache = read("isle.fld2.gz", &bytes);
    let map = cache.map("isle").unwrap();
    cache.put("isle", &map).unwrap();
    assert_eq!(cache.write(), bytes);
    cache.put("isle", &painted(&map, PAINT)).unwrap();
    assert_eq!(rows(&read("isle.fld2.gz", &cache.write()).map("isle").unwrap()), ["11", "11"]);
    for len in 0..bytes.len() - 8 {
        assert!(Cache::read("isle.fld2.gz", &bytes[..len]).unwrap().is_err(), "{len}");
    }
}
