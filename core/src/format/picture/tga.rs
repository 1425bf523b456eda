//! TGA: plain pictures, in rows or runs.
//!
//! ```text
//!  0  1  text length   u8
//!  1  1  has palette   u8
//!  2  1  kind          u8   1 palette, 2 colours, 3 grey; 9, 10 and 11 the same in runs
//!  3  5  palette       u16 first, u16 length, u8 bits
//!  8  4  origin        u16×2
//! 12  4  width, height u16×2
//! 16  1  bits          u8   8, 15, 16, 24 or 32
//! 17  1  order         u8   bits 0–3: alpha, 0x10: from the right, 0x20: from the top
//! 18     text, palette, pixels: blue, green, red, alpha
//! ```

use super::{Picture, Rgba, checked_side};
use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::format::error::Malformed;

const PALETTE: u8 = 1;
const COLOURS: u8 = 2;
const GREY: u8 = 3;
const IN_RUNS: u8 = 8;
const FROM_RIGHT: u8 = 0x10;
const FROM_TOP: u8 = 0x20;

/// How pixels are stored.
struct Stored {
    kind: u8,
    n_bits: u8,
    has_alpha: bool,
    palette: Vec<Rgba>,
}

pub fn read(data: &[u8]) -> Result<Picture, ReadError> {
    let mut bytes = Bytes::new(data);
    let text_len = bytes.u8("text length")?;
    let has_palette = bytes.u8("has palette")? != 0;
    let start = bytes.clone();
    let kind = bytes.u8("kind")?;
    if !matches!(kind & !IN_RUNS, PALETTE | COLOURS | GREY) {
        let (found, expected) = (kind.into(), "1, 2, 3, 9, 10 or 11: is it a TGA?");
        return Err(start.error("kind", Malformed::Unexpected { found, expected }));
    }
    let first = bytes.u16("palette")?;
    let palette_len = bytes.u16("palette")?;
    let palette_bits = bytes.u8("palette")?;
    bytes.slice("origin", 4)?;
    let start = bytes.clone();
    let width = checked_side(&start, "width", bytes.u16("width")?.into())?;
    let start = bytes.clone();
    let height = checked_side(&start, "height", bytes.u16("height")?.into())?;
    let start = bytes.clone();
    let n_bits = bytes.u8("bits")?;
    let order = bytes.u8("order")?;
    bytes.slice("text", text_len.into())?;
    let mut stored =
        Stored { kind: COLOURS, n_bits: palette_bits, has_alpha: true, palette: Vec::new() };
    if has_palette {
        let mut palette = vec![Rgba::default(); first.into()];
        for _ in 0..palette_len {
            palette.push(stored.pixel(&mut bytes, &start)?);
        }
        stored.palette = palette;
    }
    stored = Stored { kind: kind & !IN_RUNS, n_bits, has_alpha: order & 15 != 0, ..stored };
    let n_pixels = width as usize * height as usize;
    let pixels = match kind & IN_RUNS {
        0 => stored.plain(&mut bytes, &start, n_pixels)?,
        _ => stored.runs(&mut bytes, &start, n_pixels)?,
    };
    Ok(Picture { width, height, pixels: ordered(pixels, width as usize, order) })
}

/// From the top left, whatever the file starts with.
fn ordered(mut pixels: Vec<Rgba>, width: usize, order: u8) -> Vec<Rgba> {
    if order & FROM_TOP == 0 {
        pixels = pixels.chunks(width).rev().flatten().copied().collect();
    }
    if order & FROM_RIGHT != 0 {
        pixels.chunks_mut(width).for_each(<[Rgba]>::reverse);
    }
    pixels
}

impl Stored {
    fn plain(
        &self,
        bytes: &mut Bytes<'_>,
        start: &Bytes<'_>,
        n_pixels: usize,
    ) -> Result<Vec<Rgba>, ReadError> {
        bytes.expect_items("pixels", n_pixels as u64, u64::from(self.n_bits.div_ceil(8)))?;
        (0..n_pixels).map(|_| self.pixel(bytes, start)).collect()
    }

    /// A byte for each run: how many pixels it is long, and whether they are all the same.
    fn runs(
        &self,
        bytes: &mut Bytes<'_>,
        start: &Bytes<'_>,
        n_pixels: usize,
    ) -> Result<Vec<Rgba>, ReadError> {
        let mut pixels = Vec::new();
        while pixels.len() < n_pixels {
            let run = bytes.u8("run")?;
            let n = (usize::from(run & 127) + 1).min(n_pixels - pixels.len());
            if run & 128 != 0 {
                let pixel = self.pixel(bytes, start)?;
                pixels.resize(pixels.len() + n, pixel);
            } else {
                for _ in 0..n {
                    pixels.push(self.pixel(bytes, start)?);
                }
            }
        }
        Ok(pixels)
    }

