//! The field of a bot (`.fld2`, packed as `.fld2.gz` or not) as a map.

use crate::format::ragnarok::fld2::{self, Cell, Fld2};
use crate::format::ragnarok::packed_fld2::{self, PackedFld2};
use crate::world::gat::GatMap;

use super::{CacheError, types};

/// A field, packed or not.
#[derive(Debug, Clone)]
pub enum Field {
    Plain(Fld2),
    Packed(PackedFld2),
}

/// The bits of each type, as the bot's own tool makes them of a GAT. Held against four real files.
const BITS: [u8; 7] = [1, 0, 4, 5, 6, 10, 8];

impl Field {
    pub fn write(&self) -> Vec<u8> {
        match self {
            Field::Plain(field) => fld2::write(field),
            Field::Packed(packed) => packed_fld2::write(packed),
        }
    }

    pub fn fld2(&self) -> &Fld2 {
        match self {
            Field::Plain(field) => field,
            Field::Packed(packed) => &packed.field,
        }
    }

    fn fld2_mut(&mut self) -> &mut Fld2 {
        match self {
            Field::Plain(field) => field,
            Field::Packed(packed) => &mut packed.field,
        }
    }

    /// The same field with other cells in it.
    pub(super) fn with(&self, fld2: Fld2) -> Field {
        let mut field = self.clone();
        *field.fld2_mut() = fld2;
        field
    }

    /// Only cells whose type changed get other bits: of one type there are several.
    pub(super) fn put(&mut self, map: &GatMap) -> Result<(), CacheError> {
        let field = self.fld2_mut();
        let size = (u32::from(field.width()), u32::from(field.height()));
        if size != (map.width(), map.height()) {
            let message = "you can't resize the field of a bot; export the map to make a new one";
            return Err(CacheError::Size(message.to_owned()));
        }
        let types = types(map, BITS.len() as u8 - 1)?;
        for (cell, kind) in field.cells_mut().iter_mut().zip(types) {
            if type_of(*cell) != kind {
                *cell = Cell(BITS.get(usize::from(kind)).copied().unwrap_or_default());
            }
        }
        Ok(())
    }
}

/// The type of each cell, as a GAT has it.
pub(super) fn types_of(field: &Fld2) -> Vec<u8> {
    field.cells().iter().map(|cell| type_of(*cell)).collect()
}

/// The bits of types, each of which has to be one that bots know.
pub(super) fn bits_of(types: &[u8]) -> Result<Vec<Cell>, CacheError> {
    let max = BITS.len() as u8 - 1;
    let bits = |kind: &u8| match BITS.get(usize::from(*kind)) {
        Some(bits) => Ok(Cell(*bits)),
        None => Err(CacheError::Type { kind: (*kind).into(), max }),
    };
    types.iter().map(bits).collect()
}

/// The type with just these bits, and else what a bot walks on or not.
fn type_of(cell: Cell) -> u8 {
    let same = BITS.iter().position(|bits| *bits == cell.0);
    match same.and_then(|kind| u8::try_from(kind).ok()) {
        Some(kind) => kind,
        None if cell.has(Cell::WALKABLE) && cell.has(Cell::WATER) => 3,
        None if cell.has(Cell::WALKABLE) => 0,
        None if cell.has(Cell::SNIPABLE) => 5,
        None => 1,
    }
}
