//! DDS: textures as graphics cards take them. The mip maps of the first picture are read.
//!
//! ```text
//!   0   4  magic         "DDS "
//!   4   4  header size   u32  124
//!   8   4  flags         u32
//!  12   4  height        u32
//!  16   4  width         u32
//!  20  56  pitch, depth, levels, reserved
//!  76   4  format size   u32  32
//!  80   4  format flags  u32  see below
//!  84   4  four letters: DXT1 to DXT5
//!  88   4  bits          u32  of a pixel without letters: 8, 16, 24 or 32
//!  92  16  masks         u32×4  red, green, blue, alpha
//! 108  20  what the whole file is
//! 128   n  pixels from the top, or blocks of 4×4 of them
//! ```

use super::{MAX_SIDE, Picture, Rgba, checked_side};
use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::format::error::Malformed;

pub const MAGIC: &[u8] = b"DDS ";
/// Where the pixel format stands, and the pixels.
const FORMAT_AT: usize = 76;
const PIXELS_AT: usize = 128;
/// Bits of the format flags.
const HAS_ALPHA: u32 = 0x1;
const ALPHA_ALONE: u32 = 0x2;
const HAS_LETTERS: u32 = 0x4;

/// What stands before the pixels.
struct Head {
    width: u32,
    height: u32,
    /// How many sizes the file says that it has.
    n_levels: u32,
    pixels: Pixels,
}

enum Pixels {
    Blocks(Alpha),
    Plain { n_bits: u32, masks: Masks },
}

/// The largest size.
pub fn read(data: &[u8]) -> Result<Picture, ReadError> {
    let mut bytes = Bytes::new(data);
    let head = head(&mut bytes)?;
    head.level(&mut bytes, 0)
}

/// The mip maps, the largest first: as many as the file says, and really has.
pub fn levels(data: &[u8]) -> Result<Vec<Picture>, ReadError> {
    let mut bytes = Bytes::new(data);
    let head = head(&mut bytes)?;
    let mut levels = vec![head.level(&mut bytes, 0)?];
    // Each has half the sides of the one before.
    for n in 1..head.n_levels.min(MAX_SIDE.ilog2() + 1) {
        match head.level(&mut bytes, n) {
            Ok(level) => levels.push(level),
            Err(_) => break,
        }
    }
    Ok(levels)
}

impl Head {
    fn level(&self, bytes: &mut Bytes<'_>, n: u32) -> Result<Picture, ReadError> {
        let [width, height] = [self.width, self.height].map(|side| (side >> n).max(1));
        match &self.pixels {
            Pixels::Blocks(alpha) => blocks(bytes, width, height, *alpha),
            Pixels::Plain { n_bits, masks } => plain(bytes, width, height, *n_bits, masks),
        }
    }
}

fn head(bytes: &mut Bytes<'_>) -> Result<Head, ReadError> {
    bytes.magic("magic", MAGIC)?;
    bytes.u32("header size")?;
    bytes.u32("flags")?;
    let start = bytes.clone();
    let height = checked_side(&start, "height", bytes.u32("height")?)?;
    let start = bytes.clone();
    let width = checked_side(&start, "width", bytes.u32("width")?)?;
    bytes.u32("pitch")?;
    bytes.u32("depth")?;
    let n_levels = bytes.u32("levels")?;
    bytes.slice("reserved", FORMAT_AT - bytes.offset())?;
    bytes.u32("format size")?;
    let flags = bytes.u32("format flags")?;
    let start = bytes.clone();
    let letters: [u8; 4] = bytes.array("format letters")?;
    let n_bits = bytes.u32("bits")?;
    let mut masks = [0; 4];
    for mask in &mut masks {
        *mask = bytes.u32("masks")?;
    }
    bytes.slice("reserved", PIXELS_AT - bytes.offset())?;
    if flags & HAS_LETTERS == 0 {
        let pixels = Pixels::Plain { n_bits, masks: Masks::new(masks, flags) };
        return Ok(Head { width, height, n_levels, pixels });
    }
    let alpha = match &letters {
        b"DXT1" => Alpha::InColours,
        b"DXT2" | b"DXT3" => Alpha::Plain,
        b"DXT4" | b"DXT5" => Alpha::Between,
        _ => {
            let (found, expected) = (i64::from(u32::from_le_bytes(letters)), "DXT1 to DXT5");
            return Err(start.error("format letters", Malformed::Unexpected { found, expected }));
        }
    };
    Ok(Head { width, height, n_levels, pixels: Pixels::Blocks(alpha) })
}

