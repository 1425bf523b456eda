//! Symbols, discs and lines as one mesh with one picture of all symbols: thousands of shapes of
//! their own would be slow.

use std::ops::{Deref, DerefMut};

use eframe::egui;
use egui::{Color32, Painter, Pos2, Rect, Vec2};
use landwright_core::world::zone::thing::Kind;

use super::atlas::{Atlas, REACH_WIDTH, WHEEL_RING};
use crate::canvas::plain::shapes::Shapes;
use crate::kind::rose::view::symbol::SymbolSize;

/// So many pieces of its picture are drawn, each with a part of the line in it. Eight of them, flat
/// to each side, reach as far as the picture does and no farther.
const REACH_SIDES: usize = 8;

/// How much of the corners of plates is away.
const CUT: f32 = 2.0;

/// Symbols, discs and lines on their way to the window.
pub(super) struct Marks<'a> {
    atlas: &'a Atlas,
    shapes: Shapes,
}

impl Deref for Marks<'_> {
    type Target = Shapes;

    fn deref(&self) -> &Shapes {
        &self.shapes
    }
}

impl DerefMut for Marks<'_> {
    fn deref_mut(&mut self) -> &mut Shapes {
        &mut self.shapes
    }
}

impl<'a> Marks<'a> {
    pub(super) fn new(atlas: &'a Atlas) -> Marks<'a> {
        Marks { atlas, shapes: Shapes::with_picture(atlas.texture(), atlas.places.white()) }
    }

    pub(super) fn symbol(&mut self, at: Pos2, kind: Kind, size: SymbolSize, tint: Color32) {
        let (uv, side) = self.atlas.places.symbol(kind, size);
        self.stamp(at, side, uv, tint);
    }

    /// On whole pixels, what is drawn is as sharp as it was made.
    fn stamp(&mut self, at: Pos2, side: usize, uv: Rect, tint: Color32) {
        let scale = self.atlas.pixels_per_point;
        let corner = |at: f32| (at * scale - side as f32 / 2.0).round() / scale;
        let low = egui::pos2(corner(at.x), corner(at.y));
        let rect = Rect::from_min_size(low, Vec2::splat(side as f32 / scale));
        self.shapes.stamped(rect, uv, tint);
    }

    pub(super) fn disc(&mut self, at: Pos2, radius: f32, colour: Color32) {
        match self.atlas.places.disc(radius) {
            Some((uv, side)) => self.stamp(at, side, uv, colour),
            None => self.fan(at, radius, colour),
        }
    }

    /// A dark disc with a coloured ring, for many things of which most are of a kind.
    pub(super) fn wheel(&mut self, at: Pos2, radius: f32, kind: Kind) {
        let (uv, side) = self.atlas.places.wheel(kind, radius);
        self.stamp(at, side, uv, Color32::WHITE);
    }

    /// A part of the ring of a wheel; angles in turns, from the top and with the clock.
    pub(super) fn rim(&mut self, at: Pos2, radius: f32, turns: [f32; 2], colour: Color32) {
        let [from, to] = turns;
        let scale = self.atlas.pixels_per_point;
        // As wheels are: on whole pixels, and for whole points.
        let (at, radius) = ((at * scale).round() / scale, radius.round());
        let n_steps = ((to - from) * n_pieces(radius)).ceil().max(1.0);
        let way = |n: u32| {
            let turn = from + (to - from) * n as f32 / n_steps;
            let (sine, cosine) = (turn * std::f32::consts::TAU).sin_cos();
            egui::vec2(sine, -cosine)
        };
        for (one, next) in (0..n_steps as u32).map(|n| (way(n), way(n + 1))) {
            let inner = radius - WHEEL_RING;
            let corners = [one * inner, one * radius, next * radius, next * inner];
            self.quad(corners.map(|corner| at + corner), colour);
        }
    }

    /// How far something reaches: a thin circle.
    pub(super) fn reach(&mut self, at: Pos2, radius: f32, colour: Color32) {
        let Some((uv, half)) = self.atlas.places.reach(radius, self.atlas.pixels_per_point) else {
            return self.circle(at, radius, REACH_WIDTH, colour);
        };
        // What is inside the circle has nothing to show, and would be most of the work.
        let inner = radius - REACH_WIDTH - 1.0;
        let half_side = std::f32::consts::PI / REACH_SIDES as f32;
        let outer = (radius + REACH_WIDTH + 1.0) / half_side.cos();
        let way = |n: usize| Vec2::angled((2 * n + 1) as f32 * half_side);
        let uv_of = |away: Vec2| uv.center() + away / (radius * half * 2.0) * uv.size();
        for (one, next) in (0..REACH_SIDES).map(|n| (way(n), way(n + 1))) {
            let corners = [one * inner, one * outer, next * outer, next * inner];
            self.shapes.cut_out(corners.map(|away| (at + away, uv_of(away))), colour);
        }
    }

    pub(super) fn circle(&mut self, at: Pos2, radius: f32, width: f32, colour: Color32) {
        for [from, to] in around(at, radius) {
            self.line(from, to, width, colour);
        }
    }

    /// A disc that is larger than its picture could be.
    pub(super) fn fan(&mut self, at: Pos2, radius: f32, colour: Color32) {
        self.polygon(around(at, radius).map(|[from, _]| from), colour);
    }

    /// What is behind a text: a rectangle without its corners.
    pub(super) fn plate(&mut self, rect: Rect, colour: Color32) {
        let middle = rect.shrink2(Vec2::new(CUT, 0.0));
        let [low, high] = [rect.top() + CUT, rect.bottom() - CUT];
        let [left, right] =
            [rect.left(), rect.right()].map(|x| [low, high].map(|y| Pos2::new(x, y)));
        self.rect(middle, colour);
        self.quad([middle.left_top(), left[0], left[1], middle.left_bottom()], colour);
        self.quad([middle.right_top(), right[0], right[1], middle.right_bottom()], colour);
    }

    pub(super) fn draw(self, painter: &Painter) {
        self.shapes.draw(painter);
    }
}

/// So many that the lines are a quarter of a point off the circle.
fn n_pieces(radius: f32) -> f32 {
    (std::f32::consts::PI * (2.0 * radius).sqrt()).clamp(12.0, 96.0)
}

/// The pieces that a circle is drawn with.
fn around(at: Pos2, radius: f32) -> impl Iterator<Item = [Pos2; 2]> {
    let n_steps = n_pieces(radius) as u32;
    let point = move |n: u32| {
        let (sine, cosine) = (n as f32 / n_steps as f32 * std::f32::consts::TAU).sin_cos();
        at + egui::vec2(cosine, sine) * radius
    };
    (0..n_steps).map(move |n| [point(n), point(n + 1)])
}
