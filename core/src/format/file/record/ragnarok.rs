//! What Ragnarok's maps of cells list: tiles, cells and maps.

use super::{Kind, Record, Texts, Thing};
use crate::format::ragnarok::fld2::Fld2;
use crate::format::ragnarok::gat::Gat;
use crate::format::ragnarok::map_cache::MapCache;
use crate::format::ragnarok::mcache::Mcache;

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "tile", kind: Kind::Gat, fields: &["x", "y", "type", "water", "altitude"] },
    Thing { name: "map", kind: Kind::MapCache, fields: &["name", "width", "height", "bytes"] },
    Thing { name: "map", kind: Kind::Mcache, fields: &["width", "height", "bytes"] },
    Thing { name: "cell", kind: Kind::Fld2, fields: &["x", "y", "bits"] },
    Thing { name: "cell", kind: Kind::PackedFld2, fields: &["x", "y", "bits"] },
];

pub(super) fn gat<'a>(gat: &'a Gat, each: &mut dyn FnMut(Record<'a>)) {
    let width = (gat.width() as usize).max(1);
    for (idx, tile) in gat.tiles().iter().enumerate() {
        each(
            Record::new("tile", idx)
                .with("x", idx % width)
                .with("y", idx / width)
                .with("type", tile.terrain.kind())
                .with("water", tile.terrain.has_water_bit())
                .with_list("altitude", tile.altitude),
        );
    }
}

pub(super) fn map_cache<'a>(cache: &'a MapCache, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for (idx, entry) in cache.entries().iter().enumerate() {
        each(
            Record::new("map", idx)
                .with("name", texts.show(entry.name.as_bytes()))
                .with("width", i32::from(entry.cells.width))
                .with("height", i32::from(entry.cells.height))
                .with("bytes", entry.cells.packed.0.len()),
        );
    }
}

pub(super) fn mcache<'a>(cache: &'a Mcache, each: &mut dyn FnMut(Record<'a>)) {
    each(
        Record::new("map", 0)
            .with("width", i32::from(cache.cells.width))
            .with("height", i32::from(cache.cells.height))
            .with("bytes", cache.cells.packed.0.len()),
    );
}

pub(super) fn fld2<'a>(field: &'a Fld2, each: &mut dyn FnMut(Record<'a>)) {
    let width = usize::from(field.width()).max(1);
    for (idx, cell) in field.cells().iter().enumerate() {
        each(
            Record::new("cell", idx)
                .with("x", idx % width)
                .with("y", idx / width)
                .with("bits", u32::from(cell.0)),
        );
    }
}