/// How the blocks of a compressed picture say what covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alpha {
    /// Pixels with the fourth colour of some blocks are clear.
    InColours,
    /// Four bits for each pixel.
    Plain,
    /// Eight steps between two values.
    Between,
}

fn blocks(
    bytes: &mut Bytes<'_>,
    width: u32,
    height: u32,
    alpha: Alpha,
) -> Result<Picture, ReadError> {
    let (n_columns, n_rows) = (width.div_ceil(4), height.div_ceil(4));
    let block_size = if alpha == Alpha::InColours { 8 } else { 16 };
    let n_blocks = u64::from(n_columns) * u64::from(n_rows);
    bytes.expect_items("pixels", n_blocks, block_size)?;
    let mut pixels = vec![Rgba::default(); width as usize * height as usize];
    for (row, column) in (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column)))
    {
        let covers = match alpha {
            Alpha::InColours => None,
            Alpha::Plain => Some(plain_alpha(bytes.array("alpha")?)),
            Alpha::Between => Some(alpha_between(bytes.array("alpha")?)),
        };
        let mut block = colours(bytes.array("colours")?, alpha);
        for (pixel, cover) in block.iter_mut().zip(covers.into_iter().flatten()) {
            pixel[3] = cover;
        }
        for (n, pixel) in (0..).zip(block) {
            let (x, y) = (4 * column + n % 4, 4 * row + n / 4);
            let place = y as usize * width as usize + x as usize;
            if let (true, Some(to)) = (x < width, pixels.get_mut(place)) {
                *to = pixel;
            }
        }
    }
    Ok(Picture { width, height, pixels })
}

/// The 16 pixels of two colours and what lies between them.
fn colours(block: [u8; 8], alpha: Alpha) -> [Rgba; 16] {
    let [a_low, a_high, b_low, b_high, indices @ ..] = block;
    let (a, b) = (u16::from_le_bytes([a_low, a_high]), u16::from_le_bytes([b_low, b_high]));
    let [first, second] = [a, b].map(|colour| {
        let part = |shift: u32, n_bits: u32| widened(u32::from(colour) >> shift, n_bits);
        [part(11, 5), part(5, 6), part(0, 5), 255]
    });
    let mixed = |of_first: u32, of_second: u32| -> Rgba {
        let mut parts = first.into_iter().zip(second);
        std::array::from_fn(|_| {
            let (a, b) = parts.next().unwrap_or_default();
            let sum = u32::from(a) * of_first + u32::from(b) * of_second;
            (sum / (of_first + of_second)) as u8
        })
    };
    let palette = match a > b || alpha != Alpha::InColours {
        true => [first, second, mixed(2, 1), mixed(1, 2)],
        false => [first, second, mixed(1, 1), [0; 4]],
    };
    let indices = u32::from_le_bytes(indices);
    std::array::from_fn(|n| {
        palette.get((indices >> (2 * n) & 3) as usize).copied().unwrap_or_default()
    })
}

fn plain_alpha(block: [u8; 8]) -> [u8; 16] {
    let bits = u64::from_le_bytes(block);
    std::array::from_fn(|n| (bits >> (4 * n) & 15) as u8 * 17)
}

fn alpha_between(block: [u8; 8]) -> [u8; 16] {
    let [a, b, ..] = block;
    let bits = u64::from_le_bytes(block) >> 16;
    let mixed = |step: u64, n: u64| ((u64::from(a) * (n - step) + u64::from(b) * step) / n) as u8;
    std::array::from_fn(|n| match (bits >> (3 * n) & 7, a > b) {
        (0, _) => a,
        (1, _) => b,
        (step, true) => mixed(step - 1, 7),
        (6, false) => 0,
        (7, false) => 255,
        (step, false) => mixed(step - 1, 5),
    })
}

