//! The fields of a thing, each with what fits it: numbers that are dragged, texts, flags and choices.

use eframe::egui;
use egui::{Align, Checkbox, ComboBox, DragValue, Grid, Id, Layout, Ui};
use landwright_core::world::asset::field::{Sort, named, optional, sort_of, text_of};
use landwright_core::world::asset::place::Place;
use landwright_core::world::asset::shape::{Reference, list_at};
use serde_json::{Value, json};

use crate::kind::asset::edited::AssetDocument;
use crate::kind::asset::message::ToAsset;
use crate::kind::face::Seen;
use crate::panel::name;
use crate::panel::number::number;
use crate::panel::typed::Typed;

/// Of a longer list, one entry is shown at a time.
const MOST_IN_A_ROW: usize = 8;

/// Where a field is shown.
struct At<'f> {
    document: &'f AssetDocument,
    /// Which of the places where the same field may be shown.
    salt: &'f str,
    place: Place,
}

/// The fields of what is selected.
pub(super) fn show(ui: &mut Ui, document: &AssetDocument, seen: &mut Seen<'_>, salt: &str) {
    let asset = document.asset();
    let selected = &document.selected;
    if selected.steps().is_empty() {
        ui.weak("Choose a thing of a list to see its fields");
        let names = asset.names().filter(|(name, _)| list_at(asset.kind(), name).is_none());
        let places = names.map(|(name, _)| Place::default().field(name)).collect();
        return grid(ui, document, seen, salt, places);
    }
    let called = asset.called(selected);
    ui.strong(format!("{selected}   {called}").trim_end());
    if let Some(n) = asset.n_things(selected).filter(|_| is_list(document, selected)) {
        ui.weak(format!("{n} in this list"));
        return;
    }
    match asset.get(selected) {
        Some(Value::Null) => _ = ui.weak("This place is empty; Add fills it"),
        Some(Value::Object(fields))
            if text_of(&document.value(selected), asset.code_page()).is_none() =>
        {
            let places = fields.keys().map(|field| selected.field(field));
            let places = places.filter(|place| !is_list(document, place)).collect();
            grid(ui, document, seen, salt, places);
        }
        Some(_) => grid(ui, document, seen, salt, vec![selected.clone()]),
        None => {}
    }
}

fn is_list(document: &AssetDocument, place: &Place) -> bool {
    list_at(document.asset().kind(), &place.pattern()).is_some()
}

fn grid(
    ui: &mut Ui,
    document: &AssetDocument,
    seen: &mut Seen<'_>,
    salt: &str,
    places: Vec<Place>,
) {
    Grid::new(("fields of an asset", salt)).num_columns(2).striped(true).show(ui, |ui| {
        for place in places {
            let value = document.value(&place);
            // A group of fields, such as where an effect is.
            if let Value::Object(fields) = &value
                && text_of(&value, document.asset().code_page()).is_none()
            {
                for field in fields.keys() {
                    row(ui, &At { document, salt, place: place.field(field) }, seen);
                }
                continue;
            }
            row(ui, &At { document, salt, place }, seen);
        }
    });
}

fn row(ui: &mut Ui, at: &At<'_>, seen: &mut Seen<'_>) {
    let kind = at.document.asset().kind();
    let pattern = at.place.pattern();
    let sort = sort_of(kind, &pattern);
    if sort == Sort::Kept {
        return;
    }
    ui.weak(at.place.name().replace('_', " ")).on_hover_text(at.place.to_string());
    // Several flags are below each other, and begin at the top of their row.
    let align = if matches!(sort, Sort::Bits { .. }) { Align::TOP } else { Align::Center };
    ui.with_layout(Layout::left_to_right(align).with_main_wrap(true), |ui| {
        let value = at.document.value(&at.place);
        let absent = optional(kind, &pattern);
        let to = match (&value, &absent) {
            (Value::Null, Some(first)) => {
                ui.weak("none");
                let button = ui.small_button("Set");
                name(&button, &format!("Set {}", at.place.name()));
                button.clicked().then(|| first.clone())
            }
            _ => field(ui, at, sort, &value, seen),
        };
        let is_cleared = !value.is_null() && absent.is_some() && {
            let button = ui.small_button("None").on_hover_text("Remove it from the file");
            name(&button, &format!("Remove {}", at.place.name()));
            button.clicked()
        };
        let to = if is_cleared { Some(Value::Null) } else { to };
        if let Some(to) = to {
            seen.send(ToAsset::Set { place: at.place.clone(), to });
        }
    });
    ui.end_row();
}

