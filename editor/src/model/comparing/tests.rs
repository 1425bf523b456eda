//! What holds where what is open is compared with other versions of it.

use std::fs;
use std::process::Command;
use std::sync::Arc;

use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::space::ragnarok::TilePos;
use tempfile::TempDir;

use super::*;
use crate::command::CommandId as Id;
use crate::kind::document::open::OpenDocument;
use crate::message::Message;
use crate::model::trial::{act, kind, run};
use crate::settings::Settings;
use crate::versions::Origin;

/// A map on disk that is open.
fn on_disk() -> (TempDir, PathBuf, Model) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("isle.gat");
    let version = landwright_core::format::ragnarok::gat::Version::V1_3;
    let plan = Plan { seed: 7, width: 24, height: 16, version };
    fs::write(&path, landwright_core::format::ragnarok::gat::write(&island(plan).gat)).unwrap();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    (folder, path, model)
}

fn front(model: &Model) -> &dyn OpenDocument {
    model.active().unwrap()
}

fn tell(model: &mut Model, what: Compare) {
    let id = front(model).common().id;
    model.handle(Message::Compare(id, what));
    model.settle();
}

fn versions(model: &mut Model) -> Vec<Version> {
    tell(model, Compare::Look);
    front(model).common().comparing.versions.clone().unwrap()
}

fn found(model: &Model) -> Arc<Differences> {
    let shown = front(model).common().comparing.shown.as_ref().unwrap();
    shown.found.clone().unwrap().unwrap()
}

fn titles(model: &Model) -> Vec<String> {
    found(model).rows.iter().map(|row| row.title.clone()).collect()
}

