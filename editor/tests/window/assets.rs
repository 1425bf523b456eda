//! Assets of ROSE in the window: a part is found in the list, its flags are set, undone and saved.

use std::fs;
use std::path::PathBuf;

use egui_kittest::kittest::Queryable;
use landwright_core::format::file::{Kind, read};
use landwright_core::format::text::CodePage;
use landwright_core::sample::rose::assets;
use landwright_core::world::asset::Asset;
use landwright_core::world::asset::place::Place;

use super::hand::Hand;

/// The client of the sample with one of its files in front.
fn open(ending: &str) -> (Hand, PathBuf) {
    let mut hand = Hand::at_start();
    let mut opened = None;
    for file in assets::files() {
        let path = hand.file(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, file.bytes).unwrap();
        opened = opened.or(file.path.ends_with(ending).then_some(path));
    }
    let file = opened.unwrap();
    hand.open(&file);
    (hand, file)
}

fn asset(file: &PathBuf) -> Asset {
    let bytes = fs::read(file).unwrap();
    let kind = Kind::of(&file.to_string_lossy(), &bytes).unwrap();
    Asset::new(&read(kind, &bytes).unwrap().content, CodePage::default()).unwrap()
}

fn n_things(asset: &Asset, list: &str) -> usize {
    asset.n_things(&list.parse().unwrap()).unwrap()
}

#[test]
fn a_flag_of_collision_is_set_in_the_inspector_undone_and_saved() {
    let (mut hand, file) = open("LIST_CNST_S01.ZSC");
    let (before, was) = (fs::read(&file).unwrap(), asset(&file));
    let place = |n: usize| format!("objects[{n}].parts[0].collision").parse::<Place>().unwrap();
    let stated = |asset: &Asset, n| asset.get(&place(n)).and_then(serde_json::Value::as_u64);
    let n = (0..n_things(&was, "objects")).find(|n| stated(&was, *n).is_some()).unwrap();
    let object = format!("objects[{n}]");
    let called = |place: &str| was.called(&place.parse().unwrap());
    hand.click_button(&format!("Show objects ({})", n_things(&was, "objects")));
    hand.click_button(&format!("Show {n}  {}", called(&object)));
    let n_parts = n_things(&was, &format!("{object}.parts"));
    hand.click_button(&format!("Show parts ({n_parts})"));
    hand.click_button(&format!("0  {}", called(&format!("{object}.parts[0]"))));
    assert!(hand.shows_part(&format!("{object}.parts[0]")));
    hand.window.get_by_label("Not pickable").scroll_to_me();
    hand.settle();
    hand.click("Not pickable");
    hand.press("Ctrl+S");
    let after = asset(&file);
    assert_eq!(stated(&after, n), stated(&was, n).map(|flags| flags ^ 16));
    let n_different =
        before.iter().zip(fs::read(&file).unwrap()).filter(|(a, b)| **a != *b).count();
    assert_eq!(n_different, 1);
    hand.press("Ctrl+Z");
    hand.press("Ctrl+S");
    assert!(fs::read(&file).unwrap() == before);
}

#[test]
fn particles_are_listed_and_edited_in_their_view() {
    let (mut hand, file) = open("SPARK.PTL");
    let n = n_things(&asset(&file), "sequences");
    assert!(hand.shows_part(&format!("sequences ({n})")) && hand.shows("The file"));
    hand.run(landwright_editor::command::CommandId::GoTo);
    hand.type_text("sequences[0].events");
    hand.press("Enter");
    let before = n_things(&asset(&file), "sequences[0].events");
    hand.choose(landwright_editor::command::CommandId::from_name("add-thing").unwrap());
    hand.press("Ctrl+S");
    assert_eq!(n_things(&asset(&file), "sequences[0].events"), before + 1);
    assert!(hand.shows_part(&format!("events ({})", before + 1)));
}
