//! The view of a zone in space, and what the pointer does there.

mod overlay;

use eframe::{egui, egui_wgpu};
use egui::Ui;
use glam::{DVec3, Vec2, Vec3, vec2};
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::gat::picture::palette::Rgb;
use landwright_core::world::zone::thing::ThingId;

use super::callback::Callback;
use super::enclosure::Enclosure;
use super::overlay::{compass, hint, no_driver};
use super::steer::{self, Surface};
use super::terrain::{Budget, Progress};
use super::view::{Space, TIME_TO_MAKE, Theatre};
use crate::canvas::map::{Gesture, is_ours};
use crate::canvas::steer::leave_arrows;
use crate::canvas::zone::desk;
use crate::canvas::zone::scene::ZoneScene;
use crate::canvas::zone::space::Vantage;
use crate::canvas::zone::view::ZoneEvent;
use crate::model::Model;
use crate::model::document::{View, ViewId};
use crate::model::message::Message;
use crate::model::zone::document::ZoneDocument;
use crate::model::zone::message::ZoneMessage;
use crate::tool::zone::select::Combine;
use crate::tool::zone::{Sight, ZonePointer, ZoneTool};
use crate::tool::{Held, Phase};
use crate::view::ground::pick;
use crate::view::orbit::{Bounds, Orbit, Ray};
use crate::view::zone::relief::Relief;

impl Surface for Relief {
    fn meet(&self, ray: &Ray) -> Option<(DVec3, f64)> {
        let hit = pick(self, ray)?;
        Some((hit.at_in_world, hit.distance_in_world))
    }

    fn height_below(&self, eye_in_world: Vec3) -> Option<f32> {
        self.ground_m(eye_in_world)
    }
}

impl Space {
    /// Shows a view of a zone, and sends what the person does in it.
    pub(crate) fn show_zone(
        &mut self,
        ui: &mut Ui,
        id: ViewId,
        model: &Model,
        send: &mut Vec<Message>,
    ) {
        let (Some(document), Some(view)) = (model.zone(id.document), model.view(id)) else {
            return;
        };
        let Some((rect, response)) = self.room(ui, &document.title) else { return };
        let mut scene = desk::scene(document, 1.0);
        let on_card = &mut self.grounds.scene;
        let bounds = self.zones.bounds(on_card, &scene);
        let mut theatre = Theatre { rect, orbit: orbit_of(view, bounds, rect) };
        let left = desk::left_button(document.tools.tool);
        steer::steer(ui, &response, &mut theatre, self.zones.relief(on_card, &scene), left);
        theatre.orbit.keep_near(bounds);
        let size = theatre.size();
        if view.orbit != Some(theatre.orbit) || view.size != Some(size) || view.is_to_fit {
            send.push(Message::LookFrom(id, theatre.orbit, size));
        }
        ui.painter_at(rect).rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
        let from = self.vantage(ui, id, &theatre);
        let at = response.hover_pos().map(|at| theatre.view_from_screen(at));
        let is_free = self.enclosure.is_none();
        scene.hover = at.filter(|_| is_free).and_then(|at| self.zones.pick(&scene, &from, at));
        let hand = Pointing { id, theatre: &theatre, document };
        hand.point(ui, &response, self, &scene, &from, send);
        leave_arrows(ui, &response);
        let Some(_) = self.driver else {
            no_driver(ui, rect);
            return;
        };
        let budget = Budget::of(TIME_TO_MAKE);
        let (shot, progress) = self.zones.shot(&mut self.grounds.scene, &scene, &from, budget);
        if progress == Progress::GoesOn {
            ui.ctx().request_repaint();
        }
        let callback = Callback { view: id, shot, waiting: self.grounds.scene.waiting() };
        let painter = ui.painter_at(rect);
        painter.add(egui_wgpu::Callback::new_paint_callback(rect, callback));
        let relief = self.zones.relief(&mut self.grounds.scene, &scene);
        overlay::show(&painter, &theatre, &scene, relief);
        if let Some(drawn) = self.enclosure.as_ref().filter(|drawn| drawn.view == id) {
            drawn.draw(&painter);
        }
        compass(&painter, &theatre);
        hint(ui, &painter, rect);
    }

