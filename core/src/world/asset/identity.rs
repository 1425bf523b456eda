//! Which thing of a list is which, on each side of a comparison or a merge.
//!
//! Parts refer to materials by number, and a side that removed one has new numbers for all behind it. So numbers
//! become names before sides are compared, and names become numbers again afterwards. A name says the list and the
//! thing in it: that of the base, or a new one of a side.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use crate::format::file::Kind;
use crate::world::asset::place::{Place, Step, places_in, value_at, value_at_mut};
use crate::world::asset::shape::{List, Way, lists_of, references_of};
use crate::world::three_way::{Conflict, Thing, WHOLE};
use crate::world::values::likeness::{IDENTITY, is_leaf};
use crate::world::values::list::places;

/// Names begin with a letter that no path of a file has.
const MARK: char = '\u{1}';

/// Under which key a thing that is a text has it.
const TEXT: &str = "name";

/// The field of a place that the list of a side does not reach.
const ABSENT: &str = "\u{1}";

/// A side with names in place of numbers.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) tree: Value,
    /// By name, the value of a field that refers to the thing.
    numbers: HashMap<String, Value>,
    /// By name, the thing as it is named here.
    things: HashMap<String, (Place, Value)>,
}

/// Two sides and what they started from, with the same names for the same things.
pub(super) fn named(kind: Kind, mut sides: [Value; 3]) -> [Named; 3] {
    slots_of(kind).for_each(|list| lengthen(list, &mut sides));
    let [base, ours, theirs] = sides;
    let mut names: [HashMap<Place, Vec<String>>; 3] = Default::default();
    for list in lists_of(kind).iter().filter(|list| is_named(list)) {
        let in_each = [&base, &ours, &theirs].into_iter();
        let all: HashSet<Place> =
            in_each.flat_map(|tree| places_in(tree, Place::default(), list.pattern, &[])).collect();
        for place in all {
            let items = [&base, &ours, &theirs].map(|tree| items_at(tree, &place));
            let of_place = names_of(&place, list.way, items);
            for (names, of_side) in names.iter_mut().zip(of_place) {
                names.insert(place.clone(), of_side);
            }
        }
    }
    let [of_base, of_ours, of_theirs] = names;
    [(base, of_base), (ours, of_ours), (theirs, of_theirs)]
        .map(|(tree, names)| Named::of(kind, tree, &names))
}

fn slots_of(kind: Kind) -> impl Iterator<Item = &'static List> {
    lists_of(kind).iter().filter(|list| list.way == Way::Slots)
}

/// Gives a list as many places on each side. A new number means the same thing in other files, whichever side added
/// it: both in one place are a conflict, and none of them gets a different number.
fn lengthen(list: &List, sides: &mut [Value; 3]) {
    let lists = sides.iter_mut().filter_map(|side| side.get_mut(list.pattern)?.as_array_mut());
    let lists: Vec<&mut Vec<Value>> = lists.collect();
    let most = lists.iter().map(|items| items.len()).max().unwrap_or_default();
    lists.into_iter().for_each(|items| items.resize(most, json!({ ABSENT: null })));
}

/// Takes places that no side has from the end of a merged list. Those between others become empty.
fn shorten(list: &List, tree: &mut Value) {
    let items = tree.get_mut(list.pattern).and_then(Value::as_array_mut);
    let Some(items) = items else { return };
    let is_absent = |item: &Value| item.get(ABSENT).is_some();
    items.truncate(items.iter().rposition(|item| !is_absent(item)).map_or(0, |last| last + 1));
    for item in items.iter_mut().filter(|item| is_absent(item)) {
        let name = item.get(IDENTITY).and_then(Value::as_str).unwrap_or_default();
        *item = with_name(list.empty(), name);
    }
}

/// Whether the things of a list get names: numbers are known by their places alone.
fn is_named(list: &List) -> bool {
    !list.new_thing().is_number()
}

