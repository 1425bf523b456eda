//! TERA areas for other programs and back from them.

use std::path::Path;

use landwright_core::format::file::{Content, File};
use landwright_core::format::packed::Packed;
use landwright_core::format::tera::retail::write_paths;
use landwright_core::world::area::Area;
use landwright_core::world::area::geojson;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::picture::{Layer, n_cells, picture};
use landwright_core::world::gat::picture::image::Image;

use super::{Exported, ExportedFile, Format, Trouble, png, wrong};
use crate::json;

/// A picture has no more pixels along a side where nobody said how large it is to be.
const USUAL_SIDE: u64 = 2000;

/// An area as it is written to a file, or to two that belong together.
pub(crate) fn export(
    area: &Area,
    geometry: &Geometry,
    packed: Option<Packed>,
    format: Format,
    path: &Path,
) -> Result<Exported, Trouble> {
    match format {
        Format::Geojson => Ok(Exported::one(path, geojson::write(area).into_bytes())),
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
            let image = image(area, geometry, Layer::Edges, None);
            let image = image.ok_or_else(|| wrong("there are no zones to draw"))?;
            Ok(Exported::one(path, png(&image).map_err(wrong)?))
        }
        _ => Err(wrong(format!("an area is not written as .{}", format.ending()))),
    }
}

/// As large as fits into a size; `None` for an area without zones.
pub(crate) fn image(
    area: &Area,
    geometry: &Geometry,
    layer: Layer,
    size: Option<(u32, u32)>,
) -> Option<Image> {
    if area.zones().is_empty() {
        return None;
    }
    let (n_x, n_y) = n_cells(area);
    let Some((width, height)) = size else {
        let per_pixel = n_x.max(n_y).div_ceil(USUAL_SIDE).max(1);
        return picture(area, geometry, layer, u32::try_from(per_pixel).ok()?);
    };
    let per_pixel = n_y as f64 / f64::from(width.max(1));
    let per_pixel = per_pixel.max(n_x as f64 / f64::from(height.max(1)));
    // A finer one, since what shrinks loses nothing.
    let finer = picture(area, geometry, layer, per_pixel.max(1.0) as u32)?;
    let fitting = |n_cells: u64| (n_cells as f64 / per_pixel).round().max(1.0) as u32;
    Some(finer.scaled(fitting(n_y).min(width), fitting(n_x).min(height)))
}

/// The area that points and lines make of the one that they were made from.
pub(crate) fn onto(area: &Area, path: &Path, data: &[u8]) -> Result<Area, String> {
    if !super::has_ending(path, "geojson") {
        return Err("expected points and lines (.geojson) that were exported from this area".into());
    }
    let text = std::str::from_utf8(data).map_err(|error| error.to_string())?;
    geojson::read::onto(area, text).map_err(|wrong| wrong.to_string())
}
