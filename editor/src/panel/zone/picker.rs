//! A list of names to search and choose from, in place of a number that nobody knows by heart.

use eframe::egui;
use egui::{Id, Popup, PopupCloseBehavior, ScrollArea, TextEdit, Ui};
use landwright_core::world::zone::field::Field;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::thing::Kind;

use crate::model::zone::fields::{Choice, MOST_CHOICES, choices};

/// What is chosen among.
pub(super) struct Picker<'a> {
    pub(super) id: Id,
    /// For screen readers.
    pub(super) name: &'a str,
    pub(super) names: &'a Names,
    pub(super) kind: Kind,
    pub(super) field: Field,
}

impl Picker<'_> {
    /// A button that opens the list. Gives the value that is chosen, as it is typed.
    pub(super) fn show(self, ui: &mut Ui, text: &str) -> Option<String> {
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
            let found = choices(self.names, self.kind, self.field, &search);
            ui.data_mut(|data| data.insert_temp(self.id, search));
            chosen = list(ui, &found);
            if chosen.is_some() {
                ui.data_mut(|data| data.remove_temp::<String>(self.id));
                ui.close();
            }
        });
        chosen
    }
}

fn list(ui: &mut Ui, found: &[Choice]) -> Option<String> {
    let mut chosen = None;
    if found.is_empty() {
        ui.weak("Nothing of that name, or no table is at hand");
    }
    ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
        for choice in found {
            if ui.selectable_label(false, &choice.label).clicked() {
                chosen = Some(choice.value.clone());
            }
        }
        if found.len() == MOST_CHOICES {
            ui.weak("…");
        }
    });
    chosen
}
