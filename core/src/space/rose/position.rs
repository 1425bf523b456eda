//! Positions: as a file holds them, in the world, and in metres.

use super::ZoneGrid;
use crate::format::number::F32;

/// A position as a file means it, in cm from the middle of the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PosInFileCm {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// A position in cm from the south-west corner of the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PosInWorldCm {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// A position in metres from the south-west corner of the world, as a person reads it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PosInWorldM {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

impl PosInFileCm {
    /// The position that a file's bits mean. Not finite where they are not.
    pub fn from_bits([x, y, z]: [F32; 3]) -> PosInFileCm {
        let [x, y, z] = [x, y, z].map(|value| f64::from(value.get()));
        PosInFileCm { x, y, z }
    }
}

impl PosInWorldCm {
    pub fn from_m(pos_in_world_m: PosInWorldM) -> PosInWorldCm {
        let PosInWorldM { x, y, z } = pos_in_world_m;
        PosInWorldCm { x: x * 100.0, y: y * 100.0, z: z * 100.0 }
    }

    pub fn to_m(self) -> PosInWorldM {
        PosInWorldM { x: self.x / 100.0, y: self.y / 100.0, z: self.z / 100.0 }
    }
}

impl ZoneGrid {
    pub fn world_from_file(self, pos_in_file_cm: PosInFileCm) -> PosInWorldCm {
        let PosInFileCm { x, y, z } = pos_in_file_cm;
        let half = self.half_offset_cm();
        PosInWorldCm { x: x + half, y: y + half, z }
    }

    pub fn file_from_world(self, pos_in_world_cm: PosInWorldCm) -> PosInFileCm {
        let PosInWorldCm { x, y, z } = pos_in_world_cm;
        let half = self.half_offset_cm();
        PosInFileCm { x: x - half, y: y - half, z }
    }

    /// The bits for a position that a person moved from `before` to `after`.
    ///
    /// A coordinate that is where it was keeps its bits, whatever they are; one that is elsewhere
    /// gets the nearest f32. `None` where that would not be finite.
    pub fn bits_of_moved(self, before: [F32; 3], after: PosInWorldCm) -> Option<[F32; 3]> {
        let was = self.world_from_file(PosInFileCm::from_bits(before));
        let moved = self.file_from_world(after);
        let coordinate = |bits: F32, was: f64, after: f64, moved: f64| {
            if was == after || was.is_nan() && after.is_nan() {
                return Some(bits);
            }
            let nearest = moved as f32;
            nearest.is_finite().then_some(F32::new(nearest))
        };
        let [x, y, z] = before;
        Some([
            coordinate(x, was.x, after.x, moved.x)?,
            coordinate(y, was.y, after.y, moved.y)?,
            coordinate(z, was.z, after.z, moved.z)?,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: ZoneGrid = ZoneGrid::USUAL;

    fn bits(values: [f32; 3]) -> [F32; 3] {
        values.map(F32::new)
    }

    #[test]
    fn the_middle_of_the_world_is_5200_m_from_its_corner() {
        let pos_in_world_cm = GRID.world_from_file(PosInFileCm::from_bits(bits([0.0; 3])));
        let pos_in_world_m = pos_in_world_cm.to_m();
        assert_eq!(pos_in_world_m, PosInWorldM { x: 5_200.0, y: 5_200.0, z: 0.0 });
        assert_eq!(PosInWorldCm::from_m(pos_in_world_m), pos_in_world_cm);
    }

    #[test]
    fn what_did_not_move_keeps_its_bits() {
        let odd = [0x8000_0000, 0x7fc0_0001, 0xff80_0000, 1, 0x3586_37bd, 0x4731_dbfc, 0x7f7f_ffff];
        let seeded = (1..20_000u32).map(|n| n.wrapping_mul(2_654_435_761));
        for x in odd.into_iter().chain(seeded).map(F32::from_bits) {
            let before = [x, x, x];
            let at = GRID.world_from_file(PosInFileCm::from_bits(before));
            assert_eq!(GRID.bits_of_moved(before, at), Some(before), "{x}");
        }
    }

    #[test]
    fn a_move_along_one_axis_leaves_the_others() {
        let before = [F32::new(45_531.984), F32::from_bits(0x7fc0_0001), F32::new(-0.0)];
        let mut at = GRID.world_from_file(PosInFileCm::from_bits(before));
        at.x += 100.0;
        let after = GRID.bits_of_moved(before, at).unwrap();
        assert_eq!(after, [F32::new(45_631.984), before[1], before[2]]);
    }

    #[test]
    fn a_moved_coordinate_is_the_nearest_float() {
        let before = bits([0.0; 3]);
        let to = PosInFileCm { x: 45_531.985, y: 0.1, z: 1e-3 };
        let after = GRID.bits_of_moved(before, GRID.world_from_file(to)).unwrap();
        assert_eq!(after, bits([45_531.985, 0.1, 1e-3]));
    }

    #[test]
    fn nothing_is_moved_to_where_no_float_is() {
        for x in [f64::NAN, f64::INFINITY, 1e300] {
            let after = PosInWorldCm { x, y: 0.0, z: 0.0 };
            assert_eq!(GRID.bits_of_moved(bits([0.0; 3]), after), None);
        }
    }
}
