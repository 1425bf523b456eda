//! The scripts in a zone that the built-in fonts lack.

use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::thing::Thing;

use crate::kind::foreign::Scripts;
use crate::kind::rose::document::ZoneDocument;

/// So much of what is selected is looked at with every frame.
const MOST_SELECTED: usize = 16;

impl ZoneDocument {
    /// Names of all things and monsters, and later those of what is selected.
    pub(super) fn scripts_of_names(&self, is_first_look: bool) -> Scripts {
        let selected = self.selection.iter().take(MOST_SELECTED);
        let selected = selected.filter_map(|id| self.zone().thing(*id));
        let things = self.zone().things().map(|(_, thing)| thing).filter(|_| is_first_look);
        let npcs = self.names.npcs.iter().flat_map(|npcs| npcs.iter()).filter(|_| is_first_look);
        let of_things = selected.chain(things).map(|thing| self.scripts_of(thing));
        of_things.chain(npcs.map(|(_, named)| Scripts::of(&named.name))).collect()
    }

    fn scripts_of(&self, thing: &Thing) -> Scripts {
        let code_page = self.zone().code_page();
        let values = Field::ALL.iter().flat_map(|field| thing.values(*field));
        let texts = values.filter_map(|value| match value {
            Value::Text(text) if !text.as_bytes().is_ascii() => Some(text),
            _ => None,
        });
        texts.map(|text| Scripts::of(&text.text().decode(code_page))).collect()
    }
}
