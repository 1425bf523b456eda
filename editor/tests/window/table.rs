//! Tables in the window: the grid under the pointer and the keys, and what a screen reader gets of it.

use std::fs;
use std::path::PathBuf;

use eframe::egui::Event;
use egui_kittest::kittest::{NodeT, Queryable};
use landwright_core::format::rose::stb::{self, Row, Stb};
use landwright_core::format::text::{Text, Text16};
use landwright_editor::command::CommandId;
use landwright_editor::kind::table::document::TableDocument;
use landwright_editor::message::dialog::Dialog;
use landwright_editor::message::{Message, Request};

use super::hand::Hand;

const N_ROWS: usize = 3000;

fn text(text: &str) -> Text16 {
    Text16::try_from(Text::from(text)).unwrap()
}

/// Zones, of which there are thousands: a label, a file, and 28 columns in all.
fn zones() -> Vec<u8> {
    let titles: Vec<Text16> = (0..30).map(|n| text(if n == 2 { "ZON" } else { "" })).collect();
    let row = |n: usize| {
        let mut cells = vec![text(""); 28];
        cells[0] = text(&format!("Zone {n}"));
        cells[1] = text(&format!("3DDATA\\MAPS\\Z{n}.ZON"));
        cells[19] = text(&(n % 7).to_string());
        Row { name: text(""), cells }
    };
    let rows: Vec<Row> = (0..N_ROWS).map(row).collect();
    stb::write(&Stb::new(&titles, &rows).unwrap())
}

struct Desk {
    hand: Hand,
    file: PathBuf,
}

impl Desk {
    fn new() -> Desk {
        let mut hand = Hand::at_start();
        let file = hand.file("LIST_ZONE.STB");
        fs::write(&file, zones()).unwrap();
        hand.open(&file);
        Desk { hand, file }
    }

