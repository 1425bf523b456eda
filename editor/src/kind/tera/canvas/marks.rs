//! Marks at the problems of an area, as those of maps.

use eframe::egui;
use egui::{Painter, Pos2, Visuals};
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::space::tera::{Octant, PosInWorld};

use crate::canvas::marks;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::node_of;

pub(crate) fn show(
    painter: &Painter,
    document: &AreaDocument,
    is_listed: &dyn Fn(&Problem) -> bool,
    visuals: &Visuals,
    screen: &dyn Fn(PosInWorld) -> Option<Pos2>,
) {
    let place = |problem: &Problem| {
        let pos = place_of(document, problem)?;
        if document.slice.holds(pos.z) { screen(pos) } else { None }
    };
    marks::show(painter, &document.problems, is_listed, visuals, place);
}

/// At a node, or in the middle of an edge.
fn place_of(document: &AreaDocument, problem: &Problem) -> Option<PosInWorld> {
    let from = document.pos(node_of(problem)?)?;
    let Spot::Thing(Thing::Edge { node, octant }) = problem.place.spot else { return Some(from) };
    let edge = Octant::new(octant).and_then(|octant| {
        document.area().edge(landwright_core::world::area::id::NodeId(node), octant)
    });
    let to = edge.and_then(|target| document.pos(target.node()?));
    let middle = |a: f64, b: f64| (a + b) / 2.0;
    Some(to.map_or(from, |to| PosInWorld {
        x: middle(from.x, to.x),
        y: middle(from.y, to.y),
        z: middle(from.z, to.z),
    }))
}
