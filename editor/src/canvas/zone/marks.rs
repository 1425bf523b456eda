//! Symbols, discs and lines as one mesh with one picture of all symbols: thousands of shapes of
//! their own would be slow.

use std::ops::{Deref, DerefMut};

use eframe::egui;
use egui::{
    Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, Vec2,
};
use landwright_core::world::zone::thing::Kind;

use crate::canvas::plain::shapes::Shapes;
use crate::view::zone::symbol::{Shape, SymbolSize, colour_of};

/// All symbols in all sizes, for windows with so many pixels to a point.
pub(super) struct Atlas {
    texture: TextureHandle,
    pixels_per_point: f32,
    places: Places,
}

/// Where symbols are in the picture, in pixels.
#[derive(Debug, Clone, PartialEq)]
struct Places {
    /// By size: where its row begins, and how wide and high each symbol is.
    rows: [(usize, usize); SymbolSize::ALL.len()],
    /// Below those: where each reach begins from the left, and how wide and high it is.
    reaches: [(usize, usize); REACHES.len()],
    /// Below those: where each disc begins from the left, and how wide and high it is, which is even,
    /// so that discs in each other have one middle.
    discs: [(usize, usize); N_DISCS],
    size: [usize; 2],
}

/// One behind the kinds: all of it is white.
const WHITE: usize = Kind::ALL.len();
const N_COLUMNS: usize = WHITE + 1;

/// How wide the dark line around symbols is.
const EDGE_POINTS: f32 = 1.4;

/// How far what is drawn as a picture reaches, in points; each is drawn up to a fifth larger, or
/// smaller. Of pieces, circles take several times as long where no graphics card draws.
const REACHES: [f32; 7] = [10.0, 14.0, 20.0, 28.0, 40.0, 56.0, 80.0];
const REACH_WIDTH: f32 = 1.2;
/// How dense the inside is beside the line around it.
const REACH_INSIDE: f32 = 0.1;

/// There is a disc for every half point of radius up to this many.
const N_DISCS: usize = 48;

/// How much of the corners of plates is away.
const CUT: f32 = 2.0;

impl Places {
    fn new(pixels_per_point: f32) -> Places {
        let mut below = 0;
        let rows = SymbolSize::ALL.map(|size| {
            let side = ((size.points() + 2.0 * EDGE_POINTS) * pixels_per_point).ceil() as usize + 2;
            let top = below;
            below += side;
            (top, side)
        });
        let widest = rows.iter().map(|(_, side)| *side).max().unwrap_or_default();
        let mut left = 0;
        let reaches = REACHES.map(|radius| {
            let side = ((radius + REACH_WIDTH) * 2.0 * pixels_per_point).ceil() as usize + 2;
            left += side;
            (left - side, side)
        });
        let highest = reaches.iter().map(|(_, side)| *side).max().unwrap_or_default();
        let mut right = 0;
        let discs = std::array::from_fn(|n| {
            let side = (disc_radius(n) * pixels_per_point).ceil() as usize * 2 + 2;
            right += side;
            (right - side, side)
        });
        let of_discs = discs.iter().map(|(_, side)| *side).max().unwrap_or_default();
        let width = left.max(right).max(widest * N_COLUMNS);
        Places { rows, reaches, discs, size: [width, below + highest + of_discs] }
    }

    /// Where the discs begin.
    fn below_reaches(&self) -> usize {
        self.below_rows() + self.reaches.iter().map(|(_, side)| *side).max().unwrap_or_default()
    }

    /// The disc that is nearest to a radius, and its side in pixels; `None` for larger ones.
    fn disc(&self, radius: f32) -> Option<(Rect, usize)> {
        let nth = (radius * 2.0).round().max(1.0) as usize - 1;
        let (left, side) = *self.discs.get(nth)?;
        let [width, height] = self.size.map(|side| side as f32);
        let at = |x: usize, y: usize| egui::pos2(x as f32 / width, y as f32 / height);
        let top = self.below_reaches();
        Some((Rect::from_min_max(at(left, top), at(left + side, top + side)), side))
    }

    /// Where the reaches begin.
    fn below_rows(&self) -> usize {
        self.rows.last().map_or(0, |(top, side)| top + side)
    }

    fn row(&self, size: SymbolSize) -> (usize, usize) {
        self.rows.get(size as usize).copied().unwrap_or_default()
    }

    fn uv(&self, column: usize, size: SymbolSize) -> Rect {
        let (top, side) = self.row(size);
        let [width, height] = self.size.map(|side| side as f32);
        let at = |x: usize, y: usize| egui::pos2(x as f32 / width, y as f32 / height);
        Rect::from_min_max(at(column * side, top), at((column + 1) * side, top + side))
    }

