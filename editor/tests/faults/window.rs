//! The window's part of a run, in a process of its own: the model alone, as a hand would use it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;

use landwright_core::problem::{Change, Fix};
use landwright_core::project::home::home;
use landwright_core::project::trust;
use landwright_editor::command::CommandId;
use landwright_editor::kind::ragnarok::message::MapMessage;
use landwright_editor::kind::rose::message::ZoneMessage;
use landwright_editor::kind::tera::message::AreaMessage;
use landwright_editor::message::Message;
use landwright_editor::message::dialog::{Answer, Dialog};
use landwright_editor::model::Model;
use landwright_editor::model::log::Level;
use landwright_editor::settings::Settings;
use landwright_editor::view::id::DocumentId;
use serde_json::{Value, json};

/// Says what a process is to do as the window: `save` or `restart`.
pub(crate) const CHILD: &str = "LANDWRIGHT_FAULTS_WINDOW";
/// The document, from the current folder.
pub(crate) const DOCUMENT: &str = "LANDWRIGHT_FAULTS_DOCUMENT";

/// The exit code where a person sees that something went wrong.
const TROUBLE: i32 = 3;

/// More dialogs than these come from no restart.
const MOST_DIALOGS: usize = 20;

pub(crate) fn run(what: &str) -> ExitCode {
    let document = std::env::current_dir().unwrap().join(std::env::var_os(DOCUMENT).unwrap());
    let home = home();
    let (settings, _) = Settings::load(&home);
    let mut model = Model::new(settings, Some(home), Arc::new(|| ()));
    model.offer_recovery();
    match what {
        "save" => save(&mut model, &document),
        "edit" => {
            open(&mut model, &document);
            edit(&mut model, &document, 1);
            edit(&mut model, &document, 2);
            (0..5).for_each(|_| model.settle());
        }
        _ => restart(&mut model, &document),
    }
    // As a crash would end it: nothing is closed, and journals stay.
    process::exit(if tell(&model) { TROUBLE } else { 0 })
}

/// Opens, edits, saves, edits again.
fn save(model: &mut Model, document: &Path) {
    open(model, document);
    let is_edited = edit(model, document, 1);
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    if is_edited && model.documents().all(|document| !document.has_unsaved_changes()) {
        say("saved");
    }
    edit(model, document, 2);
    // A few frames go by.
    (0..5).for_each(|_| model.settle());
}

fn open(model: &mut Model, document: &Path) {
    model.handle(Message::Open(vec![document.to_owned()]));
    model.settle();
    for _ in 0..MOST_DIALOGS {
        if !matches!(model.dialog(), Some(Dialog::Trust(_))) {
            return;
        }
        model.handle(Message::Answer(Answer::Trust(trust::Answer::Trust)));
        model.settle();
    }
}

/// A step that can be told from others by its number. Says whether it was made.
fn edit(model: &mut Model, document: &Path, number: u32) -> bool {
    let Some(id) = model.active().map(|document| document.common().id) else { return false };
    let before = head(model, id);
    model.handle(message(id, document, number));
    model.settle();
    let is_made = head(model, id) != before;
    if is_made {
        say(&format!("step {number}"));
    }
    is_made
}

fn head(model: &Model, id: DocumentId) -> Option<u64> {
    Some(model.document(id)?.history().steps().head().0)
}

