//! What a crash left, as far as it is known without doing all of it again: a journal may be of hundreds
//! of megabytes, and most of that are edits.

use std::path::Path;

use super::intent::Intent;
use super::name;
use super::record::{self, Base, Header, Record};
use super::recover::RecoverError;
use crate::format::Malformed;
use crate::format::bytes::Bytes;
use crate::vfs::FileError;
use crate::vfs::pieces::Pieces;
use crate::world::history::StepId;

/// How a document stood when its program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nothing was finished, and what it builds on is on disk: there is nothing to bring back.
    Blank,
    /// All of it was on disk, in this file where that is another one than its base.
    Saved { at: Option<String> },
    /// Something was not on disk, or nobody can tell.
    Unsaved,
}

/// How much is read of a header at first: all of it, for most.
const N_START: u64 = 4096;

/// The length and the kind of a record, and the step that those of steps begin with.
const N_HEAD: u64 = record::LEN_SIZE + 1 + 8;

const N_CHECKSUM: u64 = 8;

/// The file that a journal builds on.
pub fn base_of(path: &Path) -> Result<Base, RecoverError> {
    Ok(header_of(&Pieces::open(path)?)?.0.base)
}

/// Goes from record to record over their edits.
pub fn standing_of(path: &Path) -> Result<Standing, RecoverError> {
    let file = Pieces::open(path)?;
    let (header, header_len) = header_of(&file)?;
    let mut walk = Walk::default();
    let mut start = header_len;
    let mut last = None;
    while start < file.len() {
        let Some(end) = walk.pass(&file, start)? else { return Ok(Standing::Unsaved) };
        last = Some((start, end));
        start = end;
    }
    if walk.is_blank {
        return Ok(Standing::Blank);
    }
    // The program ended between a save and the record of it.
    if let Some(intent) = Intent::carried_out(path).filter(|intent| intent.step == walk.head) {
        return Ok(Standing::Saved { at: Some(name::of_path(&intent.at)) });
    }
    let is_saved = header.knows_unsaved && walk.saved == Some(walk.head);
    let Some((start, end)) = last.filter(|_| is_saved) else { return Ok(Standing::Unsaved) };
    // What was torn off and grown over would say anything.
    if !is_whole(&file, start, end)? {
        return Ok(Standing::Unsaved);
    }
    let Some((start, end)) = walk.at else { return Ok(Standing::Saved { at: None }) };
    let at = record_at(&file, start, end, |record| match record {
        Record::At(name) => Some((*name).to_owned()),
        _ => None,
    })?;
    Ok(at.map_or(Standing::Unsaved, |at| Standing::Saved { at }))
}

/// The header, and how many bytes it has.
fn header_of(file: &Pieces) -> Result<(Header, u64), RecoverError> {
    let mut n_bytes = N_START;
    loop {
        let start = file.read(0, n_bytes.min(file.len()))?;
        let mut bytes = Bytes::new(&start);
        match record::read_header(&mut bytes) {
            Ok(header) => return Ok((header, bytes.offset() as u64)),
            Err(error) => match error.malformed {
                Malformed::Truncated { .. } if n_bytes < file.len() => n_bytes *= 4,
                _ => return Err(RecoverError::Header(error)),
            },
        }
    }
}

struct Walk {
    head: StepId,
    saved: Option<StepId>,
    is_blank: bool,
    /// Where the record starts and ends that says as what file it goes on.
    at: Option<(u64, u64)>,
}

impl Default for Walk {
    fn default() -> Walk {
        let opened = StepId::OPENED;
        Walk { head: opened, saved: Some(opened), is_blank: true, at: None }
    }
}

