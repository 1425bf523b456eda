//! What a cell means: to a server, and to the others who read the same files.

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::ragnarok::gat::{Gat, Terrain, Tile};
use crate::space::ragnarok::{CellPos, TilePos, tile_from_cell};

/// A cell as a server has it in memory. The number is the one that it saves and sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum ServerCell {
    Ground = 0,
    /// Neither feet nor arrows.
    Wall = 1,
    /// Walkable, and under water.
    Water = 3,
    /// Arrows, but not feet.
    Gap = 5,
}

/// How the terrain of a GAT comes to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// By way of the tool that builds the map cache, which keeps the lowest byte alone, after
    /// it looked for water: a tile with the water bit of version 1.3 is plain ground.
    MapCache,
    /// Read by the server itself, which takes the whole number: a tile with the water bit is of
    /// a type that it doesn't know.
    Gat,
}

/// The level that servers use for "no water".
const NO_WATER: i32 = 1_000_000;

/// The water level of a map as a server uses it: whole, and as an altitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "i32", into = "i32")]
pub struct WaterLevel {
    level: i32,
    /// Whether it is that of a GND, whose GAT marks what is under water.
    is_of_ground: bool,
}

impl WaterLevel {
    /// Where there is no RSW, there is no water.
    pub const NONE: WaterLevel = WaterLevel { level: NO_WATER, is_of_ground: false };

    /// Of an RSW. The fraction is lost.
    pub fn new(water_level: F32) -> WaterLevel {
        WaterLevel::from(water_level.get() as i32)
    }

    /// Of a GND, where an RSW of 2.6 or newer has none. The tools of servers don't know it, so that their
    /// maps have no water; here a mark of version 1.3 counts as well.
    pub fn of_ground(water_level: F32) -> WaterLevel {
        WaterLevel { is_of_ground: true, ..WaterLevel::new(water_level) }
    }

    /// Of a GND that has several levels, for a GAT that marks what is under water: the marks alone count.
    pub fn of_marks() -> WaterLevel {
        WaterLevel { is_of_ground: true, ..WaterLevel::NONE }
    }

    /// Whether the GAT marks a tile as under water.
    pub fn is_marked(tile: &Tile) -> bool {
        tile.terrain == MARKED
    }

    /// The altitude of the surface; `None` where there is no water.
    pub fn altitude(self) -> Option<i32> {
        (self.level != NO_WATER).then_some(self.level)
    }

    /// Only the south-west corner of a tile is asked.
    fn covers(self, tile: &Tile) -> bool {
        let [south_west, ..] = tile.altitude;
        self.level != NO_WATER && south_west.get() > self.level as f32
    }
}

impl From<i32> for WaterLevel {
    fn from(level: i32) -> WaterLevel {
        WaterLevel { level, is_of_ground: false }
    }
}

impl From<WaterLevel> for i32 {
    fn from(water: WaterLevel) -> i32 {
        water.level
    }
}

/// Walkable, and marked as under water.
const MARKED: Terrain = Terrain(1 << 31);

impl ServerCell {
    /// What the server makes of a type, or `None` where it complains about it and takes a wall.
    ///
    /// Types 2, 4 and 6 are walkable ground to it, though the client's makers seem to have
    /// meant otherwise: see [`Reader`].
    pub fn from_type(number: u32) -> Option<ServerCell> {
        match number {
            0 | 2 | 4 | 6 => Some(ServerCell::Ground),
            1 => Some(ServerCell::Wall),
            3 => Some(ServerCell::Water),
            5 => Some(ServerCell::Gap),
            _ => None,
        }
    }

    /// What the server makes of a tile.
    pub fn from_tile(tile: &Tile, water_level: WaterLevel, source: Source) -> ServerCell {
        let number = server_type(tile, water_level, source);
        ServerCell::from_type(number).unwrap_or(ServerCell::Wall)
    }

    pub fn is_walkable(self) -> bool {
        matches!(self, ServerCell::Ground | ServerCell::Water)
    }

    pub fn is_shootable(self) -> bool {
        self != ServerCell::Wall
    }

    pub fn is_water(self) -> bool {
        self == ServerCell::Water
    }
}

/// The type that reaches the server: terrain that is exactly 0 becomes 3 under water.
pub fn server_type(tile: &Tile, water_level: WaterLevel, source: Source) -> u32 {
    let terrain = match tile.terrain {
        Terrain::WALKABLE if water_level.covers(tile) => Terrain::WATER,
        MARKED if water_level.is_of_ground && source == Source::MapCache => Terrain::WATER,
        terrain => terrain,
    };
    match source {
        Source::MapCache => terrain.0 & 0xff,
        Source::Gat => terrain.0,
    }
}

/// The types of a whole map, as the tool that builds the map cache writes them.
pub fn cached_types(gat: &Gat, water_level: WaterLevel) -> Vec<u8> {
    gat.tiles().iter().map(|tile| cached_type(tile, water_level)).collect()
}

/// The same of a single tile.
pub fn cached_type(tile: &Tile, water_level: WaterLevel) -> u8 {
    server_type(tile, water_level, Source::MapCache) as u8
}

