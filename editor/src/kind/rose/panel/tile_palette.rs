//! The tiles of a zone to choose from, with their pictures and numbers.

use std::sync::Arc;

use eframe::egui;
use egui::{
    Align, Align2, Color32, ColorImage, FontId, Id, Rect, Response, ScrollArea, Sense, StrokeKind,
    TextEdit, TextureHandle, TextureOptions, Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use landwright_core::format::rose::zon::tile::Tile;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::picture::Ground;
use landwright_core::world::zone::picture::painter::Painter;
use landwright_core::world::zone::picture::textures::Textures;

use crate::kind::rose::document::ZoneDocument;
use crate::panel::kept::kept;

/// A side of a picture, in points and in pixels.
const SIDE: f32 = 40.0;
const SIDE_PX: u32 = 32;
const NUMBER_HEIGHT: f32 = 12.0;
const GAP: f32 = 4.0;
const HEIGHT: f32 = 230.0;
const PER_ROW: usize = 64;
/// Tiles behind these have no pictures: no zone has as many.
const MOST_PICTURES: usize = 4096;

/// Shows those whose number begins with what is searched, or whose textures are called so. Gives
/// the one that is clicked.
pub(super) fn show(ui: &mut Ui, document: &ZoneDocument, chosen: Option<u32>) -> Option<u32> {
    let zone = document.zone();
    let search_id = Id::new(("zone tile search", document.id));
    let mut search: String = ui.data(|data| data.get_temp(search_id)).unwrap_or_default();
    let field = TextEdit::singleline(&mut search).hint_text("Number or texture");
    let field = ui.add(field.desired_width(f32::INFINITY));
    crate::panel::name(&field, "Search tiles");
    let key = (document.editing().revision(), search.trim().to_owned());
    let found = kept(ui, search_id.with("found"), key, || found(zone, search.trim()));
    ui.data_mut(|data| data.insert_temp(search_id, search));
    if found.is_empty() {
        ui.weak("No tile has this name");
    }
    let shown_id = Id::new(("zone tile shown", document.id));
    let shown: Option<u32> = ui.data(|data| data.get_temp(shown_id)).flatten();
    let sheet = Sheet::of(ui, document);
    let n_columns = (((ui.available_width() + GAP) / (SIDE + GAP)) as usize).max(1);
    let n_rows = found.len().div_ceil(n_columns);
    let mut clicked = None;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let height = SIDE + NUMBER_HEIGHT;
    let scroll = ScrollArea::vertical().id_salt("zone tiles").max_height(HEIGHT);
    scroll.auto_shrink([false, true]).show_rows(ui, height, n_rows, |ui, rows| {
        let place = found.iter().position(|tile| Some(*tile) == chosen);
        // What was picked from the ground is shown here as well.
        if let (true, Some(place)) = (shown != chosen, place) {
            let row = (place / n_columns) as f32 - rows.start as f32;
            let top = ui.cursor().top() + row * (height + GAP);
            let rect = Rect::from_min_size(pos2(ui.cursor().left(), top), vec2(SIDE, height));
            ui.scroll_to_rect(rect, Some(Align::Center));
        }
        for row in rows {
            ui.horizontal(|ui| {
                for tile in found.iter().skip(row * n_columns).take(n_columns) {
                    let mark = if Some(*tile) == chosen { Mark::Chosen } else { Mark::None };
                    let shown = sheet.tile(ui, *tile, mark);
                    let told = |ui: &mut Ui| {
                        ui.label(in_words(zone, *tile));
                    };
                    if shown.on_hover_ui(told).clicked() {
                        clicked = Some(*tile);
                    }
                }
            });
        }
    });
    ui.data_mut(|data| data.insert_temp(shown_id, clicked.or(chosen)));
    clicked
}

fn found(zone: &Zone, search: &str) -> Vec<u32> {
    let tiles = 0..zone.ground_tiles().len() as u32;
    tiles.filter(|tile| search.is_empty() || is_meant(zone, *tile, search)).collect()
}

fn is_meant(zone: &Zone, tile: u32, search: &str) -> bool {
    if search.chars().all(|c| c.is_ascii_digit()) && tile.to_string().starts_with(search) {
        return true;
    }
    let said = in_words(zone, tile).to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| said.contains(word))
}

