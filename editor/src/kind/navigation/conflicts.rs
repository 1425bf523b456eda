//! Tiles and polygons that both sides changed, when an open mesh was merged with what is on disk.

use landwright_core::problem::counted::counted;
use landwright_core::world::eq::mesh::merge::Take;
use landwright_core::world::three_way::{self, Line};
use serde_json::Value;

use crate::versions::conflicts::Conflict;

/// The conflicts of a merge that can be decided for the other side, and the rest as lines to read.
pub(super) fn of(
    conflicts: Vec<three_way::Conflict>,
    takes: Vec<Option<Take>>,
) -> (Vec<Conflict>, Vec<String>) {
    let (mut rows, mut told) = (Vec::new(), Vec::new());
    for (conflict, take) in conflicts.into_iter().zip(takes) {
        let Some(take) = take else {
            told.push(Line::from(conflict).conflict());
            continue;
        };
        let three_way::Conflict { thing, field, base, ours, theirs } = conflict;
        let sides = [base, ours, theirs].map(|side| shown(&side));
        rows.push(Conflict::of_field(thing.to_string(), field.into_owned(), sides, &take));
    }
    (rows, told)
}

/// A tile by how much is in it.
fn shown(value: &Value) -> String {
    let n = |field: &str| value.get(field).and_then(Value::as_array).map_or(0, Vec::len);
    match value {
        Value::Null => "removed".to_owned(),
        Value::Object(_) => format!(
            "{}, {}",
            counted(n("polygons"), "polygon", "polygons"),
            counted(n("connections"), "connection", "connections")
        ),
        other => other.to_string(),
    }
}
