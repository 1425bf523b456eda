//! One cell: its text, what it refers to, and what is typed into it.

use std::sync::Arc;

use eframe::egui;
use egui::text::LayoutJob;
use egui::{
    Color32, FontId, Galley, Id, Key, Modifiers, Sense, Stroke, StrokeKind, TextEdit, TextStyle,
    Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use landwright_core::problem::Severity;

use super::grid::{Drawn, inside};
use super::{Typing, keys};
use crate::command::CommandId;
use crate::kind::table::columns;
use crate::kind::table::commands as table;
use crate::kind::table::document::TableDocument;
use crate::kind::table::message::ToTable;
use crate::kind::table::sight::Cell;
use crate::message::Message;
use crate::model::Model;
use crate::panel::{keys_to, name};

/// A text in one line that ends in dots where there is no room for all of it.
pub(super) fn cut(ui: &Ui, text: &str, font: FontId, colour: Color32, room: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap.max_width = room.max(0.0);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    ui.painter().layout_job(job)
}

pub(super) fn show(
    ui: &mut Ui,
    drawn: &mut Drawn<'_, '_>,
    cell: Cell,
    is_selected: bool,
    is_found: bool,
) {
    let document = drawn.grid.document;
    let (rect, view) = (ui.max_rect(), drawn.grid.seen.view);
    let response = ui.interact(rect, Id::new(("cell", view, cell)), Sense::click_and_drag());
    let text = document.table().shown(cell.row, cell.place).unwrap_or_default();
    let text = text.replace(['\n', '\t'], " ");
    let named = document.name_of(cell);
    let label = || {
        let named = named.map(|named| format!(", {named}")).unwrap_or_default();
        format!("{}: {text}{named}", document.cell_in_words(cell))
    };
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::SelectableLabel, true, is_selected, label())
    });
    let is_cursor = document.cursor() == cell;
    ground(ui, drawn, is_selected, is_cursor, is_found);
    let all = texts(ui, document, cell, &text, named);
    marks(ui, document, cell, drawn.grid.faults.get(&cell).copied());
    if response.double_clicked() {
        drawn.grid.state.typing = Some(typing(document, cell, None));
    }
    let is_menu_elsewhere = response.secondary_clicked() && !is_selected;
    if response.clicked() || is_menu_elsewhere || response.drag_started() {
        let grows = ui.input(|input| input.modifiers.shift) && !is_menu_elsewhere;
        drawn.grid.seen.send(ToTable::Go { to: cell, grows });
        keys::focus(ui, view);
    } else if response.contains_pointer() && drawn.grid.state.is_dragging && !is_cursor {
        drawn.grid.seen.send(ToTable::Go { to: cell, grows: true });
    }
    drawn.grid.state.is_dragging |= response.drag_started();
    let (model, send) = (drawn.grid.seen.model, &mut *drawn.grid.seen.send);
    response.context_menu(|ui| menu(ui, model, send));
    if !all {
        let named = named.map(|named| format!("\n{named}")).unwrap_or_default();
        response.on_hover_text(format!("{text}{named}"));
    }
}

fn ground(ui: &Ui, drawn: &Drawn<'_, '_>, is_selected: bool, is_cursor: bool, is_found: bool) {
    let (painter, rect, visuals) = (ui.painter(), ui.max_rect(), ui.visuals());
    if is_found {
        painter.rect_filled(rect, 0, visuals.warn_fg_color.gamma_multiply(0.22));
    }
    if is_selected && !is_cursor {
        painter.rect_filled(rect, 0, visuals.selection.bg_fill.gamma_multiply(0.35));
    }
    if is_cursor {
        let colour = match drawn.has_focus {
            true => visuals.selection.bg_fill,
            false => visuals.weak_text_color(),
        };
        painter.rect_stroke(rect.shrink(0.5), 2, Stroke::new(1.5, colour), StrokeKind::Inside);
    }
}

/// The text, and after it what it is called elsewhere. Says whether all of it has room.
fn texts(ui: &Ui, document: &TableDocument, cell: Cell, text: &str, named: Option<&str>) -> bool {
    let inside = inside(ui.max_rect());
    let visuals = ui.visuals();
    let font = TextStyle::Body.resolve(ui.style());
    let colour = match text.starts_with("hex:") {
        true => visuals.weak_text_color(),
        false => visuals.text_color(),
    };
    let own = cut(ui, text, font.clone(), colour, inside.width());
    let (width, is_cut) = (own.size().x, own.elided);
    let head = document.table().columns().get(cell.place);
    let is_number = named.is_none() && head.is_some_and(columns::is_of_numbers);
    let left = if is_number { inside.right() - width } else { inside.left() };
    let top = inside.center().y - own.size().y / 2.0;
    ui.painter().galley(pos2(left, top), own, colour);
    let Some(named) = named else { return !is_cut };
    let room = inside.width() - width - 8.0;
    if room < 16.0 {
        return false;
    }
    let weak = visuals.weak_text_color();
    let named = cut(ui, named, font, weak, room);
    let is_whole = !is_cut && !named.elided;
    ui.painter().galley(pos2(inside.left() + width + 8.0, top), named, weak);
    is_whole
}

