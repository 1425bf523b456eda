//! Journals that older programs wrote come back with every step.
//!
//! Beside this file are journals as a crash left them, by the kind of their document and the version of
//! the journal; `.steps` says what each step comes to. They are never made again: another program would
//! write others. `LANDWRIGHT_NEW_JOURNALS=FOLDER` writes those of today's program to a folder, for the
//! day when its version changes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

#[path = "../../../tests/support/samples.rs"]
#[allow(unreachable_pub, reason = "it is shared")]
mod samples;
#[path = "../../../tests/support/worlds.rs"]
mod worlds;

mod make;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::ragnarok::gat;
use landwright_core::format::tera::apd;
use landwright_core::vfs::ContentHash;
use landwright_core::world::StepId;
use landwright_editor::message::Message;
use landwright_editor::message::dialog::{Answer, Dialog};
use landwright_editor::model::Model;
use landwright_editor::settings::Settings;

const JOURNALS: &[&str] = &["map-7", "zone-7", "area-7", "area-8"];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals")
}

#[test]
fn journals_of_older_programs_come_back_with_every_step() {
    for name in JOURNALS {
        check(&fixtures(), name);
    }
}

#[test]
fn journals_of_this_program_come_back_with_every_step() {
    let folder = tempfile::tempdir().unwrap();
    for name in make::all(folder.path()) {
        check(folder.path(), &name);
    }
    if let Some(chosen) = std::env::var_os("LANDWRIGHT_NEW_JOURNALS") {
        for entry in fs::read_dir(folder.path()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, Path::new(&chosen).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
}

/// Brings a journal back, and goes to each of its steps.
fn check(folder: &Path, name: &str) {
    let home = tempfile::tempdir().unwrap();
    let journals = home.path().join("journals");
    fs::create_dir(&journals).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_of_it = path.file_stem().is_some_and(|stem| stem == name);
        if is_of_it && path.extension().is_some_and(|ending| ending != "steps") {
            fs::copy(&path, journals.join(path.file_name().unwrap())).unwrap();
        }
    }
    let (_, version) = name.split_once('-').unwrap();
    let bytes = fs::read(journals.join(name).with_extension("journal")).unwrap();
    assert_eq!(u32::from(bytes[8]), version.parse::<u32>().unwrap(), "{name}");

    let mut model = model_in(home.path());
    model.offer_recovery();
    let Some(Dialog::Recover { left }) = model.dialog().cloned() else {
        panic!("{name}: {:?}", model.dialog());
    };
    model.handle(Message::Answer(Answer::Recover(left[0].clone())));
    model.settle();
    let steps = fs::read_to_string(folder.join(name).with_extension("steps")).unwrap();
    let mut n_steps = 0;
    for line in steps.lines() {
        let (step, hash) = line.split_once(' ').unwrap();
        go(&mut model, StepId(step.parse().unwrap()));
        assert_eq!(format!("{:032x}", state(&model).0), hash, "{name}: step {step}");
        n_steps += 1;
    }
    let id = model.active().unwrap().common().id;
    let n_known = model.document(id).unwrap().history().steps().len();
    assert_eq!(n_known + 1, n_steps, "{name}: the file as it was opened, and each step");
}

fn model_in(home: &Path) -> Model {
    Model::new(Settings::default(), Some(home.to_owned()), Arc::new(|| ()))
}

fn go(model: &mut Model, step: StepId) {
    let id = model.active().unwrap().common().id;
    model.handle(Message::Jump(id, step));
    model.settle();
    assert_eq!(model.document(id).unwrap().history().steps().head(), step);
}

/// The document in front, as it would be written.
fn state(model: &Model) -> ContentHash {
    let mut bytes = Vec::new();
    if let Some(map) = model.active_map() {
        bytes.extend(gat::write(&map.map().to_gat()));
    } else if let Some(area) = model.active_area() {
        bytes.extend(apd::write(&area.area().to_apd().unwrap()));
        bytes.extend(area.area().route_tests().to_bytes());
    } else if let Some(zone) = model.active_zone() {
        for (path, file) in zone.zone().to_files() {
            bytes.extend(path.as_str().bytes());
            bytes.extend(file);
        }
    }
    assert!(!bytes.is_empty(), "nothing is open: {:?}", model.dialog());
    ContentHash::of(&bytes)
}
