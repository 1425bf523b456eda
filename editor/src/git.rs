//! The git program, asked about one repository.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

/// Why git can't answer.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct Refused(String);

/// A repository, as git sees it from one of its folders.
pub(crate) struct Git {
    /// From where names are counted.
    folder: PathBuf,
    /// Where its files begin.
    pub(crate) top: PathBuf,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Commit {
    pub(crate) id: String,
    /// Since 1970.
    pub(crate) seconds: u64,
    pub(crate) subject: String,
}

/// A commit of a repository.
pub(crate) struct Revision {
    git: Git,
    commit: String,
}

/// A path as git writes it, which need not be Unicode.
#[cfg(unix)]
fn path_of(said: &[u8]) -> PathBuf {
    PathBuf::from(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(said))
}

#[cfg(not(unix))]
fn path_of(said: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(said).into_owned())
}

impl Git {
    /// The repository that a folder is in.
    pub(crate) fn of(folder: &Path) -> Result<Git, Refused> {
        let folder = match folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => folder.to_owned(),
        };
        let nowhere = Git { top: folder.clone(), folder };
        let top = nowhere.ask(["rev-parse", "--show-toplevel"])?;
        Ok(Git { top: path_of(top.trim_ascii_end()), ..nowhere })
    }

    /// What git says to a command.
    pub(crate) fn ask<W: AsRef<OsStr>>(
        &self,
        words: impl IntoIterator<Item = W>,
    ) -> Result<Vec<u8>, Refused> {
        let mut git = Command::new("git");
        git.arg("-C").arg(&self.folder).args(words).stdin(Stdio::null());
        // What it says is read here.
        git.env("LC_ALL", "C");
        let came = git
            .output()
            .map_err(|error| Refused(format!("git can't be started: {error}; install git")))?;
        if came.status.success() {
            return Ok(came.stdout);
        }
        let said = String::from_utf8_lossy(&came.stderr);
        let said =
            said.lines().find(|line| !line.trim().is_empty()).unwrap_or("git gave no reason");
        let folder = self.folder.display();
        Err(Refused(format!("{folder}: git refuses: {said}")))
    }

    /// The last commits that changed one of these files, the newest first.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "the window lists commits"))]
    pub(crate) fn commits_of(
        &self,
        files: &[PathBuf],
        most: usize,
    ) -> Result<Vec<Commit>, Refused> {
        let (most, format) = (format!("--max-count={most}"), "--format=%H%x1f%ct%x1f%s");
        let mut words: Vec<OsString> =
            ["log", "-z", &most, format, "--"].map(OsString::from).into();
        words.extend(files.iter().map(|file| {
            let mut exactly = OsString::from(":(literal)");
            exactly.push(file);
            exactly
        }));
        let log = self.ask(words)?;
        let commits = log.split(|byte| *byte == 0).filter_map(|line| {
            let line = String::from_utf8_lossy(line);
            let mut fields = line.trim().splitn(3, '\u{1f}').map(str::to_owned);
            let (id, seconds, subject) = (fields.next()?, fields.next()?, fields.next()?);
            Some(Commit { id, seconds: seconds.parse().ok()?, subject })
        });
        Ok(commits.collect())
    }

    /// The commit that a person names.
    pub(crate) fn at(self, name: &str) -> Result<Revision, Refused> {
        let commit = format!("{name}^{{commit}}");
        let words = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
        let found = self.ask(words);
        let none = |_| Refused(format!("git has no revision {name}"));
        let commit = String::from_utf8_lossy(&found.map_err(none)?).trim().to_owned();
        Ok(Revision { git: self, commit })
    }
}

impl Revision {
    /// The files below the folder of the repository, by their names from there.
    pub(crate) fn files(&self) -> Result<Vec<String>, Refused> {
        let words = ["ls-tree", "-r", "-z", "--name-only", &self.commit, "./"];
        let names = self.git.ask(words)?;
        let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        Ok(names.map(|name| String::from_utf8_lossy(name).into_owned()).collect())
    }

    /// A file by its name from the folder; `None` where the commit has none.
    pub(crate) fn read(&self, name: &OsStr) -> Result<Option<Vec<u8>>, Refused> {
        let mut object = OsString::from(format!("{}:./", self.commit));
        object.push(name);
        let words = [OsStr::new("cat-file"), OsStr::new("-e"), &object];
        if self.git.ask(words).is_err() {
            return Ok(None);
        }
        let words = [OsStr::new("cat-file"), OsStr::new("blob"), &object];
        self.git.ask(words).map(Some)
    }
}
