//! What an open zone does as every open document does it, in its own way.

use std::any::Any;
use std::collections::BTreeSet;
use std::path::Path;

use landwright_core::check;
use landwright_core::format::eq::wld::fragment;
use landwright_core::format::eq::wld::region::RegionList;
use landwright_core::problem::{Fix, Problem, Spot, Thing};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::eq::action::Action;
use landwright_core::world::eq::document::EditedZone;
use landwright_core::world::eq::merge::{Merged, merge};
use landwright_core::world::journal::{Journal, Trouble};
use landwright_core::world::{Document, Editing};

use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::merging::{Both, Merger, back_up};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader, VersionReader};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::document::saving::{SaveError, Saver};
use crate::kind::document::written::{Written, WrittenContent};
use crate::kind::everquest::conflicts;
use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::message::Way;
use crate::kind::everquest::{Read as ZoneRead, zone_of};
use crate::kind::table::around::Tables;
use crate::model::check::actions_of;
use crate::model::open;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Theirs, Undecided};
use crate::versions::differences::{At, FilesNow};

impl OpenDocument for EqDocument {
    fn noun(&self) -> &'static str {
        "zone"
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn history(&self) -> &dyn History {
        &self.editing
    }

    fn history_mut(&mut self) -> &mut dyn History {
        &mut self.editing
    }

    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// What a step changed is what a person wants to see of it.
    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        let before = self.kinds.clone();
        let objects = self.placement.all.clone();
        self.editing.go(to)?;
        self.look();
        let moved = self.placement.different(&objects);
        if !moved.is_empty() {
            self.choose(&moved, Way::Replace);
        }
        let is_new = |region: &&u32| before.get(region) != self.kinds.get(region);
        let changed: BTreeSet<u32> = self.kinds.keys().filter(is_new).copied().collect();
        if !changed.is_empty() {
            self.select(&changed, Way::Replace);
        }
        Ok(())
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        let zone = self.zone().clone();
        let path = self.common.file.as_ref().map(|file| file.path.clone());
        Box::new(move |file, _| {
            let around = Tables::default();
            let beside = |name: &str| around.beside(path.as_ref()?, name);
            Found::all(check::eq::check(file, zone.zone(), &beside))
        })
    }

    /// Only a person knows which kind was meant.
    fn fixes_in_bulk(&self) -> Vec<Fix> {
        Vec::new()
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        troubles.extend(self.act_all(title, &actions).warnings);
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        let Spot::Thing(Thing::Object { list, index, .. }) = problem.place.spot else { return };
        let regions = match list {
            "region" => BTreeSet::from([index]),
            _ => self.regions_of_list(index),
        };
        if !regions.is_empty() {
            self.select(&regions, Way::Replace);
            self.n_shows += 1;
        }
    }

    fn saver(&self) -> Saver {
        let zone = self.zone().clone();
        Box::new(move |target, _| {
            let bytes = zone.to_bytes().map_err(|error| SaveError::Content(error.to_string()))?;
            let (fingerprint, said) = target.write_one(bytes)?;
            let content = WrittenContent(Box::new(zone));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (zone, path) = (self.zone().clone(), self.common.path_or_name());
        Some(Box::new(move |_| {
            let bytes = zone.to_bytes().map_err(|error| error.to_string())?;
            Ok(vec![file_now(path, bytes)])
        }))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        Some(Box::new(|files| {
            let file = files.into_iter().next().ok_or("nothing is different")?;
            Ok(Box::new(EditedZone::new(zone_of(&file.path, &file.bytes)?)))
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        let Ok(zone) = version.downcast::<EditedZone>() else { return Ok(()) };
        if self.zone().over(&zone).is_none() {
            return Err("it has other geometry; open it instead".to_owned());
        }
        match self.zone().edit_to(&zone) {
            Some(edit) => self.apply(title, &edit),
            None => {
                return Err("its regions and objects are the same, and nothing else can be taken"
                    .to_owned());
            }
        }
        Ok(())
    }

    fn show_difference(&mut self, _file: &Path, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let object = name.strip_prefix("object ").and_then(|rest| rest.split(' ').next());
        if let Some(object) = object.and_then(|number| number.parse().ok()) {
            self.choose(&BTreeSet::from([object]), Way::Replace);
            self.placement.look(self.editing.document());
            self.n_shows += 1;
            return !self.placement.chosen.is_empty();
        }
        let region = name.strip_prefix("region ").and_then(|number| number.parse().ok());
        let Some(region) = region else { return false };
        self.select(&BTreeSet::from([region]), Way::Replace);
        self.n_shows += 1;
        true
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(zone) = written.content.0.downcast::<EditedZone>() {
            self.saved = *zone;
            self.is_saved_anew = true;
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, _read: Read) -> Vec<String> {
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        if let Some((read, fingerprint)) = zone_in(read) {
            self.become_zone(title, read, &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        if let Some(edit) = self.zone().edit_to(&self.saved) {
            self.apply("Discard unsaved changes", &edit);
        }
        if let Some(fingerprint) = self.common.file.as_ref().map(|file| file.fingerprint) {
            self.editing.mark_saved(&fingerprint);
        }
        Ok(())
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some((read, _)) = zone_in(read) {
            self.saved = read.saved;
            self.editing.forget_saved();
        }
        Vec::new()
    }

    fn can_merge(&self) -> bool {
        true
    }

    fn merger(&self, read: &Read) -> Option<Merger> {
        let ReadContent(content) = &read.content;
        let content: &dyn Any = &**content;
        let theirs = content.downcast_ref::<ZoneRead>()?.saved.clone();
        let (saved, ours) = (self.saved.clone(), self.zone().clone());
        let file = self.common.file.as_ref().map(|file| file.path.clone());
        let fingerprint = read.fingerprint;
        Some(Box::new(move |session, _| {
            if ours.over(&theirs).is_none() {
                let why =
                    "more than its regions and objects is different on disk, so nothing was merged";
                return Some(Err(why.to_owned()));
            }
            let merged = merge(saved.zone(), ours.zone(), theirs.zone());
            let merged = merged.map_err(|refusal| refusal.to_string());
            Some(merged.and_then(|merged| {
                let file = file.filter(|_| !merged.takes.is_empty());
                let theirs = file.map(|file| back_up(session, &file, fingerprint));
                Ok(Both(Box::new((merged, theirs.transpose()?))))
            }))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let (Both(merged), Some((theirs, _))) = (both, zone_in(theirs)) else {
            return Undecided::default();
        };
        let Ok(merged) = merged.downcast::<(Merged, Option<Theirs>)>() else {
            return Undecided::default();
        };
        let (Merged { zone, report, takes }, kept) = *merged;
        if let Some(edit) = self.zone().edit_to(&EditedZone::new(zone)) {
            self.apply("Merge with the version on disk", &edit);
        }
        self.take_base(&theirs.saved);
        self.saved = theirs.saved;
        self.editing.forget_saved();
        let (conflicts, told) = conflicts::of(report.conflicts, takes);
        Undecided { conflicts, told, theirs: kept }
    }

    fn take_theirs(&mut self, title: &str, conflicts: &[&Conflict]) -> Result<(), String> {
        self.take_theirs_in(title, conflicts)
    }
}

impl EqDocument {
    /// The regions of a list, by the number of its fragment as references count.
    fn regions_of_list(&self, number: u32) -> BTreeSet<u32> {
        let fragment = i32::try_from(number).ok();
        let fragment = fragment.and_then(|number| self.zone().zone().world.fragment(number));
        let list = fragment.filter(|fragment| fragment.kind == fragment::REGION_LIST);
        let list = list.and_then(|list| RegionList::read(list).ok());
        list.map(|list| list.regions.into_iter().collect()).unwrap_or_default()
    }

    /// A different zone, which is what is on disk, as a step that can be undone. Where more than its
    /// lists is different, there is nothing that steps could be undone on, so they are gone.
    fn become_zone(&mut self, title: &str, read: ZoneRead, saved: &Fingerprint) {
        let ZoneRead { saved: zone, lay, .. } = read;
        if self.zone().over(&zone).is_some() {
            if let Some(edit) = self.zone().edit_to(&zone) {
                self.apply(title, &edit);
            }
            self.take_base(&zone);
            self.editing.mark_saved(saved);
        } else {
            let journal = self.editing.take_journal();
            // Where this fails, the next start offers what is in it.
            let _ = journal.map(Journal::remove);
            self.editing = Editing::new(zone.clone());
            self.first = zone.clone();
            self.common.begin_anew(*saved);
            self.take_lay(lay);
        }
        self.saved = zone;
        self.look();
    }

    /// Takes over what the file has besides its lists.
    fn take_base(&mut self, file: &EditedZone) {
        self.editing.look_around(|zone| {
            if let Some(over) = zone.over(file) {
                *zone = over;
            }
        });
    }
}

fn zone_in(read: Read) -> Option<(ZoneRead, Fingerprint)> {
    let ReadContent(content) = read.content;
    let content: Box<dyn Any> = content;
    Some((*content.downcast::<ZoneRead>().ok()?, read.fingerprint))
}
