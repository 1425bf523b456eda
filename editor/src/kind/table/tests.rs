//! An open table by its model: each action with its undo, its view, its journal and its files.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::rose::stb::{self, Row, Stb};
use landwright_core::format::rose::stl::{self, Key, Stl};
use landwright_core::format::text::{CodePage, Text, Text16, Text32};
use landwright_core::world::table::action::Deletion;
use tempfile::TempDir;

use super::commands::*;
use super::document::TableDocument;
use super::message::ToTable;
use super::sight::{Cell, Filter, Sort, Test};
use crate::command::CommandId;
use crate::message::ImportTo;
use crate::message::dialog::{Answer, Dialog};
use crate::message::sent::Sent;
use crate::message::{Message, Request};
use crate::model::Model;
use crate::model::trial::brought_back;
use crate::settings::Settings;
use crate::versions::conflicts::{Conflict, OpenConflict};

fn text(text: &str) -> Text16 {
    Text16::try_from(Text::encode(text, CodePage::Cp949).unwrap()).unwrap()
}

/// A table as real ones are: titles that are empty, twice or odd, and a tail.
pub(crate) fn stb_of(titles: &[&str], rows: &[&[&str]]) -> Vec<u8> {
    let n_columns = rows.iter().map(|row| row.len()).max().unwrap_or(1);
    let titles: Vec<Text16> =
        (0..n_columns + 2).map(|n| text(titles.get(n).copied().unwrap_or(""))).collect();
    let row = |cells: &&[&str]| {
        let cell = |n: usize| text(cells.get(n).copied().unwrap_or(""));
        Row { name: text(""), cells: (0..n_columns).map(cell).collect() }
    };
    let rows: Vec<Row> = rows.iter().map(row).collect();
    let mut bytes = stb::write(&Stb::new(&titles, &rows).unwrap());
    bytes.extend(b"\0tail");
    bytes
}

/// Monsters: their keys are in column 40, and texts for them beside.
fn npcs() -> Vec<u8> {
    let row = |name: &'static str, walk: &'static str, key: &'static str| {
        let mut row = vec![""; 41];
        (row[0], row[2], row[40]) = (name, walk, key);
        row
    };
    let rows = [
        row("string", "1", ""),
        row("블러드뱃", "160", "LNPC001"),
        row("Goblin, \"old\"", " 7", "LNPC002"),
        row("", "", ""),
        row("Jelly", "90", "LNPC004"),
    ];
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    stb_of(&["", "Name", "File", "Walk", "Walk"], &rows)
}

fn texts() -> Vec<u8> {
    let names = ["LNPC001", "LNPC002", "LNPC004"];
    let key = |(name, id)| Key { name: Text32::try_from(Text::from(name)).unwrap(), id };
    let keys: Vec<Key> = names.into_iter().zip(1..).map(key).collect();
    let texts =
        |names: [&str; 3]| names.map(|name| vec![Text::from(name), Text::default()]).to_vec();
    let languages = [texts(["a", "b", "c"]), texts(["Blood Bat", "Old Goblin", "Jelly Bean"])];
    stl::write(&Stl::new(stl::Kind::Itst01, keys, &languages).unwrap())
}

/// Spawns that name monsters by their numbers.
fn events() -> Vec<u8> {
    stb_of(&[], &[&["", "1", ""], &["", "4", ""]])
}

struct Desk {
    folder: TempDir,
    model: Model,
}

