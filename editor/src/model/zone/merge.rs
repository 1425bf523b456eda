//! What changed on disk and what is unsaved of an open zone, put together: file by file, and within a
//! file by what each side changed in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use landwright_core::vfs::VfsPath;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::edit::Edit;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::numbers::Numbers;
use landwright_core::world::zone::step::ties::ties;
use landwright_core::world::zone::step::{Differing, EditsSince, follow};

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
    /// What a person should know.
    pub(super) said: Result<(), String>,
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
const N_PIECES: u64 = 5;

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

    /// `None` where it is cancelled.
    pub(super) fn merge(&self, progress: &Progress) -> Option<MergedZone> {
        let goes_on = |n_done: u64| {
            progress.report(n_done, N_PIECES);
            (!progress.is_cancelled()).then_some(())
        };
        let ours = self.before.with(&self.here);
        let (mut merged, on_both_sides) = self.before.merged(&ours, &self.their_files);
        goes_on(1)?;
        let (on_both_sides, mut in_the_way) = self.merge_within(&mut merged, on_both_sides);
        goes_on(2)?;
        let held = ties(&self.saved, &self.theirs);
        in_the_way.extend(merged.hold_together(&on_both_sides, &held, &ours));
        goes_on(3)?;
        let opened = zone_of_archive(&merged, &self.here);
        goes_on(4)?;
        let edit = opened.as_ref().ok().and_then(|opened| self.here.edit_to_read(&opened.zone));
        let after = edit.as_ref().map(|edit| after(&self.here, edit.clone()));
        let on_disk = with_ids_of(after.as_ref().unwrap_or(&self.here), &self.theirs);
        goes_on(N_PIECES)?;
        let said = match opened {
            Err(error) => Err(format!("both can't be merged, so yours was kept: {error}")),
            Ok(_) if on_both_sides.is_empty() => Ok(()),
            Ok(_) => {
                let names: Vec<String> = on_both_sides.iter().map(ToString::to_string).collect();
                let names = names.join(", ");
                let said = format!(
                    "{names}: changed here and on disk; yours was kept, and nothing that changed \
                     there on disk is in it"
                );
                Err([vec![said], in_the_way].concat().join("; "))
            }
        };
        Some(MergedZone { edit, on_disk, said })
    }

    /// Merges files that both sides changed by what they changed in them. Gives those where that is
    /// the same, which are ours as a whole, and what of it is in the way.
    fn merge_within(
        &self,
        merged: &mut Archive,
        on_both_sides: Vec<VfsPath>,
    ) -> (Vec<VfsPath>, Vec<String>) {
        if on_both_sides.is_empty() || !self.saved.is_cut_as(&self.here) {
            return (on_both_sides, Vec::new());
        }
        let followed =
            follow(EditsSince::State(&self.saved), &self.here, &self.theirs, Differing::Leave);
        let mut files: BTreeMap<VfsPath, Vec<u8>> = followed.zone.to_files().into_iter().collect();
        let mut is_ours = |path: &VfsPath| match files.remove(path) {
            Some(bytes) if !followed.left_in.contains(path.as_str()) => {
                merged.put(path.clone(), bytes);
                false
            }
            _ => true,
        };
        let ours = on_both_sides.into_iter().filter(&mut is_ours).collect();
        let words = Words { zone: &self.here, names: &self.names, numbers: &self.numbers };
        let said =
            in_words(&followed.differences, |difference| difference.in_words(|id| words.thing(id)));
        (ours, said)
    }
}
