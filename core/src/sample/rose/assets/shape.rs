//! Simple shapes in metres, put together into meshes. No sine and no cosine of the machine: those differ.

use std::f32::consts::FRAC_1_SQRT_2;

use crate::format::number::F32;
use crate::format::rose::zms::{Column, Flags, Mesh, Skin, Version, Zms};
use crate::scene::chance::{mix, unit};

type Point = [f32; 3];

/// Sixteen directions around, from the x axis on.
const AROUND: [[f32; 2]; 16] = [
    [1.0, 0.0],
    [0.923_88, 0.382_683],
    [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [0.382_683, 0.923_88],
    [0.0, 1.0],
    [-0.382_683, 0.923_88],
    [-FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [-0.923_88, 0.382_683],
    [-1.0, 0.0],
    [-0.923_88, -0.382_683],
    [-FRAC_1_SQRT_2, -FRAC_1_SQRT_2],
    [-0.382_683, -0.923_88],
    [0.0, -1.0],
    [0.382_683, -0.923_88],
    [FRAC_1_SQRT_2, -FRAC_1_SQRT_2],
    [0.923_88, -0.382_683],
];

/// A mesh that grows.
#[derive(Debug, Clone, Default)]
pub(super) struct Shape {
    corners: Vec<Corner>,
    /// The bone that what is added follows, among those of the mesh.
    bone: Option<u32>,
    /// How many metres a picture goes.
    metres: f32,
}

#[derive(Debug, Clone, Copy)]
struct Corner {
    at: Point,
    normal: Point,
    uv: [f32; 2],
    bone: u32,
}

/// Around the sixteen directions, and again from the first.
fn around(n: usize) -> [f32; 2] {
    AROUND.get(n % 16).copied().unwrap_or_default()
}

fn minus([a, b, c]: Point, [x, y, z]: Point) -> Point {
    [a - x, b - y, c - z]
}

fn unit_length(v: Point) -> Point {
    let length = v.iter().map(|part| part * part).sum::<f32>().sqrt().max(1e-6);
    v.map(|part| part / length)
}

fn cross([a, b, c]: Point, [x, y, z]: Point) -> Point {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

impl Shape {
    pub(super) fn new(metres: f32) -> Shape {
        Shape { metres, ..Shape::default() }
    }

    pub(super) fn follow(mut self, bone: u32) -> Shape {
        self.bone = Some(bone);
        self
    }

    fn corner(&mut self, at: Point, normal: Point, uv: [f32; 2]) {
        self.corners.push(Corner { at, normal, uv, bone: self.bone.unwrap_or(0) });
    }

    /// A flat quad, its corners counter-clockwise from the lower left. `size` of the picture is how often it
    /// goes across.
    pub(super) fn quad(mut self, corners: [Point; 4], uv: [f32; 2]) -> Shape {
        let [a, b, c, d] = corners;
        let normal = unit_length(cross(minus(b, a), minus(d, a)));
        let [u, v] = uv;
        let at = [
            (a, [0.0, v]),
            (b, [u, v]),
            (c, [u, 0.0]),
            (a, [0.0, v]),
            (c, [u, 0.0]),
            (d, [0.0, 0.0]),
        ];
        at.into_iter().for_each(|(at, uv)| self.corner(at, normal, uv));
        self
    }

    /// A box between two corners, without its underside.
    pub(super) fn block(self, [x0, y0, z0]: Point, [x1, y1, z1]: Point) -> Shape {
        let m = self.metres;
        let (wide, deep, high) = ((x1 - x0) / m, (y1 - y0) / m, (z1 - z0) / m);
        self.quad([[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]], [wide, high])
            .quad([[x1, y1, z0], [x0, y1, z0], [x0, y1, z1], [x1, y1, z1]], [wide, high])
            .quad([[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]], [deep, high])
            .quad([[x0, y1, z0], [x0, y0, z0], [x0, y0, z1], [x0, y1, z1]], [deep, high])
            .quad([[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]], [wide, deep])
            .quad([[x0, y1, z0], [x1, y1, z0], [x1, y0, z0], [x0, y0, z0]], [wide, deep])
    }

    /// A column whose radius changes from below to above; with a lid where that is not a point.
    pub(super) fn column(mut self, [x, y, z]: Point, high: f32, below: f32, above: f32) -> Shape {
        let turns = (6.3 * below.max(above) / self.metres).ceil().max(1.0);
        let slope = (below - above) / high.max(0.01);
        for n in 0..16 {
            let ([ax, ay], [bx, by]) = (around(n), around(n + 1));
            let u = |n: usize| n as f32 / 16.0 * turns;
            let v = high / self.metres;
            let normal = |dx: f32, dy: f32| unit_length([dx, dy, slope]);
            let low = |dx: f32, dy: f32| [x + dx * below, y + dy * below, z];
            let top = |dx: f32, dy: f32| [x + dx * above, y + dy * above, z + high];
            let (na, nb) = (normal(ax, ay), normal(bx, by));
            let (a, b) = ((low(ax, ay), na, [u(n), v]), (low(bx, by), nb, [u(n + 1), v]));
            let (c, d) = ((top(bx, by), nb, [u(n + 1), 0.0]), (top(ax, ay), na, [u(n), 0.0]));
            for (at, normal, uv) in [a, b, c, a, c, d] {
                self.corner(at, normal, uv);
            }
            if above > 0.0 {
                let up = [0.0, 0.0, 1.0];
                let flat = |[px, py, _]: Point| [(px - x) / self.metres, (py - y) / self.metres];
                let (middle, c, d) = ([x, y, z + high], top(bx, by), top(ax, ay));
                let uvs = [flat(middle), flat(d), flat(c)];
                for (at, uv) in [middle, d, c].into_iter().zip(uvs) {
                    self.corner(at, up, uv);
                }
            }
        }
        self
    }

    /// Something round and rough: a stone, the crown of a tree. Roughness is a share of its radius.
    pub(super) fn blob(mut self, middle: Point, radii: Point, rough: f32, seed: u64) -> Shape {
        const HEIGHTS: [f32; 7] = [-1.0, -0.8, -0.35, 0.1, 0.5, 0.83, 1.0];
        let point = |n: usize, ring: usize| {
            let height = HEIGHTS.get(ring).copied().unwrap_or(1.0);
            let wide = (1.0 - height * height).max(0.0).sqrt();
            let is_pole = ring == 0 || ring == HEIGHTS.len() - 1;
            let own = if is_pole { 0 } else { n as u64 % 16 };
            let size = 1.0 + rough * (unit(mix(seed ^ own << 8 ^ ring as u64)) - 0.5);
            let [dx, dy] = around(n);
            [dx * wide * size, dy * wide * size, height * size]
        };
        let m = self.metres;
        let ([mx, my, mz], [rx, ry, rz]) = (middle, radii);
        let mut add = |n: usize, ring: usize| {
            let [dx, dy, dz] = point(n, ring);
            let normal = unit_length([dx / rx, dy / ry, dz / rz]);
            let uv = [n as f32 / 16.0 * 6.0 * rx / m, ring as f32 / 6.0 * 3.0 * rz / m];
            self.corner([mx + dx * rx, my + dy * ry, mz + dz * rz], normal, uv);
        };
        for ring in 0..HEIGHTS.len() - 1 {
            for n in (0..16).step_by(2) {
                for (n, ring) in [(n, ring), (n + 2, ring), (n + 2, ring + 1)] {
                    add(n, ring);
                }
                for (n, ring) in [(n, ring), (n + 2, ring + 1), (n, ring + 1)] {
                    add(n, ring);
                }
            }
        }
        self
    }

    /// Upright pictures that cross, as plants have them.
    pub(super) fn cross(mut self, [x, y, z]: Point, wide: f32, high: f32) -> Shape {
        for n in [1, 6, 11] {
            let [dx, dy] = around(n).map(|part| part * wide / 2.0);
            let corners = [
                [x - dx, y - dy, z],
                [x + dx, y + dy, z],
                [x + dx, y + dy, z + high],
                [x - dx, y - dy, z + high],
            ];
            self = self.quad(corners, [1.0, 1.0]);
        }
        self
    }

    /// A roof along x over a rectangle, with overhanging eaves, and gables.
    pub(super) fn roof(self, [x0, y0, z0]: Point, [x1, y1, z1]: Point) -> Shape {
        let middle = (y0 + y1) / 2.0;
        let m = self.metres;
        let slope = (((y1 - y0) / 2.0).powi(2) + (z1 - z0).powi(2)).sqrt() / m;
        let wide = (x1 - x0) / m;
        let thick = 0.18;
        self.quad([[x0, y0, z0], [x1, y0, z0], [x1, middle, z1], [x0, middle, z1]], [wide, slope])
            .quad([[x1, y1, z0], [x0, y1, z0], [x0, middle, z1], [x1, middle, z1]], [wide, slope])
            // The underside, which is seen from the street.
            .quad(
                [
                    [x1, y0, z0 - thick],
                    [x0, y0, z0 - thick],
                    [x0, middle, z1 - thick],
                    [x1, middle, z1 - thick],
                ],
                [wide, slope],
            )
            .quad(
                [
                    [x0, y1, z0 - thick],
                    [x1, y1, z0 - thick],
                    [x1, middle, z1 - thick],
                    [x0, middle, z1 - thick],
                ],
                [wide, slope],
            )
            .quad(
                [[x0, y0, z0 - thick], [x1, y0, z0 - thick], [x1, y0, z0], [x0, y0, z0]],
                [wide, 0.2],
            )
            .quad(
                [[x1, y1, z0 - thick], [x0, y1, z0 - thick], [x0, y1, z0], [x1, y1, z0]],
                [wide, 0.2],
            )
            .quad(
                [[x1, y0, z0 - thick], [x1, middle, z1 - thick], [x1, middle, z1], [x1, y0, z0]],
                [slope, 0.2],
            )
            .quad(
                [[x1, middle, z1 - thick], [x1, y1, z0 - thick], [x1, y1, z0], [x1, middle, z1]],
                [slope, 0.2],
            )
            .quad(
                [[x0, middle, z1 - thick], [x0, y0, z0 - thick], [x0, y0, z0], [x0, middle, z1]],
                [slope, 0.2],
            )
            .quad(
                [[x0, y1, z0 - thick], [x0, middle, z1 - thick], [x0, middle, z1], [x0, y1, z0]],
                [slope, 0.2],
            )
    }

    /// The wall under a roof, at both ends.
    pub(super) fn gables(mut self, [x0, y0, z0]: Point, [x1, y1, z1]: Point) -> Shape {
        let middle = (y0 + y1) / 2.0;
        let m = self.metres;
        for (x, first, last, side) in [(x0, y1, y0, -1.0), (x1, y0, y1, 1.0)] {
            let corners = [[x, first, z0], [x, last, z0], [x, middle, z1]];
            for at in corners {
                let [_, y, z] = at;
                self.corner(at, [side, 0.0, 0.0], [y / m, -z / m]);
            }
        }
        self
    }

    /// As a file. Bones are those of the skeleton that the mesh lists; without any it has no skin.
    pub(super) fn zms(&self, version: Version, bones: &[u32]) -> Zms {
        let n = self.corners.len().min(usize::from(u16::MAX));
        let corners = self.corners.get(..n - n % 3).unwrap_or_default();
        let unit = 100.0 / version.unit_cm();
        let floats = |values: Point| values.map(F32::new);
        let heights = corners.iter().map(|corner| corner.at[2]);
        let (low, high) =
            heights.fold((f32::MAX, f32::MIN), |(low, high), z| (low.min(z), high.max(z)));
        // Light is painted by height, and by how far a side looks to the sun in the south-west.
        let uv_of_light = |corner: &Corner| {
            let ([x, y, _], [_, _, z]) = (corner.normal, corner.at);
            let facing = 0.5 - 0.45 * (0.57 * x + 0.82 * y);
            let up = (z - low) / (high - low).max(0.01);
            [facing, 0.95 - 0.9 * up].map(F32::new)
        };
        let skin = |corner: &Corner| Skin {
            weights: floats4([1.0, 0.0, 0.0, 0.0]),
            bones: [corner.bone, 0, 0, 0],
        };
        let has_skin = !bones.is_empty();
        let positions: Vec<[F32; 3]> =
            corners.iter().map(|corner| floats(corner.at.map(|part| part * unit))).collect();
        let bound = |pick: fn(f32, f32) -> f32, start: f32| {
            let all = corners.iter().map(|corner| corner.at);
            all.fold([start; 3], |[a, b, c], [x, y, z]| [pick(a, x), pick(b, y), pick(c, z)])
        };
        let mesh = Mesh {
            version,
            flags: Flags(if has_skin { 0x1b6 } else { 0x186 }),
            box_min: floats(bound(f32::min, f32::MAX)),
            box_max: floats(bound(f32::max, f32::MIN)),
            bones: Column::new(bones.to_vec()),
            n_vertices: positions.len() as u32,
            positions: Column::new(positions),
            normals: Column::new(corners.iter().map(|corner| floats(corner.normal)).collect()),
            colours: Column::default(),
            skin: if has_skin {
                Column::new(corners.iter().map(skin).collect())
            } else {
                Column::default()
            },
            tangents: Column::default(),
            uvs: [
                Column::new(corners.iter().map(|corner| corner.uv.map(F32::new)).collect()),
                Column::new(corners.iter().map(uv_of_light).collect()),
                Column::default(),
                Column::default(),
            ],
            triangles: Column::new(
                (0..(corners.len() / 3) as u32).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect(),
            ),
            materials: Column::new(vec![(corners.len() / 3) as u32]),
            strip: Some(Vec::new()),
            pool: (version == Version::V8).then_some(0),
            copies: 0,
            tail: Default::default(),
        };
        Zms::new(mesh).unwrap_or_default()
    }

    /// All pictures at one place, where a part of one stands for a colour.
    pub(super) fn coloured(mut self, uv: [f32; 2]) -> Shape {
        for corner in self.corners.iter_mut().filter(|corner| corner.uv != [-9.0; 2]) {
            let [u, v] = corner.uv;
            let inside = |part: f32| (part - part.floor()) * 0.2;
            corner.uv = [uv[0] + inside(u), uv[1] + inside(v)];
        }
        self
    }

    pub(super) fn with(mut self, other: Shape) -> Shape {
        self.corners.extend(other.corners);
        self
    }
}

fn floats4(values: [f32; 4]) -> [F32; 4] {
    values.map(F32::new)
}
