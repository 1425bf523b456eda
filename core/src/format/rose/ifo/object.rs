//! What every object of an IFO begins with.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::rose::list::Record;
use crate::format::text::ShortText;

/// Something that stands in a block: all there is to a decoration, a building, a warp; the head
/// of everything else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    pub name: ShortText,
    /// Row of WARP.STB, or 0.
    pub warp_id: i16,
    pub event_id: i16,
    pub object_type: ObjectType,
    /// What it is: which table it points into depends on the block that it stands in.
    pub object_id: i32,
    /// The cell of 250 cm in the block, from the west. Often stale: tools moved objects and left
    /// it as it was.
    pub cell_x: i32,
    /// As `cell_x`, from the **north**.
    pub cell_y: i32,
    pub rotation_xyzw: [F32; 4],
    /// File-relative: 0 is not the corner of the zone but its middle. North is up, and z is up.
    pub position_file_cm: [F32; 3],
    pub scale: [F32; 3],
}

/// What kind of object it is, once more, beside the block that it stands in.
///
/// Nothing depends on it: an editor of 2007 writes 9 for everything that it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ObjectType(pub i32);

impl ObjectType {
    pub const DECO: ObjectType = ObjectType(1);
    pub const NPC: ObjectType = ObjectType(3);
    pub const CNST: ObjectType = ObjectType(4);
    /// Not seen in a file as of 2026-11.
    pub const SOUND: ObjectType = ObjectType(6);
    pub const EFFECT: ObjectType = ObjectType(7);
    pub const ANIMATED: ObjectType = ObjectType(8);
    pub const SPAWN: ObjectType = ObjectType(9);
    pub const WARP: ObjectType = ObjectType(10);
    pub const COLLISION: ObjectType = ObjectType(11);
    pub const EVENT: ObjectType = ObjectType(12);
}

impl Record for Object {
    const NAME: &'static str = "objects";
    const MIN_SIZE: u64 = 61;

    fn read(bytes: &mut Bytes<'_>) -> Result<Object, ReadError> {
        Ok(Object {
            name: bytes.short_text("name")?,
            warp_id: bytes.i16("warp id")?,
            event_id: bytes.i16("event id")?,
            object_type: ObjectType(bytes.i32("object type")?),
            object_id: bytes.i32("object id")?,
            cell_x: bytes.i32("cell x")?,
            cell_y: bytes.i32("cell y")?,
            rotation_xyzw: bytes.f32s("rotation")?,
            position_file_cm: bytes.f32s("position")?,
            scale: bytes.f32s("scale")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_short_text(&self.name);
        out.put_i16(self.warp_id);
        out.put_i16(self.event_id);
        out.put_i32(self.object_type.0);
        out.put_i32(self.object_id);
        out.put_i32(self.cell_x);
        out.put_i32(self.cell_y);
        out.put_f32s(&self.rotation_xyzw);
        out.put_f32s(&self.position_file_cm);
        out.put_f32s(&self.scale);
    }
}
