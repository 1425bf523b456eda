//! How many nodes the squares of an area have, as a picture of each zone. After an edit, those
//! zones that it touched are drawn again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use eframe::egui;
use egui::{Color32, ColorImage, Painter, TextureHandle, TextureOptions, Ui};
use landwright_core::format::tera::{N_SQUARES, SQUARES_PER_ZONE};
use landwright_core::world::area::Area;
use landwright_core::world::area::id::SquareId;

use super::floors::zone_on_screen;
use crate::canvas::plain::mesh;
use crate::canvas::stage::Stage;
use crate::kind::tera::document::AreaDocument;
use crate::view::id::DocumentId;

/// What may be spent on pictures before a frame.
const TIME_TO_MAKE: Duration = Duration::from_millis(12);

#[derive(Default)]
pub(super) struct Density {
    made: BTreeMap<DocumentId, Made>,
}

struct Made {
    /// As it was drawn.
    area: Area,
    /// By zone, in the order of the file.
    textures: Vec<Option<TextureHandle>>,
    stale: BTreeSet<usize>,
    was_used: bool,
}

impl Density {
    pub(super) fn show(
        &mut self,
        ui: &Ui,
        painter: &Painter,
        stage: &Stage,
        document: &AreaDocument,
    ) {
        let area = document.area();
        let made = self.made.entry(document.id).or_insert_with(|| Made::new(area));
        made.was_used = true;
        made.follow(area);
        made.draw_stale(ui, area);
        for (zone, texture) in area.zones().iter().zip(&made.textures) {
            let Some(at) = zone_on_screen(area, *zone, stage) else { continue };
            let Some(texture) = texture.as_ref().filter(|_| at.intersects(stage.rect)) else {
                continue;
            };
            mesh::picture(painter, texture.id(), at, Color32::WHITE);
        }
    }

    pub(super) fn forget_unused(&mut self) {
        self.made.retain(|_, made| std::mem::replace(&mut made.was_used, false));
    }
}

impl Made {
    fn new(area: &Area) -> Made {
        let n_zones = area.zones().len();
        let textures = vec![None; n_zones];
        Made { area: area.clone(), textures, stale: (0..n_zones).collect(), was_used: true }
    }

    /// Marks what has changed since.
    fn follow(&mut self, area: &Area) {
        if self.area.zones() != area.zones() {
            *self = Made::new(area);
            return;
        }
        self.stale.extend(self.area.zones_listing_others(area));
        self.area = area.clone();
    }

    fn draw_stale(&mut self, ui: &Ui, area: &Area) {
        let start = Instant::now();
        while let Some(zone) = self.stale.pop_first() {
            let image = picture(area, zone);
            match self.textures.get_mut(zone) {
                Some(Some(texture)) => texture.set(image, TextureOptions::NEAREST),
                Some(empty) => {
                    let name = format!("density {zone}");
                    *empty = Some(ui.ctx().load_texture(name, image, TextureOptions::NEAREST));
                }
                None => {}
            }
            if start.elapsed() > TIME_TO_MAKE {
                break;
            }
        }
        if !self.stale.is_empty() {
            ui.ctx().request_repaint();
        }
    }
}

/// A zone from above, x up and y to the right, with a pixel for each square.
fn picture(area: &Area, zone_idx: usize) -> ColorImage {
    let side = SQUARES_PER_ZONE;
    let mut pixels = vec![Color32::TRANSPARENT; N_SQUARES];
    for square in 0..N_SQUARES {
        let n = area.nodes_in(SquareId((zone_idx * N_SQUARES + square) as u32)).count();
        let (x, y) = (square / side, square % side);
        if let Some(pixel) = pixels.get_mut((side - 1 - x) * side + y) {
            *pixel = colour(n);
        }
    }
    ColorImage::new([side, side], pixels)
}

/// Blue for the one node of an open square, so faint that the floor is seen; red where there are
/// many.
pub(crate) fn colour(n: usize) -> Color32 {
    match n {
        0 => Color32::TRANSPARENT,
        1 => Color32::from_rgba_unmultiplied(90, 200, 255, 60),
        n => {
            let heat = (n.min(16) * 10) as u8;
            Color32::from_rgba_unmultiplied(120 + heat / 2, 160 - heat, 40, 150 + heat / 2)
        }
    }
}
