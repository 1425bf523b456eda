//! Other copies of a zone, kept in step with what is done to one.

use std::path::{Path, PathBuf};

use landwright_core::format::text::CodePage;
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::{VfsPath, disk};
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::step::difference::Difference;
use landwright_core::world::zone::step::{InStep, in_step};

use super::{OnDisk, go_on, is_zone, read};

/// So many differences are told of a copy.
const MOST_TOLD: usize = 20;

/// What has to be written for a copy to follow.
pub(crate) struct Followed {
    pub(crate) files: Vec<Made>,
    /// What was passed over.
    pub(crate) notes: Vec<String>,
    /// What is wrong with files of the copy that could not be read.
    pub(crate) problems: Vec<Problem>,
}

/// A file to be written.
pub(crate) struct Made {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    /// What is there.
    pub(crate) before: Before,
}

/// Why a copy can't follow. Nothing is to be written to it.
pub(crate) enum Stays {
    /// It can't be read.
    Unread(String),
    /// What was edited is not the same there.
    Differs(Vec<Difference>),
}

/// The folder of a copy, which is named by that or by the one of the game that it is in; there it
/// lies at the same place.
pub(crate) fn find(root: &Path, place: &VfsPath) -> Result<PathBuf, String> {
    let folder = match is_zone(root) {
        true => Some(root.to_owned()),
        false => below(root, place),
    };
    folder
        .filter(|folder| is_zone(folder))
        .ok_or_else(|| format!("holds no copy of the zone: neither its files nor {place}"))
}

/// Works out what makes the copy in a folder follow an edit.
pub(crate) fn follow(
    folder: &Path,
    project: &Project,
    before: &Zone,
    after: &Zone,
) -> Result<Followed, Stays> {
    let copy = read(folder, project, &mut go_on).map_err(Stays::Unread)?;
    let step = in_step(before, after, &copy.zone, &copy.files).map_err(Stays::Differs)?;
    let InStep { writes, notes, .. } = step;
    let mut files = Vec::new();
    for file in writes {
        let path = on_disk(&copy, &file.path).map_err(Stays::Unread)?;
        files.push(Made { path, bytes: file.bytes, before: file.before });
    }
    Ok(Followed { files, notes, problems: copy.problems })
}

/// A file or folder below a root, in whatever case it has there.
pub(crate) fn below(root: &Path, place: &VfsPath) -> Option<PathBuf> {
    Folder::open(root, CodePage::default()).ok()?.locate(place).ok()?
}

/// Names are kept in the case that they have on the disk.
fn on_disk(copy: &OnDisk, file: &VfsPath) -> Result<PathBuf, String> {
    let path = copy.site.game.join(file.as_str());
    match disk::is_file(&path) {
        true => Ok(path),
        false => Err(format!("{} is gone", path.display())),
    }
}

/// Each difference in words; of very many, the first.
pub(crate) fn in_words(differences: &[Difference]) -> Vec<String> {
    let mut lines: Vec<String> =
        differences.iter().take(MOST_TOLD).map(Difference::to_string).collect();
    if differences.len() > MOST_TOLD {
        lines.push(format!("and {} more", differences.len() - MOST_TOLD));
    }
    lines
}
