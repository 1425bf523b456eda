//! What definitions said before: in a folder, or in a revision of git.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use landwright_core::def::Definition;
use landwright_core::def::file_name::file_of;
use landwright_core::vfs::disk;

use crate::command::outcome::Failure;
use crate::command::workspace::Workspace;

/// A definition is some kilobytes.
const MAX_LEN: u64 = 64 << 20;

pub(super) enum Against {
    /// The definitions below a folder, by the names of their files.
    Folder(BTreeMap<String, PathBuf>),
    /// A revision, and the files that changed since, by their paths on disk.
    Git { revision: String, changed: BTreeSet<PathBuf> },
}

impl Against {
    pub(super) fn new(
        against: &str,
        workspaces: &[(Workspace, Vec<String>)],
    ) -> Result<Against, Failure> {
        let folder = Path::new(against);
        if disk::is_folder(folder) {
            let files = disk::walk(folder).files.into_iter();
            let named = files.map(|file| (file_of(&file.to_string_lossy()).to_owned(), file));
            return Ok(Against::Folder(named.filter(|(name, _)| name.ends_with(".def")).collect()));
        }
        if against.starts_with('-') {
            return Err(Failure::use_of(format!("`{against}` is no revision of git")));
        }
        let mut changed = BTreeSet::new();
        for (workspace, _) in workspaces {
            for folder in &workspace.folders {
                let arguments =
                    ["diff", "--name-only", "-z", "--relative", "--no-renames", against, "--", "."];
                let names = git(folder, &arguments)?;
                let names = names.split('\0').filter(|name| name.ends_with(".def"));
                changed.extend(names.map(|name| folder.join(name)));
            }
        }
        Ok(Against::Git { revision: against.to_owned(), changed })
    }

    /// What a definition said; `None` where it was not there, or is the same.
    pub(super) fn text(
        &self,
        definition: &Definition,
        workspace: &Workspace,
    ) -> Result<Option<String>, Failure> {
        let Some(source) = workspace.files.get(&*definition.path) else { return Ok(None) };
        match self {
            Against::Folder(files) => {
                let Some(file) = files.get(file_of(&definition.path)) else { return Ok(None) };
                let old = disk::read_file(file, MAX_LEN).map_err(Failure::disk)?;
                Ok(Some(String::from_utf8_lossy(&old.bytes).into_owned()))
            }
            Against::Git { revision, changed } => {
                let path = disk::absolute(&source.path).map_err(Failure::disk)?;
                let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                    return Ok(None);
                };
                if !changed.contains(&path) {
                    return Ok(None);
                }
                let name = format!("{revision}:./{}", name.to_string_lossy());
                // Of a definition that is new there is no old text, and that is fine.
                let is_there = git(folder, &["cat-file", "-e", &name]).is_ok();
                if is_there { git(folder, &["show", &name]).map(Some) } else { Ok(None) }
            }
        }
    }
}

/// What git says in a folder.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = output.map_err(|error| {
        Failure::use_of(format!(
            "git can't be run: {error}; install it, or give a folder with the older files"
        ))
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let reason = String::from_utf8_lossy(&output.stderr);
    let reason = reason.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ");
    let what = arguments.iter().find(|argument| **argument == "diff");
    let asked = what.map_or_else(String::new, |_| {
        ", which --against asks; give a revision such as HEAD or main, or a folder".to_owned()
    });
    Err(Failure::use_of(format!("git says: {reason}{asked}")))
}
