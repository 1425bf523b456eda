//! The textures of a made-up island: pictures of 8 bits with a palette, as nearly all of a real client are.

use crate::sample::File;
use crate::sample::noise::{blend, ease};
use crate::scene::chance::{mix, unit};

const SIDE: u32 = 64;
const SIDE_OF_WATER: u32 = 32;
const N_WATER: u32 = 32;
/// Shades of a picture's palette; the last entry is that of what is not seen.
const N_SHADES: u32 = 255;
const CLEAR: [u8; 3] = [255, 0, 255];
/// "집" and "워터", as folders.
const HOUSE: &str = "집";
const WATER: &str = "워터";

/// What a picture shows, from its darkest shade to its brightest.
struct Cloth {
    path: &'static str,
    dark: [f32; 3],
    bright: [f32; 3],
    pattern: fn(u32, u32) -> Option<f32>,
}

/// Below `data/texture`, with `/` between names.
pub fn files() -> Vec<File> {
    let cloths = [
        Cloth {
            path: "island/grass.bmp",
            dark: [58.0, 92.0, 40.0],
            bright: [128.0, 160.0, 78.0],
            pattern: |x, y| Some(rough(1, x, y)),
        },
        Cloth {
            path: "island/rock.bmp",
            dark: [78.0, 74.0, 72.0],
            bright: [160.0, 152.0, 144.0],
            pattern: |x, y| {
                Some(rough(2, x, y) * ease((lattice(2, 8, x, y) - 0.5).abs() * 8.0 + 0.3))
            },
        },
        Cloth {
            path: "island/sand.bmp",
            dark: [176.0, 154.0, 106.0],
            bright: [224.0, 208.0, 162.0],
            pattern: |x, y| Some(rough(3, x, y)),
        },
        Cloth {
            path: "island/paving.bmp",
            dark: [84.0, 78.0, 72.0],
            bright: [180.0, 172.0, 158.0],
            pattern: |x, y| Some(if is_joint(x, y, 16) { 0.0 } else { 0.4 + 0.6 * rough(4, x, y) }),
        },
        Cloth {
            path: "집/wall.bmp",
            dark: [92.0, 62.0, 40.0],
            bright: [222.0, 208.0, 184.0],
            pattern: |x, y| Some(if is_beam(x, y) { 0.0 } else { 0.7 + 0.3 * rough(5, x, y) }),
        },
        Cloth {
            path: "집/roof.bmp",
            dark: [96.0, 34.0, 26.0],
            bright: [188.0, 84.0, 60.0],
            pattern: |x, y| Some(if is_joint(x, y, 8) { 0.0 } else { rough(6, x, y) }),
        },
        Cloth {
            path: "island/leaves.bmp",
            dark: [22.0, 60.0, 24.0],
            bright: [96.0, 150.0, 62.0],
            pattern: leaf,
        },
    ];
    let file = |path: &str, bytes| File { path: format!("data/texture/{path}"), bytes };
    let mut files: Vec<File> =
        cloths.iter().map(|cloth| file(cloth.path, picture(SIDE, cloth))).collect();
    // The endings of some pictures in real clients are wrong as well.
    files.extend((0..N_WATER).map(|number| {
        let cloth = Cloth {
            path: "",
            dark: [28.0, 82.0, 122.0],
            bright: [120.0, 182.0, 204.0],
            pattern: |_, _| None,
        };
        let ripple = |x: u32, y: u32| Some(ripple(number, x, y));
        let bytes = bmp(SIDE_OF_WATER, &cloth, ripple);
        file(&format!("{WATER}/water0{number:02}.jpg"), bytes)
    }));
    debug_assert!(files.iter().any(|file| file.path.contains(HOUSE)));
    files
}

fn picture(side: u32, cloth: &Cloth) -> Vec<u8> {
    bmp(side, cloth, cloth.pattern)
}

