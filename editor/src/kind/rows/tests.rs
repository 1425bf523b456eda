//! Open rows by their model: moved, typed, added and removed with undo, saved, recovered, read again.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::sample;
use tempfile::TempDir;

use crate::command::CommandId;
use crate::kind::everquest::message::Way;
use crate::kind::rows::commands::{ADD, DROP, NONE, REMOVE};
use crate::kind::rows::document::RowsDocument;
use crate::kind::rows::message::ToRows;
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::trial::brought_back;
use crate::settings::Settings;

struct Desk {
    folder: TempDir,
    model: Model,
}

impl Desk {
    /// With rows of the made-up zone in front.
    fn new(name: &str) -> Desk {
        let folder = TempDir::new().unwrap();
        for file in sample::eq::files().unwrap() {
            fs::write(folder.path().join(&file.path), &file.bytes).unwrap();
        }
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
        let mut desk = Desk { folder, model };
        let path = desk.file(name);
        desk.handle(Message::Open(vec![path]));
        desk
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }

    fn handle(&mut self, message: Message) {
        self.model.handle(message);
        self.model.settle();
    }

    fn run(&mut self, id: CommandId) {
        assert!(self.model.can_run(id), "{}", id.command().name);
        self.handle(Message::Command(id));
    }

    fn rows(&self) -> &RowsDocument {
        let any: &dyn std::any::Any = self.model.active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    fn send(&mut self, message: ToRows) {
        let id = self.rows().id;
        self.handle(Message::Kind(id, Sent::new(message)));
    }

    fn select(&mut self, rows: &[u32]) {
        let rows = rows.iter().copied().collect();
        self.send(ToRows::Select { rows, way: Way::Replace });
    }

    fn at(&self, number: u32) -> Option<[f64; 3]> {
        let mut rows = self.rows().edited().rows().rows();
        rows.find(|(own, _)| *own == number).and_then(|(_, row)| row.at())
    }
}

#[test]
fn a_dragged_spawn_stays_as_high_above_its_floor_and_is_undone_redone_and_saved() {
    let mut desk = Desk::new("isle_spawns.csv");
    let before = desk.text("isle_spawns.csv");
    assert!(!desk.model.can_run(REMOVE));
    // From the grass onto the hill, whose top is at 30.
    desk.select(&[1]);
    desk.send(ToRows::Move([130.0, 70.0]));
    assert_eq!(desk.at(1), Some([60.0, 50.0, 33.75]));
    desk.run(NONE);
    desk.run(CommandId::Undo);
    assert_eq!(desk.rows().selection, BTreeSet::from([1]), "what changed is seen");
    assert!(desk.rows().editing.is_saved());
    desk.run(CommandId::Redo);
    desk.run(CommandId::Save);
    let expected = before.replacen("-70,-20,3.75,0,1,", "60,50,33.75,0,1,", 1);
    assert_eq!(desk.text("isle_spawns.csv"), expected);
    desk.run(CommandId::Undo);
    desk.run(CommandId::Save);
    assert_eq!(desk.text("isle_spawns.csv"), before);
}

#[test]
fn rows_of_a_dump_are_dropped_typed_added_and_removed_as_statements() {
    let mut desk = Desk::new("isle_spawns.sql");
    let before = desk.text("isle_spawns.sql");
    desk.select(&[7]);
    desk.run(DROP);
    desk.select(&[10]);
    desk.send(ToRows::Set("heading".to_owned(), "128".to_owned()));
    desk.send(ToRows::Set("zone".to_owned(), "isle".to_owned()));
    desk.select(&[9]);
    desk.run(REMOVE);
    assert!(desk.rows().selection.is_empty());
    desk.send(ToRows::Aim([-70.0, 10.0]));
    desk.select(&[1]);
    desk.run(ADD);
    assert_eq!(desk.rows().selection, BTreeSet::from([11]));
    desk.run(CommandId::Save);
    let statements = "\n-- Changes by Landwright\n\
        UPDATE `spawn2` SET `z` = 0 WHERE `id` = 7;\n\
        DELETE FROM `spawn2` WHERE `id` = 9;\n\
        UPDATE `spawn2` SET `heading` = 128 WHERE `id` = 10;\n\
        INSERT INTO `spawn2` (`spawngroupid`, `zone`, `version`, `x`, `y`, `z`, `heading`, `respawntime`, \
        `variance`, `pathgrid`) VALUES (101, 'isle', 0, -70, 10, 0, 0, 640, 0, 0);\n";
    assert_eq!(desk.text("isle_spawns.sql"), format!("{before}{statements}"));
    // Whoever opens it again goes on from there.
    let path = desk.file("isle_spawns.sql");
    let again = desk.file("again.sql");
    fs::copy(path, &again).unwrap();
    desk.handle(Message::Open(vec![again]));
    assert_eq!((desk.at(7), desk.at(9)), (Some([-70.0, 0.0, 0.0]), None));
    assert!(desk.rows().editing.is_saved());
}

#[test]
fn a_row_like_a_different_one_has_its_values_as_they_are_written() {
    let mut desk = Desk::new("isle_spawns.sql");
    let file = desk.file("odd.sql");
    let sql = "INSERT INTO spawn2 (id, x, y, z, a, b, c, d) VALUES (1, 2, 3, 4, 'it''s', NOW(), NULL, 1e5);\n";
    fs::write(&file, sql).unwrap();
    desk.handle(Message::Open(vec![file]));
    desk.send(ToRows::Aim([5.0, 6.0]));
    desk.select(&[1]);
    desk.run(ADD);
    desk.run(CommandId::Save);
    let new = "VALUES (5, 6, 0, 'it''s', NOW(), NULL, 1e5);\n";
    assert!(desk.text("odd.sql").ends_with(new), "{}", desk.text("odd.sql"));
}

#[test]
fn wishes_that_can_not_be_are_told_and_change_nothing() {
    let mut desk = Desk::new("isle_spawns.csv");
    desk.select(&[1, 2]);
    desk.send(ToRows::Set("x".to_owned(), "far".to_owned()));
    assert!(desk.rows().editing.is_saved());
    assert_eq!(desk.rows().selection.len(), 2);
    let problems: Vec<&str> = desk.rows().problems.iter().map(|problem| problem.code).collect();
    assert!(problems.contains(&"eq-row-floor") && problems.contains(&"eq-row-heading"));
    let id = desk.rows().id;
    let heading = problems.iter().position(|code| *code == "eq-row-heading").unwrap();
    desk.handle(Message::ShowProblem(id, heading));
    assert_eq!(desk.rows().selection, BTreeSet::from([10]));
}

#[test]
fn what_was_moved_is_there_again_after_a_crash_and_a_changed_file_is_read() {
    let mut desk = Desk::new("isle_spawns.sql");
    desk.select(&[2]);
    desk.send(ToRows::Move([0.0, 10.0]));
    let moved = desk.at(2);
    let Desk { folder, model } = desk;
    drop(model);
    let mut desk = Desk { model: brought_back(folder.path().join("home")), folder };
    assert_eq!(desk.at(2), moved);
    assert!(!desk.rows().editing.is_saved());
    desk.run(CommandId::Undo);
    assert_eq!(desk.at(2), Some([0.0, -60.0, 8.75]));
    // Statements that a script put behind the dump are a step like any other.
    let file = desk.file("isle_spawns.sql");
    let statements = "\n-- Changes by Landwright\nUPDATE `spawn2` SET `x` = 5 WHERE `id` = 2;\n";
    fs::write(&file, desk.text("isle_spawns.sql") + statements).unwrap();
    desk.handle(Message::FileChanged(file));
    if let Some(Dialog::ChangedOnDisk { .. }) = desk.model.dialog() {
        let id = desk.rows().id;
        desk.handle(Message::Answer(Answer::TakeDisk(id)));
    }
    assert_eq!(desk.at(2), Some([5.0, -60.0, 8.75]));
}

fn n_open(desk: &Desk) -> usize {
    desk.rows().common.conflicts.as_ref().map_or(0, |conflicts| conflicts.open().len())
}

/// Another program writes the file while it has unsaved changes.
fn merged_with_disk(desk: &mut Desk, name: &str, theirs: &str) {
    let file = desk.file(name);
    fs::write(&file, theirs).unwrap();
    desk.handle(Message::FileChanged(file));
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    let id = desk.rows().id;
    desk.handle(Message::Answer(Answer::Merge(id)));
    assert_eq!(desk.model.dialog(), None);
}

#[test]
fn a_table_that_changes_on_disk_is_merged_and_keeps_its_history() {
    let mut desk = Desk::new("isle_spawns.csv");
    let before = desk.text("isle_spawns.csv");
    let old = desk.at(1);
    desk.select(&[1]);
    desk.send(ToRows::Move([2.0, 0.0]));
    let mine = desk.at(1);
    // A column more, the second row moved, and the third gone.
    let lines: Vec<&str> = before.lines().collect();
    let head = lines.iter().position(|line| line.contains("x,y,z,")).unwrap();
    let theirs: Vec<String> = lines
        .iter()
        .enumerate()
        .filter(|(n, _)| *n != head + 3)
        .map(|(n, line)| match n {
            n if n == head => format!("{line},extra"),
            n if n == head + 2 => format!("{},5", line.replace(",-60,", ",-61,")),
            _ => format!("{line},5"),
        })
        .collect();
    let theirs = theirs.join("\n") + "\n";
    merged_with_disk(&mut desk, "isle_spawns.csv", &theirs);
    assert_eq!(desk.rows().edited().rows().rows().count(), 9);
    assert_eq!((desk.at(1), desk.at(2)), (mine, Some([0.0, -61.0, 8.75])));
    assert_eq!(n_open(&desk), 0);
    desk.run(CommandId::Save);
    assert!(desk.text("isle_spawns.csv").contains(",extra\n"));
    desk.run(CommandId::Undo);
    desk.run(CommandId::Undo);
    assert_eq!((desk.at(1), desk.rows().edited().rows().rows().count()), (old, 10));
    assert_eq!(desk.rows().edited().to_bytes().unwrap(), before.as_bytes());
    desk.run(CommandId::Redo);
    desk.run(CommandId::Redo);
    assert!(desk.rows().editing.is_saved());
}

#[test]
fn a_file_without_unsaved_changes_follows_the_disk_as_a_step() {
    let mut desk = Desk::new("isle_spawns.csv");
    let before = desk.text("isle_spawns.csv");
    desk.select(&[1]);
    desk.send(ToRows::Move([2.0, 0.0]));
    desk.run(CommandId::Save);
    let saved = desk.text("isle_spawns.csv");
    let file = desk.file("isle_spawns.csv");
    fs::write(&file, saved.replace(",640,", ",641,")).unwrap();
    desk.handle(Message::FileChanged(file));
    if let Some(Dialog::ChangedOnDisk { .. }) = desk.model.dialog() {
        let id = desk.rows().id;
        desk.handle(Message::Answer(Answer::TakeDisk(id)));
    }
    let now = |desk: &Desk| String::from_utf8(desk.rows().edited().to_bytes().unwrap()).unwrap();
    assert!(now(&desk).contains(",641,") && desk.rows().editing.is_saved());
    desk.run(CommandId::Undo);
    assert_eq!(now(&desk), saved);
    desk.run(CommandId::Undo);
    assert_eq!(now(&desk), before);
}

#[test]
fn a_conflict_with_the_disk_is_decided_and_is_there_again_after_a_crash() {
    let mut desk = Desk::new("isle_spawns.sql");
    let dump = desk.text("isle_spawns.sql");
    desk.select(&[2]);
    desk.send(ToRows::Set("x".to_owned(), "7".to_owned()));
    let theirs = format!(
        "{dump}\n-- Changes by Landwright\nUPDATE `spawn2` SET `x` = 5, `y` = 6 WHERE `id` = 2;\n\
        DELETE FROM `spawn2` WHERE `id` = 3;\n"
    );
    merged_with_disk(&mut desk, "isle_spawns.sql", &theirs);
    assert_eq!((desk.at(2), desk.at(3)), (Some([7.0, 6.0, 8.75]), None));
    assert_eq!(n_open(&desk), 1);
    let Desk { folder, model } = desk;
    drop(model);
    let mut desk = Desk { model: brought_back(folder.path().join("home")), folder };
    assert_eq!((desk.at(2), n_open(&desk)), (Some([7.0, 6.0, 8.75]), 1));
    desk.run(CommandId::NextConflict);
    assert_eq!(desk.rows().selection, BTreeSet::from([2]));
    desk.run(CommandId::TakeTheirs);
    assert_eq!((desk.at(2), n_open(&desk)), (Some([5.0, 6.0, 8.75]), 0));
    desk.run(CommandId::Save);
    assert_eq!(desk.text("isle_spawns.sql"), theirs);
    desk.run(CommandId::Undo);
    assert_eq!(n_open(&desk), 1);
}

#[test]
fn a_text_without_rows_says_why_it_does_not_open() {
    let mut desk = Desk::new("isle_spawns.csv");
    let file = desk.file("other.csv");
    fs::write(&file, "a,b\n1,2\n").unwrap();
    desk.handle(Message::Open(vec![file]));
    assert!(
        matches!(desk.model.dialog(), Some(Dialog::Failed { what }) if what.contains("x, y and z"))
    );
}
