//! Maps, areas and zones for other programs and back from them, as the window and the command line do
//! it.

use std::path::{Path, PathBuf};

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageError};
use landwright_core::format::ReadError;
use landwright_core::format::file::Kind;
use landwright_core::format::picture::Picture;
use landwright_core::format::ragnarok::map_cache::{self, MapCache};
use landwright_core::format::ragnarok::mcache;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk::{self, Bounds, READ_LIMIT};
use landwright_core::vfs::path::VfsPath;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Wanted;
use landwright_core::vfs::{FileError, Fingerprint};
use landwright_core::world::cache::form::MAX_SIDE;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::exchange::cache::{self, Done, Put, PutError};
use landwright_core::world::gat::exchange::tmj::Beside;
use landwright_core::world::gat::exchange::{Incoming, Wrong, csv, tmj};
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::Palette;
use landwright_core::world::gat::picture::{Look, Shading, View, picture};

/// A picture of an area or a zone has no more pixels along a side where nobody said how large it is
/// to be.
pub(crate) const USUAL_SIDE_PX: u64 = 2000;

/// What a document is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A map of the Tiled editor, and beside it a picture of its tiles.
    Tmj,
    Csv,
    Png,
    /// A picture of a zone as the minimap shows it.
    Minimap,
    /// As a Hercules server keeps it.
    Mcache,
    /// Among all maps, as an rAthena server keeps them.
    MapCache,
    /// Points and lines.
    Geojson,
    Json,
    /// The two files of TERA's own servers.
    Gdi,
}

impl Format {
    /// The one that the name of a file means.
    pub fn of(path: &Path) -> Option<Format> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if Kind::of_name(&name) == Some(Kind::MapCache) {
            return Some(Format::MapCache);
        }
        let formats = [
            Format::Tmj,
            Format::Csv,
            Format::Png,
            Format::Mcache,
            Format::Geojson,
            Format::Json,
            Format::Gdi,
        ];
        if has_ending(path, "nod") {
            return Some(Format::Gdi);
        }
        formats.into_iter().find(|format| has_ending(path, format.ending()))
    }

    pub fn ending(self) -> &'static str {
        match self {
            Format::Tmj => "tmj",
            Format::Csv => "csv",
            Format::Png | Format::Minimap => "png",
            Format::Mcache => "mcache",
            Format::MapCache => "dat",
            Format::Geojson => "geojson",
            Format::Json => "json",
            Format::Gdi => "gdi",
        }
    }

    /// A name that means another format gets the ending of this one as well.
    pub(crate) fn named(self, path: PathBuf) -> PathBuf {
        let is_named_so = Format::of(&path).is_some_and(|other| other.ending() == self.ending());
        if self == Format::MapCache || is_named_so {
            return path;
        }
        let mut name = path.into_os_string();
        name.push(".");
        name.push(self.ending());
        PathBuf::from(name)
    }
}

/// A document in the format of another program: files that are written all or none.
#[derive(Debug)]
pub struct Exported {
    /// The file that was asked for comes first. None where it is as it should be already.
    pub(crate) files: Vec<ExportedFile>,
    /// What became of the map in a map cache of so many maps.
    pub(crate) put: Option<(Put, usize)>,
    /// Notes for the user.
    pub(crate) notes: Vec<String>,
}

#[derive(Debug)]
pub struct ExportedFile {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    /// The old bytes, where the new ones are made from them.
    pub(crate) made_from: Option<Fingerprint>,
}

/// Why a document can't be exported.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error("{0}")]
    Map(String),
    #[error("{0}")]
    Name(PutError),
    #[error("{0}")]
    Disk(#[from] FileError),
    /// What is there can't be written into.
    #[error("{}: {error}", path.display())]
    Target { path: PathBuf, error: PutError },
    /// The map cache that is there.
    #[error("{}: {error}", path.display())]
    Cache { path: PathBuf, error: ReadError },
}

impl ExportedFile {
    pub(crate) fn wanted(self, before: Before) -> Wanted<PathBuf> {
        Wanted::new(self.path.clone(), self.path, self.bytes, before)
    }
}

