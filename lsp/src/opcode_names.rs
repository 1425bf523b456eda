//! The names that unmapped opcodes may have, kept until a file changes: they take a moment.

use std::sync::{Arc, Mutex, PoisonError};

use landwright_core::def::opcode::{self, OpcodeGuess};
use landwright_core::def::{Capture, Catalogue, MapFile};

type Names = Arc<Vec<OpcodeGuess>>;

#[derive(Debug, Default)]
pub struct OpcodeNames {
    /// By the revision of the files and the map, those of the last question.
    last: Mutex<Option<(u64, Arc<str>, Names)>>,
}

impl OpcodeNames {
    pub fn of(
        &self,
        revision: u64,
        captures: &[&Capture],
        catalogue: &Catalogue,
        map: &MapFile,
    ) -> Names {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, path, names)) = &*last
            && (*of, &**path) == (revision, &*map.path)
        {
            return Arc::clone(names);
        }
        let names = Arc::new(opcode::all(captures, catalogue, &map.map));
        *last = Some((revision, map.path.clone(), Arc::clone(&names)));
        names
    }
}