/// Eight bits a pixel, the lowest row first.
fn bmp(side: u32, cloth: &Cloth, shade: impl Fn(u32, u32) -> Option<f32>) -> Vec<u8> {
    let pixels_at = 14 + 40 + 4 * (N_SHADES + 1);
    let mut bytes = b"BM".to_vec();
    let mut word = |word: u32| bytes.extend(word.to_le_bytes());
    [pixels_at + side * side, 0, pixels_at, 40, side, side, 8 << 16 | 1]
        .into_iter()
        .for_each(&mut word);
    [0, side * side, 0, 0, N_SHADES + 1, 0].into_iter().for_each(&mut word);
    for number in 0..N_SHADES {
        let share = number as f32 / (N_SHADES - 1) as f32;
        let part = |(dark, bright): (&f32, &f32)| blend(*dark, *bright, share) as u8;
        let colour: Vec<u8> = cloth.dark.iter().zip(&cloth.bright).map(part).collect();
        bytes.extend(colour.iter().rev());
        bytes.push(0);
    }
    bytes.extend(CLEAR.iter().rev());
    bytes.push(0);
    for y in (0..side).rev() {
        bytes.extend((0..side).map(|x| match shade(x, y) {
            Some(shade) => (shade.clamp(0.0, 1.0) * (N_SHADES - 1) as f32) as u8,
            None => N_SHADES as u8,
        }));
    }
    bytes
}

fn rough(seed: u64, x: u32, y: u32) -> f32 {
    0.5 * lattice(seed, 4, x, y) + 0.3 * lattice(seed, 8, x, y) + 0.2 * lattice(seed, 32, x, y)
}

/// From 0.0 to 1.0: a random value at each point of a lattice that goes on beyond the edges.
fn lattice(seed: u64, n_lattice: u32, x: u32, y: u32) -> f32 {
    let width = (SIDE / n_lattice).max(1);
    let value = |column: u32, row: u32| {
        let place = u64::from(column % n_lattice) << 16 | u64::from(row % n_lattice);
        unit(mix(mix(seed << 8 ^ u64::from(n_lattice)) ^ place))
    };
    let (column, row) = (x / width, y / width);
    let inside = |at: u32| ease((at % width) as f32 / width as f32);
    let near = blend(value(column, row), value(column + 1, row), inside(x));
    let far = blend(value(column, row + 1), value(column + 1, row + 1), inside(x));
    blend(near, far, inside(y))
}

/// Between stones that are twice as wide as high, each row half a stone further.
fn is_joint(x: u32, y: u32, height: u32) -> bool {
    let row = y / height;
    y.is_multiple_of(height) || (x + row % 2 * height).is_multiple_of(2 * height)
}

/// The timber of a house.
fn is_beam(x: u32, y: u32) -> bool {
    let is_near = |at: u32, line: u32| at.abs_diff(line) < 3;
    is_near(x, 2)
        || is_near(x, SIDE - 2)
        || is_near(y, 2)
        || is_near(y, SIDE - 2)
        || is_near(y, SIDE / 2)
        || is_near(x, y)
}

/// A round crown with a frayed edge.
fn leaf(x: u32, y: u32) -> Option<f32> {
    let from_middle = |at: u32| 2.0 * (at as f32 + 0.5) / SIDE as f32 - 1.0;
    let (across, along) = (from_middle(x), from_middle(y));
    let away = across * across + along * along;
    let edge = 0.95 - 0.6 * lattice(7, 16, x, y);
    (away < edge).then(|| rough(8, x, y) * 0.6 + 0.4 * (0.5 - along / 2.0))
}

/// Water that moves on: two crossing waves.
fn ripple(number: u32, x: u32, y: u32) -> f32 {
    let turn = std::f32::consts::TAU / SIDE_OF_WATER as f32;
    let [x, y, number] = [x, y, number].map(|at| at as f32 * turn);
    // Polynomials, since the sine of a machine is not that of another to the last bit.
    0.5 + 0.25 * wave(2.0 * x + y + number) + 0.25 * wave(x - 3.0 * y - number)
}

/// Like a sine, with the same period.
fn wave(angle: f32) -> f32 {
    let turns = angle / std::f32::consts::TAU;
    let share = turns - turns.floor();
    let half = (share * 2.0).fract();
    let arc = 4.0 * half * (1.0 - half);
    if share < 0.5 { arc } else { -arc }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::picture;

    #[test]
    fn every_picture_is_read_and_the_leaves_are_seen_through() {
        let files = files();
        assert_eq!(files.len(), 39);
        for file in &files {
            let picture = picture::read(&file.bytes).unwrap();
            let n_clear = picture.pixels.iter().filter(|pixel| pixel.starts_with(&CLEAR)).count();
            assert_eq!(n_clear > 500, file.path.ends_with("leaves.bmp"), "{}", file.path);
        }
    }
}
