//! The view in space: turning, flying, and every tool of the view from above; and what is drawn,
//! where a driver draws.

use eframe::egui::{self, Event, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable;
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::{Gat, Terrain};
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::space::ragnarok::{Corner, TilePos};
use landwright_core::world::gat::picture::palette::{Palette, Rgb};
use landwright_editor::command::CommandId;
use landwright_editor::kind::document::open::OpenDocument;
use landwright_editor::kind::ragnarok::message::MapMessage;
use landwright_editor::kind::ragnarok::tool::Tool;
use landwright_editor::message::Message;
use landwright_editor::view::ground::{Ground, middle_in_world};
use landwright_editor::view::orbit::Orbit;

use super::hand::{Hand, flat};

/// With a map open, and a view of it in space in front.
fn in_space(map: &Gat) -> Hand {
    show(Hand::at_start(), map)
}

fn show(mut hand: Hand, map: &Gat) -> Hand {
    let file = hand.put("map.gat", map);
    hand.open(&file);
    hand.run(CommandId::New3dView);
    hand
}

fn rect(hand: &Hand) -> Rect {
    hand.window.get_by_label_contains("3D view of map.gat").rect()
}

fn orbit(hand: &Hand) -> Orbit {
    hand.model().view(hand.model().active_view().unwrap()).unwrap().orbit.unwrap()
}

fn look(hand: &mut Hand, yaw_degrees: f32, pitch_degrees: f32) {
    let orbit = Orbit { yaw_degrees, pitch_degrees, ..orbit(hand) };
    let (view, size) = (hand.model().active_view().unwrap(), size(rect(hand)));
    hand.send(Message::LookFrom(view, orbit, size));
}

fn size(rect: Rect) -> glam::Vec2 {
    glam::vec2(rect.width(), rect.height())
}

/// Where the middle of a cell is in the window.
fn cell(hand: &Hand, cell: [u32; 2]) -> Pos2 {
    let rect = rect(hand);
    let middle = middle_in_world(hand.document().map(), cell).unwrap();
    let at = orbit(hand).view_from_world(middle, size(rect)).unwrap();
    rect.min + vec2(at.x, at.y)
}

fn drag(hand: &mut Hand, cells: &[[u32; 2]]) {
    let points: Vec<Pos2> = cells.iter().map(|at| cell(hand, *at)).collect();
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &points);
}

/// Level, but for a ridge along the tenth row.
fn ridge() -> Gat {
    let mut map = flat(40, 30);
    for x in 0..40 {
        map.tile_mut(x, 10).unwrap().altitude = [F32::new(-30.0); 4];
    }
    map
}

#[test]
fn without_a_driver_it_says_so_and_tools_work_all_the_same() {
    let mut hand = in_space(&flat(40, 30));
    assert!(hand.shows("3D view of map.gat, without a driver that draws it"));
    drag(&mut hand, &[[5, 5], [20, 12]]);
    assert_eq!(hand.steps(), ["Paint type 1"]);
    assert_eq!((hand.kind(5, 5), hand.kind(20, 12), hand.kind(20, 5)), (1, 1, 0));
    hand.press("Ctrl+Z");
    assert!(!hand.document().has_unsaved_changes());
    hand.run(CommandId::ToolSelectRectangle);
    drag(&mut hand, &[[3, 4], [10, 8]]);
    assert_eq!(hand.document().selection.n_cells(), 8 * 5);
    hand.run(CommandId::ToolProbe);
    drag(&mut hand, &[[3, 4], [9, 4]]);
    assert_eq!(hand.document().probe.as_ref().map(|probe| probe.way.len()), Some(7));
}

#[test]
fn from_wherever_one_looks_the_cell_that_is_seen_is_the_one_that_is_touched() {
    let mut hand = in_space(&ridge());
    hand.press("[");
    hand.press("[");
    for (n, (yaw, pitch)) in [(0.0, 90.0), (70.0, 50.0), (320.0, 40.0)].into_iter().enumerate() {
        look(&mut hand, yaw, pitch);
        for touched in [[20, 10], [12 + n as u32, 24], [25, 8]] {
            hand.window.hover_at(cell(&hand, touched));
            hand.settle();
            let hover = hand.model().hover.unwrap().1;
            assert_eq!(hover, touched.map(|side| side as i32), "{yaw} {pitch}");
        }
    }
}

