//! Pictures of stamps: small ones for the library, and the one that floats under the pointer.

use std::sync::Arc;

use eframe::egui;
use egui::{Color32, ColorImage, Context, Painter, TextureHandle, TextureId, TextureOptions};
use glam::vec2;
use landwright_core::world::gat::picture::palette::Rgb;
use landwright_core::world::gat::stamp::Stamp;

use crate::canvas::stage::Stage;
use crate::kind::ragnarok::tool::MapTools;
use crate::settings::Palette;

/// The pictures that were asked for of late.
#[derive(Default)]
pub(crate) struct Stamps(Vec<Held>);

struct Held {
    stamp: Arc<Stamp>,
    palette: Palette,
    texture: TextureHandle,
    was_used: bool,
}

/// Larger stamps are drawn with fewer pixels than cells.
const MAX_SIDE: u32 = 1024;

impl Stamps {
    pub(crate) fn forget_unused(&mut self) {
        self.0.retain_mut(|held| std::mem::take(&mut held.was_used));
    }

    pub(crate) fn texture(
        &mut self,
        context: &Context,
        stamp: &Arc<Stamp>,
        palette: Palette,
    ) -> TextureId {
        let is_it = |held: &&mut Held| Arc::ptr_eq(&held.stamp, stamp) && held.palette == palette;
        if let Some(held) = self.0.iter_mut().find(is_it) {
            held.was_used = true;
            return held.texture.id();
        }
        let image = picture(stamp, palette);
        let texture = context.load_texture("stamp", image, TextureOptions::NEAREST);
        let id = texture.id();
        self.0.push(Held { stamp: stamp.clone(), palette, texture, was_used: true });
        id
    }

    /// The stamp in hand where a click would put it down.
    pub(crate) fn float(
        &mut self,
        painter: &Painter,
        stage: &Stage,
        tools: &MapTools,
        cell: [i32; 2],
        palette: Palette,
    ) {
        let (Some(stamp), Some([x, y])) = (&tools.stamp, tools.stamp_corner(cell)) else { return };
        let texture = self.texture(painter.ctx(), stamp, palette);
        let south_west = vec2(x as f32, y as f32);
        let size = vec2(stamp.width() as f32, stamp.height() as f32);
        let rect = egui::Rect::from_two_pos(
            stage.screen_from_cell(south_west),
            stage.screen_from_cell(south_west + size),
        );
        let uv = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        painter.image(texture, rect, uv, Color32::from_white_alpha(190));
    }
}

/// The types of a stamp, from the north down; holes are empty.
fn picture(stamp: &Stamp, palette: Palette) -> ColorImage {
    let palette = palette.of_cells();
    let (types, water) = (palette.types(), palette.water());
    let factor = stamp.width().max(stamp.height()).div_ceil(MAX_SIDE).max(1);
    let (width, height) = (stamp.width().div_ceil(factor), stamp.height().div_ceil(factor));
    let cells = (0..height).rev().flat_map(|y| (0..width).map(move |x| (x * factor, y * factor)));
    let pixels = cells.map(|(x, y)| {
        let tile = stamp.tiles().get(y as usize * stamp.width() as usize + x as usize);
        let Some(tile) = tile.copied().flatten() else { return Color32::TRANSPARENT };
        let kind = tile.terrain.kind() as usize;
        let Rgb([r, g, b]) = types.get(kind).or(types.last()).copied().unwrap_or_default();
        let colour = Color32::from_rgb(r, g, b);
        let Rgb([r, g, b]) = water;
        match tile.terrain.has_water_bit() {
            true => colour.lerp_to_gamma(Color32::from_rgb(r, g, b), 0.4),
            false => colour,
        }
    });
    ColorImage::new([width as usize, height as usize], pixels.collect())
}

#[cfg(test)]
mod tests {
    use landwright_core::world::gat::area::{Area, Rect};

    use super::*;
    use crate::model::trial::{act, flat};

    #[test]
    fn a_stamp_is_pictured_with_its_north_at_the_top_and_its_holes_empty() {
        let mut model = flat(4);
        act(&mut model, "paint", r#"{"region":{"spans":[[1,0,2]]},"ink":{"type":5}}"#);
        let mut area = Area::of_rect(Rect { x: 0, y: 0, width: 2, height: 1 });
        area = area.union(&Area::of_rect(Rect { x: 0, y: 1, width: 1, height: 1 }));
        let stamp = Stamp::copied(model.active_map().unwrap().map(), &area);
        let image = picture(&stamp, Palette::Usual);
        let colour = |kind| {
            let Rgb([r, g, b]) = Palette::Usual.of_cells().types()[kind];
            Color32::from_rgb(r, g, b)
        };
        assert_eq!(image.pixels, [colour(5), Color32::TRANSPARENT, colour(0), colour(0)]);
    }

    #[test]
    fn a_huge_stamp_has_a_small_picture() {
        let tiles = vec!["null"; 3000].join(",");
        let json = format!(r#"{{"width":3000,"height":1,"tiles":[{tiles}]}}"#);
        let stamp: Stamp = serde_json::from_str(&json).unwrap();
        assert_eq!(picture(&stamp, Palette::ColourBlind).size, [1000, 1]);
    }
}
