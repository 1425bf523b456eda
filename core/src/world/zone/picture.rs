//! A zone from above, north up: its ground, and what stands on it.

pub mod tiling;
pub mod textures;
pub mod painter;

use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::PosInWorldCm;
use crate::world::gat::picture::image::Image;
use crate::world::gat::picture::palette::Rgb;

use super::Zone;
use super::thing::{Kind, Thing, ThingId};

use self::painter::{Detail, Painter};
use self::textures::Textures;

/// What the ground shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ground {
    /// Low to high, with a sunny side in the north-west.
    #[default]
    Heights,
    /// The textures of the tiles; where one is not at hand, a colour that is always the same.
    Tiles,
    /// Who may walk where: green all, red nobody, orange no monsters.
    Walks,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    pub ground: Ground,
    pub things: Vec<Kind>,
    /// Above 0.
    pub cm_per_pixel: f64,
}

/// What lies beside the blocks.
pub const NOTHING: Rgb = Rgb([24, 24, 32]);
const BLOCK_EDGE: Rgb = Rgb([40, 44, 52]);
const MARK_EDGE: Rgb = Rgb([16, 16, 20]);
/// A block is 160 m wide, and no picture of it needs more pixels.
const MIN_CM_PER_PIXEL: f64 = 0.1;
/// A side of the picture has room for so many reaches of a mark.
const MARKS_PER_SIDE: i64 = 320;
const MARKS_PER_SIDE_OF_MINIMAP: i64 = 80;

/// How things of a kind are drawn.
pub fn colour_of(kind: Kind) -> Rgb {
    Rgb(match kind {
        Kind::Deco => [70, 120, 60],
        Kind::Npc => [255, 224, 70],
        Kind::Cnst => [150, 110, 80],
        Kind::Sound => [150, 200, 255],
        Kind::Effect => [255, 140, 200],
        Kind::Animated => [120, 220, 190],
        Kind::Spawn => [235, 60, 60],
        Kind::Water => [70, 130, 220],
        Kind::Warp => [190, 90, 255],
        Kind::Collision => [130, 130, 140],
        Kind::Event => [255, 160, 40],
        Kind::Point => [255, 255, 255],
    })
}

/// How far the blocks of a zone reach, in cm: `None` where there are none.
pub fn size_cm(zone: &Zone) -> Option<(u64, u64)> {
    let (low, high) = corners(zone)?;
    let side =
        |low: i32, high: i32| (f64::from(high - low + 1) * zone.grid().block_size_cm()) as u64;
    Some((side(low.x, high.x), side(low.y, high.y)))
}

fn corners(zone: &Zone) -> Option<(BlockCoord, BlockCoord)> {
    let first = zone.blocks().next()?;
    let corners = zone.blocks().fold((first, first), |(low, high), block| {
        let low = BlockCoord { x: low.x.min(block.x), y: low.y.min(block.y) };
        (low, BlockCoord { x: high.x.max(block.x), y: high.y.max(block.y) })
    });
    Some(corners)
}

/// Where the mark of a thing is in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub id: ThingId,
    pub kind: Kind,
    /// Column and row of its middle.
    pub at: (i64, i64),
    pub reach_px: i64,
}

/// What is drawn over the ground besides things, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dress {
    /// Lines between blocks.
    Blocks,
    Bare,
    /// No lines, and larger marks: it is looked at small.
    Minimap,
}

/// The picture; `None` for a zone without blocks.
pub fn picture(zone: &Zone, textures: &Textures, look: &Look) -> Option<Image> {
    let painter = Painter::new(zone, textures, look.ground);
    picture_by(zone, &painter, look, Dress::Blocks)
}

/// The same with the ground that a painter paints.
pub fn picture_by(zone: &Zone, painter: &Painter<'_>, look: &Look, dress: Dress) -> Option<Image> {
    let mut plan = Plan::of(zone, look)?;
    if dress == Dress::Minimap {
        plan.marks_per_side = MARKS_PER_SIDE_OF_MINIMAP;
    }
    let mut sheet = Sheet { image: Image::filled(plan.width, plan.height, NOTHING), plan, dress };
    for block in zone.blocks() {
        sheet.draw_block(zone, painter, block);
    }
    for kind in Kind::ALL.iter().filter(|kind| look.things.contains(kind)) {
        for (_, thing) in zone.things().filter(|(_, thing)| thing.kind() == *kind) {
            sheet.draw_thing(zone, thing);
        }
    }
    Some(sheet.image)
}

/// The marks of the things in a picture, which are none of water; in no order.
pub fn marks(zone: &Zone, look: &Look) -> Vec<Mark> {
    let Some(plan) = Plan::of(zone, look) else { return Vec::new() };
    let marked = zone.things().filter_map(|(id, thing)| {
        let kind = thing.kind();
        if kind == Kind::Water || !look.things.contains(&kind) {
            return None;
        }
        let at = plan.pixel(zone.grid().world_from_file(thing.pos_in_file_cm()))?;
        Some(Mark { id, kind, at, reach_px: plan.reach_px(kind) })
    });
    marked.collect()
}

