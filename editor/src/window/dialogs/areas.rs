//! Which area of a list to open.

use eframe::egui;
use egui::{Button, Ui};

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
    let is_entered = find.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if is_entered || ui.memory(|memory| memory.focused().is_none()) {
        find.request_focus();
    }
    let shown = new.shown();
    let first = shown.first().filter(|area| area.file.is_some());
    let mut opened = first.filter(|_| is_entered).and_then(|area| area.file.clone());
    let height = ui.spacing().interact_size.y;
    let scroll = egui::ScrollArea::vertical().max_height(320.0).auto_shrink([false, false]);
    scroll.show_rows(ui, height, shown.len(), |ui, rows| {
        for area in shown.get(rows).unwrap_or_default() {
            let zones = match (area.n_zones, &area.file) {
                (_, None) => "no file of it was found".to_owned(),
                (1, _) => "1 zone".to_owned(),
                (n, _) => format!("{n} zones"),
            };
            // What Enter opens.
            let is_first = first.is_some_and(|first| std::ptr::eq(*first, *area));
            let button = Button::selectable(is_first, &area.name).right_text(zones);
            let button = button.min_size(egui::vec2(ui.available_width(), height));
            if ui.add_enabled(area.file.is_some(), button).clicked() {
                opened = area.file.clone();
            }
        }
    });
    let changed = (new != *form).then_some(Answer::Keep(Dialog::Areas(new)));
    ui.add_space(10.0);
    let cancelled = ui.button("Cancel").clicked().then_some(Answer::Cancel);
    opened.map(Answer::Open).or(cancelled).or(changed)
}
