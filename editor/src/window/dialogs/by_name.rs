//! Which area or zone of a list to open.

use eframe::egui;
use egui::{Button, Ui};
use landwright_core::problem::counted::counted;

use crate::model::by_name::NamesForm;
use crate::model::dialog::{Answer, Dialog};
use crate::model::open::name_of;
use crate::panel::name as named;

pub(super) fn ask(ui: &mut Ui, form: &NamesForm) -> Option<Answer> {
    let mut new = form.clone();
    ui.heading("Open by name");
    let lists: Vec<String> = form.lists.iter().map(|list| name_of(list)).collect();
    let paths: Vec<String> = form.lists.iter().map(|list| list.display().to_string()).collect();
    let names = counted(form.places.len(), "name", "names");
    ui.weak(format!("{names} in {}", lists.join(" and "))).on_hover_text(paths.join("\n"));
    let find = egui::TextEdit::singleline(&mut new.search).hint_text("Find by name");
    let find = ui.add(find.desired_width(f32::INFINITY));
    named(&find, "Find a name");
    let is_entered = find.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if is_entered || ui.memory(|memory| memory.focused().is_none()) {
        find.request_focus();
    }
    let shown = new.shown();
    let first = shown.first().filter(|place| place.file.is_some());
    let mut opened = first.filter(|_| is_entered).and_then(|place| place.file.clone());
    let height = ui.spacing().interact_size.y;
    let scroll = egui::ScrollArea::vertical().max_height(320.0).auto_shrink([false, false]);
    scroll.show_rows(ui, height, shown.len(), |ui, rows| {
        for place in shown.get(rows).unwrap_or_default() {
            let about = match &place.file {
                Some(_) => place.about.clone(),
                None => format!("{}; no file of it was found", place.about),
            };
            // What Enter opens.
            let is_first = first.is_some_and(|first| std::ptr::eq(*first, *place));
            let button = Button::selectable(is_first, &place.name).right_text(about);
            let button = button.min_size(egui::vec2(ui.available_width(), height));
            if ui.add_enabled(place.file.is_some(), button).clicked() {
                opened = place.file.clone();
            }
        }
    });
    let changed = (new != *form).then_some(Answer::Keep(Dialog::Names(new)));
    ui.add_space(10.0);
    let cancelled = ui.button("Cancel").clicked().then_some(Answer::Cancel);
    opened.map(Answer::Open).or(cancelled).or(changed)
}
