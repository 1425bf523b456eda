//! `landwright export` of a zone for its server.

use std::path::Path;

use landwright_core::format::eq::{map, wtr};
use landwright_core::world::eq::server_map::Invisible;
use landwright_core::world::eq::server_wtr;

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
    if !["map", "wtr"].contains(&ending.as_str()) {
        let message =
            format!("{}: expected a name that ends in .map or .wtr", shown(target.path()));
        return Err(Failure::WrongUse(message));
    }
    let before = target.before()?;
    let zone = zone(path)?;
    let bytes = match ending.as_str() {
        "map" => map::write(&map_of(path, &zone, invisible)?),
        _ => wtr::write(&server_wtr::build(&zone).map_err(|error| unfit(path, error))?),
    };
    let size = n_bytes(bytes.len());
    target.save(before, bytes)?;
    output.line(&format!("{}: {size}", shown(target.path())))?;
    Ok(Outcome::Fine)
}
