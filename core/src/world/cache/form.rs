//! A map in whatever form it comes, as the other forms: a GAT, the cells of a server, the field of a
//! bot.
//!
//! Only a GAT has heights: a map that comes from another form is flat. Packed cells stay packed as
//! they are wherever they go.

use super::field::{bits_of, types_of};
use super::{CacheError, sized};
use crate::format::file::{Content, File};
use crate::format::ragnarok::fld2::{Cell, Fld2};
use crate::format::ragnarok::gat::{Gat, Terrain, Tile, Version};
use crate::format::ragnarok::packed::PackedCells;
use crate::nav::ragnarok::cell::{Meaning, Reader, ServerMap, WaterLevel, cached_type};
use crate::world::gat::GatMap;

/// The greatest side of a map that real servers load.
pub const MAX_SIDE: i64 = 512;

/// A map.
#[derive(Debug, Clone)]
pub enum Form {
    Gat(GatMap),
    Cells(PackedCells),
    Field(Fld2),
}

impl Form {
    /// The map that is all of a file; `None` where that is something else, or holds many.
    pub fn of_file(file: &File) -> Option<Result<Form, CacheError>> {
        match &file.content {
            Content::Gat(gat) => {
                let too_large = |error| CacheError::TooLarge { name: String::new(), error };
                Some(GatMap::new(gat).map(Form::Gat).map_err(too_large))
            }
            Content::Mcache(mcache) => Some(Ok(Form::Cells(mcache.cells.clone()))),
            Content::Fld2(field) => Some(Ok(Form::Field(field.clone()))),
            Content::PackedFld2(packed) => Some(Ok(Form::Field(packed.field.clone()))),
            _ => None,
        }
    }

    /// Its width and height, as stated.
    pub fn size(&self) -> (i64, i64) {
        match self {
            Form::Gat(map) => (map.width().into(), map.height().into()),
            Form::Cells(cells) => (cells.width.into(), cells.height.into()),
            Form::Field(field) => (field.width().into(), field.height().into()),
        }
    }

    /// Whether a server refuses it for its size.
    pub fn is_too_large(&self) -> bool {
        let (width, height) = self.size();
        width > MAX_SIDE || height > MAX_SIDE
    }

    /// As servers keep it. The water level is asked of a GAT alone: the others have their water.
    pub fn to_cells(&self, water_level: WaterLevel) -> Result<PackedCells, CacheError> {
        match self {
            Form::Cells(cells) => Ok(cells.clone()),
            Form::Gat(_) | Form::Field(_) => {
                let (width, height, types) = self.types(water_level)?;
                PackedCells::pack(width, height, &types)
                    .map_err(|error| CacheError::Size(error.to_string()))
            }
        }
    }

    /// As a server has it in its memory. Water is that of the cells alone: nobody walks otherwise for it.
    pub fn to_server_map(&self) -> Result<ServerMap, CacheError> {
        let (width, height, types) = self.types(WaterLevel::NONE)?;
        ServerMap::from_types(width, height, &types).ok_or_else(|| {
            CacheError::Size("the number of its cells does not match its size".to_owned())
        })
    }

    /// As bots keep it.
    pub fn to_field(&self, water_level: WaterLevel) -> Result<Fld2, CacheError> {
        if let Form::Field(field) = self {
            return Ok(field.clone());
        }
        let (width, height, types) = self.types(water_level)?;
        let too_large = || {
            CacheError::Size(format!("{width} × {height} cells are not a valid size of a field"))
        };
        let side = |side: u32| u16::try_from(side).map_err(|_| too_large());
        Fld2::new(side(width)?, side(height)?, bits_of(&types)?).map_err(|_| too_large())
    }

    /// As bots keep it, in the place of a field that is there. Nobody knows the water level of the
    /// map, so water stays where the map says the same but for it. Answers with how many cells that
    /// are as well.
    pub fn to_field_over(&self, old: &Fld2) -> Result<(Fld2, usize), CacheError> {
        let mut field = self.to_field(WaterLevel::NONE)?;
        let is_of_gat = matches!(self, Form::Gat(_));
        if !is_of_gat || !old.cells().iter().any(|cell| cell.has(Cell::WATER)) {
            return Ok((field, 0));
        }
        if (field.width(), field.height()) != (old.width(), old.height()) {
            let message = "the replaced field has water and a different size, so the water of the new \
                           cells is unknown; put the RSW beside the map, or give it with --rsw";
            return Err(CacheError::Size(message.to_owned()));
        }
        let mut n_kept = 0;
        for (new, old) in field.cells_mut().iter_mut().zip(old.cells()) {
            if *new != *old && new.0 | Cell::WATER.0 == old.0 {
                *new = *old;
                n_kept += 1;
            }
        }
        Ok((field, n_kept))
    }

