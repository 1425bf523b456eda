//! What of a scene is on the graphics card. It comes there piece by piece, so that no frame waits for it, and
//! is compared with the scene by what it was made of.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use eframe::wgpu;
use landwright_core::format::picture::Picture;
use landwright_core::scene::material::{Blend, Material};
use landwright_core::scene::mesh::Mesh;
use landwright_core::scene::prepared::{LIGHTS_PER_SHEET, Prepared};
use landwright_core::scene::terrain;
use landwright_core::scene::{PictureId, Scene};
use wgpu::util::DeviceExt as _;

use crate::renderer::formats::{MaterialUniform, MeshVertex, TerrainVertex};
use crate::renderer::pictures::{self, Beyond, List};
use crate::renderer::pipelines::Layouts;

/// Pictures of the ground, and of light, are no longer along a side.
const MAX_GROUND_SIDE: u32 = 256;
const MAX_LIGHT_SIDE: u32 = 512;
/// From so many pictures of light on they are half as long.
const MANY_LIGHTS: usize = 64;
/// Lights lie close to each other in their pictures: smaller copies would run together.
const LIGHT_LEVELS: u32 = 3;
const GROUND_LEVELS: u32 = 12;

/// Until when something may take; `None` for as long as it takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Until(pub(crate) Option<Instant>);

pub(crate) struct Resident {
    /// Of each mesh: as it is, and coarser.
    meshes: Vec<Made<Mesh, [Option<Buffers>; 3]>>,
    pictures: BTreeMap<PictureId, wgpu::TextureView>,
    /// How often those are halved; known when the first of them came.
    halvings: Option<u32>,
    /// Of each material, one for each of its pictures.
    materials: Vec<Option<(Material, Vec<wgpu::BindGroup>)>>,
    light_sheets: Vec<Sheet>,
    pub(super) no_light: wgpu::BindGroup,
    /// The same where light is added: nothing is, and no shadow falls.
    pub(super) no_added_light: wgpu::BindGroup,
    ground: Option<Ground>,
    plain: wgpu::TextureView,
    repeats: wgpu::Sampler,
    stays: wgpu::Sampler,
    /// Grows with all that comes.
    pub(crate) n_changes: u64,
}

/// What was made of something.
struct Made<T, M> {
    of: Option<Arc<T>>,
    made: M,
}

/// Triangles that are drawn by their indices.
pub(super) struct Buffers {
    pub(super) vertices: wgpu::Buffer,
    pub(super) indices: wgpu::Buffer,
    pub(super) n_indices: u32,
}

/// A list of pictures of a scene.
struct Sheet {
    of: Vec<PictureId>,
    list: List,
    n_written: usize,
    group: wgpu::BindGroup,
}

struct Ground {
    pictures: Sheet,
    no_light: wgpu::BindGroup,
    pieces: Vec<Made<terrain::Piece, Option<Piece>>>,
}

pub(super) struct Piece {
    pub(super) vertices: wgpu::Buffer,
    pub(super) details: Vec<(wgpu::Buffer, u32)>,
    pub(super) light: Option<wgpu::BindGroup>,
}

/// Where things are made.
#[derive(Clone, Copy)]
pub(super) struct Shop<'a> {
    pub(super) device: &'a wgpu::Device,
    pub(super) queue: &'a wgpu::Queue,
    pub(super) layouts: &'a Layouts,
}

