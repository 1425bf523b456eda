//! The ground and the scene of a made-up island, and a model for it, as odd as files of real maps.

use super::{WATER_HEIGHT, names};
use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::ragnarok::gat::Gat;
use crate::format::ragnarok::gnd::{Cube, Gnd, Lightmap, Surface};
use crate::format::ragnarok::rsm::mesh::{Face, Groups, TextureVertex, Turn};
use crate::format::ragnarok::rsm::{self, Rsm};
use crate::format::ragnarok::rsw::object::{Effect, Light, Model, Object, Sound};
use crate::format::ragnarok::rsw::{Node, Rsw};
use crate::format::text::{Hex, Opaque};
use crate::sample::rng::Rng;
use crate::space::ragnarok::altitude_from_height;

/// "집" in CP949, as the folder of a house.
const MODEL_PATH: &[u8] = b"\xc1\xfd\\house.rsm";
/// The same below `data/model`, as it is on disk.
pub const MODEL_NAME: &str = "집/house.rsm";
const TEXTURES: [&[u8]; 4] =
    [b"island\\grass.bmp", b"island\\rock.bmp", b"\xc1\xfd\\wall.bmp", b"island\\grass.bmp"];

/// The ground under a map: a cube for each two by two of its tiles.
///
/// Some textures stand there twice, some surfaces are used nowhere, a few cubes are holes, some
/// walls are where there is no step, and the end of a larger file is left behind it.
pub fn ground(gat: &Gat, seed: u64) -> Gnd {
    let mut rng = Rng::new(seed);
    let (width, height) = (gat.width() / 2, gat.height() / 2);
    let mut surfaces = vec![surface(&mut rng, 3), surface(&mut rng, 2)];
    let mut cubes = Vec::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let corner = |x: u32, y: u32, corner: usize| {
            gat.tile(x, y).and_then(|tile| tile.altitude.get(corner)).copied().unwrap_or_default()
        };
        let (west, south) = (x * 2, y * 2);
        let altitude = [
            corner(west, south, 0),
            corner(west + 1, south, 1),
            corner(west, south + 1, 2),
            corner(west + 1, south + 1, 3),
        ];
        let mut add = |texture| {
            surfaces.push(surface(&mut rng, texture));
            i32::try_from(surfaces.len()).unwrap_or_default() - 1
        };
        let top = if (x + 7 * y) % 61 == 60 { -1 } else { add(0) };
        let east = if (x + 3 * y) % 17 == 5 && x + 1 < width { add(1) } else { -1 };
        let north = if (x + 5 * y) % 19 == 3 && y + 1 < height { add(2) } else { -1 };
        cubes.push(Cube { altitude, top, north, east, pad: 0 });
    }
    let mut gnd = Gnd::new(width, height, cubes).unwrap_or_default();
    gnd.textures = TEXTURES.iter().map(|path| with_garbage(path, &mut rng)).collect();
    gnd.lightmaps = (0..4).map(|n| lightmap(n * 60)).collect();
    gnd.surfaces = surfaces;
    gnd.tail = Opaque(vec![0xcd; 90]);
    gnd
}

fn surface(rng: &mut Rng, texture: i16) -> Surface {
    Surface {
        u: [0.0, 0.25, 0.0, -3.0].map(F32::new),
        v: [1.0, 1.0, 0.5, 0.5].map(F32::new),
        texture,
        lightmap: rng.below(4) as u16,
        color: [255, 250, 240, if rng.below(9) == 0 { 0 } else { 255 }],
    }
}

fn lightmap(shade: u8) -> Lightmap {
    Lightmap { shadow: Hex([255 - shade; 64]), light: Hex([shade / 4; 192]) }
}

/// A name, and behind its zero byte what was in the memory of some tool.
fn with_garbage<const N: usize>(name: &[u8], rng: &mut Rng) -> Name<N> {
    let mut field = Name::new(name).unwrap_or_default();
    for byte in field.0.iter_mut().skip(name.len() + 1) {
        *byte = rng.below(256) as u8;
    }
    field
}

