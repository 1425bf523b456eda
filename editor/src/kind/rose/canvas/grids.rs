//! Lines around cells, patches and blocks, where they are large enough; the names of blocks; and
//! who may walk where.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use eframe::egui;
use egui::{Align2, Color32, ColorImage, Context, FontId, Galley, Painter, Pos2, Rect};
use egui::{TextureFilter, TextureHandle, TextureOptions, TextureWrapMode};
use landwright_core::space::rose::PATCHES_PER_BLOCK;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::Revision;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::ground::Cut;

use super::ground::seen_blocks;
use super::marks::Marks;
use super::scene::ZoneScene;
use crate::canvas::plain::mesh;
use crate::canvas::stage::Stage;
use crate::kind::rose::view::span::ZoneSpan;
use crate::view::id::DocumentId;

/// From here on, lines leave room between them, in points.
const ROOM: f32 = 7.0;
const NAME_FROM_POINTS: f32 = 44.0;

const CELL: Color32 = Color32::from_black_alpha(56);
const PATCH: Color32 = Color32::from_black_alpha(110);
const BLOCK: Color32 = Color32::from_rgb(245, 245, 250);
/// What is below it is seen to be there, and can't be mistaken for letters.
const PLATE: Color32 = Color32::from_black_alpha(190);

pub(super) fn show(marks: &mut Marks<'_>, stage: &Stage, scene: &ZoneScene<'_>, span: &ZoneSpan) {
    let layers = scene.layers;
    for (_, at) in seen_blocks(scene.zone, stage, span) {
        if layers.cells.is_yes() {
            lines(marks, stage, at, span.grid().cells_per_block(), CELL);
        }
        if layers.patches.is_yes() {
            lines(marks, stage, at, PATCHES_PER_BLOCK, PATCH);
        }
        if layers.blocks.is_yes() {
            frame(marks, at, 3.0, Color32::from_black_alpha(90));
            frame(marks, at, 1.0, BLOCK.gamma_multiply(0.55));
        }
    }
}

/// Lines that cut a block into so many parts along each side.
fn lines(marks: &mut Marks<'_>, stage: &Stage, block: Rect, n_parts: u32, colour: Color32) {
    let step = block.width() / n_parts as f32;
    if step < ROOM {
        return;
    }
    let seen = block.intersect(stage.rect);
    for n in 1..n_parts {
        let (x, y) = (block.left() + step * n as f32, block.top() + step * n as f32);
        if seen.x_range().contains(x) {
            marks.line(egui::pos2(x, seen.top()), egui::pos2(x, seen.bottom()), 1.0, colour);
        }
        if seen.y_range().contains(y) {
            marks.line(egui::pos2(seen.left(), y), egui::pos2(seen.right(), y), 1.0, colour);
        }
    }
}

fn frame(marks: &mut Marks<'_>, rect: Rect, width: f32, colour: Color32) {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        marks.line(*from, *to, width, colour);
    }
}

/// The name of a block, painted over its plate.
pub(super) struct Name {
    pub(super) plate: Rect,
    at: Pos2,
    galley: Arc<Galley>,
}

impl Name {
    pub(super) fn show(self, painter: &Painter) {
        painter.galley(self.at, self.galley, BLOCK);
    }
}

/// Names stay where they are seen while their blocks are only partly seen. Their plates go to the
/// marks, and the names are to be painted over those.
pub(super) fn names(
    painter: &Painter,
    marks: &mut Marks<'_>,
    stage: &Stage,
    scene: &ZoneScene<'_>,
    span: &ZoneSpan,
) -> Vec<Name> {
    let mut names = Vec::new();
    if !scene.layers.blocks.is_yes() {
        return names;
    }
    for (block, at) in seen_blocks(scene.zone, stage, span) {
        if at.width() < NAME_FROM_POINTS {
            break;
        }
        let corner = at.intersect(stage.rect).left_top() + egui::vec2(5.0, 3.0);
        let font = FontId::monospace(if at.width() < 90.0 { 9.5 } else { 11.5 });
        let galley = painter.layout_no_wrap(block.to_string(), font, BLOCK);
        if corner.x + galley.size().x > at.right() || corner.y + galley.size().y > at.bottom() {
            continue;
        }
        let plate =
            Align2::LEFT_TOP.anchor_size(corner, galley.size()).expand2(egui::vec2(3.0, 1.0));
        marks.rect(plate, PLATE);
        names.push(Name { plate, at: corner, galley });
    }
    names
}

