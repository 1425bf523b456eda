//! An open scene by its model: objects selected, moved and added with undo, saved, recovered, merged.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::format::ragnarok::rsw::{self, Rsw, object::Object};
use landwright_core::format::ragnarok::{gnd, rsm};
use landwright_core::sample::ragnarok::{Plan, island, models, scene};
use landwright_core::world::rsw::field::{Field, WorldField};
use landwright_core::world::rsw::object::{Kind, ObjectId};
use tempfile::TempDir;

use crate::command::CommandId;
use crate::kind::scene::commands::{ADDS, ALIKE, DELETE, DROP, DUPLICATE, PICK, RIGHT};
use crate::kind::scene::document::SceneDocument;
use crate::kind::scene::message::{ToScene, Way};
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::trial::brought_back;
use crate::settings::Settings;
use crate::view::hand::Phase;
use crate::view::id::DocumentId;

struct Desk {
    folder: TempDir,
    model: Model,
}

fn made_up() -> Rsw {
    let plan = Plan { seed: 3, width: 24, height: 16, version: Version::V1_2 };
    scene::scene(&island(plan).gat, 3, 6)
}

impl Desk {
    /// With the made-up scene in front, and its ground and models around it.
    fn new() -> Desk {
        let folder = TempDir::new().unwrap();
        let plan = Plan { seed: 3, width: 24, height: 16, version: Version::V1_2 };
        let data = folder.path().join("data");
        let house = data.join("model").join(models::HOUSE_NAME);
        fs::create_dir_all(house.parent().unwrap()).unwrap();
        let ground = gnd::write(&scene::ground(&island(plan).gat, 3));
        fs::write(data.join("sample.gnd"), ground).unwrap();
        fs::write(house, rsm::write(&models::house())).unwrap();
        fs::write(data.join("isle.rsw"), rsw::write(&made_up())).unwrap();
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
        let mut desk = Desk { folder, model };
        let file = desk.file();
        desk.handle(Message::Open(vec![file]));
        desk
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("data/isle.rsw")
    }

    fn handle(&mut self, message: Message) {
        self.model.handle(message);
        self.model.settle();
    }

    fn run(&mut self, id: CommandId) {
        assert!(self.model.can_run(id), "{}", id.command().name);
        self.handle(Message::Command(id));
    }

