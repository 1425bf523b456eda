//! Pictures of a scene without a window.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use eframe::wgpu;
use landwright_core::scene::Scene;
use landwright_core::scene::frame::{Frame, Thrift};
use landwright_core::scene::model::Moment;
use landwright_core::scene::prepared::Prepared;
use landwright_core::world::gat::picture::image::Image;

use crate::renderer::camera::Camera;
use crate::renderer::device::{Trouble, open_device, read_pixels};
use crate::renderer::draw::{Background, Easel, Renderer, Stage, Target};
use crate::renderer::resident::{Resident, Until};

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
    /// Effects that let out particles in sight, and how many of those there are.
    pub(crate) n_effects: usize,
    pub(crate) n_particles: usize,
    pub(crate) n_particles_left_out: usize,
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

/// All that draws a picture.
struct Stand {
    renderer: Renderer,
    resident: Resident,
    easel: Easel,
    target: Target,
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
        let mut stand = self.stand(N_SAMPLES_OF_PICTURE, shot.size);
        let (encoder, counts) = self.draw(&mut stand, shot);
        let image = read_pixels(&self.device, &self.queue, encoder, &stand.target.colour);
        match self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(trouble) => Err(Trouble::Failed(trouble)),
            None => Ok((image?, counts)),
        }
    }

    fn stand(&self, n_samples: u32, size: [u32; 2]) -> Stand {
        let (device, queue) = (&self.device, &self.queue);
        let mut renderer = Renderer::new(device, n_samples);
        let mut resident = renderer.new_resident(device, queue);
        let of = (self.scene, &self.prepared);
        renderer.bring(device, queue, &mut resident, of, Until(None));
        let easel = renderer.new_easel(device);
        Stand { target: renderer.new_target(device, size), renderer, resident, easel }
    }

    fn draw(&mut self, stand: &mut Stand, shot: &Shot) -> (wgpu::CommandEncoder, Counts) {
        let eye = shot.camera.eye(shot.size);
        let moment = Moment { seconds: shot.seconds, is_night: self.scene.surroundings.is_night };
        self.frame.look(self.scene, &self.prepared, &eye.sight, moment, ALL);
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("picture") };
        let mut encoder = self.device.create_command_encoder(&descriptor);
        let filled = (&self.frame, &eye, &self.scene.surroundings);
        stand.renderer.fill(&self.device, &self.queue, &mut stand.easel, filled);
        let stage = Stage {
            scene: self.scene,
            prepared: &self.prepared,
            resident: &stand.resident,
            easel: &stand.easel,
            frame: &self.frame,
            seconds: shot.seconds,
        };
        let n_draw_calls = stand.renderer.draw(&mut encoder, &stand.target, stage, shot.background);
        let Frame { n_objects, n_triangles, n_sources, n_particles_left_out, .. } = self.frame;
        let counts = Counts {
            n_objects,
            n_triangles,
            n_draw_calls,
            n_effects: n_sources,
            n_particles: self.frame.quads.len(),
            n_particles_left_out,
        };
        (encoder, counts)
    }

    /// How long a frame takes while the camera turns, in milliseconds: the middle of several.
    pub(crate) fn frame_ms(&mut self, shot: &Shot) -> Result<f64, Trouble> {
        let mut stand = self.stand(N_SAMPLES_OF_WINDOW, shot.size);
        let mut times = Vec::new();
        for turn in 0..N_TIMED {
            let start = Instant::now();
            let mut turned = *shot;
            turned.camera.yaw_degrees += 0.5 * turn as f32;
            let (encoder, _) = self.draw(&mut stand, &turned);
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
