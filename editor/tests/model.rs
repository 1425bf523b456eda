//! The model without a window: what messages do, and that nothing is lost.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::paint::Ink;
use landwright_editor::command::CommandId;
use landwright_editor::kind::document::common::Then;
use landwright_editor::kind::document::open::OpenDocument;
use landwright_editor::kind::ragnarok::document::MapDocument;
use landwright_editor::kind::ragnarok::message::MapMessage;
use landwright_editor::kind::ragnarok::tool::Pointer;
use landwright_editor::message::dialog::{Answer, Dialog};
use landwright_editor::message::{Message, Request};
use landwright_editor::model::Model;
use landwright_editor::settings::Settings;
use landwright_editor::view::hand::{Held, Phase};
use landwright_editor::view::id::ViewId;

struct Desk {
    folder: tempfile::TempDir,
    model: Model,
}

impl Desk {
    /// With a map on disk that is open.
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.gat"), map_bytes()).unwrap();
        let mut desk = Desk { model: model_in(folder.path()), folder };
        desk.open("a.gat");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&mut self, name: &str) {
        let path = self.path(name);
        self.model.handle(Message::Open(vec![path]));
        self.model.settle();
    }

    fn run(&mut self, id: CommandId) {
        self.model.handle(Message::Command(id));
        self.model.settle();
    }

    fn answer(&mut self, answer: Answer) {
        self.model.handle(Message::Answer(answer));
        self.model.settle();
    }

    fn document(&self) -> &MapDocument {
        self.model.active_map().unwrap()
    }

    /// One stroke of a type through some cells.
    fn stroke(&mut self, kind: u32, cells: &[[u32; 2]]) {
        let view = self.model.active_view().unwrap();
        let mut tools = self.model.tools.clone();
        (tools.maps.ink, tools.maps.brush_size) = (Ink::Type(kind), 1);
        self.model.handle(tools.set());
        let mut phase = Phase::Press;
        for cell in cells {
            self.point(view, phase, *cell);
            phase = Phase::Drag;
        }
        self.point(view, Phase::Release, cells[cells.len() - 1]);
        self.model.settle();
    }

    fn point(&mut self, view: ViewId, phase: Phase, [x, y]: [u32; 2]) {
        let at_in_cells = glam::vec2(x as f32 + 0.5, y as f32 + 0.5);
        let pointer = Pointer { phase, at_in_cells, held: Held::default() };
        self.model.handle(MapMessage::Point(view.number, vec![pointer]).to(view.document));
    }

    fn kind(&self, x: u32, y: u32) -> u32 {
        let terrain = self.document().map().terrain(TilePos { x, y }).unwrap();
        terrain.without_water_bit().0
    }

    fn on_disk(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// As if the program had been killed: whatever is in memory is gone.
    fn crash(self) -> Desk {
        let Desk { folder, model } = self;
        drop(model);
        let mut model = model_in(folder.path());
        model.offer_recovery();
        Desk { folder, model }
    }
}

fn model_in(folder: &Path) -> Model {
    Model::new(Settings::default(), Some(folder.join("home")), Arc::new(|| ()))
}

fn map_bytes() -> Vec<u8> {
    let plan = Plan { seed: 3, width: 40, height: 30, version: Version::V1_2 };
    gat::write(&island(plan).gat)
}

/// The bytes of the map with some types written into them, by the layout of the file alone.
fn with_types(kind: u32, cells: &[[u32; 2]]) -> Vec<u8> {
    let mut bytes = map_bytes();
    for [x, y] in cells {
        let at = 14 + 20 * (*y as usize * 40 + *x as usize) + 16;
        bytes[at..at + 4].copy_from_slice(&kind.to_le_bytes());
    }
    bytes
}

#[test]
fn a_stroke_is_saved_to_the_byte_and_the_old_file_is_kept() {
    let mut desk = Desk::new();
    desk.stroke(5, &[[1, 1], [4, 1]]);
    assert!(desk.document().has_unsaved_changes());
    desk.run(CommandId::Save);
    let row = [[1, 1], [2, 1], [3, 1], [4, 1]];
    assert_eq!(desk.on_disk("a.gat"), with_types(5, &row));
    assert!(!desk.document().has_unsaved_changes());
    let backups = std::fs::read_dir(desk.path(".landwright/backups")).unwrap();
    let backup = backups.map(|entry| entry.unwrap().path()).next().unwrap();
    assert_eq!(std::fs::read(backup).unwrap(), map_bytes());
    desk.run(CommandId::Undo);
    assert!(desk.document().has_unsaved_changes());
    desk.run(CommandId::Save);
    assert_eq!(desk.on_disk("a.gat"), map_bytes());
}

