//! A zone whose files were read anew, as an edit of the one that was open: what is the same keeps
//! its numbers, so that ids, selections and steps go on to mean what they meant.

pub(super) mod alike;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::vfs::VfsPath;
use crate::world::Document;

use super::base::{Base, BlockFiles, Cells};
use super::edit::Edit;
use super::frame::{BodyId, Content, Frame, List, ListId, Row};
use super::thing::ThingId;
use super::{Placed, Zone};
use crate::world::numbered::Table;

use self::alike::Alike;

impl Zone {
    /// What makes it a zone that was read anew; `None` where nothing is another by now. Where files
    /// came or went, or say more than edits can, all of it is put in its place.
    pub fn edit_to_read(&self, read: &Zone) -> Option<Edit> {
        self.edit_to_become(read.numbered_as(self))
    }

    /// The same for a zone that has the numbers of this one already.
    pub fn edit_to_become(&self, zone: Zone) -> Option<Edit> {
        let zone = zone.opened_as(self);
        if self.base.is_cut_as(&zone.base) {
            let edit = self.changes_to(&zone);
            let mut after = self.clone();
            edit.iter().for_each(|edit| after.put(edit));
            if after.to_files() == zone.to_files() {
                return edit;
            }
        }
        Some(Edit::whole(zone))
    }

    /// Whether both have the same files, cut alike, so that edits lead from one to the other.
    pub fn is_cut_as(&self, other: &Zone) -> bool {
        Arc::ptr_eq(&self.base, &other.base) || self.base.is_cut_as(&other.base)
    }

    /// Whether both have the same files, cut alike but for lightmaps, so that what was done to one
    /// means something in the other.
    pub fn is_shaped_as(&self, other: &Zone) -> bool {
        self.file_shaped_otherwise(other).is_none()
    }

    /// The first file that only one of them has, or that is cut otherwise. Lightmaps may be others:
    /// they are no part of edits.
    pub(super) fn file_shaped_otherwise(&self, other: &Zone) -> Option<String> {
        match Arc::ptr_eq(&self.base, &other.base) {
            true => None,
            false => self.base.file_shaped_otherwise(&other.base),
        }
    }

    /// The same zone, by whatever file another one was opened.
    pub(super) fn opened_as(mut self, other: &Zone) -> Zone {
        let (own, asked) = (&self.base, &other.base);
        if own.is_of_one_ifo != asked.is_of_one_ifo
            || own.not_opened != asked.not_opened
            || own.other_zons != asked.other_zons
        {
            let base = Arc::make_mut(&mut self.base);
            base.is_of_one_ifo = asked.is_of_one_ifo;
            if asked.is_of_one_ifo {
                base.name = asked.name.clone();
            }
            base.not_opened = asked.not_opened.clone();
            base.other_zons = asked.other_zons.clone();
        }
        self
    }

    /// The same zone, where whatever another one has as well has the numbers that it has there.
    fn numbered_as(&self, other: &Zone) -> Zone {
        let mut alike = Alike::behind([other, other]);
        alike.match_all(self, other);
        self.numbered(alike, other)
    }

    /// The same zone with the numbers of the state that it goes back to, and with those of another
    /// one that goes back there for what both have that was not there.
    pub fn numbered_between(&self, before: &Zone, other: &Zone) -> Zone {
        let mut alike = Alike::behind([before, other]);
        alike.match_all(self, before);
        alike.match_new(self, before, other);
        self.numbered(alike, before)
    }

