//! What a change of geometry does to another area that has the same zones.

use std::collections::BTreeSet;

use crate::problem::{Place, Problem};
use crate::space::tera::Zone;
use crate::world::area::Area;
use crate::world::area::geometry::Geometry;

use super::{check_around, check_volumes};

/// The problems that an area gets by what another one changes of its zones. `geometry` is that of
/// this area, as its files have it.
pub fn brought_by(file: &str, area: &Area, geometry: &Geometry, other: &Area) -> Vec<Problem> {
    let changed = area.with_volumes_of(other);
    let mut nodes = area.nodes_over(other.volumes());
    nodes.sort_unstable();
    nodes.dedup();
    let zones: Vec<Zone> = other.volumes().zones().filter(|zone| area.has_zone(*zone)).collect();
    let all = |area: &Area| {
        let mut problems = check_around(file, area, geometry, &nodes);
        problems.extend(check_volumes(file, area, geometry, &zones));
        problems
    };
    let known: BTreeSet<(&str, Place)> =
        all(area).into_iter().map(|problem| (problem.code, problem.place)).collect();
    let mut brought = all(&changed);
    brought.retain(|problem| !known.contains(&(problem.code, problem.place.clone())));
    brought
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::zgd::{Volume, Zgd};
    use crate::world::area::tests::{act_on, area};

    #[test]
    fn only_what_the_change_brings_is_told() {
        let plain = Zgd::from_cells(|_, _, cell| cell.push(Volume { z: 0, height: 500 }));
        let geometry = Geometry::of_zones([(Zone { x: 1000, y: 1000 }, plain)]);
        // The second of the other area floats already, being where the first area has no node.
        let own = area(&[(4, 4)], &[]);
        let other = area(&[(4, 4), (6, 4), (12, 4)], &[(0, 1), (1, 0)]);
        let float = r#"{"action":"set-node","node":1,"at":[104,72,9]}"#;
        let other = act_on(&other, &geometry, float).unwrap();
        let raise =
            r#"{"action":"set-volumes","cells":{"box":{"from":[64,64],"to":[111,79]}},"z":20}"#;
        let own = act_on(&own, &geometry, raise).unwrap();
        let brought = brought_by("other.apd", &other, &geometry, &own);
        let codes: Vec<_> = brought.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, ["apd-node-off-floor"]);
        assert!(brought[0].message.contains("20 below"), "{}", brought[0].message);
        assert!(brought_by("other.apd", &other, &geometry, &other).is_empty());
    }
}
