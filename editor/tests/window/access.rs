//! Without eyes and without a pointer: every control has a name, Tab leads to it, and a map can be
//! painted by keyboard.

use std::collections::BTreeSet;

use eframe::egui::accesskit::{Action, Role};
use egui_kittest::kittest::{AccessKitNode, NodeT, Queryable};
use landwright_core::format::ragnarok::gat::Terrain;
use landwright_editor::command::{self, CommandId};
use landwright_editor::kind::ragnarok::message::{MapMessage, StampMessage};
use landwright_editor::message::Message;
use landwright_editor::view::Shown;
use landwright_editor::view::reference::{Layer, Reference};

use super::hand::{Hand, flat};

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
    assert!(hand.model().tools.maps.is_busy());
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
    let file = hand.put("map.gat", &flat(40, 30));
    hand.open(&file);
    let folder = hand.file("");
    hand.send(Message::OpenFolder(folder));
    hand.click_cell([5, 5]);
    hand.run(CommandId::SelectAll);
    hand.run(CommandId::KeepStamp(1));
    let of_window = |name: &str| name.starts_with("show-") || name.starts_with("tool-");
    for command in command::all().filter(|command| of_window(command.name)) {
        hand.run(CommandId::ShowTools);
        hand.run(command.id);
        assert_all_have_names(&hand, command.name);
    }
}

/// Brings a window to a question.
type Ask = fn(Hand) -> Hand;

/// Every question that there is, by its heading.
const QUESTIONS: &[(&str, Ask)] = &[
    ("New map", |hand| after(hand, CommandId::NewMap)),
    ("Go to cell", |hand| after(hand, CommandId::GoTo)),
    ("Resize the map", |hand| after(hand, CommandId::Resize)),
    ("Types from heights", |hand| after(hand, CommandId::AutomaticTypes)),
    ("Heights from the ground", |hand| after(hand, CommandId::HeightsFromGround)),
    ("Replace a type", |hand| after(hand, CommandId::ReplaceType)),
    ("Reference picture", with_reference),
    ("Some data would be lost", with_a_loss),
    ("Unsaved changes", |hand| after(hand, CommandId::Close)),
    ("Changed on disk", changed_on_disk),
    ("Unsaved work", |hand| Hand::after_a_crash(hand.leave())),
    ("Something went wrong", with_a_failure),
    ("Delete a stamp", with_a_stamp),
    ("Keys", |hand| after(hand, CommandId::Keys)),
    ("Settings", |hand| after(hand, CommandId::Settings)),
    ("Landwright", |hand| after(hand, CommandId::About)),
    ("Open files", |hand| after(hand, CommandId::Open)),
    ("Open a folder", |hand| after(hand, CommandId::OpenFolder)),
    ("Save the map", |hand| after(hand, CommandId::SaveAs)),
    ("Export", |hand| after(hand, CommandId::ExportTmj)),
];

fn after(mut hand: Hand, id: CommandId) -> Hand {
    hand.run(id);
    hand
}

fn with_reference(mut hand: Hand) -> Hand {
    let document = hand.document().id;
    let reference = Reference {
        picture: hand.file("none.png"),
        shown: Shown::Yes,
        layer: Layer::Under,
        offset_in_cells: [0.0; 2],
        cells_per_pixel: Some(1.0),
        opacity: 0.5,
    };
    hand.send(MapMessage::SetReference(Some(Box::new(reference))).to(document));
    after(hand, CommandId::Reference)
}

fn with_a_loss(mut hand: Hand) -> Hand {
    hand.run(CommandId::ConvertTo13);
    hand.click("Water bit on");
    hand.click_cell([9, 9]);
    after(hand, CommandId::ConvertTo12)
}

fn changed_on_disk(mut hand: Hand) -> Hand {
    let file = hand.put("map.gat", &flat(40, 30));
    hand.send(Message::FileChanged(file.clone()));
    let mut other = flat(40, 30);
    other.tile_mut(20, 20).unwrap().terrain = Terrain(5);
    hand.put("map.gat", &other);
    hand.send(Message::FileChanged(file));
    hand
}

fn with_a_failure(mut hand: Hand) -> Hand {
    let file = hand.file("short.gat");
    std::fs::write(&file, b"GRAT").unwrap();
    hand.open(&file);
    hand
}

fn with_a_stamp(mut hand: Hand) -> Hand {
    hand.run(CommandId::SelectAll);
    hand.run(CommandId::KeepStamp(1));
    let stamp = hand.model().stamps()[0].id;
    hand.send(StampMessage::DeleteStamp(stamp).message());
    hand
}

/// The controls of the question with a heading: whatever lies in the same window of the window.
fn controls_of<'a>(hand: &'a Hand, heading: &'a str) -> Vec<AccessKitNode<'a>> {
    let heading = hand.window.get_by_role_and_label(Role::Label, heading);
    let mut window = heading.accesskit_node();
    while let Some(parent) = window.parent().filter(|parent| parent.parent().is_some()) {
        window = parent;
    }
    let is_in_it = |node: &AccessKitNode<'_>| {
        std::iter::successors(Some(*node), |node| node.parent())
            .any(|node| node.id() == window.id())
    };
    // What lies below everything else is no control.
    let is_ground = |node: &AccessKitNode<'_>| {
        matches!(node.role(), Role::GenericContainer | Role::Window | Role::Pane)
    };
    let all = controls(hand).into_iter();
    all.filter(|node| is_in_it(node) && !is_ground(node)).collect()
}

#[test]
fn every_control_of_every_question_has_a_name_and_tab_leads_to_it() {
    for (heading, ask) in QUESTIONS {
        let mut hand = Hand::with_map();
        hand.click_cell([5, 5]);
        let mut hand = ask(hand);
        assert_all_have_names(&hand, heading);
        let ids: BTreeSet<_> = controls_of(&hand, heading).iter().map(|node| node.id()).collect();
        assert!(!ids.is_empty(), "{heading} has no controls");
        let mut reached = BTreeSet::new();
        for _ in 0..3 * controls(&hand).len() {
            if reached == ids {
                break;
            }
            hand.press("Tab");
            let focused = controls_of(&hand, heading).into_iter().find(|node| node.is_focused());
            reached.extend(focused.map(|node| node.id()));
        }
        let missed: Vec<String> = controls_of(&hand, heading)
            .iter()
            .filter(|node| ids.contains(&node.id()) && !reached.contains(&node.id()))
            .map(|node| format!("{:?} {}", node.role(), name_of(node)))
            .collect();
        assert!(missed.is_empty(), "{heading}: Tab does not lead to {missed:?}");
    }
}

#[test]
fn arrows_lead_to_every_command_of_the_palette_which_all_have_names() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::Palette);
    assert_all_have_names(&hand, "the palette");
    hand.type_text("about");
    hand.press("Down");
    hand.press("Up");
    hand.press("Enter");
    assert!(hand.shows_part("Version "));
}
