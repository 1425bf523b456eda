//! The client's ground of a map: found, not found, turned on and off, and followed as its files change.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use landwright_core::format::ragnarok::gat::Version;
use landwright_core::format::ragnarok::{gat, gnd, rsm, rsw};
use landwright_core::sample::ragnarok::{Plan, island, models, pictures, scene};
use landwright_core::world::gat::area::Rect;

use crate::command::CommandId;
use crate::kind::ragnarok::ground::{Ground, GroundMessage};
use crate::kind::ragnarok::tiles::TileKey;
use crate::message::Message;
use crate::message::sent::Sent;
use crate::model::Model;
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
