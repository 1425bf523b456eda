//! What definitions said before: in a folder, or in a revision of git.
//!
//! A definition is compared with what was at the same path, in the folder that the other one
//! mirrors: `protocol/S_LOGIN.14.def` here with the same below `--against ../released`. One that
//! moved to another folder is known by its name, if only one has it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use landwright_core::def::against::{self, removed};
use landwright_core::def::{Definition, file_name::file_of};
use landwright_core::problem::Problem;
use landwright_core::vfs::disk;

use crate::command::git::git;
use crate::command::outcome::{Failure, complain};
use crate::command::workspace::{Workspace, shown};
use crate::reading;

/// What was published, by the paths that it would have today.
pub(super) struct Against {
    published: BTreeMap<String, Published>,
}

enum Published {
    /// Nobody has changed it.
    Same,
    Text(String),
}

impl Against {
    /// `names` are the files of the workspace that are checked, by the paths that were asked for.
    pub(super) fn new(
        against: &str,
        workspace: &Workspace,
        names: &[String],
        asked: &[PathBuf],
    ) -> Result<Against, Failure> {
        let folder = Path::new(against);
        let mut published = match disk::is_folder(folder) {
            true => of_folder(folder, workspace, names)?,
            false if against.starts_with('-') => {
                return Err(Failure::use_of(format!("`{against}` is not a git revision")));
            }
            false => of_revision(against, workspace, names)?,
        };
        published.retain(|path, _| {
            asked.iter().any(|asked| disk::below(Path::new(path), asked).is_some())
        });
        Ok(Against { published })
    }

    /// The problems of definitions of a workspace that were published.
    pub(super) fn problems(&self, workspace: &Workspace, names: &[String]) -> Vec<Problem> {
        let catalogue = &workspace.catalogue;
        let definitions = names.iter().filter_map(|name| catalogue.definition(name));
        let (kept, new): (Vec<_>, Vec<_>) =
            definitions.partition(|definition| self.published.contains_key(&*definition.path));
        let mut problems = Vec::new();
        let mut compare = |definition: &Definition, published: &Published| match published {
            Published::Same => {}
            Published::Text(text) => {
                problems.extend(against::check(catalogue, definition, text));
            }
        };
        for definition in kept {
            self.published.get(&*definition.path).into_iter().for_each(|p| compare(definition, p));
        }
        let mut gone = Vec::new();
        let mut moved = BTreeSet::new();
        for (path, published) in &self.published {
            if catalogue.file(path).is_some() {
                continue;
            }
            let mut at = new.iter().filter(|other| file_of(&other.path) == file_of(path));
            match (at.next(), at.next()) {
                (Some(definition), None) => {
                    moved.insert(&*definition.path);
                    compare(definition, published);
                }
                _ => gone.push((path, published)),
            }
        }
        let removed: Vec<_> = gone
            .iter()
            .filter_map(|(path, published)| match published {
                Published::Text(text) => Some(removed::Removed { path, text }),
                Published::Same => None,
            })
            .collect();
        let new: Vec<_> =
            new.into_iter().filter(|definition| !moved.contains(&*definition.path)).collect();
        problems.extend(removed::check(catalogue, &removed, &new));
        problems
    }
}

/// The definitions below a folder, as if they stood in the folder here that it mirrors best.
fn of_folder(
    folder: &Path,
    workspace: &Workspace,
    names: &[String],
) -> Result<BTreeMap<String, Published>, Failure> {
    let walk = reading::walk(folder);
    if let Some(error) = walk.errors.first() {
        return Err(Failure::file(error));
    }
    let is_definition = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "def");
    for error in walk.skipped.iter().filter(|error| is_definition(&error.path)) {
        complain(&format!("note: {}: {}", shown(&error.path), reading::why(error)));
    }
    let old: BTreeMap<PathBuf, PathBuf> = walk
        .files
        .into_iter()
        .filter(is_definition)
        .filter_map(|path| Some((disk::below(&path, folder)?, path)))
        .collect();
    let Some(base) = mirrored(&old, folder, workspace, names)? else {
        return Err(unrelated(&old, folder, names));
    };
    let mut published = BTreeMap::new();
    for (below, path) in old {
        let text = reading::file(&path).map_err(Failure::file)?;
        let text = String::from_utf8_lossy(&text.bytes).into_owned();
        published.insert(shown(&base.join(below)), Published::Text(text));
    }
    Ok(published)
}

/// The folder here in which most of the checked definitions have the path that they have below the
/// other folder; of several, the outermost.
fn mirrored(
    old: &BTreeMap<PathBuf, PathBuf>,
    folder: &Path,
    workspace: &Workspace,
    names: &[String],
) -> Result<Option<PathBuf>, Failure> {
    let mut counts: HashMap<PathBuf, usize> = HashMap::new();
    for name in names {
        let path = disk::absolute(Path::new(name)).map_err(Failure::file)?;
        // The other folder may lie in the same workspace.
        if workspace.catalogue.definition(name).is_none() || disk::below(&path, folder).is_some() {
            continue;
        }
        for base in path.ancestors().skip(1) {
            if path.strip_prefix(base).is_ok_and(|below| old.contains_key(below)) {
                *counts.entry(base.to_owned()).or_default() += 1;
            }
        }
    }
    let best = counts.into_iter().max_by(|(a, n_a), (b, n_b)| {
        n_a.cmp(n_b).then_with(|| b.components().count().cmp(&a.components().count()))
    });
    Ok(best.map(|(base, _)| base))
}

fn unrelated(old: &BTreeMap<PathBuf, PathBuf>, folder: &Path, names: &[String]) -> Failure {
    let folder = shown(folder);
    if old.is_empty() {
        return Failure::use_of(format!("{folder}: there is no definition (.def) in this folder"));
    }
    let same_name = names.iter().find_map(|name| {
        let other = old.keys().find(|path| path.ends_with(file_of(name)))?;
        Some(format!("; {name} is {} there", other.display()))
    });
    Failure::use_of(format!(
        "{folder}: none of its definitions has the same path as one here{}; give a folder with the \
         same structure",
        same_name.unwrap_or_default()
    ))
}

/// The definitions of a revision. Only those that changed since are read.
fn of_revision(
    revision: &str,
    workspace: &Workspace,
    names: &[String],
) -> Result<BTreeMap<String, Published>, Failure> {
    let mut published = BTreeMap::new();
    for folder in &workspace.folders {
        let listed = git(folder, &["ls-tree", "-r", "-z", "--name-only", revision, "--", "."])?;
        let arguments =
            ["diff", "--name-only", "-z", "--relative", "--no-renames", revision, "--", "."];
        let changed = git(folder, &arguments)?;
        let changed: BTreeSet<&str> = changed.split('\0').collect();
        for name in listed.split('\0').filter(|name| name.ends_with(".def")) {
            let text = match changed.contains(name) {
                true => Published::Text(git(folder, &["show", &format!("{revision}:./{name}")])?),
                false => Published::Same,
            };
            published.insert(shown(&folder.join(name)), text);
        }
    }
    let is_published = |name: &String| published.contains_key(name);
    if !names.is_empty() && !names.iter().any(is_published) {
        complain(&format!("note: {revision} has none of these definitions, so all are new"));
    }
    Ok(published)
}