#[test]
fn a_crash_loses_no_finished_stroke_and_no_step_of_the_history() {
    let mut desk = Desk::new();
    desk.stroke(1, &[[0, 0]]);
    desk.run(CommandId::Save);
    desk.stroke(5, &[[9, 9]]);
    desk.stroke(3, &[[10, 9]]);
    desk.run(CommandId::Undo);
    let mut desk = desk.crash();
    let Some(Dialog::Recover { left }) = desk.model.dialog().cloned() else { panic!() };
    desk.answer(Answer::Recover(left[0].clone()));
    assert_eq!([desk.kind(0, 0), desk.kind(9, 9)], [1, 5]);
    assert!(desk.document().has_unsaved_changes());
    desk.run(CommandId::Redo);
    assert_eq!(desk.kind(10, 9), 3);
    for _ in 0..3 {
        desk.run(CommandId::Undo);
    }
    assert_eq!(gat::write(&desk.document().map().to_gat()), map_bytes());
    desk.run(CommandId::Redo);
    assert!(!desk.document().has_unsaved_changes(), "this is what was saved");
    desk.run(CommandId::Close);
    assert!(desk.model.maps().next().is_none());
    assert_eq!(std::fs::read_dir(desk.path("home/journals")).unwrap().count(), 0);
}

#[test]
fn what_is_saved_is_not_offered_after_a_crash() {
    let left_after = |work: &dyn Fn(&mut Desk)| {
        let mut desk = Desk::new();
        work(&mut desk);
        let desk = desk.crash();
        let n_left = std::fs::read_dir(desk.path("home/journals")).unwrap().count();
        let is_offered = matches!(desk.model.dialog(), Some(Dialog::Recover { .. }));
        assert_eq!(is_offered, n_left > 0, "{n_left} files of a journal are left");
        is_offered
    };
    let saved = |desk: &mut Desk| {
        desk.stroke(5, &[[1, 1]]);
        desk.run(CommandId::Save);
    };
    let save_as = |desk: &mut Desk, name: &str| {
        let (id, path) = (desk.document().id, desk.path(name));
        desk.model.handle(Message::SaveTo(id, path));
        desk.model.settle();
    };
    assert!(!left_after(&saved));
    assert!(left_after(&|desk| {
        saved(desk);
        desk.run(CommandId::Undo);
    }));
    assert!(!left_after(&|desk| {
        saved(desk);
        desk.run(CommandId::Undo);
        desk.run(CommandId::Redo);
    }));
    assert!(!left_after(&|desk| {
        desk.stroke(5, &[[1, 1]]);
        save_as(desk, "b.gat");
    }));
    assert!(left_after(&|desk| {
        desk.stroke(5, &[[1, 1]]);
        save_as(desk, "no/such/folder/b.gat");
    }));
    // Somebody else's work is no work of ours that is lost; a file that is gone may be.
    assert!(!left_after(&|desk| {
        saved(desk);
        std::fs::write(desk.path("a.gat"), with_types(2, &[[7, 7]])).unwrap();
    }));
    assert!(left_after(&|desk| {
        saved(desk);
        std::fs::remove_file(desk.path("a.gat")).unwrap();
    }));
}

#[test]
fn what_is_kept_of_a_map_that_changed_on_disk_is_unsaved_wherever_undo_leads() {
    for answer in [Answer::KeepMine, Answer::Merge] {
        let mut desk = Desk::new();
        desk.stroke(5, &[[1, 1]]);
        std::fs::write(desk.path("a.gat"), with_types(2, &[[7, 7]])).unwrap();
        desk.run(CommandId::Save);
        let id = desk.document().id;
        desk.answer(answer(id));
        while desk.model.can_run(CommandId::Undo) {
            desk.run(CommandId::Undo);
        }
        assert!(desk.document().has_unsaved_changes(), "theirs is on disk");
        desk.run(CommandId::Save);
        assert_eq!(desk.on_disk("a.gat"), map_bytes());
        assert!(!desk.document().has_unsaved_changes());
    }
}

#[test]
fn a_map_without_a_file_comes_back_as_well() {
    let mut desk = Desk::new();
    desk.run(CommandId::Close);
    desk.run(CommandId::OpenSample);
    desk.stroke(6, &[[2, 2]]);
    let map = desk.document().map().clone();
    let mut desk = desk.crash();
    let Some(Dialog::Recover { left }) = desk.model.dialog().cloned() else { panic!() };
    desk.answer(Answer::Recover(left[0].clone()));
    assert_eq!(*desk.document().map(), map);
    assert!(desk.document().file.is_none());
}

