//! What a mesh has for each of its vertices, triangles or bones.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;

/// How a version writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// Versions 5 and 6: four bytes, and before each item its own number.
    Wide,
    /// Versions 7 and 8: two bytes.
    Narrow,
}

impl Width {
    pub(super) fn number(
        self,
        bytes: &mut Bytes<'_>,
        field: &'static str,
    ) -> Result<u32, ReadError> {
        match self {
            Width::Wide => bytes.u32(field),
            Width::Narrow => bytes.u16(field).map(u32::from),
        }
    }

    pub(super) fn put_number(self, number: u32, out: &mut Vec<u8>) {
        match self {
            Width::Wide => out.put_u32(number),
            Width::Narrow => out.put_u16(u16::try_from(number).unwrap_or(u16::MAX)),
        }
    }

    pub(super) fn max(self) -> u32 {
        match self {
            Width::Wide => u32::MAX,
            Width::Narrow => u16::MAX.into(),
        }
    }

    fn len(self) -> u64 {
        match self {
            Width::Wide => 4,
            Width::Narrow => 2,
        }
    }

    fn len_of_id(self) -> u64 {
        match self {
            Width::Wide => 4,
            Width::Narrow => 0,
        }
    }
}

/// Items one behind the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column<T> {
    /// The numbers before the items in versions 5 and 6. Empty where they count from 0, as they do
    /// in any sound file, and in other versions.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<u32>,
    pub items: Vec<T>,
}

impl<T> Default for Column<T> {
    fn default() -> Column<T> {
        Column { ids: Vec::new(), items: Vec::new() }
    }
}

impl<T> Column<T> {
    pub fn new(items: Vec<T>) -> Column<T> {
        Column { ids: Vec::new(), items }
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// One thing of a column.
pub trait Item: Sized {
    fn len(width: Width) -> u64;
    fn read(bytes: &mut Bytes<'_>, field: &'static str, width: Width) -> Result<Self, ReadError>;
    fn write(&self, width: Width, out: &mut Vec<u8>);
    /// The largest number in it that has the width of its version.
    fn max_number(&self) -> u32;
}

impl<T: Item> Column<T> {
    pub(super) fn read(
        bytes: &mut Bytes<'_>,
        field: &'static str,
        width: Width,
        n_items: u32,
    ) -> Result<Column<T>, ReadError> {
        let mut ids = Ids::default();
        let len = width.len_of_id() + T::len(width);
        let items = bytes.items(field, n_items.into(), len, |bytes| {
            if width == Width::Wide {
                ids.push(bytes.u32(field)?);
            }
            T::read(bytes, field, width)
        })?;
        Ok(Column { ids: ids.odd, items })
    }

    pub(super) fn write(&self, width: Width, out: &mut Vec<u8>) {
        for (number, item) in (0..).zip(&self.items) {
            if width == Width::Wide {
                out.put_u32(self.ids.get(number as usize).copied().unwrap_or(number));
            }
            item.write(width, out);
        }
    }

    pub(super) fn write_counted(&self, width: Width, out: &mut Vec<u8>) {
        width.put_number(u32::try_from(self.items.len()).unwrap_or(u32::MAX), out);
        self.write(width, out);
    }
}

/// The numbers before items, which are kept from the first one that is not its place.
#[derive(Default)]
struct Ids {
    n_read: u32,
    odd: Vec<u32>,
}

impl Ids {
    fn push(&mut self, id: u32) {
        if self.odd.is_empty() && id != self.n_read {
            self.odd.extend(0..self.n_read);
            self.odd.push(id);
        } else if !self.odd.is_empty() {
            self.odd.push(id);
        }
        self.n_read += 1;
    }
}

impl<const N: usize> Item for [F32; N] {
    fn len(_: Width) -> u64 {
        N as u64 * 4
    }

    fn read(bytes: &mut Bytes<'_>, field: &'static str, _: Width) -> Result<Self, ReadError> {
        bytes.f32s(field)
    }

    fn write(&self, _: Width, out: &mut Vec<u8>) {
        out.put_f32s(self);
    }

    fn max_number(&self) -> u32 {
        0
    }
}

impl<const N: usize> Item for [u32; N] {
    fn len(width: Width) -> u64 {
        N as u64 * width.len()
    }

    fn read(bytes: &mut Bytes<'_>, field: &'static str, width: Width) -> Result<Self, ReadError> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = width.number(bytes, field)?;
        }
        Ok(numbers)
    }

    fn write(&self, width: Width, out: &mut Vec<u8>) {
        for number in self {
            width.put_number(*number, out);
        }
    }

    fn max_number(&self) -> u32 {
        self.iter().copied().max().unwrap_or(0)
    }
}

impl Item for u32 {
    fn len(width: Width) -> u64 {
        width.len()
    }

    fn read(bytes: &mut Bytes<'_>, field: &'static str, width: Width) -> Result<u32, ReadError> {
        width.number(bytes, field)
    }

    fn write(&self, width: Width, out: &mut Vec<u8>) {
        width.put_number(*self, out);
    }

    fn max_number(&self) -> u32 {
        *self
    }
}

/// Which bones a vertex follows, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skin {
    pub weights: [F32; 4],
    /// Places in the mesh's list of bones.
    pub bones: [u32; 4],
}

impl Item for Skin {
    fn len(width: Width) -> u64 {
        <[F32; 4] as Item>::len(width) + <[u32; 4] as Item>::len(width)
    }

    fn read(bytes: &mut Bytes<'_>, field: &'static str, width: Width) -> Result<Skin, ReadError> {
        let weights = bytes.f32s(field)?;
        Ok(Skin { weights, bones: <[u32; 4]>::read(bytes, field, width)? })
    }

    fn write(&self, width: Width, out: &mut Vec<u8>) {
        out.put_f32s(&self.weights);
        self.bones.write(width, out);
    }

    fn max_number(&self) -> u32 {
        self.bones.max_number()
    }
}
