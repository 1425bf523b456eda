//! What the options of `render` may say.

use std::str::FromStr;

use clap::ValueEnum;
use landwright_core::world::area::picture::Layer;
use landwright_core::world::gat::picture::Shading;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LayerName {
    /// Nothing
    Floors,
    /// Redder where more nodes are
    Density,
    Nodes,
    /// Nodes, and the edges between them: orange where they lead one way only
    Edges,
}

impl From<LayerName> for Layer {
    fn from(name: LayerName) -> Layer {
        match name {
            LayerName::Floors => Layer::Floors,
            LayerName::Density => Layer::Density,
            LayerName::Nodes => Layer::Nodes,
            LayerName::Edges => Layer::Edges,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Viewpoint {
    /// Straight down from above
    Top,
    /// From the side, as --yaw and --pitch say
    #[value(name = "3d")]
    ThreeD,
}

pub(super) fn hour(text: &str) -> Result<f64, String> {
    let hour = text.trim().parse::<f64>().ok().filter(|hour| (0.0..=24.0).contains(hour));
    hour.ok_or("expected an hour from 0 to 24, such as 18.5".to_owned())
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.trim().parse::<f64>().ok().filter(|it| (0.0..=1e6).contains(it));
    seconds.ok_or("expected seconds from 0 to 1000000".to_owned())
}

pub(super) fn share(text: &str) -> Result<f32, String> {
    let share = text.trim().parse::<f32>().ok().filter(|it| (0.0..=1.0).contains(it));
    share.ok_or("expected a number from 0 to 1, such as 0.4".to_owned())
}

pub(super) fn angle(text: &str) -> Result<f32, String> {
    let degrees = text.trim().parse::<f32>().ok();
    degrees
        .filter(|degrees| (-360.0..=360.0).contains(degrees))
        .ok_or("expected degrees from -360 to 360".to_owned())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Colours {
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
pub(super) enum PaletteName {
    Normal,
    /// Told apart by lightness as well
    ColourBlind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ShadingName {
    Hills,
    /// Colours as they stand in the legend
    Flat,
}

impl From<ShadingName> for Shading {
    fn from(name: ShadingName) -> Shading {
        match name {
            ShadingName::Hills => Shading::Hills,
            ShadingName::Flat => Shading::Flat,
        }
    }
}

/// `WxH`, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Of a 3D view where nobody says.
pub(super) const SIZE_3D: Size = Size { width: 1280, height: 800 };

/// What fits into the memory of a small machine.
pub(super) const MAX_PIXELS: u64 = 1 << 27;

/// In 3D, where each pixel is made of several.
pub(super) const MAX_PIXELS_3D: u64 = 1 << 25;

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
    pub(super) fn checked(self) -> bool {
        self.n_pixels() <= MAX_PIXELS
    }

    pub(super) fn checked_in_3d(self) -> bool {
        self.n_pixels() <= MAX_PIXELS_3D
    }

    fn n_pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
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
