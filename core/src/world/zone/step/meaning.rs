//! What a tile of the ground comes to by the lists of its own zone: two copies may list others under
//! the same number.

use crate::format::rose::zon::tile::{Tile, TileRotation};

use super::super::Zone;

/// A tile with its textures by their names, as far as the zone lists them.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::world::zone) struct Meaning {
    below: Option<String>,
    above: Option<(Option<String>, TileRotation)>,
    tile_type: i32,
}

impl Meaning {
    /// Of a tile that a block has; `None` where the zone lists none by that number.
    pub(in crate::world::zone) fn of_number(tile: u32, zone: &Zone) -> Option<Meaning> {
        let tile = zone.ground_tiles().get(usize::try_from(tile).ok()?)?;
        Some(Meaning::of(tile, zone))
    }

    /// Of a tile as if the zone listed it.
    pub(in crate::world::zone) fn of(tile: &Tile, zone: &Zone) -> Meaning {
        let above = (tile.blend != 0).then(|| (texture(zone, tile.texture2()), tile.rotation));
        Meaning { below: texture(zone, tile.texture1()), above, tile_type: tile.tile_type }
    }
}

/// By its name, which leads to the same file in any case and with either slash.
fn texture(zone: &Zone, number: i64) -> Option<String> {
    let name = zone.textures().get(usize::try_from(number).ok()?)?;
    Some(zone.code_page().decode(name.as_bytes()).to_lowercase().replace('\\', "/"))
}
