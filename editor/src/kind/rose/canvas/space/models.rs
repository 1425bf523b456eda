//! The models of a zone as views in space show them: a copy that follows the zone, and what is seen of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{Affine3A, Vec3};
use landwright_core::scene::light::{Fog, Surroundings};
use landwright_core::scene::mesh::Bounds;
use landwright_core::scene::pick::{Ray, pick_model};
use landwright_core::scene::prepared::{Look, model_bounds};
use landwright_core::stage::rose::clock::fog;
use landwright_core::stage::rose::live::Live;
use landwright_core::world::Revision;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use crate::canvas::three_d::scene::Line;
use crate::canvas::three_d::space::{Lens, thrift};
use crate::canvas::three_d::terrain::{Budget, Progress};
use crate::kind::rose::canvas::scene::ZoneScene;
use crate::kind::rose::canvas::space::Vantage;
use crate::kind::rose::models::world_from_scene;
use crate::kind::rose::view::span::ZoneSpan;
use crate::kind::rose::view::{ZoneGround, ZoneLayers};
use crate::renderer::cast::{Backdrop, Cast, CastId};
use crate::view::orbit;

/// As far as from here the fog is as the client has it; from farther away all would be hidden in it.
const FOG_FROM_M: f32 = 60.0;
/// Of so many that are selected, each has its box drawn.
const MOST_BOXES: usize = 200;
const BOX_POINTS: f32 = 1.6;

/// The models of a zone, for all of its views.
pub(super) struct Models {
    /// As they were read; a different one was read since where it is not this.
    base: Arc<Live>,
    live: Live,
    id: CastId,
    /// Grows with everything that is seen.
    revision: u64,
    of: Option<Of>,
    world_from_scene: Vec3,
}

/// What was followed.
#[derive(Debug, Clone, PartialEq)]
struct Of {
    revision: Revision,
    layers: ZoneLayers,
    selection: BTreeSet<ThingId>,
}

impl Models {
    pub(super) fn new(base: &Arc<Live>, id: CastId, span: &ZoneSpan) -> Models {
        Models {
            base: Arc::clone(base),
            live: (**base).clone(),
            id,
            revision: 0,
            of: None,
            world_from_scene: world_from_scene(base, span),
        }
    }

    /// Whether what was read now only adds to what is on the graphics card.
    pub(super) fn goes_on_as(&self, base: &Arc<Live>) -> bool {
        let [old, new] = [&self.live, &**base].map(|live| &live.set.scene);
        let same = |(a, b): (&Arc<_>, &Arc<_>)| Arc::ptr_eq(a, b);
        Arc::ptr_eq(&self.base, base)
            || old.pictures.len() <= new.pictures.len()
                && old.pictures.iter().zip(&new.pictures).all(same)
    }

    /// Follows the zone: things that changed, and some of the ground that did. What is on the graphics card
    /// stays there where more was read.
    pub(super) fn follow(
        &mut self,
        scene: &ZoneScene<'_>,
        base: &Arc<Live>,
        budget: Budget,
    ) -> Progress {
        if !Arc::ptr_eq(&self.base, base) {
            (self.base, self.live, self.of) = (Arc::clone(base), (**base).clone(), None);
            self.world_from_scene = world_from_scene(base, &ZoneSpan::of(scene.zone));
        }
        let of = self.of.as_ref();
        let is_same_zone = of.is_some_and(|of| of.revision == scene.revision);
        let is_same_look =
            of.is_some_and(|of| of.layers == *scene.layers && of.selection == *scene.selection);
        if !is_same_zone {
            self.live.follow(scene.zone);
        }
        if !is_same_zone || !is_same_look {
            self.dress(scene);
            self.revision += 1;
            let (revision, layers) = (scene.revision, *scene.layers);
            self.of = Some(Of { revision, layers, selection: scene.selection.clone() });
        }
        while self.live.follow_ground() {
            self.revision += 1;
            if budget.is_spent() {
                break;
            }
        }
        if self.live.has_stale_ground() { Progress::GoesOn } else { Progress::Done }
    }

    /// Says of each model how it is seen.
    fn dress(&mut self, scene: &ZoneScene<'_>) {
        let mut looks = vec![Look::AsItIs; self.live.set.scene.instances.len()];
        for (id, index) in self.live.instances() {
            let kind = scene.zone.thing(id).map(Thing::kind);
            let look = match kind {
                Some(kind) if !scene.layers.shows(kind) => Look::Hidden,
                // Its shore is drawn.
                Some(Kind::Water) => Look::AsItIs,
                Some(_) if scene.selection.contains(&id) => Look::Selected,
                Some(_) => Look::AsItIs,
                None => Look::Hidden,
            };
            if let Some(own) = looks.get_mut(index as usize) {
                *own = look;
            }
        }
        if self.live.set.prepared.looks != looks {
            self.live.set_mut().prepared.looks = looks;
        }
    }

