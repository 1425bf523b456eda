//! Which things lie so near to each other that they are shown as one mark with a number: what is
//! drawn, and so what may be taken hold of. What is played with is never hidden among what is only
//! there.

use std::collections::BTreeMap;

use glam::Vec2;
use landwright_core::space::extent::Extent;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::index::Places;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::ZoneLayers;
use super::span::ZoneSpan;
use super::symbol::is_played_with;

/// How far apart marks are at least, in points.
const APART_POINTS: f32 = 44.0;
/// So many in a square are a cluster.
pub const MANY: usize = 4;
/// From here on, cells are so large that nothing hides anything.
pub const NEAR_FROM_POINTS: f32 = 14.0;

/// How large squares are where things are put together at all: a power of 2 of cells, which is this.
pub fn level(layers: &ZoneLayers, points_per_cell: f32) -> Option<i32> {
    let is_far = points_per_cell < NEAR_FROM_POINTS;
    let cells = APART_POINTS / points_per_cell;
    (layers.clusters.is_yes() && is_far).then(|| cells.log2().ceil() as i32)
}

pub fn side_in_cells(level: i32) -> f32 {
    (level as f32).exp2()
}

/// The column and row of the square that a place is in.
pub fn square_of(at_in_cells: Vec2, side_in_cells: f32) -> (i32, i32) {
    let at = (at_in_cells / side_in_cells).floor();
    (at.x as i32, at.y as i32)
}

/// How far the symbol of a cluster reaches, in points.
pub fn radius_points(n_things: u32) -> f32 {
    (7.0 + (n_things.max(1) as f32).log2() * 1.1).min(19.0)
}

/// The clusters of a view from above whose cells are so many points wide, as far as they are asked
/// for.
pub struct Clusters<'a> {
    zone: &'a Zone,
    places: &'a Places,
    layers: &'a ZoneLayers,
    span: ZoneSpan,
    points_per_cell: f32,
    side_in_cells: Option<f32>,
    /// What was found out of squares, and of what is played with in them or only there.
    crowded: BTreeMap<((i32, i32), bool), bool>,
}

impl<'a> Clusters<'a> {
    pub fn new(
        zone: &'a Zone,
        places: &'a Places,
        layers: &'a ZoneLayers,
        cm_per_point: f64,
    ) -> Clusters<'a> {
        let span = ZoneSpan::of(zone);
        let points_per_cell = (span.cm_from_cells(1.0) / cm_per_point) as f32;
        let side_in_cells = level(layers, points_per_cell).map(side_in_cells);
        let crowded = BTreeMap::new();
        Clusters { zone, places, layers, span, points_per_cell, side_in_cells, crowded }
    }

    /// Whether a thing is to be seen where it is. Planes of water are drawn as they lie.
    pub fn shows(&mut self, id: ThingId) -> bool {
        let kind = self.zone.thing(id).map(Thing::kind);
        kind == Some(Kind::Water) || self.shows_alone(id)
    }

    /// Whether a thing has a mark of its own.
    pub fn shows_alone(&mut self, id: ThingId) -> bool {
        let Some(side) = self.side_in_cells else { return true };
        let Some(thing) = self.zone.thing(id) else { return false };
        let at = self.span.map_from_file(thing.pos_in_file_cm());
        if !at.is_finite() {
            return true;
        }
        !self.is_crowded(square_of(at, side), is_played_with(thing.kind()))
    }

    /// Whether what is played with in a square, or what is only there, is one mark.
    fn is_crowded(&mut self, square: (i32, i32), played_with: bool) -> bool {
        if let Some(known) = self.crowded.get(&(square, played_with)) {
            return *known;
        }
        // In a crowded square, a few of its things tell.
        let group = self.shown_in(square).filter(|(_, is_played)| *is_played == played_with);
        let is_crowded = group.take(MANY).count() == MANY;
        self.crowded.insert((square, played_with), is_crowded);
        is_crowded
    }

    /// What is in the cluster whose symbol is at a place.
    pub fn at(&self, at_in_cells: Vec2) -> Option<Vec<ThingId>> {
        let (column, row) = square_of(at_in_cells, self.side_in_cells?);
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (column + x, row + y)));
        around.into_iter().find_map(|square| {
            let clusters = self.clusters_of(square);
            clusters.into_iter().find(|ids| {
                let reach = radius_points(ids.len() as u32) / self.points_per_cell;
                self.middle_of(ids).distance(at_in_cells) <= reach
            })
        })
    }

    fn middle_of(&self, ids: &[ThingId]) -> Vec2 {
        let places = ids.iter().filter_map(|id| self.zone.thing(*id)).map(Thing::pos_in_file_cm);
        places.map(|at| self.span.map_from_file(at)).sum::<Vec2>() / ids.len().max(1) as f32
    }

    /// Two clusters in a square would lie over each other: they are one.
    fn clusters_of(&self, square: (i32, i32)) -> Vec<Vec<ThingId>> {
        let (played_with, there): (Vec<_>, Vec<_>) =
            self.shown_in(square).partition(|(_, is_played)| *is_played);
        let groups = [there, played_with].map(|group| group.into_iter().map(|(id, _)| id));
        let groups = groups.map(Iterator::collect::<Vec<ThingId>>);
        match groups.iter().all(|group| group.len() >= MANY) {
            true => vec![groups.concat()],
            false => groups.into_iter().filter(|group| group.len() >= MANY).collect(),
        }
    }

    /// What is shown in a square, and whether it is played with.
    fn shown_in(&self, (column, row): (i32, i32)) -> impl Iterator<Item = (ThingId, bool)> {
        let side = self.side_in_cells.unwrap_or(1.0);
        let low = glam::vec2(column as f32, row as f32) * side;
        let corner = |at: Vec2| {
            let at = self.span.file_from_map(at);
            [at.x as f32, at.y as f32]
        };
        // Rounding may put a thing just beyond the edge: the square itself is asked for below.
        let [a, b] = [low - 0.01 * side, low + 1.01 * side].map(corner);
        let extent = Extent::between(a, b).ok();
        let near = extent.into_iter().flat_map(|it| self.places.index().each_touching(it));
        near.filter_map(move |id| {
            let thing = self.zone.thing(id).filter(|it| self.layers.shows(it.kind()))?;
            let at = self.span.map_from_file(thing.pos_in_file_cm());
            let is_in = at.is_finite() && square_of(at, side) == (column, row);
            is_in.then(|| (id, is_played_with(thing.kind())))
        })
    }
}