/// A grid of cells that can be walked: a map in a server's memory, or a document that is asked
/// what a server would have there.
pub trait Cells {
    fn width(&self) -> u32;

    fn height(&self) -> u32;

    /// `None` outside the map.
    fn cell(&self, x: u32, y: u32) -> Option<ServerCell>;
}

/// A cell that is neither outside the map nor in its last row or column: to everything that a
/// server does on foot or by line of sight, those are outside too.
pub(super) fn inner_cell(map: &impl Cells, cell: CellPos) -> Option<ServerCell> {
    let TilePos { x, y } = tile_from_cell(cell)?;
    let is_inner = x < map.width().saturating_sub(1) && y < map.height().saturating_sub(1);
    is_inner.then(|| map.cell(x, y)).flatten()
}

/// A map in a server's memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerMap {
    width: u32,
    height: u32,
    /// Row by row from the south-west; always `width` × `height` of them.
    cells: Vec<ServerCell>,
}

impl ServerMap {
    pub fn from_gat(gat: &Gat, water_level: WaterLevel, source: Source) -> ServerMap {
        let cell = |tile| ServerCell::from_tile(tile, water_level, source);
        let cells = gat.tiles().iter().map(cell).collect();
        ServerMap { width: gat.width(), height: gat.height(), cells }
    }

    /// From a map cache; `None` where there are not width × height types.
    pub fn from_types(width: u32, height: u32, types: &[u8]) -> Option<ServerMap> {
        let cell =
            |number: &u8| ServerCell::from_type(u32::from(*number)).unwrap_or(ServerCell::Wall);
        let fits = types.len() as u64 == u64::from(width) * u64::from(height);
        let cells = types.iter().map(cell).collect();
        fits.then_some(ServerMap { width, height, cells })
    }

    /// Row by row from the south-west.
    pub fn cells(&self) -> &[ServerCell] {
        &self.cells
    }
}

impl Cells for ServerMap {
    fn width(&self) -> u32 {
        self.width
    }

    fn height(&self) -> u32 {
        self.height
    }

    fn cell(&self, x: u32, y: u32) -> Option<ServerCell> {
        let idx = u64::from(y) * u64::from(self.width) + u64::from(x);
        (x < self.width).then(|| self.cells.get(usize::try_from(idx).ok()?)).flatten().copied()
    }
}

/// Those who read the types of a GAT, and don't agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reader {
    /// rAthena, Hercules, and with them roBrowser.
    Server,
    /// The game's own: as far as is known it tells 0, 1 and 5 apart, in the low word.
    Client,
    /// The OpenKore bot, by its rules for making field files.
    OpenKore,
    /// The korangar client.
    Korangar,
    /// The RagLite client, which takes the low word for bits.
    RagLite,
}

/// What somebody takes a type for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    pub is_walkable: bool,
    /// Arrows and spells fly over it, as they do over all ground to most readers.
    pub is_snipable: bool,
    pub is_water: bool,
}

impl Meaning {
    const NOTHING: Meaning = Meaning { is_walkable: false, is_snipable: false, is_water: false };
    const GROUND: Meaning = Meaning { is_walkable: true, is_snipable: true, is_water: false };
    const CLIFF: Meaning = Meaning { is_walkable: false, is_snipable: true, is_water: false };
    const WALKABLE_WATER: Meaning = Meaning { is_water: true, ..Meaning::GROUND };
    const WATER: Meaning = Meaning { is_water: true, ..Meaning::NOTHING };
    const SNIPABLE_WATER: Meaning = Meaning { is_water: true, ..Meaning::CLIFF };
}

impl From<ServerCell> for Meaning {
    fn from(cell: ServerCell) -> Meaning {
        Meaning {
            is_walkable: cell.is_walkable(),
            is_snipable: cell.is_shootable(),
            is_water: cell.is_water(),
        }
    }
}

impl Reader {
    pub const ALL: [Reader; 5] =
        [Reader::Server, Reader::Client, Reader::OpenKore, Reader::Korangar, Reader::RagLite];

    pub fn name(self) -> &'static str {
        match self {
            Reader::Server => "rAthena and Hercules",
            Reader::Client => "Client",
            Reader::OpenKore => "OpenKore",
            Reader::Korangar => "korangar",
            Reader::RagLite => "RagLite",
        }
    }

    /// What the reader takes a type for, or `None` where it doesn't know the type.
    pub fn meaning(self, terrain: Terrain) -> Option<Meaning> {
        match self {
            Reader::Server => ServerCell::from_type(terrain.0).map(Meaning::from),
            Reader::Client => Some(match terrain.0 & 0xffff {
                1 => Meaning::NOTHING,
                5 => Meaning::CLIFF,
                _ => Meaning::GROUND,
            }),
            Reader::OpenKore => bot_meaning(terrain.0),
            // It reads the lowest byte and skips the others.
            Reader::Korangar => bot_meaning(terrain.0 & 0xff),
            Reader::RagLite => Some(Meaning {
                is_walkable: terrain.0 & 1 == 0,
                is_snipable: terrain.0 & 2 != 0,
                is_water: terrain.0 & 4 != 0,
            }),
        }
    }
}

