//! What an open zone does as every open document does it, in its own way.

use std::any::Any;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use landwright_core::check::mend;
use landwright_core::format::file::Kind;
use landwright_core::problem::{Fix, Problem, Spot};
use landwright_core::project::Project;
use landwright_core::vfs::{FileError, Trouble as FileTrouble, VfsPath};
use landwright_core::world::journal::Trouble;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;

use super::check;
use super::copies::{Copies, Outcome};
use super::document::ZoneDocument;
use super::merge::{MergedZone, Sides};
use super::open::{Parts, read_again, zone_of_archive};
use super::save::{Work, WrittenZone};
use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::document::merging::{Both, Merger};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader, VersionReader};
use crate::kind::document::read::Read;
use crate::kind::document::saving::Saver;
use crate::kind::document::written::Written;
use crate::model::check::actions_of;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Side, Undecided};
use crate::versions::differences::{At, FileNow, FilesNow};
use crate::versions::name_of;

impl OpenDocument for ZoneDocument {
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

    fn files(&self) -> Vec<PathBuf> {
        self.paths.iter().cloned().collect()
    }

    fn folders(&self) -> Arc<BTreeSet<PathBuf>> {
        self.folders.clone()
    }

    fn may_be_changed_by(&self, path: &Path) -> bool {
        self.paths.contains(path) || self.is_of_another_block(path)
    }