/// Which part of the world a picture shows.
struct Plan {
    width: u32,
    height: u32,
    /// The corner of the first pixel, in cm of the world.
    west: f64,
    north: f64,
    cm_per_pixel: f64,
    marks_per_side: i64,
}

struct Sheet {
    image: Image,
    plan: Plan,
    dress: Dress,
}

impl Plan {
    fn of(zone: &Zone, look: &Look) -> Option<Plan> {
        let (low, _) = corners(zone)?;
        let (width_cm, height_cm) = size_cm(zone)?;
        let cm_per_pixel = look.cm_per_pixel.max(MIN_CM_PER_PIXEL);
        // A whole number of pixels is no more of them for how floats are rounded.
        let pixels = |cm: u64| (cm as f64 / cm_per_pixel - 1e-6).ceil().max(1.0) as u32;
        let area = zone.grid().area_of_block(low);
        Some(Plan {
            width: pixels(width_cm),
            height: pixels(height_cm),
            west: area.west,
            north: area.north,
            cm_per_pixel,
            marks_per_side: MARKS_PER_SIDE,
        })
    }

    /// The pixel of a place: column and row.
    fn pixel(&self, at: PosInWorldCm) -> Option<(i64, i64)> {
        let column = ((at.x - self.west) / self.cm_per_pixel).floor();
        let row = ((self.north - at.y) / self.cm_per_pixel).floor();
        let is_near = column.abs() < 1e9 && row.abs() < 1e9;
        is_near.then_some((column as i64, row as i64))
    }

    /// How far a mark reaches beside its pixel: enough to be seen in a picture that is looked at
    /// as a whole.
    fn reach_px(&self, kind: Kind) -> i64 {
        let side = i64::from(self.width.min(self.height));
        match kind {
            Kind::Deco | Kind::Collision => side / self.marks_per_side / 2,
            _ => (side / self.marks_per_side).max(1),
        }
    }
}

impl Sheet {
    fn put(&mut self, (column, row): (i64, i64), colour: Rgb) {
        let (Ok(x), Ok(y)) = (u32::try_from(column), u32::try_from(row)) else { return };
        if x >= self.image.width {
            return;
        }
        let place = y as usize * self.image.width as usize + x as usize;
        if let Some(pixel) = self.image.pixels.get_mut(place) {
            *pixel = colour;
        }
    }

    fn draw_block(&mut self, zone: &Zone, painter: &Painter<'_>, block: BlockCoord) {
        let area = zone.grid().area_of_block(block);
        let corner = |x: f64, y: f64| self.plan.pixel(PosInWorldCm { x, y, z: 0.0 });
        let (Some(first), Some(last)) =
            (corner(area.west, area.north), corner(area.east, area.south))
        else {
            return;
        };
        let detail =
            Detail::for_pixels_per_cell(zone.grid().cell_size_cm() / self.plan.cm_per_pixel);
        let side = |from: i64, to: i64| u32::try_from(to - from).unwrap_or_default();
        let (width, height) = (side(first.0, last.0), side(first.1, last.1));
        let ground = painter.block(block, detail).scaled(width, height);
        let rows = (first.1..).zip(ground.pixels.chunks_exact(width.max(1) as usize));
        for (row, pixels) in rows {
            for (column, pixel) in (first.0..).zip(pixels) {
                let is_at_edge = column == first.0 || row == first.1;
                let is_edge = is_at_edge && self.dress == Dress::Blocks;
                self.put((column, row), if is_edge { BLOCK_EDGE } else { *pixel });
            }
        }
    }

    fn draw_thing(&mut self, zone: &Zone, thing: &Thing) {
        let colour = colour_of(thing.kind());
        let grid = zone.grid();
        if let Thing::Water(_) = thing {
            let corners = thing.corners_file_cm().map(|corner| {
                use crate::space::rose::position::PosInFileCm;
                self.plan.pixel(grid.world_from_file(PosInFileCm::from_bits(corner)))
            });
            let [Some(a), Some(b)] = corners else { return };
            return self.draw_frame(a, b, colour);
        }
        let at = grid.world_from_file(thing.pos_in_file_cm());
        let Some((column, row)) = self.plan.pixel(at) else { return };
        if let Some(spawn) = thing.spawn() {
            self.draw_circle((column, row), f64::from(spawn.range_m) * 100.0, colour);
        }
        self.draw_mark((column, row), self.plan.reach_px(thing.kind()), colour);
    }

