//! Pictures of ROSE zones.

use clap::ValueEnum;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::picture::{Ground, Look, picture, size_cm};
use landwright_core::world::zone::thing::Kind;

use super::Opened;

/// A picture has no more pixels along a side where nobody said how large it is to be.
const USUAL_SIDE: u64 = 2000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum GroundName {
    /// Low to high
    #[default]
    Heights,
    /// The textures of the game; where one is not at hand, a colour for it
    Tiles,
    /// Green where all may walk, red where nobody, orange where no monsters
    Walks,
}

impl From<GroundName> for Ground {
    fn from(name: GroundName) -> Ground {
        match name {
            GroundName::Heights => Ground::Heights,
            GroundName::Tiles => Ground::Tiles,
            GroundName::Walks => Ground::Walks,
        }
    }
}

/// As large as fits into a size; `None` for a zone without blocks.
pub(in crate::cli) fn look(
    opened: &Opened,
    ground: GroundName,
    things: &[Kind],
    size: Option<(u32, u32)>,
) -> Option<Look> {
    let (width_cm, height_cm) = size_cm(&opened.zone)?;
    let (width, height) =
        size.map_or((USUAL_SIDE, USUAL_SIDE), |(width, height)| (width.into(), height.into()));
    let per_pixel = width_cm.div_ceil(width.max(1)).max(height_cm.div_ceil(height.max(1))).max(1);
    let cm_per_pixel = u32::try_from(per_pixel).ok()?;
    Some(Look { ground: ground.into(), things: things.to_vec(), cm_per_pixel })
}

pub(in crate::cli) fn image(opened: &Opened, look: &Look) -> Option<Image> {
    let textures = match look.ground {
        Ground::Tiles => opened.textures(),
        Ground::Heights | Ground::Walks => Textures::default(),
    };
    picture(&opened.zone, &textures, look)
}
