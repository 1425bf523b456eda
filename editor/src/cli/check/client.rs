//! Clients of ROSE that are checked as a whole: files that their tables name and that are missing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::check::client;
use landwright_core::problem::Problem;
use landwright_core::project::FILE_NAME;
use landwright_core::vfs::disk;

use super::assets::{DATA, root_of};
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::cli::refs::graph;
use crate::cli::settings::Settings;

/// The problems of each client whose folder is among those that were named.
pub(super) fn check(
    files: &[PathBuf],
    named: &[PathBuf],
    settings: &mut Settings,
) -> Result<Vec<(PathBuf, Vec<Problem>)>, Failure> {
    let mut clients: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    let named: Vec<&PathBuf> = named.iter().filter(|path| disk::is_folder(path)).collect();
    for path in &named {
        let own = disk::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        // As the person names it, so that problems do as well.
        let below = files.iter().filter(|file| file.starts_with(path));
        let roots = below.filter_map(|file| {
            let (root, _) = root_of(file)?;
            Some((as_named(path, &own, &root)?, vec![root]))
        });
        clients.extend(roots);
        let project = settings.of(&path.join(FILE_NAME));
        let is_own = project.file.is_some() && is_same(&project.folder, &own);
        let roots = project.roots.iter().map(|root| root.path.clone());
        let roots: Vec<PathBuf> = roots.filter(|root| is_client(root)).collect();
        if is_own && !roots.is_empty() {
            clients.insert(path.to_path_buf(), roots);
        }
    }
    let mut found = Vec::new();
    for (name, roots) in clients {
        let graph = match graph(&roots, settings.of(&name.join(FILE_NAME)).code_page) {
            Ok(graph) => graph,
            // All else is checked all the same.
            Err(Failure::WrongUse(why) | Failure::File(why)) => {
                let name = shown(&name);
                complain(&format!(
                    "note: {name}: files that tables name were not looked for: {why}"
                ));
                continue;
            }
            Err(other) => return Err(other),
        };
        let file = |file: &str| match disk::is_file(&name.join(file)) {
            true => shown(&name.join(file)),
            false => file.to_owned(),
        };
        found.push((name.clone(), client::check(&graph, &file)));
    }
    Ok(found)
}

/// The root of a client as a person names it: the folder that was named, one below it, or that which
/// has the `3DDATA` that was named. `None` where only a part of a client was named.
fn as_named(path: &Path, own: &Path, root: &Path) -> Option<PathBuf> {
    if let Ok(below) = root.strip_prefix(own) {
        return Some(path.join(below));
    }
    let is_data = own.parent() == Some(root)
        && own.file_name().is_some_and(|name| name.eq_ignore_ascii_case(DATA));
    is_data.then(|| root.to_owned())
}

/// Whether a root is a client of ROSE: roots of other games have nothing that is looked for here.
fn is_client(root: &Path) -> bool {
    let is_index = root.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("idx"));
    let entries = disk::list(root).unwrap_or_default();
    let has_data = entries
        .iter()
        .any(|entry| entry.path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(DATA)));
    has_data || is_index && disk::is_file(root)
}

fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| disk::real_path(path).unwrap_or_else(|_| path.to_owned());
    real(a) == real(b)
}
