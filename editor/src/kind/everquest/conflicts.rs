//! Regions that both sides made something else of, when an open zone was merged with what is on disk.

use landwright_core::world::Document;
use landwright_core::world::eq::action::{Action, TagRegions};
use landwright_core::world::eq::document::EditedZone;
use landwright_core::world::three_way::Line;

use crate::kind::everquest::document::EqDocument;
use crate::versions::conflicts::Conflict;
use crate::versions::differences::At;

/// The conflicts of a merge, with what decides each for the other side.
pub(super) fn of(lines: Vec<Line>, takes: Vec<TagRegions>) -> Vec<Conflict> {
    let conflict = |(line, take): (Line, TagRegions)| {
        let Line { thing, field, base, ours, theirs, .. } = line;
        Conflict {
            at: At::Thing { name: thing.clone(), field: field.clone() },
            thing,
            field,
            base: base.unwrap_or_default(),
            ours: ours.unwrap_or_default(),
            theirs: theirs.unwrap_or_default(),
            take: serde_json::to_value(Action::TagRegions(take)).unwrap_or_default(),
        }
    };
    lines.into_iter().zip(takes).map(conflict).collect()
}

impl EqDocument {
    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let mut zone = self.zone().zone().clone();
        for conflict in conflicts {
            let action: Action =
                serde_json::from_value(conflict.take.clone()).map_err(|error| error.to_string())?;
            action
                .apply(&mut zone)
                .map_err(|refusal| format!("{}: {refusal}", conflict.in_words()))?;
        }
        if let Some(edit) = self.zone().edit_to(&EditedZone::new(zone)) {
            self.apply(title, &edit);
        }
        Ok(())
    }
}
