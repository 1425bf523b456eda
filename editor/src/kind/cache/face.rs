//! A map cache in the window: a card for each map, whose picture is drawn once it is in sight.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use eframe::egui;
use egui::{
    Align2, Color32, ColorImage, Grid, Id, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind,
    TextEdit, TextStyle, TextureHandle, TextureOptions, Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use landwright_core::problem::counted::counted;
use landwright_core::world::cache::Entry;
use landwright_core::world::gat::picture::palette::Rgb;

use super::OPEN_MAP;
use super::document::{Maps, ToMaps};
use crate::kind::face::{Face, Seen};
use crate::kind::read_only::ReadOnly;
use crate::panel::rows::line;
use crate::panel::{command_buttons, empty, name};
use crate::settings::Settings;

const CARD: egui::Vec2 = vec2(132.0, 164.0);
const GAP: f32 = 10.0;
/// The side of a picture, in points and in pixels.
const PICTURE: f32 = 116.0;
const PIXELS: usize = 116;
/// So much of a frame is for pictures that come into sight.
const MOST_OF_FRAME: Duration = Duration::from_millis(6);
/// As many pictures are kept, which is some screens of them.
const MOST_PICTURES: usize = 600;

/// What a view of a cache keeps.
#[derive(Default)]
struct State {
    text: String,
    n_searches: u64,
    /// Of which reading of the file the pictures are.
    of: u64,
    /// `None` where a map can't be unpacked.
    pictures: BTreeMap<usize, Option<TextureHandle>>,
}

impl Face for ReadOnly<Maps> {
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let mut state: Box<State> = seen.kept.take(seen.view);
        if state.of != self.n_reads {
            state.pictures.clear();
            state.of = self.n_reads;
        }
        egui::Frame::NONE.inner_margin(egui::Margin::symmetric(10, 6)).show(ui, |ui| {
            let shown = self.bar(ui, &mut state);
            if shown.is_empty() {
                empty(ui, "No map has this name");
            } else {
                self.cards(ui, &mut state, &shown, seen);
            }
        });
        seen.kept.put(seen.view, state);
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        ui.strong(&self.title).on_hover_text(self.path_shown());
        let chosen = self.what.chosen.and_then(|chosen| self.what.entries.get(chosen));
        Grid::new("cache").num_columns(2).show(ui, |ui| {
            line(ui, "Maps", self.what.entries.len().to_string());
            if let Some(map) = chosen {
                line(ui, "Chosen", &map.name);
                line(ui, "Size", format!("{} × {} cells", map.width, map.height));
            }
        });
        if chosen.is_some() {
            command_buttons(ui, seen.model, &[OPEN_MAP], seen.send);
        }
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        ui.strong("Map");
        command_buttons(ui, seen.model, &[OPEN_MAP, super::FIND], seen.send);
        ui.add_space(6.0);
        ui.weak(
            "Double-click a map to open it. It is saved back into the cache; all other maps \
            stay as they are.",
        );
    }

    fn status(&self) -> String {
        let n_maps = counted(self.what.entries.len(), "map", "maps");
        match self.what.chosen.and_then(|chosen| self.what.entries.get(chosen)) {
            Some(map) => format!("{}  {} × {} cells   {n_maps}", map.name, map.width, map.height),
            None => n_maps,
        }
    }
}