    fn table(&self) -> &TableDocument {
        let any: &dyn std::any::Any = self.hand.model().active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    fn shown(&self, row: usize, column: &str) -> String {
        let table = self.table().table();
        table.shown(row, table.place_of(column).unwrap()).unwrap()
    }

    fn steps(&self) -> Vec<String> {
        self.table().editing().rows().into_iter().map(|row| row.title).collect()
    }

    /// The row and the name of the column that keys mean.
    fn at(&self) -> (usize, String) {
        let cell = self.table().cursor();
        let head = &self.table().table().columns()[cell.place];
        (cell.row, head.known.as_ref().map_or(head.id.clone(), |known| known.name.clone()))
    }

    fn n_shown(&self) -> usize {
        self.table().shown().len()
    }
}

#[test]
fn only_rows_in_sight_are_drawn_and_each_cell_can_be_read() {
    let desk = Desk::new();
    let window = &desk.hand.window;
    assert!(desk.hand.shows("label of row 0: Zone 0"));
    let n_drawn = window.query_all_by_label_contains("label of row").count();
    assert!((10..80).contains(&n_drawn), "{n_drawn}");
    assert!(desk.hand.shows("Column label") && desk.hand.shows("Column zone-file"));
    assert!(desk.hand.shows_part("3,000 rows"));
}

#[test]
fn a_cell_is_edited_by_keys_and_saved() {
    let mut desk = Desk::new();
    desk.hand.click("label of row 2: Zone 2");
    assert_eq!(desk.at(), (2, "label".to_owned()));
    // A letter takes the place of what is there, and Enter goes on below.
    desk.hand.type_text("Town");
    desk.hand.press("Enter");
    assert_eq!((desk.shown(2, "label").as_str(), desk.at().0), ("Town", 3));
    // F2 keeps it, and Tab goes on to the right.
    desk.hand.press("F2");
    desk.hand.press("End");
    desk.hand.type_text("b");
    desk.hand.press("Tab");
    assert_eq!((desk.shown(3, "label").as_str(), desk.at().0), ("Zone 3b", 3));
    assert_ne!(desk.at().1, "label");
    // Escape gives up.
    desk.hand.press("Enter");
    desk.hand.type_text("nothing");
    desk.hand.press("Escape");
    assert_eq!(desk.steps(), ["Set label of row 2", "Set label of row 3"]);
    desk.hand.press("Ctrl+S");
    let expected = desk.table().table().to_bytes().unwrap();
    assert!(fs::read(&desk.file).unwrap() == expected && expected != zones());
    desk.hand.press("Ctrl+Z");
    desk.hand.press("Ctrl+Z");
    assert_eq!((desk.shown(2, "label"), desk.at().0), ("Zone 2".to_owned(), 2));
    desk.hand.press("Ctrl+S");
    assert!(fs::read(&desk.file).unwrap() == zones());
}

#[test]
fn arrows_and_their_like_go_from_cell_to_cell() {
    let mut desk = Desk::new();
    desk.hand.click("label of row 2: Zone 2");
    for (key, row) in [("Down", 3), ("Up", 2), ("Ctrl+Down", N_ROWS - 1), ("Ctrl+Home", 0)] {
        desk.hand.press(key);
        assert_eq!(desk.at().0, row, "{key}");
    }
    desk.hand.press("Ctrl+End");
    assert_eq!(desk.at().0, N_ROWS - 1);
    assert!(desk.hand.shows_part(&format!("of row {}:", N_ROWS - 1)), "it is brought into sight");
    desk.hand.press("PageUp");
    assert!((N_ROWS - 80..N_ROWS - 5).contains(&desk.at().0), "{:?}", desk.at());
    desk.hand.press("Home");
    assert_eq!(desk.at().1, "label");
    desk.hand.press("Shift+Down");
    desk.hand.press("Shift+Right");
    assert!(desk.hand.shows_part("4 cells selected"));
}

#[test]
fn what_was_typed_counts_when_a_command_or_a_click_comes() {
    let mut desk = Desk::new();
    desk.hand.click("label of row 2: Zone 2");
    desk.hand.type_text("Town");
    desk.hand.press("Ctrl+S");
    assert_eq!(desk.shown(2, "label"), "Town");
    assert!(fs::read(&desk.file).unwrap() == desk.table().table().to_bytes().unwrap());
    desk.hand.type_text("Village");
    desk.hand.click("label of row 5: Zone 5");
    assert_eq!((desk.shown(2, "label").as_str(), desk.at().0), ("Village", 5));
}

#[test]
fn a_click_on_a_head_sorts_what_is_shown_and_not_the_file() {
    let mut desk = Desk::new();
    desk.hand.click("Column zone-file");
    desk.hand.click("Column zone-file");
    assert_eq!(desk.table().shown()[..2], [999, 998]);
    desk.hand.click("Column zone-file");
    assert_eq!(desk.table().shown()[..2], [0, 1]);
    assert!(desk.table().table().to_bytes().unwrap() == zones() && desk.steps().is_empty());
}

#[test]
fn what_is_searched_for_is_found_and_the_others_are_hidden() {
    let mut desk = Desk::new();
    desk.hand.press("Ctrl+F");
    desk.hand.type_text("Zone 1234");
    desk.hand.press("Enter");
    assert_eq!(desk.at(), (1234, "label".to_owned()));
    assert!(desk.hand.shows("label of row 1234: Zone 1234"));
    desk.hand.click("Only matching rows");
    assert_eq!(desk.n_shown(), 1);
    assert!(desk.hand.shows_part("1 row of 3,000 rows"));
    desk.hand.run(CommandId::from_name("show-all-rows").unwrap());
    assert_eq!(desk.n_shown(), N_ROWS);
}

#[test]
fn cells_are_copied_and_pasted() {
    let mut desk = Desk::new();
    desk.hand.click("label of row 1: Zone 1");
    desk.hand.press("Shift+Down");
    desk.hand.window.event(Event::Copy);
    desk.hand.settle();
    desk.hand.click("label of row 4: Zone 4");
    desk.hand.window.event(Event::Paste("One\nTwo".to_owned()));
    desk.hand.settle();
    assert_eq!([4, 5, 6].map(|row| desk.shown(row, "label")), ["One", "Two", "Zone 6"]);
    assert_eq!(desk.steps(), ["Paste 2 cells"]);
    desk.hand.press("Delete");
    assert_eq!(desk.shown(4, "label"), "");
    let copied = desk.hand.window.state_mut().model_mut().take_requests();
    assert!(!copied.iter().any(|request| matches!(request, Request::Quit)));
}

#[test]
fn deleting_a_row_asks_and_the_answer_is_done() {
    let mut desk = Desk::new();
    desk.hand.click("Row 3");
    desk.hand.press("Ctrl+Delete");
    assert!(matches!(desk.hand.model().dialog(), Some(Dialog::Kind(..))));
    assert!(desk.hand.shows("Delete row 3?"));
    desk.hand.click("Cancel");
    assert!(desk.steps().is_empty());
    desk.hand.press("Ctrl+Delete");
    desk.hand.click("Delete and move up");
    assert_eq!((desk.shown(3, "label").as_str(), desk.n_shown()), ("Zone 4", N_ROWS - 1));
    desk.hand.press("Ctrl+Z");
    assert_eq!(desk.shown(3, "label"), "Zone 3");
}

#[test]
fn commands_of_tables_are_there_for_tables_alone() {
    let mut desk = Desk::new();
    let menus = |hand: &Hand| {
        ["Table", "Tool", "Zone"].map(|menu| hand.window.query_all_by_label(menu).count() > 0)
    };
    assert_eq!(menus(&desk.hand), [true, false, false]);
    desk.hand.press("Insert");
    assert_eq!(desk.n_shown(), N_ROWS + 1);
    let file = desk.hand.put("map.gat", &super::hand::flat(10, 10));
    desk.hand.open(&file);
    assert!(!menus(&desk.hand)[0]);
    desk.hand.press("Insert");
    desk.hand.press("Ctrl+Shift+P");
    desk.hand.type_text("duplicate row");
    assert!(!desk.hand.shows_part("Table: "));
}

#[test]
fn a_drag_selects_cells_and_a_menu_acts_on_them() {
    let mut desk = Desk::new();
    let middle = |desk: &Desk, label: &str| desk.hand.window.get_by_label(label).rect().center();
    let from = middle(&desk, "label of row 1: Zone 1");
    let to = middle(&desk, "label of row 3: Zone 3");
    desk.hand.drag_slowly(from, to);
    assert_eq!(desk.table().selected_rows(), [1, 2, 3]);
    desk.hand.window.get_by_label("label of row 2: Zone 2").click_secondary();
    desk.hand.settle();
    desk.hand.click_button("Empty cells");
    assert_eq!([1, 2, 3, 4].map(|row| desk.shown(row, "label")), ["", "", "", "Zone 4"]);
    let row = desk.hand.window.get_by_label("label of row 2: ");
    assert!(
        row.accesskit_node().is_selected().is_some() || row.accesskit_node().toggled().is_some()
    );
}

#[test]
fn the_window_says_where_the_hand_is_and_what_a_column_holds() {
    let mut desk = Desk::new();
    desk.hand.click("zone-file of row 2: 3DDATA\\MAPS\\Z2.ZON");
    assert!(desk.hand.shows_part("Row 2  zone-file"));
    assert!(desk.hand.shows("Path of a file of the client"));
    desk.hand.run(CommandId::GoTo);
    desk.hand.type_text("2000");
    desk.hand.press("Enter");
    assert_eq!(desk.at().0, 2000);
    let id = desk.table().id;
    desk.hand.send(Message::CloseView(desk.table().first_view().unwrap()));
    assert!(desk.hand.model().document(id).is_none());
}