fn paint(model: &mut Model, cells: &[[u32; 2]], terrain: u32) {
    let cells: Vec<String> =
        cells.iter().map(|[x, y]| format!(r#"{{"x":{x},"y":{y},"terrain":{terrain}}}"#)).collect();
    act(model, "set-cells", &format!(r#"{{"cells":[{}]}}"#, cells.join(",")));
}

fn backup(versions: &[Version]) -> Version {
    let is_backup = |version: &&Version| matches!(version.origin, Origin::Backup { .. });
    versions.iter().find(is_backup).unwrap().clone()
}

#[test]
fn unsaved_changes_are_listed_shown_and_taken_back_one_by_one() {
    let (_folder, path, mut model) = on_disk();
    let before = fs::read(&path).unwrap();
    let was = [kind(&model, 3, 4), kind(&model, 9, 9)];
    let disk = versions(&mut model).remove(0);
    assert_eq!(disk.origin, Origin::Disk);
    tell(&mut model, Compare::With(disk));
    assert_eq!(found(&model).n_changes, 0);
    assert!(!model.can_run(Id::NextDifference));
    paint(&mut model, &[[3, 4], [4, 4]], 77);
    paint(&mut model, &[[9, 9]], 78);
    tell(&mut model, Compare::Again);
    assert_eq!(found(&model).n_changes, 3);
    let of_77 = titles(&model).iter().position(|title| title.contains("77")).unwrap();
    tell(&mut model, Compare::Show(of_77));
    let selected: Vec<TilePos> = model.active_map().unwrap().selection.cells().collect();
    assert!(selected.iter().all(|cell| cell.y == 4) && !selected.is_empty());
    let of_78 = titles(&model).iter().position(|title| title.contains("78")).unwrap();
    tell(&mut model, Compare::Take(of_78));
    assert_eq!(kind(&model, 9, 9), was[1]);
    assert_eq!(kind(&model, 3, 4), 77);
    assert_eq!(found(&model).n_changes, 2, "it is compared once more");
    tell(&mut model, Compare::TakeAll);
    assert_eq!(kind(&model, 3, 4), was[0]);
    assert_eq!(found(&model).n_changes, 0);
    run(&mut model, Id::Undo);
    run(&mut model, Id::Undo);
    assert_eq!([kind(&model, 3, 4), kind(&model, 9, 9)], [77, 78]);
    assert!(fs::read(&path).unwrap() == before, "nothing was written");
}

#[test]
fn a_backup_comes_back_as_a_step_and_counts_as_unsaved() {
    let (_folder, path, mut model) = on_disk();
    let first = fs::read(&path).unwrap();
    paint(&mut model, &[[3, 4]], 77);
    run(&mut model, Id::Save);
    model.settle();
    let saved = fs::read(&path).unwrap();
    let backup = backup(&versions(&mut model));
    let n_versions =
        |model: &Model| front(model).common().comparing.versions.clone().unwrap().len();
    let n_before = n_versions(&model);
    tell(&mut model, Compare::With(backup));
    assert_eq!(found(&model).n_changes, 1);
    tell(&mut model, Compare::TakeAll);
    assert!(front(&model).has_unsaved_changes());
    assert!(fs::read(&path).unwrap() == saved, "a version is no save");
    run(&mut model, Id::Undo);
    assert!(!front(&model).has_unsaved_changes());
    run(&mut model, Id::Redo);
    run(&mut model, Id::Save);
    model.settle();
    assert!(fs::read(&path).unwrap() == first, "byte for byte");
    assert_eq!(found(&model).n_changes, 0, "after a save it is compared once more");
    tell(&mut model, Compare::Back);
    paint(&mut model, &[[6, 6]], 79);
    run(&mut model, Id::Save);
    model.settle();
    assert!(n_versions(&model) >= n_before, "a save has a backup more");
}

#[test]
fn differences_are_stepped_through_and_nothing_is_taken_from_what_is_past() {
    let (folder, path, mut model) = on_disk();
    let other = folder.path().join("other.gat");
    fs::copy(&path, &other).unwrap();
    paint(&mut model, &[[1, 1]], 60);
    paint(&mut model, &[[2, 2]], 61);
    tell(&mut model, Compare::WithFile(other.clone()));
    let row = |model: &Model| front(model).common().comparing.shown.as_ref().unwrap().row;
    for expected in [0, 1, 0] {
        run(&mut model, Id::NextDifference);
        assert_eq!(row(&model), Some(expected));
    }
    run(&mut model, Id::PreviousDifference);
    assert_eq!(row(&model), Some(1));
    paint(&mut model, &[[5, 5]], 62);
    tell(&mut model, Compare::Take(0));
    assert_eq!([kind(&model, 1, 1), kind(&model, 2, 2)], [60, 61]);
    assert_eq!(found(&model).n_changes, 3, "it is compared with what is here now");
    // A file that is gone, damaged or of another kind is said to be, and nothing happens.
    for bytes in [None, Some(&b"GRAT"[..]), Some(b"nothing")] {
        match bytes {
            None => fs::remove_file(&other).unwrap(),
            Some(bytes) => fs::write(&other, bytes).unwrap(),
        }
        tell(&mut model, Compare::Again);
        let found = found(&model);
        assert!(bytes.is_none() || !found.troubles.is_empty());
        tell(&mut model, Compare::TakeAll);
        assert_eq!(kind(&model, 1, 1), 60);
        model.handle(Message::Answer(crate::message::dialog::Answer::Cancel));
    }
}

#[test]
fn commits_of_a_file_are_versions_of_it() {
    let (folder, path, mut model) = on_disk();
    let git = |words: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(folder.path()).args(["-c", "user.name=A", "-c", "user.email=a@b"]);
        git.args(["-c", "commit.gpgsign=false"]).args(words).output().ok()
    };
    if git(&["init", "-q"]).is_none() {
        eprintln!("skipped: git is not installed");
        return;
    }
    git(&["add", "isle.gat"]);
    git(&["commit", "-q", "-m", "First isle"]);
    paint(&mut model, &[[3, 4]], 77);
    run(&mut model, Id::Save);
    model.settle();
    let commits = versions(&mut model);
    let commit = commits.iter().find(|version| version.title == "First isle").unwrap().clone();
    tell(&mut model, Compare::With(commit));
    assert_eq!(found(&model).n_changes, 1);
    tell(&mut model, Compare::TakeAll);
    assert_ne!(kind(&model, 3, 4), 77);
    // A name that git would take for a pattern is a name.
    let odd = folder.path().join("[a]*.gat");
    fs::copy(&path, &odd).unwrap();
    model.handle(Message::Open(vec![odd]));
    model.settle();
    assert_eq!(versions(&mut model).len(), 1);
}

#[test]
fn an_area_and_a_table_are_compared_and_become_other_versions() {
    let folder = TempDir::new().unwrap();
    let (mut model, path) = crate::kind::tera::tests::opened_with_zones(folder.path(), None);
    let before = fs::read(&path).unwrap();
    run(&mut model, Id::SelectAll);
    run(&mut model, Id::DeleteSelected);
    model.settle();
    let n_left = model.active_area().unwrap().area().n_nodes();
    let disk = versions(&mut model).remove(0);
    tell(&mut model, Compare::With(disk));
    let rows = found(&model);
    assert!(
        rows.n_changes > 0 && rows.troubles.is_empty(),
        "{rows:?} {n_left} {:?}",
        model.dialog()
    );
    tell(&mut model, Compare::Show(0));
    tell(&mut model, Compare::TakeAll);
    assert!(model.active_area().unwrap().area().n_nodes() > n_left);
    assert_eq!(found(&model).n_changes, 0);
    assert!(fs::read(&path).unwrap() == before);

    let table = folder.path().join("LIST_X.STB");
    let stb = |name: &str| crate::kind::table::tests::stb_of(&["Name"], &[&["1", name]]);
    fs::write(&table, stb("old")).unwrap();
    let other = folder.path().join("other.STB");
    fs::write(&other, stb("new")).unwrap();
    model.handle(Message::Open(vec![table.clone()]));
    model.settle();
    tell(&mut model, Compare::WithFile(other.clone()));
    assert_eq!(found(&model).n_changes, 1);
    tell(&mut model, Compare::Show(0));
    tell(&mut model, Compare::TakeAll);
    assert_eq!(model.dialog(), None);
    assert_eq!(found(&model).n_changes, 0);
    run(&mut model, Id::Save);
    model.settle();
    assert!(fs::read(&table).unwrap() == fs::read(&other).unwrap());
}