impl Until {
    pub(super) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

impl Resident {
    pub(super) fn new(shop: Shop<'_>, between_levels: wgpu::MipmapFilterMode) -> Resident {
        let sampler = |beyond| pictures::sampler(shop.device, beyond, between_levels);
        let (repeats, stays) = (sampler(Beyond::Repeats), sampler(Beyond::Stays));
        let white = Picture { width: 1, height: 1, pixels: vec![[255; 4]] };
        let none = List::new(shop.device, 1, 1, 1, 1);
        none.write(shop.queue, 0, &white);
        let dark = Picture { width: 1, height: 1, pixels: vec![[0, 0, 0, 255]] };
        let none_added = List::new(shop.device, 1, 1, 1, 1);
        none_added.write(shop.queue, 0, &dark);
        Resident {
            meshes: Vec::new(),
            pictures: BTreeMap::new(),
            halvings: None,
            materials: Vec::new(),
            light_sheets: Vec::new(),
            no_light: shop.list_group(&none, &stays),
            no_added_light: shop.list_group(&none_added, &stays),
            ground: None,
            plain: pictures::one(shop.device, shop.queue, &white, 0),
            repeats,
            stays,
            n_changes: 0,
        }
    }

    /// Brings what is not there yet, or was made of something else. Says whether all is there now.
    pub(super) fn follow(
        &mut self,
        shop: Shop<'_>,
        scene: &Scene,
        prepared: &Prepared,
        until: Until,
    ) -> bool {
        self.follow_ground(shop, scene, until)
            && self.follow_materials(shop, scene, until)
            && self.follow_meshes(shop, scene, prepared, until)
            && self.follow_lights(shop, scene, prepared, until)
    }

    pub(super) fn mesh(&self, mesh: usize, detail: u8) -> Option<&Buffers> {
        self.meshes.get(mesh)?.made.get(usize::from(detail))?.as_ref()
    }

    /// Of a material and which of its pictures.
    pub(super) fn material(&self, material: usize, turn: usize) -> Option<&wgpu::BindGroup> {
        let (_, groups) = self.materials.get(material)?.as_ref()?;
        groups.get(turn.checked_rem(groups.len())?)
    }

    /// What is not there yet is as bright as day.
    pub(super) fn light_sheet(&self, sheet: u32) -> Option<&wgpu::BindGroup> {
        let sheet = self.light_sheets.get(sheet as usize)?;
        (sheet.n_written == sheet.of.len()).then_some(&sheet.group)
    }

    pub(super) fn ground(&self) -> Option<&wgpu::BindGroup> {
        Some(&self.ground.as_ref()?.pictures.group)
    }

    /// A piece, and the light on it.
    pub(super) fn piece(&self, piece: u32) -> Option<(&Piece, &wgpu::BindGroup)> {
        let ground = self.ground.as_ref()?;
        let piece = ground.pieces.get(piece as usize)?.made.as_ref()?;
        Some((piece, piece.light.as_ref().unwrap_or(&ground.no_light)))
    }

