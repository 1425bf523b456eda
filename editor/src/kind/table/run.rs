//! What commands and messages do to a table.

use std::sync::Arc;

use landwright_core::format::rose::meaning::{Column, Meaning};
use landwright_core::problem::Thing;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::table::exchange::{from_csv, to_csv};

use super::commands::{
    ADD, CLEAR, DELETE, DUPLICATE, EDIT, FILTER, FIND, FOLLOW, NEXT, PREVIOUS, REFERENCES,
    SHOW_ALL, SORT_DOWN, SORT_NOT, SORT_UP,
};
use super::document::TableDocument;
use super::message::ToTable;
use super::names::{self, Names, Needed};
use super::sight::{Cell, Filter, Sight, Sort, Test, has};
use crate::command::CommandId;
use crate::exchange::{Exported, Format};
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::foreign::Scripts;
use crate::kind::single::OneFile;
use crate::kind::{Exporter, Import, Importer, Kind, KindDocument};
use crate::message::sent::{Sent, Wishes};

/// How many rows tell which letters a table has.
const MOST_LOOKED_AT: usize = 200;

impl KindDocument for TableDocument {
    fn kind(&self) -> &'static dyn Kind {
        &super::Tables
    }

    fn endings(&self) -> &'static [&'static str] {
        let name = self.common.name.to_ascii_lowercase();
        match name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("stl") => &["stl"],
            Some("ltb") => &["ltb"],
            _ => &["stb"],
        }
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        let has_rows = !self.shown().is_empty();
        let sight = self.sight();
        Some(match id {
            EDIT | CLEAR | DUPLICATE | DELETE | FILTER => has_rows,
            ADD | FIND => true,
            NEXT | PREVIOUS => has_rows && !sight.search.trim().is_empty(),
            SORT_UP | SORT_DOWN => true,
            SORT_NOT => sight.sort.is_some(),
            SHOW_ALL => *sight != Sight { sort: sight.sort, ..Sight::default() },
            FOLLOW => names::target(self.table(), self.cursor).is_some(),
            REFERENCES => has_rows && !self.table().has_keys(),
            CommandId::Copy | CommandId::Cut | CommandId::Paste => has_rows,
            CommandId::SelectAll => has_rows,
            _ => return None,
        })
    }

    fn meant_by_key(&self, id: CommandId) -> CommandId {
        match id {
            CommandId::DeleteSelected => CLEAR,
            CommandId::FindThings => FIND,
            CommandId::DuplicateThings => DUPLICATE,
            CommandId::ShowInspector => EDIT,
            CommandId::FollowWarp => FOLLOW,
            id => id,
        }
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        match id {
            EDIT => self.n_edits += 1,
            FIND => self.n_searches += 1,
            CLEAR => return self.clear_cells(),
            ADD => return self.add_row(),
            DUPLICATE => return self.duplicate_rows(),
            DELETE => return self.ask_to_delete(),
            NEXT => return self.go_to_found(false),
            PREVIOUS => return self.go_to_found(true),
            SORT_UP | SORT_DOWN => {
                let sort = Sort { place: self.cursor.place, is_descending: id == SORT_DOWN };
                self.change_sight(|sight| sight.sort = Some(sort));
            }
            SORT_NOT => self.change_sight(|sight| sight.sort = None),
            FILTER => {
                let Cell { row, place } = self.cursor;
                let test = match self.table().shown(row, place).filter(|text| !text.is_empty()) {
                    Some(text) => Test::Is(text),
                    None => Test::Empty,
                };
                self.filter(Filter { place, test });
            }
            SHOW_ALL => {
                self.change_sight(|sight| *sight = Sight { sort: sight.sort, ..Sight::default() });
            }
            FOLLOW => return self.follow_reference(),
            REFERENCES => return self.find_references(),
            CommandId::Copy => return self.copy(),
            CommandId::Cut => {
                let copied = self.copy();
                let cleared = self.clear_cells();
                return Wishes { warnings: cleared.warnings, ..copied };
            }
            CommandId::SelectAll => self.select_all(),
            _ => {}
        }
        Wishes::default()
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        let Some(message) = sent.get::<ToTable>() else { return Wishes::default() };
        match message {
            ToTable::Go { to, grows } => self.go(*to, *grows),
            ToTable::Set { cell, text } => return self.set_cell(*cell, text),
            ToTable::Search(text) => {
                self.search(text);
            }
            ToTable::OnlyFound(only) => self.change_sight(|sight| sight.only_found = *only),
            ToTable::NextFound { back } => return self.go_to_found(*back),
            ToTable::Sort(sort) => self.change_sight(|sight| sight.sort = *sort),
            ToTable::Filter(filter) => self.filter(filter.clone()),
            ToTable::Unfilter(place) => {
                self.change_sight(|sight| sight.filters.retain(|filter| filter.place != *place));
            }
            ToTable::ShowCell { row, place } => self.show_row(*row, *place),
            ToTable::Delete(rows, how) => return self.delete(rows, *how),
            ToTable::Named(names) => self.names = Arc::clone(names),
            ToTable::Referred { rows, told } => {
                let n_rows = self.table().n_rows();
                let rows: Vec<usize> = rows.iter().copied().filter(|row| *row < n_rows).collect();
                return Wishes::ask(self.question(&rows, told));
            }
            ToTable::Told(told) => return Wishes { notes: told.clone(), ..Wishes::default() },
            ToTable::Import { action, report } => {
                let mut wishes = self.act_all("Import", std::slice::from_ref(&**action));
                let conflicts = report.conflicts.iter();
                wishes
                    .warnings
                    .extend(conflicts.map(|line| format!("Import: conflict: {}", line.conflict())));
                wishes.warnings.extend(report.note());
                return wishes;
            }
            ToTable::Follow(following) => return self.follow_table(following),
        }
        Wishes::default()
    }

    fn paste(&mut self, text: &str) -> Wishes {
        self.paste_texts(text)
    }

    /// A row by its number, its name, or the beginning of a text in its first column.
    fn go_to(&mut self, text: &str) -> Wishes {
        let text = text.trim();
        let number = text.strip_prefix('#').unwrap_or(text).parse::<usize>().ok();
        let table = self.table();
        let by_number = number.filter(|row| !table.has_keys() && *row < table.n_rows());
        let (wanted, place) = (text.to_lowercase(), self.key_place);
        let is_key = |known: &Column| matches!(known.meaning, Meaning::Key(_));
        let heads = table.columns().iter();
        let by_key = heads.map(|head| head.known.as_ref().is_some_and(is_key)).position(|it| it);
        let named = by_key.unwrap_or(place);
        let is_it = |row: &usize| {
            let name = self.name_of(Cell { row: *row, place: named }).unwrap_or_default();
            let shown = table.shown(*row, place).unwrap_or_default();
            shown.to_lowercase() == wanted || name.to_lowercase() == wanted
        };
        let has_it = |row: &usize| {
            let name = self.name_of(Cell { row: *row, place: named }).unwrap_or_default();
            has(table, *row, place, &wanted) || name.to_lowercase().contains(&wanted)
        };
        let rows = || 0..table.n_rows();
        match by_number.or_else(|| rows().find(is_it)).or_else(|| rows().find(has_it)) {
            Some(row) => {
                self.show_row(row, None);
                Wishes::default()
            }
            None => Wishes::warn(format!("no row is named `{text}`")),
        }
    }

    fn places(&self) -> Option<[&'static str; 3]> {
        Some(["Go to row", "12, a key or a name", "Row"])
    }

    /// Asks the tables around it what its numbers are called.
    fn follow(&mut self) -> Wishes {
        self.look();
        if self.is_named {
            return Wishes::default();
        }
        let Some(file) = self.common.file.as_ref().map(|file| file.path.clone()) else {
            return Wishes::default();
        };
        self.is_named = true;
        let (needed, code_page) = (Needed::of(self.table()), self.table().code_page());
        if needed.is_nothing() {
            return Wishes::default();
        }
        Wishes::job(format!("Reading tables beside {}", self.common.title), move |_| {
            Sent::new(ToTable::Named(Arc::new(Names::load(&file, &needed, code_page))))
        })
    }

    fn thing_in_words(&self, thing: &Thing) -> Option<String> {
        let Thing::Cell { x, y } = thing else { return None };
        let place = self.place_of_number(*x)?;
        Some(self.cell_in_words(Cell { row: *y as usize, place }))
    }

    fn foreign_scripts(&self, _is_first_look: bool) -> Scripts {
        let rows = self.table().rows().take(MOST_LOOKED_AT).enumerate();
        let cells =
            rows.flat_map(|(row, held)| (0..held.cells().len()).map(move |place| (row, place)));
        let not_plain = cells.filter(|(row, place)| {
            self.table().cell(*row, *place).is_some_and(|cell| !cell.as_bytes().is_ascii())
        });
        let texts = not_plain.filter_map(|(row, place)| self.table().shown(row, place));
        texts.map(|text| Scripts::of(&text)).collect()
    }

    fn exporter(&self, format: Format) -> Option<Exporter> {
        let table = (format == Format::Csv).then(|| self.table().clone())?;
        Some(Box::new(move |path| Ok(Exported::one(path, to_csv(&table).into_bytes()))))
    }

    fn importer(&self) -> Option<Importer> {
        let table = self.table().clone();
        Some(Box::new(move |path| {
            let loaded = disk::read_file(path, READ_LIMIT).map_err(|e| e.trouble.to_string())?;
            let incoming = from_csv(&table, &loaded.bytes).map_err(|wrong| wrong.to_string())?;
            let (action, report) = (Box::new(incoming.action), Box::new(incoming.report));
            let sent = Sent::new(ToTable::Import { action, report });
            Ok(Import::new(move |model, id, _| model.send_to_kind(id, &sent)))
        }))
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl TableDocument {
    fn change_sight(&mut self, change: impl FnOnce(&mut Sight)) {
        change(&mut self.sight);
        self.look();
        self.n_shows += 1;
    }

    fn filter(&mut self, filter: Filter) {
        self.change_sight(|sight| {
            sight.filters.retain(|other| other.place != filter.place);
            sight.filters.push(filter);
        });
    }

    /// As somebody types, the first cell that has it is shown, from where the search began.
    fn search(&mut self, text: &str) {
        if self.sight.search.is_empty() {
            self.searched_from = self.cursor;
        }
        self.change_sight(|sight| sight.search = text.to_owned());
        let (Cell { row, place }, wanted) = (self.searched_from, self.sight.wanted());
        if wanted.is_empty() || self.position_of(row).is_none() {
            return;
        }
        self.go(self.searched_from, false);
        if !has(self.table(), row, place, &wanted) {
            self.go_to_found(false);
        }
    }

    fn select_all(&mut self) {
        let places = self.places();
        let ends = self.shown().first().zip(self.shown().last()).map(|(a, b)| (*a, *b));
        let columns = places.first().zip(places.last());
        if let (Some((first, last)), Some((left, right))) = (ends, columns) {
            self.anchor = Cell { row: last as usize, place: *right };
            self.cursor = Cell { row: first as usize, place: *left };
        }
    }

    /// Goes to the next cell with what is searched for, around the end of the table.
    fn go_to_found(&mut self, back: bool) -> Wishes {
        let (wanted, places) = (self.sight.wanted(), self.places());
        let (n_rows, n_columns) = (self.shown().len(), places.len());
        let n_cells = n_rows * n_columns;
        let here = self.position_of(self.cursor.row).unwrap_or_default() * n_columns
            + self.column_of(self.cursor.place);
        let cell = |at: usize| {
            let row = *self.shown().get(at / n_columns)? as usize;
            Some(Cell { row, place: *places.get(at % n_columns)? })
        };
        let way = (1..=n_cells).map(|by| match back {
            true => (here + n_cells - by) % n_cells,
            false => (here + by) % n_cells,
        });
        let is_found = |cell: &Cell| has(self.table(), cell.row, cell.place, &wanted);
        let found = way.filter_map(cell).find(is_found);
        match found {
            Some(cell) => {
                self.go(cell, false);
                Wishes::default()
            }
            None => Wishes::note(format!("nothing has `{}`", self.sight.search.trim())),
        }
    }

    /// Opens the table that the cell refers to.
    fn follow_reference(&mut self) -> Wishes {
        let Some((table, row)) = names::target(self.table(), self.cursor) else {
            return Wishes::default();
        };
        if table == self.table().name() {
            self.show_row(row, None);
            return Wishes::default();
        }
        let folder = self.common.file.as_ref().and_then(|file| file.path.parent());
        let entries = folder.map(|folder| disk::list(folder).unwrap_or_default());
        let name = format!("{table}.STB");
        let mut files = entries.into_iter().flatten();
        match files.find(|entry| entry.name().eq_ignore_ascii_case(&name)) {
            Some(file) => {
                let sent = Sent::new(ToTable::ShowCell { row, place: None });
                Wishes::open(file.path, Some(sent))
            }
            None => Wishes::warn(format!("{name} is not in the folder of this table")),
        }
    }
}
