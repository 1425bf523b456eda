//! Pictures of a scene without a window.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use eframe::wgpu;
use landwright_core::scene::Scene;
use landwright_core::scene::frame::{Frame, Thrift};
use landwright_core::scene::prepared::Prepared;
use landwright_core::world::gat::picture::image::Image;

use super::camera::Camera;
use super::draw::{Background, Renderer, Target};
use crate::canvas::three_d::headless::{Trouble, open_device, read_pixels};

/// Edges of a picture are smooth; frames that are timed are drawn as a window draws them.
const N_SAMPLES_OF_PICTURE: u32 = 4;
const N_SAMPLES_OF_WINDOW: u32 = 1;
/// So many frames are timed.
const N_TIMED: u32 = 12;

/// How a picture is taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shot {
    pub(crate) camera: Camera,
    pub(crate) size: [u32; 2],
    pub(crate) background: Background,
    /// Since all motions began.
    pub(crate) seconds: f64,
}

/// What a picture took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Counts {
    pub(crate) n_objects: usize,
    pub(crate) n_triangles: usize,
    pub(crate) n_draw_calls: usize,
}

/// A scene on a graphics driver.
pub(crate) struct Studio<'s> {
    device: wgpu::Device,
    queue: wgpu::Queue,
    trouble: Arc<Mutex<Option<String>>>,
    scene: &'s Scene,
    prepared: Prepared,
    frame: Frame,
}

const ALL: Thrift = Thrift { least_pixels: 0.7, coarseness: 1.0 };

impl<'s> Studio<'s> {
    /// Things that have too many parts to be drawn.
    pub(crate) fn n_left_out(&self) -> usize {
        self.prepared.n_left_out
    }

    pub(crate) fn open(scene: &'s Scene) -> Result<Studio<'s>, Trouble> {
        let (device, queue, trouble) = open_device()?;
        let prepared = Prepared::new(scene);
        Ok(Studio { device, queue, trouble, scene, prepared, frame: Frame::default() })
    }

    pub(crate) fn picture(&mut self, shot: &Shot) -> Result<(Image, Counts), Trouble> {
        let limit = self.device.limits().max_texture_dimension_2d;
        if shot.size.iter().any(|side| *side > limit) {
            return Err(Trouble::TooLarge(limit));
        }
        let mut renderer = self.renderer(N_SAMPLES_OF_PICTURE);
        let target = renderer.new_target(&self.device, shot.size);
        let (encoder, counts) = self.draw(&mut renderer, &target, shot);
        let image = read_pixels(&self.device, &self.queue, encoder, &target.colour);
        match self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(trouble) => Err(Trouble::Failed(trouble)),
            None => Ok((image?, counts)),
        }
    }

    fn renderer(&self, n_samples: u32) -> Renderer {
        Renderer::new(&self.device, &self.queue, self.scene, &self.prepared, n_samples)
    }

    fn draw(
        &mut self,
        renderer: &mut Renderer,
        target: &Target,
        shot: &Shot,
    ) -> (wgpu::CommandEncoder, Counts) {
        let sight = shot.camera.sight(shot.size);
        self.frame.look(self.scene, &self.prepared, &sight, shot.seconds, ALL);
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("picture") };
        let mut encoder = self.device.create_command_encoder(&descriptor);
        let n_draw_calls = renderer.draw(
            &self.device,
            &self.queue,
            &mut encoder,
            target,
            self.scene,
            &self.prepared,
            &self.frame,
            &shot.camera,
            shot.background,
            shot.seconds,
        );
        let Frame { n_objects, n_triangles, .. } = self.frame;
        (encoder, Counts { n_objects, n_triangles, n_draw_calls })
    }

    /// How long a frame takes while the camera turns, in milliseconds: the middle of several.
    pub(crate) fn frame_ms(&mut self, shot: &Shot) -> Result<f64, Trouble> {
        let mut renderer = self.renderer(N_SAMPLES_OF_WINDOW);
        let target = renderer.new_target(&self.device, shot.size);
        let mut times = Vec::new();
        for turn in 0..N_TIMED {
            let start = Instant::now();
            let mut turned = *shot;
            turned.camera.yaw_degrees += 0.5 * turn as f32;
            let (encoder, _) = self.draw(&mut renderer, &target, &turned);
            self.queue.submit([encoder.finish()]);
            let waited = self.device.poll(wgpu::PollType::wait_indefinitely());
            waited.map_err(|error| Trouble::Failed(error.to_string()))?;
            times.push(start.elapsed().as_secs_f64() * 1_000.0);
        }
        // The first ones prepare the driver.
        times.drain(..2);
        times.sort_by(f64::total_cmp);
        Ok(times.get(times.len() / 2).copied().unwrap_or_default())
    }
}