impl Exported {
    pub(crate) fn one(path: &Path, bytes: Vec<u8>) -> Exported {
        let file = ExportedFile { path: path.to_owned(), bytes, made_from: None };
        Exported { files: vec![file], put: None, notes: Vec::new() }
    }
}

/// A map as it is written to a file. Servers get it by its name.
pub(crate) fn export(
    map: &GatMap,
    format: Format,
    path: &Path,
    name: &str,
    water_level: WaterLevel,
) -> Result<Exported, Trouble> {
    match format {
        Format::Tmj => to_tmj(map, path),
        Format::Csv => {
            let mut exported = Exported::one(path, csv::write(map).into_bytes());
            if map.n_opaque() > 0 {
                let behind = match map.n_opaque() {
                    1 => "the byte after the cells is".to_owned(),
                    n => format!("the {n} bytes after the cells are"),
                };
                let note = format!(
                    "{behind} not in the CSV; import the CSV onto the map to keep \
                    it"
                );
                exported.notes.push(note);
            }
            Ok(exported)
        }
        Format::Png => {
            let palette = Palette::Normal;
            let look = Look { view: View::Types, palette, shading: Shading::Flat, water: None };
            let image = picture(map, map.rect(), &look).to_image();
            Ok(Exported::one(path, png(&image).map_err(wrong)?))
        }
        Format::Mcache => to_mcache(map, path, water_level),
        Format::MapCache => into_cache(map, path, name, water_level),
        Format::Geojson | Format::Json | Format::Gdi | Format::Minimap => {
            Err(wrong(format!("a map can't be exported as .{}", format.ending())))
        }
    }
}

pub(crate) fn wrong(error: impl std::fmt::Display) -> Trouble {
    Trouble::Map(error.to_string())
}

/// The map, and the picture that Tiled needs to draw it.
fn to_tmj(map: &GatMap, path: &Path) -> Result<Exported, Trouble> {
    let picture_path = path.with_extension("types.png");
    let picture_name = picture_path.file_name().unwrap_or_default().to_string_lossy();
    let tmj = tmj::write(map, &picture_name).map_err(wrong)?;
    let tiles = tmj::picture(map, Palette::Normal).map_err(wrong)?;
    let tiles = png(&tiles).map_err(wrong)?;
    let mut exported = Exported::one(path, tmj.into_bytes());
    let old = disk::read_file(&picture_path, READ_LIMIT);
    if !old.is_ok_and(|old| old.bytes == tiles) {
        let file = ExportedFile { path: picture_path, bytes: tiles, made_from: None };
        exported.files.push(file);
    }
    Ok(exported)
}

/// In the place of the one that is there, whose water stays where no other is known.
fn to_mcache(map: &GatMap, path: &Path, water_level: WaterLevel) -> Result<Exported, Trouble> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    cache::check_name(&stem).map_err(Trouble::Name)?;
    let (mut old, mut made_from) = (None, None);
    if disk::is_file(path) && water_level == WaterLevel::NONE {
        let loaded = disk::read_file(path, READ_LIMIT)?;
        let read = mcache::read(&loaded.bytes);
        old = Some(read.map_err(|error| Trouble::Cache { path: path.to_owned(), error })?);
        made_from = Some(loaded.fingerprint);
    }
    let (mcache, n_water_kept) =
        cache::to_mcache(map, water_level, old.as_ref()).map_err(|error| of_put(path, error))?;
    let file = ExportedFile { path: path.to_owned(), bytes: mcache::write(&mcache), made_from };
    let notes = water_kept(n_water_kept).into_iter().chain(too_large(map)).collect();
    Ok(Exported { files: vec![file], put: None, notes })
}

fn of_put(path: &Path, error: PutError) -> Trouble {
    match error {
        PutError::Name(_) => Trouble::Name(error),
        PutError::Damaged(_) | PutError::Water(_) => {
            Trouble::Target { path: path.to_owned(), error }
        }
        _ => wrong(error),
    }
}

pub(crate) fn water_kept(n_cells: usize) -> Option<String> {
    let cells = counted(n_cells, "cell is", "cells are");
    (n_cells > 0).then(|| {
        format!(
            "{cells} still water, because there is no RSW with the water level of the \
            map"
        )
    })
}