    fn scene(&self) -> &SceneDocument {
        let any: &dyn std::any::Any = self.model.active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    fn id(&self) -> DocumentId {
        self.scene().id
    }

    fn send(&mut self, message: ToScene) {
        let id = self.id();
        self.handle(Message::Kind(id, Sent::new(message)));
    }

    fn select(&mut self, ids: &[u32]) {
        let objects = ids.iter().copied().map(ObjectId).collect();
        self.send(ToScene::Select { objects, way: Way::Replace });
    }

    fn drag(&mut self, by: [f64; 2]) {
        let steps = [
            (Phase::Press, [0.0; 2]),
            (Phase::Drag, [1.0, 1.0]),
            (Phase::Drag, by),
            (Phase::Release, [0.0; 2]),
        ];
        for (phase, by) in steps {
            self.send(ToScene::Drag { phase, by });
        }
    }

    fn x_of(&self, id: u32) -> f32 {
        self.scene().scene().object(ObjectId(id)).unwrap().position()[0].get()
    }

    fn on_disk(&self) -> Rsw {
        rsw::read(&fs::read(self.file()).unwrap()).unwrap()
    }

    fn titles(&self) -> Vec<String> {
        self.scene().editing.rows().iter().map(|row| row.title.clone()).collect()
    }

    fn brought_back(self) -> Desk {
        let Desk { folder, model } = self;
        drop(model);
        let model = brought_back(folder.path().join("home"));
        Desk { folder, model }
    }
}

fn ids(ids: &[u32]) -> BTreeSet<ObjectId> {
    ids.iter().copied().map(ObjectId).collect()
}

#[test]
fn objects_go_with_the_pointer_as_one_step_and_the_file_keeps_all_other_bytes() {
    let mut desk = Desk::new();
    let before = fs::read(desk.file()).unwrap();
    let x = desk.x_of(2);
    desk.select(&[1, 2]);
    desk.drag([10.0, -5.0]);
    assert_eq!((desk.x_of(2), desk.titles().len()), (x + 10.0, 1));
    assert_eq!(desk.titles(), ["Move 2 objects"]);
    desk.run(CommandId::Save);
    let after = desk.on_disk();
    assert_eq!(after.objects[3..], made_up().objects[3..]);
    desk.run(CommandId::Undo);
    desk.run(CommandId::Save);
    assert!(fs::read(desk.file()).unwrap() == before);
    desk.run(CommandId::Redo);
    assert_eq!(desk.scene().selection, ids(&[1, 2]), "what changed is what is shown");
    // A drag that is given up is no step.
    desk.send(ToScene::Drag { phase: Phase::Press, by: [0.0; 2] });
    desk.send(ToScene::Drag { phase: Phase::Drag, by: [50.0, 0.0] });
    desk.send(ToScene::Drag { phase: Phase::GiveUp, by: [0.0; 2] });
    assert_eq!((desk.x_of(2), desk.titles().len()), (x + 10.0, 1));
}

#[test]
fn objects_are_added_copied_turned_and_deleted() {
    let mut desk = Desk::new();
    let n = made_up().objects.len();
    assert!(!desk.model.can_run(DELETE));
    desk.select(&[1]);
    desk.send(ToScene::Aim([5.0, 5.0]));
    desk.run(ADDS[0].1);
    let added = *desk.scene().selection.first().unwrap();
    let Some(Object::Model(model)) = desk.scene().scene().object(added) else { panic!() };
    let Object::Model(like) = &made_up().objects[1] else { panic!() };
    assert_eq!(model.file.as_bytes(), like.file.as_bytes());
    assert_eq!(model.position[0], F32::new(5.0));
    let ground = desk.scene().land().unwrap().altitude_at([5.0, 5.0]).unwrap();
    assert_eq!(model.position[1], F32::new(ground));
    desk.run(DUPLICATE);
    desk.run(RIGHT);
    desk.run(CommandId::Save);
    assert_eq!(desk.on_disk().objects.len(), n + 2);
    desk.run(DELETE);
    desk.run(CommandId::SelectAll);
    desk.run(DELETE);
    assert_eq!(desk.scene().scene().n_objects(), 0);
    for _ in 0..5 {
        desk.run(CommandId::Undo);
    }
    assert!(desk.scene().scene().to_rsw() == made_up());
}

#[test]
fn fields_are_typed_for_all_that_are_selected_and_refused_with_a_reason() {
    let mut desk = Desk::new();
    desk.select(&[1, 2]);
    desk.send(ToScene::Set(Field::RotationY, "+90".to_owned()));
    desk.send(ToScene::Set(Field::Name, "oak".to_owned()));
    desk.send(ToScene::SetWorld(WorldField::WaterLevel, "12".to_owned()));
    let titles = desk.titles();
    assert_eq!(titles, ["Set rotation-y of 2 objects", "Set name of 2 objects", "Set water-level"]);
    desk.send(ToScene::Set(Field::X, "east".to_owned()));
    assert_eq!(desk.titles(), titles);
    desk.run(CommandId::Save);
    assert_eq!(desk.on_disk().water_level(), Some(F32::new(12.0)));
}

#[test]
fn objects_are_found_by_their_files_and_put_on_the_ground() {
    let mut desk = Desk::new();
    desk.send(ToScene::Search("SEA.wav".to_owned()));
    let listed: Vec<ObjectId> = desk.scene().listed.iter().map(|(id, _)| *id).collect();
    assert_eq!(listed.len(), 1);
    desk.send(ToScene::Show(listed[0]));
    desk.send(ToScene::Set(Field::Y, "-500".to_owned()));
    desk.run(DROP);
    let sound = desk.scene().scene().object(listed[0]).unwrap().position();
    let at = [f64::from(sound[0].get()), f64::from(sound[2].get())];
    assert_eq!(Some(sound[1].get()), desk.scene().land().unwrap().altitude_at(at));
    desk.select(&[1]);
    desk.run(ALIKE);
    let kinds = desk.scene().selection.iter().map(|id| desk.scene().scene().kind(*id).unwrap());
    let kinds: BTreeSet<Kind> = kinds.collect();
    assert_eq!(kinds, BTreeSet::from([Kind::Model]));
    desk.send(ToScene::Sight(Kind::Sound, false));
    assert_eq!(desk.scene().listed.len(), 0);
}

#[test]
fn what_was_moved_and_deleted_is_there_again_after_a_crash() {
    let mut desk = Desk::new();
    let x = desk.x_of(2);
    desk.select(&[2]);
    desk.drag([20.0, 0.0]);
    desk.select(&[1]);
    desk.run(DELETE);
    let now = desk.scene().scene().to_rsw();
    let mut desk = desk.brought_back();
    assert!(desk.scene().scene().to_rsw() == now);
    assert!(!desk.scene().editing.is_saved());
    desk.run(CommandId::Undo);
    desk.run(CommandId::Undo);
    assert_eq!(desk.x_of(2), x);
    assert!(desk.scene().scene().to_rsw() == made_up());
}

#[test]
fn what_changed_on_disk_is_merged_and_conflicts_are_decided_in_the_panel() {
    let mut desk = Desk::new();
    desk.select(&[2]);
    desk.send(ToScene::Set(Field::X, "1".to_owned()));
    let mut theirs = made_up();
    let Object::Model(model) = &mut theirs.objects[2] else { panic!() };
    model.position[0] = F32::new(2.0);
    theirs.objects.remove(4);
    fs::write(desk.file(), rsw::write(&theirs)).unwrap();
    let file = desk.file();
    desk.handle(Message::FileChanged(file));
    let id = desk.id();
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    desk.handle(Message::Answer(Answer::Merge(id)));
    assert_eq!((desk.model.dialog(), desk.x_of(2)), (None, 1.0));
    assert_eq!(desk.scene().scene().n_objects(), made_up().objects.len() - 1);
    let desk = desk.brought_back();
    let mut desk = desk;
    let n_open = |desk: &Desk| desk.scene().common.conflicts.as_ref().unwrap().open().len();
    assert_eq!(n_open(&desk), 1);
    desk.run(CommandId::NextConflict);
    assert_eq!(desk.scene().selection, ids(&[2]));
    desk.run(CommandId::TakeTheirs);
    assert_eq!((desk.x_of(2), n_open(&desk)), (2.0, 0));
    assert!(desk.scene().scene().to_rsw() == theirs);
    desk.run(CommandId::Undo);
    assert_eq!((desk.x_of(2), n_open(&desk)), (1.0, 1));
}

#[test]
fn problems_lead_to_their_objects() {
    let mut desk = Desk::new();
    desk.select(&[3]);
    desk.send(ToScene::Set(Field::File, String::new()));
    let problems = &desk.scene().problems;
    let broken = problems.iter().position(|it| it.code == "rsw-object-broken").unwrap();
    desk.select(&[]);
    let id = desk.id();
    desk.handle(Message::ShowProblem(id, broken));
    assert_eq!(desk.scene().selection, ids(&[3]));
}

#[test]
fn a_3d_view_has_the_models_of_the_scene_as_it_is() {
    let mut desk = Desk::new();
    assert!(desk.scene().staged.is_none());
    desk.run(CommandId::New3dView);
    let n_models = |desk: &Desk| {
        let staged = desk.scene().staged.as_ref().unwrap().as_ref().unwrap();
        staged.set.scene.instances.len()
    };
    let before = n_models(&desk);
    desk.select(&[1]);
    desk.send(ToScene::Set(Field::File, "nothing.rsm".to_owned()));
    desk.run(DUPLICATE);
    assert!(n_models(&desk) <= before, "nothing is drawn of a file that is not there");
    let casts = desk.scene().n_casts;
    desk.run(CommandId::Undo);
    assert!(desk.scene().n_casts > casts);
}

#[test]
fn after_a_save_that_numbers_objects_anew_no_new_journal_means_others() {
    let mut desk = Desk::new();
    desk.select(&[1]);
    desk.run(DELETE);
    let id = desk.id();
    desk.model.document_mut(id).unwrap().history_mut().give_journal_up();
    desk.run(CommandId::Save);
    assert!(desk.model.journal_in_trouble().is_some());
}

#[test]
fn models_of_the_roots_are_listed_and_added_as_one_step() {
    let mut desk = Desk::new();
    assert!(desk.scene().models.is_none(), "nobody asked yet");
    desk.run(PICK);
    let models = Arc::clone(desk.scene().models.as_ref().unwrap());
    assert_eq!(*models, ["집\\house.rsm"]);
    assert!(!desk.scene().is_listing && desk.scene().n_picks == 1);
    let before = desk.scene().scene().to_bytes();
    desk.send(ToScene::Aim([30.0, -20.0]));
    desk.send(ToScene::AddModel(models[0].clone()));
    let added = *desk.scene().selection.first().unwrap();
    let Some(Object::Model(model)) = desk.scene().scene().object(added).cloned() else { panic!() };
    assert_eq!(model.file.as_bytes(), b"\xc1\xfd\\house.rsm");
    assert_eq!((model.position[0].get(), model.position[2].get()), (30.0, -20.0));
    assert_eq!(desk.titles().last().unwrap(), "Add 집\\house.rsm");
    desk.run(CommandId::Undo);
    assert_eq!(desk.scene().scene().to_bytes(), before);
    // A name that the file has no room for is refused.
    desk.send(ToScene::AddModel("a".repeat(90)));
    assert_eq!(desk.scene().scene().to_bytes(), before);
}
