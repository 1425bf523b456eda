//! Packets as JSON: objects and arrays with the names of the definition.
//!
//! The fields of an object that is written in several parts are one object again. Of two fields
//! with one name the second is called `name#2`: a `#` begins a comment, and is in no name.

pub(super) mod scalar;

use std::collections::HashMap;

use serde_json::{Map, Value as Json};

use super::fault::{Above, Misfit};
use super::plan::{Array, Kind, Plan, Step};
use super::value::{Packet, Value};
use crate::def::layout::{Role, Scope};

const OPCODE: &str = "#opcode";

/// The names of a message's or an element's values, as an object that holds objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Names {
    /// The elements of `array<T>` are the values themselves.
    Bare,
    Object(Vec<(Box<str>, Name)>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    /// How many values stand before it.
    Value(usize),
    Object(Vec<(Box<str>, Name)>),
}

impl Names {
    /// The names in a scope, whose values are those of these slots.
    pub(super) fn new(scope: &Scope, values: &[usize]) -> Names {
        let is_bare = |slot: &usize| scope.slot(*slot).is_some_and(|slot| slot.path.is_empty());
        if let [slot] = values
            && is_bare(slot)
        {
            return Names::Bare;
        }
        let mut tree = Tree { objects: vec![Vec::new()], taken: HashMap::new() };
        // The object of the tree that each object of the scope is.
        let mut of_slot: HashMap<usize, usize> = HashMap::new();
        let mut next_value = 0;
        for (idx, slot) in scope.slots.iter().enumerate() {
            let parent = slot.object.and_then(|slot| of_slot.get(&slot).copied()).unwrap_or(0);
            let prefix = slot
                .object
                .and_then(|slot| scope.slot(slot))
                .map_or(0, |object| object.path.len() + 1);
            let name = slot.path.get(prefix..).unwrap_or(&slot.path);
            if slot.role == Role::Object {
                of_slot.insert(idx, tree.object(parent, name));
            } else if values.get(next_value) == Some(&idx) {
                let name = match slot.role {
                    Role::Count => format!("count {name}"),
                    Role::Offset => format!("offset {name}"),
                    _ => name.to_owned(),
                };
                tree.put(parent, &name, Branch::Value(next_value));
                next_value += 1;
            }
        }
        Names::Object(tree.grown(0))
    }
}

/// Names while they are gathered. Objects are numbered; 0 is the scope.
struct Tree {
    objects: Vec<Vec<(Box<str>, Branch)>>,
    /// By object and name: how many there are, and which object the first of them is.
    taken: HashMap<(usize, Box<str>), (usize, Option<usize>)>,
}

#[derive(Clone, Copy)]
enum Branch {
    Value(usize),
    Object(usize),
}

impl Tree {
    /// The object of a name: the one that is there, or else a new one.
    fn object(&mut self, parent: usize, name: &str) -> usize {
        if let Some((_, Some(object))) = self.taken.get(&(parent, name.into())) {
            return *object;
        }
        let object = self.objects.len();
        self.objects.push(Vec::new());
        self.put(parent, name, Branch::Object(object));
        object
    }

    fn put(&mut self, parent: usize, name: &str, branch: Branch) {
        let taken = self.taken.entry((parent, name.into())).or_default();
        taken.0 += 1;
        if let Branch::Object(object) = branch {
            taken.1 = taken.1.or(Some(object));
        }
        let key = match taken.0 {
            1 => name.into(),
            n => format!("{name}#{n}").into(),
        };
        if let Some(object) = self.objects.get_mut(parent) {
            object.push((key, branch));
        }
    }

    fn grown(&self, object: usize) -> Vec<(Box<str>, Name)> {
        let branches = self.objects.get(object).map(Vec::as_slice).unwrap_or_default();
        let grown = |branch: Branch| match branch {
            Branch::Value(idx) => Name::Value(idx),
            Branch::Object(object) => Name::Object(self.grown(object)),
        };
        branches.iter().map(|(key, branch)| (key.clone(), grown(*branch))).collect()
    }
}

pub(super) fn packet_to_json(plan: &Plan, packet: &Packet) -> Json {
    let mut object = Map::new();
    object.insert(OPCODE.to_owned(), packet.opcode.into());
    if let Json::Object(fields) = scope_to_json(plan, &packet.values) {
        object.extend(fields);
    }
    Json::Object(object)
}

