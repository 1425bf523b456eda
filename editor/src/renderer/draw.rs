//! Draws the frames of a scene into a picture.

use std::mem::size_of;
use std::ops::Range;

use eframe::wgpu;
use glam::Vec3;
use landwright_core::scene::MaterialId;
use landwright_core::scene::Scene;
use landwright_core::scene::frame::{Blended, Draw, Frame};
use landwright_core::scene::light::Surroundings;
use landwright_core::scene::prepared::Prepared;

use crate::renderer::camera::Eye;
use crate::renderer::formats::{FrameUniform, InstanceRow, QuadRow, rows};
use crate::renderer::pipelines::{COLOUR, DEPTH, Layouts, Pipelines, QuadWay, Way};
use crate::renderer::resident::{Resident, Shop, Until};

/// As the shader has it.
const BONES_PER_ROW: usize = 512;

/// What is behind everything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Background {
    Sky,
    Plain(Vec3),
}

/// How scenes are drawn on a device.
pub(crate) struct Renderer {
    layouts: Layouts,
    pipelines: Pipelines,
    n_samples: u32,
}

/// What a view needs on the graphics card for its frames.
pub(crate) struct Easel {
    uniform: wgpu::Buffer,
    instances: wgpu::Buffer,
    quads: wgpu::Buffer,
    bones: wgpu::Texture,
    frame_group: wgpu::BindGroup,
}

/// What is drawn of, and when.
#[derive(Clone, Copy)]
pub(crate) struct Stage<'s> {
    pub(crate) scene: &'s Scene,
    pub(crate) prepared: &'s Prepared,
    pub(crate) resident: &'s Resident,
    pub(crate) easel: &'s Easel,
    pub(crate) frame: &'s Frame,
    pub(crate) seconds: f64,
}

/// A picture that is drawn into.
pub(super) struct Target {
    pub(super) colour: wgpu::Texture,
    view: wgpu::TextureView,
    samples: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
}

fn buffer(device: &wgpu::Device, size: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("frame"),
        size: size.max(16) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

fn bones_texture(device: &wgpu::Device, n_rows: usize) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("bones"),
        size: wgpu::Extent3d {
            width: 3 * BONES_PER_ROW as u32,
            height: (n_rows as u32).max(1),
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

fn frame_group(
    device: &wgpu::Device,
    layouts: &Layouts,
    uniform: &wgpu::Buffer,
    bones: &wgpu::Texture,
) -> wgpu::BindGroup {
    let view = bones.create_view(&wgpu::TextureViewDescriptor::default());
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("frame"),
        layout: &layouts.frame,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() },
            wgpu::BindGroupEntry {
                binding: 1,
                resource: wgpu::BindingResource::TextureView(&view),
            },
        ],
    })
}

impl Renderer {
    pub(crate) fn new(device: &wgpu::Device, n_samples: u32) -> Renderer {
        let (layouts, pipelines) = (Layouts::new(device), Pipelines::new(device, n_samples));
        Renderer { layouts, pipelines, n_samples }
    }

    pub(crate) fn new_resident(&self, device: &wgpu::Device, queue: &wgpu::Queue) -> Resident {
        // A frame of a window has no time for both of two sizes of a picture.
        let between_levels = match self.n_samples > 1 {
            true => wgpu::MipmapFilterMode::Linear,
            false => wgpu::MipmapFilterMode::Nearest,
        };
        Resident::new(Shop { device, queue, layouts: &self.layouts }, between_levels)
    }

    pub(crate) fn new_easel(&self, device: &wgpu::Device) -> Easel {
        let uniform = buffer(device, size_of::<FrameUniform>(), wgpu::BufferUsages::UNIFORM);
        let instances = buffer(device, size_of::<InstanceRow>(), wgpu::BufferUsages::VERTEX);
        let quads = buffer(device, size_of::<QuadRow>(), wgpu::BufferUsages::VERTEX);
        let bones = bones_texture(device, 1);
        let frame_group = frame_group(device, &self.layouts, &uniform, &bones);
        Easel { uniform, instances, quads, bones, frame_group }
    }

    /// Brings more of a scene to the graphics card. Says whether all is there now.
    pub(crate) fn bring(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        resident: &mut Resident,
        (scene, prepared): (&Scene, &Prepared),
        until: Until,
    ) -> bool {
        self.pipelines.make_sky(device, &self.layouts);
        for piece in &scene.terrain.pieces {
            self.pipelines.make_ground(device, &self.layouts, piece.light.is_some());
        }
        for group in &prepared.groups {
            let Some(material) = scene.materials.get(group.material.index()) else { continue };
            let way = Way::of(group, material);
            if self.pipelines.make_mesh(device, &self.layouts, way) && until.is_over() {
                return false;
            }
        }
        for id in &prepared.of_particles {
            let Some(material) = scene.materials.get(id.index()) else { continue };
            let way = QuadWay::of(material);
            if self.pipelines.make_quads(device, &self.layouts, way) && until.is_over() {
                return false;
            }
        }
        let shop = Shop { device, queue, layouts: &self.layouts };
        resident.follow(shop, scene, prepared, until)
    }

