//! Triangles that are none, and objects in solid ground.

use super::super::found::Found;
use crate::format::eq::map::Content;
use crate::format::eq::wtr::Regions;
use crate::nav::eq::ground::Ground;
use crate::nav::eq::tree::RegionTree;
use crate::problem::counted::counted;
use crate::problem::{Place, Rule, Severity, Thing};
use crate::world::eq::{Zone, object, server_wtr};

pub(super) const NO_AREA: Rule = Rule {
    code: "eq-no-area",
    severity: Severity::Hint,
    title: "Triangles without an area",
    explanation: "\
Triangles that stop people have all corners on one line. Nothing meets them, so they do no harm but take room in \
the server's map.

The game's own zones have some. A tool that exports meshes most likely left them behind.",
};

pub(super) const BURIED: Rule = Rule {
    code: "eq-object-void",
    severity: Severity::Information,
    title: "Object in solid ground",
    explanation: "\
An object is placed where the zone has no open space. The client draws what is in regions that it sees, so it may \
never draw the object.

Move the object with the action `move-objects`, or remove it.",
};

/// An object is in solid ground where its foot is, and what is so far above that: its foot is often set in the
/// floor.
const ABOVE_FOOT: f64 = 2.0;

/// The map is that of the zone with its objects.
pub(super) fn check(file: &str, zone: &Zone, map: &Content, found: &mut Found) {
    let ground = Ground::of_content(map);
    let numbers = (0..).take(ground.triangles().len());
    let without = numbers.filter_map(|number| ground.exact(number)).filter(has_no_area).count();
    if without > 0 {
        let triangles = counted(without, "triangle has", "triangles have");
        let message = format!("{triangles} no area");
        found.add(&NO_AREA, || Place::file(file), || (message, Vec::new()));
    }
    let Ok(wtr) = server_wtr::build(zone) else { return };
    let Regions::Nodes(nodes) = &wtr.regions else { return };
    let tree = RegionTree::new(nodes);
    for placed in object::objects(zone) {
        let [x, y, z] = placed.place.at.map(|number| f64::from(number.get()));
        if [0.0, ABOVE_FOOT].iter().all(|up| tree.leaf([x, y, z + up]).is_none()) {
            let message = format!("{} is in solid ground", placed.model);
            let place = || Place::thing(file, Thing::object("object", placed.number));
            found.add(&BURIED, place, || (message, Vec::new()));
        }
    }
}

fn has_no_area([a, b, c]: &[[f64; 3]; 3]) -> bool {
    let arm = |to: &[f64; 3]| {
        let [[ax, ay, az], [x, y, z]] = [*a, *to];
        [x - ax, y - ay, z - az]
    };
    let ([bx, by, bz], [cx, cy, cz]) = (arm(b), arm(c));
    let across = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
    across.iter().all(|number| *number == 0.0)
}
