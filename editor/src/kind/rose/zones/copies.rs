//! Other copies of a zone, kept in step with what is done to one.

use std::path::{Path, PathBuf};

use landwright_core::format::text::CodePage;
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::saver::Wanted;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::step::difference::Difference;
use landwright_core::world::zone::step::{self, Differing, EditsSince};

use super::{go_on, is_zone, read};

/// How many differences are told of a copy.
const MOST_TOLD: usize = 20;

/// Everything that has to be written for a copy to follow, as far as it can.
pub(crate) struct Followed {
    pub(crate) files: Vec<Wanted<VfsPath>>,
    /// Anything that is not the same there, and is left.
    pub(crate) differences: Vec<Difference>,
    /// What was passed over.
    pub(crate) notes: Vec<String>,
    /// The problems of files of the copy that could not be read.
    pub(crate) problems: Vec<Problem>,
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
        .ok_or_else(|| format!("has no copy of the zone: neither its files nor {place}"))
}

/// Works out what makes the copy in a folder follow; fails where it can't be read.
pub(crate) fn follow(
    folder: &Path,
    project: &Project,
    since: EditsSince<'_>,
    after: &Zone,
    differing: Differing,
) -> Result<Followed, String> {
    let copy = read(folder, project, &mut go_on)?;
    let step::Followed { zone, notes, differences, .. } =
        step::follow(since, after, &copy.zone, differing);
    let files = copy.site.changed(&copy.files, &zone).into_iter();
    // The files of a copy are not those of the zone that it follows.
    let files = files.map(|file| Wanted { name: None, ..file }).collect();
    let mut problems = copy.problems;
    problems.extend(copy.vfs.take_problems());
    Ok(Followed { files, differences, notes, problems })
}

/// A file or folder below a root, in whatever case it has there.
pub(crate) fn below(root: &Path, place: &VfsPath) -> Option<PathBuf> {
    Folder::open(root, CodePage::default()).ok()?.locate(place).ok()?
}

/// Each difference in words; of very many, the first.
pub(crate) fn in_words<D>(differences: &[D], said: impl Fn(&D) -> String) -> Vec<String> {
    let mut lines: Vec<String> = differences.iter().take(MOST_TOLD).map(said).collect();
    if differences.len() > MOST_TOLD {
        lines.push(format!("and {} more", differences.len() - MOST_TOLD));
    }
    lines
}
