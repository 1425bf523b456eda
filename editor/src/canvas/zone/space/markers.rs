//! Markers of things in space: symbols that face the eye and are as large near as far, the poles
//! that they stand on, and circles on the ground.

use glam::{Vec2, Vec3, vec2};
use landwright_core::world::Revision;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::super::atlas::symbol_pixel;
use super::super::scene::ZoneScene;
use super::super::things::reach_cm;
use super::Vantage;
use crate::canvas::three_d::scene::{Line, Mesh, PartId, Scene, Texels, Upload, Vertex};
use crate::model::document::DocumentId;
use crate::view::ground::pick;
use crate::view::zone::ZoneLayers;
use crate::view::zone::relief::Relief;
use crate::view::zone::symbol::{SymbolSize, colour_of, is_played_with};

/// What is only there is not marked beyond, in metres.
const SCENERY_REACH_M: f32 = 400.0;
/// The nearest of them.
const MOST: usize = 8_000;
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
    hover: Option<ThingId>,
    selection: std::collections::BTreeSet<ThingId>,
}

/// A thing with a marker.
#[derive(Debug, Clone, Copy)]
struct Standing {
    id: ThingId,
    kind: Kind,
    at_in_world: Vec3,
    distance: f32,
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
        relief: &Relief,
        from: &Vantage,
    ) {
        self.is_used = true;
        let of = Of {
            document: scene.document,
            revision: scene.revision,
            from: *from,
            layers: *scene.layers,
            hover: scene.hover,
            selection: scene.selection.clone(),
        };
        if self.of.as_ref() == Some(&of) {
            return;
        }
        self.standing = standing(scene, relief, from);
        let mesh = self.mesh(scene, from);
        self.lines = self.poles_and_circles(scene, relief, from);
        on_card.put(self.part, Upload { mesh: Some(mesh), texels: None });
        self.of = Some(of);
    }

    fn mesh(&self, scene: &ZoneScene<'_>, from: &Vantage) -> Mesh {
        let [right, up, _] = from.orbit.axes();
        let mut mesh = Mesh::default();
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
            let m_per_point = from.m_per_point(standing.distance);
            let half = size_of(standing).points() / 2.0 * m_per_point;
            // The picture of a symbol has room around it.
            let half = half * CELL as f32 / 2.0 / RADIUS;
            // It stands on its place.
            let middle = standing.at_in_world + Vec3::Z * half * 0.7;
            if scene.selection.contains(&standing.id) {
                quad(DISC, middle, half * 1.6, [255, 255, 255, 255]);
                quad(DISC, middle, half * 1.35, [255, 60, 150, 255]);
            } else if scene.hover == Some(standing.id) {
                quad(DISC, middle, half * 1.45, [255, 240, 150, 235]);
            }
            quad(standing.kind as u32, middle, half, [255; 4]);
        }
        mesh
    }

    fn poles_and_circles(
        &self,
        scene: &ZoneScene<'_>,
        relief: &Relief,
        from: &Vantage,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        let width = from.pixels_per_point;
        for Standing { kind, at_in_world, .. } in &self.standing {
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
        let reaching = self.standing.iter().rev().filter_map(|standing| {
            let reach_m = reach_cm(scene.zone.thing(standing.id)?)? / 100.0;
            (0.5..2000.0).contains(&reach_m).then_some((standing, reach_m as f32))
        });
        for (standing, reach_m) in reaching.take(MOST_CIRCLES) {
            let is_meant =
                scene.selection.contains(&standing.id) || scene.hover == Some(standing.id);
            let [r, g, b] = colour_of(standing.kind);
            let (alpha, points) = if is_meant { (255, 2.5) } else { (130, 1.2) };
            circle(&mut lines, relief, standing.at_in_world, reach_m, |ends| {
                Line::new(ends[0], ends[1], [r, g, b, alpha], points * width)
            });
        }
        lines
    }

    /// The marker at a point of the view that is nearest to the eye, and nearer than the ground.
    pub(super) fn at(
        &self,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        point: Vec2,
        reach_in_world: f32,
    ) -> Option<ThingId> {
        // The nearest come last.
        let mut nearest_first = self.standing.iter().rev();
        let found = nearest_first.find(|standing| {
            let Some((middle, radius)) = standing.in_view(from) else { return false };
            standing.is_before(reach_in_world)
                && middle.distance(point) <= radius + 3.0
                && scene.layers.picks(standing.kind)
        });
        found.map(|standing| standing.id)
    }

    /// The things whose markers have their middles in a part of the view and not behind a hill.
    pub(super) fn within(
        &self,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        relief: &Relief,
        is_in: impl Fn(Vec2) -> bool,
    ) -> Vec<ThingId> {
        let is_seen = |standing: &&Standing| {
            let middle = standing.in_view(from).map(|(middle, _)| middle);
            scene.layers.picks(standing.kind)
                && middle.is_some_and(|middle| {
                    is_in(middle) && standing.is_before(from.reach_in_world(relief, middle))
                })
        };
        self.standing.iter().filter(is_seen).map(|standing| standing.id).collect()
    }
}

