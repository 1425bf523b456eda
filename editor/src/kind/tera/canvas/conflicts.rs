//! Rings around nodes whose conflicts are open.

use eframe::egui;
use egui::{Id, Painter, Pos2, Stroke, Ui};
use landwright_core::space::tera::PosInWorld;
use landwright_core::world::area::merge::take::Take;
use serde::Deserialize;

use crate::canvas::marks::IN_CONFLICT;
use crate::kind::tera::document::AreaDocument;
use crate::panel::kept::kept;
use crate::versions::conflicts::Conflicts;

/// More than this nobody tells apart.
const MOST: usize = 5_000;

pub(crate) fn show(
    ui: &Ui,
    painter: &Painter,
    document: &AreaDocument,
    screen: &dyn Fn(PosInWorld) -> Option<Pos2>,
) {
    let Some(conflicts) = document.conflicts.as_ref().filter(|it| !it.open().is_empty()) else {
        return;
    };
    let key = (document.id, conflicts.n_lists);
    let places = kept(ui, Id::new(("nodes in conflict", document.id)), key, || {
        places_of(conflicts).take(MOST).collect::<Vec<_>>()
    });
    for pos in places.iter().filter(|pos| document.slice.holds(pos.z)) {
        if let Some(at) = screen(*pos) {
            painter.circle_stroke(at, 8.0, Stroke::new(2.0, IN_CONFLICT));
        }
    }
}

/// Where the nodes of open conflicts are, as the merge left them.
fn places_of(conflicts: &Conflicts) -> impl Iterator<Item = PosInWorld> {
    let takes =
        conflicts.open().iter().filter_map(|open| Take::deserialize(&open.conflict.take).ok());
    takes.filter_map(|take| take.places().first().copied().map(PosInWorld::from_bits))
}
