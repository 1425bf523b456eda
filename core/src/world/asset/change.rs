//! Changes of an asset, held against its format: a field set, a thing added, things removed.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::format::file::Kind;
use crate::format::rose::ptl::EventKind;
use crate::format::typed;
use crate::world::asset::place::{Place, Step, value_at_mut};
use crate::world::asset::refusal::Refusal;
use crate::world::asset::shape::{List, Reference, Way, list_at, lists_of, references_of};
use crate::world::asset::tree::{Fields, LAYOUT, content_of, tree_of};
use crate::world::asset::{Asset, is_small, n_bytes_of};
use crate::world::values::likeness::{is_leaf, is_same};

/// Fields that hold bytes which nobody understands, or what follows from others.
const KEPT: [&str; 4] = ["tail", "gap", LAYOUT, "n_frames"];

/// How many things a list has at most that a file counts in two bytes.
const MOST_OF_TWO_BYTES: usize = 0xffff;

/// How many of those who refer to a thing are named.
const MOST_NAMED: usize = 3;

impl Asset {
    /// Gives a field a value.
    pub(super) fn set(&mut self, place: &Place, to: &Value) -> Result<(), Refusal> {
        let was = self.field_at(place)?.clone();
        let before = self.clone();
        let mut value = match (to, was.as_u64()) {
            // The three upper bytes of a flag are what the tool had in memory.
            (Value::Bool(flag), Some(number)) => json!(number & !0xff | u64::from(*flag)),
            (Value::Bool(flag), None) if was.is_null() => json!(u64::from(*flag)),
            _ => to.clone(),
        };
        typed::encode(&mut value, &was, self.code_page)?;
        if place.pattern() == "sequences[].events[].type" {
            self.fit_values(place, &value);
        }
        self.check_reference(place, &value)?;
        self.put_at(place, value);
        self.settle(&before).map_err(|reason| Refusal::Value { place: place.clone(), reason })
    }

    /// Adds a thing at the end of a list, or in an empty place of one; says where.
    pub(super) fn add(&mut self, at: &Place, like: Option<usize>) -> Result<Place, Refusal> {
        let before = self.clone();
        let (list_place, list) = self.list_at(at)?;
        let thing = match like {
            Some(n) => self.thing_at(&list_place, list, n)?.clone(),
            None => self.new_thing(list)?,
        };
        let place = if *at == list_place {
            let n_things = self.n_things(&list_place).unwrap_or_default();
            self.push(&list_place, thing);
            list_place.nth(n_things)
        } else {
            self.put_at(at, thing);
            at.clone()
        };
        self.settle(&before).map_err(|reason| Refusal::Value { place: place.clone(), reason })?;
        Ok(place)
    }

    /// Removes things of a list. Those behind them move up, and what refers to these follows them.
    pub(super) fn remove(&mut self, place: &Place, numbers: &[usize]) -> Result<(), Refusal> {
        let before = self.clone();
        let (place, list) = self.list_at(place)?;
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        for number in &numbers {
            self.thing_at(&place, list, *number)?;
        }
        match list.way {
            Way::Slots => numbers.iter().for_each(|n| self.put_at(&place.nth(*n), list.empty())),
            Way::Rows => {
                for (from, value) in self.followed(&place, &numbers)? {
                    self.put_at(&from, value);
                }
                self.take_out(&place, &numbers);
            }
        }
        self.settle(&before).map_err(|reason| Refusal::Value { place, reason })
    }

    /// Has a value at a place that may be a thing, as it is.
    pub(super) fn put_whole(&mut self, place: &Place, value: Value) -> Result<(), String> {
        let before = self.clone();
        self.put_at(place, value);
        self.settle(&before)
    }

    /// Has one more thing, as it is.
    pub(super) fn push_whole(&mut self, list: &Place, thing: Value) -> Result<(), String> {
        let before = self.clone();
        self.push(list, thing);
        self.settle(&before)
    }

