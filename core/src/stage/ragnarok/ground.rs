//! The ground of a map: squares of cubes, each with a mesh for each texture on it.

use std::collections::BTreeMap;

use glam::{Affine3A, Vec3};

use crate::format::ragnarok::gnd::Gnd;
use crate::scene::PictureId;
use crate::scene::material::Material;
use crate::scene::mesh::{Bounds, Mesh, Vertex};
use crate::scene::model::{Instance, Model, Part, PartLight};

use crate::stage::ragnarok::assets::Assets;
use crate::stage::ragnarok::lightmaps;
use crate::stage::ragnarok::map::{self, Origin};
use crate::stage::ragnarok::surface::{Patch, altitudes, top, wall};

/// Cubes along a side of a square.
const SQUARE: u32 = 32;
/// Clients take 256 along a side.
const MOST_CUBES: u64 = 1 << 20;
/// Heights of neighbours that differ by less are one slope.
const SAME_HEIGHT: f32 = 0.01;
/// Light falls on walls as on flat ground: their own shade is in their lightmaps.
const NORMAL_OF_WALLS: Vec3 = Vec3::Z;

/// Adds the tops of cubes and the walls between them. Says how far they reach.
pub fn add(assets: &mut Assets<'_>, gnd: &Gnd, origin: Origin) -> Bounds {
    let n_cubes = u64::from(gnd.width()) * u64::from(gnd.height());
    if n_cubes > MOST_CUBES {
        let why = format!("{n_cubes} cubes are more than are drawn, which is {MOST_CUBES}");
        assets.files.miss("ground", why);
        return Bounds::default();
    }
    let lights = lightmaps::pictures(gnd);
    let lights = lights.into_iter().map(|picture| assets.scene.add_picture(picture)).collect();
    let mut ground =
        Ground { gnd, origin, lights, materials: BTreeMap::new(), bounds: Bounds::default() };
    for y in (0..gnd.height()).step_by(SQUARE as usize) {
        for x in (0..gnd.width()).step_by(SQUARE as usize) {
            ground.add_square(assets, [x, y]);
        }
    }
    ground.bounds
}

struct Ground<'g> {
    gnd: &'g Gnd,
    origin: Origin,
    /// Pictures of lightmaps.
    lights: Vec<PictureId>,
    materials: BTreeMap<Option<usize>, Material>,
    bounds: Bounds,
}

/// By texture, and by the picture that the lightmaps are in.
type Meshes = BTreeMap<(Option<usize>, usize), Mesh>;

