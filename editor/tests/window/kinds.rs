//! Map caches and pictures in the window.

use std::fs;

use egui_kittest::kittest::Queryable;
use landwright_core::format::name::Name;
use landwright_core::format::ragnarok::map_cache::{self, Entry, MapCache};
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_editor::command::CommandId;

use super::hand::Hand;

fn cache() -> Vec<u8> {
    let mut cache = MapCache::default();
    for (name, side) in [("first", 4), ("isle", 40), ("last", 5)] {
        let cells = PackedCells::pack(side, side, &vec![0; (side * side) as usize]).unwrap();
        cache.add(Entry { name: Name::new(name.as_bytes()).unwrap(), cells }).unwrap();
    }
    map_cache::write(&cache)
}

#[test]
fn a_map_of_a_cache_is_found_opened_painted_and_saved() {
    let mut hand = Hand::at_start();
    let file = hand.file("map_cache.dat");
    fs::write(&file, cache()).unwrap();
    hand.open(&file);
    assert!(hand.shows("first, 4 × 4 cells") && hand.shows_part("3 maps"));
    hand.press("Ctrl+F");
    hand.type_text("isl");
    assert!(!hand.shows("first, 4 × 4 cells"));
    hand.click("isle, 40 × 40 cells");
    hand.press("Alt+Enter");
    assert_eq!(hand.document().title, "map_cache.dat#isle");
    hand.press("5");
    hand.click_cell([5, 5]);
    hand.press("Ctrl+S");
    let [before, after] =
        [cache(), fs::read(&file).unwrap()].map(|bytes| map_cache::read(&bytes).unwrap());
    assert!(before.entries()[0] == after.entries()[0] && before.entries()[2] == after.entries()[2]);
    let cells = after.entries()[1].cells.cells().unwrap();
    assert_eq!(cells[5 * 40 + 5], 5);
    assert!(hand.model().documents().all(|document| !document.has_unsaved_changes()));
}

/// Four pixels of plain red, green, blue and white, the last one half clear.
fn tga() -> Vec<u8> {
    let mut out = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 32, 0x28];
    for pixel in [[0, 0, 255, 255], [0, 255, 0, 255], [255, 0, 0, 255], [255, 255, 255, 128]] {
        out.extend(pixel);
    }
    out
}

#[test]
fn a_picture_is_shown_with_its_channels_and_nothing_can_be_done_to_it() {
    let mut hand = Hand::at_start();
    let file = hand.file("a.tga");
    fs::write(&file, tga()).unwrap();
    hand.open(&file);
    assert!(hand.shows("Picture view of a.tga") && hand.shows_part("TGA 32 bits  2 × 2 pixels"));
    let view = hand.window.get_by_label("Picture view of a.tga").rect();
    hand.window.hover_at(view.center() + eframe::egui::vec2(4.0, 4.0));
    hand.settle();
    assert!(hand.shows("(1, 1)   R 255  G 255  B 255  A 128"));
    let alpha = CommandId::from_name("channel-alpha").unwrap();
    hand.choose(alpha);
    assert_eq!(hand.model().is_on(alpha), Some(true));
    assert!(!hand.model().can_run(CommandId::SaveAs));
    hand.press("Ctrl+S");
    assert!(fs::read(&file).unwrap() == tga());
}
