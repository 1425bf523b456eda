//! The menus: no entry that can be taken does nothing.

use std::fs;

use egui_kittest::kittest::NodeT;
use landwright_core::format::ragnarok::gat::{self, Gat, Terrain, Tile, Version};
use landwright_core::vfs::{ContentHash, disk};
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::area::{Area, Rect};
use landwright_core::world::gat::paint::{Ink, Paint};
use landwright_core::world::gat::region::Region;
use landwright_editor::command;
use landwright_editor::command::{Command, CommandId, Menu, Needs};
use landwright_editor::kind::ragnarok::message::MapMessage;
use landwright_editor::message::Message;
use landwright_editor::settings::{Settings, Theme};
use landwright_editor::view::Shown;
use landwright_editor::view::id::ViewId;
use landwright_editor::view::reference::{Layer, Reference};

use super::hand::{Hand, flat};

/// A map with something of everything that a command may need: steps done and undone, a
/// selection, a stamp, a problem, a file that was closed.
fn busy() -> Hand {
    let tile = Tile { terrain: Terrain(5), ..Tile::default() };
    let mut map = Gat::filled(Version::V1_3, 40, 30, tile);
    map.tile_mut(30, 20).unwrap().terrain = Terrain(9);
    map.tile_mut(4, 20).unwrap().terrain = Terrain(9);
    // A theme that differs from what most of the tested commands lead to.
    let mut hand = Hand::with(Settings { theme: Theme::Dark, ..Settings::default() });
    let files = [hand.put("closed.gat", &flat(8, 8)), hand.put("map.gat", &map)];
    hand.send_all(files.map(|file| Message::Open(vec![file])));
    let [closed, id] = ["closed.gat", "map.gat"]
        .map(|name| hand.model().maps().find(|document| document.name == name).unwrap().id);
    let view = |document| Message::Focus(ViewId { document, number: 1 });
    let paint = |x| {
        let region = Region::Rectangle(Rect { x, y: 2, width: 3, height: 3 });
        let paint = Paint { region, ink: Ink::Type(1), mirror: None, within: None };
        MapMessage::Act(Action::Paint(paint)).to(id)
    };
    let select =
        |x, y, width| MapMessage::Select(Area::of_rect(Rect { x, y, width, height: 4 })).to(id);
    hand.send_all([
        view(closed),
        Message::Command(CommandId::Close),
        view(id),
        paint(2),
        paint(12),
        Message::Command(CommandId::Undo),
        // No side of the stamp is like another.
        select(1, 3, 3),
        Message::Command(CommandId::Copy),
        select(20, 10, 10),
        Message::Command(CommandId::ToolLasso),
    ]);
    hand
}

/// Everything about the window that a person could notice, and the files.
fn noticeable(hand: &Hand) -> String {
    let model = hand.model();
    let documents = model.maps().map(|document| {
        let hash = ContentHash::of(&gat::write(&document.map().to_gat()));
        let selected: Vec<_> = document.selection.spans().collect();
        format!("{} {hash:?} {selected:?} {:?}", document.name, document.views)
    });
    let files = disk::walk(&hand.file("")).files.into_iter().map(|file| {
        let len = fs::metadata(&file).unwrap().len();
        format!("{} {len}", file.display())
    });
    let kept = format!("{:?} {:?} {:?}", model.tools, model.settings, model.stamps());
    let asked =
        format!("{:?} {:?}", model.dialog(), model.active().map(|d| d.common().shown_problem));
    let shown = hand.window.root().children_recursive().map(|node| {
        let node = node.accesskit_node();
        format!("{:?} {:?} {:?}", node.label(), node.value(), node.toggled())
    });
    documents.chain(files).chain([kept, asked]).chain(shown).collect::<Vec<_>>().join("\n")
}

/// What has to be there first for a command to have something to do.
fn prepare(hand: &mut Hand, id: CommandId) {
    match id {
        CommandId::ToolLasso => hand.run(CommandId::ToolPaint),
        CommandId::ThemeDark => hand.run(CommandId::ThemeLight),
        CommandId::Type1 => hand.run(CommandId::Type2),
        CommandId::ColoursTypes => hand.run(CommandId::ColoursClient),
        CommandId::ZoomFit => hand.run(CommandId::ZoomIn),
        CommandId::ConvertTo13 => hand.run(CommandId::ConvertTo12),
        CommandId::MirrorAtMap => hand.run(CommandId::MirrorAtSelection),
        CommandId::TakeStamp(n) => hand.run(CommandId::KeepStamp(n)),
        CommandId::LookNorth => {
            hand.run(CommandId::New3dView);
            hand.run(CommandId::LookDown);
        }
        CommandId::LookDown => hand.run(CommandId::New3dView),
        // Panels that stand behind others come to the front.
        CommandId::ShowTools | CommandId::ShowHistory => hand.run(CommandId::ShowInspector),
        CommandId::ShowProblems | CommandId::ResetLayout => hand.run(CommandId::ShowLog),
        CommandId::ShowMinimap => hand.run(CommandId::ShowProject),
        CommandId::ToggleReference => {
            let id = hand.document().id;
            let reference = Reference {
                picture: hand.file("picture.png"),
                shown: Shown::Yes,
                layer: Layer::Under,
                offset_in_cells: [0.0; 2],
                cells_per_pixel: Some(1.0),
                opacity: 0.5,
            };
            hand.send(MapMessage::SetReference(Some(Box::new(reference))).to(id));
        }
        CommandId::Reload => fs::write(hand.file("map.gat"), b"nonsense").unwrap(),
        _ => {}
    }
}

