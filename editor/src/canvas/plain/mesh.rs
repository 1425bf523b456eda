//! Many small shapes over what is below them, as one list of triangles: most of one colour, some
//! with a part of a picture. What has no picture costs a fraction of what egui's own shader takes.

use std::ops::Range;
use std::sync::OnceLock;

use eframe::{egui, egui_wgpu, wgpu};
use egui::{Color32, Mesh, Painter, Rect, TextureId};
use egui_wgpu::{CallbackResources, CallbackTrait, ScreenDescriptor};

use super::{Pipelines, Vertex, buffer, driver};

/// Triangles that are drawn alike: some indices of the mesh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) indices: Range<u32>,
    pub(crate) look: Look,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// By the colours of the vertices alone.
    Plain,
    /// The mesh's picture, in those colours.
    Pictured,
    /// The same on whole pixels, as large as the picture: much cheaper without a graphics card.
    Stamped,
}

/// Paints a mesh, of which the runs tell all of the indices, in their order.
pub(crate) fn paint(painter: &Painter, mesh: Mesh, runs: Vec<Run>) {
    if runs.is_empty() {
        return;
    }
    let picture = driver(painter.ctx()).and_then(|driver| driver.picture(mesh.texture_id));
    let clip = painter.clip_rect();
    match picture.filter(|_| clip.is_positive()) {
        Some(picture) => {
            let callback = Callback { mesh, runs, picture, buffers: OnceLock::new() };
            painter.add(egui_wgpu::Callback::new_paint_callback(clip, callback));
        }
        None => {
            painter.add(mesh);
        }
    }
}

/// Lays all of a picture over a rectangle.
pub(crate) fn picture(painter: &Painter, picture: TextureId, rect: Rect, tint: Color32) {
    let mut mesh = Mesh::with_texture(picture);
    mesh.add_rect_with_uv(rect, super::WHOLE, tint);
    paint(painter, mesh, vec![Run { indices: 0..6, look: Look::Pictured }]);
}

/// A mesh on its way to the window.
struct Callback {
    mesh: Mesh,
    runs: Vec<Run>,
    picture: wgpu::BindGroup,
    buffers: OnceLock<Buffers>,
}

struct Buffers {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
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
        let vertex =
            |v: &egui::epaint::Vertex| Vertex::new(v.pos, [v.uv.x, v.uv.y], v.color, screen);
        let vertices: Vec<Vertex> = self.mesh.vertices.iter().map(vertex).collect();
        self.buffers.get_or_init(|| {
            let (vertices, indices) =
                (bytemuck::cast_slice(&vertices), bytemuck::cast_slice(&self.mesh.indices));
            Buffers {
                vertices: buffer(device, queue, vertices, wgpu::BufferUsages::VERTEX),
                indices: buffer(device, queue, indices, wgpu::BufferUsages::INDEX),
            }
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
        let Some(buffers) = self.buffers.get() else { return };
        let [width, height] = info.screen_size_px.map(|side| side as f32);
        pass.set_viewport(0.0, 0.0, width, height, 0.0, 1.0);
        pass.set_vertex_buffer(0, buffers.vertices.slice(..));
        pass.set_index_buffer(buffers.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.set_bind_group(0, &self.picture, &[]);
        for run in &self.runs {
            pass.set_pipeline(match run.look {
                Look::Plain => &pipelines.fill_over,
                Look::Pictured => &pipelines.tint_over,
                Look::Stamped => &pipelines.stamp_over,
            });
            pass.draw_indexed(run.indices.clone(), 0, 0..1);
        }
    }
}
