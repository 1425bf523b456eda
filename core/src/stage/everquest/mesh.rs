//! Meshes of a world as those of a scene: heaps of triangles that share a material.

use std::collections::BTreeMap;

use glam::{Vec2, Vec3};

use crate::format::eq::wld::geometry::{self, TextureCoordinates};
use crate::format::number::F32;
use crate::scene::MaterialId;
use crate::scene::mesh::{Mesh, Vertex};

use crate::stage::everquest::scene_from_client;

/// How a mesh is lit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Light {
    /// By the colours of the vertices, which have the light of lamps and the share of the sun.
    Painted,
    /// By the scene.
    Sun,
}

/// Triangles by what lies on them, in the order of the materials.
#[derive(Debug, Default)]
pub struct Heaps(BTreeMap<MaterialId, Mesh>);

/// Of the light of the sun, as much as falls on what is turned to it.
const SUN: f32 = 0.65;
/// So much light is everywhere, or nobody would see what lies in the dark.
const LEAST_LIGHT: f32 = 0.35;

impl Heaps {
    /// Adds what is seen of a mesh.
    pub fn add(&mut self, mesh: &geometry::Mesh, materials: &[Option<MaterialId>], light: Light) {
        let vertices = vertices(mesh, light);
        let mut runs: BTreeMap<MaterialId, Vec<u32>> = BTreeMap::new();
        for (polygon, place) in mesh.polygons_with_materials() {
            let Some(Some(material)) = materials.get(usize::from(place)) else { continue };
            // The front of a triangle of the client is where its corners run clockwise.
            let [a, b, c] = polygon.corners.map(u32::from);
            if [a, b, c].iter().all(|corner| (*corner as usize) < vertices.len()) {
                runs.entry(*material).or_default().extend([c, b, a]);
            }
        }
        for (material, corners) in runs {
            let heap = self.0.entry(material).or_default();
            let mut places = vec![u32::MAX; vertices.len()];
            for corner in corners {
                let Some(place) = places.get_mut(corner as usize) else { continue };
                if *place == u32::MAX {
                    *place = heap.vertices.len() as u32;
                    heap.vertices.extend(vertices.get(corner as usize));
                }
                heap.indices.push(*place);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn into_meshes(self) -> impl Iterator<Item = (MaterialId, Mesh)> {
        self.0.into_iter().map(|(material, mesh)| (material, mesh.with_normals()))
    }
}

fn vertices(mesh: &geometry::Mesh, light: Light) -> Vec<Vertex> {
    let vertex = |(number, at): (usize, [f32; 3])| Vertex {
        at_m: scene_from_client(at),
        normal: mesh.normals.get(number).map_or(Vec3::ZERO, |normal| normal_of(*normal)),
        uv: uv(&mesh.texture, number),
        colour: match (light, mesh.colours.get(number)) {
            (Light::Painted, Some(colour)) => painted(*colour),
            _ => [255; 4],
        },
        ..Vertex::default()
    };
    mesh.positions().into_iter().enumerate().map(vertex).collect()
}

fn normal_of(normal: [u8; 3]) -> Vec3 {
    let [north, west, up] = normal.map(|part| f32::from(part.cast_signed()) / 127.0);
    Vec3::new(-west, north, up).normalize_or_zero()
}

/// The height of a picture counts from below in these files.
fn uv(texture: &TextureCoordinates, number: usize) -> Vec2 {
    let [x, y] = match texture {
        TextureCoordinates::Old(list) => {
            list.get(number).map_or([0.0; 2], |place| place.map(|number| f32::from(number) / 256.0))
        }
        TextureCoordinates::New(list) => {
            list.get(number).map_or([0.0; 2], |place| place.map(F32::get))
        }
    };
    let uv = Vec2::new(x, -y);
    if uv.is_finite() { uv } else { Vec2::ZERO }
}

/// The fourth part of a colour is the share of the sun that comes there: it is high in the open of ten real
/// zones, and 0 in their dungeons.
fn painted([b, g, r, sun]: [u8; 4]) -> [u8; 4] {
    let sun = f32::from(sun) * SUN;
    let lit = |part: u8| (LEAST_LIGHT * 255.0 + f32::from(part) + sun).min(255.0) as u8;
    [lit(r), lit(g), lit(b), 255]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::eq::wld::fragment;
    use crate::sample;
    use crate::world::eq::Zone;

    #[test]
    fn floors_face_up_and_triangles_of_no_material_are_left_out() {
        let zone = Zone::open("isle.s3d", &sample::eq::zone().unwrap()).unwrap();
        let mut heaps = Heaps::default();
        let mut n_seen = 0;
        for (_, fragment) in zone.world.of_kind(fragment::MESH) {
            let mesh = geometry::Mesh::read(fragment, zone.world.version).unwrap();
            let grass = [Some(MaterialId(0))];
            n_seen += mesh.polygons_with_materials().filter(|(_, place)| *place == 0).count();
            heaps.add(&mesh, &grass, Light::Painted);
        }
        let meshes: Vec<(MaterialId, Mesh)> = heaps.into_meshes().collect();
        assert_eq!(meshes.len(), 1);
        let (_, mesh) = &meshes[0];
        assert_eq!(mesh.n_triangles(), n_seen);
        let is_level = |[a, b, c]: &[&Vertex; 3]| {
            (a.at_m.z - b.at_m.z).abs() < 1e-4 && (a.at_m.z - c.at_m.z).abs() < 1e-4
        };
        let ground = |[a, b, c]: &[&Vertex; 3]| {
            (b.at_m - a.at_m).cross(c.at_m - a.at_m).z > 0.0 && a.at_m.z.abs() < 1e-3
        };
        assert!(mesh.triangles().filter(is_level).filter(ground).count() > 10);
    }

    #[test]
    fn lamps_and_the_sun_add_up_and_no_light_is_still_some() {
        assert_eq!(painted([0, 0, 0, 0]), [89, 89, 89, 255]);
        assert_eq!(painted([10, 20, 30, 0]), [119, 109, 99, 255]);
        assert_eq!(painted([0, 0, 0, 255])[0], 255);
        assert_eq!(painted([255; 4]), [255; 4]);
    }
}
