//! After a crash: the document with all that was done to it, from its base and its journal.

use std::path::{Path, PathBuf};

use super::apart::Shelf;
use super::intent::Intent;
use super::name;
use super::record::{self, Base, Record};
use super::{Journal, Share, StepPlace};
use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::vfs::append::AppendFile;
use crate::vfs::disk::{self, READ_LIMIT};
use crate::vfs::{ContentHash, FileError, SaveError};
use crate::world::Document;
use crate::world::editing::Editing;
use crate::world::history::StepId;

/// A document as it was when the program ended.
#[derive(Debug)]
pub struct Recovered<D: Document> {
    /// With its steps, and the journal open to be written on.
    pub editing: Editing<D>,
    pub n_steps: usize,
    /// What was saved last, where anything was.
    pub saved: Option<(ContentHash, u64)>,
    /// What was on disk then: the document, but for what the save had to leave out.
    pub saved_document: Option<D>,
    /// It had to leave something out, so that nothing is saved by now.
    pub is_saved_in_part: bool,
    /// The file that it went on as last, where that is another one than its base.
    pub at: Option<String>,
    /// What could not be read, where anything couldn't.
    pub lost: Option<Lost>,
}

/// The end of a journal that was torn off or damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    pub n_bytes: u64,
    /// What is wrong with the first of them.
    pub reason: String,
    /// A copy of the journal as it was found.
    pub copy: PathBuf,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecoverError {
    #[error("{0}")]
    File(#[from] FileError),
    #[error("is not a readable journal: {0}")]
    Header(ReadError),
    #[error("is the journal of a different kind of document")]
    OtherKind,
    #[error("is for a different version of {} than this one ({} bytes, {})", .0.name, .0.len, .0.hash)]
    OtherBase(Base),
    #[error("could not be copied before cutting off its damaged end: {0}")]
    Copy(SaveError),
}

/// Reads the longest prefix of a journal that makes sense, does to the document what it says,
/// and cuts the rest off after copying the whole file beside it.
///
/// `document` was read from `base_bytes`, which have to be those that the journal builds on.
pub fn recover<D: Document>(
    path: &Path,
    document: D,
    base_bytes: &[u8],
) -> Result<Recovered<D>, RecoverError> {
    let (mut file, data) = AppendFile::open(path, READ_LIMIT)?;
    let mut bytes = Bytes::new(&data);
    let header = record::read_header(&mut bytes).map_err(RecoverError::Header)?;
    if header.kind != D::KIND {
        return Err(RecoverError::OtherKind);
    }
    if header.base.hash != ContentHash::of(base_bytes) {
        return Err(RecoverError::OtherBase(header.base));
    }
    let mut editing = Editing::new(document);
    // Until the journal is open again, nothing can be fetched back from it.
    editing.set_budget(usize::MAX);
    let mut replay = Replay {
        editing,
        saved: None,
        saved_document: None,
        is_saved_in_part: false,
        at: None,
        chain: header.chain,
        shelf: Shelf::of(path),
    };
    let reason = replay.all(&mut bytes);
    let intent = Intent::carried_out(path).filter(|intent| replay.take_intent(intent));
    let n_kept = bytes.offset() as u64;
    let lost = match reason {
        None => None,
        Some(reason) => {
            let copy = keep_copy(path, &data)?;
            file.cut(n_kept)?;
            Some(Lost { n_bytes: data.len() as u64 - n_kept, reason, copy })
        }
    };
    let Replay { editing, saved, saved_document, is_saved_in_part, at, chain, .. } = replay;
    let n_steps = editing.steps().len();
    let mut editing = editing.with_journal(Journal::of_file(file, chain));
    editing.set_budget(crate::world::editing::DEFAULT_BUDGET);
    if let Some(Intent { step, saved, .. }) = intent {
        at.iter().for_each(|at| editing.goes_on_at(at));
        editing.mark_saved_at(step, &saved, Share::Whole);
    }
    Ok(Recovered { editing, n_steps, saved, saved_document, is_saved_in_part, at, lost })
}

struct Replay<D: Document> {
    editing: Editing<D>,
    saved: Option<(ContentHash, u64)>,
    saved_document: Option<D>,
    is_saved_in_part: bool,
    at: Option<String>,
    chain: u64,
    shelf: Shelf,
}

impl<D: Document> Replay<D> {
    /// Takes records until none is left, or says what is wrong with the one at the cursor.
    fn all(&mut self, bytes: &mut Bytes<'_>) -> Option<String> {
        while !bytes.is_empty() {
            let mut ahead = bytes.clone();
            let taken = Record::read(&mut ahead, self.chain)
                .map_err(|error| error.to_string())
                .and_then(|(record, body_start, chain)| {
                    self.take(&record, body_start)?;
                    Ok(chain)
                });
            match taken {
                Ok(chain) => self.chain = chain,
                Err(reason) => return Some(reason),
            }
            *bytes = ahead;
        }
        None
    }

    fn take(&mut self, record: &Record<'_>, body_start: usize) -> Result<(), String> {
        match record {
            Record::Step { id, title, redo, undo } => {
                let place = StepPlace::new(body_start as u64, title, redo, undo);
                self.step(*id, title, redo, undo, place)
            }
            Record::Large { id, title, redo, undo } => {
                let read = |apart| {
                    let bytes = self.shelf.read(apart);
                    bytes.map_err(|trouble| format!("step {} is incomplete: {trouble}", id.0))
                };
                let (redo_bytes, undo_bytes) = (read(*redo)?, read(*undo)?);
                let place = StepPlace::apart(*redo, *undo);
                self.step(*id, title, &redo_bytes, &undo_bytes, place)
            }
            Record::Move(id) => match self.editing.replay_move(*id) {
                Ok(true) => Ok(()),
                Ok(false) => Err(format!("goes to step {}, which does not exist", id.0)),
                Err(trouble) => Err(trouble.to_string()),
            },
            Record::Saved { hash, len } => {
                self.editing.replay_saved();
                (self.saved, self.is_saved_in_part) = (Some((*hash, *len)), false);
                self.saved_document = Some(self.editing.document().clone());
                Ok(())
            }
            Record::SavedInPart { hash, len, left_out } => {
                self.editing.replay_saved();
                (self.saved, self.is_saved_in_part) = (Some((*hash, *len)), true);
                let before = self.saved_document.as_ref();
                let saved = self.editing.document().saved_without(left_out, before);
                self.saved_document = Some(saved);
                Ok(())
            }
            Record::At(name) => {
                self.at = Some((*name).to_owned());
                Ok(())
            }
            Record::Renumbered => {
                self.editing.replay_renumbered();
                Ok(())
            }
            // What was saved last is what is on disk but for what became of that since.
            Record::Unsaved => {
                if self.saved.is_none() {
                    self.editing.replay_unsaved();
                }
                Ok(())
            }
        }
    }

    /// Takes a save that the journal has no record of; says whether the document has its step.
    fn take_intent(&mut self, intent: &Intent) -> bool {
        let head = self.editing.steps().head();
        if !matches!(self.editing.replay_move(intent.step), Ok(true)) {
            return false;
        }
        self.editing.replay_saved();
        (self.saved, self.is_saved_in_part) = (Some((intent.saved.hash, intent.saved.len)), false);
        self.saved_document = Some(self.editing.document().clone());
        self.at = Some(name::of_path(&intent.at));
        matches!(self.editing.replay_move(head), Ok(true))
    }

    fn step(
        &mut self,
        id: StepId,
        title: &str,
        redo: &[u8],
        undo: &[u8],
        place: StepPlace,
    ) -> Result<(), String> {
        let expected = self.editing.steps().next_id();
        if id != expected {
            return Err(format!("is step {}, but {} was expected", id.0, expected.0));
        }
        let edit = |data| self.editing.document().read_edit(data).map_err(|e| e.to_string());
        let edit = edit(redo)?;
        let held = self.editing.document().held_under(&edit);
        let mut bytes = Vec::new();
        D::write_edit(&held, &mut bytes);
        let is_held = bytes == undo || {
            let mut after = self.editing.document().clone();
            after.put(&edit);
            after.read_edit(undo).is_ok_and(|undo| D::is_same_edit(&undo, &held))
        };
        if !is_held {
            return Err(format!("step {} does not start from this document", id.0));
        }
        self.editing.replay_step(title, edit, place);
        Ok(())
    }
}

/// A copy beside the journal, under a name that is still free.
fn keep_copy(path: &Path, data: &[u8]) -> Result<PathBuf, RecoverError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..=1000)
        .map(|n| path.with_file_name(format!("{name}.damaged-{n}")))
        .find(|copy| !disk::is_file(copy));
    let copy = free.unwrap_or_else(|| path.with_file_name(format!("{name}.damaged")));
    disk::write_new(&copy, data).map_err(RecoverError::Copy)?;
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::format::ragnarok::gat;
    use crate::sample::rng::Rng;
    use crate::world::gat::GatMap;
    use crate::world::gat::action::Action;
    use crate::world::gat::tests::sample;
    use crate::world::journal::left::{Standing, base_of, standing_of};

    /// A map, its bytes, and a folder with an empty journal for it.
    struct Desk {
        folder: tempfile::TempDir,
        base: Vec<u8>,
        map: GatMap,
    }

    impl Desk {
        fn new() -> Desk {
            let gat = sample(5, 40, 30);
            let map = GatMap::new(&gat).unwrap();
            Desk { folder: tempfile::tempdir().unwrap(), base: gat::write(&gat), map }
        }

        fn path(&self) -> PathBuf {
            self.folder.path().join("a.journal")
        }

        fn start(&self) -> Editing<GatMap> {
            let (hash, len) = (ContentHash::of(&self.base), self.base.len() as u64);
            let base = Base { name: "a.gat".to_owned(), hash, len, beside: None };
            let journal = Journal::start(&self.path(), GatMap::KIND, &base).unwrap();
            Editing::new(self.map.clone()).with_journal(journal)
        }

        fn recover(&self) -> Result<Recovered<GatMap>, RecoverError> {
            recover(&self.path(), self.map.clone(), &self.base)
        }
    }

    fn dab(rng: &mut Rng) -> Action {
        let (x, y, size) = (rng.below(40), rng.below(30), 1 + rng.below(6));
        let region = format!(r#"{{"brush":{{"points":[[{x},{y}]],"size":{size}}}}}"#);
        let json = match rng.below(4) {
            0 => format!(
                r#"{{"action":"shape-heights","region":{region},"how":{{"raise":{{"by":1.5}}}}}}"#
            ),
            1 => format!(r#"{{"action":"resize","width":{},"height":30}}"#, 40 + rng.below(3)),
            _ => {
                let kind = rng.below(7);
                format!(r#"{{"action":"paint","region":{region},"ink":{{"type":{kind}}}}}"#)
            }
        };
        serde_json::from_str(&json).unwrap()
    }

    /// Does something at random.
    fn disturb(editing: &mut Editing<GatMap>, rng: &mut Rng) {
        match rng.below(8) {
            0 => drop(editing.undo().unwrap()),
            1 => drop(editing.redo().unwrap()),
            2 => {
                let step = u64::from(rng.below(editing.steps().len() as u32 + 1));
                assert!(editing.jump(StepId(step)).unwrap());
            }
            3 => {
                editing.begin("Drag");
                for _ in 0..3 {
                    if let Some(edit) = dab(rng).resolve(editing.document()).unwrap().edit {
                        editing.grow(&edit);
                    }
                }
                editing.end();
            }
            _ => {
                let action = dab(rng);
                if let Some(edit) = action.resolve(editing.document()).unwrap().edit {
                    editing.apply(action.title(), edit);
                }
            }
        }
    }

    /// The map, the head, and all steps as a panel has them.
    type State = (GatMap, StepId, String);

    fn state(editing: &Editing<GatMap>) -> State {
        let rows = serde_json::to_string(&editing.rows()).unwrap();
        (editing.document().clone(), editing.steps().head(), rows)
    }

    #[test]
    fn a_crash_loses_nothing_that_was_finished() {
        for seed in 0..6 {
            let desk = Desk::new();
            let mut rng = Rng::new(seed);
            let mut editing = desk.start();
            // A budget so small that most steps are fetched back from the journal.
            editing.set_budget(2_000);
            for _ in 0..60 {
                disturb(&mut editing, &mut rng);
            }
            editing.begin("Not finished");
            let before = state(&editing);
            drop(editing);
            let mut recovered = desk.recover().unwrap();
            assert_eq!(recovered.lost, None);
            assert_eq!(state(&recovered.editing), before);
            for _ in 0..10 {
                disturb(&mut recovered.editing, &mut rng);
            }
            let later = state(&recovered.editing);
            drop(recovered);
            let mut again = desk.recover().unwrap();
            assert_eq!(state(&again.editing), later);
            again.editing.jump(StepId::OPENED).unwrap();
            assert_eq!(again.editing.document(), &desk.map);
        }
    }

    /// A journal of a few steps, and the state after each of its lengths.
    fn short_journal(desk: &Desk) -> (Vec<u8>, Vec<(u64, State)>) {
        let mut rng = Rng::new(9);
        let mut editing = desk.start();
        let mut states = vec![(0, state(&editing))];
        for _ in 0..7 {
            disturb(&mut editing, &mut rng);
            let len = fs::metadata(desk.path()).unwrap().len();
            states.push((len, state(&editing)));
        }
        drop(editing);
        (fs::read(desk.path()).unwrap(), states)
    }

    #[test]
    fn a_journal_cut_anywhere_gives_its_longest_whole_part() {
        let desk = Desk::new();
        let (whole, states) = short_journal(&desk);
        let header = record::header(GatMap::KIND, &base_of(&desk.path()).unwrap()).0.len();
        let ends = states.iter().map(|(end, _)| *end as usize);
        let near_ends = ends.flat_map(|end| end.saturating_sub(9)..end + 9);
        let spread = (0..whole.len()).step_by(whole.len() / 50);
        for len in (0..header + 9).chain(near_ends).chain(spread).filter(|len| *len <= whole.len())
        {
            fs::write(desk.path(), &whole[..len]).unwrap();
            let recovered = match desk.recover() {
                Ok(recovered) => recovered,
                Err(RecoverError::Header(_)) if len < header => continue,
                Err(error) => panic!("{len}: {error}"),
            };
            let expected = states.iter().rev().find(|(end, _)| *end <= len as u64).unwrap();
            assert_eq!(state(&recovered.editing), expected.1, "{len}");
            let is_torn = expected.0.max(header as u64) != len as u64;
            assert_eq!(recovered.lost.is_some(), is_torn, "{len}");
            if let Some(lost) = recovered.lost {
                assert_eq!(fs::read(&lost.copy).unwrap(), &whole[..len]);
                fs::remove_file(lost.copy).unwrap();
            }
        }
    }

    #[test]
    fn a_flipped_bit_is_told_and_what_is_before_it_is_kept() {
        let desk = Desk::new();
        let (whole, states) = short_journal(&desk);
        let mut rng = Rng::new(1);
        for _ in 0..60 {
            let at = rng.below(whole.len() as u32) as usize;
            let mut data = whole.clone();
            data[at] ^= 1 << rng.below(8);
            fs::write(desk.path(), &data).unwrap();
            match desk.recover() {
                Ok(recovered) => {
                    let expected = states.iter().rev().find(|(end, _)| *end <= at as u64).unwrap();
                    assert_eq!(state(&recovered.editing), expected.1, "{at}");
                    fs::remove_file(recovered.lost.unwrap().copy).unwrap();
                }
                Err(RecoverError::Header(_)) => assert!(at < 100, "{at}"),
                Err(error) => panic!("{at}: {error}"),
            }
        }
    }

    #[test]
    fn other_bytes_are_not_taken_for_the_base() {
        let desk = Desk::new();
        drop(desk.start());
        let error = recover(&desk.path(), desk.map.clone(), b"other").unwrap_err();
        assert!(matches!(&error, RecoverError::OtherBase(base) if base.name == "a.gat"), "{error}");
        let base = base_of(&desk.path()).unwrap();
        assert_eq!(base.hash, ContentHash::of(&desk.base));
    }

    #[test]
    fn a_save_is_remembered() {
        let desk = Desk::new();
        let mut editing = desk.start();
        let mut rng = Rng::new(2);
        for _ in 0..5 {
            disturb(&mut editing, &mut rng);
        }
        let bytes = gat::write(&editing.document().to_gat());
        editing.mark_saved(&crate::vfs::Fingerprint::of(&bytes, None));
        drop(editing);
        let recovered = desk.recover().unwrap();
        assert!(recovered.editing.is_saved());
        assert_eq!(recovered.saved, Some((ContentHash::of(&bytes), bytes.len() as u64)));
        assert_eq!(recovered.at, None);
    }

    #[test]
    fn steps_that_renumber_are_remembered() {
        let desk = Desk::new();
        let mut editing = desk.start();
        let ink = r#"{"action":"paint","region":"everything","ink":{"type":5}}"#;
        let action: Action = serde_json::from_str(ink).unwrap();
        let edit = action.resolve(editing.document()).unwrap().edit.unwrap();
        let step = editing.apply(action.title(), edit);
        editing.mark_renumbered();
        drop(editing);
        let recovered = desk.recover().unwrap();
        assert_eq!(recovered.lost, None);
        assert!(recovered.editing.steps().is_renumbered(StepId::OPENED, step));
    }

    #[test]
    fn the_file_that_it_went_on_as_is_remembered_and_is_nothing_to_bring_back() {
        let desk = Desk::new();
        let mut editing = desk.start();
        editing.goes_on_at("b.gat");
        drop(editing);
        assert_eq!(standing_of(&desk.path()), Ok(Standing::Blank));
        let mut recovered = desk.recover().unwrap();
        assert_eq!(recovered.at.as_deref(), Some("b.gat"));
        disturb(&mut recovered.editing, &mut Rng::new(4));
        recovered.editing.goes_on_at("c.gat");
        drop(recovered);
        assert_eq!(standing_of(&desk.path()), Ok(Standing::Unsaved));
        assert_eq!(desk.recover().unwrap().at.as_deref(), Some("c.gat"));
    }

    #[test]
    fn a_save_that_the_journal_has_no_record_of_is_known_by_what_is_on_disk() {
        for (is_written, goes_on) in [(true, false), (true, true), (false, false)] {
            let desk = Desk::new();
            let mut editing = desk.start();
            let mut rng = Rng::new(3);
            let paint = |editing: &mut Editing<GatMap>, rng: &mut Rng| {
                while editing.steps().head() == StepId::OPENED {
                    disturb(editing, rng);
                }
            };
            paint(&mut editing, &mut rng);
            let step = editing.steps().head();
            let saved_map = editing.document().clone();
            let bytes = gat::write(&saved_map.to_gat());
            let file = desk.folder.path().join("b.gat");
            let saved = crate::vfs::Fingerprint::of(&bytes, None);
            let files = vec![(file.clone(), saved.hash)];
            let intent = Intent { step, at: file.clone(), saved, files };
            intent.announce(&desk.path()).unwrap();
            fs::write(&file, if is_written { &bytes } else { &desk.base }).unwrap();
            if goes_on {
                let edit = map_with_a_wall(editing.document());
                editing.apply("Paint", editing.document().edit_to(&edit).unwrap());
            }
            let head = editing.steps().head();
            drop(editing);
            let standing = standing_of(&desk.path()).unwrap();
            let is_all_saved = is_written && !goes_on;
            assert_eq!(standing != Standing::Unsaved, is_all_saved);
            let recovered = desk.recover().unwrap();
            assert_eq!(recovered.saved.map(|(hash, _)| hash), is_written.then_some(saved.hash));
            assert_eq!(recovered.saved_document.is_some(), is_written);
            if is_written {
                assert!(recovered.saved_document.as_ref() == Some(&saved_map));
                assert_eq!(recovered.at.as_deref(), file.to_str());
            }
            assert_eq!(recovered.editing.steps().head(), head);
            assert_eq!(recovered.editing.is_saved(), is_all_saved);
            drop(recovered);
            // From here on the journal itself has it.
            let again = desk.recover().unwrap();
            assert_eq!(again.saved.is_some(), is_written);
            assert_eq!(again.editing.is_saved(), is_all_saved);
        }
    }

    fn map_with_a_wall(map: &GatMap) -> GatMap {
        let json = r#"{"action":"paint","region":{"spans":[[0,0,1]]},"ink":{"raw":77}}"#;
        let action: Action = serde_json::from_str(json).unwrap();
        action.resolve(map).unwrap().map
    }
}