impl ReadOnly<Maps> {
    /// The field that finds maps. Answers with the places of those that are shown.
    fn bar(&self, ui: &mut Ui, state: &mut State) -> Vec<usize> {
        let entries = &self.what.entries;
        let wanted = state.text.trim().to_lowercase();
        let is_shown = |(_, name): &(usize, &str)| name.to_lowercase().contains(&wanted);
        let named = entries.iter().map(|entry| entry.name.as_str()).enumerate();
        let shown: Vec<usize> = named.filter(is_shown).map(|(n, _)| n).collect();
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut state.text).hint_text("Find a map");
            let field = ui.add(field.desired_width(200.0));
            name(&field, "Find a map in the cache");
            if std::mem::replace(&mut state.n_searches, self.what.n_searches)
                != self.what.n_searches
            {
                field.request_focus();
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.weak(match shown.len() == entries.len() {
                    true => counted(entries.len(), "map", "maps"),
                    false => {
                        format!("{} of {}", shown.len(), counted(entries.len(), "map", "maps"))
                    }
                });
            });
        });
        ui.add_space(4.0);
        shown
    }

    fn cards(&self, ui: &mut Ui, state: &mut State, shown: &[usize], seen: &mut Seen<'_>) {
        let n_across = (((ui.available_width() + GAP) / (CARD.x + GAP)) as usize).max(1);
        let n_rows = shown.len().div_ceil(n_across);
        let began = Instant::now();
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, CARD.y, n_rows, |ui, rows| {
            for row in rows {
                ui.horizontal(|ui| {
                    let start = row * n_across;
                    let end = (start + n_across).min(shown.len());
                    for idx in shown.get(start..end).unwrap_or_default() {
                        self.card(ui, state, *idx, began, seen);
                    }
                });
            }
        });
    }

    fn card(
        &self,
        ui: &mut Ui,
        state: &mut State,
        idx: usize,
        began: Instant,
        seen: &mut Seen<'_>,
    ) {
        let Some(map) = self.what.entries.get(idx) else { return };
        let (rect, _) = ui.allocate_exact_size(CARD, Sense::hover());
        let response =
            ui.interact(rect, Id::new(("map of a cache", seen.view, idx)), Sense::click());
        let label = format!("{}, {} × {} cells", map.name, map.width, map.height);
        let is_chosen = self.what.chosen == Some(idx);
        response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_chosen, &label));
        ground(ui, &response, is_chosen);
        let at = rect.min + vec2((CARD.x - PICTURE) / 2.0, 8.0);
        let frame = Rect::from_min_size(at, egui::Vec2::splat(PICTURE));
        self.picture(ui, state, idx, frame, began, &seen.model.settings);
        texts(ui, map, rect, frame.bottom(), is_chosen);
        if response.double_clicked() {
            seen.send(ToMaps::Open(idx));
        } else if response.clicked() {
            seen.send(ToMaps::Choose(idx));
        }
    }

    fn picture(
        &self,
        ui: &Ui,
        state: &mut State,
        idx: usize,
        frame: Rect,
        began: Instant,
        settings: &Settings,
    ) {
        if !state.pictures.contains_key(&idx) {
            if began.elapsed() > MOST_OF_FRAME {
                ui.ctx().request_repaint();
                return;
            }
            if state.pictures.len() >= MOST_PICTURES {
                state.pictures.clear();
            }
            let image = self.drawn(idx, settings);
            let texture = image.map(|image| {
                ui.ctx().load_texture(format!("map {idx}"), image, TextureOptions::NEAREST)
            });
            state.pictures.insert(idx, texture);
        }
        match state.pictures.get(&idx) {
            Some(Some(texture)) => {
                let size = texture.size_vec2();
                let shown = Rect::from_center_size(
                    frame.center(),
                    size * (PICTURE / size.max_elem().max(1.0)),
                );
                let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                ui.painter().image(texture.id(), shown, whole, Color32::WHITE);
            }
            _ => {
                let weak = ui.visuals().weak_text_color();
                let font = TextStyle::Small.resolve(ui.style());
                ui.painter().text(
                    frame.center(),
                    Align2::CENTER_CENTER,
                    "can't be read",
                    font,
                    weak,
                );
            }
        }
    }

    /// A map so small that it fits onto its card, north up.
    fn drawn(&self, idx: usize, settings: &Settings) -> Option<ColorImage> {
        let name = self.what.entries.get(idx).map(|entry| entry.name.as_str())?;
        let (width, height, cells) = self.what.cache.cells(idx, name).ok()?;
        let (width, height) = (width as usize, height as usize);
        let longest = width.max(height).max(1);
        let side = |cells: usize| (cells * PIXELS / longest).max(1);
        let (across, down) = (side(width), side(height));
        let types = settings.palette.of_cells().types();
        let colour = |kind: u8| {
            let Rgb([r, g, b]) =
                types.get(usize::from(kind)).or(types.last()).copied().unwrap_or_default();
            Color32::from_rgb(r, g, b)
        };
        let pixel = |n: usize| {
            let (x, y) = (n % across * width / across, (down - 1 - n / across) * height / down);
            cells.get(y * width + x).map_or(Color32::TRANSPARENT, |kind| colour(*kind))
        };
        (width * height > 0)
            .then(|| ColorImage::new([across, down], (0..across * down).map(pixel).collect()))
    }
}

fn ground(ui: &Ui, card: &Response, is_chosen: bool) {
    let visuals = ui.visuals();
    let fill = match (is_chosen, card.hovered()) {
        (true, _) => visuals.selection.bg_fill.gamma_multiply(0.45),
        (false, true) => visuals.widgets.hovered.weak_bg_fill,
        (false, false) => visuals.faint_bg_color,
    };
    ui.painter().rect_filled(card.rect, 6, fill);
    if card.has_focus() {
        let stroke = Stroke::new(1.5, visuals.selection.bg_fill);
        ui.painter().rect_stroke(card.rect, 6, stroke, StrokeKind::Inside);
    }
}

/// The name of a map and its size, below its picture.
fn texts(ui: &Ui, map: &Entry, card: Rect, top: f32, is_chosen: bool) {
    let visuals = ui.visuals();
    let font = TextStyle::Body.resolve(ui.style());
    let small = egui::FontId::proportional(font.size - 2.0);
    let colour = if is_chosen { visuals.strong_text_color() } else { visuals.text_color() };
    let under = ui.painter().with_clip_rect(card.shrink(4.0).intersect(ui.clip_rect()));
    let at = |below: f32| pos2(card.center().x, top + below);
    under.text(at(6.0), Align2::CENTER_TOP, &map.name, font, colour);
    let size = format!("{} × {}", map.width, map.height);
    under.text(at(21.0), Align2::CENTER_TOP, size, small, visuals.weak_text_color());
}
