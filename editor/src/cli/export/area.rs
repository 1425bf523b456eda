//! TERA areas for other programs.

use std::path::Path;

use landwright_core::world::area::geojson;
use landwright_core::world::area::picture::Layer;

use crate::cli::area::Opened;
use crate::cli::json;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::render::{area::image, png};

/// The file that a name asks for by its ending.
pub(super) fn bytes(opened: &Opened, file: &Path, target: &Path) -> Result<Vec<u8>, Failure> {
    let extension = target.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("geojson") => Ok(geojson::write(&opened.area).into_bytes()),
        Some("json") => {
            let mut json = Vec::new();
            json::write_file(&opened.file, &mut json)?;
            Ok(json)
        }
        Some("png") => {
            let image = image(opened, Layer::Edges, None);
            let none = || Failure::WrongUse(format!("{} has no zones to draw", shown(file)));
            png(&image.ok_or_else(none)?)
        }
        _ => {
            let known = "expected a name that ends in .geojson, .json or .png";
            Err(Failure::WrongUse(format!("{}: {known}", shown(target))))
        }
    }
}
