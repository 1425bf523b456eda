//! What both sides changed when an open table was merged, and how a cell or a row of it is decided
//! for the other side.

use landwright_core::world::table::edit::Edit;
use landwright_core::world::table::merge::Take;
use landwright_core::world::three_way::Line;
use serde::Deserialize;

use crate::kind::table::document::TableDocument;
use crate::versions::conflicts::Conflict;

/// The conflicts of a merge. What was changed of a row that is deleted here goes with the row.
pub(super) fn of(lines: Vec<Line>, takes: Vec<Option<Take>>) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    for (line, take) in lines.into_iter().zip(takes) {
        let Line { thing, field, base, ours, theirs, .. } = line;
        let shown = |side: Option<String>| match side {
            None => "none".to_owned(),
            Some(text) if text.is_empty() => "empty".to_owned(),
            Some(text) => text,
        };
        match (take, conflicts.last_mut()) {
            (None, Some(row)) => {
                let (base, theirs) = (shown(base), shown(theirs));
                row.theirs.push_str(&format!("; {field}: {base} → {theirs}"));
            }
            (take, _) => {
                let sides = [base, ours, theirs].map(shown);
                conflicts.push(Conflict::of_field(thing, field, sides, &take));
            }
        }
    }
    conflicts
}

impl TableDocument {
    pub(super) fn show_conflict_at(&mut self, conflict: &Conflict) -> bool {
        let (row, place) = match Take::deserialize(&conflict.take) {
            Ok(Take::Cell { row, place, .. }) => (row, Some(place)),
            Ok(Take::Delete(row)) => (row, None),
            Ok(Take::Add { .. }) | Err(_) => return false,
        };
        let Ok(row) = self.table().find_row(&row) else { return false };
        self.show_row(row, place);
        true
    }

    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let takes = conflicts.iter().map(|conflict| Take::deserialize(&conflict.take));
        let takes = takes.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let table = self.table().with_theirs(&takes)?;
        if let Some(edit) = Edit::between(self.table(), &table) {
            self.apply(title, edit);
        }
        Ok(())
    }
}