    fn numbered(&self, alike: Alike, other: &Zone) -> Zone {
        let Alike { mut things, mut lists, mut bodies, .. } = alike;
        let new_bodies =
            self.bodies.iter().map(|(number, body)| (bodies.of(number), body.as_ref().clone()));
        let new_bodies = renumbered(&other.bodies, new_bodies);
        let new_lists = self.lists.iter().map(|(number, list)| {
            let ids = list.things.iter().map(|id| ThingId(things.of(id.0))).collect();
            (lists.of(number), List { kind: list.kind, block: list.block, things: ids })
        });
        let new_lists = renumbered(&other.lists, new_lists);
        let new_things = self.things.iter().map(|(number, placed)| {
            let list = ListId(lists.of(placed.list.0));
            (things.of(number), Placed { thing: placed.thing.clone(), list })
        });
        let new_things = renumbered(&other.things, new_things);
        let mut frames = Table::default();
        for number in 0..self.frames.len() as u32 {
            let frame = self.frames.get(number).map(|frame| {
                let rows = frame.rows.iter().map(|row| {
                    let content = match row.content.clone() {
                        Content::Things(list) => Content::Things(ListId(lists.of(list.0))),
                        Content::Water { size, planes } => {
                            Content::Water { size, planes: ListId(lists.of(planes.0)) }
                        }
                        Content::Body(body) => Content::Body(BodyId(bodies.of(body.0))),
                        content => content,
                    };
                    Row { content, ..row.clone() }
                });
                Arc::new(Frame { rows: rows.collect(), gap: frame.gap.clone() })
            });
            frames.set(number, frame);
        }
        Zone {
            base: self.base.clone(),
            things: new_things,
            lists: new_lists,
            bodies: new_bodies,
            frames,
            ..self.clone()
        }
    }
}

impl Base {
    fn is_cut_as(&self, other: &Base) -> bool {
        let has_its_lightmaps = |(own, other): (&BlockFiles, &BlockFiles)| {
            own.object_lit == other.object_lit && own.building_lit == other.building_lit
        };
        self.name == other.name
            && self.file_shaped_otherwise(other).is_none()
            && self.blocks.iter().zip(&other.blocks).all(has_its_lightmaps)
    }

    fn file_shaped_otherwise(&self, other: &Base) -> Option<String> {
        let (own, others) = (&self.blocks, &other.blocks);
        if (self.grid, self.code_page, &self.zon) != (other.grid, other.code_page, &other.zon) {
            let zon = self.zon.as_ref().or(other.zon.as_ref());
            return Some(zon.map_or_else(|| self.name.clone(), VfsPath::to_string));
        }
        let of = |blocks: &[BlockFiles], coord| blocks.iter().any(|block| block.coord == coord);
        let lone = own.iter().find(|block| !of(others, block.coord));
        let lone = lone.or_else(|| others.iter().find(|block| !of(own, block.coord)));
        if let Some(lone) = lone {
            return Some(lone.coord.to_string());
        }
        own.iter().zip(others).find_map(|(own, other)| own.file_shaped_otherwise(other))
    }
}

impl BlockFiles {
    fn file_shaped_otherwise(&self, other: &BlockFiles) -> Option<String> {
        fn cells<F>(own: Option<&Cells<F>>, other: Option<&Cells<F>>) -> Option<String> {
            let shape = |cells: &Cells<F>| (cells.start, cells.width, cells.height);
            let path = own.or(other)?.path.to_string();
            let is_alike = match (own, other) {
                (Some(own), Some(other)) => {
                    own.path.key() == other.path.key() && shape(own) == shape(other)
                }
                _ => false,
            };
            (!is_alike).then_some(path)
        }
        if self.ifo != other.ifo {
            let ifo = self.ifo.as_ref().or(other.ifo.as_ref());
            return ifo.map(VfsPath::to_string);
        }
        cells(self.him.as_ref(), other.him.as_ref())
            .or_else(|| cells(self.til.as_ref(), other.til.as_ref()))
            .or_else(|| cells(self.mov.as_ref(), other.mov.as_ref()))
    }
}

/// A table with other things in it; pages on which none is another are shared.
fn renumbered<T: Clone + PartialEq>(
    table: &Table<T>,
    new: impl Iterator<Item = (u32, T)>,
) -> Table<T> {
    let mut renumbered = table.clone();
    let mut there = BTreeSet::new();
    for (number, thing) in new {
        there.insert(number);
        if renumbered.get(number).is_none_or(|held| **held != thing) {
            renumbered.set(number, Some(Arc::new(thing)));
        }
    }
    for (number, _) in table.iter().filter(|(number, _)| !there.contains(number)) {
        renumbered.set(number, None);
    }
    renumbered
}

