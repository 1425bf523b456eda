//! Maps to other programs and back, from the File menu.

use std::fs;

use landwright_core::format::ragnarok::map_cache;
use landwright_core::format::ragnarok::rsw;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_editor::command::CommandId;
use landwright_editor::message::dialog::Dialog;
use landwright_editor::settings::{FileDialog, Settings};

use super::hand::{Hand, flat};

fn hand() -> Hand {
    let settings = Settings { file_dialog: FileDialog::Own, ..Settings::default() };
    let mut hand = Hand::with(settings);
    let file = hand.put("map.gat", &flat(40, 30));
    hand.open(&file);
    hand
}

/// Takes an entry of the File menu that stands in a submenu, and answers the dialog for files.
fn choose(hand: &mut Hand, id: CommandId, name: &str) {
    hand.open_menu(id.command().menu);
    hand.click(id.submenu().unwrap());
    hand.entry(id).click();
    hand.settle();
    if !name.is_empty() {
        hand.press("Ctrl+A");
        hand.type_text(name);
    }
    hand.press("Enter");
}

#[test]
fn every_format_is_written_by_the_name_of_the_map() {
    let mut hand = hand();
    for (id, names) in [
        (CommandId::ExportPng, &["map.png"][..]),
        (CommandId::ExportCsv, &["map.csv"]),
        (CommandId::ExportTmj, &["map.tmj", "map.types.png"]),
        (CommandId::ExportMcache, &["map.mcache"]),
        (CommandId::ExportMapCache, &["map_cache.dat"]),
    ] {
        choose(&mut hand, id, "");
        for name in names {
            assert!(hand.file(name).is_file(), "{name} by {}", id.command().name);
        }
    }
    assert_eq!(hand.steps().len(), 0);
    choose(&mut hand, CommandId::ExportPng, "other.csv");
    assert!(hand.file("other.csv.png").is_file(), "a name means no other format");
    let cache = map_cache::read(&fs::read(hand.file("map_cache.dat")).unwrap()).unwrap();
    assert_eq!(cache.entries().len(), 1);
}

#[test]
fn what_is_there_is_asked_about_and_kept_as_a_backup() {
    let mut hand = hand();
    fs::write(hand.file("map.csv"), "mine").unwrap();
    choose(&mut hand, CommandId::ExportCsv, "");
    assert_eq!(fs::read(hand.file("map.csv")).unwrap(), b"mine");
    hand.click("Replace");
    assert!(fs::read(hand.file("map.csv")).unwrap().starts_with(b"x,y"));
    let backups: Vec<_> = fs::read_dir(hand.file(".landwright/backups")).unwrap().collect();
    assert_eq!(fs::read(backups[0].as_ref().unwrap().path()).unwrap(), b"mine");
    fs::write(hand.file("map_cache.dat"), "short").unwrap();
    choose(&mut hand, CommandId::ExportMapCache, "");
    assert!(matches!(hand.model().dialog(), Some(Dialog::Failed { .. })));
    assert_eq!(fs::read(hand.file("map_cache.dat")).unwrap(), b"short");
}

#[test]
fn a_table_comes_back_as_one_step_and_as_a_map_of_its_own() {
    let mut hand = hand();
    fs::write(hand.file("some.csv"), "x,y,type\n3,4,5\n6,7,1\n").unwrap();
    choose(&mut hand, CommandId::ImportOnto, "some.csv");
    assert_eq!(hand.steps(), ["Import some.csv"]);
    assert_eq!((hand.kind(3, 4), hand.kind(6, 7), hand.kind(0, 0)), (5, 1, 0));
    hand.press("Ctrl+Z");
    assert_eq!(hand.kind(3, 4), 0);
    choose(&mut hand, CommandId::Import, "some.csv");
    assert!(matches!(hand.model().dialog(), Some(Dialog::Failed { .. })), "two cells are no map");
    hand.press("Enter");
    hand.click_cell([2, 2]);
    choose(&mut hand, CommandId::ExportTmj, "painted.tmj");
    choose(&mut hand, CommandId::Import, "painted.tmj");
    assert_eq!(hand.document().name, "painted.gat");
    assert_eq!(hand.kind(2, 2), 1);
    assert!(hand.document().file.is_none());
    fs::write(hand.file("nonsense.tmj"), "{").unwrap();
    choose(&mut hand, CommandId::ImportOnto, "nonsense.tmj");
    assert!(matches!(hand.model().dialog(), Some(Dialog::Failed { .. })));
}

#[test]
fn servers_get_the_water_of_the_rsw_in_a_root() {
    let mut hand = hand();
    let plan = |version| Plan { seed: 1, width: 40, height: 30, version };
    let island = island(plan(landwright_core::format::ragnarok::gat::Version::V1_2));
    fs::create_dir_all(hand.file("client/data")).unwrap();
    fs::write(hand.file("client/data/isle.rsw"), rsw::write(&island.rsw)).unwrap();
    fs::write(hand.file("landwright.toml"), "roots = ['client']").unwrap();
    let isle = hand.put("isle.gat", &island.gat);
    hand.open(&isle);
    hand.click("Trust this project");
    hand.settle();
    let level = WaterLevel::new(island.rsw.water_level().unwrap());
    assert_eq!(hand.document().water_level, level);
}
