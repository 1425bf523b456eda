//! What both sides changed when an open table was merged, and how a cell or a row of it is decided
//! for the other side.

use landwright_core::world::table::merge::Take;
use landwright_core::world::three_way::Line;

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