fn items_at<'v>(tree: &'v Value, place: &Place) -> &'v [Value] {
    value_at(tree, place.steps()).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn names_of(place: &Place, way: Way, [base, ours, theirs]: [&[Value]; 3]) -> [Vec<String>; 3] {
    let name = |side: &str, n: usize| format!("{MARK}{place}#{side}{n}");
    let of_base: Vec<String> = (0..base.len()).map(|n| name("", n)).collect();
    if way == Way::Slots {
        let of_side = |side: &[Value]| (0..side.len()).map(|n| name("", n)).collect();
        return [of_base, of_side(ours), of_side(theirs)];
    }
    let of_side = |side: &[Value], mark: &str| {
        let mut names: Vec<String> = (0..side.len()).map(|n| name(mark, n)).collect();
        for (n, is_at) in places(base, side).into_iter().enumerate() {
            if let Some(held) = is_at.and_then(|is_at| names.get_mut(is_at)) {
                *held = name("", n);
            }
        }
        names
    };
    let of_ours = of_side(ours, "ours ");
    let mut of_theirs = of_side(theirs, "theirs ");
    // Both sides may have added the same thing. No place has a space in it.
    let is_new = |name: &String| name.contains(' ');
    let mut both: HashMap<String, Vec<&String>> = HashMap::new();
    for (thing, name) in ours.iter().zip(&of_ours).filter(|(_, name)| is_new(name)) {
        both.entry(thing.to_string()).or_default().push(name);
    }
    for (thing, name) in theirs.iter().zip(&mut of_theirs).filter(|(_, name)| is_new(name)) {
        if let Some(same) = both.get_mut(&thing.to_string()).and_then(Vec::pop) {
            same.clone_into(name);
        }
    }
    [of_base, of_ours, of_theirs]
}

impl Named {
    fn of(kind: Kind, mut tree: Value, names: &HashMap<Place, Vec<String>>) -> Named {
        let mut numbers = HashMap::new();
        for reference in references_of(kind) {
            for from in places_in(&tree, Place::default(), reference.from, &[]) {
                let list = list_of(reference.to, &from);
                let Some(value) = value_at_mut(&mut tree, from.steps()) else { continue };
                let name = reference.place_of(value).and_then(|n| names.get(&list)?.get(n));
                if let Some(name) = name {
                    numbers.insert(name.clone(), value.clone());
                    *value = Value::from(name.as_str());
                }
            }
        }
        let mut things = HashMap::new();
        for (place, names) in names {
            let items = value_at_mut(&mut tree, place.steps()).and_then(Value::as_array_mut);
            for (item, name) in items.into_iter().flatten().zip(names) {
                *item = with_name(item.take(), name);
                things.insert(name.clone(), (place.clone(), item.clone()));
            }
        }
        Named { tree, numbers, things }
    }

    /// A value of this side as its file has it.
    pub(super) fn shown(&self, value: &Value) -> Value {
        shown(value, &|name| self.numbers.get(name))
    }
}

/// A value with numbers in place of names.
fn shown<'v>(value: &'v Value, numbers: &dyn Fn(&str) -> Option<&'v Value>) -> Value {
    match value {
        Value::String(text) => numbers(text).unwrap_or(value).clone(),
        Value::Array(items) => items.iter().map(|item| shown(item, numbers)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), shown(value, numbers)));
            without_name(fields.collect())
        }
        value => value.clone(),
    }
}

/// The list that a reference leads to from a place.
pub(super) fn list_of(pattern: &str, from: &Place) -> Place {
    let numbers = from.numbers();
    let mut numbers = numbers.into_iter();
    let mut place = Place::default();
    for field in pattern.split('.') {
        place = place.field(field.trim_end_matches("[]"));
        if let Some(number) = numbers.next().filter(|_| field.ends_with("[]")) {
            place = place.nth(number);
        }
    }
    place
}

fn with_name(item: Value, name: &str) -> Value {
    let mut named = Map::new();
    named.insert(IDENTITY.to_owned(), name.into());
    match item {
        Value::Null => {}
        text if is_leaf(&text) => _ = named.insert(TEXT.to_owned(), text),
        Value::Object(mut fields) => named.append(&mut fields),
        list => _ = named.insert(TEXT.to_owned(), list),
    }
    Value::Object(named)
}

fn without_name(mut fields: Map<String, Value>) -> Value {
    if fields.shift_remove(IDENTITY).is_none() {
        return Value::Object(fields);
    }
    match fields.len() {
        0 => Value::Null,
        1 if fields.contains_key(ABSENT) => Value::Null,
        1 => fields.shift_remove(TEXT).unwrap_or(Value::Object(fields)),
        _ => Value::Object(fields),
    }
}

