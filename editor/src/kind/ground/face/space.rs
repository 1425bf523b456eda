//! A ground in 3D, with the models of the scene beside it, as the client draws both.

use eframe::egui::Ui;
use glam::Vec3;
use landwright_core::space::ragnarok::{Corner, CubePos};
use landwright_core::stage::ragnarok::map::Origin;

use crate::canvas::three_d::stage::{Play, Stroke};
use crate::kind::face::Seen;
use crate::kind::ground::document::GroundDocument;
use crate::kind::ground::message::ToGround;
use crate::panel::empty;
use crate::renderer::cast::CastId;

const SELECTED: [u8; 4] = [255, 60, 150, 255];
/// A tile is a metre wide here, and a cube two.
const M_PER_CUBE: f32 = 2.0;

pub(super) fn show(ui: &mut Ui, document: &GroundDocument, seen: &mut Seen<'_>) {
    let staged = match &document.staged {
        Some(Ok(staged)) => staged,
        Some(Err(why)) => return empty(ui, &format!("No 3D view: {why}")),
        None => return empty(ui, "The 3D view is being made"),
    };
    let outline = document.cube.map(|at| outline(document, at)).unwrap_or_default();
    let name = format!("3D view of {}", document.title);
    let play = Play {
        name: &name,
        set: &staged.set,
        bounds: staged.bounds,
        id: CastId { document: seen.view.document.0, number: document.n_casts },
        behind: &[],
        before: &outline,
        show: outline.first().map(|stroke| stroke.ends_m[0]),
        n_shows: document.n_shows,
    };
    let clicked = seen.space.show_play(ui, seen.view, seen.model, &play, seen.send);
    if let Some(clicked) = clicked {
        let [middle_x, middle_y] = origin(document).middle;
        let place = [
            f64::from(clicked.at_m.x / M_PER_CUBE + middle_x),
            f64::from(clicked.at_m.y / M_PER_CUBE + middle_y),
        ];
        seen.send(ToGround::Select(document.cube_at(place)));
    }
}

fn origin(document: &GroundDocument) -> Origin {
    let ground = document.ground();
    Origin { middle: [ground.width(), ground.height()].map(|side| side as f32 / 2.0) }
}

/// The edges of the top of a cube.
fn outline(document: &GroundDocument, at: CubePos) -> Vec<Stroke> {
    let Some(cube) = document.ground().cube(at) else { return Vec::new() };
    let origin = origin(document);
    let place = |corner: Corner| {
        let (east, north) = corner.offset_in_tiles();
        let altitude = corner.of(cube.altitude).get();
        origin.scene_from_cubes((at.x + east) as f32, (at.y + north) as f32, altitude)
    };
    let [sw, se, nw, ne]: [Vec3; 4] = Corner::ALL.map(place);
    let edges = [[sw, se], [se, ne], [ne, nw], [nw, sw]];
    let edges = edges.into_iter().filter(|ends| ends.iter().all(|end| end.is_finite()));
    edges.map(|ends_m| Stroke { ends_m, colour: SELECTED }).collect()
}
