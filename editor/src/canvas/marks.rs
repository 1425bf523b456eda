//! Small marks at problems, the worst above the others.

use std::collections::BTreeSet;

use eframe::egui;
use egui::{Color32, Painter, Pos2, Shape, Stroke, Visuals};
use landwright_core::problem::{Problem, Severity};

/// What both sides of a merge changed: nothing on a map has a colour like it.
pub(crate) const IN_CONFLICT: Color32 = Color32::from_rgb(255, 64, 160);

/// Marks that would lie this near to each other are one, in points.
const APART: f32 = 7.0;

pub(crate) fn show(
    painter: &Painter,
    problems: &[Problem],
    is_listed: &dyn Fn(&Problem) -> bool,
    visuals: &Visuals,
    place: impl Fn(&Problem) -> Option<Pos2>,
) {
    let visible = painter.clip_rect().expand(APART);
    let mut taken = BTreeSet::new();
    let mut marks = Vec::new();
    // The list begins with the worst.
    for problem in problems {
        let Some(at) = place(problem).filter(|at| visible.contains(*at)) else { continue };
        let place = ((at.x / APART).floor() as i32, (at.y / APART).floor() as i32);
        if !taken.contains(&place) && is_listed(problem) {
            taken.insert(place);
            marks.push((at, colour(problem.severity, visuals)));
        }
    }
    painter.extend(marks.into_iter().rev().map(|(at, fill)| {
        let edge = Stroke::new(1.0, Color32::from_black_alpha(200));
        Shape::Circle(egui::epaint::CircleShape { center: at, radius: 3.5, fill, stroke: edge })
    }));
}

fn colour(severity: Severity, visuals: &Visuals) -> Color32 {
    match severity {
        Severity::Error => visuals.error_fg_color,
        Severity::Warning => visuals.warn_fg_color,
        Severity::Information => Color32::from_rgb(120, 180, 255),
        Severity::Hint => Color32::from_gray(190),
    }
}
