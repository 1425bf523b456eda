//! Panels: what each shows, and what a click in it does.

use std::fs;

use eframe::egui::accesskit::Role;
use eframe::egui::{Modifiers, PointerButton, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use landwright_core::format::ragnarok::gat::Terrain;
use landwright_core::world::gat::paint::{Across, Ink};
use landwright_editor::command::CommandId;
use landwright_editor::kind::ragnarok::tool::Tool;
use landwright_editor::message::{Message, Panel};
use landwright_editor::settings::Settings;

use super::hand::{Hand, flat};

/// A map with two unknown types, and a step that was done.
fn with_problems() -> Hand {
    let mut hand = Hand::at_start();
    let mut map = flat(40, 30);
    map.tile_mut(30, 20).unwrap().terrain = Terrain(9);
    map.tile_mut(4, 7).unwrap().terrain = Terrain(9);
    let file = hand.put("map.gat", &map);
    hand.open(&file);
    hand
}

#[test]
fn a_click_in_the_history_goes_there_and_branches_are_kept() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::ShowHistory);
    let opened = hand.map();
    hand.click_cell([5, 5]);
    let first = hand.map();
    hand.press("5");
    hand.click_cell([15, 15]);
    hand.click("Opened");
    assert_eq!(hand.map(), opened);
    hand.click("1  Paint type 1");
    assert_eq!(hand.map(), first);
    hand.press("3");
    hand.click_cell([25, 5]);
    assert!(hand.shows("2  Paint type 5"), "the other branch is still there");
    assert!(hand.shows("3  Paint type 3"));
    hand.click("2  Paint type 5");
    assert_eq!((hand.kind(15, 15), hand.kind(25, 5)), (5, 0));
    hand.press("Ctrl+S");
    assert!(hand.shows("saved"));
}

#[test]
fn a_click_on_a_problem_shows_where_it_is() {
    let mut hand = with_problems();
    hand.run(CommandId::ShowProblems);
    hand.click_part("(30, 20)  1 cell of type 9");
    let middle = hand.camera().middle_in_cells;
    assert!(middle.distance(glam::vec2(30.5, 20.5)) < 1.0, "{middle}");
    assert!(hand.camera().points_per_cell >= 8.0);
    let row = hand.window.get_by_label_contains("(30, 20)  1 cell of type 9");
    assert!(row.accesskit_node().toggled().is_some_and(|on| on == true.into()));
    hand.press("F8");
    let middle = hand.camera().middle_in_cells;
    assert!(middle.distance(glam::vec2(30.5, 20.5)) > 1.0, "F8 goes on to another one");
}

#[test]
fn one_click_mends_a_problem_and_ctrl_z_brings_it_back() {
    let mut hand = with_problems();
    hand.run(CommandId::ShowProblems);
    let n_before = hand.document().problems.len();
    let fix = hand.window.get_all_by_label("Fix").next().unwrap();
    fix.click();
    hand.settle();
    assert_eq!(hand.steps().len(), 1);
    assert_eq!(hand.document().problems.len(), n_before - 1);
    hand.press("Ctrl+Z");
    assert_eq!(hand.document().problems.len(), n_before);
}

#[test]
fn all_problems_of_a_code_are_mended_as_one_step() {
    let mut hand = with_problems();
    hand.run(CommandId::ShowProblems);
    hand.window.get_by_label_contains("(30, 20)  1 cell of type 9").click_secondary();
    hand.settle();
    hand.click("Fix all gat-unknown-type");
    assert_eq!(hand.steps(), ["Fix all gat-unknown-type"]);
    assert!(hand.kind(30, 20) != 9 && hand.kind(4, 7) != 9);
    assert!(hand.document().problems.iter().all(|p| p.code != "gat-unknown-type"));
}

#[test]
fn problems_are_found_by_severity_code_and_text() {
    let mut hand = with_problems();
    hand.run(CommandId::ShowProblems);
    assert!(hand.shows_part("(30, 20)  1 cell of type 9"));
    hand.click_part("Errors ");
    assert!(!hand.shows_part("(30, 20)  1 cell of type 9"), "errors are hidden");
    hand.click_part("Errors ");
    hand.click("Find in problems");
    hand.type_text("unknown");
    assert!(hand.shows_part("(30, 20)  1 cell of type 9"));
    hand.type_text("zzz");
    assert!(!hand.shows_part("(30, 20)  1 cell of type 9"));
    assert!(hand.shows("No problems of this kind"));
}

#[test]
fn a_click_in_the_minimap_moves_the_view() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::ShowMinimap);
    hand.press("Plus");
    hand.press("Plus");
    let minimap = hand.window.get_by_label("All of the map").rect();
    let points = [minimap.center(), minimap.center() + vec2(30.0, 0.0)];
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &points[..1]);
    let before = hand.camera().middle_in_cells;
    assert!(before.distance(glam::vec2(20.0, 15.0)) < 1.0);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &points);
    let after = hand.camera().middle_in_cells;
    assert!(after.x > before.x + 2.0 && (after.y - before.y).abs() < 0.1);
    assert!(hand.steps().is_empty());
}

#[test]
fn the_log_tells_what_happened_until_it_is_cleared() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::ShowLog);
    assert!(hand.shows("No messages yet"));
    hand.run(CommandId::Save);
    assert!(hand.shows_part("map.gat has no unsaved changes"));
    hand.click("Clear");
    assert!(hand.shows("No messages yet"));
}

#[test]
fn the_tools_panel_takes_tools_and_types_in_hand() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::ShowTools);
    hand.click_button("Ellipse");
    assert_eq!(hand.model().tools.maps.tool, Tool::Ellipse);
    hand.click_button("Brush");
    hand.click_part("5  ");
    assert_eq!(hand.model().tools.maps.ink, Ink::Type(5));
    hand.click("Square");
    assert!(hand.model().tools.maps.tip == landwright_core::world::gat::region::Tip::Square);
}

