//! Volumes of a zone's geometry that overlap or have no height.

use crate::format::tera::CELLS_PER_ZONE;
use crate::format::tera::zgd::{Volume, Zgd};
use crate::problem::{Place, Rule, Severity, Thing};
use crate::space::tera::Zone;
use crate::world::area::geometry::Geometry;

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

pub(super) fn check(found: &mut Found<'_>, zones: &[Zone], geometry: &Geometry) {
    let mut zones = zones.to_vec();
    zones.sort_unstable();
    zones.dedup();
    for zone in zones {
        let Some(zgd) = geometry.zone(zone) else { continue };
        let file = zone.file_name();
        let overlaps =
            |cell: &[Volume]| !cell.is_sorted_by(|low, high| low.top() <= i32::from(high.z));
        let is_flat = |cell: &[Volume]| cell.iter().any(|volume| volume.height == 0);
        let mut add = |rule, is_odd: &dyn Fn(&[Volume]) -> bool, what: &str| {
            let Some((thing, n_cells)) = cells_where(&zgd, is_odd) else { return };
            let cells = if n_cells == 1 { "cell" } else { "cells" };
            let message = format!("{n_cells} {cells} {what}");
            found.add_at(rule, || Place::thing(&file, thing), || (message, Vec::new()));
        };
        add(&OVERLAP, &overlaps, "with volumes that overlap");
        add(&NO_HEIGHT, &is_flat, "with a volume of no height");
    }
}

/// The first of such cells, and how many there are.
fn cells_where(zgd: &Zgd, is_odd: &dyn Fn(&[Volume]) -> bool) -> Option<(Thing, usize)> {
    let n_cells = zgd.cells().filter(|cell| is_odd(cell)).count();
    if n_cells == 0 {
        return None;
    }
    let side = CELLS_PER_ZONE as u16;
    let mut cells = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    let (x, y) = cells.find(|(x, y)| is_odd(zgd.volumes_at(*x, *y)))?;
    Some((Thing::Cell { x: x.into(), y: y.into() }, n_cells))
}