/// A merged tree with names, once it has numbers again.
#[derive(Debug)]
pub(super) struct Numbered {
    pub(super) tree: Value,
    /// By name, the value of a field that refers to the thing.
    numbers: HashMap<String, Value>,
}

/// Gives a merged tree its numbers. A thing that one side removed and the other refers to comes back, and is a
/// conflict. What came back is in the tree with names as well.
pub(super) fn numbered(
    kind: Kind,
    tree: &mut Value,
    [base, ours, theirs]: [&Named; 3],
    conflicts: &mut Vec<Conflict>,
) -> Numbered {
    slots_of(kind).for_each(|list| shorten(list, tree));
    let mut numbers = HashMap::new();
    for reference in references_of(kind) {
        for place in places_in(tree, Place::default(), reference.to, &[]) {
            for (n, item) in items_at(tree, &place).iter().enumerate() {
                if let Some(name) = item.get(IDENTITY).and_then(Value::as_str) {
                    numbers.entry(name.to_owned()).or_insert_with(|| reference.value_of(n));
                }
            }
        }
        for from in places_in(tree, Place::default(), reference.from, &[]) {
            let name = value_at(tree, from.steps()).and_then(Value::as_str);
            let Some(name) = name.filter(|name| !numbers.contains_key(*name)) else { continue };
            let name = name.to_owned();
            let held = [ours, theirs, base].into_iter().find_map(|side| side.things.get(&name));
            let list = list_of(reference.to, &from);
            let items = value_at_mut(tree, list.steps()).and_then(Value::as_array_mut);
            let (Some((_, thing)), Some(items)) = (held, items) else { continue };
            conflicts.push(brought_back(&list, &name, [base, ours, theirs]));
            items.push(thing.clone());
            numbers.insert(name, reference.value_of(items.len() - 1));
        }
    }
    let mut numbered = Numbered { tree: Value::Null, numbers };
    numbered.tree = numbered.shown(tree);
    numbered
}

impl Numbered {
    /// A value of any side as the merged file has it.
    pub(super) fn shown(&self, value: &Value) -> Value {
        shown(value, &|name| self.numbers.get(name))
    }

    /// What a side has at a place, as it would be in the merged file: numbers of things in it are its own. `None`
    /// where it refers to a thing that the merged file has not.
    pub(super) fn shown_at(&self, place: &Place, value: &Value, side: &Named) -> Option<Value> {
        let inside = format!("{MARK}{place}.");
        let shown = shown(value, &|name| {
            let own = side.numbers.get(name).filter(|_| name.starts_with(&inside));
            own.or_else(|| self.numbers.get(name))
        });
        (!has_names(&shown)).then_some(shown)
    }
}

fn has_names(value: &Value) -> bool {
    match value {
        Value::String(text) => text.starts_with(MARK),
        Value::Array(items) => items.iter().any(has_names),
        Value::Object(fields) => fields.values().any(has_names),
        _ => false,
    }
}

/// The place of a thing in a different tree with the same names.
pub(super) fn followed(place: &Place, from: &Value, to: &Value) -> Option<Place> {
    let mut at = Place::default();
    let (mut from, mut to) = (from, to);
    for step in place.steps() {
        match step {
            Step::Field(name) => {
                (from, to) = (from.get(name)?, to.get(name)?);
                at = at.field(name);
            }
            Step::Nth(n) => {
                from = from.get(n)?;
                let is_it = |item: &Value| from.get(IDENTITY) == item.get(IDENTITY);
                let n = match from.get(IDENTITY) {
                    Some(_) => to.as_array()?.iter().position(is_it)?,
                    None => *n,
                };
                to = to.get(n)?;
                at = at.nth(n);
            }
        }
    }
    Some(at)
}

/// Whether a thing is a text with a name.
pub(super) fn is_named_text(value: &Value) -> bool {
    let fields = value.as_object().filter(|fields| fields.len() == 2);
    fields.is_some_and(|fields| fields.contains_key(IDENTITY) && fields.contains_key(TEXT))
}

fn brought_back(list: &Place, name: &str, sides: [&Named; 3]) -> Conflict {
    let [base, ours, theirs] =
        sides.map(|side| side.things.get(name).map_or(Value::Null, |(_, thing)| side.shown(thing)));
    let n = name.rsplit('#').next().unwrap_or_default();
    let thing = Thing::Named(format!("{list} {n}").into());
    Conflict { thing, field: WHOLE.into(), base, ours, theirs }
}
