//! What the head of a picture says: size, format, channels and mip maps. Pixels are not looked at.
//!
//! ```text
//! DDS   see dds.rs; mip maps at byte 28, faces of a cube at byte 112
//! TGA   see tga.rs
//! BMP   0 "BM", 14 u32 size of the second head: 12 with u16 sides, else i32; then u16 planes,
//!       u16 bits, u32 compression
//! PNG   0 signature, 16 u32 width, u32 height (both big-endian), u8 bits, u8 colours
//! JPG   0 FF D8, then segments: FF, kind, u16 length (big-endian); C0 to CF but C4, C8 and CC hold
//!       u8 bits, u16 height, u16 width, u8 channels
//! ```

use super::dds;
use crate::format::bytes::Bytes;
use crate::format::{Malformed, ReadError};

/// A format of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Dds,
    Tga,
    Bmp,
    Jpg,
    Png,
}

/// What is known of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    pub format: Format,
    pub width: u32,
    pub height: u32,
    /// How pixels are stored, such as `DXT1` or `24 bits`.
    pub pixels: String,
    /// Red, green, blue, alpha or grey, in words.
    pub channels: &'static str,
    /// How many sizes the picture is there in, the largest included.
    pub mip_maps: u32,
    pub is_cube: bool,
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPG: &[u8] = b"\xff\xd8\xff";
const BMP: &[u8] = b"BM";

const COLOURS: &str = "red, green, blue";
const COLOURS_AND_ALPHA: &str = "red, green, blue, alpha";
const GREY: &str = "grey";
const GREY_AND_ALPHA: &str = "grey, alpha";
const PALETTE: &str = "palette";

impl Format {
    pub const ALL: [Format; 5] = [Format::Dds, Format::Tga, Format::Bmp, Format::Jpg, Format::Png];

    pub fn name(self) -> &'static str {
        match self {
            Format::Dds => "dds",
            Format::Tga => "tga",
            Format::Bmp => "bmp",
            Format::Jpg => "jpg",
            Format::Png => "png",
        }
    }

    /// By its first bytes, and a TGA, which nothing tells, by its name.
    pub fn of(name: &str, start: &[u8]) -> Option<Format> {
        let magics =
            [(dds::MAGIC, Format::Dds), (PNG, Format::Png), (JPG, Format::Jpg), (BMP, Format::Bmp)];
        let told = magics.into_iter().find(|(magic, _)| start.starts_with(magic));
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let named = match ending.as_deref()? {
            "jpeg" => Format::Jpg,
            ending => Format::ALL.into_iter().find(|format| format.name() == ending)?,
        };
        Some(told.map_or(named, |(_, format)| format))
    }
}

/// Reads the head of a picture.
pub fn read(format: Format, data: &[u8]) -> Result<Info, ReadError> {
    let mut bytes = Bytes::new(data);
    match format {
        Format::Dds => dds(&mut bytes),
        Format::Tga => tga(&mut bytes),
        Format::Bmp => bmp(&mut bytes),
        Format::Jpg => jpg(&mut bytes),
        Format::Png => png(&mut bytes),
    }
}

impl Info {
    fn new(format: Format, width: u32, height: u32) -> Info {
        let (pixels, channels) = (String::new(), COLOURS);
        Info { format, width, height, pixels, channels, mip_maps: 1, is_cube: false }
    }
}

fn dds(bytes: &mut Bytes<'_>) -> Result<Info, ReadError> {
    bytes.magic("magic", dds::MAGIC)?;
    bytes.slice("head", 8)?;
    let (height, width) = (bytes.u32("height")?, bytes.u32("width")?);
    bytes.slice("pitch, depth", 8)?;
    let mip_maps = bytes.u32("levels")?.max(1);
    bytes.slice("reserved", 48)?;
    let flags = bytes.u32("format flags")?;
    let letters: [u8; 4] = bytes.array("format letters")?;
    let bits = bytes.u32("bits")?;
    bytes.slice("masks", 20)?;
    let is_cube = bytes.u32("kind of file")? & 0x200 != 0;
    let has_letters = flags & 0x4 != 0;
    let pixels = match has_letters {
        true => letters.escape_ascii().to_string(),
        false => format!("{bits} bits"),
    };
    let channels = match &letters {
        b"DXT1" if has_letters => "red, green, blue, 1 bit of alpha",
        _ if has_letters || flags & 0x1 != 0 => COLOURS_AND_ALPHA,
        _ if flags & 0x2 != 0 => "alpha",
        _ if flags & 0x2_0000 != 0 => GREY,
        _ => COLOURS,
    };
    Ok(Info { pixels, channels, mip_maps, is_cube, ..Info::new(Format::Dds, width, height) })
}