#[test]
fn mirror_painting_paints_both_sides() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::MirrorX);
    assert_eq!(hand.model().tools.maps.mirror, Some(Across::X));
    hand.click_cell([5, 5]);
    assert_eq!((hand.kind(5, 5), hand.kind(34, 5)), (1, 1));
    assert_eq!(hand.steps().len(), 1);
}

#[test]
fn panels_are_closed_brought_back_and_reset() {
    let mut hand = Hand::with_map();
    for panel in Panel::ALL {
        let label = match panel {
            Panel::Project => CommandId::ShowProject,
            Panel::Tools => CommandId::ShowTools,
            Panel::Inspector => CommandId::ShowInspector,
            Panel::Problems => CommandId::ShowProblems,
            Panel::History => CommandId::ShowHistory,
            Panel::Minimap => CommandId::ShowMinimap,
            Panel::Log => CommandId::ShowLog,
            Panel::Compare => CommandId::ShowCompare,
            Panel::Conflicts => CommandId::ShowConflicts,
            Panel::Manual => CommandId::Manual,
        };
        hand.run(label);
    }
    hand.run(CommandId::ResetLayout);
    assert!(hand.shows("Map view of map.gat"));
    assert!(hand.shows("Minimap"));
}

#[test]
fn two_views_show_one_map_and_close_on_their_own() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::NewView);
    assert_eq!(hand.document().views.len(), 2);
    assert!(hand.shows("Map view of map.gat"));
    hand.run(CommandId::ZoomIn);
    let zooms: Vec<f32> = hand
        .document()
        .views
        .values()
        .filter_map(|view| view.camera.map(|camera| camera.points_per_cell))
        .collect();
    assert!(zooms[1] > zooms[0], "{zooms:?}");
    let view = hand.model().active_view().unwrap();
    hand.send(Message::CloseView(view));
    assert_eq!(hand.document().views.len(), 1);
    assert_eq!(hand.model().maps().count(), 1);
}

#[test]
fn the_layout_and_the_settings_are_there_again_in_the_next_run() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::ThemeLight);
    hand.run(CommandId::ShowLog);
    hand.run(CommandId::Quit);
    let folder = hand.leave();
    let (settings, said) = Settings::load(&folder.path().join("home"));
    assert_eq!(said, None);
    assert!(settings.layout.is_some());
    assert_eq!(settings.recent.len(), 1);
    let mut hand = Hand::in_folder(folder, settings);
    assert!(!hand.shows("Log"), "panels have nothing to say while nothing is open");
    hand.run(CommandId::OpenSample);
    assert!(hand.shows("No messages yet") || hand.shows("Clear"), "the log is in front");
    assert!(fs::metadata(hand.home().join("settings.ron")).is_ok());
}

#[test]
fn a_tab_that_was_dragged_stays_there_in_the_next_run_until_the_layout_is_reset() {
    let tab = |hand: &Hand, name| hand.window.get_by_role_and_label(Role::Tab, name).rect();
    let is_beside = |hand: &Hand, name| {
        (tab(hand, "Log").left_top() - tab(hand, name).right_top()).length() < 3.0
    };
    let mut hand = Hand::with_map();
    assert!(is_beside(&hand, "Problems"));
    let target = tab(&hand, "Tools").right_center() + vec2(30.0, 0.0);
    hand.drag_slowly(tab(&hand, "Log").center(), target);
    assert!(is_beside(&hand, "Tools"));
    hand.run(CommandId::Quit);
    let folder = hand.leave();
    let (settings, _) = Settings::load(&folder.path().join("home"));
    let mut hand = Hand::in_folder(folder, settings);
    hand.run(CommandId::OpenSample);
    assert!(is_beside(&hand, "Tools"));
    hand.run(CommandId::ResetLayout);
    assert!(is_beside(&hand, "Problems"));
}

#[test]
fn closing_leaves_the_other_views_of_a_map() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::NewView);
    hand.press("Ctrl+W");
    assert_eq!(hand.document().views.len(), 1);
    hand.press("Ctrl+W");
    assert_eq!(hand.model().maps().count(), 0);
}

#[test]
fn a_larger_window_gives_the_room_to_the_view() {
    let mut hand = Hand::with_map();
    let width = |hand: &Hand| hand.window.get_by_label("All of the map").rect().width();
    let (minimap, view) = (width(&hand), hand.view().1.width());
    hand.window.set_size(vec2(2560.0, 1440.0));
    hand.settle();
    assert!((width(&hand) - minimap).abs() < 3.0, "{} {minimap}", width(&hand));
    assert!(hand.view().1.width() > view + 1200.0);
    let fitted = hand.camera().points_per_cell;
    hand.window.set_size(vec2(1280.0, 800.0));
    hand.settle();
    assert!(hand.camera().points_per_cell < fitted, "all of the map is still seen");
    hand.run(CommandId::ZoomIn);
    let chosen = hand.camera().points_per_cell;
    hand.window.set_size(vec2(2560.0, 1440.0));
    hand.settle();
    assert_eq!(hand.camera().points_per_cell, chosen, "what a person chose stays");
    hand.window.set_size(vec2(1280.0, 800.0));
    hand.settle();
    assert!((hand.view().1.width() - view).abs() < 3.0);
}

#[test]
fn hidden_problems_are_counted_and_shown_again() {
    let mut hand = with_problems();
    hand.run(CommandId::ShowProblems);
    hand.click_part("Errors ");
    assert!(hand.shows_part(" hidden"));
    hand.click("Show all");
    assert!(hand.shows_part("(30, 20)  1 cell of type 9") && !hand.shows_part(" hidden"));
}