/// What stands on a map: houses turned and mirrored, a light, a sound and smoke, in no order that
/// means anything. Bounds and block types are garbage, and many boxes of the tree are wrong.
pub fn scene(gat: &Gat, seed: u64, n_models: u32) -> Rsw {
    let mut rng = Rng::new(seed);
    let mut rsw = super::world(names("sample"), altitude_from_height(WATER_HEIGHT));
    rsw.names.gnd = with_garbage(b"sample.gnd", &mut rng);
    rsw.bounds = [0x0012_f6a4, -500, 0x7754_1a30, 4];
    let place = |rng: &mut Rng| {
        let (x, y) = (rng.below(gat.width().max(1)), rng.below(gat.height().max(1)));
        let altitude = gat.tile(x, y).map(|tile| tile.altitude[0]).unwrap_or_default();
        let from_middle = |at: u32, side: u32| F32::new((at as f32 - side as f32 / 2.0) * 5.0);
        [from_middle(x, gat.width()), altitude, from_middle(y, gat.height())]
    };
    for n in 0..n_models {
        let position = place(&mut rng);
        rsw.objects.push(Object::Model(Box::new(model(n, position, &mut rng))));
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

fn model(n: u32, position: [F32; 3], rng: &mut Rng) -> Model {
    let mut scale = [1.0, 1.0, 1.0].map(F32::new);
    if n % 6 == 1 {
        scale[0] = F32::new(-1.0);
    }
    Model {
        name: with_garbage(b"house", rng),
        animation_type: 2 * (n % 2) as i32,
        animation_speed: F32::new(1.0),
        block_type: rng.next_u64() as i32,
        flag: 0,
        number: 0,
        file: with_garbage(MODEL_PATH, rng),
        node: with_garbage(b"Box01", rng),
        position,
        rotation: [0.0, (rng.below(16) * 45) as f32, 0.0].map(F32::new),
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

/// A house of two nodes: its roof names a texture vertex that is not there, and the model names a
/// root that is none of its nodes.
pub fn house() -> Rsm {
    let mut rng = Rng::new(3);
    let textures = vec![with_garbage(b"\xc1\xfd\\wall.bmp", &mut rng), Name::default()];
    let walls = part(b"Box01", b"", [10.0, 8.0, 10.0], &mut rng);
    let mut roof = part(b"Box01", b"Box01", [12.0, 3.0, 12.0], &mut rng);
    roof.turns = vec![Turn { time: -480, rotation_xyzw: [0.0, 0.0, 0.0, 1.0].map(F32::new) }];
    if let Some(face) = roof.faces.first_mut() {
        face.texture_vertices[2] = 4000;
    }
    let mut rsm = Rsm::new(textures, vec![walls, roof]);
    rsm.root = with_garbage(b"house", &mut rng);
    rsm
}

fn part(name: &[u8], parent: &[u8], [x, y, z]: [f32; 3], rng: &mut Rng) -> rsm::Node {
    let corner = |n: u32| {
        let side = |bit: u32, size: f32| if n & bit == 0 { -size } else { size };
        [side(1, x), side(2, y), side(4, z)].map(F32::new)
    };
    let texture_vertex = |n: u32| TextureVertex {
        color: [255; 4],
        u: F32::new((n & 1) as f32),
        v: F32::new((n >> 1) as f32),
    };
    let sides: [[u16; 4]; 6] =
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let mut faces = Vec::new();
    for [a, b, c, d] in sides {
        for (vertices, texture_vertices) in [([a, b, c], [0, 1, 3]), ([a, c, d], [0, 3, 2])] {
            faces.push(Face {
                vertices,
                texture_vertices,
                texture: 0,
                pad: rng.below(65_536) as u16,
                two_sided: 0,
                smoothing_groups: Groups::One(1),
            });
        }
    }
    let none = [F32::ZERO; 3];
    rsm::Node {
        name: with_garbage(name, rng),
        parent: with_garbage(parent, rng),
        textures: vec![0],
        matrix: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0].map(F32::new),
        offset: none,
        position: none,
        angle: F32::ZERO,
        axis: none,
        scale: [F32::new(1.0); 3],
        vertices: (0..8).map(corner).collect(),
        texture_vertices: (0..4).map(texture_vertex).collect(),
        faces,
        turns: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ragnarok::gat::Version;
    use crate::format::ragnarok::{gnd, rsm, rsw};
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
        assert_eq!(rsm::read(&rsm::write(&house())), Ok(house()));
    }
}