    /// The picture for a radius: where it is, and how many times its radius its half side is.
    fn reach(&self, radius: f32, pixels_per_point: f32) -> Option<(Rect, f32)> {
        let mut known = REACHES.into_iter().zip(self.reaches);
        let (made_for, (left, side)) = known.find(|(made_for, _)| radius < made_for * 1.19)?;
        let [width, height] = self.size.map(|side| side as f32);
        let low = egui::vec2(left as f32 / width, self.below_rows() as f32 / height);
        let size = egui::vec2(side as f32 / width, side as f32 / height);
        let half = side as f32 / 2.0 / (made_for * pixels_per_point);
        Some((Rect::from_min_size(low.to_pos2(), size), half))
    }
}

impl Atlas {
    fn new(context: &Context, pixels_per_point: f32) -> Atlas {
        let places = Places::new(pixels_per_point);
        let image = picture(&places, pixels_per_point);
        let texture = context.load_texture("symbols", image, TextureOptions::LINEAR);
        Atlas { texture, pixels_per_point, places }
    }

    /// That of a window, made where there is none.
    pub(super) fn of<'a>(kept: &'a mut Option<Atlas>, context: &Context) -> &'a Atlas {
        let pixels_per_point = context.pixels_per_point();
        let is_fit = |atlas: &Atlas| atlas.pixels_per_point == pixels_per_point;
        match kept.take().filter(is_fit) {
            Some(atlas) => kept.insert(atlas),
            None => kept.insert(Atlas::new(context, pixels_per_point)),
        }
    }
}

fn picture(places: &Places, pixels_per_point: f32) -> ColorImage {
    let mut image = ColorImage::filled(places.size, Color32::TRANSPARENT);
    for size in SymbolSize::ALL {
        let (top, side) = places.row(size);
        for column in 0..N_COLUMNS {
            let radius = size.points() / 2.0 * pixels_per_point;
            let edge = EDGE_POINTS * pixels_per_point;
            for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
                let middle = side as f32 / 2.0;
                let at = [x as f32 + 0.5 - middle, middle - y as f32 - 0.5];
                let place = (top + y) * places.size[0] + column * side + x;
                if let Some(pixel) = image.pixels.get_mut(place) {
                    *pixel = match Kind::ALL.get(column) {
                        Some(kind) => symbol_pixel(*kind, at, radius, edge),
                        None => Color32::WHITE,
                    };
                }
            }
        }
    }
    for (radius, (left, side)) in REACHES.into_iter().zip(places.reaches) {
        let middle = side as f32 / 2.0;
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let away = (x as f32 + 0.5 - middle).hypot(y as f32 + 0.5 - middle)
                - radius * pixels_per_point;
            let line = share(away.abs() - REACH_WIDTH / 2.0 * pixels_per_point);
            let inside = (f32::from(share(away)) * REACH_INSIDE) as u8;
            let place = (places.below_rows() + y) * places.size[0] + left + x;
            if let Some(pixel) = image.pixels.get_mut(place) {
                *pixel = Color32::from_white_alpha(line.max(inside));
            }
        }
    }
    for (n, (left, side)) in places.discs.into_iter().enumerate() {
        let middle = side as f32 / 2.0;
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let away = (x as f32 + 0.5 - middle).hypot(y as f32 + 0.5 - middle)
                - disc_radius(n) * pixels_per_point;
            let place = (places.below_reaches() + y) * places.size[0] + left + x;
            if let Some(pixel) = image.pixels.get_mut(place) {
                *pixel = Color32::from_white_alpha(share(away));
            }
        }
    }
    image
}

/// In points.
fn disc_radius(nth: usize) -> f32 {
    (nth + 1) as f32 / 2.0
}

/// How much of a pixel is inside, of 255, by how many pixels it is away from the outline.
fn share(away_in_pixels: f32) -> u8 {
    ((0.5 - away_in_pixels).clamp(0.0, 1.0) * 255.0) as u8
}

