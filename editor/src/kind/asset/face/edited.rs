//! What the window shows of an asset that is edited: its model, the list of its things, and the fields of one.

use eframe::egui;
use egui::{ScrollArea, Ui};

use crate::kind::asset::commands::{ADD, BEFORE, DUPLICATE, NEXT, REMOVE};
use crate::kind::asset::document::Modelled;
use crate::kind::asset::edited::AssetDocument;
use crate::kind::asset::face::{Looking, fields};
use crate::kind::asset::message::ToAsset;
use crate::kind::face::{Face, Seen};
use crate::look::sign;
use crate::panel::rows::choice;
use crate::panel::{command_buttons, name};

/// How far things are behind their list, in points.
const INDENT: f32 = 14.0;

impl Face for AssetDocument {
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let why_not = self.model().and_then(Modelled::why_not);
        if let Some(looking) = self.looking().filter(|_| why_not.is_none()) {
            return looking.view(ui, seen);
        }
        egui::Frame::NONE.inner_margin(egui::Margin::symmetric(8, 6)).show(ui, |ui| {
            let unread = self.models.as_ref().and_then(|models| models.as_ref().err());
            if let Some(why) = why_not.or(unread.map(String::as_str)) {
                ui.weak(format!("No model is shown: {why}"));
            } else if self.has_models() {
                ui.weak("It is being read…");
            }
            ui.columns(2, |columns| {
                if let [list, page] = columns {
                    things(list, self, seen, "view");
                    ScrollArea::vertical()
                        .id_salt("fields in the view")
                        .auto_shrink(false)
                        .show(page, |ui| fields::show(ui, self, seen, "view"));
                }
            });
        });
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        ScrollArea::vertical().id_salt("fields of an asset").auto_shrink(false).show(ui, |ui| {
            ui.strong(&self.title).on_hover_text(self.path_shown());
            fields::show(ui, self, seen, "inspector");
            if let Some(looking) = self.looking() {
                ui.separator();
                looking.facts(ui);
            }
        });
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        command_buttons(ui, seen.model, &[ADD, DUPLICATE, REMOVE], seen.send);
        if self.has_models() {
            command_buttons(ui, seen.model, &[BEFORE, NEXT], seen.send);
        }
        ui.add_space(4.0);
        ui.strong("Things");
        things(ui, self, seen, "tools");
    }

    fn status(&self) -> String {
        let of_model = self.looking().map(|looking| looking.status()).unwrap_or_default();
        match self.selected.steps().is_empty() {
            true => of_model,
            false => format!("{}   {of_model}", self.selected).trim_end().to_owned(),
        }
    }
}

impl AssetDocument {
    fn looking(&self) -> Option<Looking<'_>> {
        let what = self.model()?;
        Some(Looking { what, title: &self.title, n_reads: 0 })
    }
}

/// The lists and their things; those that are open show what is in them.
fn things(ui: &mut Ui, document: &AssetDocument, seen: &mut Seen<'_>, salt: &str) {
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().id_salt(("things", salt)).auto_shrink(false).show_rows(
        ui,
        height,
        document.rows.len(),
        |ui, rows| {
            for row in document.rows.get(rows).unwrap_or_default() {
                ui.horizontal(|ui| {
                    ui.add_space(row.depth as f32 * INDENT);
                    match row.is_open {
                        Some(is_open) => {
                            let text = if is_open { sign::MORE } else { sign::CLOSED };
                            let button = ui.small_button(text);
                            let what = if is_open { "Hide" } else { "Show" };
                            name(&button, &format!("{what} {}", row.text));
                            if button.clicked() {
                                seen.send(ToAsset::Toggle(row.place.clone()));
                            }
                        }
                        None => ui.add_space(height),
                    }
                    let is_selected = document.selected == row.place;
                    let width = ui.available_width();
                    if choice(ui, is_selected, row.text.as_str(), width).clicked() {
                        seen.send(ToAsset::Select(row.place.clone()));
                    }
                });
            }
        },
    );
}
