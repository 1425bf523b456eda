//! A zone of EverQuest: its archive, the world in it, and what is placed there.

pub mod server_map;
pub mod server_wtr;
pub mod server_nav;
pub mod pieces;
pub mod listing;
pub mod flood;
pub mod zone_line;
pub mod retag;
pub mod object;
pub mod rows;
pub mod report;
mod asked;
pub mod action;
pub mod schema;
pub mod change;
pub mod merge;
pub mod document;
pub mod plan;
pub mod mesh;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::format::ReadError;
use crate::format::eq::pfs::{self, Pfs};
use crate::format::eq::wld::geometry::Tree;
use crate::format::eq::wld::{self, Wld, fragment};

/// A zone as its archive has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// As the world in the archive is called, without its ending.
    pub name: String,
    pub archive: Pfs,
    /// Which entry of the archive is the world.
    pub entry: usize,
    pub world: Wld,
    /// What is placed in the zone, and where.
    pub objects: Option<Wld>,
    /// What can be placed, from the archive of objects beside that of the zone.
    pub models: Option<Wld>,
    /// The archive of that, for its pictures.
    pub models_archive: Option<Arc<Pfs>>,
    /// Models that stop nothing on the server, by the `.ignore` beside the zone.
    pub ignored: BTreeSet<String>,
}

/// Why an archive is no zone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    #[error("{0}")]
    Read(#[from] ReadError),
    #[error("{name}: {error}")]
    Inside { name: String, error: ReadError },
    #[error("it has no zone: no .wld with a tree of regions")]
    NoZone,
}

/// The worlds of every zone that are not the zone itself.
const OTHER_WORLDS: [&str; 2] = [OBJECTS, "lights.wld"];

/// As the world of what is placed is called.
pub const OBJECTS: &str = "objects.wld";

impl Zone {
    /// Opens the archive of a zone, by its name without folders.
    pub fn open(file: &str, bytes: &[u8]) -> Result<Zone, Unfit> {
        let archive = pfs::read(bytes)?;
        let (entry, wld_name) = zone_in(&archive, file).ok_or(Unfit::NoZone)?;
        let world = world_in(&archive, entry, &wld_name)?;
        let objects = match archive.find(OBJECTS) {
            Some(member) => Some(world_in(&archive, member.entry, OBJECTS)?),
            None => None,
        };
        let name = stem(&wld_name).to_owned();
        let zone = Zone {
            name,
            archive,
            entry,
            world,
            objects,
            models: None,
            models_archive: None,
            ignored: BTreeSet::new(),
        };
        zone.tree().ok_or(Unfit::NoZone)??;
        Ok(zone)
    }

    /// As the archive of what can be placed is called.
    pub fn models_file(&self) -> String {
        format!("{}_obj.s3d", self.name)
    }

    /// As the file is called that says which models the server's map leaves out.
    pub fn ignore_file(&self) -> String {
        format!("{}.ignore", self.name)
    }

    /// Takes what can be placed from its archive.
    pub fn add_models(&mut self, bytes: &[u8]) -> Result<(), Unfit> {
        let archive = pfs::read(bytes)?;
        let name = format!("{}_obj.wld", self.name);
        let world = archive.find(&name).map(|member| world_in(&archive, member.entry, &name));
        self.models = world.transpose()?;
        self.models_archive = Some(Arc::new(archive));
        Ok(())
    }

    /// The tree of regions, by the last fragment that is one, as the server's tools take it.
    pub fn tree(&self) -> Option<Result<Tree, Unfit>> {
        let tree = self.world.of_kind(fragment::TREE).last()?.1;
        let inside = |error| Unfit::Inside { name: format!("{}.wld", self.name), error };
        Some(Tree::read(tree).map_err(inside))
    }

    /// The archive with the world and what is placed in it as they are now.
    pub fn to_archive(&self) -> Result<Pfs, pfs::TooLarge> {
        let archive = self.archive.with_content(self.entry, &wld::write(&self.world))?;
        match (&self.objects, self.archive.find(OBJECTS)) {
            (Some(objects), Some(member)) => {
                archive.with_content(member.entry, &wld::write(objects))
            }
            _ => Ok(archive),
        }
    }
}

fn stem(file: &str) -> &str {
    file.split('.').next().unwrap_or_default()
}

/// The world that an archive is called after, or the only one that may be a zone.
fn zone_in(archive: &Pfs, file: &str) -> Option<(usize, String)> {
    let worlds = archive.members().into_iter().map(|member| (member.entry, member.shown(archive)));
    let worlds: Vec<(usize, String)> = worlds
        .map(|(entry, name)| (entry, name.to_ascii_lowercase()))
        .filter(|(_, name)| name.ends_with(".wld") && !OTHER_WORLDS.contains(&name.as_str()))
        .collect();
    let own = format!("{}.wld", stem(file).to_ascii_lowercase());
    let named = worlds.iter().find(|(_, name)| *name == own);
    named.or_else(|| worlds.first().filter(|_| worlds.len() == 1)).cloned()
}

fn world_in(archive: &Pfs, entry: usize, name: &str) -> Result<Wld, Unfit> {
    let inside = |error| Unfit::Inside { name: name.to_owned(), error };
    wld::read(&archive.content(entry).map_err(inside)?).map_err(inside)
}

#[cfg(test)]
pub(crate) mod tests;
