//! Draws shots of a scene, each into a picture of its own, and only when it differs from the
//! last one.

use std::collections::BTreeMap;
use std::mem::size_of;
use std::time::{Duration, Instant};

use bytemuck::{Pod, Zeroable};
use eframe::wgpu;
use landwright_core::scene::frame::Frame;
use landwright_core::scene::model::Moment;
use landwright_core::world::gat::picture::palette::Rgb;

use crate::canvas::three_d::pipelines::{COLOUR, DEPTH, Layouts, Pipelines};
use crate::canvas::three_d::scene::{Change, Grid, Line, PartId, Shot, Texels, Upload, Waiting};
use crate::canvas::three_d::upload::{Texture, buffer, filled, put_mesh, put_texels, texture};
use crate::renderer::cast::{Backdrop, Cast, CastId};
use crate::renderer::draw::{self, Easel, Stage};
use crate::renderer::resident::{Resident, Until};

/// What is on the graphics card.
pub(super) struct Renderer {
    pub(super) layouts: Layouts,
    pipelines: Pipelines,
    sampler: wgpu::Sampler,
    /// Of parts without a texture.
    white: wgpu::BindGroup,
    parts: BTreeMap<PartId, Part>,
    n_samples: u32,
    /// Grows with every part that is put or changed.
    n_changes: u64,
    /// What draws casts, once there is one.
    casting: Option<draw::Renderer>,
    residents: BTreeMap<CastId, Kept>,
    n_draws: u64,
}

/// A scene on the graphics card.
struct Kept {
    resident: Resident,
    used_at: u64,
}

/// Scenes that were not seen for as many shots are given up.
const KEPT_FOR: u64 = 1000;
/// What may be spent on bringing a scene before a frame. Without a graphics card, a frame takes so much longer
/// that little at a time would take many of them.
const TIME_TO_BRING: Duration = Duration::from_millis(6);
const TIME_TO_BRING_WITHOUT_CARD: Duration = Duration::from_millis(30);

struct Part {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    n_indices: u32,
    texture: Option<Texture>,
    changed_at: u64,
}

/// A picture that is drawn into, with what it needs.
pub(super) struct Target {
    pub(super) colour: wgpu::Texture,
    view: wgpu::TextureView,
    /// What is drawn to, where edges are smoothed.
    samples: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
    uniform: wgpu::Buffer,
    shot_group: wgpu::BindGroup,
    pub(super) blit_group: wgpu::BindGroup,
    lines: wgpu::Buffer,
    easel: Option<Easel>,
    frame: Frame,
    /// With how much of its parts and of its scene had come to the graphics card.
    drawn: Option<(Shot, u64, u64)>,
}

/// As the shaders have it.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct ShotUniform {
    clip_from_world: [f32; 16],
    size_in_pixels: [f32; 2],
    grid: f32,
    cover: f32,
}

/// Lines that are drawn at most: as many as fit into a buffer of any driver.
const MAX_LINES: usize = 1 << 20;