/// A field, and what somebody made of it.
fn field(
    ui: &mut Ui,
    at: &At<'_>,
    sort: Sort,
    value: &Value,
    seen: &mut Seen<'_>,
) -> Option<Value> {
    let stated = value.as_u64();
    match (sort, stated) {
        (Sort::Flag, Some(number)) => {
            let mut is_on = number & 0xff != 0;
            let flag = ui.add(Checkbox::without_text(&mut is_on));
            name(&flag, at.place.name());
            flag.changed().then(|| json!(is_on))
        }
        (Sort::Choice(names), Some(number)) => {
            let typed = drag(ui, at, number as f64, true).map(|to| json!(to as i64));
            choice_of(ui, at, names, number).map(Value::from).or(typed)
        }
        (Sort::Bits { choices, flags }, Some(number)) => {
            bits(ui, at, choices, flags, number).map(Value::from)
        }
        (Sort::Thing(reference), Some(number)) => {
            let to = drag(ui, at, number as f64, true).map(|to| json!(to as i64));
            thing(ui, at, reference, value, seen);
            to
        }
        _ => plain(ui, at, value),
    }
}

fn choice_of(ui: &mut Ui, at: &At<'_>, names: &[(u64, &'static str)], number: u64) -> Option<u64> {
    let mut chosen = number;
    let own = named(names, number).map_or(format!("number {number}"), str::to_owned);
    let list = ComboBox::from_id_salt((at.salt, at.place.to_string())).selected_text(own);
    let list = list.show_ui(ui, |ui| {
        for (number, text) in names {
            ui.selectable_value(&mut chosen, *number, *text);
        }
    });
    name(&list.response, at.place.name());
    (chosen != number).then_some(chosen)
}

fn bits(
    ui: &mut Ui,
    at: &At<'_>,
    choices: &[(u64, &'static str)],
    flags: &[(u64, &'static str)],
    number: u64,
) -> Option<u64> {
    let mut new = number;
    ui.vertical(|ui| {
        let lowest = choices.iter().fold(0, |all, (number, _)| all | number) | 7;
        if let Some(chosen) = choice_of(ui, at, choices, number & lowest) {
            new = number & !lowest | chosen;
        }
        for (bit, text) in flags {
            let mut is_on = number & bit != 0;
            if ui.checkbox(&mut is_on, *text).changed() {
                new = number ^ bit;
            }
        }
    });
    (new != number).then_some(new)
}

/// What the number of a thing leads to; a click selects it.
fn thing(ui: &mut Ui, at: &At<'_>, reference: &Reference, value: &Value, seen: &mut Seen<'_>) {
    let Some(place) = at.document.asset().thing_of(reference, &at.place, value) else {
        ui.weak("none");
        return;
    };
    let called = at.document.asset().called(&place);
    let text = if called.is_empty() { place.to_string() } else { called };
    if ui.link(text).on_hover_text(format!("Select {place}")).clicked() {
        seen.send(ToAsset::Select(place));
    }
}

fn plain(ui: &mut Ui, at: &At<'_>, value: &Value) -> Option<Value> {
    let code_page = at.document.asset().code_page();
    if let Some(text) = text_of(value, code_page) {
        let id = Id::new(("field of an asset", at.document.id, at.salt, at.place.to_string()));
        let typed = Typed { width: 260.0, ..Typed::new(id, at.place.name(), &text) };
        return typed.show(ui, |_| None).map(Value::from);
    }
    match value {
        Value::Number(number) => {
            let is_whole = !number.is_f64();
            let to = drag(ui, at, number.as_f64()?, is_whole)?;
            Some(if is_whole { json!(to as i64) } else { json!(to) })
        }
        Value::Array(items) if items.len() > MOST_IN_A_ROW => one_of_many(ui, at, items),
        Value::Array(items) => {
            let mut new = None;
            for (n, item) in items.iter().enumerate() {
                let at = At { place: at.place.nth(n), ..*at };
                if let Some(to) = plain(ui, &at, item) {
                    let mut items = items.clone();
                    items.get_mut(n).into_iter().for_each(|item| *item = to.clone());
                    new = Some(Value::Array(items));
                }
            }
            new
        }
        _ => None,
    }
}

/// An entry of a long list, such as a frame of a channel.
fn one_of_many(ui: &mut Ui, at: &At<'_>, items: &[Value]) -> Option<Value> {
    let id = Id::new(("entry of a field", at.document.id, at.salt, at.place.to_string()));
    let mut n: usize = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    n = n.min(items.len().saturating_sub(1));
    let chosen = ui.add(DragValue::new(&mut n).range(0..=items.len() - 1).prefix("no. "));
    name(&chosen, &format!("Entry of {}", at.place.name()));
    ui.data_mut(|data| data.insert_temp(id, n));
    ui.weak(format!("of {}", items.len()));
    let to = plain(ui, &At { place: at.place.nth(n), ..*at }, items.get(n)?)?;
    let mut items = items.to_vec();
    items.get_mut(n).into_iter().for_each(|item| *item = to.clone());
    Some(Value::Array(items))
}

/// A number that is dragged or typed, once the hand is off it.
fn drag(ui: &mut Ui, at: &At<'_>, value: f64, is_whole: bool) -> Option<f64> {
    let id = Id::new(("number of an asset", at.document.id, at.salt, at.place.to_string()));
    number(ui, id, &at.place.to_string(), value, |field| match is_whole {
        true => field.speed(0.2).fixed_decimals(0),
        false => field.speed(0.01),
    })
}
