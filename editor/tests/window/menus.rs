//! The menus: no entry that can be taken does nothing.

use std::fs;

use egui_kittest::kittest::NodeT;
use landwright_core::format::ragnarok::gat::{self, Gat, Terrain, Tile, Version};
use landwright_core::vfs::{ContentHash, disk};
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::area::{Area, Rect};
use landwright_core::world::gat::paint::{Ink, Paint};
use landwright_core::world::gat::region::Region;
use landwright_editor::command::{COMMANDS, Command, CommandId, Menu};
use landwright_editor::model::message::Message;
use landwright_editor::settings::{Settings, Theme};

use super::hand::{Hand, flat};

/// A map with something of everything that a command may need: steps done and undone, a
/// selection, a stamp, a problem, a file that was closed.
fn busy() -> Hand {
    let mut hand = Hand::at_start();
    let closed = hand.put("closed.gat", &flat(8, 8));
    hand.open(&closed);
    let tile = Tile { terrain: Terrain(5), ..Tile::default() };
    let mut map = Gat::filled(Version::V1_3, 40, 30, tile);
    map.tile_mut(30, 20).unwrap().terrain = Terrain(9);
    map.tile_mut(4, 20).unwrap().terrain = Terrain(9);
    let file = hand.put("map.gat", &map);
    hand.run(CommandId::Close);
    hand.open(&file);
    let id = hand.document().id;
    let paint = |x| {
        let region = Region::Rectangle(Rect { x, y: 2, width: 3, height: 3 });
        let paint = Paint { region, ink: Ink::Type(1), mirror: None, within: None };
        Message::Act(id, Action::Paint(paint))
    };
    let select =
        |width| Message::Select(id, Area::of_rect(Rect { x: 20, y: 10, width, height: 4 }));
    // A tool and a theme that differ from what most of the tested commands lead to.
    let settings = Settings { theme: Theme::Dark, ..hand.model().settings.clone() };
    hand.send_all([
        paint(2),
        paint(12),
        Message::Command(CommandId::Undo),
        // Another shape when it is flipped or turned.
        Message::Select(id, Area::of_rect(Rect { x: 2, y: 2, width: 4, height: 5 })),
        Message::Command(CommandId::Copy),
        select(10),
        Message::Command(CommandId::ToolLasso),
        Message::SetSettings(Box::new(settings)),
    ]);
    hand
}

/// Everything about the window that a person could notice, and the files.
fn noticeable(hand: &Hand) -> String {
    let model = hand.model();
    let documents = model.documents().map(|document| {
        let hash = ContentHash::of(&gat::write(&document.map().to_gat()));
        let selected: Vec<_> = document.selection.spans().collect();
        format!("{} {hash:?} {selected:?} {:?}", document.name, document.views)
    });
    let files = disk::walk(&hand.file("")).files.into_iter().map(|file| {
        let len = fs::metadata(&file).unwrap().len();
        format!("{} {len}", file.display())
    });
    let tools = &model.tools;
    let tools = format!(
        "{:?} {:?} {} {:?} {:?} {:?} {:?} {:?}",
        tools.tool,
        tools.ink,
        tools.brush_size,
        tools.tip,
        tools.mirror,
        tools.mirror_at,
        tools.is_setting_mirror,
        tools.stamp
    );
    let rest = format!("{:?} {:?} {:?}", model.settings, model.dialog(), model.shown_problem);
    let shown = format!("{:?}", hand.window.root());
    documents.chain(files).chain([tools, rest, shown]).collect::<Vec<_>>().join("\n")
}

/// What has to be there first for a command to have something to do.
fn prepare(hand: &mut Hand, id: CommandId) {
    match id {
        CommandId::ToolLasso => hand.run(CommandId::ToolPaint),
        CommandId::ThemeDark => hand.run(CommandId::ThemeLight),
        CommandId::Type1 => hand.run(CommandId::Type2),
        CommandId::ColoursTypes => hand.run(CommandId::ColoursClient),
        CommandId::ZoomFit => hand.run(CommandId::ZoomIn),
        CommandId::LookNorth => {
            hand.run(CommandId::New3dView);
            hand.run(CommandId::LookDown);
        }
        CommandId::LookDown => hand.run(CommandId::New3dView),
        CommandId::ConvertTo13 => hand.run(CommandId::ConvertTo12),
        // Panels that stand behind others come to the front.
        CommandId::ShowTools | CommandId::ShowHistory => hand.run(CommandId::ShowInspector),
        CommandId::ShowProblems | CommandId::ResetLayout => hand.run(CommandId::ShowLog),
        CommandId::ShowMinimap => hand.run(CommandId::ShowProject),
        CommandId::TakeStamp(number) => hand.run(CommandId::KeepStamp(number)),
        CommandId::Reload => fs::write(hand.file("map.gat"), b"nonsense").unwrap(),
        _ => {}
    }
}

/// These ask the desktop for a file; where there is none, nothing is seen of it.
const ASK_THE_DESKTOP: [CommandId; 3] = [CommandId::Open, CommandId::OpenFolder, CommandId::SaveAs];

fn every_entry_does_something(menu: Menu) {
    let in_menu =
        |command: &&Command| command.menu == menu && !ASK_THE_DESKTOP.contains(&command.id);
    for command in COMMANDS.iter().filter(in_menu) {
        let mut hand = busy();
        prepare(&mut hand, command.id);
        assert!(hand.model().can_run(command.id), "{} can't be run", command.name);
        let before = noticeable(&hand);
        match command.id.submenu() {
            None => hand.choose(command.id),
            Some(_) => hand.run(command.id),
        }
        assert!(noticeable(&hand) != before, "{} does nothing", command.name);
    }
}

#[test]
fn every_entry_of_the_file_menu_does_something() {
    every_entry_does_something(Menu::File);
}

#[test]
fn every_entry_of_the_edit_menu_does_something() {
    every_entry_does_something(Menu::Edit);
}

#[test]
fn every_entry_of_the_select_menu_does_something() {
    every_entry_does_something(Menu::Select);
}

#[test]
fn every_entry_of_the_map_menu_does_something() {
    every_entry_does_something(Menu::Map);
}

#[test]
fn every_entry_of_the_tool_menu_does_something() {
    every_entry_does_something(Menu::Tool);
}

#[test]
fn every_entry_of_the_view_menu_does_something() {
    every_entry_does_something(Menu::View);
}

#[test]
fn every_entry_of_the_window_menu_does_something() {
    every_entry_does_something(Menu::Window);
}

#[test]
fn every_entry_of_the_help_menu_does_something() {
    every_entry_does_something(Menu::Help);
}

#[test]
fn entries_that_need_what_is_not_there_are_grey() {
    let mut hand = Hand::at_start();
    let off: Vec<&Command> =
        COMMANDS.iter().filter(|command| !hand.model().can_run(command.id)).collect();
    assert!(off.len() > 20);
    let is_grey = |hand: &Hand, id| hand.entry(id).accesskit_node().is_disabled();
    hand.open_menu(Menu::Edit);
    assert!(is_grey(&hand, CommandId::Undo) && is_grey(&hand, CommandId::Paste));
    hand.press("Escape");
    hand.open_menu(Menu::File);
    assert!(is_grey(&hand, CommandId::Save) && !is_grey(&hand, CommandId::NewMap));
}
