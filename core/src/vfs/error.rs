//! Why bytes could not be read or written: what happened, where, and what a person can do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::path::BadName;

/// What went wrong with one file or folder.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {trouble}", .path.display())]
pub struct FileError {
    /// The file as a person would look for it.
    pub path: PathBuf,
    pub trouble: Trouble,
}

/// What happened, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    #[error("there is no such file or folder")]
    Missing,
    #[error("the folder for it does not exist; make the folder first")]
    NoFolder,
    #[error("is not a file")]
    NotAFile,
    #[error("is a folder; name a file in it")]
    IsFolder,
    #[error("is not a folder")]
    NotAFolder,
    #[error("has {len} bytes, more than the limit of {limit}")]
    TooLarge { len: u64, limit: u64 },
    #[error("access is denied; check its permissions, and whether a program has it open")]
    Denied,
    #[error(
        "can't be written: it, its folder or its disk is read-only; allow writing there, or save elsewhere"
    )]
    ReadOnly,
    #[error("another window or program has it open")]
    InUse,
    #[error("the disk is full; make room and save again")]
    DiskFull,
    #[error("changed on disk since it was read; reload it, or save under a different name")]
    Changed,
    #[error("was deleted or moved since it was read; save under a different name, or put it back")]
    Gone,
    #[error("already exists; choose a different name, or allow replacing it")]
    Exists,
    #[error("is a link to a file that is missing; delete the link, or choose another name")]
    LinkToNothing,
    #[error("{0}")]
    BadName(#[from] BadName),
    #[error("a link leads out of its root")]
    LinkOutside,
    #[error("is nested more than {0} folders deep and was not searched; name it directly")]
    TooDeep(usize),
    #[error("is named twice in one save")]
    Twice,
    #[error("another program is saving in this folder; try again when it is done")]
    Saving,
    #[error(
        "is a link or not a folder, so backups and records of saves would go to a different place; \
        rename it, and Landwright makes a folder"
    )]
    NotOwnFolder,
    #[error("is a link or not a plain file, so Landwright does not touch it; remove it")]
    NotPlain,
    #[error(
        "an earlier save was interrupted and can't be finished: its record {0}; see `landwright \
        explain save-stuck`"
    )]
    HalfSaved(String),
    #[error(
        "an interrupted save was just finished, which changed this file; check it, and save again"
    )]
    FinishedNow,
    #[error("the archive is damaged or of an unknown kind: {0}")]
    Archive(String),
    #[error("{0}")]
    Other(String),
}

impl FileError {
    pub fn new(path: impl AsRef<Path>, trouble: impl Into<Trouble>) -> FileError {
        FileError { path: path.as_ref().to_owned(), trouble: trouble.into() }
    }

    pub fn is_missing(&self) -> bool {
        self.trouble == Trouble::Missing
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        match error.kind() {
            io::ErrorKind::NotFound => Trouble::Missing,
            io::ErrorKind::PermissionDenied => Trouble::Denied,
            io::ErrorKind::AlreadyExists => Trouble::Exists,
            io::ErrorKind::ReadOnlyFilesystem => Trouble::ReadOnly,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Trouble::DiskFull,
            io::ErrorKind::NotADirectory => Trouble::NotAFolder,
            io::ErrorKind::IsADirectory => Trouble::IsFolder,
            _ => Trouble::Other(error.to_string()),
        }
    }
}

/// Names the file that an operation of the system failed on.
pub(super) trait At<T> {
    fn at(self, path: &Path) -> Result<T, FileError>;
}

impl<T, E: Into<Trouble>> At<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, FileError> {
        self.map_err(|error| FileError::new(path, error))
    }
}

/// Why a save did not happen. Nothing on disk changed, but for what `half` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveError {
    pub error: FileError,
    pub half: Option<Box<Half>>,
}

/// How a save that failed left its files, where they could not all be put back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Half {
    /// Files that hold their new bytes, and where their old ones are; `None` where the file is new.
    pub new: Vec<(PathBuf, Option<PathBuf>)>,
    /// Files that were deleted, and where their bytes are.
    pub gone: Vec<(PathBuf, PathBuf)>,
    /// Files that are as they were.
    pub old: Vec<PathBuf>,
    /// The record by which the next who opens the folder tries again.
    pub record: Option<PathBuf>,
}

impl From<FileError> for SaveError {
    fn from(error: FileError) -> SaveError {
        SaveError { error, half: None }
    }
}

impl std::error::Error for SaveError {}

impl SaveError {
    /// What went wrong and what that makes of the files, where `nothing` says what did not happen.
    pub fn said(&self, nothing: &str) -> String {
        match &self.half {
            None => format!("{}; {nothing}", self.error),
            Some(half) => format!("{}; {half}", self.error),
        }
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said("nothing was written"))
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is left half done")?;
        for (file, original) in &self.new {
            write!(f, "; {} has its new bytes and could not be put back", file.display())?;
            if let Some(original) = original {
                write!(f, " (its old bytes are in {})", original.display())?;
            }
        }
        for (file, original) in &self.gone {
            let (file, original) = (file.display(), original.display());
            write!(
                f,
                "; {file} is deleted and could not be put back (its bytes are in {original})"
            )?;
        }
        for file in &self.old {
            write!(f, "; {} has its old bytes", file.display())?;
        }
        if let Some(record) = &self.record {
            let record = record.display();
            write!(f, "; the next command that opens the folder tries to finish it by {record}")?;
        }
        Ok(())
    }
}