impl Renderer {
    /// With more than one sample per pixel, edges are smooth.
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue, n_samples: u32) -> Renderer {
        let layouts = Layouts::new(device);
        let pipelines = Pipelines::new(device, &layouts, n_samples);
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("cells"),
            mag_filter: wgpu::FilterMode::Nearest,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        let one = Texels { width: 1, height: 1, pixels: vec![[255; 4]] };
        let white = texture(device, queue, &layouts, &sampler, one).group;
        let parts = BTreeMap::new();
        Renderer {
            layouts,
            pipelines,
            sampler,
            white,
            parts,
            n_samples,
            n_changes: 0,
            casting: None,
            residents: BTreeMap::new(),
            n_draws: 0,
        }
    }

    /// Brings what waits to the graphics card.
    pub(super) fn take(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, waiting: Waiting) {
        for (id, change) in waiting {
            match change {
                Change::Put(upload) => self.put(device, queue, id, upload),
                Change::Remove => {
                    self.parts.remove(&id);
                }
            }
        }
    }

    fn put(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, id: PartId, upload: Upload) {
        self.n_changes += 1;
        let Upload { mesh, texels } = upload;
        let before = self.parts.remove(&id);
        let (meshed, old_texture) = match (mesh, before) {
            (Some(mesh), before) => {
                let old = before.map(|part| (part.vertices, part.indices, part.texture));
                let (buffers, old_texture) = match old {
                    Some((vertices, indices, texture)) => (Some((vertices, indices)), texture),
                    None => (None, None),
                };
                (put_mesh(device, queue, &mesh, buffers), old_texture)
            }
            (None, Some(part)) => ((part.vertices, part.indices, part.n_indices), part.texture),
            // A texture alone is nothing to draw.
            (None, None) => return,
        };
        let texture = match (texels, old_texture) {
            (Some(texels), old) => {
                Some(put_texels(device, queue, &self.layouts, &self.sampler, texels, old))
            }
            (None, old) => old,
        };
        let (vertices, indices, n_indices) = meshed;
        let changed_at = self.n_changes;
        self.parts.insert(id, Part { vertices, indices, n_indices, texture, changed_at });
    }

    pub(super) fn new_target(&self, device: &wgpu::Device, size_in_pixels: [u32; 2]) -> Target {
        let limit = device.limits().max_texture_dimension_2d;
        let [width, height] = size_in_pixels.map(|side| side.clamp(1, limit));
        let picture = |label, format, sample_count, usage| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
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
        let read = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC;
        let colour = picture("picture", COLOUR, 1, drawn_to | read);
        let view_of =
            |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let view = view_of(&colour);
        let samples = (self.n_samples > 1)
            .then(|| view_of(&picture("samples", COLOUR, self.n_samples, drawn_to)));
        let depth = view_of(&picture("depth", DEPTH, self.n_samples, drawn_to));
        let uniform = buffer(device, "shot", size_of::<ShotUniform>(), wgpu::BufferUsages::UNIFORM);
        let group = |label, layout, resource| {
            let entries = &[wgpu::BindGroupEntry { binding: 0, resource }];
            let label = Some(label);
            device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries })
        };
        let shot_group = group("shot", &self.layouts.shot, uniform.as_entire_binding());
        let blit_group =
            group("blit", &self.layouts.blit, wgpu::BindingResource::TextureView(&view));
        let lines = buffer(device, "lines", size_of::<Line>(), wgpu::BufferUsages::VERTEX);
        Target {
            colour,
            view,
            samples,
            depth,
            uniform,
            shot_group,
            blit_group,
            lines,
            easel: None,
            frame: Frame::default(),
            drawn: None,
        }
    }

    /// Whether the picture in a target is still the one that the shot would give.
    fn is_drawn(&self, target: &Target, shot: &Shot) -> bool {
        let Some((drawn, at, of_cast)) = &target.drawn else { return false };
        if *of_cast != self.n_cast_changes(shot) {
            return false;
        }
        let is_old = |id: &PartId| self.parts.get(id).is_none_or(|part| part.changed_at <= *at);
        drawn == shot && shot.solid.iter().chain(&shot.laid).chain(&shot.translucent).all(is_old)
    }

    fn n_cast_changes(&self, shot: &Shot) -> u64 {
        let kept = shot.cast.as_ref().and_then(|cast| self.residents.get(&cast.id));
        kept.map_or(0, |kept| kept.resident.n_changes)
    }

    /// Brings more of a cast to the graphics card. Says whether all of it is there.
    fn bring(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        cast: &Cast,
        until: Until,
    ) -> bool {
        self.n_draws += 1;
        let now = self.n_draws;
        self.residents.retain(|_, kept| kept.used_at + KEPT_FOR > now);
        let n_samples = self.n_samples;
        let casting = self.casting.get_or_insert_with(|| draw::Renderer::new(device, n_samples));
        let new = || Kept { resident: casting.new_resident(device, queue), used_at: now };
        let kept = self.residents.entry(cast.id).or_insert_with(new);
        kept.used_at = now;
        let of = (&cast.set.scene, &cast.set.prepared);
        casting.bring(device, queue, &mut kept.resident, of, until)
    }

    /// Chooses what of a cast is drawn, and makes it ready.
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        target: &mut Target,
        cast: &Cast,
    ) {
        let Some(casting) = &self.casting else { return };
        let (scene, prepared) = (&cast.set.scene, &cast.set.prepared);
        let moment = Moment { seconds: cast.seconds, is_night: cast.around.is_night };
        target.frame.look(scene, prepared, &cast.eye.sight, moment, cast.thrift);
        let easel = target.easel.get_or_insert_with(|| casting.new_easel(device));
        casting.fill(device, queue, easel, (&target.frame, &cast.eye, &cast.around));
    }

    fn stage<'s>(
        &'s self,
        target: &'s Target,
        cast: &'s Cast,
    ) -> Option<(&'s draw::Renderer, Stage<'s>)> {
        let stage = Stage {
            scene: &cast.set.scene,
            prepared: &cast.set.prepared,
            resident: &self.residents.get(&cast.id)?.resident,
            easel: target.easel.as_ref()?,
            frame: &target.frame,
            seconds: cast.seconds,
        };
        Some((self.casting.as_ref()?, stage))
    }

    /// Brings a shot's cast within the time of a frame, and draws it where its picture is not there
    /// already. Says whether all of the cast is there.
    pub(super) fn draw_in_time(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        target: &mut Target,
        shot: &Shot,
    ) -> bool {
        let time = if self.n_samples > 1 { TIME_TO_BRING } else { TIME_TO_BRING_WITHOUT_CARD };
        let until = Until(Some(Instant::now() + time));
        let cast = shot.cast.as_deref();
        let is_whole = cast.is_none_or(|cast| self.bring(device, queue, cast, until));
        self.draw(device, queue, encoder, target, shot);
        is_whole
    }

    /// Brings all of a shot's cast, however long that takes.
    pub(super) fn bring_all(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, shot: &Shot) {
        if let Some(cast) = &shot.cast {
            self.bring(device, queue, cast, Until(None));
        }
    }

    /// Draws a shot, where its picture is not there already.
    pub(super) fn draw(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        target: &mut Target,
        shot: &Shot,
    ) {
        if self.is_drawn(target, shot) {
            return;
        }
        target.drawn = Some((shot.without_set(), self.n_changes, self.n_cast_changes(shot)));
        if let Some(cast) = &shot.cast {
            self.prepare(device, queue, target, cast);
        }
        let size = target.colour.size();
        let uniform = ShotUniform {
            clip_from_world: shot.clip_from_world.to_cols_array(),
            size_in_pixels: [size.width as f32, size.height as f32],
            grid: if shot.grid == Grid::Shown { 1.0 } else { 0.0 },
            cover: shot.cover,
        };
        queue.write_buffer(&target.uniform, 0, bytemuck::bytes_of(&uniform));
        let (n_lines, n_all_lines) = put_lines(device, queue, target, shot);
        let mut pass = begin_pass(encoder, target, shot.background);
        let staged =
            shot.cast.as_ref().and_then(|cast| Some((self.stage(target, cast)?, cast.backdrop)));
        if let Some(((casting, stage), backdrop)) = staged {
            casting.draw_solid(&mut pass, stage);
            if backdrop == Backdrop::GroundAndSky {
                casting.draw_ground(&mut pass, stage);
            }
        }
        pass.set_bind_group(0, &target.shot_group, &[]);
        pass.set_pipeline(&self.pipelines.solid);
        self.draw_parts(&mut pass, &shot.solid);
        if let Some(((casting, stage), backdrop)) = staged {
            if backdrop != Backdrop::Nothing {
                casting.draw_sky(&mut pass, stage);
            }
            casting.draw_blended(&mut pass, stage);
            pass.set_bind_group(0, &target.shot_group, &[]);
        }
        pass.set_pipeline(&self.pipelines.laid);
        self.draw_parts(&mut pass, &shot.laid);
        pass.set_pipeline(&self.pipelines.translucent);
        self.draw_parts(&mut pass, &shot.translucent);
        pass.set_vertex_buffer(0, target.lines.slice(..));
        if n_lines > 0 {
            pass.set_pipeline(&self.pipelines.lines);
            pass.draw(0..4, 0..n_lines);
        }
        if n_all_lines > n_lines {
            pass.set_pipeline(&self.pipelines.lines_in_front);
            pass.draw(0..4, n_lines..n_all_lines);
        }
    }

    fn draw_parts(&self, pass: &mut wgpu::RenderPass<'_>, ids: &[PartId]) {
        for part in ids.iter().filter_map(|id| self.parts.get(id)) {
            if part.n_indices == 0 {
                continue;
            }
            let group = part.texture.as_ref().map_or(&self.white, |texture| &texture.group);
            pass.set_bind_group(1, group, &[]);
            pass.set_vertex_buffer(0, part.vertices.slice(..));
            pass.set_index_buffer(part.indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..part.n_indices, 0, 0..1);
        }
    }
}

