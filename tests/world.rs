//! Documents, held against real maps: the edits of others, applied as actions and taken back.

mod support;

use std::fs;
use std::path::Path;

use landwright_core::format::ragnarok::gat::{self, Gat};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::{Editing, StepId};
use serde_json::{Value, json};
use support::corpus;

fn read(folder: &Path, name: &str) -> Gat {
    gat::read(&fs::read(folder.join(name)).unwrap()).unwrap()
}

/// What differs between two maps, as a script.
fn script(from: &Gat, to: &Gat) -> Value {
    let mut cells = Vec::new();
    for (n, (old, new)) in from.tiles().iter().zip(to.tiles()).enumerate() {
        let (x, y) = (n as u32 % from.width(), n as u32 / from.width());
        let mut cell = json!({ "x": x, "y": y });
        if old.terrain != new.terrain {
            cell["terrain"] = json!(new.terrain);
        }
        if old.altitude != new.altitude {
            cell["altitude"] = json!(new.altitude);
        }
        if old != new {
            cells.push(cell);
        }
    }
    json!([{ "action": "set-cells", "cells": cells }])
}

#[test]
fn the_edits_of_others_give_their_files_and_undo_gives_ours() {
    let Some(folder) = corpus("gat") else { return };
    for (one, other) in [
        (
            "hurtsky__RO-Clientresources__efb775f6__prontera.gat",
            "marky291__XileAndroid__2a94af6d__prontera.gat",
        ),
        (
            "marky291__XileAndroid__0dc55122__prt_church.gat",
            "marky291__XileAndroid__7370800c__prt_church.gat",
        ),
        (
            "Neragalengel__data__acaee53e__prt_smart.gat",
            "Neragalengel__data__b23be457__prt_smart.gat",
        ),
        (
            "marky291__XileAndroid__457e9736__geffen.gat",
            "marky291__XileAndroid__981ad177__geffen.gat",
        ),
    ] {
        for (from, to) in [(one, other), (other, one)] {
            let (from, to) = (read(&folder, from), read(&folder, to));
            let actions: Vec<Action> = serde_json::from_value(script(&from, &to)).unwrap();
            let mut editing = Editing::new(GatMap::new(&from).unwrap());
            for action in actions {
                let edit = action.resolve(editing.document()).unwrap().edit.unwrap();
                editing.apply(action.title(), edit);
            }
            assert!(gat::write(&editing.document().to_gat()) == gat::write(&to));
            editing.jump(StepId::OPENED).unwrap();
            assert!(gat::write(&editing.document().to_gat()) == gat::write(&from));
        }
    }
}
