//! Where the scripts of a server lead players to: ground that they lead to is no island.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::check;
use landwright_core::check::scripts::ways::Entrances;
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::world::gat::GatMap;

use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::cli::scripts::{read_scripts, scripts_in};

/// The scripts of the projects, each read once.
#[derive(Default)]
pub(super) struct Entered {
    /// Those that the command names, for all projects.
    named: Option<Arc<Entrances>>,
    read: BTreeMap<Vec<PathBuf>, Arc<Entrances>>,
}

impl Entered {
    pub(super) fn of(named: Option<&Path>) -> Result<Entered, Failure> {
        let named = named.map(|folder| read(&[folder.to_owned()])).transpose()?;
        Ok(Entered { named: named.map(Arc::new), read: BTreeMap::new() })
    }

    /// Those of the scripts of a project. Where they can't be read, that is told once.
    pub(super) fn on(&mut self, project: &Project) -> Arc<Entrances> {
        if let Some(named) = &self.named {
            return Arc::clone(named);
        }
        let folders: Vec<PathBuf> =
            project.scripts.iter().map(|stated| stated.path.clone()).collect();
        let entry = self.read.entry(folders).or_insert_with_key(|folders| {
            let read = read(folders).unwrap_or_else(|failure| {
                if let Failure::WrongUse(message) | Failure::File(message) = failure {
                    complain(&format!("warning: the scripts in landwright.toml: {message}"));
                }
                Entrances::default()
            });
            Arc::new(read)
        });
        Arc::clone(entry)
    }
}

fn read(folders: &[PathBuf]) -> Result<Entrances, Failure> {
    let mut scripts = Vec::new();
    for folder in folders {
        scripts.extend(read_scripts(&scripts_in(folder)?)?);
    }
    Ok(Entrances::of(scripts.iter().map(|(_, script)| script)))
}

/// The problems of a map that scripts lead to.
pub(super) fn check_map(path: &Path, map: &GatMap, entrances: &Entrances) -> Vec<Problem> {
    let name = load::name_of(path);
    let name = name.split('.').next().unwrap_or_default();
    check::gat::check_entered(&shown(path), map, entrances.on(name))
}
