//! What an open ground does as every open document does it, in its own way.

use std::any::Any;
use std::path::Path;

use landwright_core::check::scene::check_ground;
use landwright_core::problem::{Fix, Problem, Spot, Thing};
use landwright_core::space::ragnarok::CubePos;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Document;
use landwright_core::world::gnd::Ground;
use landwright_core::world::gnd::action::Action;
use landwright_core::world::gnd::entry::Entry;
use landwright_core::world::gnd::merge::{Merged, merge};
use landwright_core::world::journal::Trouble;

use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::document::merging::{Both, Merger, back_up};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader, VersionReader};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::document::saving::Saver;
use crate::kind::document::written::{Written, WrittenContent};
use crate::kind::ground::document::GroundDocument;
use crate::kind::ground::{Read as GroundRead, conflicts, ground_of};
use crate::model::check::actions_of;
use crate::model::open;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Theirs, Undecided};
use crate::versions::differences::{At, FilesNow};

impl OpenDocument for GroundDocument {
    fn noun(&self) -> &'static str {
        "ground"
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

    fn base_as_saved(&mut self) -> Option<BaseKeeper> {
        let file = self.common.file.clone()?;
        Some(BaseKeeper::new(move |journal| left::keep_saved(journal, &file)))
    }

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        self.stroke = None;
        self.editing.go(to)?;
        self.look();
        Ok(())
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        let ground = self.ground().clone();
        Box::new(move |file, _| Found::all(check_ground(file, &ground.to_gnd())))
    }

    /// Only a person knows which surface was meant.
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
        let width = self.ground().width().max(1);
        let place = match list {
            "surface" => self.ground().place_of(Entry::Surface(index)),
            _ => Some(CubePos { x: index % width, y: index / width }),
        };
        if let Some(at) = place.filter(|at| self.ground().cube(*at).is_some()) {
            self.select_alone(at);
        }
    }

    fn saver(&self) -> Saver {
        let ground = self.ground().clone();
        Box::new(move |target, _| {
            let (fingerprint, said) = target.write_one(ground.to_bytes())?;
            let content = WrittenContent(Box::new(ground));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (ground, path) = (self.ground().clone(), self.common.path_or_name());
        Some(Box::new(move |_| Ok(vec![file_now(path, ground.to_bytes())])))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        Some(Box::new(|files| {
            let file = files.into_iter().next().ok_or("nothing is different")?;
            Ok(Box::new(ground_of(&file.bytes, file.code_page)?))
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        let Ok(ground) = version.downcast::<Ground>() else { return Ok(()) };
        match self.ground().edit_to(&ground) {
            Some(edit) => self.apply(title, &edit),
            None => return Err("nothing is different".to_owned()),
        }
        Ok(())
    }

    fn show_difference(&mut self, _file: &Path, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let place = name.strip_prefix("cube ").and_then(|place| place.split_once(", "));
        let number = |text: &str| text.parse().ok();
        let Some((Some(x), Some(y))) = place.map(|(x, y)| (number(x), number(y))) else {
            return false;
        };
        let at = CubePos { x, y };
        let is_there = self.ground().cube(at).is_some();
        if is_there {
            self.select_alone(at);
        }
        is_there
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(ground) = written.content.0.downcast::<Ground>() {
            self.saved = *ground;
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, _read: Read) -> Vec<String> {
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        if let Some((ground, fingerprint)) = ground_in(read) {
            self.become_ground(title, ground, &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        if let Some(edit) = self.ground().edit_to(&self.saved) {
            self.apply("Discard unsaved changes", &edit);
        }
        if let Some(fingerprint) = self.common.file.as_ref().map(|file| file.fingerprint) {
            self.editing.mark_saved(&fingerprint);
        }
        Ok(())
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some((ground, _)) = ground_in(read) {
            self.saved = ground;
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
        let theirs = content.downcast_ref::<GroundRead>()?.saved.clone();
        let (saved, ours) = (self.saved.clone(), self.ground().clone());
        let file = self.common.file.as_ref().map(|file| file.path.clone());
        let fingerprint = read.fingerprint;
        Some(Box::new(move |session, _| {
            let merged = merge(&saved, &ours, &theirs).map_err(|error| error.to_string());
            Some(merged.and_then(|merged| {
                let file = file.filter(|_| !merged.takes.is_empty());
                let theirs = file.map(|file| back_up(session, &file, fingerprint));
                Ok(Both(Box::new((merged, theirs.transpose()?))))
            }))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let (Both(merged), Some((theirs, _))) = (both, ground_in(theirs)) else {
            return Undecided::default();
        };
        let Ok(merged) = merged.downcast::<(Merged, Option<Theirs>)>() else {
            return Undecided::default();
        };
        let (Merged { ground, conflicts, takes }, kept) = *merged;
        if let Some(edit) = self.ground().edit_to(&ground) {
            self.apply("Merge with the version on disk", &edit);
        }
        self.saved = theirs;
        self.editing.forget_saved();
        let conflicts = conflicts::of(conflicts, takes);
        Undecided { conflicts, told: Vec::new(), theirs: kept }
    }

    fn show_conflict(&mut self, conflict: &Conflict) -> bool {
        self.show_conflict_at(conflict)
    }

    fn take_theirs(&mut self, title: &str, conflicts: &[&Conflict]) -> Result<(), String> {
        self.take_theirs_in(title, conflicts)
    }
}

impl GroundDocument {
    /// The ground that is on disk, as a step that can be undone.
    fn become_ground(&mut self, title: &str, ground: Ground, saved: &Fingerprint) {
        if let Some(edit) = self.ground().edit_to(&ground) {
            self.apply(title, &edit);
        }
        self.editing.mark_saved(saved);
        self.saved = ground;
        self.look();
    }
}

fn ground_in(read: Read) -> Option<(Ground, Fingerprint)> {
    let ReadContent(content) = read.content;
    let content: Box<dyn Any> = content;
    Some((content.downcast::<GroundRead>().ok()?.saved, read.fingerprint))
}
