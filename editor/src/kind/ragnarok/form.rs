//! The values of the dialogs of a map.

pub mod automatic;
pub mod ground;
pub mod new_map;
pub mod replace;
pub mod resize;

use crate::kind::ragnarok::document::MapDocument;
use crate::message::dialog::Scope;

impl Scope {
    /// The selection, where there is one.
    pub fn usual(document: &MapDocument) -> Scope {
        if document.has_selection() { Scope::Selection } else { Scope::Map }
    }
}
