//! What the pointer does with a tool in a view of a map in space.

use eframe::egui;
use egui::{Pos2, Response, Ui};
use glam::{DVec3, Vec2, Vec3};
use landwright_core::world::gat::GatMap;

use crate::canvas::gesture::{Gesture, is_ours};
use crate::canvas::three_d::heights::HeightRanges;
use crate::canvas::three_d::space::Theatre;
use crate::canvas::three_d::steer::Surface;
use crate::kind::ragnarok::canvas::map::{close_or_give_up, send_pointers};
use crate::kind::ragnarok::tool::{MapTools, Pointer, Tool};
use crate::message::Message;
use crate::model::Model;
use crate::view::ground::{Ground, Hit, middle_in_world, pick_beyond};
use crate::view::hand::{Held, Phase};
use crate::view::id::ViewId;
use crate::view::orbit::Ray;

/// A gesture with a tool, under way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Drag {
    view: ViewId,
    start: Pos2,
    start_in_cells: Vec2,
    /// How many points a world unit took up where it began.
    points_per_world_unit: f32,
    last: Pos2,
    last_in_cells: Vec2,
    /// `None` where the pointer was over no ground.
    last_in_world: Option<DVec3>,
}

/// What the pointer is over.
#[derive(Debug, Clone, Copy)]
struct Over {
    at_in_cells: Vec2,
    at_in_world: DVec3,
    distance_in_world: f64,
}

/// While the pointer moves, the ground under it is asked for at least every few points.
const POINTS_BETWEEN_SAMPLES: f32 = 3.0;

/// Beside the map, no cell is farther away than this.
const MAX_CELLS_BESIDE: f32 = 64.0;

/// A map with what is known of its heights, up to date.
#[derive(Clone, Copy)]
pub(super) struct Land<'l> {
    pub(super) map: &'l GatMap,
    pub(super) ranges: &'l HeightRanges,
}

/// A view, from where it looks, and what at.
pub(super) struct Stand<'s> {
    pub(super) id: ViewId,
    pub(super) theatre: &'s Theatre,
    pub(super) land: Land<'s>,
}

impl Land<'_> {
    fn pick(&self, ray: &Ray) -> Option<Hit> {
        pick_beyond(self.map, self.ranges, ray)
    }
}

impl Surface for Land<'_> {
    fn meet(&self, ray: &Ray) -> Option<(DVec3, f64)> {
        let hit = self.pick(ray)?;
        Some((hit.at_in_world, hit.distance_in_world))
    }

    fn height_below(&self, eye_in_world: Vec3) -> Option<f32> {
        let at = (eye_in_world.truncate() / self.map.world_units_per_cell()).floor();
        let is_on_map = at.min_element() >= 0.0;
        let middle = middle_in_world(self.map, [at.x as u32, at.y as u32]);
        middle.filter(|_| is_on_map).map(|below| below.z)
    }
}

/// Where the pointer's ray meets the ground, or else the level of the target.
fn over(stand: &Stand<'_>, point: Pos2) -> Option<Over> {
    let Stand { theatre, land, .. } = stand;
    let map = land.map;
    let ray = theatre.orbit.ray(theatre.view_from_screen(point), theatre.size());
    let side = f64::from(map.world_units_per_cell());
    if let Some(Hit { cell: [x, y], at_in_world, distance_in_world }) = land.pick(&ray) {
        // At a border, and on a wall, the cell that was hit is meant.
        let low = Vec2::new(x as f32, y as f32);
        let at = (at_in_world.truncate() / side).as_vec2();
        let at_in_cells = at.clamp(low + 1e-3, low + (1.0 - 1e-3));
        return Some(Over { at_in_cells, at_in_world, distance_in_world });
    }
    let at_in_world = ray.at_height(f64::from(theatre.orbit.target_in_world.z))?;
    let [width, height] = map.size_in_cells();
    let high = Vec2::new(width as f32, height as f32) + MAX_CELLS_BESIDE;
    let at = (at_in_world.truncate() / side).as_vec2();
    let at_in_cells = at.clamp(Vec2::splat(-MAX_CELLS_BESIDE), high);
    let distance_in_world = at_in_world.distance(ray.from_in_world);
    Some(Over { at_in_cells, at_in_world, distance_in_world })
}

