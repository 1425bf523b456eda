//! How the graphics card draws: made when they are needed first, since a driver takes a while for each.

use std::collections::BTreeMap;
use std::mem::size_of;

use eframe::wgpu;
use landwright_core::scene::material::{Blend, Material};
use landwright_core::scene::prepared::Group;
use wgpu::{BlendComponent, BlendFactor, BlendOperation, BlendState, CompareFunction};

use super::formats::{InstanceRow, MeshVertex, TerrainVertex};

/// Of pictures that are drawn; colours are written as they are, as the games of the time did.
pub(super) const COLOUR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
pub(super) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

pub(super) struct Layouts {
    pub(super) frame: wgpu::BindGroupLayout,
    pub(super) material: wgpu::BindGroupLayout,
    /// A list of pictures, and how they are read.
    pub(super) list: wgpu::BindGroupLayout,
    pub(super) one: wgpu::BindGroupLayout,
}

/// What one of the pipelines does in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    blend: Kind,
    is_two_sided: bool,
    is_painted: bool,
    pub(super) adds_light: bool,
    is_skinned: bool,
    is_mirrored: bool,
    is_hidden: bool,
    hides: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Opaque,
    CutOut,
    Over,
    Add,
}

pub(super) struct Pipelines {
    n_samples: u32,
    scene_shader: wgpu::ShaderModule,
    ground_shader: wgpu::ShaderModule,
    meshes: BTreeMap<Way, wgpu::RenderPipeline>,
    grounds: BTreeMap<bool, wgpu::RenderPipeline>,
    sky: Option<wgpu::RenderPipeline>,
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
        let texture = |filterable, view_dimension| wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable },
            view_dimension,
            multisampled: false,
        };
        let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        let (vertex, fragment) = (wgpu::ShaderStages::VERTEX, wgpu::ShaderStages::FRAGMENT);
        let (both, flat) = (vertex | fragment, wgpu::TextureViewDimension::D2);
        let array = wgpu::TextureViewDimension::D2Array;
        Layouts {
            frame: layout(
                "frame",
                &[entry(0, both, uniform), entry(1, vertex, texture(false, flat))],
            ),
            material: layout(
                "material",
                &[
                    entry(0, fragment, texture(true, flat)),
                    entry(1, fragment, sampler),
                    entry(2, both, uniform),
                ],
            ),
            // The shader of the ground asks in its first stage how long the list is.
            list: layout(
                "list",
                &[entry(0, both, texture(true, array)), entry(1, fragment, sampler)],
            ),
            one: layout(
                "one",
                &[entry(0, fragment, texture(true, flat)), entry(1, fragment, sampler)],
            ),
        }
    }
}

impl Way {
    pub(super) fn of(group: &Group, material: &Material) -> Way {
        let blend = match material.blend {
            Blend::Opaque => Kind::Opaque,
            Blend::CutOut { .. } => Kind::CutOut,
            Blend::Over => Kind::Over,
            Blend::Add => Kind::Add,
        };
        Way {
            blend,
            is_two_sided: material.is_two_sided,
            is_painted: group.light_sheet.is_some() && material.is_lit && !material.adds_light,
            adds_light: group.light_sheet.is_some() && material.adds_light,
            is_skinned: group.is_skinned,
            is_mirrored: group.is_mirrored,
            is_hidden: material.is_hidden,
            hides: material.hides && !material.is_blended(),
        }
    }
}

/// Scales the new colour by its alpha.
fn blend(onto: BlendFactor) -> BlendState {
    BlendState {
        color: BlendComponent {
            src_factor: BlendFactor::SrcAlpha,
            dst_factor: onto,
            operation: BlendOperation::Add,
        },
        alpha: BlendComponent {
            src_factor: BlendFactor::Zero,
            dst_factor: BlendFactor::One,
            operation: BlendOperation::Add,
        },
    }
}

struct Recipe<'a> {
    label: &'a str,
    shader: &'a wgpu::ShaderModule,
    entry_points: [&'a str; 2],
    constants: &'a [(&'a str, f64)],
    layouts: &'a [Option<&'a wgpu::BindGroupLayout>],
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    blend: Option<BlendState>,
    cull_mode: Option<wgpu::Face>,
    front_face: wgpu::FrontFace,
    writes_depth: bool,
    compare: CompareFunction,
    n_samples: u32,
}

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device, n_samples: u32) -> Pipelines {
        Pipelines {
            n_samples,
            scene_shader: device.create_shader_module(wgpu::include_wgsl!("scene.wgsl")),
            ground_shader: device.create_shader_module(wgpu::include_wgsl!("ground.wgsl")),
            meshes: BTreeMap::new(),
            grounds: BTreeMap::new(),
            sky: None,
        }
    }

    /// Says whether it was not there before.
    pub(super) fn make_mesh(&mut self, device: &wgpu::Device, layouts: &Layouts, way: Way) -> bool {
        if self.meshes.contains_key(&way) {
            return false;
        }
        let made = mesh(device, layouts, &self.scene_shader, way, self.n_samples);
        self.meshes.insert(way, made);
        true
    }

    pub(super) fn mesh(&self, way: Way) -> Option<&wgpu::RenderPipeline> {
        self.meshes.get(&way)
    }

    pub(super) fn make_ground(&mut self, device: &wgpu::Device, layouts: &Layouts, painted: bool) {
        let (shader, n_samples) = (&self.ground_shader, self.n_samples);
        let make = || ground(device, layouts, shader, painted, n_samples);
        self.grounds.entry(painted).or_insert_with(make);
    }

    pub(super) fn ground(&self, painted: bool) -> Option<&wgpu::RenderPipeline> {
        self.grounds.get(&painted)
    }

    pub(super) fn make_sky(&mut self, device: &wgpu::Device, layouts: &Layouts) {
        if self.sky.is_none() {
            self.sky = Some(pipeline(
                device,
                &Recipe {
                    label: "sky",
                    shader: &self.scene_shader,
                    entry_points: ["place_sky", "colour_sky"],
                    constants: &[],
                    layouts: &[Some(&layouts.frame)],
                    buffers: &[],
                    blend: None,
                    cull_mode: None,
                    front_face: wgpu::FrontFace::Ccw,
                    writes_depth: false,
                    compare: CompareFunction::GreaterEqual,
                    n_samples: self.n_samples,
                },
            ));
        }
    }

    pub(super) fn sky(&self) -> Option<&wgpu::RenderPipeline> {
        self.sky.as_ref()
    }
}

