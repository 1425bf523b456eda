//! Symbols, circles and discs in all sizes as one picture, from which they are stamped.

use eframe::egui;
use egui::{Color32, ColorImage, Context, Pos2, Rect, TextureHandle, TextureId, TextureOptions};
use landwright_core::world::zone::thing::Kind;

use crate::kind::rose::view::symbol::{Shape, SymbolSize, colour_of};

/// All symbols in all sizes, for windows with so many pixels to a point.
pub(super) struct Atlas {
    texture: TextureHandle,
    pub(super) pixels_per_point: f32,
    pub(super) places: Places,
}

/// Where symbols are in the picture, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Places {
    /// By size: where its row begins, and how wide and high each symbol is.
    rows: [(usize, usize); SymbolSize::ALL.len()],
    /// Below those: where each reach begins from the left, and how wide and high it is.
    reaches: [(usize, usize); REACHES.len()],
    /// Below those: where each disc begins from the left, and how wide and high it is, which is even,
    /// so that discs in each other have one middle.
    discs: [(usize, usize); N_DISCS],
    /// Below those, by kind: where each wheel of a kind begins from its first, and how wide and high
    /// it is.
    wheels: [(usize, usize); WHEELS.len()],
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
pub(super) const REACH_WIDTH: f32 = 1.2;

/// There is a disc for every half point of radius up to this many.
const N_DISCS: usize = 48;

/// There is a wheel of each kind for each of these radii, in points.
const WHEELS: [f32; 11] = [9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0];
/// The coloured ring of a wheel is so wide, and the dark one around it.
pub(super) const WHEEL_RING: f32 = 3.0;
const WHEEL_EDGE: f32 = 1.0;
/// The wheels of so many kinds are in a row.
const KINDS_IN_ROW: usize = 3;
const WHEEL_INSIDE: Color32 = Color32::from_rgb(24, 26, 33);

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
        let reaches =
            side_by_side(REACHES.map(|radius| {
                ((radius + REACH_WIDTH) * 2.0 * pixels_per_point).ceil() as usize + 2
            }));
        let discs = side_by_side(std::array::from_fn(|n| {
            (disc_radius(n) * pixels_per_point).ceil() as usize * 2 + 2
        }));
        let wheels = side_by_side(
            WHEELS.map(|radius| ((radius + WHEEL_EDGE) * pixels_per_point).ceil() as usize * 2 + 2),
        );
        let widths = [end(&reaches), end(&discs), end(&wheels) * KINDS_IN_ROW, widest * N_COLUMNS];
        let width = widths.into_iter().max().unwrap_or_default();
        let mut places = Places { rows, reaches, discs, wheels, size: [width, 0] };
        let n_rows = Kind::ALL.len().div_ceil(KINDS_IN_ROW);
        places.size[1] = places.below_discs() + highest(&wheels) * n_rows;
        places
    }

    /// Where the wheels begin.
    fn below_discs(&self) -> usize {
        self.below_reaches() + highest(&self.discs)
    }

    /// Where the discs begin.
    fn below_reaches(&self) -> usize {
        self.below_rows() + highest(&self.reaches)
    }

    /// A square of the picture, of 0 to 1.
    fn square(&self, left: usize, top: usize, side: usize) -> Rect {
        let [width, height] = self.size.map(|side| side as f32);
        let at = |x: usize, y: usize| egui::pos2(x as f32 / width, y as f32 / height);
        Rect::from_min_max(at(left, top), at(left + side, top + side))
    }

    /// The wheel of a kind that is nearest to a radius, and its side in pixels.
    pub(super) fn wheel(&self, kind: Kind, radius: f32) -> (Rect, usize) {
        let nth = (radius.round() - WHEELS[0]).clamp(0.0, (WHEELS.len() - 1) as f32) as usize;
        let (left, side) = self.wheels.get(nth).copied().unwrap_or_default();
        let [from, top] = self.first_wheel(kind as usize);
        (self.square(from + left, top, side), side)
    }

    /// The corner of the wheels of a kind.
    fn first_wheel(&self, nth_kind: usize) -> [usize; 2] {
        let (row, column) = (nth_kind / KINDS_IN_ROW, nth_kind % KINDS_IN_ROW);
        [end(&self.wheels) * column, self.below_discs() + highest(&self.wheels) * row]
    }

    /// The disc that is nearest to a radius, and its side in pixels; `None` for larger ones.
    pub(super) fn disc(&self, radius: f32) -> Option<(Rect, usize)> {
        let nth = (radius * 2.0).round().max(1.0) as usize - 1;
        let (left, side) = *self.discs.get(nth)?;
        Some((self.square(left, self.below_reaches(), side), side))
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
        self.square(column * side, top, side)
    }

    /// A symbol, and its side in pixels.
    pub(super) fn symbol(&self, kind: Kind, size: SymbolSize) -> (Rect, usize) {
        (self.uv(kind as usize, size), self.row(size).1)
    }

    /// Where all is white.
    pub(super) fn white(&self) -> Pos2 {
        self.uv(WHITE, SymbolSize::Large).center()
    }

    /// The picture for a radius: where it is, and how many times its radius its half side is.
    pub(super) fn reach(&self, radius: f32, pixels_per_point: f32) -> Option<(Rect, f32)> {
        let mut known = REACHES.into_iter().zip(self.reaches);
        let (made_for, (left, side)) = known.find(|(made_for, _)| radius < made_for * 1.19)?;
        let half = side as f32 / 2.0 / (made_for * pixels_per_point);
        Some((self.square(left, self.below_rows(), side), half))
    }
}

