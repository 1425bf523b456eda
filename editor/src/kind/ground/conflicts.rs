//! What both sides changed when an open ground was merged with the file on disk, and how that is decided for
//! the other side.

use landwright_core::world::Document;
use landwright_core::world::gnd::merge::Take;
use landwright_core::world::three_way::{self, Line};
use serde::Deserialize;

use crate::kind::ground::document::GroundDocument;
use crate::versions::conflicts::Conflict;

/// The conflicts of a merge, each with what decides it for the other side.
pub(super) fn of(conflicts: Vec<three_way::Conflict>, takes: Vec<Take>) -> Vec<Conflict> {
    let conflict = |(conflict, take): (three_way::Conflict, Take)| {
        let Line { thing, field, base, ours, theirs, .. } = Line::from(conflict);
        let shown = |side: Option<String>| side.unwrap_or_else(|| "none".to_owned());
        Conflict::of_field(thing, field, [base, ours, theirs].map(shown), &take)
    };
    conflicts.into_iter().zip(takes).map(conflict).collect()
}

impl GroundDocument {
    pub(super) fn show_conflict_at(&mut self, conflict: &Conflict) -> bool {
        let Ok(Take { entry, .. }) = Take::deserialize(&conflict.take) else { return false };
        let place = self.ground().place_of(entry);
        if let Some(at) = place {
            self.select_alone(at);
        }
        place.is_some()
    }

    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let takes = conflicts.iter().map(|conflict| Take::deserialize(&conflict.take));
        let takes = takes.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let ground = self.ground().with_theirs(&takes)?;
        if let Some(edit) = self.ground().edit_to(&ground) {
            self.apply(title, &edit);
        }
        Ok(())
    }
}
