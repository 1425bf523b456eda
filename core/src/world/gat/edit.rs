//! What an action comes to: the cells that change and what they change to.

use crate::format::bytes::{Bytes, Put};
use crate::format::ragnarok::gat::{self, Version};
use crate::format::{Malformed, ReadError};
use crate::space::ragnarok::TilePos;
use crate::world::Document;
use crate::world::patch::{Patch, Span};

use super::GatMap;
use super::area::{Area, Rect};
use super::cover::cover;

/// A change of a map that can't fail: everything was checked when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// The size stays.
    Cells(Box<Cells>),
    /// Another map in its place.
    Whole(Box<GatMap>),
}

/// Words of a map, sparse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    pub version: Version,
    pub terrain: Patch,
    /// By corner.
    pub altitude: [Patch; 4],
}

impl Edit {
    /// What makes `old` into `new`.
    pub fn between(old: &GatMap, new: &GatMap) -> Edit {
        if (old.width, old.height) != (new.width, new.height) || old.tail != new.tail {
            return Edit::Whole(Box::new(new.clone()));
        }
        let terrain = old.terrain.patch_to(&new.terrain);
        let [a, b, c, d] = &old.altitude;
        let [e, f, g, h] = &new.altitude;
        let altitude = [(a, e), (b, f), (c, g), (d, h)].map(|(old, new)| old.patch_to(new));
        Edit::Cells(Box::new(Cells { version: new.version, terrain, altitude }))
    }

    /// Whether it would leave a map as it is.
    pub fn is_empty(&self, map: &GatMap) -> bool {
        match self {
            Edit::Cells(cells) => {
                cells.version == map.version && cells.patches().all(Patch::is_empty)
            }
            Edit::Whole(whole) => **whole == *map,
        }
    }

    /// The cells that it can change; all of them where it changes the size.
    pub fn bounds(&self, map: &GatMap) -> Rect {
        match self {
            Edit::Cells(cells) => cells.bounds(map),
            Edit::Whole(whole) => map.rect().around(whole.rect()),
        }
    }

    /// Whether corners can move, and not just types change.
    pub fn moves_corners(&self) -> bool {
        match self {
            Edit::Cells(cells) => !cells.altitude.iter().all(Patch::is_empty),
            Edit::Whole(_) => true,
        }
    }

    /// Few rectangles around the cells that it can change, where those lie far apart.
    pub fn covered(&self, map: &GatMap) -> Vec<Rect> {
        match self {
            Edit::Cells(cells) => cover(&cells.rects(map).collect::<Vec<_>>()),
            Edit::Whole(_) => vec![self.bounds(map)],
        }
    }
}

impl Cells {
    fn patches(&self) -> impl Iterator<Item = &Patch> {
        std::iter::once(&self.terrain).chain(&self.altitude)
    }

    fn bounds(&self, map: &GatMap) -> Rect {
        self.rects(map).fold(Rect::default(), Rect::around)
    }

    /// One for each span: a part of a row, or the rows that it goes over.
    fn rects(&self, map: &GatMap) -> impl Iterator<Item = Rect> {
        self.patches().flat_map(Patch::spans).map(|span| {
            let range = span.range();
            let (first, last) = (map.tile_pos(range.start), map.tile_pos(range.end - 1));
            if first.y == last.y {
                Rect { x: first.x, y: first.y, width: last.x - first.x + 1, height: 1 }
            } else {
                Rect { x: 0, y: first.y, width: map.width, height: last.y - first.y + 1 }
            }
        })
    }

    /// How many cells get other terrain, and how many corners another altitude.
    pub fn counts(&self) -> (usize, usize) {
        (self.terrain.n_cells(), self.altitude.iter().map(Patch::n_cells).sum())
    }

    /// Every cell that it can change.
    pub fn area(&self, map: &GatMap) -> Area {
        let mut area = Area::empty(self.bounds(map));
        for idx in self.patches().flat_map(Patch::spans).flat_map(Span::range) {
            area.insert(map.tile_pos(idx));
        }
        area
    }

    /// The cells with other terrain.
    pub fn terrain_cells<'c>(&'c self, map: &'c GatMap) -> impl Iterator<Item = TilePos> + 'c {
        self.terrain.spans().iter().flat_map(|span| span.range()).map(|idx| map.tile_pos(idx))
    }
}

