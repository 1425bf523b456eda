//! The ground under the cells of a view from above, as textures.

use std::collections::BTreeMap;

use eframe::egui;
use egui::{Color32, ColorImage, Painter, TextureHandle, TextureOptions};
use glam::vec2;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::Rgb;

use crate::canvas::ground;
use crate::canvas::plain::{self, Fill, Quad};
use crate::canvas::stage::Stage;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::ground::{GroundMessage, Land};
use crate::kind::ragnarok::tiles::{Drawn, TileKey};
use crate::message::Message;
use crate::message::sent::Sent;
use crate::view::id::DocumentId;

/// Of a map, so many tiles are kept: 64 megabytes.
const MOST_TILES: usize = 256;
/// So many are asked for at once.
const MOST_ASKED: usize = 24;

/// The tiles of all maps that show their ground.
#[derive(Default)]
pub(crate) struct Grounds(BTreeMap<DocumentId, Held>);

#[derive(Default)]
struct Held {
    /// Of the land that they show.
    number: u64,
    /// Of the tiles that were drawn.
    n_taken: u64,
    tiles: BTreeMap<TileKey, Tile>,
    now: u64,
    was_used: bool,
}

struct Tile {
    texture: TextureHandle,
    used_at: u64,
}

impl Grounds {
    pub(crate) fn forget_unused(&mut self) {
        self.0.retain(|_, held| std::mem::take(&mut held.was_used));
    }

    /// Paints the ground of a map as far as it is there, with a colour beside it, and asks for what is not there.
    /// `None` where nothing was painted.
    pub(crate) fn show(
        &mut self,
        stage: &Stage,
        document: &MapDocument,
        painter: &Painter,
        beside: Color32,
        send: &mut Vec<Message>,
    ) -> Option<()> {
        let known = &document.ground;
        let mut ask = |message| send.push(Message::Kind(document.id, Sent::new(message)));
        if known.may_read() {
            ask(GroundMessage::Read);
        }
        let land = known.land()?;
        let held = self.0.entry(document.id).or_default();
        held.was_used = true;
        held.now += 1;
        if held.number != land.number {
            *held = Held { number: land.number, was_used: true, ..Held::default() };
        }
        let (n_drawn, drawn) = known.drawn();
        if held.n_taken != n_drawn {
            held.n_taken = n_drawn;
            drawn.iter().for_each(|drawn| held.put(painter, drawn));
        }
        let pixels_per_cell = stage.camera.points_per_cell * painter.ctx().pixels_per_point();
        let (quads, lacks) = held.look(stage, land, pixels_per_cell);
        if !lacks.is_empty() && known.may_draw() {
            ask(GroundMessage::Draw(lacks));
        }
        held.forget_old();
        let has_base =
            TileKey::base(land.size_in_cells()).iter().all(|key| held.tiles.contains_key(key));
        if quads.is_empty() || !has_base {
            return None;
        }
        let [width, height] = land.size_in_cells();
        let covered = stage.screen_rect(Rect { x: 0, y: 0, width, height });
        ground::around(painter, stage.rect, covered, beside);
        plain::paint(painter, &quads);
        Some(())
    }
}

impl Held {
    fn put(&mut self, painter: &Painter, drawn: &Drawn) {
        let Drawn { key, image } = drawn;
        let texture = painter.ctx().load_texture("ground", colours(image), TextureOptions::LINEAR);
        self.tiles.insert(*key, Tile { texture, used_at: self.now });
    }

    /// What is painted, coarse before fine, and which tiles are to be drawn, what is most missed first.
    fn look(
        &mut self,
        stage: &Stage,
        land: &Land,
        pixels_per_cell: f32,
    ) -> (Vec<Quad>, Vec<TileKey>) {
        let size = land.size_in_cells();
        let [width, height] = size;
        let visible = stage.visible(Rect { x: 0, y: 0, width, height });
        let level = TileKey::level(pixels_per_cell, size);
        let base = TileKey::base(size);
        let is_there = |key: &TileKey, tiles: &BTreeMap<TileKey, Tile>| tiles.contains_key(key);
        let mut lacks: Vec<TileKey> =
            base.iter().filter(|key| !is_there(key, &self.tiles)).copied().collect();
        let mut shown: Vec<TileKey> = Vec::new();
        let mut fine = TileKey::of(level, visible);
        let middle = vec2(visible.x as f32, visible.y as f32)
            + vec2(visible.width as f32, visible.height as f32) / 2.0;
        let away = |key: &TileKey| {
            let [[west, south], [east, north]] = key.corners_in_cells(size);
            let at = vec2((west + east) as f32, (south + north) as f32) / 2.0;
            at.distance_squared(middle)
        };
        fine.sort_by(|a, b| away(a).total_cmp(&away(b)));
        for key in fine {
            let mut there = Some(key);
            while let Some(coarser) = there.filter(|key| !is_there(key, &self.tiles)) {
                there = coarser.coarser(size);
            }
            if there != Some(key) && !lacks.contains(&key) {
                lacks.push(key);
            }
            shown.extend(there);
        }
        shown.sort_unstable();
        shown.dedup();
        lacks.truncate(MOST_ASKED);
        let now = self.now;
        for key in base {
            if let Some(tile) = self.tiles.get_mut(&key) {
                tile.used_at = now;
            }
        }
        let quads = shown.iter().filter_map(|key| {
            let tile = self.tiles.get_mut(key)?;
            tile.used_at = now;
            let [low, high] = key.corners_in_cells(size).map(|[x, y]| vec2(x as f32, y as f32));
            let corners = [low, high].map(|corner| stage.screen_from_cell(corner));
            let [low, high] = corners;
            Some(Quad {
                rect: egui::Rect::from_two_pos(low, high),
                fill: Fill::Picture(tile.texture.id()),
            })
        });
        (quads.collect(), lacks)
    }

    fn forget_old(&mut self) {
        let Some(n_many) = self.tiles.len().checked_sub(MOST_TILES).filter(|n| *n > 0) else {
            return;
        };
        let mut times: Vec<u64> = self.tiles.values().map(|tile| tile.used_at).collect();
        times.sort_unstable();
        let Some(last) = times.get(n_many - 1).copied().filter(|last| *last < self.now) else {
            return;
        };
        self.tiles.retain(|_, tile| tile.used_at > last);
    }
}

fn colours(image: &Image) -> ColorImage {
    let pixels = image.pixels.iter().map(|Rgb([r, g, b])| Color32::from_rgb(*r, *g, *b));
    ColorImage::new([image.width as usize, image.height as usize], pixels.collect())
}