/// `at` in pixels from the middle of a symbol.
pub(super) fn symbol_pixel(kind: Kind, at: [f32; 2], radius: f32, edge: f32) -> Color32 {
    let away = Shape::of(kind).distance(at.map(|part| part / radius)) * radius;
    let [r, g, b] = colour_of(kind);
    let edged = Color32::from_rgba_unmultiplied(16, 16, 20, share(away - edge));
    let inside = Color32::from_rgba_unmultiplied(r, g, b, share(away));
    edged.blend(inside)
}

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
        let white = atlas.places.uv(WHITE, SymbolSize::Large).center();
        Marks { atlas, shapes: Shapes::with_picture(atlas.texture.id(), white) }
    }

    pub(super) fn symbol(&mut self, at: Pos2, kind: Kind, size: SymbolSize, tint: Color32) {
        let (_, side) = self.atlas.places.row(size);
        let uv = self.atlas.places.uv(kind as usize, size);
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

    /// A part of a disc; angles in turns, from the top and with the clock.
    pub(super) fn slice(&mut self, at: Pos2, radius: f32, turns: [f32; 2], colour: Color32) {
        let [from, to] = turns;
        let n_steps = ((to - from) * n_pieces(radius)).ceil().max(1.0);
        let rim = (0..=n_steps as u32).map(|n| {
            let turn = from + (to - from) * n as f32 / n_steps;
            let (sine, cosine) = (turn * std::f32::consts::TAU).sin_cos();
            at + egui::vec2(sine, -cosine) * radius
        });
        self.polygon(std::iter::once(at).chain(rim), colour);
    }

    /// How far something reaches: a circle, and a hint of its inside.
    pub(super) fn reach(&mut self, at: Pos2, radius: f32, colour: Color32) {
        match self.atlas.places.reach(radius, self.atlas.pixels_per_point) {
            Some((uv, half)) => {
                let rect = Rect::from_center_size(at, Vec2::splat(radius * half * 2.0));
                self.shapes.pictured(rect, uv, colour);
            }
            None => {
                if radius < 2000.0 {
                    self.fan(at, radius, colour.gamma_multiply(REACH_INSIDE));
                }
                self.circle(at, radius, REACH_WIDTH, colour);
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_their_colour_in_the_middle_and_dark_around() {
        let solid = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Warp);
        for kind in solid {
            let at = |x: f32, y: f32| symbol_pixel(kind, [x, y], 9.0, 1.4);
            let middle = if kind == Kind::Point { at(-3.5, 0.0) } else { at(0.0, 0.0) };
            let [r, g, b] = colour_of(kind);
            assert_eq!(middle, Color32::from_rgb(r, g, b), "{kind}");
            assert_eq!(at(12.0, 12.0), Color32::TRANSPARENT, "{kind}");
        }
    }

    #[test]
    fn every_symbol_has_a_place_of_its_own_in_the_picture() {
        for scale in [1.0, 1.25, 2.0] {
            let places = Places::new(scale);
            let image = picture(&places, scale);
            let mut seen: Vec<Rect> = Vec::new();
            for size in SymbolSize::ALL {
                for column in 0..N_COLUMNS {
                    let uv = places.uv(column, size);
                    assert!(seen.iter().all(|other| !other.shrink(1e-4).intersects(uv)));
                    assert!(uv.max.x <= 1.0 && uv.max.y <= 1.0);
                    seen.push(uv);
                }
            }
            for (radius, (left, side)) in REACHES.into_iter().zip(places.reaches) {
                let (uv, half) = places.reach(radius, scale).unwrap();
                assert!(seen.iter().all(|other| !other.shrink(1e-4).intersects(uv)), "{radius}");
                assert!(uv.max.x <= 1.0 && uv.max.y <= 1.0 && half > 1.0);
                let row = (places.below_rows() + side / 2) * places.size[0];
                let alphas: Vec<u8> =
                    image.pixels[row + left..row + left + side].iter().map(|p| p.a()).collect();
                assert!(alphas.iter().any(|alpha| *alpha > 150), "the line: {alphas:?}");
                assert_eq!((alphas[0], alphas[side / 2]), (0, 25), "beside and inside");
            }
            assert_eq!(places.reach(96.0, scale), None, "large circles are drawn by pieces");
            for radius in [0.5, 3.4, 18.0, 24.0] {
                let (uv, side) = places.disc(radius).unwrap();
                assert!(seen.iter().all(|other| !other.shrink(1e-4).intersects(uv)), "{radius}");
                assert!(uv.max.x <= 1.0 && uv.max.y <= 1.0 && side % 2 == 0);
                let [left, top] =
                    [uv.min.x * places.size[0] as f32, uv.min.y * places.size[1] as f32];
                let row = (top.round() as usize + side / 2) * places.size[0];
                let from = row + left.round() as usize;
                let alphas: Vec<u8> =
                    image.pixels[from..from + side].iter().map(|pixel| pixel.a()).collect();
                assert_eq!((alphas[0], alphas[side / 2] > 0), (0, true), "{radius}: {alphas:?}");
                let width = alphas.iter().map(|alpha| f32::from(*alpha)).sum::<f32>() / 255.0;
                assert!((width - 2.0 * radius * scale).abs() <= scale + 0.6, "{radius}: {width}");
            }
            assert_eq!(places.disc(40.0), None);
            let n_drawn = image.pixels.iter().filter(|pixel| pixel.a() > 0).count();
            assert!(n_drawn * 5 > image.pixels.len(), "{n_drawn} of {}", image.pixels.len());
        }
    }
}