fn tga(bytes: &mut Bytes<'_>) -> Result<Info, ReadError> {
    bytes.slice("text length, palette", 2)?;
    let start = bytes.clone();
    let kind = bytes.u8("kind")?;
    bytes.slice("palette, origin", 9)?;
    let (width, height) = (bytes.u16("width")?.into(), bytes.u16("height")?.into());
    let (bits, order) = (bytes.u8("bits")?, bytes.u8("order")?);
    let channels = match kind & !8 {
        1 => PALETTE,
        2 if order & 15 != 0 => COLOURS_AND_ALPHA,
        2 => COLOURS,
        3 if order & 15 != 0 => GREY_AND_ALPHA,
        3 => GREY,
        _ => {
            let (found, expected) = (kind.into(), "1, 2, 3, 9, 10 or 11: is it a TGA?");
            return Err(start.error("kind", Malformed::Unexpected { found, expected }));
        }
    };
    let runs = if kind & 8 != 0 { ", in runs" } else { "" };
    let pixels = format!("{bits} bits{runs}");
    Ok(Info { pixels, channels, ..Info::new(Format::Tga, width, height) })
}

fn bmp(bytes: &mut Bytes<'_>) -> Result<Info, ReadError> {
    bytes.magic("magic", BMP)?;
    bytes.slice("head", 12)?;
    let (width, height) = match bytes.u32("head size")? {
        12 => (bytes.u16("width")?.into(), bytes.u16("height")?.into()),
        // A height below 0 says that rows begin at the top.
        _ => (bytes.i32("width")?.unsigned_abs(), bytes.i32("height")?.unsigned_abs()),
    };
    bytes.u16("planes")?;
    let bits = bytes.u16("bits")?;
    let channels = match bits {
        ..=8 => PALETTE,
        32 => COLOURS_AND_ALPHA,
        _ => COLOURS,
    };
    let pixels = format!("{bits} bits");
    Ok(Info { pixels, channels, ..Info::new(Format::Bmp, width, height) })
}

fn png(bytes: &mut Bytes<'_>) -> Result<Info, ReadError> {
    bytes.magic("magic", PNG)?;
    bytes.slice("first head", 8)?;
    let (width, height) = (big_u32(bytes, "width")?, big_u32(bytes, "height")?);
    let bits = bytes.u8("bits")?;
    let start = bytes.clone();
    let channels = match bytes.u8("colours")? {
        0 => GREY,
        2 => COLOURS,
        3 => PALETTE,
        4 => GREY_AND_ALPHA,
        6 => COLOURS_AND_ALPHA,
        found => {
            let (found, expected) = (found.into(), "0, 2, 3, 4 or 6");
            return Err(start.error("colours", Malformed::Unexpected { found, expected }));
        }
    };
    let pixels = format!("{bits} bits a channel");
    Ok(Info { pixels, channels, ..Info::new(Format::Png, width, height) })
}

