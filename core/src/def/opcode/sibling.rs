//! Maps of other builds that have the same opcodes as this one.
//!
//! Most builds draw all numbers anew, so that a map of another build says nothing. Some keep them:
//! then the names that only the other map has are most likely right here too.

use std::collections::HashMap;

use crate::def::catalogue::Catalogue;
use crate::def::map::Map;

/// So many names have to be in both maps, and so many percent of them with the same opcode.
const LEAST_COMMON: usize = 8;
const LEAST_PERCENT: usize = 95;
/// What the name of another map is worth, as the logarithm of odds.
const WORTH: f64 = 6.0;

/// The names that maps with the same opcodes give, each with the path of its map.
#[derive(Debug, Default)]
pub(super) struct Siblings<'c> {
    names: HashMap<(u32, &'c str), &'c str>,
}

impl<'c> Siblings<'c> {
    pub(super) fn of(catalogue: &'c Catalogue, map: &Map) -> Siblings<'c> {
        let mut siblings = Siblings::default();
        for file in catalogue.protocol_maps() {
            let common: Vec<bool> = (file.map.entries())
                .filter_map(|(_, name, code)| map.code(name).map(|known| known == code))
                .collect();
            let n_same = common.iter().filter(|is_same| **is_same).count();
            if common.len() < LEAST_COMMON || n_same * 100 < common.len() * LEAST_PERCENT {
                continue;
            }
            for (_, name, code) in file.map.entries().filter(|(.., code)| map.name(*code).is_none())
            {
                siblings.names.entry((code, name)).or_insert(&file.path);
            }
        }
        siblings
    }

    pub(super) fn speak_for(&self, opcode: u16, name: &str) -> (f64, Option<String>) {
        match self.names.get(&(u32::from(opcode), name)) {
            Some(path) => {
                let file = path.rsplit('/').next().unwrap_or(path);
                (WORTH, Some(format!("{file} has the same opcodes, and this name for it")))
            }
            None => (0.0, None),
        }
    }
}
