//! Pictures that games keep beside their maps: read to be looked at, never written.

pub mod dds;
pub mod tga;
pub mod bmp;
pub mod info;

use super::ReadError;
use super::bytes::Bytes;
use super::error::Malformed;

/// No side of a picture is longer than this: 64 MiB of pixels at most.
pub const MAX_SIDE: u32 = 4096;

/// Red, green, blue and how much it covers, 255 for all.
pub type Rgba = [u8; 4];

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// Row by row from the top; always `width` × `height` of them.
    pub pixels: Vec<Rgba>,
}

/// A DDS or a BMP where its first bytes say so, and else a TGA, which nothing tells.
pub fn read(data: &[u8]) -> Result<Picture, ReadError> {
    if data.starts_with(dds::MAGIC) {
        dds::read(data)
    } else if data.starts_with(bmp::MAGIC) {
        bmp::read(data)
    } else {
        tga::read(data)
    }
}

impl Picture {
    pub fn pixel(&self, x: u32, y: u32) -> Option<Rgba> {
        let place = y as usize * self.width as usize + x as usize;
        (x < self.width).then(|| self.pixels.get(place).copied())?
    }

    /// The same picture in a square: each pixel is the mean of those that it stands for.
    pub fn squared(&self, side: u32) -> Picture {
        let range = |at: u32, of: u32| {
            let (at, of, side) = (u64::from(at), u64::from(of), u64::from(side.max(1)));
            let start = at * of / side;
            start as u32..((at + 1) * of / side).max(start + 1) as u32
        };
        let pixels = (0..side).flat_map(|y| {
            let rows = range(y, self.height);
            (0..side).map(move |x| self.mean(range(x, self.width), rows.clone()))
        });
        Picture { width: side, height: side, pixels: pixels.collect() }
    }

    /// Half as long along each side that has more than a pixel.
    pub fn halved(&self) -> Picture {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        let old_width = self.width.max(1) as usize;
        let step = if self.width > 1 { 2 } else { 1 };
        let rows: Vec<&[[u8; 4]]> = self.pixels.chunks_exact(old_width).collect();
        for y in 0..height as usize {
            let upper = rows.get(2 * y).or(rows.last()).copied().unwrap_or_default();
            let lower = rows.get(2 * y + 1).copied().unwrap_or(upper);
            let pairs = upper.chunks(step).zip(lower.chunks(step)).take(width as usize);
            pixels.extend(pairs.map(|(upper, lower)| {
                let mut sum = [0u16; 4];
                let mut n = 0;
                for pixel in upper.iter().chain(lower) {
                    sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u16::from(*part));
                    n += 1;
                }
                sum.map(|sum| (sum / n.max(1)) as u8)
            }));
        }
        Picture { width, height, pixels }
    }

    fn mean(&self, columns: std::ops::Range<u32>, rows: std::ops::Range<u32>) -> Rgba {
        let (mut sums, mut n) = ([0u64; 4], 0);
        for pixel in rows.flat_map(|y| columns.clone().filter_map(move |x| self.pixel(x, y))) {
            for (sum, part) in sums.iter_mut().zip(pixel) {
                *sum += u64::from(part);
            }
            n += 1;
        }
        sums.map(|sum| (sum / n.max(1)) as u8)
    }
}

/// The size of a picture, if one may be that large.
fn checked_side(bytes: &Bytes<'_>, field: &'static str, side: u32) -> Result<u32, ReadError> {
    match side {
        1..=MAX_SIDE => Ok(side),
        _ => {
            let (found, expected) = (side.into(), "1 to 4096 pixels");
            Err(bytes.error(field, Malformed::Unexpected { found, expected }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_scaled_to_the_mean_of_its_pixels() {
        let grey = |parts: &[u8]| parts.iter().map(|part| [*part; 4]).collect::<Vec<_>>();
        let picture =
            Picture { width: 4, height: 2, pixels: grey(&[0, 10, 20, 30, 10, 20, 30, 40]) };
        assert_eq!(picture.squared(2).pixels, grey(&[5, 25, 15, 35]));
        assert_eq!(picture.squared(1).pixels, grey(&[20]));
        let grown = picture.squared(8);
        assert_eq!(
            (grown.pixels.len(), grown.pixel(7, 0), grown.pixel(8, 0)),
            (64, Some([30; 4]), None)
        );
        assert_eq!(Picture::default().squared(2).pixels, grey(&[0, 0, 0, 0]));
    }

    #[test]
    fn halving_takes_the_mean_and_ends_at_one_pixel() {
        let pixels = [0, 40, 10, 100, 60, 30].map(|grey: u8| [grey; 4]).to_vec();
        let picture = Picture { width: 3, height: 2, pixels };
        let half = picture.halved();
        assert_eq!((half.width, half.height, half.pixels), (1, 1, vec![[50; 4]]));
        let column = Picture { width: 1, height: 2, pixels: vec![[10; 4], [20; 4]] };
        assert_eq!(column.halved().pixels, [[15; 4]]);
    }

    #[test]
    fn hostile_bytes_neither_panic_nor_cost_much() {
        let mut state = 1u32;
        let mut below = |n: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % n
        };
        for n in 0..4_000 {
            let len = below(300);
            let mut data: Vec<u8> = (0..len).map(|_| below(256) as u8).collect();
            if n % 4 == 1 {
                data.splice(0..0, b"BM".iter().copied());
            } else if n % 2 == 0 {
                data.splice(0..0, dds::tests::header(b"DXT5", 8, 8));
                for _ in 0..below(4) {
                    let at = below(data.len());
                    data[at] = below(256) as u8;
                }
            }
            if let Ok(picture) = read(&data) {
                assert_eq!(picture.pixels.len(), (picture.width * picture.height) as usize);
            }
        }
    }
}
