//! BMP: plain pictures, the lowest row first as a rule.
//!
//! ```text
//!  0  2  magic "BM"
//!  2  8  size of the file, reserved
//! 10  4  start of the pixels   u32
//! 14  4  size of this head     u32  12, or 40 and more
//! 18  8  width, height         i32×2; u16×2 in a head of 12. A height below 0: from the top
//!     2  planes                u16
//!     2  bits                  u16  1, 4, 8, 16, 24 or 32
//!     4  way                   u32  0 plain, 1 runs of 8 bits, 3 masks. From here on not in a head of 12
//!    12  size of the pixels, pixels for each metre
//!     4  palette length        u32  0: as many as there can be
//!     4  colours that count
//!     n  masks                 u32×3 where the way is 3
//!     n  palette               blue, green, red, reserved; without the last in a head of 12
//!     n  pixels                blue, green, red; rows begin at multiples of four bytes
//! ```

use super::{Picture, Rgba, checked_side};
use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::format::error::Malformed;

pub const MAGIC: &[u8] = b"BM";
/// Where a file says where its pixels start.
const STATED_AT: usize = 10;
const OLD_HEAD: u32 = 12;
const RUNS: u32 = 1;
const MASKS: u32 = 3;
/// Red, green and blue where 16 bits have no masks.
const USUAL_MASKS: [u32; 3] = [0x7c00, 0x03e0, 0x001f];

/// How pixels are stored.
struct Stored {
    n_bits: u16,
    palette: Vec<Rgba>,
    masks: Option<[u32; 3]>,
}

pub fn read(data: &[u8]) -> Result<Picture, ReadError> {
    read_with_clear(data, None)
}

/// The same with nothing where a picture has one of the colours of its palette.
pub fn read_with_clear(data: &[u8], clear: Option<u8>) -> Result<Picture, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    bytes.slice("reserved", 8)?;
    let pixels_at = bytes.u32("start of the pixels")?;
    let head_at = bytes.offset();
    let head_len = bytes.u32("size of the head")?;
    let is_old = head_len == OLD_HEAD;
    let start = bytes.clone();
    let (width, height) = match is_old {
        true => (i32::from(bytes.i16("width")?), i32::from(bytes.i16("height")?)),
        false => (bytes.i32("width")?, bytes.i32("height")?),
    };
    let side = |side: i32, field| checked_side(&start, field, side.unsigned_abs());
    let (columns, rows) = (side(width, "width")?, side(height, "height")?);
    bytes.u16("planes")?;
    let start = bytes.clone();
    let n_bits = bytes.u16("bits")?;
    if !matches!(n_bits, 1 | 4 | 8 | 16 | 24 | 32) {
        let (found, expected) = (n_bits.into(), "1, 4, 8, 16, 24 or 32");
        return Err(start.error("bits", Malformed::Unexpected { found, expected }));
    }
    let (mut way, mut n_colours) = (0, 0);
    if !is_old {
        let start = bytes.clone();
        way = bytes.u32("way")?;
        let is_known = way == 0 || way == RUNS && n_bits == 8 || way == MASKS && n_bits >= 16;
        if !is_known {
            let (found, expected) = (way.into(), "0, 1 with 8 bits, or 3 with 16 or 32");
            return Err(start.error("way", Malformed::Unexpected { found, expected }));
        }
        bytes.slice("sizes", 12)?;
        n_colours = bytes.u32("palette length")?;
        bytes.slice("colours that count", 4)?;
    }
    let masks = match (way, n_bits) {
        (MASKS, _) => Some([bytes.u32("masks")?, bytes.u32("masks")?, bytes.u32("masks")?]),
        (_, 16) => Some(USUAL_MASKS),
        _ => None,
    };
    bytes.skip_to(head_at.saturating_add(head_len as usize).max(bytes.offset()));
    let mut palette = match n_bits {
        1..=8 => read_palette(&mut bytes, is_old, n_colours, n_bits)?,
        _ => Vec::new(),
    };
    if let Some([.., alpha]) = clear.and_then(|index| palette.get_mut(usize::from(index))) {
        *alpha = 0;
    }
    let stored = Stored { n_bits, palette, masks };
    let mut bytes = Bytes::at(data, pixels_at.into(), "start of the pixels", STATED_AT)?;
    let mut pixels = match way {
        RUNS => stored.runs(&mut bytes, columns as usize, rows as usize)?,
        _ => stored.plain(&mut bytes, columns as usize, rows)?,
    };
    if height > 0 {
        pixels = pixels.chunks(columns as usize).rev().flatten().copied().collect();
    }
    Ok(Picture { width: columns, height: rows, pixels })
}