#[test]
fn what_another_program_wrote_is_never_overwritten() {
    let mut desk = Desk::new();
    desk.stroke(5, &[[1, 1]]);
    let theirs = with_types(2, &[[7, 7]]);
    std::fs::write(desk.path("a.gat"), &theirs).unwrap();
    desk.run(CommandId::Save);
    assert_eq!(desk.on_disk("a.gat"), theirs);
    let id = desk.document().id;
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    desk.answer(Answer::Merge(id));
    assert_eq!([desk.kind(1, 1), desk.kind(7, 7)], [5, 2]);
    desk.run(CommandId::Save);
    let mut both = theirs;
    let at = 14 + 20 * 41 + 16;
    both[at..at + 4].copy_from_slice(&5_u32.to_le_bytes());
    assert_eq!(desk.on_disk("a.gat"), both);
}

#[test]
fn a_change_on_disk_is_a_step_where_nothing_is_unsaved() {
    let mut desk = Desk::new();
    std::fs::write(desk.path("a.gat"), with_types(2, &[[7, 7]])).unwrap();
    let path = desk.path("a.gat");
    desk.model.handle(Message::FileChanged(path));
    desk.model.settle();
    assert_eq!(desk.kind(7, 7), 2);
    assert!(!desk.document().has_unsaved_changes());
    desk.run(CommandId::Undo);
    assert_eq!(gat::write(&desk.document().map().to_gat()), map_bytes());
}

#[test]
fn quitting_asks_about_every_unsaved_document() {
    let mut desk = Desk::new();
    desk.stroke(5, &[[1, 1]]);
    desk.model.take_requests();
    desk.run(CommandId::Quit);
    let Some(Dialog::Unsaved { document, then: Then::Quit, .. }) = desk.model.dialog().cloned()
    else {
        panic!()
    };
    desk.answer(Answer::Cancel);
    assert_eq!(desk.model.take_requests(), []);
    desk.run(CommandId::Quit);
    desk.answer(Answer::SaveFirst(document, Then::Quit));
    assert!(desk.model.take_requests().contains(&Request::Quit));
    assert_eq!(desk.on_disk("a.gat"), with_types(5, &[[1, 1]]));
}

#[test]
fn a_save_that_fails_changes_nothing_and_says_why() {
    let mut desk = Desk::new();
    desk.stroke(5, &[[1, 1]]);
    let id = desk.document().id;
    let nowhere = desk.path("no/such/folder/b.gat");
    desk.model.handle(Message::SaveTo(id, nowhere));
    desk.model.settle();
    let Some(Dialog::Failed { what }) = desk.model.dialog() else { panic!() };
    assert!(what.contains("b.gat") && what.contains("folder"), "{what}");
    assert!(desk.document().has_unsaved_changes());
    assert_eq!(desk.on_disk("a.gat"), map_bytes());
}

#[test]
fn fixes_are_steps_and_problems_follow_the_map() {
    let mut desk = Desk::new();
    let before = desk.document().problems.len();
    desk.stroke(99, &[[20, 15]]);
    let problems = &desk.document().problems;
    let (index, problem) = problems
        .iter()
        .enumerate()
        .find(|(_, problem)| problem.message.contains("99"))
        .unwrap_or_else(|| panic!("{problems:?}"));
    let (id, fix) = (desk.document().id, problem.fixes[0].clone());
    desk.model.handle(Message::ShowProblem(id, index));
    desk.model.handle(Message::Fix(id, fix));
    desk.model.settle();
    assert!(desk.document().problems.len() <= before + 1);
    assert_ne!(desk.kind(20, 15), 99);
    desk.run(CommandId::Undo);
    assert_eq!(desk.kind(20, 15), 99);
}

#[test]
fn every_command_that_can_run_does_something() {
    for command in landwright_editor::command::all() {
        let mut desk = Desk::new();
        desk.stroke(5, &[[1, 1]]);
        desk.run(CommandId::SelectAll);
        desk.run(CommandId::Copy);
        desk.model.take_requests();
        desk.model.log.clear();
        desk.model.handle(Message::Command(command.id));
        desk.model.settle();
        let said: Vec<String> = desk.model.log.lines().map(|line| line.text.clone()).collect();
        let is_unknown = said.iter().any(|line| line.contains("unknown command"));
        assert!(!is_unknown, "{}: {said:?}", command.name);
    }
}
