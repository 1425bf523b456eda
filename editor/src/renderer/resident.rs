//! What of a scene stays on the graphics card.

use std::sync::Arc;

use eframe::wgpu;
use landwright_core::format::picture::Picture;
use landwright_core::scene::Scene;
use landwright_core::scene::material::{Blend, Material};
use landwright_core::scene::mesh::Mesh;
use landwright_core::scene::prepared::{LIGHTS_PER_SHEET, Prepared};
use wgpu::util::DeviceExt as _;

use super::formats::{MaterialUniform, MeshVertex, TerrainVertex};
use super::pictures::{self, Beyond};
use super::pipelines::Layouts;

/// Pictures of the ground, and of light, are no longer along a side.
const MAX_GROUND_SIDE: u32 = 256;
const MAX_LIGHT_SIDE: u32 = 512;
/// From so many pictures of light on they are half as long.
const MANY_LIGHTS: usize = 64;
/// Lights lie close to each other in their pictures: smaller copies would run together.
const LIGHT_LEVELS: u32 = 3;

pub(super) struct Resident {
    /// Of each mesh: as it is, and coarser.
    pub(super) meshes: Vec<[Option<Buffers>; 3]>,
    /// Of each material, one for each of its pictures.
    pub(super) materials: Vec<Vec<wgpu::BindGroup>>,
    pub(super) light_sheets: Vec<wgpu::BindGroup>,
    pub(super) no_light: wgpu::BindGroup,
    pub(super) ground: Option<Ground>,
}

/// Triangles that are drawn by their indices.
pub(super) struct Buffers {
    pub(super) vertices: wgpu::Buffer,
    pub(super) indices: wgpu::Buffer,
    pub(super) n_indices: u32,
}

pub(super) struct Ground {
    pub(super) pictures: wgpu::BindGroup,
    pub(super) no_light: wgpu::BindGroup,
    pub(super) pieces: Vec<Piece>,
}

pub(super) struct Piece {
    pub(super) vertices: wgpu::Buffer,
    pub(super) details: Vec<(wgpu::Buffer, u32)>,
    pub(super) light: Option<wgpu::BindGroup>,
}

struct Uploading<'a> {
    device: &'a wgpu::Device,
    queue: &'a wgpu::Queue,
    layouts: &'a Layouts,
    repeats: wgpu::Sampler,
    stays: wgpu::Sampler,
}

impl Resident {
    pub(super) fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        layouts: &Layouts,
        scene: &Scene,
        prepared: &Prepared,
        between_levels: wgpu::MipmapFilterMode,
    ) -> Resident {
        let up = Uploading {
            device,
            queue,
            layouts,
            repeats: pictures::sampler(device, Beyond::Repeats, between_levels),
            stays: pictures::sampler(device, Beyond::Stays, between_levels),
        };
        let white = Picture { width: 1, height: 1, pixels: vec![[255; 4]] };
        let no_light = up.list_group(&up.list(&[&white], 1, 1), &up.stays);
        Resident {
            meshes: up.meshes(scene, prepared),
            materials: up.materials(scene, &white),
            light_sheets: up.light_sheets(scene, prepared),
            no_light,
            ground: up.ground(scene, &white),
        }
    }
}

