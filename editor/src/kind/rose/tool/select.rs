//! Which things a box or an outline holds, and what becomes of those that were selected.

use std::collections::BTreeSet;

use landwright_core::space::extent::Extent;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::selection::is_inside;
use landwright_core::world::zone::thing::ThingId;

use super::{Bench, ZonePointer, place_of};
use crate::view::hand::Held;

/// What becomes of the selection that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Combine {
    #[default]
    Replace,
    Add,
    TakeAway,
}

impl Combine {
    /// Shift adds, Ctrl takes away.
    pub fn by(held: Held) -> Combine {
        match (held.shift, held.ctrl) {
            (true, _) => Combine::Add,
            (false, true) => Combine::TakeAway,
            (false, false) => Combine::Replace,
        }
    }

    pub fn apply(
        self,
        before: &BTreeSet<ThingId>,
        found: impl IntoIterator<Item = ThingId>,
    ) -> BTreeSet<ThingId> {
        let mut found = found.into_iter();
        match self {
            Combine::Replace => found.collect(),
            Combine::Add => before.iter().copied().chain(found).collect(),
            Combine::TakeAway => {
                let mut left = before.clone();
                found.by_ref().for_each(|id| {
                    left.remove(&id);
                });
                left
            }
        }
    }
}

impl Bench<'_> {
    /// The things whose place is between two corners, of those that can be taken hold of.
    pub(super) fn in_box(&self, [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> Vec<ThingId> {
        let is_in = |[x, y]: [f64; 2]| {
            (ax.min(bx)..=ax.max(bx)).contains(&x) && (ay.min(by)..=ay.max(by)).contains(&y)
        };
        self.around([ax, ay], [bx, by], is_in)
    }

    /// The same for a line that is closed.
    pub(super) fn in_outline(&self, corners: &[[f64; 2]]) -> Vec<ThingId> {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for [x, y] in corners {
            low = [low[0].min(*x), low[1].min(*y)];
            high = [high[0].max(*x), high[1].max(*y)];
        }
        self.around(low, high, |at| is_inside(corners, at))
    }

    fn around(&self, a: [f64; 2], b: [f64; 2], is_in: impl Fn([f64; 2]) -> bool) -> Vec<ThingId> {
        let corner = |at: [f64; 2]| at.map(|cm| cm as f32);
        let Ok(extent) = Extent::between(corner(a), corner(b)) else { return Vec::new() };
        let near = self.places.index().touching(&extent).into_iter();
        near.filter(|id| self.picks(*id) && self.zone.thing(*id).map(place_of).is_some_and(&is_in))
            .collect()
    }

    /// What a click means, best first, of what is drawn there and can be taken hold of.
    pub(super) fn stack_at(&self, pointer: ZonePointer) -> Vec<ThingId> {
        let at = pointer.at_file_cm.map(|cm| cm as f32);
        let hits = self.places.pick(self.zone, at, pointer.radius_cm() as f32).into_iter();
        let mut is_drawn = self.is_drawn(pointer);
        hits.map(|hit| hit.key).filter(|id| self.picks(*id) && is_drawn(*id)).collect()
    }
}

/// The box around the places of things; `None` where none is anywhere.
pub fn within(zone: &Zone, ids: impl IntoIterator<Item = ThingId>) -> Option<[[f64; 2]; 2]> {
    let places = ids.into_iter().filter_map(|id| zone.thing(id)).map(place_of);
    let places = places.filter(|at| at.iter().all(|cm| cm.is_finite()));
    places.map(|at| [at, at]).reduce(|[low, high], [at, _]| {
        [[low[0].min(at[0]), low[1].min(at[1])], [high[0].max(at[0]), high[1].max(at[1])]]
    })
}

/// The middle of that box.
pub fn middle_of(zone: &Zone, ids: impl IntoIterator<Item = ThingId>) -> Option<[f64; 2]> {
    let [low, high] = within(zone, ids)?;
    Some([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0])
}
