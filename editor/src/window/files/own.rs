//! Our own dialog for files: what is in a folder, what was chosen, and what that means.

mod show;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use eframe::egui;
use landwright_core::vfs::disk::{self, EntryKind, FolderEntry};

use super::{Purpose, with_ending_of};
use crate::exchange::Format;
use crate::model::message::Message;

/// Where a dialog begins, and what stands in it.
#[derive(Debug, Clone)]
pub(super) struct Start {
    pub(super) purpose: Purpose,
    pub(super) folder: Option<PathBuf>,
    pub(super) name: String,
    /// Folders that may be meant, the likeliest first.
    pub(super) places: Vec<PathBuf>,
}

pub(super) enum Outcome {
    Open,
    Closed(Option<Message>),
}

pub(super) struct OwnDialog {
    purpose: Purpose,
    places: Vec<(String, PathBuf)>,
    folder: PathBuf,
    /// As it stands in the field for the folder.
    typed_folder: String,
    /// As it stands in the field for the name.
    name: String,
    listing: Listing,
    /// In the order in which they were chosen.
    chosen: Vec<PathBuf>,
    endings: Endings,
    question: Option<Question>,
    /// Why something did not work.
    said: Option<String>,
    /// The field for the name takes the keys, once.
    wants_focus: bool,
    context: egui::Context,
}

enum Listing {
    Waiting(Receiver<Result<Vec<FolderEntry>, String>>),
    Here(Vec<FolderEntry>),
    Failed(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Endings {
    Wanted,
    All,
}

enum Question {
    Replace(PathBuf),
    /// What the new folder is to be called.
    NewFolder(String),
}

/// What a click does to what was chosen before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Only,
    Another,
}

const MAX_PLACES: usize = 12;

impl OwnDialog {
    pub(super) fn new(context: &egui::Context, start: Start) -> OwnDialog {
        let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
        let home = home.map(PathBuf::from).filter(|home| disk::is_folder(home));
        let folder = start.folder.clone().filter(|folder| disk::is_folder(folder));
        let folder = folder.or_else(|| home.clone()).unwrap_or_else(|| PathBuf::from("/"));
        let mut dialog = OwnDialog {
            purpose: start.purpose,
            places: places(home, start.places),
            folder: PathBuf::new(),
            typed_folder: String::new(),
            name: start.name,
            listing: Listing::Here(Vec::new()),
            chosen: Vec::new(),
            endings: Endings::Wanted,
            question: None,
            said: None,
            wants_focus: true,
            context: context.clone(),
        };
        dialog.go_to(folder);
        dialog
    }

    /// Lists another folder, beside the window: it may be on a slow disk.
    fn go_to(&mut self, folder: PathBuf) {
        let folder = disk::absolute(&folder).unwrap_or(folder);
        let (sender, receiver) = channel();
        let (listed, waker) = (folder.clone(), self.context.clone());
        std::thread::spawn(move || {
            let found = disk::list(&listed).map_err(|error| error.to_string());
            // The dialog may be gone or elsewhere by now.
            let _ = sender.send(found);
            waker.request_repaint();
        });
        self.typed_folder = folder.display().to_string();
        self.folder = folder;
        self.listing = Listing::Waiting(receiver);
        self.chosen.clear();
        self.said = None;
    }

    fn go_up(&mut self) {
        if let Some(parent) = self.folder.parent().map(Path::to_path_buf) {
            self.go_to(parent);
        }
    }

    fn take_listing(&mut self) {
        if let Listing::Waiting(receiver) = &self.listing
            && let Ok(found) = receiver.try_recv()
        {
            self.listing = match found {
                Ok(entries) => Listing::Here(entries),
                Err(error) => Listing::Failed(error),
            };
        }
    }

    /// The entries that can be chosen or entered.
    fn entries(&self) -> Vec<&FolderEntry> {
        let Listing::Here(entries) = &self.listing else { return Vec::new() };
        let is_shown = |entry: &&FolderEntry| match entry.kind {
            EntryKind::Folder => true,
            EntryKind::File => self.is_wanted(&entry.path),
        };
        entries.iter().filter(is_shown).collect()
    }

