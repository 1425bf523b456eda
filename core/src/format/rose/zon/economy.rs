//! What the zone is called, what is heard and seen in it, and its trade.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::ShortText;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Economy {
    pub name: ShortText,
    /// 0 or 1.
    pub underground: u32,
    pub music: ShortText,
    pub sky: ShortText,
    /// Not understood one by one as of 2026-11.
    pub rates: [i32; 13],
}

impl Economy {
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Economy, ReadError> {
        let mut economy = Economy {
            name: bytes.short_text("zone name")?,
            underground: bytes.u32("underground")?,
            music: bytes.short_text("music")?,
            sky: bytes.short_text("sky")?,
            rates: [0; 13],
        };
        for rate in &mut economy.rates {
            *rate = bytes.i32("economy rate")?;
        }
        Ok(economy)
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_short_text(&self.name);
        out.put_u32(self.underground);
        out.put_short_text(&self.music);
        out.put_short_text(&self.sky);
        for rate in self.rates {
            out.put_i32(rate);
        }
    }
}
