//! Where cells are in the window: one question for the view from above and the view in space, so
//! that what is painted over both is written once.

use eframe::egui::Pos2;
use glam::Vec2;

pub(crate) trait Places {
    /// A place at a height of its own, in world units; `None` where it can't be seen, or there is
    /// no such place. From above, every height is in the same place.
    fn screen_at(&self, at_in_cells: Vec2, height_in_world: f32) -> Option<Pos2>;

    /// The middle of a cell.
    fn screen_of(&self, cell: [i32; 2]) -> Option<Pos2>;
}