impl Desk {
    /// With the table of monsters in front, its texts beside it.
    fn new() -> Desk {
        let folder = TempDir::new().unwrap();
        let put = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes).unwrap();
        put("LIST_NPC.STB", npcs());
        put("LIST_NPC_S.STL", texts());
        put("EVENT.STB", events());
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
        let mut desk = Desk { folder, model };
        desk.open("LIST_NPC.STB");
        desk
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&mut self, name: &str) {
        let file = self.file(name);
        self.model.handle(Message::Open(vec![file]));
        self.model.settle();
        assert_eq!(self.model.dialog(), None);
    }

    fn table(&self) -> &TableDocument {
        let any: &dyn std::any::Any = self.model.active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    fn send(&mut self, message: ToTable) {
        let id = self.table().id;
        self.model.handle(Message::Kind(id, Sent::new(message)));
        self.model.settle();
    }

    fn run(&mut self, id: CommandId) {
        assert!(self.model.can_run(id), "{}", id.command().name);
        self.model.handle(Message::Command(id));
        self.model.settle();
    }

    fn go(&mut self, row: usize, column: &str) {
        let to = self.cell(row, column);
        self.send(ToTable::Go { to, grows: false });
    }

    fn cell(&self, row: usize, column: &str) -> Cell {
        Cell { row, place: self.table().table().place_of(column).unwrap() }
    }

    fn shown(&self, row: usize, column: &str) -> String {
        let cell = self.cell(row, column);
        self.table().table().shown(cell.row, cell.place).unwrap()
    }

    fn set(&mut self, row: usize, column: &str, text: &str) {
        let cell = self.cell(row, column);
        self.send(ToTable::Set { cell, text: text.to_owned() });
    }

    fn rows(&self) -> Vec<u32> {
        self.table().shown().to_vec()
    }

    fn titles(&self) -> Vec<String> {
        self.table().editing().rows().into_iter().map(|row| row.title).collect()
    }

    fn said(&self) -> String {
        self.model.log.lines().map(|line| format!("{}\n", line.text)).collect()
    }

    fn bytes(&self) -> Vec<u8> {
        self.table().table().to_bytes().unwrap()
    }

    fn on_disk(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap()
    }

    /// Takes the answer with that text to the question that is open.
    fn answer(&mut self, wanted: &str) {
        let Some(Dialog::Kind(id, question)) = self.model.dialog().cloned() else { panic!() };
        let (_, sent) = question.answers.iter().find(|(text, _)| text == wanted).unwrap();
        self.model.handle(Message::Answer(Answer::Kind(id, sent.clone())));
        self.model.settle();
    }

    /// Undone, it is as the file has it.
    #[track_caller]
    fn undo_to_start(&mut self) {
        while !self.table().editing().steps().is_empty() && self.model.can_run(CommandId::Undo) {
            self.run(CommandId::Undo);
        }
        assert!(self.bytes() == npcs());
    }
}

#[test]
fn a_cell_is_set_as_one_step_that_names_it_and_saved_in_its_place() {
    let mut desk = Desk::new();
    desk.set(4, "walk-speed", "91");
    desk.set(4, "walk-speed", "91");
    assert_eq!(desk.titles(), ["Set walk-speed of row 4"]);
    let before = npcs();
    desk.run(CommandId::Save);
    let after = desk.on_disk("LIST_NPC.STB");
    let changed: Vec<usize> = (0..before.len()).filter(|at| before[*at] != after[*at]).collect();
    assert_eq!((before.len(), changed.len()), (after.len(), 1));
    assert_eq!((before[changed[0]], after[changed[0]]), (b'0', b'1'));
    desk.undo_to_start();
    desk.run(CommandId::Save);
    assert!(desk.on_disk("LIST_NPC.STB") == npcs());
}

#[test]
fn what_a_cell_can_not_hold_is_refused_and_said() {
    let mut desk = Desk::new();
    desk.set(1, "0", "ﷺ");
    assert!(
        desk.titles().is_empty() && desk.said().contains("Set 0 of row 1")
            || desk.said().contains("of row 1:"),
        "{}",
        desk.said()
    );
    assert!(desk.bytes() == npcs());
}

#[test]
fn rows_are_added_duplicated_and_emptied() {
    let mut desk = Desk::new();
    desk.run(ADD);
    assert_eq!((desk.table().table().n_rows(), desk.table().cursor().row), (6, 5));
    desk.run(CommandId::Undo);
    desk.go(1, "walk-speed");
    desk.run(CLEAR);
    assert_eq!(desk.shown(1, "walk-speed"), "");
    desk.run(CommandId::Undo);
    assert_eq!(desk.shown(1, "walk-speed"), "160");
    // A row without a key has no text that would go along.
    desk.go(0, "walk-speed");
    desk.run(DUPLICATE);
    assert_eq!((desk.shown(5, "walk-speed").as_str(), desk.table().cursor().row), ("1", 5));
    desk.undo_to_start();
}