fn begin_pass<'e>(
    encoder: &'e mut wgpu::CommandEncoder,
    target: &Target,
    Rgb(background): Rgb,
) -> wgpu::RenderPass<'e> {
    let [r, g, b] = background.map(|part| f64::from(part) / 255.0);
    let (view, resolve_target) = match &target.samples {
        Some(samples) => (samples, Some(&target.view)),
        None => (&target.view, None),
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("3D"),
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
            // Infinitely far away.
            depth_ops: Some(wgpu::Operations {
                load: wgpu::LoadOp::Clear(0.0),
                store: wgpu::StoreOp::Discard,
            }),
            stencil_ops: None,
        }),
        ..wgpu::RenderPassDescriptor::default()
    })
}

/// How many lines there are: those that are hidden by what is before them, and all.
fn put_lines(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    target: &mut Target,
    shot: &Shot,
) -> (u32, u32) {
    let in_front = shot.lines_in_front.iter().take(MAX_LINES);
    let hidden = shot.lines.iter().take(MAX_LINES - in_front.len());
    let n_hidden = hidden.len();
    let lines: Vec<Line> = hidden.chain(in_front).copied().collect();
    target.lines = filled(
        device,
        queue,
        "lines",
        bytemuck::cast_slice(&lines),
        wgpu::BufferUsages::VERTEX,
        Some(target.lines.clone()),
    );
    (n_hidden as u32, lines.len() as u32)
}
