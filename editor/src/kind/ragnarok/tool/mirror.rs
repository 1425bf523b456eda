//! How painting is mirrored.

use glam::Vec2;
use landwright_core::world::gat::paint::{Across, Mirror};

use super::MapTools;
use crate::view::id::DocumentId;

impl MapTools {
    /// How painting on a map is mirrored, if it is.
    pub fn mirror(&self, document: DocumentId) -> Option<Mirror> {
        self.mirror.map(|across| Mirror { across, at: self.mirror_at(document) })
    }

    /// In cells, in steps of a half; the middle of the map where it is `None`.
    pub fn mirror_at(&self, document: DocumentId) -> Option<[f32; 2]> {
        self.mirror_points.get(&document).copied()
    }

    /// Around a point, or the middle of the map. Where nothing was mirrored, all is from now on.
    pub fn mirror_around(&mut self, document: DocumentId, at_in_cells: Option<[f32; 2]>) {
        match at_in_cells {
            Some(at) => self.mirror_points.insert(document, at),
            None => self.mirror_points.remove(&document),
        };
        self.mirror = self.mirror.or(Some(Across::Point));
        self.is_setting_mirror = false;
    }

    /// The corner or the middle of a cell that is nearest.
    pub(crate) fn set_mirror_point(&mut self, document: DocumentId, at_in_cells: Vec2) {
        let nearest = (at_in_cells * 2.0).round() / 2.0;
        let nearest = nearest.clamp(Vec2::splat(-1e5), Vec2::splat(1e5));
        self.mirror_around(document, Some(nearest.to_array()));
    }
}
