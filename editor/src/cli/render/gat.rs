//! Maps of cells as pictures, and cells over pictures of their ground.

use landwright_core::nav::ragnarok::cell::{Source, WaterLevel};
use landwright_core::vfs::save::Before;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::islands::Islands;
use landwright_core::world::gat::picture::palette::Palette;
use landwright_core::world::gat::picture::{HeightRange, Look, View, picture};

use crate::cli::map::read_map;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, shown};
#[cfg(feature = "window")]
use crate::cli::render::three_d;
use crate::cli::render::values::{Colours, PaletteName, SIZE_3D, Size, Viewpoint};
use crate::cli::render::{Render, canvas};
use crate::cli::water::water_of;
use crate::kind::ragnarok::water::Water;
#[cfg(feature = "window")]
use crate::view::orbit::Orbit;

impl Render {
    pub(super) fn draw_map(&self, before: Before, output: &mut Output) -> Result<Outcome, Failure> {
        let map = read_map(&self.file)?;
        let wrong = |what: &str| Failure::WrongUse(format!("{} {what}", shown(&self.file)));
        if map.rect().is_empty() {
            return Err(wrong("has no cells to draw"));
        }
        let (width, height) = (map.width(), map.height());
        let usual = match self.view {
            Viewpoint::Top => Size { width, height },
            Viewpoint::ThreeD => SIZE_3D,
        };
        let size = self.size.unwrap_or(usual);
        if !size.checked() {
            return Err(wrong("has more cells than a picture has pixels; --size makes it smaller"));
        }
        let image = self.image(&map, size)?;
        self.save_on_sheet(image, Palette::Normal.outside(), before, output)
    }

    /// The types of cells over a picture of their ground.
    pub(super) fn put_cells(
        &self,
        image: &mut Image,
        [columns, rows]: [u32; 2],
    ) -> Result<(), Failure> {
        let map = read_map(&self.file)?;
        if (map.width(), map.height()) != (columns, rows) {
            let (width, height) = (map.width(), map.height());
            let message = format!(
                "has {width} × {height} cells, and its ground {columns} × {rows}: no --cells"
            );
            return Err(Failure::WrongUse(format!("{} {message}", shown(&self.file))));
        }
        let size = Size { width: image.width, height: image.height };
        let cells = self.above_of(&map, size)?;
        let weight = (self.cells * 256.0).round() as u32;
        for (pixel, cell) in image.pixels.iter_mut().zip(cells.pixels) {
            *pixel = pixel.mixed(cell, weight);
        }
        Ok(())
    }

    fn image(&self, map: &GatMap, size: Size) -> Result<Image, Failure> {
        self.with_look(map, |look| match self.view {
            Viewpoint::Top => Ok(self.above(map, look, size)),
            Viewpoint::ThreeD => self.in_3d(map, look, size),
        })
    }

    /// The cells alone, in exactly a size.
    fn above_of(&self, map: &GatMap, size: Size) -> Result<Image, Failure> {
        self.with_look(map, |look| {
            let cells = picture(map, map.rect(), look).to_image();
            Ok(cells.scaled(size.width, size.height))
        })
    }

    fn with_look(
        &self,
        map: &GatMap,
        draw: impl FnOnce(&Look<'_>) -> Result<Image, Failure>,
    ) -> Result<Image, Failure> {
        let asks_for_water =
            self.water || matches!(self.colours, Colours::Rathena | Colours::Hercules);
        let water = match asks_for_water {
            true => Some(water_of(&self.file, self.rsw.as_deref())?),
            false => None,
        };
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
        let shading = self.shading.into();
        let surface = water.filter(|_| self.water).and_then(|water| water.surface);
        draw(&Look { view, palette, shading, water: surface })
    }

    fn above(&self, map: &GatMap, look: &Look<'_>, size: Size) -> Image {
        let cells = picture(map, map.rect(), look).to_image();
        let sides = [cells.width, cells.height];
        let (width, height) = canvas::fitting(sides, size.width, size.height);
        let mut image = cells.scaled(width, height);
        if self.grid {
            canvas::draw_grid(&mut image, cells.width, cells.height);
        }
        canvas::centred(image, size.width, size.height, look.palette.outside())
    }

    #[cfg(feature = "window")]
    fn in_3d(&self, map: &GatMap, look: &Look<'_>, size: Size) -> Result<Image, Failure> {
        use crate::canvas::three_d::scene::Grid;
        use crate::renderer::device::Trouble;
        let pitch_degrees = self.pitch.unwrap_or(Orbit::FIRST_PITCH_DEGREES);
        let from = three_d::Viewpoint3d { yaw_degrees: self.yaw, pitch_degrees };
        let grid = if self.grid { Grid::Shown } else { Grid::Hidden };
        three_d::image(map, look, size, from, grid).map_err(|trouble| {
            let top = match trouble {
                Trouble::NoDriver(_) => "; --view top needs none",
                Trouble::TooLarge(_) | Trouble::Failed(_) => "",
            };
            Failure::WrongUse(format!("no 3D picture: {trouble}{top}"))
        })
    }

    #[cfg(not(feature = "window"))]
    fn in_3d(&self, _map: &GatMap, _look: &Look<'_>, _size: Size) -> Result<Image, Failure> {
        let message = "this landwright was built without its window, and draws no 3D pictures";
        Err(Failure::WrongUse(message.to_owned()))
    }
}
