//! The textures of the ground: small, made of noise, and without a seam wherever they meet.

use crate::sample::File;
use crate::sample::noise::{blend, ease};
use crate::scene::chance::{mix, unit};

use super::ground::{Ground, N_VARIANTS, textures};

const SIDE: u32 = 32;
/// How many pixels each stone of the paving is high; it is twice as wide.
const STONE: u32 = 8;
/// Bits of the format flags of a DDS: colours, of which one is how far a pixel covers.
const COLOURS_WITH_ALPHA: u32 = 0x41;
/// Bits of its other flags: that height, width and format are given; and that it is a texture.
const FLAGS: u32 = 0x1007;
const IS_TEXTURE: u32 = 0x1000;

pub(super) fn files() -> impl Iterator<Item = File> {
    (0..).zip(textures()).map(|(number, path)| {
        let ground = Ground::of_texture(number);
        let bytes = dds(SIDE, |x, y| pixel(ground, number % N_VARIANTS, x, y));
        File { path: path.replace('\\', "/"), bytes }
    })
}

/// A picture for models: as the ground, and as small.
pub(super) fn dotted() -> Vec<u8> {
    dds(SIDE, |x, y| pixel(Ground::Rock, 0, x, y))
}

/// The zone as its folder has it for the corner of the screen: grass and paths, and nothing of the land.
pub(super) fn minimap() -> Vec<u8> {
    dds(SIDE, |x, y| {
        let ground = if x.abs_diff(y) < 3 { Ground::Sand } else { Ground::Grass };
        pixel(ground, 0, x, y)
    })
}

/// Blue, green, red, and how far it covers. As an upper layer, a texture covers its east.
fn pixel(ground: Ground, variant: u32, x: u32, y: u32) -> [u8; 4] {
    let seed = mix(ground as u64 + 1);
    let noise = |n_lattice: u32| lattice(seed, variant, n_lattice, x, y);
    let rough = 0.5 * noise(4) + 0.3 * noise(8) + 0.2 * noise(16);
    let [dark, bright] = match ground {
        Ground::Grass => [[58.0, 92.0, 40.0], [124.0, 156.0, 74.0]],
        Ground::Sand => [[178.0, 156.0, 108.0], [220.0, 204.0, 158.0]],
        Ground::Rock => [[78.0, 74.0, 72.0], [156.0, 150.0, 142.0]],
        Ground::Paving => [[112.0, 104.0, 96.0], [176.0, 168.0, 154.0]],
    };
    let share = match ground {
        Ground::Grass | Ground::Sand => rough,
        // Cracks: narrow where the noise passes its middle.
        Ground::Rock => rough * ease((noise(8) - 0.5).abs() * 8.0 + 0.25),
        Ground::Paving if is_grout(x, y) => rough,
        Ground::Paving => stone(seed, variant, x, y) * 0.6 + rough * 0.4,
    };
    let grout = if ground == Ground::Paving && is_grout(x, y) { 0.62 } else { 1.0 };
    let [red, green, blue]: [f32; 3] =
        std::array::from_fn(|n| grout * blend(part(dark, n), part(bright, n), share));
    let edge = (x as f32 + 0.5) / SIDE as f32 + (noise(8) - 0.5) * 0.3;
    let cover = 255.0 * ease((edge - 0.2) / 0.6);
    [blue, green, red, cover].map(|part| part.clamp(0.0, 255.0) as u8)
}

fn part(colour: [f32; 3], n: usize) -> f32 {
    colour.get(n).copied().unwrap_or_default()
}

/// From 0.0 to 1.0: a random value at each point of a lattice, with curves between. All variants
/// have the same values along their edges, so that any two fit beside each other.
fn lattice(seed: u64, variant: u32, n_lattice: u32, x: u32, y: u32) -> f32 {
    let width = (SIDE / n_lattice).max(1);
    let value = |column: u32, row: u32| {
        let (column, row) = (column % n_lattice, row % n_lattice);
        let own = if column == 0 || row == 0 { 0 } else { variant + 1 };
        let place = u64::from(own) << 32 | u64::from(column) << 16 | u64::from(row);
        unit(mix(mix(seed ^ u64::from(n_lattice)) ^ place))
    };
    let (column, row) = (x / width, y / width);
    let inside = |at: u32| ease((at % width) as f32 / width as f32);
    let near = blend(value(column, row), value(column + 1, row), inside(x));
    let far = blend(value(column, row + 1), value(column + 1, row + 1), inside(x));
    blend(near, far, inside(y))
}

/// How bright the stone at a place is.
fn stone(seed: u64, variant: u32, x: u32, y: u32) -> f32 {
    let row = y / STONE;
    // Each row is half a stone further.
    let column = (x + row % 2 * STONE) % SIDE / (2 * STONE);
    // A stone that lies over the edge is the same in every variant.
    let own = if row % 2 == 1 && column == 0 { 0 } else { variant + 1 };
    unit(mix(seed ^ u64::from(own) << 32 ^ u64::from(column) << 16 ^ u64::from(row)))
}

fn is_grout(x: u32, y: u32) -> bool {
    let row = y / STONE;
    y.is_multiple_of(STONE) || (x + row % 2 * STONE).is_multiple_of(2 * STONE)
}

/// Thirty-two bits a pixel, from the top: blue, green, red, and how far it covers.
pub(super) fn dds(side: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
    let mut bytes = b"DDS ".to_vec();
    let masks = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0xff00_0000];
    let format = [32, COLOURS_WITH_ALPHA, 0, 32].into_iter().chain(masks);
    let head = [124, FLAGS, side, side].into_iter().chain([0; 14]).chain(format);
    for word in head.chain([IS_TEXTURE, 0, 0, 0, 0]) {
        bytes.extend(u32::to_le_bytes(word));
    }
    for y in 0..side {
        (0..side).for_each(|x| bytes.extend(pixel(x, y)));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::picture;

    #[test]
    fn each_texture_of_the_zone_is_a_small_picture_that_covers_its_east() {
        let files: Vec<File> = files().collect();
        assert_eq!(files.len(), textures().count());
        for file in &files {
            let picture =
                picture::read(&file.bytes).unwrap_or_else(|e| panic!("{}: {e}", file.path));
            assert_eq!((picture.width, picture.height), (SIDE, SIDE));
            let cover =
                |x: u32| (0..SIDE).map(|y| u32::from(picture.pixel(x, y).unwrap()[3])).sum::<u32>();
            assert!(cover(0) < 255 * SIDE / 8 && cover(SIDE - 1) > 255 * SIDE * 7 / 8);
            let colours: std::collections::BTreeSet<_> = picture.pixels.iter().collect();
            assert!(colours.len() > 50, "{}", file.path);
        }
        assert!(files.iter().zip(&files[1..]).all(|(one, other)| one.bytes != other.bytes));
    }

    #[test]
    fn variants_have_the_same_edges() {
        for ground in [Ground::Grass, Ground::Sand, Ground::Rock, Ground::Paving] {
            for at in 0..SIDE {
                for variant in 1..N_VARIANTS {
                    assert_eq!(pixel(ground, 0, at, 0)[..3], pixel(ground, variant, at, 0)[..3]);
                    assert_eq!(pixel(ground, 0, 0, at)[..3], pixel(ground, variant, 0, at)[..3]);
                }
            }
        }
    }
}
