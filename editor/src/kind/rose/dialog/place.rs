//! What a typed place means in a zone.

use std::sync::Arc;

use eframe::egui::{Id, Ui};

use crate::kind::rose::document::ZoneDocument;
use crate::panel::kept::kept;

/// Says what it means, and whether it means anything.
pub(in crate::kind::rose) fn show_place(ui: &mut Ui, zone: &ZoneDocument, text: &str) -> bool {
    // Names are different where their place in memory is.
    let names = Arc::as_ptr(&zone.names) as usize;
    let key = (zone.editing().revision(), names, text.to_owned());
    let meant = kept(ui, Id::new(("go to", zone.id)), key, || zone.go_to_in_words(text));
    match &*meant {
        Ok(meant) => ui.weak(meant),
        Err(trouble) => ui.colored_label(ui.visuals().warn_fg_color, *trouble),
    };
    meant.is_ok()
}