/// Sends what the pointer does with the tool in hand. Answers with the place in cells that it is
/// over.
pub(super) fn point(
    ui: &Ui,
    response: &Response,
    stand: &Stand<'_>,
    model: &Model,
    drag: &mut Option<Drag>,
    send: &mut Vec<Message>,
) -> Option<Vec2> {
    let id = stand.id;
    let held = ui.input(|input| Held {
        ctrl: input.modifiers.command,
        alt: input.modifiers.alt,
        shift: input.modifiers.shift,
    });
    let pointer = |phase, at_in_cells| Pointer { phase, at_in_cells, held };
    let here = response.interact_pointer_pos().or(response.hover_pos());
    let over_here = here.and_then(|at| over(stand, at));
    let is_known = model.hover.is_some_and(|(view, _)| view == id);
    match over_here.map(|over| (id, pointer(Phase::Drag, over.at_in_cells).cell())) {
        Some(hover) if response.hovered() && model.hover != Some(hover) => {
            send.push(Message::Hover(Some(hover)));
        }
        None if is_known => send.push(Message::Hover(None)),
        _ => {}
    }
    let is_busy = model.tools.maps.is_busy() && model.active_view() == Some(id);
    let gesture = Gesture { is_ours: is_ours(response), is_busy };
    let steps = Steps { stand, tools: &model.tools.maps };
    let mut pointers = Vec::new();
    for (phase, at) in ui.input(|input| gesture.follow(input)) {
        let steps = steps.of(phase, at, drag).into_iter();
        pointers.extend(steps.map(|(phase, at_in_cells)| pointer(phase, at_in_cells)));
    }
    send_pointers(id, pointers, send);
    close_or_give_up(ui, response, id, model, send);
    over_here.filter(|_| response.hovered()).map(|over| over.at_in_cells)
}

/// What the pointer's movements on the screen are on the ground.
struct Steps<'s> {
    stand: &'s Stand<'s>,
    tools: &'s MapTools,
}

impl Steps<'_> {
    fn of(&self, phase: Phase, at: Option<Pos2>, drag: &mut Option<Drag>) -> Vec<(Phase, Vec2)> {
        let under_way = drag.as_mut().filter(|drag| drag.view == self.stand.id);
        match (phase, at, under_way) {
            (Phase::Press, Some(at), _) => {
                // A press into the sky begins nothing.
                let Some(over) = self.over(at) else { return Vec::new() };
                *drag = Some(self.start(at, over));
                vec![(Phase::Press, over.at_in_cells)]
            }
            (Phase::Drag | Phase::Hop, Some(at), Some(drag)) => self.drag(at, drag),
            (Phase::Drag | Phase::Hop | Phase::Press, _, _) => Vec::new(),
            (Phase::Release | Phase::Close | Phase::GiveUp, ..) => {
                vec![(phase, drag.take().map_or(Vec2::ZERO, |drag| drag.last_in_cells))]
            }
        }
    }

    fn over(&self, at: Pos2) -> Option<Over> {
        over(self.stand, at)
    }

    fn start(&self, at: Pos2, over: Over) -> Drag {
        let distance = over.distance_in_world as f32;
        Drag {
            view: self.stand.id,
            start: at,
            start_in_cells: over.at_in_cells,
            points_per_world_unit: self
                .stand
                .theatre
                .orbit
                .points_per_world_unit(distance, self.stand.theatre.size()),
            last: at,
            last_in_cells: over.at_in_cells,
            last_in_world: Some(over.at_in_world),
        }
    }

    /// The ground that the pointer passed over on its way.
    fn drag(&self, at: Pos2, drag: &mut Drag) -> Vec<(Phase, Vec2)> {
        if self.tools.tool == Tool::Corner {
            drag.last_in_cells = self.lifted(at, drag);
            return vec![(Phase::Drag, drag.last_in_cells)];
        }
        let start = std::mem::replace(&mut drag.last, at);
        let n_samples = (start.distance(at) / POINTS_BETWEEN_SAMPLES).ceil().clamp(1.0, 400.0);
        let mut steps = Vec::new();
        for n in 1..=n_samples as u32 {
            let sample = self.over(start.lerp(at, n as f32 / n_samples));
            if let Some(over) = sample {
                let phase = if self.hangs_together(drag.last_in_world, &over) {
                    Phase::Drag
                } else {
                    Phase::Hop
                };
                steps.push((phase, over.at_in_cells));
                drag.last_in_cells = over.at_in_cells;
            }
            drag.last_in_world = sample.map(|over| over.at_in_world);
        }
        steps
    }

    /// Whether two samples may lie on the same slope, or one is on a summit and the other in the
    /// valley behind it.
    fn hangs_together(&self, before: Option<DVec3>, over: &Over) -> bool {
        let Some(before) = before else { return false };
        let orbit = &self.stand.theatre.orbit;
        let distance = over.distance_in_world as f32;
        let points = orbit.points_per_world_unit(distance, self.stand.theatre.size());
        let across = f64::from(POINTS_BETWEEN_SAMPLES / points);
        let way = over.at_in_world - orbit.eye_in_world().as_dvec3();
        let sine = (way.z / way.length()).abs().max(0.08);
        let cell = f64::from(self.stand.land.map.world_units_per_cell());
        before.distance(over.at_in_world) <= 3.0 * across / sine + 2.0 * cell
    }

    /// A corner goes up and down with the pointer, as much as it seems to on the screen. Tools
    /// take north for up.
    fn lifted(&self, at: Pos2, drag: &Drag) -> Vec2 {
        let cosine = self.stand.theatre.orbit.pitch_degrees.to_radians().cos().max(0.3);
        let up_in_world = (drag.start.y - at.y) / drag.points_per_world_unit / cosine;
        let up_in_cells = up_in_world / self.stand.land.map.world_units_per_cell();
        drag.start_in_cells + Vec2::new(0.0, up_in_cells)
    }
}