    /// Makes a frame ready to be drawn.
    pub(crate) fn fill(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        easel: &mut Easel,
        (frame, eye, around): (&Frame, &Eye, &Surroundings),
    ) {
        let uniform = uniform_of(around, eye);
        queue.write_buffer(&easel.uniform, 0, bytemuck::bytes_of(&uniform));
        let placed: Vec<InstanceRow> = frame.placed.iter().map(InstanceRow::new).collect();
        put_rows(device, queue, &mut easel.instances, &placed);
        let quads: Vec<QuadRow> = frame.quads.iter().map(QuadRow::new).collect();
        put_rows(device, queue, &mut easel.quads, &quads);
        easel.put_bones(device, queue, frame, &self.layouts);
    }

    /// Draws what hides what is behind it. Says how many draw calls that took, as the others do.
    pub(crate) fn draw_solid(&self, pass: &mut wgpu::RenderPass<'_>, stage: Stage<'_>) -> usize {
        pass.set_bind_group(0, &stage.easel.frame_group, &[]);
        self.draw_meshes(pass, &stage.frame.solid, stage)
    }

    pub(crate) fn draw_ground(&self, pass: &mut wgpu::RenderPass<'_>, stage: Stage<'_>) -> usize {
        let Some(pictures) = stage.resident.ground() else { return 0 };
        pass.set_bind_group(0, &stage.easel.frame_group, &[]);
        pass.set_bind_group(1, pictures, &[]);
        let mut n_calls = 0;
        for (number, detail) in &stage.frame.ground {
            let Some((piece, light)) = stage.resident.piece(*number) else { continue };
            let Some((indices, n_indices)) = piece.details.get(usize::from(*detail)) else {
                continue;
            };
            let Some(pipeline) = self.pipelines.ground(piece.light.is_some()) else { continue };
            pass.set_pipeline(pipeline);
            pass.set_bind_group(2, light, &[]);
            pass.set_vertex_buffer(0, piece.vertices.slice(..));
            pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..*n_indices, 0, 0..1);
            n_calls += 1;
        }
        n_calls
    }

    pub(crate) fn draw_sky(&self, pass: &mut wgpu::RenderPass<'_>, stage: Stage<'_>) -> usize {
        let Some(sky) = self.pipelines.sky() else { return 0 };
        pass.set_bind_group(0, &stage.easel.frame_group, &[]);
        pass.set_pipeline(sky);
        pass.draw(0..3, 0..1);
        1
    }

    /// Draws what is seen through.
    pub(crate) fn draw_blended(&self, pass: &mut wgpu::RenderPass<'_>, stage: Stage<'_>) -> usize {
        pass.set_bind_group(0, &stage.easel.frame_group, &[]);
        let mut n_calls = 0;
        for blended in &stage.frame.blended {
            n_calls += match blended {
                Blended::Meshes(draw) => self.draw_meshes(pass, std::slice::from_ref(draw), stage),
                Blended::Particles { material, quads } => {
                    let drawn = self.draw_quads(pass, *material, quads.clone(), stage);
                    usize::from(drawn.is_some())
                }
            };
        }
        n_calls
    }

    fn draw_quads(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        id: MaterialId,
        quads: Range<u32>,
        stage: Stage<'_>,
    ) -> Option<()> {
        let material = stage.scene.materials.get(id.index())?;
        let pictures = stage.resident.material(id.index(), 0)?;
        pass.set_pipeline(self.pipelines.quads(QuadWay::of(material))?);
        pass.set_bind_group(1, pictures, &[]);
        pass.set_vertex_buffer(0, stage.easel.quads.slice(..));
        pass.draw(0..6, quads);
        Some(())
    }

    fn draw_meshes(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        draws: &[Draw],
        stage: Stage<'_>,
    ) -> usize {
        let mut n_calls = 0;
        let mut last_way = None;
        pass.set_vertex_buffer(1, stage.easel.instances.slice(..));
        for draw in draws {
            n_calls += usize::from(self.draw_one(pass, draw, stage, &mut last_way).is_some());
        }
        n_calls
    }

    fn draw_one(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        draw: &Draw,
        stage: Stage<'_>,
        last_way: &mut Option<Way>,
    ) -> Option<()> {
        let Stage { resident, .. } = stage;
        let group = stage.prepared.groups.get(draw.group as usize)?;
        let material = stage.scene.materials.get(group.material.index())?;
        let turn = (stage.seconds.max(0.0) * f64::from(material.pictures_per_second)) as usize;
        let pictures = resident.material(group.material.index(), turn)?;
        let buffers = resident.mesh(group.mesh.index(), draw.detail)?;
        let way = Way::of(group, material);
        let pipeline = self.pipelines.mesh(way)?;
        if *last_way != Some(way) {
            pass.set_pipeline(pipeline);
            *last_way = Some(way);
        }
        pass.set_bind_group(1, pictures, &[]);
        let sheet = group.light_sheet.and_then(|sheet| resident.light_sheet(sheet));
        let none = if way.adds_light { &resident.no_added_light } else { &resident.no_light };
        pass.set_bind_group(2, sheet.unwrap_or(none), &[]);
        pass.set_vertex_buffer(0, buffers.vertices.slice(..));
        pass.set_index_buffer(buffers.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..buffers.n_indices, 0, draw.placed.clone());
        Some(())
    }

    pub(super) fn new_target(&self, device: &wgpu::Device, [width, height]: [u32; 2]) -> Target {
        let picture = |format, sample_count, usage| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some("picture"),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let drawn_to = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let colour = picture(COLOUR, 1, drawn_to | wgpu::TextureUsages::COPY_SRC);
        let view_of =
            |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let samples =
            (self.n_samples > 1).then(|| view_of(&picture(COLOUR, self.n_samples, drawn_to)));
        let depth = view_of(&picture(DEPTH, self.n_samples, drawn_to));
        Target { view: view_of(&colour), colour, samples, depth }
    }

    /// Draws a picture alone. Says how many draw calls that took.
    pub(super) fn draw(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        target: &Target,
        stage: Stage<'_>,
        background: Background,
    ) -> usize {
        let mut pass = begin(encoder, target, background);
        let mut n_calls = self.draw_solid(&mut pass, stage);
        n_calls += self.draw_ground(&mut pass, stage);
        if background == Background::Sky {
            n_calls += self.draw_sky(&mut pass, stage);
        }
        n_calls + self.draw_blended(&mut pass, stage)
    }
}