#[test]
fn a_copy_of_a_row_gets_a_key_and_a_text_of_its_own() {
    let mut desk = Desk::new();
    desk.go(4, "walk-speed");
    desk.run(DUPLICATE);
    assert_eq!(desk.table().common.name, "LIST_NPC.STB", "it stays in front");
    assert_eq!(
        (desk.shown(5, "40").as_str(), desk.shown(5, "walk-speed").as_str()),
        ("LNPC005", "90")
    );
    assert!(desk.said().contains("LIST_NPC_S.STL has 1 text more"), "{}", desk.said());
    assert_eq!(desk.table().name_of(desk.cell(5, "40")), Some("Jelly Bean"));
    desk.open("LIST_NPC_S.STL");
    assert_eq!(desk.titles(), ["Follow LIST_NPC: copy 1 text"]);
    assert_eq!(
        (desk.shown(3, "key").as_str(), desk.shown(3, "2").as_str()),
        ("LNPC005", "Jelly Bean")
    );
    desk.run(CommandId::Undo);
    assert!(desk.bytes() == texts());
}

#[test]
fn deleting_asks_whether_rows_move_and_says_what_refers_to_them() {
    let mut desk = Desk::new();
    desk.go(1, "walk-speed");
    desk.run(DELETE);
    let Some(Dialog::Kind(_, question)) = desk.model.dialog().cloned() else { panic!() };
    assert_eq!(question.heading, "Delete row 1?");
    assert!(
        question.texts[0].contains("all rows from 2 to 4 get different numbers"),
        "{question:?}"
    );
    let answers: Vec<&str> = question.answers.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(answers, ["Empty the row", "Delete and move up"]);
    desk.answer("Empty the row");
    assert_eq!((desk.shown(1, "40").as_str(), desk.shown(2, "40").as_str()), ("", "LNPC002"));
    assert_eq!(desk.titles(), ["Empty row 1"]);
    desk.run(CommandId::Undo);
    desk.run(DELETE);
    desk.answer("Delete and move up");
    assert_eq!((desk.shown(1, "40").as_str(), desk.table().table().n_rows()), ("LNPC002", 4));
    // Its text went as well.
    desk.open("LIST_NPC_S.STL");
    assert_eq!((desk.shown(0, "key").as_str(), desk.table().table().n_rows()), ("LNPC002", 2));
    desk.open("LIST_NPC.STB");
    desk.undo_to_start();
}

#[test]
fn what_refers_to_rows_is_counted_in_the_tables_beside() {
    let mut desk = Desk::new();
    // Row 1 of the table of warps leads to zone 1.
    fs::write(desk.file("LIST_ZONE.STB"), stb_of(&[], &[&["a"], &["b"], &["c"]])).unwrap();
    fs::write(desk.file("WARP.STB"), stb_of(&[], &[&["x", "1"], &["y", "2"], &["z", "2"]]))
        .unwrap();
    desk.open("LIST_ZONE.STB");
    desk.go(1, "0");
    desk.run(DELETE);
    let Some(Dialog::Kind(_, question)) = desk.model.dialog().cloned() else { panic!() };
    let told = question.texts.iter().find(|text| text.contains("WARP")).unwrap();
    assert!(told.contains("3 cells of WARP"), "{told}");
    desk.model.handle(Message::Answer(Answer::Cancel));
    desk.go(2, "0");
    desk.run(REFERENCES);
    assert!(desk.said().contains("Row 2 of LIST_ZONE: 2 cells of WARP"), "{}", desk.said());
}

