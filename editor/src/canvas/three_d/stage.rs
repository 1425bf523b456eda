//! A whole scene in a view: turned, moved, zoomed and flown through, with lines in it, and asked where
//! the pointer clicks.

use std::sync::Arc;

use eframe::egui::{Modifiers, Ui};
use glam::{DVec3, Vec3, vec2};
use landwright_core::scene::frame::Thrift;
use landwright_core::scene::mesh::Bounds as BoxM;
use landwright_core::scene::pick;
use landwright_core::scene::set::Set;

use crate::canvas::steer::leave_arrows;
use crate::canvas::three_d::film::{Film, look_around};
use crate::canvas::three_d::hints::hint;
use crate::canvas::three_d::scene::Line;
use crate::canvas::three_d::space::{Space, Theatre};
use crate::canvas::three_d::steer::Surface;
use crate::message::Message;
use crate::model::Model;
use crate::renderer::cast::{Backdrop, CastId};
use crate::view::id::ViewId;
use crate::view::orbit::{Bounds, Orbit, Ray};

/// Views count in decimetres here: a zone is a few kilometres wide, and a room a few metres.
const WORLD_PER_M: f32 = 10.0;
const LINE_POINTS: f32 = 1.5;
const PITCH_DEGREES: f32 = 35.0;
/// As far as something is from the eye when it is shown.
const SHOWN_FROM_M: f32 = 60.0;
const THRIFT: Thrift = Thrift { least_pixels: 1.5, coarseness: 1.0 };

/// What is played in a view.
pub(crate) struct Play<'p> {
    /// For those who do not see it.
    pub(crate) name: &'p str,
    pub(crate) set: &'p Arc<Set>,
    pub(crate) bounds: BoxM,
    /// A different one wherever the set is different.
    pub(crate) id: CastId,
    /// Lines that what is before them hides, and lines that nothing hides.
    pub(crate) behind: &'p [Stroke],
    pub(crate) before: &'p [Stroke],
    /// What is brought into sight when the number grows.
    pub(crate) show: Option<Vec3>,
    pub(crate) n_shows: u64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) ends_m: [Vec3; 2],
    pub(crate) colour: [u8; 4],
}

/// Where the pointer clicked on something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Clicked {
    pub(crate) at_m: Vec3,
    /// From the eye.
    pub(crate) direction: Vec3,
    pub(crate) held: Modifiers,
}

impl Surface for Set {
    fn meet(&self, ray: &Ray) -> Option<(DVec3, f64)> {
        let away = f64::from(meet(self, ray)? * WORLD_PER_M);
        Some((ray.at(away), away))
    }

    fn height_below(&self, _eye_in_world: Vec3) -> Option<f32> {
        None
    }
}

/// How far a ray goes until it meets something, in metres.
fn meet(set: &Set, ray: &Ray) -> Option<f32> {
    let from_m = (ray.from_in_world / f64::from(WORLD_PER_M)).as_vec3();
    let ray = pick::Ray { from_m, direction: ray.direction.as_vec3().normalize_or(Vec3::NEG_Z) };
    pick::pick(&set.scene, &set.prepared, &ray, 0.0).map(|hit| hit.away_m)
}

impl Space {
    /// Shows a scene, sends from where it is looked at, and gives where it was clicked.
    pub(crate) fn show_play(
        &mut self,
        ui: &mut Ui,
        id: ViewId,
        model: &Model,
        play: &Play<'_>,
        send: &mut Vec<Message>,
    ) -> Option<Clicked> {
        let view = model.view(id)?;
        let (rect, response) = crate::canvas::steer::room(ui, play.name)?;
        let bounds = Bounds {
            low_in_world: play.bounds.low_m * WORLD_PER_M,
            high_in_world: play.bounds.high_m * WORLD_PER_M,
        };
        let size = vec2(rect.width(), rect.height());
        let first = || Orbit { pitch_degrees: PITCH_DEGREES, ..Orbit::fit(bounds, size) };
        let resized =
            |orbit: Orbit| view.size.map_or(orbit, |before| orbit.resized(bounds, [before, size]));
        let mut orbit = view.orbit.map_or_else(first, resized);
        if view.orbit.is_none() || view.is_to_fit {
            orbit.fit_again(bounds, size);
        }
        let is_shown = self.shown.insert(id, play.n_shows).is_some_and(|n| n != play.n_shows);
        if let Some(show) = play.show.filter(|_| is_shown) {
            orbit.target_in_world = show * WORLD_PER_M;
            orbit.distance_in_world = orbit.distance_in_world.min(SHOWN_FROM_M * WORLD_PER_M);
        }
        let mut theatre = Theatre { rect, orbit };
        look_around(ui, &response, (id, view), &mut theatre, (&**play.set, bounds), send);
        leave_arrows(ui, &response);
        self.draw_play(ui, id, &theatre, play);
        if self.driver.is_some() {
            hint(ui, &ui.painter_at(rect), rect);
        }
        let at = response.interact_pointer_pos().filter(|_| response.clicked())?;
        let ray = theatre.orbit.ray(theatre.view_from_screen(at), size);
        let away_m = meet(play.set, &ray)?;
        let at_m = (ray.at(f64::from(away_m * WORLD_PER_M)) / f64::from(WORLD_PER_M)).as_vec3();
        let held = ui.input(|input| input.modifiers);
        Some(Clicked { at_m, direction: ray.direction.as_vec3(), held })
    }

    fn draw_play(&self, ui: &Ui, id: ViewId, theatre: &Theatre, play: &Play<'_>) {
        let moves = play.set.scene.materials.iter().any(|one| one.pictures.len() > 1);
        let width_in_pixels = LINE_POINTS * ui.pixels_per_point();
        let line = |stroke: &Stroke| {
            let [from, to] = stroke.ends_m.map(|end| end * WORLD_PER_M);
            Line::new(from, to, stroke.colour, width_in_pixels)
        };
        let film = Film {
            set: play.set,
            id: play.id,
            world_units_per_m: WORLD_PER_M,
            seconds: if moves { ui.input(|input| input.time) } else { 0.0 },
            backdrop: Backdrop::Sky,
            thrift: THRIFT,
            lines: play.behind.iter().map(line).collect(),
            lines_in_front: play.before.iter().map(line).collect(),
        };
        self.show_film(ui, id, theatre, film);
    }
}
