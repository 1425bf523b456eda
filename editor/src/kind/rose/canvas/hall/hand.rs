//! What the pointer does with a tool in a view of a zone in space.

use eframe::egui;
use egui::Ui;
use glam::{Vec2, Vec3};
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::thing::{Kind, ThingId};

use super::super::enclosure::Enclosure;
use super::Stock;
use crate::canvas::gesture::{Gesture, is_ours};
use crate::canvas::three_d::space::Theatre;
use crate::canvas::three_d::steer::Surface;
use crate::kind::rose::canvas::desk;
use crate::kind::rose::canvas::scene::ZoneScene;
use crate::kind::rose::canvas::space::{Over, Vantage};
use crate::kind::rose::canvas::view::ZoneEvent;
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::message::ZoneMessage;
use crate::kind::rose::tool::select::Combine;
use crate::kind::rose::tool::{Sight, ZonePointer, ZoneTool};
use crate::kind::rose::view::gizmo::Handle;
use crate::kind::rose::view::handles::Handles;
use crate::message::Message;
use crate::view::hand::{Held, Phase};
use crate::view::id::ViewId;
use crate::view::orbit::Ray;

/// A pointer over a view in space.
pub(super) struct Pointing<'t> {
    pub(super) id: ViewId,
    pub(super) theatre: &'t Theatre,
    pub(super) document: &'t ZoneDocument,
    pub(super) handles: Option<Handles>,
}

/// What the pointer took hold of.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Grip {
    view: ViewId,
    way: Way,
}

/// What a hand follows.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// The ground under the pointer. A thing was taken hold of by its marker, which stands before
    /// other ground than its own: so far is it from the ground that was under the pointer. `None`
    /// where there was only sky.
    Ground(Option<[f64; 2]>),
    /// A handle lies as high as it did, whatever ground is below it.
    Level { height_in_world: f32 },
}

/// What is under the pointer.
#[derive(Debug, Clone, Copy, Default)]
struct Under {
    over: Option<Over>,
    handle: Option<Handle>,
}

/// The place that is meant there, and how many metres a point of the screen is.
#[derive(Debug, Clone, Copy)]
struct Meant {
    at_file_cm: [f64; 2],
    m_per_point: f32,
}