fn mesh(
    device: &wgpu::Device,
    layouts: &Layouts,
    shader: &wgpu::ShaderModule,
    way: Way,
    n_samples: u32,
) -> wgpu::RenderPipeline {
    let vertices = wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2,
        3 => Float32x2, 4 => Unorm8x4, 5 => Uint8x4, 6 => Unorm8x4];
    let instances = wgpu::vertex_attr_array![7 => Float32x4, 8 => Float32x4, 9 => Float32x4,
        10 => Float32x4, 11 => Uint32, 12 => Uint32];
    let number = |is: bool| if is { 1.0 } else { 0.0 };
    pipeline(
        device,
        &Recipe {
            label: "mesh",
            shader,
            entry_points: ["place", "colour"],
            constants: &[
                ("SKINNED", number(way.is_skinned)),
                ("PAINTED", number(way.is_painted)),
                ("ADDS_LIGHT", number(way.adds_light)),
                ("CUT_OUT", number(way.blend == Kind::CutOut)),
                ("ADDS", number(way.blend == Kind::Add)),
            ],
            layouts: &[Some(&layouts.frame), Some(&layouts.material), Some(&layouts.list)],
            buffers: &[
                Some(wgpu::VertexBufferLayout {
                    array_stride: size_of::<MeshVertex>() as u64,
                    step_mode: wgpu::VertexStepMode::Vertex,
                    attributes: &vertices,
                }),
                Some(wgpu::VertexBufferLayout {
                    array_stride: size_of::<InstanceRow>() as u64,
                    step_mode: wgpu::VertexStepMode::Instance,
                    attributes: &instances,
                }),
            ],
            blend: match way.blend {
                Kind::Opaque | Kind::CutOut => None,
                Kind::Over => Some(blend(BlendFactor::OneMinusSrcAlpha)),
                Kind::Add => Some(blend(BlendFactor::One)),
            },
            cull_mode: (!way.is_two_sided).then_some(wgpu::Face::Back),
            front_face: if way.is_mirrored { wgpu::FrontFace::Cw } else { wgpu::FrontFace::Ccw },
            writes_depth: way.hides,
            compare: if way.is_hidden { CompareFunction::Greater } else { CompareFunction::Always },
            n_samples,
        },
    )
}

fn ground(
    device: &wgpu::Device,
    layouts: &Layouts,
    shader: &wgpu::ShaderModule,
    is_painted: bool,
    n_samples: u32,
) -> wgpu::RenderPipeline {
    let vertices = wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2,
        3 => Float32x2, 4 => Float32x2, 5 => Uint8x4];
    pipeline(
        device,
        &Recipe {
            label: "ground",
            shader,
            entry_points: ["place", "colour"],
            constants: &[("PAINTED", if is_painted { 1.0 } else { 0.0 })],
            layouts: &[Some(&layouts.frame), Some(&layouts.list), Some(&layouts.one)],
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: size_of::<TerrainVertex>() as u64,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes: &vertices,
            })],
            blend: None,
            // From below one looks through it.
            cull_mode: None,
            front_face: wgpu::FrontFace::Ccw,
            writes_depth: true,
            compare: CompareFunction::Greater,
            n_samples,
        },
    )
}

fn pipeline(device: &wgpu::Device, recipe: &Recipe<'_>) -> wgpu::RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(recipe.label),
        bind_group_layouts: recipe.layouts,
        immediate_size: 0,
    });
    let [place, colour] = recipe.entry_points;
    let compilation_options = wgpu::PipelineCompilationOptions {
        constants: recipe.constants,
        ..wgpu::PipelineCompilationOptions::default()
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(recipe.label),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: recipe.shader,
            entry_point: Some(place),
            compilation_options: compilation_options.clone(),
            buffers: recipe.buffers,
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::TriangleList,
            cull_mode: recipe.cull_mode,
            front_face: recipe.front_face,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(recipe.writes_depth),
            depth_compare: Some(recipe.compare),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState {
            count: recipe.n_samples,
            ..wgpu::MultisampleState::default()
        },
        fragment: Some(wgpu::FragmentState {
            module: recipe.shader,
            entry_point: Some(colour),
            compilation_options,
            targets: &[Some(wgpu::ColorTargetState {
                format: COLOUR,
                blend: recipe.blend,
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
