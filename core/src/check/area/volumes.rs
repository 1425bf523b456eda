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
            let (n_cells, (x, y)) = (odd.n_cells, odd.first);
            let thing = Thing::Cell { x: x.into(), y: y.into() };
            let cells = if n_cells == 1 { "cell" } else { "cells" };
            let message = format!("{n_cells} {cells} {what}");
            found.add_at(rule, || Place::thing(&file, thing), || (message, Vec::new()));
        };
        add(&OVERLAP, Oddity::Overlaps, "with volumes that overlap");
        add(&NO_HEIGHT, Oddity::IsFlat, "with a volume of no height");
    }
    ControlFlow::Continue(())
}
