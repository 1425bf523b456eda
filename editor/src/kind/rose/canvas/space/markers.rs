//! Markers of things in space: symbols that face the eye and are as large near as far, the poles
//! that they stand on, and circles on the ground.

use std::collections::BTreeSet;

use glam::{Vec2, Vec3, vec2};
use landwright_core::world::Revision;
use landwright_core::world::zone::thing::{Kind, ThingId};

use super::super::atlas::symbol_pixel;
use super::super::scene::ZoneScene;
use super::super::things::reach_cm;
use super::models::Models;
use super::{Ground, Vantage};
use crate::canvas::three_d::scene::{Line, Mesh, PartId, Scene, Texels, Upload, Vertex};
use crate::kind::rose::view::ZoneLayers;
use crate::kind::rose::view::crowd::Spot;
use crate::kind::rose::view::relief::Relief;
use crate::kind::rose::view::symbol::{SymbolSize, colour_of, is_played_with};
use crate::view::id::DocumentId;
use crate::view::orbit::Lens;

/// What is farther away has small marks, in metres; where those would lie over each other, one
/// stands for all of its kind.
const NEAR_M: f32 = 400.0;
/// So far apart, in points, that the ground is seen between them.
const APART_POINTS: f32 = 15.0;
/// The same of what is only there, and how small it is.
const SCENERY_APART_POINTS: f32 = 20.0;
const SCENERY_POINTS: f32 = 6.0;
/// So many are drawn; of more, those that are so many times farther apart, and then the nearest.
const MOST: usize = 8_000;
const THINNED: [f32; 3] = [2.0, 4.0, 8.0];
/// Of so many that are selected, each is marked wherever it is.
const MOST_MEANT: usize = 2_000;
/// Below the symbol, where something stands off the ground.
const POLE_FROM_M: f32 = 0.6;
const MOST_CIRCLES: usize = 120;
/// Above the ground, so that circles are not half in it.
const LIFT_M: f32 = 0.35;

/// The picture of all symbols, in pixels.
const CELL: u32 = 64;
const RADIUS: f32 = 24.0;
const EDGE: f32 = 5.0;
/// Behind the kinds: a disc.
const DISC: u32 = Kind::ALL.len() as u32;
const N_COLUMNS: u32 = DISC + 1;

/// The markers of a view.
pub(super) struct Markers {
    part: PartId,
    of: Option<Of>,
    standing: Vec<Standing>,
    lines: Vec<Line>,
    is_used: bool,
}

/// What markers depend on.
#[derive(Debug, Clone, PartialEq)]
struct Of {
    document: DocumentId,
    revision: Revision,
    from: Vantage,
    layers: ZoneLayers,
    selection: BTreeSet<ThingId>,
    /// What is drawn as a model.
    models: Option<u64>,
}

/// A thing with a marker.
#[derive(Debug, Clone, Copy)]
struct Standing {
    id: ThingId,
    kind: Kind,
    at_in_world: Vec3,
    distance: f32,
    mark: Mark,
}

/// Where a symbol is in a view, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    pub(crate) middle: Vec2,
    pub(crate) radius: f32,
}

/// What the pointer is over, for whoever draws that over the picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hovered {
    pub(crate) kind: Kind,
    pub(crate) mark: Mark,
    /// A line around it on the ground; empty where it does not reach anywhere.
    pub(crate) reach_in_world: Vec<Vec3>,
}

impl Of {
    fn is(&self, scene: &ZoneScene<'_>, from: &Vantage, models: Option<u64>) -> bool {
        self.document == scene.document
            && self.revision == scene.revision
            && self.from == *from
            && self.layers == *scene.layers
            && self.models == models
            && self.selection == *scene.selection
    }
}

impl Markers {
    pub(super) fn new(on_card: &mut Scene) -> Markers {
        let part = on_card.new_part();
        on_card.put(part, Upload { mesh: Some(Mesh::default()), texels: Some(atlas()) });
        Markers { part, of: None, standing: Vec::new(), lines: Vec::new(), is_used: true }
    }

