//! What is painted on the ground: which textures of the ZON lie on a patch, and how.

use crate::format::rose::zon::tile::TileRotation;
use crate::space::rose::block::BlockCoord;

use super::super::Zone;
use super::super::ground::Cut;

/// The textures of a tile, by their number in the ZON. Either may name one that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layers {
    pub below: u32,
    /// What lies over it as far as its alpha says, turned.
    pub above: Option<(u32, Turn)>,
}

/// How the upper texture of a tile lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Turn {
    #[default]
    None,
    FlipHorizontal,
    FlipVertical,
    Flip,
    Clockwise,
    CounterClockwise,
}

impl Turn {
    /// A rotation as files have it; what is none of the known ones lies as it is.
    pub fn of(rotation: TileRotation) -> Turn {
        match rotation {
            TileRotation::FLIP_HORIZONTAL => Turn::FlipHorizontal,
            TileRotation::FLIP_VERTICAL => Turn::FlipVertical,
            TileRotation::FLIP => Turn::Flip,
            TileRotation::CLOCKWISE_90 => Turn::Clockwise,
            TileRotation::COUNTER_CLOCKWISE_90 => Turn::CounterClockwise,
            _ => Turn::None,
        }
    }

    /// The number that files, and shaders made after them, have for it: 1 to 6.
    pub fn number(self) -> u32 {
        match self {
            Turn::None => 1,
            Turn::FlipHorizontal => 2,
            Turn::FlipVertical => 3,
            Turn::Flip => 4,
            Turn::Clockwise => 5,
            Turn::CounterClockwise => 6,
        }
    }

    /// Which pixel of a texture of so many along each side is seen at a place, both counted from
    /// the north-west. One published client mirrors the last turn along a diagonal where it names
    /// a turn; what the game does is not known as of 2026-11.
    pub fn of_texture(self, [x, y]: [u32; 2], side: u32) -> [u32; 2] {
        let far = |at: u32| side.saturating_sub(1).saturating_sub(at);
        match self {
            Turn::None => [x, y],
            Turn::FlipHorizontal => [far(x), y],
            Turn::FlipVertical => [x, far(y)],
            Turn::Flip => [far(x), far(y)],
            Turn::Clockwise => [y, far(x)],
            Turn::CounterClockwise => [far(y), x],
        }
    }
}

impl Zone {
    /// The textures of a tile of the ZON; `None` where there is no such tile.
    pub fn layers(&self, tile: i32) -> Option<Layers> {
        let tile = self.ground_tiles().get(usize::try_from(tile).ok()?)?;
        let number = |texture: i64| u32::try_from(texture).unwrap_or(u32::MAX);
        let above = (tile.blend != 0).then(|| (number(tile.texture2()), Turn::of(tile.rotation)));
        Some(Layers { below: number(tile.texture1()), above })
    }

    /// The tiles of a block with their textures, row by row from the north-west; nothing where
    /// the block has no TIL.
    pub fn tiles_of_block(&self, block: BlockCoord) -> Vec<(i32, Option<Layers>)> {
        let patches = Cut::Patches.of_block(self.grid(), block);
        let tiles: Option<Vec<i32>> = patches.map(|at| self.tile(at)).collect();
        tiles.into_iter().flatten().map(|tile| (tile, self.layers(tile))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::sample_zone;
    use super::*;

    #[test]
    fn a_turn_moves_the_corner_that_it_says() {
        let north_east = |turn: Turn| {
            let places = (0..4).flat_map(|y| (0..4).map(move |x| [x, y]));
            let seen: Vec<_> = places.filter(|at| turn.of_texture(*at, 4) == [3, 0]).collect();
            assert_eq!(seen.len(), 1, "{turn:?}");
            seen[0]
        };
        for (rotation, expected) in [
            (0, [3, 0]),
            (1, [3, 0]),
            (2, [0, 0]),
            (3, [3, 3]),
            (4, [0, 3]),
            (5, [3, 3]),
            (6, [0, 0]),
        ] {
            let turn = Turn::of(TileRotation(rotation));
            assert_eq!(north_east(turn), expected, "{turn:?}");
            assert_eq!(turn.number(), rotation.max(1) as u32);
        }
    }

    #[test]
    fn a_block_knows_the_textures_of_its_tiles() {
        let zone = sample_zone();
        let block = zone.blocks().next().unwrap();
        let tiles = zone.tiles_of_block(block);
        assert_eq!(tiles.len(), 256);
        let n_textures = zone.textures().len() as u32 - 1;
        let layers: Vec<Layers> = tiles.iter().map(|(_, layers)| layers.unwrap()).collect();
        assert!(layers.iter().all(|layers| layers.below < n_textures));
        assert!(layers.iter().any(|layers| layers.above.is_some()));
        assert_eq!((zone.layers(-1), zone.layers(100_000)), (None, None));
        assert_eq!(zone.tiles_of_block(BlockCoord { x: 1, y: 1 }), []);
    }
}
