//! What the tables and scripts of ROSE list: rows, entries, triggers, events and messages.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Field, Kind, Record, Texts, Thing, Value, Values};
use crate::format::name::Name;
use crate::format::rose::aip::Aip;
use crate::format::rose::con::Con;
use crate::format::rose::ltb::{Ltb, Shown};
use crate::format::rose::qsd::Qsd;
use crate::format::rose::record;
use crate::format::rose::stb::Stb;
use crate::format::rose::stl::Stl;

const TRIGGER: &[&str] = &["name", "group", "check_next", "condition", "reward"];
const MESSAGE: &[&str] = &["id", "menu", "kind", "value", "condition", "action", "string"];

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "row", kind: Kind::Stb, fields: &["row", "name"] },
    Thing { name: "entry", kind: Kind::Stl, fields: &["key", "id", "text"] },
    Thing { name: "row", kind: Kind::Ltb, fields: &["text"] },
    Thing { name: "trigger", kind: Kind::Qsd, fields: TRIGGER },
    Thing { name: "event", kind: Kind::Aip, fields: &["name", "pattern", "condition", "action"] },
    Thing { name: "message", kind: Kind::Con, fields: MESSAGE },
    Thing { name: "function", kind: Kind::Con, fields: &["name"] },
];

pub(super) fn stb<'a>(stb: &'a Stb, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let names = column_names(stb, texts);
    for (idx, name) in stb.row_names().enumerate() {
        let mut row = Record::new("row", idx).with("row", idx).with("name", texts.show(name));
        let cells = stb.row(idx).into_iter().flatten();
        for ((column, name), cell) in names.iter().enumerate().zip(cells) {
            let values = Values::One(Value::Text(texts.show(cell)));
            row.fields.0.push(Field { name: name.clone(), column: Some(column), values });
        }
        each(row);
    }
}

/// The titles of the columns; the number where there is none, and also where it is not the first
/// of its name.
fn column_names(stb: &Stb, texts: Texts) -> Vec<Cow<'_, str>> {
    let mut taken: BTreeSet<Cow<'_, str>> = ["row".into(), "name".into()].into();
    let name = |column| {
        let title = stb.title(column).map(|title| texts.show(title));
        match title.filter(|title| !title.trim().is_empty()) {
            Some(title) if taken.insert(title.clone()) => title,
            Some(title) => format!("{title} {column}").into(),
            None => column.to_string().into(),
        }
    };
    (0..stb.n_columns()).map(name).collect()
}

pub(super) fn stl<'a>(stl: &'a Stl, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for (idx, key) in stl.keys().iter().enumerate() {
        let places = (0..stl.n_languages())
            .flat_map(|language| (0..stl.kind().n_texts()).map(move |text| (language, text)));
        let shown = places.filter_map(|(language, text)| stl.text(language, idx, text));
        each(
            Record::new("entry", idx)
                .with("key", texts.show(key.name.as_bytes()))
                .with("id", key.id)
                .with_list("text", shown.map(|text| texts.show_of_stl(text))),
        );
    }
}

pub(super) fn ltb<'a>(ltb: &'a Ltb, each: &mut dyn FnMut(Record<'a>)) {
    let n_letters = ltb.n_letters_worth_showing();
    for (idx, row) in ltb.rows().enumerate() {
        let texts = row.iter().map(|cell| match ltb.shown(cell).start(n_letters) {
            Shown::Utf16(bytes) => Value::Utf16(bytes),
            Shown::New(text) => Value::Text(text.into()),
        });
        each(Record::new("row", idx).with_list("text", texts));
    }
}

pub(super) fn qsd<'a>(qsd: &'a Qsd, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let mut n_triggers = 0;
    for group in &qsd.groups {
        for trigger in &group.triggers {
            each(
                Record::new("trigger", n_triggers)
                    .with("name", texts.show(trigger.name.as_bytes()))
                    .with("group", texts.show(group.name.as_bytes()))
                    .with("check_next", u32::from(trigger.check_next))
                    .with_list("condition", opcodes(&trigger.conditions))
                    .with_list("reward", opcodes(&trigger.rewards)),
            );
            n_triggers += 1;
        }
    }
}

pub(super) fn aip<'a>(aip: &'a Aip, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let mut n_events = 0;
    for pattern in &aip.patterns {
        for event in &pattern.events {
            each(
                Record::new("event", n_events)
                    .with("name", texts.show(event.name.as_bytes()))
                    .with("pattern", texts.show(pattern.name.as_bytes()))
                    .with_list("condition", opcodes(&event.conditions))
                    .with_list("action", opcodes(&event.actions)),
            );
            n_events += 1;
        }
    }
}

/// As they are spoken of: in hex.
fn opcodes(records: &[record::Record]) -> impl Iterator<Item = String> {
    records.iter().map(|record| format!("{:#010x}", record.opcode))
}

pub(super) fn con<'a>(con: &'a Con, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let name = |name: &Name<32>| texts.show(name.as_bytes()).into_owned();
    for (idx, message) in con.messages().iter().enumerate() {
        each(
            Record::new("message", idx)
                .with("id", message.id)
                .with_list("menu", message.menu)
                .with("kind", message.kind.0)
                .with("value", message.value)
                .with("condition", name(&message.condition))
                .with("action", name(&message.action))
                .with("string", message.string),
        );
    }
    for (idx, function) in con.function_names().iter().enumerate() {
        each(Record::new("function", idx).with("name", name(function)));
    }
}