/// Who may walk where, as small textures of each block.
#[derive(Default)]
pub(super) struct Walks(BTreeMap<DocumentId, WalksOf>);

struct WalksOf {
    revision: Revision,
    zone: Zone,
    textures: BTreeMap<BlockCoord, TextureHandle>,
    is_used: bool,
}

/// Small enough that no frame waits for them.
const MADE_PER_FRAME: usize = 24;

const CRISP: TextureOptions = TextureOptions {
    magnification: TextureFilter::Nearest,
    minification: TextureFilter::Linear,
    wrap_mode: TextureWrapMode::ClampToEdge,
    mipmap_mode: None,
};

impl Walks {
    pub(super) fn forget_unused(&mut self) {
        self.0.retain(|_, walks| std::mem::take(&mut walks.is_used));
    }

    pub(super) fn show(
        &mut self,
        painter: &Painter,
        stage: &Stage,
        scene: &ZoneScene<'_>,
        span: &ZoneSpan,
    ) {
        if !scene.layers.walks.is_yes() {
            return;
        }
        let walks = self.0.entry(scene.document).or_insert_with(|| WalksOf {
            revision: scene.revision,
            zone: scene.zone.clone(),
            textures: BTreeMap::new(),
            is_used: true,
        });
        walks.follow(scene);
        let mut n_made = 0;
        for (block, at) in seen_blocks(scene.zone, stage, span) {
            if !scene.zone.has_walks(block) {
                continue;
            }
            let texture = match walks.textures.entry(block) {
                Entry::Occupied(made) => made.into_mut(),
                Entry::Vacant(_) if n_made >= MADE_PER_FRAME => {
                    painter.ctx().request_repaint();
                    continue;
                }
                Entry::Vacant(missing) => {
                    n_made += 1;
                    missing.insert(texture(painter.ctx(), scene.zone, block))
                }
            };
            mesh::picture(painter, texture.id(), at, Color32::WHITE);
        }
    }
}

impl WalksOf {
    fn follow(&mut self, scene: &ZoneScene<'_>) {
        self.is_used = true;
        if self.revision == scene.revision {
            return;
        }
        self.revision = scene.revision;
        for block in scene.zone.blocks_with_other_ground(&self.zone) {
            self.textures.remove(&block);
        }
        self.zone = scene.zone.clone();
    }
}

fn texture(context: &Context, zone: &Zone, block: BlockCoord) -> TextureHandle {
    context.load_texture(format!("walks of {block}"), walks_of(zone, block), CRISP)
}

/// A pixel for each cell of the walks of a block, the north row first.
pub(super) fn walks_of(zone: &Zone, block: BlockCoord) -> ColorImage {
    let side = Cut::Walks.n_per_block(zone.grid()) as usize;
    let walks = Cut::Walks.of_block(zone.grid(), block).map(|at| zone.walk(at));
    let pixels = walks.map(|walk| walk.map_or(Color32::TRANSPARENT, colour_of_walk)).collect();
    ColorImage::new([side, side], pixels)
}

/// Where all may walk there is nothing to say.
pub(super) fn colour_of_walk(walk: u8) -> Color32 {
    match walk {
        0 => Color32::TRANSPARENT,
        1 => Color32::from_rgba_unmultiplied(213, 60, 40, 120),
        2 => Color32::from_rgba_unmultiplied(240, 200, 60, 105),
        _ => Color32::from_rgba_unmultiplied(255, 0, 220, 160),
    }
}
