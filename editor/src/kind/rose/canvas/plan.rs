//! A zone from above, all of it: what is drawn in which order.

use eframe::egui::Painter;
use glam::Vec2;

use super::atlas::Atlas;
use super::clusters::Clusters;
use super::grids::{self, Walks};
use super::ground::Grounds;
use super::labels;
use super::marks::Marks;
use super::overlay;
use super::scene::ZoneScene;
use super::things::{self, Sheet};
use crate::canvas::stage::Stage;
use crate::kind::rose::view::span::ZoneSpan;

/// What views of zones keep from frame to frame.
#[derive(Default)]
pub(crate) struct ZonePictures {
    pub(super) atlas: Option<Atlas>,
    pub(super) grounds: Grounds,
    walks: Walks,
    pub(super) clusters: Clusters,
}

impl ZonePictures {
    /// Forgets what no view has asked for since the last call.
    pub(crate) fn forget_unused(&mut self) {
        self.grounds.forget_unused();
        self.walks.forget_unused();
        self.clusters.forget_unused();
    }

    /// Draws a zone into a view.
    pub(crate) fn draw(&mut self, painter: &Painter, stage: &Stage, scene: &ZoneScene<'_>) {
        let span = &ZoneSpan::of(scene.zone);
        self.grounds.show(painter, stage, scene, span);
        self.walks.show(painter, stage, scene, span);
        let atlas = Atlas::of(&mut self.atlas, painter.ctx());
        let zoom = stage.camera.points_per_cell;
        let seen = seen_cells(stage);
        let shown = self.clusters.marks(scene, span, zoom, seen);
        let spots = self.clusters.spots(scene, span);
        let sheet = Sheet::new(stage, scene, span);
        let mut marks = Marks::new(atlas);
        grids::show(&mut marks, stage, scene, span);
        things::water(&mut marks, &sheet, spots);
        things::ranges(&mut marks, &sheet, &shown);
        things::warps(&mut marks, &sheet, spots);
        marks.draw(painter);
        let mut marks = Marks::new(atlas);
        let (mut labels, numbers) = things::symbols(&mut marks, &sheet, &shown);
        marks.draw(painter);
        things::numbers(painter, &numbers);
        let mut marks = Marks::new(atlas);
        overlay::preview(&mut marks, &sheet);
        let selected = overlay::selection(&mut marks, &sheet);
        labels.retain(|label| !scene.selection.contains(&label.id));
        labels.extend(selected);
        let hovered = overlay::hover(&mut marks, &sheet);
        labels.retain(|label| hovered.as_ref().is_none_or(|hovered| hovered.id != label.id));
        labels.extend(hovered);
        overlay::problems(&mut marks, &sheet);
        let names = grids::names(painter, &mut marks, stage, scene, span);
        marks.draw(painter);
        let mut taken = overlay::handles(&sheet);
        taken.extend(names.iter().map(|name| name.plate));
        names.into_iter().for_each(|name| name.show(painter));
        labels::show(painter, Marks::new(atlas), scene, labels, taken);
        let mut marks = Marks::new(atlas);
        overlay::ghost(&mut marks, &sheet);
        overlay::gizmo(&mut marks, &sheet);
        marks.draw(painter);
        overlay::outline(painter, &sheet);
    }
}

/// The corners of what is seen, and of what reaches into it from beside.
fn seen_cells(stage: &Stage) -> [Vec2; 2] {
    let margin = Vec2::splat(24.0 / stage.camera.points_per_cell);
    let low = stage.cell_from_screen(stage.rect.left_bottom());
    let high = stage.cell_from_screen(stage.rect.right_top());
    [low - margin, high + margin]
}
