//! What things are called in words and tables: ids stay for the life of a document, numbers are
//! those that whoever opens the files gives, so that all speak of the same thing.

use super::Zone;
use super::thing::ThingId;

/// A number for each id, and the other way round. By default each id is its number, as in a zone
/// that was just opened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Numbers {
    /// By id; ids behind the last one are their own numbers.
    of_id: Vec<u32>,
    /// By number.
    ids: Vec<ThingId>,
}

impl Numbers {
    /// Numbers of what a zone lists, from 0 in the order of its files; behind them those of ids that
    /// it does not list.
    pub fn of(zone: &Zone) -> Numbers {
        let n_ids = zone.n_ids();
        let mut ids: Vec<ThingId> = zone.listed().map(|listed| listed.id).collect();
        ids.extend((0..n_ids).map(ThingId).filter(|id| !zone.contains(*id)));
        if ids.iter().copied().eq((0..n_ids).map(ThingId)) {
            return Numbers::default();
        }
        let mut of_id = vec![0; n_ids as usize];
        for (number, id) in (0..).zip(&ids) {
            if let Some(place) = of_id.get_mut(id.0 as usize) {
                *place = number;
            }
        }
        Numbers { of_id, ids }
    }

    pub fn number(&self, id: ThingId) -> u32 {
        self.of_id.get(id.0 as usize).copied().unwrap_or(id.0)
    }

    pub fn id(&self, number: u32) -> ThingId {
        self.ids.get(number as usize).copied().unwrap_or(ThingId(number))
    }
}

#[cfg(test)]
mod tests {
    use super::super::load::open;
    use super::super::tests::{act, first, path, sample_zone, vfs_of};
    use super::super::thing::Kind;
    use super::*;
    use crate::sample::File;
    use crate::sample::rose::ZONE_FOLDER;

    #[test]
    fn what_was_just_opened_is_numbered_by_its_ids() {
        let zone = sample_zone();
        assert_eq!(Numbers::of(&zone), Numbers::default());
        assert_eq!(Numbers::default().number(ThingId(7)), 7);
    }

    #[test]
    fn numbers_are_those_that_whoever_opens_the_files_gives() {
        let zone = sample_zone();
        let gone = first(&zone, Kind::Npc);
        let spawn = first(&zone, Kind::Spawn);
        let apply = |zone: &Zone, json: String| act(zone, &json).unwrap();
        let zone =
            apply(&zone, format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, gone.0));
        let by = r#""by":[500,0,0]"#;
        let copy = format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}},{by}}}"#, spawn.0);
        let zone = apply(&zone, copy);
        let files = zone.to_files().into_iter();
        let files: Vec<File> =
            files.map(|(path, bytes)| File { path: path.to_string(), bytes }).collect();
        let again = open(&vfs_of(&files), &path(ZONE_FOLDER), zone.code_page()).unwrap().zone;
        let numbers = Numbers::of(&zone);
        for (id, thing) in zone.things() {
            let number = numbers.number(id);
            assert_eq!(again.thing(ThingId(number)), Some(thing), "{id} is #{number}");
            assert_eq!(numbers.id(number), id);
        }
        // What is gone and what comes has numbers of its own.
        assert_eq!(numbers.number(gone), zone.n_ids() - 1);
        assert_eq!(numbers.id(zone.n_ids() - 1), gone);
        assert_eq!(numbers.number(ThingId(zone.n_ids())), zone.n_ids());
    }
}
