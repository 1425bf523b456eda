//! The worlds of the zone: its ground and regions, what is placed in it, and its lights.

use super::grid::{Cell, Cut, Filling, X, Y, Z, cut, filling};
use crate::format::bytes::Put;
use crate::format::eq::wld::region::RegionList;
use crate::format::eq::wld::{Fragment, Version, Wld, encode, fragment};
use crate::format::text::{Opaque, Text};

/// As meshes of zones have it: 32 to a unit.
const SCALE: u16 = 5;

/// Materials, by their place in the list.
const GRASS: u16 = 0;
const WATER: u16 = 1;
const LAVA: u16 = 2;
const NOTHING: u16 = 3;

/// A world that is being made.
struct Maker(Wld);

impl Maker {
    fn new() -> Maker {
        let mut maker = Maker(Wld {
            version: Version::Old,
            n_regions: 0,
            largest: 0,
            n_names: 1,
            names: Opaque(vec![0; 4]),
            fragments: Vec::new(),
            tail: Opaque(vec![0xff; 4]),
        });
        maker.add_raw(fragment::AMBIENT_LIGHT, &[0, 0, 0, 0]);
        maker
    }

    /// Adds a fragment, and gives the reference to it.
    fn add(&mut self, kind: u32, name: &str, rest: &[u8]) -> i32 {
        let name = if name.is_empty() { 0 } else { self.0.add_name(name.as_bytes()) };
        let body = [&name.to_le_bytes(), rest].concat();
        self.add_raw(kind, &body)
    }

    fn add_raw(&mut self, kind: u32, body: &[u8]) -> i32 {
        let mut body = body.to_vec();
        // Real padding is whatever was in memory.
        let padding = [0xCD, 0xAB, 0xEF];
        let n_padding = body.len().next_multiple_of(4) - body.len();
        body.extend(padding.iter().take(n_padding));
        self.0.fragments.push(Fragment { kind, body: Opaque(body) });
        i32::try_from(self.0.fragments.len()).unwrap_or(i32::MAX)
    }

    fn material(&mut self, name: &str, bitmap: &str) -> i32 {
        let text = encode(format!("{bitmap}\0").as_bytes());
        let len = text.len() as u16;
        let bitmap_body = [&0_u32.to_le_bytes()[..], &len.to_le_bytes(), &text].concat();
        let bitmap = self.add(fragment::BITMAP, "", &bitmap_body);
        let sprite =
            self.add(fragment::ANIMATION, &format!("{name}_SPRITE"), &words(&[0, 1, bitmap]));
        let usage = self.add(fragment::ANIMATION_USE, "", &words(&[sprite, 80]));
        let method = i32::from_le_bytes([1, 0, 0, 0x80]);
        self.surface(name, method, usage)
    }

    fn surface(&mut self, name: &str, method: i32, texture: i32) -> i32 {
        let brightness = f32::to_bits(0.0) as i32;
        let ambience = f32::to_bits(0.75) as i32;
        let rest = words(&[2, method, 0x004E_4E4E, brightness, ambience, texture, 0, 0]);
        self.add(fragment::MATERIAL, &format!("{name}_MDF"), &rest)
    }

    /// The size of the largest fragment is stated a little too large, as some tools do.
    fn finish(mut self, extra: u32) -> Wld {
        self.0.largest = self.0.largest_fragment() + extra;
        self.0
    }
}

