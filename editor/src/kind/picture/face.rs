//! A picture in the window: moved and zoomed by the hand, one channel or all, one size after another.

use std::collections::BTreeMap;

use eframe::egui;
use egui::{
    Color32, ColorImage, ComboBox, Grid, Pos2, Rect, Sense, TextureHandle, TextureOptions, Ui,
    Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{ACTUAL, Channel, LARGER, Level, Pictured, SMALLER};
use crate::canvas::steer::wheel_factor;
use crate::command::CommandId;
use crate::kind::face::{Face, Seen};
use crate::kind::read_only::ReadOnly;
use crate::panel::rows::line;
use crate::panel::{command_buttons, name};

const LEAST_SCALE: f32 = 1.0 / 64.0;
const MOST_SCALE: f32 = 64.0;
/// From here on, pixels are distinguished.
const SHARP_FROM: f32 = 2.0;
/// The side of a square of the ground below clear pixels, in points.
const SQUARE: f32 = 8.0;
/// More squares than these are not drawn one by one.
const MOST_SQUARES: usize = 20_000;

/// What a view of a picture keeps.
#[derive(Default)]
struct State {
    textures: BTreeMap<(usize, u8, bool), TextureHandle>,
    /// Of which reading of the file they are.
    of: u64,
    /// Points for a pixel of the largest size, and what is in the middle, in its pixels. `None` while
    /// all of it is in sight.
    look: Option<(f32, Pos2)>,
    n_actual: u64,
    n_fits: u64,
    /// As it was drawn last, for the status.
    hovered: Option<String>,
}

impl Face for ReadOnly<Pictured> {
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let mut state: Box<State> = seen.kept.take(seen.view);
        if state.of != self.n_reads {
            state.textures.clear();
            state.of = self.n_reads;
        }
        egui::Frame::NONE.inner_margin(egui::Margin::symmetric(8, 4)).show(ui, |ui| {
            ui.horizontal(|ui| {
                channels(ui, seen);
                ui.separator();
                sizes(ui, self, seen);
                ui.separator();
                ui.weak(state.hovered.clone().unwrap_or_default());
            });
        });
        self.stage(ui, &mut state);
        seen.kept.put(seen.view, state);
    }

    fn inspector(&self, ui: &mut Ui, _seen: &mut Seen<'_>) {
        ui.strong(&self.title).on_hover_text(self.path_shown());
        let info = &self.what.info;
        Grid::new("picture").num_columns(2).show(ui, |ui| {
            line(ui, "Format", info.format.name().to_uppercase());
            line(ui, "Size", format!("{} × {} pixels", info.width, info.height));
            line(ui, "Stored as", &info.pixels);
            line(ui, "Channels", info.channels);
            line(ui, "Mip maps", info.mip_maps.to_string());
            if info.is_cube {
                line(ui, "Cube", "six faces; you see the first");
            }
        });
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        ui.strong("Channels");
        command_buttons(ui, seen.model, &Channel::ALL.map(Channel::command), seen.send);
        ui.add_space(4.0);
        ui.strong("Size");
        command_buttons(ui, seen.model, &[LARGER, SMALLER, ACTUAL, CommandId::ZoomFit], seen.send);
    }

    fn status(&self) -> String {
        let info = &self.what.info;
        let shown = self.what.levels.get(self.what.level);
        let shown = shown.filter(|_| self.what.level > 0);
        let shown = shown.map(|level| format!("   shown: {} × {}", level.width, level.height));
        let (format, shown) = (info.format.name().to_uppercase(), shown.unwrap_or_default());
        format!("{format} {}  {} × {} pixels{shown}", info.pixels, info.width, info.height)
    }
}

fn channels(ui: &mut Ui, seen: &mut Seen<'_>) {
    let texts = ["RGBA", "R", "G", "B", "A"];
    for (channel, text) in Channel::ALL.into_iter().zip(texts) {
        let id = channel.command();
        let is_on = seen.model.is_on(id) == Some(true);
        let label = ui.selectable_label(is_on, text).on_hover_text(id.command().tooltip);
        name(&label, id.command().text);
        if label.clicked() {
            seen.send.push(crate::message::Message::Command(id));
        }
    }
}

fn sizes(ui: &mut Ui, picture: &ReadOnly<Pictured>, seen: &mut Seen<'_>) {
    let levels = &picture.what.levels;
    let in_words = |level: &Level| format!("{} × {}", level.width, level.height);
    let mut chosen = picture.what.level;
    let selected = levels.get(chosen).map(in_words).unwrap_or_default();
    if levels.len() < 2 {
        ui.label(selected);
        return;
    }
    let list = ComboBox::from_id_salt("mip map").width(110.0).selected_text(selected);
    let list = list.show_ui(ui, |ui| {
        for (n, level) in levels.iter().enumerate() {
            ui.selectable_value(&mut chosen, n, in_words(level));
        }
    });
    name(&list.response, "Mip map");
    if chosen != picture.what.level {
        seen.send(chosen);
    }
}

