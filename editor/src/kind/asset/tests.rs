//! Models that are looked at, and assets that are edited, saved, recovered and merged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::problem::Thing;
use landwright_core::sample::rose::assets;
use landwright_core::world::asset::place::Place;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command::CommandId;
use crate::kind::FileRead;
use crate::kind::asset::commands::{ADD, BEFORE, DUPLICATE, LOOP, NEXT, PLAY, REMOVE};
use crate::kind::asset::document::{ModelMessage, Modelled};
use crate::kind::asset::edited::AssetDocument;
use crate::kind::asset::message::ToAsset;
use crate::kind::read_only::ReadOnly;
use crate::kind::single::OneFile;
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::trial::brought_back;
use crate::settings::Settings;

/// The client of the sample, with one of its files in front.
struct Desk {
    folder: TempDir,
    model: Model,
    file: PathBuf,
}

fn first(ending: &str) -> String {
    let mut files = assets::files().into_iter().map(|file| file.path);
    files.find(|path| path.ends_with(ending)).unwrap()
}

impl Desk {
    fn new(ending: &str) -> Desk {
        let folder = TempDir::new().unwrap();
        for file in assets::files() {
            let path = folder.path().join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &file.bytes).unwrap();
        }
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let file = folder.path().join(first(ending));
        let model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
        let mut desk = Desk { folder, model, file: file.clone() };
        desk.handle(Message::Open(vec![file]));
        desk
    }

    fn handle(&mut self, message: Message) {
        self.model.handle(message);
        self.model.settle();
    }

    fn run(&mut self, id: CommandId) {
        assert!(self.model.can_run(id), "{}", id.command().name);
        self.handle(Message::Command(id));
    }

    fn send(&mut self, message: ToAsset) {
        let id = self.document().id;
        self.handle(Message::Kind(id, Sent::new(message)));
    }

    fn set(&mut self, place: &str, to: Value) {
        self.send(ToAsset::Set { place: place.parse().unwrap(), to });
    }

    fn select(&mut self, place: &str) {
        self.send(ToAsset::Select(place.parse().unwrap()));
    }

    fn document(&self) -> &AssetDocument {
        let any: &dyn std::any::Any = self.model.active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    fn shown(&self) -> &Modelled {
        self.document().model().unwrap()
    }

    fn at(&self, place: &str) -> Value {
        let place: Place = place.parse().unwrap();
        self.document().asset().get(&place).cloned().unwrap_or_default()
    }

    fn n_things(&self, list: &str) -> usize {
        self.document().asset().n_things(&list.parse().unwrap()).unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        self.document().asset().to_bytes().unwrap()
    }

    fn titles(&self) -> Vec<String> {
        self.document().editing.rows().iter().map(|row| row.title.clone()).collect()
    }

    /// After a crash.
    fn brought_back(self) -> Desk {
        let Desk { folder, model, file } = self;
        drop(model);
        let model = brought_back(folder.path().join("home"));
        Desk { folder, model, file }
    }

    /// Somebody else writes the file, with fields of their own.
    fn written_by_others(&mut self, fields: &[(&str, Value)]) {
        let code_page = self.document().asset().code_page();
        let bytes = fs::read(&self.file).unwrap();
        let read = FileRead { path: &self.file, bytes: &bytes, code_page };
        let mut theirs = AssetDocument::document_in(&read).unwrap();
        for (place, to) in fields {
            use landwright_core::world::asset::action::{Action, SetField};
            let set = SetField { place: (*place).to_owned(), to: to.clone() };
            theirs = Action::SetField(set).resolve(&theirs).unwrap().asset;
        }
        fs::write(&self.file, theirs.to_bytes().unwrap()).unwrap();
        let file = self.file.clone();
        self.handle(Message::FileChanged(file));
    }
}

fn opened(path: &Path) -> Model {
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    model.handle(Message::Open(vec![path.to_owned()]));
    model.settle();
    model
}

