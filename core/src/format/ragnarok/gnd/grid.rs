//! The water of a GND from 1.8 on: of the whole map, and of its parts.

use serde::{Deserialize, Serialize};

use super::Version;
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::ragnarok::water::{self, Water};

/// Water for parts of a map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterGrid {
    /// Of the whole map.
    pub whole: Water,
    pub columns: u32,
    pub rows: u32,
    pub planes: Planes,
}

/// The water of each part of a map, row by row from the south-west.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Planes {
    /// Version 1.8.
    Levels(Vec<F32>),
    /// Version 1.9.
    Waters(Vec<Water>),
}

impl WaterGrid {
    /// The level of the water as an altitude: the one that all parts share. `None` where they differ, as no
    /// level is that of the whole map then.
    pub fn level(&self) -> Option<F32> {
        let levels: Vec<F32> = match &self.planes {
            Planes::Levels(levels) => levels.clone(),
            Planes::Waters(waters) => waters.iter().map(|water| water.level).collect(),
        };
        let first = levels.first().copied().unwrap_or(self.whole.level);
        levels.iter().all(|level| *level == first).then_some(first)
    }

    pub(super) fn read(version: Version, bytes: &mut Bytes<'_>) -> Result<WaterGrid, ReadError> {
        let whole = Water::read(bytes)?;
        let (columns, rows) = (bytes.u32("water columns")?, bytes.u32("water rows")?);
        let n_planes = u64::from(columns) * u64::from(rows);
        let planes = if version >= Version::V1_9 {
            Planes::Waters(bytes.items("water planes", n_planes, water::SIZE, Water::read)?)
        } else {
            Planes::Levels(bytes.items("water planes", n_planes, 4, |bytes| bytes.f32("level"))?)
        };
        Ok(WaterGrid { whole, columns, rows, planes })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        self.whole.write(out);
        out.put_u32(self.columns);
        out.put_u32(self.rows);
        match &self.planes {
            Planes::Levels(levels) => out.put_f32s(levels),
            Planes::Waters(waters) => waters.iter().for_each(|water| water.write(out)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_differ_have_no_level_in_common() {
        let level = |parts: [f32; 2]| {
            let planes = Planes::Levels(parts.map(F32::new).to_vec());
            WaterGrid { whole: Water::default(), columns: 2, rows: 1, planes }.level()
        };
        assert_eq!(level([3.0, 3.0]), Some(F32::new(3.0)));
        assert_eq!(level([3.0, 4.0]), None);
    }
}
