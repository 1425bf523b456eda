//! Which area or zone of a list to open.

use eframe::egui;
use egui::{Button, Id, Ui};
use landwright_core::problem::counted::counted;

use crate::message::dialog::names::NamesForm;
use crate::message::dialog::{Answer, Dialog};
use crate::panel::kept::kept;
use crate::panel::name as call;
use crate::versions::name_of;

pub(super) fn ask(ui: &mut Ui, form: &NamesForm) -> Option<Answer> {
    let NamesForm { named: known, search } = form;
    let mut text = search.clone();
    ui.heading("Open by name");
    let lists: Vec<String> = known.lists.iter().map(|list| name_of(list)).collect();
    let paths: Vec<String> = known.lists.iter().map(|list| list.display().to_string()).collect();
    let names = counted(known.places.len(), "name", "names");
    ui.weak(format!("{names} in {}", lists.join(" and "))).on_hover_text(paths.join("\n"));
    let find = egui::TextEdit::singleline(&mut text).hint_text("Find by name");
    let find = ui.add(find.desired_width(f32::INFINITY));
    call(&find, "Find a name");
    let is_entered = find.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if is_entered || ui.memory(|memory| memory.focused().is_none()) {
        find.request_focus();
    }
    let key = (known.clone(), text.clone());
    let shown = kept(ui, Id::new("places by name"), key, || known.found(&text));
    let place = |n: &usize| known.places.get(*n);
    // What Enter opens.
    let first = shown.first().filter(|n| place(n).is_some_and(|place| place.file.is_some()));
    let entered = first.filter(|_| is_entered).and_then(place);
    let mut opened = entered.and_then(|place| place.file.clone());
    let height = ui.spacing().interact_size.y;
    let scroll = egui::ScrollArea::vertical().max_height(320.0).auto_shrink([false, false]);
    scroll.show_rows(ui, height, shown.len(), |ui, rows| {
        for (n, place) in
            shown.get(rows).unwrap_or_default().iter().filter_map(|n| Some((n, place(n)?)))
        {
            let about = match &place.file {
                Some(_) => place.about.clone(),
                None => format!("{}; its file was not found", place.about),
            };
            let button = Button::selectable(first == Some(n), &place.name).right_text(about);
            let button = button.min_size(egui::vec2(ui.available_width(), height));
            if ui.add_enabled(place.file.is_some(), button).clicked() {
                opened = place.file.clone();
            }
        }
    });
    let changed = (text != *search).then(|| {
        let named = known.clone();
        Answer::Keep(Dialog::Names(NamesForm { named, search: text }))
    });
    ui.add_space(10.0);
    let cancelled = ui.button("Cancel").clicked().then_some(Answer::Cancel);
    opened.map(Answer::Open).or(cancelled).or(changed)
}
