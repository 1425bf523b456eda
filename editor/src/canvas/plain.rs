//! Large rectangles of one colour or with a picture. egui's own shader can do more, and without a
//! graphics card a pixel of it costs many times what a pixel of these does.

pub(crate) mod mesh;
pub(crate) mod shapes;

use std::sync::{Arc, OnceLock};

use bytemuck::{Pod, Zeroable};
use eframe::{egui, egui_wgpu, wgpu};
use egui::{Color32, Mesh, Painter, Pos2, Rect, TextureId, pos2};
use egui_wgpu::{CallbackResources, CallbackTrait, RenderState, ScreenDescriptor};

/// A rectangle in points of the screen. It covers what is below it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quad {
    pub(crate) rect: Rect,
    pub(crate) fill: Fill,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Fill {
    /// Nothing shines through it.
    Colour(Color32),
    /// All of a texture that has no transparent texels.
    Picture(TextureId),
}

const WHOLE: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1.0, 1.0) };

/// Paints rectangles, the later ones over the earlier.
pub(crate) fn paint(painter: &Painter, quads: &[Quad]) {
    let drawn = driver(painter.ctx()).and_then(|driver| driver.drawn(quads));
    let clip = painter.clip_rect();
    match drawn.filter(|_| clip.is_positive()) {
        Some(quads) => {
            let callback = Callback { quads, vertices: OnceLock::new() };
            painter.add(egui_wgpu::Callback::new_paint_callback(clip, callback));
        }
        None => quads.iter().for_each(|quad| match quad.fill {
            Fill::Colour(colour) => {
                let mut mesh = Mesh::default();
                mesh.add_colored_rect(quad.rect, colour);
                painter.add(mesh);
            }
            Fill::Picture(texture) => {
                painter.image(texture, quad.rect, WHOLE, Color32::WHITE);
            }
        }),
    }
}

/// Finds the window's driver. Without one, egui paints.
pub(crate) fn attach(context: &egui::Context, frame: &eframe::Frame) {
    if driver(context).is_some() {
        return;
    }
    if let Some(state) = frame.wgpu_render_state() {
        let pipelines = Pipelines::new(&state.device, state.target_format);
        state.renderer.write().callback_resources.insert(pipelines);
        let driver = Driver(Arc::new(state.clone()));
        context.data_mut(|data| data.insert_temp(egui::Id::NULL, driver));
    }
}

fn driver(context: &egui::Context) -> Option<Driver> {
    context.data(|data| data.get_temp(egui::Id::NULL))
}

#[derive(Clone)]
struct Driver(Arc<RenderState>);

struct Pipelines {
    fill: wgpu::RenderPipeline,
    show: wgpu::RenderPipeline,
    /// Triangles that what is below shines through.
    fill_over: wgpu::RenderPipeline,
    tint_over: wgpu::RenderPipeline,
    stamp_over: wgpu::RenderPipeline,
}

/// Rectangles on their way to the window.
struct Callback {
    quads: Vec<Drawn>,
    vertices: OnceLock<wgpu::Buffer>,
}

struct Drawn {
    rect: Rect,
    colour: Color32,
    picture: Option<wgpu::BindGroup>,
}

/// As the shader has it.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Vertex {
    at: [f32; 2],
    uv: [f32; 2],
    colour: [u8; 4],
}

impl Driver {
    /// `None` where a texture has not been uploaded yet: then egui paints.
    fn drawn(&self, quads: &[Quad]) -> Option<Vec<Drawn>> {
        let drawn = |quad: &Quad| {
            let (colour, picture) = match quad.fill {
                Fill::Colour(colour) => (colour, None),
                Fill::Picture(id) => (Color32::WHITE, Some(self.picture(id)?)),
            };
            Some(Drawn { rect: quad.rect, colour, picture })
        };
        quads.iter().map(drawn).collect()
    }

    fn picture(&self, id: TextureId) -> Option<wgpu::BindGroup> {
        Some(self.0.renderer.read().texture(&id)?.bind_group.clone())
    }
}

