//! What holds for zones as documents.

mod saving;
mod things;
mod ground;
mod history;
mod turning;

use std::collections::BTreeMap;

use crate::format::text::CodePage;
use crate::sample::File;
use crate::sample::rose::{self, Plan, ZONE_FOLDER};
use crate::vfs::memory::Memory;
use crate::vfs::saver::Wanted;
use crate::vfs::{Account, Vfs, VfsPath};
use crate::world::Document;

use super::Zone;
use super::action::Action;
use super::load::{Opened, open};
use super::refusal::Refusal;
use super::thing::{Kind, ThingId};

/// The files of a game in memory.
pub(crate) fn vfs_of(files: &[File]) -> Vfs {
    let memory = Memory::new("sample");
    for file in files {
        memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    vfs
}

pub(crate) fn path(name: &str) -> VfsPath {
    VfsPath::new(name).unwrap()
}

/// The sample of two by two blocks, and where its files are.
pub(crate) fn sample() -> (Vfs, Opened) {
    let vfs = vfs_of(&rose::Zone::new(Plan::small(1)).files());
    let opened = open(&vfs, &path(ZONE_FOLDER), CodePage::Cp949).unwrap();
    assert_eq!(opened.problems, []);
    (vfs, opened)
}

/// The files of a zone that differ from those that were read.
pub(crate) fn changed(files: &Account<VfsPath>, zone: &Zone) -> Vec<Wanted<VfsPath>> {
    files.changed(zone.to_files(), |path| path.as_str().into())
}

pub(crate) fn sample_zone() -> Zone {
    sample().1.zone
}

/// Does an action; its edit leads there and back, and through the journal's bytes.
pub(crate) fn act(zone: &Zone, json: &str) -> Result<Zone, Refusal> {
    let action: Action =
        serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let resolved = action.resolve(zone)?;
    assert_sound(&resolved.zone);
    if let Some(mut edit) = resolved.edit {
        let mut bytes = Vec::new();
        Zone::write_edit(&edit, &mut bytes);
        assert_eq!(zone.read_edit(&bytes).as_ref(), Ok(&edit));
        let mut edited = zone.clone();
        edited.swap(&mut edit);
        assert!(edited == resolved.zone, "{json}");
        edited.swap(&mut edit);
        assert!(edited == *zone && edited.to_files() == zone.to_files(), "{json}");
    }
    Ok(resolved.zone)
}

/// Every thing is in the one list that it names, and no list names what is not there.
pub(crate) fn assert_sound(zone: &Zone) {
    let mut n_listed = 0;
    for listed in zone.listed() {
        let thing = zone.thing(listed.id).unwrap_or_else(|| panic!("{listed:?}"));
        assert_eq!(thing.kind(), listed.kind);
        assert_eq!(zone.block_of(listed.id), listed.block);
        n_listed += 1;
    }
    assert_eq!(n_listed, zone.n_things());
}

/// A zone opened from the files that another one writes.
pub(crate) fn read_anew(zone: &Zone) -> Zone {
    let mut files = rose::Zone::new(Plan::small(1)).files();
    for (path, bytes) in zone.to_files() {
        let file = files.iter_mut().find(|file| file.path == path.as_str()).unwrap();
        file.bytes = bytes;
    }
    open(&vfs_of(&files), &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone
}

pub(crate) fn first(zone: &Zone, kind: Kind) -> ThingId {
    zone.things().find(|(_, thing)| thing.kind() == kind).map(|(id, _)| id).unwrap()
}

fn files(zone: &Zone) -> BTreeMap<VfsPath, Vec<u8>> {
    zone.to_files().into_iter().collect()
}

/// The places at which the only file that differs does, and by how many bytes it grew.
fn difference(before: &Zone, after: &Zone) -> (String, Vec<usize>, i64) {
    let (old, new) = (files(before), files(after));
    let mut changed = old.iter().zip(&new).filter(|(old, new)| old != new);
    let ((path, old), (_, new)) = changed.next().unwrap();
    assert!(changed.next().is_none(), "more than one file");
    let places = old.iter().zip(new).enumerate().filter(|(_, (a, b))| a != b).map(|(n, _)| n);
    (path.to_string(), places.collect(), new.len() as i64 - old.len() as i64)
}

/// Numbers that follow from the first one.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    /// Some actions on things, one after the other.
    pub(super) fn actions(&mut self, zone: &Zone) -> Zone {
        let mut zone = zone.clone();
        for _ in 0..10 {
            let ids: Vec<u32> = zone.things().map(|(id, _)| id.0).collect();
            let id = ids[self.below(ids.len())];
            let (number, way) = (self.below(9), self.below(2) as i32 * 2 - 1);
            let things = format!(r#""things":{{"ids":[{id}]}}"#);
            let json = match self.below(7) {
                0 => format!(r#"{{"action":"delete",{things}}}"#),
                1 => {
                    format!(
                        r#"{{"action":"duplicate",{things},"by":[{},{},0]}}"#,
                        number * 10,
                        way * 100
                    )
                }
                2 => format!(r#"{{"action":"move",{things},"by":[{},0,0]}}"#, way * 16_000),
                3 => {
                    format!(r#"{{"action":"move",{things},"by":[{},{},5]}}"#, number * 10, way * 10)
                }
                4 => format!(r#"{{"action":"set",{things},"field":"name","to":"n{number}"}}"#),
                5 => format!(r#"{{"action":"set",{things},"field":"limit","to":{number}}}"#),
                _ => format!(r#"{{"action":"set",{things},"field":"scale-x","to":{number}}}"#),
            };
            let action: Action = serde_json::from_str(&json).unwrap();
            // Some have no such field, or would leave the zone.
            if let Ok(resolved) = action.resolve(&zone) {
                zone = resolved.zone;
            }
        }
        zone
    }
}
