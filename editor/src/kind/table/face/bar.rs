//! The bar above the grid: the search, what is hidden by filters, and how many rows are shown.

use eframe::egui;
use egui::{Align, Key, Layout, TextEdit, Ui};

use super::State;
use crate::kind::face::Seen;
use crate::kind::table::columns;
use crate::kind::table::document::TableDocument;
use crate::kind::table::message::ToTable;
use crate::panel::name;

pub(super) fn show(ui: &mut Ui, document: &TableDocument, state: &mut State, seen: &mut Seen<'_>) {
    ui.horizontal(|ui| {
        search(ui, document, state, seen);
        filters(ui, document, seen);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.weak(document.size_in_words());
        });
    });
}

fn search(ui: &mut Ui, document: &TableDocument, state: &mut State, seen: &mut Seen<'_>) {
    let mut text = document.sight().search.clone();
    let field = TextEdit::singleline(&mut text).hint_text("Find").desired_width(180.0);
    let field = ui.add(field);
    name(&field, "Find in table");
    if state.n_searches != document.n_searches {
        state.n_searches = document.n_searches;
        field.request_focus();
    }
    if text != document.sight().search {
        seen.send(ToTable::Search(text));
    }
    let (enter, shift) = ui.input(|input| (input.key_pressed(Key::Enter), input.modifiers.shift));
    if field.lost_focus() && enter {
        seen.send(ToTable::NextFound { back: shift });
        field.request_focus();
    }
    if !document.sight().search.trim().is_empty() {
        let mut only = document.sight().only_found;
        let check = ui.checkbox(&mut only, "Only matching rows");
        if check.on_hover_text("Hide all other rows; the file does not change").changed() {
            seen.send(ToTable::OnlyFound(only));
        }
        if ui.small_button("⏶").on_hover_text("Previous (Shift+Enter)").clicked() {
            seen.send(ToTable::NextFound { back: true });
        }
        if ui.small_button("⏷").on_hover_text("Next (Enter)").clicked() {
            seen.send(ToTable::NextFound { back: false });
        }
    }
}

/// A button for each filter, which gives it up.
fn filters(ui: &mut Ui, document: &TableDocument, seen: &mut Seen<'_>) {
    for filter in &document.sight().filters {
        let Some(head) = document.table().columns().get(filter.place) else { continue };
        let text = format!("{} {}", columns::title(head), filter.in_words());
        let text: String = match text.char_indices().nth(40) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text,
        };
        if ui.small_button(format!("{text}  ×")).on_hover_text("Remove this filter").clicked() {
            seen.send(ToTable::Unfilter(filter.place));
        }
    }
}