/// A corner where something is wrong, and a line where something is not saved.
fn marks(ui: &Ui, document: &TableDocument, cell: Cell, fault: Option<Severity>) {
    let (painter, rect, visuals) = (ui.painter(), ui.max_rect(), ui.visuals());
    if let Some(severity) = fault {
        let (_, colour) = crate::panel::problems::mark(ui, severity);
        let corner = rect.right_top();
        let points = vec![corner, corner - vec2(6.0, 0.0), corner + vec2(0.0, 6.0)];
        painter.add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
    }
    let saved = document.saved.cell(cell.row, cell.place);
    if saved != document.table().cell(cell.row, cell.place) {
        let line = egui::Rect::from_min_size(rect.min, vec2(2.0, rect.height()));
        painter.rect_filled(line, 0, visuals.hyperlink_color);
    }
}

/// The text that is typed into a cell: a letter takes the place of all that it has.
pub(super) fn typing(document: &TableDocument, cell: Cell, typed: Option<String>) -> Typing {
    let has = || document.table().shown(cell.row, cell.place).unwrap_or_default();
    let selects_all = typed.is_none();
    Typing { cell, text: typed.unwrap_or_else(has), is_new: true, selects_all }
}

/// Enter and Tab take what was typed and go on, Escape gives it up.
pub(super) fn type_into(ui: &mut Ui, drawn: &mut Drawn<'_, '_>) {
    let Some(mut typing) = drawn.grid.state.typing.take() else { return };
    let (rect, view, cell) = (ui.max_rect(), drawn.grid.seen.view, typing.cell);
    let id = Id::new(("typed into a cell", view));
    let pressed = |ui: &Ui, modifiers: Modifiers, key: Key| {
        !typing.is_new && ui.input_mut(|input| input.consume_key(modifiers, key))
    };
    let way = [
        (Modifiers::SHIFT, Key::Enter, [-1, 0]),
        (Modifiers::NONE, Key::Enter, [1, 0]),
        (Modifiers::SHIFT, Key::Tab, [0, -1]),
        (Modifiers::NONE, Key::Tab, [0, 1]),
    ];
    let way = way.into_iter().find(|(with, key, _)| pressed(ui, *with, *key)).map(|it| it.2);
    let is_given_up = pressed(ui, Modifiers::NONE, Key::Escape);
    ui.painter().rect_filled(rect, 0, ui.visuals().extreme_bg_color);
    let field = TextEdit::singleline(&mut typing.text)
        .id(id)
        // Tab goes to the next cell.
        .lock_focus(true)
        .frame(egui::Frame::NONE.inner_margin(egui::Margin::symmetric(6, 2)))
        .vertical_align(egui::Align::Center)
        .desired_width(rect.width());
    let field = ui.put(rect, field);
    name(&field, &format!("Edit {}", drawn.grid.document.cell_in_words(cell)));
    ui.painter().rect_stroke(
        rect.shrink(0.5),
        2,
        Stroke::new(1.5, ui.visuals().selection.bg_fill),
        StrokeKind::Inside,
    );
    if std::mem::take(&mut typing.is_new) {
        field.request_focus();
        match typing.selects_all {
            true => keys_to::select_all(ui, id),
            false => keys_to::go_to_end(ui, id),
        }
        drawn.grid.state.typing = Some(typing);
        return;
    }
    if is_given_up {
        keys::focus(ui, view);
        return;
    }
    if way.is_some() || field.lost_focus() {
        drawn.grid.seen.send(ToTable::Set { cell, text: typing.text });
        if let Some(by) = way {
            let to = keys::beside(drawn.grid.document, cell, by);
            drawn.grid.seen.send(ToTable::Go { to, grows: false });
            keys::focus(ui, view);
        }
        return;
    }
    drawn.grid.state.typing = Some(typing);
}

/// What can be done to what is selected.
pub(super) fn menu(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    ui.style_mut().spacing.item_spacing = vec2(6.0, 4.0);
    ui.set_min_width(190.0);
    let groups: [&[CommandId]; 4] = [
        &[table::EDIT, table::CLEAR],
        &[CommandId::Cut, CommandId::Copy],
        &[table::ADD, table::DUPLICATE, table::DELETE],
        &[table::FILTER, table::FOLLOW, table::REFERENCES],
    ];
    for (n, group) in groups.into_iter().enumerate() {
        if n > 0 {
            ui.separator();
        }
        for id in group {
            let command = id.command();
            let key = model.settings.key_text(*id);
            let button = egui::Button::new(command.text).shortcut_text(key);
            let button = ui.add_enabled(model.can_run(*id), button).on_hover_text(command.tooltip);
            if button.clicked() {
                send.push(Message::Command(*id));
                ui.close();
            }
        }
    }
}