#[test]
fn search_order_and_filters_change_the_view_and_not_the_file() {
    let mut desk = Desk::new();
    let place = desk.cell(0, "walk-speed").place;
    desk.send(ToTable::Sort(Some(Sort { place, is_descending: true })));
    assert_eq!(desk.rows(), [3, 1, 4, 2, 0]);
    desk.send(ToTable::Sort(Some(Sort { place, is_descending: false })));
    assert_eq!(desk.rows(), [0, 2, 4, 1, 3]);
    desk.send(ToTable::Filter(Filter { place, test: Test::Filled }));
    desk.send(ToTable::Search("gob".to_owned()));
    assert_eq!(desk.rows(), [0, 2, 4, 1]);
    desk.send(ToTable::OnlyFound(true));
    assert_eq!((desk.rows(), desk.table().cursor().row), (vec![2], 2));
    assert_eq!(desk.table().size_in_words(), "1 row of 5 rows");
    desk.run(SHOW_ALL);
    desk.run(SORT_NOT);
    assert_eq!(desk.rows(), [0, 1, 2, 3, 4]);
    desk.go(1, "walk-speed");
    desk.run(FILTER);
    assert_eq!(desk.rows(), [1]);
    assert!(desk.titles().is_empty() && desk.bytes() == npcs());
    assert!(!desk.model.active().unwrap().has_unsaved_changes());
    // Letters that are not ASCII are found as well.
    desk.run(SHOW_ALL);
    desk.send(ToTable::Search("블러".to_owned()));
    desk.run(NEXT);
    assert_eq!(desk.table().cursor(), desk.cell(1, "0"));
    desk.send(ToTable::Search("lnpc".to_owned()));
    let found = |desk: &mut Desk, id| {
        desk.run(id);
        desk.table().cursor().row
    };
    assert_eq!([NEXT, NEXT, NEXT, PREVIOUS].map(|id| found(&mut desk, id)), [2, 4, 1, 4]);
}

#[test]
fn a_filter_lets_rows_be_shown_that_somebody_goes_to() {
    let mut desk = Desk::new();
    desk.go(1, "walk-speed");
    desk.run(FILTER);
    desk.model.handle(Message::Answer(Answer::GoTo("jelly bean".to_owned())));
    assert_eq!((desk.table().cursor().row, desk.rows().len()), (4, 5), "by its name in the texts");
    desk.model.handle(Message::Answer(Answer::GoTo("2".to_owned())));
    assert_eq!(desk.table().cursor().row, 2);
    desk.model.handle(Message::Answer(Answer::GoTo("nobody".to_owned())));
    assert!(desk.said().contains("no row is named `nobody`"));
}

#[test]
fn cells_go_to_spreadsheets_and_come_back_with_rows_that_are_new() {
    let mut desk = Desk::new();
    let to = desk.cell(4, "0");
    desk.go(2, "0");
    desk.send(ToTable::Go { to, grows: true });
    desk.run(CommandId::Copy);
    let copied = desk.model.take_requests().into_iter().find_map(|request| match request {
        Request::CopyText(text) => Some(text),
        _ => None,
    });
    assert_eq!(copied.as_deref(), Some("\"Goblin, \"\"old\"\"\"\n\nJelly"));
    desk.go(4, "0");
    desk.model.handle(Message::Paste(copied.unwrap()));
    assert_eq!(desk.titles(), ["Paste 1 cell and 2 rows"]);
    assert_eq!([4, 5, 6].map(|row| desk.shown(row, "0")), ["Goblin, \"old\"", "", "Jelly"]);
    desk.undo_to_start();
    // One text goes into all that is selected.
    let (from, to) = (desk.cell(1, "2"), desk.cell(2, "2"));
    desk.send(ToTable::Go { to: from, grows: false });
    desk.send(ToTable::Go { to, grows: true });
    desk.model.handle(Message::Paste("55".to_owned()));
    assert_eq!([1, 2, 4].map(|row| desk.shown(row, "2")), ["55", "55", "90"]);
    desk.undo_to_start();
    desk.run(CommandId::Cut);
    assert_eq!(desk.shown(1, "2"), "");
    desk.undo_to_start();
    // What has no room is not pasted in part.
    desk.go(1, "40");
    desk.model.handle(Message::Paste("a\tb".to_owned()));
    assert!(desk.bytes() == npcs() && desk.said().contains("2 columns do not fit"));
}

