//! How the graphics card draws: shaders, and what they are given. No storage buffers: drivers
//! for OpenGL may have none.

use std::mem::size_of;

use eframe::wgpu;
use wgpu::{BlendState, CompareFunction, PrimitiveTopology, TextureFormat};

use super::scene::{Line, Vertex};

/// Of the picture that is drawn; its colours are written as they are.
pub(super) const COLOUR: TextureFormat = TextureFormat::Rgba8Unorm;
pub(super) const DEPTH: TextureFormat = TextureFormat::Depth32Float;

pub(super) struct Layouts {
    pub(super) shot: wgpu::BindGroupLayout,
    pub(super) texture: wgpu::BindGroupLayout,
    pub(super) blit: wgpu::BindGroupLayout,
}

pub(super) struct Pipelines {
    pub(super) solid: wgpu::RenderPipeline,
    pub(super) translucent: wgpu::RenderPipeline,
    pub(super) laid: wgpu::RenderPipeline,
    pub(super) lines: wgpu::RenderPipeline,
    pub(super) lines_in_front: wgpu::RenderPipeline,
}

impl Layouts {
    pub(super) fn new(device: &wgpu::Device) -> Layouts {
        let layout = |label, entries: &[wgpu::BindGroupLayoutEntry]| {
            let label = Some(label);
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries })
        };
        let entry = |binding, visibility, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility,
            ty,
            count: None,
        };
        let uniform = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let texture = |filterable| wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        let (vertex, fragment) = (wgpu::ShaderStages::VERTEX, wgpu::ShaderStages::FRAGMENT);
        Layouts {
            shot: layout("shot", &[entry(0, vertex | fragment, uniform)]),
            texture: layout(
                "texture",
                &[entry(0, fragment, texture(true)), entry(1, fragment, sampler)],
            ),
            blit: layout("blit", &[entry(0, fragment, texture(false))]),
        }
    }
}

/// What one of the pipelines does in its own way.
struct Way<'a> {
    label: &'a str,
    /// Of the corners, and of the pixels.
    entry_points: [&'a str; 2],
    shader: &'a wgpu::ShaderModule,
    layouts: &'a [Option<&'a wgpu::BindGroupLayout>],
    vertices: wgpu::VertexBufferLayout<'a>,
    topology: PrimitiveTopology,
    blend: Option<BlendState>,
    writes_depth: bool,
    compare: CompareFunction,
}

const USUAL: [&str; 2] = ["place", "colour"];
const LAID: [&str; 2] = ["place_laid", "colour_laid"];

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device, layouts: &Layouts, n_samples: u32) -> Pipelines {
        let mesh = device.create_shader_module(wgpu::include_wgsl!("mesh.wgsl"));
        let line = device.create_shader_module(wgpu::include_wgsl!("line.wgsl"));
        let vertex_attributes =
            wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x2, 2 => Unorm8x4];
        let line_attributes =
            wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Unorm8x4, 3 => Float32];
        let vertices = wgpu::VertexBufferLayout {
            array_stride: size_of::<Vertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &vertex_attributes,
        };
        let instances = wgpu::VertexBufferLayout {
            array_stride: size_of::<Line>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &line_attributes,
        };
        let make = |way: Way<'_>| pipeline(device, &way, n_samples);
        let of_meshes = |label, entry_points, blend: Option<BlendState>| {
            make(Way {
                label,
                entry_points,
                shader: &mesh,
                layouts: &[Some(&layouts.shot), Some(&layouts.texture)],
                vertices: vertices.clone(),
                topology: PrimitiveTopology::TriangleList,
                writes_depth: blend.is_none(),
                blend,
                compare: CompareFunction::Greater,
            })
        };
        let of_lines = |label, compare| {
            make(Way {
                label,
                entry_points: USUAL,
                shader: &line,
                layouts: &[Some(&layouts.shot)],
                vertices: instances.clone(),
                topology: PrimitiveTopology::TriangleStrip,
                blend: Some(BlendState::ALPHA_BLENDING),
                writes_depth: false,
                compare,
            })
        };
        Pipelines {
            solid: of_meshes("solid", USUAL, None),
            translucent: of_meshes("translucent", USUAL, Some(BlendState::ALPHA_BLENDING)),
            laid: of_meshes("laid", LAID, Some(BlendState::ALPHA_BLENDING)),
            lines: of_lines("lines", CompareFunction::Greater),
            lines_in_front: of_lines("lines in front", CompareFunction::Always),
        }
    }
}

fn pipeline(device: &wgpu::Device, way: &Way<'_>, n_samples: u32) -> wgpu::RenderPipeline {
    let [place, colour] = way.entry_points;
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(way.label),
        bind_group_layouts: way.layouts,
        immediate_size: 0,
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(way.label),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: way.shader,
            entry_point: Some(place),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(way.vertices.clone())],
        },
        primitive: wgpu::PrimitiveState {
            topology: way.topology,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(way.writes_depth),
            depth_compare: Some(way.compare),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState {
            count: n_samples,
            ..wgpu::MultisampleState::default()
        },
        fragment: Some(wgpu::FragmentState {
            module: way.shader,
            entry_point: Some(colour),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format: COLOUR,
                blend: way.blend,
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Puts a picture that was drawn into a window with pixels of a format.
pub(super) fn blit(
    device: &wgpu::Device,
    layouts: &Layouts,
    format: TextureFormat,
    n_samples: u32,
) -> wgpu::RenderPipeline {
    let shader = device.create_shader_module(wgpu::include_wgsl!("blit.wgsl"));
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("blit"),
        bind_group_layouts: &[Some(&layouts.blit)],
        immediate_size: 0,
    });
    let entry_point = if format.is_srgb() { "colour_linear" } else { "colour" };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("blit"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("place"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState {
            topology: PrimitiveTopology::TriangleStrip,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: None,
        multisample: wgpu::MultisampleState {
            count: n_samples,
            ..wgpu::MultisampleState::default()
        },
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
