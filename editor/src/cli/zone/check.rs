//! Zones: checked as a whole with the tables of their game, and mended.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::problem::Problem;
use landwright_core::problem::counted::counted;
use landwright_core::project::Project;
use landwright_core::vfs::disk;
use landwright_core::world::zone::Zone;

use super::{Opened, open_in};
use crate::cli::load;
use crate::cli::mending::{self, Checked, Mending};
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};

/// What a file is checked along with: its folder, if that holds a zone, or itself, if it was named
/// alone. `None` for a file that is no part of a zone.
pub(in crate::cli) fn zone_of(file: &Path, named: &[PathBuf]) -> Option<PathBuf> {
    let kind = Kind::of_name(&load::name_of(file))?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match kind {
        Kind::Ifo if named.iter().any(|path| path == file) => Some(file.to_owned()),
        Kind::Zon | Kind::Ifo => Some(folder.to_owned()),
        Kind::Him | Kind::Til | Kind::Mov if super::is_zone(folder) => Some(folder.to_owned()),
        // The lightmaps of block 33_32 are in 33_32/LIGHTMAP.
        Kind::Lit => {
            let folder = folder.parent()?.parent()?;
            super::is_zone(folder).then(|| folder.to_owned())
        }
        _ => None,
    }
}

/// What is found in a zone, as somebody judges it; after mending, where that was asked for. The
/// copies of the project follow what is mended.
pub(in crate::cli) fn check(
    path: &Path,
    mending: Mending,
    project: &Project,
    mut judge: impl FnMut(Vec<Problem>) -> Vec<Problem>,
) -> Result<Checked, Failure> {
    let opened = open_in(path, project)?;
    let name = shown(path);
    let judge_here = |zone: &Zone| judge(opened.with_disk_names(path, opened.check_of(zone)));
    Ok(mending::check((&opened.zone, &name), mending, judge_here, |zone| {
        let n_of_copies = opened.save_over(zone)?;
        for note in opened.zone.lightmaps_led_elsewhere(zone) {
            complain(&format!("note: {name}: {note}"));
        }
        Ok(match n_of_copies {
            0 => String::new(),
            n => format!("; {} of copies written with it", counted(n, "file", "files")),
        })
    }))
}

/// The problems of the zone of a file that has other bytes than on the disk; none where it is in no
/// zone.
pub(in crate::cli) fn check_with(
    file: &Path,
    bytes: &[u8],
    project: &Project,
) -> Result<Vec<Problem>, Failure> {
    let Some(zone) = zone_of(file, &[]).filter(|zone| super::is_zone(zone)) else {
        return Ok(Vec::new());
    };
    let opened = super::open_with(&zone, project, &[(file, bytes)])?;
    Ok(opened.with_disk_names(&zone, opened.check_of(&opened.zone)))
}

impl Opened {
    /// Problems that name files as the command line did, and not as the game does.
    fn with_disk_names(&self, asked: &Path, problems: Vec<Problem>) -> Vec<Problem> {
        let folder = match disk::is_folder(asked) {
            true => asked.to_owned(),
            false => asked.parent().unwrap_or(Path::new("")).to_owned(),
        };
        let place = self.site.place.as_str();
        let own = match disk::is_folder(asked) {
            true => place,
            false => place.rsplit_once('/').map_or("", |(folder, _)| folder),
        };
        let named = |mut problem: Problem| {
            let file = problem.place.file.as_str();
            let inside = file.strip_prefix(own).unwrap_or(file).trim_start_matches('/');
            problem.place.file = shown(&folder.join(inside));
            problem
        };
        problems.into_iter().map(named).collect()
    }
}
