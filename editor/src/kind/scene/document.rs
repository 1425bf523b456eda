//! An open scene: its history, the objects that are selected, and what is known of the ground below them.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use landwright_core::format::ragnarok::rsw::object::Object;
use landwright_core::world::Revision;
use landwright_core::world::rsw::Scene;
use landwright_core::world::rsw::object::{Kind, ObjectId, called};

use crate::kind::scene::land::{Land, Staged};
use crate::kind::scene::message::Way;
use crate::kind::single::Single;

#[derive(Debug)]
pub(crate) struct SceneDocument {
    pub(super) single: Single<Scene>,
    pub(super) selection: BTreeSet<ObjectId>,
    /// As it was when the objects were taken hold of that go with the pointer.
    pub(super) dragged_from: Option<Scene>,
    /// Where somebody clicked last, x and z.
    pub(super) aim: [f64; 2],
    /// What the list is searched for, and the kinds that are not seen.
    pub(super) search: String,
    pub(super) hidden: BTreeSet<Kind>,
    /// The objects that the list shows, of which state, and by which search.
    pub(super) listed: Arc<Vec<(ObjectId, String)>>,
    listed_of: Option<(Revision, String, BTreeSet<Kind>)>,
    /// The models of the roots, once somebody asked; and whether they are being listed.
    pub(super) models: Option<Arc<Vec<String>>>,
    pub(super) is_listing: bool,
    /// Grows when the list of models is to open.
    pub(super) n_picks: u64,
    /// The ground, or why there is none; `None` until it is read.
    pub(super) ground: Option<Result<Arc<Land>, String>>,
    pub(super) is_reading: bool,
    /// In 3D, and of which state; whether a newer one is on its way.
    pub(super) staged: Option<Result<Arc<Staged>, String>>,
    pub(super) staged_of: Option<Revision>,
    pub(super) is_staging: bool,
    /// Grows when the selection is to be brought into sight, or all of the map.
    pub(super) n_shows: u64,
    pub(super) n_fits: u64,
    /// How often it was brought nearer, less how often farther.
    pub(super) n_zooms: i32,
    /// Grows when the search is to be typed into.
    pub(super) n_searches: u64,
    /// Grows when what is drawn in space is different.
    pub(super) n_casts: u64,
}

impl Deref for SceneDocument {
    type Target = Single<Scene>;

    fn deref(&self) -> &Single<Scene> {
        &self.single
    }
}

impl DerefMut for SceneDocument {
    fn deref_mut(&mut self) -> &mut Single<Scene> {
        &mut self.single
    }
}

impl SceneDocument {
    pub(super) fn of(single: Single<Scene>) -> SceneDocument {
        let mut document = SceneDocument {
            single,
            selection: BTreeSet::new(),
            dragged_from: None,
            aim: [0.0; 2],
            search: String::new(),
            hidden: BTreeSet::new(),
            listed: Arc::default(),
            listed_of: None,
            models: None,
            is_listing: false,
            n_picks: 0,
            ground: None,
            is_reading: false,
            staged: None,
            staged_of: None,
            is_staging: false,
            n_shows: 0,
            n_fits: 0,
            n_zooms: 0,
            n_searches: 0,
            n_casts: 0,
        };
        document.follow();
        document
    }

    pub(super) fn scene(&self) -> &Scene {
        self.editing.document()
    }

    pub(super) fn land(&self) -> Option<&Arc<Land>> {
        self.ground.as_ref()?.as_ref().ok()
    }

    pub(super) fn is_seen(&self, object: &Object) -> bool {
        !self.hidden.contains(&Kind::of(object))
    }

    pub(super) fn select(&mut self, objects: &BTreeSet<ObjectId>, way: Way) {
        let known = objects.iter().copied().filter(|id| self.scene().object(*id).is_some());
        let known: BTreeSet<ObjectId> = known.collect();
        match way {
            Way::Replace => self.selection = known,
            Way::Add => self.selection.extend(known),
            Way::Toggle => {
                for id in known {
                    if !self.selection.remove(&id) {
                        self.selection.insert(id);
                    }
                }
            }
        }
    }

    /// Selects objects and nothing else, and brings them into sight.
    pub(super) fn select_alone(&mut self, objects: &BTreeSet<ObjectId>) {
        self.select(objects, Way::Replace);
        self.n_shows += 1;
    }

    /// The middle of the box around the selected objects.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "views alone show it"))]
    pub(super) fn middle_of_selection(&self) -> Option<[f64; 3]> {
        let objects = self.selection.iter().filter_map(|id| self.scene().object(*id));
        let places = objects.map(|object| object.position().map(|it| f64::from(it.get())));
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for place in places.filter(|at| at.iter().all(|number| number.is_finite())) {
            for ((low, high), at) in low.iter_mut().zip(&mut high).zip(place) {
                (*low, *high) = (low.min(at), high.max(at));
            }
        }
        let [x, y, z] = low;
        let [to_x, to_y, to_z] = high;
        let middle = [(x + to_x) / 2.0, (y + to_y) / 2.0, (z + to_z) / 2.0];
        middle.iter().all(|number| number.is_finite()).then_some(middle)
    }

    /// Lets what is listed and selected follow what the scene has become.
    pub(super) fn follow(&mut self) {
        let scene = self.single.document();
        self.selection.retain(|id| scene.object(*id).is_some());
        let of = (self.editing.revision(), self.search.clone(), self.hidden.clone());
        // Nothing comes or goes while objects go with the pointer.
        if self.editing.is_in_gesture() || self.listed_of.as_ref() == Some(&of) {
            return;
        }
        self.listed = Arc::new(self.list());
        self.listed_of = Some(of);
    }

    fn list(&self) -> Vec<(ObjectId, String)> {
        let scene = self.scene();
        let wanted = self.search.trim().to_lowercase();
        let seen = scene.objects().filter(|(_, object)| self.is_seen(object));
        let listed = seen.filter_map(|(id, object)| {
            let words = scene.in_words(id);
            let file = file_of(object, scene);
            let is_found = wanted.is_empty()
                || words.to_lowercase().contains(&wanted)
                || file.to_lowercase().contains(&wanted);
            is_found.then_some((id, words))
        });
        listed.collect()
    }
}

fn file_of(object: &Object, scene: &Scene) -> String {
    match object {
        Object::Model(model) => scene.code_page().decode(model.file.as_bytes()).into_owned(),
        Object::Sound(sound) => scene.code_page().decode(sound.file.as_bytes()).into_owned(),
        Object::Light(_) | Object::Effect(_) => called(object, scene.code_page()),
    }
}
