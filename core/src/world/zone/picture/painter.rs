//! The ground of blocks in pixels, from sixteen to one along each cell.

use crate::format::picture::{Picture, Rgba};
use crate::scene::chance::mix;
use crate::space::rose::PATCHES_PER_BLOCK;
use crate::space::rose::block::BlockCoord;
use crate::world::gat::picture::image::Image;
use crate::world::gat::picture::palette::Rgb;

use super::super::Zone;
use super::super::ground::{Cut, InWorld};
use super::Ground;
use super::textures::{SIDE, Textures, colour_of_bits, over};
use super::tiling::{Layers, Turn};

const NO_GROUND: Rgb = Rgb([60, 60, 70]);
const OPEN: Rgb = Rgb([96, 150, 88]);
const BLOCKED: Rgb = Rgb([168, 64, 58]);
const FOR_PEOPLE: Rgb = Rgb([212, 150, 66]);
const UNKNOWN: Rgb = Rgb([255, 0, 220]);
/// From low to high.
const RAMP: [[f64; 3]; 4] =
    [[52.0, 92.0, 74.0], [110.0, 140.0, 84.0], [168.0, 146.0, 104.0], [236.0, 232.0, 224.0]];

/// How many pixels a cell is long: 1, 2, 4, 8 or 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Detail(u32);

impl Detail {
    pub const LEAST: Detail = Detail(1);
    pub const MOST: Detail = Detail(16);

    /// The least that has so many pixels for a cell, or the most that there is.
    pub fn for_pixels_per_cell(n: f64) -> Detail {
        let known = [1, 2, 4, 8, 16].map(Detail);
        known.into_iter().find(|detail| f64::from(detail.0) >= n).unwrap_or(Detail::MOST)
    }

    pub fn pixels_per_cell(self) -> u32 {
        self.0
    }
}

/// Draws the blocks of a zone as it is now.
#[derive(Debug, Clone, Copy)]
pub struct Painter<'z> {
    zone: &'z Zone,
    textures: &'z Textures,
    ground: Ground,
    /// How light it is on slopes: 1 as the sun makes it, 0 the same everywhere.
    relief: f32,
    range: HeightRange,
}

/// The lowest and the highest ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeightRange {
    pub low_cm: f64,
    pub high_cm: f64,
}

impl HeightRange {
    /// Of all blocks; what is not finite does not count.
    pub fn of(zone: &Zone) -> HeightRange {
        let heights = zone.heights.iter().map(f32::from_bits).filter(|height| height.is_finite());
        let (low, high) = heights
            .fold((f32::MAX, f32::MIN), |(low, high), height| (low.min(height), high.max(height)));
        HeightRange { low_cm: low.into(), high_cm: high.into() }
    }

    fn colour(self, height_cm: f64) -> Rgb {
        let share = (height_cm - self.low_cm) / (self.high_cm - self.low_cm).max(1.0);
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let at = share * (RAMP.len() - 1) as f64;
        let step = (at as usize).min(RAMP.len() - 2);
        let from = RAMP.get(step).copied().unwrap_or_default();
        let to = RAMP.get(step + 1).copied().unwrap_or_default();
        let mut parts = from.into_iter().zip(to);
        let part = |(from, to): (f64, f64)| (from + (to - from) * (at - step as f64)) as u8;
        Rgb(std::array::from_fn(|_| parts.next().map(part).unwrap_or_default()))
    }
}

