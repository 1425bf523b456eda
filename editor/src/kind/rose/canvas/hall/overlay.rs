//! What lies over a zone in space: the brush, figures, what a click would put there, and names.

use std::collections::BTreeSet;

use eframe::egui;
use egui::{Color32, FontId, Painter, Pos2, Rect, Shape, Stroke};
use glam::Vec3;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::thing::ThingId;

use crate::canvas::three_d::space::Theatre;
use crate::kind::rose::canvas::labels;
use crate::kind::rose::canvas::overlay::{AROUND, HOVERED, LINE};
use crate::kind::rose::canvas::scene::{Ghost, Outline, ZoneScene};
use crate::kind::rose::canvas::space::Hovered;
use crate::kind::rose::view::relief::Relief;
use crate::kind::rose::view::symbol::colour_of;

/// So far above the ground, lines are not half in it.
const LIFT_M: f32 = 0.15;
/// A brush is drawn with so many pieces, and each side of a figure: they lie on the ground.
const N_PIECES: u32 = 64;
const GHOST_POINTS: f32 = 8.0;
/// More names would hide what they are about.
const MOST_NAMED: usize = 12;
/// From where a thing stands to its name, beside its marker.
const NAME_OFF_POINTS: egui::Vec2 = egui::vec2(16.0, -8.0);

pub(super) fn show(painter: &Painter, theatre: &Theatre, scene: &ZoneScene<'_>, relief: &Relief) {
    let on_ground = |at: [f64; 2]| theatre.screen_from_world(on_ground(relief, at)?);
    let colour = match scene.outline {
        Outline::Brush { .. } => HOVERED,
        Outline::None | Outline::Box(..) | Outline::Lasso(_) => LINE.color,
    };
    for run in runs(way(&scene.outline).into_iter().map(on_ground)) {
        painter.add(Shape::line(run.clone(), AROUND));
        painter.add(Shape::line(run, Stroke::new(LINE.width, colour)));
    }
    if let Some(Ghost { kind, at_file_cm }) = scene.ghost
        && let Some(at) = on_ground(at_file_cm)
    {
        let [r, g, b] = colour_of(kind);
        painter.circle(at, GHOST_POINTS, Color32::from_rgba_unmultiplied(r, g, b, 170), LINE);
    }
    if scene.layers.names.is_yes() {
        names(painter, theatre, scene, relief);
    }
}

/// A ring around the symbol that the pointer is over, and how far that reaches. They lie over the
/// picture, which need not be drawn again for them.
pub(super) fn hovered(painter: &Painter, theatre: &Theatre, hovered: &Hovered) {
    let Hovered { kind, mark, reach_in_world } = hovered;
    let [r, g, b] = colour_of(*kind);
    let reach = reach_in_world.iter().map(|at| theatre.screen_from_world(*at));
    for run in runs(reach) {
        painter.add(Shape::line(run, Stroke::new(2.5, Color32::from_rgb(r, g, b))));
    }
    let at = theatre.rect.min + egui::vec2(mark.middle.x, mark.middle.y);
    painter.circle_stroke(at, mark.radius + 4.0, AROUND);
    painter.circle_stroke(at, mark.radius + 4.0, Stroke::new(1.8, HOVERED));
}

/// Around the model that the pointer is over.
pub(super) fn hovered_box(painter: &Painter, theatre: &Theatre, edges: &[[Vec3; 2]]) {
    let seen = |at: &Vec3| theatre.screen_from_world(*at);
    let ends = edges.iter().filter_map(|[from, to]| Some([seen(from)?, seen(to)?]));
    for ends in ends.collect::<Vec<_>>() {
        painter.line_segment(ends, AROUND);
        painter.line_segment(ends, Stroke::new(1.4, HOVERED));
    }
}

/// The names of what the pointer is over and of what is selected, where that is not much.
fn names(painter: &Painter, theatre: &Theatre, scene: &ZoneScene<'_>, relief: &Relief) {
    let selected = scene.selection.iter().filter(|_| scene.selection.len() <= MOST_NAMED);
    let named: BTreeSet<ThingId> = scene.hover.into_iter().chain(selected.copied()).collect();
    for thing in named.into_iter().filter_map(|id| scene.zone.thing(id)) {
        let place = relief.space_from_file(thing.pos_in_file_cm());
        let Some(at) = theatre.screen_from_world(place) else { continue };
        let name = labels::written(scene.zone, scene.names, thing);
        let font = FontId::proportional(11.5);
        let galley = painter.layout_no_wrap(name, font, Color32::WHITE);
        let low = at + NAME_OFF_POINTS - egui::vec2(0.0, galley.size().y / 2.0);
        let plate = Rect::from_min_size(low, galley.size()).expand2(egui::vec2(3.0, 0.5));
        painter.rect_filled(plate, 2.0, labels::PLATE);
        painter.galley(low, galley, Color32::WHITE);
    }
}

