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
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((of, path, names)) = last
            && (of, &*path) == (revision, &*map.path)
        {
            return names;
        }
        // Nobody waits for the lock while they are computed.
        let names = Arc::new(opcode::all(captures, catalogue, &map.map));
        let last = (revision, Arc::clone(&map.path), Arc::clone(&names));
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
        names
    }
}