impl<'z> Painter<'z> {
    pub fn new(zone: &'z Zone, textures: &'z Textures, ground: Ground) -> Painter<'z> {
        let range = match ground {
            Ground::Heights => HeightRange::of(zone),
            Ground::Tiles | Ground::Walks => HeightRange { low_cm: 0.0, high_cm: 0.0 },
        };
        Painter { zone, textures, ground, relief: 1.0, range }
    }

    /// The same without light and shade, for a view that lights the ground itself.
    pub fn flat(self) -> Painter<'z> {
        Painter { relief: 0.0, ..self }
    }

    /// Another range of heights for the ramp, such as one that was asked for once.
    pub fn with_range(self, range: HeightRange) -> Painter<'z> {
        Painter { range, ..self }
    }

    /// Pixels along a side of the picture of a block.
    pub fn side_px(&self, detail: Detail) -> u32 {
        PATCHES_PER_BLOCK * self.pixels_per_patch(detail)
    }

    /// A zone with odd cells gets no larger pictures for it.
    fn pixels_per_patch(&self, detail: Detail) -> u32 {
        self.zone.grid().cells_per_patch().saturating_mul(detail.0).min(4 * SIDE)
    }

    /// A block from its north-west corner.
    pub fn block(&self, block: BlockCoord, detail: Detail) -> Image {
        let n = self.pixels_per_patch(detail);
        let mut image = Image::filled(PATCHES_PER_BLOCK * n, PATCHES_PER_BLOCK * n, NO_GROUND);
        match self.ground {
            Ground::Heights => {}
            Ground::Tiles => self.paint_tiles(&mut image, block, n),
            Ground::Walks => self.paint_walks(&mut image, block),
        }
        self.shade(&mut image, block);
        image
    }

    /// A tile by itself, so many pixels along each side.
    pub fn tile(&self, tile: i32, side_px: u32) -> Image {
        let pixels = self.patch(tile, self.zone.layers(tile), side_px);
        Image { width: side_px, height: side_px, pixels }
    }

    fn paint_tiles(&self, image: &mut Image, block: BlockCoord, n: u32) {
        let places =
            (0..PATCHES_PER_BLOCK).flat_map(|y| (0..PATCHES_PER_BLOCK).map(move |x| [x, y]));
        for ([x, y], (tile, layers)) in places.zip(self.zone.tiles_of_block(block)) {
            let patch = self.patch(tile, layers, n);
            for (row, pixels) in (y as usize * n as usize..).zip(patch.chunks_exact(n as usize)) {
                let start = row * image.width as usize + (x * n) as usize;
                if let Some(to) = image.pixels.get_mut(start..start + n as usize) {
                    to.copy_from_slice(pixels);
                }
            }
        }
    }

    /// The pixels of a patch, so many along each side.
    fn patch(&self, tile: i32, layers: Option<Layers>, n: u32) -> Vec<Rgb> {
        let places = || (0..n).flat_map(|y| (0..n).map(move |x| [x, y]));
        let Some(Layers { below, above }) = layers else {
            return vec![
                colour_of_bits(mix(u64::from(tile.cast_unsigned()) + 1));
                (n * n) as usize
            ];
        };
        let texel = |level: &Picture, at: [u32; 2], turn: Turn| {
            let scaled = at.map(|at| at * level.width / n);
            let [x, y] = turn.of_texture(scaled, level.width);
            level.pixel(x, y).unwrap_or_default()
        };
        let colour = |[red, green, blue, _]: Rgba| Rgb([red, green, blue]);
        let base = self.textures.get(below);
        let plain = base.map_or(UNKNOWN, |texture| texture.colour);
        let mut pixels: Vec<Rgb> = match base.and_then(|texture| texture.level(n)) {
            Some(level) => places().map(|at| colour(texel(level, at, Turn::None))).collect(),
            None => vec![plain; (n * n) as usize],
        };
        let Some((number, turn)) = above else { return pixels };
        let texture = self.textures.get(number);
        match texture.and_then(|texture| texture.level(n)) {
            Some(level) => {
                for (pixel, at) in pixels.iter_mut().zip(places()) {
                    *pixel = over(*pixel, texel(level, at, turn));
                }
            }
            // How far it covers stands in the texture alone.
            None => {
                let Rgb([red, green, blue]) = texture.map_or(UNKNOWN, |texture| texture.colour);
                pixels.iter_mut().for_each(|pixel| *pixel = over(*pixel, [red, green, blue, 128]));
            }
        }
        pixels
    }

    fn paint_walks(&self, image: &mut Image, block: BlockCoord) {
        let n_cells = Cut::Walks.n_per_block(self.zone.grid());
        let walks: Vec<Option<u8>> =
            Cut::Walks.of_block(self.zone.grid(), block).map(|at| self.zone.walk(at)).collect();
        let side = image.width;
        for (n, pixel) in (0..).zip(&mut image.pixels) {
            let [x, y] = [n % side, n / side].map(|at| at * n_cells / side);
            if let Some(Some(walk)) = walks.get((y * n_cells + x) as usize) {
                *pixel = colour_of_walk(*walk);
            }
        }
    }

    /// Lays light, and where nothing else is shown the colour of the height, over a block.
    fn shade(&self, image: &mut Image, block: BlockCoord) {
        if !self.zone.has_heights(block) {
            return;
        }
        let heights = Heights::new(self.zone, block);
        let side = image.width;
        let per_cell = f64::from(heights.n_cells) / f64::from(side);
        for (row, pixels) in (0..).zip(image.pixels.chunks_exact_mut(side as usize)) {
            let y = (f64::from(row) + 0.5) * per_cell;
            let (heights_cm, lights) = heights.along(y);
            for (column, pixel) in (0..).zip(pixels) {
                let x = (f64::from(column) + 0.5) * per_cell;
                if self.ground == Ground::Heights {
                    *pixel = self.range.colour(blended(&heights_cm, x));
                }
                let light = 1.0 + (blended(&lights, x) - 1.0) * f64::from(self.relief);
                pixel.0 = pixel.0.map(|part| (f64::from(part) * light).clamp(0.0, 255.0) as u8);
            }
        }
    }
}