/// On the ground below a place, where there is some.
fn on_ground(relief: &Relief, [x, y]: [f64; 2]) -> Option<Vec3> {
    let at = relief.space_from_file(PosInFileCm { x, y, z: 0.0 });
    let height = relief.ground_m(at)?;
    Some(Vec3 { z: height + LIFT_M, ..at })
}

/// The line of an outline, closed and in small pieces, in cm of the files.
fn way(outline: &Outline<'_>) -> Vec<[f64; 2]> {
    match outline {
        Outline::None => Vec::new(),
        Outline::Box([ax, ay], [bx, by]) => {
            closed(&[[*ax, *ay], [*bx, *ay], [*bx, *by], [*ax, *by]])
        }
        Outline::Lasso(corners) => closed(corners),
        Outline::Brush { at_file_cm: [x, y], radius_cm } => {
            let point = |n: u32| {
                let turn = f64::from(n) / f64::from(N_PIECES) * std::f64::consts::TAU;
                [x + turn.cos() * radius_cm, y + turn.sin() * radius_cm]
            };
            (0..=N_PIECES).map(point).collect()
        }
    }
}

fn closed(corners: &[[f64; 2]]) -> Vec<[f64; 2]> {
    // Many corners are near to each other as they are.
    let n_pieces = N_PIECES.div_ceil(corners.len().max(1) as u32).max(1);
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let pieces = sides.flat_map(|(from, to)| {
        (0..n_pieces).map(move |n| {
            let part = f64::from(n) / f64::from(n_pieces);
            [0, 1].map(|axis: usize| {
                let [from, to] = [from, to].map(|at| at.get(axis).copied().unwrap_or_default());
                from + (to - from) * part
            })
        })
    });
    pieces.chain(corners.first().copied()).collect()
}

/// The parts of a line that are seen, without those behind the eye or beside the ground.
fn runs(way: impl Iterator<Item = Option<Pos2>>) -> Vec<Vec<Pos2>> {
    let points: Vec<Option<Pos2>> = way.collect();
    let runs = points.split(Option::is_none).map(|run| run.iter().flatten().copied().collect());
    runs.filter(|run: &Vec<Pos2>| run.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::rose::canvas::scene::tests::Stand;

    #[test]
    fn a_brush_is_a_circle_and_a_box_is_closed() {
        let brush = Outline::Brush { at_file_cm: [100.0, 50.0], radius_cm: 30.0 };
        let points = way(&brush);
        let off = |[x, y]: &[f64; 2]| ((x - 100.0).hypot(y - 50.0) - 30.0).abs();
        assert!(points.iter().all(|point| off(point) < 1e-9));
        let boxed = way(&Outline::Box([0.0, 0.0], [64.0, 32.0]));
        assert_eq!(boxed.first(), boxed.last());
        for corner in [[0.0, 0.0], [64.0, 0.0], [64.0, 32.0], [0.0, 32.0]] {
            assert!(boxed.contains(&corner), "{corner:?}");
        }
        assert!(boxed.len() > N_PIECES as usize, "the sides lie on the ground between corners");
        assert!(way(&Outline::Lasso(&[])).is_empty());
    }

    #[test]
    fn lines_lie_on_the_ground_and_end_where_there_is_none() {
        let mut stand = Stand::new(1, 1, 20);
        let block = stand.zone.blocks().next().unwrap();
        let PosInFileCm { x, y, .. } = stand.zone.grid().middle_of_block(block);
        let before = on_ground(&Relief::of(&stand.zone), [x, y]).unwrap();
        stand.act(r#"{"action":"shape-heights","region":"everything","how":{"raise":500}}"#);
        let relief = Relief::of(&stand.zone);
        let raised = on_ground(&relief, [x, y]).unwrap();
        assert!((raised.z - before.z - 5.0).abs() < 1e-3, "{before} {raised}");
        assert_eq!(on_ground(&relief, [x + 1e7, y]), None);
        let seen = [Some(0.0), Some(1.0), None, Some(2.0), None, Some(3.0), Some(4.0), Some(5.0)];
        let runs = runs(seen.into_iter().map(|x| x.map(|x| Pos2::new(x, 0.0))));
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [2, 3]);
    }
}
