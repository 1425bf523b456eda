//! How entries of a GRF are scrambled: one round of DES without a key, on some blocks of 8 bytes, and
//! bytes that change places in others. It keeps nobody out; it only has to be undone.

/// A block.
const LEN: usize = 8;
/// So many blocks at the start of an entry are scrambled in either way.
const N_HEAD: usize = 20;

/// What was done to an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cipher {
    /// Its first blocks are scrambled.
    Head,
    /// Blocks all over it are.
    Mixed,
}

/// Undoes it. `packed_len` is what the entry has without the bytes that fill it up.
pub(super) fn decipher(cipher: Cipher, data: &mut [u8], packed_len: u32) {
    let (blocks, _) = data.as_chunks_mut::<LEN>();
    let cycle = cycle(packed_len);
    let mut n_plain = 0;
    for (n, block) in blocks.iter_mut().enumerate() {
        if n < N_HEAD {
            *block = round(*block);
        } else if cipher == Cipher::Head {
            return;
        } else if n % cycle == 0 {
            *block = round(*block);
        } else {
            if n_plain > 0 && n_plain % 7 == 0 {
                *block = unshuffled(*block);
            }
            n_plain += 1;
        }
    }
}

/// Undoes what was done to the name of an entry of an old archive.
pub(super) fn decipher_name(name: &mut [u8]) {
    for byte in name.iter_mut() {
        *byte = byte.rotate_left(4);
    }
    for block in name.as_chunks_mut::<LEN>().0 {
        *block = round(*block);
    }
}

/// From one scrambled block to the next.
fn cycle(packed_len: u32) -> usize {
    let n_digits = packed_len.checked_ilog10().map_or(1, |log| log as usize + 1);
    match n_digits {
        ..3 => 1,
        3 | 4 => n_digits + 1,
        5 | 6 => n_digits + 9,
        _ => n_digits + 15,
    }
}

fn unshuffled([a, b, c, d, e, f, g, h]: [u8; LEN]) -> [u8; LEN] {
    [d, e, g, a, b, c, f, swapped(h)]
}

/// Some bytes stand for each other.
fn swapped(byte: u8) -> u8 {
    const PAIRS: [(u8, u8); 7] = [
        (0x00, 0x2b),
        (0x6c, 0x80),
        (0x01, 0x68),
        (0x48, 0x77),
        (0x60, 0xff),
        (0xb9, 0xc0),
        (0xfe, 0xeb),
    ];
    let other = PAIRS.iter().find_map(|(a, b)| match byte {
        byte if byte == *a => Some(*b),
        byte if byte == *b => Some(*a),
        _ => None,
    });
    other.unwrap_or(byte)
}

/// One round of DES whose key is zero and whose halves stay where they are. Done twice, it gives
/// back what there was.
fn round(block: [u8; LEN]) -> [u8; LEN] {
    let bits = permuted(u64::from_be_bytes(block), 64, &INITIAL);
    let (left, right) = ((bits >> 32) as u32, bits as u32);
    let mixed = left ^ feistel(right);
    let bits = u64::from(mixed) << 32 | u64::from(right);
    permuted(bits, 64, &inverse(&INITIAL)).to_be_bytes()
}

fn feistel(half: u32) -> u32 {
    let mut out = 0;
    for (n, table) in (0..8).zip(&S_BOXES) {
        // Six bits, the first of which is the last of the group before.
        let six = half.rotate_left(4 * n + 5) & 0x3f;
        let (row, column) = ((six >> 4 & 2) | (six & 1), six >> 1 & 0xf);
        let nibble = table.get((row * 16 + column) as usize).copied().unwrap_or_default();
        out = out << 4 | u64::from(nibble);
    }
    permuted(out, 32, &PERMUTATION) as u32
}

/// The bits that a table names, counted from 1 at the highest of `n_bits`.
fn permuted<const N: usize>(bits: u64, n_bits: u32, table: &[u8; N]) -> u64 {
    table.iter().fold(0, |out, from| out << 1 | bits >> (n_bits - u32::from(*from)) & 1)
}

