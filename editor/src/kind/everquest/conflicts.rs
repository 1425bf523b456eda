//! Regions that both sides made something else of, when an open zone was merged with what is on disk.

use std::collections::BTreeMap;

use landwright_core::space::eq::Kind;
use landwright_core::world::Document;
use landwright_core::world::eq::action::{Action, TagRegions};
use landwright_core::world::eq::document::EditedZone;
use landwright_core::world::three_way::Line;
use serde::Deserialize;

use crate::kind::everquest::commands::TAGS;
use crate::kind::everquest::document::EqDocument;
use crate::versions::conflicts::Conflict;

/// The conflicts of a merge, with what decides each for the other side. A kind that nobody can make is
/// a line to read.
pub(super) fn of(lines: Vec<Line>, takes: Vec<TagRegions>) -> (Vec<Conflict>, Vec<String>) {
    let can_be_made = |(_, take): &(Line, TagRegions)| {
        let has_point = take.kind != Kind::ZoneLine || take.zone_point.is_some();
        has_point && TAGS.iter().any(|(kind, _)| *kind == take.kind)
    };
    let (rows, others): (Vec<_>, Vec<_>) = lines.into_iter().zip(takes).partition(can_be_made);
    let conflict = |(line, take): (Line, TagRegions)| {
        let Line { thing, field, base, ours, theirs, .. } = line;
        Conflict::of_field(thing, field, [base, ours, theirs].map(Option::unwrap_or_default), &take)
    };
    let told = others.iter().map(|(line, _)| line.kept()).collect();
    (rows.into_iter().map(conflict).collect(), told)
}

impl EqDocument {
    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        // One list for each kind, and not for each region.
        let mut of_kinds: BTreeMap<(Kind, Option<u32>), Vec<u32>> = BTreeMap::new();
        for conflict in conflicts {
            let TagRegions { regions, kind, zone_point } =
                TagRegions::deserialize(&conflict.take).map_err(|error| error.to_string())?;
            of_kinds.entry((kind, zone_point)).or_default().extend(regions);
        }
        let mut zone = self.zone().zone().clone();
        for ((kind, zone_point), regions) in of_kinds {
            let action = Action::TagRegions(TagRegions { regions, kind, zone_point });
            action.apply(&mut zone).map_err(|refusal| refusal.to_string())?;
        }
        if let Some(edit) = self.zone().edit_to(&EditedZone::new(zone)) {
            self.apply(title, &edit);
        }
        Ok(())
    }
}
