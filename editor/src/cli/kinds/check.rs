//! `landwright check` of a document of any kind.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind as Format;
use landwright_core::kinds::{self, Source};
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::eq::rows::is_one;

use super::{Tables, named, parts};
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::settings::code_page;

/// The problems of a file that its kind opens as a whole. What can't be opened so is checked as a
/// file all the same.
pub(in crate::cli) fn check(
    path: &Path,
    bytes: &[u8],
    project: &Project,
    tables: &Tables,
) -> Vec<Problem> {
    let name = load::name_of(path);
    let Some(kind) = kinds::kind_of(&name, bytes).filter(|kind| kind.opens(&name, bytes)) else {
        return Vec::new();
    };
    let source = Source { name: &name, bytes, code_page: code_page(None, project), entry: None };
    match kind.open(&source) {
        // The maps of a cache are checked where they are named: it is not one map.
        Some(Ok(opened)) if !opened.exchanges().is_empty() => {
            opened.check(&shown(path), &|name| tables.beside(path, name))
        }
        _ => Vec::new(),
    }
}

/// The problems of a table of a server; `None` for what is no such table.
pub(in crate::cli) fn check_rows(
    path: &Path,
    project: &Project,
    tables: &Tables,
) -> Option<Vec<Problem>> {
    let name = load::name_of(path);
    let is_of_game = project.game.is_none_or(|game| game.has(Format::S3d));
    let kind = kinds::kind_of(&name, &[]).filter(|_| is_of_game && is_one(&name))?;
    let loaded = disk::read_file(path, READ_LIMIT).ok()?;
    let (bytes, code_page) = (&loaded.bytes, code_page(None, project));
    let opened = kind.open(&Source { name: &name, bytes, code_page, entry: None })?.ok()?;
    Some(opened.check(&shown(path), &|name| tables.beside(path, name)))
}

/// The problems of a map of a cache, where a path names one.
type OfEntry = (PathBuf, Vec<Problem>);

/// The problems of what is named in files, and the paths of all others.
pub(in crate::cli) fn entries_of(
    paths: &[PathBuf],
) -> Result<(Vec<OfEntry>, Vec<PathBuf>), Failure> {
    let (mut entries, mut others) = (Vec::new(), Vec::new());
    for path in paths {
        let is_entry = parts(path).is_some_and(|(_, entry)| entry.is_some());
        match named(path).filter(|_| is_entry) {
            Some(named) => {
                let problems = named.open()?.check(&shown(path), &|_| None);
                entries.push((path.clone(), problems));
            }
            None => others.push(path.clone()),
        }
    }
    Ok((entries, others))
}
