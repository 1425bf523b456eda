//! Counts in the header of a world that are not those of what is in it.

use super::super::found::Found;
use crate::format::eq::wld::fragment;
use crate::problem::{Place, Rule, Severity};
use crate::world::eq::Zone;

pub(super) const HEADER: Rule = Rule {
    code: "eq-header",
    severity: Severity::Warning,
    title: "Wrong count in the header of a world",
    explanation: "\
The header of a world (WLD) states how many regions it has, how large its largest fragment is, and \
how many names there are. One of these is wrong.

The client reserves memory by these numbers. A number that is too small may crash it; one that is \
too large does no known harm. Save the zone with a tool that counts again.",
};

pub(super) fn check(file: &str, zone: &Zone, found: &mut Found) {
    let world = &zone.world;
    let n_regions = world.of_kind(fragment::REGION).count();
    let largest = world.largest_fragment();
    let rows = [
        ("regions", world.n_regions as usize, n_regions, n_regions != world.n_regions as usize),
        (
            "bytes of the largest fragment",
            world.largest as usize,
            largest as usize,
            world.largest < largest,
        ),
    ];
    for (what, stated, real, is_wrong) in rows {
        if is_wrong {
            let message = format!("{}.wld states {stated} {what}, but has {real}", zone.name);
            found.add(&HEADER, || Place::file(file), || (message, Vec::new()));
        }
    }
}
