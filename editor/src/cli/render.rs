//! `landwright render`: a picture of a map.

mod canvas;

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use landwright_core::nav::ragnarok::cell::{Source, WaterLevel};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::islands::Islands;
use landwright_core::world::gat::picture::palette::Palette;
use landwright_core::world::gat::picture::{HeightRange, Look, Shading, View, picture};

use super::apply::read_map;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, grouped, shown};
use super::target::Target;
use super::water::Water;

/// Draw a Ragnarok map as a PNG picture
///
/// North is up and east is right, as on the game's minimap. Needs no display and no graphics
/// driver; the same map gives the same picture everywhere.
#[derive(Debug, Args)]
pub(super) struct Render {
    /// The map (gat)
    file: PathBuf,
    #[command(flatten)]
    target: Target,
    /// From where the map is seen
    #[arg(long, value_enum, default_value = "top")]
    view: Viewpoint,
    /// Width and height of the picture, which the map fills as far as its shape allows; a pixel for
    /// each cell where it is not given
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// What the colours tell
    #[arg(long, value_enum, default_value = "types")]
    colours: Colours,
    /// Which colours are used
    #[arg(long, value_enum, default_value = "normal")]
    palette: PaletteName,
    /// Whether hills have a sunny side, in the north-west, and a shady one
    #[arg(long, value_enum, default_value = "hills")]
    shading: ShadingName,
    /// Tint what lies under the water level of the RSW
    #[arg(long)]
    water: bool,
    /// Draw the borders of cells, or of every 10 or 100 where they would be too close
    #[arg(long)]
    grid: bool,
    /// The RSW with the water level; the one beside the map where it is not given
    #[arg(long, value_name = "FILE")]
    rsw: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Viewpoint {
    /// Straight down from above
    Top,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colours {
    /// The types of the file
    Types,
    /// What the client tells apart: types 0, 1 and 5
    Client,
    /// What rAthena makes of the map, water included
    Rathena,
    /// What Hercules makes of the map; so far always the same as rAthena
    Hercules,
    /// Low to high
    Heights,
    /// Flat to steep
    Slope,
    /// Grey for the largest walkable ground, a colour for each piece that is apart from it
    Islands,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaletteName {
    Normal,
    /// Told apart by lightness as well
    ColourBlind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShadingName {
    Hills,
    /// Colours as they stand in the legend
    Flat,
}

/// `WxH`, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    width: u32,
    height: u32,
}

/// What fits into the memory of a small machine.
const MAX_PIXELS: u64 = 1 << 27;

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let parts = text.split_once(['x', 'X', '×']).ok_or("expected WxH, such as 800x600")?;
        let number = |part: &str| part.trim().parse::<u32>().ok().filter(|n| *n > 0);
        let (Some(width), Some(height)) = (number(parts.0), number(parts.1)) else {
            return Err("expected WxH with whole numbers from 1, such as 800x600".to_owned());
        };
        let size = Size { width, height };
        size.checked().then_some(size).ok_or(format!("more than {MAX_PIXELS} pixels"))
    }
}

impl Size {
    fn checked(self) -> bool {
        u64::from(self.width) * u64::from(self.height) <= MAX_PIXELS
    }
}

impl Render {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let before = self.target.before()?;
        let map = read_map(&self.file)?;
        let wrong = |what: &str| Failure::WrongUse(format!("{} {what}", shown(&self.file)));
        if map.rect().is_empty() {
            return Err(wrong("has no cells to draw"));
        }
        let (width, height) = (map.width(), map.height());
        let size = self.size.unwrap_or(Size { width, height });
        if !size.checked() {
            return Err(wrong("has more cells than a picture has pixels; --size makes it smaller"));
        }
        let Viewpoint::Top = self.view;
        let png = png(&self.image(&map, size)?)?;
        self.target.save(before, &png)?;
        let Size { width, height } = size;
        let n_bytes = grouped(png.len() as u64);
        output
            .line(&format!("{}: {width} × {height}, {n_bytes} bytes", shown(self.target.path())))?;
        Ok(Outcome::Fine)
    }

    fn image(&self, map: &GatMap, size: Size) -> Result<Image, Failure> {
        let asks_for_water =
            self.water || matches!(self.colours, Colours::Rathena | Colours::Hercules);
        let water = match asks_for_water {
            true => Some(Water::of(&self.file, self.rsw.as_deref())?),
            false => None,
        };
        if let Some(water) = &water {
            complain(&format!("note: {}", water.in_words()));
        }
        let water_level = water.as_ref().map_or(WaterLevel::NONE, Water::level);
        let islands = match self.colours {
            Colours::Islands => Islands::of(map),
            _ => Islands::default(),
        };
        let view = match self.colours {
            Colours::Types => View::Types,
            Colours::Client => View::Client,
            Colours::Rathena | Colours::Hercules => {
                View::Server { source: Source::MapCache, water_level }
            }
            Colours::Heights => View::Heights(HeightRange::of(map)),
            Colours::Slope => View::Slope,
            Colours::Islands => View::Islands(&islands),
        };
        let palette = match self.palette {
            PaletteName::Normal => Palette::Normal,
            PaletteName::ColourBlind => Palette::ColourBlind,
        };
        let shading = match self.shading {
            ShadingName::Hills => Shading::Hills,
            ShadingName::Flat => Shading::Flat,
        };
        let surface = water.filter(|_| self.water).and_then(|water| water.surface);
        let look = Look { view, palette, shading, water: surface };
        let cells = picture(map, map.rect(), &look).to_image();
        let (width, height) = canvas::fitting(&cells, size.width, size.height);
        let mut image = cells.scaled(width, height);
        if self.grid {
            canvas::draw_grid(&mut image, cells.width, cells.height);
        }
        Ok(canvas::centred(image, size.width, size.height, palette.outside()))
    }
}

pub(super) fn png(image: &Image) -> Result<Vec<u8>, Failure> {
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.0).collect();
    let mut png = Vec::new();
    PngEncoder::new(&mut png)
        .write_image(&bytes, image.width, image.height, ExtendedColorType::Rgb8)
        .map_err(|error| Failure::WrongFile(format!("error: the picture: {error}")))?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers() {
        assert_eq!("800x600".parse(), Ok(Size { width: 800, height: 600 }));
        for wrong in ["800", "0x5", "-1x5", "99999x99999", "axb"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }
}