    /// Who refers to things of a list, and the number that each has afterwards. Refused where a thing that
    /// goes is in use.
    fn followed(&self, list: &Place, gone: &[usize]) -> Result<Vec<(Place, Value)>, Refusal> {
        let pattern = list.pattern();
        let n_things = self.n_things(list).unwrap_or_default();
        let mut followed = Vec::new();
        let mut users: Vec<(usize, Place)> = Vec::new();
        for reference in references_of(self.kind).iter().filter(|one| one.to == pattern) {
            for from in self.places(reference.from, &list.numbers()) {
                let is_gone = |n: &usize| from.is_within(&list.nth(*n));
                let thing = self.get(&from).and_then(|value| reference.place_of(value));
                // Numbers behind the end refer to nothing, and stay.
                let Some(thing) = thing.filter(|n| *n < n_things) else { continue };
                let n_before = gone.partition_point(|n| *n < thing);
                if gone.iter().any(is_gone) {
                } else if gone.get(n_before) == Some(&thing) {
                    users.push((thing, from.parent()));
                } else if n_before > 0 {
                    followed.push((from, reference.value_of(thing - n_before)));
                }
            }
        }
        let Some((first, _)) = users.first().cloned() else { return Ok(followed) };
        let of_first: Vec<String> =
            users.iter().filter(|(n, _)| *n == first).map(|(_, place)| place.to_string()).collect();
        let mut by = of_first.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
        if let Some(n_more) = of_first.len().checked_sub(MOST_NAMED).filter(|n| *n > 0) {
            by.push_str(&format!(" and {n_more} more"));
        }
        Err(Refusal::InUse { what: list.nth(first), by })
    }

    /// Brings what changed into the form that the file has, or says why the file can't hold it.
    pub(super) fn settle(&mut self, before: &Asset) -> Result<(), String> {
        let (mut small, mut small_before) = (Fields::new(), Fields::new());
        let mut changed = Vec::new();
        for (section, was) in self.sections.iter().zip(&before.sections) {
            let is_new = |n: &usize| match (section.things.get(*n), was.things.get(*n)) {
                (Some(new), Some(old)) => !Arc::ptr_eq(new, old),
                _ => true,
            };
            let numbers: Vec<usize> = match section.is_list && section.is_list == was.is_list {
                true => (0..section.things.len()).filter(is_new).collect(),
                false => (0..section.things.len()).collect(),
            };
            small.insert(section.name.to_string(), section.part(&numbers));
            small_before.insert(section.name.to_string(), was.part(&numbers));
            changed.push(numbers);
        }
        if !matches!(self.kind, Kind::Eft | Kind::Ptl) {
            self.check_lengths()?;
        }
        let content = content_of(self.kind, small)?;
        let n_before = content_of(self.kind, small_before).map_or(0, |before| n_bytes_of(&before));
        let grows = n_bytes_of(&content) > n_before;
        let settled = tree_of(&content).ok_or("the file can't hold it")?;
        for ((section, numbers), (_, value)) in self.sections.iter_mut().zip(changed).zip(settled) {
            let things = match value {
                Value::Array(things) => things,
                value => vec![value],
            };
            for (n, thing) in numbers.into_iter().zip(things) {
                if section.things.get(n).is_some_and(|held| !is_same(held, &thing)) {
                    let place = Arc::make_mut(&mut section.things).get_mut(n);
                    place.into_iter().for_each(|place| *place = Arc::new(thing.clone()));
                }
            }
        }
        match !grows || is_small(&self.content()?) {
            true => Ok(()),
            false => Err("the file would be too large to be edited field by field".to_owned()),
        }
    }

    fn check_lengths(&self) -> Result<(), String> {
        let counted = self.sections.iter().filter(|section| section.is_list);
        for section in counted.filter(|section| &*section.name != "channels") {
            let n = section.things.len();
            if n > MOST_OF_TWO_BYTES {
                let name = &section.name;
                return Err(format!("{name} would have {n} things; a file has room for 65,535"));
            }
        }
        Ok(())
    }

