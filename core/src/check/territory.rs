//! What can be wrong with the territories of a TERA server, held against an area and its ground.

mod rules;
mod shape;

use std::collections::BTreeMap;

use crate::format::tera::territory::{Npc, Point, Sheet, Territory};
use crate::format::xml::short;
use crate::nav::tera::Stride;
use crate::nav::tera::connect::standing;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::walk::walk;
use crate::problem::counted::counted;
use crate::problem::{Place, Problem, Rule};
use crate::space::extent::Extent;
use crate::space::tera::{CellInWorld, PosInWorld};
use crate::world::area::Area;
use crate::world::area::geometry::Geometry;
use crate::world::area::places::Places;
use crate::world::area::routes::{MAX_OFF, Outcome, Spot};

use self::rules::{
    BAD_VALUE, ELSEWHERE, FENCE, NO_NODE_INSIDE, NPC_NO_NODE, NPC_OFF_FLOOR, NPC_OUTSIDE,
    NPC_UNKNOWN, WAY,
};
use self::shape::Shape;

pub const RULES: &[&Rule] = rules::RULES;

/// What territories are held against.
#[derive(Debug, Clone, Copy)]
pub struct World<'a> {
    pub area: &'a Area,
    pub geometry: &'a Geometry,
    pub places: &'a Places,
    /// The NPCs that the server knows, by their templates, where files of them are at hand.
    pub templates: Option<&'a BTreeMap<String, String>>,
}

/// An NPC stands on a floor that is no farther above or below it: the ground of a cell slopes.
pub const OFF: u32 = 64;

/// Checks a sheet. Problems name it by `file`.
pub fn check(file: &str, sheet: &Sheet, world: &World<'_>) -> Vec<Problem> {
    let mut found = Found { file, problems: Vec::new(), n_elsewhere: 0, elsewhere: None };
    for trouble in &sheet.troubles {
        let place = Place::text(file, trouble.span.clone());
        found.problems.push(Problem::new(&BAD_VALUE, place, trouble.what.clone()));
    }
    for territory in &sheet.territories {
        found.territory(territory, world);
    }
    if let Some((span, n)) = found.elsewhere.take().zip(Some(found.n_elsewhere)) {
        let territories = counted(n, "territory lies", "territories lie");
        let message = format!("{territories} outside the area and not checked");
        found.problems.push(Problem::new(&ELSEWHERE, Place::text(file, span), message));
    }
    found.problems
}

struct Found<'f> {
    file: &'f str,
    problems: Vec<Problem>,
    n_elsewhere: usize,
    elsewhere: Option<std::ops::Range<usize>>,
}

