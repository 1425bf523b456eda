//! The client's ground of a map: found, not found, turned on and off, and followed as its files change.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use landwright_core::format::ragnarok::gat::Version;
use landwright_core::format::ragnarok::{gat, gnd, rsm, rsw};
use landwright_core::sample::ragnarok::{Plan, island, models, pictures, scene};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::area::{Area, Rect};

use crate::command::CommandId;
use crate::kind::ragnarok::dialog::{MapAnswer, MapDialog};
use crate::kind::ragnarok::form::ground::GroundForm;
use crate::kind::ragnarok::ground::{Ground, GroundMessage};
use crate::kind::ragnarok::message::MapMessage;
use crate::kind::ragnarok::tiles::TileKey;
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog, Scope};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::trial::{act, run, titles};
use crate::settings::Settings;
use crate::view::id::DocumentId;

const SIDE: u16 = 96;
const SIZE: [u32; 2] = [SIDE as u32; 2];

/// A client's folder with a map, its ground, its models and their pictures.
fn client() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let gat = island(Plan { seed: 1, width: SIDE, height: SIDE, version: Version::V1_2 }).gat;
    let put = |path: &str, bytes: &[u8]| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    put("data/map.gat", &gat::write(&gat));
    put("data/map.gnd", &gnd::write(&scene::ground(&gat, 1)));
    let mut world = scene::scene(&gat, 1, 30);
    world.names.gnd = landwright_core::format::name::Name::of(b"map.gnd");
    put("data/map.rsw", &rsw::write(&world));
    for file in pictures::files() {
        put(&file.path, &file.bytes);
    }
    put(&format!("data/model/{}", models::HOUSE_NAME), &rsm::write(&models::house()));
    put(&format!("data/model/{}", models::TREE_NAME), &rsm::write(&models::tree()));
    folder
}

fn open(path: &Path) -> (Model, DocumentId) {
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    model.handle(Message::Open(vec![path.to_owned()]));
    model.settle();
    let id = model.active_map().unwrap().id;
    (model, id)
}

fn send(model: &mut Model, id: DocumentId, message: GroundMessage) {
    model.handle(Message::Kind(id, Sent::new(message)));
    model.settle();
}

fn ground(model: &Model, id: DocumentId) -> &Ground {
    &model.map(id).unwrap().ground
}

#[test]
fn a_ground_is_read_once_a_view_asks_and_drawn_in_tiles() {
    let client = client();
    let (mut model, id) = open(&client.path().join("data/map.gat"));
    assert!(ground(&model, id).land().is_none() && ground(&model, id).may_read());
    send(&mut model, id, GroundMessage::Read);
    let land = ground(&model, id).land().unwrap();
    assert_eq!((land.size_in_cells(), land.missing.len()), (SIZE, 0), "{:?}", land.missing);
    assert!(!ground(&model, id).may_read());
    let base = TileKey::base(SIZE);
    send(&mut model, id, GroundMessage::Draw(base.clone()));
    let (n, drawn) = ground(&model, id).drawn();
    assert_eq!((n, drawn.first().map(|drawn| drawn.key)), (1, base.first().copied()));
    let image = &drawn.first().unwrap().image;
    let colours: BTreeSet<[u8; 3]> = image.pixels.iter().map(|pixel| pixel.0).collect();
    assert!(colours.len() > 50, "{}", colours.len());
}

#[test]
fn a_scene_is_ground_then_models_then_water() {
    let client = client();
    let (mut model, id) = open(&client.path().join("data/map.gat"));
    send(&mut model, id, GroundMessage::Stage);
    assert!(ground(&model, id).scene().is_none(), "nothing was read");
    send(&mut model, id, GroundMessage::Read);
    send(&mut model, id, GroundMessage::Stage);
    let scene = ground(&model, id).scene().unwrap();
    let instances = &scene.set.scene.instances;
    let (first, last) = (scene.n_of_ground, scene.first_of_water);
    assert!(first > 0 && instances[..first].iter().all(|it| !it.is_object));
    assert_eq!(last - first, 30);
    assert!(instances[first..last].iter().all(|it| it.is_object));
    assert!(instances[last..].iter().all(|it| !it.is_object));
    assert!(!ground(&model, id).may_stage() && scene.missing.is_empty());
}

