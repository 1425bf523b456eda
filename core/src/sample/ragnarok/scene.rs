//! The ground and the scene of a made-up island, as odd as files of real maps.

use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::ragnarok::gat::Gat;
use crate::format::ragnarok::gnd::{Cube, Gnd, Lightmap, Surface};
use crate::format::ragnarok::rsw::object::{Effect, Light, Model, Object, Sound};
use crate::format::ragnarok::rsw::{Node, Rsw};
use crate::format::text::{Hex, Opaque};
use crate::sample::ragnarok::models::{HOUSE_PATH, TREE_PATH};
use crate::sample::ragnarok::town::{Lot, Town};
use crate::sample::ragnarok::{WATER_HEIGHT, names};
use crate::sample::rng::Rng;
use crate::space::ragnarok::{altitude_from_height, height_from_altitude};

/// Two of them are the same.
const TEXTURES: [&[u8]; 6] = [
    b"island\\grass.bmp",
    b"island\\rock.bmp",
    b"\xc1\xfd\\wall.bmp",
    b"island\\grass.bmp",
    b"island\\sand.bmp",
    b"island\\paving.bmp",
];
const GRASS: i16 = 0;
const ROCK: i16 = 1;
const WALL: i16 = 2;
const GRASS_AGAIN: i16 = 3;
const SAND: i16 = 4;
const PAVING: i16 = 5;
/// A picture reaches over so many cubes.
const CUBES: u32 = 4;
/// Shades from dark to bright; behind them the same with the light of a lamp.
const N_SHADES: u16 = 32;
/// Real files name them in each surface anew; so many different ones are enough here.
const N_LIGHTMAPS: u16 = N_SHADES + 4;
/// What rises more over a cube is rock.
const STEEP: f32 = 7.0;

/// The ground under a map: a cube for each two by two of its tiles.
///
/// Some textures stand there twice, some surfaces are used nowhere, a few cubes are holes, some
/// walls are where there is no step, and the end of a larger file is left behind it.
pub fn ground(gat: &Gat, seed: u64) -> Gnd {
    let mut rng = Rng::new(seed);
    let (width, height) = (gat.width() / 2, gat.height() / 2);
    let town = town(gat, seed);
    let mut surfaces =
        vec![surface(&mut rng, GRASS_AGAIN, [0, 0]), surface(&mut rng, WALL, [0, 0])];
    let altitudes = |x: u32, y: u32| {
        let corner = |x: u32, y: u32, corner: usize| {
            gat.tile(x, y).and_then(|tile| tile.altitude.get(corner)).copied().unwrap_or_default()
        };
        let (west, south) = (x * 2, y * 2);
        [
            corner(west, south, 0),
            corner(west + 1, south, 1),
            corner(west, south + 1, 2),
            corner(west + 1, south + 1, 3),
        ]
    };
    let mut cubes = Vec::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let altitude = altitudes(x, y);
        let mut add = |texture: i16, shade: u16, at: [u32; 2]| {
            let own = surface(&mut rng, texture, at);
            surfaces.push(Surface { lightmap: shade, ..own });
            i32::try_from(surfaces.len()).unwrap_or_default() - 1
        };
        let texture = cover(&town, x, y, altitude);
        let is_hole = (x + 7 * y) % 61 == 60 && texture == ROCK;
        let top = if is_hole { -1 } else { add(texture, shade(altitude), [x, y]) };
        let [_, se, nw, ne] = altitude;
        let [east_sw, _, east_nw, _] = altitudes(x + 1, y);
        let [north_sw, north_se, ..] = altitudes(x, y + 1);
        let east_is_torn = (se, ne) != (east_sw, east_nw) || (x + 3 * y) % 97 == 5;
        let north_is_torn = (nw, ne) != (north_sw, north_se) || (x + 5 * y) % 89 == 3;
        let east = if east_is_torn && x + 1 < width { add(ROCK, 14, [y, 0]) } else { -1 };
        let north = if north_is_torn && y + 1 < height { add(ROCK, 20, [x, 0]) } else { -1 };
        cubes.push(Cube { altitude, top, north, east, pad: 0 });
    }
    let mut gnd = Gnd::new(width, height, cubes).unwrap_or_default();
    gnd.textures = TEXTURES.iter().map(|path| with_garbage(path, &mut rng)).collect();
    gnd.lightmaps = (0..N_LIGHTMAPS).map(lightmap).collect();
    gnd.surfaces = surfaces;
    gnd.tail = Opaque(vec![0xcd; 90]);
    gnd
}

