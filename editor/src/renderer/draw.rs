//! Draws the frames of a scene into a picture.

use std::mem::size_of;

use eframe::wgpu;
use glam::Vec3;
use landwright_core::scene::Scene;
use landwright_core::scene::frame::{Draw, Frame};
use landwright_core::scene::prepared::Prepared;

use super::camera::Camera;
use super::formats::{FrameUniform, InstanceRow, rows};
use super::pipelines::{COLOUR, DEPTH, Layouts, Pipelines, Way};
use super::resident::Resident;

/// As the shader has it.
const BONES_PER_ROW: usize = 512;

/// What is behind everything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Background {
    Sky,
    Plain(Vec3),
}

/// Draws one scene, again and again.
pub(super) struct Renderer {
    layouts: Layouts,
    pipelines: Pipelines,
    resident: Resident,
    uniform: wgpu::Buffer,
    instances: wgpu::Buffer,
    bones: wgpu::Texture,
    frame_group: wgpu::BindGroup,
    n_samples: u32,
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
    pub(super) fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        scene: &Scene,
        prepared: &Prepared,
        n_samples: u32,
    ) -> Renderer {
        let layouts = Layouts::new(device);
        let mut pipelines = Pipelines::new(device, n_samples);
        for group in &prepared.groups {
            if let Some(material) = scene.materials.get(group.material.index()) {
                pipelines.make_mesh(device, &layouts, Way::of(group, material));
            }
        }
        for piece in &scene.terrain.pieces {
            pipelines.make_ground(device, &layouts, piece.light.is_some());
        }
        pipelines.make_sky(device, &layouts);
        // A frame of a window has no time for both of two sizes of a picture.
        let between_levels = match n_samples > 1 {
            true => wgpu::MipmapFilterMode::Linear,
            false => wgpu::MipmapFilterMode::Nearest,
        };
        let resident = Resident::new(device, queue, &layouts, scene, prepared, between_levels);
        let uniform = buffer(device, size_of::<FrameUniform>(), wgpu::BufferUsages::UNIFORM);
        let instances = buffer(device, size_of::<InstanceRow>(), wgpu::BufferUsages::VERTEX);
        let bones = bones_texture(device, 1);
        let frame_group = frame_group(device, &layouts, &uniform, &bones);
        Renderer { layouts, pipelines, resident, uniform, instances, bones, frame_group, n_samples }
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

    /// Draws a frame. Says how many draw calls that took.
    #[expect(clippy::too_many_arguments, reason = "they are all that a picture is made of")]
    pub(super) fn draw(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        target: &Target,
        scene: &Scene,
        prepared: &Prepared,
        frame: &Frame,
        camera: &Camera,
        background: Background,
        seconds: f64,
    ) -> usize {
        let size = target.colour.size();
        let uniform = uniform_of(scene, camera, [size.width, size.height]);
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&uniform));
        self.put_instances(device, queue, frame);
        self.put_bones(device, queue, frame);
        let mut pass = begin(encoder, target, background);
        pass.set_bind_group(0, &self.frame_group, &[]);
        let stage = Stage { scene, prepared, seconds };
        let mut n_calls = self.draw_meshes(&mut pass, &frame.solid, &stage);
        n_calls += self.draw_ground(&mut pass, &frame.ground);
        if let (Background::Sky, Some(sky)) = (background, self.pipelines.sky()) {
            pass.set_pipeline(sky);
            pass.draw(0..3, 0..1);
            n_calls += 1;
        }
        n_calls + self.draw_meshes(&mut pass, &frame.blended, &stage)
    }

    fn put_instances(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, frame: &Frame) {
        let placed: Vec<InstanceRow> = frame.placed.iter().map(InstanceRow::new).collect();
        let bytes: &[u8] = bytemuck::cast_slice(&placed);
        if (self.instances.size() as usize) < bytes.len() {
            self.instances = buffer(device, bytes.len() * 5 / 4, wgpu::BufferUsages::VERTEX);
        }
        if !bytes.is_empty() {
            queue.write_buffer(&self.instances, 0, bytes);
        }
    }

    fn put_bones(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, frame: &Frame) {
        if frame.bones.is_empty() {
            return;
        }
        let limit = device.limits().max_texture_dimension_2d as usize;
        let n_rows = frame.bones.len().div_ceil(BONES_PER_ROW).min(limit);
        if (self.bones.height() as usize) < n_rows {
            self.bones = bones_texture(device, n_rows);
            self.frame_group = frame_group(device, &self.layouts, &self.uniform, &self.bones);
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

    fn draw_meshes(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        draws: &[Draw],
        stage: &Stage<'_>,
    ) -> usize {
        let mut n_calls = 0;
        let mut last_way = None;
        pass.set_vertex_buffer(1, self.instances.slice(..));
        for draw in draws {
            n_calls += usize::from(self.draw_one(pass, draw, stage, &mut last_way).is_some());
        }
        n_calls
    }

    fn draw_one(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        draw: &Draw,
        stage: &Stage<'_>,
        last_way: &mut Option<Way>,
    ) -> Option<()> {
        let group = stage.prepared.groups.get(draw.group as usize)?;
        let material = stage.scene.materials.get(group.material.index())?;
        let way = Way::of(group, material);
        if *last_way != Some(way) {
            pass.set_pipeline(self.pipelines.mesh(way)?);
            *last_way = Some(way);
        }
        let groups = self.resident.materials.get(group.material.index())?;
        let turn = (stage.seconds.max(0.0) * f64::from(material.pictures_per_second)) as usize;
        pass.set_bind_group(1, groups.get(turn.checked_rem(groups.len())?)?, &[]);
        let sheet =
            group.light_sheet.and_then(|sheet| self.resident.light_sheets.get(sheet as usize));
        pass.set_bind_group(2, sheet.unwrap_or(&self.resident.no_light), &[]);
        let details = self.resident.meshes.get(group.mesh.index())?;
        let buffers = details.get(usize::from(draw.detail))?.as_ref()?;
        pass.set_vertex_buffer(0, buffers.vertices.slice(..));
        pass.set_index_buffer(buffers.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..buffers.n_indices, 0, draw.placed.clone());
        Some(())
    }

    fn draw_ground(&self, pass: &mut wgpu::RenderPass<'_>, drawn: &[(u32, u8)]) -> usize {
        let Some(ground) = &self.resident.ground else { return 0 };
        pass.set_bind_group(1, &ground.pictures, &[]);
        let mut n_calls = 0;
        for (piece, detail) in drawn {
            let Some(piece) = ground.pieces.get(*piece as usize) else { continue };
            let Some((indices, n_indices)) = piece.details.get(usize::from(*detail)) else {
                continue;
            };
            let Some(pipeline) = self.pipelines.ground(piece.light.is_some()) else { continue };
            pass.set_pipeline(pipeline);
            pass.set_bind_group(2, piece.light.as_ref().unwrap_or(&ground.no_light), &[]);
            pass.set_vertex_buffer(0, piece.vertices.slice(..));
            pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..*n_indices, 0, 0..1);
            n_calls += 1;
        }
        n_calls
    }
}

/// What is drawn of, and when.
struct Stage<'s> {
    scene: &'s Scene,
    prepared: &'s Prepared,
    seconds: f64,
}

fn uniform_of(scene: &Scene, camera: &Camera, size: [u32; 2]) -> FrameUniform {
    let around = &scene.surroundings;
    let four = |three: Vec3, last: f32| three.extend(last).to_array();
    let [right, up, forward] = camera.axes();
    let [half_width, half_height] = Camera::half(size);
    FrameUniform {
        clip_from_world: camera.sight(size).clip_from_world.to_cols_array(),
        eye: four(camera.eye_m, 0.0),
        light_on_painted: four(around.light_on_painted, 0.0),
        ambient: four(around.ambient, around.most_light),
        diffuse: four(around.diffuse, 0.0),
        towards_sun: four(around.towards_sun, 0.0),
        fog: around.fog.map_or([0.0; 4], |fog| four(fog.colour, fog.most)),
        fog_density: [around.fog.map_or(0.0, |fog| fog.density_per_m), 0.0, 0.0, 0.0],
        sky_low: four(around.sky_low, 0.0),
        sky_high: four(around.sky_high, 0.0),
        right: four(right * half_width, 0.0),
        up: four(up * half_height, 0.0),
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
