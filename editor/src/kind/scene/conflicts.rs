//! What both sides changed when an open scene was merged with the file on disk, and how that is decided for
//! the other side.

use landwright_core::world::Document;
use landwright_core::world::rsw::take::Take;
use landwright_core::world::three_way::{self, Line};
use serde::Deserialize;

use crate::kind::scene::document::SceneDocument;
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

impl SceneDocument {
    pub(super) fn show_conflict_at(&mut self, conflict: &Conflict) -> bool {
        let id = match Take::deserialize(&conflict.take) {
            Ok(Take::Part { id, .. } | Take::Delete { id } | Take::Put { id, .. }) => id,
            Ok(Take::Order { .. } | Take::World { .. }) | Err(_) => return false,
        };
        let is_there = self.scene().object(id).is_some();
        if is_there {
            self.select_alone(&[id].into());
        }
        is_there
    }

    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let takes = conflicts.iter().map(|conflict| Take::deserialize(&conflict.take));
        let takes = takes.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let scene = self.scene().with_theirs(&takes)?;
        if let Some(edit) = self.scene().edit_to(&scene) {
            self.apply(title, &edit);
        }
        Ok(())
    }
}
