//! How a view in space is moved: turn, pan, zoom and fly over whatever there is to see.

use eframe::egui;
use egui::{CursorIcon, Key, Pos2, Response, Ui};
use glam::{DVec3, Vec2, Vec3};

use super::space::Theatre;
use crate::canvas::steer::{LeftButton, is_panning, wheel_factor};
use crate::view::orbit::{Flight, Ray};

/// What is seen, as far as steering wants to know.
pub(crate) trait Surface {
    /// Where a ray meets it, and how far away that is.
    fn meet(&self, ray: &Ray) -> Option<(DVec3, f64)>;

    /// How high it is under an eye.
    fn height_below(&self, eye_in_world: Vec3) -> Option<f32>;
}

/// World units a second, for each that the target is away.
const FLIGHT_SPEED: f32 = 0.9;
const MIN_FLIGHT_SPEED: f32 = 40.0;

/// Between the ground and an eye that flies.
const CLEARANCE_IN_WORLD: f32 = 6.0;

/// Turn, pan, zoom and fly.
pub(crate) fn steer(
    ui: &Ui,
    response: &Response,
    theatre: &mut Theatre,
    surface: &impl Surface,
    left: LeftButton,
) {
    let size = theatre.size();
    if let Some(point) = response.hover_pos() {
        let factor = wheel_factor(ui);
        if factor != 1.0 {
            let held = held_place(theatre, surface, point);
            theatre.orbit.zoom_at(factor, held);
        }
    }
    let by = response.drag_delta();
    let by = Vec2::new(by.x, by.y);
    let (is_right_down, is_right_pressed) =
        ui.input(|input| (input.pointer.secondary_down(), input.pointer.secondary_pressed()));
    if response.is_pointer_button_down_on() && is_right_down {
        if is_right_pressed {
            hold_middle(theatre, surface);
        }
        if fly(ui, theatre, surface) {
            theatre.orbit.look_around(by);
            ui.ctx().request_repaint();
        } else {
            theatre.orbit.turn(by);
        }
        ui.ctx().set_cursor_icon(CursorIcon::AllScroll);
    } else if is_panning(ui, response, left) {
        theatre.orbit.pan(by, size);
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
}

/// Turning goes around the ground in the middle of the view.
fn hold_middle(theatre: &mut Theatre, surface: &impl Surface) {
    let ray = theatre.orbit.ray(theatre.size() / 2.0, theatre.size());
    if let Some((at_in_world, _)) = surface.meet(&ray) {
        theatre.orbit.hold(at_in_world.as_vec3());
    }
}

/// Whether a key to fly with is held down.
fn fly(ui: &Ui, theatre: &mut Theatre, surface: &impl Surface) -> bool {
    let (way, seconds, is_fast) = ui.input(|input| {
        let axis = |ahead: Key, back: Key| {
            let held = |key| if input.key_down(key) { 1.0 } else { 0.0 };
            held(ahead) - held(back)
        };
        let way = Flight {
            right: axis(Key::D, Key::A),
            forward: axis(Key::W, Key::S),
            up: axis(Key::E, Key::Q),
        };
        (way, input.stable_dt.min(0.1), input.modifiers.shift)
    });
    if way == Flight::default() {
        return false;
    }
    let speed = (theatre.orbit.distance_in_world * FLIGHT_SPEED).max(MIN_FLIGHT_SPEED);
    let speed = if is_fast { speed * 4.0 } else { speed };
    theatre.orbit.fly(way, speed * seconds);
    // Nobody wants to fly into the ground.
    let eye = theatre.orbit.eye_in_world();
    let sunk = surface.height_below(eye).map_or(0.0, |below| below + CLEARANCE_IN_WORLD - eye.z);
    theatre.orbit.target_in_world.z += sunk.max(0.0);
    // So that it gets slower near the ground, and turning goes around what is seen.
    hold_middle(theatre, surface);
    true
}

/// What stays under the pointer while zooming.
fn held_place(theatre: &Theatre, surface: &impl Surface, point: Pos2) -> Vec3 {
    let target = theatre.orbit.target_in_world;
    match over(theatre, surface, point) {
        // Far behind the target, near the horizon, a step would be much too large.
        Some((at, distance)) if distance < 4.0 * f64::from(theatre.orbit.distance_in_world) => {
            at.as_vec3()
        }
        _ => target,
    }
}

/// Where the ray of a point of the window meets what is seen, or else the level of the target.
pub(crate) fn over(theatre: &Theatre, surface: &impl Surface, point: Pos2) -> Option<(DVec3, f64)> {
    let ray = theatre.orbit.ray(theatre.view_from_screen(point), theatre.size());
    surface.meet(&ray).or_else(|| {
        let at_in_world = ray.at_height(f64::from(theatre.orbit.target_in_world.z))?;
        Some((at_in_world, at_in_world.distance(ray.from_in_world)))
    })
}
