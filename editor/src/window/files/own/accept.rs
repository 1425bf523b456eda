//! What the dialog gives when it is answered: files that are there, or one to be written.

use std::path::{Path, PathBuf};

use landwright_core::vfs::disk;

use super::{OwnDialog, Question};
use crate::exchange::Format;
use crate::message::Message;
use crate::versions::comparing::Compare;
use crate::window::files::Purpose;

impl OwnDialog {
    /// What Enter and the button do: goes into a folder, asks something, or is done.
    pub(super) fn accept(&mut self) -> Option<Message> {
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
            (Purpose::OpenFolder | Purpose::ZonesFolder, false) => self.say(
                &path,
                "is not a \
                folder",
            ),
            (Purpose::Export(_, format), false) => self.save_to(format.named(path)),
            (Purpose::Save(_, saved_as), false) => {
                let ending = saved_as.endings.first().copied().unwrap_or_default();
                self.save_to(with_ending(path, ending))
            }
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
            return self.say(&path, "is in a folder that does not exist");
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

    pub(super) fn done(&self, mut paths: Vec<PathBuf>) -> Option<Message> {
        match self.purpose {
            Purpose::OpenMaps => Some(Message::Open(paths)),
            Purpose::List => paths.pop().map(Message::OpenList),
            Purpose::OpenFolder => paths.pop().map(Message::OpenFolder),
            Purpose::ZonesFolder => paths.pop().map(Message::NewArea),
            Purpose::Save(id, _) => paths.pop().map(|path| Message::SaveTo(id, path)),
            Purpose::Picture(id) => paths.pop().map(|path| Message::TakePicture(id, path)),
            Purpose::Compare(id) => {
                paths.pop().map(|path| Message::Compare(id, Compare::WithFile(path)))
            }
            Purpose::Export(id, format) => {
                paths.pop().map(|path| Message::Export(id, format, path))
            }
            Purpose::Import(to) => paths.pop().map(|path| Message::Import(to, path)),
        }
    }

    pub(super) fn make_folder(&mut self, name: &str) {
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
