//! A scene as a document of one file: how it is read, checked, shown and merged.

use std::collections::BTreeSet;
use std::path::Path;

use landwright_core::check::scene::object::check_objects;
use landwright_core::format::ragnarok::rsw;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::world::Document;
use landwright_core::world::rsw::Scene;
use landwright_core::world::rsw::action::Action;
use landwright_core::world::rsw::merge::{self, merge};
use landwright_core::world::rsw::object::ObjectId;
use landwright_core::world::rsw::take::Take;
use serde::Deserialize;

use crate::exchange::Format;
use crate::kind::FileRead;
use crate::kind::document::open::{Checker, Found};
use crate::kind::scene::document::SceneDocument;
use crate::kind::scene::message::Way;
use crate::kind::single::{Merged, OneFile, Single, Sole, conflicts_of};
use crate::versions::conflicts::Conflict;
use crate::versions::differences::At;

impl Sole for Scene {
    type Take = Take;

    const PARTS: &'static str = "objects";
    const UNLIKE: &'static str = "it is laid out differently";

    fn file_bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.to_bytes())
    }

    /// Objects that are alike keep their numbers.
    fn numbered(&self, file: &Scene) -> Scene {
        self.numbering(file)
    }

    /// Objects that came or went have other numbers in the saved file.
    fn is_numbered_as_read(&self) -> bool {
        self.is_numbered_as_opened()
    }

    /// Edits change all of it.
    fn laid_over(&self, _file: &Scene) -> Option<Scene> {
        Some(self.clone())
    }

    fn merged(base: &Scene, ours: &Scene, theirs: &Scene) -> Result<Merged<Scene>, String> {
        let merged = merge(base, ours, theirs).map_err(|error| error.to_string())?;
        let merge::Merged { scene, conflicts, takes } = merged;
        let conflicts = conflicts_of(conflicts, takes);
        Ok(Merged { document: scene, conflicts, told: Vec::new() })
    }

    fn with_takes(&self, takes: &[Take]) -> Result<Scene, String> {
        self.with_theirs(takes)
    }
}

impl OneFile for SceneDocument {
    type Doc = Scene;
    type Action = Action;
    type Beside = ();

    const NOUN: &'static str = "scene";
    const FORMATS: &'static [Format] = &[Format::Csv];

    fn document_in(file: &FileRead<'_>) -> Result<Scene, String> {
        let rsw = rsw::read(file.bytes).map_err(|error| error.to_string())?;
        Scene::new(rsw, file.code_page).map_err(|refusal| refusal.to_string())
    }

    fn beside(_scene: &Scene, _path: &Path) -> Result<(), String> {
        Ok(())
    }

    fn new(single: Single<Scene>, (): ()) -> SceneDocument {
        SceneDocument::of(single)
    }

    fn look(&mut self) {
        self.follow();
    }

    fn look_at_step(&mut self, before: &Scene) {
        self.dragged_from = None;
        self.look();
        let edit = before.edit_to(self.scene());
        let changed: BTreeSet<ObjectId> = edit.iter().flat_map(|edit| edit.objects()).collect();
        if changed.iter().any(|id| self.scene().object(*id).is_some()) {
            self.select(&changed, Way::Replace);
        }
    }

    fn checks(&self) -> Checker {
        let scene = self.scene().clone();
        Box::new(move |file, _| Found::all(check_objects(file, &scene.to_rsw())))
    }

    fn after(&self, actions: &[Action]) -> Result<(Scene, Vec<String>), String> {
        let mut after = self.scene().clone();
        for action in actions {
            after = action.resolve(&after).map_err(|refusal| refusal.to_string())?.scene;
        }
        Ok((after, Vec::new()))
    }

    /// Objects that are new are what a person goes on with.
    fn look_at_done(&mut self, before: &Scene) {
        let is_new = |id: &ObjectId| before.object(*id).is_none();
        let new: BTreeSet<ObjectId> =
            self.scene().objects().map(|(id, _)| id).filter(is_new).collect();
        if !new.is_empty() {
            self.select_alone(&new);
        }
    }

    fn show_problem(&mut self, problem: &Problem) {
        if let Spot::Thing(Thing::Object { index, .. }) = problem.place.spot
            && let Some(id) = self.scene().id_at(index as usize)
        {
            self.select_alone(&BTreeSet::from([id]));
        }
    }

    fn show_difference_at(&mut self, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let scene = self.scene();
        let found = scene.objects().find(|(id, _)| scene.in_words(*id) == *name);
        let Some(id) = found.map(|(id, _)| id) else { return false };
        self.select_alone(&BTreeSet::from([id]));
        true
    }

    fn show_conflict_at(&mut self, conflict: &Conflict) -> Option<bool> {
        let id = match Take::deserialize(&conflict.take) {
            Ok(Take::Part { id, .. } | Take::Delete { id } | Take::Put { id, .. }) => id,
            Ok(Take::Order { .. } | Take::World { .. }) | Err(_) => return Some(false),
        };
        let is_there = self.scene().object(id).is_some();
        if is_there {
            self.select_alone(&[id].into());
        }
        Some(is_there)
    }
}
