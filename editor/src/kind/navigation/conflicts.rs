//! Tiles and polygons that both sides changed, when an open mesh was merged with what is on disk.

use landwright_core::problem::counted::counted;
use landwright_core::world::Document;
use landwright_core::world::eq::mesh::merge::Take;
use landwright_core::world::three_way::{self, Line};
use serde::Deserialize;
use serde_json::Value;

use crate::kind::navigation::document::NavDocument;
use crate::kind::navigation::message::Way;
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

impl NavDocument {
    /// Selects the polygon of a conflict, or all of its tile.
    pub(super) fn show_conflict_at(&mut self, conflict: &Conflict) -> bool {
        let Ok(take) = Take::deserialize(&conflict.take) else { return false };
        let place = self.edited().content().place_of(take.at());
        let Some(tile) = place.and_then(|place| self.mesh.tiles.get(place)) else { return false };
        let all = tile.first..tile.first + tile.n_polygons;
        let polygons = match take {
            Take::Tile { .. } => all.collect(),
            Take::Area { polygon, .. } | Take::Flags { polygon, .. } => {
                all.skip(polygon).take(1).collect()
            }
        };
        self.select(&polygons, Way::Replace);
        self.n_shows += 1;
        true
    }

    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let takes = conflicts.iter().map(|conflict| Take::deserialize(&conflict.take));
        let takes = takes.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let content = self.edited().content().with_theirs(&takes)?;
        if let Some(edit) = self.edited().edit_to(&self.edited().with_content(content)) {
            self.apply(title, &edit);
        }
        Ok(())
    }
}
