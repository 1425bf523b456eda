//! Journals as this program writes them.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use landwright_core::format::tera::apd;
use landwright_core::vfs::ContentHash;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action as AreaAction;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::routes::Spot;
use landwright_core::world::journal::{Base, Journal};
use landwright_core::world::{Document, Editing, StepId};
use landwright_editor::command::CommandId;
use landwright_editor::kind::ragnarok::message::MapMessage;
use landwright_editor::kind::rose::message::ZoneMessage;
use landwright_editor::kind::tera::message::AreaMessage;
use landwright_editor::message::Message;
use landwright_editor::model::Model;
use serde_json::{Value, json};

use super::{go, model_in, state, worlds};

/// Writes all journals into a folder, and gives their names.
pub(crate) fn all(folder: &Path) -> Vec<String> {
    let zone = "3DDATA/MAPS/SAMPLE/S01";
    vec![
        left_by_window(folder, "map", "isle.gat"),
        left_by_window(folder, "zone", zone),
        left_by_window(folder, "area", "row.apd"),
        without_tests(folder),
    ]
}

/// Edits, undoes, edits otherwise, saves and edits again; then the program is gone.
fn left_by_window(folder: &Path, world: &str, document: &str) -> String {
    let game = std::env::temp_dir().join(format!("landwright-{world}-{}", std::process::id()));
    worlds::write(world, &game);
    let home = folder.join(format!("home-of-{world}"));
    let mut model = model_in(&home);
    model.handle(Message::Open(vec![game.join(document)]));
    model.settle();
    for number in 1..=3 {
        edit(&mut model, world, number);
    }
    model.handle(Message::Command(CommandId::Undo));
    model.settle();
    edit(&mut model, world, 4);
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    edit(&mut model, world, 5);
    if let Some(area) = model.active_area() {
        let (id, spots) = (area.id, [[72.0, 72.0, 0.0], [200.0, 72.0, 0.0]].map(Spot::At));
        model.handle(AreaMessage::to(id, AreaMessage::Probe(spots)));
        model.settle();
        model.handle(AreaMessage::to(id, AreaMessage::KeepRoute));
        model.settle();
    }
    let left: Vec<_> = fs::read_dir(home.join("journals")).unwrap().flatten().collect();
    let journal = left.iter().find(|entry| entry.path().extension() == Some("journal".as_ref()));
    let version = fs::read(journal.unwrap().path()).unwrap()[8];
    let name = format!("{world}-{version}");
    // As they are now: going from step to step is written down as well.
    for entry in &left {
        let to = folder.join(&name).with_extension(entry.path().extension().unwrap());
        fs::copy(entry.path(), to).unwrap();
    }
    fs::write(folder.join(&name).with_extension("steps"), steps(&mut model)).unwrap();
    drop(model);
    fs::remove_dir_all(game).unwrap();
    name
}

/// A line for the file as it was opened and each step of the history: its number, and what the
/// document is then.
fn steps(model: &mut Model) -> String {
    let id = model.active().unwrap().common().id;
    let rows = model.document(id).unwrap().history().rows();
    let mut steps: Vec<StepId> = rows.iter().map(|row| row.id).collect();
    steps.push(StepId::OPENED);
    steps.sort();
    steps.dedup();
    let mut text = String::new();
    for step in steps {
        go(model, step);
        writeln!(text, "{} {:032x}", step.0, state(model).0).unwrap();
    }
    text
}

fn edit(model: &mut Model, world: &str, number: u32) {
    let id = model.active().unwrap().common().id;
    let before = model.document(id).unwrap().history().steps().len();
    let message = match world {
        "map" => {
            let cell = json!({ "x": number, "y": 1, "terrain": 5 });
            let action = json!({ "action": "set-cells", "cells": [cell] });
            MapMessage::Act(serde_json::from_value(action).unwrap()).to(id)
        }
        "area" => {
            let message = AreaMessage::Act(serde_json::from_value(move_node(number)).unwrap());
            AreaMessage::to(id, message)
        }
        _ => {
            let things = json!({ "matching": { "kinds": ["spawn"] } });
            let action =
                json!({ "action": "set", "things": things, "field": "limit", "to": 20 + number });
            ZoneMessage::to(id, ZoneMessage::Act(Box::new(serde_json::from_value(action).unwrap())))
        }
    };
    model.handle(message);
    model.settle();
    assert_eq!(model.document(id).unwrap().history().steps().len(), before + 1, "{world}");
}

fn move_node(number: u32) -> Value {
    json!({ "action": "set-node", "node": 1, "at": [104.0, 88.0, number] })
}

/// As programs before route tests wrote it.
fn without_tests(folder: &Path) -> String {
    let files = worlds::files("area");
    let file = files.iter().find(|file| file.path == "row.apd").unwrap();
    let area = Area::new(&apd::read_packed(&file.bytes).unwrap().0).unwrap();
    let name = "row.apd".to_owned();
    let (hash, len) = (ContentHash::of(&file.bytes), file.bytes.len() as u64);
    let base = Base { name, hash, len, beside: None };
    let path = folder.join("area-7.journal");
    let journal = Journal::start(&path, Area::KIND, &base).unwrap();
    fs::write(path.with_extension("base"), &file.bytes).unwrap();
    let mut text = String::new();
    let mut editing = Editing::new(area).with_journal(journal);
    for number in 0..4 {
        if number > 0 {
            let action: AreaAction = serde_json::from_value(move_node(number)).unwrap();
            let resolved = action.resolve(editing.document(), &Geometry::of_zones([])).unwrap();
            editing.apply(action.title(), resolved.edit.unwrap());
        }
        let mut bytes = apd::write(&editing.document().to_apd().unwrap());
        bytes.extend(editing.document().route_tests().to_bytes());
        let step = editing.steps().head().0;
        writeln!(text, "{step} {:032x}", ContentHash::of(&bytes).0).unwrap();
    }
    fs::write(path.with_extension("steps"), text).unwrap();
    "area-7".to_owned()
}
