//! Ground from straight above, as the client draws it, without a graphics driver.
//!
//! A place shows its texture times its colour times its shadow, and the light of its lightmap is added. The
//! sun of the RSW is left out: where ground is flat, sun and ambient light together are 1 or more on all maps
//! seen, and the client cuts at 1. Nothing is seen of walls from here.

use glam::Vec2;

use crate::format::picture::{Picture, Rgba};
use crate::format::ragnarok::gnd::Gnd;
use crate::world::gat::picture::image::Image;
use crate::world::gat::picture::palette::Rgb;

use crate::stage::files::Watch;
use crate::stage::ragnarok::assets::Assets;
use crate::stage::ragnarok::surface::{Patch, altitudes, between, top};
use crate::stage::ragnarok::water::Pool;
use crate::stage::ragnarok::{lightmaps, water};

/// Where there is no ground.
pub const NOTHING: Rgb = Rgb([0; 3]);
/// What ground has whose texture is not at hand.
pub const PLAIN: [u8; 3] = [124, 130, 108];

/// So many places are looked at along a cube at least, and along a pixel at most.
const PLACES_PER_CUBE: f32 = 24.0;
const MOST_PER_PIXEL: u32 = 8;
/// The same where it has to be quick.
const QUICK_PLACES_PER_CUBE: f32 = 8.0;
const QUICK_MOST_PER_PIXEL: u32 = 2;
/// Smaller copies of a picture.
const MOST_LEVELS: usize = 12;

/// What the picture of a ground is made of besides its cubes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paints {
    /// By their places in the file; a picture, and ever smaller copies of it.
    textures: Vec<Vec<Picture>>,
    water: Option<Vec<Picture>>,
}

/// Ground with all that its picture is made of.
pub struct Above<'g> {
    gnd: &'g Gnd,
    paints: &'g Paints,
    pool: Option<Pool<'g>>,
}

/// A part of the ground, in cubes from the south-west.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    pub low: [f64; 2],
    pub high: [f64; 2],
}

/// How closely a pixel is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// As every detail of the ground counts.
    Fine,
    /// As is good enough to be seen in passing.
    Quick,
}

/// What a cube shows, ready to be looked at.
struct Seen<'a> {
    patch: Patch,
    picture: Option<&'a Picture>,
    altitudes: [f32; 4],
}

impl Paints {
    /// The textures are read and, where there is water, its first picture. Without that picture no water is
    /// painted: a colour of our own would hide the ground. `None` where the watch cancels.
    pub fn read(
        assets: &mut Assets<'_>,
        gnd: &Gnd,
        pool: Option<&Pool<'_>>,
        watch: Watch<'_>,
    ) -> Option<Paints> {
        let mut textures = Vec::new();
        for (n_done, name) in gnd.textures.iter().enumerate() {
            let texture = assets.texture(name.as_bytes());
            let picture = texture.and_then(|texture| assets.picture(texture)).cloned();
            textures.push(picture.map(smaller_copies).unwrap_or_default());
            if watch(n_done, gnd.textures.len()).is_break() {
                return None;
            }
        }
        let water = pool.filter(|pool| pool.covers_any(gnd)).and_then(|pool| {
            let name = water::file(pool.kind(), 0);
            let picture = assets.read_picture(&name, "; the water is left out")?;
            Some(smaller_copies(picture))
        });
        Some(Paints { textures, water })
    }

    /// The smallest copy of a texture that is at least so wide, or the largest one; `None` where it is missing.
    pub fn about(&self, texture: usize, width: u32) -> Option<&Picture> {
        let levels = self.textures.get(texture)?;
        levels.iter().rfind(|picture| picture.width >= width).or(levels.first())
    }

    /// Gives up the largest copies of pictures until the others have no more pixels than these.
    pub fn within(mut self, most_pixels: usize) -> Paints {
        let n_pixels =
            |levels: &Vec<Picture>| levels.iter().map(|it| it.pixels.len()).sum::<usize>();
        let mut n_all: usize = self.textures.iter().map(n_pixels).sum();
        while n_all > most_pixels {
            let largest = self.textures.iter_mut().filter(|levels| levels.len() > 1);
            let size = |levels: &&mut Vec<Picture>| levels.first().map(|it| it.pixels.len());
            let Some(levels) = largest.max_by_key(size) else { break };
            n_all -= levels.remove(0).pixels.len();
        }
        self
    }
}