fn jpg(bytes: &mut Bytes<'_>) -> Result<Info, ReadError> {
    bytes.slice("magic", 2)?;
    loop {
        let start = bytes.clone();
        if bytes.u8("segment")? != 0xff {
            let (found, expected) = (0, "a segment, which begins with 255");
            return Err(start.error("segment", Malformed::Unexpected { found, expected }));
        }
        let kind = bytes.u8("segment")?;
        // Bytes between segments, and segments without a length.
        if matches!(kind, 0x01 | 0xd0..=0xd8 | 0xff) {
            if kind == 0xff {
                *bytes = start;
                bytes.u8("segment")?;
            }
            continue;
        }
        let len = big_u16(bytes, "segment length")?;
        if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
            let bits = bytes.u8("bits")?;
            let (height, width) = (big_u16(bytes, "height")?, big_u16(bytes, "width")?);
            let channels = match bytes.u8("channels")? {
                1 => GREY,
                4 => "cyan, magenta, yellow, black",
                _ => COLOURS,
            };
            let pixels = format!("{bits} bits a channel");
            let info = Info::new(Format::Jpg, width.into(), height.into());
            return Ok(Info { pixels, channels, ..info });
        }
        bytes.slice("segment", usize::from(len.saturating_sub(2)))?;
    }
}

fn big_u16(bytes: &mut Bytes<'_>, field: &'static str) -> Result<u16, ReadError> {
    bytes.array(field).map(u16::from_be_bytes)
}

fn big_u32(bytes: &mut Bytes<'_>, field: &'static str) -> Result<u32, ReadError> {
    bytes.array(field).map(u32::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str, data: &[u8]) -> String {
        let format = Format::of(name, data).unwrap();
        let Info { format, width, height, pixels, channels, mip_maps, .. } =
            read(format, data).unwrap();
        format!("{} {width}×{height} {pixels}: {channels}, {mip_maps}", format.name())
    }

    fn png_head() -> Vec<u8> {
        [PNG, &[0, 0, 0, 13], b"IHDR", &[0, 0, 1, 0, 0, 0, 0, 9, 8, 6, 0, 0, 0]].concat()
    }

    fn jpg_head() -> Vec<u8> {
        let frame = [0xff, 0xff, 0xc2, 0, 17, 8, 0, 9, 1, 0, 3];
        [&[0xff, 0xd8][..], &[0xff, 0xe0, 0, 4, 7, 7], &frame].concat()
    }

    fn bmp_head() -> Vec<u8> {
        let head = [256i32.to_le_bytes(), (-9i32).to_le_bytes(), [1, 0, 24, 0]].concat();
        [BMP, &[0; 12], &[40, 0, 0, 0], &head].concat()
    }

    #[test]
    fn the_head_of_each_format_is_read() {
        let mut dds = dds::tests::header(b"DXT5", 64, 32);
        dds[28] = 7;
        assert_eq!(words("a.dds", &dds), "dds 64×32 DXT5: red, green, blue, alpha, 7");
        let tga = [&[0, 0, 10][..], &[0; 9], &[0, 1, 9, 0, 32, 8]].concat();
        assert_eq!(words("A.TGA", &tga), "tga 256×9 32 bits, in runs: red, green, blue, alpha, 1");
        assert_eq!(words("a.bmp", &bmp_head()), "bmp 256×9 24 bits: red, green, blue, 1");
        let png = "png 256×9 8 bits a channel: red, green, blue, alpha, 1";
        assert_eq!(words("a.png", &png_head()), png);
        assert_eq!(words("named wrong.bmp", &png_head()), png);
        assert_eq!(words("a.jpeg", &jpg_head()), "jpg 256×9 8 bits a channel: red, green, blue, 1");
        assert_eq!(Format::of("a.gat", b"GRAT"), None);
    }

    #[test]
    fn every_prefix_is_an_error() {
        let heads = [
            (Format::Dds, dds::tests::header(b"DXT1", 4, 4)[..116].to_vec()),
            (Format::Png, png_head()[..26].to_vec()),
            (Format::Jpg, jpg_head()),
            (Format::Bmp, bmp_head()),
            (Format::Tga, [&[0, 0, 2][..], &[0; 9], &[4, 0, 4, 0, 24, 0]].concat()),
        ];
        for (format, head) in heads {
            assert!(read(format, &head).is_ok(), "{format:?}");
            for len in 0..head.len() {
                assert!(read(format, &head[..len]).is_err(), "{format:?} {len}");
            }
        }
    }
}
