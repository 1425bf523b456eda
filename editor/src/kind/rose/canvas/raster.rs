//! The ground of a block as a picture, in whatever size it is looked at.

use eframe::egui::{Color32, ColorImage};
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::picture::painter::{Detail, HeightRange, Painter};
use landwright_core::world::zone::picture::textures::Textures;

use crate::kind::rose::view::ZoneGround;
use crate::view::Shown;

/// What makes two pictures of a block the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    pub(super) ground: ZoneGround,
    pub(super) shading: Shown,
    pub(super) heights: HeightRange,
}

/// Whether the colours of one range do for another: not every stroke gives all blocks new ones.
pub(super) fn covers(known: HeightRange, other: HeightRange) -> bool {
    let slack = (known.high_cm - known.low_cm).max(100.0) * 0.2;
    other.low_cm >= known.low_cm - slack && other.high_cm <= known.high_cm + slack
}

pub(super) fn painter<'z>(zone: &'z Zone, textures: &'z Textures, look: Look) -> Painter<'z> {
    look.ground.painter(zone, textures, look.shading, look.heights)
}

/// A square picture of a block, the north row first.
pub(super) fn picture(painter: &Painter<'_>, block: BlockCoord, side: usize) -> ColorImage {
    let least = painter.side_px(Detail::LEAST).max(1);
    let detail = Detail::for_pixels_per_cell(side as f64 / f64::from(least));
    let image = painter.block(block, detail);
    let image = match image.width as usize == side {
        true => image,
        false => image.scaled(side as u32, side as u32),
    };
    let pixels = image.pixels.iter().map(|pixel| {
        let [red, green, blue] = pixel.0;
        Color32::from_rgb(red, green, blue)
    });
    ColorImage::new([image.width as usize, image.height as usize], pixels.collect())
}

#[cfg(test)]
mod tests {
    use super::super::scene::tests::Stand;
    use super::*;

    #[test]
    fn pictures_have_the_size_that_is_asked_for_and_blocks_have_no_seam() {
        let stand = Stand::new(2, 1, 0);
        let blocks: Vec<BlockCoord> = stand.zone.blocks().collect();
        let heights = HeightRange::of(&stand.zone);
        for ground in ZoneGround::ALL {
            let look = Look { ground, shading: Shown::Yes, heights };
            let painter = painter(&stand.zone, &stand.textures, look);
            for side in [16, 64, 256] {
                assert_eq!(picture(&painter, blocks[0], side).size, [side, side]);
            }
        }
        let look = Look { ground: ZoneGround::Heights, shading: Shown::Yes, heights };
        let painter = painter(&stand.zone, &stand.textures, look);
        let [west, east] = [blocks[0], blocks[1]].map(|block| picture(&painter, block, 256));
        for row in 0..256 {
            let (a, b) = (west.pixels[row * 256 + 255], east.pixels[row * 256]);
            let parts = a.to_array().into_iter().zip(b.to_array());
            let apart = parts.map(|(a, b)| a.abs_diff(b)).max().unwrap();
            assert!(apart < 24, "row {row}: {a:?} {b:?}");
        }
    }

    #[test]
    fn plain_ground_without_shading_has_one_colour() {
        let stand = Stand::new(1, 1, 0);
        let block = stand.zone.blocks().next().unwrap();
        let heights = HeightRange::of(&stand.zone);
        let look = Look { ground: ZoneGround::Plain, shading: Shown::No, heights };
        let image = picture(&painter(&stand.zone, &stand.textures, look), block, 64);
        assert!(image.pixels.iter().all(|pixel| *pixel == image.pixels[0]));
        let shaded = Look { shading: Shown::Yes, ..look };
        let image = picture(&painter(&stand.zone, &stand.textures, shaded), block, 64);
        assert!(image.pixels.iter().any(|pixel| *pixel != image.pixels[0]));
    }
}