fn town(gat: &Gat, seed: u64) -> Town {
    let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
    Town::new(seed, side(gat.width()), side(gat.height()))
}

/// What grows or lies on a cube.
fn cover(town: &Town, x: u32, y: u32, altitude: [F32; 4]) -> i16 {
    let heights = altitude.map(height_from_altitude);
    let (low, high) =
        heights.iter().fold((f32::MAX, f32::MIN), |(low, high), it| (low.min(*it), high.max(*it)));
    match town.lot(x * 2, y * 2) {
        Lot::Street => PAVING,
        _ if high - low > STEEP => ROCK,
        _ if low < WATER_HEIGHT + 2.0 => SAND,
        Lot::Built => GRASS_AGAIN,
        Lot::Outside => GRASS,
    }
}

/// Brighter towards the sun in the south-west.
fn shade(altitude: [F32; 4]) -> u16 {
    let [sw, se, nw, ne] = altitude.map(height_from_altitude);
    let (east, north) = ((se + ne - sw - nw) / 20.0, (nw + ne - sw - se) / 20.0);
    let facing = (1.0 + 0.6 * east + 0.6 * north) / (1.0 + east * east + north * north).sqrt();
    let bright = 0.75 * facing + 0.15;
    (bright.clamp(0.0, 1.0) * f32::from(N_SHADES - 1)) as u16
}

fn surface(rng: &mut Rng, texture: i16, [x, y]: [u32; 2]) -> Surface {
    // The number of its square on the picture, which may count on beyond its edge.
    let turns = if rng.below(40) == 0 { -3.0 } else { 0.0 };
    let along = |at: u32| (at % CUBES) as f32 / CUBES as f32;
    let step = 1.0 / CUBES as f32;
    let (west, south) = (along(x) + turns, 1.0 - along(y));
    Surface {
        u: [west, west + step, west, west + step].map(F32::new),
        v: [south, south, south - step, south - step].map(F32::new),
        texture,
        lightmap: N_SHADES - 1,
        color: [240, 250, 255, if rng.below(9) == 0 { 0 } else { 255 }],
    }
}

/// The first are of one shade; the others have the light of a lamp in a corner.
fn lightmap(number: u16) -> Lightmap {
    let bright = |number: u16| (90 + 165 * u32::from(number) / u32::from(N_SHADES - 1)) as u8;
    if number < N_SHADES {
        return Lightmap { shadow: Hex([bright(number); 64]), light: Hex([0; 192]) };
    }
    let corner = usize::from(number - N_SHADES);
    let (middle_x, middle_y) = (7 * (corner % 2), 7 * (corner / 2));
    let mut light = [0; 192];
    for (place, texel) in light.chunks_exact_mut(3).enumerate() {
        let away = (place % 8).abs_diff(middle_x) + (place / 8).abs_diff(middle_y);
        let share = 14_usize.saturating_sub(away) as u8;
        texel.iter_mut().zip([9, 7, 4]).for_each(|(part, most)| *part = share * most);
    }
    Lightmap { shadow: Hex([bright(N_SHADES - 8); 64]), light: Hex(light) }
}

/// A name, and behind its zero byte what was in the memory of some tool.
pub(in crate::sample::ragnarok) fn with_garbage<const N: usize>(
    name: &[u8],
    rng: &mut Rng,
) -> Name<N> {
    let mut field = Name::new(name).unwrap_or_default();
    for byte in field.0.iter_mut().skip(name.len() + 1) {
        *byte = rng.below(256) as u8;
    }
    field
}

