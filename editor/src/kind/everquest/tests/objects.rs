//! Placed objects of an open zone: moved, turned, added and removed with undo, saved, recovered, merged.

use landwright_core::format::number::F32;
use landwright_core::stage::everquest::server_from_scene;
use landwright_core::world::eq::action::{Action, MoveObjects};
use landwright_core::world::eq::object::{Object, object, objects};

use super::{BTreeSet, CommandId, Desk, Message, ToZone, Way, Zone, brought_back, fs, sample};
use crate::kind::everquest::commands::{ADD, NONE, REMOVE, TURN_LEFT};
use crate::kind::everquest::message::{Part, ToObjects};
use crate::message::dialog::Answer;

const TREE: u32 = 4;

impl Desk {
    fn choose(&mut self, number: u32) {
        let objects = BTreeSet::from([number]);
        self.send(ToZone::Objects(ToObjects::Choose { objects, way: Way::Replace }));
    }

    fn act(&mut self, message: ToObjects) {
        self.send(ToZone::Objects(message));
    }

    fn object(&self, number: u32) -> Object {
        object(self.zone().zone().zone(), number).unwrap()
    }

    fn title(&self) -> String {
        self.zone().editing.rows().last().unwrap().title.clone()
    }
}

#[test]
fn a_dragged_object_is_a_step_that_is_undone_redone_and_saved() {
    let mut desk = Desk::new();
    let before = fs::read(desk.file("isle.s3d")).unwrap();
    assert!(!desk.model.can_run(REMOVE));
    desk.choose(TREE);
    let triangles = desk.zone().ground.triangles().to_vec();
    let casts = desk.zone().n_casts;
    desk.act(ToObjects::Move([5.0, -3.0]));
    assert_eq!(desk.title(), "Move 1 object");
    assert_eq!(desk.object(TREE).place.at.map(F32::get), [-65.0, -3.0, 0.0]);
    assert!(desk.zone().ground.triangles() != triangles, "floors follow");
    assert!(desk.zone().n_casts > casts, "and so does the view in 3D");
    let drawn = &desk.zone().drawn.set.scene.instances;
    let tree = drawn.iter().find(|own| own.is_object && own.tag == TREE).unwrap();
    let at = server_from_scene(tree.world_from_model.translation.into());
    assert!((at[0] + 65.0).abs() < 0.01 && (at[1] + 3.0).abs() < 0.01, "{at:?}");
    desk.run(NONE);
    desk.run(CommandId::Undo);
    assert_eq!(desk.zone().placement.chosen, BTreeSet::from([TREE]), "what changed is seen");
    assert_eq!(desk.zone().zone().to_bytes().unwrap(), before);
    assert!(desk.zone().ground.triangles() == triangles);
    desk.run(CommandId::Redo);
    desk.run(CommandId::Save);
    assert_eq!(object(&desk.on_disk(), TREE), Some(desk.object(TREE)));
    desk.run(CommandId::Undo);
    desk.run(CommandId::Save);
    assert_eq!(fs::read(desk.file("isle.s3d")).unwrap(), before);
}

#[test]
fn objects_are_turned_typed_added_where_one_clicked_and_removed() {
    let mut desk = Desk::new();
    desk.choose(TREE);
    desk.run(TURN_LEFT);
    desk.act(ToObjects::Set(Part::Scale, "2.5".to_owned()));
    desk.act(ToObjects::Set(Part::Z, "1e1".to_owned()));
    let place = desk.object(TREE).place;
    assert_eq!(place.turns[0].get(), 16.0);
    assert_eq!((place.scale.to_string().as_str(), place.at[2].get()), ("2.5", 10.0));
    assert_eq!(desk.title(), "Set z of 1 object");
    desk.act(ToObjects::Set(Part::Z, "high".to_owned()));
    desk.act(ToObjects::Set(Part::Scale, "-1".to_owned()));
    assert_eq!(desk.object(TREE).place, place, "neither is a place");
    desk.click(-70.0, 30.0, Way::Replace);
    assert!(desk.zone().placement.chosen.is_empty());
    desk.run(ADD);
    let [added] = desk.zone().placement.chosen.iter().copied().collect::<Vec<_>>()[..] else {
        panic!("the new one is selected")
    };
    assert_eq!(desk.object(added).place.at.map(F32::get), [-70.0, 30.0, -15.0]);
    assert_eq!(desk.title(), "Add TREE_ACTORDEF");
    desk.run(REMOVE);
    assert_eq!(objects(desk.zone().zone().zone()).len(), 5);
    assert!(desk.zone().placement.chosen.is_empty());
    desk.run(CommandId::Undo);
    assert_eq!(desk.zone().placement.chosen, BTreeSet::from([added]));
}

#[test]
fn a_moved_object_is_there_again_after_a_crash_with_its_floors() {
    let mut desk = Desk::new();
    desk.choose(TREE);
    desk.act(ToObjects::Move([20.0, 0.0]));
    let triangles = desk.zone().ground.triangles().to_vec();
    let Desk { folder, model } = desk;
    drop(model);
    let mut desk = Desk { model: brought_back(folder.path().join("home")), folder };
    desk.run(CommandId::ZoomFit);
    assert_eq!(desk.object(TREE).place.at[0].get(), -50.0);
    assert!(desk.zone().ground.triangles() == triangles);
    desk.run(CommandId::Undo);
    assert_eq!(desk.zone().zone().to_bytes().unwrap(), sample::eq::zone().unwrap());
}

#[test]
fn an_object_that_both_sides_moved_is_decided_in_the_panel() {
    let mut desk = Desk::new();
    desk.choose(TREE);
    desk.act(ToObjects::Move([5.0, 0.0]));
    let mut zone: Zone = desk.on_disk();
    let by = [7.0, 1.0, 0.0].map(F32::new);
    Action::MoveObjects(MoveObjects { objects: vec![TREE], by }).apply(&mut zone).unwrap();
    let bytes = landwright_core::format::eq::pfs::write(&zone.to_archive().unwrap());
    let file = desk.file("isle.s3d");
    fs::write(&file, &bytes).unwrap();
    desk.handle(Message::FileChanged(file));
    desk.handle(Message::Answer(Answer::Merge(desk.id())));
    assert_eq!(desk.object(TREE).place.at.map(F32::get), [-65.0, 1.0, 0.0], "y was theirs alone");
    desk.run(CommandId::NextConflict);
    assert_eq!(desk.zone().placement.chosen, BTreeSet::from([TREE]));
    desk.run(CommandId::TakeTheirs);
    assert_eq!(desk.object(TREE).place.at.map(F32::get), [-63.0, 1.0, 0.0]);
    desk.run(CommandId::Undo);
    assert_eq!(desk.object(TREE).place.at[0].get(), -65.0);
}
