//! Letters that the built-in fonts lack: names may be Korean, Japanese, Chinese or Thai. Fonts of the
//! system are taken that have them, and only once they are needed.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui;

use crate::canvas::letters::{self, Found};
use crate::kind::foreign::Scripts;
use crate::look::font;
use crate::model::Model;
use crate::view::id::DocumentId;

#[derive(Default)]
pub(super) struct Fonts {
    /// The scripts that were looked for on the system.
    asked: Scripts,
    loading: Option<Receiver<Found>>,
    /// Documents that were looked through.
    seen: BTreeSet<DocumentId>,
}

impl Fonts {
    /// Answers with what the person should know.
    pub(super) fn load_for(&mut self, context: &egui::Context, model: &Model) -> Option<String> {
        let Some(receiver) = &self.loading else {
            let needed = needed(model).and(self.needed_by_documents(model));
            if needed.without(self.asked).is_empty() {
                return None;
            }
            self.asked = self.asked.and(needed);
            let (sender, receiver) = channel();
            let (asked, waker) = (self.asked, context.clone());
            std::thread::spawn(move || {
                // The window may be gone by now.
                let _ = sender.send(letters::of_system(asked));
                waker.request_repaint();
            });
            self.loading = Some(receiver);
            return None;
        };
        let found = match receiver.try_recv() {
            Ok(found) => found,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Found::default(),
        };
        self.loading = None;
        let advice = found.advice();
        if !found.fonts.is_empty() {
            context.set_fonts(font::definitions(found.fonts));
        }
        advice.map(|advice| format!("{advice}, and restart Landwright"))
    }

    /// Looks through all of a document once.
    fn needed_by_documents(&mut self, model: &Model) -> Scripts {
        let needed = model.documents().map(|document| document.common().id).map(|id| {
            let is_first_look = self.seen.insert(id);
            let document = model.kind_document(id);
            document.map_or(Scripts::NONE, |document| document.foreign_scripts(is_first_look))
        });
        needed.collect()
    }
}

/// The scripts of names that the built-in fonts lack.
fn needed(model: &Model) -> Scripts {
    let documents = model.documents().map(|document| Scripts::of(&document.common().name));
    let files = model.project_files.iter().chain(&model.settings.recent);
    documents.chain(files.map(|path| Scripts::of(&path.to_string_lossy()))).collect()
}