impl Walk {
    /// Takes a record, and says where it ends; `None` for one that is not whole, or of no known kind.
    fn pass(&mut self, file: &Pieces, start: u64) -> Result<Option<u64>, FileError> {
        let head = file.read(start, N_HEAD.min(file.len() - start))?;
        let mut bytes = Bytes::new(&head);
        let (Ok(len), Ok(kind)) = (bytes.u32("record"), bytes.u8("kind of record")) else {
            return Ok(None);
        };
        let end = start + record::LEN_SIZE + u64::from(len) + N_CHECKSUM;
        if end > file.len() {
            return Ok(None);
        }
        let step = bytes.array("id of a step").map(|id| StepId(u64::from_le_bytes(id)));
        match (kind, step) {
            (1 | 2 | 6, Ok(step)) => self.head = step,
            (3, _) => self.saved = Some(self.head),
            (4, _) => self.at = Some((start, end)),
            (5 | 7, _) => self.saved = None,
            (8, _) => {}
            _ => return Ok(None),
        }
        // A record that is damaged was something once.
        self.is_blank &= kind == 4 && is_whole(file, start, end)?;
        Ok(Some(end))
    }
}

/// Whether a record is as it was written, behind the one before it.
fn is_whole(file: &Pieces, start: u64, end: u64) -> Result<bool, FileError> {
    let read = record_at(file, start, end, |_| ())?;
    Ok(read.is_some())
}

