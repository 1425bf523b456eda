//! The pictures in the archives of a zone, each read once.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::eq::pfs::Pfs;
use crate::format::picture::{self, Picture, bmp, dds};
use crate::scene::{PictureId, Scene};
use crate::stage::files::Missing;

/// Of all pictures of a scene: half a gigabyte in memory.
const MOST_PIXELS: u64 = 128 << 20;
/// What is clear in a picture without a palette.
const CLEAR: [u8; 3] = [255, 0, 255];
/// By one reader: pictures whose clear colour is not the first of the palette.
const OTHER_CLEAR: [(&str, u8); 4] =
    [("clhe0004.bmp", 255), ("kahe0001.bmp", 255), ("furpilel.bmp", 250), ("bearrug.bmp", 47)];

/// How the colours of a picture are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clear {
    Nothing,
    /// The first colour of the palette, or what the picture itself says.
    FirstColour,
}

/// Where pictures are found, and what was made of them.
pub struct Textures<'z> {
    /// By the names of their files in small letters.
    files: BTreeMap<String, (&'z Pfs, usize)>,
    known: BTreeMap<(String, Clear), Option<PictureId>>,
    n_pixels_left: u64,
    /// Each once, in the order in which they were missed.
    pub missing: Vec<Missing>,
    missed: BTreeSet<Missing>,
}

impl<'z> Textures<'z> {
    /// From archives, of which the first that has a name counts.
    pub fn new(archives: &[&'z Pfs]) -> Textures<'z> {
        let mut files = BTreeMap::new();
        for archive in archives {
            for member in archive.members() {
                let Some(name) = &member.name else { continue };
                let name = String::from_utf8_lossy(name.as_bytes()).to_lowercase();
                files.entry(name).or_insert((*archive, member.entry));
            }
        }
        Textures {
            files,
            known: BTreeMap::new(),
            n_pixels_left: MOST_PIXELS,
            missing: Vec::new(),
            missed: BTreeSet::new(),
        }
    }

    pub fn miss(&mut self, what: impl Into<String>, why: impl Into<String>) {
        let missing = Missing { what: what.into(), why: why.into() };
        if self.missed.insert(missing.clone()) {
            self.missing.push(missing);
        }
    }

    pub fn picture(&mut self, scene: &mut Scene, name: &[u8], clear: Clear) -> Option<PictureId> {
        let name = String::from_utf8_lossy(name).to_lowercase();
        let key = (name, clear);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let read = self.read(&key.0, clear);
        let id = match read {
            Ok(picture) => Some(scene.add_picture(picture)),
            Err(why) => {
                self.miss(key.0.clone(), why);
                None
            }
        };
        self.known.insert(key, id);
        id
    }

    fn read(&mut self, name: &str, clear: Clear) -> Result<Picture, String> {
        let (archive, entry) = self.files.get(name).ok_or("no archive of the zone has it")?;
        let bytes = archive.content(*entry).map_err(|error| error.to_string())?;
        let picture = decode(name, &bytes, clear).map_err(|error| error.to_string())?;
        let left = self.n_pixels_left.checked_sub(picture.pixels.len() as u64);
        let too_many = "the pictures of the scene have too many pixels already";
        self.n_pixels_left = left.ok_or(too_many)?;
        Ok(picture)
    }
}

fn decode(name: &str, bytes: &[u8], clear: Clear) -> Result<Picture, crate::format::ReadError> {
    if bytes.starts_with(dds::MAGIC) {
        // By one reader: later clients have DDS under the names of BMP, with the lowest row first.
        let mut picture = picture::read(bytes)?;
        let width = (picture.width as usize).max(1);
        picture.pixels = picture.pixels.chunks(width).rev().flatten().copied().collect();
        return Ok(picture);
    }
    if clear == Clear::Nothing || !bytes.starts_with(bmp::MAGIC) {
        return picture::read(bytes);
    }
    let other = OTHER_CLEAR.iter().find(|(own, _)| *own == name).map(|(_, index)| *index);
    let mut picture = bmp::read_with_clear(bytes, Some(other.unwrap_or_default()))?;
    for pixel in &mut picture.pixels {
        if pixel.starts_with(&CLEAR) {
            *pixel = [255, 0, 255, 0];
        }
    }
    spread(&mut picture);
    Ok(picture)
}

/// Next to what is seen, what is clear has the colours around it, so that no edge shines.
fn spread(picture: &mut Picture) {
    let width = picture.width as usize;
    let old = picture.pixels.clone();
    for (at, pixel) in picture.pixels.iter_mut().enumerate().filter(|(_, pixel)| pixel[3] == 0) {
        let (x, y) = (at % width.max(1), at / width.max(1));
        let (mut sum, mut n) = ([0_u32; 3], 0);
        for row in y.saturating_sub(1)..=y + 1 {
            for column in x.saturating_sub(1)..=(x + 1).min(width.saturating_sub(1)) {
                let Some(near) = old.get(row * width + column).filter(|near| near[3] > 0) else {
                    continue;
                };
                sum.iter_mut().zip(near).for_each(|(sum, part)| *sum += u32::from(*part));
                n += 1;
            }
        }
        let [r, g, b] = sum.map(|sum| sum.checked_div(n).unwrap_or_default() as u8);
        *pixel = [r, g, b, 0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::eq::pfs;

    fn bitmap(bits: u16, palette: &[[u8; 4]], pixels: &[u8]) -> Vec<u8> {
        let mut out = b"BM".to_vec();
        let start = 54 + palette.len() as u32 * 4;
        let words = [0, 0, start, 40, 2, 1, 1 | u32::from(bits) << 16, 0, 0, 0, 0];
        words.iter().for_each(|word| out.extend(word.to_le_bytes()));
        out.extend((palette.len() as u32).to_le_bytes());
        out.extend([0; 4]);
        palette.iter().for_each(|colour| out.extend(colour));
        out.extend(pixels);
        out
    }

    #[test]
    fn the_first_colour_is_clear_where_it_is_meant_so_and_takes_the_colour_beside_it() {
        let leaf = bitmap(8, &[[9, 9, 9, 0], [1, 2, 3, 0]], &[0, 1, 0, 0]);
        let plain = bitmap(24, &[], &[255, 0, 255, 7, 7, 7, 0, 0]);
        let archive = pfs::build(&[("leaf.bmp", &leaf), ("plain.bmp", &plain)], 0).unwrap();
        let mut textures = Textures::new(&[&archive]);
        let mut scene = Scene::default();
        let mut pixels = |name: &[u8], clear| {
            let id = textures.picture(&mut scene, name, clear).unwrap();
            scene.pictures[id.index()].pixels.clone()
        };
        assert_eq!(pixels(b"LEAF.BMP", Clear::FirstColour), [[3, 2, 1, 0], [3, 2, 1, 255]]);
        assert_eq!(pixels(b"leaf.bmp", Clear::Nothing), [[9, 9, 9, 255], [3, 2, 1, 255]]);
        assert_eq!(pixels(b"plain.bmp", Clear::FirstColour), [[7, 7, 7, 0], [7, 7, 7, 255]]);
        assert_eq!(textures.picture(&mut scene, b"none.bmp", Clear::Nothing), None);
        assert_eq!((scene.pictures.len(), textures.missing.len()), (3, 1));
    }
}