    pub(super) fn part(&self) -> PartId {
        self.part
    }

    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(super) fn keep_if_used(&mut self, on_card: &Scene) -> bool {
        let is_used = std::mem::take(&mut self.is_used);
        if !is_used {
            on_card.remove(self.part);
        }
        is_used
    }

    /// Makes them again where anything is another than the last time.
    pub(super) fn follow(
        &mut self,
        on_card: &Scene,
        scene: &ZoneScene<'_>,
        ground: &Ground,
        from: &Vantage,
    ) {
        self.is_used = true;
        let models = ground.models.as_ref().map(Models::revision);
        // Where nothing moves, time is nothing to symbols.
        let from = &Vantage { seconds: 0.0, ..*from };
        if self.of.as_ref().is_some_and(|of| of.is(scene, from, models)) {
            return;
        }
        self.standing = standing(scene, ground, from);
        let mesh = self.mesh(scene, from);
        self.lines = self.poles_and_circles(scene, &ground.relief, from);
        on_card.put(self.part, Upload { mesh: Some(mesh), texels: None });
        self.of = Some(Of {
            document: scene.document,
            revision: scene.revision,
            from: *from,
            layers: *scene.layers,
            selection: scene.selection.clone(),
            models,
        });
    }

    fn mesh(&self, scene: &ZoneScene<'_>, from: &Vantage) -> Mesh {
        let [right, up, _] = from.orbit.axes();
        let m_per_point_at_1 = from.m_per_point_at_1();
        let mut mesh = Mesh::default();
        mesh.vertices.reserve(self.standing.len() * 4);
        mesh.indices.reserve(self.standing.len() * 6);
        let mut quad = |column: u32, middle: Vec3, half: f32, tint: [u8; 4]| {
            let uv = |share: f32| (column as f32 + share) / N_COLUMNS as f32;
            let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
            let corners = corners.map(|(x, y): (f32, f32)| {
                let at = middle + (right * x + up * y) * half;
                Vertex::new(at, [uv((x + 1.0) / 2.0), (1.0 - y) / 2.0], tint)
            });
            let [a, b, c, d] = corners.map(|corner| mesh.add_vertex(corner));
            mesh.indices.extend([a, b, c, a, c, d]);
        };
        for standing in &self.standing {
            let half = standing.mark.radius * m_per_point_at_1 * standing.distance.max(1.0);
            // The picture of a symbol has room around it.
            let half = half * CELL as f32 / 2.0 / RADIUS;
            // It stands on its place.
            let middle = standing.at_in_world + Vec3::Z * half * 0.7;
            if scene.selection.contains(&standing.id) {
                quad(DISC, middle, half * 1.6, [255, 255, 255, 255]);
                quad(DISC, middle, half * 1.35, [255, 60, 150, 255]);
            }
            quad(standing.kind as u32, middle, half, [255; 4]);
        }
        mesh
    }

    /// Of what is near, or selected: from far they would hide the rest.
    fn poles_and_circles(
        &self,
        scene: &ZoneScene<'_>,
        relief: &Relief,
        from: &Vantage,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        let width = from.pixels_per_point;
        let is_selected = |standing: &Standing| scene.selection.contains(&standing.id);
        let is_told = |standing: &&Standing| standing.distance < NEAR_M || is_selected(standing);
        for Standing { kind, at_in_world, .. } in self.standing.iter().filter(is_told) {
            let Some(ground) = relief.ground_m(*at_in_world) else { continue };
            if (at_in_world.z - ground).abs() > POLE_FROM_M {
                let [r, g, b] = colour_of(*kind);
                let foot = at_in_world.with_z(ground);
                lines.push(Line::new(foot, *at_in_world, [r, g, b, 190], 1.5 * width));
            }
        }
        if !scene.layers.ranges.is_yes() {
            return lines;
        }
        // The nearest come last.
        let told = self.standing.iter().rev().filter(is_told);
        for (standing, reach_m) in
            told.filter_map(|it| Some((it, it.reach_m(scene)?))).take(MOST_CIRCLES)
        {
            let [r, g, b] = colour_of(standing.kind);
            let (alpha, points) = if is_selected(standing) { (255, 2.5) } else { (130, 1.2) };
            let circle: Vec<Vec3> = standing.circle(relief, reach_m).collect();
            let pieces = circle.iter().zip(circle.iter().skip(1));
            lines.extend(
                pieces.map(|(from, to)| Line::new(*from, *to, [r, g, b, alpha], points * width)),
            );
        }
        lines
    }