    fn formats(&self) -> &'static [Format] {
        &[Format::Csv, Format::Json, Format::Png, Format::Minimap]
    }

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        self.and_note(|editing| editing.go(to))
    }

    fn rest_until_check(&self) -> Option<Duration> {
        self.rest_until_nudged()
    }

    fn checker(&mut self, _: Extent) -> Checker {
        let (zone, names) = (self.zone().clone(), self.names.clone());
        let (of_files, home) = (self.of_files.clone(), self.home.clone());
        Box::new(move |_, _| Found::all(check::all(&zone, &names, &of_files, home.as_ref())))
    }

    fn take_project(&mut self, project: Project) {
        self.project = project;
    }

    fn note_problems(&mut self) {
        let things =
            check::things_of(&self.common.problems, self.editing.document(), self.home.as_ref());
        self.problem_things = things;
        self.note_marks();
    }

    fn fixes_in_bulk(&self) -> Vec<Fix> {
        mend::first_round(self.zone(), &self.common.problems)
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        troubles.extend(self.do_all(title, &actions));
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        let index = self.common.problems.iter().position(|other| other == problem);
        let thing = index.and_then(|index| self.problem_things.get(index).copied().flatten());
        if let Some(id) = thing {
            self.select(BTreeSet::from([id]));
            self.show_thing(id);
        } else if !matches!(problem.place.spot, Spot::Thing(_)) {
            self.show_file(&problem.place.file);
        }
    }

    fn saver(&self) -> Saver {
        let work = self.work();
        Box::new(move |target, progress| work.write(target, progress))
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (archive, zone, home) = (self.archive.clone(), self.zone().clone(), self.home.clone());
        let main = self.file.as_ref().map(|file| file.path.clone());
        Some(Box::new(move |_| {
            let archive = archive.with(&zone);
            let path = |name: &VfsPath| match &home {
                Some(home) => home.on_disk(name),
                None => PathBuf::from(name.as_str()),
            };
            let files = archive.files().map(|(name, bytes)| file_now(path(name), bytes.to_vec()));
            let mut files: Vec<FileNow> = files.collect();
            files.sort_by_key(|file| Some(&file.path) != main.as_ref());
            Ok(files)
        }))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        let (archive, zone, home) = (self.archive.clone(), self.zone().clone(), self.home.clone());
        Some(Box::new(move |files| {
            let mut archive = archive.with(&zone);
            let names: Vec<VfsPath> = archive.files().map(|(name, _)| name.clone()).collect();
            for file in files {
                let is_it = |name: &&VfsPath| match &home {
                    Some(home) => home.on_disk(name) == file.path,
                    None => Path::new(name.as_str()) == file.path,
                };
                if let Some(name) = names.iter().find(is_it) {
                    archive.put(name.clone(), file.bytes);
                }
            }
            let opened = zone_of_archive(&archive, &zone)?;
            match opened.problems.first() {
                Some(problem) => Err(problem.message.clone()),
                None => Ok(Box::new(opened.zone)),
            }
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        if let Ok(zone) = version.downcast::<Zone>() {
            self.become_zone(title, &zone);
        }
        Ok(())
    }

    fn show_difference(&mut self, file: &Path, _at: &At) -> bool {
        self.show_file(&file.display().to_string());
        true
    }

    /// Files number their things anew once some came or went.
    fn base_as_saved(&mut self) -> Option<BaseKeeper> {
        let saved = zone_of_archive(&self.archive, self.zone()).ok()?.zone;
        let archive = self.archive.clone();
        let keep = move |path: &Path| left::keep_base(path, &archive.write());
        self.zone().edit_to_become(saved).is_none().then(|| BaseKeeper::new(keep))
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(content) = written.content.0.downcast::<WrittenZone>() {
            let WrittenZone { zone, home, archive, copies } = *content;
            if !copies.iter().all(|copy| matches!(copy.outcome, Outcome::Written { .. })) {
                // The person hears of it before anything closes.
                self.after_save = None;
            }
            self.copies_to_tell = copies;
            if self.home.as_ref() != Some(&home) {
                self.copies = Copies::default();
            }
            (self.home, self.archive) = (Some(home), archive);
            self.forget_disk();
            self.copies.followed();
            self.set_saved(zone);
            self.note_paths();
        }
    }

    fn target_of(&self, path: PathBuf) -> PathBuf {
        let is_zon = Kind::of_name(&name_of(&path)) == Some(Kind::Zon);
        // A zone without a ZON is known by its folder.
        if is_zon && !self.zone().has_zon() { path.with_extension("") } else { path }
    }

    fn reader(&self) -> Reader {
        let (home, zone) = (self.home.clone(), self.zone().clone());
        Box::new(move |path, progress| read_again(path, home.as_ref(), &zone, progress))
    }

    fn changed_files(&self, read: &Read) -> Vec<String> {
        let Some(parts) = read.content.as_kind::<Parts>() else { return Vec::new() };
        let (known, now) = (self.archive.account(), parts.archive.account());
        let others = known.differences(&now);
        others.into_keys().map(|path| name_of(path.as_str().as_ref())).collect()
    }

    fn take_surroundings(&mut self, read: Read) -> Vec<String> {
        if let Some(parts) = read.content.of_kind::<Parts>() {
            self.take_parts(*parts);
        }
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        let Some(parts) = read.content.of_kind::<Parts>() else { return };
        self.become_zone(title, &parts.zone);
        self.copies.stay_as_they_are();
        self.set_saved(self.zone().clone());
        self.take_parts(*parts);
        self.editing.mark_saved(&read.fingerprint);
        self.forget_disk();
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        if let Some(saved) = self.editing.steps().saved() {
            return self.travel(Travel::To(saved));
        }
        self.become_as_on_disk().map_err(|error| {
            let path = self.file.as_ref().map(|file| file.path.clone()).unwrap_or_default();
            Trouble::File(FileError::new(&path, FileTrouble::Other(error)))
        })
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some(parts) = read.content.of_kind::<Parts>() {
            self.leave_copies();
            self.forget_saved(&parts.zone);
            self.take_parts(*parts);
            self.keep_disk();
        }
        Vec::new()
    }

    fn can_merge(&self) -> bool {
        true
    }

    fn merger(&self, theirs: &Read) -> Option<Merger> {
        let theirs = theirs.content.as_kind::<Parts>()?;
        let sides = Sides::of(self, theirs);
        Some(Box::new(move |_, progress| {
            let merged = sides.merge(progress)?;
            Some(merged.map(|merged| Both(Box::new(merged))))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let (Both(both), Some(theirs)) = (both, theirs.content.of_kind::<Parts>()) else {
            return Undecided::default();
        };
        let Ok(merged) = both.downcast::<MergedZone>() else { return Undecided::default() };
        let MergedZone { edit, on_disk, conflicts, told } = *merged;
        if let Some(edit) = edit {
            self.apply("Merge what changed on disk", edit);
        }
        self.clock = None;
        self.leave_copies();
        self.set_saved(on_disk);
        self.editing.forget_saved();
        self.take_parts(*theirs);
        self.keep_disk();
        Undecided { conflicts, told, theirs: None }
    }

    fn show_conflict(&mut self, conflict: &Conflict) -> bool {
        self.show_conflict_at(conflict)
    }

    fn take_side(
        &mut self,
        title: &str,
        side: Side,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        self.take_side_in(title, side, conflicts)
    }
}

impl ZoneDocument {
    pub(super) fn work(&self) -> Work {
        Work {
            of: self.file.as_ref().map(|file| file.path.clone()),
            home: self.home.clone(),
            zone: self.zone().clone(),
            archive: self.archive.clone(),
            of_files: self.of_files.clone(),
            saved: self.saved().clone(),
            copies: self.copies.clone(),
        }
    }

    /// The version on disk now, and what is around it.
    fn take_parts(&mut self, parts: Parts) {
        let see = |zone: &mut Zone| zone.hold_edges_to(parts.zone.holds_edges_to());
        self.editing.look_around(see);
        self.look_around_saved(see);
        self.archive = parts.archive;
        (self.names, self.textures) = (parts.names, parts.textures);
        self.of_files = Arc::new(parts.problems);
        self.checked = None;
        self.note_paths();
    }
}