fn scope_to_json(plan: &Plan, values: &[Value]) -> Json {
    let steps: Vec<&Step> = plan.steps.iter().filter(|step| step.has_value()).collect();
    let value = |idx: usize| match (steps.get(idx), values.get(idx)) {
        (Some(step), Some(value)) => step_to_json(step, value),
        _ => Json::Null,
    };
    match &plan.names {
        Names::Bare => value(0),
        Names::Object(names) => object_to_json(names, &value),
    }
}

fn object_to_json(names: &[(Box<str>, Name)], value: &dyn Fn(usize) -> Json) -> Json {
    let mut object = Map::new();
    for (key, name) in names {
        let json = match name {
            Name::Value(idx) => value(*idx),
            Name::Object(names) => object_to_json(names, value),
        };
        object.insert(key.as_ref().to_owned(), json);
    }
    Json::Object(object)
}

fn step_to_json(step: &Step, value: &Value) -> Json {
    match (&step.kind, value) {
        (Kind::Array(array), Value::Array { n_elements, values }) => {
            let width = array.element.n_values;
            let element = |idx: usize| {
                let start = idx.saturating_mul(width);
                values.get(start..start.saturating_add(width)).unwrap_or_default()
            };
            (0..*n_elements as usize)
                .map(|idx| scope_to_json(&array.element, element(idx)))
                .collect()
        }
        _ => scalar::value_to_json(value),
    }
}

pub(super) fn packet_from_json(
    plan: &Plan,
    json: &Json,
    opcode: Option<u16>,
    missing: Missing<'_>,
) -> Result<Packet, Misfit> {
    let misfit = |path: &str, message: &str| Misfit { path: path.into(), message: message.into() };
    let Json::Object(object) = json else {
        return Err(misfit("", "the fields have to be a JSON object"));
    };
    let mut fields = object.clone();
    let opcode = match fields.shift_remove(OPCODE) {
        None => opcode.ok_or_else(|| misfit(OPCODE, "it is missing"))?,
        Some(json) => {
            let number = json.as_u64().and_then(|number| u16::try_from(number).ok());
            number.ok_or_else(|| misfit(OPCODE, "it must be a number from 0 to 65535"))?
        }
    };
    let mut values = Vec::new();
    let mut importer = Importer { above: Above::default(), missing };
    importer.scope(plan, &Json::Object(fields), &mut values)?;
    Ok(Packet { opcode, values })
}

/// What is done about fields that JSON leaves out.
pub(super) enum Missing<'m> {
    Refused,
    /// They are 0, false or empty, and are listed here.
    Empty(&'m mut Vec<String>),
}

/// Every field, 0 or false or empty; arrays have so many elements, so that a person sees those.
pub(super) fn empty_packet(plan: &Plan, opcode: u16, n_elements: u32) -> Packet {
    Packet { opcode, values: empty_values(plan, n_elements) }
}

fn empty_values(plan: &Plan, n_elements: u32) -> Vec<Value> {
    let steps = plan.steps.iter().filter(|step| step.has_value());
    steps.map(|step| empty_value(step, n_elements)).collect()
}

fn empty_value(step: &Step, n_elements: u32) -> Value {
    match &step.kind {
        Kind::Scalar(scalar) => scalar.zero(),
        Kind::Repeat(scalar, n) => Value::Repeat(vec![scalar.zero(); *n].into()),
        Kind::Bytes { .. } => Value::Bytes(Box::default()),
        Kind::String { .. } => Value::String(Box::default()),
        Kind::Meta(_) => Value::Uint16(0),
        Kind::Array(array) => {
            let elements = (0..n_elements).map(|_| empty_values(&array.element, n_elements));
            Value::Array { n_elements, values: elements.flatten().collect() }
        }
    }
}

struct Importer<'a, 'm> {
    above: Above<'a>,
    missing: Missing<'m>,
}