#[test]
fn a_stroke_over_a_ridge_leaves_what_it_hides_alone() {
    let mut hand = in_space(&ridge());
    hand.press("[");
    hand.press("[");
    look(&mut hand, 0.0, 35.0);
    drag(&mut hand, &[[20, 10], [20, 25]]);
    assert_eq!((hand.kind(20, 10), hand.kind(20, 25)), (1, 1));
    let painted: Vec<u32> = (0..30).filter(|y| hand.kind(20, *y) == 1).collect();
    assert!(painted.contains(&24) && !painted.contains(&14), "{painted:?}");
    assert_eq!(hand.steps().len(), 1);
}

#[test]
fn a_corner_is_lifted_by_as_much_as_the_pointer_goes_up() {
    let mut hand = in_space(&flat(40, 30));
    hand.run(CommandId::ToolCorner);
    look(&mut hand, 0.0, 20.0);
    let from = cell(&hand, [20, 15]) + vec2(2.0, -1.0);
    let points = [from, from - vec2(0.0, 20.0), from - vec2(0.0, 40.0)];
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &points);
    let [height] = [TilePos { x: 20, y: 15 }]
        .map(|tile| -hand.document().map().altitude(tile, Corner::NorthEast).unwrap().get());
    let orbit = orbit(&hand);
    let one = orbit.points_per_world_unit(orbit.distance_in_world, size(rect(&hand)));
    let expected = 40.0 / one;
    assert!((height - expected).abs() < expected * 0.2, "{height} {expected}");
}