    fn follow_ground(&mut self, shop: Shop<'_>, scene: &Scene, until: Until) -> bool {
        let terrain = &scene.terrain;
        if terrain.pieces.is_empty() {
            self.ground = None;
            return true;
        }
        let is_other = |ground: &Ground| ground.pictures.of != terrain.pictures;
        if self.ground.as_ref().is_none_or(is_other) {
            self.n_changes += 1;
            let pictures = self.new_ground_sheet(shop, scene);
            let pieces = self.ground.take().map(|ground| ground.pieces).unwrap_or_default();
            let no_light = shop.one_group(&self.plain, &self.stays);
            self.ground = Some(Ground { pictures, no_light, pieces });
        }
        let Some(ground) = &mut self.ground else { return true };
        if !ground.pictures.follow(shop, scene, until, &mut self.n_changes) {
            return false;
        }
        for (place, piece) in terrain.pieces.iter().enumerate() {
            if ground.pieces.len() <= place {
                ground.pieces.push(Made { of: None, made: None });
            }
            let Some(own) = ground.pieces.get_mut(place) else { continue };
            if own.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, piece)) {
                continue;
            }
            let same_light = own.of.as_ref().is_some_and(|of| of.light == piece.light);
            let light = own.made.take().and_then(|made| made.light).filter(|_| same_light);
            own.made = Some(shop.piece(scene, piece, light, &self.stays));
            own.of = Some(Arc::clone(piece));
            self.n_changes += 1;
            if until.is_over() {
                return false;
            }
        }
        true
    }

    fn new_ground_sheet(&self, shop: Shop<'_>, scene: &Scene) -> Sheet {
        let of = scene.terrain.pictures.clone();
        // What stands for pictures that are not there is the last.
        let plain = Picture { width: 1, height: 1, pixels: vec![[124, 130, 108, 255]] };
        let (n, side) = (of.len(), largest(scene, &of));
        let list = List::new(shop.device, n + 2, side, MAX_GROUND_SIDE, GROUND_LEVELS);
        for layer in [n, n + 1] {
            list.write(shop.queue, layer as u32, &plain);
        }
        let group = shop.list_group(&list, &self.stays);
        Sheet { of, list, n_written: 0, group }
    }

    fn follow_materials(&mut self, shop: Shop<'_>, scene: &Scene, until: Until) -> bool {
        for (place, material) in scene.materials.iter().enumerate() {
            if self.materials.len() <= place {
                self.materials.push(None);
            }
            let own = self.materials.get(place).and_then(Option::as_ref);
            if own.is_some_and(|(of, _)| of == material) {
                continue;
            }
            for id in &material.pictures {
                if !self.follow_picture(shop, scene, *id, until) {
                    return false;
                }
            }
            let uniform = shop.uniform(material);
            let found = material.pictures.iter().filter_map(|id| self.pictures.get(id));
            let found: Vec<&wgpu::TextureView> = found.collect();
            let found = if found.is_empty() { vec![&self.plain] } else { found };
            let group = |view| shop.material_group(view, &self.repeats, &uniform);
            let groups = found.into_iter().map(group).collect();
            if let Some(own) = self.materials.get_mut(place) {
                *own = Some((material.clone(), groups));
            }
            self.n_changes += 1;
        }
        true
    }

    /// Says whether there is time for more.
    fn follow_picture(
        &mut self,
        shop: Shop<'_>,
        scene: &Scene,
        id: PictureId,
        until: Until,
    ) -> bool {
        if self.pictures.contains_key(&id) {
            return true;
        }
        let Some(picture) = scene.pictures.get(id.index()) else { return true };
        let halvings = *self.halvings.get_or_insert_with(|| halvings(scene));
        let view = pictures::one(shop.device, shop.queue, picture, halvings);
        self.pictures.insert(id, view);
        !until.is_over()
    }

    fn follow_meshes(
        &mut self,
        shop: Shop<'_>,
        scene: &Scene,
        prepared: &Prepared,
        until: Until,
    ) -> bool {
        for (place, (mesh, coarse)) in scene.meshes.iter().zip(&prepared.coarse).enumerate() {
            if self.meshes.len() <= place {
                self.meshes.push(Made { of: None, made: [const { None }; 3] });
            }
            let Some(own) = self.meshes.get_mut(place) else { continue };
            if own.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, mesh)) {
                continue;
            }
            let buffers = |mesh: &Option<Arc<Mesh>>| shop.buffers(mesh.as_ref()?);
            let [first, second] = coarse;
            own.made = [shop.buffers(mesh), buffers(first), buffers(second)];
            own.of = Some(Arc::clone(mesh));
            self.n_changes += 1;
            if until.is_over() {
                return false;
            }
        }
        true
    }

    fn follow_lights(
        &mut self,
        shop: Shop<'_>,
        scene: &Scene,
        prepared: &Prepared,
        until: Until,
    ) -> bool {
        let max_side = MAX_LIGHT_SIDE >> u32::from(prepared.lights.len() > MANY_LIGHTS);
        for (place, lights) in prepared.lights.chunks(LIGHTS_PER_SHEET).enumerate() {
            if self.light_sheets.get(place).is_none_or(|sheet| sheet.of != lights) {
                let side = largest(scene, lights);
                let list = List::new(shop.device, lights.len(), side, max_side, LIGHT_LEVELS);
                let group = shop.list_group(&list, &self.stays);
                let sheet = Sheet { of: lights.to_vec(), list, n_written: 0, group };
                self.light_sheets.truncate(place);
                self.light_sheets.push(sheet);
            }
            let Some(sheet) = self.light_sheets.get_mut(place) else { continue };
            if !sheet.follow(shop, scene, until, &mut self.n_changes) {
                return false;
            }
        }
        true
    }
}