fn too_large(map: &GatMap) -> Option<String> {
    let is_large = |side: u32| i64::from(side) > MAX_SIDE;
    (is_large(map.width()) || is_large(map.height())).then(|| {
        let (width, height) = (map.width(), map.height());
        format!(
            "servers reject maps larger than {MAX_SIDE} × {MAX_SIDE} cells; this one is \
            {width} × {height}"
        )
    })
}

/// Into the cache that is there, or a new one.
fn into_cache(
    map: &GatMap,
    path: &Path,
    name: &str,
    water_level: WaterLevel,
) -> Result<Exported, Trouble> {
    let (mut cache, made_from) = match disk::is_file(path) {
        true => {
            let loaded = disk::read_file(path, READ_LIMIT)?;
            let cache = map_cache::read(&loaded.bytes);
            let cache = cache.map_err(|error| Trouble::Cache { path: path.to_owned(), error })?;
            (cache, Some(loaded.fingerprint))
        }
        false => (MapCache::default(), None),
    };
    let Done { put, called, n_water_kept } =
        cache::put(&mut cache, name, map, water_level).map_err(|error| of_put(path, error))?;
    let mut notes: Vec<String> =
        water_kept(n_water_kept).into_iter().chain(too_large(map)).collect();
    if let Some(called) = called {
        notes.push(format!("the map cache has this map as `{called}`; that name is kept"));
    }
    if cache.padding.is_none() {
        notes.push(
            "the map cache has no padding in its header, so no server can read it".to_owned(),
        );
    }
    let bytes = map_cache::write(&cache);
    let file = ExportedFile { path: path.to_owned(), bytes, made_from };
    let files = if put == Put::Same { Vec::new() } else { vec![file] };
    Ok(Exported { files, put: Some((put, cache.entries().len())), notes })
}

pub(crate) fn png(image: &Image) -> Result<Vec<u8>, ImageError> {
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.0).collect();
    let mut png = Vec::new();
    let encoder = PngEncoder::new(&mut png);
    encoder.write_image(&bytes, image.width, image.height, ExtendedColorType::Rgb8)?;
    Ok(png)
}

/// With how far each pixel covers.
pub(crate) fn png_with_alpha(picture: &Picture) -> Result<Vec<u8>, ImageError> {
    let bytes: Vec<u8> = picture.pixels.iter().flatten().copied().collect();
    let mut png = Vec::new();
    let encoder = PngEncoder::new(&mut png);
    encoder.write_image(&bytes, picture.width, picture.height, ExtendedColorType::Rgba8)?;
    Ok(png)
}

pub(crate) fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

type Reader = fn(&[u8], Beside<'_>) -> Result<Incoming, Wrong>;

/// How a file of another program is read, by its name; otherwise what would help.
pub(crate) fn reader_of(path: &Path) -> Result<Reader, &'static str> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("tmj" | "json") => Ok(tmj::read),
        Some("tmx") => Ok(tmj::read_xml),
        Some("csv" | "tsv" | "txt") => Ok(|data, _| csv::read(data)),
        _ => Err("expected a Tiled map (.tmj, .tmx) or a table (.csv)"),
    }
}

/// The files that a map of another program names, such as tilesets: those in its folder and below.
pub(crate) fn beside(path: &Path) -> impl Fn(&str) -> Option<Vec<u8>> + use<> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).to_owned();
    move |name| {
        let name = VfsPath::new(name).ok()?;
        let bounds = Bounds::of([&folder]);
        Some(disk::read_file_below(&folder.join(name.as_str()), &bounds, NAMED_LIMIT).ok()?.bytes)
    }
}

/// No tileset that a map names is larger.
const NAMED_LIMIT: u64 = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_a_format() {
        let names = ["a.TMJ", "a.csv", "a.png", "a.mcache", "map_cache.dat", "a.gat", "a"];
        let formats = names.map(|name| Format::of(Path::new(name)));
        let [tmj, csv, png, mcache, cache] =
            [Format::Tmj, Format::Csv, Format::Png, Format::Mcache, Format::MapCache].map(Some);
        assert_eq!(formats, [tmj, csv, png, mcache, cache, None, None]);
    }
}
