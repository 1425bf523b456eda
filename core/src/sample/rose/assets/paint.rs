//! The pictures of models: noise with boards, stones or leaves in it.

use crate::sample::noise::{blend, smooth};
use crate::scene::chance::{mix, unit};

use super::super::pictures::dds;

pub(super) const SIDE: u32 = 64;

/// What a model is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stuff {
    Planks,
    /// Plaster between beams.
    Wall,
    Shingles,
    Stone,
    Bark,
    Birch,
    Leaves,
    Needles,
    Fern,
    Reeds,
    Water,
    Sail,
    Villager,
}

impl Stuff {
    pub(super) const ALL: [Stuff; 13] = [
        Stuff::Planks,
        Stuff::Wall,
        Stuff::Shingles,
        Stuff::Stone,
        Stuff::Bark,
        Stuff::Birch,
        Stuff::Leaves,
        Stuff::Needles,
        Stuff::Fern,
        Stuff::Reeds,
        Stuff::Water,
        Stuff::Sail,
        Stuff::Villager,
    ];

    pub(super) fn file(self) -> String {
        format!("3DDATA/SAMPLE/PAINT/{}.DDS", format!("{self:?}").to_uppercase())
    }

    /// Its number in the list of materials.
    pub(super) fn number(self) -> u16 {
        Stuff::ALL.iter().position(|one| *one == self).unwrap_or(0) as u16
    }

    /// Whether some of its picture is cut out.
    pub(super) fn is_cut_out(self) -> bool {
        matches!(self, Stuff::Fern | Stuff::Reeds)
    }

    pub(super) fn picture(self) -> Vec<u8> {
        dds(SIDE, |x, y| {
            let ([r, g, b], cover) = self.pixel(x, y);
            [b, g, r, cover].map(|part| part.clamp(0.0, 255.0) as u8)
        })
    }

    /// Red, green, blue, and how far it covers.
    fn pixel(self, x: u32, y: u32) -> ([f32; 3], f32) {
        let seed = self as u64 + 77;
        // The same at opposite edges.
        let noise = |wide: f32, n: u64| {
            let at = |dx: u32, dy: u32| smooth(seed + n, wide, (x + dx) as f32, (y + dy) as f32);
            let share = |at: u32| 1.0 - at as f32 / SIDE as f32;
            let upper = blend(at(SIDE, 0), at(0, 0), share(x));
            let lower = blend(at(SIDE, SIDE), at(0, SIDE), share(x));
            blend(lower, upper, share(y))
        };
        let fine = unit(mix(seed ^ u64::from(x) << 16 ^ u64::from(y)));
        let rough = 0.5 * noise(16.0, 1) + 0.3 * noise(6.0, 2) + 0.2 * fine;
        let between = |dark: [f32; 3], bright: [f32; 3], share: f32| {
            let mut parts = dark.into_iter().zip(bright);
            std::array::from_fn(|_| parts.next().map_or(0.0, |(a, b)| blend(a, b, share)))
        };
        let dim = |colour: [f32; 3], by: f32| colour.map(|part| part * by);
        let colour = match self {
            Stuff::Planks => {
                let board = y / 8;
                let own = unit(mix(seed ^ u64::from(board)));
                let grain = noise(3.0, u64::from(board) + 5);
                let colour =
                    between([92.0, 62.0, 36.0], [164.0, 120.0, 76.0], 0.5 * own + 0.5 * grain);
                dim(colour, if y.is_multiple_of(8) { 0.5 } else { 1.0 })
            }
            Stuff::Wall => {
                let across = x % 32;
                let is_beam = across < 4 || !(5..=58).contains(&y) || (x + y) % 64 < 4 && x >= 32;
                match is_beam {
                    true => between([70.0, 46.0, 28.0], [112.0, 78.0, 50.0], rough),
                    false => between([206.0, 192.0, 162.0], [238.0, 228.0, 204.0], rough),
                }
            }
            Stuff::Shingles => {
                let row = y / 8;
                let column = (x + row % 2 * 4) / 8 % 8;
                let own = unit(mix(seed ^ u64::from(row) << 8 ^ u64::from(column)));
                let down = (y % 8) as f32 / 8.0;
                let is_gap = (x + row % 2 * 4).is_multiple_of(8);
                let colour =
                    between([120.0, 48.0, 36.0], [186.0, 92.0, 62.0], 0.6 * own + 0.4 * rough);
                dim(colour, (0.65 + 0.35 * down) * if is_gap { 0.7 } else { 1.0 })
            }
            Stuff::Stone => {
                let row = y / 16;
                let shift = row % 2 * 10;
                let column = (x + shift) % SIDE / 21;
                let own = unit(mix(seed ^ u64::from(row) << 8 ^ u64::from(column)));
                let is_gap = y % 16 < 2 || (x + shift) % SIDE % 21 < 2;
                let colour =
                    between([108.0, 106.0, 104.0], [178.0, 174.0, 164.0], 0.5 * own + 0.5 * rough);
                dim(colour, if is_gap { 0.62 } else { 1.0 })
            }
            Stuff::Bark => {
                between([58.0, 40.0, 26.0], [112.0, 84.0, 58.0], 0.5 * noise(4.0, 3) + 0.5 * rough)
            }
            Stuff::Birch => {
                let is_dark = noise(7.0, 4) > 0.62 && noise(24.0, 6) > 0.4;
                let colour = between([196.0, 192.0, 180.0], [240.0, 238.0, 228.0], rough);
                if is_dark { dim(colour, 0.3) } else { colour }
            }
            Stuff::Leaves => between([52.0, 92.0, 28.0], [150.0, 184.0, 70.0], leafy(rough, fine)),
            Stuff::Needles => between([22.0, 58.0, 36.0], [74.0, 122.0, 62.0], leafy(rough, fine)),
            Stuff::Fern | Stuff::Reeds => between([54.0, 96.0, 32.0], [142.0, 170.0, 70.0], rough),
            Stuff::Water => between([60.0, 120.0, 150.0], [150.0, 200.0, 214.0], noise(12.0, 7)),
            Stuff::Sail => {
                let is_lath = x % 16 < 2 || y % 16 < 2;
                let colour = between([216.0, 204.0, 178.0], [240.0, 232.0, 212.0], rough);
                if is_lath { dim(colour, 0.55) } else { colour }
            }
            Stuff::Villager => {
                let of = match (x < SIDE / 2, y < SIDE / 2) {
                    (true, true) => [224.0, 178.0, 146.0],
                    (false, true) => [118.0, 74.0, 40.0],
                    (true, false) => [70.0, 104.0, 168.0],
                    (false, false) => [92.0, 70.0, 52.0],
                };
                dim(of, 0.9 + 0.15 * rough)
            }
        };
        (colour, self.cover(x, y, rough))
    }