    /// As clients keep it, flat where it comes from anything else.
    pub fn to_gat(&self) -> Result<Gat, CacheError> {
        if let Form::Gat(map) = self {
            return Ok(map.to_gat());
        }
        let (width, height, types) = self.types(WaterLevel::NONE)?;
        let tile = |kind: &u8| Tile { terrain: Terrain((*kind).into()), ..Tile::default() };
        let tiles = types.iter().map(tile).collect();
        Gat::new(Version::V1_2, width, height, tiles)
            .map_err(|error| CacheError::Size(error.to_string()))
    }

    /// The types of these cells on a GAT that is there: its heights, its version, its marks of water and
    /// what follows its tiles stay. So do types that mean the same to those whose cells these are.
    /// Answers with how many tiles change as well. A GAT has all of that itself, and is taken as it is.
    pub fn to_gat_over(&self, old: &Gat) -> Result<(Gat, usize), CacheError> {
        let reader = match self {
            Form::Gat(map) => {
                return Ok((map.to_gat(), map.width() as usize * map.height() as usize));
            }
            Form::Cells(_) => Reader::Server,
            Form::Field(_) => Reader::OpenKore,
        };
        let (width, height, types) = self.types(WaterLevel::NONE)?;
        if (width, height) != (old.width(), old.height()) {
            let (old_width, old_height) = (old.width(), old.height());
            return Err(CacheError::Size(format!(
                "the GAT that is there has {old_width} × {old_height} cells, and the map {width} × \
                 {height}, so its heights would be lost; move the GAT away to get a flat map"
            )));
        }
        let mut gat = old.clone();
        let mut n_changed = 0;
        for (tile, kind) in gat.tiles_mut().iter_mut().zip(types) {
            // Servers take a type that they don't know for a wall.
            let is_known = reader.meaning(Terrain(kind.into())).is_some();
            let kind = if is_known { u32::from(kind) } else { WALL };
            // Tools of servers take the lowest byte alone.
            let means = |kind: u32| way(reader, kind & 0xff);
            if means(tile.terrain.kind()) != means(kind) {
                tile.terrain = tile.terrain.with_kind(kind);
                n_changed += 1;
            }
        }
        Ok((gat, n_changed))
    }

    fn types(&self, water_level: WaterLevel) -> Result<(u32, u32, Vec<u8>), CacheError> {
        match self {
            Form::Gat(map) => {
                let types = map.tiles().map(|tile| cached_type(&tile, water_level)).collect();
                Ok((map.width(), map.height(), types))
            }
            Form::Cells(cells) => sized(cells, |error| CacheError::Cells {
                name: String::new(),
                reason: format!("the cells can't be unpacked: {error}"),
            }),
            Form::Field(field) => {
                let (width, height) = (field.width().into(), field.height().into());
                Ok((width, height, types_of(field)))
            }
        }
    }
}

/// Nobody walks or shoots over it.
const WALL: u32 = 1;