#[test]
fn the_right_button_turns_the_middle_one_pans_and_the_wheel_zooms() {
    let mut hand = in_space(&flat(40, 30));
    let first = orbit(&hand);
    assert_eq!((first.yaw_degrees, first.pitch_degrees), (0.0, 50.0));
    let middle = rect(&hand).center();
    let points = [middle, middle + vec2(30.0, 10.0), middle + vec2(60.0, 20.0)];
    hand.drag_points(PointerButton::Secondary, Modifiers::NONE, &points);
    let turned = orbit(&hand);
    assert!(turned.yaw_degrees > 3.0 && turned.pitch_degrees > 51.0, "{turned:?}");
    hand.drag_points(PointerButton::Middle, Modifiers::NONE, &points);
    let panned = orbit(&hand);
    assert_eq!(panned.yaw_degrees, turned.yaw_degrees);
    assert!(panned.target_in_world.distance(turned.target_in_world) > 1.0);
    let over = cell(&hand, [22, 16]);
    hand.window.hover_at(over);
    hand.window.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 8.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    hand.settle();
    assert!(orbit(&hand).distance_in_world < panned.distance_in_world);
    assert!(cell(&hand, [22, 16]).distance(over) < 2.0, "the cell stays under the pointer");
    hand.press("N");
    assert_eq!((orbit(&hand).yaw_degrees, orbit(&hand).pitch_degrees), (0.0, 50.0));
    hand.press("Home");
    let fitted = orbit(&hand);
    assert!(fitted.target_in_world.distance(first.target_in_world) < 0.1, "{fitted:?}");
    hand.press("Shift+N");
    assert_eq!(orbit(&hand).pitch_degrees, 90.0);
    assert!(hand.steps().is_empty(), "looking changes nothing");
}
#[test]
fn letters_fly_while_the_right_button_is_down_and_pick_tools_else() {
    let mut hand = in_space(&flat(40, 30));
    let before = orbit(&hand);
    let middle = rect(&hand).center();
    let button = |pressed| Event::PointerButton {
        pos: middle,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let key = |pressed| Event::Key {
        key: Key::W,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    hand.window.hover_at(middle);
    hand.window.event(button(true));
    hand.window.step();
    hand.window.event(key(true));
    for _ in 0..200 {
        hand.window.step();
    }
    assert_eq!(hand.model().tools.maps.tool, Tool::Paint, "no wand");
    hand.window.event(key(false));
    hand.window.event(button(false));
    hand.settle();
    let after = orbit(&hand);
    assert!(after.eye_in_world().distance(before.eye_in_world()) > 20.0);
    assert!(after.eye_in_world().z > 1.0, "nobody flies into the ground: {after:?}");
    hand.press("W");
    assert_eq!(hand.model().tools.maps.tool, Tool::Wand);
}

#[test]
fn views_are_closed_one_by_one_and_cells_are_shown_in_all() {
    let mut hand = in_space(&flat(40, 30));
    hand.run(CommandId::New3dView);
    let views = |hand: &Hand| hand.document().views.len();
    assert_eq!(views(&hand), 3);
    let document = hand.document().id;
    hand.send(MapMessage::ShowCell(TilePos { x: 30, y: 20 }).to(document));
    let target = orbit(&hand).target_in_world;
    assert_eq!((target.x, target.y), (152.5, 102.5));
    let view = hand.model().active_view().unwrap();
    hand.send(Message::CloseView(view));
    assert_eq!(views(&hand), 2);
    assert_eq!(orbit(&hand).target_in_world, target, "the other one shows it as well");
}

/// The colour of the window where the middle of a cell is.
fn seen(hand: &mut Hand, at: [u32; 2]) -> Rgb {
    let at = cell(hand, at);
    let image = hand.window.render().unwrap();
    let pixel = image.get_pixel(at.x as u32, at.y as u32).0;
    Rgb([pixel[0], pixel[1], pixel[2]])
}

#[test]
fn every_cell_is_drawn_where_a_pointer_finds_it() {
    let Some(hand) = Hand::with_driver() else { return };
    let mut map = ridge();
    for (n, kind) in (0..6).zip([1, 2, 3, 4, 5, 6]) {
        map.tile_mut(5 + n * 5, 5).unwrap().terrain = Terrain(kind);
        map.tile_mut(5 + n * 5, 20).unwrap().terrain = Terrain(kind);
    }
    let mut hand = show(hand, &map);
    let types = Palette::Normal.types();
    for (yaw, pitch) in [(0.0, 60.0), (30.0, 75.0), (330.0, 60.0)] {
        look(&mut hand, yaw, pitch);
        // A pointer would be in the picture.
        hand.window.hover_at(Pos2::ZERO);
        hand.settle();
        for n in 0..6 {
            for at in [[5 + n * 5, 5], [5 + n * 5, 20]] {
                assert_eq!(seen(&mut hand, at), types[n as usize + 1], "{yaw} {pitch} {at:?}");
            }
        }
        assert_eq!(seen(&mut hand, [8, 3]), types[0]);
    }
}

#[test]
fn what_was_painted_elsewhere_is_there_when_the_view_comes_back() {
    let Some(hand) = Hand::with_driver() else { return };
    let mut hand = show(hand, &flat(40, 30));
    let types = Palette::Normal.types();
    let space = hand.model().active_view().unwrap();
    hand.window.hover_at(Pos2::ZERO);
    assert_eq!(seen(&mut hand, [12, 12]), types[0]);
    hand.open(&hand.file("map.gat"));
    // Frames of the view from above, none of which is looked at.
    let above = hand.view().0;
    hand.click_cell([12, 12]);
    hand.send(Message::CloseView(above));
    assert_eq!(hand.model().active_view(), Some(space));
    hand.window.hover_at(Pos2::ZERO);
    hand.settle();
    assert_eq!(seen(&mut hand, [12, 12]), types[1]);
    hand.press("Ctrl+Z");
    assert_eq!(seen(&mut hand, [12, 12]), types[0]);
    hand.press("Ctrl+A");
    let selected = seen(&mut hand, [12, 12]);
    assert_ne!(selected, types[0], "what is selected is lighter");
    hand.press("Alt+4");
    hand.press("Ctrl+D");
    let by_height = seen(&mut hand, [12, 12]);
    assert!(by_height != types[0] && by_height != selected, "every way to colour works");
}

#[test]
fn water_covers_what_lies_below_it() {
    let Some(hand) = Hand::with_driver() else { return };
    let mut map = flat(40, 30);
    for y in 0..30 {
        for x in 0..20 {
            map.tile_mut(x, y).unwrap().altitude = [F32::new(20.0); 4];
        }
    }
    let mut hand = show(hand, &map);
    let types = Palette::Normal.types();
    hand.window.hover_at(Pos2::ZERO);
    hand.settle();
    assert_eq!((seen(&mut hand, [8, 8]), seen(&mut hand, [32, 8])), (types[0], types[0]));
    let file = hand.put("map.gat", &map);
    let rsw = landwright_core::sample::ragnarok::island(landwright_core::sample::ragnarok::Plan {
        seed: 1,
        width: 2,
        height: 2,
        version: landwright_core::format::ragnarok::gat::Version::V1_2,
    })
    .rsw;
    assert_eq!(rsw.water_level().map(WaterLevel::new), Some(WaterLevel::new(F32::new(4.0))));
    let rsw = landwright_core::format::ragnarok::rsw::write(&rsw);
    std::fs::write(file.with_extension("rsw"), rsw).unwrap();
    hand.run(CommandId::Close);
    hand.open(&file);
    hand.run(CommandId::New3dView);
    hand.window.hover_at(Pos2::ZERO);
    hand.settle();
    assert_eq!(seen(&mut hand, [32, 8]), types[0]);
    let Rgb([_, _, blue]) = seen(&mut hand, [8, 8]);
    assert!(blue > 140, "{blue}");
    assert_eq!(hand.document().map().size_in_cells(), [40, 30]);
}