/// What stands on a map: houses in the town, turned and mirrored, and trees around it, a light, a sound and
/// smoke, in no order that means anything. Bounds and block types are garbage, and many boxes of the
/// tree of space are wrong.
pub fn scene(gat: &Gat, seed: u64, n_models: u32) -> Rsw {
    let mut rng = Rng::new(seed);
    let mut rsw = super::world(names("sample"), altitude_from_height(WATER_HEIGHT));
    rsw.names.gnd = with_garbage(b"sample.gnd", &mut rng);
    rsw.bounds = [0x0012_f6a4, -500, 0x7754_1a30, 4];
    let place = |rng: &mut Rng| {
        let (x, y) = (rng.below(gat.width().max(1)), rng.below(gat.height().max(1)));
        on_ground(gat, x, y)
    };
    let houses = town(gat, seed).houses();
    for n in 0..n_models {
        let house = houses.get(n as usize);
        let position = match house {
            Some([x, y]) => on_ground(gat, *x, *y),
            None => dry_place(gat, &mut rng),
        };
        let model = model(n, house.is_some(), position, &mut rng);
        rsw.objects.push(Object::Model(Box::new(model)));
    }
    let (name, position) = (with_garbage(b"lamp", &mut rng), place(&mut rng));
    let color = [1.0, 0.8, 0.5].map(F32::new);
    rsw.objects.insert(0, Object::Light(Light { name, position, color, range: F32::new(120.0) }));
    rsw.objects.push(Object::Sound(Box::new(Sound {
        name: with_garbage(b"sea", &mut rng),
        file: with_garbage(b"effect\\sea.wav", &mut rng),
        position: place(&mut rng),
        volume: F32::new(0.7),
        width: 1,
        height: 1,
        range: F32::new(300.0),
        cycle: F32::new(4.0),
    })));
    rsw.objects.push(Object::Effect(Effect {
        name: with_garbage(b"smoke", &mut rng),
        position: place(&mut rng),
        effect: 44,
        delay: F32::new(35.0),
        parameters: [1.0, 1.0, -0.0, f32::NAN].map(F32::new),
    }));
    rsw.tree = Some(vec![node(gat); 1365]);
    rsw
}

/// The south-west corner of a tile, from the middle of the map.
fn on_ground(gat: &Gat, x: u32, y: u32) -> [F32; 3] {
    let altitude = gat.tile(x, y).map(|tile| tile.altitude[0]).unwrap_or_default();
    let from_middle = |at: u32, side: u32| F32::new((at as f32 - side as f32 / 2.0) * 5.0);
    [from_middle(x, gat.width()), altitude, from_middle(y, gat.height())]
}

/// Where a tree may stand, if one is found soon.
fn dry_place(gat: &Gat, rng: &mut Rng) -> [F32; 3] {
    let mut place = [F32::ZERO; 3];
    for _ in 0..20 {
        let (x, y) = (rng.below(gat.width().max(1)), rng.below(gat.height().max(1)));
        place = on_ground(gat, x, y);
        let [_, altitude, _] = place;
        let is_free = gat.tile(x, y).is_some_and(|tile| tile.terrain.kind() != 1);
        if is_free && height_from_altitude(altitude) > WATER_HEIGHT + 3.0 {
            break;
        }
    }
    place
}

fn model(n: u32, is_house: bool, position: [F32; 3], rng: &mut Rng) -> Model {
    let mut scale = [1.0, 1.0, 1.0].map(F32::new);
    if !is_house {
        let size = F32::new(0.7 + 0.6 * rng.unit());
        scale = [size; 3];
    }
    if n % 6 == 1 {
        scale[0] = F32::new(-scale[0].get());
    }
    let turn = if is_house { 2 * rng.below(8) } else { rng.below(16) };
    let (name, path): (&[u8], _) = match is_house {
        true => (b"house", HOUSE_PATH),
        false => (b"tree", TREE_PATH),
    };
    Model {
        name: with_garbage(name, rng),
        animation_type: 2 * (n % 2) as i32,
        animation_speed: F32::new(1.0),
        block_type: rng.next_u64() as i32,
        flag: 0,
        number: 0,
        file: with_garbage(path, rng),
        node: with_garbage(b"Box01", rng),
        position,
        rotation: [0.0, (turn * 45) as f32, 0.0].map(F32::new),
        scale,
    }
}

fn node(gat: &Gat) -> Node {
    let (x, z) = (gat.width() as f32 * 2.5, gat.height() as f32 * 2.5);
    Node {
        greatest: [x - 1.0, 90.0, z - 1.0].map(F32::new),
        least: [-x, -60.0, -z].map(F32::new),
        // As many real files have it: the middle of the height with the sign turned.
        half_size: [x, -15.0, z].map(F32::new),
        middle: [0.0, 15.0, 0.0].map(F32::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ragnarok::gat::Version;
    use crate::format::ragnarok::{gnd, rsw};
    use crate::sample::ragnarok::{Plan, island};

    #[test]
    fn a_scene_is_read_as_it_is_written() {
        let plan = Plan { seed: 1, width: 60, height: 44, version: Version::V1_2 };
        let gat = island(plan).gat;
        let ground = ground(&gat, 1);
        assert_eq!((ground.width(), ground.height()), (30, 22));
        assert!(ground.cubes().iter().any(|cube| cube.top < 0));
        assert_eq!(gnd::read(&gnd::write(&ground)), Ok(ground));
        let scene = scene(&gat, 1, 30);
        assert_eq!(scene.objects.len(), 33);
        assert_eq!(rsw::read(&rsw::write(&scene)), Ok(scene));
    }
}
