//! Between the window and the renderer: shots are drawn before the window is painted, and put
//! into it as one rectangle.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use eframe::{egui, egui_wgpu, wgpu};
use egui_wgpu::{CallbackResources, CallbackTrait, RenderState, ScreenDescriptor};

use super::gpu::{Renderer, Target};
use super::pipelines;
use super::scene::{self, Shot, Waiting};
use crate::renderer::device::keep_loaded;
use crate::view::id::ViewId;

/// What the window's driver can do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Driver {
    pub(crate) max_side_in_pixels: u32,
    /// Quads of the ground are no wider. Without a graphics card, fewer are drawn.
    pub(crate) max_quad_in_pixels: f32,
}

/// What stays with the window's renderer.
struct Stage {
    renderer: Renderer,
    blit: wgpu::RenderPipeline,
    targets: BTreeMap<ViewId, Kept>,
    n_prepared: u64,
}

struct Kept {
    target: Target,
    used_at: u64,
}

/// Pictures of views that were not seen for as many others are given up.
const KEPT_FOR: u64 = 1000;

/// A shot of a view, on its way to the window.
pub(crate) struct Callback {
    pub(crate) view: ViewId,
    pub(crate) shot: Shot,
    pub(crate) waiting: Arc<Mutex<Waiting>>,
    /// What is asked for one more frame while something is on its way to the graphics card.
    pub(crate) window: egui::Context,
}

/// Gives the window's renderer what 3D needs. Once is enough.
pub(crate) fn attach(state: &RenderState) -> Driver {
    keep_loaded(&state.adapter);
    let is_card = state.adapter.get_info().device_type != wgpu::DeviceType::Cpu;
    let renderer = Renderer::new(&state.device, &state.queue, if is_card { 4 } else { 1 });
    let blit = pipelines::blit(&state.device, &renderer.layouts, state.target_format, 1);
    let stage = Stage { renderer, blit, targets: BTreeMap::new(), n_prepared: 0 };
    state.renderer.write().callback_resources.insert(stage);
    Driver {
        max_side_in_pixels: state.device.limits().max_texture_dimension_2d,
        max_quad_in_pixels: if is_card { 3.0 } else { 6.0 },
    }
}

impl CallbackTrait for Callback {
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        _screen: &ScreenDescriptor,
        encoder: &mut wgpu::CommandEncoder,
        resources: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        let Some(stage) = resources.get_mut::<Stage>() else { return Vec::new() };
        stage.n_prepared += 1;
        let now = stage.n_prepared;
        stage.renderer.take(device, queue, scene::take(&self.waiting));
        stage.targets.retain(|_, kept| kept.used_at + KEPT_FOR > now);
        let [width, height] = self.shot.size_in_pixels;
        let is_fit = |kept: &Kept| {
            let size = kept.target.colour.size();
            (size.width, size.height) == (width, height)
        };
        if !stage.targets.get(&self.view).is_some_and(is_fit) {
            let target = stage.renderer.new_target(device, self.shot.size_in_pixels);
            stage.targets.insert(self.view, Kept { target, used_at: now });
        }
        if let Some(kept) = stage.targets.get_mut(&self.view) {
            kept.used_at = now;
            let target = &mut kept.target;
            if !stage.renderer.draw_in_time(device, queue, encoder, target, &self.shot) {
                self.window.request_repaint();
            }
        }
        Vec::new()
    }

    fn paint(
        &self,
        _info: egui::PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &CallbackResources,
    ) {
        let Some(stage) = resources.get::<Stage>() else { return };
        let Some(kept) = stage.targets.get(&self.view) else { return };
        pass.set_pipeline(&stage.blit);
        pass.set_bind_group(0, &kept.target.blit_group, &[]);
        pass.draw(0..4, 0..1);
    }
}
