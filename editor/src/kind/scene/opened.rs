//! What an open scene does as every open document does it, in its own way.

use std::any::Any;
use std::collections::BTreeSet;
use std::path::Path;

use landwright_core::check::scene::object::check_objects;
use landwright_core::problem::{Fix, Problem, Spot, Thing};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Document;
use landwright_core::world::journal::Trouble;
use landwright_core::world::rsw::Scene;
use landwright_core::world::rsw::action::Action;
use landwright_core::world::rsw::merge::{Merged, merge};
use landwright_core::world::rsw::object::ObjectId;

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
use crate::kind::scene::document::SceneDocument;
use crate::kind::scene::message::Way;
use crate::kind::scene::{Read as SceneRead, conflicts, scene_of};
use crate::model::check::actions_of;
use crate::model::open;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Theirs, Undecided};
use crate::versions::differences::{At, FilesNow};

impl OpenDocument for SceneDocument {
    fn noun(&self) -> &'static str {
        "scene"
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
        &[Format::Csv]
    }

    /// Objects that came or went have other numbers in the saved file.
    fn base_as_saved(&mut self) -> Option<BaseKeeper> {
        let file = self.common.file.clone().filter(|_| self.saved.is_numbered_as_opened())?;
        Some(BaseKeeper::new(move |journal| left::keep_saved(journal, &file)))
    }

    /// What a step changed is what a person wants to see of it.
    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        self.dragged_from = None;
        let before = self.scene().clone();
        self.editing.go(to)?;
        self.look();
        let edit = before.edit_to(self.scene());
        let changed: BTreeSet<ObjectId> = edit.iter().flat_map(|edit| edit.objects()).collect();
        if changed.iter().any(|id| self.scene().object(*id).is_some()) {
            self.select(&changed, Way::Replace);
        }
        Ok(())
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        let scene = self.scene().clone();
        Box::new(move |file, _| Found::all(check_objects(file, &scene.to_rsw())))
    }

    /// Only a person knows which file or place was meant.
    fn fixes_in_bulk(&self) -> Vec<Fix> {
        Vec::new()
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        troubles.extend(self.act_all(title, &actions).warnings);
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        if let Spot::Thing(Thing::Object { index, .. }) = problem.place.spot
            && let Some(id) = self.scene().id_at(index as usize)
        {
            self.select_alone(&BTreeSet::from([id]));
        }
    }

    fn saver(&self) -> Saver {
        let scene = self.scene().clone();
        Box::new(move |target, _| {
            let (fingerprint, said) = target.write_one(scene.to_bytes())?;
            let content = WrittenContent(Box::new(scene));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (scene, path) = (self.scene().clone(), self.common.path_or_name());
        Some(Box::new(move |_| Ok(vec![file_now(path, scene.to_bytes())])))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        Some(Box::new(|files| {
            let file = files.into_iter().next().ok_or("nothing is different")?;
            Ok(Box::new(scene_of(&file.bytes, file.code_page)?))
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        let Ok(scene) = version.downcast::<Scene>() else { return Ok(()) };
        let scene = self.scene().numbering(&scene);
        match self.scene().edit_to(&scene) {
            Some(edit) => self.apply(title, &edit),
            None => return Err("nothing is different".to_owned()),
        }
        Ok(())
    }

    fn show_difference(&mut self, _file: &Path, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let scene = self.scene();
        let found = scene.objects().find(|(id, _)| scene.in_words(*id) == *name);
        let Some(id) = found.map(|(id, _)| id) else { return false };
        self.select_alone(&BTreeSet::from([id]));
        true
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(scene) = written.content.0.downcast::<Scene>() {
            self.saved = *scene;
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, _read: Read) -> Vec<String> {
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        if let Some((scene, fingerprint)) = scene_in(read) {
            self.become_scene(title, &scene, &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        if let Some(edit) = self.scene().edit_to(&self.saved) {
            self.apply("Discard unsaved changes", &edit);
        }
        if let Some(fingerprint) = self.common.file.as_ref().map(|file| file.fingerprint) {
            self.editing.mark_saved(&fingerprint);
        }
        Ok(())
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some((scene, _)) = scene_in(read) {
            self.saved = self.scene().numbering(&scene);
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
        let theirs = content.downcast_ref::<SceneRead>()?.saved.clone();
        let (saved, ours) = (self.saved.clone(), self.scene().clone());
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
        let (Both(merged), Some((theirs, _))) = (both, scene_in(theirs)) else {
            return Undecided::default();
        };
        let Ok(merged) = merged.downcast::<(Merged, Option<Theirs>)>() else {
            return Undecided::default();
        };
        let (Merged { scene, conflicts, takes }, kept) = *merged;
        if let Some(edit) = self.scene().edit_to(&scene) {
            self.apply("Merge with the version on disk", &edit);
        }
        self.saved = self.scene().numbering(&theirs);
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

impl SceneDocument {
    /// The scene that is on disk, as a step that can be undone. Objects that are alike keep their numbers.
    fn become_scene(&mut self, title: &str, read: &Scene, saved: &Fingerprint) {
        let scene = self.scene().numbering(read);
        if let Some(edit) = self.scene().edit_to(&scene) {
            self.apply(title, &edit);
        }
        self.editing.mark_saved(saved);
        self.saved = scene;
        self.look();
    }
}

fn scene_in(read: Read) -> Option<(Scene, Fingerprint)> {
    let ReadContent(content) = read.content;
    let content: Box<dyn Any> = content;
    Some((content.downcast::<SceneRead>().ok()?.saved, read.fingerprint))
}