#[test]
fn a_mesh_is_shown_and_nothing_of_it_moves() {
    let Desk { model, .. } = Desk::new(".ZMS");
    let any: &dyn std::any::Any = model.active_kind().unwrap();
    let what = &any.downcast_ref::<ReadOnly<Modelled>>().unwrap().what;
    assert!(!what.exhibit().unwrap().bounds.is_empty());
    assert_eq!((what.source.entries.len(), what.seconds()), (1, None));
    assert!(!model.can_run(NEXT) && !model.can_run(PLAY) && !model.can_run(CommandId::SaveAs));
    assert!(!model.can_run(ADD));
}

#[test]
fn objects_of_a_list_are_stepped_through() {
    let mut desk = Desk::new("LIST_CNST_S01.ZSC");
    let n = desk.shown().source.entries.len();
    assert!(n > 1 && !desk.model.can_run(BEFORE));
    for entry in 0..n {
        let what = desk.shown();
        assert_eq!(what.entry, entry);
        assert!(!what.exhibit().unwrap().bounds.is_empty(), "{entry}");
        if entry + 1 < n {
            desk.run(NEXT);
        }
    }
    assert!(!desk.model.can_run(NEXT));
    let id = desk.document().id;
    desk.handle(Message::Kind(id, Sent::new(ModelMessage::Show(0))));
    assert_eq!(desk.shown().entry, 0);
    desk.handle(Message::Kind(id, Sent::new(ModelMessage::Show(9999))));
    assert_eq!(desk.shown().entry, 0);
}

#[test]
fn a_creature_plays_its_motions_where_somebody_says_so() {
    let mut desk = Desk::new("LIST_NPC.CHR");
    let what = desk.shown();
    assert!(!what.exhibit().unwrap().motions.is_empty() && !what.is_playing);
    assert!(what.seconds().is_some_and(|seconds| seconds > 0.0));
    desk.run(PLAY);
    assert_eq!(desk.model.is_on(PLAY), Some(true));
    desk.run(LOOP);
    assert_eq!(desk.model.is_on(LOOP), Some(false));
    let id = desk.document().id;
    desk.handle(Message::Kind(id, Sent::new(ModelMessage::Speed(50))));
    assert_eq!(desk.shown().percent, 50);
    desk.handle(Message::Kind(id, Sent::new(ModelMessage::Stop)));
    assert_eq!(desk.model.is_on(PLAY), Some(false));
}

#[test]
fn a_skeleton_alone_is_no_model_and_a_broken_list_opens_nothing() {
    let desk = Desk::new("TOAD_BONE.ZMD");
    assert!(desk.model.active_kind().is_none());
    let path = desk.folder.path().join("BROKEN.ZSC");
    fs::write(&path, [7, 0, 1]).unwrap();
    assert!(opened(&path).active_kind().is_none());
}

#[test]
fn a_flag_of_a_part_is_set_undone_and_saved_and_nothing_else_changes() {
    let mut desk = Desk::new("LIST_CNST_S01.ZSC");
    let before = fs::read(&desk.file).unwrap();
    let has_flags = |n: &usize| desk.at(&format!("objects[{n}].parts[0].collision")).is_u64();
    let n = (0..desk.n_things("objects")).find(has_flags).unwrap();
    let place = format!("objects[{n}].parts[0].collision");
    let was = desk.at(&place);
    desk.set(&place, json!(was.as_u64().unwrap() ^ 16));
    desk.run(CommandId::Undo);
    assert_eq!((desk.at(&place), desk.bytes() == before), (was, true));
    desk.run(CommandId::Redo);
    desk.run(CommandId::Save);
    let after = fs::read(&desk.file).unwrap();
    let n_different = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert_eq!((before.len(), n_different), (after.len(), 1));
    assert_eq!(desk.titles(), [format!("Set {place}")]);
    desk.set("objects[0].parts[0].mesh", json!(9999));
    assert_eq!(desk.titles().len(), 1, "a mesh that is not there");
}

