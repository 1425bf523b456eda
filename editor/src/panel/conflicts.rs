//! What merges left undecided: each conflict with all its sides, to be shown and decided.

use eframe::egui;
use egui::{Align, Button, Label, Layout, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, pos2};
use landwright_core::problem::counted::counted;

use crate::look::{colours, size};
use crate::message::Message;
use crate::model::Model;
use crate::panel::{empty, name, rows};
use crate::versions::conflicts::{Conflicts, OpenConflict, Settle, Side, Which};
use crate::view::id::DocumentId;

/// The room of the buttons of a row, in points.
const BUTTONS_WIDTH: f32 = 118.0;

/// The columns before them, as shares of the room that is left.
const SHARES: [f32; 5] = [0.32, 0.2, 0.16, 0.16, 0.16];

/// Messages for the document whose conflicts are listed.
struct Send<'s> {
    id: DocumentId,
    to: &'s mut Vec<Message>,
}

impl Send<'_> {
    fn settle(&mut self, what: Settle) {
        self.to.push(Message::Settle(self.id, what));
    }
}

pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    let Some(document) = model.active() else {
        empty(ui, "No document is open");
        return;
    };
    let common = document.common();
    let Some(conflicts) = &common.conflicts else {
        empty(ui, "No conflicts");
        return;
    };
    if conflicts.open().is_empty() {
        empty(ui, "Every conflict is decided");
        return;
    }
    let mut send = Send { id: common.id, to: send };
    head(ui, conflicts, &common.title, &mut send);
    let columns = columns(ui);
    line(ui, &columns, |ui, n| {
        let heading = ["Thing", "Field", "Base", "Ours", "Theirs"].get(n).copied();
        ui.weak(heading.unwrap_or_default());
    });
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        height,
        conflicts.open().len(),
        |ui, range| {
            for open in conflicts.open().get(range).unwrap_or_default() {
                row(ui, conflicts, open, &columns, &mut send);
            }
        },
    );
}

/// How many there are, and what decides more than one of them.
fn head(ui: &mut Ui, conflicts: &Conflicts, title: &str, send: &mut Send<'_>) {
    ui.horizontal(|ui| {
        let n_open = counted(conflicts.open().len(), "conflict", "conflicts");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let sides = [
                ("All theirs", "Use the version from disk in all conflicts", Side::Theirs),
                ("All ours", "Keep your version in all conflicts", Side::Ours),
            ];
            for (text, help, side) in sides {
                if ui.button(text).on_hover_text(format!("{help}, as one step")).clicked() {
                    send.settle(Settle::Decide(side, Which::All));
                }
            }
            if conflicts.chosen.len() > 1 {
                for (text, side) in [("Theirs", Side::Theirs), ("Ours", Side::Ours)] {
                    let button = ui.button(text).on_hover_text("In the chosen conflicts");
                    name(&button, &format!("{text} in the chosen conflicts"));
                    if button.clicked() {
                        send.settle(Settle::Decide(side, Which::Chosen));
                    }
                }
                ui.weak(format!("{} chosen", conflicts.chosen.len()));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let said = RichText::new(format!("{n_open} in {title}")).strong();
                let said = ui.add(Label::new(said).truncate());
                if let Some(theirs) = &conflicts.theirs {
                    let backup = theirs.backup.display();
                    said.on_hover_text(format!("The version from disk is kept in {backup}"));
                }
            });
        });
    });
}

/// The widths of the columns.
fn columns(ui: &Ui) -> [f32; 5] {
    let room = (ui.available_width() - BUTTONS_WIDTH - f32::from(size::BAR_ROOM)).max(0.0);
    SHARES.map(|share| share * room)
}

/// Something in each column of a line, and in the room behind them.
fn line(ui: &mut Ui, columns: &[f32; 5], mut add: impl FnMut(&mut Ui, usize)) {
    let height = ui.spacing().interact_size.y;
    let (all, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), height), Sense::hover());
    let mut left = all.left();
    for n in 0..=columns.len() {
        let width = columns.get(n).copied().unwrap_or(BUTTONS_WIDTH);
        let rect = Rect::from_min_max(pos2(left, all.top()), pos2(left + width, all.bottom()));
        let layout = Layout::left_to_right(Align::Center);
        let mut cell = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
        cell.set_clip_rect(rect.intersect(ui.clip_rect()));
        add(&mut cell, n);
        left += width;
    }
}

fn row(
    ui: &mut Ui,
    conflicts: &Conflicts,
    open: &OpenConflict,
    columns: &[f32; 5],
    send: &mut Send<'_>,
) {
    let OpenConflict { row, conflict } = open;
    let (row, words) = (*row, conflict.in_words());
    let muted = colours(ui).muted;
    line(ui, columns, |ui, n| match n {
        0 => {
            let room = ui.available_width() - size::GAP;
            let is_chosen = conflicts.chosen.contains(&row);
            let thing = rows::choice(ui, is_chosen, &conflict.thing, room);
            name(&thing, &words);
            if thing.clicked() {
                let is_added = ui.input(|input| input.modifiers.command || input.modifiers.shift);
                send.settle(Settle::Choose { row, is_added });
            }
        }
        1..=4 => {
            let text = match n {
                1 => &conflict.field,
                2 => &conflict.base,
                3 => &conflict.ours,
                _ => &conflict.theirs,
            };
            let shown = RichText::new(text);
            let shown = if n == 2 { shown.color(muted) } else { shown };
            ui.add(Label::new(shown).truncate());
        }
        _ => {
            for (text, side) in [("Ours", Side::Ours), ("Theirs", Side::Theirs)] {
                let button = ui.add(Button::new(text).small());
                let help = match side {
                    Side::Ours => "Keep your value",
                    Side::Theirs => "Use the value from disk",
                };
                name(&button, &format!("{text}: {words}"));
                if button.on_hover_text(help).clicked() {
                    send.settle(Settle::Decide(side, Which::One(row)));
                }
            }
        }
    });
}
