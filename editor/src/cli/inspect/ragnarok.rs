//! Ragnarok's maps of cells in words.

use landwright_core::format::ragnarok::fld2::{Cell, Fld2};
use landwright_core::format::ragnarok::gat::{Gat, Terrain, Version};
use landwright_core::format::ragnarok::map_cache::MapCache;
use landwright_core::format::ragnarok::mcache::Mcache;
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_core::problem::counted::{counted, grouped};

use super::Texts;
use super::sheet::{Range, Sheet, counts, percent};

pub(super) fn gat(gat: &Gat, sheet: &mut Sheet) {
    sheet.section("Map");
    sheet.row(
        "version",
        match gat.version {
            Version::V1_2 => "1.2",
            Version::V1_3 => "1.3, with a water bit",
        },
    );
    sheet.row("size", format!("{} × {} tiles", gat.width(), gat.height()));
    let altitudes = Range::of(gat.tiles().iter().flat_map(|tile| tile.altitude));
    sheet.row("altitude", format!("{altitudes} (lower numbers are higher ground)"));
    let n_wet = gat.tiles().iter().filter(|tile| tile.terrain.has_water_bit()).count();
    if n_wet > 0 {
        sheet.row("water bit", counted(n_wet, "tile", "tiles"));
    }
    let n_high = gat.tiles().iter().filter(|tile| tile.terrain.high_bits() != 0).count();
    if n_high > 0 {
        sheet.row(
            "high bits",
            format!("{}; the low word is the type", counted(n_high, "tile", "tiles")),
        );
    }

    let kinds = counts(gat.tiles().iter().map(|tile| tile.terrain.kind()));
    sheet.list("Tiles by type", kinds, |(kind, count)| {
        let share = percent(count, gat.tiles().len());
        vec![kind.to_string(), grouped(count as u64), share, terrain_in_words(kind).to_owned()]
    });
}

/// As servers take it, and where clients and bots differ.
fn terrain_in_words(kind: u32) -> &'static str {
    match Terrain(kind) {
        Terrain::WALKABLE => "walkable",
        Terrain::BLOCKED => "blocked",
        Terrain::WATER => "walkable water",
        Terrain::CLIFF => "not walkable, arrows fly over it",
        Terrain(2) => "walkable on servers, water to bots",
        Terrain(4) => "walkable on servers, water for arrows alone to bots",
        Terrain(6) => "walkable on servers, cliff to bots",
        _ => "not known; servers block it",
    }
}

pub(super) fn map_cache(cache: &MapCache, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Cache");
    let entries = cache.entries();
    sheet.row("maps", grouped(entries.len() as u64));
    let n_cells = entries.iter().map(|entry| n_cells(&entry.cells)).sum::<u64>();
    sheet.row("cells", grouped(n_cells));
    if cache.padding.is_none() {
        sheet.row("header", "without padding: no server can read this");
    }
    let names = counts(entries.iter().map(|entry| entry.name.as_bytes()));
    let doubles = names.into_iter().filter(|(_, n)| *n > 1);
    sheet.list("Maps that are there twice: servers use the first", doubles, |(name, n)| {
        vec![texts.quoted(name), format!("{n} times")]
    });
    let broken = entries.iter().filter_map(|entry| Some((entry, entry.cells.cells().err()?)));
    sheet.list("Maps that can't be unpacked", broken, |(entry, error)| {
        vec![texts.quoted(entry.name.as_bytes()), error.to_string()]
    });
}

pub(super) fn mcache(cache: &Mcache, sheet: &mut Sheet) {
    sheet.section("Map");
    sheet.row("size", size(&cache.cells));
    sheet.row(
        "checksum",
        match cache.has_right_checksum() {
            true => "right",
            false => "wrong: servers reject the file",
        },
    );
    match cache.cells.cells() {
        Ok(cells) => {
            sheet.list("Cells by type", counts(&cells), |(kind, count)| {
                let words = terrain_in_words((*kind).into()).to_owned();
                let share = percent(count, cells.len());
                vec![kind.to_string(), grouped(count as u64), share, words]
            });
        }
        Err(error) => sheet.row("cells", format!("can't be unpacked: {error}")),
    }
}

fn size(cells: &PackedCells) -> String {
    format!("{} × {} cells", cells.width, cells.height)
}

fn n_cells(cells: &PackedCells) -> u64 {
    let side = |length: i16| u64::try_from(length).unwrap_or_default();
    side(cells.width) * side(cells.height)
}

pub(super) fn fld2(field: &Fld2, sheet: &mut Sheet) {
    sheet.section("Map");
    sheet.row("size", format!("{} × {} cells", field.width(), field.height()));
    let bits = [
        (Cell::WALKABLE, "walkable"),
        (Cell::SNIPABLE, "arrows fly over it"),
        (Cell::WATER, "water"),
        (Cell::CLIFF, "cliff"),
    ];
    sheet.list("Cells by bit", bits, |(bit, words)| {
        let count = field.cells().iter().filter(|cell| cell.has(bit)).count();
        let share = percent(count, field.cells().len());
        vec![bit.0.to_string(), grouped(count as u64), share, words.to_owned()]
    });
}