fn words(words: &[i32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Triangles on their way to a mesh.
#[derive(Default)]
struct Shape {
    corners: Vec<[f32; 3]>,
    /// Flags, material and corners.
    sides: Vec<(u16, u16, [u16; 3])>,
}

impl Shape {
    /// Four corners that run clockwise seen from where one looks at them.
    fn quad(&mut self, corners: [[f32; 3]; 4], flags: u16, material: u16) {
        let first = self.corners.len() as u16;
        self.corners.extend(corners);
        self.sides.push((flags, material, [first, first + 1, first + 2]));
        self.sides.push((flags, material, [first, first + 2, first + 3]));
    }

    /// A fragment body behind its name.
    fn body(mut self, list: i32, centre: [f32; 3]) -> Vec<u8> {
        self.sides.sort_by_key(|(_, material, _)| *material);
        let mut materials: Vec<(u16, u16)> = Vec::new();
        for (_, material, _) in &self.sides {
            match materials.last_mut().filter(|(_, last)| last == material) {
                Some((number, _)) => *number += 1,
                None => materials.push((1, *material)),
            }
        }
        let mut out = words(&[0x1_8003, list, 0, 0, 0]);
        centre.iter().for_each(|number| out.put(&number.to_le_bytes()));
        out.put(&[0; 40]);
        let n_corners = self.corners.len() as u16;
        let n_materials = materials.len() as u16;
        for number in [
            n_corners,
            n_corners,
            n_corners,
            n_corners,
            self.sides.len() as u16,
            0,
            n_materials,
            1,
            0,
            SCALE,
        ] {
            out.put_u16(number);
        }
        let scale = f32::from(1_u16 << SCALE);
        for corner in &self.corners {
            let [x, y, z] = *corner;
            let [cx, cy, cz] = centre;
            [x - cx, y - cy, z - cz]
                .iter()
                .for_each(|arm| out.put_i16((arm * scale).round() as i16));
        }
        self.corners.iter().for_each(|[x, y, _]| {
            [x, y].iter().for_each(|number| out.put_i16(**number as i16));
        });
        self.corners.iter().for_each(|_| out.put(&[0, 0, 127]));
        self.corners.iter().for_each(|_| out.put(&[80, 80, 80, 255]));
        for (flags, _, corners) in &self.sides {
            out.put_u16(*flags);
            corners.iter().for_each(|corner| out.put_u16(*corner));
        }
        for (number, material) in materials {
            out.put_u16(number);
            out.put_u16(material);
        }
        out.put_u16(n_corners);
        out.put_u16(0);
        out
    }
}

pub(super) fn zone() -> Wld {
    let mut maker = Maker::new();
    let grass = maker.material("GRASS", "grass.bmp");
    let water = maker.material("W1", "water.bmp");
    // Its bitmap is not in the archive.
    let lava = maker.material("LAVA", "lavb.bmp");
    let nothing = maker.surface("WALL", 0, 0);
    let list =
        maker.add(fragment::MATERIAL_LIST, "ISLE_MP", &words(&[0, 4, grass, water, lava, nothing]));
    let Cut { nodes, cells } = cut();
    let mut meshes = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let shape = faces(cell);
        let name = format!("R{}_DMSPRITEDEF", number + 1);
        let mesh = (!shape.sides.is_empty())
            .then(|| maker.add(fragment::MESH, &name, &shape.body(list, cell.centre())));
        meshes.push(mesh);
    }
    let mut tree = words(&[nodes.len() as i32]);
    for node in &nodes {
        tree.put_f32s(&node.plane);
        [node.region, node.front, node.back].iter().for_each(|number| tree.put_u32(*number));
    }
    maker.add(fragment::TREE, "ISLE_BSP", &tree);
    for (number, (cell, mesh)) in cells.iter().zip(meshes).enumerate() {
        maker.add(fragment::REGION, &format!("R{:06}", number + 1), &region(cell, mesh));
    }
    maker.0.n_regions = cells.len() as u32;
    for (number, (filling, text)) in LISTS.iter().enumerate() {
        let regions = (0..).zip(&cells).filter(|(_, cell)| cell.filling == *filling);
        add_list(&mut maker.0, number, regions.map(|(region, _)| region).collect(), text);
    }
    // A region of the lake is in a list of lava as well, and a line leads nowhere.
    let first = cells.iter().position(|cell| cell.filling == Filling::Water).unwrap_or_default();
    add_list(&mut maker.0, LISTS.len(), vec![first as u32], LISTS[1].1);
    let name = maker.0.add_name(b"DRNTP_ZONE");
    let last = cells.len() as u32 - 1;
    let list = RegionList { name, flags: 0, regions: vec![last], user_data: Text::default() };
    maker.0.append_region_list(&list);
    maker.finish(8)
}

/// The lists of regions, and what their texts say.
const LISTS: [(Filling, &str); 4] = [
    (Filling::Water, "WTN__00000000000000000000000000___000000000000\0"),
    (Filling::Lava, "LAN__00001000000000000000000000___000000000000\0"),
    (Filling::Line, "DRNTP00255000001000000000000000___000000000000\0"),
    (Filling::Slime, "SLN__00002000000000000000000000___000000000000\0"),
];

fn add_list(world: &mut Wld, number: usize, regions: Vec<u32>, text: &str) {
    let name = world.add_name(format!("Z{number:04}_ZONE").as_bytes());
    let user_data = Text::from(text);
    world.append_region_list(&RegionList { name, flags: 0, regions, user_data });
}

fn region(cell: &Cell, mesh: Option<i32>) -> Vec<u8> {
    let flags = if mesh.is_some() { 0x181 } else { 0x81 };
    let mut out = words(&[flags, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    out.put(&[0; 28]);
    // It sees a few of those that follow.
    out.put_u16(2);
    out.put(&[0x3F, 0xC1]);
    let [cx, cy, cz] = cell.centre();
    [cx, cy, cz, 40.0].iter().for_each(|number| out.put(&number.to_le_bytes()));
    out.put_u32(0);
    if let Some(mesh) = mesh {
        out.put_i32(mesh);
    }
    out
}

/// What is seen in a cell: its borders to solid ground, and the surface of water below it.
fn faces(cell: &Cell) -> Shape {
    let mut shape = Shape::default();
    let ([lx, ly, lz], [hx, hy, hz]) = (cell.low, cell.high);
    let [cx, cy, cz] = cell.centre();
    let beyond = |point: [f32; 3]| {
        let [x, y, z] = point;
        let is_inside = x > X[0] && x < X[8] && y > Y[0] && y < Y[9] && z > Z[0] && z < Z[6];
        is_inside.then(|| filling(point))
    };
    let step = 0.5;
    let ground = match cell.filling {
        Filling::Lava => LAVA,
        _ => GRASS,
    };
    // Corners run so that the front of each side is towards the cell.
    let sides = [
        ([cx, cy, lz - step], [[lx, ly, lz], [lx, hy, lz], [hx, hy, lz], [hx, ly, lz]]),
        ([cx, cy, hz + step], [[lx, ly, hz], [hx, ly, hz], [hx, hy, hz], [lx, hy, hz]]),
        ([lx - step, cy, cz], [[lx, ly, lz], [lx, ly, hz], [lx, hy, hz], [lx, hy, lz]]),
        ([hx + step, cy, cz], [[hx, ly, lz], [hx, hy, lz], [hx, hy, hz], [hx, ly, hz]]),
        ([cx, ly - step, cz], [[lx, ly, lz], [hx, ly, lz], [hx, ly, hz], [lx, ly, hz]]),
        ([cx, hy + step, cz], [[lx, hy, lz], [lx, hy, hz], [hx, hy, hz], [hx, hy, lz]]),
    ];
    for (number, (outside, corners)) in sides.into_iter().enumerate() {
        match beyond(outside) {
            Some(Filling::Solid) => shape.quad(corners, 0, ground),
            // Around the zone there are walls that nobody sees.
            None if number >= 2 => shape.quad(corners, 0, NOTHING),
            Some(Filling::Water) if number == 0 && cell.filling == Filling::Air => {
                shape.quad(corners, 0x10, WATER);
            }
            _ => {}
        }
    }
    let is_bridge = cell.filling == Filling::Air && lz == 0.0 && lx == -80.0 && ly == -10.0;
    if is_bridge {
        bridge(&mut shape, cell);
    }
    // A pool that only looks like one.
    if cell.filling == Filling::Air && [lx, ly, lz] == [-10.0, -10.0, 0.0] {
        let corner = |x: f32, y: f32| [x, y, 1.0];
        let corners = [corner(-5.0, -5.0), corner(-5.0, 5.0), corner(5.0, 5.0), corner(5.0, -5.0)];
        shape.quad(corners, 0x10, WATER);
    }
    shape
}

/// From one side of the lake to the other, 4 to 5 units above the water.
fn bridge(shape: &mut Shape, cell: &Cell) {
    let ([lx, ..], [hx, ..]) = (cell.low, cell.high);
    let deck = |z: f32| [[lx, -3.0, z], [lx, 3.0, z], [hx, 3.0, z], [hx, -3.0, z]];
    let [a, b, c, d] = deck(4.0);
    shape.quad(deck(5.0), 0, GRASS);
    shape.quad([d, c, b, a], 0, GRASS);
}

/// What can be placed: a tree as a square post, whose top stops nobody.
pub(super) fn models() -> Wld {
    let mut maker = Maker::new();
    let bark = maker.material("BARK", "bark.bmp");
    let list = maker.add(fragment::MATERIAL_LIST, "TREE_MP", &words(&[0, 1, bark]));
    let mut shape = Shape::default();
    let ([low, high], top) = ([-1.0, 1.0], 12.0);
    shape.quad([[low, low, 0.0], [high, low, 0.0], [high, low, top], [low, low, top]], 0, 0);
    shape.quad([[high, low, 0.0], [high, high, 0.0], [high, high, top], [high, low, top]], 0, 0);
    shape.quad([[high, high, 0.0], [low, high, 0.0], [low, high, top], [high, high, top]], 0, 0);
    shape.quad([[low, high, 0.0], [low, low, 0.0], [low, low, top], [low, high, top]], 0, 0);
    shape.quad([[-4.0, -4.0, top], [-4.0, 4.0, top], [4.0, 4.0, top], [4.0, -4.0, top]], 0x10, 0);
    let mesh = maker.add(fragment::MESH, "TREE_DMSPRITEDEF", &shape.body(list, [0.0; 3]));
    let usage = maker.add(fragment::MESH_USE, "", &words(&[mesh, 0]));
    let callback = maker.0.add_name(b"SPRITECALLBACK");
    let actor = words(&[0, callback, 1, 1, 0, 1, 0, 0x4E6E_6B28, usage, 0]);
    maker.add(fragment::ACTOR, "TREE_ACTORDEF", &actor);
    maker.finish(0)
}

/// Trees, and an object that has no model.
pub(super) fn placed() -> Wld {
    let mut maker = Maker::new();
    for (number, [x, y, turn]) in TREES.iter().enumerate() {
        let actor = maker.0.add_name(b"TREE_ACTORDEF");
        place(&mut maker, number, actor, [*x, *y, 0.0], *turn);
    }
    let actor = maker.0.add_name(b"WELL_ACTORDEF");
    place(&mut maker, TREES.len(), actor, [0.0, 80.0, 0.0], 0.0);
    maker.finish(0)
}

const TREES: [[f32; 3]; 4] =
    [[0.0, -70.0, 0.0], [-20.0, 30.0, 64.0], [60.0, 0.0, 100.5], [-90.0, 90.0, 511.0]];

fn place(maker: &mut Maker, number: usize, actor: i32, position: [f32; 3], turn: f32) {
    let colours = maker.add(fragment::VERTEX_COLOURS, "", &words(&[0, 0, 1, 200, 0]));
    let colours = maker.add(fragment::COLOURS_USE, "", &words(&[colours, 0]));
    let mut rest = words(&[actor, 0x32E, 0]);
    let turns = [turn, if number == 1 { 8.0 } else { 0.0 }, 0.0];
    for number in position.iter().chain(&turns) {
        rest.put(&number.to_le_bytes());
    }
    rest.put_u32(0);
    let scale = 1.0 + number as f32 / 8.0;
    [scale, scale].iter().for_each(|number| rest.put(&number.to_le_bytes()));
    rest.put(&words(&[colours, 0]));
    maker.add(fragment::INSTANCE, "", &rest);
}

/// A lamp in the tunnel.
pub(super) fn lights() -> Wld {
    let mut maker = Maker::new();
    let mut light = words(&[0x1E, 1, 200]);
    [1.0_f32, 1.0, 0.8, 0.5].iter().for_each(|number| light.put(&number.to_le_bytes()));
    let light = maker.add(fragment::LIGHT, "LAMP_LDEF", &light);
    let usage = maker.add(fragment::LIGHT_USE, "", &words(&[light, 0]));
    let mut lamp = words(&[usage, 0x100]);
    [50.0_f32, 50.0, 7.0, 30.0].iter().for_each(|number| lamp.put(&number.to_le_bytes()));
    maker.add(fragment::LIGHT_PLACE, "", &lamp);
    maker.finish(0)
}
