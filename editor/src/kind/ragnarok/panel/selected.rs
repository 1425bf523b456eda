//! What is in the selected cells, to be typed over: each as one step.

use eframe::egui;
use egui::{Grid, Id, Ui};
use landwright_core::format::ragnarok::gat::Tile;
use landwright_core::space::ragnarok::{Corner, TilePos, height_from_altitude};
use landwright_core::world::Revision;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::heights::{How, Neighbours, SetCorner, ShapeHeights};
use landwright_core::world::gat::paint::{Ink, Paint};
use landwright_core::world::gat::region::Region;

use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::message::MapMessage;
use crate::message::Message;
use crate::model::Model;
use crate::panel::typed::{Blanks, Typed};
use crate::view::id::DocumentId;

/// What all selected cells have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Common {
    first: TilePos,
    tile: Tile,
    is_one: bool,
    kind: Option<u32>,
    raw: Option<u32>,
    /// `None` as well where the version of the map has no such bit.
    water_bit: Option<bool>,
    /// Of all corners.
    height: Option<f32>,
}

/// What the answer depends on.
type Asked = (DocumentId, u64, Revision);

/// In more cells than these, nobody looks for what they have in common.
const MAX_CELLS: usize = 1 << 18;

pub(crate) fn show(ui: &mut Ui, model: &Model, document: &MapDocument, send: &mut Vec<Message>) {
    let Some(common) = known(ui, document) else { return };
    let neighbours = model.tools.maps.heights.neighbours;
    let region = || Region::of_area(&document.selection);
    let mut act = |action: Action| send.push(MapMessage::Act(action).to(document.id));
    ui.strong(match common.is_one {
        true => format!("Selected cell ({}, {})", common.first.x, common.first.y),
        false => "Selected cells".to_owned(),
    });
    Grid::new("selected").num_columns(2).show(ui, |ui| {
        let paint =
            |ink| Action::Paint(Paint { region: region(), ink, mirror: None, within: None });
        if let Some(kind) = whole(ui, "Type", common.kind, no_type) {
            act(paint(Ink::Type(kind)));
        }
        if let Some(raw) = whole(ui, "Raw value", common.raw, no_raw_value) {
            act(paint(Ink::Raw(raw)));
        }
        if document.has_water_bit() {
            ui.weak("Water bit");
            ui.horizontal(|ui| {
                for (bit, text) in [(true, "On"), (false, "Off")] {
                    let choice = ui.selectable_label(common.water_bit == Some(bit), text);
                    crate::panel::name(&choice, &format!("Water bit {}", text.to_lowercase()));
                    if choice.clicked() && common.water_bit != Some(bit) {
                        act(paint(Ink::Water(bit)));
                    }
                }
            });
            ui.end_row();
        }
        if common.is_one {
            for corner in Corner::ALL {
                let height = height_from_altitude(corner.of(common.tile.altitude));
                let name = super::inspector::corner_name(corner);
                if let Some(height) = height_of(ui, name, Some(height)) {
                    let TilePos { x, y } = common.first;
                    act(Action::SetCorner(SetCorner { x, y, corner, height, neighbours }));
                }
            }
        } else if let Some(height) = height_of(ui, "Height", common.height) {
            let (how, within) = (How::Set { height }, None);
            act(Action::ShapeHeights(ShapeHeights { region: region(), how, neighbours, within }));
        }
    });
    let joined = match neighbours {
        Neighbours::Joined => "Touching corners move too",
        Neighbours::Alone => "Heights of neighbours stay",
    };
    ui.weak(joined).on_hover_text("Change this in the options of the height tools");
}

/// Asked again only when the map or the selection has changed.
fn known(ui: &Ui, document: &MapDocument) -> Option<Common> {
    let asked: Asked = (document.id, document.selection_revision, document.editing().revision());
    let id = Id::new("common of selection");
    let known: Option<(Asked, Option<Common>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, common)) = known.filter(|(of, _)| *of == asked) {
        return common;
    }
    let common = common(document);
    ui.data_mut(|data| data.insert_temp(id, (asked, common)));
    common
}

fn common(document: &MapDocument) -> Option<Common> {
    let map = document.map();
    let mut cells = document.selection.cells();
    let first = cells.next()?;
    let tile = map.tile(first)?;
    let [height, ..] = tile.altitude.map(height_from_altitude);
    let is_flat = |tile: &Tile| tile.altitude.iter().all(|a| height_from_altitude(*a) == height);
    let mut common = Common {
        first,
        tile,
        is_one: true,
        kind: Some(tile.terrain.kind()),
        raw: Some(tile.terrain.0),
        water_bit: document.has_water_bit().then(|| tile.terrain.has_water_bit()),
        height: Some(height).filter(|_| is_flat(&tile)),
    };
    for (n, cell) in cells.enumerate() {
        let Some(tile) = map.tile(cell).filter(|_| n < MAX_CELLS) else {
            (common.kind, common.raw, common.height) = (None, None, None);
            common.water_bit = None;
            break;
        };
        common.is_one = false;
        common.kind = common.kind.filter(|kind| *kind == tile.terrain.kind());
        common.raw = common.raw.filter(|raw| *raw == tile.terrain.0);
        common.height = common.height.filter(|_| is_flat(&tile));
        common.water_bit = common.water_bit.filter(|bit| *bit == tile.terrain.has_water_bit());
        let is_mixed = (common.kind, common.raw, common.height) == (None, None, None);
        if is_mixed && common.water_bit.is_none() {
            break;
        }
    }
    Some(common)
}

/// Why a text can't be what is wanted.
type Trouble = fn(&str) -> Option<String>;