#[test]
fn without_a_gnd_it_is_said_why_and_asked_again_once_there_is_one() {
    let client = client();
    let (from, to) = (client.path().join("data/map.gnd"), client.path().join("gone"));
    fs::rename(&from, &to).unwrap();
    let (mut model, id) = open(&client.path().join("data/map.gat"));
    send(&mut model, id, GroundMessage::Read);
    let why = ground(&model, id).trouble().unwrap();
    assert_eq!(why, "there is no map.gnd beside the map or in a root of its project");
    assert!(!ground(&model, id).may_read() && !ground(&model, id).may_draw());
    fs::rename(&to, &from).unwrap();
    model.handle(Message::FileChanged(from));
    model.settle();
    assert!(ground(&model, id).may_read());
    send(&mut model, id, GroundMessage::Read);
    assert!(ground(&model, id).land().is_some());
}

#[test]
fn a_broken_gnd_is_no_ground_and_turning_it_on_says_so() {
    let client = client();
    fs::write(client.path().join("data/map.gnd"), b"GRGN\x01\x07").unwrap();
    let (mut model, id) = open(&client.path().join("data/map.gat"));
    send(&mut model, id, GroundMessage::Read);
    assert!(ground(&model, id).trouble().unwrap().contains("map.gnd"));
    assert_eq!(model.is_on(CommandId::ToggleGround), Some(true));
    model.handle(Message::Command(CommandId::ToggleGround));
    assert_eq!(model.is_on(CommandId::ToggleGround), Some(false));
    model.handle(Message::Command(CommandId::ToggleGround));
    assert!(ground(&model, id).may_read(), "it is looked for again");
}

#[test]
fn a_ground_that_changes_on_disk_is_read_again_and_one_that_does_not_stays() {
    let client = client();
    let file = client.path().join("data/map.gnd");
    let (mut model, id) = open(&client.path().join("data/map.gat"));
    send(&mut model, id, GroundMessage::Read);
    send(&mut model, id, GroundMessage::Stage);
    let before = Arc::clone(ground(&model, id).land().unwrap());
    model.handle(Message::FileChanged(file.clone()));
    model.settle();
    send(&mut model, id, GroundMessage::Read);
    assert!(Arc::ptr_eq(ground(&model, id).land().unwrap(), &before), "it is as it was");
    let mut other = gnd::read(&fs::read(&file).unwrap()).unwrap();
    other.cubes_mut()[0].top = -1;
    fs::write(&file, gnd::write(&other)).unwrap();
    model.handle(Message::FileChanged(file));
    model.settle();
    assert!(ground(&model, id).may_read());
    send(&mut model, id, GroundMessage::Read);
    let after = ground(&model, id).land().unwrap();
    assert!(after.number > before.number && after.gnd == other);
    assert!(ground(&model, id).may_stage(), "the scene is of the old one");
    assert!(!model.document(id).unwrap().has_unsaved_changes());
}

#[test]
fn a_map_without_a_file_has_no_ground_and_cells_are_as_strong_as_somebody_says() {
    let mut model = crate::model::trial::flat(20);
    let id = model.active_map().unwrap().id;
    send(&mut model, id, GroundMessage::Read);
    assert!(ground(&model, id).trouble().unwrap().contains("no file yet"));
    let view = model.active_view().unwrap();
    send(&mut model, id, GroundMessage::Cover(view, 200));
    assert_eq!(model.view(view).unwrap().layers.cells_over_ground(), 1.0);
    model.handle(Message::Command(CommandId::ToggleCells));
    assert_eq!(model.view(view).unwrap().layers.cells_over_ground(), 0.0);
}

#[test]
fn tiles_of_a_real_size_are_drawn_until_time_is_up_and_at_least_one() {
    let client = client();
    let (mut model, id) = open(&client.path().join("data/map.gat"));
    send(&mut model, id, GroundMessage::Read);
    let all = TileKey::of(5, Rect { x: 0, y: 0, width: SIZE[0], height: SIZE[1] });
    assert_eq!(all.len(), 144);
    send(&mut model, id, GroundMessage::Draw(all.clone()));
    let (_, drawn) = ground(&model, id).drawn();
    assert!(!drawn.is_empty());
    assert!(drawn.iter().zip(&all).all(|(drawn, key)| drawn.key == *key));
}