#[test]
fn a_reference_leads_to_its_row() {
    let mut desk = Desk::new();
    fs::write(desk.file("FILE_AI.STB"), stb_of(&[], &[&["a.aip"], &["b.aip"], &["c.aip"]]))
        .unwrap();
    desk.set(4, "ai", "2");
    desk.go(4, "ai");
    desk.run(FOLLOW);
    assert_eq!((desk.table().common.name.as_str(), desk.table().cursor().row), ("FILE_AI.STB", 2));
}

#[test]
fn numbers_and_keys_are_called_by_the_tables_beside() {
    let desk = Desk::new();
    let key = desk.cell(4, "40");
    assert_eq!(desk.table().name_of(key), Some("Jelly Bean"));
    assert_eq!(desk.table().name_of(desk.cell(3, "40")), None);
}

#[test]
fn after_a_crash_a_table_is_as_it_was_and_its_file_too() {
    let mut desk = Desk::new();
    desk.set(4, "walk-speed", "91");
    desk.run(CommandId::Save);
    desk.set(1, "walk-speed", "161");
    let (expected, saved) = (desk.bytes(), desk.on_disk("LIST_NPC.STB"));
    let Desk { folder, model } = desk;
    drop(model);
    let model = brought_back(folder.path().join("home"));
    let mut desk = Desk { folder, model };
    assert!(desk.bytes() == expected && desk.on_disk("LIST_NPC.STB") == saved);
    assert_eq!(desk.titles(), ["Set walk-speed of row 4", "Set walk-speed of row 1"]);
    let cell = desk.cell(1, "walk-speed");
    assert_eq!(desk.table().saved.shown(cell.row, cell.place).as_deref(), Some("160"));
    desk.run(CommandId::Save);
    assert!(desk.on_disk("LIST_NPC.STB") == expected);
}

/// As another program writes it: a title that is different, and a cell.
fn by_others(walk: &str) -> Vec<u8> {
    let mut bytes = npcs();
    let at = bytes.windows(4).position(|part| part == b"File").unwrap();
    bytes[at..at + 4].copy_from_slice(b"Feil");
    let at = bytes.windows(3).position(|part| part == b"160").unwrap();
    bytes[at..at + 3].copy_from_slice(walk.as_bytes());
    bytes
}

fn write_by_others(desk: &mut Desk, bytes: &[u8]) {
    let file = desk.file("LIST_NPC.STB");
    fs::write(&file, bytes).unwrap();
    desk.model.handle(Message::FileChanged(file));
    desk.model.settle();
}

#[test]
fn what_others_write_is_read_again_and_nothing_of_it_is_lost_with_the_next_save() {
    let mut desk = Desk::new();
    write_by_others(&mut desk, &by_others("170"));
    assert_eq!(desk.shown(1, "walk-speed"), "170");
    assert!(desk.bytes() == by_others("170"), "its title as well");
    desk.set(4, "walk-speed", "91");
    desk.run(CommandId::Save);
    let expected = String::from_utf8_lossy(&by_others("170")).replace("90", "91");
    assert_eq!(String::from_utf8_lossy(&desk.on_disk("LIST_NPC.STB")), expected);
}

/// The open conflicts: row, field, and the value on each side.
fn conflicts(desk: &Desk) -> Vec<[String; 5]> {
    let conflicts = desk.table().conflicts.as_ref();
    let open = conflicts.map(|conflicts| conflicts.open().to_vec()).unwrap_or_default();
    let row = |open: OpenConflict| {
        let Conflict { thing, field, base, ours, theirs, .. } = open.conflict;
        [thing, field, base, ours, theirs]
    };
    open.into_iter().map(row).collect()
}

fn merge_both(desk: &mut Desk, theirs: &[u8]) {
    write_by_others(desk, theirs);
    let id = desk.table().id;
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    desk.model.handle(Message::Answer(Answer::Merge(id)));
    desk.model.settle();
    assert_eq!(desk.model.dialog(), None);
}

