//! TERA areas for other programs.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Content;
use landwright_core::format::tera::retail::{RetailError, write_paths, write_zone};
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
            let known = "expected a name that ends in .geojson, .json, .png, .gdi or .nod";
            Err(Failure::WrongUse(format!("{}: {known}", shown(target))))
        }
    }
}

/// Two files that belong together, by their names.
pub(super) type Both = [(PathBuf, Vec<u8>); 2];

/// The two files of the game's own servers that a name asks for; `None` where it asks for something
/// else.
pub(super) fn retail(content: &Content, target: &Path) -> Option<Result<Both, RetailError>> {
    let ending = target.extension()?.to_string_lossy().to_lowercase();
    let both = |[first, second]: [&str; 2], (a, b): (Vec<u8>, Vec<u8>)| {
        [(target.with_extension(first), a), (target.with_extension(second), b)]
    };
    match (content, ending.as_str()) {
        (Content::Zgd(zgd), "idx" | "geo") => Some(Ok(both(["idx", "geo"], write_zone(zgd)))),
        (Content::Apd(apd), "gdi" | "nod") => {
            Some(write_paths(apd).map(|files| both(["gdi", "nod"], files)))
        }
        _ => None,
    }
}
