//! The library of stamps: kept in the home folder, a file each, and taken in hand by a number key
//! or from the Tools panel.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use landwright_core::vfs::Session;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::{Before, Write};
use landwright_core::world::gat::stamp::Stamp;
use serde::{Deserialize, Serialize};

use crate::kind::ragnarok::dialog::MapDialog;
use crate::kind::ragnarok::tool::Tool;
use crate::model::Model;
use crate::model::tick::Done;

/// Counts the stamps of a run, and is never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StampId(pub u32);

/// A stamp in the library.
#[derive(Debug, Clone)]
pub struct KeptStamp {
    pub id: StampId,
    pub name: String,
    /// The number key that takes it, from 1 to 9.
    pub number: Option<u8>,
    pub stamp: Arc<Stamp>,
    /// `None` where nothing is kept between runs.
    file: Option<PathBuf>,
}

/// As its file has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<u8>,
    stamp: Arc<Stamp>,
}

/// The findings in the home folder.
#[derive(Debug)]
pub(crate) struct Found {
    stamps: Vec<(PathBuf, Kept)>,
    errors: Vec<String>,
}

/// The library.
#[derive(Debug, Default)]
pub(crate) struct Library {
    stamps: Vec<KeptStamp>,
    n_stamps: u32,
    n_writes: u64,
    last_writes: LastWrites,
}

/// Which write of each file was the last: jobs may overtake each other.
type LastWrites = Arc<Mutex<BTreeMap<PathBuf, u64>>>;

/// The right to write a file, unless a later one was faster.
struct Turn {
    number: u64,
    last: LastWrites,
}

impl Turn {
    fn take(&self, file: &Path, write: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let newest = last.entry(file.to_path_buf()).or_default();
        if *newest > self.number {
            return Ok(());
        }
        *newest = self.number;
        write()
    }
}

impl Model {
    /// In the order of their numbers, and those without one after them as they came.
    pub fn stamps(&self) -> &[KeptStamp] {
        &self.shelves.maps.stamps
    }

    pub fn kept_stamp(&self, id: StampId) -> Option<&KeptStamp> {
        self.shelves.maps.stamps.iter().find(|kept| kept.id == id)
    }

    pub(crate) fn find_stamps(&mut self) {
        let Some(home) = self.home.clone() else { return };
        self.jobs.start("Reading stamps", move |_| {
            let found = find(&home);
            Done::of_kind(|model| model.take_found_stamps(found))
        });
    }

    pub(crate) fn take_found_stamps(&mut self, found: Found) {
        for (file, Kept { name, number, stamp }) in found.stamps {
            let number = number.filter(|n| (1..=9).contains(n) && self.stamp_of(*n).is_none());
            self.add_stamp(name, number, stamp, Some(file));
        }
        found.errors.into_iter().for_each(|error| self.log.warn(error));
    }

    fn add_stamp(
        &mut self,
        name: String,
        number: Option<u8>,
        stamp: Arc<Stamp>,
        file: Option<PathBuf>,
    ) -> StampId {
        self.shelves.maps.n_stamps += 1;
        let id = StampId(self.shelves.maps.n_stamps);
        self.shelves.maps.stamps.push(KeptStamp { id, name, number, stamp, file });
        self.sort_stamps();
        id
    }

    fn sort_stamps(&mut self) {
        self.shelves.maps.stamps.sort_by_key(|kept| (kept.number.unwrap_or(u8::MAX), kept.id));
    }

    pub fn stamp_of(&self, number: u8) -> Option<&KeptStamp> {
        self.shelves.maps.stamps.iter().find(|kept| kept.number == Some(number))
    }

    /// Puts the selection into the library, or else the stamp in hand. What had the number stays
    /// there without one.
    pub(crate) fn keep_stamp(&mut self, number: Option<u8>) {
        let selected = self.active_map().filter(|document| document.has_selection());
        let copied = selected.map(|d| Arc::new(Stamp::copied(d.map(), &d.selection)));
        let Some(stamp) = copied.or_else(|| self.tools.maps.stamp.clone()) else {
            self.log.warn("to save a stamp, first select or copy cells");
            return;
        };
        let before = number.and_then(|number| self.stamp_of(number)).map(|kept| kept.id);
        if let Some(before) = before {
            self.change_stamp(before, |kept| kept.number = None);
        }
        let of = self.active_map().map(|document| document.name.clone()).unwrap_or_default();
        let of = of.trim_end_matches(".gat");
        let name = format!("{of} {} × {}", stamp.width(), stamp.height());
        self.log.note(format!("{name} is saved as a stamp"));
        let file = self.home.as_deref().map(|home| new_file(home, self.shelves.maps.n_stamps));
        let id = self.add_stamp(name.trim().to_owned(), number, stamp, file);
        self.write_stamp(id);
    }

