//! The fonts of the window: the built-in ones, the signs, and a font of the system where names need it.

use std::sync::Arc;

use eframe::egui::{FontData, FontDefinitions, FontFamily};
use egui_phosphor::Variant;

/// All fonts; `more` have the letters that the built-in ones lack.
pub fn definitions(more: Vec<Vec<u8>>) -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    egui_phosphor::add_to_fonts(&mut fonts, Variant::Regular);
    for (bytes, n) in more.into_iter().zip(1..) {
        let name = format!("system {n}");
        fonts.font_data.insert(name.clone(), Arc::new(FontData::from_owned(bytes)));
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            fonts.families.entry(family).or_default().push(name.clone());
        }
    }
    fonts
}