impl Sheet {
    fn follow(&mut self, shop: Shop<'_>, scene: &Scene, until: Until, n_changes: &mut u64) -> bool {
        while let Some(id) = self.of.get(self.n_written) {
            if let Some(picture) = scene.pictures.get(id.index()) {
                self.list.write(shop.queue, self.n_written as u32, picture);
            }
            self.n_written += 1;
            *n_changes += 1;
            if until.is_over() {
                return false;
            }
        }
        true
    }
}

/// The longest side of some pictures.
fn largest(scene: &Scene, ids: &[PictureId]) -> u32 {
    let found = ids.iter().filter_map(|id| scene.pictures.get(id.index()));
    found.map(|picture| picture.width.max(picture.height)).max().unwrap_or(1)
}

fn halvings(scene: &Scene) -> u32 {
    let used = scene.materials.iter().flat_map(|material| &material.pictures);
    let used: BTreeSet<PictureId> = used.copied().collect();
    let found = used.iter().filter_map(|id| scene.pictures.get(id.index()));
    pictures::halvings(&found.map(|picture| &**picture).collect::<Vec<_>>())
}

impl Shop<'_> {
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

    fn piece(
        &self,
        scene: &Scene,
        piece: &terrain::Piece,
        light: Option<wgpu::BindGroup>,
        stays: &wgpu::Sampler,
    ) -> Piece {
        let vertices: Vec<TerrainVertex> = piece.vertices.iter().map(TerrainVertex::new).collect();
        let details = piece.details.iter().map(|detail| {
            let bytes = bytemuck::cast_slice(&detail.indices);
            (self.buffer(bytes, wgpu::BufferUsages::INDEX), detail.indices.len() as u32)
        });
        let of_light = piece.light.and_then(|id| scene.pictures.get(id.index()));
        let new_light = || {
            let picture = pictures::one(self.device, self.queue, of_light?, 0);
            Some(self.one_group(&picture, stays))
        };
        Piece {
            details: details.collect(),
            vertices: self.buffer(bytemuck::cast_slice(&vertices), wgpu::BufferUsages::VERTEX),
            light: light.or_else(new_light),
        }
    }

    fn uniform(&self, material: &Material) -> wgpu::Buffer {
        let least = match material.blend {
            Blend::CutOut { least } | Blend::Mixed { least, .. } => least,
            Blend::Opaque | Blend::Over | Blend::Add => 0.0,
        };
        let lit = if material.is_lit { 1.0 } else { 0.0 };
        let uniform =
            MaterialUniform { tint: material.tint, least_and_lit: [least, lit, 0.0, 0.0] };
        self.buffer(bytemuck::bytes_of(&uniform), wgpu::BufferUsages::UNIFORM)
    }

    fn material_group(
        &self,
        view: &wgpu::TextureView,
        sampler: &wgpu::Sampler,
        uniform: &wgpu::Buffer,
    ) -> wgpu::BindGroup {
        self.group(
            &self.layouts.material,
            &[
                wgpu::BindingResource::TextureView(view),
                wgpu::BindingResource::Sampler(sampler),
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

    fn list_group(&self, list: &List, sampler: &wgpu::Sampler) -> wgpu::BindGroup {
        let view = wgpu::BindingResource::TextureView(&list.view());
        self.group(&self.layouts.list, &[view, wgpu::BindingResource::Sampler(sampler)])
    }

    fn one_group(&self, view: &wgpu::TextureView, sampler: &wgpu::Sampler) -> wgpu::BindGroup {
        let view = wgpu::BindingResource::TextureView(view);
        self.group(&self.layouts.one, &[view, wgpu::BindingResource::Sampler(sampler)])
    }
}