/// The pictures that a tile is made of, by the names of their files.
pub(super) fn in_words(zone: &Zone, tile: u32) -> String {
    let Some(tile) = zone.ground_tiles().get(tile as usize) else { return String::new() };
    let named = |number: i64| {
        let texture =
            usize::try_from(number).ok().and_then(|number| zone.textures().get(number))?;
        let path = texture.text().decode(zone.code_page()).into_owned();
        path.rsplit(['\\', '/']).next().map(str::to_owned)
    };
    let [below, above] = [tile.texture1(), tile.texture2()].map(|number| {
        named(number).unwrap_or_else(|| format!("texture {number}, which is missing"))
    });
    if below == above { below } else { format!("{above} over {below}") }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Chosen,
    None,
}

/// The pictures of all tiles in one, and what it was made of.
#[derive(Clone)]
struct Sheet {
    textures: Arc<Textures>,
    tiles: Arc<[Tile]>,
    picture: TextureHandle,
}

impl Sheet {
    /// As it was made before, where the tiles are the same.
    fn of(ui: &Ui, document: &ZoneDocument) -> Sheet {
        let id = Id::new("zone tile sheet");
        let tiles = document.zone().ground_tiles();
        let kept: Option<Sheet> = ui.data(|data| data.get_temp(id));
        let is_of = |sheet: &Sheet| {
            Arc::ptr_eq(&sheet.textures, &document.textures) && *sheet.tiles == *tiles
        };
        if let Some(sheet) = kept.filter(is_of) {
            return sheet;
        }
        let picture = drawn(document.zone(), &document.textures);
        let picture = ui.ctx().load_texture("zone tiles", picture, TextureOptions::LINEAR);
        let (textures, tiles) = (document.textures.clone(), tiles.into());
        let sheet = Sheet { textures, tiles, picture };
        ui.data_mut(|data| data.insert_temp(id, sheet.clone()));
        sheet
    }

    fn tile(&self, ui: &mut Ui, tile: u32, mark: Mark) -> Response {
        let (rect, response) =
            ui.allocate_exact_size(vec2(SIDE, SIDE + NUMBER_HEIGHT), Sense::click());
        let is_chosen = mark == Mark::Chosen;
        response.widget_info(|| {
            WidgetInfo::selected(WidgetType::Button, true, is_chosen, format!("Tile {tile}"))
        });
        let square = Rect::from_min_size(rect.min, vec2(SIDE, SIDE));
        let painter = ui.painter();
        if let Some(part) = self.part(tile) {
            painter.image(self.picture.id(), square, part, Color32::WHITE);
        }
        let visuals = ui.visuals();
        let frame = match mark {
            Mark::Chosen => Some(egui::Stroke::new(3.0, visuals.selection.bg_fill)),
            Mark::None if response.hovered() || response.has_focus() => {
                Some(visuals.widgets.hovered.fg_stroke)
            }
            Mark::None => None,
        };
        if let Some(stroke) = frame {
            painter.rect_stroke(square, 0.0, stroke, StrokeKind::Outside);
        }
        let colour =
            if is_chosen { visuals.strong_text_color() } else { visuals.weak_text_color() };
        let at = pos2(square.center().x, rect.bottom());
        painter.text(at, Align2::CENTER_BOTTOM, tile, FontId::proportional(10.0), colour);
        response
    }

    /// Where a tile is in the picture, as shares of it, half a pixel off its neighbours.
    fn part(&self, tile: u32) -> Option<Rect> {
        let tile = Some(tile as usize).filter(|tile| *tile < MOST_PICTURES)?;
        let [width, height] = self.picture.size().map(|size| size as f32);
        let side = SIDE_PX as f32;
        let low = vec2((tile % PER_ROW) as f32 * side, (tile / PER_ROW) as f32 * side);
        let rect = Rect::from_min_size(low.to_pos2(), vec2(side, side)).shrink(0.5);
        let share = |at: egui::Pos2| pos2(at.x / width, at.y / height);
        Some(Rect::from_min_max(share(rect.min), share(rect.max)))
    }
}

