//! What was found in a zone, and the fixes that several rules share.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::check::found;
use crate::problem::{Fix, Place, Problem, Rule, Thing as Spot};
use crate::world::zone::{Listed, Zone};

/// Problems of a zone.
pub(super) struct Found<'z> {
    zone: &'z Zone,
    found: found::Found,
    /// The names of its event points, once they were asked for.
    points: OnceCell<Option<BTreeSet<&'z [u8]>>>,
}

impl<'z> Found<'z> {
    pub(super) fn new(zone: &'z Zone) -> Found<'z> {
        Found { zone, found: found::Found::default(), points: OnceCell::new() }
    }

    pub(super) fn zone(&self) -> &'z Zone {
        self.zone
    }

    /// Whether the zone has an event point now; `None` where its points can't be read.
    pub(super) fn has_point(&self, name: &[u8]) -> Option<bool> {
        let zone = self.zone;
        let points = self.points.get_or_init(|| {
            Some(zone.points()?.into_iter().map(|(_, point)| point.name.as_bytes()).collect())
        });
        points.as_ref().map(|points| points.contains(name))
    }

    /// A thing, by the list and place in its file.
    pub(super) fn add(
        &mut self,
        rule: &'static Rule,
        listed: Listed,
        problem: impl FnOnce() -> (String, Vec<Fix>),
    ) {
        let zone = self.zone;
        self.add_at(rule, || place_of(zone, listed), problem);
    }

    pub(super) fn place_of(&self, listed: Listed) -> Place {
        place_of(self.zone, listed)
    }

    pub(super) fn add_at(
        &mut self,
        rule: &'static Rule,
        place: impl FnOnce() -> Place,
        problem: impl FnOnce() -> (String, Vec<Fix>),
    ) {
        self.found.add(rule, place, problem);
    }

    pub(super) fn push(&mut self, problem: Problem) {
        self.found.push(problem);
    }

    pub(super) fn finish(self) -> Vec<Problem> {
        self.found.finish(self.zone.path_of(None).unwrap_or(self.zone.name()))
    }
}

fn place_of(zone: &Zone, listed: Listed) -> Place {
    let Listed { id, kind, index, .. } = listed;
    let spot = Spot::Object { list: kind.name(), index, id: Some(id.0) };
    Place::thing(zone.file_of_thing(id), spot)
}

pub(super) mod fixes {
    //! Fixes that several rules share.

    use crate::check::fix;
    use crate::problem::Fix;
    use crate::world::zone::action::Action;
    use crate::world::zone::add::Delete;
    use crate::world::zone::field::Field;
    use crate::world::zone::place::{Drop, Settle};
    use crate::world::zone::selection::Selection;
    use crate::world::zone::set::Set;
    use crate::world::zone::setting::Setting;
    use crate::world::zone::thing::ThingId;

    pub(in super::super) fn delete(id: ThingId) -> Fix {
        fix("Delete it", &Action::Delete(Delete { things: Selection::of(id) }))
    }

    pub(in super::super) fn set(id: ThingId, field: Field, to: f64) -> Fix {
        let action = Set { things: Selection::of(id), field, to: Setting::Number(to) };
        fix(format!("Set the {field} to {to}"), &Action::Set(action))
    }

    pub(in super::super) fn drop(id: ThingId) -> Fix {
        fix("Put it on the ground", &Action::Drop(Drop { things: Selection::of(id) }))
    }

    pub(in super::super) fn settle(id: ThingId, title: &str) -> Fix {
        fix(title, &Action::Settle(Settle { things: Selection::of(id) }))
    }
}
