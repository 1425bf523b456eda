//! What a merge of a file does to the files around it, such as a lightmap of a construction that the
//! other side deleted. The checks of zones, tables and areas find it.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use landwright_core::format::file::{self, Kind};
use landwright_core::problem::{Problem, Spot};
use landwright_core::space::tera::Zone;
use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::disk::{self, EntryKind, FolderEntry, READ_LIMIT};

use crate::cli::area::{Opened, is_area};
use crate::cli::kinds::{self, Tables};
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::settings::Settings;
use crate::cli::zone::check as zones;

/// The problems around a file that are there with the merged bytes in its place, and not with ours.
pub(super) fn broken_by(path: &Path, ours: &[u8], merged: &[u8]) -> Vec<Problem> {
    if ours == merged || !path.parent().is_some_and(is_folder) {
        return Vec::new();
    }
    let after = Around { path, bytes: merged }.problems().unwrap_or_default();
    if after.is_empty() {
        return after;
    }
    // Of ours that can't be opened, nobody knows which of them are old.
    let before = Around { path, bytes: ours }.problems();
    before.map(|before| new_of(&before, after)).unwrap_or_default()
}

fn is_folder(folder: &Path) -> bool {
    folder.as_os_str().is_empty() || disk::is_folder(folder)
}

/// The problems that were not there before. A thing may have a different number by now, so of one code in
/// the things of one file there are no more new problems than there are more.
fn new_of(before: &[Problem], after: Vec<Problem>) -> Vec<Problem> {
    let key = |problem: &Problem| (problem.code, problem.place.file.clone());
    let mut more: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for problem in &after {
        *more.entry(key(problem)).or_default() += 1;
    }
    for problem in before {
        if let Some(n) = more.get_mut(&key(problem)) {
            *n = n.saturating_sub(1);
        }
    }
    let said = |problem: &Problem| (format!("{:?}", problem.place), problem.message.clone());
    let known: HashSet<(String, String)> = before.iter().map(said).collect();
    let is_known = |problem: &Problem| known.contains(&said(problem));
    let mut is_new = |problem: &Problem| {
        let is_of_whole_file = problem.place.spot == Spot::File;
        if is_known(problem) || is_of_whole_file {
            return !is_known(problem);
        }
        match more.get_mut(&key(problem)) {
            Some(left @ 1..) => {
                *left -= 1;
                true
            }
            _ => false,
        }
    };
    after.into_iter().filter(|problem| is_new(problem)).collect()
}

/// A file with bytes that the disk may not have, and the files around it.
struct Around<'a> {
    path: &'a Path,
    bytes: &'a [u8],
}

impl Around<'_> {
    /// The problems of what the file is a part of, as its project sees them. `None` where it can't be opened.
    fn problems(&self) -> Option<Vec<Problem>> {
        let mut settings = Settings::new();
        let project = settings.of(self.path);
        let kind = load::kind_of(self.path, self.bytes)?;
        file::read(kind, self.bytes).ok()?;
        let found = match kind {
            Kind::Ifo | Kind::Zon | Kind::Him | Kind::Til | Kind::Mov | Kind::Lit => {
                zones::check_with(self.path, self.bytes, &project).ok()?
            }
            Kind::Stb | Kind::Stl | Kind::Ltb => self.of_tables(&mut settings),
            Kind::Apd => self.of_area(self.path, self.bytes, None).ok()?,
            Kind::Zgd => self.of_areas_beside(),
            _ => Vec::new(),
        };
        Some(settings.judge(self.path, found))
    }

    /// The table, and those beside it that may refer to it.
    fn of_tables(&self, settings: &mut Settings) -> Vec<Problem> {
        let tables = Tables::with(self.path, self.bytes);
        let is_other = |path: &PathBuf| {
            let kind = Kind::of_name(&load::name_of(path));
            matches!(kind, Some(Kind::Stb | Kind::Stl | Kind::Ltb))
                && !disk::is_same(path, self.path)
        };
        let project = settings.of(self.path);
        let mut problems = kinds::check(self.path, self.bytes, &project, &tables);
        for path in beside(self.path).filter(is_other) {
            let Ok(loaded) = disk::read_file(&path, READ_LIMIT) else { continue };
            problems.extend(kinds::check(&path, &loaded.bytes, &project, &tables));
        }
        problems
    }

    /// An area, with its geometry from the disk or as it is given.
    fn of_area(
        &self,
        path: &Path,
        bytes: &[u8],
        geometry: Option<(Zone, &[u8])>,
    ) -> Result<Vec<Problem>, Failure> {
        let Ok(file) = file::read(Kind::Apd, bytes) else { return Ok(Vec::new()) };
        let read = (file, Fingerprint::of(bytes, None));
        let opened = Opened::with_geometry(path, read, geometry)?;
        Ok(opened.check_of(&shown(path), &opened.area))
    }

    /// The areas beside geometry that have its zone.
    fn of_areas_beside(&self) -> Vec<Problem> {
        let Some(zone) = Zone::from_file_name(&load::name_of(self.path)) else { return Vec::new() };
        let areas = beside(self.path).filter(|path| is_area(path));
        let found = areas.filter_map(|path| {
            let bytes = disk::read_file(&path, READ_LIMIT).ok()?.bytes;
            self.of_area(&path, &bytes, Some((zone, self.bytes))).ok()
        });
        found.flatten().collect()
    }
}

/// The files of the folder of a file, in the order of their names.
fn beside(path: &Path) -> impl Iterator<Item = PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = disk::list(folder.unwrap_or(Path::new("."))).unwrap_or_default();
    let is_file = |entry: &FolderEntry| entry.kind == EntryKind::File;
    entries.into_iter().filter(is_file).map(|entry| entry.path)
}

#[cfg(test)]
mod tests {
    use landwright_core::problem::{Place, Rule, Thing};

    use super::*;

    const RULE: Rule = Rule {
        code: "zone-lightmap",
        severity: landwright_core::problem::Severity::Hint,
        title: "",
        explanation: "",
    };

    fn at_cell(x: u32, message: &str) -> Problem {
        Problem::new(&RULE, Place::thing("a.ifo", Thing::Cell { x, y: 0 }), message.to_owned())
    }

    fn at_file(message: &str) -> Problem {
        Problem::new(&RULE, Place::file("a.lit"), message.to_owned())
    }

    #[test]
    fn things_that_moved_up_are_no_new_problems_and_one_more_is() {
        let before = [at_cell(3, "thing 3"), at_cell(7, "thing 7"), at_file("3 and 2")];
        let said = |after: Vec<Problem>| -> Vec<String> {
            new_of(&before, after).into_iter().map(|problem| problem.message).collect()
        };
        assert!(said(before.to_vec()).is_empty());
        assert!(said(vec![at_cell(2, "thing 2"), at_cell(6, "thing 6")]).is_empty());
        let more = vec![at_cell(3, "thing 3"), at_cell(6, "thing 6"), at_cell(9, "thing 9")];
        assert_eq!(said(more), ["thing 6"]);
        assert_eq!(said(vec![at_file("3 and 1")]), ["3 and 1"]);
    }
}
