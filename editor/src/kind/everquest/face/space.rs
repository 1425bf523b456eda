//! A zone in 3D: as the client draws it, with the edges of regions.

use eframe::egui::Ui;
use glam::Vec3;
use landwright_core::scene::mesh::Bounds;
use landwright_core::scene::pick::{Ray, pick};
use landwright_core::space::eq::Kind;
use landwright_core::stage::everquest::regions::{Body, edges};
use landwright_core::stage::everquest::{scene_from_server, server_from_scene};
use landwright_core::world::Revision;
use landwright_core::world::eq::plan::colour;

use crate::canvas::three_d::stage::{Clicked, Play, Stroke};
use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::face::objects;
use crate::kind::everquest::message::{ToZone, Way};
use crate::kind::face::Seen;
use crate::renderer::cast::CastId;

const SELECTED: [u8; 4] = [255, 60, 150, 255];
const MARK: [u8; 4] = [255, 236, 120, 255];
/// So far towards the eye, the region in front of a surface is looked for.
const BEFORE_M: f32 = 0.15;
/// The arms of the mark on a place.
const ARM_M: f32 = 1.5;
/// Of regions beyond this many edges nothing is drawn, unless they are selected.
const MOST_EDGES: usize = 60_000;

/// What a view in space keeps.
#[derive(Default)]
struct State {
    of: Option<(Revision, u64)>,
    behind: Vec<Stroke>,
    before: Vec<Stroke>,
}

pub(super) fn show(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    let mut state: Box<State> = seen.kept.take(seen.view);
    let of = (document.editing.revision(), document.n_looks);
    if state.of.replace(of) != Some(of) {
        (state.behind, state.before) = strokes(document);
        state.before.extend(boxes(document));
    }
    let mark = document.found.as_ref().map(|found| found.at.map(|number| number as f32));
    let mark = mark.map(scene_from_server).into_iter().flat_map(cross);
    let before: Vec<Stroke> = state.before.iter().copied().chain(mark).collect();
    let name = format!("3D view of {}", document.title);
    let drawn = &document.drawn;
    let play = Play {
        name: &name,
        set: &drawn.set,
        bounds: drawn.bounds,
        id: CastId { document: seen.view.document.0, number: document.n_casts },
        behind: &state.behind,
        before: &before,
        show: document.middle_of_selection(),
        n_shows: document.n_shows,
    };
    let clicked = seen.space.show_play(ui, seen.view, seen.model, &play, seen.send);
    if let Some(clicked) = clicked {
        let way = match (clicked.held.command, clicked.held.shift) {
            (true, _) => Way::Toggle,
            (_, true) => Way::Add,
            _ => Way::Replace,
        };
        let object = object_at(document, &clicked);
        if let Some(object) = object {
            objects::choose(object, way, seen);
        }
        let at = server_from_scene(clicked.at_m).map(f64::from);
        let in_front = clicked.at_m - clicked.direction * BEFORE_M;
        let in_front = server_from_scene(in_front).map(f64::from);
        let region = document.volumes.tree.leaf(in_front).and_then(|leaf| leaf.region);
        if object.is_none() {
            seen.send(ToZone::Ask { at, region, way });
        }
    }
    seen.kept.put(seen.view, state);
}

/// The object that was clicked: what a ray meets that begins a little before the place.
fn object_at(document: &EqDocument, clicked: &Clicked) -> Option<u32> {
    let set = &document.drawn.set;
    let from_m = clicked.at_m - clicked.direction * BEFORE_M;
    let ray = Ray { from_m, direction: clicked.direction };
    let instance = pick(&set.scene, &set.prepared, &ray, 0.0)?.instance?;
    let instance = set.scene.instances.get(instance as usize)?;
    instance.is_object.then_some(instance.tag)
}

/// The boxes of the selected objects.
fn boxes(document: &EqDocument) -> Vec<Stroke> {
    let set = &document.drawn.set;
    let mut strokes = Vec::new();
    for (index, instance) in (0..).zip(&set.scene.instances) {
        if !instance.is_object || !document.placement.chosen.contains(&instance.tag) {
            continue;
        }
        let Bounds { low_m, high_m } = set.bounds(index);
        let corner = |bits: usize| {
            let part = |bit: usize, low: f32, high: f32| if bits & bit == 0 { low } else { high };
            Vec3::new(
                part(1, low_m.x, high_m.x),
                part(2, low_m.y, high_m.y),
                part(4, low_m.z, high_m.z),
            )
        };
        for from in 0..8_usize {
            for bit in [1, 2, 4].into_iter().filter(|bit| from & bit == 0) {
                let ends_m = [corner(from), corner(from | bit)];
                strokes.push(Stroke { ends_m, colour: SELECTED });
            }
        }
    }
    strokes
}

/// The edges of regions that are not normal, which walls hide, and of those that are selected.
fn strokes(document: &EqDocument) -> (Vec<Stroke>, Vec<Stroke>) {
    let (mut behind, mut before) = (Vec::new(), Vec::new());
    for (region, bodies) in document.bodies.iter() {
        let kind = document.kind_of(*region);
        if document.selection.contains(region) {
            bodies.iter().for_each(|body| add(&mut before, body, SELECTED));
        } else if kind != Kind::Normal
            && !document.hidden.contains(&kind)
            && behind.len() < MOST_EDGES
            && let Some(colour) = colour(kind)
        {
            let [r, g, b] = colour.0;
            bodies.iter().for_each(|body| add(&mut behind, body, [r, g, b, 150]));
        }
    }
    (behind, before)
}

fn add(strokes: &mut Vec<Stroke>, body: &Body, colour: [u8; 4]) {
    strokes.extend(edges(body).into_iter().map(|ends_m| Stroke { ends_m, colour }));
}

fn cross(at: Vec3) -> [Stroke; 3] {
    [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| {
        let arm = axis * ARM_M;
        Stroke { ends_m: [at - arm, at + arm], colour: MARK }
    })
}
