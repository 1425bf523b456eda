//! The versions of what is open, and how it differs from the one that is chosen.

use std::time::Duration;

use eframe::egui;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Button, Layout, RichText, ScrollArea, TextEdit, Ui};
use landwright_core::problem::counted::counted;

use crate::kind::document::open::OpenDocument;
use crate::look::control::{self, Weight};
use crate::look::{colours, sign, size};
use crate::message::Message;
use crate::model::Model;
use crate::panel::{empty, name, rows};
use crate::versions::Version;
use crate::versions::comparing::{Compare, Comparison};
use crate::versions::differences::Differences;
use crate::view::id::DocumentId;

/// What is kept of the panel.
#[derive(Debug, Default)]
pub(crate) struct ComparePanel {
    /// Only rows with these words are listed.
    text: String,
}

/// Messages for the document that is compared.
struct Send<'s> {
    id: DocumentId,
    to: &'s mut Vec<Message>,
}

impl Send<'_> {
    fn compare(&mut self, what: Compare) {
        self.to.push(Message::Compare(self.id, what));
    }
}

impl ComparePanel {
    pub(crate) fn show(&mut self, ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
        let Some(document) = model.active() else {
            empty(ui, "No document is open");
            return;
        };
        let id = document.common().id;
        let mut send = Send { id, to: send };
        if !document.compares() {
            empty(ui, "This document can't be compared");
            return;
        }
        let comparing = &document.common().comparing;
        match &comparing.shown {
            None => versions(ui, document, comparing.versions.as_deref(), &mut send),
            Some(shown) => self.comparison(ui, document, shown, &mut send),
        }
    }

    fn comparison(
        &mut self,
        ui: &mut Ui,
        document: &dyn OpenDocument,
        shown: &Comparison,
        send: &mut Send<'_>,
    ) {
        let title = format!("{} and {}", document.common().title, shown.version.title);
        ui.horizontal(|ui| {
            if ui.button("Versions").on_hover_text("Back to the list of versions").clicked() {
                send.compare(Compare::Back);
            }
            ui.add(egui::Label::new(RichText::new(title).strong()).truncate())
                .on_hover_text(&shown.version.detail);
        });
        let found = match &shown.found {
            None => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label("Comparing…");
                });
                ui.ctx().request_repaint_after(Duration::from_millis(100));
                return;
            }
            Some(Err(why)) => {
                control::notice(
                    ui,
                    Weight::Warning,
                    &format!("It can't be compared: {why}"),
                    |_| {},
                );
                return;
            }
            Some(Ok(found)) => found,
        };
        let is_past = document.history().revision() != shown.revision;
        if is_past {
            let text = "The document changed since it was compared.";
            control::notice(ui, Weight::Note, text, |ui| {
                if ui.button("Compare again").clicked() {
                    send.compare(Compare::Again);
                }
            });
        }
        for trouble in &found.troubles {
            control::notice(ui, Weight::Warning, trouble, |_| {});
        }
        if found.n_changes == 0 {
            if found.troubles.is_empty() {
                empty(ui, "Nothing is different");
            }
            return;
        }
        let can_change = !is_past;
        ui.horizontal(|ui| {
            let n_changes = usize::try_from(found.n_changes).unwrap_or(usize::MAX);
            let differences = counted(n_changes, "difference", "differences");
            ui.weak(format!("{differences}: here {} there", sign::TO));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let all = Button::new("Take all");
                let help = "Become the other version as a whole, as one step that you can undo";
                if ui.add_enabled(can_change, all).on_hover_text(help).clicked() {
                    send.compare(Compare::TakeAll);
                }
            });
        });
        if found.rows.len() > LISTS_A_FILTER {
            let field = TextEdit::singleline(&mut self.text)
                .hint_text("Filter")
                .desired_width(f32::INFINITY);
            name(&ui.add(field), "Filter differences");
        } else {
            self.text.clear();
        }
        self.list(ui, shown, found, can_change, send);
    }

    fn list(
        &self,
        ui: &mut Ui,
        shown: &Comparison,
        found: &Differences,
        can_change: bool,
        send: &mut Send<'_>,
    ) {
        let wanted = self.text.trim().to_lowercase();
        let has_it = |n: &usize| {
            let row = found.rows.get(*n);
            row.is_some_and(|row| wanted.is_empty() || row.title.to_lowercase().contains(&wanted))
        };
        let listed: Vec<usize> = (0..found.rows.len()).filter(has_it).collect();
        let has_files =
            found.rows.iter().any(|row| Some(&row.file) != found.rows.first().map(|row| &row.file));
        let height = ui.spacing().interact_size.y;
        ScrollArea::vertical().auto_shrink(false).show_rows(
            ui,
            height,
            listed.len(),
            |ui, range| {
                for n in listed.get(range).unwrap_or_default() {
                    let Some(row) = found.rows.get(*n) else { continue };
                    ui.horizontal(|ui| {
                        let title = match has_files {
                            true => {
                                format!("{}  {}", crate::versions::name_of(&row.file), row.title)
                            }
                            false => row.title.clone(),
                        };
                        let title = title.replace('→', sign::TO);
                        let room =
                            ui.available_width() - if row.can_take { TAKE_WIDTH } else { 0.0 };
                        if rows::choice(ui, shown.row == Some(*n), title, room).clicked() {
                            send.compare(Compare::Show(*n));
                        }
                        if row.can_take {
                            let take = ui.add_enabled(can_change, Button::new("Take").small());
                            let take =
                                take.on_hover_text("Use the value from the other version here");
                            name(&take, &format!("Take {}", row.title));
                            if take.clicked() {
                                send.compare(Compare::Take(*n));
                            }
                        }
                    });
                }
            },
        );
    }
}

/// The room of the button of a row.
const TAKE_WIDTH: f32 = 56.0;

/// Longer lists can be filtered.
const LISTS_A_FILTER: usize = 8;

fn versions(
    ui: &mut Ui,
    document: &dyn OpenDocument,
    versions: Option<&[Version]>,
    send: &mut Send<'_>,
) {
    ui.horizontal(|ui| {
        let title = format!("Compare {} with", document.common().title);
        ui.add(egui::Label::new(RichText::new(title).strong()).truncate());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("A file…").clicked() {
                send.compare(Compare::AskFile);
            }
        });
    });
    let Some(versions) = versions else {
        if ui.button("Look for versions").clicked() {
            send.compare(Compare::Look);
        }
        return;
    };
    if versions.is_empty() {
        empty(ui, "It is not saved yet, so it has no other versions");
        return;
    }
    let height = ui.spacing().interact_size.y;
    let (colour, muted) = (ui.visuals().text_color(), colours(ui).muted);
    let body = egui::TextStyle::Body.resolve(ui.style());
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, versions.len(), |ui, range| {
        for version in versions.get(range).unwrap_or_default() {
            let mut text = LayoutJob::default();
            text.append(&version.title, 0.0, TextFormat::simple(body.clone(), colour));
            text.append(&version.detail, size::GAP, TextFormat::simple(body.clone(), muted));
            let said = format!("{}, {}", version.title, version.detail);
            let button = ui.add(Button::selectable(false, text).truncate());
            name(&button, &format!("Compare with {said}"));
            if button.on_hover_text(said).clicked() {
                send.compare(Compare::With(version.clone()));
            }
        }
    });
}