fn read_palette(
    bytes: &mut Bytes<'_>,
    is_old: bool,
    n_colours: u32,
    n_bits: u16,
) -> Result<Vec<Rgba>, ReadError> {
    let most = 1 << n_bits;
    let n_colours = if n_colours == 0 { most } else { n_colours.min(most) };
    let mut palette = Vec::new();
    for _ in 0..n_colours {
        let [b, g, r] = bytes.array("palette")?;
        if !is_old {
            bytes.u8("palette")?;
        }
        palette.push([r, g, b, 255]);
    }
    Ok(palette)
}

impl Stored {
    fn plain(
        &self,
        bytes: &mut Bytes<'_>,
        columns: usize,
        rows: u32,
    ) -> Result<Vec<Rgba>, ReadError> {
        let row_len = (columns * usize::from(self.n_bits)).div_ceil(32) * 4;
        bytes.expect_items("pixels", rows.into(), row_len as u64)?;
        let mut pixels = Vec::with_capacity(columns * rows as usize);
        for _ in 0..rows {
            let row = bytes.slice("pixels", row_len)?;
            match self.n_bits {
                n_bits @ 1..=8 => {
                    let per_byte = usize::from(8 / n_bits);
                    let mask = (1_u16 << n_bits) - 1;
                    pixels.extend((0..columns).map(|x| {
                        let byte = row.get(x / per_byte).copied().unwrap_or_default();
                        let shift = 8 - n_bits as usize * (x % per_byte + 1);
                        self.coloured((u16::from(byte) >> shift & mask) as u8)
                    }));
                }
                16 => {
                    let (words, _) = row.as_chunks::<2>();
                    let words = words.iter().map(|word| u16::from_le_bytes(*word).into());
                    pixels.extend(words.take(columns).map(|word| self.masked(word)));
                }
                24 => {
                    let (colours, _) = row.as_chunks::<3>();
                    pixels.extend(colours.iter().take(columns).map(|[b, g, r]| [*r, *g, *b, 255]));
                }
                _ => {
                    let (words, _) = row.as_chunks::<4>();
                    let words = words.iter().map(|word| u32::from_le_bytes(*word));
                    pixels.extend(words.take(columns).map(|word| self.masked(word)));
                }
            }
        }
        Ok(pixels)
    }

    /// Pairs of bytes: so many of a colour; or 0 and 0 for the next row, 1 for the end, 2 for a jump, and
    /// more for so many colours, to a multiple of two. What is jumped over has the first colour.
    fn runs(
        &self,
        bytes: &mut Bytes<'_>,
        columns: usize,
        rows: usize,
    ) -> Result<Vec<Rgba>, ReadError> {
        let n_pixels = columns * rows;
        bytes.expect_items("pixels", n_pixels as u64 / 255, 2)?;
        let mut pixels = vec![self.coloured(0); n_pixels];
        let (mut x, mut y) = (0_usize, 0_usize);
        let mut put = |x: usize, y: usize, index: u8| {
            let at = pixels.get_mut(y * columns + x).filter(|_| x < columns && y < rows);
            if let Some(pixel) = at {
                *pixel = self.coloured(index);
            }
        };
        while y < rows {
            match [bytes.u8("run")?, bytes.u8("run")?] {
                [0, 0] => (x, y) = (0, y + 1),
                [0, 1] => break,
                [0, 2] => {
                    x += usize::from(bytes.u8("jump")?);
                    y += usize::from(bytes.u8("jump")?);
                }
                [0, n] => {
                    for index in bytes.slice("run", usize::from(n))? {
                        put(x, y, *index);
                        x += 1;
                    }
                    if n % 2 == 1 {
                        bytes.u8("run")?;
                    }
                }
                [n, index] => {
                    (0..usize::from(n)).for_each(|along| put(x + along, y, index));
                    x += usize::from(n);
                }
            }
        }
        Ok(pixels)
    }

    /// A colour that the palette has not is black.
    fn coloured(&self, index: u8) -> Rgba {
        self.palette.get(usize::from(index)).copied().unwrap_or([0, 0, 0, 255])
    }