    /// The mark of what the pointer is over, and how far it reaches.
    pub(super) fn hovered(&self, scene: &ZoneScene<'_>, relief: &Relief) -> Option<Hovered> {
        let id = scene.hover?;
        let standing = self.standing.iter().find(|standing| standing.id == id)?;
        let reach_m = standing.reach_m(scene).filter(|_| scene.layers.ranges.is_yes());
        let reach_in_world = reach_m.map(|reach_m| standing.circle(relief, reach_m).collect());
        let reach_in_world = reach_in_world.unwrap_or_default();
        Some(Hovered { kind: standing.kind, mark: standing.mark, reach_in_world })
    }

    /// The marker at a point of the view that is nearest to the eye, and nearer than the ground.
    pub(super) fn at(
        &self,
        scene: &ZoneScene<'_>,
        point: Vec2,
        reach_in_world: f32,
    ) -> Option<ThingId> {
        // The nearest come last.
        let mut nearest_first = self.standing.iter().rev();
        let found = nearest_first.find(|standing| {
            standing.mark.middle.distance(point) <= standing.mark.radius + 3.0
                && is_before(standing.distance, reach_in_world)
                && scene.layers.picks(standing.kind)
        });
        found.map(|standing| standing.id)
    }
}

/// The things whose symbols have, or would have, their middles in a part of the view and not behind
/// a hill. One that stands for others does not stand for them here.
pub(super) fn within(
    scene: &ZoneScene<'_>,
    from: &Vantage,
    ground: &Ground,
    is_in: impl Fn(Vec2) -> bool,
) -> Vec<ThingId> {
    let (lens, eye) = (from.orbit.lens(from.size), from.orbit.eye_in_world());
    let is_seen = |spot: &&Spot| {
        let Some(standing) = Standing::of(spot, &lens, eye) else { return false };
        let middle = standing.mark.middle;
        scene.layers.picks(spot.kind)
            && is_in(middle)
            && is_before(standing.distance, from.reach_in_world(ground, middle))
    };
    ground.crowd.spots.iter().filter(is_seen).map(|spot| spot.id).collect()
}

/// Whether something at a distance is nearer than the ground there. Where it stands, that is as far
/// away as it is.
pub(super) fn is_before(distance: f32, reach_in_world: f32) -> bool {
    distance <= reach_in_world * 1.02 + 2.0
}

impl Standing {
    /// `None` behind the eye.
    fn of(spot: &Spot, lens: &Lens, eye_in_world: Vec3) -> Option<Standing> {
        let Spot { id, kind, at_in_world, .. } = *spot;
        let distance = at_in_world.distance(eye_in_world);
        let radius = side_points(kind, distance) / 2.0;
        let middle = lens.view_from_world(at_in_world)? - vec2(0.0, radius);
        Some(Standing { id, kind, at_in_world, distance, mark: Mark { middle, radius } })
    }

    fn reach_m(&self, scene: &ZoneScene<'_>) -> Option<f32> {
        let reach_m = reach_cm(scene.zone.thing(self.id)?)? / 100.0;
        (0.5..2000.0).contains(&reach_m).then_some(reach_m as f32)
    }