/// These ask the desktop for a file; where there is none, nothing is seen of it. Some are for areas and
/// zones.
const ASK_THE_DESKTOP: [CommandId; 14] = [
    CommandId::Open,
    CommandId::OpenFolder,
    CommandId::SaveAs,
    CommandId::ExportPng,
    CommandId::ExportMinimap,
    CommandId::ExportCsv,
    CommandId::ExportTmj,
    CommandId::ExportMcache,
    CommandId::ExportJson,
    CommandId::ExportGeojson,
    CommandId::ExportGdi,
    CommandId::ExportMapCache,
    CommandId::Import,
    CommandId::ImportOnto,
];

fn every_entry_does_something(menus: &[Menu]) {
    let in_menu = |command: &&Command| {
        menus.contains(&command.menu) && !ASK_THE_DESKTOP.contains(&command.id)
    };
    let mut idle = Vec::new();
    for command in command::all().filter(in_menu) {
        // These are in view from the start, and get no more than the focus.
        if matches!(command.id, CommandId::ShowTools | CommandId::ShowInspector) {
            continue;
        }
        // For what can be selected in areas and zones.
        if command.id == CommandId::DeleteSelected {
            continue;
        }
        // There are conflicts after a merge alone; what these do then is tried on one.
        if command.needs == Needs::Conflict {
            continue;
        }
        // There are differences after a comparison alone; `compare` steps through them.
        if matches!(command.id, CommandId::NextDifference | CommandId::PreviousDifference) {
            continue;
        }
        // What is checked again is as it was.
        if command.id == CommandId::CheckAgain {
            continue;
        }
        // Nine numbers are alike.
        if matches!(command.id, CommandId::KeepStamp(n) | CommandId::TakeStamp(n) if n > 1) {
            continue;
        }
        let mut hand = busy();
        prepare(&mut hand, command.id);
        assert!(hand.model().can_run(command.id), "{} can't be run", command.name);
        let before = noticeable(&hand);
        hand.run(command.id);
        if noticeable(&hand) == before {
            idle.push(command.name);
        }
    }
    assert!(idle.is_empty(), "these do nothing: {idle:?}");
}

#[test]
fn every_entry_for_files_edits_and_maps_does_something() {
    every_entry_does_something(&[Menu::File, Menu::Edit, Menu::Map, Menu::Help]);
}

#[test]
fn every_entry_for_tools_and_selections_does_something() {
    every_entry_does_something(&[Menu::Tool, Menu::Select]);
}

#[test]
fn every_entry_for_views_and_the_window_does_something() {
    every_entry_does_something(&[Menu::View, Menu::Window]);
}

#[test]
fn menus_list_all_commands_and_a_click_runs_one() {
    let mut hand = Hand::with_map();
    // Areas and zones have menus of their own, which are shown while one is in front.
    for menu in Menu::ALL {
        hand.open_menu(menu);
        let of_menu = command::all().filter(|command| command.menu == menu);
        for command in of_menu.filter(|command| command.id.submenu().is_none()) {
            hand.entry(command.id);
        }
        hand.press("Escape");
    }
    hand.choose(CommandId::SelectAll);
    assert_eq!(hand.document().selection.n_cells(), 40 * 30);
    hand.choose(CommandId::ToggleGrid);
    hand.open_menu(Menu::View);
    assert_eq!(hand.entry(CommandId::ToggleGrid).accesskit_node().toggled(), Some(false.into()));
}

#[test]
fn entries_that_need_what_is_not_there_are_grey() {
    let mut hand = Hand::at_start();
    let off: Vec<&Command> =
        command::all().filter(|command| !hand.model().can_run(command.id)).collect();
    assert!(off.len() > 20);
    let is_grey = |hand: &Hand, id| hand.entry(id).accesskit_node().is_disabled();
    hand.open_menu(Menu::Edit);
    assert!(is_grey(&hand, CommandId::Undo) && is_grey(&hand, CommandId::Paste));
    hand.press("Escape");
    hand.open_menu(Menu::File);
    assert!(is_grey(&hand, CommandId::Save) && !is_grey(&hand, CommandId::NewMap));
}