    fn masked(&self, word: u32) -> Rgba {
        let masks = self.masks.unwrap_or([0x00ff_0000, 0x0000_ff00, 0x0000_00ff]);
        let [r, g, b] = masks.map(|mask| {
            let shift = mask.trailing_zeros().min(31);
            let most = u64::from(mask >> shift).max(1);
            (u64::from((word & mask) >> shift) * 255 / most).min(255) as u8
        });
        [r, g, b, 255]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The head of a picture with a palette of two colours, red and blue, and what follows it.
    fn file(width: i32, height: i32, n_bits: u16, way: u32, pixels: &[u8]) -> Vec<u8> {
        let mut data = b"BM\0\0\0\0\0\0\0\0".to_vec();
        data.extend(u32::to_le_bytes(62));
        data.extend(u32::to_le_bytes(40));
        data.extend(width.to_le_bytes());
        data.extend(height.to_le_bytes());
        data.extend([1, 0]);
        data.extend(n_bits.to_le_bytes());
        data.extend(way.to_le_bytes());
        data.extend([0; 12]);
        data.extend(u32::to_le_bytes(2));
        data.extend([0; 4]);
        data.extend([0, 0, 255, 0, 255, 0, 0, 0]);
        data.extend(pixels);
        data
    }

    const RED: Rgba = [255, 0, 0, 255];
    const BLUE: Rgba = [0, 0, 255, 255];

    #[test]
    fn rows_come_from_below_and_begin_at_multiples_of_four() {
        let lower_first = read(&file(2, 2, 8, 0, &[0, 1, 9, 9, 1, 1, 9, 9])).unwrap();
        assert_eq!(lower_first.pixels, [BLUE, BLUE, RED, BLUE]);
        let upper_first = read(&file(2, -2, 8, 0, &[0, 1, 9, 9, 1, 1, 9, 9])).unwrap();
        assert_eq!(upper_first.pixels, [RED, BLUE, BLUE, BLUE]);
        let bits = read(&file(3, 1, 1, 0, &[0b0110_0000, 0, 0, 0])).unwrap();
        assert_eq!(bits.pixels, [RED, BLUE, BLUE]);
        let plain = read(&file(1, 1, 24, 0, &[1, 2, 3, 0])).unwrap();
        assert_eq!(plain.pixels, [[3, 2, 1, 255]]);
        let wide = read(&file(1, 1, 32, 0, &[1, 2, 3, 0])).unwrap();
        assert_eq!(wide.pixels, [[3, 2, 1, 255]]);
        let narrow = read(&file(1, 1, 16, 0, &[0x1f, 0x7c, 0, 0])).unwrap();
        assert_eq!(narrow.pixels, [[255, 0, 255, 255]]);
    }

    #[test]
    fn runs_are_read_and_never_lead_outside() {
        let runs = [2, 1, 0, 0, 0, 3, 0, 1, 0, 9, 9, 1, 0, 1];
        let picture = read(&file(3, 2, 8, RUNS, &runs)).unwrap();
        assert_eq!(picture.pixels, [RED, BLUE, RED, BLUE, BLUE, RED]);
        assert!(read(&file(3, 2, 8, RUNS, &[255, 1])).is_err());
        assert!(read(&file(3, 2, 8, RUNS, &[0, 2, 255, 255])).is_ok());
    }

    #[test]
    fn a_colour_of_the_palette_can_be_clear() {
        let data = file(2, 1, 8, 0, &[0, 1, 9, 9]);
        let picture = read_with_clear(&data, Some(0)).unwrap();
        assert_eq!(picture.pixels, [[255, 0, 0, 0], BLUE]);
        assert_eq!(read_with_clear(&data, Some(9)), read(&data));
    }

    #[test]
    fn what_is_cut_or_odd_is_refused() {
        let whole = file(2, 2, 8, 0, &[0, 1, 9, 9, 1, 1, 9, 9]);
        for len in 0..whole.len() {
            assert!(read(&whole[..len]).is_err(), "{len}");
        }
        assert!(read(&file(0, 2, 8, 0, &[])).is_err());
        assert!(read(&file(i32::MIN, 2, 8, 0, &[])).is_err());
        assert!(read(&file(2, 2, 7, 0, &[0; 16])).is_err());
        assert!(read(&file(2, 2, 24, 1, &[0; 16])).is_err());
    }
}
