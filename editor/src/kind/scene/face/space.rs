//! A scene in 3D: the ground and the models as the client draws them, and marks for all else.

use std::collections::BTreeSet;

use eframe::egui::Ui;
use glam::Vec3;
use landwright_core::format::ragnarok::rsw::object::Object;
use landwright_core::stage::ragnarok::map::scene_from_raw;
use landwright_core::world::rsw::object::{Kind, ObjectId};

use crate::canvas::three_d::stage::{Play, Stroke};
use crate::kind::face::Seen;
use crate::kind::scene::document::SceneDocument;
use crate::kind::scene::face::colour;
use crate::kind::scene::message::{ToScene, Way};
use crate::panel::empty;
use crate::renderer::cast::CastId;

const SELECTED: [u8; 4] = [255, 60, 150, 255];
/// The arms of a mark.
const ARM_M: f32 = 1.0;
/// An object is clicked so far from its place.
const REACH_M: f32 = 8.0;

pub(super) fn show(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    let staged = match &document.staged {
        Some(Ok(staged)) => staged,
        Some(Err(why)) => return empty(ui, &format!("No 3D view: {why}")),
        None => return empty(ui, "The models are being read"),
    };
    let (mut behind, mut before) = (Vec::new(), Vec::new());
    for (id, object) in document.scene().objects() {
        if document.selection.contains(&id) {
            before.extend(cross(object, SELECTED));
        } else if Kind::of(object) != Kind::Model && document.is_seen(object) {
            let [r, g, b, a] = colour(Kind::of(object)).to_array();
            behind.extend(cross(object, [r, g, b, a]));
        }
    }
    let name = format!("3D view of {}", document.title);
    let shown = document.middle_of_selection();
    let play = Play {
        name: &name,
        set: &staged.set,
        bounds: staged.bounds,
        id: CastId { document: seen.view.document.0, number: document.n_casts },
        behind: &behind,
        before: &before,
        show: shown.map(|at| scene_from_raw(Vec3::from_array(at.map(|it| it as f32)))),
        n_shows: document.n_shows,
    };
    let clicked = seen.space.show_play(ui, seen.view, seen.model, &play, seen.send);
    if let Some(clicked) = clicked {
        let way = match (clicked.held.command, clicked.held.shift) {
            (true, _) => Way::Toggle,
            (_, true) => Way::Add,
            _ => Way::Replace,
        };
        let objects: BTreeSet<ObjectId> = nearest(document, clicked.at_m).into_iter().collect();
        seen.send(ToScene::Select { objects, way });
    }
}

fn place_m(object: &Object) -> Vec3 {
    scene_from_raw(Vec3::from_array(object.position().map(|number| number.get())))
}

/// The object whose place is nearest to one that was clicked.
fn nearest(document: &SceneDocument, at_m: Vec3) -> Option<ObjectId> {
    let seen = document.scene().objects().filter(|(_, object)| document.is_seen(object));
    let near = seen.map(|(id, object)| (place_m(object).distance(at_m), id));
    let near = near.filter(|(away_m, _)| *away_m <= REACH_M);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

fn cross(object: &Object, colour: [u8; 4]) -> Vec<Stroke> {
    let at = place_m(object);
    if !at.is_finite() {
        return Vec::new();
    }
    let arms = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * ARM_M);
    arms.map(|arm| Stroke { ends_m: [at - arm, at + arm], colour }).to_vec()
}