    /// A disc, with a dark edge where it is large enough for one.
    fn draw_mark(&mut self, (column, row): (i64, i64), reach: i64, colour: Rgb) {
        for (x, y) in (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y))) {
            let off = x * x + y * y;
            let is_inside = reach < 3 || off <= reach * reach + reach;
            if is_inside {
                let is_edge = reach >= 3 && off > (reach - 1) * (reach - 1);
                self.put((column + x, row + y), if is_edge { MARK_EDGE } else { colour });
            }
        }
    }

    fn draw_circle(&mut self, (column, row): (i64, i64), radius_cm: f64, colour: Rgb) {
        let radius = (radius_cm / self.plan.cm_per_pixel).min(f64::from(u16::MAX));
        let n_steps = (radius * 8.0).ceil().max(8.0) as u32;
        for step in 0..n_steps {
            let angle = f64::from(step) / f64::from(n_steps) * std::f64::consts::TAU;
            let (sine, cosine) = angle.sin_cos();
            let (x, y) = ((radius * cosine).round() as i64, (radius * sine).round() as i64);
            self.put((column + x, row + y), colour);
        }
    }

    fn draw_frame(&mut self, a: (i64, i64), b: (i64, i64), colour: Rgb) {
        let (width, height) = (i64::from(self.image.width), i64::from(self.image.height));
        let (left, right) = (a.0.min(b.0).max(-1), a.0.max(b.0).min(width));
        let (top, bottom) = (a.1.min(b.1).max(-1), a.1.max(b.1).min(height));
        for column in left..=right {
            self.put((column, top), colour);
            self.put((column, bottom), colour);
        }
        for row in top..=bottom {
            self.put((left, row), colour);
            self.put((right, row), colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{first, sample_zone};
    use super::*;

    #[test]
    fn things_are_where_they_stand_and_north_is_up() {
        let zone = sample_zone();
        let look = |things: Vec<Kind>| Look { ground: Ground::Tiles, things, cm_per_pixel: 100.0 };
        let none = Textures::default();
        let bare = picture(&zone, &none, &look(Vec::new())).unwrap();
        assert_eq!((bare.width, bare.height), (320, 320));
        let with = picture(&zone, &none, &look(vec![Kind::Npc])).unwrap();
        let npc = zone.thing(first(&zone, Kind::Npc)).unwrap();
        let at = zone.grid().world_from_file(npc.pos_in_file_cm());
        let area = zone.grid().area_of_block(zone.blocks().next().unwrap());
        let (x, y) =
            (((at.x - area.west) / 100.0) as usize, ((area.north - at.y) / 100.0) as usize);
        assert_eq!(with.pixels[y * 320 + x], colour_of(Kind::Npc));
        assert_ne!(bare.pixels[y * 320 + x], colour_of(Kind::Npc));
        let n_changed = bare.pixels.iter().zip(&with.pixels).filter(|(a, b)| a != b).count();
        assert!((9..=9 * 12).contains(&n_changed), "{n_changed}");
        let marks = marks(&zone, &look(vec![Kind::Npc, Kind::Water]));
        assert!(marks.iter().any(|mark| mark.at == (x as i64, y as i64)));
        assert!(marks.iter().all(|mark| mark.kind == Kind::Npc && mark.reach_px == 1));
    }

    #[test]
    fn marks_are_seen_in_a_large_picture_and_have_an_edge() {
        let zone = sample_zone();
        let none = Textures::default();
        let look = |things| Look { ground: Ground::Walks, things, cm_per_pixel: 16.0 };
        let bare = picture(&zone, &none, &look(Vec::new())).unwrap();
        let with = picture(&zone, &none, &look(vec![Kind::Npc])).unwrap();
        assert_eq!(with.width, 2000);
        let changed = |colour: Rgb| {
            let pixels = bare.pixels.iter().zip(&with.pixels).filter(|(a, b)| a != b);
            pixels.filter(|(_, b)| **b == colour).count()
        };
        let n = zone.things().filter(|(_, thing)| thing.kind() == Kind::Npc).count();
        assert!(changed(colour_of(Kind::Npc)) > 40 * n / 2, "{n}");
        assert!(changed(MARK_EDGE) > 20 * n / 2);
    }

    #[test]
    fn a_minimap_has_no_edges_of_blocks_and_larger_marks() {
        let zone = sample_zone();
        let look = Look { ground: Ground::Walks, things: Vec::new(), cm_per_pixel: 250.0 };
        let none = Textures::default();
        let painter = Painter::new(&zone, &none, look.ground);
        let n_edge = |dress| {
            let image = picture_by(&zone, &painter, &look, dress).unwrap();
            image.pixels.iter().filter(|pixel| **pixel == BLOCK_EDGE).count()
        };
        let dresses = [Dress::Blocks, Dress::Bare, Dress::Minimap];
        assert_eq!(dresses.map(n_edge), [4 * (2 * 64 - 1), 0, 0]);
        let look = Look { things: vec![Kind::Npc], cm_per_pixel: 32.0, ..look };
        let n_yellow = |dress| {
            let image = picture_by(&zone, &painter, &look, dress).unwrap();
            image.pixels.iter().filter(|pixel| **pixel == colour_of(Kind::Npc)).count()
        };
        assert!(n_yellow(Dress::Minimap) > 4 * n_yellow(Dress::Bare));
    }

    #[test]
    fn every_ground_has_its_colours() {
        let zone = sample_zone();
        let mut pictures = Vec::new();
        for ground in [Ground::Heights, Ground::Tiles, Ground::Walks] {
            let look = Look { ground, things: Kind::ALL.to_vec(), cm_per_pixel: 250.0 };
            pictures.push(picture(&zone, &Textures::default(), &look).unwrap());
        }
        assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
        let empty = Zone::clone(&zone);
        assert_eq!(size_cm(&empty), Some((32_000, 32_000)));
    }
}
