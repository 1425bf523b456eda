//! Arrays of numbers in the bytes of a file.

use crate::scene::gltf::read::file::{Accessor, File};

/// The bytes of a file, and which arrays are in them.
pub(super) struct Buffer<'f> {
    file: &'f File,
    bytes: &'f [u8],
}

/// An array that is there: its items, and how far it is from one to the next.
struct Items<'f> {
    bytes: &'f [u8],
    stride: usize,
    count: usize,
    component: Component,
    is_normalized: bool,
    n_parts: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn of(number: u32) -> Option<Component> {
        match number {
            5120 => Some(Component::I8),
            5121 => Some(Component::U8),
            5122 => Some(Component::I16),
            5123 => Some(Component::U16),
            5125 => Some(Component::U32),
            5126 => Some(Component::F32),
            _ => None,
        }
    }

    fn n_bytes(self) -> usize {
        match self {
            Component::I8 | Component::U8 => 1,
            Component::I16 | Component::U16 => 2,
            Component::U32 | Component::F32 => 4,
        }
    }

    /// What stands for 1 where whole numbers stand for shares.
    fn one(self) -> f64 {
        match self {
            Component::I8 => f64::from(i8::MAX),
            Component::U8 => f64::from(u8::MAX),
            Component::I16 => f64::from(i16::MAX),
            Component::U16 => f64::from(u16::MAX),
            Component::U32 => f64::from(u32::MAX),
            Component::F32 => 1.0,
        }
    }

    fn read(self, bytes: &[u8]) -> Option<f64> {
        Some(match self {
            Component::I8 => f64::from(i8::from_le_bytes(bytes.try_into().ok()?)),
            Component::U8 => f64::from(u8::from_le_bytes(bytes.try_into().ok()?)),
            Component::I16 => f64::from(i16::from_le_bytes(bytes.try_into().ok()?)),
            Component::U16 => f64::from(u16::from_le_bytes(bytes.try_into().ok()?)),
            Component::U32 => f64::from(u32::from_le_bytes(bytes.try_into().ok()?)),
            Component::F32 => f64::from(f32::from_le_bytes(bytes.try_into().ok()?)),
        })
    }
}

fn n_parts(kind: &str) -> Option<usize> {
    match kind {
        "SCALAR" => Some(1),
        "VEC2" => Some(2),
        "VEC3" => Some(3),
        "VEC4" => Some(4),
        "MAT4" => Some(16),
        _ => None,
    }
}

impl<'f> Buffer<'f> {
    pub(super) fn new(file: &'f File, bytes: &'f [u8]) -> Buffer<'f> {
        Buffer { file, bytes }
    }

    fn accessor(&self, number: usize) -> Result<&'f Accessor, String> {
        let accessor = self.file.accessors.get(number);
        accessor.ok_or_else(|| format!("there is no accessor {number}"))
    }

    /// How many items an array states; they may not be there.
    pub(super) fn count(&self, number: usize) -> Result<usize, String> {
        Ok(self.accessor(number)?.count)
    }

    /// Vectors, or matrices, of finite numbers. A last part that is missing is 1, as that of a colour
    /// without alpha; parts that are too many are left out.
    pub(super) fn floats<const N: usize>(&self, number: usize) -> Result<Vec<[f32; N]>, String> {
        let items = self.items(number)?;
        let is_colour_alone = (items.n_parts, N) == (3, 4);
        if items.n_parts < N && !is_colour_alone {
            return Err(format!("accessor {number} has {} parts, {N} are needed", items.n_parts));
        }
        let one = if items.is_normalized { items.component.one() } else { 1.0 };
        let mut out = Vec::with_capacity(items.count);
        for item in 0..items.count {
            let mut vector = [1.0; N];
            for (part, own) in vector.iter_mut().take(items.n_parts).enumerate() {
                *own = (items.part(item, part).unwrap_or_default() / one) as f32;
            }
            if !vector.iter().all(|part| part.is_finite()) {
                return Err(format!("item {item} of accessor {number} is no finite number"));
            }
            out.push(vector);
        }
        Ok(out)
    }

    pub(super) fn indices(&self, number: usize) -> Result<Vec<u32>, String> {
        let items = self.items(number)?;
        let is_whole = matches!(items.component, Component::U8 | Component::U16 | Component::U32);
        if items.n_parts != 1 || !is_whole {
            return Err(format!("accessor {number} holds no indices"));
        }
        let index = |item: usize| items.part(item, 0).unwrap_or_default() as u32;
        Ok((0..items.count).map(index).collect())
    }

    fn items(&self, number: usize) -> Result<Items<'f>, String> {
        let accessor = self.accessor(number)?;
        if accessor.sparse.is_some() {
            return Err(format!("accessor {number} is sparse, which is not read"));
        }
        let component = Component::of(accessor.component_type).ok_or_else(|| {
            format!("accessor {number} has the unknown component type {}", accessor.component_type)
        })?;
        let n_parts = n_parts(&accessor.kind)
            .ok_or_else(|| format!("accessor {number} has a type that is not read"))?;
        let missing = || format!("accessor {number} is out of the bytes of the file");
        let view = accessor.buffer_view.and_then(|view| self.file.buffer_views.get(view));
        let view = view.ok_or_else(missing)?;
        let buffer = self.file.buffers.get(view.buffer).ok_or_else(missing)?;
        if view.buffer != 0 || buffer.uri.is_some() {
            return Err("its bytes are in another file; export all into one (.glb)".to_owned());
        }
        let own = n_parts * component.n_bytes();
        let stride = view.byte_stride.unwrap_or(own);
        if stride < own {
            return Err(format!("accessor {number} has {stride} bytes for each item of {own}"));
        }
        let end = view.byte_offset.checked_add(view.byte_length);
        let bytes = end.and_then(|end| self.bytes.get(view.byte_offset..end));
        let bytes =
            bytes.and_then(|bytes| bytes.get(accessor.byte_offset..)).ok_or_else(missing)?;
        let needed = match accessor.count.checked_sub(1) {
            None => Some(0),
            Some(before) => before.checked_mul(stride).and_then(|len| len.checked_add(own)),
        };
        if needed.is_none_or(|needed| needed > bytes.len()) {
            return Err(missing());
        }
        let (count, is_normalized) = (accessor.count, accessor.normalized);
        Ok(Items { bytes, stride, count, component, is_normalized, n_parts })
    }
}

impl Items<'_> {
    fn part(&self, item: usize, part: usize) -> Option<f64> {
        let n_bytes = self.component.n_bytes();
        let start = item.checked_mul(self.stride)?.checked_add(part * n_bytes)?;
        self.component.read(self.bytes.get(start..start.checked_add(n_bytes)?)?)
    }
}
