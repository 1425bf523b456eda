//! Nodes and edges that both sides changed, when an open area was merged with what is on disk.

use std::collections::BTreeSet;

use landwright_core::space::tera::PosInWorld;
use landwright_core::world::Document;
use landwright_core::world::area::merge::take::Take;
use landwright_core::world::three_way::{self, Line};
use serde::Deserialize;

use crate::kind::tera::document::AreaDocument;
use crate::versions::conflicts::Conflict;

/// The conflicts of a merge that can be decided for the other side, and the rest as lines to read.
pub(super) fn of(
    conflicts: Vec<three_way::Conflict>,
    takes: Vec<Option<Take>>,
) -> (Vec<Conflict>, Vec<String>) {
    let (mut rows, mut told) = (Vec::new(), Vec::new());
    for (conflict, take) in conflicts.into_iter().zip(takes) {
        let line = Line::from(conflict);
        let Some(take) = take else {
            told.push(line.conflict());
            continue;
        };
        let Line { thing, field, base, ours, theirs, .. } = line;
        let sides = [base, ours, theirs].map(|side| side.unwrap_or_else(|| "none".to_owned()));
        rows.push(Conflict::of_field(thing, field, sides, &take));
    }
    (rows, told)
}

impl AreaDocument {
    /// Selects the node of a conflict, and shows where it is. One that is deleted here is not
    /// selected.
    pub(super) fn show_conflict_at(&mut self, conflict: &Conflict) -> bool {
        let Ok(take) = Take::deserialize(&conflict.take) else { return false };
        let node = self.area().node_of(&take);
        let place = take.places().first().copied().map(PosInWorld::from_bits);
        let Some(pos) = node.and_then(|node| self.pos(node)).or(place) else { return false };
        self.select_nodes(node.into_iter().collect::<BTreeSet<_>>());
        self.show_pos(pos);
        true
    }

    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let takes = conflicts.iter().map(|conflict| Take::deserialize(&conflict.take));
        let takes = takes.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        self.give_edits_up();
        let area = self.area().with_theirs(&takes)?;
        if let Some(edit) = self.area().edit_to(&area) {
            self.apply(title, &edit);
        }
        Ok(())
    }
}
