//! Nodes, edges and squares in the words of reports.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::format::number::F32;
use crate::format::tera::apd::Apd;
use crate::space::tera::{Octant, Zone};
use crate::world::three_way::Thing;

use super::same::{Key, Square};
use super::{Edges, To};

type PlaceOf<'p> = &'p dyn Fn(Key) -> [F32; 3];

/// The field of a node that was moved.
pub(super) const POSITION: &str = "position";

pub(super) fn node(place: [F32; 3]) -> Thing {
    Thing::Named(format!("node at {}", at(place)).into())
}

pub(super) fn at([x, y, z]: [F32; 3]) -> String {
    format!("{x}, {y}, {z}")
}

pub(super) fn edge(octant: Octant) -> Cow<'static, str> {
    format!("edge {}", octant.number()).into()
}

/// The octant of an edge by the field of a report.
pub(in crate::world::area) fn octant(field: &str) -> Option<Octant> {
    let number: u8 = field.strip_prefix("edge ")?.parse().ok()?;
    Octant::all().find(|octant| octant.number() == number)
}

/// Where a node is.
pub(super) fn place(place: Option<[F32; 3]>) -> Value {
    place.map_or(Value::Null, |place| at(place).into())
}

/// Where an edge leads.
pub(super) fn target(to: Option<To>, place: PlaceOf<'_>) -> Value {
    match to {
        None => Value::Null,
        Some(To::Node(key)) => at(place(key)).into(),
        Some(To::Nowhere(index)) => format!("no node, index {index}").into(),
    }
}

/// A node with its edges by octant.
pub(super) fn whole(is_there: bool, edges: &Edges, place: PlaceOf<'_>) -> Value {
    if !is_there {
        return Value::Null;
    }
    let edges = Octant::all().zip(edges).filter(|(_, to)| to.is_some());
    let edges = edges.map(|(octant, to)| (octant.number().to_string(), target(*to, place)));
    json!({ "edges": edges.collect::<Map<String, Value>>() })
}

pub(super) fn square(square: Option<Square>) -> Value {
    match square {
        None => Value::Null,
        Some((zone, square)) => {
            format!("{}, {} of zone {}, {}", square.x(), square.y(), zone.x, zone.y).into()
        }
    }
}

pub(super) fn zones(apd: &Apd) -> Value {
    zones_value(&super::zones(apd))
}

pub(super) fn zones_value(zones: &[Zone]) -> Value {
    zones.iter().map(|zone| json!([zone.x, zone.y])).collect()
}
