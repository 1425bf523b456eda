//! A table and the table of texts that has its keys go together: a copy of a row gets a key and a text
//! of its own, and with a row its text goes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::rose::meaning::Meaning;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::world::table::action::{Action, DeleteRow, Deletion, DuplicateRow, Typed};

use super::act::free_key;
use super::document::TableDocument;
use super::message::{Following, ToTable};
use crate::kind::single::OneFile;
use crate::message::sent::{Other, Sent, Wishes};

/// The column with keys, and the file of their texts, where that is beside the table.
pub(super) struct Keyed {
    pub(super) column: String,
    place: usize,
    texts: Option<PathBuf>,
}

/// Keys that are in no row any more once some rows are gone, and the file of their texts.
pub(super) struct Gone {
    file: PathBuf,
    keys: Vec<String>,
}

impl TableDocument {
    /// The column with keys that are found elsewhere, or that this table is found by.
    pub(super) fn keyed(&self) -> Option<Keyed> {
        if self.table().has_keys() {
            return Some(Keyed { column: "key".to_owned(), place: 0, texts: None });
        }
        let heads = self.table().columns().iter().enumerate();
        let (place, head, to) = heads.into_iter().find_map(|(place, head)| {
            match head.known.as_ref().map(|known| known.meaning) {
                Some(Meaning::Key(to)) => Some((place, head, to)),
                _ => None,
            }
        })?;
        let folder = self.common.file.as_ref().and_then(|file| file.path.parent());
        let entries = folder.map(|folder| disk::list(folder).unwrap_or_default());
        let name = format!("{to}.STL");
        let mut files = entries.into_iter().flatten();
        let texts = files.find(|entry| entry.name().eq_ignore_ascii_case(&name));
        Some(Keyed { column: head.id.clone(), place, texts: texts.map(|entry| entry.path) })
    }

    /// The partner, which is opened behind this table where it is not open yet.
    fn tell_texts(file: PathBuf, following: Following) -> Other {
        let sent = Some(Sent::new(ToTable::Follow(following)));
        Other { path: file, sent, stays_behind: true }
    }

    /// The key of a row, and a free one for its copy. Without texts beside it, a copy keeps the key:
    /// no other would have a text.
    pub(super) fn key_for_copy(
        &self,
        keyed: &Keyed,
        row: usize,
        copied: &[(String, String)],
    ) -> Option<(String, String)> {
        let table = self.table();
        if keyed.texts.is_none() && !table.has_keys() {
            return None;
        }
        let key = table.shown(row, keyed.place).filter(|key| !key.trim().is_empty())?;
        let own = (0..table.n_rows()).filter_map(|row| table.shown(row, keyed.place));
        let taken = own.chain(self.names.keys(keyed.place, table));
        let to = free_key(&key, taken.chain(copied.iter().map(|(_, to)| to.clone())));
        Some((key, to))
    }

    pub(super) fn follow_copied(
        &mut self,
        keyed: Keyed,
        copied: Vec<(String, String)>,
    ) -> Option<Other> {
        let file = keyed.texts.filter(|_| !copied.is_empty())?;
        let (table, place) = (self.table().clone(), keyed.place);
        Arc::make_mut(&mut self.names).copy(place, &table, &copied);
        let table = table.name().to_owned();
        Some(TableDocument::tell_texts(file, Following::Copy { copied, table }))
    }

    /// Which keys no row has any more once some are gone.
    pub(super) fn keys_that_go(&self, rows: &[usize]) -> Option<Gone> {
        let keyed = self.keyed()?;
        let (file, place) = (keyed.texts?, keyed.place);
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
            Following::Copy { copied, table } => {
                let copy = |(from, to): &(String, String)| {
                    let row = row_of(from).filter(|_| row_of(to).is_none())?;
                    let cells = BTreeMap::from([("key".to_owned(), Typed::Text(to.clone()))]);
                    Some(Action::DuplicateRow(DuplicateRow { row, to: None, cells }))
                };
                let actions: Vec<Action> = copied.iter().filter_map(copy).collect();
                let n_texts = counted(actions.len(), "text", "texts");
                (format!("Follow {table}: copy {n_texts}"), actions, format!("has {n_texts} more"))
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
            wishes.notes.push(format!(
                "{name} {said}; save it too, and undo this there if you need \
                to"
            ));
        }
        wishes
    }
}
