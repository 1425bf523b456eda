//! A map from above as pixels, one for each cell: made on the CPU, by rows and columns alone.
//!
//! A rectangle of it costs what its cells cost, so that whoever shows a map draws again what
//! changed and nothing else. What has to be known of the whole map, such as its highest point, is
//! asked for once and handed in with the [`View`].

pub mod palette;
pub mod islands;
pub mod image;
pub(in crate::world) mod relief;

use crate::format::number::F32;
use crate::format::ragnarok::gat::{Terrain, Tile};
use crate::nav::ragnarok::cell::{Meaning, Reader, ServerCell, Source, WaterLevel};
use crate::space::ragnarok::{TilePos, height_from_altitude};

use self::image::Image;
use self::islands::Islands;
use self::palette::{Palette, Ramp, Rgb};
pub use self::relief::HeightRange;
use super::GatMap;
use super::area::Rect;
use super::rows::Rows;

/// How a map is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look<'s> {
    pub view: View<'s>,
    pub palette: Palette,
    pub shading: Shading,
    /// The surface of the water as the RSW has it, an altitude: what lies deeper is tinted.
    pub water: Option<F32>,
}

/// What the colours tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum View<'s> {
    /// The types of the file. Cells with the water bit of version 1.3 are tinted.
    Types,
    /// The three types that the client tells apart: 0, 1 and 5.
    Client,
    /// What rAthena and Hercules have in memory: 0, 1, 3 and 5.
    Server { source: Source, water_level: WaterLevel },
    /// From the lowest to the highest; what lies beyond the range has the colour of its end.
    Heights(HeightRange),
    /// How much higher the highest corner of a cell is than its lowest.
    Slope,
    /// Which ground can be walked to from which.
    Islands(&'s Islands),
}

/// Whether hills have a sunny and a shady side. The sun stands in the north-west; flat ground
/// keeps its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shading {
    Flat,
    #[default]
    Hills,
}

/// The colours of a rectangle of a map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    pub rect: Rect,
    /// Row by row from the south-west, as everything of a map.
    pub pixels: Vec<Rgb>,
}

/// Slopes from here on look alike, in world units: a cell is five wide.
const STEEPEST: f32 = 20.0;

/// Draws the cells of a rectangle, as far as the map reaches.
pub fn picture(map: &GatMap, rect: Rect, look: &Look<'_>) -> Picture {
    let rect = rect.within(map.rect());
    let mut pixels = Vec::with_capacity(rect.width as usize * rect.height as usize);
    let mut rows = Rows::default();
    let mut weights = Vec::new();
    for y in rect.y..rect.north() {
        let start = pixels.len();
        rows.read(map, y, rect.x..rect.east());
        colour_row(&rows, TilePos { x: rect.x, y }, look, &mut weights, &mut pixels);
        let row = pixels.get_mut(start..).unwrap_or_default();
        // First the numbers of a whole row and then its pixels: the machine does several at once.
        if look.shading == Shading::Hills {
            weights.clear();
            weights.extend(rows.cells().map(|cell| relief::light(cell.altitudes)));
            row.iter_mut().zip(&weights).for_each(|(pixel, light)| *pixel = pixel.lit(*light));
        }
        if let Some(surface) = look.water {
            let water = look.palette.water();
            weights.clear();
            weights.extend(rows.cells().map(|cell| relief::murk(cell.altitudes, surface)));
            let wet = row.iter_mut().zip(&weights).filter(|(_, murk)| **murk > 0);
            wet.for_each(|(pixel, murk)| *pixel = pixel.mixed(water, *murk));
        }
    }
    Picture { rect, pixels }
}

fn colour_row(
    rows: &Rows,
    first: TilePos,
    look: &Look<'_>,
    steps: &mut Vec<u32>,
    pixels: &mut Vec<Rgb>,
) {
    let palette = look.palette;
    let types = palette.types();
    let of_type =
        |number: u32| types.get(number as usize).or(types.last()).copied().unwrap_or_default();
    match look.view {
        View::Types => pixels.extend(rows.terrain().map(|word| {
            let colour = of_type(Terrain(word).kind());
            match Terrain(word).has_water_bit() {
                true => colour.mixed(palette.water(), WATER_BIT_TINT),
                false => colour,
            }
        })),
        View::Client => {
            pixels.extend(rows.terrain().map(|word| of_type(client_type(Terrain(word)))));
        }
        View::Server { source, water_level } => pixels.extend(rows.cells().map(|cell| {
            let tile = Tile { altitude: cell.altitudes.map(F32::new), terrain: cell.terrain };
            of_type(ServerCell::from_tile(&tile, water_level, source) as u32)
        })),
        View::Heights(range) => {
            let ramp = palette.heights();
            steps.clear();
            steps.extend(rows.cells().map(|cell| {
                let altitude = cell.altitudes.iter().sum::<f32>() / 4.0;
                Ramp::step(range.share(height_from_altitude(F32::new(altitude))))
            }));
            pixels.extend(steps.iter().map(|step| ramp.at(*step)));
        }
        View::Slope => {
            let ramp = palette.slopes();
            steps.clear();
            let slopes = rows.cells().map(|cell| relief::slope(cell.altitudes));
            steps.extend(slopes.map(|slope| Ramp::step(slope / STEEPEST)));
            pixels.extend(steps.iter().map(|step| ramp.at(*step)));
        }
        View::Islands(islands) => {
            let colours = palette.islands();
            pixels.extend(
                islands
                    .row(first, rows.len())
                    .map(|number| colours.get(usize::from(number)).copied().unwrap_or_default()),
            );
        }
    }
}

/// How much the water bit colours a cell, of 256.
const WATER_BIT_TINT: u32 = 110;