fn inverse(table: &[u8; 64]) -> [u8; 64] {
    let mut inverse = [0; 64];
    for (to, from) in (1..).zip(table) {
        if let Some(slot) = inverse.get_mut(usize::from(*from) - 1) {
            *slot = to;
        }
    }
    inverse
}

const INITIAL: [u8; 64] = [
    58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6,
    64, 56, 48, 40, 32, 24, 16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61,
    53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
];

const PERMUTATION: [u8; 32] = [
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19,
    13, 30, 6, 22, 11, 4, 25,
];

const S_BOXES: [[u8; 64]; 8] = [
    [
        14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, 0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12,
        11, 9, 5, 3, 8, 4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, 15, 12, 8, 2, 4, 9,
        1, 7, 5, 11, 3, 14, 10, 0, 6, 13,
    ],
    [
        15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, 3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1,
        10, 6, 9, 11, 5, 0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, 13, 8, 10, 1, 3, 15,
        4, 2, 11, 6, 7, 12, 0, 5, 14, 9,
    ],
    [
        10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, 13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5,
        14, 12, 11, 15, 1, 13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, 1, 10, 13, 0, 6,
        9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12,
    ],
    [
        7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, 13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2,
        12, 1, 10, 14, 9, 10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, 3, 15, 0, 6, 10, 1,
        13, 8, 9, 4, 5, 11, 12, 7, 2, 14,
    ],
    [
        2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, 14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15,
        10, 3, 9, 8, 6, 4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, 11, 8, 12, 7, 1, 14,
        2, 13, 6, 15, 0, 9, 10, 4, 5, 3,
    ],
    [
        12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, 10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13,
        14, 0, 11, 3, 8, 9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, 4, 3, 2, 12, 9, 5,
        15, 10, 11, 14, 1, 7, 6, 0, 8, 13,
    ],
    [
        4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, 13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5,
        12, 2, 15, 8, 6, 1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, 6, 11, 13, 8, 1, 4,
        10, 7, 9, 5, 0, 15, 14, 2, 3, 12,
    ],
    [
        13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, 1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6,
        11, 0, 14, 9, 2, 7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, 2, 1, 14, 7, 4, 10,
        8, 13, 15, 12, 9, 0, 3, 5, 6, 11,
    ],
];

/// Scrambles an entry, for tests and samples: nobody has to write one.
#[cfg(test)]
pub(super) fn encipher(cipher: Cipher, data: &mut [u8], packed_len: u32) {
    let (blocks, _) = data.as_chunks_mut::<LEN>();
    let cycle = cycle(packed_len);
    let mut n_plain = 0;
    for (n, block) in blocks.iter_mut().enumerate() {
        if n < N_HEAD || cipher == Cipher::Mixed && n % cycle == 0 {
            *block = round(*block);
        } else if cipher == Cipher::Mixed {
            if n_plain > 0 && n_plain % 7 == 0 {
                let [d, e, g, a, b, c, f, h] = *block;
                *block = [a, b, c, d, e, f, g, swapped(h)];
            }
            n_plain += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_done_twice_is_undone() {
        for seed in 0..100u64 {
            let block = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
            assert_ne!(round(block), block);
            assert_eq!(round(round(block)), block);
        }
    }

    #[test]
    fn what_was_scrambled_comes_back() {
        let plain: Vec<u8> = (0..4001).map(|n: u32| (n * 7 % 251) as u8).collect();
        for cipher in [Cipher::Head, Cipher::Mixed] {
            for packed_len in [7, 99, 100, 3997, 99_999, 9_999_999] {
                let mut data = plain.clone();
                encipher(cipher, &mut data, packed_len);
                assert_ne!(data, plain);
                assert!(data[..160] != plain[..160]);
                assert_eq!(data[4000], plain[4000], "what fills no block stays");
                decipher(cipher, &mut data, packed_len);
                assert!(data == plain, "{cipher:?} {packed_len}");
            }
        }
    }

    #[test]
    fn the_cycle_follows_from_the_digits_of_the_length() {
        let cycles = [0, 9, 10, 99, 100, 9999, 10_000, 999_999, 1_000_000, u32::MAX].map(cycle);
        assert_eq!(cycles, [1, 1, 1, 1, 4, 5, 14, 15, 22, 25]);
    }
}
