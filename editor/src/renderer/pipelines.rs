//! How the graphics card draws: made when they are needed first, since a driver takes a while for each.

use std::collections::BTreeMap;
use std::mem::size_of;

use eframe::wgpu;
use landwright_core::scene::material::{Blend, Factor, Material, Mix, Operation};
use landwright_core::scene::prepared::Group;
use wgpu::{BlendComponent, BlendFactor, BlendOperation, BlendState, CompareFunction};

use super::formats::{InstanceRow, MeshVertex, QuadRow, TerrainVertex};

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
    Mixed { mix: Mix, is_cut_out: bool },
}

/// The same of particles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct QuadWay {
    blend: Kind,
    is_hidden: bool,
}

pub(super) struct Pipelines {
    n_samples: u32,
    scene_shader: wgpu::ShaderModule,
    ground_shader: wgpu::ShaderModule,
    meshes: BTreeMap<Way, wgpu::RenderPipeline>,
    quads: BTreeMap<QuadWay, wgpu::RenderPipeline>,
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

impl Kind {
    fn of(blend: Blend) -> Kind {
        match blend {
            Blend::Opaque => Kind::Opaque,
            Blend::CutOut { .. } => Kind::CutOut,
            Blend::Over => Kind::Over,
            Blend::Add => Kind::Add,
            Blend::Mixed { mix, least } => Kind::Mixed { mix, is_cut_out: least > 0.0 },
        }
    }

    fn is_cut_out(self) -> bool {
        matches!(self, Kind::CutOut | Kind::Mixed { is_cut_out: true, .. })
    }

    /// Whether it leaves what was there, and adds to it: fog takes from what is added.
    fn adds(self) -> bool {
        match self {
            Kind::Add => true,
            Kind::Mixed { mix, .. } => mix.old == Factor::One,
            Kind::Opaque | Kind::CutOut | Kind::Over => false,
        }
    }

    fn state(self) -> Option<BlendState> {
        match self {
            Kind::Opaque | Kind::CutOut => None,
            Kind::Over => Some(blend(BlendFactor::OneMinusSrcAlpha)),
            Kind::Add => Some(blend(BlendFactor::One)),
            Kind::Mixed { mix, .. } => Some(mixed(mix)),
        }
    }
}

impl QuadWay {
    pub(super) fn of(material: &Material) -> QuadWay {
        QuadWay { blend: Kind::of(material.blend), is_hidden: material.is_hidden }
    }
}

impl Way {
    pub(super) fn of(group: &Group, material: &Material) -> Way {
        Way {
            blend: Kind::of(material.blend),
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

/// What covers stays as it was: a picture has no holes.
const KEEPS_ALPHA: BlendComponent = BlendComponent {
    src_factor: BlendFactor::Zero,
    dst_factor: BlendFactor::One,
    operation: BlendOperation::Add,
};

/// Scales the new colour by its alpha.
fn blend(onto: BlendFactor) -> BlendState {
    let color = BlendComponent {
        src_factor: BlendFactor::SrcAlpha,
        dst_factor: onto,
        operation: BlendOperation::Add,
    };
    BlendState { color, alpha: KEEPS_ALPHA }
}

fn mixed(mix: Mix) -> BlendState {
    let factor = |factor: Factor| match factor {
        Factor::Zero => BlendFactor::Zero,
        Factor::One => BlendFactor::One,
        Factor::New => BlendFactor::Src,
        Factor::OneMinusNew => BlendFactor::OneMinusSrc,
        Factor::NewAlpha => BlendFactor::SrcAlpha,
        Factor::OneMinusNewAlpha => BlendFactor::OneMinusSrcAlpha,
        Factor::OldAlpha => BlendFactor::DstAlpha,
        Factor::OneMinusOldAlpha => BlendFactor::OneMinusDstAlpha,
        Factor::Old => BlendFactor::Dst,
        Factor::OneMinusOld => BlendFactor::OneMinusDst,
        Factor::NewAlphaSaturated => BlendFactor::SrcAlphaSaturated,
    };
    let operation = match mix.operation {
        Operation::Add => BlendOperation::Add,
        Operation::Subtract => BlendOperation::Subtract,
        Operation::ReverseSubtract => BlendOperation::ReverseSubtract,
        Operation::Least => BlendOperation::Min,
        Operation::Most => BlendOperation::Max,
    };
    // These two take the colours as they are.
    let takes_factors = !matches!(mix.operation, Operation::Least | Operation::Most);
    let factor = |own: Factor| if takes_factors { factor(own) } else { BlendFactor::One };
    let (src_factor, dst_factor) = (factor(mix.new), factor(mix.old));
    BlendState { color: BlendComponent { src_factor, dst_factor, operation }, alpha: KEEPS_ALPHA }
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
            quads: BTreeMap::new(),
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

    /// Says whether it was not there before.
    pub(super) fn make_quads(
        &mut self,
        device: &wgpu::Device,
        layouts: &Layouts,
        way: QuadWay,
    ) -> bool {
        if self.quads.contains_key(&way) {
            return false;
        }
        let made = quads(device, layouts, &self.scene_shader, way, self.n_samples);
        self.quads.insert(way, made);
        true
    }

    pub(super) fn quads(&self, way: QuadWay) -> Option<&wgpu::RenderPipeline> {
        self.quads.get(&way)
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
                ("CUT_OUT", number(way.blend.is_cut_out())),
                ("ADDS", number(way.blend.adds())),
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
            blend: way.blend.state(),
            cull_mode: (!way.is_two_sided).then_some(wgpu::Face::Back),
            front_face: if way.is_mirrored { wgpu::FrontFace::Cw } else { wgpu::FrontFace::Ccw },
            writes_depth: way.hides,
            compare: if way.is_hidden { CompareFunction::Greater } else { CompareFunction::Always },
            n_samples,
        },
    )
}

fn quads(
    device: &wgpu::Device,
    layouts: &Layouts,
    shader: &wgpu::ShaderModule,
    way: QuadWay,
    n_samples: u32,
) -> wgpu::RenderPipeline {
    let rows = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x2, 2 => Float32x4,
        3 => Unorm8x4, 4 => Uint32];
    pipeline(
        device,
        &Recipe {
            label: "particles",
            shader,
            entry_points: ["place_quad", "colour_quad"],
            constants: &[("ADDS", if way.blend.adds() { 1.0 } else { 0.0 })],
            layouts: &[Some(&layouts.frame), Some(&layouts.material)],
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: size_of::<QuadRow>() as u64,
                step_mode: wgpu::VertexStepMode::Instance,
                attributes: &rows,
            })],
            blend: way.blend.state(),
            cull_mode: None,
            front_face: wgpu::FrontFace::Ccw,
            writes_depth: false,
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