    /// A field that can be set.
    fn field_at(&self, place: &Place) -> Result<&Value, Refusal> {
        let no_field =
            |help: &str| Refusal::NoField { place: place.clone(), help: help.to_owned() };
        if list_at(self.kind, &place.pattern()).is_some() {
            return Err(no_field("it is a list, which gets things by add-thing"));
        }
        let value = self.get(place).ok_or_else(|| self.nothing_at(place))?;
        if KEPT.iter().any(|kept| place.steps().contains(&Step::Field((*kept).to_owned()))) {
            return Err(Refusal::Kept(place.clone()));
        }
        let is_slot = list_at(self.kind, &place.parent().pattern())
            .is_some_and(|list| list.way == Way::Slots);
        if is_slot && is_nth(place) && value.is_null() {
            return Err(no_field("it is an empty place, which add-thing fills"));
        }
        match value {
            Value::Object(fields) if !is_leaf(value) => {
                let names: Vec<&str> = fields.keys().map(String::as_str).collect();
                Err(no_field(&format!("its fields are: {}", names.join(", "))))
            }
            Value::Array(items) if items.iter().any(|item| item.is_object()) => {
                Err(no_field("it is a list; name a thing of it, and a field"))
            }
            value => Ok(value),
        }
    }

    fn nothing_at(&self, place: &Place) -> Refusal {
        let mut around = place.parent();
        while self.get(&around).is_none()
            && self.n_things(&around).is_none()
            && !around.steps().is_empty()
        {
            around = around.parent();
        }
        let hint = match (self.n_things(&around), self.get(&around)) {
            (Some(0), _) => format!("; {around} has no things"),
            (Some(n), _) => format!("; {around} has {n} things, and the first is 0"),
            (None, Some(Value::Object(fields))) => {
                let names: Vec<&str> = fields.keys().map(String::as_str).collect();
                format!("; {around} has: {}", names.join(", "))
            }
            (None, Some(Value::Null)) => format!("; {around} is empty"),
            _ if around.steps().is_empty() => {
                let names: Vec<&str> = self.names().map(|(name, _)| name).collect();
                format!("; the file has: {}", names.join(", "))
            }
            _ => String::new(),
        };
        Refusal::Nothing { place: place.clone(), hint }
    }

    /// The list that a place is, or whose empty place it is.
    fn list_at(&self, place: &Place) -> Result<(Place, &'static List), Refusal> {
        if let Some(list) = list_at(self.kind, &place.pattern()) {
            let is_there = self.n_things(place).is_some() || self.get(place).is_some();
            return if is_there { Ok((place.clone(), list)) } else { Err(self.nothing_at(place)) };
        }
        let around = place.parent();
        let list = list_at(self.kind, &around.pattern());
        match (list, self.get(place)) {
            (Some(list), Some(Value::Null)) if is_nth(place) => Ok((around, list)),
            _ => {
                let lists: Vec<&str> =
                    lists_of(self.kind).iter().map(|list| list.pattern).collect();
                Err(Refusal::NoList { place: place.clone(), lists: lists.join(", ") })
            }
        }
    }

    fn thing_at(&self, place: &Place, list: &List, number: usize) -> Result<&Value, Refusal> {
        self.get(&place.nth(number)).ok_or_else(|| Refusal::NoThing {
            place: place.clone(),
            thing: list.thing,
            number,
            n: self.n_things(place).unwrap_or_default(),
        })
    }

    fn new_thing(&self, list: &'static List) -> Result<Value, Refusal> {
        let of_new = |one: &&Reference| {
            let field =
                one.from.strip_prefix(list.pattern).and_then(|rest| rest.strip_prefix("[]."));
            let value = field.and_then(|field| list.new_thing().get(field).cloned());
            value.is_some_and(|value| one.place_of(&value).is_some())
        };
        let needed = references_of(self.kind).iter().filter(of_new);
        for list_needed in needed.filter_map(|one| list_at(self.kind, one.to)) {
            let place = Place::default().field(list_needed.pattern);
            if self.n_things(&place) == Some(0) {
                let (needed, pattern) = (list_needed.thing, list_needed.pattern);
                return Err(Refusal::Needs { thing: list.thing, needed, list: pattern });
            }
        }
        let mut thing = list.new_thing();
        if list.pattern == "channels"
            && let Some(frames) = thing.get_mut("frames")
        {
            *frames = Value::Array(vec![json!([0.0, 0.0, 0.0]); self.n_frames()]);
        }
        Ok(thing)
    }

    fn n_frames(&self) -> usize {
        let n_frames = self.get(&Place::default().field("n_frames")).and_then(Value::as_u64);
        n_frames.and_then(|n| usize::try_from(n).ok()).unwrap_or_default().min(MOST_OF_TWO_BYTES)
    }