impl<'a> Importer<'a, '_> {
    fn scope(&mut self, plan: &'a Plan, json: &Json, out: &mut Vec<Value>) -> Result<(), Misfit> {
        let mut found: Vec<Option<&Json>> = vec![None; plan.n_values];
        match &plan.names {
            Names::Bare => found = vec![Some(json)],
            Names::Object(names) => self.gather(names, json, "", &mut found)?,
        }
        for (step, json) in plan.steps.iter().filter(|step| step.has_value()).zip(found) {
            // Every value has one name, and every name was looked for.
            let value = match json {
                Some(json) => self.value(step, json)?,
                None => empty_value(step, 0),
            };
            out.push(value);
        }
        Ok(())
    }

    /// Finds the value of every name in an object and in the objects that it holds.
    fn gather<'j>(
        &mut self,
        names: &[(Box<str>, Name)],
        json: &'j Json,
        prefix: &str,
        found: &mut [Option<&'j Json>],
    ) -> Result<(), Misfit> {
        let Json::Object(object) = json else {
            let message = format!("it must be an object, but is {}", scalar::kind(json));
            return Err(self.misfit(prefix, message));
        };
        let is_filled = matches!(self.missing, Missing::Empty(_));
        if is_filled {
            // A misspelt field is not taken for one that was left out.
            self.refuse_unknown(names, object, prefix)?;
        }
        for (key, name) in names {
            let path = if prefix.is_empty() { key.to_string() } else { format!("{prefix}.{key}") };
            let Some(json) = object.get(&**key) else {
                match &mut self.missing {
                    Missing::Refused => {
                        return Err(self.misfit(&path, "it is missing".to_owned()));
                    }
                    Missing::Empty(missing) => missing.push(self.above.path(&path)),
                }
                continue;
            };
            match name {
                Name::Value(idx) => {
                    if let Some(place) = found.get_mut(*idx) {
                        *place = Some(json);
                    }
                }
                Name::Object(names) => self.gather(names, json, &path, found)?,
            }
        }
        self.refuse_unknown(names, object, prefix)
    }

    fn refuse_unknown(
        &self,
        names: &[(Box<str>, Name)],
        object: &Map<String, Json>,
        prefix: &str,
    ) -> Result<(), Misfit> {
        let n_known = names.iter().filter(|(key, _)| object.contains_key(&**key)).count();
        if object.len() > n_known {
            let known: std::collections::HashSet<&str> =
                names.iter().map(|(key, _)| &**key).collect();
            if let Some(key) = object.keys().find(|key| !known.contains(key.as_str())) {
                let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                let nearest = crate::problem::nearest::nearest(key, known.iter().copied());
                let hint = nearest.map(|name| format!("; did you mean `{name}`?"));
                let message = "the definition has no such field".to_owned();
                return Err(self.misfit(&path, message + &hint.unwrap_or_default()));
            }
        }
        Ok(())
    }

    fn value(&mut self, step: &'a Step, json: &Json) -> Result<Value, Misfit> {
        let read = match &step.kind {
            Kind::Array(array) => return self.array(step, array, json),
            Kind::Scalar(scalar) => scalar.value_from(json),
            Kind::Repeat(scalar, n) => scalar::repeat_from_json(*scalar, *n, json),
            Kind::Bytes { .. } => scalar::bytes_from_json(json),
            Kind::String { .. } => scalar::string_from_json(json),
            Kind::Meta(_) => Ok(Value::Uint16(0)),
        };
        read.map_err(|message| self.misfit(&step.path, message))
    }

    fn array(&mut self, step: &'a Step, array: &'a Array, json: &Json) -> Result<Value, Misfit> {
        let Json::Array(elements) = json else {
            let message = format!("it must be an array, but is {}", scalar::kind(json));
            return Err(self.misfit(&step.path, message));
        };
        let n_elements = match u32::try_from(elements.len()) {
            Ok(n) if n <= u32::from(u16::MAX) => n,
            _ => return Err(self.misfit(&step.path, "it has more than 65535 elements".to_owned())),
        };
        let mut values = Vec::new();
        self.above.enter(&step.path);
        for (idx, json) in (0..).zip(elements) {
            self.above.element(idx);
            self.scope(&array.element, json, &mut values)?;
        }
        self.above.leave();
        Ok(Value::Array { n_elements, values: values.into() })
    }

    fn misfit(&self, name: &str, message: String) -> Misfit {
        Misfit { path: self.above.path(name), message }
    }
}
