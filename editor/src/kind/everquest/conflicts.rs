//! Regions and objects that both sides changed, when an open zone was merged with what is on disk.

use std::collections::BTreeMap;

use landwright_core::world::eq::action::{Action, TagRegions};
use landwright_core::world::eq::document::EditedZone;
use landwright_core::world::eq::retag::Tag;
use landwright_core::world::three_way::Line;

use crate::kind::everquest::commands::TAGS;
use crate::versions::conflicts::Conflict;

/// The conflicts of a merge, with what decides each for the other side. A kind that nobody can make is
/// a line to read.
pub(super) fn of(lines: Vec<Line>, takes: Vec<Option<Action>>) -> (Vec<Conflict>, Vec<String>) {
    let can_be_made = |take: &Action| match take {
        Action::TagRegions(take) => TAGS.iter().any(|(kind, _)| *kind == take.kind),
        _ => true,
    };
    let (mut rows, mut told) = (Vec::new(), Vec::new());
    for (line, take) in lines.into_iter().zip(takes) {
        let Some(take) = take.filter(can_be_made) else {
            told.push(line.kept());
            continue;
        };
        let Line { thing, field, base, ours, theirs, .. } = line;
        let values = [base, ours, theirs].map(Option::unwrap_or_default);
        rows.push(Conflict::of_field(thing, field, values, &take));
    }
    (rows, told)
}

/// The zone with conflicts decided for the other side.
pub(super) fn with_theirs(zone: &EditedZone, takes: &[Action]) -> Result<EditedZone, String> {
    // One list for each kind, and not for each region.
    let mut of_tags: BTreeMap<Tag, Vec<u32>> = BTreeMap::new();
    let mut actions = Vec::new();
    for take in takes {
        match take {
            Action::TagRegions(take) => {
                let tag = take.tag().map_err(|refusal| refusal.to_string())?;
                of_tags.entry(tag).or_default().extend(&take.regions);
            }
            action => actions.push(action.clone()),
        }
    }
    let tags = of_tags
        .into_iter()
        .filter_map(|(tag, regions)| TagRegions::of_tag(regions, &tag).map(Action::TagRegions));
    let mut zone = zone.zone().clone();
    for action in tags.chain(actions) {
        action.apply(&mut zone).map_err(|refusal| refusal.to_string())?;
    }
    Ok(EditedZone::new(zone))
}
