//! Asking for files: by the system's own dialog where there is one.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

use eframe::egui;

use crate::model::Model;
use crate::model::document::DocumentId;
use crate::model::message::Message;

pub(super) struct FileDialogs {
    sender: Sender<Option<Message>>,
    receiver: Receiver<Option<Message>>,
    n_open: usize,
}

impl Default for FileDialogs {
    fn default() -> FileDialogs {
        let (sender, receiver) = channel();
        FileDialogs { sender, receiver, n_open: 0 }
    }
}

impl FileDialogs {
    pub(super) fn is_open(&self) -> bool {
        self.n_open > 0
    }

    pub(super) fn ask_what_to_open(&mut self, context: &egui::Context, model: &Model) {
        let dialog = dialog(model).add_filter("Ragnarok maps", &["gat", "GAT"]);
        self.ask(context, move || dialog.pick_files().map(Message::Open));
    }

    pub(super) fn ask_folder(&mut self, context: &egui::Context, model: &Model) {
        let dialog = dialog(model);
        self.ask(context, move || dialog.pick_folder().map(Message::OpenFolder));
    }

    pub(super) fn ask_where_to_save(
        &mut self,
        context: &egui::Context,
        model: &Model,
        id: DocumentId,
    ) {
        let name = model.document(id).map(|document| document.name.clone()).unwrap_or_default();
        let dialog = dialog(model).set_file_name(name).add_filter("Ragnarok map", &["gat"]);
        self.ask(context, move || dialog.save_file().map(|path| Message::SaveTo(id, path)));
    }

    pub(super) fn ask_picture(&mut self, context: &egui::Context, model: &Model, id: DocumentId) {
        let endings = ["png", "jpg", "jpeg", "bmp", "tga", "PNG", "JPG", "JPEG", "BMP", "TGA"];
        let dialog = dialog(model).add_filter("Pictures", &endings);
        self.ask(context, move || dialog.pick_file().map(|path| Message::TakePicture(id, path)));
    }

    fn ask(
        &mut self,
        context: &egui::Context,
        ask: impl FnOnce() -> Option<Message> + Send + 'static,
    ) {
        let (sender, waker) = (self.sender.clone(), context.clone());
        self.n_open += 1;
        std::thread::spawn(move || {
            // The window may be gone by now.
            let _ = sender.send(ask());
            waker.request_repaint();
        });
    }

    pub(super) fn take_answers(&mut self) -> Vec<Message> {
        let answers: Vec<Option<Message>> = self.receiver.try_iter().collect();
        self.n_open = self.n_open.saturating_sub(answers.len());
        answers.into_iter().flatten().collect()
    }

    pub(super) fn show(&mut self, _context: &egui::Context, _send: &mut Vec<Message>) {}
}

fn dialog(model: &Model) -> rfd::FileDialog {
    let file = model.active().and_then(|document| document.file.as_ref());
    let beside = file.and_then(|file| file.path.parent()).map(PathBuf::from);
    match beside.or_else(|| model.settings.folder.clone()) {
        Some(folder) => rfd::FileDialog::new().set_directory(folder),
        None => rfd::FileDialog::new(),
    }
}
