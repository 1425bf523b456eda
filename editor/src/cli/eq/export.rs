//! `landwright export` of a zone for its server.

use std::path::Path;

use landwright_core::format::eq::map::Map;
use landwright_core::format::eq::nav::{self, Nav};
use landwright_core::format::eq::{map, wtr};
use landwright_core::nav::eq::recast::Settings;
use landwright_core::world::eq::server_map::Invisible;
use landwright_core::world::eq::{Zone, server_nav, server_wtr};

use super::{map_of, unfit, zone};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, n_bytes, shown};
use crate::cli::target::Target;

/// Writes what a server reads of a zone.
pub(in crate::cli) fn export(
    path: &Path,
    target: &Target,
    invisible: Invisible,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let ending = target.path().extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if !["map", "wtr", "nav"].contains(&ending.as_str()) {
        let message =
            format!("{}: expected a name that ends in .map, .wtr or .nav", shown(target.path()));
        return Err(Failure::WrongUse(message));
    }
    let before = target.before()?;
    let zone = zone(path)?;
    let bytes = match ending.as_str() {
        "map" => map::write(&map_of(path, &zone, invisible)?),
        "nav" => nav::write(&mesh_of(path, &zone, invisible)?),
        _ => wtr::write(&server_wtr::build(&zone).map_err(|error| unfit(path, error))?),
    };
    let size = n_bytes(bytes.len());
    target.save(before, bytes)?;
    output.line(&format!("{}: {size}", shown(target.path())))?;
    Ok(Outcome::Fine)
}

/// The navigation mesh of a zone, with what the server's tool has where nobody says.
fn mesh_of(path: &Path, zone: &Zone, invisible: Invisible) -> Result<Nav, Failure> {
    let wtr = server_wtr::build(zone).map_err(|error| unfit(path, error))?;
    let wrong = |what: &dyn std::fmt::Display| {
        Failure::File(format!("error: {}: {what}; nothing was written", shown(path)))
    };
    let Map::Version2(map) = map_of(path, zone, invisible)? else {
        return Err(wrong(&"its map has no content"));
    };
    let content = server_nav::build(&map.content, &wtr, &Settings::default());
    content.map(Nav::new).map_err(|error| wrong(&error))
}
