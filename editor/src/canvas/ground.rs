//! The ground of a view, painted just where nothing else covers it: without a graphics card, every
//! layer over all of a view costs as much as the map itself.

use eframe::egui;
use egui::{Color32, Painter, Rect, Ui, pos2};

use super::plain::{self, Fill, Quad};
use crate::look::colours;

/// What a tab has around a view that paints all of its ground itself.
pub(crate) fn margin(ui: &Ui) {
    of_tab(ui, ui.max_rect());
}

/// All of a tab.
pub(crate) fn whole(ui: &Ui) {
    of_tab(ui, Rect::NOTHING);
}

fn of_tab(ui: &Ui, covered: Rect) {
    let painter = ui.painter();
    around(painter, painter.clip_rect(), covered, colours(ui).surface);
}

/// Fills a rectangle, but for a part of it that is covered by something opaque.
pub(crate) fn around(painter: &Painter, all: Rect, covered: Rect, colour: Color32) {
    // These have no soft edges, so that they meet what covers the rest without a seam.
    let quad = |rect| Quad { rect, fill: Fill::Colour(colour) };
    plain::paint(painter, &strips(all, covered).into_iter().map(quad).collect::<Vec<_>>());
}

/// Above, below, and on both sides.
fn strips(all: Rect, covered: Rect) -> Vec<Rect> {
    let covered = covered.intersect(all);
    if !covered.is_positive() {
        return vec![all];
    }
    let strip = |left, top, right, bottom| Rect::from_min_max(pos2(left, top), pos2(right, bottom));
    let strips = [
        strip(all.left(), all.top(), all.right(), covered.top()),
        strip(all.left(), covered.bottom(), all.right(), all.bottom()),
        strip(all.left(), covered.top(), covered.left(), covered.bottom()),
        strip(covered.right(), covered.top(), all.right(), covered.bottom()),
    ];
    strips.into_iter().filter(|strip| strip.is_positive()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_filled_once_and_without_gaps() {
        let rect = |x, y, width, height| Rect::from_min_size(pos2(x, y), egui::vec2(width, height));
        let all = rect(10.0, 10.0, 100.0, 80.0);
        for covered in [
            rect(30.0, 20.0, 40.0, 40.0),
            rect(0.0, 0.0, 50.0, 50.0),
            rect(0.0, 0.0, 500.0, 500.0),
            rect(40.0, 0.0, 20.0, 500.0),
            rect(300.0, 0.0, 20.0, 500.0),
        ] {
            let strips = strips(all, covered);
            let area: f32 = strips.iter().map(Rect::area).sum();
            let inside = covered.intersect(all);
            let covered_area = if inside.is_positive() { inside.area() } else { 0.0 };
            assert_eq!(area + covered_area, all.area(), "{covered:?}");
            for (n, strip) in strips.iter().enumerate() {
                let others = strips.iter().skip(n + 1).chain([&inside]);
                assert!(others.into_iter().all(|other| !strip.intersect(*other).is_positive()));
            }
        }
    }
}