    fn cover(self, x: u32, y: u32, rough: f32) -> f32 {
        let (u, v) = (x as f32 / SIDE as f32, y as f32 / SIDE as f32);
        let is_there = match self {
            // Fronds that lean away from the middle.
            Stuff::Fern => {
                let leans = (u - 0.5) / (0.25 + (1.0 - v) * 0.9);
                let frond = ((leans * 5.0).abs() % 1.0 - 0.5).abs();
                v > 0.15 + leans * leans * 0.7 && frond > 0.16 + 0.3 * (1.0 - v) * rough
            }
            Stuff::Reeds => {
                let blade = x / 6;
                let tip = 0.45 * unit(mix(u64::from(blade) + 3));
                let thin = (1.0 - v) * 1.8;
                v > tip && (x % 6) as f32 >= thin.min(4.0) * 0.6
            }
            _ => true,
        };
        if is_there { 255.0 } else { 0.0 }
    }
}

fn leafy(rough: f32, fine: f32) -> f32 {
    (rough * 0.75 + fine * 0.35).clamp(0.0, 1.0)
}

/// A ripple on the water at one of its moments: bright where waves meet, and hardly covering elsewhere.
pub(super) fn ripple(moment: u32, n_moments: u32) -> Vec<u8> {
    let turn = moment as f32 / n_moments.max(1) as f32 * SIDE as f32;
    dds(SIDE, |x, y| {
        let at = |seed: u64, dx: f32, dy: f32| {
            let wrapped = |at: f32| at.rem_euclid(SIDE as f32);
            let (x, y) = (wrapped(x as f32 + dx), wrapped(y as f32 + dy));
            let side = SIDE as f32;
            // The same at opposite edges.
            let value = |sx: f32, sy: f32| smooth(seed, 10.0, x + sx, y + sy);
            let upper = blend(value(0.0, 0.0), value(side, 0.0), 1.0 - x / side);
            let lower = blend(value(0.0, side), value(side, side), 1.0 - x / side);
            blend(upper, lower, 1.0 - y / side)
        };
        let waves = (at(1, turn, 0.0) - at(2, -turn, turn)).abs();
        let near = (1.0 - waves * 6.0).max(0.0);
        // It is added to what is below, so a little is enough.
        let crest = near * near;
        let [b, g, r] = [92.0 + 60.0 * crest, 58.0 + 62.0 * crest, 10.0 + 60.0 * crest]
            .map(|part: f32| part.clamp(0.0, 255.0) as u8);
        [b, g, r, (84.0 + 40.0 * crest) as u8]
    })
}

/// The light on the parts of objects, `n_per_row` squares along each side: darker below, and brighter where
/// a side looks to the sun. Packed in blocks of 4 × 4 pixels (DXT1), each of one colour.
pub(super) fn light(side: u32, n_per_row: u32) -> Vec<u8> {
    let n_blocks = side / 4;
    let mut bytes = b"DDS ".to_vec();
    let head = [124, 0x8_1007, side, side, n_blocks * n_blocks * 8].into_iter().chain([0; 13]);
    let format = [32, 4, u32::from_le_bytes(*b"DXT1"), 0, 0, 0, 0, 0];
    for word in head.chain(format).chain([0x1000, 0, 0, 0, 0]) {
        bytes.extend(u32::to_le_bytes(word));
    }
    let per_square = (n_blocks / n_per_row.max(1)).max(1);
    for y in 0..n_blocks {
        for x in 0..n_blocks {
            let share = |at: u32| ((at % per_square) as f32 + 0.5) / per_square as f32;
            let bright = 66.0 + 66.0 * share(x) + 26.0 * (1.0 - share(y));
            let [r, g, b] = [bright * 1.03, bright, bright * 0.95].map(|part| part as u16);
            let packed = r >> 3 << 11 | g >> 2 << 5 | b >> 3;
            bytes.extend(packed.to_le_bytes());
            bytes.extend(packed.to_le_bytes());
            bytes.extend([0; 4]);
        }
    }
    bytes
}
