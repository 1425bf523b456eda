//! What can be wrong with a Ragnarok map.

pub mod findings;
mod damaged;
mod shape;
mod types;
mod border;
mod islands;
mod single;
mod heights;

use std::ops::ControlFlow;

use crate::check::Effect;
use crate::problem::{Fix, Place, Problem, Rule, Spot, Thing};
use crate::world::gat::GatMap;
use crate::world::gat::group::Group;

use self::findings::Findings;

pub const RULES: &[&Rule] = &[
    &damaged::DAMAGED,
    &shape::NO_CELLS,
    &shape::BYTES_BEHIND,
    &shape::ALL_BLOCKED,
    &types::UNKNOWN,
    &types::AMBIGUOUS,
    &types::WATER_BIT,
    &types::HIGH_BITS,
    &border::WALKABLE_BORDER,
    &islands::ISLAND,
    &single::HOLE,
    &single::WALL,
    &heights::NOT_FINITE,
    &heights::JUMP,
    &heights::CRACK,
];

/// Which problems come of which others.
pub const EFFECTS: &[&Effect] = &[
    &damaged::EFFECTS[0],
    &damaged::EFFECTS[1],
    &damaged::EFFECTS[2],
    &damaged::EFFECTS[3],
    &damaged::EFFECTS[4],
];

/// A rule that finds this many places says so once: nobody reads them one by one.
const MAX_PLACES: usize = 50;

/// Checks all of a map. Problems name it by `file`.
pub fn check(file: &str, map: &GatMap) -> Vec<Problem> {
    check_entered(file, map, &[])
}

/// The same of a map that warps and scripts lead to: ground that they lead to is no island.
pub fn check_entered(file: &str, map: &GatMap, entrances: &[(u32, u32)]) -> Vec<Problem> {
    let mut findings = Findings::of(map);
    // Nobody breaks it off.
    let _ = findings.look_for_islands(map, &|| ControlFlow::Continue(()));
    findings.leave_out_islands(entrances);
    let damaged = damaged::problem(file, map);
    damaged.into_iter().chain(findings.problems(file, map)).collect()
}

/// A problem for each group, or one for all of them where there are too many.
fn problems(
    rule: &'static Rule,
    file: &str,
    groups: &[Group],
    message: impl Fn(&Group) -> String,
    fixes: impl Fn(&Group) -> Vec<Fix>,
) -> Vec<Problem> {
    let problem = |group: &Group, message: String| {
        let cell = group.first();
        let place = Place::thing(file, Thing::Cell { x: cell.x, y: cell.y });
        Problem { fixes: fixes(group), ..Problem::new(rule, place, message) }
    };
    if groups.len() <= MAX_PLACES {
        return groups.iter().map(|group| problem(group, message(group))).collect();
    }
    let all = Group::of_all(groups);
    let first = groups.first().map(message).unwrap_or_default();
    let spots = groups.iter().skip(1).map(|group| {
        let cell = group.first();
        Spot::Thing(Thing::Cell { x: cell.x, y: cell.y })
    });
    vec![problem(&all, first).with_also(spots.collect())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Change;
    use crate::world::Document;
    use crate::world::gat::action::Action;
    use crate::world::gat::tests::{rows, sample};
    use crate::world::scripted::Scripted;

    pub(super) fn of_code(map: &GatMap, code: &str) -> Vec<Problem> {
        check("a.gat", map).into_iter().filter(|problem| problem.code == code).collect()
    }

    pub(super) fn codes(found: &[Problem]) -> Vec<(&'static str, String)> {
        found.iter().map(|problem| (problem.code, problem.message.clone())).collect()
    }

    /// The types of a map after the first fix of every problem.
    pub(super) fn fixed(map: &GatMap, found: &[Problem]) -> Vec<String> {
        let mut map = map.clone();
        for problem in found {
            let Change::Action { name, arguments } = &problem.fixes[0].change else { panic!() };
            let action = Action::from_parts(name, arguments).unwrap();
            if let Some(edit) = action.resolve(&map).unwrap().edit {
                map.put(&edit);
            }
        }
        rows(&map)
    }

    #[test]
    fn nothing_is_an_error_on_a_map_as_it_should_be() {
        let map = GatMap::new(&sample(1, 128, 96)).unwrap();
        let found = check("a.gat", &map);
        assert!(found.iter().all(|problem| problem.severity == crate::problem::Severity::Hint));
    }
}
