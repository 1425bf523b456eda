//! A ROSE zone in the window: a spawn is changed in the inspector and dragged over the edge of a
//! block, and the files on disk are what they should be.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone as Sample};
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};
use landwright_editor::command::CommandId;
use landwright_editor::kind::rose::document::ZoneDocument;
use landwright_editor::kind::rose::message::ZoneMessage;
use landwright_editor::message::Message;
use landwright_editor::view::Camera;

use super::hand::Hand;

/// The sample zone on disk, and open.
fn open() -> Hand {
    let mut hand = Hand::at_start();
    for file in Sample::new(Plan::small(1)).files() {
        let path = hand.file(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file.bytes).unwrap();
    }
    let folder = hand.file(ZONE_FOLDER);
    hand.open(&folder);
    hand
}

fn document(hand: &Hand) -> &ZoneDocument {
    hand.model().active_zone().unwrap()
}

fn files(hand: &Hand) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(hand.file(ZONE_FOLDER)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

fn changed(before: &BTreeMap<PathBuf, Vec<u8>>, hand: &Hand) -> Vec<String> {
    let now = files(hand);
    let changed = before.iter().filter(|(path, bytes)| now[*path] != **bytes);
    changed.map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

/// The spawn that is nearest to the edge of its block in the west or east, and the way over it.
fn near_an_edge(zone: &ZoneDocument) -> (ThingId, f64) {
    let grid = zone.zone().grid();
    let spawns = zone.zone().things().filter(|(_, thing)| thing.kind() == Kind::Spawn);
    let ways = spawns.filter_map(|(id, thing)| {
        let at = grid.world_from_file(thing.pos_in_file_cm());
        let block = zone.zone().block_of(id)?;
        let area = grid.area_of_block(block);
        let ways = [area.west - at.x - 300.0, area.east - at.x + 300.0];
        let is_inside = |way: &f64| {
            let to = landwright_core::space::rose::position::PosInWorldCm { x: at.x + way, ..at };
            zone.zone().block_at(to).is_some_and(|other| other != block)
        };
        let way = ways.into_iter().find(is_inside)?;
        Some((id, way))
    });
    ways.min_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs())).unwrap()
}

fn screen(hand: &Hand, at: PosInFileCm) -> Pos2 {
    let rect = hand.window.get_by_label("Zone view of S01.ZON").rect();
    let view = hand.model().active_view().and_then(|view| hand.model().view(view)).unwrap();
    let size = glam::vec2(rect.width(), rect.height());
    let point = document(hand).span().map_from_file(at);
    let at = view.camera.unwrap().view_from_cell(point, size);
    rect.min + vec2(at.x, at.y)
}

fn place(hand: &Hand, id: ThingId) -> PosInFileCm {
    document(hand).zone().thing(id).map(Thing::pos_in_file_cm).unwrap()
}

#[test]
fn a_spawn_is_changed_dragged_over_an_edge_and_saved_by_hand() {
    let mut hand = open();
    let before = files(&hand);
    let (id, way) = near_an_edge(document(&hand));
    let block = document(&hand).zone().block_of(id).unwrap();
    // Near enough that a click means no neighbour.
    let view = hand.model().active_view().unwrap();
    let rect = hand.window.get_by_label("Zone view of S01.ZON").rect();
    let at = place(&hand, id);
    let middle = PosInFileCm { x: at.x + way / 2.0, ..at };
    let middle_in_cells = document(&hand).span().map_from_file(middle);
    let points_per_cell = (rect.width() * 0.7 / (way.abs() as f32 / 250.0)).min(24.0);
    let camera = Camera { middle_in_cells, points_per_cell };
    hand.send(Message::Look(view, camera, glam::vec2(rect.width(), rect.height())));
    let from = screen(&hand, at);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[from]);
    assert_eq!(document(&hand).selection, [id].into());

    hand.window.get_by_role_and_label(Role::TextInput, "Limit").focus();
    hand.window.run();
    hand.window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    hand.window.get_by_role_and_label(Role::TextInput, "Limit").type_text("+1");
    hand.window.run();
    hand.window.key_press(Key::Enter);
    hand.window.run();
    let limit = |hand: &Hand| document(hand).zone().thing(id).unwrap().spawn().unwrap().limit;
    let new = limit(&hand);
    hand.press("Ctrl+S");
    assert_eq!(changed(&before, &hand), [format!("{block}.IFO")]);
    let path = hand.file(&format!("{ZONE_FOLDER}/{block}.IFO"));
    let pairs = before[&path].iter().zip(&files(&hand)[&path]).filter(|(a, b)| a != b).count();
    assert_eq!(pairs, 1, "one byte, since the limit is one more");

    let to = screen(&hand, PosInFileCm { x: at.x + way, ..at });
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[from, to]);
    let other = document(&hand).zone().block_of(id).unwrap();
    assert_ne!(other, block);
    hand.press("Ctrl+Z");
    assert_eq!((document(&hand).zone().block_of(id), place(&hand, id)), (Some(block), at));
    hand.press("Ctrl+Y");
    assert_eq!(document(&hand).zone().block_of(id), Some(other));
    hand.press("Ctrl+S");
    let mut expected = [format!("{block}.IFO"), format!("{other}.IFO")];
    expected.sort();
    assert_eq!(changed(&before, &hand), expected);
    assert!(document(&hand).editing().is_saved());

    hand.press("Ctrl+Z");
    hand.press("Ctrl+Z");
    assert_eq!(limit(&hand), new - 1);
    hand.press("Ctrl+S");
    assert_eq!(changed(&before, &hand), [""; 0], "undone to the byte");
}

#[test]
fn the_sample_zone_opens_by_one_click_and_shows_its_panels() {
    let mut hand = Hand::at_start();
    hand.click_button("Open sample zone");
    let id = document(&hand).id;
    assert!(hand.shows_part("Layers") && hand.shows_part("Economy"));
    let things = document(&hand).zone().things().map(|(id, _)| id).collect();
    hand.send(ZoneMessage::to(id, ZoneMessage::Select(things)));
    assert!(hand.shows_part("252 things") || hand.shows_part("248 things"));
    hand.run(CommandId::SelectNone);
    assert!(document(&hand).selection.is_empty());
}