/// The heights of a block and how light it is at each.
struct Heights {
    n_cells: u32,
    heights_cm: Vec<f64>,
    lights: Vec<f64>,
}

impl Heights {
    fn new(zone: &Zone, block: BlockCoord) -> Heights {
        let grid = zone.grid();
        let at = |place: InWorld| zone.height(place).map(|height| f64::from(height.get()));
        let heights_cm: Vec<f64> =
            Cut::Heights.of_block(grid, block).map(|place| at(place).unwrap_or_default()).collect();
        let lights = Cut::Heights.of_block(grid, block).zip(&heights_cm).map(|(place, own)| {
            // Across the edge of the block, so that no seam is seen.
            let InWorld { x, y } = place;
            let beside = |x: i32, y: i32| at(InWorld { x, y });
            let fall = |before: Option<f64>, after: Option<f64>| match (before, after) {
                (Some(before), Some(after)) => (after - before) / 2.0,
                (Some(before), None) => own - before,
                (None, Some(after)) => after - own,
                (None, None) => 0.0,
            };
            let rise =
                fall(beside(x - 1, y), beside(x + 1, y)) + fall(beside(x, y - 1), beside(x, y + 1));
            // The sun is in the north-west: what falls to the south-east lies in the shade.
            let light = 1.0 + rise / (2.0 * grid.cell_size_cm());
            if light.is_finite() { light.clamp(0.55, 1.35) } else { 1.0 }
        });
        let lights = lights.collect();
        Heights { n_cells: grid.cells_per_block(), heights_cm, lights }
    }

    /// The heights and lights along a line so many cells from the north.
    fn along(&self, y: f64) -> (Vec<f64>, Vec<f64>) {
        let n = self.n_cells as usize + 1;
        let row = (y as usize).min(n.saturating_sub(2));
        let share = y - row as f64;
        let line = |values: &[f64]| -> Vec<f64> {
            let of = |row: usize| values.get(row * n..(row + 1) * n).unwrap_or_default();
            of(row).iter().zip(of(row + 1)).map(|(a, b)| a + (b - a) * share).collect()
        };
        (line(&self.heights_cm), line(&self.lights))
    }
}

fn blended(line: &[f64], x: f64) -> f64 {
    let column = (x as usize).min(line.len().saturating_sub(2));
    let at = |column: usize| line.get(column).copied().unwrap_or_default();
    at(column) + (at(column + 1) - at(column)) * (x - column as f64)
}