/// The dialog for heights from the ground, worked out; the action of it is done.
fn heights_from_ground(model: &mut Model, set: impl FnOnce(&mut GroundForm)) {
    run(model, CommandId::HeightsFromGround);
    let asked = model.dialog().and_then(Dialog::form).cloned();
    let Some(MapDialog::HeightsFromGround(id, mut form)) = asked else { panic!() };
    set(&mut form);
    let kept = MapDialog::HeightsFromGround(id, form.clone());
    model.handle(Message::Answer(Answer::Keep(kept.into())));
    model.settle();
    let action = form.action(model.map(id).unwrap());
    model.handle(Message::Answer(MapAnswer::Do(id, action.into()).answer()));
    model.settle();
}

/// Raised by 50, so that its ground is no longer that of its GND.
fn raised(client: &Path) -> (Model, DocumentId, GatMap) {
    let (mut model, id) = open(&client.join("data/map.gat"));
    let arguments = r#"{"region":"everything","how":{"raise":{"by":50}}}"#;
    act(&mut model, "shape-heights", arguments);
    let before = model.map(id).unwrap().map().clone();
    (model, id, before)
}

#[test]
fn the_selection_alone_takes_heights_from_the_ground_as_one_step() {
    let client = client();
    let (mut model, id, before) = raised(client.path());
    let rect = Rect { x: 10, y: 20, width: 30, height: 5 };
    model.handle(MapMessage::Select(Area::of_rect(rect)).to(id));
    heights_from_ground(&mut model, |form| assert_eq!(form.scope, Scope::Selection));
    let map = model.map(id).unwrap().map().clone();
    let all = Area::of_rect(map.rect());
    let changed = all.cells().filter(|cell| map.tile(*cell) != before.tile(*cell));
    assert_eq!(changed.count(), 150);
    assert!(all.cells().all(|cell| rect.contains(cell) || map.tile(cell) == before.tile(cell)));
    assert_eq!(map.terrain_column(), before.terrain_column());
    assert_eq!(titles(&model)[1..], ["Take heights from the ground"]);
    run(&mut model, CommandId::Undo);
    assert_eq!(model.map(id).unwrap().map(), &before);
    assert!(model.map(id).unwrap().under.is_none(), "the ground is held no longer than needed");
}

#[test]
fn types_from_the_ground_block_what_stands_on_it() {
    let client = client();
    let (mut model, id, before) = raised(client.path());
    heights_from_ground(&mut model, |form| {
        (form.has_types, form.types.keep_blocked, form.types.model) = (true, false, 5);
    });
    let map = model.map(id).unwrap().map();
    let under_models = map.cells_where(|word| word == 5);
    assert!(!under_models.is_empty() && map.terrain_column() != before.terrain_column());
    assert_eq!(titles(&model)[1..], ["Take heights and types from the ground"]);
    let said: Vec<&str> = model.log.lines().map(|entry| entry.text.as_str()).collect();
    let found = "the ground is map.gnd, with 30 models";
    assert!(said.iter().any(|text| text.ends_with(found)), "{said:?}");
}

#[test]
fn ground_that_is_missing_or_of_a_different_size_is_refused_with_the_reason() {
    let client = client();
    let (mut model, id, before) = raised(client.path());
    act(&mut model, "resize", r#"{"width":90,"height":96}"#);
    heights_from_ground(&mut model, |_| {});
    let said = model.log.last().unwrap().text.clone();
    assert!(said.contains("map.gnd carries 96 × 96 cells, and the map has 90 × 96"), "{said}");
    run(&mut model, CommandId::Undo);
    fs::remove_file(client.path().join("data/map.gnd")).unwrap();
    heights_from_ground(&mut model, |_| {});
    let said = model.log.last().unwrap().text.clone();
    assert!(
        said.contains("there is no ground to take heights from: there is no map.gnd"),
        "{said}"
    );
    assert_eq!(model.map(id).unwrap().map(), &before);
    let mut unsaved = crate::model::trial::flat(20);
    heights_from_ground(&mut unsaved, |_| {});
    assert!(unsaved.log.last().unwrap().text.contains("the map has no file"));
}