#[test]
fn the_model_in_the_view_follows_an_edit_and_the_selection() {
    let mut desk = Desk::new("LIST_CNST_S01.ZSC");
    let shown = desk.shown();
    let (n_shown, n_fits) = (shown.n_shown, shown.n_fits);
    let number = shown.number().unwrap();
    let size = |desk: &Desk| {
        let bounds = desk.shown().exhibit().unwrap().bounds;
        (bounds.high_m - bounds.low_m).length()
    };
    let height = size(&desk);
    desk.set(&format!("objects[{number}].parts[0].scale"), json!([3.0, 3.0, 3.0]));
    assert_eq!(desk.titles().len(), 1);
    assert!(size(&desk) > height * 1.5, "{} {height}", size(&desk));
    assert_eq!((desk.shown().n_shown, desk.shown().n_fits), (n_shown + 1, n_fits));
    desk.run(CommandId::Undo);
    assert!((size(&desk) - height).abs() < 1e-4);
    desk.select("objects[1].parts[0]");
    assert_eq!(desk.shown().number(), Some(1));
    desk.run(NEXT);
    assert_ne!(desk.shown().number(), Some(1));
}

#[test]
fn an_effect_is_shown_as_it_is_edited_and_can_be_played() {
    let mut desk = Desk::new("CAMPFIRE.EFT");
    let n_sources = |desk: &Desk| {
        let scene = &desk.shown().exhibit().unwrap().set.scene;
        scene.models.last().unwrap().emitters.len()
    };
    assert_eq!(n_sources(&desk), 3);
    let (seconds, best) = desk.shown().exhibit().unwrap().effects.unwrap();
    assert!(0.0 < best && best <= seconds && desk.shown().seconds() == Some(seconds));
    assert!(!desk.shown().is_playing);
    desk.run(PLAY);
    assert!(desk.shown().is_playing);
    desk.select("particles[2]");
    desk.run(REMOVE);
    assert_eq!(n_sources(&desk), 2);
    desk.run(CommandId::Undo);
    assert_eq!(n_sources(&desk), 3);
    let mut desk = Desk::new("FIRE.PTL");
    let height = |desk: &Desk| desk.shown().exhibit().unwrap().bounds.high_m.z;
    let before = height(&desk);
    desk.set("sequences[0].events[2].values", json!([0.0, 0.0, 200.0, 0.0, 0.0, 200.0]));
    assert!(height(&desk) > before * 3.0, "{} {before}", height(&desk));
}

#[test]
fn a_motion_is_shown_on_a_skeleton_that_has_its_bones() {
    let mut desk = Desk::new("TOAD_WALK.ZMO");
    let exhibit = desk.shown().exhibit().unwrap();
    assert_eq!((exhibit.motions.len(), desk.shown().seconds()), (1, Some(4.0 / 30.0)));
    // Without the list nobody says whose it is, and no skeleton is beside it.
    fs::remove_file(desk.folder.path().join("3DDATA/NPC/LIST_NPC.CHR")).unwrap();
    desk.set("fps", json!(10));
    assert!(desk.shown().why_not().is_some_and(|why| why.contains("no skeleton")));
    assert_eq!(desk.at("fps"), json!(10));
}

#[test]
fn things_are_added_duplicated_and_removed_and_those_in_use_stay() {
    let mut desk = Desk::new("LIST_CNST_S01.ZSC");
    let n = desk.n_things("materials");
    assert!(!desk.model.can_run(ADD) && !desk.model.can_run(REMOVE));
    desk.select("materials[0]");
    desk.run(REMOVE);
    assert_eq!((desk.n_things("materials"), desk.titles().len()), (n, 0), "it is in use");
    desk.run(DUPLICATE);
    assert_eq!(desk.document().selected.to_string(), format!("materials[{n}]"));
    assert_eq!(desk.at("materials[0]"), desk.at(&format!("materials[{n}]")));
    desk.select("materials");
    desk.run(ADD);
    assert_eq!(desk.n_things("materials"), n + 2);
    desk.run(REMOVE);
    assert_eq!(desk.n_things("materials"), n + 1);
    let rows = &desk.document().rows;
    assert!(rows.iter().any(|row| row.text == format!("materials ({})", n + 1)), "{rows:?}");
    desk.run(CommandId::Undo);
    desk.run(CommandId::Undo);
    desk.run(CommandId::Undo);
    assert_eq!(desk.bytes(), fs::read(&desk.file).unwrap());
}