fn colour_of_walk(walk: u8) -> Rgb {
    match walk {
        0 => OPEN,
        1 => BLOCKED,
        2 => FOR_PEOPLE,
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{act, path, sample, vfs_of};
    use super::*;
    use crate::sample::File;
    use crate::vfs::Vfs;

    /// Two pixels: green and opaque in the west, blue and clear in the east.
    fn tga() -> Vec<u8> {
        let mut data = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 0x28];
        data.extend([0, 200, 0, 255, 200, 0, 0, 0]);
        data
    }

    fn block_of(zone: &Zone) -> BlockCoord {
        zone.blocks().next().unwrap()
    }

    #[test]
    fn a_tile_is_its_two_textures_the_upper_one_turned() {
        let (_, opened) = sample();
        let names = ["GRASS_01", "SAND_01"].map(|name| {
            let path = format!("3DDATA/TERRAIN/TILES/SAMPLE/{name}.TGA");
            File { path, bytes: tga() }
        });
        let vfs = vfs_of(&names);
        let zone = opened.zone;
        assert!(vfs.find(&path(&names[0].path)).unwrap().is_some());
        let textures = Textures::load(&[&vfs], &zone);
        let painter = Painter::new(&zone, &textures, Ground::Tiles);
        let green = Rgb([0, 200, 0]);
        let blue = Rgb([0, 0, 200]);
        let side = |turn| {
            let layers = Layers { below: 0, above: Some((3, turn)) };
            let pixels = painter.patch(0, Some(layers), 2);
            [pixels[0], pixels[1], pixels[2], pixels[3]]
        };
        assert_eq!(side(Turn::None), [green, blue, green, blue]);
        assert_eq!(side(Turn::FlipHorizontal), [green, green, green, green]);
        assert_eq!(side(Turn::Clockwise), [green, green, green, blue]);
        let missing = painter.patch(0, Some(Layers { below: 900, above: None }), 1);
        assert_eq!(missing, [UNKNOWN]);
        assert_eq!(painter.patch(-5, None, 2).len(), 4);
        let tile = painter.tile(0, 4);
        assert_eq!((tile.width, tile.height, tile.pixels.len()), (4, 4, 16));
    }

    #[test]
    fn more_detail_shows_the_same_ground() {
        let (_, opened) = sample();
        let zone = opened.zone;
        let textures = Textures::load(&[&Vfs::default()], &zone);
        for ground in [Ground::Heights, Ground::Tiles, Ground::Walks] {
            let painter = Painter::new(&zone, &textures, ground);
            let least = painter.block(block_of(&zone), Detail::LEAST);
            let more = painter.block(block_of(&zone), Detail::for_pixels_per_cell(3.5));
            assert_eq!((least.width, more.width), (64, 256));
            assert_eq!(painter.side_px(Detail::MOST), 1024);
            let scaled = more.scaled(64, 64);
            let far = least.pixels.iter().zip(&scaled.pixels).filter(|(a, b)| {
                let off = a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b)).max();
                off > Some(12)
            });
            assert!(far.count() < 64, "{ground:?}");
        }
    }

    #[test]
    fn slopes_are_lit_from_the_north_west_and_level_ground_is_not() {
        let (_, opened) = sample();
        let block = block_of(&opened.zone);
        let json = r#"{"action":"shape-heights","region":"everything","how":{"set":100}}"#;
        let level = act(&opened.zone, json).unwrap();
        let textures = Textures::default();
        let painter = Painter::new(&level, &textures, Ground::Walks);
        let lit = painter.block(block, Detail::LEAST);
        assert_eq!(lit, painter.flat().block(block, Detail::LEAST));
        let hilly = Painter::new(&opened.zone, &textures, Ground::Walks);
        assert_ne!(hilly.block(block, Detail::LEAST), hilly.flat().block(block, Detail::LEAST));
    }
}