impl Pipelines {
    fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Pipelines {
        let shader = device.create_shader_module(wgpu::include_wgsl!("plain.wgsl"));
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        };
        let texture = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        // The same as egui's, so that its textures fit.
        let picture = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("picture"),
            entries: &[entry(0, texture), entry(1, sampler)],
        });
        let make = |[gamma, linear]: [&str; 2], layouts: &[Option<&_>], laid: Laid| {
            let entry_point = if format.is_srgb() { linear } else { gamma };
            pipeline(device, &shader, entry_point, layouts, Target { format, laid })
        };
        let pictured = [Some(&picture)];
        Pipelines {
            fill: make(["fill", "fill_linear"], &[], Laid::Instead),
            show: make(["show", "show_linear"], &pictured, Laid::Instead),
            fill_over: make(["fill", "fill_linear"], &pictured, Laid::Over),
            tint_over: make(["tint", "tint_linear"], &pictured, Laid::Over),
            stamp_over: make(["stamp", "stamp_linear"], &pictured, Laid::Over),
        }
    }
}

#[derive(Clone, Copy)]
struct Target {
    format: wgpu::TextureFormat,
    laid: Laid,
}

/// What becomes of what is below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Laid {
    /// Strips of triangles, which hide it.
    Instead,
    /// Lists of triangles, which it shines through.
    Over,
}

fn pipeline(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    entry_point: &str,
    layouts: &[Option<&wgpu::BindGroupLayout>],
    target: Target,
) -> wgpu::RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("plain"),
        bind_group_layouts: layouts,
        immediate_size: 0,
    });
    let attributes = wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32x2, 2 => Unorm8x4];
    let vertices = wgpu::VertexBufferLayout {
        array_stride: size_of::<Vertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &attributes,
    };
    let (topology, blend) = match target.laid {
        Laid::Instead => (wgpu::PrimitiveTopology::TriangleStrip, None),
        Laid::Over => (
            wgpu::PrimitiveTopology::TriangleList,
            Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        ),
    };
    let colours =
        wgpu::ColorTargetState { format: target.format, blend, write_mask: wgpu::ColorWrites::ALL };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("plain"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some("place"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(vertices)],
        },
        primitive: wgpu::PrimitiveState { topology, ..wgpu::PrimitiveState::default() },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(colours)],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// A buffer that holds these bytes.
fn buffer(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    bytes: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("plain"),
        size: bytes.len().max(4) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    if !bytes.is_empty() {
        queue.write_buffer(&buffer, 0, bytes);
    }
    buffer
}

impl Vertex {
    fn new(at: Pos2, uv: [f32; 2], colour: Color32, screen_in_points: [f32; 2]) -> Vertex {
        let [width, height] = screen_in_points;
        let at = [2.0 * at.x / width - 1.0, 1.0 - 2.0 * at.y / height];
        Vertex { at, uv, colour: colour.to_array() }
    }
}

impl Drawn {
    fn vertices(&self, screen_in_points: [f32; 2]) -> [Vertex; 4] {
        let Rect { min, max } = self.rect;
        let corner =
            |x: f32, y: f32, uv| Vertex::new(pos2(x, y), uv, self.colour, screen_in_points);
        [
            corner(min.x, min.y, [0.0, 0.0]),
            corner(max.x, min.y, [1.0, 0.0]),
            corner(min.x, max.y, [0.0, 1.0]),
            corner(max.x, max.y, [1.0, 1.0]),
        ]
    }
}

impl CallbackTrait for Callback {
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        screen: &ScreenDescriptor,
        _encoder: &mut wgpu::CommandEncoder,
        _resources: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        let screen = screen.size_in_pixels.map(|side| side as f32 / screen.pixels_per_point);
        let vertices: Vec<Vertex> =
            self.quads.iter().flat_map(|quad| quad.vertices(screen)).collect();
        self.vertices.get_or_init(|| {
            let bytes = bytemuck::cast_slice(&vertices);
            buffer(device, queue, bytes, wgpu::BufferUsages::VERTEX)
        });
        Vec::new()
    }

    fn paint(
        &self,
        info: egui::PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &CallbackResources,
    ) {
        let Some(pipelines) = resources.get::<Pipelines>() else { return };
        let Some(vertices) = self.vertices.get().filter(|_| !self.quads.is_empty()) else { return };
        let [width, height] = info.screen_size_px.map(|side| side as f32);
        pass.set_viewport(0.0, 0.0, width, height, 0.0, 1.0);
        pass.set_vertex_buffer(0, vertices.slice(..));
        for (n, quad) in (0..).zip(&self.quads) {
            match &quad.picture {
                Some(picture) => {
                    pass.set_pipeline(&pipelines.show);
                    pass.set_bind_group(0, picture, &[]);
                }
                None => pass.set_pipeline(&pipelines.fill),
            }
            pass.draw(4 * n..4 * n + 4, 0..1);
        }
    }
}