impl Document for GatMap {
    const KIND: [u8; 4] = *b"gat ";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let Edit::Cells(cells) = edit else { return Edit::Whole(Box::new(self.clone())) };
        let [a, b, c, d] = &cells.altitude;
        let [e, f, g, h] = &self.altitude;
        Edit::Cells(Box::new(Cells {
            version: self.version,
            terrain: cells.terrain.held_by(&self.terrain),
            altitude: [(a, e), (b, f), (c, g), (d, h)].map(|(patch, col)| patch.held_by(col)),
        }))
    }

    fn put(&mut self, edit: &Edit) {
        match edit {
            Edit::Cells(cells) => {
                self.version = cells.version;
                cells.terrain.put(&mut self.terrain);
                for (patch, column) in cells.altitude.iter().zip(&mut self.altitude) {
                    patch.put(column);
                }
            }
            Edit::Whole(whole) => *self = (**whole).clone(),
        }
    }

    fn edit_to(&self, new: &GatMap) -> Option<Edit> {
        Some(Edit::between(self, new)).filter(|edit| !edit.is_empty(self))
    }

    fn no_edit(&self) -> Edit {
        let (version, terrain, altitude) = (self.version, Patch::default(), Default::default());
        Edit::Cells(Box::new(Cells { version, terrain, altitude }))
    }

    fn n_bytes(edit: &Edit) -> usize {
        let n_held = match edit {
            Edit::Cells(cells) => {
                size_of::<Cells>() + cells.patches().map(Patch::n_bytes).sum::<usize>()
            }
            Edit::Whole(whole) => size_of::<GatMap>() + 20 * whole.terrain.len(),
        };
        size_of::<Edit>() + n_held
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        match edit {
            Edit::Cells(cells) => {
                out.put_u8(match cells.version {
                    Version::V1_2 => 2,
                    Version::V1_3 => 3,
                });
                cells.patches().for_each(|patch| patch.write(out));
            }
            Edit::Whole(whole) => {
                out.put_u8(0);
                out.put(&gat::write(&whole.to_gat()));
            }
        }
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        let start = bytes.clone();
        let version = match bytes.u8("kind of edit")? {
            0 => {
                let gat = gat::read(bytes.rest())?;
                let too_large = Malformed::TooLarge { limit: u64::from(u32::MAX) };
                let map = GatMap::new(&gat).map_err(|_| start.error("map", too_large))?;
                return Ok(Edit::Whole(Box::new(map)));
            }
            2 => Version::V1_2,
            3 => Version::V1_3,
            kind => {
                let (found, expected) = (i64::from(kind), "0, 2 or 3");
                return Err(start.error("kind of edit", Malformed::Unexpected { found, expected }));
            }
        };
        let mut patch = || Patch::read(&mut bytes, self.terrain.len());
        let terrain = patch()?;
        let altitude = [patch()?, patch()?, patch()?, patch()?];
        bytes.finish()?;
        Ok(Edit::Cells(Box::new(Cells { version, terrain, altitude })))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{map, sample};
    use super::*;
    use crate::format::number::F32;
    use crate::format::ragnarok::gat::Terrain;
    use crate::space::ragnarok::Corner;

    fn changed(old: &GatMap) -> GatMap {
        let mut new = old.clone();
        new.set_terrain(TilePos { x: 3, y: 2 }, Terrain(5));
        new.set_altitude(TilePos { x: 4, y: 1 }, Corner::NorthEast, F32::from_bits(0x7fc0_0001));
        new.version = Version::V1_2;
        new
    }

    #[test]
    fn undo_is_the_same_swap_as_do() {
        let old = GatMap::new(&sample(3, 30, 20)).unwrap();
        for new in [changed(&old), map(&["012", "345"])] {
            let mut document = old.clone();
            let mut edit = old.edit_to(&new).unwrap();
            document.swap(&mut edit);
            assert_eq!(document, new);
            document.swap(&mut edit);
            assert_eq!(document, old);
        }
        assert_eq!(old.edit_to(&old.clone()), None);
    }

    #[test]
    fn bytes_give_the_edit_back() {
        let old = GatMap::new(&sample(3, 30, 20)).unwrap();
        for new in [changed(&old), map(&["012", "345"])] {
            let edit = old.edit_to(&new).unwrap();
            let mut bytes = Vec::new();
            GatMap::write_edit(&edit, &mut bytes);
            assert_eq!(old.read_edit(&bytes), Ok(edit));
            for len in 0..bytes.len() {
                assert!(old.read_edit(&bytes[..len]).is_err());
            }
        }
    }

    #[test]
    fn an_edit_says_where_it_is() {
        let old = GatMap::new(&sample(3, 30, 20)).unwrap();
        let edit = old.edit_to(&changed(&old)).unwrap();
        assert_eq!(edit.bounds(&old), Rect { x: 3, y: 1, width: 2, height: 2 });
        assert_eq!(edit.covered(&old), [edit.bounds(&old)]);
        assert!(edit.moves_corners());
        let mut painted = old.clone();
        painted.set_terrain(TilePos { x: 3, y: 2 }, Terrain(5));
        assert!(!old.edit_to(&painted).unwrap().moves_corners());
        assert_eq!(old.edit_to(&map(&["0"])).unwrap().bounds(&old), old.rect());
    }
}
