//! A mesh in 3D: its edges in the zone as the client draws it, or its polygons alone.

use std::sync::Arc;

use eframe::egui::Ui;
use glam::Vec3;
use landwright_core::nav::eq::mesh::shape::edges;
use landwright_core::nav::eq::mesh::{Mesh, Point};
use landwright_core::scene::Scene;
use landwright_core::scene::material::Material;
use landwright_core::scene::mesh::{Bounds, Mesh as Triangles, Vertex};
use landwright_core::scene::model::{Instance, Model, Part};
use landwright_core::scene::set::Set;
use landwright_core::space::eq::height_second;
use landwright_core::stage::everquest::{scene_from_server, server_from_scene};
use landwright_core::world::eq::mesh::picture::{View, colour_of_area, colour_of_island};

use crate::canvas::three_d::stage::{Play, Stroke};
use crate::kind::face::Seen;
use crate::kind::navigation::document::NavDocument;
use crate::kind::navigation::message::{ToMesh, Way};
use crate::renderer::cast::CastId;

const SELECTED: [u8; 4] = [255, 60, 150, 255];
const MARK: [u8; 4] = [255, 236, 120, 255];
const ROUTE: [u8; 4] = [80, 230, 255, 255];
const GAP: [u8; 4] = [255, 80, 70, 255];
const BOTH_WAYS: [u8; 4] = [250, 226, 90, 255];
const ONE_WAY: [u8; 4] = [255, 140, 50, 255];
/// Edges are drawn so far above what they lie on, so that it does not hide them.
const ABOVE_M: f32 = 0.12;
const ARM_M: f32 = 1.5;
/// Beyond so many edges no more are drawn.
const MOST_EDGES: usize = 60_000;

/// What a view in space keeps.
#[derive(Default)]
struct State {
    of: Option<u64>,
    behind: Vec<Stroke>,
    before: Vec<Stroke>,
    /// The mesh itself, where no zone is beside it, and of which state.
    alone: Option<(u64, Arc<Set>, Bounds)>,
}

pub(super) fn show(ui: &mut Ui, document: &NavDocument, seen: &mut Seen<'_>) {
    let mut state: Box<State> = seen.kept.take(seen.view);
    if state.of.replace(document.n_looks) != Some(document.n_looks) {
        (state.behind, state.before) = strokes(document);
    }
    let drawn = document.zone.as_ref().filter(|_| document.shows_ground);
    let drawn = drawn.and_then(|zone| zone.drawn.as_ref());
    let (set, bounds, number) = match drawn {
        Some(drawn) => (Arc::clone(&drawn.set), drawn.bounds, document.n_casts),
        None => {
            let of = document.n_looks;
            if state.alone.as_ref().is_none_or(|(own, ..)| *own != of) {
                let scene = scene(document);
                let bounds = landwright_core::scene::prepared::scene_bounds(&scene);
                state.alone = Some((of, Arc::new(Set::new(scene)), bounds));
            }
            let Some((of, set, bounds)) = &state.alone else { return };
            // Those of zones count from below.
            (Arc::clone(set), *bounds, u64::MAX - of)
        }
    };
    let name = format!("3D view of {}", document.title);
    let play = Play {
        name: &name,
        set: &set,
        bounds,
        id: CastId { document: seen.view.document.0, number },
        behind: &state.behind,
        before: &state.before,
        show: document.middle_of_selection().or(document.place).map(scene_from_server),
        n_shows: document.n_shows,
    };
    if let Some(clicked) = seen.space.show_play(ui, seen.view, seen.model, &play, seen.send) {
        let at = server_from_scene(clicked.at_m);
        let way = match (clicked.held.command, clicked.held.shift) {
            (true, _) => Way::Toggle,
            (_, true) => Way::Add,
            _ => Way::Replace,
        };
        seen.send(ToMesh::Click { at, polygon: near(&document.mesh, at), way });
    }
    seen.kept.put(seen.view, state);
}

/// The polygon on which a place in the server's axes is, whoever walks there.
fn near(mesh: &Mesh, at: Point) -> Option<usize> {
    const REACH: Point = [2.0, 8.0, 2.0];
    mesh.nearest(height_second(at), REACH, |_| true).map(|near| near.polygon)
}

fn in_scene(at: Point) -> Vec3 {
    scene_from_server(height_second(at)) + Vec3::Z * ABOVE_M
}

