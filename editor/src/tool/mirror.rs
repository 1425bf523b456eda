//! How painting is mirrored.

use glam::Vec2;
use landwright_core::world::gat::paint::{Across, Mirror};

use super::Tools;

impl Tools {
    /// How painting is mirrored, if it is.
    pub fn mirror(&self) -> Option<Mirror> {
        self.mirror.map(|across| Mirror { across, at: self.mirror_at })
    }

    /// Around a point, or the middle of the map. Where nothing was mirrored, all is from now on.
    pub fn mirror_around(&mut self, at_in_cells: Option<[f32; 2]>) {
        self.mirror_at = at_in_cells;
        self.mirror = self.mirror.or(Some(Across::Point));
        self.is_setting_mirror = false;
    }

    /// The corner or the middle of a cell that is nearest.
    pub(crate) fn set_mirror_point(&mut self, at_in_cells: Vec2) {
        let nearest = (at_in_cells * 2.0).round() / 2.0;
        let nearest = nearest.clamp(Vec2::splat(-1e5), Vec2::splat(1e5));
        self.mirror_around(Some(nearest.to_array()));
    }
}