impl Standing {
    /// The middle of its symbol in a view, and how far that reaches, in points.
    fn in_view(&self, from: &Vantage) -> Option<(Vec2, f32)> {
        let radius = size_of(self).points() / 2.0;
        let at = from.orbit.view_from_world(self.at_in_world, from.size)?;
        Some((at - vec2(0.0, radius), radius))
    }

    /// Whether it is nearer than the ground. Where it stands, that is as far away as it is.
    fn is_before(&self, reach_in_world: f32) -> bool {
        self.distance <= reach_in_world * 1.02 + 2.0
    }
}

impl Vantage {
    /// How many metres a point of the screen is at a distance.
    fn m_per_point(&self, distance: f32) -> f32 {
        1.0 / self.orbit.points_per_world_unit(distance, self.size)
    }

    /// How far the ground is away at a point of the view.
    pub(super) fn reach_in_world(&self, relief: &Relief, point: Vec2) -> f32 {
        let hit = pick(relief, &self.orbit.ray(point, self.size));
        hit.map_or(f32::INFINITY, |hit| hit.distance_in_world as f32)
    }
}

fn size_of(standing: &Standing) -> SymbolSize {
    match standing.distance {
        near if near < 120.0 => SymbolSize::Large,
        middle if middle < 500.0 => SymbolSize::Medium,
        _ => SymbolSize::Small,
    }
}

/// Everything with a marker, the farthest first, so that what is nearer lies over it.
fn standing(scene: &ZoneScene<'_>, relief: &Relief, from: &Vantage) -> Vec<Standing> {
    let eye = from.orbit.eye_in_world();
    let marked = |(id, thing): (ThingId, &Thing)| {
        let kind = thing.kind();
        if !scene.layers.shows(kind) || kind == Kind::Water {
            return None;
        }
        let at_in_world = relief.space_from_file(thing.pos_in_file_cm());
        if !at_in_world.is_finite() {
            return None;
        }
        let distance = at_in_world.distance(eye);
        let is_meant = scene.selection.contains(&id) || scene.hover == Some(id);
        let is_near = distance < SCENERY_REACH_M || scene.layers.clusters == crate::view::Shown::No;
        let is_marked = is_meant || is_near || is_played_with(kind);
        is_marked.then_some(Standing { id, kind, at_in_world, distance })
    };
    let mut standing: Vec<Standing> = scene.zone.things().filter_map(marked).collect();
    standing.sort_by(|a, b| b.distance.total_cmp(&a.distance).then(a.id.cmp(&b.id)));
    let n_too_many = standing.len().saturating_sub(MOST);
    standing.drain(..n_too_many);
    standing
}

/// A circle that follows the ground.
fn circle(
    lines: &mut Vec<Line>,
    relief: &Relief,
    middle: Vec3,
    radius_m: f32,
    line: impl Fn([Vec3; 2]) -> Line,
) {
    let n_steps = (radius_m * 1.5).clamp(24.0, 96.0) as u32;
    let place = |n: u32| {
        let (sine, cosine) = (n as f32 / n_steps as f32 * std::f32::consts::TAU).sin_cos();
        let at = middle + Vec3::new(cosine, sine, 0.0) * radius_m;
        at.with_z(relief.ground_m(at).unwrap_or(middle.z) + LIFT_M)
    };
    lines.extend((0..n_steps).map(|n| line([place(n), place(n + 1)])));
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
