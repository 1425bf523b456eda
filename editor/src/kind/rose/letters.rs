//! Whether a zone has letters that the built-in font lacks.

use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::thing::Thing;

use crate::kind::foreign::is_foreign;
use crate::kind::rose::document::ZoneDocument;

/// So much of what is selected is looked at with every frame.
const MOST_SELECTED: usize = 16;

impl ZoneDocument {
    /// Names of all things and monsters, and later those of what is selected.
    pub(super) fn has_foreign_letters(&self, is_first_look: bool) -> bool {
        let mut selected = self.selection.iter().take(MOST_SELECTED);
        let mut things = self.zone().things();
        let npcs = self.names.npcs.iter().flat_map(|npcs| npcs.iter());
        let in_all = is_first_look
            && (npcs.into_iter().any(|(_, named)| is_foreign(&named.name))
                || things.any(|(_, thing)| self.has_foreign_text(thing)));
        let is_foreign = |thing: &Thing| self.has_foreign_text(thing);
        in_all || selected.any(|id| self.zone().thing(*id).is_some_and(is_foreign))
    }

    fn has_foreign_text(&self, thing: &Thing) -> bool {
        let code_page = self.zone().code_page();
        let values = Field::ALL.iter().flat_map(|field| thing.values(*field));
        values.into_iter().any(|value| match value {
            Value::Text(text) if !text.as_bytes().is_ascii() => {
                is_foreign(&text.text().decode(code_page))
            }
            _ => false,
        })
    }
}