/// The type by which the client would have called it.
fn client_type(terrain: Terrain) -> u32 {
    match Reader::Client.meaning(terrain) {
        Some(Meaning { is_walkable: true, .. }) => 0,
        Some(Meaning { is_snipable: true, .. }) => 5,
        _ => 1,
    }
}

impl Picture {
    /// Its rows as a screen and a picture file have them: the northernmost first.
    pub fn rows_from_north(&self) -> impl Iterator<Item = &[Rgb]> {
        self.pixels.chunks_exact(self.rect.width.max(1) as usize).rev()
    }

    /// With the north at the top.
    pub fn to_image(&self) -> Image {
        let Rect { width, height, .. } = self.rect;
        Image { width, height, pixels: self.rows_from_north().flatten().copied().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{map, sample};
    use super::*;
    use crate::space::ragnarok::Corner;

    fn look(view: View<'_>) -> Look<'_> {
        Look { view, palette: Palette::Normal, shading: Shading::Flat, water: None }
    }

    /// A letter for the colour of each cell: the number of its type, from the north down.
    fn types(map: &GatMap, view: View<'_>) -> Vec<String> {
        let types = Palette::Normal.types();
        let letter = |pixel: &Rgb| match types.iter().position(|colour| colour == pixel) {
            Some(number) => char::from_digit(number as u32, 10).unwrap(),
            None => '?',
        };
        let picture = picture(map, map.rect(), &look(view));
        picture.rows_from_north().map(|row| row.iter().map(letter).collect()).collect()
    }

    fn sunk(map: &mut GatMap, x: u32, y: u32) {
        map.set_altitude(TilePos { x, y }, Corner::SouthWest, F32::new(9.0));
    }

    #[test]
    fn every_reader_has_a_view_of_its_own() {
        let mut map = map(&["0123", "4569", "0000"]);
        sunk(&mut map, 1, 0);
        sunk(&mut map, 1, 2);
        assert_eq!(types(&map, View::Types), ["0123", "4567", "0000"], "7 is for all others");
        assert_eq!(types(&map, View::Client), ["0100", "0500", "0000"]);
        let water_level = WaterLevel::new(F32::new(4.0));
        let server = |source| View::Server { source, water_level };
        for source in [Source::MapCache, Source::Gat] {
            assert_eq!(types(&map, server(source)), ["0103", "0501", "0300"]);
        }
        map.set_terrain(TilePos { x: 0, y: 0 }, Terrain(1 << 31));
        assert_eq!(types(&map, View::Types)[2], "?000", "the water bit is seen");
        assert_eq!(types(&map, server(Source::MapCache))[2], "0300");
        assert_eq!(types(&map, server(Source::Gat))[2], "1300");
    }

    #[test]
    fn a_rectangle_is_a_part_of_the_whole() {
        let map = GatMap::new(&sample(3, 90, 70)).unwrap();
        let islands = Islands::of(&map);
        let heights = HeightRange::of(&map);
        let water_level = WaterLevel::new(F32::new(4.0));
        for view in [
            View::Types,
            View::Client,
            View::Server { source: Source::Gat, water_level },
            View::Heights(heights),
            View::Slope,
            View::Islands(&islands),
        ] {
            let shading = Shading::Hills;
            let look =
                Look { view, palette: Palette::ColourBlind, shading, water: Some(F32::new(4.0)) };
            let whole = picture(&map, map.rect(), &look);
            assert!(whole.pixels.iter().any(|pixel| *pixel != whole.pixels[0]), "{view:?}");
            for (x, y, width, height) in
                [(0, 0, 1, 1), (13, 60, 40, 40), (89, 69, 9, 9), (90, 0, 4, 4)]
            {
                let part = picture(&map, Rect { x, y, width, height }, &look);
                let expected: Vec<Rgb> = (part.rect.y..part.rect.north())
                    .flat_map(|y| (part.rect.x..part.rect.east()).map(move |x| (x, y)))
                    .map(|(x, y)| whole.pixels[(y * 90 + x) as usize])
                    .collect();
                assert_eq!(part.pixels, expected);
            }
        }
    }

    #[test]
    fn hills_have_a_sunny_side_and_flat_ground_keeps_its_colour() {
        let mut map = map(&["000"]);
        for (x, west, east) in [(1, 0.0, -5.0), (2, -5.0, 0.0)] {
            let tile = TilePos { x, y: 0 };
            map.set_altitude(tile, Corner::SouthWest, F32::new(west));
            map.set_altitude(tile, Corner::NorthWest, F32::new(west));
            map.set_altitude(tile, Corner::SouthEast, F32::new(east));
            map.set_altitude(tile, Corner::NorthEast, F32::new(east));
        }
        let look = Look { shading: Shading::Hills, ..look(View::Types) };
        let Picture { pixels, .. } = picture(&map, map.rect(), &look);
        let green = |n: usize| pixels[n].0[1];
        assert_eq!(pixels[0], Palette::Normal.types()[0]);
        assert!(green(1) > green(0) && green(0) > green(2), "{pixels:?}");
    }

    #[test]
    fn what_is_no_number_is_drawn_all_the_same() {
        let mut map = map(&["00"]);
        map.set_altitude(TilePos { x: 0, y: 0 }, Corner::SouthEast, F32::from_bits(0x7fc0_0001));
        map.set_altitude(TilePos { x: 1, y: 0 }, Corner::SouthEast, F32::new(f32::INFINITY));
        for view in [View::Types, View::Heights(HeightRange::of(&map)), View::Slope] {
            let look = Look { shading: Shading::Hills, water: Some(F32::ZERO), ..look(view) };
            assert_eq!(picture(&map, map.rect(), &look).pixels.len(), 2);
        }
    }
}
