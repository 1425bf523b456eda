//! The Ragnarok map as a document: what a GAT holds, in columns that snapshots share.

pub mod edit;
pub mod area;
pub mod cover;
pub mod merge;
pub mod compare;
pub mod refusal;
pub mod region;
pub mod rows;
mod raster;
mod flood;
pub mod group;
pub mod paint;
pub mod heights;
pub mod automatic;
pub mod ground;
pub mod reshape;
pub mod stamp;
pub mod picture;
pub mod exchange;
pub mod action;
pub mod schema;

use crate::format::number::F32;
use crate::format::ragnarok::gat::{Gat, Terrain, Tile, Version};
use crate::format::text::Opaque;
use crate::nav::ragnarok::cell::{Cells, ServerCell, Source, WaterLevel};
use crate::space::ragnarok::{Corner, TilePos};

use self::area::Rect;
use super::column::Column;
use super::corners::Corners;

/// A Ragnarok map. A clone is a snapshot and costs next to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatMap {
    version: Version,
    width: u32,
    height: u32,
    /// Row by row from the south-west, `width` × `height` words, as every column.
    terrain: Column,
    /// By corner, in the order of [`Corner::ALL`]: the bits of the altitudes.
    altitude: [Column; 4],
    tail: Opaque,
}

/// A map with more cells than an edit can number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{width} × {height} cells are too many to edit")]
pub struct TooLarge {
    pub width: u32,
    pub height: u32,
}

impl GatMap {
    pub fn new(gat: &Gat) -> Result<GatMap, TooLarge> {
        let (width, height) = (gat.width(), gat.height());
        if u32::try_from(gat.tiles().len()).is_err() {
            return Err(TooLarge { width, height });
        }
        let altitude =
            |corner: Corner| gat.tiles().iter().map(|t| corner.of(t.altitude).to_bits()).collect();
        Ok(GatMap {
            version: gat.version,
            width,
            height,
            terrain: gat.tiles().iter().map(|tile| tile.terrain.0).collect(),
            altitude: Corner::ALL.map(altitude),
            tail: gat.tail.clone(),
        })
    }

    /// A flat map of these types, row by row from the south-west. Heights take next to no memory.
    pub(super) fn flat(width: u16, height: u16, types: &[u8]) -> GatMap {
        let mut map = GatMap::filled(Version::V1_2, width, height, Tile::default());
        let mut start = 0;
        for part in types.chunks(1 << 16) {
            let words: Vec<u32> = part.iter().map(|kind| u32::from(*kind)).collect();
            map.terrain.write(start..start + words.len(), &words);
            start += words.len();
        }
        map
    }

    /// The GAT that is saved.
    pub fn to_gat(&self) -> Gat {
        let tiles = self.tiles().collect();
        let gat = Gat::new(self.version, self.width, self.height, tiles);
        // The columns hold width × height cells, so there is always a map.
        let mut gat = gat.unwrap_or_else(|_| Gat::filled(self.version, 0, 0, Tile::default()));
        gat.tail = self.tail.clone();
        gat
    }

    /// A map without cells.
    fn nothing() -> GatMap {
        GatMap::filled(Version::V1_2, 0, 0, Tile::default())
    }

    /// A map of equal tiles.
    pub(super) fn filled(version: Version, width: u16, height: u16, tile: Tile) -> GatMap {
        let len = usize::from(width) * usize::from(height);
        GatMap {
            version,
            width: width.into(),
            height: height.into(),
            terrain: Column::filled(len, tile.terrain.0),
            altitude: tile.altitude.map(|altitude| Column::filled(len, altitude.to_bits())),
            tail: Opaque::default(),
        }
    }

    pub fn version(&self) -> Version {
        self.version
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many bytes stand behind the cells, and are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }

