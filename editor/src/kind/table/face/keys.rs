//! The keys of a grid: arrows and the like go from cell to cell, and letters are typed into one.

use eframe::egui;
use egui::{Event, EventFilter, Id, Key, Modifiers, Popup, Response, Ui};

use super::{State, Typing, cell};
use crate::kind::face::Seen;
use crate::kind::table::document::TableDocument;
use crate::kind::table::message::ToTable;
use crate::kind::table::sight::Cell;
use crate::view::id::ViewId;

/// A step that goes to an end.
const FAR: isize = isize::MAX;

/// Gives the keys to a grid.
pub(super) fn focus(ui: &Ui, view: ViewId) {
    ui.memory_mut(|memory| memory.request_focus(Id::new(("grid", view))));
}

pub(super) fn take(
    ui: &Ui,
    grid: &Response,
    document: &TableDocument,
    state: &mut State,
    seen: &mut Seen<'_>,
) {
    let is_in_front = seen.model.active_view() == Some(seen.view);
    if !is_in_front || seen.model.dialog().is_some() || Popup::is_any_open(ui.ctx()) {
        return;
    }
    if state.typing.is_none() && ui.memory(|memory| memory.focused()).is_none() {
        grid.request_focus();
    }
    let is_wanted = std::mem::replace(&mut state.n_edits, document.n_edits) != document.n_edits;
    let has_rows = document.position_of(document.cursor().row).is_some();
    if is_wanted && has_rows {
        state.typing = Some(cell::typing(document, document.cursor(), None));
    }
    if !grid.has_focus() || state.typing.is_some() || !has_rows {
        return;
    }
    let filter =
        EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: false };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(grid.id, filter));
    let events = ui.input(|input| input.events.clone());
    let mut at = document.cursor();
    for event in events {
        match event {
            Event::Key { key: Key::Enter, pressed: true, modifiers, .. } if modifiers.is_none() => {
                state.typing = Some(cell::typing(document, at, None));
                // The same key would end what it begins.
                ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
            }
            Event::Key { key, pressed: true, modifiers, .. } if !modifiers.alt => {
                let Some(by) = step(key, modifiers, state.n_in_sight) else { continue };
                at = beside(document, at, by);
                let grows = modifiers.shift && key != Key::Tab;
                seen.send(ToTable::Go { to: at, grows });
            }
            Event::Text(text) if !text.chars().any(char::is_control) && text != " " => {
                let typed = match state.typing.take() {
                    Some(Typing { text: before, .. }) => before + &text,
                    None => text,
                };
                state.typing = Some(cell::typing(document, at, Some(typed)));
            }
            _ => {}
        }
    }
}

/// Rows and columns that a key goes on.
fn step(key: Key, modifiers: Modifiers, n_in_sight: usize) -> Option<[isize; 2]> {
    let page = isize::try_from(n_in_sight.saturating_sub(2).max(1)).unwrap_or(1);
    let far = |by: isize| if modifiers.command { by.signum().saturating_mul(FAR) } else { by };
    Some(match key {
        Key::ArrowUp => [far(-1), 0],
        Key::ArrowDown => [far(1), 0],
        Key::ArrowLeft => [0, far(-1)],
        Key::ArrowRight => [0, far(1)],
        Key::Tab if modifiers.shift => [0, -1],
        Key::Tab => [0, 1],
        Key::PageUp => [-page, 0],
        Key::PageDown => [page, 0],
        Key::Home if modifiers.command => [-FAR, -FAR],
        Key::End if modifiers.command => [FAR, FAR],
        Key::Home => [0, -FAR],
        Key::End => [0, FAR],
        _ => return None,
    })
}

/// The cell so many rows and columns on, as they are shown.
pub(super) fn beside(document: &TableDocument, cell: Cell, [rows, columns]: [isize; 2]) -> Cell {
    let places = document.places();
    let along = |at: usize, by: isize, n: usize| {
        let last = n.saturating_sub(1);
        at.saturating_add_signed(by).min(last)
    };
    let row = document.position_of(cell.row).unwrap_or_default();
    let row = along(row, rows, document.shown().len());
    let column = along(document.column_of(cell.place), columns, places.len());
    Cell {
        row: document.shown().get(row).map_or(cell.row, |row| *row as usize),
        place: places.get(column).copied().unwrap_or(cell.place),
    }
}
