//! How our own dialog for files looks, and what keys do in it.

use eframe::egui;
use egui::{
    Align, Button, ComboBox, Context, Key, Layout, Modal, Modifiers, ScrollArea, Sense, TextEdit,
    Ui, UiBuilder, vec2,
};
use landwright_core::vfs::disk::{EntryKind, FolderEntry};

use super::{Choice, Endings, Listing, Outcome, OwnDialog, Purpose, Question};
use crate::message::Message;
use crate::panel::{first_field, name};

/// What the person did in a frame.
#[derive(Default)]
struct Done {
    accepts: bool,
    gives_up: bool,
    message: Option<Message>,
}

impl OwnDialog {
    pub(in crate::window::files) fn show(&mut self, context: &Context) -> Outcome {
        self.take_listing();
        let mut done = Done::default();
        let modal = Modal::new(egui::Id::new("own file dialog"))
            .frame(crate::window::dialogs::frame(context))
            .show(context, |ui| {
                let room = context.content_rect().size() - vec2(60.0, 60.0);
                ui.set_width(room.x.min(680.0));
                ui.heading(self.purpose.title());
                match self.question.take() {
                    Some(question) => self.ask(ui, question, &mut done),
                    None => {
                        self.keys(ui);
                        self.place(ui);
                        let height = (room.y - 185.0).clamp(80.0, 330.0);
                        self.list(ui, height, &mut done);
                        self.name(ui, &mut done);
                    }
                }
            });
        if done.accepts {
            done.message = self.accept();
            context.request_repaint();
        }
        if done.message.is_some() || done.gives_up {
            return Outcome::Closed(done.message);
        }
        // A question is answered by Escape as well, and the dialog stays. A click beside it is a slip.
        let is_closed = modal.should_close() && !modal.backdrop_response.clicked();
        if is_closed && self.question.take().is_none() {
            return Outcome::Closed(None);
        }
        Outcome::Open
    }