    /// All of the map.
    pub fn rect(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.width, height: self.height }
    }

    /// Row by row from the south-west.
    pub fn terrain_column(&self) -> &Column {
        &self.terrain
    }

    /// The bits of the altitudes of a corner, row by row from the south-west.
    pub fn altitude_column(&self, corner: Corner) -> &Column {
        let [south_west, south_east, north_west, north_east] = &self.altitude;
        corner.of([south_west, south_east, north_west, north_east])
    }

    pub fn idx(&self, tile: TilePos) -> Option<usize> {
        let is_inside = tile.x < self.width && tile.y < self.height;
        is_inside.then(|| tile.y as usize * self.width as usize + tile.x as usize)
    }

    pub fn tile_pos(&self, idx: usize) -> TilePos {
        let width = (self.width as usize).max(1);
        TilePos { x: (idx % width) as u32, y: (idx / width) as u32 }
    }

    pub fn terrain(&self, tile: TilePos) -> Option<Terrain> {
        self.terrain.get(self.idx(tile)?).map(Terrain)
    }

    pub fn altitude(&self, tile: TilePos, corner: Corner) -> Option<F32> {
        self.altitude_column(corner).get(self.idx(tile)?).map(F32::from_bits)
    }

    pub fn tile(&self, tile: TilePos) -> Option<Tile> {
        let idx = self.idx(tile)?;
        let [sw, se, nw, ne] = &self.altitude;
        let altitude = [sw.get(idx)?, se.get(idx)?, nw.get(idx)?, ne.get(idx)?];
        let terrain = Terrain(self.terrain.get(idx)?);
        Some(Tile { altitude: altitude.map(F32::from_bits), terrain })
    }

    /// Row by row from the south-west.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let [sw, se, nw, ne] = &self.altitude;
        let corners = sw.iter().zip(se.iter()).zip(nw.iter().zip(ne.iter()));
        corners.zip(self.terrain.iter()).map(|(((sw, se), (nw, ne)), terrain)| Tile {
            altitude: [sw, se, nw, ne].map(F32::from_bits),
            terrain: Terrain(terrain),
        })
    }

    fn set_terrain(&mut self, tile: TilePos, terrain: Terrain) {
        if let Some(idx) = self.idx(tile) {
            self.terrain.set(idx, terrain.0);
        }
    }

    fn set_altitude(&mut self, tile: TilePos, corner: Corner, altitude: F32) {
        if let Some(idx) = self.idx(tile) {
            let [south_west, south_east, north_west, north_east] = &mut self.altitude;
            let column = match corner {
                Corner::SouthWest => south_west,
                Corner::SouthEast => south_east,
                Corner::NorthWest => north_west,
                Corner::NorthEast => north_east,
            };
            column.set(idx, altitude.to_bits());
        }
    }
}

impl Corners for GatMap {
    fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    fn altitude_of(&self, tile: TilePos, corner: Corner) -> Option<F32> {
        self.altitude(tile, corner)
    }

    fn put_altitude(&mut self, tile: TilePos, corner: Corner, altitude: F32) {
        self.set_altitude(tile, corner, altitude);
    }
}

/// The map as a server has it.
#[derive(Debug, Clone, Copy)]
pub struct ServerView<'m> {
    pub map: &'m GatMap,
    pub water_level: WaterLevel,
    pub source: Source,
}

impl Cells for ServerView<'_> {
    fn width(&self) -> u32 {
        self.map.width
    }

    fn height(&self) -> u32 {
        self.map.height
    }

    fn cell(&self, x: u32, y: u32) -> Option<ServerCell> {
        let tile = self.map.tile(TilePos { x, y })?;
        Some(ServerCell::from_tile(&tile, self.water_level, self.source))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::format::ragnarok::gat;
    use crate::sample::ragnarok::{Plan, island};

    pub(crate) fn sample(seed: u64, width: u16, height: u16) -> Gat {
        island(Plan { seed, width, height, version: Version::V1_3 }).gat
    }

    /// A map of one letter a cell, from the north down: a digit is a type.
    pub(crate) fn map(rows: &[&str]) -> GatMap {
        let width = rows.first().map_or(0, |row| row.len()) as u16;
        let mut map = GatMap::filled(Version::V1_2, width, rows.len() as u16, Tile::default());
        for (y, row) in (0..).zip(rows.iter().rev()) {
            for (x, letter) in (0..).zip(row.chars()) {
                map.set_terrain(TilePos { x, y }, Terrain(letter.to_digit(10).unwrap()));
            }
        }
        map
    }

    /// The inverse of [`map`].
    pub(crate) fn rows(map: &GatMap) -> Vec<String> {
        let row = |y| {
            let letter = |x| {
                let terrain = map.terrain(TilePos { x, y }).unwrap();
                char::from_digit(terrain.kind(), 10).unwrap_or('?')
            };
            (0..map.width()).map(letter).collect()
        };
        (0..map.height()).rev().map(row).collect()
    }

    #[test]
    fn a_document_gives_its_file_back() {
        for (width, height) in [(0, 0), (1, 1), (3, 2), (64, 65), (200, 100)] {
            let mut gat = sample(1, width, height);
            gat.tail = Opaque(b"tail".to_vec());
            let map = GatMap::new(&gat).unwrap();
            assert_eq!(gat::write(&map.to_gat()), gat::write(&gat));
            assert_eq!(map.tile(TilePos { x: u32::from(width), y: 0 }), None);
        }
    }

    #[test]
    fn maps_of_the_tests_are_written_from_the_north() {
        let drawn = ["01", "23", "45"];
        assert_eq!(rows(&map(&drawn)), drawn);
        assert_eq!(map(&drawn).terrain(TilePos { x: 1, y: 0 }), Some(Terrain(5)));
    }

    #[test]
    fn a_server_sees_the_document_as_it_sees_the_file() {
        use crate::nav::ragnarok::cell::ServerMap;
        let gat = sample(2, 40, 30);
        let map = GatMap::new(&gat).unwrap();
        let water_level = WaterLevel::new(F32::new(4.0));
        for source in [Source::MapCache, Source::Gat] {
            let view = ServerView { map: &map, water_level, source };
            let server = ServerMap::from_gat(&gat, water_level, source);
            for (x, y) in (0..30).flat_map(|y| (0..40).map(move |x| (x, y))) {
                assert_eq!(view.cell(x, y), server.cell(x, y));
            }
        }
    }
}