/// Each tile as it lies on level ground; textures that were not found have colours of their own.
fn drawn(zone: &Zone, textures: &Textures) -> ColorImage {
    let n_tiles = zone.ground_tiles().len().min(MOST_PICTURES);
    let side = SIDE_PX as usize;
    let n_rows = n_tiles.div_ceil(PER_ROW).max(1);
    let size = [PER_ROW * side, n_rows * side];
    let mut sheet = ColorImage::filled(size, Color32::TRANSPARENT);
    let painter = Painter::new(zone, textures, Ground::Tiles);
    for tile in 0..n_tiles {
        let image = painter.tile(i32::try_from(tile).unwrap_or(i32::MAX), SIDE_PX);
        let left = tile % PER_ROW * side;
        let rows = (tile / PER_ROW * side..).zip(image.pixels.chunks_exact(side));
        for (y, row) in rows {
            let start = y * size[0] + left;
            if let Some(to) = sheet.pixels.get_mut(start..start + side) {
                for (to, from) in to.iter_mut().zip(row) {
                    *to = Color32::from_rgb(from.0[0], from.0[1], from.0[2]);
                }
            }
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::kind::rose::tests::opened_sample;
    use crate::model::Model;

    fn harness(model: Model) -> Harness<'static, (Model, Option<u32>)> {
        let show = |ui: &mut Ui, (model, chosen): &mut (Model, Option<u32>)| {
            let document = model.active_zone().unwrap();
            *chosen = show(ui, document, *chosen).or(*chosen);
        };
        let size = vec2(240.0, 300.0);
        Harness::builder().with_size(size).build_ui_state(show, (model, None))
    }

    #[test]
    fn tiles_are_chosen_by_their_pictures_and_found_by_number_and_texture() {
        let model = opened_sample();
        let n_tiles = model.active_zone().unwrap().zone().ground_tiles().len();
        assert!(n_tiles > 4);
        let mut harness = harness(model);
        harness.run();
        harness.get_by_label("Tile 1").click();
        harness.run();
        assert_eq!(harness.state().1, Some(1));
        harness.get_by_label("Search tiles").focus();
        harness.run();
        harness.get_by_label("Search tiles").type_text("3");
        harness.run();
        assert!(harness.query_by_label("Tile 3").is_some());
        assert!(harness.query_by_label("Tile 1").is_none());
    }

    #[test]
    fn a_search_is_for_all_words_of_the_textures() {
        let model = opened_sample();
        let zone = model.active_zone().unwrap().zone();
        let words = in_words(zone, 0).to_lowercase();
        let word = words.split('.').next().unwrap();
        assert!(is_meant(zone, 0, word), "{words}");
        assert!(!is_meant(zone, 0, &format!("{word} nowhere")));
        assert!(is_meant(zone, 12, "1") && !is_meant(zone, 2, "1x"));
    }

    #[test]
    fn every_tile_has_its_place_in_the_sheet() {
        let model = opened_sample();
        let document = model.active_zone().unwrap();
        let sheet = drawn(document.zone(), &document.textures);
        let n_tiles = document.zone().ground_tiles().len();
        assert_eq!(sheet.size, [PER_ROW * 32, n_tiles.div_ceil(PER_ROW) * 32]);
        let painter = Painter::new(document.zone(), &document.textures, Ground::Tiles);
        let side = SIDE_PX as usize;
        for tile in 0..n_tiles {
            let image = painter.tile(tile as i32, SIDE_PX);
            let (left, top) = (tile % PER_ROW * side, tile / PER_ROW * side);
            for (at, from) in image.pixels.iter().enumerate() {
                let found = sheet.pixels[(top + at / side) * sheet.size[0] + left + at % side];
                assert_eq!(found, Color32::from_rgb(from.0[0], from.0[1], from.0[2]), "{tile}");
            }
        }
        let first = |tile: usize| painter.tile(tile as i32, SIDE_PX).pixels;
        assert!(n_tiles > 1 && (1..n_tiles).any(|tile| first(tile) != first(0)));
    }
}