    fn pixel(&self, bytes: &mut Bytes<'_>, start: &Bytes<'_>) -> Result<Rgba, ReadError> {
        match (self.kind, self.n_bits) {
            (PALETTE, 8) => {
                let index = bytes.u8("pixels")?;
                Ok(self.palette.get(usize::from(index)).copied().unwrap_or_default())
            }
            (GREY, 8) => {
                let grey = bytes.u8("pixels")?;
                Ok([grey, grey, grey, 255])
            }
            (COLOURS, 15 | 16) => {
                let word = bytes.u16("pixels")?;
                let part = |shift: u16| ((word >> shift & 31) * 255 / 31) as u8;
                let is_clear = self.has_alpha && self.n_bits == 16 && word >> 15 == 0;
                Ok([part(10), part(5), part(0), if is_clear { 0 } else { 255 }])
            }
            (COLOURS, 24) => {
                let [blue, green, red] = bytes.array("pixels")?;
                Ok([red, green, blue, 255])
            }
            (COLOURS, 32) => {
                let [blue, green, red, alpha] = bytes.array("pixels")?;
                Ok([red, green, blue, if self.has_alpha { alpha } else { 255 }])
            }
            _ => {
                let (found, expected) =
                    (self.n_bits.into(), "8 bits, or 15, 16, 24 or 32 of colours");
                Err(start.error("bits", Malformed::Unexpected { found, expected }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tga(kind: u8, (width, height): (u8, u8), bits: u8, order: u8, pixels: &[u8]) -> Vec<u8> {
        let mut data =
            vec![2, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, width, 0, height, 0, bits, order];
        data.extend(b"hi");
        data.extend(pixels);
        data
    }

    const RED: Rgba = [255, 0, 0, 255];
    const BLUE: Rgba = [0, 0, 255, 255];

    #[test]
    fn rows_come_in_any_order() {
        let pixels = [0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 0, 255];
        let read = |order| read(&tga(2, (2, 2), 24, order, &pixels)).unwrap().pixels;
        assert_eq!(read(FROM_TOP), [RED, BLUE, BLUE, RED]);
        assert_eq!(read(0), [BLUE, RED, RED, BLUE]);
        assert_eq!(read(FROM_TOP | FROM_RIGHT), [BLUE, RED, RED, BLUE]);
    }

    #[test]
    fn runs_are_as_long_as_they_say() {
        let pixels = [0x81, 0, 0, 255, 9, 0x00, 255, 0, 0, 7];
        let picture = read(&tga(10, (3, 1), 32, FROM_TOP | 8, &pixels)).unwrap();
        assert_eq!(picture.pixels, [[255, 0, 0, 9], [255, 0, 0, 9], [0, 0, 255, 7]]);
        assert_eq!(read(&tga(10, (4, 1), 32, 8, &pixels)).unwrap_err().field, "run");
    }

    #[test]
    fn palettes_grey_and_few_bits_are_known() {
        let mut data = tga(1, (2, 1), 8, FROM_TOP, &[0, 0, 255, 255, 0, 0, 1, 0]);
        data[1] = 1;
        data[5] = 2;
        data[7] = 24;
        assert_eq!(read(&data).unwrap().pixels, [BLUE, RED]);
        assert_eq!(read(&tga(3, (1, 1), 8, 0, &[7])).unwrap().pixels, [[7, 7, 7, 255]]);
        let pixels = [0x00, 0x7c, 0x1f, 0x80];
        assert_eq!(read(&tga(2, (2, 1), 16, 1, &pixels)).unwrap().pixels, [[255, 0, 0, 0], BLUE]);
    }

    #[test]
    fn what_is_no_picture_is_refused_with_the_place() {
        assert_eq!(read(b"no picture").unwrap_err().field, "kind");
        assert_eq!(read(&tga(2, (1, 1), 12, 0, &[0; 4])).unwrap_err().field, "bits");
        assert_eq!(read(&tga(2, (0, 1), 24, 0, &[0; 4])).unwrap_err().field, "width");
        let whole = tga(2, (2, 2), 24, 0, &[0; 12]);
        for len in 0..whole.len() {
            assert!(read(&whole[..len]).is_err(), "{len}");
        }
    }
}