    fn is_wanted(&self, file: &Path) -> bool {
        let Some((_, endings)) = self.purpose.endings() else { return false };
        let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        self.endings == Endings::All || endings.contains(&ending.as_str())
    }

    fn choose(&mut self, entry: &FolderEntry, choice: Choice) {
        let is_another = choice == Choice::Another && self.purpose == Purpose::OpenMaps;
        if !is_another {
            self.chosen.clear();
        } else if let Some(place) = self.chosen.iter().position(|path| *path == entry.path) {
            self.chosen.remove(place);
            return;
        }
        self.chosen.push(entry.path.clone());
        // A folder that is only passed through does not take the name away that is saved to.
        if entry.kind == EntryKind::File || self.purpose.is_folder() {
            self.name = entry.name();
        }
    }

    /// Into a folder, or a file that is what was asked for.
    fn enter(&mut self, entry: &FolderEntry) -> Option<Message> {
        self.choose(entry, Choice::Only);
        match entry.kind {
            EntryKind::Folder => {
                self.go_to(entry.path.clone());
                None
            }
            EntryKind::File => self.accept(),
        }
    }

    /// The entry before or after the one that was chosen last.
    fn step(&mut self, by: isize) {
        let entries = self.entries();
        let last = self.chosen.last();
        let at = last.and_then(|path| entries.iter().position(|entry| entry.path == *path));
        let next = match at {
            Some(at) => at.saturating_add_signed(by).min(entries.len().saturating_sub(1)),
            None => 0,
        };
        if let Some(entry) = entries.get(next).map(|entry| FolderEntry::clone(entry)) {
            self.choose(&entry, Choice::Only);
        }
    }

    /// What Enter and the button do: goes into a folder, asks something, or is done.
    fn accept(&mut self) -> Option<Message> {
        self.said = None;
        let is_file = |path: &PathBuf| !disk::is_folder(path);
        if self.chosen.len() > 1 && self.chosen.iter().all(is_file) {
            return self.done(self.chosen.clone());
        }
        let path = self.meant()?;
        match (&self.purpose, disk::is_folder(&path)) {
            (Purpose::OpenFolder | Purpose::ZonesFolder, true) => self.done(vec![path]),
            (_, true) => {
                self.name.clear();
                self.go_to(path);
                None
            }
            (Purpose::OpenFolder | Purpose::ZonesFolder, false) => self.say(&path, "is no folder"),
            (Purpose::SaveMap(_), false) => self.save_to(with_ending(path, "gat")),
            (Purpose::Export(_, format), false) => self.save_to(with_ending_of(path, *format)),
            (Purpose::SaveArea(_), false) => self.save_to(with_ending(path, "apd")),
            (_, false) if disk::is_file(&path) => self.done(vec![path]),
            (_, false) => self.say(&path, "does not exist"),
        }
    }

    /// The path that was typed or chosen.
    fn meant(&self) -> Option<PathBuf> {
        let name = self.name.trim();
        let chosen = self.chosen.last();
        let is_chosen = |path: &&PathBuf| {
            let own_name = path.file_name().unwrap_or_default().to_string_lossy();
            // A name that is no text is still the file that was clicked.
            name.is_empty() || own_name == name
        };
        match chosen.filter(is_chosen) {
            Some(chosen) => Some(chosen.clone()),
            None if !name.is_empty() => Some(self.folder.join(name)),
            None if self.purpose.is_folder() => Some(self.folder.clone()),
            None => None,
        }
    }

    fn save_to(&mut self, path: PathBuf) -> Option<Message> {
        if path.parent().is_none_or(|folder| !disk::is_folder(folder)) {
            return self.say(&path, "lies in a folder that does not exist");
        }
        // A map is put into a cache, and nothing else in it changes.
        let is_replaced = !matches!(self.purpose, Purpose::Export(_, Format::MapCache));
        if is_replaced && disk::is_file(&path) {
            self.question = Some(Question::Replace(path));
            return None;
        }
        self.done(vec![path])
    }

    fn say(&mut self, path: &Path, what: &str) -> Option<Message> {
        self.said = Some(format!("{} {what}", path.display()));
        None
    }