fn whole(ui: &mut Ui, name: &str, value: Option<u32>, trouble: Trouble) -> Option<u32> {
    let text = value.map(|value| value.to_string()).unwrap_or_default();
    whole_in(&field(ui, name, &text, trouble)?)
}

fn height_of(ui: &mut Ui, name: &str, value: Option<f32>) -> Option<f32> {
    let text = value.map(|value| value.to_string()).unwrap_or_default();
    field(ui, name, &text, no_height)?.parse().ok()
}

fn field(ui: &mut Ui, name: &str, value: &str, trouble: Trouble) -> Option<String> {
    ui.weak(name);
    let id = Id::new(("selected", name));
    let (hint, blanks, width) = ("mixed", Blanks::Dropped, 110.0);
    let typed = Typed { id, name, value, hint, width, blanks }.show(ui, trouble);
    ui.end_row();
    typed
}

/// A whole number, in hexadecimal after 0x.
fn whole_in(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn no_type(text: &str) -> Option<String> {
    let is_type = whole_in(text).is_some_and(|kind| kind >> 31 == 0);
    (!is_type).then(|| format!("“{text}” is not a type; type a whole number below 2147483648"))
}

fn no_raw_value(text: &str) -> Option<String> {
    let is_good = whole_in(text).is_some();
    (!is_good).then(|| format!("“{text}” is not a 32-bit value such as 5 or 0x80000005"))
}

fn no_height(text: &str) -> Option<String> {
    let is_good = text.parse::<f32>().is_ok_and(f32::is_finite);
    (!is_good).then(|| format!("“{text}” is not a height such as -2.5"))
}

#[cfg(test)]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use landwright_core::world::gat::area::{Area, Rect};

    use super::*;
    use crate::command::CommandId;
    use crate::model::trial::{act, flat, heights, kind, run, titles};

    fn harness(width: u32) -> Harness<'static, Model> {
        let mut model = flat(6);
        act(&mut model, "paint", r#"{"region":{"spans":[[1,1,2]]},"ink":{"type":5}}"#);
        let id = model.active_map().unwrap().id;
        let area = Area::of_rect(Rect { x: 1, y: 1, width, height: 1 });
        model.handle(MapMessage::Select(area).to(id));
        let panel = |ui: &mut Ui, model: &mut Model| {
            let mut send = Vec::new();
            if let Some(document) = model.active_map() {
                show(ui, model, document, &mut send);
            }
            send.into_iter().for_each(|message| model.handle(message));
        };
        let mut harness = Harness::new_ui_state(panel, model);
        harness.run();
        harness
    }

    fn type_into(harness: &mut Harness<'_, Model>, field: &str, text: &str) {
        harness.get_by_role_and_label(Role::TextInput, field).click();
        harness.run();
        harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
        harness.run();
        harness.key_press(egui::Key::Enter);
        harness.run();
    }

    #[test]
    fn one_cell_gets_a_type_a_raw_value_and_heights() {
        let mut harness = harness(1);
        assert!(harness.query_by_label_contains("Selected cell (1, 1)").is_some());
        type_into(&mut harness, "Type", "3");
        assert_eq!(kind(harness.state(), 1, 1), 3);
        type_into(&mut harness, "Raw value", "0x80000001");
        assert_eq!(kind(harness.state(), 1, 1), 1 << 31 | 1);
        type_into(&mut harness, "North-east", "2.5");
        assert_eq!(heights(harness.state(), 1, 1), [0.0, 0.0, 0.0, 2.5]);
        let steps = titles(harness.state());
        let expected = ["Paint type 3", "Paint raw value 2147483649", "Set a corner to 2.5"];
        assert_eq!(steps[1..], expected);
    }

    #[test]
    fn several_cells_are_set_as_one_step_and_nonsense_does_nothing() {
        let mut harness = harness(3);
        assert!(harness.query_by_label("Selected cells").is_some());
        type_into(&mut harness, "Type", "-1");
        type_into(&mut harness, "Type", "2147483648");
        type_into(&mut harness, "Height", "high");
        assert_eq!(titles(harness.state()).len(), 1);
        type_into(&mut harness, "Type", "6");
        type_into(&mut harness, "Height", "4");
        let model = harness.state();
        assert_eq!([1, 2, 3, 4].map(|x| kind(model, x, 1)), [6, 6, 6, 0]);
        assert_eq!(heights(model, 2, 1), [4.0; 4]);
        assert_eq!(titles(model)[1..], ["Paint type 6", "Set heights to 4"]);
    }

    #[test]
    fn the_water_bit_is_set_where_the_map_has_one() {
        let mut harness = harness(3);
        assert!(harness.query_by_label("Water bit on").is_none());
        run(harness.state_mut(), CommandId::ConvertTo13);
        harness.state_mut().settle();
        harness.run();
        harness.get_by_label("Water bit on").click();
        harness.run();
        assert_eq!([1, 2, 3, 4].map(|x| kind(harness.state(), x, 1) >> 31), [1, 1, 1, 0]);
        harness.get_by_label("Water bit off").click();
        harness.run();
        assert_eq!(kind(harness.state(), 1, 1), 5);
        let steps = titles(harness.state());
        assert_eq!(steps[2..], ["Set the water bit", "Clear the water bit"]);
    }

    #[test]
    fn what_cells_have_in_common_is_known() {
        let harness = harness(3);
        let common = common(harness.state().active_map().unwrap()).unwrap();
        assert_eq!((common.kind, common.raw, common.height), (None, None, Some(0.0)));
        assert!(!common.is_one);
    }
}
