//! Our own dialog for files: what is in a folder, what was chosen, and what that means.

mod accept;
mod places;
mod show;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use eframe::egui;
use landwright_core::vfs::disk::{self, EntryKind, FolderEntry};

use self::places::places;
use super::Purpose;
use crate::message::Message;

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

    /// Files in a folder that is asked for: nobody chooses them, but they tell folders apart.
    fn only_seen(&self) -> Vec<&FolderEntry> {
        let Listing::Here(entries) = &self.listing else { return Vec::new() };
        let is_seen =
            |entry: &&FolderEntry| self.purpose.is_folder() && entry.kind == EntryKind::File;
        entries.iter().filter(is_seen).collect()
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
}