    fn done(&self, mut paths: Vec<PathBuf>) -> Option<Message> {
        match self.purpose {
            Purpose::OpenMaps => Some(Message::Open(paths)),
            Purpose::OpenFolder => paths.pop().map(Message::OpenFolder),
            Purpose::ZonesFolder => paths.pop().map(Message::NewArea),
            Purpose::SaveMap(id) | Purpose::SaveArea(id) => {
                paths.pop().map(|path| Message::SaveTo(id, path))
            }
            Purpose::Picture(id) => paths.pop().map(|path| Message::TakePicture(id, path)),
            Purpose::Export(id, format) => {
                paths.pop().map(|path| Message::Export(id, format, path))
            }
            Purpose::Import(to) => paths.pop().map(|path| Message::Import(to, path)),
        }
    }

    fn make_folder(&mut self, name: &str) {
        let path = self.folder.join(name.trim());
        match disk::make_folder(&path) {
            Ok(()) => self.go_to(path),
            Err(error) => self.said = Some(error.to_string()),
        }
    }
}

fn with_ending(path: PathBuf, ending: &str) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension(ending) }
}

/// Each folder once, with a name to click on.
fn places(home: Option<PathBuf>, likely: Vec<PathBuf>) -> Vec<(String, PathBuf)> {
    let root = home.as_deref().and_then(|home| home.ancestors().last()).map(Path::to_path_buf);
    let mut places: Vec<(String, PathBuf)> = Vec::new();
    let named = |name: &str, path: Option<PathBuf>| path.map(|path| (name.to_owned(), path));
    let likely = likely.into_iter().map(|path| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        (name, path)
    });
    let fixed = [named("Home", home), named("Computer", root)];
    for (name, path) in fixed.into_iter().flatten().chain(likely) {
        let is_known = places.iter().any(|(_, known)| *known == path);
        if !is_known && places.len() < MAX_PLACES {
            places.push((name, path));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use std::fs;

    use eframe::egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::model::document::DocumentId;

    const MAP: DocumentId = DocumentId(3);

    /// A folder with maps, a picture, and a folder in it.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        for name in ["a.gat", "B.GAT", "c.png", "inner/d.gat"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        folder
    }

    fn dialog(purpose: Purpose, folder: &Path, name: &str) -> OwnDialog {
        let start = Start {
            purpose,
            folder: Some(folder.to_path_buf()),
            name: name.to_owned(),
            places: vec![folder.to_path_buf(), folder.to_path_buf()],
        };
        let mut dialog = OwnDialog::new(&egui::Context::default(), start);
        wait(&mut dialog);
        dialog
    }

    fn wait(dialog: &mut OwnDialog) {
        if let Listing::Waiting(receiver) = &dialog.listing {
            dialog.listing = match receiver.recv().unwrap() {
                Ok(entries) => Listing::Here(entries),
                Err(error) => Listing::Failed(error),
            };
        }
    }

    fn names(dialog: &OwnDialog) -> Vec<String> {
        dialog.entries().iter().map(|entry| entry.name()).collect()
    }

    #[track_caller]
    fn opened(message: Option<Message>) -> Vec<PathBuf> {
        match message {
            Some(Message::Open(paths)) => paths,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn files_of_the_wanted_kind_are_listed_and_others_on_demand() {
        let folder = folder();
        let mut maps = dialog(Purpose::OpenMaps, folder.path(), "");
        assert_eq!(names(&maps), ["inner", "a.gat", "B.GAT"]);
        maps.endings = Endings::All;
        assert_eq!(names(&maps).len(), 4);
        assert_eq!(names(&dialog(Purpose::Picture(MAP), folder.path(), "")), ["inner", "c.png"]);
        assert_eq!(names(&dialog(Purpose::OpenFolder, folder.path(), "")), ["inner"]);
    }

    #[test]
    fn arrows_choose_and_enter_goes_into_folders_and_opens_files() {
        let folder = folder();
        let mut dialog = dialog(Purpose::OpenMaps, folder.path(), "");
        assert!(dialog.accept().is_none(), "nothing is chosen");
        dialog.step(1);
        assert!(dialog.accept().is_none());
        wait(&mut dialog);
        assert_eq!(names(&dialog), ["d.gat"]);
        dialog.step(1);
        assert_eq!(opened(dialog.accept()), [folder.path().join("inner/d.gat")]);
        dialog.go_up();
        wait(&mut dialog);
        let [a, b] = [1, 2].map(|n| dialog.entries()[n].clone());
        dialog.choose(&a, Choice::Only);
        dialog.choose(&b, Choice::Another);
        assert_eq!(opened(dialog.accept()), ["a.gat", "B.GAT"].map(|n| folder.path().join(n)));
    }

    #[test]
    fn a_typed_name_is_opened_and_one_that_is_not_there_is_said() {
        let folder = folder();
        let mut dialog = dialog(Purpose::OpenMaps, folder.path(), "");
        dialog.name = "none.gat".to_owned();
        assert!(dialog.accept().is_none());
        assert!(dialog.said.as_ref().unwrap().ends_with("none.gat does not exist"));
        dialog.name = "inner/d.gat".to_owned();
        assert_eq!(opened(dialog.accept()).len(), 1);
        dialog.go_to(folder.path().join("nowhere"));
        wait(&mut dialog);
        assert!(matches!(&dialog.listing, Listing::Failed(error) if error.contains("nowhere")));
    }

    #[test]
    fn saving_asks_before_it_replaces_and_adds_the_ending() {
        let folder = folder();
        let mut dialog = dialog(Purpose::SaveMap(MAP), folder.path(), "new");
        let saved = dialog.accept();
        let expected = folder.path().join("new.gat");
        assert!(matches!(saved, Some(Message::SaveTo(MAP, path)) if path == expected));
        dialog.name = "a.gat".to_owned();
        assert!(dialog.accept().is_none());
        let Some(Question::Replace(path)) = &dialog.question else { panic!() };
        assert_eq!(path, &folder.path().join("a.gat"));
        dialog.name = "no/where.gat".to_owned();
        assert!(dialog.accept().is_none());
        assert!(dialog.said.is_some());
        // Passing through a folder keeps the name.
        dialog.name = "kept.gat".to_owned();
        let inner = dialog.entries()[0].clone();
        dialog.choose(&inner, Choice::Only);
        assert_eq!(dialog.name, "kept.gat");
    }

    #[test]
    fn the_folder_itself_is_opened_and_new_ones_are_made() {
        let folder = folder();
        let mut dialog = dialog(Purpose::OpenFolder, folder.path(), "");
        let here = |message: Option<Message>| match message {
            Some(Message::OpenFolder(path)) => path,
            other => panic!("{other:?}"),
        };
        assert_eq!(here(dialog.accept()), folder.path());
        dialog.make_folder("fresh");
        wait(&mut dialog);
        assert_eq!(here(dialog.accept()), folder.path().join("fresh"));
        dialog.go_up();
        dialog.make_folder("fresh");
        assert!(dialog.said.is_some());
        let n = dialog.places.iter().filter(|(_, path)| *path == folder.path()).count();
        assert_eq!(n, 1, "a place is there once");
    }

    #[test]
    fn the_window_saves_by_keys_alone_after_a_question() {
        let folder = folder();
        struct Shown(OwnDialog, Vec<Message>, bool);
        let state = Shown(dialog(Purpose::SaveMap(MAP), folder.path(), "a.gat"), vec![], false);
        let mut harness = Harness::new_ui_state(
            |ui, Shown(dialog, sent, is_closed)| {
                if !*is_closed && let Outcome::Closed(message) = dialog.show(ui.ctx()) {
                    sent.extend(message);
                    *is_closed = true;
                }
            },
            state,
        );
        harness.run();
        harness.key_press(egui::Key::Enter);
        harness.run();
        assert!(harness.query_by_label("Replace").is_some(), "it asks first");
        harness.key_press(egui::Key::Escape);
        harness.run();
        assert!(!harness.state().2, "Escape goes back to the list");
        harness.get_by_role_and_label(Role::Button, "Save").click();
        harness.run();
        harness.get_by_label("Replace").click();
        harness.run();
        let Shown(_, sent, is_closed) = harness.state();
        assert!(*is_closed);
        let expected = folder.path().join("a.gat");
        assert!(matches!(&sent[..], [Message::SaveTo(MAP, path)] if *path == expected));
    }
}
