//! ROSE zones for other programs, and back.

use std::path::Path;

use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::exchange::{from_csv, from_json, to_csv, to_json};
use landwright_core::world::zone::thing::Kind;

use super::Opened;
use super::picture::{GroundName, image, look};
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::render::png;

/// The file that a name asks for by its ending.
pub(in crate::cli) fn bytes(opened: &Opened, target: &Path) -> Result<Vec<u8>, Failure> {
    let Opened { zone, names, .. } = opened;
    match extension(target).as_str() {
        "json" => Ok(to_json(zone, names).into_bytes()),
        "csv" => Ok(to_csv(zone, names, &Kind::ALL).into_bytes()),
        "png" => {
            let look = look(opened, GroundName::default(), &Kind::ALL, None);
            let image = look.and_then(|look| image(opened, &look));
            let none = || Failure::WrongUse(format!("{} has no blocks to draw", zone.name()));
            png(&image.ok_or_else(none)?)
        }
        _ => {
            let known = "expected a name that ends in .json, .csv or .png";
            Err(Failure::WrongUse(format!("{}: {known}", shown(target))))
        }
    }
}

/// What a file asks to be done to a zone.
pub(in crate::cli) fn action(opened: &Opened, file: &Path, data: &[u8]) -> Result<Action, Failure> {
    let read = match extension(file).as_str() {
        "json" => from_json(&opened.zone, data),
        "csv" => from_csv(&opened.zone, data),
        _ => {
            let known = "expected a name that ends in .json or .csv";
            return Err(Failure::WrongUse(format!("{}: {known}", shown(file))));
        }
    };
    read.map_err(|wrong| {
        Failure::WrongFile(format!("error: {}: {wrong}; nothing was written", shown(file)))
    })
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}
