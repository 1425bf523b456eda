//! What changed on disk and what is unsaved of an open zone, put together: thing by thing, field by
//! field and cell by cell. Files that came or went on one side are as that side has them.

use std::sync::Arc;

use landwright_core::format::file::Kind;
use landwright_core::vfs::VfsPath;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::edit::Edit;
use landwright_core::world::zone::merge::{self, Apart};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::numbers::Numbers;

use crate::job::Progress;
use crate::kind::rose::archive::Archive;
use crate::kind::rose::conflicts;
use crate::kind::rose::document::{ZoneDocument, with_ids_of};
use crate::kind::rose::open::{Parts, zone_of_archive};
use crate::kind::rose::words::Words;
use crate::versions::conflicts::Conflict;

/// What both sides of a zone come to.
#[derive(Debug)]
pub struct MergedZone {
    /// What leads there from what is here.
    pub(super) edit: Option<Edit>,
    /// The version on disk, with the ids that things have after that.
    pub(super) on_disk: Zone,
    /// What both made something else of: things to be decided, and what became of all else.
    pub(super) conflicts: Vec<Conflict>,
    pub(super) told: Vec<String>,
}

/// Both sides, and what both come from.
pub(super) struct Sides {
    /// What was known of the disk.
    before: Arc<Archive>,
    saved: Zone,
    here: Zone,
    theirs: Zone,
    their_files: Arc<Archive>,
    names: Arc<Names>,
}

/// How many pieces the work has, for the progress.
const N_PIECES: u64 = 4;

impl Sides {
    pub(super) fn of(document: &ZoneDocument, theirs: &Parts) -> Sides {
        Sides {
            before: document.archive.clone(),
            saved: document.saved().clone(),
            here: document.zone().clone(),
            theirs: theirs.zone.clone(),
            their_files: theirs.archive.clone(),
            names: document.names.clone(),
        }
    }

    /// Why it can't be done, or what both come to; `None` where it is cancelled.
    pub(super) fn merge(&self, progress: &Progress) -> Option<Result<MergedZone, String>> {
        let goes_on = |n_done: u64| {
            progress.report(n_done, N_PIECES);
            (!progress.is_cancelled()).then_some(())
        };
        let ours = self.before.with(&self.here);
        let (mut files, on_both_sides) = self.before.merged(&ours, &self.their_files);
        goes_on(1)?;
        let mut told = Vec::new();
        let within = match self.merge_within(&ours) {
            Ok(within) => Some(within),
            Err(why) if on_both_sides.is_empty() => {
                told.push(format!("whole files were taken from one side, since {why}"));
                None
            }
            Err(why) => return Some(Err(why)),
        };
        goes_on(2)?;
        if let Some(within) = &within {
            // Of heights that only one side changed, what is beside them is as that side has it.
            files.take_from(&within.zone, |path| {
                Kind::of_name(path.as_str()) == Some(Kind::Him)
                    && self.before.get(path) == self.their_files.get(path)
            });
        }
        told.extend(on_both_sides.iter().filter_map(|path| self.told_of_file(path)));
        let opened = match zone_of_archive(&files, &self.here) {
            Ok(opened) => opened.zone,
            Err(error) => return Some(Err(error)),
        };
        goes_on(3)?;
        let (merged, on_disk) = match &within {
            Some(within) => {
                let on_disk = self.theirs.numbered_between(&within.theirs, &within.zone);
                (opened.numbered_between(&within.zone, &on_disk), on_disk)
            }
            None => {
                let merged = with_ids_of(&self.here, &opened);
                let on_disk = with_ids_of(&merged, &self.theirs);
                (merged, on_disk)
            }
        };
        let mut conflicts = Vec::new();
        if let Some(within) = &within {
            // As things are called once that is here.
            let numbers = Numbers::of(&on_disk);
            let words = Words { zone: &merged, names: &self.names, numbers: &numbers };
            let thing = |id| words.thing_in_line(id);
            for conflict in &within.conflicts {
                let of_thing = within.of_thing(conflict, [&self.saved, &self.here]);
                let row = match of_thing {
                    Some(of) => Some(conflicts::of_thing(of, thing)),
                    None => within.of_ground(conflict).map(conflicts::of_ground),
                };
                match row {
                    Some(row) => conflicts.push(row),
                    None => told.push(conflict.in_words(thing)),
                }
            }
        }
        told.extend(on_disk.lightmaps_led_elsewhere(&merged));
        let edit = self.here.edit_to_become(merged);
        goes_on(N_PIECES)?;
        Some(Ok(MergedZone { edit, on_disk, conflicts, told }))
    }

    /// Merges the files that both sides have.
    fn merge_within(&self, ours: &Archive) -> Result<merge::Merged, String> {
        let aligned;
        let theirs = match self.theirs.is_cut_as(&self.here) {
            true => &self.theirs,
            false => {
                let of_theirs = self.here.paths().filter(|path| self.before.has(path));
                let files = ours.with_those_of(&self.their_files, of_theirs);
                aligned = zone_of_archive(&files, &self.here)?.zone;
                &aligned
            }
        };
        merge::merge(&self.saved, &self.here, theirs).map_err(|apart| match apart {
            Apart::OtherFiles { file } => {
                format!("{file} is gone, can't be read or has a different size there")
            }
            Apart::NoRoom { file } => format!("a part of {file} can't be read there"),
        })
    }

    /// Files of which nothing can be merged.
    fn told_of_file(&self, path: &VfsPath) -> Option<String> {
        let is_gone = !self.their_files.has(path);
        if self.before.has(path) && !is_gone {
            return None;
        }
        let came = if is_gone { "deleted there and changed here" } else { "added here and there" };
        Some(format!("{path} was {came}; yours was kept"))
    }
}
