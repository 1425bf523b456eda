//! Which area of a list to open.

use eframe::egui;
use egui::{Button, Ui};

use super::choices;
use crate::model::area::list::AreasForm;
use crate::model::dialog::{Answer, Dialog};
use crate::model::open::name_of;
use crate::panel::name as named;

pub(super) fn ask(ui: &mut Ui, form: &AreasForm) -> Option<Answer> {
    let mut new = form.clone();
    ui.heading("Open an area");
    ui.weak(format!("{} areas in {}", form.areas.len(), name_of(&form.list)))
        .on_hover_text(form.list.display().to_string());
    let find = egui::TextEdit::singleline(&mut new.search).hint_text("Find by name");
    let find = ui.add(find.desired_width(f32::INFINITY));
    named(&find, "Find an area");
    if ui.memory(|memory| memory.focused().is_none()) {
        find.request_focus();
    }
    let mut opened = None;
    let shown = new.shown();
    if find.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        opened = shown.first().and_then(|area| area.file.clone());
    }
    let height = ui.spacing().interact_size.y;
    let scroll = egui::ScrollArea::vertical().max_height(320.0).auto_shrink([false, false]);
    scroll.show_rows(ui, height, shown.len(), |ui, rows| {
        for area in shown.get(rows).unwrap_or_default() {
            let zones = match (area.n_zones, &area.file) {
                (_, None) => "no file of it was found".to_owned(),
                (1, _) => "1 zone".to_owned(),
                (n, _) => format!("{n} zones"),
            };
            let button = Button::selectable(false, &area.name).right_text(zones);
            let button = button.min_size(egui::vec2(ui.available_width(), height));
            if ui.add_enabled(area.file.is_some(), button).clicked() {
                opened = area.file.clone();
            }
        }
    });
    let changed = (new != *form).then_some(Answer::Keep(Dialog::Areas(new)));
    let cancelled = choices(ui, [("Cancel", Answer::Cancel)]);
    opened.map(Answer::Open).or(cancelled).or(changed)
}