impl Pointing<'_> {
    pub(super) fn point(
        &self,
        ui: &Ui,
        response: &egui::Response,
        stock: &mut Stock<'_>,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        send: &mut Vec<Message>,
    ) {
        let hover_before = self.document.hover;
        let held = ui.input(|input| Held {
            ctrl: input.modifiers.command,
            alt: input.modifiers.alt,
            shift: input.modifiers.shift,
        });
        let eye = Eye { scene, from };
        let hover = response.hover_pos().and_then(|at| {
            let under = self.under(stock, eye, at, held);
            Some(self.meant(stock, eye, under, at)?.at_file_cm)
        });
        if hover != hover_before && (hover.is_some() || response.contains_pointer()) {
            send.push(desk::message(self.id, ZoneEvent::Hover(hover)));
        }
        let is_busy = desk::is_busy(self.document)
            || stock.kept.enclosure.as_ref().is_some_and(|drawn| drawn.view == self.id);
        let gesture = Gesture { is_ours: is_ours(response), is_busy };
        let phases = ui.input(|input| gesture.follow(input));
        for (phase, at) in phases {
            if let Some(drawn) = stock.kept.enclosure.take_if(|drawn| drawn.view == self.id) {
                let holds =
                    |is_in: &dyn Fn(Vec2) -> bool| stock.kept.zones.within(scene, from, is_in);
                let (goes_on, found) = self.draw_on(drawn, phase, at, holds);
                stock.kept.enclosure = goes_on;
                send.extend(found);
                continue;
            }
            let under = at.map(|at| self.under(stock, eye, at, held)).unwrap_or_default();
            let pointer = |meant| pointer(phase, meant, under, held);
            let meant = if phase == Phase::Press {
                send.push(desk::message(self.id, ZoneEvent::Focus));
                response.request_focus();
                let meant = at.and_then(|at| self.meant(stock, eye, under, at));
                let pressed = meant.map(pointer);
                stock.kept.enclosure = at.and_then(|at| self.enclosure_from(at, pressed, held));
                if stock.kept.enclosure.is_some() {
                    continue;
                }
                let way = self.way(stock, eye, under, at.zip(meant));
                stock.kept.grip = Some(Grip { view: self.id, way });
                meant
            } else {
                at.and_then(|at| self.held_place(stock, eye, under, at))
            };
            let ends = matches!(phase, Phase::Release | Phase::GiveUp | Phase::Close);
            if ends {
                stock.kept.grip = None;
            }
            // Over the sky nothing begins; what is under way ends wherever the hand is.
            let at_file_cm = hover_before.unwrap_or_default();
            let fallback = ends.then_some(Meant { at_file_cm, m_per_point: 1.0 });
            let Some(meant) = meant.or(fallback) else { continue };
            send.push(desk::message(self.id, ZoneEvent::Point(pointer(meant))));
        }
    }

    /// What a hand that took hold of something goes by.
    fn way(
        &self,
        stock: &mut Stock<'_>,
        eye: Eye<'_>,
        under: Under,
        pressed: Option<(egui::Pos2, Meant)>,
    ) -> Way {
        if let (Some(handles), Some(_)) = (self.handles, under.levelled()) {
            return Way::Level { height_in_world: handles.height_in_world() };
        }
        Way::Ground(pressed.and_then(|(at, meant)| {
            let ground = self.ground(stock, eye, at)?.at_file_cm;
            Some([meant.at_file_cm[0] - ground[0], meant.at_file_cm[1] - ground[1]])
        }))
    }

    /// Where what is held comes to be.
    fn held_place(
        &self,
        stock: &mut Stock<'_>,
        eye: Eye<'_>,
        under: Under,
        at: egui::Pos2,
    ) -> Option<Meant> {
        match stock.kept.grip.filter(|grip| grip.view == self.id).map(|grip| grip.way) {
            Some(Way::Level { height_in_world }) => self.level(stock, eye, height_in_world, at),
            Some(Way::Ground(off_cm)) => {
                let ground = self.ground(stock, eye, at)?;
                let [x, y] = ground.at_file_cm;
                off_cm.map(|[east, north]| Meant { at_file_cm: [x + east, y + north], ..ground })
            }
            None => self.meant(stock, eye, under, at),
        }
    }

    /// Where a press with a tool that selects takes hold of nothing, or is over the sky.
    fn enclosure_from(
        &self,
        at: egui::Pos2,
        pressed: Option<ZonePointer>,
        held: Held,
    ) -> Option<Enclosure> {
        let (bench, tool) = (self.document.bench(), self.document.tools.tool);
        let is_held = pressed.is_some_and(|pressed| bench.takes_hold(pressed));
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
                (None, Some(ZoneMessage::to(self.id.document, select)))
            }
        }
    }

    /// With a key held down, handles are not meant.
    fn under(&self, stock: &Stock<'_>, eye: Eye<'_>, at: egui::Pos2, held: Held) -> Under {
        let point = self.theatre.view_from_screen(at);
        let handles = self.handles.filter(|_| held == Held::default());
        Under {
            over: stock.kept.zones.pick(eye.scene, eye.from, point),
            handle: handles.and_then(|handles| handles.handle_at(point)),
        }
    }

    /// The place that is meant: a handle means one as high as it lies, a marker that of its thing,
    /// water and the ground mean themselves.
    fn meant(
        &self,
        stock: &mut Stock<'_>,
        eye: Eye<'_>,
        under: Under,
        at: egui::Pos2,
    ) -> Option<Meant> {
        if desk::is_busy(self.document) || self.document.tools.tool != ZoneTool::Select {
            return self.ground(stock, eye, at);
        }
        if let (Some(handles), Some(_)) = (self.handles, under.levelled()) {
            return self.level(stock, eye, handles.height_in_world(), at);
        }
        let Some(over) = under.over else { return self.ground(stock, eye, at) };
        let relief = stock.kept.zones.relief(stock.on_card, eye.scene);
        let thing = eye.scene.zone.thing(over.id)?;
        let file = match thing.kind() {
            Kind::Water => relief.file_from_space(over.at_in_world),
            _ => thing.pos_in_file_cm(),
        };
        Some(eye.meant(file, over.at_in_world))
    }

    /// Where the pointer's ray meets the ground.
    fn ground(&self, stock: &mut Stock<'_>, eye: Eye<'_>, at: egui::Pos2) -> Option<Meant> {
        let relief = stock.kept.zones.relief(stock.on_card, eye.scene);
        let (at_in_world, _) = relief.meet(&eye.ray(self.theatre.view_from_screen(at)))?;
        let at_in_world = at_in_world.as_vec3();
        Some(eye.meant(relief.file_from_space(at_in_world), at_in_world))
    }

    /// Where the pointer's ray comes to a height.
    fn level(
        &self,
        stock: &mut Stock<'_>,
        eye: Eye<'_>,
        height_in_world: f32,
        at: egui::Pos2,
    ) -> Option<Meant> {
        let ray = eye.ray(self.theatre.view_from_screen(at));
        let at_in_world = ray.at_height(f64::from(height_in_world))?.as_vec3();
        let relief = stock.kept.zones.relief(stock.on_card, eye.scene);
        let m_per_point = self.handles.map_or(1.0, |handles| handles.m_per_point());
        let PosInFileCm { x, y, .. } = relief.file_from_space(at_in_world);
        Some(Meant { at_file_cm: [x, y], m_per_point })
    }
}

impl Under {
    /// A handle that lies level. Who holds the middle moves things over the ground, as by their
    /// markers.
    fn levelled(self) -> Option<Handle> {
        self.handle.filter(|handle| *handle != Handle::MoveBoth)
    }
}

fn pointer(phase: Phase, meant: Meant, under: Under, held: Held) -> ZonePointer {
    let sight = Sight::InSpace { thing: under.over.map(|over| over.id), handle: under.handle };
    let cm_per_point = f64::from(meant.m_per_point.clamp(1e-6, 1e6)) * 100.0;
    ZonePointer { phase, at_file_cm: meant.at_file_cm, cm_per_point, sight, held }
}

/// A zone, and from where it is looked at.
#[derive(Clone, Copy)]
struct Eye<'s> {
    scene: &'s ZoneScene<'s>,
    from: &'s Vantage,
}

impl Eye<'_> {
    fn ray(&self, point: Vec2) -> Ray {
        self.from.orbit.ray(point, self.from.size)
    }

    fn meant(&self, at_file: PosInFileCm, at_in_world: Vec3) -> Meant {
        let distance = at_in_world.distance(self.from.orbit.eye_in_world());
        let points_per_m = self.from.orbit.points_per_world_unit(distance, self.from.size);
        Meant { at_file_cm: [at_file.x, at_file.y], m_per_point: 1.0 / points_per_m }
    }
}