/// Into a buffer, which grows where it has to.
fn put_rows<T: bytemuck::NoUninit>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    into: &mut wgpu::Buffer,
    rows: &[T],
) {
    let bytes: &[u8] = bytemuck::cast_slice(rows);
    if (into.size() as usize) < bytes.len() {
        *into = buffer(device, bytes.len() * 5 / 4, wgpu::BufferUsages::VERTEX);
    }
    if !bytes.is_empty() {
        queue.write_buffer(into, 0, bytes);
    }
}

impl Easel {
    fn put_bones(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        frame: &Frame,
        layouts: &Layouts,
    ) {
        if frame.bones.is_empty() {
            return;
        }
        let limit = device.limits().max_texture_dimension_2d as usize;
        let n_rows = frame.bones.len().div_ceil(BONES_PER_ROW).min(limit);
        if (self.bones.height() as usize) < n_rows {
            self.bones = bones_texture(device, n_rows);
            self.frame_group = frame_group(device, layouts, &self.uniform, &self.bones);
        }
        let mut texels: Vec<[[f32; 4]; 3]> = frame.bones.iter().map(rows).collect();
        texels.resize(n_rows * BONES_PER_ROW, [[0.0; 4]; 3]);
        queue.write_texture(
            self.bones.as_image_copy(),
            bytemuck::cast_slice(&texels),
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(3 * BONES_PER_ROW as u32 * 16),
                rows_per_image: None,
            },
            wgpu::Extent3d {
                width: 3 * BONES_PER_ROW as u32,
                height: n_rows as u32,
                depth_or_array_layers: 1,
            },
        );
    }
}

fn uniform_of(around: &Surroundings, eye: &Eye) -> FrameUniform {
    let four = |three: Vec3, last: f32| three.extend(last).to_array();
    let Eye { sight, right, up, forward } = *eye;
    FrameUniform {
        clip_from_world: sight.clip_from_world.to_cols_array(),
        eye: four(sight.eye_m, 0.0),
        light_on_painted: four(around.light_on_painted, 0.0),
        ambient: four(around.ambient, around.most_light),
        diffuse: four(around.diffuse, 0.0),
        towards_sun: four(around.towards_sun, 0.0),
        fog: around.fog.map_or([0.0; 4], |fog| four(fog.colour, fog.most)),
        fog_density: [around.fog.map_or(0.0, |fog| fog.density_per_m), 0.0, 0.0, 0.0],
        sky_low: four(around.sky_low, 0.0),
        sky_high: four(around.sky_high, 0.0),
        right: four(right, 0.0),
        up: four(up, 0.0),
        forward: four(forward, 0.0),
    }
}

fn begin<'e>(
    encoder: &'e mut wgpu::CommandEncoder,
    target: &Target,
    background: Background,
) -> wgpu::RenderPass<'e> {
    let plain = match background {
        Background::Sky => Vec3::ZERO,
        Background::Plain(colour) => colour,
    };
    let [r, g, b] = plain.to_array().map(f64::from);
    let (view, resolve_target) = match &target.samples {
        Some(samples) => (samples, Some(&target.view)),
        None => (&target.view, None),
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("scene"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a: 1.0 }),
                store: wgpu::StoreOp::Store,
            },
        })],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &target.depth,
            depth_ops: Some(wgpu::Operations {
                load: wgpu::LoadOp::Clear(0.0),
                store: wgpu::StoreOp::Discard,
            }),
            stencil_ops: None,
        }),
        ..wgpu::RenderPassDescriptor::default()
    })
}