    /// A circle that follows the ground, closed.
    fn circle(&self, relief: &Relief, radius_m: f32) -> impl Iterator<Item = Vec3> {
        let n_steps = (radius_m * 1.5).clamp(24.0, 96.0) as u32;
        (0..=n_steps).map(move |n| {
            let (sine, cosine) = (n as f32 / n_steps as f32 * std::f32::consts::TAU).sin_cos();
            let at = self.at_in_world + Vec3::new(cosine, sine, 0.0) * radius_m;
            at.with_z(relief.ground_m(at).unwrap_or(self.at_in_world.z) + LIFT_M)
        })
    }
}

/// How large the symbol of a thing is.
fn side_points(kind: Kind, distance: f32) -> f32 {
    match distance {
        near if near < 120.0 => SymbolSize::Large.points(),
        middle if middle < NEAR_M => SymbolSize::Medium.points(),
        _ if is_played_with(kind) => SymbolSize::Small.points(),
        _ => SCENERY_POINTS,
    }
}

/// Everything with a marker that is in the view, the farthest first, so that what is nearer lies
/// over it.
fn standing(scene: &ZoneScene<'_>, ground: &Ground, from: &Vantage) -> Vec<Standing> {
    let (lens, eye) = (from.orbit.lens(from.size), from.orbit.eye_in_world());
    let m_per_point_at_1 = from.m_per_point_at_1();
    // A symbol would hide it.
    let models = ground.models.as_ref().filter(|_| !scene.layers.symbols.is_yes());
    let has_model = |id: ThingId| models.is_some_and(|models| models.has(id));
    let is_each_told = scene.selection.len() <= MOST_MEANT;
    let is_marked = |spot: &Spot, distance: f32, times: f32| {
        let apart = times
            * match is_played_with(spot.kind) {
                true => APART_POINTS,
                false => SCENERY_APART_POINTS,
            };
        distance < NEAR_M
            || !scene.layers.clusters.is_yes()
            || spot.stands_for(apart * m_per_point_at_1 * distance)
            || (is_each_told && scene.selection.contains(&spot.id))
    };
    let marked = |spot: &Spot, times: f32| {
        let distance = spot.at_in_world.distance(eye);
        if has_model(spot.id) || !scene.layers.shows(spot.kind) || !is_marked(spot, distance, times)
        {
            return None;
        }
        let standing = Standing::of(spot, &lens, eye)?;
        // The disc of what is selected reaches farther, and symbols have an edge.
        lens.shows(standing.mark.middle, standing.mark.radius * 3.0).then_some(standing)
    };
    let all = |times: f32| {
        ground.crowd.spots.iter().filter_map(move |spot| marked(spot, times)).collect()
    };
    // Where they are too many still, they are thinned out everywhere, and not cut off behind.
    let mut standing: Vec<Standing> = all(1.0);
    for times in THINNED {
        if standing.len() > MOST && scene.layers.clusters.is_yes() {
            standing = all(times);
        }
    }
    standing.sort_by(|a, b| b.distance.total_cmp(&a.distance).then(a.id.cmp(&b.id)));
    let n_too_many = standing.len().saturating_sub(MOST);
    standing.drain(..n_too_many);
    standing
}

/// All symbols beside each other, and a disc.
fn atlas() -> Texels {
    let (width, height) = (CELL * N_COLUMNS, CELL);
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let middle = CELL as f32 / 2.0;
        let at = [(x % CELL) as f32 + 0.5 - middle, middle - y as f32 - 0.5];
        pixels.push(match Kind::ALL.get((x / CELL) as usize) {
            Some(kind) => {
                let [r, g, b, a] = symbol_pixel(*kind, at, RADIUS, EDGE).to_srgba_unmultiplied();
                // What is seen through has the colour of the edge, for the texels between.
                if a == 0 { [16, 16, 20, 0] } else { [r, g, b, a] }
            }
            None => {
                let away = at[0].hypot(at[1]) - RADIUS;
                [255, 255, 255, ((0.5 - away).clamp(0.0, 1.0) * 255.0) as u8]
            }
        });
    }
    Texels { width, height, pixels }
}
