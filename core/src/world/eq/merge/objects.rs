//! What differs between the placed objects of zones, and both changes in one.
//!
//! An object is the same on all sides where its number and its model are. One that is added has a number
//! that the other side may have given as well: then both stay, and theirs gets a new one.

use std::collections::BTreeMap;

use crate::world::eq::Zone;
use crate::world::eq::action::{Action, AddObject, Refusal, RemoveObjects, SetObject};
use crate::world::eq::object::{Object, Placed, colours, objects, put_in};
use crate::world::three_way::{Line, Report, Verdict, WHOLE};

/// Its number, and its model.
type Key = (u32, String);

fn by_key(zone: &Zone) -> BTreeMap<Key, Object> {
    let key = |object: &Object| (object.number, object.model.clone());
    objects(zone).into_iter().map(|object| (key(&object), object)).collect()
}

/// A part of a place: its name, how it is shown, and what takes it over.
struct Part {
    name: &'static str,
    shown: fn(&Placed) -> String,
    set: fn(&mut SetObject, &Placed),
}

macro_rules! part {
    ($name:literal, $field:ident, $list:ident, $at:pat => $value:ident) => {
        Part {
            name: $name,
            shown: |place| {
                let $at = place.$list;
                $value.get().to_string()
            },
            set: |action, place| {
                let $at = place.$list;
                action.$field = Some($value);
            },
        }
    };
}

const PARTS: [Part; 7] = [
    part!("x", x, at, [x, _, _] => x),
    part!("y", y, at, [_, y, _] => y),
    part!("z", z, at, [_, _, z] => z),
    part!("heading", heading, turns, [heading, _, _] => heading),
    part!("pitch", pitch, turns, [_, pitch, _] => pitch),
    part!("roll", roll, turns, [_, _, roll] => roll),
    Part {
        name: "scale",
        shown: |place| place.scale.to_string(),
        set: |action, place| action.scale = Some(place.scale),
    },
];

fn line(key: &Key, field: &str, sides: [Option<String>; 3]) -> Line {
    let (number, model) = key;
    let [base, ours, theirs] = sides;
    let (row, thing) = (*number as usize, format!("object {number} ({model})"));
    Line { row, thing, field: field.to_owned(), base, ours, theirs }
}

/// An object as a whole.
fn whole(object: &Object) -> String {
    let [x, y, z] = object.place.at.map(|number| number.get());
    format!("at {x}, {y}, {z}")
}

/// What makes the objects of one zone into those of a different one.
pub(super) fn compare(before: &Zone, after: &Zone) -> Vec<Line> {
    let (before, after) = (by_key(before), by_key(after));
    let mut lines = Vec::new();
    for key in each(&[&before, &after]) {
        match (before.get(&key), after.get(&key)) {
            (Some(was), Some(is)) => lines.extend(PARTS.iter().filter_map(|part| {
                let (was, is) = ((part.shown)(&was.place), (part.shown)(&is.place));
                (was != is).then(|| line(&key, part.name, [None, Some(was), Some(is)]))
            })),
            (was, is) => lines.push(line(&key, WHOLE, [None, was.map(whole), is.map(whole)])),
        }
    }
    lines
}

fn each(sides: &[&BTreeMap<Key, Object>]) -> Vec<Key> {
    let mut keys: Vec<Key> = sides.iter().flat_map(|side| side.keys().cloned()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Takes what `theirs` changed since `before` into the merged zone. Gives what would decide each conflict
/// for the other side.
pub(super) fn merge(
    [before, ours, theirs]: [&Zone; 3],
    zone: &mut Zone,
    report: &mut Report,
) -> Result<Vec<Option<Action>>, Refusal> {
    let [was, own, other] = [before, ours, theirs].map(by_key);
    let mut takes = Vec::new();
    for key in each(&[&was, &own, &other]) {
        let (number, model) = &key;
        let sides = [&was, &own, &other].map(|side| side.get(&key));
        let [base, our, their] = sides;
        if let [Some(base), Some(our), Some(their)] = sides {
            merge_parts(&key, [base, our, their], zone, report, &mut takes)?;
            continue;
        }
        // Whatever was added on one side alone is no change of what the other side added.
        let verdict = match (base, their) {
            (None, Some(_)) if our != their => Verdict::Take,
            (None, _) => Verdict::Keep,
            _ => Verdict::of(&base, &our, &their),
        };
        report.add(verdict, || line(&key, WHOLE, sides.map(|side| side.map(whole))));
        match (verdict, their) {
            (Verdict::Keep, _) => {}
            (Verdict::Take, Some(their)) => {
                put_in(zone, model, &their.place, colours(theirs, *number))?;
            }
            (Verdict::Take, None) => {
                remove(*number).apply(zone)?;
            }
            (Verdict::Conflict, Some(their)) => {
                takes.push(Some(Action::AddObject(AddObject::like(their))));
            }
            (Verdict::Conflict, None) => takes.push(Some(remove(*number))),
        }
    }
    Ok(takes)
}

fn remove(number: u32) -> Action {
    Action::RemoveObjects(RemoveObjects { objects: vec![number] })
}

fn merge_parts(
    key: &Key,
    sides: [&Object; 3],
    zone: &mut Zone,
    report: &mut Report,
    takes: &mut Vec<Option<Action>>,
) -> Result<(), Refusal> {
    let [.., theirs] = sides;
    for part in &PARTS {
        let values = sides.map(|side| (part.shown)(&side.place));
        let [base, our, their] = &values;
        let verdict = Verdict::of(base, our, their);
        let mut take = SetObject { object: theirs.number, ..SetObject::default() };
        (part.set)(&mut take, &theirs.place);
        report.add(verdict, || line(key, part.name, values.clone().map(Some)));
        match verdict {
            Verdict::Keep => {}
            Verdict::Take => drop(Action::SetObject(take).apply(zone)?),
            Verdict::Conflict => takes.push(Some(Action::SetObject(take))),
        }
    }
    Ok(())
}