impl Ground<'_> {
    fn add_square(&mut self, assets: &mut Assets<'_>, [west, south]: [u32; 2]) {
        let mut meshes = Meshes::new();
        for y in south..(south + SQUARE).min(self.gnd.height()) {
            for x in west..(west + SQUARE).min(self.gnd.width()) {
                self.add_cube(&mut meshes, x, y);
            }
        }
        let mut parts = Vec::new();
        let mut lights = Vec::new();
        for (number, ((texture, light), mesh)) in (0..).zip(meshes) {
            let material = self.material(assets, texture);
            if let Some(picture) = self.lights.get(light) {
                let light = PartLight { picture: *picture, scale: 1.0, corner: [0.0; 2] };
                lights.push((number, light));
            }
            self.bounds = self.bounds.joined(mesh.bounds());
            let (mesh, material) =
                (assets.scene.add_mesh(mesh), assets.scene.add_material(material));
            parts.push(Part::new(mesh, material, number));
        }
        if parts.is_empty() {
            return;
        }
        let name = format!("ground at cube ({west}, {south})");
        let model = assets.scene.add_model(Model::of_parts(name, parts));
        let mut instance = Instance::new(model, Affine3A::IDENTITY);
        (instance.lights, instance.is_object) = (lights, false);
        assets.scene.instances.push(instance);
    }

    fn material(&mut self, assets: &mut Assets<'_>, texture: Option<usize>) -> Material {
        if let Some(known) = self.materials.get(&texture) {
            return known.clone();
        }
        let name = texture.and_then(|texture| self.gnd.textures.get(texture));
        let material = map::material(assets, name.map(|name| name.as_bytes()), u8::MAX);
        let material = Material { is_two_sided: true, adds_light: true, ..material };
        self.materials.insert(texture, material.clone());
        material
    }

    fn add_cube(&self, meshes: &mut Meshes, x: u32, y: u32) {
        let Some(own) = altitudes(self.gnd, x, y) else { return };
        let [_, own_se, own_nw, own_ne] = own;
        let (east, north) = (x as f32 + 1.0, y as f32 + 1.0);
        let at = |x: f32, y: f32, altitude: f32| self.origin.scene_from_cubes(x, y, altitude);
        if let Some(patch) = top(self.gnd, x, y) {
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let mut places = [Vec3::ZERO; 4];
            let mut normals = [Vec3::Z; 4];
            let slots = places.iter_mut().zip(&mut normals).zip(corners).zip(own);
            for (((place, normal), (dx, dy)), altitude) in slots {
                *place = at((x + dx) as f32, (y + dy) as f32, altitude);
                *normal = self.normal(x + dx, y + dy, altitude);
            }
            self.add_patch(meshes, &patch, places, normals);
        }
        let Some(cube) = self.gnd.cube(x, y) else { return };
        // Corners of walls: two on the edge of this cube and two on that of its neighbour. The first of a
        // wall to the north is in the west, of one to the east in the north.
        let walls = [NORMAL_OF_WALLS; 4];
        if let Some(patch) = wall(self.gnd, cube.north)
            && let Some([other_sw, other_se, ..]) = altitudes(self.gnd, x, y + 1)
        {
            let west = x as f32;
            let heights = [(west, own_nw), (east, own_ne), (west, other_sw), (east, other_se)];
            self.add_patch(meshes, &patch, heights.map(|(x, up)| at(x, north, up)), walls);
        }
        if let Some(patch) = wall(self.gnd, cube.east)
            && let Some([other_sw, _, other_nw, _]) = altitudes(self.gnd, x + 1, y)
        {
            let south = y as f32;
            let heights = [(north, own_ne), (south, own_se), (north, other_nw), (south, other_sw)];
            self.add_patch(meshes, &patch, heights.map(|(y, up)| at(east, y, up)), walls);
        }
    }

    /// Of a corner of cubes: the mean of those that meet there at the same height.
    fn normal(&self, x: u32, y: u32, altitude: f32) -> Vec3 {
        let mut sum = Vec3::ZERO;
        for (back_x, back_y, corner) in [(0, 0, 0_usize), (1, 0, 1), (0, 1, 2), (1, 1, 3)] {
            let place = x.checked_sub(back_x).zip(y.checked_sub(back_y));
            let Some(heights) = place.and_then(|(x, y)| altitudes(self.gnd, x, y)) else {
                continue;
            };
            let here = heights.get(corner).copied().unwrap_or(altitude);
            if (here - altitude).abs() <= SAME_HEIGHT {
                let [sw, se, nw, ne] = heights;
                // Altitudes grow downwards, over a cube of ten units.
                let east = ((se + ne) - (sw + nw)) / 2.0;
                let north = ((nw + ne) - (sw + se)) / 2.0;
                sum += Vec3::new(east, north, 10.0).normalize_or_zero();
            }
        }
        sum.normalize_or(Vec3::Z)
    }

    fn add_patch(&self, meshes: &mut Meshes, patch: &Patch, places: [Vec3; 4], normals: [Vec3; 4]) {
        if !places.iter().all(|place| place.is_finite()) {
            return;
        }
        let (light, uv_of_light) = lightmaps::place(self.gnd, patch.lightmap);
        let mesh = meshes.entry((patch.texture, light)).or_default();
        let first = mesh.vertices.len() as u32;
        let corners = places.into_iter().zip(normals).zip(patch.uv).zip(uv_of_light);
        for ((((at_m, normal), uv), uv_of_light), [r, g, b]) in corners.zip(patch.colours) {
            mesh.vertices.push(Vertex {
                at_m,
                normal,
                uv,
                uv_of_light,
                colour: [r, g, b, 255],
                ..Vertex::default()
            });
        }
        mesh.indices.extend([0, 1, 2, 1, 3, 2].map(|corner| first + corner));
    }
}
