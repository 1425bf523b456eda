//! The ground of zones as textures: one for each block that is seen, as fine as it is looked at,
//! made beside the window and made again when the block has changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui;
use egui::{Color32, ColorImage, Context, Painter, Rect, TextureHandle, TextureOptions};
use glam::Vec2;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::Revision;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::picture::painter::HeightRange;
use landwright_core::world::zone::picture::textures::Textures;

use super::raster::{self, Look};
use super::scene::ZoneScene;
use crate::canvas::plain::{self, Fill, Quad};
use crate::canvas::stage::Stage;
use crate::job::{Jobs, Panicked};
use crate::kind::rose::view::ZoneGround;
use crate::kind::rose::view::span::ZoneSpan;
use crate::view::Shown;
use crate::view::id::DocumentId;

/// Pictures have 16 to 1,024 pixels on a side.
const COARSEST: u32 = 4;
const FINEST: u32 = 10;
/// A job ends with the block that brings it over so many pixels.
const PIXELS_PER_JOB: usize = 1 << 19;
/// Fine pictures that nobody has looked at for so many frames are given up.
const KEPT_FOR: u64 = 240;
const COARSE_KEPT: u32 = 7;

/// The grounds of all zones that are shown.
#[derive(Default)]
pub(super) struct Grounds {
    grounds: BTreeMap<DocumentId, Ground>,
    jobs: Option<Jobs<Vec<Made>>>,
    now: u64,
    is_broken: bool,
    n_made: u64,
}

struct Ground {
    revision: Revision,
    /// As it was when it was looked at last: what differs from it is drawn again.
    zone: Zone,
    textures: Arc<Textures>,
    heights: HeightRange,
    /// How often each block has changed.
    stamps: BTreeMap<BlockCoord, u64>,
    pictures: BTreeMap<Key, Picture>,
    is_used: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    block: BlockCoord,
    ground: ZoneGround,
    shading: Shown,
    /// The side is 2 to the power of this.
    level: u32,
}

struct Picture {
    texture: TextureHandle,
    stamp: u64,
    used_at: u64,
}

/// A picture that a job made.
struct Made {
    document: DocumentId,
    key: Key,
    stamp: u64,
    image: ColorImage,
}

impl Grounds {
    /// Forgets what no view has asked for since the last call.
    pub(super) fn forget_unused(&mut self) {
        self.grounds.retain(|_, ground| std::mem::take(&mut ground.is_used));
        self.now += 1;
        let now = self.now;
        for ground in self.grounds.values_mut() {
            ground.pictures.retain(|key, picture| {
                key.level <= COARSE_KEPT || picture.used_at + KEPT_FOR > now
            });
        }
    }

    /// Draws what is seen, as far as it is there, and has made what is missing.
    pub(super) fn show(
        &mut self,
        painter: &Painter,
        stage: &Stage,
        scene: &ZoneScene<'_>,
        span: &ZoneSpan,
    ) {
        self.take_made(painter.ctx());
        let level = level(stage.camera.points_per_cell, painter.ctx(), span);
        let now = self.now;
        let ground = self.follow(scene);
        let mut missing = Vec::new();
        let mut quads = Vec::new();
        for (block, at) in seen_blocks(scene.zone, stage, span) {
            let key =
                Key { block, ground: scene.layers.ground, shading: scene.layers.shading, level };
            let stamp = ground.stamps.get(&block).copied().unwrap_or_default();
            let is_fresh = |picture: &Picture| picture.stamp == stamp;
            if !ground.pictures.get(&key).is_some_and(is_fresh) {
                let away = at.center().distance_sq(stage.rect.center());
                missing.push((away, key, stamp));
            }
            if let Some(picture) = ground.nearest(key) {
                picture.used_at = now;
                quads.push(Quad { rect: at, fill: Fill::Picture(picture.texture.id()) });
            } else {
                quads.push(Quad { rect: at, fill: Fill::Colour(Color32::from_gray(70)) });
            }
        }
        plain::paint(painter, &quads);
        missing.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
        let missing = missing.into_iter().map(|(_, key, stamp)| (key, stamp)).collect();
        self.make(painter.ctx(), scene.document, missing);
    }

    /// All of a zone in coarse pictures, for the minimap: where each block's texture is.
    pub(super) fn coarse(
        &mut self,
        context: &Context,
        scene: &ZoneScene<'_>,
        level: u32,
    ) -> Vec<(BlockCoord, egui::TextureId)> {
        self.take_made(context);
        let now = self.now;
        let (shown, shading) = (scene.layers.ground, scene.layers.shading);
        let ground = self.follow(scene);
        let (mut there, mut missing) = (Vec::new(), Vec::new());
        for block in scene.zone.blocks() {
            let key = Key { block, ground: shown, shading, level };
            let stamp = ground.stamps.get(&block).copied().unwrap_or_default();
            if ground.pictures.get(&key).is_none_or(|picture| picture.stamp != stamp) {
                missing.push((key, stamp));
            }
            if let Some(picture) = ground.nearest(key) {
                picture.used_at = now;
                there.push((block, picture.texture.id()));
            }
        }
        self.make(context, scene.document, missing);
        there
    }

