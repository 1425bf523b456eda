//! A list of the names of a zone's tables to choose from, in place of a number that nobody knows by heart.

use eframe::egui;
use egui::{Id, Ui, vec2};
use landwright_core::world::zone::names::choice::{Choice, Source};

use crate::kind::rose::document::ZoneDocument;
use crate::panel::picker::{Found, List};

/// What is chosen among.
pub(crate) struct Picker<'a> {
    pub(crate) id: Id,
    /// For screen readers.
    pub(crate) name: &'a str,
    pub(crate) zone: &'a ZoneDocument,
    pub(crate) source: Source,
    /// As the field has it; the list opens there. Empty where nothing is chosen yet.
    pub(crate) current: &'a str,
}

impl Picker<'_> {
    /// A button that opens the list. Gives what is chosen.
    pub(crate) fn show(self, ui: &mut Ui, text: &str) -> Option<Choice> {
        self.show_in(ui, text, vec2(0.0, 0.0))
    }

    /// The same with a button that is at least so large.
    pub(super) fn show_in(self, ui: &mut Ui, text: &str, min_size: egui::Vec2) -> Option<Choice> {
        let code_page = self.zone.zone().code_page();
        let find = |search: &str| match self.zone.names.choices(self.source, search, code_page) {
            Some(found) => Found::Rows(found),
            None => Found::Nothing("No table with these was found".to_owned()),
        };
        let list = List::new(self.id, self.name, "Name or number");
        list.show(ui, text, min_size, find, |choice| self.is_current(choice), label)
    }

    fn is_current(&self, choice: &Choice) -> bool {
        match choice.id {
            Some(id) => id.to_string() == self.current,
            None => choice.name == self.current,
        }
    }
}

fn label(choice: &Choice) -> String {
    let id = choice.id.map_or_else(String::new, |id| format!("{id}  "));
    let about = match choice.about.as_str() {
        "" => String::new(),
        about => format!(" ({about})"),
    };
    format!("{id}{}{about}", choice.name)
}