/// Edges, which the zone hides, and what nothing hides.
fn strokes(document: &NavDocument) -> (Vec<Stroke>, Vec<Stroke>) {
    let (mut behind, mut before) = (Vec::new(), Vec::new());
    for own in &document.order {
        let Some(polygon) = document.mesh.polygons.get(*own) else { continue };
        if !document.is_seen(polygon) {
            continue;
        }
        let is_selected = document.selection.contains(own);
        let [r, g, b] = colour(document, *own).0;
        let colour = if is_selected { SELECTED } else { [r, g, b, 255] };
        let list = if is_selected { &mut before } else { &mut behind };
        if list.len() < MOST_EDGES {
            list.extend(
                edges(&polygon.corners)
                    .map(|(a, b)| Stroke { ends_m: [in_scene(a), in_scene(b)], colour }),
            );
        }
    }
    for (own, one) in &document.connections {
        let usual = if one.leads_back { BOTH_WAYS } else { ONE_WAY };
        let colour = if document.selection.contains(own) { SELECTED } else { usual };
        arrow(&mut before, [one.from, one.to].map(scene_from_server), colour);
        if one.leads_back {
            arrow(&mut before, [one.to, one.from].map(scene_from_server), colour);
        }
    }
    if let Some(route) = &document.route {
        let corners = route.way().map(|way| way.corners.as_slice()).unwrap_or_default();
        let up = |at: &Point| scene_from_server(*at) + Vec3::Z * ABOVE_M;
        before.extend(
            corners
                .iter()
                .zip(corners.iter().skip(1))
                .map(|(a, b)| Stroke { ends_m: [up(a), up(b)], colour: ROUTE }),
        );
        if let Some(gap) = route.gap() {
            before.push(Stroke { ends_m: [up(&gap.from.at), up(&gap.to.at)], colour: GAP });
        }
        for end in route.ends {
            before.extend(cross(scene_from_server(end), ROUTE));
        }
    }
    let mark = document.begun.or(document.place).map(scene_from_server);
    before.extend(mark.into_iter().flat_map(|at| cross(at, MARK)));
    (behind, before)
}

fn colour(
    document: &NavDocument,
    own: usize,
) -> landwright_core::world::gat::picture::palette::Rgb {
    match document.colours {
        View::Areas => {
            colour_of_area(document.mesh.polygons.get(own).map_or(0, |polygon| polygon.area))
        }
        View::Islands => colour_of_island(document.islands.of_polygon(own)),
    }
}

fn arrow(strokes: &mut Vec<Stroke>, [from, to]: [Vec3; 2], colour: [u8; 4]) {
    let along = (to - from).normalize_or(Vec3::X);
    let across = along.cross(Vec3::Z).normalize_or(Vec3::Y);
    let foot = to - along * ARM_M;
    strokes.push(Stroke { ends_m: [from, to], colour });
    for side in [across, -across] {
        strokes.push(Stroke { ends_m: [to, foot + side * ARM_M * 0.5], colour });
    }
}

fn cross(at: Vec3, colour: [u8; 4]) -> [Stroke; 3] {
    [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| {
        let arm = axis * ARM_M;
        Stroke { ends_m: [at - arm, at + arm], colour }
    })
}

/// The polygons as a scene.
fn scene(document: &NavDocument) -> Scene {
    let mut triangles = Triangles::default();
    for own in &document.order {
        let Some(polygon) = document.mesh.polygons.get(*own) else { continue };
        if !document.is_seen(polygon) {
            continue;
        }
        let [r, g, b] = colour(document, *own).0;
        let first = triangles.vertices.len() as u32;
        triangles.vertices.extend(polygon.corners.iter().map(|at| Vertex {
            at_m: in_scene(*at) - Vec3::Z * ABOVE_M,
            colour: [r, g, b, 255],
            ..Vertex::default()
        }));
        for next in 2..polygon.corners.len() as u32 {
            triangles.indices.extend([first, first + next, first + next - 1]);
        }
    }
    let mut scene = Scene::default();
    let mesh = scene.add_mesh(triangles.with_normals());
    let material = scene.add_material(Material {
        is_two_sided: true,
        stays_fine: true,
        ..Material::default()
    });
    let part = Part::new(mesh, material, 0);
    let model = scene.add_model(Model::of_parts("", vec![part]));
    scene.instances.push(Instance {
        model,
        world_from_model: glam::Affine3A::IDENTITY,
        motion: None,
        ahead_s: 0.0,
        lights: Vec::new(),
        tag: 0,
        is_object: false,
    });
    scene
}
