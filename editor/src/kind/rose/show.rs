//! What the views of a zone show, and how they stay with it.

use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::vfs::VfsPath;
use landwright_core::world::zone::ground::Cut;
use landwright_core::world::zone::thing::{Thing, ThingId};

use super::document::ZoneDocument;
use crate::kind::document::common::ViewKind;
use crate::kind::rose::view::span::ZoneSpan;
use crate::view::Camera;

/// From here a single thing is well seen.
const NEAR_A_THING_POINTS_PER_CELL: f32 = 8.0;

impl ZoneDocument {
    /// Views count from a corner of the zone: where that is different, they go with their ground.
    pub(super) fn keep_views_in_place(&mut self, before: &ZoneSpan) {
        let now = self.span();
        if now == *before {
            return;
        }
        let larger = now.cm_from_cells(1.0) / before.cm_from_cells(1.0);
        for view in self.views.values_mut() {
            if let Some(camera) = &mut view.camera {
                let middle = before.world_from_map(camera.middle_in_cells);
                camera.middle_in_cells = now.map_from_world(middle);
                camera.points_per_cell *= larger as f32;
            }
            if let Some(orbit) = &mut view.orbit {
                let target = orbit.target_in_world;
                let at = before.world_from_map(target.truncate() / before.m_per_cell());
                let at = now.map_from_world(at) * now.m_per_cell();
                orbit.target_in_world = at.extend(target.z);
            }
        }
    }

    pub(super) fn show_thing(&mut self, id: ThingId) {
        if let Some(at) = self.zone().thing(id).map(Thing::pos_in_file_cm) {
            self.show_place([at.x, at.y]);
        }
    }

    /// Shows a place in every view, near enough to be seen.
    pub(super) fn show_place(&mut self, [x, y]: [f64; 2]) {
        let middle = self.span().map_from_file(PosInFileCm { x, y, z: 0.0 });
        if !middle.is_finite() {
            return;
        }
        for view in self.views.values_mut() {
            // One that is about to be drawn first, as of a zone that a warp leads to, begins there.
            if view.camera.is_some() || view.kind == ViewKind::FromAbove {
                let scale = view.camera.map_or(0.0, |camera| camera.points_per_cell);
                let points_per_cell = scale.max(NEAR_A_THING_POINTS_PER_CELL);
                view.camera = Some(Camera { middle_in_cells: middle, points_per_cell });
            }
        }
    }

    /// Shows the block that a file is of.
    pub(super) fn show_file(&mut self, file: &str) {
        let is_it = |path: Option<&str>| {
            let path = path.and_then(|path| VfsPath::new(path).ok());
            let on_disk = path.map(|path| match &self.home {
                Some(home) => home.on_disk(&path).display().to_string(),
                None => path.to_string(),
            });
            on_disk.as_deref() == Some(file)
        };
        let cuts = [Cut::Heights, Cut::Patches, Cut::Walks];
        let zone = self.zone();
        let block = zone.blocks().find(|block| {
            is_it(zone.path_of(Some(*block)))
                || cuts.iter().any(|cut| is_it(zone.ground_path(*block, *cut)))
        });
        let Some(block) = block else { return };
        let corners = self.span().corners_of_block(block);
        let span = self.span();
        for view in self.views.values_mut() {
            if let Some(size) = view.size {
                view.camera = Some(span.fit_box(corners, size));
            }
        }
    }
}
