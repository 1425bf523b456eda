//! A table and the table of texts that has its keys go together: a copy of a row gets a key and a text
//! of its own, and with a row its text goes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use landwright_core::format::rose::meaning::Meaning;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::world::table::action::{Action, DeleteRow, Deletion, DuplicateRow, Typed};

use super::act::free_key;
use super::document::TableDocument;
use super::message::{Following, ToTable};
use crate::kind::sent::{Other, Sent, Wishes};

/// The column with keys, and the file of their texts.
struct Texts {
    place: usize,
    file: PathBuf,
}

/// Keys that are in no row any more once some rows are gone, and the file of their texts.
pub(super) struct Gone {
    file: PathBuf,
    keys: Vec<String>,
}

impl TableDocument {
    /// The table of texts that has the keys of this one, where it is beside it.
    fn texts(&self) -> Option<Texts> {
        let heads = self.table().columns().iter().enumerate();
        let (place, to) = heads.into_iter().find_map(|(place, head)| {
            match head.known.as_ref().map(|known| known.meaning) {
                Some(Meaning::Key(to)) => Some((place, to)),
                _ => None,
            }
        })?;
        let folder = self.common.file.as_ref()?.path.parent()?;
        let name = format!("{to}.STL");
        let entries = disk::list(folder).unwrap_or_default().into_iter();
        let mut files = entries.filter(|entry| entry.name().eq_ignore_ascii_case(&name));
        Some(Texts { place, file: files.next()?.path })
    }

    /// The partner, which is opened behind this table where it is not open yet.
    fn tell_texts(file: PathBuf, following: Following) -> Other {
        let sent = Some(Sent::new(ToTable::Follow(following)));
        Other { path: file, sent, stays_behind: true }
    }

    /// Duplicates a row whose key has a text beside it: the copy gets a key and a text of its own.
    pub(super) fn duplicate_with_text(&mut self, row: usize) -> Option<Wishes> {
        let Texts { place, file } = self.texts()?;
        let key = self.table().shown(row, place).filter(|key| !key.trim().is_empty())?;
        let table = self.table();
        let taken = (0..table.n_rows()).filter_map(|row| table.shown(row, place));
        let to = free_key(&key, taken.chain(self.names.keys(place, table)));
        let column = table.columns().get(place)?.id.clone();
        let cells = BTreeMap::from([(column, Typed::Text(to.clone()))]);
        let n_before = table.n_rows();
        let table = table.name().to_owned();
        let duplicate = DuplicateRow { row, to: None, cells };
        let mut wishes =
            self.act_all(&format!("Duplicate row {row}"), &[Action::DuplicateRow(duplicate)]);
        if self.table().n_rows() > n_before {
            self.show_row(n_before, None);
            let following = Following::Copy { from: key, to, table };
            wishes.others.push(TableDocument::tell_texts(file, following));
        }
        Some(wishes)
    }

    /// Which keys no row has any more once some are gone.
    pub(super) fn keys_that_go(&self, rows: &[usize]) -> Option<Gone> {
        let Texts { place, file } = self.texts()?;
        let table = self.table();
        let key = |row: usize| table.shown(row, place).filter(|key| !key.trim().is_empty());
        let others = (0..table.n_rows()).filter(|row| !rows.contains(row));
        let stay: std::collections::BTreeSet<String> = others.filter_map(key).collect();
        let mut keys: Vec<String> = rows.iter().filter_map(|row| key(*row)).collect();
        keys.retain(|key| !stay.contains(key));
        keys.sort_unstable();
        keys.dedup();
        (!keys.is_empty()).then_some(Gone { file, keys })
    }

    pub(super) fn follow_deleted(&self, gone: Option<Gone>) -> Option<Other> {
        let Gone { file, keys } = gone?;
        let table = self.table().name().to_owned();
        Some(TableDocument::tell_texts(file, Following::Delete { keys, table }))
    }

    /// Goes with the table that has its keys. A person hears of it: undoing is done in both.
    pub(super) fn follow_table(&mut self, following: &Following) -> Wishes {
        let row_of = |key: &str| {
            (0..self.table().n_rows())
                .find(|row| self.table().shown(*row, 0).as_deref() == Some(key))
        };
        let (title, actions, said) = match following {
            Following::Copy { from, to, table } => {
                let Some(row) = row_of(from).filter(|_| row_of(to).is_none()) else {
                    return Wishes::default();
                };
                let cells = BTreeMap::from([("key".to_owned(), Typed::Text(to.clone()))]);
                let duplicate = Action::DuplicateRow(DuplicateRow { row, to: None, cells });
                let said = format!("has a copy of {from} as {to}");
                (format!("Follow {table}: copy {from}"), vec![duplicate], said)
            }
            Following::Delete { keys, table } => {
                let mut rows: Vec<usize> = keys.iter().filter_map(|key| row_of(key)).collect();
                rows.sort_unstable_by(|a, b| b.cmp(a));
                let how = Deletion::Shift;
                let delete = |row: usize| Action::DeleteRow(DeleteRow { row, how });
                let n_texts = counted(rows.len(), "text", "texts");
                let actions: Vec<Action> = rows.into_iter().map(delete).collect();
                (
                    format!("Follow {table}: delete {n_texts}"),
                    actions,
                    format!("has {n_texts} fewer"),
                )
            }
        };
        if actions.is_empty() {
            return Wishes::default();
        }
        let revision = self.editing.revision();
        let mut wishes = self.act_all(&title, &actions);
        wishes.notes.clear();
        if self.editing.revision() != revision {
            let name = &self.common.title;
            wishes.notes.push(format!("{name} {said}; save it too, and undo it there"));
        }
        wishes
    }
}