impl<'g> Above<'g> {
    pub fn new(gnd: &'g Gnd, pool: Option<Pool<'g>>, paints: &'g Paints) -> Above<'g> {
        Above { gnd, paints, pool }
    }

    /// All of it in a picture of a size, north up.
    pub fn image(&self, width: u32, height: u32) -> Image {
        let high = [self.gnd.width(), self.gnd.height()].map(f64::from);
        self.part(Part { low: [0.0; 2], high }, [width, height], Care::Fine)
    }

    /// A part of it in a picture of a size, north up.
    pub fn part(&self, part: Part, [width, height]: [u32; 2], care: Care) -> Image {
        let mut image = Image::filled(width, height, NOTHING);
        let [columns, rows] = [0, 1].map(|axis: usize| {
            let side = |of: [f64; 2]| of.get(axis).copied().unwrap_or_default();
            side(part.high) - side(part.low)
        });
        let is_empty = self.gnd.width() == 0 || self.gnd.height() == 0;
        if is_empty || !(columns > 0.0 && rows > 0.0) || width == 0 || height == 0 {
            return image;
        }
        let pixels_per_cube = (width as f32 / columns as f32).min(height as f32 / rows as f32);
        let (places, most) = match care {
            Care::Fine => (PLACES_PER_CUBE, MOST_PER_PIXEL),
            Care::Quick => (QUICK_PLACES_PER_CUBE, QUICK_MOST_PER_PIXEL),
        };
        let n = (places / pixels_per_cube).ceil().clamp(1.0, most as f32);
        let places_per_cube = n * pixels_per_cube;
        let n = n as u32;
        let weight = 1.0 / (n * n) as f32;
        let ([west, _], [_, highest]) = (part.low, part.high);
        for (y, row) in (0..).zip(image.pixels.chunks_mut(width as usize)) {
            let mut sums = vec![[0.0_f32; 3]; width as usize];
            for part in 0..n {
                let north = highest - place(y, part, n, height, rows);
                self.add_row(&mut sums, (west, columns), north, n, places_per_cube);
            }
            for (pixel, sum) in row.iter_mut().zip(sums) {
                *pixel = Rgb(sum.map(|part| (part * weight + 0.5).clamp(0.0, 255.0) as u8));
            }
        }
        image
    }

    /// Adds what is seen along a line from west to east, with `n` places in each pixel.
    fn add_row(
        &self,
        sums: &mut [[f32; 3]],
        (west, n_cubes): (f64, f64),
        north: f64,
        n: u32,
        places_per_cube: f32,
    ) {
        let (columns, rows) = (self.gnd.width(), self.gnd.height());
        let y = (north.max(0.0) as u32).min(rows - 1);
        let t = (north - f64::from(y)) as f32;
        let width = sums.len() as u32;
        let mut last: Option<(u32, Option<Seen<'_>>)> = None;
        for (pixel, sum) in (0..).zip(sums) {
            for part in 0..n {
                let east = west + place(pixel, part, n, width, n_cubes);
                let x = (east.max(0.0) as u32).min(columns - 1);
                if last.as_ref().is_none_or(|(known, _)| *known != x) {
                    last = Some((x, self.seen(x, y, places_per_cube)));
                }
                let Some((_, Some(seen))) = &last else { continue };
                let at = Vec2::new((east - f64::from(x)) as f32, t);
                let Some(mut colour) = self.ground(seen, at) else { continue };
                self.put_water(&mut colour, seen, [x, y], at, places_per_cube);
                sum.iter_mut().zip(colour).for_each(|(sum, part)| *sum += part);
            }
        }
    }

    fn seen(&self, x: u32, y: u32, places_per_cube: f32) -> Option<Seen<'_>> {
        let patch = top(self.gnd, x, y)?;
        let levels = patch.texture.and_then(|texture| self.paints.textures.get(texture));
        let picture = levels.and_then(|levels| level(levels, &patch, places_per_cube));
        Some(Seen { patch, picture, altitudes: altitudes(self.gnd, x, y)? })
    }

    /// `None` where a texture is clear.
    fn ground(&self, seen: &Seen<'_>, at: Vec2) -> Option<[f32; 3]> {
        let base = match seen.picture {
            Some(picture) => sample(picture, between(seen.patch.uv, at.x, at.y)),
            None => {
                let [r, g, b] = PLAIN.map(f32::from);
                [r, g, b, 255.0]
            }
        };
        let [base @ .., alpha] = base;
        if alpha < 128.0 {
            return None;
        }
        let lightmap = self.gnd.lightmaps.get(seen.patch.lightmap);
        let (shadow, light) =
            lightmap.map_or((255.0, [0.0; 3]), |lightmap| lightmaps::at(lightmap, at.x, at.y));
        let [sw, se, nw, ne] = seen.patch.colours;
        let mut colour = [0.0; 3];
        let parts = colour.iter_mut().zip(base).zip(light).zip(sw).zip(se).zip(nw).zip(ne);
        for ((((((part, base), light), sw), se), nw), ne) in parts {
            let tint = between([sw, se, nw, ne].map(f32::from), at.x, at.y);
            *part = (base * tint / 255.0 * shadow / 255.0 + light).min(255.0);
        }
        Some(colour)
    }

    fn put_water(
        &self,
        colour: &mut [f32; 3],
        seen: &Seen<'_>,
        [x, y]: [u32; 2],
        at: Vec2,
        places_per_cube: f32,
    ) {
        let Some((pool, levels)) = self.pool.as_ref().zip(self.paints.water.as_ref()) else {
            return;
        };
        let Some(level_here) = pool.level(self.gnd, x, y) else { return };
        if between(seen.altitudes, at.x, at.y) <= level_here {
            return;
        }
        let uv = water::uv(Vec2::new(x as f32, y as f32) + at);
        let texels = levels.first().map_or(1.0, |first| first.width as f32 / water::CUBES);
        let number = (texels / places_per_cube).max(1.0).log2() as usize;
        let Some(picture) = levels.get(number).or(levels.last()) else { return };
        let share = pool.cover();
        let [water @ .., _] = sample(picture, uv);
        for (part, water) in colour.iter_mut().zip(water) {
            *part += (water - *part) * share;
        }
    }
}

/// Where the middle of a part of a pixel is, in cubes from the side that pixels count from.
fn place(pixel: u32, part: u32, n: u32, n_pixels: u32, n_cubes: f64) -> f64 {
    let parts = f64::from(pixel) * f64::from(n) + f64::from(part) + 0.5;
    parts / (f64::from(n_pixels) * f64::from(n)) * n_cubes
}

fn smaller_copies(picture: Picture) -> Vec<Picture> {
    let mut levels = vec![picture];
    while levels.len() < MOST_LEVELS {
        match levels.last() {
            Some(last) if last.width.max(last.height) > 1 => levels.push(last.halved()),
            _ => break,
        }
    }
    levels
}

/// The copy of which about a texel lies between two places that are looked at.
fn level<'a>(levels: &'a [Picture], patch: &Patch, places_per_cube: f32) -> Option<&'a Picture> {
    let first = levels.first()?;
    let size = Vec2::new(first.width as f32, first.height as f32);
    let [sw, se, nw, _] = patch.uv;
    let texels = ((se - sw) * size).length().max(((nw - sw) * size).length());
    let number = (texels / places_per_cube).max(1.0).log2() as usize;
    levels.get(number).or(levels.last())
}

