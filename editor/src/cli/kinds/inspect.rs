//! `landwright inspect` of a document of any kind.

use std::path::Path;

use landwright_core::kinds::{Source, Summary};
use landwright_core::world::cache::Cache;

use super::{named_of_any_kind, unread};
use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, n_bytes, shown};
use crate::json;

/// Says what is in a file, where its kind says so itself.
pub(in crate::cli) fn inspect(
    path: &Path,
    is_json: bool,
    output: &mut Output,
) -> Result<Option<Outcome>, Failure> {
    let Some(named) =
        named_of_any_kind(path).map(|(named, _)| named).filter(|named| named.entry.is_none())
    else {
        return Ok(None);
    };
    // Everything that is only looked at is small, or known by its first bytes.
    let loaded = match named.kind.summarises(&load::name_of(path)) {
        true => load::load(path)?,
        false => return Ok(None),
    };
    let (name, code_page) = (load::name_of(path), named.code_page()?);
    let source = Source { name: &name, bytes: &loaded.bytes, code_page, entry: None };
    let Some(summary) = named.kind.summary(&source) else { return Ok(None) };
    let Summary { rows, json } = summary.map_err(|trouble| unread(path, &trouble))?;
    if is_json {
        json::write_spread(&json, output.writer())?;
        return Ok(Some(Outcome::Fine));
    }
    let (title, size) = (named.kind.title(), n_bytes(loaded.bytes.len()));
    output.line(&format!("{}\n{title}, {size}\n", shown(path)))?;
    for (label, value) in rows {
        output.line(&format!("  {label:<10} {value}"))?;
    }
    maps_of(path, &loaded.bytes, output)?;
    Ok(Some(Outcome::Fine))
}

/// The maps of a cache as a table with tabs, behind what else is said of it.
pub(in crate::cli) fn maps_of(
    path: &Path,
    bytes: &[u8],
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(Ok(cache)) = Cache::read(&load::name_of(path), bytes) else { return Ok(()) };
    output.line("\nname\twidth\theight")?;
    for map in cache.entries() {
        output.line(&format!("{}\t{}\t{}", map.name.escape_debug(), map.width, map.height))?;
    }
    Ok(())
}
