//! `landwright check` of a document of any kind.

use std::path::{Path, PathBuf};

use landwright_core::check::eq_rows;
use landwright_core::format::file::Kind as Format;
use landwright_core::format::text::CodePage;
use landwright_core::kinds::{self, Source};
use landwright_core::problem::Problem;
use landwright_core::project::{Game, Project};
use landwright_core::vfs::Trouble;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::eq::rows::{Rows, Unfit, is_one};

use super::{Tables, named, parts};
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::settings::code_page;
use crate::kind::everquest::beside as bytes_beside;

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
        Some(Ok(mut opened)) if !opened.exchanges().is_empty() => {
            for name in opened.beside(&[]) {
                // One that can't be read says nothing.
                if let Some(bytes) = bytes_beside(path, &name) {
                    let _ = opened.take_beside(&name, &bytes);
                }
            }
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
) -> Result<Option<Vec<Problem>>, Trouble> {
    let Some(read) = read_rows(path, project.game, code_page(None, project))? else {
        return Ok(None);
    };
    let file = shown(path);
    Ok(match read.rows {
        Ok(rows) => {
            let zone = rows.zone_of_file(&load::name_of(path));
            let beside = |name: &str| tables.beside(path, name);
            let ignored = |zone: &str| bytes_beside(path, &format!("{zone}.ignore"));
            Some(eq_rows::check(&file, &rows, &zone, &beside, &ignored))
        }
        Err(unfit) => eq_rows::damaged(&file, &unfit).map(|problem| vec![problem]),
    })
}

/// A file that may be a table of a server.
pub(in crate::cli) struct ReadRows {
    pub(in crate::cli) bytes: Vec<u8>,
    pub(in crate::cli) rows: Result<Rows, Unfit>,
}

/// A file that may be a table of a server, by its name.
pub(in crate::cli) fn read_rows(
    path: &Path,
    game: Option<Game>,
    code_page: CodePage,
) -> Result<Option<ReadRows>, Trouble> {
    let name = load::name_of(path);
    if !is_one(&name) || game.is_some_and(|game| !game.has(Format::S3d)) {
        return Ok(None);
    }
    let bytes = disk::read_file(path, READ_LIMIT).map_err(|error| error.trouble)?.bytes;
    let rows = Rows::open(&name, &bytes, code_page);
    Ok(Some(ReadRows { bytes, rows }))
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
