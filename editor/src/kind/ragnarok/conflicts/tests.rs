//! Merging an open map with what another program wrote into the same cells.

use std::path::Path;
use std::sync::Arc;

use landwright_core::format::ragnarok::gat::{self, Terrain};
use landwright_core::world::gat::area::Rect;

use super::*;
use crate::command::CommandId as Id;
use crate::kind::document::open::OpenDocument;
use crate::kind::ragnarok::message::MapMessage;
use crate::message::dialog::{Answer, Dialog};
use crate::message::{Message, Panel, Request};
use crate::model::Model;
use crate::model::trial::{act, brought_back, flat, kind, run, titles};
use crate::settings::Settings;
use crate::versions::conflicts::{OpenConflict, Settle, Side, Which};
use crate::view::id::DocumentId;

/// A map of 100 × 100 cells on disk that is open, and where it is.
fn opened() -> (tempfile::TempDir, PathBuf, Model) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.gat");
    let map = flat(100).active_map().unwrap().map().clone();
    std::fs::write(&file, gat::write(&map.to_gat())).unwrap();
    let home = Some(folder.path().join("home"));
    let mut model = Model::new(Settings::default(), home, Arc::new(|| ()));
    model.handle(Message::Open(vec![file.clone()]));
    model.settle();
    (folder, file, model)
}

