//! What both sides of a merged map changed: row by row, beside the map.

use eframe::egui;
use egui::{Id, ScrollArea, Ui};
use landwright_core::world::gat::area::Area;
use landwright_core::world::gat::merge::{Conflict, Conflicts};

use crate::kind::ragnarok::conflicts::{MapConflicts, Theirs};
use crate::kind::ragnarok::message::MapMessage;
use crate::message::Message;
use crate::message::dialog::Answer;
use crate::model::Model;
use crate::panel::choices::choices;
use crate::panel::kept::kept;
use crate::view::id::DocumentId;

/// Room for the list, in points; of more, one scrolls.
const LIST_HEIGHT: f32 = 240.0;

pub(super) fn ask(
    ui: &mut Ui,
    model: &Model,
    id: DocumentId,
    send: &mut Vec<Message>,
) -> Option<Answer> {
    let Some(map) = model.map(id) else { return Some(Answer::Cancel) };
    let key = (id, map.editing().revision(), map.conflicts.as_ref().map(|of| of.backup.clone()));
    let left = kept(ui, Id::new("conflicts"), key, || {
        map.conflicts_left().map(|left| (left.rows(), left))
    });
    ui.heading("Conflicts with what is on disk");
    let (Some((rows, left)), Some(conflicts)) = (&*left, &map.conflicts) else {
        ui.label("No conflict is left.");
        return choices(ui, [("Close", Answer::Cancel)]);
    };
    ui.label(format!(
        "{}. Your version was kept. You can undo every choice.",
        MapConflicts::in_words(left, &map.title)
    ));
    list(ui, id, rows, left, send);
    ui.weak(format!("The other version is kept in {}", conflicts.backup.display()));
    ui.weak("To see this list again, use “Conflicts of the merge…” in the Edit menu.");
    choices(ui, [("Keep mine", Answer::Cancel), ("Take all theirs", Answer::TakeTheirs(id))])
}

fn list(ui: &mut Ui, id: DocumentId, rows: &[Conflict], left: &Conflicts, send: &mut Vec<Message>) {
    if ui.link("Select all of them").clicked() {
        show(id, left.cells(), send);
    }
    let height = ui.spacing().interact_size.y;
    let scroll = ScrollArea::vertical().max_height(LIST_HEIGHT);
    scroll.show_rows(ui, height, rows.len(), |ui, shown| {
        for conflict in rows.get(shown).unwrap_or_default() {
            ui.horizontal(|ui| {
                let words = conflict.in_words();
                if ui.link(&words).on_hover_text("Select and show").clicked() {
                    show(id, conflict.cells.clone(), send);
                }
                let theirs = ui.small_button("Take theirs");
                crate::panel::name(&theirs, &format!("Take theirs: {words}"));
                if theirs.clicked() {
                    let one = Theirs::One(Box::new(conflict.clone()));
                    send.push(MapMessage::TakeTheirs(one).to(id));
                }
            });
        }
    });
}

/// Selects cells, and shows the first of them.
fn show(id: DocumentId, cells: Area, send: &mut Vec<Message>) {
    let first = cells.cells().next();
    send.push(MapMessage::Select(cells).to(id));
    send.extend(first.map(|cell| MapMessage::ShowCell(cell).to(id)));
}
