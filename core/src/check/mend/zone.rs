//! ROSE zones, mended: what is lost and gained are things.

use std::collections::{BTreeMap, BTreeSet};

use super::{About, Mendable, Step};
use crate::check::Effect;
use crate::check::zone::EFFECTS;
use crate::problem::{Fix, Problem, Spot};
use crate::world::scripted::Scripted;
use crate::world::zone::Zone;
use crate::world::zone::action::Action;
use crate::world::zone::thing::ThingId;

impl Mendable for Zone {
    const EFFECTS: &'static [&'static Effect] = EFFECTS;
    const PART: [&'static str; 2] = ["thing", "things"];

    fn about(&self, problem: &Problem) -> About {
        match &problem.place.spot {
            Spot::Thing(thing) => About::Things(vec![thing.clone()]),
            _ => About::Everything,
        }
    }

    fn with_fix(&self, fix: &Fix) -> Result<Option<Step<Zone>>, String> {
        let action = Action::of_fix(fix).map_err(|error| error.to_string())?;
        let resolved = action.resolve(self).map_err(|refusal| refusal.to_string())?;
        if resolved.edit.is_none() {
            return Ok(None);
        }
        let (document, notes) = (resolved.zone, resolved.notes);
        let [before, now] = [self, &document].map(things);
        let lost = before.difference(&now).count();
        let gained = now.difference(&before).count();
        // Things keep their ids, and a fix of one that is gone is refused.
        let touched = About::Things(Vec::new());
        Ok(Some(Step { document, touched, lost, gained, notes }))
    }

    fn n_parts(&self) -> usize {
        things(self).len()
    }

    fn n_bytes_to(&self, now: &Zone) -> usize {
        let before: BTreeMap<_, _> = self.to_files().into_iter().collect();
        let n_bytes = now.to_files().into_iter().map(|(path, bytes)| match before.get(&path) {
            Some(before) => super::n_bytes_between(before, &bytes),
            None => bytes.len(),
        });
        n_bytes.sum()
    }
}

fn things(zone: &Zone) -> BTreeSet<ThingId> {
    zone.things().map(|(id, _)| id).collect()
}
