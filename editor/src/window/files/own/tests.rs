//! The dialog for files on a real folder, by calls and by keys.

use std::fs;

use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::*;
use crate::kind::SavedAs;
use crate::view::id::DocumentId;

const MAP: DocumentId = DocumentId(3);
const AS_MAP: SavedAs =
    SavedAs { title: "Save the map", files: "Ragnarok maps", endings: &["gat"] };

/// A folder with maps, a picture, and a folder in it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("inner")).unwrap();
    for name in ["a.gat", "B.GAT", "c.png", "inner/d.gat"] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    folder
}

fn dialog(purpose: Purpose, folder: &Path, name: &str) -> OwnDialog {
    let start = Start {
        purpose,
        folder: Some(folder.to_path_buf()),
        name: name.to_owned(),
        places: vec![folder.to_path_buf(), folder.to_path_buf()],
    };
    let mut dialog = OwnDialog::new(&egui::Context::default(), start);
    wait(&mut dialog);
    dialog
}

fn wait(dialog: &mut OwnDialog) {
    if let Listing::Waiting(receiver) = &dialog.listing {
        dialog.listing = match receiver.recv().unwrap() {
            Ok(entries) => Listing::Here(entries),
            Err(error) => Listing::Failed(error),
        };
    }
}

fn names(dialog: &OwnDialog) -> Vec<String> {
    dialog.entries().iter().map(|entry| entry.name()).collect()
}

#[track_caller]
fn opened(message: Option<Message>) -> Vec<PathBuf> {
    match message {
        Some(Message::Open(paths)) => paths,
        other => panic!("{other:?}"),
    }
}

#[test]
fn files_of_the_wanted_kind_are_listed_and_others_on_demand() {
    let folder = folder();
    let mut maps = dialog(Purpose::OpenMaps, folder.path(), "");
    assert_eq!(names(&maps), ["inner", "a.gat", "B.GAT", "c.png"]);
    maps.endings = Endings::All;
    assert_eq!(names(&maps).len(), 4);
    assert_eq!(names(&dialog(Purpose::Picture(MAP), folder.path(), "")), ["inner", "c.png"]);
    let folders = dialog(Purpose::OpenFolder, folder.path(), "");
    assert_eq!(names(&folders), ["inner"]);
    assert_eq!(folders.only_seen().len(), 3, "they tell folders apart");
    assert_eq!(maps.only_seen().len(), 0);
}

#[test]
fn arrows_choose_and_enter_goes_into_folders_and_opens_files() {
    let folder = folder();
    let mut dialog = dialog(Purpose::OpenMaps, folder.path(), "");
    assert!(dialog.accept().is_none(), "nothing is chosen");
    dialog.step(1);
    assert!(dialog.accept().is_none());
    wait(&mut dialog);
    assert_eq!(names(&dialog), ["d.gat"]);
    dialog.step(1);
    assert_eq!(opened(dialog.accept()), [folder.path().join("inner/d.gat")]);
    dialog.go_up();
    wait(&mut dialog);
    let [a, b] = [1, 2].map(|n| dialog.entries()[n].clone());
    dialog.choose(&a, Choice::Only);
    dialog.choose(&b, Choice::Another);
    assert_eq!(opened(dialog.accept()), ["a.gat", "B.GAT"].map(|n| folder.path().join(n)));
}

#[test]
fn a_typed_name_is_opened_and_one_that_is_not_there_is_said() {
    let folder = folder();
    let mut dialog = dialog(Purpose::OpenMaps, folder.path(), "");
    dialog.name = "none.gat".to_owned();
    assert!(dialog.accept().is_none());
    assert!(dialog.said.as_ref().unwrap().ends_with("none.gat does not exist"));
    dialog.name = "inner/d.gat".to_owned();
    assert_eq!(opened(dialog.accept()).len(), 1);
    dialog.go_to(folder.path().join("nowhere"));
    wait(&mut dialog);
    assert!(matches!(&dialog.listing, Listing::Failed(error) if error.contains("nowhere")));
}

#[test]
fn saving_asks_before_it_replaces_and_adds_the_ending() {
    let folder = folder();
    let mut dialog = dialog(Purpose::Save(MAP, AS_MAP), folder.path(), "new");
    let saved = dialog.accept();
    let expected = folder.path().join("new.gat");
    assert!(matches!(saved, Some(Message::SaveTo(MAP, path)) if path == expected));
    dialog.name = "a.gat".to_owned();
    assert!(dialog.accept().is_none());
    let Some(Question::Replace(path)) = &dialog.question else { panic!() };
    assert_eq!(path, &folder.path().join("a.gat"));
    dialog.name = "no/where.gat".to_owned();
    assert!(dialog.accept().is_none());
    assert!(dialog.said.is_some());
    // Passing through a folder keeps the name.
    dialog.name = "kept.gat".to_owned();
    let inner = dialog.entries()[0].clone();
    dialog.choose(&inner, Choice::Only);
    assert_eq!(dialog.name, "kept.gat");
}

#[test]
fn the_folder_itself_is_opened_and_new_ones_are_made() {
    let folder = folder();
    let mut dialog = dialog(Purpose::OpenFolder, folder.path(), "");
    let here = |message: Option<Message>| match message {
        Some(Message::OpenFolder(path)) => path,
        other => panic!("{other:?}"),
    };
    assert_eq!(here(dialog.accept()), folder.path());
    dialog.make_folder("fresh");
    wait(&mut dialog);
    assert_eq!(here(dialog.accept()), folder.path().join("fresh"));
    dialog.go_up();
    dialog.make_folder("fresh");
    assert!(dialog.said.is_some());
    let n = dialog.places.iter().filter(|(_, path)| *path == folder.path()).count();
    assert_eq!(n, 1, "a place is there once");
}

#[test]
fn the_window_saves_by_keys_alone_after_a_question() {
    let folder = folder();
    struct Shown(OwnDialog, Vec<Message>, bool);
    let state = Shown(dialog(Purpose::Save(MAP, AS_MAP), folder.path(), "a.gat"), vec![], false);
    let mut harness = Harness::new_ui_state(
        |ui, Shown(dialog, sent, is_closed)| {
            if !*is_closed && let Outcome::Closed(message) = dialog.show(ui.ctx()) {
                sent.extend(message);
                *is_closed = true;
            }
        },
        state,
    );
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(harness.query_by_label("Replace").is_some(), "it asks first");
    harness.key_press(egui::Key::Escape);
    harness.run();
    assert!(!harness.state().2, "Escape goes back to the list");
    harness.get_by_role_and_label(Role::Button, "Save").click();
    harness.run();
    harness.get_by_label("Replace").click();
    harness.run();
    let Shown(_, sent, is_closed) = harness.state();
    assert!(*is_closed);
    let expected = folder.path().join("a.gat");
    assert!(matches!(&sent[..], [Message::SaveTo(MAP, path)] if *path == expected));
}