impl Atlas {
    fn new(context: &Context, pixels_per_point: f32) -> Atlas {
        let places = Places::new(pixels_per_point);
        let image = picture(&places, pixels_per_point);
        let texture = context.load_texture("symbols", image, TextureOptions::LINEAR);
        Atlas { texture, pixels_per_point, places }
    }

    pub(super) fn texture(&self) -> TextureId {
        self.texture.id()
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
    let edge = EDGE_POINTS * pixels_per_point;
    for size in SymbolSize::ALL {
        let (top, side) = places.row(size);
        let radius = size.points() / 2.0 * pixels_per_point;
        for column in 0..N_COLUMNS {
            let kind = Kind::ALL.get(column);
            fill(&mut image, [column * side, top], side, |at| {
                kind.map_or(Color32::WHITE, |kind| symbol_pixel(*kind, at, radius, edge))
            });
        }
    }
    for (radius, (left, side)) in REACHES.into_iter().zip(places.reaches) {
        fill(&mut image, [left, places.below_rows()], side, |[x, y]| {
            let away = x.hypot(y) - radius * pixels_per_point;
            Color32::from_white_alpha(share(away.abs() - REACH_WIDTH / 2.0 * pixels_per_point))
        });
    }
    for (n, (left, side)) in places.discs.into_iter().enumerate() {
        fill(&mut image, [left, places.below_reaches()], side, |[x, y]| {
            Color32::from_white_alpha(share(x.hypot(y) - disc_radius(n) * pixels_per_point))
        });
    }
    for (radius, (left, side)) in WHEELS.into_iter().zip(places.wheels) {
        for (nth, kind) in Kind::ALL.into_iter().enumerate() {
            let [from, top] = places.first_wheel(nth);
            fill(&mut image, [from + left, top], side, |[x, y]| {
                wheel_pixel(kind, x.hypot(y) / pixels_per_point - radius, pixels_per_point)
            });
        }
    }
    image
}

/// `pixel` is told how far it is to the east and the north of the middle, in pixels.
fn fill(
    image: &mut ColorImage,
    [left, top]: [usize; 2],
    side: usize,
    pixel: impl Fn([f32; 2]) -> Color32,
) {
    let (width, middle) = (image.size[0], side as f32 / 2.0);
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        if let Some(place) = image.pixels.get_mut((top + y) * width + left + x) {
            *place = pixel([x as f32 + 0.5 - middle, middle - y as f32 - 0.5]);
        }
    }
}

/// Where each begins, and its side.
fn side_by_side<const N: usize>(sides: [usize; N]) -> [(usize, usize); N] {
    let mut end = 0;
    sides.map(|side| {
        end += side;
        (end - side, side)
    })
}

fn end(places: &[(usize, usize)]) -> usize {
    places.last().map_or(0, |(left, side)| left + side)
}

fn highest(places: &[(usize, usize)]) -> usize {
    places.iter().map(|(_, side)| *side).max().unwrap_or_default()
}

/// `away` in points from the rim of the coloured ring.
fn wheel_pixel(kind: Kind, away: f32, pixels_per_point: f32) -> Color32 {
    let [r, g, b] = colour_of(kind);
    let within = |away: f32| share(away * pixels_per_point);
    let [ir, ig, ib, _] = WHEEL_INSIDE.to_array();
    let dark = |share: u8| Color32::from_rgba_unmultiplied(ir, ig, ib, share);
    let ring = Color32::from_rgba_unmultiplied(r, g, b, within(away));
    dark(within(away - WHEEL_EDGE)).blend(ring).blend(dark(within(away + WHEEL_RING)))
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
    fn wheels_are_dark_with_a_ring_of_their_kind() {
        for scale in [1.0, 1.25, 2.0] {
            let places = Places::new(scale);
            let image = picture(&places, scale);
            for (kind, radius) in Kind::ALL.into_iter().flat_map(|kind| WHEELS.map(|r| (kind, r))) {
                let (uv, side) = places.wheel(kind, radius + 0.3);
                assert!(uv.max.x <= 1.0 && uv.max.y <= 1.0 && side % 2 == 0);
                let size = places.size.map(|side| side as f32);
                let corner = [uv.min.x * size[0], uv.min.y * size[1]].map(|at| at.round() as usize);
                let row = (corner[1] + side / 2) * places.size[0] + corner[0];
                let ring = side / 2 - ((radius - WHEEL_RING / 2.0) * scale).round() as usize;
                let [r, g, b] = colour_of(kind);
                assert_eq!(image.pixels[row + side / 2], WHEEL_INSIDE, "{kind} {radius}");
                assert_eq!(image.pixels[row + ring], Color32::from_rgb(r, g, b), "{kind} {radius}");
                assert_eq!(image.pixels[row], Color32::TRANSPARENT, "{kind} {radius}");
            }
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
                assert_eq!((alphas[0], alphas[side / 2]), (0, 0), "beside and inside");
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