/// What a record says; `None` where it is not as it was written.
fn record_at<T>(
    file: &Pieces,
    start: u64,
    end: u64,
    say: impl FnOnce(&Record<'_>) -> T,
) -> Result<Option<T>, FileError> {
    // Behind the checksum that it is seeded with.
    let start = start - N_CHECKSUM;
    let bytes = file.read(start, end - start)?;
    let mut bytes = Bytes::new(&bytes);
    let Ok(chain) = bytes.array("checksum") else { return Ok(None) };
    let read = Record::read(&mut bytes, u64::from_le_bytes(chain));
    Ok(read.ok().map(|(record, ..)| say(&record)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::vfs::{ContentHash, Fingerprint};
    use crate::world::gat::GatMap;
    use crate::world::gat::action::Action;
    use crate::world::gat::tests::sample;
    use crate::world::journal::{Journal, Share};
    use crate::world::{Document, Editing};

    struct Desk {
        folder: tempfile::TempDir,
        editing: Editing<GatMap>,
    }

    impl Desk {
        fn new(name: &str) -> Desk {
            let folder = tempfile::tempdir().unwrap();
            let editing = Editing::new(GatMap::new(&sample(5, 40, 30)).unwrap());
            let mut desk = Desk { folder, editing };
            let journal = desk.start(name);
            desk.editing.start_journal(journal);
            desk
        }

        fn start(&self, name: &str) -> Journal {
            let base = Base {
                name: name.to_owned(),
                hash: ContentHash::of(b"base"),
                len: 4,
                beside: Some(vec![7; 3]),
            };
            Journal::start(&self.path(), GatMap::KIND, &base).unwrap()
        }

        fn path(&self) -> std::path::PathBuf {
            self.folder.path().join("a.journal")
        }

        fn paint(&mut self, kind: u32) -> StepId {
            let json =
                format!(r#"{{"action":"paint","region":"everything","ink":{{"type":{kind}}}}}"#);
            let action: Action = serde_json::from_str(&json).unwrap();
            let edit = action.resolve(self.editing.document()).unwrap().edit.unwrap();
            self.editing.apply("Paint", edit)
        }

        fn save(&mut self) {
            self.editing.mark_saved(&saved());
        }

        fn standing(&self) -> Standing {
            standing_of(&self.path()).unwrap()
        }
    }

    fn saved() -> Fingerprint {
        Fingerprint::of(b"saved", None)
    }

    const SAVED: Standing = Standing::Saved { at: None };

    #[test]
    fn what_was_saved_last_is_saved_until_something_follows_and_again_where_that_is_undone() {
        let mut desk = Desk::new("a.gat");
        assert_eq!(desk.standing(), Standing::Blank);
        desk.paint(1);
        assert_eq!(desk.standing(), Standing::Unsaved);
        desk.save();
        assert_eq!(desk.standing(), SAVED);
        desk.paint(2);
        assert_eq!(desk.standing(), Standing::Unsaved);
        desk.editing.undo().unwrap();
        assert_eq!(desk.standing(), SAVED);
        desk.editing.undo().unwrap();
        assert_eq!(desk.standing(), Standing::Unsaved, "undo behind what was saved");
    }

    #[test]
    fn what_was_done_during_a_save_is_not_saved() {
        let mut desk = Desk::new("a.gat");
        let step = desk.paint(1);
        desk.paint(2);
        desk.editing.mark_saved_at(step, &saved(), Share::Whole);
        assert_eq!(desk.standing(), Standing::Unsaved);
        desk.editing.undo().unwrap();
        assert_eq!(desk.standing(), SAVED);
    }

    #[test]
    fn a_save_of_a_part_and_what_was_forgotten_are_not_saved() {
        let mut desk = Desk::new("a.gat");
        let step = desk.paint(1);
        desk.editing.mark_saved_at(step, &saved(), Share::Part(&[]));
        assert_eq!(desk.standing(), Standing::Unsaved);
        desk.save();
        desk.editing.forget_saved();
        assert_eq!(desk.standing(), Standing::Unsaved);
        desk.editing.undo().unwrap();
        assert_eq!(desk.standing(), Standing::Unsaved, "nor is what it was opened as");
    }

    #[test]
    fn what_was_never_saved_is_not_saved_before_anything_is_done_nor_where_everything_is_undone() {
        let mut desk = Desk::new("a.gat");
        drop(desk.editing.take_journal());
        fs::remove_file(desk.path()).unwrap();
        desk.editing.forget_saved();
        let journal = desk.start("new.gat");
        desk.editing.start_journal(journal);
        assert_eq!(desk.standing(), Standing::Unsaved);
        desk.paint(1);
        desk.editing.undo().unwrap();
        assert_eq!(desk.standing(), Standing::Unsaved);
    }

    #[test]
    fn the_file_that_it_was_saved_as_is_told() {
        let mut desk = Desk::new("a.gat");
        desk.paint(1);
        desk.editing.goes_on_at("b.gat");
        assert_eq!(desk.standing(), Standing::Unsaved);
        desk.save();
        assert_eq!(desk.standing(), Standing::Saved { at: Some("b.gat".to_owned()) });
    }

    #[test]
    fn a_journal_cut_anywhere_or_with_a_damaged_end_is_no_reason_to_give_work_up() {
        let mut desk = Desk::new("a.gat");
        desk.paint(1);
        desk.save();
        let n_saved = fs::metadata(desk.path()).unwrap().len() as usize;
        desk.paint(2);
        desk.save();
        let whole = fs::read(desk.path()).unwrap();
        assert_eq!(desk.standing(), SAVED);
        for len in n_saved + 1..whole.len() {
            fs::write(desk.path(), &whole[..len]).unwrap();
            assert_eq!(desk.standing(), Standing::Unsaved, "{len}");
        }
        for at in whole.len() - 37..whole.len() {
            let mut data = whole.clone();
            data[at] ^= 16;
            fs::write(desk.path(), data).unwrap();
            assert_eq!(desk.standing(), Standing::Unsaved, "{at}");
        }
    }

    #[test]
    fn journals_of_old_versions_are_offered_since_they_cant_say_what_was_forgotten() {
        let desk = Desk::new("a.gat");
        let base = base_of(&desk.path()).unwrap();
        let (mut header, _) = record::header(GatMap::KIND, &base);
        header.truncate(header.len() - 8);
        header[8] = 2;
        let chain = xxhash_rust::xxh3::xxh3_64_with_seed(&header, 0);
        header.extend(chain.to_le_bytes());
        let hash = ContentHash::of(b"saved");
        header.extend(Record::Saved { hash, len: 5 }.to_bytes(chain).0);
        fs::write(desk.path(), header).unwrap();
        assert_eq!(desk.standing(), Standing::Unsaved);
        assert_eq!(base_of(&desk.path()).unwrap(), base);
    }

    #[test]
    fn a_header_longer_than_what_is_read_at_first_is_read_whole() {
        let name = "a".repeat(3 * N_START as usize);
        let desk = Desk::new(&name);
        assert_eq!(base_of(&desk.path()).unwrap().name, name);
        let whole = fs::read(desk.path()).unwrap();
        fs::write(desk.path(), &whole[..whole.len() - 1]).unwrap();
        assert!(matches!(base_of(&desk.path()), Err(RecoverError::Header(_))));
    }
}
