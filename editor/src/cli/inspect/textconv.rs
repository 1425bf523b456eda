//! A file as lines for `git diff`: one for each cell, node, row or field, which says what it is about, so
//! that a line that came or went changes no other.

use std::io::{self, Write};
use std::path::Path;

use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::ragnarok::gat::Gat;
use landwright_core::format::tera::apd::Apd;
use landwright_core::format::tera::zgd::{Zgd, cell_at};
use landwright_core::kinds::{self, Source};
use landwright_core::vfs::ContentHash;
use landwright_core::world::cache::Cache;

use crate::cli::load;
use crate::cli::output::n_bytes;
use crate::json;

/// Writes the lines of a file. One that can't be read has a line that says why, and its digest: git
/// shows no difference where this fails.
pub(super) fn write(path: &Path, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    let name = load::name_of(path);
    if let Some(cache) = Cache::read(&name, bytes) {
        return match cache {
            Ok(cache) => write_cache(&cache, out),
            Err(error) => write_digest(bytes, &error, out),
        };
    }
    let Some(kind) = Kind::of(&name, bytes) else { return out.write_all(bytes) };
    match file::read(kind, bytes) {
        Ok(file) => write_file(&name, bytes, &file, out),
        Err(error) => write_digest(bytes, &error, out),
    }
}

fn write_file(name: &str, bytes: &[u8], file: &File, out: &mut impl Write) -> io::Result<()> {
    match &file.content {
        Content::Gat(gat) => write_map(gat, out),
        Content::Zgd(zgd) => write_floors(zgd, out),
        Content::Apd(apd) => write_area(apd, out),
        Content::Stb(_) | Content::Stl(_) | Content::Ltb(_) => {
            let source = Source { name, bytes, code_page: Default::default(), entry: None };
            let opened = kinds::kind_of(name, bytes).and_then(|kind| kind.open(&source)?.ok());
            match opened.and_then(|table| table.export("csv")) {
                Some(sheet) => out.write_all(&sheet),
                None => json::write_file(file, out),
            }
        }
        _ => json::write_file(file, out),
    }
}

fn write_digest(bytes: &[u8], why: &dyn std::fmt::Display, out: &mut impl Write) -> io::Result<()> {
    let hash = ContentHash::of(bytes);
    writeln!(out, "can't be read: {why}\n{}, digest {hash}", n_bytes(bytes.len()))
}

fn write_map(gat: &Gat, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "map {} × {}, version {:?}", gat.width(), gat.height(), gat.version)?;
    let width = gat.width().max(1) as usize;
    for (idx, tile) in gat.tiles().iter().enumerate() {
        let [sw, se, nw, ne] = tile.altitude;
        let (x, y, kind) = (idx % width, idx / width, tile.terrain.0);
        writeln!(out, "cell {x},{y} type {kind} altitude {sw} {se} {nw} {ne}")?;
    }
    write_tail(&gat.tail.0, out)
}

fn write_floors(zgd: &Zgd, out: &mut impl Write) -> io::Result<()> {
    for (idx, cell) in zgd.cells().enumerate().filter(|(_, cell)| !cell.is_empty()) {
        let (x, y) = cell_at(idx);
        write!(out, "cell {x},{y}")?;
        for volume in cell {
            write!(out, " [{}, {}]", volume.z, volume.height)?;
        }
        writeln!(out)?;
    }
    write_tail(&zgd.tail.0, out)
}

/// Nodes are called by their places: an index is a different one as soon as a node goes.
fn write_area(apd: &Apd, out: &mut impl Write) -> io::Result<()> {
    for zone in apd.zones() {
        writeln!(out, "zone {}, {}", zone.x, zone.y)?;
    }
    let place = |node: u32| match apd.positions().get(node as usize) {
        Some([x, y, z]) => format!("{x}, {y}, {z}"),
        None => format!("no node, index {node}"),
    };
    for node in 0..apd.n_nodes() as u32 {
        writeln!(out, "node {}", place(node))?;
        for (octant, target) in apd.edges(node) {
            writeln!(out, "  edge {octant} of {} to {}", place(node), place(target))?;
        }
    }
    write_tail(&apd.tail.0, out)
}

/// A line for each row of cells, by their types.
fn write_cache(cache: &Cache, out: &mut impl Write) -> io::Result<()> {
    for entry in cache.entries() {
        let name = entry.name.escape_debug();
        writeln!(out, "map {name} {} × {}", entry.width, entry.height)?;
        let map = match cache.map(&entry.name) {
            Ok(map) => map,
            Err(error) => {
                writeln!(out, "map {name} can't be read: {error}")?;
                continue;
            }
        };
        let mut types = map.terrain_column().iter();
        for y in 0..map.height() {
            let row = types.by_ref().take(map.width() as usize);
            let row: Vec<String> = row.map(|kind| kind.to_string()).collect();
            writeln!(out, "map {name} row {y}: {}", row.join(" "))?;
        }
    }
    Ok(())
}

fn write_tail(tail: &[u8], out: &mut impl Write) -> io::Result<()> {
    match tail.is_empty() {
        true => Ok(()),
        false => writeln!(out, "tail {}", landwright_core::format::text::to_hex(tail)),
    }
}
