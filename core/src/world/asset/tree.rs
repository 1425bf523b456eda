//! The content of an asset as a tree of values in which every field has an address of its own.
//!
//! It is what `inspect --json` shows, with three differences. The parts of an object are in the object itself, the
//! properties of a part are fields with a name, and a motion has the list of its events at its top.

use serde_json::{Map, Value, json};

use crate::format::file::{Content, Kind};

pub(super) type Fields = Map<String, Value>;

/// The properties of a part, by their number in a file.
const PROPERTIES: [&str; 11] = [
    "position",
    "rotation_wxyz",
    "scale",
    "axis_rotation",
    "bone",
    "dummy",
    "parent",
    "collision",
    "motion",
    "visible_range",
    "lightmap",
];

/// Which order the properties of a part have, and the ones that nobody knows. `null` for the usual order.
pub(super) const LAYOUT: &str = "layout";

/// A property in a list of them.
const PROPERTIES_FIELD: &str = "properties";

/// The fields of an object that only one with parts has in its file.
const BODY: [&str; 3] = ["parts", "effects", "bounds"];

/// The tree of a file; `None` where its content is no object of fields.
pub(super) fn tree_of(content: &Content) -> Option<Fields> {
    let Value::Object(mut tree) = content.to_value().ok()? else { return None };
    match content.kind() {
        Kind::Zsc => objects_of(&mut tree).for_each(spread_body),
        Kind::Zmo => spread_end(&mut tree),
        _ => {}
    }
    Some(tree)
}

/// The content that has a tree.
pub(super) fn content_of(kind: Kind, mut tree: Fields) -> Result<Content, String> {
    match kind {
        Kind::Zsc => objects_of(&mut tree).try_for_each(gather_body)?,
        Kind::Zmo => gather_end(&mut tree)?,
        _ => {}
    }
    Content::from_value(kind, Value::Object(tree)).map_err(|error| error.to_string())
}

fn objects_of(tree: &mut Fields) -> impl Iterator<Item = &mut Fields> {
    let objects = tree.get_mut("objects").and_then(Value::as_array_mut);
    objects.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// The parts and the effects of an object.
fn members_of(object: &mut Fields) -> impl Iterator<Item = &mut Fields> {
    let lists = object.iter_mut().filter(|(name, _)| BODY.contains(&name.as_str()));
    let items = lists.filter_map(|(_, list)| list.as_array_mut()).flatten();
    items.filter_map(Value::as_object_mut)
}

fn spread_body(object: &mut Fields) {
    let body = object.shift_remove("body").unwrap_or_default();
    for field in BODY {
        let empty = if field == "bounds" { Value::Null } else { json!([]) };
        object.insert(field.to_owned(), body.get(field).cloned().unwrap_or(empty));
    }
    members_of(object).for_each(spread_properties);
}

fn gather_body(object: &mut Fields) -> Result<(), String> {
    members_of(object).for_each(gather_properties);
    let [parts, effects, bounds] = BODY.map(|field| object.shift_remove(field).unwrap_or_default());
    let is_empty = |list: &Value| list.as_array().is_none_or(Vec::is_empty);
    let body = match (is_empty(&parts), bounds) {
        (true, Value::Null) if is_empty(&effects) => Value::Null,
        (true, _) => return Err("an object without parts has no effects and no bounds".to_owned()),
        (false, bounds) => {
            let bounds =
                if bounds.is_null() { json!([0.0, 0.0, 0.0, 0.0, 0.0, 0.0]) } else { bounds };
            json!({ "parts": parts, "effects": effects, "bounds": bounds })
        }
    };
    object.insert("body".to_owned(), body);
    Ok(())
}

fn spread_properties(member: &mut Fields) {
    let list = member.shift_remove(PROPERTIES_FIELD).unwrap_or_default();
    let mut known: Fields =
        PROPERTIES.map(|name| (name.to_owned(), Value::Null)).into_iter().collect();
    let mut layout = Vec::new();
    for property in list.as_array().into_iter().flatten() {
        let of_name = property.as_object().and_then(|object| object.iter().next());
        match of_name.and_then(|(name, value)| Some((name, value, known.get_mut(name)?))) {
            Some((name, value, place)) if place.is_null() => {
                *place = value.clone();
                layout.push(Value::from(name.as_str()));
            }
            _ => layout.push(property.clone()),
        }
    }
    let is_usual = usual(&known).map(Value::from).eq(layout.iter().cloned());
    let layout = if is_usual { Value::Null } else { Value::Array(layout) };
    member.append(&mut known);
    member.insert(LAYOUT.to_owned(), layout);
}

fn gather_properties(member: &mut Fields) {
    let layout = member.shift_remove(LAYOUT).unwrap_or_default();
    let of_name = |name: &str| (name.to_owned(), member.shift_remove(name).unwrap_or_default());
    let mut known: Fields = PROPERTIES.map(of_name).into_iter().collect();
    let mut take = |name: &str| {
        let value = known.get_mut(name).map(Value::take).filter(|value| !value.is_null())?;
        Some(json!({ name: value }))
    };
    let mut list = Vec::new();
    for entry in layout.as_array().into_iter().flatten() {
        match entry.as_str() {
            Some(name) => list.extend(take(name)),
            None => list.push(entry.clone()),
        }
    }
    list.extend(PROPERTIES.into_iter().filter_map(take));
    member.insert(PROPERTIES_FIELD.to_owned(), Value::Array(list));
}

/// The names of the properties that are there, in the order that files have.
fn usual(known: &Fields) -> impl Iterator<Item = &str> {
    let is_there = |name: &&str| known.get(*name).is_some_and(|value| !value.is_null());
    PROPERTIES.into_iter().filter(is_there)
}

fn spread_end(tree: &mut Fields) {
    let tail = tree.shift_remove("tail").unwrap_or_else(|| "".into());
    let mut extension = tree.shift_remove("extension").unwrap_or_default();
    let mut take = |name: &str| extension.get_mut(name).map(Value::take).unwrap_or_default();
    let (events, blend_ms) = (take("events"), take("blend_ms"));
    let gap = match take("gap") {
        Value::Null => "".into(),
        gap => gap,
    };
    for (name, value) in [("events", events), ("blend_ms", blend_ms), ("gap", gap), ("tail", tail)]
    {
        tree.insert(name.to_owned(), value);
    }
}

fn gather_end(tree: &mut Fields) -> Result<(), String> {
    let mut take = |name: &str| tree.shift_remove(name).unwrap_or_default();
    let [events, blend_ms, gap, tail] = ["events", "blend_ms", "gap", "tail"].map(&mut take);
    if events.is_null() {
        if !blend_ms.is_null() {
            return Err("a motion without events has no blend_ms".to_owned());
        }
        tree.insert("tail".to_owned(), tail);
        return Ok(());
    }
    if tail.as_str().is_some_and(|tail| !tail.is_empty()) {
        return Err("a motion has events or bytes behind its frames, and not both".to_owned());
    }
    let mut extension = json!({ "gap": gap, "events": events });
    if let Some(fields) = extension.as_object_mut().filter(|_| !blend_ms.is_null()) {
        fields.insert("blend_ms".to_owned(), blend_ms);
    }
    tree.insert("extension".to_owned(), extension);
    Ok(())
}
