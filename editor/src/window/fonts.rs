//! Letters that the built-in font lacks: names of files may be Korean, Japanese or Chinese. A
//! font of the system is taken, and only once it is needed.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui;

use crate::canvas::letters;
use crate::kind::foreign::is_foreign;
use crate::look::font;
use crate::model::Model;
use crate::view::id::DocumentId;

#[derive(Default)]
pub(super) struct Fonts {
    state: State,
    /// Documents that were looked through.
    seen: BTreeSet<DocumentId>,
}

#[derive(Default)]
enum State {
    #[default]
    NotNeeded,
    Loading(Receiver<Option<Vec<u8>>>),
    Done,
}

/// Said once where names can't be shown.
const NO_FONT: &str = "Korean, Japanese and Chinese names appear as boxes, because no font for \
    them is installed. Install Noto Sans CJK (fonts-noto-cjk on Debian and Ubuntu, \
    google-noto-sans-cjk-fonts on Fedora, noto-fonts-cjk on Arch) and restart Landwright";

impl Fonts {
    /// Answers with what the person should know.
    pub(super) fn load_for(
        &mut self,
        context: &egui::Context,
        model: &Model,
    ) -> Option<&'static str> {
        let is_needed = matches!(self.state, State::NotNeeded)
            && (needs_more(model) || self.has_foreign_document(model));
        match &self.state {
            State::Done => {}
            State::NotNeeded if is_needed => {
                let (sender, receiver) = channel();
                let waker = context.clone();
                std::thread::spawn(move || {
                    // The window may be gone by now.
                    let _ = sender.send(letters::of_system());
                    waker.request_repaint();
                });
                self.state = State::Loading(receiver);
            }
            State::NotNeeded => {}
            State::Loading(receiver) => match receiver.try_recv() {
                Ok(bytes) => {
                    self.state = State::Done;
                    match bytes {
                        Some(bytes) => context.set_fonts(font::definitions(Some(bytes))),
                        None => return Some(NO_FONT),
                    }
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.state = State::Done,
            },
        }
        None
    }

    /// Looks through all of a document once.
    fn has_foreign_document(&mut self, model: &Model) -> bool {
        model.documents().map(|document| document.common().id).any(|id| {
            let is_first_look = self.seen.insert(id);
            let document = model.kind_document(id);
            document.is_some_and(|document| document.needs_more_letters(is_first_look))
        })
    }
}

/// Whether a name has letters that the built-in font lacks.
fn needs_more(model: &Model) -> bool {
    model.documents().any(|document| is_foreign(&document.common().name))
        || model.project_files.iter().any(|path| is_foreign(&path.to_string_lossy()))
        || model.settings.recent.iter().any(|path| is_foreign(&path.to_string_lossy()))
}
