//! Letters that the built-in font lacks: names of files may be Korean, Japanese or Chinese. A
//! font of the system is taken, and only once it is needed.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui;
use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::thing::Thing;

use crate::canvas::letters::{self, is_foreign};
use crate::kind::rose::document::ZoneDocument;
use crate::look::font;
use crate::model::Model;
use crate::model::document::DocumentId;

#[derive(Default)]
pub(super) struct Fonts {
    state: State,
    /// Zones whose names were looked through.
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
            && (needs_more(model) || self.has_foreign_zone(model));
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

    /// Looks through the names of a zone once, and later at what is selected.
    fn has_foreign_zone(&mut self, model: &Model) -> bool {
        let is_new = |zone: &&ZoneDocument| !self.seen.contains(&zone.id);
        let new: Vec<&ZoneDocument> = model.zones().filter(is_new).collect();
        self.seen.extend(new.iter().map(|zone| zone.id));
        let selected = model.active_zone().into_iter().flat_map(|zone| {
            let things = zone.selection.iter().take(16);
            things.filter_map(|id| zone.zone().thing(*id)).map(move |thing| (zone, thing))
        });
        let mut all = new.iter().flat_map(|zone| {
            let things = zone.zone().things();
            things.map(|(_, thing)| (*zone, thing))
        });
        let has_foreign_text = |(zone, thing): (&ZoneDocument, &Thing)| {
            let code_page = zone.zone().code_page();
            let values = Field::ALL.iter().flat_map(|field| thing.values(*field));
            values.into_iter().any(|value| match value {
                Value::Text(text) if !text.as_bytes().is_ascii() => {
                    is_foreign(&text.text().decode(code_page))
                }
                _ => false,
            })
        };
        let in_tables = new.iter().any(|zone| {
            let npcs = zone.names.npcs.iter().flat_map(|npcs| npcs.iter());
            npcs.into_iter().any(|(_, named)| is_foreign(&named.name))
        });
        in_tables || all.any(has_foreign_text) || selected.into_iter().any(has_foreign_text)
    }
}

/// Whether a name has letters that the built-in font lacks.
fn needs_more(model: &Model) -> bool {
    model.documents().any(|document| is_foreign(&document.common().name))
        || model.documents().any(|document| {
            let document = model.kind_document(document.common().id);
            document.is_some_and(|document| document.needs_more_letters())
        })
        || model.project_files.iter().any(|path| is_foreign(&path.to_string_lossy()))
        || model.settings.recent.iter().any(|path| is_foreign(&path.to_string_lossy()))
}