#[cfg(test)]
mod tests {
    use crate::format::bytes::Bytes;
    use crate::format::text::CodePage;
    use crate::sample::rose::{self, Plan, ZONE_FOLDER};
    use crate::world::zone::load::open;
    use crate::world::zone::tests::{act, first, path, read_anew, sample_zone, vfs_of};
    use crate::world::zone::thing::Kind;
    use crate::world::zone::whole;

    use super::*;

    /// The sample without the files of a block.
    fn without(block: &str) -> Zone {
        let mut files = rose::Zone::new(Plan::small(1)).files();
        files.retain(|file| !file.path.contains(block));
        open(&vfs_of(&files), &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone
    }

    fn ids(zone: &Zone, kind: Kind) -> Vec<ThingId> {
        zone.things().filter(|(_, thing)| thing.kind() == kind).map(|(id, _)| id).collect()
    }

    fn delete(zone: &Zone, id: ThingId) -> Zone {
        let json = format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, id.0);
        act(zone, &json).unwrap()
    }

    #[test]
    fn what_was_deleted_and_saved_moves_no_number_when_it_is_read_anew() {
        let zone = sample_zone();
        let after = delete(&zone, first(&zone, Kind::Spawn));
        assert_eq!(after.edit_to_read(&read_anew(&after)), None);
        // Somebody else changes another thing, and takes a third one away.
        let spawns = ids(&after, Kind::Spawn);
        let json = format!(
            r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":77}}"#,
            spawns[5].0
        );
        let wanted = delete(&act(&after, &json).unwrap(), spawns[2]);
        let edit = after.edit_to_read(&read_anew(&wanted)).unwrap();
        assert!(!edit.is_whole());
        assert_eq!(edit.things().collect::<Vec<_>>(), [spawns[2], spawns[5]]);
        let mut edited = after.clone();
        edited.put(&edit);
        assert!(edited == wanted);
    }

    #[test]
    fn a_block_that_comes_or_goes_is_a_step_there_and_back_and_in_the_journal() {
        let zone = sample_zone();
        let less = without("31_31");
        let mut edited = zone.clone();
        let mut edit = zone.edit_to_read(&less).unwrap();
        assert!(edit.is_whole());
        let mut bytes = Vec::new();
        Zone::write_edit(&edit, &mut bytes);
        assert_eq!(zone.read_edit(&bytes).as_ref(), Ok(&edit));
        edited.swap(&mut edit);
        assert_eq!(edited.to_files(), less.to_files());
        // The things that stay are what they were.
        for (id, thing) in edited.things() {
            assert_eq!(zone.thing(id), Some(thing));
            assert_eq!(zone.listed_at(id), edited.listed_at(id));
        }
        assert_eq!(edited.n_things() + 61, zone.n_things());
        assert_eq!(edited.edit_to(&zone), Some(edit.clone()));
        edited.swap(&mut edit);
        assert!(edited == zone);
        let spawn = first(&zone, Kind::Spawn);
        let gone = delete(&without("30_30"), first(&without("30_30"), Kind::Npc));
        let back = gone.edit_to_read(&zone).unwrap();
        edited = gone.clone();
        edited.put(&back);
        assert_eq!(edited.to_files(), zone.to_files());
        assert!(edited.n_ids() > gone.n_ids() && zone.contains(spawn));
    }

    #[test]
    fn a_damaged_whole_is_refused_and_never_panics() {
        let zone = delete(&sample_zone(), first(&sample_zone(), Kind::Deco));
        let mut bytes = Vec::new();
        whole::write(&zone, &mut bytes);
        let again = whole::read(&mut Bytes::new(&bytes)).unwrap();
        assert!(again == zone && again.n_ids() == zone.n_ids());
        for len in (0..bytes.len()).step_by(1013) {
            assert!(whole::read(&mut Bytes::new(&bytes[..len])).is_err(), "{len}");
        }
        for at in (0..bytes.len()).step_by(997).chain(0..300) {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            if let Ok(zone) = whole::read(&mut Bytes::new(&broken)) {
                zone.to_files();
                zone.listed().count();
            }
        }
    }
}
