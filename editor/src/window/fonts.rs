//! Letters that the built-in font lacks: names of files may be Korean, Japanese or Chinese. A
//! font of the system is taken, and only once it is needed.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui;
use egui::{FontData, FontDefinitions, FontFamily};
use landwright_core::vfs::disk;
use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::thing::Thing;

use crate::model::Model;
use crate::model::document::DocumentId;
use crate::model::zone::document::ZoneDocument;

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
const NO_FONT: &str = "Korean, Japanese and Chinese names are shown as boxes until a font for \
                       them is installed: Noto Sans CJK (fonts-noto-cjk on Debian and Ubuntu, \
                       google-noto-sans-cjk-fonts on Fedora, noto-fonts-cjk on Arch), and \
                       Landwright is started again";

/// Where systems have fonts with Hangul and Chinese characters.
const PLACES: &[&str] = &[
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-vf-fonts/NotoSansCJK-VF.ttc",
    "/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
    "/usr/share/fonts/truetype/unfonts-core/UnDotum.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/System/Library/Fonts/AppleSDGothicNeo.ttc",
    "/System/Library/Fonts/Supplemental/AppleGothic.ttf",
    "C:\\Windows\\Fonts\\malgun.ttf",
    "C:\\Windows\\Fonts\\msgothic.ttc",
    "C:\\Windows\\Fonts\\simsun.ttc",
];

/// No font file that is taken is larger.
const LIMIT: u64 = 64 << 20;

/// Fonts that people put into their own folder.
const OWN: &[&str] = &["NotoSansCJK-Regular.ttc", "NotoSansKR-Regular.ttf", "NanumGothic.ttf"];

fn places() -> impl Iterator<Item = PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let folders = [".local/share/fonts", ".fonts", "Library/Fonts"];
    let own = home.into_iter().flat_map(move |home| folders.map(|folder| home.join(folder)));
    let own = own.flat_map(|folder| OWN.iter().map(move |name| folder.join(name)));
    PLACES.iter().map(PathBuf::from).chain(own)
}

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
                    let found = places().find_map(|path| {
                        disk::is_file(&path).then(|| disk::read_file(&path, LIMIT).ok())?
                    });
                    // The window may be gone by now.
                    let _ = sender.send(found.map(|loaded| loaded.bytes));
                    waker.request_repaint();
                });
                self.state = State::Loading(receiver);
            }
            State::NotNeeded => {}
            State::Loading(receiver) => match receiver.try_recv() {
                Ok(bytes) => {
                    self.state = State::Done;
                    match bytes {
                        Some(bytes) => add(context, bytes),
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

fn add(context: &egui::Context, bytes: Vec<u8>) {
    let mut fonts = FontDefinitions::default();
    fonts.font_data.insert("system".to_owned(), Arc::new(FontData::from_owned(bytes)));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.entry(family).or_default().push("system".to_owned());
    }
    context.set_fonts(fonts);
}

/// Whether a name has letters that the built-in font lacks.
fn needs_more(model: &Model) -> bool {
    model.documents().any(|document| is_foreign(&document.common().name))
        || model.project_files.iter().any(|path| is_foreign(&path.to_string_lossy()))
        || model.settings.recent.iter().any(|path| is_foreign(&path.to_string_lossy()))
}

/// Letters from the east of Asia.
fn is_foreign(text: &str) -> bool {
    text.chars().any(|c| c > '\u{2fff}' && c != char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_the_east_of_asia_need_another_font() {
        for name in ["블러드뱃", "ブラッド", "血蝠"] {
            assert!(is_foreign(name), "{name}");
        }
        for name in ["Blood Bat", "Größe №1 – „a“", "\u{fffd}"] {
            assert!(!is_foreign(name), "{name}");
        }
    }
}
