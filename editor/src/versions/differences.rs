//! How the files of a document differ from another version of them, as rows of a list.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use landwright_core::format::text::CodePage;
use landwright_core::kinds::{self, Source};
use landwright_core::world::three_way::{Change, Thing};
use serde::{Deserialize, Serialize};

use crate::job::Progress;
use crate::versions::groups::{Group, Groups};
use crate::versions::words::line_of;
use crate::versions::{Load, Version, name_of};

/// A file of a document, as a save would write it now.
#[derive(Debug, Clone)]
pub struct FileNow {
    pub path: PathBuf,
    /// The name that tells its format.
    pub name: String,
    pub code_page: CodePage,
    pub bytes: Vec<u8>,
}

/// Makes the files of a document as it was when this was made, the one by which it is called first.
pub type FilesNow = Box<dyn FnOnce(&Progress) -> Result<Vec<FileNow>, String> + Send>;

/// What is different.
#[derive(Debug, Default)]
pub struct Differences {
    pub rows: Vec<Row>,
    pub n_changes: u64,
    /// What could not be compared, and why.
    pub troubles: Vec<String>,
}

/// A difference, or cells that are different in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub file: PathBuf,
    pub title: String,
    pub at: At,
    /// Whether it can be taken over alone.
    pub can_take: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    Cells {
        field: String,
        cells: Vec<[u32; 2]>,
    },
    Thing {
        name: String,
        field: String,
    },
    /// All of the file, which one side has alone.
    File,
}

/// More rows than these are only counted.
const MOST_ROWS: usize = 20_000;

impl Differences {
    /// Compares files with what a version has in their places. `None` where it is cancelled.
    pub(crate) fn between(
        files: &[FileNow],
        version: &Version,
        load: Load<'_>,
        progress: &Progress,
    ) -> Option<Differences> {
        let mut found = Differences::default();
        let main = files.first().map(|file| file.path.clone()).unwrap_or_default();
        for (n, file) in files.iter().enumerate() {
            let path = &file.path;
            progress.report(n as u64, files.len() as u64);
            if progress.is_cancelled() {
                return None;
            }
            if version.only_of().is_some_and(|only| only != path) {
                continue;
            }
            match version.read(&main, path, load) {
                Ok(other) => found.add(file, other.as_deref()),
                Err(error) => found.troubles.push(format!("{}: {error}", name_of(path))),
            }
        }
        Some(found)
    }

    fn add(&mut self, file: &FileNow, other: Option<&[u8]>) {
        let path = &file.path;
        let Some(other) = other else {
            let title = format!("{}: only here", name_of(path));
            self.n_changes += 1;
            self.rows.push(Row { file: path.to_owned(), title, at: At::File, can_take: false });
            return;
        };
        let [here, there] = [&file.bytes, other].map(|bytes| file.source(bytes));
        let can_take = kinds::takes(&here);
        let (mut groups, mut rows, mut n_changes) = (Groups::with_cells(), Vec::new(), 0);
        let room = MOST_ROWS.saturating_sub(self.rows.len());
        let compared = kinds::compare(&here, &there, &mut |change| {
            n_changes += 1;
            if !groups.took(&change) && rows.len() < room {
                rows.push(row(path, &change, can_take));
            }
        });
        if let Err(trouble) = compared {
            self.troubles.push(format!("{}: {trouble}", name_of(path)));
        }
        self.n_changes += n_changes;
        self.rows.extend(rows);
        self.rows.extend(groups.finish().into_iter().map(|group| {
            let Group { field, title, cells } = group;
            Row { file: path.to_owned(), title, at: At::Cells { field, cells }, can_take }
        }));
    }
}

fn row(path: &Path, change: &Change, can_take: bool) -> Row {
    let (name, field) = (change.thing.to_string(), change.field.to_string());
    let at = At::Thing { name, field };
    Row { file: path.to_owned(), title: line_of(change), at, can_take }
}

impl Row {
    /// The file as it is now, with this difference as the version has it.
    pub(crate) fn taken(&self, file: &FileNow, other: &[u8]) -> Result<Vec<u8>, String> {
        let [here, there] = [&file.bytes, other].map(|bytes| file.source(bytes));
        let taken = match &self.at {
            At::File => return Ok(other.to_vec()),
            At::Cells { field, cells } => {
                let cells: HashSet<[u32; 2]> = cells.iter().copied().collect();
                kinds::take(&here, &there, &|change| match change.thing {
                    Thing::Cell { x, y } => change.field == *field && cells.contains(&[x, y]),
                    Thing::Named(_) => false,
                })
            }
            At::Thing { name, field } => kinds::take(&here, &there, &|change| {
                change.field == *field && change.thing.to_string() == *name
            }),
        };
        taken.map_err(|trouble| format!("{}: {trouble}", name_of(&file.path)))
    }
}

impl FileNow {
    fn source<'s>(&'s self, bytes: &'s [u8]) -> Source<'s> {
        Source { name: &self.name, bytes, code_page: self.code_page, entry: None }
    }
}
