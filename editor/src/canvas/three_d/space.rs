//! What all views in space share: the driver, what is on the graphics card, and from where one looks.

use std::collections::BTreeMap;
use std::time::Duration;

use eframe::egui;
use egui::{Response, Ui};
use glam::{Mat4, Vec2, Vec3, vec2};
use landwright_core::scene::cull::Sight as SceneSight;
use landwright_core::scene::frame::Thrift;

use super::callback::{self, Driver};
use super::scene::Scene;
use crate::canvas::steer::room;
use crate::renderer::camera::Eye;
use crate::view::ViewSize;
use crate::view::id::ViewId;
use crate::view::orbit::{self, Orbit};

/// What views in space share from frame to frame. What those of one kind keep is with the kind.
#[derive(Default)]
pub(crate) struct Space {
    pub(crate) scene: Scene,
    /// `None` where the window has no driver that draws in 3D.
    pub(crate) driver: Option<Driver>,
    /// What views of whole scenes were told to show last.
    pub(super) shown: BTreeMap<ViewId, u64>,
}

/// From where a view looks, and how many pixels it has.
pub(crate) struct Lens<'l> {
    pub(crate) orbit: &'l Orbit,
    /// In points.
    pub(crate) size: ViewSize,
    pub(crate) size_in_pixels: [u32; 2],
    pub(crate) pixels_per_point: f32,
}

/// A view under the hand: where it is in the window, and from where it looks.
#[derive(Clone, Copy)]
pub(crate) struct Theatre {
    pub(crate) rect: egui::Rect,
    pub(crate) orbit: Orbit,
}

/// What may be spent on making the ground before a frame.
pub(crate) const TIME_TO_MAKE: Duration = Duration::from_millis(8);

impl Space {
    /// Finds the window's driver.
    pub(crate) fn attach(&mut self, frame: &eframe::Frame) {
        if self.driver.is_none() {
            self.driver = frame.wgpu_render_state().map(callback::attach);
        }
    }

    /// The room of a view, which says where nothing can be drawn in it.
    pub(crate) fn room(&self, ui: &mut Ui, document: &str) -> Option<(egui::Rect, Response)> {
        let without = if self.driver.is_some() { "" } else { ", without a driver that draws it" };
        room(ui, &format!("3D view of {document}{without}"))
    }
}

impl Lens<'_> {
    /// The eye in a scene whose middle is somewhere in the world, and whose metres are so many world units.
    pub(crate) fn eye(&self, (middle_in_world, units_per_m): (Vec3, f32)) -> Eye {
        let Lens { orbit, size, size_in_pixels: [width, height], pixels_per_point } = *self;
        let [right, up, forward] = orbit.axes();
        let half_height = orbit::HALF_OF_VIEW_AT_1;
        let half_width = half_height * width.max(1) as f32 / height.max(1) as f32;
        let world_from_scene =
            Mat4::from_translation(middle_in_world) * Mat4::from_scale(Vec3::splat(units_per_m));
        // A metre at a distance of a metre is as large as a world unit at one of a world unit.
        let points = orbit.points_per_world_unit(1.0, size);
        let sight = SceneSight {
            eye_m: (orbit.eye_in_world() - middle_in_world) / units_per_m,
            clip_from_world: orbit.clip_from_world(size) * world_from_scene,
            pixels_at_1_m: points * pixels_per_point,
        };
        Eye { sight, right: right * half_width, up: up * half_height, forward }
    }
}

/// What is drawn where there is a graphics card, and where there is none.
const ON_A_CARD: Thrift = Thrift { least_pixels: 1.0, coarseness: 1.0 };
const ON_A_PROCESSOR: Thrift = Thrift { least_pixels: 2.0, coarseness: 1.6 };
const CARD_QUADS: f32 = 4.0;

/// How much of a scene is drawn by a driver that divides the ground into quads of so many pixels.
pub(crate) fn thrift(max_quad_in_pixels: f32) -> Thrift {
    if max_quad_in_pixels < CARD_QUADS { ON_A_CARD } else { ON_A_PROCESSOR }
}

impl Theatre {
    pub(crate) fn size(&self) -> Vec2 {
        vec2(self.rect.width(), self.rect.height())
    }

    /// In points from the view's top left corner.
    pub(crate) fn view_from_screen(&self, at: egui::Pos2) -> Vec2 {
        let at = at - self.rect.min;
        vec2(at.x, at.y)
    }

    pub(crate) fn screen_from_world(&self, at_in_world: Vec3) -> Option<egui::Pos2> {
        let at = self.orbit.view_from_world(at_in_world, self.size())?;
        Some(self.rect.min + egui::vec2(at.x, at.y))
    }
}
