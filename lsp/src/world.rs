//! What a request works on: everything as it was when the request came.

use std::sync::Arc;

use landwright_core::def::Catalogue;
use landwright_core::def::shelf::Shelf;
use landwright_core::project::Project;

use crate::abilities::Abilities;
use crate::config::Settings;
use crate::file::{File, Key};
use crate::opcode_names::OpcodeNames;
use crate::position::Encoding;

/// All files. It costs next to nothing to take, and stays as it is.
#[derive(Debug, Clone)]
pub struct World {
    pub files: Shelf<Key, Arc<File>>,
    /// Those of them that are recorded packets.
    pub captures: Shelf<Key, Arc<File>>,
    pub catalogue: Arc<Catalogue>,
    pub abilities: Arc<Abilities>,
    pub opcode_names: Arc<OpcodeNames>,
    /// Grows with every change.
    pub revision: u64,
    /// Grows with every change after which files that did not change may mean something else.
    pub epoch: u64,
}

impl World {
    pub fn encoding(&self) -> Encoding {
        self.abilities.encoding
    }

    pub fn file(&self, path: &str) -> Option<&Arc<File>> {
        self.files.get(&Key::of_core(path))
    }
}

/// All files, and the one that a request is about.
#[derive(Debug, Clone)]
pub struct Snapshot {
    pub file: Arc<File>,
    pub settings: Arc<Settings>,
    pub project: Option<Arc<Project>>,
    pub world: World,
}

impl Snapshot {
    /// The path by which core knows the file.
    pub fn path(&self) -> &str {
        self.file.key.as_str()
    }

    pub fn encoding(&self) -> Encoding {
        self.world.encoding()
    }

    pub fn catalogue(&self) -> &Catalogue {
        &self.world.catalogue
    }
}