/// The legend that OpenKore and korangar share.
fn bot_meaning(number: u32) -> Option<Meaning> {
    match number {
        0 => Some(Meaning::GROUND),
        1 | 6 => Some(Meaning::NOTHING),
        2 => Some(Meaning::WATER),
        3 => Some(Meaning::WALKABLE_WATER),
        4 => Some(Meaning::SNIPABLE_WATER),
        5 => Some(Meaning::CLIFF),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(south_west: f32, terrain: u32) -> Tile {
        // The other corners are far under water: nobody asks them.
        let altitude = [south_west, 500.0, 500.0, 500.0].map(F32::new);
        Tile { altitude, terrain: Terrain(terrain) }
    }

    fn server_cell(south_west: f32, terrain: u32, source: Source) -> ServerCell {
        let water_level = WaterLevel::new(F32::new(7.9));
        ServerCell::from_tile(&tile(south_west, terrain), water_level, source)
    }

    #[test]
    fn only_the_south_west_corner_makes_water() {
        for source in [Source::MapCache, Source::Gat] {
            assert_eq!(server_cell(7.0, 0, source), ServerCell::Ground);
            assert_eq!(server_cell(7.1, 0, source), ServerCell::Water, "7.9 counts as 7");
            assert_eq!(server_cell(7.1, 2, source), ServerCell::Ground, "0 alone can be water");
            assert_eq!(server_cell(7.1, 1, source), ServerCell::Wall);
        }
    }

    #[test]
    fn without_an_rsw_there_is_no_water() {
        let sunk = tile(2_000_000.0, 0);
        let cell = |water_level| ServerCell::from_tile(&sunk, water_level, Source::MapCache);
        assert_eq!(cell(WaterLevel::NONE), ServerCell::Ground);
        assert_eq!(cell(WaterLevel::new(F32::new(1e6))), ServerCell::Ground);
        assert_eq!(cell(WaterLevel::new(F32::new(0.0))), ServerCell::Water);
    }

    #[test]
    fn the_water_bit_is_lost_one_way_and_a_wall_the_other() {
        assert_eq!(server_cell(99.0, 1 << 31, Source::MapCache), ServerCell::Ground);
        assert_eq!(server_cell(99.0, 1 << 31, Source::Gat), ServerCell::Wall);
        assert_eq!(ServerCell::from_type(1 << 31), None);
    }

    #[test]
    fn a_mark_of_water_counts_where_the_water_is_that_of_a_gnd() {
        let level = WaterLevel::of_ground(F32::new(7.9));
        let cell = |south_west, terrain, source| {
            ServerCell::from_tile(&tile(south_west, terrain), level, source)
        };
        for (south_west, terrain, expected) in [
            (0.0, 1 << 31, ServerCell::Water),
            (99.0, 0, ServerCell::Water),
            (0.0, 0, ServerCell::Ground),
            (99.0, 1 << 31 | 1, ServerCell::Wall),
        ] {
            assert_eq!(cell(south_west, terrain, Source::MapCache), expected);
        }
        assert_eq!(cell(0.0, 1 << 31, Source::Gat), ServerCell::Wall);
        let by_marks = |south_west, terrain| {
            let tile = tile(south_west, terrain);
            ServerCell::from_tile(&tile, WaterLevel::of_marks(), Source::MapCache)
        };
        assert_eq!(by_marks(0.0, 1 << 31), ServerCell::Water);
        assert_eq!(by_marks(99.0, 0), ServerCell::Ground);
    }

    #[test]
    fn readers_differ_in_2_4_and_6() {
        let legend = |reader: Reader| -> String {
            let letter = |number| match reader.meaning(Terrain(number)) {
                None => '?',
                Some(Meaning::GROUND) => 'g',
                Some(Meaning::NOTHING) => '#',
                Some(Meaning::CLIFF) => 'c',
                Some(Meaning::WALKABLE_WATER) => 'w',
                Some(Meaning::WATER) => 'W',
                Some(Meaning::SNIPABLE_WATER) => 's',
                // Feet, but not arrows.
                Some(_) => '!',
            };
            (0..8).chain([1 << 31]).map(letter).collect()
        };
        assert_eq!(legend(Reader::Server), "g#gwgcg??");
        assert_eq!(legend(Reader::Client), "g#gggcggg");
        assert_eq!(legend(Reader::OpenKore), "g#Wwsc#??");
        assert_eq!(legend(Reader::Korangar), "g#Wwsc#?g");
        assert_eq!(legend(Reader::RagLite), "!#gc!Wws!");
    }

    #[test]
    fn a_map_needs_all_its_cells() {
        assert_eq!(ServerMap::from_types(3, 2, &[0; 5]), None);
        let map = ServerMap::from_types(3, 2, &[0, 1, 2, 3, 5, 9]).unwrap();
        assert_eq!(map.cell(1, 1), Some(ServerCell::Gap));
        assert_eq!(map.cell(2, 1), Some(ServerCell::Wall));
        assert_eq!(map.cell(3, 0), None);
        assert_eq!(map.cell(0, 2), None);
    }
}
