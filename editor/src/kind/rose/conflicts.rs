//! What both sides changed of the things and the ground of a merged zone, and how one of them is decided.

use std::collections::BTreeSet;

use landwright_core::world::Document;
use landwright_core::world::zone::merge::take::{self, OfField, OfGround, OfThing, Take};
use landwright_core::world::zone::thing::ThingId;
use serde::Deserialize;

use crate::kind::rose::document::ZoneDocument;
use crate::versions::conflicts::{Conflict, Side};

/// A conflict as the panel lists it, with the thing called as people call it.
pub(super) fn of_thing(of: OfThing, called: impl Fn(ThingId) -> String) -> Conflict {
    let OfThing { id, fields, take } = of;
    let thing = called(id);
    let all = |side: fn(&OfField) -> &String| {
        fields.iter().map(side).map(String::as_str).collect::<Vec<_>>().join("; ")
    };
    let whole = |ours: &str, theirs: &str| ["thing", "unchanged", ours, theirs].map(str::to_owned);
    let [field, base, ours, theirs] = match &take {
        Take::Fields { .. } | Take::Ground { .. } => [
            all(|field| &field.name),
            all(|field| &field.base),
            all(|field| &field.ours),
            all(|field| &field.theirs),
        ],
        Take::DeletedHere { .. } => whole("deleted (it was restored)", "changed"),
        Take::DeletedThere { .. } => whole("changed", "deleted"),
    };
    Conflict::of_field(thing, field, [base, ours, theirs], &take)
}

/// The same for cells of the ground.
pub(super) fn of_ground(of: OfGround) -> Conflict {
    let OfGround { thing, field, base, ours, theirs, take } = of;
    Conflict::of_field(thing, field, [base, ours, theirs], &take)
}

impl ZoneDocument {
    pub(super) fn show_conflict_at(&mut self, conflict: &Conflict) -> bool {
        let Ok(take) = Take::deserialize(&conflict.take) else { return false };
        if let Some(at) = take.cell(self.zone()) {
            let at = self.zone().grid().file_from_world(at);
            self.show_place([at.x, at.y]);
            return true;
        }
        let Some(id) = take.id().filter(|id| self.zone().contains(*id)) else { return false };
        self.select(BTreeSet::from([id]));
        self.show_thing(id);
        true
    }

    pub(super) fn take_side_in(
        &mut self,
        title: &str,
        side: Side,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let takes = conflicts.iter().map(|conflict| Take::deserialize(&conflict.take));
        let takes = takes.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let side = match side {
            Side::Ours => take::Side::Ours,
            Side::Theirs => take::Side::Theirs,
        };
        let zone = self.zone().decided(&takes, side)?;
        if let Some(edit) = self.zone().edit_to(&zone) {
            self.apply(title, edit);
        }
        Ok(())
    }
}