    /// From where a picture is taken, and how fine it can be.
    fn vantage(&self, ui: &Ui, view: ViewId, theatre: &Theatre) -> Vantage {
        let [r, g, b, _] = ui.visuals().extreme_bg_color.to_array();
        Vantage {
            view,
            orbit: theatre.orbit,
            size: theatre.size(),
            pixels_per_point: ui.pixels_per_point(),
            max_quad_in_pixels: self.driver.map_or(f32::MAX, |driver| driver.max_quad_in_pixels),
            max_side_in_pixels: self.driver.map_or(1, |driver| driver.max_side_in_pixels),
            background: Rgb([r, g, b]),
        }
    }
}

/// A pointer over a view in space.
struct Pointing<'t> {
    id: ViewId,
    theatre: &'t Theatre,
    document: &'t ZoneDocument,
}

/// A thing that the pointer took hold of by its marker, which stands before other ground than its
/// own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grip {
    view: ViewId,
    /// From the ground under the pointer to the thing; `None` where there is only sky.
    off_cm: Option<[f64; 2]>,
}

impl Pointing<'_> {
    fn point(
        &self,
        ui: &Ui,
        response: &egui::Response,
        space: &mut Space,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        send: &mut Vec<Message>,
    ) {
        let hover_before = self.document.hover;
        let over = |space: &mut Space, at: egui::Pos2| self.over(space, scene, from, at);
        let held = ui.input(|input| Held {
            ctrl: input.modifiers.command,
            alt: input.modifiers.alt,
            shift: input.modifiers.shift,
        });
        let hover = response.hover_pos().and_then(|at| over(space, at)).map(|(at, _)| at);
        if hover != hover_before && (hover.is_some() || response.contains_pointer()) {
            send.push(desk::message(self.id, ZoneEvent::Hover(hover)));
        }
        let is_busy = desk::is_busy(self.document)
            || space.enclosure.as_ref().is_some_and(|drawn| drawn.view == self.id);
        let gesture = Gesture { is_ours: is_ours(response), is_busy };
        let phases = ui.input(|input| gesture.follow(input));
        for (phase, at) in phases {
            if let Some(drawn) = space.enclosure.take_if(|drawn| drawn.view == self.id) {
                let holds = |is_in: &dyn Fn(Vec2) -> bool| space.zones.within(scene, from, is_in);
                let (goes_on, found) = self.draw_on(drawn, phase, at, holds);
                space.enclosure = goes_on;
                send.extend(found);
                continue;
            }
            let mut found = at.and_then(|at| over(space, at));
            if phase == Phase::Press {
                send.push(desk::message(self.id, ZoneEvent::Focus));
                response.request_focus();
                let pressed = found.map(|found| self.pointer(phase, found, from, held));
                space.enclosure = at.and_then(|at| self.enclosure_from(at, pressed, held));
                if space.enclosure.is_some() {
                    continue;
                }
                let ground = at.and_then(|at| self.ground(space, scene, from, at));
                let off_cm = found
                    .zip(ground)
                    .map(|((at, _), ground)| [at[0] - ground[0], at[1] - ground[1]]);
                space.zone_grip = Some(Grip { view: self.id, off_cm });
            } else if let Some(grip) = space.zone_grip.filter(|grip| grip.view == self.id) {
                // What is held moves as the ground under the pointer does.
                let ground = at.and_then(|at| self.ground(space, scene, from, at));
                let held = grip.off_cm.zip(ground);
                let place = held.map(|(off, ground)| [ground[0] + off[0], ground[1] + off[1]]);
                found = found.zip(place).map(|((_, distance), place)| (place, distance));
            }
            let ends = matches!(phase, Phase::Release | Phase::GiveUp | Phase::Close);
            if ends {
                space.zone_grip = None;
            }
            // Over the sky nothing begins; what is under way ends wherever the hand is.
            let fallback = ends.then(|| (hover_before.unwrap_or_default(), 100.0));
            let Some(found) = found.or(fallback) else { continue };
            let pointer = self.pointer(phase, found, from, held);
            send.push(desk::message(self.id, ZoneEvent::Point(pointer)));
        }
    }

    fn pointer(
        &self,
        phase: Phase,
        (at_file_cm, distance): ([f64; 2], f32),
        from: &Vantage,
        held: Held,
    ) -> ZonePointer {
        let points_per_m = from.orbit.points_per_world_unit(distance, from.size);
        let cm_per_point = 100.0 / f64::from(points_per_m.max(1e-6));
        ZonePointer { phase, at_file_cm, cm_per_point, sight: Sight::InSpace, held }
    }

    /// Where a press with a tool that selects takes hold of nothing, or is over the sky.
    fn enclosure_from(
        &self,
        at: egui::Pos2,
        pressed: Option<ZonePointer>,
        held: Held,
    ) -> Option<Enclosure> {
        let (bench, tool) = (self.document.bench(), self.document.tools.tool);
        let is_held = pressed.is_some_and(|pressed| bench.held_at(pressed).is_some());
        let clicked = pressed.and_then(|pressed| bench.pick(pressed));
        let begins = tool == ZoneTool::Lasso || !is_held;
        begins.then(|| Enclosure::begin(self.id, tool, at, Combine::by(held), clicked)).flatten()
    }

    /// Goes on with a box or a lasso, or selects what is in it once it is done.
    fn draw_on(
        &self,
        mut drawn: Enclosure,
        phase: Phase,
        at: Option<egui::Pos2>,
        within: impl Fn(&dyn Fn(Vec2) -> bool) -> Vec<ThingId>,
    ) -> (Option<Enclosure>, Option<Message>) {
        match phase {
            Phase::Press | Phase::Drag | Phase::Hop => {
                at.into_iter().for_each(|at| drawn.go_on(at));
                (Some(drawn), None)
            }
            Phase::GiveUp => (None, None),
            Phase::Release | Phase::Close => {
                let found = match drawn.holds(self.theatre) {
                    Some(is_in) => within(&is_in),
                    None => drawn.clicked.into_iter().collect(),
                };
                let selection = drawn.how.apply(&self.document.selection, found);
                let select = ZoneMessage::Select(selection);
                (None, Some(Message::Zone(self.id.document, select)))
            }
        }
    }

    /// The place that is meant, and how far it is from the eye: a marker means the place of its
    /// thing, the ground means itself.
    fn over(
        &self,
        space: &mut Space,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        at: egui::Pos2,
    ) -> Option<([f64; 2], f32)> {
        let point = self.theatre.view_from_screen(at);
        let picked = space.zones.pick(scene, from, point).and_then(|id| scene.zone.thing(id));
        let relief = space.zones.relief(&mut space.grounds.scene, scene);
        let is_busy = desk::is_busy(self.document);
        let is_to_be_taken = !is_busy && self.document.tools.tool == ZoneTool::Select;
        let (file, in_world) = match picked.filter(|_| is_to_be_taken) {
            Some(thing) => {
                let at = thing.pos_in_file_cm();
                (at, relief.space_from_file(at))
            }
            None => ground_below(relief, from, point)?,
        };
        let distance = in_world.distance(from.orbit.eye_in_world());
        Some(([file.x, file.y], distance))
    }

    /// Where the pointer's ray meets the ground.
    fn ground(
        &self,
        space: &mut Space,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        at: egui::Pos2,
    ) -> Option<[f64; 2]> {
        let point = self.theatre.view_from_screen(at);
        let relief = space.zones.relief(&mut space.grounds.scene, scene);
        let (file, _) = ground_below(relief, from, point)?;
        Some([file.x, file.y])
    }
}

/// Where the ray through a point of a view meets the ground: in the files, and in space.
fn ground_below(relief: &Relief, from: &Vantage, point: Vec2) -> Option<(PosInFileCm, Vec3)> {
    let (at, _) = relief.meet(&from.orbit.ray(point, from.size))?;
    let at = at.as_vec3();
    Some((relief.file_from_space(at), at))
}

fn orbit_of(view: &View, bounds: Bounds, rect: egui::Rect) -> Orbit {
    let size = vec2(rect.width(), rect.height());
    match view.orbit {
        Some(orbit) if !view.is_to_fit => {
            view.size.map_or(orbit, |before| orbit.resized(bounds, [before, size]))
        }
        Some(mut orbit) => {
            orbit.fit_again(bounds, size);
            orbit
        }
        None => Orbit::fit(bounds, size),
    }
}