/// The colour at a place of a picture, which goes on beyond its edges.
fn sample(picture: &Picture, uv: Vec2) -> [f32; 4] {
    let (width, height) = (picture.width.max(1), picture.height.max(1));
    let at = uv * Vec2::new(width as f32, height as f32) - 0.5;
    let low = at.floor();
    let share = at - low;
    let wrapped = |at: f32, side: u32| (at as i64).rem_euclid(i64::from(side)) as u32;
    let columns = [wrapped(low.x, width), wrapped(low.x + 1.0, width)];
    let rows = [wrapped(low.y, height), wrapped(low.y + 1.0, height)];
    let mut sum = [0.0; 4];
    for (y, weight_y) in rows.into_iter().zip([1.0 - share.y, share.y]) {
        for (x, weight_x) in columns.into_iter().zip([1.0 - share.x, share.x]) {
            let pixel: Rgba = picture.pixel(x, y).unwrap_or_default();
            for (sum, part) in sum.iter_mut().zip(pixel) {
                *sum += weight_x * weight_y * f32::from(part);
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::Continue;

    use super::*;
    use crate::format::name::Name;
    use crate::format::number::F32;
    use crate::format::ragnarok::gnd::{Cube, Lightmap, Surface};
    use crate::format::ragnarok::rsw::{Light, Names, Rsw};
    use crate::format::ragnarok::water::Water;
    use crate::format::text::{CodePage, Hex};
    use crate::stage::files::{Files, Missing};
    use crate::vfs::memory::Memory;
    use crate::vfs::{Vfs, VfsPath};

    const RED: [u8; 3] = [255, 0, 0];
    const GREEN: [u8; 3] = [0, 255, 0];
    const BLUE: [u8; 3] = [0, 0, 255];
    const WHITE: [u8; 3] = [255, 255, 255];

    /// A picture of four by four pixels with a colour in each quarter: upper left, upper right, lower left,
    /// lower right.
    fn bmp(quarters: [[u8; 3]; 4]) -> Vec<u8> {
        let mut data = b"BM\0\0\0\0\0\0\0\0".to_vec();
        data.extend([54, 0, 0, 0, 40, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 0, 24, 0]);
        data.extend([0; 24]);
        for [left, right] in [[2, 3], [2, 3], [0, 1], [0, 1]] {
            for quarter in [left, left, right, right] {
                data.extend(quarters[quarter].iter().rev());
            }
        }
        data
    }

    fn roots(files: &[(&str, Vec<u8>)]) -> Vfs {
        let memory = Memory::new("client");
        for (path, bytes) in files {
            memory.put(&VfsPath::new(path).unwrap(), bytes);
        }
        let mut vfs = Vfs::default();
        vfs.push(memory);
        vfs
    }

    /// Two cubes beside each other, lit and shaded, at an altitude.
    fn two(altitude: f32) -> Gnd {
        let surface = |lightmap, color| Surface {
            u: [0.0, 1.0, 0.0, 1.0].map(F32::new),
            v: [1.0, 1.0, 0.0, 0.0].map(F32::new),
            texture: 0,
            lightmap,
            color,
        };
        let altitude = [F32::new(altitude); 4];
        let cube = |top| Cube { altitude, top, north: -1, east: -1, pad: 0 };
        let lightmap =
            |shadow, light| Lightmap { shadow: Hex([shadow; 64]), light: Hex([light; 192]) };
        let mut gnd = Gnd::new(2, 1, vec![cube(0), cube(1)]).unwrap();
        gnd.textures = vec![Name::of(b"four.bmp")];
        gnd.lightmaps = vec![lightmap(255, 0), lightmap(51, 0x2f)];
        gnd.surfaces = vec![surface(0, [255; 4]), surface(1, [255, 255, 255, 0])];
        gnd
    }

    fn drawn(vfs: &Vfs, gnd: &Gnd, rsw: Option<&Rsw>) -> (Image, Vec<Missing>) {
        let mut assets = Assets::new(Files::new(&[vfs], CodePage::Cp949));
        let pool = Pool::of(gnd, rsw);
        let paints =
            Paints::read(&mut assets, gnd, pool.as_ref(), &mut |_, _| Continue(())).unwrap();
        let image = Above::new(gnd, pool, &paints).image(16, 8);
        (image, assets.files.missing)
    }

    fn at(image: &Image, x: usize, y: usize) -> [u8; 3] {
        image.pixels[y * image.width as usize + x].0
    }

    #[test]
    fn north_is_up_shadows_multiply_and_light_is_added_in_steps() {
        let vfs = roots(&[("data/texture/FOUR.bmp", bmp([RED, GREEN, BLUE, WHITE]))]);
        let (image, missing) = drawn(&vfs, &two(0.0), None);
        assert_eq!(missing, []);
        let quarters = [at(&image, 1, 1), at(&image, 6, 1), at(&image, 1, 6), at(&image, 6, 6)];
        assert_eq!(quarters, [RED, GREEN, BLUE, WHITE]);
        assert_eq!([at(&image, 9, 1), at(&image, 14, 6)], [[83, 32, 32], [83; 3]]);
    }

    #[test]
    fn a_colour_is_that_of_its_corner_and_has_blue_first() {
        let vfs = roots(&[("texture/four.bmp", bmp([WHITE; 4]))]);
        let mut gnd = two(0.0);
        gnd.surfaces[0].color = [0, 128, 255, 255];
        gnd.surfaces[1].lightmap = 0;
        let (image, _) = drawn(&vfs, &gnd, None);
        let [r, g, b] = at(&image, 0, 7);
        assert!(r == 255 && g.abs_diff(128) < 10 && b < 20, "{r} {g} {b}");
        let [_, g, b] = at(&image, 7, 7);
        assert!(g > 240 && b > 225, "{g} {b}");
    }

    #[test]
    fn what_is_missing_is_named_and_drawn_in_a_calm_colour() {
        let mut gnd = two(0.0);
        let (image, missing) = drawn(&roots(&[]), &gnd, None);
        assert_eq!(at(&image, 3, 3), PLAIN);
        let why = "the file is not there; a plain colour is drawn".to_owned();
        assert_eq!(missing, [Missing { what: "data/texture/four.bmp".to_owned(), why }]);
        gnd.cubes_mut()[0].top = -1;
        gnd.cubes_mut()[1].top = 1_000;
        assert_eq!(drawn(&roots(&[]), &gnd, None).0, Image::filled(16, 8, NOTHING));
        assert_eq!(drawn(&roots(&[]), &Gnd::default(), None).0, Image::filled(16, 8, NOTHING));
    }

    #[test]
    fn water_covers_what_is_lower_where_its_picture_is_at_hand() {
        let water = Water { level: F32::new(5.0), ..Water::default() };
        let rsw = Rsw::new(Names::default(), water, Light::default());
        let ground = ("data/texture/four.bmp", bmp([WHITE; 4]));
        let wet = roots(&[ground.clone(), ("data/texture/워터/water000.jpg", bmp([BLUE; 4]))]);
        assert_eq!(at(&drawn(&wet, &two(6.0), Some(&rsw)).0, 3, 3), [111, 111, 255]);
        assert_eq!(at(&drawn(&wet, &two(5.0), Some(&rsw)).0, 3, 3), WHITE);
        let (image, missing) = drawn(&roots(&[ground]), &two(6.0), Some(&rsw));
        assert_eq!(at(&image, 3, 3), WHITE);
        assert_eq!(missing[0].what, "data/texture/워터/water000.jpg");
    }

    #[test]
    fn parts_of_a_picture_are_as_in_the_whole_and_quick_ones_nearly_so() {
        let vfs = roots(&[("data/texture/four.bmp", bmp([RED, GREEN, BLUE, WHITE]))]);
        let gnd = two(0.0);
        let mut assets = Assets::new(Files::new(&[&vfs], CodePage::Cp949));
        let paints = Paints::read(&mut assets, &gnd, None, &mut |_, _| Continue(())).unwrap();
        let above = Above::new(&gnd, None, &paints);
        let whole = above.image(16, 8);
        let east = Part { low: [1.0, 0.0], high: [2.0, 1.0] };
        let fine = above.part(east, [8, 8], Care::Fine);
        let quick = above.part(east, [8, 8], Care::Quick);
        for (x, y) in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
            assert_eq!(at(&fine, x, y), at(&whole, x + 8, y), "{x} {y}");
        }
        assert_eq!(at(&quick, 6, 6), at(&fine, 6, 6));
        let nothing = above.part(Part { low: [1.0; 2], high: [1.0; 2] }, [2, 2], Care::Quick);
        assert_eq!(nothing, Image::filled(2, 2, NOTHING));
        let small = paints.clone().within(5);
        assert_eq!(small.textures[0].len(), paints.textures[0].len() - 1);
        assert_eq!(Above::new(&gnd, None, &small).image(2, 1).pixels.len(), 2);
        let cancelled = &mut |_, _| std::ops::ControlFlow::Break(());
        assert_eq!(Paints::read(&mut assets, &gnd, None, cancelled), None);
    }
}