/// Whether somebody walks and shoots over a type. Nobody does over one that they don't know.
fn way(reader: Reader, kind: u32) -> (bool, bool) {
    let meaning: Meaning = reader.meaning(Terrain(kind)).unwrap_or_default();
    (meaning.is_walkable, meaning.is_snipable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::text::Opaque;

    const TYPES: [u8; 7] = [0, 1, 2, 3, 4, 5, 6];

    #[test]
    fn water_of_a_field_stays_where_the_map_says_the_same_but_for_it() {
        let form = |types: &[u8]| {
            let cells = PackedCells::pack(types.len() as u32, 1, types).unwrap();
            Form::Gat(GatMap::new(&Form::Cells(cells).to_gat().unwrap()).unwrap())
        };
        let old = Fld2::new(6, 1, [5, 5, 4, 4, 1, 10].map(Cell).to_vec()).unwrap();
        let (field, n_kept) = form(&[0, 1, 1, 0, 0, 5]).to_field_over(&old).unwrap();
        let bits: Vec<u8> = field.cells().iter().map(|cell| cell.0).collect();
        assert_eq!((bits, n_kept), (vec![5, 0, 4, 1, 1, 10], 2));
        assert!(form(&[0; 7]).to_field_over(&old).is_err());
        let dry = Fld2::new(1, 1, vec![Cell(1)]).unwrap();
        assert_eq!(form(&[0; 7]).to_field_over(&dry).unwrap().1, 0);
    }

    #[test]
    fn cells_that_come_onto_a_gat_change_only_types_that_mean_something_else() {
        let tile = |terrain: u32| Tile {
            altitude: [F32::new(-3.5); 4],
            terrain: Terrain(1 << 31 | 7 << 20 | terrain),
        };
        let tiles = [0, 3, 2, 1, 77, 5, 0, 1].map(tile).to_vec();
        let mut old = Gat::new(Version::V1_3, 8, 1, tiles).unwrap();
        old.tail = Opaque(b"kept".to_vec());
        let same = Form::Cells(PackedCells::pack(8, 1, &[3, 0, 0, 1, 1, 5, 6, 9]).unwrap());
        assert_eq!(same.to_gat_over(&old).unwrap(), (old.clone(), 0));
        let cells = Form::Cells(PackedCells::pack(8, 1, &[1, 0, 0, 3, 5, 1, 0, 1]).unwrap());
        let (new, n_changed) = cells.to_gat_over(&old).unwrap();
        assert_eq!(n_changed, 4);
        let mut expected = old.clone();
        for (idx, kind) in [(0, 1), (3, 3), (4, 5), (5, 1)] {
            expected.tiles_mut()[idx] = tile(kind);
        }
        assert_eq!(new, expected);
        // Bots don't walk on 2.
        let field = Form::Field(cells.to_field(WaterLevel::NONE).unwrap());
        let (new, n_changed) = field.to_gat_over(&old).unwrap();
        expected.tiles_mut()[2] = tile(0);
        assert_eq!((new, n_changed), (expected, 5));
        let unknown = Form::Cells(PackedCells::pack(8, 1, &[9, 0, 0, 1, 1, 5, 6, 9]).unwrap());
        let (new, n_changed) = unknown.to_gat_over(&old).unwrap();
        assert_eq!((new.tiles()[0], n_changed), (tile(1), 1));
        let narrow = Form::Cells(PackedCells::pack(4, 2, &[0; 8]).unwrap());
        let error = narrow.to_gat_over(&old).unwrap_err().to_string();
        assert!(error.contains("8 × 1") && error.contains("4 × 2"), "{error}");
    }

    #[test]
    fn every_form_becomes_every_other() {
        let cells = Form::Cells(PackedCells::pack(7, 1, &TYPES).unwrap());
        let field = Form::Field(cells.to_field(WaterLevel::NONE).unwrap());
        let gat = Form::Gat(GatMap::new(&cells.to_gat().unwrap()).unwrap());
        for form in [&cells, &field, &gat] {
            assert_eq!(form.size(), (7, 1));
            let packed = form.to_cells(WaterLevel::NONE).unwrap();
            assert_eq!(packed.cells(), Ok(TYPES.to_vec()));
            let gat = form.to_gat().unwrap();
            let kinds: Vec<u32> = gat.tiles().iter().map(|tile| tile.terrain.kind()).collect();
            assert_eq!(kinds, TYPES.map(u32::from));
            let bits = form.to_field(WaterLevel::NONE).unwrap();
            assert_eq!(bits, field.to_field(WaterLevel::NONE).unwrap());
        }
    }

    #[test]
    fn a_type_that_bots_do_not_know_and_a_size_that_servers_refuse_are_told() {
        let odd = Form::Cells(PackedCells::pack(1, 1, &[9]).unwrap());
        assert!(matches!(odd.to_field(WaterLevel::NONE), Err(CacheError::Type { kind: 9, .. })));
        let wide = Form::Cells(PackedCells::pack(513, 1, &[0; 513]).unwrap());
        assert!(wide.is_too_large() && !odd.is_too_large());
    }
}
