//! A list of names to search and choose from, in place of a number that nobody knows by heart.

use eframe::egui;
use egui::{Id, Popup, PopupCloseBehavior, ScrollArea, TextEdit, Ui};
use landwright_core::world::zone::names::choice::{Choice, Source};

use crate::model::zone::document::ZoneDocument;

/// Lists are cut there: nobody reads on.
const MOST_SHOWN: usize = 200;

/// What is chosen among.
pub(super) struct Picker<'a> {
    pub(super) id: Id,
    /// For screen readers.
    pub(super) name: &'a str,
    pub(super) zone: &'a ZoneDocument,
    pub(super) source: Source,
}

impl Picker<'_> {
    /// A button that opens the list. Gives what is chosen.
    pub(super) fn show(self, ui: &mut Ui, text: &str) -> Option<Choice> {
        let button = ui.add(egui::Button::new(text).truncate());
        crate::panel::name(&button, self.name);
        let mut chosen = None;
        let popup = Popup::from_toggle_button_response(&button).id(self.id);
        popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
            ui.set_width(280.0);
            let mut search: String = ui.data(|data| data.get_temp(self.id)).unwrap_or_default();
            let field = ui.add(TextEdit::singleline(&mut search).hint_text("Name or number"));
            crate::panel::name(&field, "Search");
            if !field.has_focus() && field.gained_focus() {
                field.request_focus();
            }
            let code_page = self.zone.zone().code_page();
            let found = self.zone.names.choices(self.source, &search, code_page);
            ui.data_mut(|data| data.insert_temp(self.id, search));
            match found {
                Some(found) => chosen = list(ui, found),
                None => drop(ui.weak("No table of these is at hand")),
            }
            if chosen.is_some() {
                ui.data_mut(|data| data.remove_temp::<String>(self.id));
                ui.close();
            }
        });
        chosen
    }
}

fn list(ui: &mut Ui, found: Vec<Choice>) -> Option<Choice> {
    let mut chosen = None;
    if found.is_empty() {
        ui.weak("Nothing of that name");
    }
    let n_more = found.len().saturating_sub(MOST_SHOWN);
    ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
        for choice in found.into_iter().take(MOST_SHOWN) {
            if ui.selectable_label(false, label(&choice)).clicked() {
                chosen = Some(choice);
            }
        }
        if n_more > 0 {
            ui.weak(format!("and {n_more} more"));
        }
    });
    chosen
}

fn label(choice: &Choice) -> String {
    let id = choice.id.map_or_else(String::new, |id| format!("{id}  "));
    let about = match choice.about.as_str() {
        "" => String::new(),
        about => format!(" ({about})"),
    };
    format!("{id}{}{about}", choice.name)
}
