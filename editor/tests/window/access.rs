//! Without eyes and without a pointer: every control has a name, Tab leads to it, and a map can be
//! painted by keyboard.

use std::collections::BTreeSet;

use eframe::egui::accesskit::{Action, Role};
use egui_kittest::kittest::{AccessKitNode, NodeT};
use landwright_editor::command::{COMMANDS, CommandId};
use landwright_editor::model::message::Message;

use super::hand::Hand;

/// What a person can do something with.
fn is_control(node: &AccessKitNode<'_>) -> bool {
    let is_made_for_it = matches!(
        node.role(),
        Role::Button
            | Role::Link
            | Role::TextInput
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Slider
            | Role::SpinButton
    );
    // Texts can be clicked to be selected, and are named by what they say; what scrolls follows the
    // focus.
    let is_other = matches!(node.role(), Role::Label | Role::ScrollBar);
    is_made_for_it || !is_other && node.data().supports_action(Action::Click)
}

/// The controls that are shown and can be used.
fn controls(hand: &Hand) -> Vec<AccessKitNode<'_>> {
    let nodes = hand.window.root().children_recursive();
    nodes
        .map(|node| node.accesskit_node())
        .filter(|node| is_control(node) && !node.is_disabled() && !node.is_hidden())
        .collect()
}

fn name_of(node: &AccessKitNode<'_>) -> String {
    node.label().unwrap_or_default()
}

#[test]
fn tab_leads_to_every_control() {
    let mut hand = Hand::with_map();
    let all: BTreeSet<String> = controls(&hand).iter().map(name_of).collect();
    let mut reached = BTreeSet::new();
    for _ in 0..3 * all.len() {
        hand.press("Tab");
        let focused = controls(&hand).into_iter().find(|node| node.is_focused());
        reached.extend(focused.map(|node| name_of(&node)));
    }
    let missed: Vec<&String> = all.difference(&reached).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn a_map_is_painted_by_keyboard_alone() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::ToolRectangle);
    hand.focus_map();
    assert_eq!(hand.model().hover.map(|(_, cell)| cell), Some([20, 15]), "in the middle at first");
    hand.press("Left");
    hand.press("Shift+Down");
    hand.press("Space");
    hand.press("Shift+Right");
    hand.press("Up");
    assert!(hand.model().tools.is_busy());
    hand.press("Space");
    assert_eq!(hand.steps().len(), 1);
    let painted: Vec<(u32, u32)> = (0..40)
        .flat_map(|x| (0..30).map(move |y| (x, y)))
        .filter(|(x, y)| hand.kind(*x, *y) == 1)
        .collect();
    assert_eq!((painted.len(), painted[0], painted[21]), (22, (19, 5), (29, 6)));
    hand.press("5");
    hand.run(CommandId::ToolFill);
    hand.press("Enter");
    assert_eq!(hand.kind(19, 5), 5);
    hand.run(CommandId::ToolPaint);
    hand.press("Space");
    hand.press("Up");
    hand.press("Escape");
    assert_eq!(hand.steps().len(), 2, "Escape gives a stroke up");
}

#[test]
fn the_cell_that_keys_lead_to_stays_in_view() {
    let mut hand = Hand::with_map();
    for _ in 0..8 {
        hand.run(CommandId::ZoomIn);
    }
    hand.focus_map();
    for _ in 0..3 {
        hand.press("Shift+Left");
    }
    assert_eq!(hand.model().hover.map(|(_, cell)| cell), Some([0, 15]));
    assert!(hand.view().1.contains(hand.cell([0, 15])));
}

#[test]
fn arrows_move_the_view_where_no_control_has_the_focus() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::ZoomIn);
    let before = hand.camera().middle_in_cells;
    hand.press("Right");
    hand.press("Up");
    let after = hand.camera().middle_in_cells;
    assert!(after.x > before.x && after.y > before.y, "{before} {after}");
    let near = hand.camera().points_per_cell;
    hand.press("PageDown");
    assert!(hand.camera().points_per_cell < near);
}

/// Lines between panels, which are dragged, have no name to give.
fn is_separator(node: &AccessKitNode<'_>) -> bool {
    let is_thin =
        |bounds: eframe::egui::accesskit::Rect| bounds.width().min(bounds.height()) < 10.0;
    !matches!(node.role(), Role::Button | Role::Tab) && node.bounding_box().is_some_and(is_thin)
}

fn assert_all_have_names(hand: &Hand, place: &str) {
    let nameless: Vec<String> = controls(hand)
        .iter()
        .filter(|node| name_of(node).trim().is_empty() && !is_separator(node))
        .map(|node| format!("{:?} {:?} at {:?}", node.role(), node.value(), node.bounding_box()))
        .collect();
    assert!(nameless.is_empty(), "{place}: {nameless:#?}");
}

#[test]
fn every_control_of_every_panel_has_a_name() {
    let mut hand = Hand::at_start();
    assert_all_have_names(&hand, "the start page");
    let file = hand.put("map.gat", &super::hand::flat(40, 30));
    hand.open(&file);
    let folder = hand.file("");
    hand.send(Message::OpenFolder(folder));
    hand.click_cell([5, 5]);
    hand.run(CommandId::SelectAll);
    hand.run(CommandId::KeepStamp(1));
    let of_window = |name: &str| name.starts_with("show-") || name.starts_with("tool-");
    for command in COMMANDS.iter().filter(|command| of_window(command.name)) {
        hand.run(CommandId::ShowTools);
        hand.run(command.id);
        assert_all_have_names(&hand, command.name);
    }
}

#[test]
fn every_control_of_every_question_has_a_name() {
    for id in [
        CommandId::NewMap,
        CommandId::GoTo,
        CommandId::Resize,
        CommandId::AutomaticTypes,
        CommandId::ReplaceType,
        CommandId::Reference,
        CommandId::Close,
        CommandId::About,
        CommandId::Palette,
        CommandId::Keys,
        CommandId::Settings,
        CommandId::Open,
        CommandId::SaveAs,
    ] {
        let mut hand = Hand::with_map();
        hand.click_cell([5, 5]);
        hand.run(id);
        assert_all_have_names(&hand, id.command().name);
    }
}
