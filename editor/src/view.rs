//! Where a view looks, and the points of the window that this makes of cells.

pub mod orbit;
pub mod ground;
pub mod hand;
pub mod id;
pub mod reference;

use glam::{Vec2, vec2};
use landwright_core::world::gat::area::Rect;
use serde::{Deserialize, Serialize};

/// What a view of a map shows: its middle and how large cells are. North is up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// In cells from the south-west corner of the map; whole numbers are corners of cells.
    pub middle_in_cells: Vec2,
    /// The side of a cell.
    pub points_per_cell: f32,
}

/// The size of the view, in points.
pub type ViewSize = Vec2;

pub const MIN_POINTS_PER_CELL: f32 = 0.02;
pub const MAX_POINTS_PER_CELL: f32 = 96.0;

impl Camera {
    /// All of a rectangle, with a margin.
    pub fn fit(rect: Rect, size: ViewSize) -> Camera {
        let cells = vec2(rect.width.max(1) as f32, rect.height.max(1) as f32);
        let scale = (size / cells).min_element() * 0.95;
        Camera {
            middle_in_cells: vec2(rect.x as f32, rect.y as f32) + cells / 2.0,
            points_per_cell: scale.clamp(MIN_POINTS_PER_CELL, MAX_POINTS_PER_CELL),
        }
    }

    /// From the view's top left corner.
    pub fn view_from_cell(&self, cell: Vec2, size: ViewSize) -> Vec2 {
        let away = (cell - self.middle_in_cells) * self.points_per_cell;
        size / 2.0 + vec2(away.x, -away.y)
    }

    pub fn cell_from_view(&self, point: Vec2, size: ViewSize) -> Vec2 {
        let away = (point - size / 2.0) / self.points_per_cell;
        self.middle_in_cells + vec2(away.x, -away.y)
    }

    /// Zooms by a factor and keeps the cell at a point of the view where it is.
    pub fn zoom_at(&mut self, factor: f32, point: Vec2, size: ViewSize) {
        let held = self.cell_from_view(point, size);
        self.points_per_cell =
            (self.points_per_cell * factor).clamp(MIN_POINTS_PER_CELL, MAX_POINTS_PER_CELL);
        self.middle_in_cells += held - self.cell_from_view(point, size);
    }

    pub fn pan(&mut self, by_points: Vec2) {
        self.middle_in_cells += vec2(-by_points.x, by_points.y) / self.points_per_cell;
    }

    /// Keeps some of the map in view, so that nobody gets lost beside it.
    pub fn keep_near(&mut self, map: Rect) {
        let (low, high) = (Vec2::ZERO, vec2(map.width as f32, map.height as f32));
        self.middle_in_cells = self.middle_in_cells.clamp(low, high);
    }
}

/// What a view shows of a map besides its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layers {
    pub colours: Colours,
    pub shading: Shown,
    pub grid: Shown,
    pub changes: Shown,
    /// Lines of equal height.
    pub contours: Shown,
    /// A tint over what lies under water.
    pub water: Shown,
    /// A mark at every problem.
    pub problems: Shown,
    /// The client's ground, under the cells.
    pub ground: Shown,
    /// The cells where there is such a ground, and how much of them is seen over it, in per cent.
    pub cells: Shown,
    pub cells_percent: u8,
    /// In space, with the ground: the client's models and its water.
    pub models: Shown,
    pub sea: Shown,
}

impl Layers {
    /// How much of the cells is seen over a ground, from 0 to 1.
    pub fn cells_over_ground(&self) -> f32 {
        if self.cells.is_yes() { f32::from(self.cells_percent.min(100)) / 100.0 } else { 0.0 }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Shown {
    Yes,
    No,
}

impl Shown {
    pub fn is_yes(self) -> bool {
        self == Shown::Yes
    }

    pub fn toggle(&mut self) {
        *self = if self.is_yes() { Shown::No } else { Shown::Yes };
    }
}

/// What the colour of a cell tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Colours {
    Types,
    Client,
    Server,
    Heights,
    Slope,
    Islands,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers {
            colours: Colours::Types,
            shading: Shown::Yes,
            grid: Shown::Yes,
            changes: Shown::No,
            contours: Shown::No,
            water: Shown::No,
            problems: Shown::No,
            ground: Shown::Yes,
            cells: Shown::Yes,
            cells_percent: 45,
            models: Shown::Yes,
            sea: Shown::Yes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = vec2(800.0, 600.0);

    #[test]
    fn zooming_keeps_the_cell_under_the_pointer() {
        let mut camera = Camera { middle_in_cells: vec2(50.0, 40.0), points_per_cell: 4.0 };
        let point = vec2(123.0, 456.0);
        let before = camera.cell_from_view(point, SIZE);
        camera.zoom_at(1.7, point, SIZE);
        assert!(camera.cell_from_view(point, SIZE).distance(before) < 1e-3);
        assert!((camera.points_per_cell - 6.8).abs() < 1e-5);
    }

    #[test]
    fn north_is_up_and_both_ways_agree() {
        let rect = Rect { x: 0, y: 0, width: 100, height: 50 };
        let camera = Camera::fit(rect, SIZE);
        let north_west = camera.view_from_cell(vec2(0.0, 50.0), SIZE);
        let south_east = camera.view_from_cell(vec2(100.0, 0.0), SIZE);
        assert!(north_west.x < south_east.x && north_west.y < south_east.y);
        assert!(north_west.min_element() >= 0.0 && south_east.x <= 800.0);
        let cell = vec2(12.25, 33.5);
        let there = camera.view_from_cell(cell, SIZE);
        assert!(camera.cell_from_view(there, SIZE).distance(cell) < 1e-3);
    }

    #[test]
    fn panning_moves_the_map_with_the_pointer() {
        let mut camera = Camera { middle_in_cells: vec2(50.0, 40.0), points_per_cell: 4.0 };
        let cell = camera.cell_from_view(vec2(10.0, 10.0), SIZE);
        camera.pan(vec2(8.0, -12.0));
        assert!(camera.view_from_cell(cell, SIZE).distance(vec2(18.0, -2.0)) < 1e-3);
    }
}