/// Which bits of a pixel are red, green, blue and alpha.
struct Masks([u32; 4]);

impl Masks {
    fn new([red, green, blue, alpha]: [u32; 4], flags: u32) -> Masks {
        let alpha = if flags & (HAS_ALPHA | ALPHA_ALONE) == 0 { 0 } else { alpha };
        // Grey pictures have a mask for red alone.
        let is_grey = green == 0 && blue == 0;
        Masks(if is_grey { [red, red, red, alpha] } else { [red, green, blue, alpha] })
    }

    fn pixel(&self, bits: u32) -> Rgba {
        let part = |mask: u32| {
            let shift = mask.trailing_zeros().min(31);
            widened((bits & mask) >> shift, (mask >> shift).trailing_ones())
        };
        let [red, green, blue, alpha] = self.0;
        [part(red), part(green), part(blue), if alpha == 0 { 255 } else { part(alpha) }]
    }
}

/// A part of a colour of so many bits in eight.
fn widened(part: u32, n_bits: u32) -> u8 {
    let largest = (1u64 << n_bits.min(32)) - 1;
    match largest {
        0 => 0,
        _ => ((u64::from(part) & largest) * 255 / largest) as u8,
    }
}

fn plain(
    bytes: &mut Bytes<'_>,
    width: u32,
    height: u32,
    n_bits: u32,
    masks: &Masks,
) -> Result<Picture, ReadError> {
    if !matches!(n_bits, 8 | 16 | 24 | 32) {
        let (found, expected) = (n_bits.into(), "8, 16, 24 or 32 bits, or DXT1 to DXT5");
        return Err(bytes.error("bits", Malformed::Unexpected { found, expected }));
    }
    let n_pixels = u64::from(width) * u64::from(height);
    let pixel_size = n_bits as usize / 8;
    let n_pixels = bytes.expect_items("pixels", n_pixels, pixel_size as u64)?;
    let stored = bytes.slice("pixels", n_pixels * pixel_size)?.chunks_exact(pixel_size);
    let pixel = |stored: &[u8]| {
        let mut word = [0; 4];
        word.iter_mut().zip(stored).for_each(|(to, byte)| *to = *byte);
        masks.pixel(u32::from_le_bytes(word))
    };
    Ok(Picture { width, height, pixels: stored.map(pixel).collect() })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A header with the letters of a format, or with none.
    pub(crate) fn header(letters: &[u8; 4], width: u32, height: u32) -> Vec<u8> {
        let mut out = [MAGIC, &124u32.to_le_bytes(), &[0; 4]].concat();
        out.extend(height.to_le_bytes());
        out.extend(width.to_le_bytes());
        out.resize(FORMAT_AT, 0);
        out.extend(32u32.to_le_bytes());
        out.extend((if letters == &[0; 4] { 0x41u32 } else { HAS_LETTERS }).to_le_bytes());
        out.extend(letters);
        out.resize(PIXELS_AT, 0);
        out
    }

    fn with(mut header: Vec<u8>, pixels: &[u8]) -> Vec<u8> {
        header.extend(pixels);
        header
    }

    #[test]
    fn two_colours_and_those_between_them_make_a_block() {
        // Red and blue; the first four pixels take each of the palette.
        let block = [0x00, 0xf8, 0x1f, 0x00, 0b11_10_01_00, 0, 0, 0];
        let picture = read(&with(header(b"DXT1", 4, 4), &block)).unwrap();
        let row = [[255, 0, 0, 255], [0, 0, 255, 255], [170, 0, 85, 255], [85, 0, 170, 255]];
        assert_eq!(picture.pixels[..4], row);
        assert_eq!(picture.pixels[4..], [[255, 0, 0, 255]; 12]);
        // The other way round, one of them is clear.
        let block = [0x1f, 0x00, 0x00, 0xf8, 0b11_10_01_00, 0, 0, 0];
        let picture = read(&with(header(b"DXT1", 4, 4), &block)).unwrap();
        assert_eq!(picture.pixels[2..4], [[127, 0, 127, 255], [0; 4]]);
    }

    #[test]
    fn alpha_stands_plain_or_between_two_values() {
        let colours = [0xff, 0xff, 0, 0, 0, 0, 0, 0];
        let plain = [[0xf0, 0x08, 0, 0, 0, 0, 0, 0], colours].concat();
        let picture = read(&with(header(b"DXT3", 4, 4), &plain)).unwrap();
        let alphas: Vec<u8> = picture.pixels[..4].iter().map(|pixel| pixel[3]).collect();
        assert_eq!(alphas, [0, 255, 136, 0]);
        assert_eq!(picture.pixels[0][..3], [255; 3]);
        let between = |a, b| {
            let block = [[a, b, 0b1000_1000, 0b1111_1100, 0, 0, 0, 0], colours].concat();
            let picture = read(&with(header(b"DXT5", 4, 4), &block)).unwrap();
            picture.pixels[..5].iter().map(|pixel| pixel[3]).collect::<Vec<_>>()
        };
        // Indices 0, 1, 2, 6 and 7: the third is split over two bytes.
        assert_eq!(between(210, 0), [210, 0, 180, 60, 30]);
        assert_eq!(between(0, 200), [0, 200, 40, 0, 255]);
    }

    #[test]
    fn a_side_that_fills_no_block_is_cut() {
        let block = [0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0];
        let picture = read(&with(header(b"DXT1", 5, 2), &block.repeat(2))).unwrap();
        assert_eq!(picture.pixels, vec![[255, 0, 0, 255]; 10]);
        let short = read(&with(header(b"DXT1", 5, 2), &block)).unwrap_err();
        assert_eq!(short.field, "pixels");
    }

    #[test]
    fn mip_maps_are_read_as_far_as_they_are_there() {
        let mut head = header(b"DXT1", 8, 4);
        head[28..32].copy_from_slice(&5u32.to_le_bytes());
        let block = [0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0];
        // Two blocks, and one for each of the smaller sizes; the last is cut off.
        let data = with(head, &block.repeat(4));
        let sizes = |data: &[u8]| {
            let levels = levels(data).unwrap();
            levels.iter().map(|level| (level.width, level.height)).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&data), [(8, 4), (4, 2), (2, 1)]);
        assert_eq!(levels(&data).unwrap()[0], read(&data).unwrap());
        assert_eq!(sizes(&data[..data.len() - 1]), [(8, 4), (4, 2)]);
        assert!(levels(&data[..PIXELS_AT + 15]).is_err());
    }

    #[test]
    fn plain_pixels_are_read_by_their_masks() {
        let mut data = header(&[0; 4], 2, 1);
        data[88..92].copy_from_slice(&16u32.to_le_bytes());
        for (n, mask) in [0x7c00u32, 0x3e0, 0x1f, 0x8000].into_iter().enumerate() {
            data[92 + 4 * n..96 + 4 * n].copy_from_slice(&mask.to_le_bytes());
        }
        let pixels = [0xfc00u16, 0x001f].map(u16::to_le_bytes).concat();
        assert_eq!(
            read(&with(data.clone(), &pixels)).unwrap().pixels,
            [[255, 0, 0, 255], [0, 0, 255, 0]]
        );
        data[80] = 0x40;
        assert_eq!(read(&with(data, &pixels)).unwrap().pixels[1], [0, 0, 255, 255]);
    }

    #[test]
    fn what_is_no_picture_is_refused_with_the_place() {
        let error = |data: &[u8]| read(data).unwrap_err();
        assert_eq!(error(&header(b"DX10", 4, 4)).field, "format letters");
        assert_eq!(error(&header(b"DXT1", 0, 4)).offset, 16);
        assert_eq!(error(&header(b"DXT1", 4, 4097)).offset, 12);
        assert_eq!(error(&header(&[0; 4], 4, 4)).field, "bits");
        let whole = with(header(b"DXT1", 4, 4), &[0; 8]);
        for len in 0..whole.len() {
            assert!(read(&whole[..len]).is_err(), "{len}");
        }
    }
}