impl ReadOnly<Pictured> {
    fn stage(&self, ui: &mut Ui, state: &mut State) {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        let label = format!("Picture view of {}", self.title);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, label.clone()));
        let Some(level) = self.what.levels.get(self.what.level) else { return };
        let size = vec2(self.what.info.width.max(1) as f32, self.what.info.height.max(1) as f32);
        if !rect.is_positive() {
            return;
        }
        let fit = (rect.size() * 0.94 / size).min_elem().min(8.0);
        let (mut scale, mut middle) = state.look.unwrap_or((fit, (size / 2.0).to_pos2()));
        if std::mem::replace(&mut state.n_fits, self.what.n_fits) != self.what.n_fits {
            (scale, middle, state.look) = (fit, (size / 2.0).to_pos2(), None);
        }
        if std::mem::replace(&mut state.n_actual, self.what.n_actual) != self.what.n_actual {
            scale = 1.0;
            state.look = Some((scale, middle));
        }
        let pixel_at =
            |point: Pos2, scale: f32, middle: Pos2| middle + (point - rect.center()) / scale;
        if let Some(point) = response.hover_pos() {
            let factor = wheel_factor(ui);
            if (factor - 1.0).abs() > f32::EPSILON {
                let held = pixel_at(point, scale, middle);
                scale = (scale * factor).clamp(LEAST_SCALE, MOST_SCALE);
                middle = held - (point - rect.center()) / scale;
                state.look = Some((scale, middle));
            }
        }
        if response.dragged() {
            middle -= response.drag_delta() / scale;
            state.look = Some((scale, middle));
        }
        let shown = Rect::from_center_size(
            rect.center() + (size.to_pos2() / 2.0 - middle) * scale,
            size * scale,
        );
        let painter = ui.painter().with_clip_rect(rect);
        if self.what.channel == Channel::All {
            chequers(&painter, shown.intersect(rect), shown.min);
        }
        let is_sharp = scale * size.x / level.width.max(1) as f32 >= SHARP_FROM;
        let texture = self.texture(ui, state, is_sharp);
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        if let Some(texture) = texture {
            painter.image(texture, shown, whole, Color32::WHITE);
        }
        let under = response.hover_pos().map(|point| pixel_at(point, scale, middle));
        let hovered = under.and_then(|at| self.under(level, at, size));
        if state.hovered != hovered {
            // The bar above is drawn by now.
            state.hovered = hovered;
            ui.ctx().request_repaint();
        }
    }

    /// The pixel at a place of the largest size, in words.
    fn under(&self, level: &Level, at: Pos2, size: Vec2) -> Option<String> {
        let part = at.to_vec2() / size;
        if part.min_elem() < 0.0 || part.max_elem() >= 1.0 {
            return None;
        }
        let (x, y) =
            ((part.x * level.width as f32) as usize, (part.y * level.height as f32) as usize);
        let start = 4 * (y * level.width + x);
        let [r, g, b, a] = *level.rgba.get(start..start + 4)?.first_chunk()?;
        Some(format!("({x}, {y})   R {r}  G {g}  B {b}  A {a}"))
    }

    fn texture(&self, ui: &Ui, state: &mut State, is_sharp: bool) -> Option<egui::TextureId> {
        let what = &self.what;
        let level = what.levels.get(what.level)?;
        let key = (what.level, what.channel as u8, is_sharp);
        if let Some(texture) = state.textures.get(&key) {
            return Some(texture.id());
        }
        // One size in one channel is on the graphics card at a time.
        state.textures.clear();
        let pixels = level.rgba.as_chunks::<4>().0.iter().map(|pixel| colour(*pixel, what.channel));
        let image = ColorImage::new([level.width, level.height], pixels.collect());
        let options = if is_sharp { TextureOptions::NEAREST } else { TextureOptions::LINEAR };
        let texture = ui.ctx().load_texture(format!("picture {}", self.title), image, options);
        let id = texture.id();
        state.textures.insert(key, texture);
        Some(id)
    }
}

fn colour([r, g, b, a]: [u8; 4], channel: Channel) -> Color32 {
    match channel {
        Channel::All => Color32::from_rgba_unmultiplied(r, g, b, a),
        Channel::Red => Color32::from_gray(r),
        Channel::Green => Color32::from_gray(g),
        Channel::Blue => Color32::from_gray(b),
        Channel::Alpha => Color32::from_gray(a),
    }
}

/// The ground that is seen through clear pixels.
fn chequers(painter: &egui::Painter, rect: Rect, from: Pos2) {
    if !rect.is_positive() {
        return;
    }
    painter.rect_filled(rect, 0, Color32::from_gray(150));
    let n = |length: f32| (length / SQUARE).ceil() as usize + 1;
    let (n_columns, n_rows) = (n(rect.width()), n(rect.height()));
    if n_columns * n_rows > MOST_SQUARES {
        return;
    }
    let first = ((rect.min - from) / SQUARE).floor();
    for (row, column) in (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column)))
    {
        let at = first + vec2(column as f32, row as f32);
        if (at.x + at.y).rem_euclid(2.0) < 1.0 {
            let square =
                Rect::from_min_size(from + at * SQUARE, Vec2::splat(SQUARE)).intersect(rect);
            painter.rect_filled(square, 0, Color32::from_gray(105));
        }
    }
}
