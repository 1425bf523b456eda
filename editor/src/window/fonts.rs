//! Letters that the built-in font lacks: names of files may be Korean, Japanese or Chinese. A
//! font of the system is taken, and only once it is needed.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui;
use egui::{FontData, FontDefinitions, FontFamily};
use landwright_core::vfs::disk;

use crate::model::Model;

#[derive(Default)]
pub(super) struct Fonts {
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    NotNeeded,
    Loading(Receiver<Option<Vec<u8>>>),
    Done,
}

/// Where systems have fonts with Hangul and Chinese characters.
const PLACES: &[&str] = &[
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
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

impl Fonts {
    pub(super) fn load_for(&mut self, context: &egui::Context, model: &Model) {
        match &self.state {
            State::Done => {}
            State::NotNeeded if needs_more(model) => {
                let (sender, receiver) = channel();
                let waker = context.clone();
                std::thread::spawn(move || {
                    let found = PLACES.iter().map(std::path::Path::new).find_map(|path| {
                        disk::is_file(path).then(|| disk::read_file(path, LIMIT).ok())?
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
                    bytes.into_iter().for_each(|bytes| add(context, bytes));
                    self.state = State::Done;
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.state = State::Done,
            },
        }
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
    let is_foreign = |text: &str| {
        text.chars().any(|c| c >= '\u{0e00}' && !c.is_ascii_punctuation() && c > '\u{2fff}')
    };
    model.documents().any(|document| is_foreign(&document.common().name))
        || model.project_files.iter().any(|path| is_foreign(&path.to_string_lossy()))
        || model.settings.recent.iter().any(|path| is_foreign(&path.to_string_lossy()))
}