fn message(id: DocumentId, document: &Path, number: u32) -> Message {
    let ending = document.extension().and_then(|ending| ending.to_str());
    match ending {
        Some("gat" | "dat#isle" | "mcache" | "fld2" | "gz") => {
            let cell = json!({ "x": number, "y": 1, "terrain": 5 });
            let action = json!({ "action": "set-cells", "cells": [cell] });
            MapMessage::Act(serde_json::from_value(action).unwrap()).to(id)
        }
        Some("apd") => {
            let cells = json!({ "list": [[3, number]] });
            let action = json!({ "action": "add-volume", "cells": cells, "z": 900, "height": 9 });
            let message = AreaMessage::Act(serde_json::from_value(action).unwrap());
            AreaMessage::to(id, message)
        }
        Some("STB") => fixing(id, "set-cell", cell_of_table("Level", number)),
        Some("STL") => fixing(id, "set-cell", cell_of_table("id", number)),
        Some("LTB") => fixing(id, "set-cell", cell_of_table("1", number)),
        Some("rsw") => {
            let at = json!([number, 0, 0]);
            fixing(id, "add", json!({ "kind": "light", "at": at }))
        }
        Some("gnd") => {
            let heights = json!({ "south-west": number });
            fixing(id, "set-corners", json!({ "x": 1, "y": 1, "heights": heights }))
        }
        Some("ZSC") => {
            fixing(id, "set-field", json!({ "place": "objects[0].radius", "to": number }))
        }
        Some("s3d") => fixing(id, "tag-regions", json!({ "regions": [number], "kind": "lava" })),
        Some("nav") => fixing(id, "set-area", json!({ "polygons": [number], "area": "disabled" })),
        Some("csv" | "sql") => {
            fixing(id, "move-rows", json!({ "rows": [number + 1], "by": [1, 0, 0] }))
        }
        _ => {
            let things = json!({ "matching": { "kinds": ["spawn"] } });
            let action =
                json!({ "action": "set", "things": things, "field": "limit", "to": 20 + number });
            let message = ZoneMessage::Act(Box::new(serde_json::from_value(action).unwrap()));
            ZoneMessage::to(id, message)
        }
    }
}

fn cell_of_table(column: &str, number: u32) -> Value {
    json!({ "row": 0, "column": column, "to": 20 + number })
}

/// An action as a fix has it, which every kind of document takes.
fn fixing(id: DocumentId, name: &'static str, arguments: Value) -> Message {
    Message::Fix(id, Fix::new(name, Change::Action { name, arguments }))
}

/// Brings back what was left, and saves whatever is not.
fn restart(model: &mut Model, document: &Path) {
    answer_all(model);
    if model.documents().next().is_none() {
        open(model, document);
    }
    let unsaved: Vec<PathBuf> = model
        .documents()
        .filter(|document| document.has_unsaved_changes())
        .filter_map(|document| document.common().file.as_ref().map(|file| file.path.clone()))
        .collect();
    if !unsaved.is_empty() {
        model.handle(Message::Command(CommandId::Save));
        model.settle();
        answer_all(model);
        model.handle(Message::Command(CommandId::Save));
        model.settle();
    }
}

fn answer_all(model: &mut Model) {
    for _ in 0..MOST_DIALOGS {
        let answer = match model.dialog() {
            None => return,
            Some(Dialog::Recover { left }) => {
                say("offered");
                Answer::Recover(left[0].clone())
            }
            Some(Dialog::Trust(_)) => Answer::Trust(trust::Answer::Trust),
            Some(Dialog::ChangedOnDisk { document, .. }) => {
                say("dialog: changed on disk");
                Answer::KeepMine(*document)
            }
            Some(dialog) => {
                say(&format!("dialog: {}", in_short(dialog)));
                Answer::Cancel
            }
        };
        model.handle(Message::Answer(answer));
        model.settle();
    }
}

fn in_short(dialog: &Dialog) -> String {
    format!("{dialog:?}").chars().take(300).collect()
}

/// Whether a person sees something at the end that went wrong; says what.
fn tell(model: &Model) -> bool {
    let mut is_trouble = model.dialog().is_some();
    for line in model.log.lines().filter(|line| line.level != Level::Note) {
        is_trouble = true;
        say(&format!("log: {}", line.text));
    }
    if let Some(dialog) = model.dialog() {
        say(&format!("dialog: {}", in_short(dialog)));
    }
    is_trouble
}

/// At once: what was said before a kill counts.
fn say(line: &str) {
    let mut stdout = std::io::stdout().lock();
    // Nobody hears it where this fails.
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}
