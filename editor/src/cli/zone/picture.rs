//! Pictures of ROSE zones.

use clap::ValueEnum;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::picture::{Ground, Look, picture};

use super::Opened;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum GroundName {
    /// Low to high
    #[default]
    Heights,
    /// The textures of the game; where one is not at hand, a colour for it
    Tiles,
    /// Green where all may walk, red where nobody, orange where no monsters
    Walks,
    /// As the client draws it: textures and, of a Ragnarok map, lightmaps, colours and water
    Game,
    /// Who may walk where: of a Ragnarok map the types of its cells
    Types,
}

impl From<GroundName> for Ground {
    fn from(name: GroundName) -> Ground {
        match name {
            GroundName::Heights => Ground::Heights,
            GroundName::Tiles | GroundName::Game => Ground::Tiles,
            GroundName::Walks | GroundName::Types => Ground::Walks,
        }
    }
}

pub(in crate::cli) fn image(opened: &Opened, look: &Look) -> Option<Image> {
    let textures = match look.ground {
        Ground::Tiles => opened.textures(),
        Ground::Heights | Ground::Walks => Textures::default(),
    };
    picture(&opened.zone, &textures, look)
}
