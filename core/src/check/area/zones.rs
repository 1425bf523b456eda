//! Zones that are listed twice, are missing, or have no geometry.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::check::fix;
use crate::format::tera::N_SQUARES;
use crate::nav::tera::steps::Steps;
use crate::problem::{Place, Rule, Severity, Thing};
use crate::space::tera::Zone;
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::geometry::Geometry;
use crate::world::area::id::SquareId;
use crate::world::area::zones::{AddZone, RemoveZone};

use super::found::{Found, fixes};

pub(super) const TWICE: Rule = Rule {
    code: "apd-zone-twice",
    severity: Severity::Error,
    title: "Zone listed twice",
    explanation: "\
The file has two lists of squares for the same zone. A server knows a zone by its numbers and uses \
one of the lists, so it never finds the nodes of the other.

Rebuild the lists of nodes, which leaves the second list empty, and remove it.",
};

pub(super) const MISSING: Rule = Rule {
    code: "apd-zone-missing",
    severity: Severity::Information,
    title: "Zone missing from the rectangle",
    explanation: "\
The game's own areas list every zone of a rectangle, even empty ones. This area leaves some out, \
and you can't add nodes there.

Servers are known to read both forms. Add the zone if nodes belong there.",
};

pub(super) const NO_GEOMETRY: Rule = Rule {
    code: "apd-no-geometry",
    severity: Severity::Information,
    title: "Zone without its geometry",
    explanation: "\
Without the zone's geometry (.zgd), Landwright can't check whether its nodes are on a floor and \
whether its edges can be walked. Everything else was checked.

Put the file beside the area, or give its folder with --zones.",
};

/// A rectangle with more holes than this is none.
const MAX_HOLES: u64 = 1000;

pub(super) fn check(
    found: &mut Found<'_>,
    area: &Area,
    geometry: &Geometry,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let mut seen = BTreeSet::new();
    for (zone, n) in area.zones().iter().zip(0..) {
        let thing = Thing::object("zone", n);
        let n_nodes = nodes_in(area, n);
        let Zone { x, y } = *zone;
        if !seen.insert(*zone) {
            found.add(&TWICE, thing, || {
                let remove = Action::RemoveZone(RemoveZone { zone: n });
                let fix = match n_nodes {
                    0 => fix("Remove the second list", &remove),
                    _ => fixes::relist_all(),
                };
                (format!("zone {x}, {y} is listed twice"), vec![fix])
            });
        } else if n_nodes > 0 && geometry.cells(*zone).is_none() {
            found.add(&NO_GEOMETRY, thing, || {
                let name = zone.file_name();
                (format!("the geometry of zone {x}, {y} is missing ({name})"), Vec::new())
            });
        }
        steps.step()?;
    }
    for zone in holes(&seen) {
        let Zone { x, y } = zone;
        let file = found.file().to_owned();
        found.add_at(
            &MISSING,
            || Place::file(file),
            || {
                let add = Action::AddZone(AddZone { x, y });
                let message = format!("zone {x}, {y} is not listed, but zones around it are");
                (message, vec![fix("Add the zone", &add)])
            },
        );
    }
    ControlFlow::Continue(())
}

fn nodes_in(area: &Area, zone: u32) -> usize {
    let first = zone * N_SQUARES as u32;
    let squares = (first..first + N_SQUARES as u32).map(SquareId);
    squares.map(|square| area.nodes_in(square).count()).sum()
}

/// The zones that a rectangle around all lacks.
fn holes(zones: &BTreeSet<Zone>) -> Vec<Zone> {
    let xs = || zones.iter().map(|zone| zone.x);
    let ys = || zones.iter().map(|zone| zone.y);
    let (Some(x0), Some(x1), Some(y0), Some(y1)) = (xs().min(), xs().max(), ys().min(), ys().max())
    else {
        return Vec::new();
    };
    let n_all = (u64::from(x1 - x0) + 1).saturating_mul(u64::from(y1 - y0) + 1);
    if n_all - zones.len() as u64 > MAX_HOLES {
        return Vec::new();
    }
    let all = (x0..=x1).flat_map(|x| (y0..=y1).map(move |y| Zone { x, y }));
    all.filter(|zone| !zones.contains(zone)).collect()
}
