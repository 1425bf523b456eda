//! Models to try things on in tests.

use std::path::PathBuf;
use std::sync::Arc;

use glam::Vec2;
use landwright_core::space::ragnarok::{TilePos, height_from_altitude};
use landwright_core::world::gat::action::Action;
use landwright_core::world::scripted::Scripted;

use super::Model;
use crate::command::CommandId;
use crate::kind::ragnarok::dialog::MapAnswer;
use crate::kind::ragnarok::form::new_map::NewMapForm;
use crate::kind::ragnarok::message::MapMessage;
use crate::kind::ragnarok::tool::Pointer;
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::settings::Settings;
use crate::view::hand::{Held, Phase};

/// A flat map of so many cells on a side, at height 0.
pub(crate) fn flat(side: u32) -> Model {
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    new_map(&mut model, side);
    model
}

/// A new flat map of so many cells on a side.
pub(crate) fn new_map(model: &mut Model, side: u32) {
    run(model, CommandId::NewMap);
    let form = NewMapForm { width: side, height: side, ..NewMapForm::default() };
    model.handle(Message::Answer(MapAnswer::NewMap(form).answer()));
}

/// A map of 40 × 40 cells with hills, as one step.
pub(crate) fn hills() -> Model {
    let mut model = flat(40);
    let how = r#"{"region":"everything","how":{"noise":{"seed":1,"height":20.0,"width":6.0}}}"#;
    act(&mut model, "shape-heights", how);
    model
}

/// A program that starts after a crash, with the first thing that this left brought back.
pub(crate) fn brought_back(home: PathBuf) -> Model {
    let mut model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
    model.offer_recovery();
    let Some(Dialog::Recover { left }) = model.dialog().cloned() else {
        panic!("{:?}", model.dialog())
    };
    model.handle(Message::Answer(Answer::Recover(left[0].clone())));
    model.settle();
    model
}

/// Does something that starts a job, which is cancelled before it has done anything.
pub(crate) fn cancelled(model: &mut Model, title: &str, start: impl FnOnce(&mut Model)) {
    let gate = model.jobs.gate();
    let held = gate.lock().unwrap();
    start(model);
    model.tick();
    let job = model.jobs().iter().find(|job| job.title.starts_with(title)).unwrap().id;
    model.handle(Message::CancelJob(job));
    drop(held);
    model.settle();
}

pub(crate) fn run(model: &mut Model, id: CommandId) {
    model.handle(Message::Command(id));
}

/// One step of the active document, by its name and its arguments in JSON.
pub(crate) fn act(model: &mut Model, name: &str, arguments: &str) {
    let action = Action::from_parts(name, &serde_json::from_str(arguments).unwrap()).unwrap();
    let id = model.active_map().unwrap().id;
    model.handle(MapMessage::Act(action).to(id));
}

pub(crate) fn point(model: &mut Model, phase: Phase, at_in_cells: impl Into<Vec2>, held: Held) {
    let view = model.active_view().unwrap();
    let pointer = Pointer { phase, at_in_cells: at_in_cells.into(), held };
    model.handle(MapMessage::Point(view.number, vec![pointer]).to(view.document));
}

pub(crate) fn drag(model: &mut Model, way: &[[f32; 2]], held: Held) {
    point(model, Phase::Press, way[0], held);
    way.iter().skip(1).for_each(|at| point(model, Phase::Drag, *at, held));
    point(model, Phase::Release, way[way.len() - 1], held);
}

/// All 32 bits of a cell of the active document.
pub(crate) fn kind(model: &Model, x: u32, y: u32) -> u32 {
    model.active_map().unwrap().map().terrain(TilePos { x, y }).unwrap().0
}

pub(crate) fn heights(model: &Model, x: u32, y: u32) -> [f32; 4] {
    let tile = model.active_map().unwrap().map().tile(TilePos { x, y }).unwrap();
    tile.altitude.map(height_from_altitude)
}

/// The steps of the history of the active document.
pub(crate) fn titles(model: &Model) -> Vec<String> {
    model.active_map().unwrap().editing().rows().iter().map(|row| row.title.clone()).collect()
}
