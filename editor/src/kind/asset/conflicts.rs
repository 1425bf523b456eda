//! What both sides changed when an open asset was merged with the file on disk, and how that is decided for
//! the other side.

use landwright_core::world::Document;
use landwright_core::world::asset::merge::Take;
use landwright_core::world::asset::place::Place;
use landwright_core::world::three_way::{self, Line};
use serde::Deserialize;

use crate::kind::asset::edited::AssetDocument;
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

impl AssetDocument {
    pub(super) fn show_conflict_at(&mut self, conflict: &Conflict) -> bool {
        let place = match Take::deserialize(&conflict.take) {
            Ok(
                Take::Set { place, .. } | Take::Remove { place } | Take::Put { list: place, .. },
            ) => place.parse::<Place>().ok(),
            Ok(Take::Nothing) | Err(_) => None,
        };
        let Some(place) = place else { return false };
        let moved = self.merged.as_ref().and_then(|it| self.asset().place_since(it, &place));
        let place = moved.unwrap_or(place);
        let is_there = self.is_there(&place);
        self.select(&place);
        is_there
    }

    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let takes = conflicts.iter().map(|conflict| Take::deserialize(&conflict.take));
        let takes = takes.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let asset = self.asset().with_theirs(&takes, self.merged.as_ref())?;
        if let Some(edit) = self.asset().edit_to(&asset) {
            self.apply(title, &edit);
        }
        Ok(())
    }
}
