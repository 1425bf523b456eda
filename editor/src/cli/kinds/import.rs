//! `landwright import` onto a document of any kind.

use std::path::Path;

use landwright_core::world::three_way::Report;

use super::Named;
use crate::cli::load;
use crate::cli::outcome::Failure;

/// A document with what a file brought.
pub(in crate::cli) struct Imported {
    pub(in crate::cli) report: Report,
    pub(in crate::cli) bytes: Vec<u8>,
}

/// What a file makes of a document; `None` where its kind is imported in its own way. `wrong` says
/// what is wrong with the file.
pub(in crate::cli) fn import(
    named: &Named,
    file: &Path,
    wrong: impl Fn(&dyn std::fmt::Display) -> Failure,
) -> Result<Option<Imported>, Failure> {
    if named.entry.is_some() {
        return Ok(None);
    }
    let mut opened = named.open()?;
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let endings = opened.exchanges();
    if endings.is_empty() {
        return Ok(None);
    }
    if !endings.contains(&ending.as_str()) {
        let endings = endings.join(" or .");
        return Err(Failure::WrongUse(format!(
            "{}: to import onto {}, give a file that ends in .{endings}",
            crate::cli::output::shown(file),
            named.name()
        )));
    }
    let data = load::load(file)?.bytes;
    let report = opened.import(&data).map_err(|reason| wrong(&reason))?;
    let bytes = opened.to_bytes().map_err(|reason| wrong(&reason))?;
    Ok(Some(Imported { report, bytes }))
}
