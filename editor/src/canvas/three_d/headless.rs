//! Draws a shot without a window, into pixels in memory.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::wgpu;
use landwright_core::world::gat::picture::image::Image;

use super::gpu::Renderer;
use super::scene::{self, Scene, Shot};
use crate::renderer::device::{Trouble, open_device, read_pixels};

/// Where shots are drawn.
pub(crate) struct Studio {
    device: wgpu::Device,
    queue: wgpu::Queue,
    renderer: Renderer,
    /// What went wrong on the graphics card, for it is told later.
    trouble: Arc<Mutex<Option<String>>>,
}

/// Edges are smooth: a picture has time.
const N_SAMPLES: u32 = 4;

impl Studio {
    pub(crate) fn open() -> Result<Studio, Trouble> {
        let (device, queue, trouble) = open_device()?;
        let renderer = Renderer::new(&device, &queue, N_SAMPLES);
        Ok(Studio { device, queue, renderer, trouble })
    }

    /// How wide and high pictures may be.
    pub(crate) fn max_side_in_pixels(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    pub(crate) fn picture(&mut self, scene: &Scene, shot: &Shot) -> Result<Image, Trouble> {
        let limit = self.max_side_in_pixels();
        if shot.size_in_pixels.iter().any(|side| *side > limit) {
            return Err(Trouble::TooLarge(limit));
        }
        self.renderer.take(&self.device, &self.queue, scene::take(&scene.waiting()));
        let mut target = self.renderer.new_target(&self.device, shot.size_in_pixels);
        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("picture") });
        self.renderer.bring_all(&self.device, &self.queue, shot);
        self.renderer.draw(&self.device, &self.queue, &mut encoder, &mut target, shot);
        let image = read_pixels(&self.device, &self.queue, encoder, &target.colour);
        match self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(trouble) => Err(Trouble::Failed(trouble)),
            None => image,
        }
    }
}
