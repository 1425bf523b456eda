//! TERA areas for other programs and back from them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use landwright_core::format::file::{Content, File};
use landwright_core::format::packed::Packed;
use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::format::tera::retail::{RetailError, read_paths, read_zone, write_paths};
use landwright_core::format::tera::zgd::Zgd;
use landwright_core::vfs::FileError;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::Document;
use landwright_core::world::area::Area;
use landwright_core::world::area::geojson::{self, read::Imported};
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::picture::part::Part;
use landwright_core::world::area::picture::{Layer, Look, picture};
use landwright_core::world::gat::picture::Shading;
use landwright_core::world::gat::picture::image::Image;

use super::document::AreaDocument;
use crate::exchange::{Exported, ExportedFile, Format, Trouble, USUAL_SIDE_PX, png, wrong};
use crate::json;
use crate::kind::{Exporter, Import, Importer};

impl AreaDocument {
    pub(super) fn exporter_as(&self, format: Format) -> Exporter {
        let (area, geometry) = (self.area().clone(), self.geometry.clone());
        let packed = self.packed.clone();
        Box::new(move |path| export(&area, &geometry, packed, format, path))
    }

    pub(super) fn importer_onto(&self) -> Importer {
        let area = self.area().clone();
        Box::new(move |path| {
            let loaded = disk::read_file(path, READ_LIMIT).map_err(|e| e.trouble.to_string())?;
            let imported = onto(&area, path, &loaded.bytes)?;
            let (new, has_base) = (imported.area, imported.has_base);
            let edit = area.edit_to(&new);
            let report = imported.merged.unwrap_or_default();
            Ok(Import::new(move |model, id, title| {
                model.tell_conflicts(&title, &report);
                let Some(edit) = edit else {
                    model.log.note(format!("{title}: nothing differs"));
                    return;
                };
                if !has_base {
                    model.log.warn(format!("{title}: {NO_BASE}"));
                }
                if let Some(area) = model.area_mut(id) {
                    area.become_by(title, &edit, new);
                }
                model.flush(id);
            }))
        })
    }
}

/// An area as it is written to a file, or to two that belong together.
pub(crate) fn export(
    area: &Area,
    geometry: &Geometry,
    packed: Option<Packed>,
    format: Format,
    path: &Path,
) -> Result<Exported, Trouble> {
    match format {
        Format::Geojson => {
            let base = apd::write(&area.to_apd().map_err(wrong)?);
            let base = ExportedFile { path: base_path(path), bytes: base, made_from: None };
            let mut exported = Exported::one(path, geojson::write(area).into_bytes());
            exported.files.push(base);
            Ok(exported)
        }
        Format::Json => {
            let file = File { content: Content::Apd(area.to_apd().map_err(wrong)?), packed };
            let mut bytes = Vec::new();
            json::write_file(&file, &mut bytes).map_err(wrong)?;
            Ok(Exported::one(path, bytes))
        }
        Format::Gdi => {
            let (gdi, nod) = write_paths(&area.to_apd().map_err(wrong)?).map_err(wrong)?;
            let file = |ending, bytes| {
                let path = path.with_extension(ending);
                ExportedFile { path, bytes, made_from: None }
            };
            let files = vec![file("gdi", gdi), file("nod", nod)];
            Ok(Exported { files, put: None, notes: Vec::new() })
        }
        Format::Png => {
            let part = Part::whole(area).ok_or_else(|| wrong("there are no zones to draw"))?;
            let look = Look { layer: Layer::Edges, shading: Shading::Flat, part };
            let image = image(area, geometry, &look, None);
            Ok(Exported::one(path, png(&image).map_err(wrong)?))
        }
        _ => Err(wrong(format!("an area can't be exported as .{}", format.ending()))),
    }
}

/// As large as fits into a size.
pub(crate) fn image(
    area: &Area,
    geometry: &Geometry,
    look: &Look,
    size: Option<(u32, u32)>,
) -> Image {
    let (n_x, n_y) = look.part.n_cells();
    let Some((width, height)) = size else {
        let per_pixel = n_x.max(n_y).div_ceil(USUAL_SIDE_PX).max(1);
        return picture(area, geometry, look, u32::try_from(per_pixel).unwrap_or(u32::MAX));
    };
    let per_pixel = n_y as f64 / f64::from(width.max(1));
    let per_pixel = per_pixel.max(n_x as f64 / f64::from(height.max(1)));
    // A finer one, since what shrinks loses nothing.
    let finer = picture(area, geometry, look, per_pixel.max(1.0) as u32);
    let fitting = |n_cells: u64| (n_cells as f64 / per_pixel).round().max(1.0) as u32;
    finer.scaled(fitting(n_y).min(width), fitting(n_x).min(height))
}

/// What the game's own servers have of an area.
#[derive(Debug)]
pub(crate) enum Retail {
    /// `.idx` and `.geo`: the geometry of a zone.
    Zone(Zgd),
    /// `.gdi` and `.nod`: the paths of an area.
    Paths(Apd),
}

/// Which of the two pairs of files one is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RetailKind {
    Zone,
    Paths,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum RetailTrouble {
    #[error("{0}")]
    File(#[from] FileError),
    #[error("{0}")]
    Content(#[from] RetailError),
}

impl RetailKind {
    /// By the name of a file; `None` where it is something else.
    pub(crate) fn of(file: &Path) -> Option<RetailKind> {
        match file.extension()?.to_string_lossy().to_lowercase().as_str() {
            "idx" | "geo" => Some(RetailKind::Zone),
            "gdi" | "nod" => Some(RetailKind::Paths),
            _ => None,
        }
    }

    /// Reads the two files that belong together, whichever of them was named.
    pub(crate) fn read(self, file: &Path) -> Result<Retail, RetailTrouble> {
        let both = |endings: [&str; 2]| -> Result<[Vec<u8>; 2], FileError> {
            let [first, second] =
                endings.map(|ending| disk::read_file(&with_ending(file, ending), READ_LIMIT));
            Ok([first?.bytes, second?.bytes])
        };
        match self {
            RetailKind::Zone => {
                let [idx, geo] = both(["idx", "geo"])?;
                Ok(Retail::Zone(read_zone(&idx, &geo)?))
            }
            RetailKind::Paths => {
                let [gdi, nod] = both(["gdi", "nod"])?;
                Ok(Retail::Paths(read_paths(&gdi, &nod)?))
            }
        }
    }
}

/// The file of the same name with another ending, in the case that this one has.
fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let is_upper = file
        .extension()
        .and_then(OsStr::to_str)
        .is_some_and(|own| own.chars().any(char::is_uppercase));
    file.with_extension(if is_upper { ending.to_uppercase() } else { ending.to_owned() })
}

/// Notes for the user about points and lines that changed an area and do not say of which.
pub(crate) const NO_BASE: &str =
    "points and lines have no base, so changes made after the export can't be distinguished";

/// The area that points and lines make of the one that they were made from.
pub(crate) fn onto(area: &Area, path: &Path, data: &[u8]) -> Result<Imported, String> {
    if !crate::exchange::has_ending(path, "geojson") {
        return Err("expected points and lines (.geojson) that were exported from this area".into());
    }
    let text = std::str::from_utf8(data).map_err(|error| error.to_string())?;
    let base = || apd::read(&disk::read_file(&base_path(path), READ_LIMIT).ok()?.bytes).ok();
    geojson::read::onto(area, text, base).map_err(|wrong| wrong.to_string())
}

/// The area as it was when points and lines were exported, beside them.
fn base_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".base");
    PathBuf::from(name)
}