    /// Keys that mean the list, wherever the focus is.
    fn keys(&mut self, ui: &Ui) {
        let pressed = |key, modifiers| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Key::ArrowDown, Modifiers::NONE) {
            self.step(1);
        }
        if pressed(Key::ArrowUp, Modifiers::NONE) {
            self.step(-1);
        }
        if pressed(Key::ArrowUp, Modifiers::ALT) {
            self.go_up();
        }
    }

    fn place(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let up = ui.add_enabled(self.folder.parent().is_some(), Button::new("⬆ Up"));
            if up.on_hover_text("Go to the parent folder (Alt+Up)").clicked() {
                self.go_up();
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("New folder…").clicked() {
                    self.question = Some(Question::NewFolder(String::new()));
                }
                let field = TextEdit::singleline(&mut self.typed_folder);
                let field = ui.add(field.desired_width(f32::INFINITY).hint_text("Folder"));
                name(&field, "Folder");
                if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                    self.go_to(self.typed_folder.trim().into());
                    self.wants_focus = true;
                }
            });
        });
    }

    fn list(&mut self, ui: &mut Ui, height: f32, done: &mut Done) {
        let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let (places, rows) = area.split_left_right_at_x(area.left() + 150.0);
        let part = |rect: egui::Rect| UiBuilder::new().max_rect(rect.shrink2(vec2(4.0, 0.0)));
        ui.scope_builder(part(places), |ui| self.places(ui));
        ui.scope_builder(part(rows), |ui| match &self.listing {
            Listing::Waiting(_) => {
                ui.spinner();
            }
            Listing::Failed(error) => {
                ui.colored_label(ui.visuals().error_fg_color, error);
            }
            Listing::Here(_) => self.rows(ui, done),
        });
    }

    fn places(&mut self, ui: &mut Ui) {
        let mut wanted = None;
        ScrollArea::vertical().id_salt("places").auto_shrink(false).show(ui, |ui| {
            for (name, path) in &self.places {
                let is_here = *path == self.folder;
                let button = Button::selectable(is_here, name).truncate();
                let place = ui.add(button.min_size(vec2(ui.available_width(), 20.0)));
                if place.on_hover_text(path.display().to_string()).clicked() {
                    wanted = Some(path.clone());
                }
            }
        });
        if let Some(folder) = wanted {
            self.go_to(folder);
        }
    }

    fn rows(&mut self, ui: &mut Ui, done: &mut Done) {
        let entries = self.entries();
        let n_entries = entries.len();
        let shown: Vec<&FolderEntry> = entries.iter().copied().chain(self.only_seen()).collect();
        if shown.is_empty() {
            ui.weak(match self.purpose.is_folder() {
                true => "This folder is empty",
                false => "No files of this kind in this folder",
            });
        }
        let mut scroll = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
        let last = self.chosen.last();
        let at = last.and_then(|path| entries.iter().position(|entry| entry.path == *path));
        if let Some(at) = at.filter(|_| ui.input(|input| input.events.iter().any(is_arrow))) {
            let top = at as f32 * (ROW + ui.spacing().item_spacing.y);
            scroll = scroll.vertical_scroll_offset((top - ui.available_height() / 2.0).max(0.0));
        }
        let mut clicked = None;
        scroll.show_rows(ui, ROW, shown.len(), |ui, rows| {
            let first = rows.start;
            for (n, entry) in shown.get(rows).unwrap_or_default().iter().enumerate() {
                let is_chosen = self.chosen.contains(&entry.path);
                let button = Button::selectable(is_chosen, title(entry));
                let can_be_chosen = first + n < n_entries;
                let response = ui.add_enabled_ui(can_be_chosen, |ui| row(ui, button, entry)).inner;
                if response.double_clicked() {
                    clicked = Some((FolderEntry::clone(entry), Click::Double));
                } else if response.clicked() {
                    clicked = Some((FolderEntry::clone(entry), Click::Single));
                }
            }
        });
        match clicked {
            Some((entry, Click::Double)) => done.message = self.enter(&entry),
            Some((entry, Click::Single)) => {
                let is_another = ui.input(|input| input.modifiers.command);
                let choice = if is_another { Choice::Another } else { Choice::Only };
                self.choose(&entry, choice);
            }
            None => {}
        }
    }

    fn name(&mut self, ui: &mut Ui, done: &mut Done) {
        if let Some(said) = &self.said {
            ui.colored_label(ui.visuals().error_fg_color, said);
        }
        ui.horizontal(|ui| {
            let label = ui.label("Name");
            let field = TextEdit::singleline(&mut self.name).desired_width(260.0);
            let field = ui.add(field).labelled_by(label.id);
            if std::mem::take(&mut self.wants_focus) {
                field.request_focus();
            }
            done.accepts |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if let Some((wanted, _)) = self.purpose.endings() {
                let text = |endings| if endings == Endings::Wanted { wanted } else { "All files" };
                let list = ComboBox::from_id_salt("endings").selected_text(text(self.endings));
                let list = list.show_ui(ui, |ui| {
                    for endings in [Endings::Wanted, Endings::All] {
                        ui.selectable_value(&mut self.endings, endings, text(endings));
                    }
                });
                name(&list.response, "Kind of files");
            }
        });
        // As in every other dialog.
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            done.accepts |= ui.button(self.verb()).clicked();
            done.gives_up |= ui.button("Cancel").clicked();
        });
    }

    fn verb(&self) -> &'static str {
        match self.purpose {
            Purpose::Save(..) => "Save",
            Purpose::OpenFolder | Purpose::ZonesFolder => "Open this folder",
            Purpose::OpenMaps | Purpose::List | Purpose::Picture(_) => "Open",
            Purpose::Compare(_) => "Compare",
            Purpose::Export(..) => "Export",
            Purpose::Import(_) => "Import",
        }
    }

    fn ask(&mut self, ui: &mut Ui, question: Question, done: &mut Done) {
        let enter = ui.input(|input| input.key_pressed(Key::Enter));
        match question {
            Question::Replace(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                ui.label(format!("{name} already exists. Replace it? A backup is kept."));
                ui.horizontal(|ui| {
                    if ui.button("Replace").clicked() || enter {
                        done.message = self.done(vec![path]);
                    } else if !ui.button("Back").clicked() {
                        self.question = Some(Question::Replace(path));
                    }
                });
            }
            Question::NewFolder(mut name) => {
                ui.label("Name of the new folder:");
                let field = TextEdit::singleline(&mut name);
                first_field(ui, field, "Name of the new folder");
                ui.horizontal(|ui| {
                    let make = ui.add_enabled(!name.trim().is_empty(), Button::new("Make"));
                    if make.clicked() || enter && !name.trim().is_empty() {
                        self.make_folder(&name);
                        self.wants_focus = true;
                    } else if !ui.button("Back").clicked() {
                        self.question = Some(Question::NewFolder(name));
                    }
                });
            }
        }
    }
}

/// The height of a row, in points.
const ROW: f32 = 20.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Click {
    Single,
    Double,
}

fn is_arrow(event: &egui::Event) -> bool {
    let arrows = [Key::ArrowUp, Key::ArrowDown];
    matches!(event, egui::Event::Key { key, pressed: true, .. } if arrows.contains(key))
}

fn title(entry: &FolderEntry) -> String {
    let mark = match entry.kind {
        EntryKind::Folder => "🗀",
        EntryKind::File => "🗋",
    };
    format!("{mark}  {}", entry.name())
}

fn row(ui: &mut Ui, button: Button<'_>, entry: &FolderEntry) -> egui::Response {
    let size = match entry.kind {
        EntryKind::Folder => String::new(),
        EntryKind::File => size_in_words(entry.n_bytes),
    };
    let width = ui.available_width();
    ui.add(button.right_text(size).truncate().min_size(vec2(width, ROW)))
}

fn size_in_words(n_bytes: u64) -> String {
    match n_bytes {
        0..1_000 => format!("{n_bytes} B"),
        1_000..1_000_000 => format!("{} kB", n_bytes / 1_000),
        _ => format!("{:.1} MB", n_bytes as f64 / 1e6),
    }
}