impl Found<'_> {
    fn add(&mut self, rule: &'static Rule, point: &Point, message: String) {
        let place = Place::text(self.file, point.span.clone());
        let problem = Problem::new(rule, place, message);
        self.problems.push(Problem { world: Some(point.pos_in_world), ..problem });
    }

    fn territory(&mut self, own: &Territory, world: &World<'_>) {
        let shape = Shape::of(own);
        let fixed = own.npcs.iter().filter(|npc| !npc.is_anywhere);
        let mut points = own.fence.iter().chain(fixed.filter_map(|npc| npc.at.as_ref()));
        let is_here = || surrounds_nodes(&shape, world);
        if !points.clone().any(|point| is_in(world.area, point)) && !is_here() {
            // One without any place is nowhere else either.
            if points.next().is_some() {
                self.n_elsewhere += 1;
                self.elsewhere.get_or_insert_with(|| own.span.clone());
            }
            return;
        }
        self.fence(own, &shape);
        if own.npcs.iter().any(|npc| npc.is_anywhere) && !shape.is_open() {
            self.inside(own, &shape, world);
        }
        for npc in &own.npcs {
            self.template(npc, world);
            let at = npc.at.as_ref().filter(|_| !npc.is_anywhere);
            if let Some(at) = at {
                self.outside(npc, at, &shape, own);
                self.stands(npc, at, world);
            }
            self.way(npc, at, world);
        }
    }

    fn fence(&mut self, own: &Territory, shape: &Shape) {
        let name = named(own);
        let Some(first) = own.fence.first() else { return };
        if shape.is_open() {
            let n = counted(own.fence.len(), "corner", "corners");
            self.add(&FENCE, first, format!("the fence of {name} has {n} and encloses nothing"));
        } else if let Some(corner) = shape.crossing().and_then(|at| own.fence.get(at)) {
            self.add(
                &FENCE,
                corner,
                format!("the fence of {name} crosses itself after this corner"),
            );
        }
    }

    fn inside(&mut self, own: &Territory, shape: &Shape, world: &World<'_>) {
        let Some(first) = own.fence.first() else { return };
        if !surrounds_nodes(shape, world) {
            let message = format!(
                "no path node is inside the fence of {}, where NPCs spawn anywhere",
                named(own)
            );
            self.add(&NO_NODE_INSIDE, first, message);
        }
    }

    fn template(&mut self, npc: &Npc, world: &World<'_>) {
        let Some(templates) = world.templates else { return };
        if !npc.template.is_empty() && !templates.contains_key(npc.template.trim()) {
            let message = format!("no template has the number {}", short(&npc.template));
            let problem =
                Problem::new(&NPC_UNKNOWN, Place::text(self.file, npc.span.clone()), message);
            let world = npc.at.as_ref().filter(|_| !npc.is_anywhere).map(|at| at.pos_in_world);
            self.problems.push(Problem { world, ..problem });
        }
    }

    fn outside(&mut self, npc: &Npc, at: &Point, shape: &Shape, own: &Territory) {
        if shape.is_open() {
            return;
        }
        let [x, y, z] = at.pos_in_world;
        if !shape.surrounds([x, y]) {
            let off = shape.distance_to([x, y]);
            let message =
                format!("{} is {off:.0} units outside the fence of {}", called(npc), named(own));
            self.add(&NPC_OUTSIDE, at, message);
        } else if !shape.contains([x, y, z]) {
            let (low, high) = shape.corners();
            let message = format!(
                "{} is at a height of {z:.0}, but {} reaches from {:.0} to {:.0}",
                called(npc),
                named(own),
                low[2],
                high[2]
            );
            self.add(&NPC_OUTSIDE, at, message);
        }
    }

    fn stands(&mut self, npc: &Npc, at: &Point, world: &World<'_>) {
        let pos = pos_of(at);
        let reach = f64::from(MAX_OFF);
        let land = world.geometry.around(world.area.origin(), pos, reach);
        if let Some(off) = off_floor(&land, pos) {
            self.add(&NPC_OFF_FLOOR, at, format!("{} {off}", called(npc)));
            return;
        }
        let near = world.area.nodes_near(pos, reach);
        let near: Vec<_> = near.filter(|(node, _)| node.distance(pos) <= reach).collect();
        let stride = Stride::default();
        let is_free = |node: PosInWorld| {
            let (Some(from), Some(to)) = (standing(pos), standing(node)) else { return false };
            CellInWorld::of(pos).is_some_and(|cell| !land.is_known(cell))
                || walk(&land, from, to, &stride).is_ok()
                || walk(&land, to, from, &stride).is_ok()
        };
        if !near.iter().any(|(node, _)| is_free(*node)) {
            let what = match near.len() {
                0 => format!("no path node is within {reach} units of {}", called(npc)),
                n => {
                    let nodes = counted(n, "path node", "path nodes");
                    format!("none of the {nodes} near {} can be reached", called(npc))
                }
            };
            self.add(&NPC_NO_NODE, at, what);
        }
    }

    fn way(&mut self, npc: &Npc, at: Option<&Point>, world: &World<'_>) {
        let stops: Vec<&Point> = at.into_iter().chain(&npc.way).collect();
        for stop in &npc.way {
            let pos = pos_of(stop);
            let land = world.geometry.around(world.area.origin(), pos, 0.0);
            if let Some(off) = off_floor(&land, pos) {
                self.add(&WAY, stop, format!("a stop of the route of {} {off}", called(npc)));
            }
        }
        let stride = Stride::default();
        for (from, to) in stops.iter().zip(stops.iter().skip(1)) {
            let (from, own) = (pos_of(from), pos_of(to));
            let [x, y] = [from.x.min(own.x), from.y.min(own.y)];
            let high = [from.x.max(own.x), from.y.max(own.y)];
            let land = world.geometry.between(world.area.origin(), [x, y], high);
            let ends = standing(from).zip(standing(own));
            if ends.is_some_and(|(from, to)| walk(&land, from, to, &stride).is_ok()) {
                continue;
            }
            let spot = |pos: PosInWorld| Spot::At([pos.x, pos.y, pos.z]);
            let probe = world.area.probe(world.places, spot(from), spot(own));
            if !matches!(probe.outcome, Outcome::Reached(_)) {
                let message = format!(
                    "{} can reach this stop of its route neither in a straight line nor by the \
                    path nodes",
                    called(npc)
                );
                self.add(&WAY, to, message);
            }
        }
    }
}

/// How far a place is from the floors of its cell, where that is too far.
fn off_floor(land: &impl Ground, pos: PosInWorld) -> Option<String> {
    let cell = CellInWorld::of(pos).filter(|cell| land.is_known(*cell))?;
    let z = pos.z.round() as i32;
    match land.nearest_floor(cell, z) {
        None => Some("is where the geometry has no floor".to_owned()),
        Some(floor) => {
            let (floor_z, room) = (i32::from(floor.z), floor.height);
            let off = z.abs_diff(floor_z);
            if off > OFF {
                let side = if z > floor_z { "above" } else { "below" };
                Some(format!("is {off} units {side} the nearest floor, which is at {floor_z}"))
            } else {
                (room == 0).then(|| "is where the floor has no room above it".to_owned())
            }
        }
    }
}

/// Whether any path node is inside of a fence.
fn surrounds_nodes(shape: &Shape, world: &World<'_>) -> bool {
    if shape.is_open() {
        return false;
    }
    let (low, high) = shape.corners();
    let Ok(extent) = Extent::between(low.map(|at| at as f32), high.map(|at| at as f32)) else {
        return false;
    };
    let is_inside = |pos: PosInWorld| shape.contains([pos.x, pos.y, pos.z]);
    let mut nodes = world.places.inside(&extent).into_iter();
    nodes.any(|node| world.area.pos(node).is_some_and(is_inside))
}

fn is_in(area: &Area, point: &Point) -> bool {
    area.cell_at(pos_of(point)).is_some_and(|(zone, _)| area.has_zone(zone))
}

fn pos_of(point: &Point) -> PosInWorld {
    let [x, y, z] = point.pos_in_world;
    PosInWorld { x, y, z }
}

fn called(npc: &Npc) -> String {
    let number = if npc.instance.is_empty() { &npc.template } else { &npc.instance };
    let number = short(number);
    match npc.description.trim() {
        "" => format!("NPC {number}"),
        name => format!("NPC {number} ({})", short(name)),
    }
}

fn named(own: &Territory) -> String {
    match (own.id.trim(), own.description.trim()) {
        ("", "") => format!("the territory in line {}", own.line),
        ("", name) => format!("territory {}", short(name)),
        (id, _) => format!("territory {}", short(id)),
    }
}

#[cfg(test)]
mod tests;
