//! The parts of a skill id. Its bits, from patch 74 on and before:
//!
//! | part            | 64 bits | 32 bits | |
//! |-----------------|---------|---------|-|
//! | `reserved`      | 33…63   | 31      | |
//! | `npc`           | 32      | 30      | |
//! | `type`          | 28…31   | 26…29   | |
//! | `huntingZoneId` | 16…27   | 16…25   | of an npc's skill of the type 1; otherwise part of `id` |
//! | `id`            | 0…      | 0…      | |

/// A skill id in its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skill {
    pub npc: bool,
    /// 1: an action; 2: a reaction, such as a knockdown.
    pub ty: u8,
    /// 0 where it has none.
    pub hunting_zone: u16,
    pub id: u32,
    pub reserved: u32,
}

/// Where the parts begin.
#[derive(Clone, Copy)]
struct Bits {
    reserved: u32,
    npc: u32,
    ty: u32,
    len: u32,
}

const WIDE: Bits = Bits { reserved: 33, npc: 32, ty: 28, len: 64 };
const NARROW: Bits = Bits { reserved: 31, npc: 30, ty: 26, len: 32 };
const ZONE: u32 = 16;

impl Skill {
    pub fn of_wide(raw: u64) -> Skill {
        Skill::of(raw, WIDE)
    }

    pub fn of_narrow(raw: u32) -> Skill {
        Skill::of(u64::from(raw), NARROW)
    }

    /// The bits that a skill id has from patch 74 on; the name of the part that is too great for
    /// them otherwise.
    pub fn wide(self) -> Result<u64, &'static str> {
        self.raw(WIDE)
    }

    pub fn narrow(self) -> Result<u32, &'static str> {
        self.raw(NARROW).map(|raw| raw as u32)
    }

    fn of(raw: u64, bits: Bits) -> Skill {
        let part = |from: u32, to: u32| (raw >> from) & ((1 << (to - from)) - 1);
        let npc = part(bits.npc, bits.npc + 1) == 1;
        let ty = part(bits.ty, bits.npc) as u8;
        let has_zone = npc && ty == 1;
        Skill {
            npc,
            ty,
            hunting_zone: if has_zone { part(ZONE, bits.ty) as u16 } else { 0 },
            id: part(0, if has_zone { ZONE } else { bits.ty }) as u32,
            reserved: part(bits.reserved, bits.len) as u32,
        }
    }

    fn raw(self, bits: Bits) -> Result<u64, &'static str> {
        let has_zone = self.npc && self.ty == 1;
        let (zone_end, id_end) = if has_zone { (bits.ty, ZONE) } else { (ZONE, bits.ty) };
        let parts = [
            ("reserved", u64::from(self.reserved), bits.reserved, bits.len),
            ("npc", u64::from(self.npc), bits.npc, bits.npc + 1),
            ("type", u64::from(self.ty), bits.ty, bits.npc),
            ("huntingZoneId", u64::from(self.hunting_zone), ZONE, zone_end),
            ("id", u64::from(self.id), 0, id_end),
        ];
        let mut raw = 0;
        for (name, value, from, to) in parts {
            if value >> (to - from) != 0 {
                return Err(name);
            }
            raw |= value << from;
        }
        Ok(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_where_the_game_has_them() {
        let npc = Skill { npc: true, ty: 1, hunting_zone: 0x3a, id: 0x1234, reserved: 0 };
        assert_eq!(npc.wide(), Ok(0x1_103a_1234));
        assert_eq!(npc.narrow(), Ok(0x443a_1234));
        let own = Skill { npc: false, ty: 1, hunting_zone: 0, id: 0x012_3456, reserved: 0 };
        assert_eq!(own.wide(), Ok(0x1012_3456));
        assert_eq!(own.narrow(), Ok(0x0412_3456));
        assert_eq!(Skill { hunting_zone: 1, ..own }.wide(), Err("huntingZoneId"));
        assert_eq!(Skill { id: 1 << 26, ..own }.narrow(), Err("id"));
        assert_eq!(Skill { ty: 16, ..own }.wide(), Err("type"));
    }

    #[test]
    fn every_bit_is_in_one_of_the_parts() {
        let mut raw = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..10_000 {
            raw =
                raw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            assert_eq!(Skill::of_wide(raw).wide(), Ok(raw));
            assert_eq!(Skill::of_narrow(raw as u32).narrow(), Ok(raw as u32));
        }
    }
}