    /// Whether the zone asks for models that were not read.
    pub(super) fn lacks_files(&self) -> bool {
        self.live.lacks_files
    }

    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether it has a model that stands for it; the particles of an effect can't be clicked.
    pub(super) fn has(&self, id: ThingId) -> bool {
        let instances = &self.live.set.scene.instances;
        let instance = self.live.instance_of(id).and_then(|index| instances.get(index as usize));
        instance.is_some_and(|instance| instance.is_object)
    }

    /// Whether its ground is shown, and not colours that say something.
    pub(super) fn has_ground(&self, layers: &ZoneLayers) -> bool {
        let is_as_drawn = layers.ground == ZoneGround::Tiles && !layers.walks.is_yes();
        is_as_drawn && !layers.cells.is_yes() && !self.live.set.scene.terrain.pictures.is_empty()
    }

    pub(super) fn cast(
        &self,
        layers: &ZoneLayers,
        from: &Vantage,
        size_in_pixels: [u32; 2],
    ) -> Cast {
        let Vantage { orbit, size, pixels_per_point, .. } = from;
        let lens = Lens { orbit, size: *size, size_in_pixels, pixels_per_point: *pixels_per_point };
        Cast {
            set: Arc::clone(&self.live.set),
            id: self.id,
            revision: self.revision,
            eye: lens.eye((self.world_from_scene, 1.0)),
            around: self.around(layers, from),
            seconds: from.seconds,
            backdrop: if self.has_ground(layers) { Backdrop::GroundAndSky } else { Backdrop::Sky },
            thrift: thrift(from.max_quad_in_pixels),
        }
    }

    fn around(&self, layers: &ZoneLayers, from: &Vantage) -> Surroundings {
        let clock = self.live.clock(f64::from(layers.minutes) / 60.0);
        let thin = (FOG_FROM_M / from.orbit.distance_in_world.max(1.0)).min(1.0);
        let usual = fog(&clock);
        let fog = Fog { density_per_m: usual.density_per_m * thin, ..usual };
        let fog = layers.fog.is_yes().then_some(fog);
        Surroundings { fog, ..clock.surroundings }
    }

    /// The thing whose model a ray meets first, and how far away that is.
    pub(super) fn at(
        &self,
        scene: &ZoneScene<'_>,
        ray: &orbit::Ray,
        seconds: f64,
        before_m: f32,
    ) -> Option<(ThingId, f32)> {
        let (set, live) = (&self.live.set, &self.live);
        let from_m = (ray.from_in_world - self.world_from_scene.as_dvec3()).as_vec3();
        let ray = Ray { from_m, direction: ray.direction.as_vec3() };
        // The ground was asked already.
        let is_meant = |instance: u32| {
            let thing = live.thing_of(instance).and_then(|id| scene.zone.thing(id));
            let kind = thing.map(Thing::kind).filter(|kind| *kind != Kind::Water);
            kind.is_some_and(|kind| scene.layers.picks(kind))
        };
        let hit = pick_model(&set.scene, &set.prepared, &ray, seconds, before_m, is_meant)?;
        Some((live.thing_of(hit.instance?)?, hit.away_m))
    }

    /// The corners of the box around the model of a thing, which is turned with it.
    pub(super) fn corners(&self, id: ThingId) -> Option<[Vec3; 8]> {
        let scene = &self.live.set.scene;
        let instance = scene.instances.get(self.live.instance_of(id)? as usize)?;
        let bounds: Bounds = model_bounds(scene, scene.model(instance.model)?);
        if bounds.is_empty() {
            return None;
        }
        let place: Affine3A = instance.world_from_model;
        Some(bounds.corners().map(|corner| place.transform_point3(corner) + self.world_from_scene))
    }

    /// Boxes around what is selected.
    pub(super) fn boxes(&self, scene: &ZoneScene<'_>, pixels_per_point: f32) -> Vec<Line> {
        let shown = |id: &&ThingId| {
            let kind = scene.zone.thing(**id).map(Thing::kind);
            kind.is_some_and(|kind| kind != Kind::Water && scene.layers.shows(kind))
        };
        let selected = scene.selection.iter().filter(shown).take(MOST_BOXES);
        let corners = selected.filter_map(|id| self.corners(*id));
        let width = BOX_POINTS * pixels_per_point;
        let lines = corners.flat_map(|corners| edges(&corners));
        lines.map(|[from, to]| Line::new(from, to, [255, 90, 170, 255], width)).collect()
    }
}

/// The twelve edges of a box.
pub(super) fn edges(corners: &[Vec3; 8]) -> Vec<[Vec3; 2]> {
    let mut edges = Vec::with_capacity(12);
    for (from, at) in corners.iter().enumerate() {
        for bit in [1_usize, 2, 4].into_iter().filter(|bit| from & bit == 0) {
            edges.extend(corners.get(from | bit).map(|to| [*at, *to]));
        }
    }
    edges
}

#[cfg(test)]
mod tests;