    /// Whether the number of a thing leads to one.
    pub(super) fn check_reference(&self, place: &Place, value: &Value) -> Result<(), Refusal> {
        let pattern = place.pattern();
        let Some(reference) = references_of(self.kind).iter().find(|one| one.from == pattern)
        else {
            return Ok(());
        };
        let Some(number) = reference.place_of(value) else { return Ok(()) };
        let lists = self.places_of_list(reference.to, &place.numbers());
        let (Some(list_place), Some(list)) = (lists, list_at(self.kind, reference.to)) else {
            return Ok(());
        };
        let n = self.n_things(&list_place).unwrap_or_default();
        let number_shown = number.saturating_add(usize::try_from(reference.first).unwrap_or(0));
        match number < n {
            true => Ok(()),
            false => Err(Refusal::NoThing {
                place: place.clone(),
                thing: list.thing,
                number: number_shown,
                n,
            }),
        }
    }

    /// The thing that a field with this value would refer to.
    pub fn thing_of(&self, reference: &Reference, from: &Place, value: &Value) -> Option<Place> {
        let list = self.places_of_list(reference.to, &from.numbers())?;
        let thing = list.nth(reference.place_of(value)?);
        self.get(&thing).map(|_| thing)
    }

    fn places_of_list(&self, pattern: &str, numbers: &[usize]) -> Option<Place> {
        let pins: Vec<usize> =
            numbers.iter().copied().take(pattern.matches("[]").count()).collect();
        self.places(pattern, &pins).into_iter().next()
    }

    /// An event of a different type has a different number of values.
    fn fit_values(&mut self, type_place: &Place, value: &Value) {
        let kind = value.as_u64().and_then(|kind| u32::try_from(kind).ok()).map(EventKind);
        let values = type_place.parent().field("values");
        let held = self.get(&values).and_then(Value::as_array).cloned();
        if let (Some(n), Some(mut held)) = (kind.and_then(EventKind::n_values), held) {
            held.resize(n, json!(0.0));
            self.put_at(&values, Value::Array(held));
        }
    }

    fn put_at(&mut self, place: &Place, value: Value) {
        if let Some(held) = self.held_at(place) {
            *held = value;
        }
    }

    fn held_at(&mut self, place: &Place) -> Option<&mut Value> {
        let (section, steps) = self.section_at(place)?;
        let section = self.sections.get_mut(section)?;
        let (n, steps) = match (section.is_list, steps) {
            (true, [Step::Nth(n), steps @ ..]) => (*n, steps),
            (false, steps) => (0, steps),
            _ => return None,
        };
        let thing = Arc::make_mut(&mut section.things).get_mut(n)?;
        value_at_mut(Arc::make_mut(thing), steps)
    }

    fn push(&mut self, list: &Place, thing: Value) {
        let n_frames = self.n_frames();
        let Some((section, steps)) = self.section_at(list) else { return };
        let Some(section) = self.sections.get_mut(section) else { return };
        match steps {
            [] if section.is_list => Arc::make_mut(&mut section.things).push(Arc::new(thing)),
            // A motion gets an event for each of its frames.
            [] => {
                let events =
                    std::iter::repeat_with(|| Arc::new(thing.clone())).take(n_frames).collect();
                (section.is_list, section.things) = (true, Arc::new(events));
            }
            _ => {
                if let Some(Value::Array(things)) = self.held_at(list) {
                    things.push(thing);
                }
            }
        }
    }

    fn take_out(&mut self, list: &Place, gone: &[usize]) {
        let stays = |n: &usize| gone.binary_search(n).is_err();
        let Some((section, steps)) = self.section_at(list) else { return };
        let Some(section) = self.sections.get_mut(section) else { return };
        if steps.is_empty() {
            let held = section.things.iter().enumerate().filter(|(n, _)| stays(n));
            section.things = Arc::new(held.map(|(_, thing)| Arc::clone(thing)).collect());
            return;
        }
        if let Some(Value::Array(things)) = self.held_at(list) {
            let mut n = 0;
            things.retain(|_| {
                n += 1;
                stays(&(n - 1))
            });
        }
    }
}

/// Whether a place is one of a list's things.
fn is_nth(place: &Place) -> bool {
    matches!(place.steps().last(), Some(Step::Nth(_)))
}
