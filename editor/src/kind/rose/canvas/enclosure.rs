//! A box or a lasso that is drawn on the picture of a view in space: what is seen in it is selected,
//! whatever ground lies below.

use eframe::egui;
use egui::{Painter, Pos2, Rect};
use glam::Vec2;
use landwright_core::world::zone::selection::is_inside;
use landwright_core::world::zone::thing::ThingId;

use crate::canvas::three_d::space::Theatre;
use crate::kind::rose::canvas::overlay::{boxed, lassoed};
use crate::kind::rose::tool::ZoneTool;
use crate::kind::rose::tool::hand::SHAKE_POINTS;
use crate::kind::rose::tool::select::Combine;
use crate::view::id::ViewId;

/// One that is being drawn.
#[derive(Debug, Clone)]
pub(super) struct Enclosure {
    pub(super) view: ViewId,
    shape: Shape,
    /// On the screen, from where the button went down.
    way: Vec<Pos2>,
    pub(super) how: Combine,
    /// What a click there means.
    pub(super) clicked: Option<ThingId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Box,
    Lasso,
}

impl Enclosure {
    /// `None` for tools that select nothing.
    pub(super) fn begin(
        view: ViewId,
        tool: ZoneTool,
        at: Pos2,
        how: Combine,
        clicked: Option<ThingId>,
    ) -> Option<Enclosure> {
        let shape = match tool {
            ZoneTool::Select => Shape::Box,
            ZoneTool::Lasso => Shape::Lasso,
            _ => return None,
        };
        Some(Enclosure { view, shape, way: vec![at], how, clicked })
    }

    pub(super) fn go_on(&mut self, at: Pos2) {
        self.way.push(at);
    }

    fn is_click(&self) -> bool {
        let start = self.way.first();
        start.is_none_or(|start| {
            self.way.iter().all(|at| f64::from(start.distance(*at)) < SHAKE_POINTS)
        })
    }

    fn rect(&self) -> Rect {
        match self.way[..] {
            [from, .., to] => Rect::from_two_pos(from, to),
            _ => Rect::NOTHING,
        }
    }

    /// Whether a point of the view is in it; `None` for a mere click.
    pub(super) fn holds(&self, theatre: &Theatre) -> Option<impl Fn(Vec2) -> bool> {
        if self.is_click() {
            return None;
        }
        let corner = |at: &Pos2| {
            let at = theatre.view_from_screen(*at);
            [at.x, at.y].map(f64::from)
        };
        let rect = self.rect();
        let corners: Vec<[f64; 2]> = match self.shape {
            Shape::Lasso => self.way.iter().map(corner).collect(),
            Shape::Box => {
                let around = [rect.min, rect.right_top(), rect.max, rect.left_bottom()];
                around.iter().map(corner).collect()
            }
        };
        Some(move |at: Vec2| is_inside(&corners, [at.x, at.y].map(f64::from)))
    }

    pub(super) fn draw(&self, painter: &Painter) {
        match self.shape {
            _ if self.is_click() => {}
            Shape::Box => boxed(painter, self.rect()),
            Shape::Lasso => lassoed(painter, self.way.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{Vec3, vec2};

    use super::*;
    use crate::view::id::DocumentId;
    use crate::view::orbit::{Bounds, Orbit};

    fn drawn(tool: ZoneTool, way: &[[f32; 2]]) -> Enclosure {
        let view = ViewId { document: DocumentId(1), number: 1 };
        let [first, rest @ ..] = way else { panic!() };
        let begun = Enclosure::begin(view, tool, Pos2::from(*first), Combine::Replace, None);
        let mut drawn = begun.unwrap();
        rest.iter().for_each(|at| drawn.go_on(Pos2::from(*at)));
        drawn
    }

    #[test]
    fn a_box_holds_what_is_in_it_whichever_way_it_is_drawn_and_a_lasso_what_it_goes_around() {
        let rect = Rect::from_min_size(Pos2::new(100.0, 50.0), egui::vec2(800.0, 600.0));
        let bounds = Bounds { low_in_world: Vec3::ZERO, high_in_world: Vec3::splat(10.0) };
        let theatre = Theatre { rect, orbit: Orbit::fit(bounds, vec2(800.0, 600.0)) };
        let holds = |drawn: &Enclosure, at: [f32; 2]| {
            drawn.holds(&theatre).map(|holds| holds(Vec2::from(at) - vec2(100.0, 50.0)))
        };
        for way in [[[200.0, 100.0], [400.0, 300.0]], [[400.0, 100.0], [200.0, 300.0]]] {
            let drawn = drawn(ZoneTool::Select, &way);
            assert_eq!(holds(&drawn, [300.0, 200.0]), Some(true));
            assert_eq!(holds(&drawn, [401.0, 200.0]), Some(false));
        }
        let corner = [[200.0, 100.0], [400.0, 100.0], [200.0, 300.0]];
        let drawn_around = drawn(ZoneTool::Lasso, &corner);
        assert_eq!(holds(&drawn_around, [250.0, 150.0]), Some(true));
        assert_eq!(holds(&drawn_around, [390.0, 290.0]), Some(false));
        let click = drawn(ZoneTool::Select, &[[200.0, 100.0], [201.0, 101.0]]);
        assert_eq!(holds(&click, [200.5, 100.5]), None);
    }

    #[test]
    fn other_tools_draw_none() {
        let view = ViewId { document: DocumentId(1), number: 1 };
        for tool in ZoneTool::ALL {
            let begun = Enclosure::begin(view, tool, Pos2::ZERO, Combine::Add, None);
            let selects = matches!(tool, ZoneTool::Select | ZoneTool::Lasso);
            assert_eq!(begun.is_some(), selects, "{tool:?}");
        }
    }
}
