//! Open rows: their history, those that are selected, and the place where the next one comes.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use landwright_core::nav::eq::answer::{Answer, As, answer};
use landwright_core::world::Revision;
use landwright_core::world::eq::rows::document::{EditedRows, File};
use landwright_core::world::eq::rows::row::Row;

use crate::kind::everquest::message::Way;
use crate::kind::navigation::lay::{Lay, Zone};
use crate::kind::single::Single;

#[derive(Debug)]
pub(crate) struct RowsDocument {
    pub(super) single: Single<EditedRows>,
    pub(super) zone: Option<Zone>,
    pub(super) shows_ground: bool,
    /// By the numbers of rows, of which state it is.
    pub(super) selection: BTreeSet<u32>,
    selection_of: Revision,
    /// The file whose rows have these numbers.
    numbers_of: File,
    pub(super) aim: Option<[f64; 2]>,
    /// The table of the next row.
    pub(super) table: String,
    /// Grows when the selection is to be brought into sight, or all of the rows.
    pub(super) n_shows: u64,
    pub(super) n_fits: u64,
    /// How often they were brought nearer, less how often farther.
    pub(super) n_zooms: i32,
}

impl Deref for RowsDocument {
    type Target = Single<EditedRows>;

    fn deref(&self) -> &Single<EditedRows> {
        &self.single
    }
}

impl DerefMut for RowsDocument {
    fn deref_mut(&mut self) -> &mut Single<EditedRows> {
        &mut self.single
    }
}

impl RowsDocument {
    pub(super) fn of(single: Single<EditedRows>, lay: Lay) -> RowsDocument {
        let first_table = single.first.rows().tables().next();
        let first_table = first_table.map(|table| table.name.clone());
        RowsDocument {
            zone: lay.zone,
            shows_ground: true,
            selection: BTreeSet::new(),
            selection_of: single.editing.revision(),
            numbers_of: single.editing.document().file(),
            aim: None,
            table: first_table.unwrap_or_default(),
            n_shows: 0,
            n_fits: 0,
            n_zooms: 0,
            single,
        }
    }

    pub(super) fn edited(&self) -> &EditedRows {
        self.editing.document()
    }

    pub(super) fn selected(&self) -> impl Iterator<Item = (u32, &Row)> {
        self.edited().rows().rows().filter(|(number, _)| self.selection.contains(number))
    }

    /// What the server finds at a place.
    pub(super) fn answer(&self, at: [f64; 3]) -> Option<Answer> {
        let zone = self.zone.as_ref()?;
        Some(answer(&zone.ground, &zone.volumes, As::Server, at))
    }

    pub(super) fn select(&mut self, rows: &BTreeSet<u32>, way: Way) {
        match way {
            Way::Replace => self.selection.clone_from(rows),
            Way::Add => self.selection.extend(rows),
            Way::Toggle => {
                for row in rows {
                    if !self.selection.remove(row) {
                        self.selection.insert(*row);
                    }
                }
            }
        }
    }

    pub(super) fn take_lay(&mut self, lay: Lay) {
        self.zone = lay.zone;
    }

    /// Selects a row and brings it into sight; says whether there is one.
    pub(super) fn show_row(&mut self, number: Option<u32>) -> bool {
        if let Some(number) = number {
            self.select(&BTreeSet::from([number]), Way::Replace);
            self.n_shows += 1;
        }
        number.is_some()
    }

    /// Lets the selection follow what the rows have become.
    pub(super) fn follow(&mut self) {
        let revision = self.editing.revision();
        if std::mem::replace(&mut self.selection_of, revision) != revision {
            let file = self.edited().file();
            if std::mem::replace(&mut self.numbers_of, file.clone()) != file {
                self.selection.clear();
            }
            let there: BTreeSet<u32> =
                self.edited().rows().rows().map(|(number, _)| number).collect();
            self.selection.retain(|number| there.contains(number));
        }
    }
}
