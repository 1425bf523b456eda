//! Other versions of the files of a document: what is on disk, their backups, their commits, and files
//! that a person names; and how what is open differs from them.

pub(crate) mod words;
pub(crate) mod groups;
pub mod differences;
pub mod comparing;
pub mod conflicts;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::backups_of;

use crate::git::Git;

/// A version that can be compared with what is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub origin: Origin,
    pub title: String,
    /// When it was made, and how large it is.
    pub detail: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The files as they are on disk.
    Disk,
    /// A backup of one of the files.
    Backup { file: PathBuf, backup: PathBuf },
    /// The files as they were in a commit.
    Commit { id: String },
    /// Another file, or the files of another folder.
    File(PathBuf),
}

/// Reads a file, or a part of one; `None` where there is none.
pub(crate) type Load<'l> = &'l dyn Fn(&Path) -> Result<Option<Vec<u8>>, String>;

/// So many commits are listed.
const MOST_COMMITS: usize = 50;

/// Of a document of more files, git is asked about their folder.
const MOST_ASKED_FOR: usize = 200;

/// The versions of the files of a document that are known, the newest of each sort first. The file by
/// which the document is called comes first.
pub fn of(files: &[PathBuf]) -> Vec<Version> {
    let Some(main) = files.first() else { return Vec::new() };
    let disk = Version {
        origin: Origin::Disk,
        title: "The version on disk".to_owned(),
        detail: "the changes since you saved".to_owned(),
    };
    let mut versions = vec![disk];
    // A part of a file has no versions of its own.
    if !disk::is_file(main) {
        return versions;
    }
    let now = SystemTime::now();
    for file in files {
        versions.extend(backups_of(file).into_iter().map(|backup| {
            let age = backup.saved.and_then(|saved| now.duration_since(saved).ok());
            let age = age.map(|age| format!("{}, ", age_in_words(age))).unwrap_or_default();
            let n_bytes = usize::try_from(backup.n_bytes).unwrap_or(usize::MAX);
            Version {
                title: format!("Backup {} of {}", backup.number, name_of(file)),
                detail: format!("{age}{}", counted(n_bytes, "byte", "bytes")),
                origin: Origin::Backup { file: file.clone(), backup: backup.path },
            }
        }));
    }
    versions.extend(commits_of(files, now));
    versions
}

/// The file that a person names.
pub fn of_file(path: PathBuf) -> Version {
    let detail = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
    Version { title: name_of(&path), detail, origin: Origin::File(path) }
}

fn commits_of(files: &[PathBuf], now: SystemTime) -> Vec<Version> {
    let folder = files.first().and_then(|file| file.parent());
    let Some(git) = folder.and_then(|folder| Git::of(folder).ok()) else { return Vec::new() };
    let asked = match (files.len() > MOST_ASKED_FOR, folder) {
        (true, Some(folder)) => vec![folder.to_owned()],
        _ => files.to_vec(),
    };
    let commits = git.commits_of(&asked, MOST_COMMITS).unwrap_or_default();
    let version = |commit: crate::git::Commit| {
        let at = UNIX_EPOCH.checked_add(Duration::from_secs(commit.seconds));
        let age = at.and_then(|at| now.duration_since(at).ok()).map(age_in_words);
        let short: String = commit.id.chars().take(8).collect();
        Version {
            title: commit.subject,
            detail: format!("commit {short}, {}", age.unwrap_or_else(|| "now".to_owned())),
            origin: Origin::Commit { id: commit.id },
        }
    };
    commits.into_iter().map(version).collect()
}

/// How long ago something was, roughly.
fn age_in_words(age: Duration) -> String {
    let minutes = usize::try_from(age.as_secs() / 60).unwrap_or(usize::MAX);
    match (minutes, minutes / 60, minutes / (24 * 60)) {
        (0, ..) => "less than a minute ago".to_owned(),
        (1..120, ..) => format!("{} ago", counted(minutes, "minute", "minutes")),
        (_, hours @ 0..48, _) => format!("{} ago", counted(hours, "hour", "hours")),
        (.., days) => format!("{} ago", counted(days, "day", "days")),
    }
}

impl Version {
    /// Which of a document's files it has another version of; `None` for all of them.
    pub(crate) fn only_of(&self) -> Option<&Path> {
        if let Origin::Backup { file, .. } = &self.origin { Some(file) } else { None }
    }

    /// What it has in place of a file of a document that is called by its main file; `None` where it
    /// has none.
    pub(crate) fn read(
        &self,
        main: &Path,
        file: &Path,
        load: Load<'_>,
    ) -> Result<Option<Vec<u8>>, String> {
        match &self.origin {
            Origin::Disk => load(file),
            Origin::Backup { backup, .. } => load(backup),
            Origin::Commit { id } => {
                let folder = file.parent().ok_or("a file without a folder is in no commit")?;
                let git = Git::of(folder).map_err(|refused| refused.to_string())?;
                let commit = git.at(id).map_err(|refused| refused.to_string())?;
                let name = file.file_name().unwrap_or_default();
                commit.read(name).map_err(|refused| refused.to_string())
            }
            Origin::File(other) => load(&beside(main, file, other)),
        }
    }
}

/// Where the counterpart of a file is, when another one takes the place of the main file.
fn beside(main: &Path, file: &Path, other: &Path) -> PathBuf {
    if file == main {
        return other.to_owned();
    }
    let within = main.parent().and_then(|folder| file.strip_prefix(folder).ok());
    let folder = if disk::is_folder(other) { Some(other) } else { other.parent() };
    match (within, folder) {
        (Some(within), Some(folder)) => folder.join(within),
        _ => other.with_file_name(file.file_name().unwrap_or_default()),
    }
}

/// The last part of a path.
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_given_in_words_that_grow_with_them() {
        let words = [0, 61, 7_199, 7_200, 47 * 3_600, 49 * 3_600, 90 * 86_400]
            .map(|seconds| age_in_words(Duration::from_secs(seconds)));
        assert_eq!(
            words,
            [
                "less than a minute ago",
                "1 minute ago",
                "119 minutes ago",
                "2 hours ago",
                "47 hours ago",
                "2 days ago",
                "90 days ago"
            ]
        );
    }

    #[test]
    fn the_files_of_another_folder_stand_in_for_those_of_a_zone() {
        let main = Path::new("/a/ZONE/ZONE.ZON");
        let other = Path::new("/b/OLD/ZONE.ZON");
        let counterpart = |file: &str| beside(main, Path::new(file), other);
        assert_eq!(counterpart("/a/ZONE/ZONE.ZON"), other);
        assert_eq!(counterpart("/a/ZONE/30_30.IFO"), Path::new("/b/OLD/30_30.IFO"));
        assert_eq!(counterpart("/a/ZONE/30_30/L.LIT"), Path::new("/b/OLD/30_30/L.LIT"));
    }
}
