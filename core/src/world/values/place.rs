//! Where a value is in a file, in the file's own words: a thing and a field of it.

use std::borrow::Cow;

use serde_json::Value;

use super::super::three_way::{FILE, Thing, WHOLE};

/// A place on the way from a file to one of its values.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// `None` for what belongs to the file as a whole.
    thing: Option<Thing>,
    /// The fields that lead there from the thing.
    path: String,
    /// The last field on the way, by which things of a list are called.
    last: String,
}

/// Fields that hold something together, and tell a person nothing.
const FRAMES: [&str; 4] = ["blocks", "known", "body", "cells"];

impl Place {
    pub(super) fn thing(&self) -> Thing {
        self.thing.clone().unwrap_or(FILE)
    }

    pub(super) fn path(&self) -> Cow<'static, str> {
        if self.path.is_empty() { WHOLE.into() } else { Cow::Owned(self.path.clone()) }
    }

    pub(super) fn field(&self, name: &str) -> Place {
        let is_frame = self.thing.is_none() && FRAMES.contains(&name);
        let mut place = self.clone();
        if !is_frame {
            if !place.path.is_empty() {
                place.path.push('.');
            }
            place.path.push_str(name);
            name.clone_into(&mut place.last);
        } else if place.last.is_empty() {
            name.clone_into(&mut place.last);
        }
        place
    }

    /// A value of a row of values.
    pub(super) fn nth(&self, n: usize) -> Place {
        let mut place = self.clone();
        place.path.push_str(&format!("[{n}]"));
        place
    }

    pub(super) fn cell(&self, x: u32, y: u32) -> Place {
        let path = match self.path.as_str() {
            "" => "value".to_owned(),
            path => path.to_owned(),
        };
        match self.thing {
            None => Place { thing: Some(Thing::Cell { x, y }), path, last: self.last.clone() },
            Some(_) => Place { path: format!("{path}[{x},{y}]"), ..self.clone() },
        }
    }

    /// The field that stands for all of a thing.
    pub(super) fn whole(&self) -> Cow<'static, str> {
        match self.path.as_str() {
            "" => WHOLE.into(),
            path => format!("{path}.{WHOLE}").into(),
        }
    }

    /// A thing of a list, called by its place in it and its name. A frame of one thing is no thing.
    pub(super) fn item(&self, n: usize, item: &Value) -> Place {
        if self.thing.is_none() && self.last == "blocks" {
            return Place { path: format!("block {n}"), ..Place::default() };
        }
        let around = match &self.thing {
            Some(around) => format!("{around}, "),
            None => String::new(),
        };
        let list = match self.last.as_str() {
            "" => "item",
            last => last,
        };
        let called = name_of(item).map(|name| format!(" {name:?}")).unwrap_or_default();
        let thing = Thing::Named(format!("{around}{list} {n}{called}").into());
        Place { thing: Some(thing), path: String::new(), last: self.last.clone() }
    }
}

/// What a thing is called, where it has a name.
fn name_of(item: &Value) -> Option<String> {
    let fields = item.as_object()?;
    let own = ["name", "key", "text"].into_iter().find_map(|field| text_of(fields.get(field)?));
    own.or_else(|| name_of(fields.get("object")?))
}

fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.as_str(),
        Value::Object(text) => text.values().find_map(Value::as_str)?,
        _ => return None,
    };
    let text = text.trim_end_matches('\0');
    (!text.is_empty()).then(|| text.chars().take(60).collect())
}
