//! A view from above under the hand: where cells are in the window.

use eframe::egui;
use egui::{Pos2, Rect as ViewRect};
use glam::{Vec2, vec2};
use landwright_core::world::gat::area::Rect;

use super::places::Places;
use crate::view::Camera;

/// A view under the hand: where it is in the window, and what it looks at.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    pub(crate) rect: ViewRect,
    pub(crate) camera: Camera,
}

impl Stage {
    pub(crate) fn size(&self) -> Vec2 {
        vec2(self.rect.width(), self.rect.height())
    }

    pub(crate) fn screen_from_cell(&self, cell: Vec2) -> Pos2 {
        let point = self.camera.view_from_cell(cell, self.size());
        self.rect.min + egui::vec2(point.x, point.y)
    }

    pub(crate) fn cell_from_screen(&self, point: Pos2) -> Vec2 {
        let point = point - self.rect.min;
        self.camera.cell_from_view(vec2(point.x, point.y), self.size())
    }

    pub(crate) fn screen_rect(&self, cells: Rect) -> ViewRect {
        let corner = |x: u32, y: u32| self.screen_from_cell(vec2(x as f32, y as f32));
        ViewRect::from_two_pos(corner(cells.x, cells.y), corner(cells.east(), cells.north()))
    }

    /// The cells that can be seen at least in part.
    pub(crate) fn visible(&self, map: Rect) -> Rect {
        let low = self.cell_from_screen(self.rect.left_bottom()).floor().max(Vec2::ZERO);
        let high = self.cell_from_screen(self.rect.right_top()).ceil().max(Vec2::ZERO);
        let (x, y) = (low.x as u32, low.y as u32);
        let (width, height) =
            ((high.x as u32).saturating_sub(x), (high.y as u32).saturating_sub(y));
        Rect { x, y, width, height }.within(map)
    }
}

impl Places for Stage {
    fn screen_at(&self, at_in_cells: Vec2, _height_in_world: f32) -> Option<Pos2> {
        Some(self.screen_from_cell(at_in_cells))
    }

    fn screen_of(&self, [x, y]: [i32; 2]) -> Option<Pos2> {
        Some(self.screen_from_cell(vec2(x as f32 + 0.5, y as f32 + 0.5)))
    }
}
