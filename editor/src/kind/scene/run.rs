//! What commands and messages do to a scene.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::problem::Thing;
use landwright_core::stage::ragnarok::models::models;
use landwright_core::world::rsw::object::ObjectId;

use crate::command::CommandId;
use crate::exchange::Format;
use crate::kind::document::common::ViewKind;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::foreign::Scripts;
use crate::kind::ragnarok::scenery::Around;
use crate::kind::scene::Scenes;
use crate::kind::scene::commands::{
    ADDS, ALIKE, DELETE, DROP, DUPLICATE, FIND, LARGER, LEFT, NONE, PICK, RIGHT, SMALLER,
};
use crate::kind::scene::document::SceneDocument;
use crate::kind::scene::land::{Land, Staged};
use crate::kind::scene::message::{ToScene, Way};
use crate::kind::single::OneFile;
use crate::kind::{Exporter, Importer, Kind, KindDocument, Means};
use crate::message::sent::{Sent, Wishes};
use crate::model::project;

impl KindDocument for SceneDocument {
    fn kind(&self) -> &'static dyn Kind {
        &Scenes
    }

    fn endings(&self) -> &'static [&'static str] {
        &["rsw"]
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        match id {
            DUPLICATE | DELETE | LEFT | RIGHT | LARGER | SMALLER | ALIKE | NONE => {
                Some(!self.selection.is_empty())
            }
            DROP => Some(!self.selection.is_empty() && self.land().is_some()),
            FIND | PICK | CommandId::SelectAll => Some(true),
            CommandId::SelectNone | CommandId::ZoomSelection => Some(!self.selection.is_empty()),
            CommandId::ZoomFit | CommandId::ZoomIn | CommandId::ZoomOut => Some(true),
            CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            id if ADDS.iter().any(|(_, add)| *add == id) => Some(true),
            _ => None,
        }
    }

    fn meant_by_key(&self, id: CommandId) -> CommandId {
        match id {
            CommandId::DeleteSelected => DELETE,
            CommandId::FindThings => FIND,
            CommandId::DuplicateThings => DUPLICATE,
            CommandId::DropToGround => DROP,
            id => id,
        }
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        match id {
            DUPLICATE => return self.duplicate(),
            DELETE => return self.delete(),
            LEFT => return self.turn(-1.0),
            RIGHT => return self.turn(1.0),
            LARGER => return self.scale(true),
            SMALLER => return self.scale(false),
            DROP => return self.drop_to_ground(),
            ALIKE => self.select_alike(),
            FIND => self.n_searches += 1,
            PICK => {
                self.n_picks += 1;
                return self.list_models();
            }
            CommandId::SelectAll => {
                let seen = self.scene().objects().filter(|(_, object)| self.is_seen(object));
                self.selection = seen.map(|(id, _)| id).collect();
            }
            NONE | CommandId::SelectNone => self.selection.clear(),
            CommandId::ZoomFit => self.n_fits += 1,
            CommandId::ZoomIn => self.n_zooms += 1,
            CommandId::ZoomOut => self.n_zooms -= 1,
            CommandId::ZoomSelection => self.n_shows += 1,
            id => {
                if let Some((kind, _)) = ADDS.into_iter().find(|(_, add)| *add == id) {
                    return self.add(kind);
                }
            }
        }
        Wishes::default()
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        let Some(message) = sent.get::<ToScene>() else { return Wishes::default() };
        match message {
            ToScene::Select { objects, way } => self.select(objects, *way),
            ToScene::Show(id) => self.select_alone(&BTreeSet::from([*id])),
            ToScene::Drag { phase, by } => return self.drag(*phase, *by),
            ToScene::Aim(at) => self.aim = *at,
            ToScene::Set(field, text) => return self.set(*field, text),
            ToScene::SetWorld(field, text) => return self.set_world(*field, text),
            ToScene::BringIn { title, edit: Some(edit) } => self.apply(title, edit),
            ToScene::BringIn { title, edit: None } => {
                return Wishes::note(format!("{title}: nothing differs"));
            }
            ToScene::ListModels => return self.list_models(),
            ToScene::Listed(models) => {
                self.is_listing = false;
                self.models = Some(Arc::clone(models));
            }
            ToScene::AddModel(file) => return self.add_model(file),
            ToScene::Search(text) => {
                self.search.clone_from(text);
                self.look();
            }
            ToScene::Sight(kind, is_seen) => {
                if *is_seen {
                    self.hidden.remove(kind);
                } else {
                    self.hidden.insert(*kind);
                }
                self.look();
            }
            ToScene::Read(read) => return self.take_land(read.clone()),
            ToScene::Staged(of, staged) => {
                self.is_staging = false;
                // Where somebody cancelled it, it begins with the next change.
                self.staged_of = Some(*of);
                if let Some(staged) = staged {
                    self.staged = Some(staged.clone());
                    self.n_casts += 1;
                }
            }
        }
        Wishes::default()
    }

    fn means(&self, sent: &Sent) -> Means {
        match sent.get() {
            Some(ToScene::Drag { phase, .. }) => Means::Pointing(*phase),
            Some(
                ToScene::Set(..)
                | ToScene::SetWorld(..)
                | ToScene::AddModel(_)
                | ToScene::BringIn { .. },
            ) => Means::Acting,
            _ => Means::Looking,
        }
    }

    fn finish_gesture(&mut self) {
        self.end_drag();
    }

    /// An object by its number, or a place.
    fn go_to(&mut self, text: &str) -> Wishes {
        let text = text.trim();
        if let Some(id) = text.strip_prefix('#').and_then(|id| id.parse().ok().map(ObjectId)) {
            if self.scene().object(id).is_none() {
                return Wishes::warn(format!("there is no object {id}"));
            }
            self.select_alone(&BTreeSet::from([id]));
            return Wishes::default();
        }
        let numbers = text.split([',', ' ']).filter(|part| !part.is_empty());
        let numbers: Option<Vec<f64>> = numbers.map(|part| part.parse().ok()).collect();
        match numbers.as_deref() {
            Some([x, z] | [x, _, z]) if x.is_finite() && z.is_finite() => {
                self.select(&BTreeSet::new(), Way::Replace);
                self.aim = [*x, *z];
                self.n_shows += 1;
                Wishes::default()
            }
            _ => Wishes::warn(format!("`{text}` is no place: expected x, z or x, y, z")),
        }
    }

    fn places(&self) -> Option<[&'static str; 3]> {
        Some([
            "Go to a place",
            "an object such as #12, or x, z in world units from the middle of the map",
            "Place",
        ])
    }

    /// The ground is read and models are put in their places beside the window.
    fn follow(&mut self) -> Wishes {
        self.look();
        let mut wishes = Wishes::default();
        let Some(path) = self.common.file.as_ref().map(|file| file.path.clone()) else {
            return wishes;
        };
        if self.ground.is_none() && !self.is_reading {
            self.is_reading = true;
            let (title, path) = (format!("Reading the ground of {}", self.title), path.clone());
            let work = Wishes::job(title, move |progress| {
                let read = Land::read(&path, None, progress);
                let read = read.unwrap_or_else(|| Err("somebody cancelled reading it".to_owned()));
                Sent::new(ToScene::Read(read.map(Arc::new)))
            });
            wishes.jobs.extend(work.jobs);
        }
        let revision = self.editing.revision();
        let is_in_space = self.common.views.values().any(|view| view.kind == ViewKind::InSpace);
        let is_due = is_in_space && self.staged_of != Some(revision);
        if is_due && !self.is_staging && !self.editing.is_in_gesture() {
            self.is_staging = true;
            let scene = self.scene().clone();
            let title = format!("Reading the models of {}", self.title);
            let work = Wishes::job(title, move |progress| {
                let staged = Staged::of(&path, None, Some(&scene.to_rsw()), progress);
                Sent::new(ToScene::Staged(revision, staged.map(|staged| staged.map(Arc::new))))
            });
            wishes.jobs.extend(work.jobs);
        }
        wishes
    }

    fn note_project_changed(&mut self) {
        self.models = None;
    }

    fn thing_in_words(&self, thing: &Thing) -> Option<String> {
        let Thing::Object { index, .. } = thing else { return None };
        self.scene().id_at(*index as usize).map(|id| self.scene().in_words(id))
    }

    fn foreign_scripts(&self, is_first_look: bool) -> Scripts {
        let listed = self.listed.iter().filter(|_| is_first_look);
        listed.map(|(_, words)| Scripts::of(words)).collect()
    }

    fn exporter(&self, format: Format) -> Option<Exporter> {
        self.exporter_as(format)
    }

    fn importer(&self) -> Option<Importer> {
        Some(self.importer_onto())
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl SceneDocument {
    /// Beside the window, and each time anew: somebody may have put one there.
    fn list_models(&mut self) -> Wishes {
        let Some(path) = self.common.file.as_ref().map(|file| file.path.clone()) else {
            return Wishes::default();
        };
        if self.is_listing {
            return Wishes::default();
        }
        self.is_listing = true;
        Wishes::job("Listing the models of the roots", move |_| {
            let (project, _) = project::load(&path);
            let (around, _) = Around::of(&path, &project);
            Sent::new(ToScene::Listed(Arc::new(models(&around.files()))))
        })
    }

    fn take_land(&mut self, read: Result<Arc<Land>, String>) -> Wishes {
        self.is_reading = false;
        let title = &self.common.title;
        let said = match &read {
            Ok(land) => land.missing.first().map(|first| match land.missing.len() {
                1 => format!("{title}: not all of its ground is there: {first}"),
                n => {
                    format!("{title}: not all of its ground is there: {first}; and {} more", n - 1)
                }
            }),
            Err(why) => Some(format!("{title} is shown on a plain grid: {why}")),
        };
        self.ground = Some(read);
        Wishes { notes: said.into_iter().collect(), ..Wishes::default() }
    }
}
