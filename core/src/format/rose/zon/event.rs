//! Places with a name: where characters start and come back, and where warps lead to.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::rose::list::Record;
use crate::format::text::ShortText;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventPosition {
    /// File-relative, as in an IFO, but with the height in the middle.
    pub position_file_cm_x_height_y: [F32; 3],
    /// `start`, `restore`, or the location that a row of WARP.STB names.
    pub name: ShortText,
}

impl Record for EventPosition {
    const NAME: &'static str = "event positions";
    const MIN_SIZE: u64 = 13;

    fn read(bytes: &mut Bytes<'_>) -> Result<EventPosition, ReadError> {
        Ok(EventPosition {
            position_file_cm_x_height_y: bytes.f32s("event position")?,
            name: bytes.short_text("event name")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_f32s(&self.position_file_cm_x_height_y);
        out.put_short_text(&self.name);
    }
}