    /// Takes a stamp of the library in hand.
    pub(crate) fn take_stamp(&mut self, id: StampId) {
        if let Some(kept) = self.kept_stamp(id) {
            self.tools.maps.stamp = Some(kept.stamp.clone());
            self.tools.maps.tool = Tool::Stamp;
        }
    }

    pub(crate) fn rename_stamp(&mut self, id: StampId, name: &str) {
        let name = name.trim();
        if !name.is_empty() {
            self.change_stamp(id, |kept| kept.name = name.to_owned());
        }
    }

    fn change_stamp(&mut self, id: StampId, change: impl FnOnce(&mut KeptStamp)) {
        if let Some(kept) = self.shelves.maps.stamps.iter_mut().find(|kept| kept.id == id) {
            change(kept);
            self.sort_stamps();
            self.write_stamp(id);
        }
    }

    pub(crate) fn ask_to_delete_stamp(&mut self, id: StampId) {
        if let Some(kept) = self.kept_stamp(id) {
            let name = kept.name.clone();
            self.dialogs.push_back(MapDialog::DeleteStamp { stamp: id, name }.into());
        }
    }

    pub(crate) fn delete_stamp(&mut self, id: StampId) {
        let Some(place) = self.shelves.maps.stamps.iter().position(|kept| kept.id == id) else {
            return;
        };
        let Some(file) = self.shelves.maps.stamps.remove(place).file else { return };
        let turn = self.turn();
        self.jobs.start("Deleting a stamp", move |_| {
            let deleted = turn.take(&file, || delete(&file));
            Done::of_kind(|model| model.take_written_stamp(deleted))
        });
    }

    fn write_stamp(&mut self, id: StampId) {
        let Some(kept) = self.kept_stamp(id) else { return };
        let (Some(file), Some(home)) = (kept.file.clone(), self.home.clone()) else { return };
        let kept = Kept { name: kept.name.clone(), number: kept.number, stamp: kept.stamp.clone() };
        let turn = self.turn();
        self.jobs.start("Saving a stamp", move |_| {
            let written = turn.take(&file, || write(&file, &home, &kept));
            Done::of_kind(|model| model.take_written_stamp(written))
        });
    }

    fn turn(&mut self) -> Turn {
        self.shelves.maps.n_writes += 1;
        Turn { number: self.shelves.maps.n_writes, last: self.shelves.maps.last_writes.clone() }
    }

    pub(crate) fn take_written_stamp(&mut self, written: Result<(), String>) {
        if let Err(error) = written {
            self.log.error(format!("the stamp library can't be written: {error}"));
        }
    }
}

fn folder(home: &Path) -> PathBuf {
    home.join("stamps")
}

fn find(home: &Path) -> Found {
    let files = disk::walk(&folder(home)).files;
    let mut found = Found { stamps: Vec::new(), errors: Vec::new() };
    for file in files.into_iter().filter(|file| file.extension().is_some_and(|e| e == "json")) {
        let read = disk::read_file(&file, READ_LIMIT).map_err(|error| error.to_string());
        let kept = read.and_then(|loaded| {
            serde_json::from_slice::<Kept>(&loaded.bytes)
                .map_err(|error| format!("{} is not a stamp: {error}", file.display()))
        });
        match kept {
            Ok(kept) => found.stamps.push((file, kept)),
            Err(error) => found.errors.push(error),
        }
    }
    found
}

/// A name that no other run of the program gives.
fn new_file(home: &Path, n: u32) -> PathBuf {
    let process = std::process::id();
    let file = |n: u32| folder(home).join(format!("{process}-{n}.json"));
    (n..).map(file).find(|file| !disk::is_file(file)).unwrap_or_else(|| file(n))
}

fn write(file: &Path, home: &Path, kept: &Kept) -> Result<(), String> {
    let json = serde_json::to_vec(kept).map_err(|error| error.to_string())?;
    let before = disk::fingerprint(file).map_or(Before::Absent, Before::Was);
    let folders_below = home.ancestors().last().map(Path::to_path_buf);
    let write = Write { file: file.to_path_buf(), bytes: &json, before, folders_below };
    let saved = Session::without_backups().save(&[write]);
    saved.map(|_| ()).map_err(|error| error.to_string())
}

