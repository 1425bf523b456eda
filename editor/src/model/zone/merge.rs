//! What changed on disk and what is unsaved of an open zone, put together: files that one side alone
//! changed as that side has them, and within the others thing by thing, field by field and cell by
//! cell.

use std::sync::Arc;

use landwright_core::vfs::VfsPath;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::edit::Edit;
use landwright_core::world::zone::merge::{self, Apart};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::numbers::Numbers;

use super::archive::Archive;
use super::document::{ZoneDocument, after, with_ids_of};
use super::open::{Parts, zone_of_archive};
use super::words::Words;
use crate::job::Progress;
use crate::zones::copies::in_words;

/// What both sides of a zone come to.
#[derive(Debug)]
pub struct MergedZone {
    /// What leads there from what is here.
    pub(super) edit: Option<Edit>,
    /// What is on disk, with the ids that things have after that.
    pub(super) on_disk: Zone,
    /// What both made something else of, and what became of it.
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
    numbers: Arc<Numbers>,
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
            numbers: document.numbers.clone(),
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
        let within = match self.merge_within(&ours) {
            Ok(within) => Some(within),
            // Each file is as one side has it.
            Err(_) if on_both_sides.is_empty() => None,
            Err(why) => return Some(Err(why)),
        };
        goes_on(2)?;
        let mut told = Vec::new();
        if let Some(within) = &within {
            files.take_from(&within.zone);
            let words = Words { zone: &within.zone, names: &self.names, numbers: &self.numbers };
            let thing = |id| words.thing_in_line(id);
            told = in_words(&within.conflicts, |conflict| conflict.in_words(thing));
        }
        told.extend(on_both_sides.iter().filter_map(|path| self.told_of_file(path)));
        let opened = match zone_of_archive(&files, &self.here) {
            Ok(opened) => opened.zone,
            Err(error) => return Some(Err(error)),
        };
        goes_on(3)?;
        let like = within.as_ref().map_or(&self.here, |within| &within.zone);
        let edit = self.here.edit_to_become(with_ids_of(like, &opened));
        let after = edit.as_ref().map(|edit| after(&self.here, edit.clone()));
        let like = within.as_ref().map(|within| &within.theirs);
        let like = like.or(after.as_ref()).unwrap_or(&self.here);
        let on_disk = with_ids_of(like, &self.theirs);
        goes_on(N_PIECES)?;
        Some(Ok(MergedZone { edit, on_disk, told }))
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
            Apart::OtherFiles => {
                "files of it are not what they were, or are of another size".into()
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