fn paint(model: &mut Model, kind: u32, [x, y, width, height]: [u32; 4]) {
    let region =
        format!(r#"{{"rectangle":{{"x":{x},"y":{y},"width":{width},"height":{height}}}}}"#);
    act(model, "paint", &format!(r#"{{"region":{region},"ink":{{"type":{kind}}}}}"#));
}

/// Another program gives some cells a type.
fn write_there(file: &Path, kind: u32, cells: &[[u32; 2]]) -> Vec<u8> {
    let mut gat = gat::read(&std::fs::read(file).unwrap()).unwrap();
    for [x, y] in cells {
        gat.tile_mut(*x, *y).unwrap().terrain = Terrain(kind);
    }
    let bytes = gat::write(&gat);
    std::fs::write(file, &bytes).unwrap();
    bytes
}

fn merge_both(model: &mut Model, file: &Path) -> DocumentId {
    model.handle(Message::FileChanged(file.to_owned()));
    model.settle();
    let id = model.active_map().unwrap().id;
    assert!(matches!(model.dialog(), Some(Dialog::ChangedOnDisk { .. })), "{:?}", model.dialog());
    model.handle(Message::Answer(Answer::Merge(id)));
    model.settle();
    id
}

/// The open conflicts: place, field, and the value on each side.
fn left(model: &Model) -> Vec<[String; 5]> {
    let conflicts = model.active_map().unwrap().conflicts.as_ref();
    let open = conflicts.map(|conflicts| conflicts.open().to_vec()).unwrap_or_default();
    let row = |open: OpenConflict| {
        let Conflict { thing, field, base, ours, theirs, .. } = open.conflict;
        [thing, field, base, ours, theirs]
    };
    open.into_iter().map(row).collect()
}

fn backup_bytes(model: &Model) -> Vec<u8> {
    let conflicts = model.active_map().unwrap().conflicts.as_ref().unwrap();
    std::fs::read(&conflicts.theirs.as_ref().unwrap().backup).unwrap()
}

#[test]
fn cells_that_both_changed_are_listed_and_theirs_is_taken_as_one_step() {
    let (_folder, file, mut model) = opened();
    paint(&mut model, 1, [2, 2, 3, 1]);
    let theirs = write_there(&file, 5, &[[2, 2], [3, 2], [30, 30], [9, 9]]);
    merge_both(&mut model, &file);
    assert_eq!(model.dialog(), None);
    let shown = Request::ShowPanel(Panel::Conflicts);
    assert!(model.take_requests().contains(&shown));
    let row = ["2 cells in (2, 2) to (3, 2)", "type", "0", "1", "5"].map(str::to_owned);
    assert_eq!(left(&model), [row]);
    assert_eq!([kind(&model, 2, 2), kind(&model, 4, 2), kind(&model, 9, 9)], [1, 1, 5]);
    let said = "a.gat: the merge left 1 conflict; yours was kept";
    assert!(model.log.lines().any(|line| line.text.starts_with(said)));
    run(&mut model, Id::NextConflict);
    assert_eq!(model.active_map().unwrap().selection.n_cells(), 2);
    run(&mut model, Id::TakeAllTheirs);
    assert_eq!([kind(&model, 2, 2), kind(&model, 3, 2), kind(&model, 4, 2)], [5, 5, 1]);
    assert!(left(&model).is_empty() && !model.can_run(Id::NextConflict));
    let title = "Take theirs: 2 cells in (2, 2) to (3, 2), type";
    assert_eq!(titles(&model).last().unwrap(), title);
    run(&mut model, Id::Undo);
    assert_eq!([kind(&model, 2, 2), kind(&model, 9, 9)], [1, 5]);
    assert_eq!(left(&model).len(), 1, "undo brings the conflict back");
    run(&mut model, Id::Redo);
    assert!(left(&model).is_empty());
    assert_eq!(backup_bytes(&model), theirs);
}

#[test]
fn conflicts_of_an_earlier_merge_stay_in_the_list() {
    let (_folder, file, mut model) = opened();
    paint(&mut model, 1, [2, 2, 1, 1]);
    write_there(&file, 5, &[[2, 2]]);
    merge_both(&mut model, &file);
    paint(&mut model, 1, [20, 20, 1, 1]);
    write_there(&file, 5, &[[2, 2], [20, 20]]);
    merge_both(&mut model, &file);
    let places: Vec<String> = left(&model).into_iter().map(|[thing, ..]| thing).collect();
    assert_eq!(places, ["cell (2, 2)", "cell (20, 20)"]);
    run(&mut model, Id::TakeAllTheirs);
    assert_eq!([kind(&model, 2, 2), kind(&model, 20, 20)], [5, 5]);
}

#[test]
fn ours_is_a_decision_that_changes_nothing_and_is_undone_like_any() {
    let (folder, file, mut model) = opened();
    paint(&mut model, 1, [2, 2, 1, 1]);
    paint(&mut model, 1, [60, 60, 1, 1]);
    write_there(&file, 5, &[[2, 2], [60, 60]]);
    let id = merge_both(&mut model, &file);
    let map = model.active_map().unwrap().map().clone();
    model.handle(Message::Settle(id, Settle::Decide(Side::Ours, Which::One(0))));
    assert_eq!(titles(&model).last().unwrap(), "Keep ours: cell (2, 2), type");
    assert_eq!(left(&model).len(), 1);
    run(&mut model, Id::TakeAllOurs);
    assert!(left(&model).is_empty());
    run(&mut model, Id::Undo);
    assert_eq!(left(&model).len(), 1);
    drop(model);
    let mut model = brought_back(folder.path().join("home"));
    assert_eq!(*model.active_map().unwrap().map(), map);
    assert_eq!(left(&model).len(), 1, "decisions are there after a crash as well");
    run(&mut model, Id::Undo);
    assert_eq!(left(&model).len(), 2);
    assert_eq!(*model.active_map().unwrap().map(), map);
}

#[test]
fn with_conflicts_alone_it_is_said_and_the_save_keeps_theirs() {
    let (_folder, file, mut model) = opened();
    paint(&mut model, 1, [2, 2, 1, 1]);
    run(&mut model, Id::Save);
    model.settle();
    paint(&mut model, 6, [2, 2, 1, 1]);
    let theirs = write_there(&file, 5, &[[2, 2]]);
    merge_both(&mut model, &file);
    assert_eq!(titles(&model).len(), 2, "there is nothing to be merged");
    assert_eq!(backup_bytes(&model), theirs);
    run(&mut model, Id::Save);
    model.settle();
    assert!(!model.active_map().unwrap().has_unsaved_changes());
    assert_eq!(gat::read(&std::fs::read(&file).unwrap()).unwrap().tile(2, 2).unwrap().terrain.0, 6);
    assert_eq!(backup_bytes(&model), theirs, "nothing is lost by the save");
    assert_eq!(left(&model).len(), 1);
}

#[test]
fn theirs_is_taken_of_one_row_of_chosen_rows_or_of_selected_cells() {
    let (_folder, file, mut model) = opened();
    paint(&mut model, 1, [0, 0, 100, 100]);
    write_there(&file, 5, &[[0, 0], [99, 99], [49, 50], [50, 50]]);
    let id = merge_both(&mut model, &file);
    assert_eq!(left(&model).len(), 3);
    model.handle(Message::Settle(id, Settle::Decide(Side::Theirs, Which::One(0))));
    assert_eq!([kind(&model, 0, 0), kind(&model, 50, 50), kind(&model, 99, 99)], [5, 1, 1]);
    run(&mut model, Id::TakeTheirs);
    assert_eq!(left(&model).len(), 2, "nothing is chosen");
    // Without a chosen row, the selected cells are meant.
    let area = |x, y, width| Area::of_rect(Rect { x, y, width, height: 1 });
    model.handle(MapMessage::Select(area(50, 50, 9)).to(id));
    run(&mut model, Id::TakeTheirs);
    assert_eq!([kind(&model, 49, 50), kind(&model, 50, 50)], [1, 5]);
    assert_eq!(left(&model)[0][0], "1 cell of 2 cells in (49, 50) to (50, 50)");
    model.handle(MapMessage::Select(area(0, 90, 1)).to(id));
    run(&mut model, Id::TakeTheirs);
    assert_eq!(left(&model).len(), 2, "nothing selected is in conflict");
    for row in [1, 2] {
        model.handle(Message::Settle(id, Settle::Choose { row, is_added: row == 2 }));
    }
    assert_eq!(model.active_map().unwrap().selection.n_cells(), 2);
    run(&mut model, Id::TakeTheirs);
    assert_eq!([kind(&model, 49, 50), kind(&model, 99, 99), kind(&model, 51, 50)], [5, 5, 1]);
    assert_eq!(titles(&model).last().unwrap(), "Take theirs in 2 conflicts");
    assert!(left(&model).is_empty());
    run(&mut model, Id::Undo);
    assert_eq!(left(&model).len(), 2);
    run(&mut model, Id::TakeAllTheirs);
    assert!(left(&model).is_empty());
}

#[test]
fn a_crash_loses_neither_the_list_nor_what_was_merged() {
    let (folder, file, mut model) = opened();
    paint(&mut model, 2, [0, 0, 1, 1]);
    run(&mut model, Id::Save);
    model.settle();
    paint(&mut model, 1, [2, 2, 3, 1]);
    let theirs = write_there(&file, 5, &[[2, 2], [9, 9]]);
    merge_both(&mut model, &file);
    let (rows, map) = (left(&model), model.active_map().unwrap().map().clone());
    drop(model);
    let mut model = brought_back(folder.path().join("home"));
    assert_eq!(*model.active_map().unwrap().map(), map);
    assert_eq!(left(&model), rows);
    assert_eq!(backup_bytes(&model), theirs);
    assert!(model.dialog().is_none(), "it was merged already: {:?}", model.dialog());
    assert!(model.log.lines().any(|line| line.text.contains("of an earlier merge")));
    run(&mut model, Id::TakeAllTheirs);
    assert_eq!(kind(&model, 2, 2), 5);
    run(&mut model, Id::Save);
    model.settle();
    run(&mut model, Id::Close);
    drop(model);
    let journals = std::fs::read_dir(folder.path().join("home").join("journals")).unwrap();
    assert_eq!(journals.count(), 0, "the list goes with its journal");
}

/// A map that was saved and closed with a conflict open; what is beside the journal by then.
fn closed_with_a_conflict() -> (tempfile::TempDir, PathBuf, Vec<[String; 5]>) {
    let (folder, file, mut model) = opened();
    paint(&mut model, 1, [2, 2, 3, 1]);
    write_there(&file, 5, &[[2, 2], [9, 9]]);
    merge_both(&mut model, &file);
    let rows = left(&model);
    assert_eq!(rows.len(), 1);
    run(&mut model, Id::Save);
    model.settle();
    run(&mut model, Id::Close);
    assert!(model.active_map().is_none());
    // Backups go with time.
    std::fs::remove_dir_all(folder.path().join(".landwright")).unwrap();
    (folder, file, rows)
}

fn reopened(folder: &tempfile::TempDir, file: &Path) -> Model {
    let home = Some(folder.path().join("home"));
    let mut model = Model::new(Settings::default(), home, Arc::new(|| ()));
    model.offer_recovery();
    assert!(model.dialog().is_none(), "all of it is saved: {:?}", model.dialog());
    model.handle(Message::Open(vec![file.to_owned()]));
    model.settle();
    model
}

fn n_journal_files(folder: &tempfile::TempDir) -> usize {
    std::fs::read_dir(folder.path().join("home").join("journals")).unwrap().count()
}

#[test]
fn open_conflicts_of_a_saved_document_are_back_when_it_is_opened_again() {
    let (folder, file, rows) = closed_with_a_conflict();
    let mut model = reopened(&folder, &file);
    assert_eq!(left(&model), rows);
    let map = model.active_map().unwrap();
    assert!(!map.has_unsaved_changes());
    assert_eq!(model.documents().count(), 1);
    assert_eq!([kind(&model, 2, 2), kind(&model, 9, 9)], [1, 5]);
    run(&mut model, Id::TakeAllTheirs);
    assert_eq!([kind(&model, 2, 2), kind(&model, 3, 2)], [5, 1]);
    run(&mut model, Id::Undo);
    assert_eq!(left(&model), rows, "an undo opens them again");
    run(&mut model, Id::Redo);
    run(&mut model, Id::Save);
    model.settle();
    run(&mut model, Id::Close);
    assert_eq!(n_journal_files(&folder), 0, "all are decided");
}

#[test]
fn conflicts_of_a_file_that_is_a_different_one_stay_until_somebody_deletes_them() {
    let (folder, file, _) = closed_with_a_conflict();
    let n_files = n_journal_files(&folder);
    write_there(&file, 3, &[[50, 50]]);
    for _ in 0..2 {
        let model = reopened(&folder, &file);
        assert!(left(&model).is_empty());
        assert_eq!(kind(&model, 50, 50), 3);
        assert!(model.log.lines().any(|line| line.text.contains("of a different version")));
        assert!(matches!(model.dialog(), Some(Dialog::Recover { .. })));
        assert_eq!(n_journal_files(&folder), n_files);
    }
    let mut model = reopened(&folder, &file);
    let Some(Dialog::Recover { left }) = model.dialog().cloned() else { panic!() };
    assert_eq!(left.len(), 1);
    model.handle(Message::Answer(Answer::Forget(left[0].clone())));
    assert!(reopened(&folder, &file).dialog().is_none());
    run(&mut model, Id::Close);
    assert_eq!(n_journal_files(&folder), 0);
}

#[test]
fn theirs_put_back_after_the_save_is_a_different_version() {
    let (folder, file, mut model) = opened();
    paint(&mut model, 1, [2, 2, 3, 1]);
    let theirs = write_there(&file, 5, &[[2, 2], [9, 9]]);
    merge_both(&mut model, &file);
    run(&mut model, Id::Save);
    model.settle();
    run(&mut model, Id::Close);
    drop(model);
    std::fs::write(&file, &theirs).unwrap();
    let model = reopened(&folder, &file);
    assert!(model.log.lines().any(|line| line.text.contains("of a different version")));
    assert!(matches!(model.dialog(), Some(Dialog::Recover { .. })));
    assert_eq!([kind(&model, 2, 2), kind(&model, 3, 2), kind(&model, 9, 9)], [5, 0, 5]);
    assert!(left(&model).is_empty());
    assert!(!model.active_map().unwrap().has_unsaved_changes());
    assert_eq!(std::fs::read(&file).unwrap(), theirs);
}

#[test]
fn a_list_that_cant_be_read_is_told_of_and_not_deleted() {
    let (folder, file, _) = closed_with_a_conflict();
    let journals = std::fs::read_dir(folder.path().join("home").join("journals")).unwrap();
    let mut files = journals.map(|entry| entry.unwrap().path());
    let list = files.find(|path| path.extension().is_some_and(|it| it == "conflicts")).unwrap();
    std::fs::write(&list, b"{").unwrap();
    let model = reopened(&folder, &file);
    assert!(model.log.lines().any(|line| line.text.contains("can't be listed")));
    assert!(list.exists());
}

#[test]
fn conflicts_of_work_that_is_given_up_are_given_up_with_it() {
    let (folder, file, mut model) = opened();
    paint(&mut model, 1, [2, 2, 3, 1]);
    write_there(&file, 5, &[[2, 2], [9, 9]]);
    let id = merge_both(&mut model, &file);
    model.close_now(id);
    assert_eq!(n_journal_files(&folder), 0);
}

#[test]
fn nothing_is_merged_where_theirs_cannot_be_kept() {
    let (folder, file, mut model) = opened();
    paint(&mut model, 1, [2, 2, 1, 1]);
    let theirs = write_there(&file, 5, &[[2, 2], [9, 9]]);
    // A file has the name of the folder of backups.
    std::fs::write(folder.path().join(".landwright"), b"").unwrap();
    let id = merge_both(&mut model, &file);
    let Some(Dialog::Failed { what }) = model.dialog() else { panic!("{:?}", model.dialog()) };
    assert!(what.contains("can't be backed up"), "{what}");
    assert_eq!(kind(&model, 9, 9), 0);
    assert!(model.map(id).unwrap().conflicts.is_none());
    assert_eq!(std::fs::read(&file).unwrap(), theirs);
}
