//! The head of a column: its name, what it holds, and how rows are sorted and filtered by it.

use eframe::egui;
use egui::{Align2, FontId, Id, Key, Sense, TextEdit, TextStyle, Ui, WidgetInfo, WidgetType, vec2};

use super::cell::cut;
use super::grid::{Drawn, inside};
use crate::kind::table::columns;
use crate::kind::table::message::ToTable;
use crate::kind::table::sight::{Filter, Sort, Test};
use crate::panel::name;

/// Room for the sign of the order.
const SIGN_WIDTH: f32 = 12.0;

/// Above the numbers of rows.
pub(super) fn corner(ui: &mut Ui) {
    ground(ui, false);
    let at = ui.max_rect().right_center() - vec2(8.0, 8.0);
    let (font, colour) = (TextStyle::Body.resolve(ui.style()), ui.visuals().weak_text_color());
    ui.painter().text(at, Align2::RIGHT_CENTER, "row", font, colour);
}

pub(super) fn show(ui: &mut Ui, drawn: &mut Drawn<'_, '_>, place: usize) {
    let document = drawn.grid.document;
    let Some(head) = document.table().columns().get(place) else { return };
    let (rect, view) = (ui.max_rect(), drawn.grid.seen.view);
    let response = ui.interact(rect, Id::new(("head", view, place)), Sense::click());
    let (title, holds) = (columns::title(head), columns::holds(head));
    let label = format!("Column {title}");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, label.clone()));
    ground(ui, response.hovered());
    let sort = document.sight().sort.filter(|sort| sort.place == place);
    let has_filter = document.sight().filter_of(place).is_some();
    let inside = inside(rect);
    let visuals = ui.visuals();
    let font = TextStyle::Body.resolve(ui.style());
    let small = FontId::proportional(font.size - 2.0);
    let is_current = document.cursor().place == place;
    let colour = if is_current { visuals.strong_text_color() } else { visuals.text_color() };
    let room = inside.width() - if sort.is_some() || has_filter { SIGN_WIDTH } else { 0.0 };
    let top = inside.left_top() + vec2(0.0, 4.0);
    ui.painter().galley(top, cut(ui, &title, font, colour, room), colour);
    let weak = visuals.weak_text_color();
    let below = inside.left_top() + vec2(0.0, 20.0);
    ui.painter().galley(below, cut(ui, &holds, small.clone(), weak, inside.width()), weak);
    let sign = match (sort.map(|sort| sort.is_descending), has_filter) {
        (Some(true), _) => "⏷",
        (Some(false), _) => "⏶",
        (None, true) => "▼",
        (None, false) => "",
    };
    let at = inside.right_top() + vec2(0.0, 11.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, sign, small, visuals.hyperlink_color);
    if response.clicked() {
        // Once up, once down, and then as the file has it.
        let next = match sort.map(|sort| sort.is_descending) {
            None => Some(Sort { place, is_descending: false }),
            Some(false) => Some(Sort { place, is_descending: true }),
            Some(true) => None,
        };
        drawn.grid.seen.send(ToTable::Sort(next));
    }
    let explained = columns::explained(head).join("\n");
    let response = response.on_hover_text(format!(
        "{title}\n{explained}\n\nClick to sort what is shown; right click for more"
    ));
    response.context_menu(|ui| menu(ui, drawn, place));
}

fn ground(ui: &Ui, is_hovered: bool) {
    let widgets = &ui.visuals().widgets;
    let fill =
        if is_hovered { widgets.hovered.weak_bg_fill } else { widgets.inactive.weak_bg_fill };
    ui.painter().rect_filled(ui.max_rect(), 0, fill);
}

fn menu(ui: &mut Ui, drawn: &mut Drawn<'_, '_>, place: usize) {
    ui.style_mut().spacing.item_spacing = vec2(6.0, 4.0);
    ui.set_min_width(190.0);
    let document = drawn.grid.document;
    let mut sent = None;
    if ui.button("Sort ascending").clicked() {
        sent = Some(ToTable::Sort(Some(Sort { place, is_descending: false })));
    }
    if ui.button("Sort descending").clicked() {
        sent = Some(ToTable::Sort(Some(Sort { place, is_descending: true })));
    }
    if document.sight().sort.is_some() && ui.button("Sort by row number").clicked() {
        sent = Some(ToTable::Sort(None));
    }
    ui.separator();
    ui.weak("Show only rows where the cell");
    let text = &mut drawn.grid.state.filter_text;
    let field = ui.add(TextEdit::singleline(text).hint_text("contains …").desired_width(170.0));
    name(&field, "Filter text");
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !text.is_empty() {
        let test = Test::Contains(std::mem::take(text));
        sent = Some(ToTable::Filter(Filter { place, test }));
    }
    if ui.button("is not empty").clicked() {
        sent = Some(ToTable::Filter(Filter { place, test: Test::Filled }));
    }
    if ui.button("is empty").clicked() {
        sent = Some(ToTable::Filter(Filter { place, test: Test::Empty }));
    }
    if document.sight().filter_of(place).is_some() {
        ui.separator();
        if ui.button("Remove the filter").clicked() {
            sent = Some(ToTable::Unfilter(place));
        }
    }
    if let Some(sent) = sent {
        drawn.grid.seen.send(sent);
        ui.close();
    }
}
