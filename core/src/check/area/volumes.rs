//! Volumes of a zone's geometry that overlap or have no height.

use std::ops::ControlFlow;

use crate::nav::tera::steps::Steps;
use crate::problem::{Place, Rule, Severity, Thing};
use crate::space::tera::Zone;
use crate::world::area::geometry::Geometry;
use crate::world::area::geometry::odd::Oddity;

use super::found::Found;

pub(super) const OVERLAP: Rule = Rule {
    code: "zgd-overlap",
    severity: Severity::Hint,
    title: "Volumes that overlap",
    explanation: "\
In a cell, the room above a floor reaches beyond the next floor above it. The game's own geometry has \
no such cell; some tools make nothing else, and servers cope.

Only the nearest floor counts when walking, so little goes wrong.",
};

pub(super) const NO_HEIGHT: Rule = Rule {
    code: "zgd-no-height",
    severity: Severity::Hint,
    title: "Volume without height",
    explanation: "\
There is no room above a floor. Nobody can stand there, and ways over it are cut off, so the floor \
only hides those above and below it.

The game's own geometry has at least 15 units above every floor; some tools write 0.",
};

pub(super) fn check(
    found: &mut Found<'_>,
    zones: &[Zone],
    geometry: &Geometry,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let mut zones = zones.to_vec();
    zones.sort_unstable();
    zones.dedup();
    for zone in zones {
        steps.step()?;
        let Some(cells) = geometry.cells(zone) else { continue };
        let file = zone.file_name();
        let mut add = |rule, oddity, what: &str| {
            let Some(odd) = cells.odd(oddity) else { return };
            for (x, y) in &odd.listed {
                let thing = Thing::Cell { x: (*x).into(), y: (*y).into() };
                let place = || Place::thing(&file, thing);
                found.add_at(rule, place, || (what.to_owned(), Vec::new()));
            }
            found.count_more(rule, odd.n_cells.saturating_sub(odd.listed.len()));
        };
        add(&OVERLAP, Oddity::Overlaps, "the volumes of the cell overlap");
        add(&NO_HEIGHT, Oddity::IsFlat, "a volume of the cell has no height");
    }
    ControlFlow::Continue(())
}