#[test]
fn what_both_sides_changed_is_merged_and_a_conflict_is_decided() {
    let mut desk = Desk::new();
    desk.set(4, "walk-speed", "91");
    merge_both(&mut desk, &by_others("170"));
    assert_eq!([desk.shown(1, "walk-speed"), desk.shown(4, "walk-speed")], ["170", "91"]);
    assert!(conflicts(&desk).is_empty());
    desk.run(CommandId::Save);
    assert!(String::from_utf8_lossy(&desk.on_disk("LIST_NPC.STB")).contains("Feil"));
    desk.set(1, "walk-speed", "1");
    merge_both(&mut desk, &by_others("180"));
    let [conflict] = conflicts(&desk).try_into().unwrap();
    assert_eq!(conflict[2..], ["170", "1", "180"], "{conflict:?}");
    assert_eq!(desk.shown(1, "walk-speed"), "1");
    desk.run(CommandId::NextConflict);
    assert_eq!(desk.table().cursor().row, 1);
    desk.run(CommandId::TakeTheirs);
    assert_eq!(desk.shown(1, "walk-speed"), "180");
    assert!(conflicts(&desk).is_empty());
    desk.run(CommandId::Undo);
    assert_eq!((desk.shown(1, "walk-speed").as_str(), conflicts(&desk).len()), ("1", 1));
    desk.run(CommandId::TakeAllOurs);
    assert_eq!((desk.shown(1, "walk-speed").as_str(), conflicts(&desk).len()), ("1", 0));
}

#[test]
fn conflicts_of_a_table_and_their_decisions_are_there_after_a_crash() {
    let mut desk = Desk::new();
    desk.set(1, "walk-speed", "1");
    merge_both(&mut desk, &by_others("170"));
    let (rows, bytes) = (conflicts(&desk), desk.bytes());
    assert_eq!(rows.len(), 1);
    let Desk { folder, model } = desk;
    drop(model);
    let mut desk = Desk { model: brought_back(folder.path().join("home")), folder };
    assert_eq!(desk.model.dialog(), None, "it was merged already");
    assert!(desk.bytes() == bytes && conflicts(&desk) == rows);
    desk.run(CommandId::TakeAllTheirs);
    assert_eq!(desk.shown(1, "walk-speed"), "170");
    let Desk { folder, model } = desk;
    drop(model);
    let mut desk = Desk { model: brought_back(folder.path().join("home")), folder };
    assert!(conflicts(&desk).is_empty() && desk.shown(1, "walk-speed") == "170");
    desk.run(CommandId::Undo);
    assert_eq!(conflicts(&desk), rows);
    desk.run(CommandId::TakeAllTheirs);
    desk.run(CommandId::Save);
    assert!(desk.on_disk("LIST_NPC.STB") == by_others("170"));
}

#[test]
fn a_step_on_a_row_that_others_added_comes_back_after_a_crash() {
    let mut other = Desk::new();
    other.run(ADD);
    let mut desk = Desk::new();
    let n_rows = desk.table().table().n_rows();
    write_by_others(&mut desk, &other.bytes());
    assert_eq!(desk.table().table().n_rows(), n_rows + 1);
    desk.set(n_rows, "walk-speed", "77");
    let bytes = desk.bytes();
    let Desk { folder, model } = desk;
    drop(model);
    let desk = Desk { model: brought_back(folder.path().join("home")), folder };
    assert_eq!(desk.shown(n_rows, "walk-speed"), "77");
    assert!(desk.bytes() == bytes);
}

#[test]
fn a_file_with_other_columns_is_taken_as_it_is() {
    let mut desk = Desk::new();
    desk.set(4, "walk-speed", "91");
    desk.run(CommandId::Save);
    let other = stb_of(&[], &[&["a", "b"], &["c", "d"]]);
    write_by_others(&mut desk, &other);
    assert!(desk.bytes() == other && desk.titles().is_empty());
    desk.set(1, "1", "e");
    let expected = desk.bytes();
    let Desk { folder, model } = desk;
    drop(model);
    let model = brought_back(folder.path().join("home"));
    assert!(Desk { folder, model }.bytes() == expected);
}