fn delete(file: &Path) -> Result<(), String> {
    if !disk::is_file(file) {
        return Ok(());
    }
    let was = disk::fingerprint(file).map_err(|error| error.to_string())?;
    let deleted = Session::without_backups().delete(&[(file, was)]);
    deleted.map(|_| ()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use crate::kind::ragnarok::dialog::MapAnswer;
    use landwright_core::world::gat::area::{Area, Rect};

    use super::*;
    use crate::command::CommandId;
    use crate::kind::ragnarok::message::{MapMessage, StampMessage};
    use crate::message::Message;

    use crate::model::trial::{flat, run};
    use crate::settings::Settings;

    fn at_home(home: &Path) -> Model {
        let home = Some(home.to_path_buf());
        let mut model = Model::new(Settings::default(), home, Arc::new(|| ()));
        model.settle();
        model
    }

    fn select(model: &mut Model, width: u32) {
        let id = model.active_map().unwrap().id;
        let area = Area::of_rect(Rect { x: 1, y: 1, width, height: 2 });
        model.handle(MapMessage::Select(area).to(id));
    }

    fn shelf(model: &Model) -> Vec<(String, Option<u8>)> {
        model.stamps().iter().map(|kept| (kept.name.clone(), kept.number)).collect()
    }

    #[test]
    fn stamps_are_there_in_the_next_run() {
        let home = tempfile::tempdir().unwrap();
        let mut model = at_home(home.path());
        run(&mut model, CommandId::OpenSample);
        select(&mut model, 3);
        run(&mut model, CommandId::KeepStamp(2));
        select(&mut model, 4);
        run(&mut model, CommandId::KeepStamp(1));
        select(&mut model, 5);
        run(&mut model, CommandId::KeepStamp(2));
        model.settle();
        let (first, second, old) = (
            ("sample 4 × 2".to_owned(), Some(1)),
            ("sample 5 × 2".to_owned(), Some(2)),
            ("sample 3 × 2".to_owned(), None),
        );
        assert_eq!(shelf(&model), [first.clone(), second.clone(), old.clone()]);
        let renamed = model.stamps()[2].id;
        model.handle(StampMessage::RenameStamp(renamed, " Bridge ".to_owned()).message());
        model.settle();

        let mut again = at_home(home.path());
        assert_eq!(shelf(&again)[2], ("Bridge".to_owned(), None));
        assert_eq!(shelf(&again)[..2], [first, second]);
        assert_eq!(again.stamps()[1].stamp, model.stamps()[1].stamp);
        run(&mut again, CommandId::TakeStamp(1));
        assert_eq!(again.tools.maps.stamp.as_ref().unwrap().width(), 4);
        assert_eq!(again.tools.maps.tool, Tool::Stamp);
    }

    #[test]
    fn a_stamp_is_deleted_after_a_question() {
        let home = tempfile::tempdir().unwrap();
        let mut model = at_home(home.path());
        run(&mut model, CommandId::OpenSample);
        select(&mut model, 3);
        run(&mut model, CommandId::KeepStamp(1));
        model.settle();
        let id = model.stamps()[0].id;
        model.handle(StampMessage::DeleteStamp(id).message());
        assert_eq!(model.stamps().len(), 1);
        model.handle(Message::Answer(MapAnswer::DeleteStamp(id).answer()));
        model.settle();
        assert!(model.stamps().is_empty());
        assert!(at_home(home.path()).stamps().is_empty());
    }

    #[test]
    fn a_file_that_is_no_stamp_is_told_and_left() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("stamps")).unwrap();
        let file = home.path().join("stamps/mine.json");
        std::fs::write(&file, r#"{"name":"a","stamp":{"width":2,"height":9,"tiles":[]}}"#).unwrap();
        let model = at_home(home.path());
        assert!(model.stamps().is_empty());
        let said = &model.log.last().unwrap().text;
        assert!(said.contains("0 tiles do not make a stamp of 2 × 9"), "{said}");
        assert!(file.is_file());
    }

    #[test]
    fn a_write_that_was_overtaken_is_left_out() {
        let last = LastWrites::default();
        let turn = |number| Turn { number, last: last.clone() };
        let file = Path::new("a.json");
        let mut written = Vec::new();
        for number in [2, 1, 3] {
            let write = || {
                written.push(number);
                Ok(())
            };
            turn(number).take(file, write).unwrap();
        }
        assert_eq!(written, [2, 3]);
    }

    #[test]
    fn without_a_selection_the_stamp_in_hand_is_kept() {
        let mut model = flat(10);
        run(&mut model, CommandId::KeepStamp(1));
        assert!(model.stamps().is_empty(), "there is nothing to keep");
        select(&mut model, 3);
        run(&mut model, CommandId::Copy);
        run(&mut model, CommandId::TurnStamp);
        run(&mut model, CommandId::SelectNone);
        run(&mut model, CommandId::KeepStamp(1));
        assert_eq!(shelf(&model), [("new 2 × 3".to_owned(), Some(1))]);
    }
}