impl Uploading<'_> {
    fn buffer(&self, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let limit = self.device.limits().max_buffer_size;
        // Nothing is drawn of a mesh that no driver can hold.
        let contents = if bytes.is_empty() || bytes.len() as u64 > limit { &[0; 4] } else { bytes };
        let label = Some("triangles");
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label, contents, usage })
    }

    fn buffers(&self, mesh: &Mesh) -> Option<Buffers> {
        if mesh.indices.is_empty() || mesh.vertices.is_empty() {
            return None;
        }
        let vertices = MeshVertex::all(mesh);
        Some(Buffers {
            vertices: self.buffer(bytemuck::cast_slice(&vertices), wgpu::BufferUsages::VERTEX),
            indices: self.buffer(bytemuck::cast_slice(&mesh.indices), wgpu::BufferUsages::INDEX),
            n_indices: mesh.indices.len() as u32,
        })
    }

    fn meshes(&self, scene: &Scene, prepared: &Prepared) -> Vec<[Option<Buffers>; 3]> {
        let coarse = |mesh: &Option<Arc<Mesh>>| self.buffers(mesh.as_ref()?);
        let all = scene.meshes.iter().zip(&prepared.coarse);
        all.map(|(mesh, [first, second])| [self.buffers(mesh), coarse(first), coarse(second)])
            .collect()
    }

    fn materials(&self, scene: &Scene, white: &Picture) -> Vec<Vec<wgpu::BindGroup>> {
        let used = scene.materials.iter().flat_map(|material| &material.pictures);
        let used: std::collections::BTreeSet<_> = used.copied().collect();
        let of = |id: landwright_core::scene::PictureId| scene.pictures.get(id.index());
        let all: Vec<&Picture> = used.iter().filter_map(|id| of(*id)).map(|one| &**one).collect();
        let halvings = pictures::halvings(&all);
        let views: std::collections::BTreeMap<_, _> = used
            .into_iter()
            .filter_map(|id| Some((id, pictures::one(self.device, self.queue, of(id)?, halvings))))
            .collect();
        let plain = pictures::one(self.device, self.queue, white, 0);
        let groups = scene.materials.iter().map(|material| {
            let uniform = self.uniform(material);
            let found = material.pictures.iter().filter_map(|id| views.get(id));
            let found: Vec<&wgpu::TextureView> = found.collect();
            let found = if found.is_empty() { vec![&plain] } else { found };
            found.into_iter().map(|view| self.material_group(view, &uniform)).collect()
        });
        groups.collect()
    }

    fn uniform(&self, material: &Material) -> wgpu::Buffer {
        let least = if let Blend::CutOut { least } = material.blend { least } else { 0.0 };
        let lit = if material.is_lit { 1.0 } else { 0.0 };
        let uniform =
            MaterialUniform { tint: material.tint, least_and_lit: [least, lit, 0.0, 0.0] };
        self.buffer(bytemuck::bytes_of(&uniform), wgpu::BufferUsages::UNIFORM)
    }

    fn material_group(&self, view: &wgpu::TextureView, uniform: &wgpu::Buffer) -> wgpu::BindGroup {
        self.group(
            &self.layouts.material,
            &[
                wgpu::BindingResource::TextureView(view),
                wgpu::BindingResource::Sampler(&self.repeats),
                uniform.as_entire_binding(),
            ],
        )
    }

    fn group(
        &self,
        layout: &wgpu::BindGroupLayout,
        resources: &[wgpu::BindingResource<'_>],
    ) -> wgpu::BindGroup {
        let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
            .zip(resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
            .collect();
        let label = Some("pictures");
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label,
            layout,
            entries: &entries,
        })
    }

    fn list(&self, all: &[&Picture], max_side: u32, n_levels: u32) -> wgpu::TextureView {
        pictures::list(self.device, self.queue, all, max_side, n_levels)
    }

    fn list_group(&self, view: &wgpu::TextureView, sampler: &wgpu::Sampler) -> wgpu::BindGroup {
        self.group(
            &self.layouts.list,
            &[wgpu::BindingResource::TextureView(view), wgpu::BindingResource::Sampler(sampler)],
        )
    }

    fn one_group(&self, view: &wgpu::TextureView) -> wgpu::BindGroup {
        self.group(
            &self.layouts.one,
            &[
                wgpu::BindingResource::TextureView(view),
                wgpu::BindingResource::Sampler(&self.stays),
            ],
        )
    }

    fn light_sheets(&self, scene: &Scene, prepared: &Prepared) -> Vec<wgpu::BindGroup> {
        let side = MAX_LIGHT_SIDE >> u32::from(prepared.lights.len() > MANY_LIGHTS);
        let sheets = prepared.lights.chunks(LIGHTS_PER_SHEET).map(|sheet| {
            let all: Vec<&Picture> = sheet
                .iter()
                .filter_map(|id| scene.pictures.get(id.index()))
                .map(|picture| &**picture)
                .collect();
            self.list_group(&self.list(&all, side, LIGHT_LEVELS), &self.stays)
        });
        sheets.collect()
    }

    fn ground(&self, scene: &Scene, white: &Picture) -> Option<Ground> {
        let terrain = &scene.terrain;
        if terrain.pieces.is_empty() {
            return None;
        }
        // What stands for pictures that are not there is the last.
        let plain = Picture { width: 1, height: 1, pixels: vec![[124, 130, 108, 255]] };
        let found = terrain.pictures.iter().filter_map(|id| scene.pictures.get(id.index()));
        let all: Vec<&Picture> = found.map(|picture| &**picture).chain([&plain, &plain]).collect();
        let pictures = self.list_group(&self.list(&all, MAX_GROUND_SIDE, 12), &self.stays);
        let no_light = pictures::one(self.device, self.queue, white, 0);
        let pieces = terrain.pieces.iter().map(|piece| {
            let vertices: Vec<TerrainVertex> =
                piece.vertices.iter().map(TerrainVertex::new).collect();
            let light = piece.light.and_then(|id| scene.pictures.get(id.index()));
            let light = light.map(|light| pictures::one(self.device, self.queue, light, 0));
            let details = piece.details.iter().map(|detail| {
                let bytes = bytemuck::cast_slice(&detail.indices);
                (self.buffer(bytes, wgpu::BufferUsages::INDEX), detail.indices.len() as u32)
            });
            Piece {
                details: details.collect(),
                vertices: self.buffer(bytemuck::cast_slice(&vertices), wgpu::BufferUsages::VERTEX),
                light: light.map(|light| self.one_group(&light)),
            }
        });
        let pieces = pieces.collect();
        Some(Ground { pictures, no_light: self.one_group(&no_light), pieces })
    }
}