#[test]
fn a_creature_gets_a_motion_and_an_empty_place_a_creature() {
    let mut desk = Desk::new("LIST_NPC.CHR");
    let [there, empty] = [false, true].map(|is_empty| {
        let n = desk.n_things("characters");
        (0..n).find(|n| desk.at(&format!("characters[{n}]")).is_null() == is_empty).unwrap()
    });
    let list = format!("characters[{there}].motions");
    let n = desk.n_things(&list);
    desk.select(&list);
    desk.run(ADD);
    desk.set(&format!("{list}[{n}].action"), json!(4));
    assert_eq!(desk.at(&format!("{list}[{n}]")), json!({ "action": 4, "motion": 0 }));
    desk.select(&format!("characters[{empty}]"));
    assert!(!desk.model.can_run(REMOVE));
    desk.run(ADD);
    assert!(desk.at(&format!("characters[{empty}]")).is_object());
    desk.run(REMOVE);
    assert!(desk.at(&format!("characters[{empty}]")).is_null());
}

#[test]
fn motions_effects_and_particles_open_and_are_edited() {
    for (ending, place, to) in [
        ("toad_STOP.ZMO", "fps", json!(12)),
        (".EFT", "particles[0].delay_ms", json!(250)),
        ("SPARK.PTL", "sequences[0].max_particles", json!(3)),
    ] {
        let mut desk = Desk::new(ending);
        desk.set(place, to.clone());
        desk.run(CommandId::Save);
        let file = desk.file.clone();
        let desk = Desk { model: opened(&file), ..desk };
        assert_eq!(desk.at(place), to, "{ending}");
        assert!(desk.document().model().is_some());
    }
}

#[test]
fn what_was_edited_is_there_again_after_a_crash() {
    let mut desk = Desk::new("LIST_CNST_S01.ZSC");
    desk.set("materials[0].alpha", json!(0.5));
    desk.select("materials[0]");
    desk.run(DUPLICATE);
    let now = desk.bytes();
    let mut desk = desk.brought_back();
    assert!(desk.bytes() == now && !desk.document().editing.is_saved());
    desk.run(CommandId::Undo);
    desk.run(CommandId::Undo);
    assert_eq!(desk.bytes(), fs::read(&desk.file).unwrap());
}

#[test]
fn what_changed_on_disk_is_merged_and_conflicts_are_decided_in_the_panel() {
    let mut desk = Desk::new("LIST_CNST_S01.ZSC");
    desk.set("materials[0].alpha", json!(0.5));
    desk.written_by_others(&[
        ("materials[0].alpha", json!(0.25)),
        ("objects[0].radius", json!(77)),
    ]);
    let id = desk.document().id;
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    desk.handle(Message::Answer(Answer::Merge(id)));
    assert_eq!(
        (desk.at("materials[0].alpha"), desk.at("objects[0].radius")),
        (json!(0.5), json!(77))
    );
    let n_open = |desk: &Desk| desk.document().common.conflicts.as_ref().unwrap().open().len();
    assert_eq!(n_open(&desk), 1);
    // A decision after a crash.
    let mut desk = desk.brought_back();
    assert_eq!(n_open(&desk), 1);
    desk.run(CommandId::NextConflict);
    assert_eq!(desk.document().selected.to_string(), "materials[0]");
    desk.run(CommandId::TakeTheirs);
    assert_eq!((desk.at("materials[0].alpha"), n_open(&desk)), (json!(0.25), 0));
    assert_eq!(desk.bytes(), fs::read(&desk.file).unwrap());
    desk.run(CommandId::Undo);
    assert_eq!((desk.at("materials[0].alpha"), n_open(&desk)), (json!(0.5), 1));
}

#[test]
fn places_are_gone_to_and_problems_lead_to_their_things() {
    let mut desk = Desk::new("LIST_CNST_S01.ZSC");
    desk.run(CommandId::GoTo);
    desk.handle(Message::Answer(Answer::GoTo("objects[1].parts[0].mesh".to_owned())));
    assert_eq!(desk.document().selected.to_string(), "objects[1].parts[0]");
    desk.run(CommandId::GoTo);
    desk.handle(Message::Answer(Answer::GoTo("objects[999]".to_owned())));
    assert_eq!(desk.document().selected.to_string(), "objects[1].parts[0]");
    let words =
        crate::kind::KindDocument::thing_in_words(desk.document(), &Thing::object("object", 1));
    assert!(words.unwrap().starts_with("object 1 "));
}