#[test]
fn a_spreadsheet_goes_out_and_comes_back() {
    let mut desk = Desk::new();
    let (id, file) = (desk.table().id, desk.file("npcs.csv"));
    desk.model.handle(Message::Export(id, crate::exchange::Format::Csv, file.clone()));
    desk.model.settle();
    let sheet = fs::read_to_string(&file).unwrap().replacen(",160,", ",165,", 1);
    fs::write(&file, sheet).unwrap();
    desk.model.handle(Message::Import(ImportTo::Document(id), file));
    desk.model.settle();
    assert_eq!(
        (desk.shown(1, "walk-speed").as_str(), desk.titles()),
        ("165", vec!["Import".to_owned()])
    );
    desk.undo_to_start();
}

#[test]
fn a_problem_leads_to_its_cell() {
    let mut desk = Desk::new();
    fs::write(desk.file("FILE_AI.STB"), stb_of(&[], &[&["a.aip"]])).unwrap();
    desk.set(4, "ai", "77");
    let problems = &desk.table().problems;
    let index = problems.iter().position(|problem| problem.code == "table-row-missing").unwrap();
    let id = desk.table().id;
    desk.model.handle(Message::ShowProblem(id, index));
    assert_eq!(desk.table().cursor(), desk.cell(4, "ai"));
}

#[test]
fn every_real_table_is_opened_edited_and_undone_without_a_trace() {
    let Some(corpus) = landwright_core::sample::real::corpus("rose") else { return };
    let mut n_tables = 0;
    for folder in ["stb", "stl", "ltb"] {
        let folder = corpus.join(folder);
        for entry in fs::read_dir(folder).unwrap().take(60) {
            let file = entry.unwrap().path();
            let before = fs::read(&file).unwrap();
            let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
            model.handle(Message::Open(vec![file.clone()]));
            model.settle();
            let Some(_) = model.active_kind() else { continue };
            let scratch = TempDir::new().unwrap();
            let mut desk = Desk { folder: scratch, model };
            if desk.table().table().n_rows() > 0 {
                let place = desk.table().table().columns().len() - 1;
                desk.send(ToTable::Set { cell: Cell { row: 0, place }, text: "7".to_owned() });
                desk.send(ToTable::Delete(vec![0], Deletion::Shift));
                while desk.model.can_run(CommandId::Undo) {
                    desk.run(CommandId::Undo);
                }
            }
            assert!(desk.bytes() == before, "{}", file.display());
            n_tables += 1;
        }
    }
    assert!(n_tables > 20, "{n_tables}");
}

#[test]
fn after_its_journal_was_given_up_a_saved_table_has_a_new_one() {
    for is_decided in [false, true] {
        let mut desk = Desk::new();
        desk.set(1, "walk-speed", "1");
        merge_both(&mut desk, &by_others("170"));
        if is_decided {
            desk.run(CommandId::TakeAllOurs);
        }
        let rows = conflicts(&desk);
        assert_eq!(rows.is_empty(), is_decided);
        let id = desk.table().id;
        desk.model.document_mut(id).unwrap().history_mut().give_journal_up();
        desk.run(CommandId::Save);
        assert!(desk.model.journal_in_trouble().is_none());
        desk.set(4, "walk-speed", "2");
        let now = desk.bytes();
        let Desk { folder, model } = desk;
        drop(model);
        let mut desk = Desk { model: brought_back(folder.path().join("home")), folder };
        assert!(desk.bytes() == now && conflicts(&desk) == rows);
        if !is_decided {
            // A decision after that is by the numbers of the new journal.
            desk.run(CommandId::TakeAllTheirs);
            let Desk { folder, model } = desk;
            drop(model);
            let desk = Desk { model: brought_back(folder.path().join("home")), folder };
            assert!(conflicts(&desk).is_empty() && desk.shown(1, "walk-speed") == "170");
        }
    }
}