    /// Brings what is known of a zone up to date.
    fn follow(&mut self, scene: &ZoneScene<'_>) -> &mut Ground {
        let new = || Ground {
            revision: scene.revision,
            zone: scene.zone.clone(),
            textures: Arc::clone(scene.textures),
            heights: HeightRange::of(scene.zone),
            stamps: BTreeMap::new(),
            pictures: BTreeMap::new(),
            is_used: true,
        };
        let ground = self.grounds.entry(scene.document).or_insert_with(new);
        ground.is_used = true;
        if ground.revision != scene.revision {
            ground.become_zone(scene.zone.clone());
            ground.revision = scene.revision;
        }
        if !Arc::ptr_eq(&ground.textures, scene.textures) {
            ground.textures = Arc::clone(scene.textures);
            ground.zone.blocks().for_each(|block| *ground.stamps.entry(block).or_default() += 1);
        }
        ground
    }

    fn take_made(&mut self, context: &Context) {
        let finished = self.jobs.as_mut().map(Jobs::take_finished).unwrap_or_default();
        finished.into_iter().for_each(|result| self.take(context, result));
    }

    fn take(&mut self, context: &Context, result: Result<Vec<Made>, Panicked>) {
        match result {
            Ok(made) => made.into_iter().for_each(|made| self.put(context, made)),
            // Whatever broke it off would do so again, frame after frame.
            Err(_) => self.is_broken = true,
        }
    }

    fn put(&mut self, context: &Context, made: Made) {
        let now = self.now;
        self.n_made += 1;
        let Some(ground) = self.grounds.get_mut(&made.document) else { return };
        let Made { key, stamp, image, .. } = made;
        match ground.pictures.get_mut(&key) {
            Some(picture) => {
                picture.texture.set(image, TextureOptions::LINEAR);
                picture.stamp = stamp;
            }
            None => {
                let name = format!("ground of {} at {}", key.block, key.level);
                let texture = context.load_texture(name, image, TextureOptions::LINEAR);
                ground.pictures.insert(key, Picture { texture, stamp, used_at: now });
            }
        }
    }

    /// Starts a job for the first of what is missing, where none runs.
    fn make(&mut self, context: &Context, document: DocumentId, missing: Vec<(Key, u64)>) {
        let jobs = self.jobs.get_or_insert_with(|| {
            let context = context.clone();
            Jobs::new(Arc::new(move || context.request_repaint()))
        });
        let Some(ground) = self.grounds.get(&document) else { return };
        if missing.is_empty() || self.is_broken || !jobs.running().is_empty() {
            return;
        }
        let (zone, heights) = (ground.zone.clone(), ground.heights);
        let textures = Arc::clone(&ground.textures);
        jobs.start("Drawing the ground", move |progress| {
            let mut made = Vec::new();
            let mut n_pixels = 0;
            for (key, stamp) in missing {
                if n_pixels >= PIXELS_PER_JOB || progress.is_cancelled() {
                    break;
                }
                let side = 1 << key.level;
                let look = Look { ground: key.ground, shading: key.shading, heights };
                let painter = raster::painter(&zone, &textures, look);
                let image = raster::picture(&painter, key.block, side);
                n_pixels += side * side;
                made.push(Made { document, key, stamp, image });
            }
            made
        });
    }

    #[cfg(test)]
    pub(super) fn n_made(&self) -> u64 {
        self.n_made
    }

    /// Waits for what is made beside the window, for tests and pictures without one.
    #[cfg(test)]
    pub(super) fn wait(&mut self, context: &Context) -> bool {
        let finished = self.jobs.as_mut().and_then(Jobs::wait_for_one);
        let is_any = finished.is_some();
        finished.into_iter().for_each(|result| self.take(context, result));
        is_any
    }
}

impl Ground {
    fn become_zone(&mut self, zone: Zone) {
        let changed = zone.blocks_with_other_ground(&self.zone);
        self.zone = zone;
        if changed.is_empty() {
            return;
        }
        let heights = HeightRange::of(&self.zone);
        let is_other = !raster::covers(self.heights, heights);
        if is_other {
            self.heights = heights;
        }
        let changed = if is_other { self.zone.blocks().collect() } else { changed };
        for block in changed {
            *self.stamps.entry(block).or_default() += 1;
        }
    }

    /// The picture itself, or else the one that is nearest to it in fineness.
    fn nearest(&mut self, key: Key) -> Option<&mut Picture> {
        let levels =
            (0..=FINEST).flat_map(|off| [key.level.checked_add(off), key.level.checked_sub(off)]);
        let level = levels
            .flatten()
            .find(|level| self.pictures.contains_key(&Key { level: *level, ..key }))?;
        self.pictures.get_mut(&Key { level, ..key })
    }
}

/// The finest that is not finer than the screen.
fn level(points_per_cell: f32, context: &Context, span: &ZoneSpan) -> u32 {
    let pixels = points_per_cell * span.cells_per_block() * context.pixels_per_point();
    (pixels.max(1.0).log2().round() as u32).clamp(COARSEST, FINEST)
}

/// The blocks that are at least in part in a view, and where.
pub(super) fn seen_blocks<'z>(
    zone: &'z Zone,
    stage: &'z Stage,
    span: &'z ZoneSpan,
) -> impl Iterator<Item = (BlockCoord, Rect)> + 'z {
    zone.blocks().filter_map(move |block| {
        let at = block_on_screen(stage, span.corners_of_block(block));
        at.intersects(stage.rect).then_some((block, at))
    })
}

pub(super) fn block_on_screen(stage: &Stage, [low, high]: [Vec2; 2]) -> Rect {
    Rect::from_two_pos(stage.screen_from_cell(low), stage.screen_from_cell(high))
}
