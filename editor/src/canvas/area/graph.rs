//! Nodes and edges where there is room for them, and how dense they are where there is not.

use eframe::egui;
use egui::{Color32, ColorImage, Painter, Pos2, Rect, TextureHandle, TextureOptions, Ui};
use glam::vec2;
use landwright_core::format::tera::{CELLS_PER_SQUARE, SQUARES_PER_ZONE};
use landwright_core::space::extent::Extent;
use landwright_core::space::tera::CellInZone;
use landwright_core::world::Revision;
use landwright_core::world::area::id::{NodeId, SquareId, Target};

use super::super::overlay::Stage;
use super::quads::Quads;
use super::{screen, visible};
use crate::model::area::document::AreaDocument;
use crate::model::document::DocumentId;

/// More nodes than this in view are shown as density.
const MOST_NODES: f64 = 25_000.0;
/// More nodes than this in view are shown without their edges.
const MOST_WITH_EDGES: usize = 7_000;

pub(super) const NODE: Color32 = Color32::from_rgb(90, 200, 255);
pub(super) const TWO_WAY: Color32 = Color32::from_rgb(235, 215, 90);
pub(super) const ONE_WAY: Color32 = Color32::from_rgb(245, 130, 40);

pub(super) fn show(
    ui: &Ui,
    painter: &Painter,
    stage: &Stage,
    document: &AreaDocument,
    density: &mut Density,
) {
    if n_nodes_in_view(stage, document) > MOST_NODES {
        density.show(ui, painter, stage, document);
        return;
    }
    let nodes = nodes_in_view(stage, document);
    let mut quads = Quads::default();
    if nodes.len() <= MOST_WITH_EDGES {
        nodes.iter().for_each(|node| edges(&mut quads, stage, document, *node));
    }
    let radius = (stage.camera.points_per_cell * 0.35).clamp(1.0, 4.5);
    for node in &nodes {
        if let Some(pos) = document.pos(*node) {
            quads.square(screen(stage, pos), radius, NODE);
        }
    }
    quads.draw(painter);
}

/// About how many there are, by the part of the squares that is seen.
fn n_nodes_in_view(stage: &Stage, document: &AreaDocument) -> f64 {
    let [[low_x, low_y], [high_x, high_y]] = visible(stage);
    let [low, high] = crate::view::area::bounds(document.area());
    let seen = |low: f64, high: f64, first: f32, last: f32| {
        (high.min(f64::from(last) * 16.0) - low.max(f64::from(first) * 16.0)).max(0.0)
    };
    let seen = seen(low_x, high_x, low.y, high.y) * seen(low_y, high_y, low.x, high.x);
    let all = document.area().n_squares() as f64 * 128.0 * 128.0;
    f64::from(document.area().n_nodes()) * (seen / all.max(1.0)).min(1.0)
}

fn nodes_in_view(stage: &Stage, document: &AreaDocument) -> Vec<NodeId> {
    let [low, high] = visible(stage);
    // Edges lead into view from a little beside it.
    let margin = 300.0;
    let (low_z, high_z) = (f32::from(i16::MIN), f32::from(i16::MAX));
    let low = [(low[0] - margin) as f32, (low[1] - margin) as f32, low_z];
    let high = [(high[0] + margin) as f32, (high[1] + margin) as f32, high_z];
    let Ok(extent) = Extent::between(low, high) else { return Vec::new() };
    let mut nodes = document.places.inside(&extent);
    nodes.retain(|node| document.pos(*node).is_some_and(|pos| document.slice.holds(pos.z)));
    nodes
}

fn edges(quads: &mut Quads, stage: &Stage, document: &AreaDocument, node: NodeId) {
    let area = document.area();
    let Some(from) = document.pos(node).map(|pos| screen(stage, pos)) else { return };
    for edge in area.edges(node) {
        let Target::Node(target) = edge.target else { continue };
        let Some(pos) = document.pos(target) else { continue };
        let to = screen(stage, pos);
        let is_one_way = area.octant_of_edge(target, node).is_none();
        if is_one_way {
            one_way(quads, from, to, stage.camera.points_per_cell);
        } else if node < target {
            quads.line(from, to, 1.0, TWO_WAY.gamma_multiply(0.75));
        }
    }
}

fn one_way(quads: &mut Quads, from: Pos2, to: Pos2, points_per_cell: f32) {
    quads.line(from, to, 1.2, ONE_WAY);
    if points_per_cell > 1.0 {
        let end = to - (to - from).normalized() * points_per_cell.min(5.0);
        quads.arrow(from, end, (points_per_cell * 1.2).clamp(3.0, 9.0), ONE_WAY);
    }
}

/// How many nodes squares have, as a picture of all zones.
#[derive(Default)]
pub(super) struct Density {
    made: Vec<Made>,
}

struct Made {
    document: DocumentId,
    revision: Revision,
    n_zones: usize,
    textures: Vec<TextureHandle>,
    is_used: bool,
}

impl Density {
    fn show(&mut self, ui: &Ui, painter: &Painter, stage: &Stage, document: &AreaDocument) {
        let area = document.area();
        let (revision, n_zones) = (document.editing().revision(), area.zones().len());
        let is_it = |made: &Made| {
            made.document == document.id && made.revision == revision && made.n_zones == n_zones
        };
        if !self.made.iter().any(is_it) {
            self.made.retain(|made| made.document != document.id);
            let textures = (0..n_zones).map(|zone| texture(ui, document, zone)).collect();
            let id = document.id;
            self.made.push(Made { document: id, revision, n_zones, textures, is_used: true });
        }
        let Some(made) = self.made.iter_mut().find(|made| is_it(made)) else { return };
        made.is_used = true;
        for (zone, texture) in area.zones().iter().zip(&made.textures) {
            let Some(cell) = CellInZone::new(0, 0) else { continue };
            let Some(low) = area.origin().world_from_zone(*zone, cell) else { continue };
            let low = vec2(low.y as f32, low.x as f32);
            let high = low + (SQUARES_PER_ZONE * CELLS_PER_SQUARE) as f32;
            let at = Rect::from_two_pos(stage.screen_from_cell(low), stage.screen_from_cell(high));
            let uv = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            painter.image(texture.id(), at, uv, Color32::WHITE);
        }
    }

    pub(super) fn forget_unused(&mut self) {
        self.made.retain_mut(|made| std::mem::replace(&mut made.is_used, false));
    }
}

fn texture(ui: &Ui, document: &AreaDocument, zone_idx: usize) -> TextureHandle {
    let side = SQUARES_PER_ZONE;
    let first = zone_idx * side * side;
    let mut pixels = vec![Color32::TRANSPARENT; side * side];
    for square in 0..side * side {
        let n = document.area().nodes_in(SquareId((first + square) as u32)).count();
        let (x, y) = (square / side, square % side);
        if let Some(pixel) = pixels.get_mut((side - 1 - x) * side + y) {
            *pixel = density(n);
        }
    }
    let image = ColorImage::new([side, side], pixels);
    ui.ctx().load_texture(format!("density {zone_idx}"), image, TextureOptions::NEAREST)
}

/// Blue for the one node of an open square, red where there are many.
fn density(n: usize) -> Color32 {
    match n {
        0 => Color32::TRANSPARENT,
        1 => Color32::from_rgba_unmultiplied(90, 200, 255, 60),
        n => {
            let heat = (n.min(16) * 10) as u8;
            Color32::from_rgba_unmultiplied(120 + heat / 2, 160 - heat, 40, 150 + heat / 2)
        }
    }
}
