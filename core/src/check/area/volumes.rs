//! Volumes of a zone's geometry that overlap or have no height.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::check::found::more_like_those;
use crate::format::tera::zgd::Volume;
use crate::nav::tera::steps::Steps;
use crate::problem::{Place, Problem, Rule, Severity, Thing};
use crate::space::tera::Zone;
use crate::world::area::Area;
use crate::world::area::geometry::Geometry;
use crate::world::area::geometry::odd::Oddity;

use super::found::Found;
use super::odd_cell::ODD_CELL;

pub(super) const OVERLAP: Rule = Rule {
    code: "zgd-overlap",
    severity: Severity::Hint,
    title: "Volumes that overlap",
    explanation: "\
In a cell, the room above a floor reaches past the next floor above it. The game's own geometry \
has no such cell. Some tools write every cell like this, and servers cope.

Only the nearest floor counts when walking, so little goes wrong.",
};

pub(super) const NO_HEIGHT: Rule = Rule {
    code: "zgd-no-height",
    severity: Severity::Hint,
    title: "Volume without height",
    explanation: "\
There is no room above a floor. Nobody can be there, and paths over it are blocked, so the floor \
only hides those above and below it.

The game's own geometry has at least 15 units above every floor; some tools write 0.",
};

/// Of the volumes of a zone that an edit touched, so many cells are listed.
const FEW: usize = 1000;

/// So many are listed where all of a zone is asked for; the others are counted.
const MANY: usize = 100_000;

/// Checks zones that an edit touched.
pub(super) fn check(
    found: &mut Found<'_>,
    zones: &[Zone],
    geometry: &Geometry,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    check_up_to(FEW, found, zones, geometry, steps)
}

/// Checks zones, and gives every odd cell its place.
pub(super) fn check_all(
    found: &mut Found<'_>,
    zones: &[Zone],
    geometry: &Geometry,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    check_up_to(MANY, found, zones, geometry, steps)
}

fn check_up_to(
    most: usize,
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
        let mut add = |rule, oddity| {
            let Some(odd) = cells.odd(oddity, most) else { return };
            for (x, y) in &odd.listed {
                let thing = Thing::Cell { x: (*x).into(), y: (*y).into() };
                let what = in_words(oddity, cells.volumes_at(*x, *y));
                found.push(Problem::new(rule, Place::thing(&file, thing), what));
            }
            let more = odd.n_cells.saturating_sub(odd.listed.len());
            if more > 0 {
                found.push(more_like_those(rule, &file, more, odd.listed.len()));
            }
        };
        add(&OVERLAP, Oddity::Overlaps);
        add(&NO_HEIGHT, Oddity::IsFlat);
    }
    ControlFlow::Continue(())
}

/// Where more cells of a zone than this are empty, that is how the zone was made.
const MANY_EMPTY: usize = 900;

/// Names cells without any volume, where hardly any is: the game's own geometry has none. Those that nodes and
/// edges break on are named already.
pub(super) fn check_empty(found: &mut Found<'_>, area: &Area, geometry: &Geometry) {
    let zones: BTreeSet<Zone> = area.zones().iter().copied().collect();
    for zone in zones {
        let Some(cells) = geometry.cells(zone) else { continue };
        let Some(odd) = cells.odd(Oddity::IsEmpty, MANY_EMPTY) else { continue };
        if odd.n_cells > MANY_EMPTY {
            continue;
        }
        let file = zone.file_name();
        for (x, y) in odd.listed {
            let place = Place::thing(&file, Thing::Cell { x: x.into(), y: y.into() });
            if !found.breaks_on(&place) {
                let what = "the cell has no volume at all, and nothing in the area fails there";
                let severity = Severity::Information;
                found.push(Problem { severity, ..Problem::new(&ODD_CELL, place, what) });
            }
        }
    }
}

fn in_words(oddity: Oddity, cell: &[Volume]) -> &'static str {
    match oddity {
        Oddity::Overlaps if cell.is_sorted_by_key(|volume| volume.z) => {
            "the volumes of the cell overlap"
        }
        Oddity::Overlaps => "the volumes of the cell are not in order, from low to high",
        Oddity::IsFlat => "a volume of the cell has no height",
        Oddity::IsEmpty => "the cell has no volume",
    }
}
