//! What a person does to a mesh, each as one step.

use std::collections::BTreeSet;

use landwright_core::nav::eq::mesh::Point;
use landwright_core::nav::eq::mesh::shape::{between, distance, middle};
use landwright_core::nav::eq::mesh::why::OnMesh;
use landwright_core::problem::counted::counted;
use landwright_core::space::eq::area::Area;
use landwright_core::space::eq::height_second;
use landwright_core::world::eq::mesh::action::{
    Action, AddConnection, RemoveConnection, RemovePolygons, RemoveTile, SetArea,
};

use crate::kind::navigation::document::NavDocument;
use crate::kind::navigation::message::Way;
use crate::kind::single::OneFile;
use crate::message::sent::Wishes;

/// A connection across a gap reaches so far around its ends.
const GAP_RADIUS: f32 = 2.0;

impl NavDocument {
    pub(super) fn connect(&mut self, [from, to]: [Point; 2], radius: f32) -> Wishes {
        let (both_ways, area) = (self.both_ways, self.area);
        let title = if both_ways { "Connect both ways" } else { "Connect one way" };
        let add = AddConnection { from, to, radius, both_ways, area };
        self.act_all(title, &[Action::AddConnection(add)])
    }

    /// Connects where the way that was asked for breaks off.
    pub(super) fn bridge_gap(&mut self) -> Wishes {
        let ends = self.route.as_ref().and_then(|route| route.gap());
        let Some(ends) = ends.map(|gap| [gap.from, gap.to].map(|end| self.inward(end))) else {
            return Wishes::default();
        };
        self.connect(ends, GAP_RADIUS)
    }

    /// A little away from the edge of a polygon, where nothing else is as near.
    fn inward(&self, OnMesh { polygon, at }: OnMesh) -> Point {
        let own = self.mesh.polygons.get(polygon).filter(|own| !own.corners.is_empty());
        let Some(own) = own else { return at };
        let (edge, middle) = (height_second(at), middle(&own.corners));
        let share = (GAP_RADIUS / distance(edge, middle).max(1e-3)).min(0.5);
        let inside = between(edge, middle, share);
        own.nearest(inside).map_or(at, |(inside, _)| height_second(inside))
    }

    pub(super) fn set_area(&mut self, area: Area) -> Wishes {
        let number = counted(self.selection.len(), "polygon", "polygons");
        let title = format!("Make {number} {}", area.name());
        let polygons = Some(self.numbers(|_| true));
        self.act_all(&title, &[Action::SetArea(SetArea { polygons, inside: None, area })])
    }

    /// Removes what is selected: connections from the last one, whose numbers then stay, and polygons.
    pub(super) fn remove(&mut self) -> Wishes {
        let selected = self.selection.iter().filter_map(|own| self.connections.get(own));
        let mut connections: Vec<u32> = selected.map(|connection| connection.number).collect();
        connections.sort_unstable_by(|a, b| b.cmp(a));
        let is_ground = |own: usize| !self.connections.contains_key(&own);
        let mut ground = self.numbers(is_ground);
        let n_things = [
            (connections.len(), "connection", "connections"),
            (ground.len(), "polygon", "polygons"),
        ];
        let n_things = n_things.into_iter().filter(|(number, ..)| *number > 0);
        let n_things: Vec<String> =
            n_things.map(|(number, one, many)| counted(number, one, many)).collect();
        // What is removed first makes the numbers behind it smaller.
        let gone: Vec<u32> = self.numbers(|own| !is_ground(own));
        for own in &mut ground {
            *own -= u32::try_from(gone.iter().filter(|one| *one < own).count()).unwrap_or_default();
        }
        let removal = |connection| Action::RemoveConnection(RemoveConnection { connection });
        let mut actions: Vec<Action> = connections.into_iter().map(removal).collect();
        if !ground.is_empty() {
            actions.push(Action::RemovePolygons(RemovePolygons { polygons: ground }));
        }
        self.act_all(&format!("Remove {}", n_things.join(" and ")), &actions)
    }

    /// The tiles of the selected polygons.
    pub(super) fn tiles(&self) -> BTreeSet<usize> {
        let polygons = self.selection.iter().filter_map(|own| self.mesh.polygons.get(*own));
        polygons.map(|polygon| polygon.tile).collect()
    }

    pub(super) fn remove_tiles(&mut self) -> Wishes {
        let tiles = self.tiles();
        let title = format!("Remove {}", counted(tiles.len(), "tile", "tiles"));
        let numbers = tiles.into_iter().rev().filter_map(|tile| u32::try_from(tile).ok());
        let actions: Vec<Action> =
            numbers.map(|tile| Action::RemoveTile(RemoveTile { tile })).collect();
        self.act_all(&title, &actions)
    }

    fn numbers(&self, is_meant: impl Fn(usize) -> bool) -> Vec<u32> {
        let meant = self.selection.iter().copied().filter(|own| is_meant(*own));
        meant.filter_map(|own| u32::try_from(own).ok()).collect()
    }

    pub(super) fn select_tiles(&mut self) {
        let tiles = self.tiles();
        self.select_all_that(|_, polygon| tiles.contains(&polygon.tile));
    }

    pub(super) fn select_same_area(&mut self) {
        let selected = self.selection.iter().filter_map(|own| self.mesh.polygons.get(*own));
        let areas: BTreeSet<u8> = selected.map(|polygon| polygon.area).collect();
        self.select_all_that(|_, polygon| areas.contains(&polygon.area));
    }

    pub(super) fn select_islands(&mut self) {
        let selected = self.selection.iter();
        let islands: BTreeSet<usize> =
            selected.filter_map(|own| self.islands.of_polygon(*own)).collect();
        let found: BTreeSet<usize> = (0..self.mesh.polygons.len())
            .filter(|own| self.islands.of_polygon(*own).is_some_and(|own| islands.contains(&own)))
            .collect();
        self.select(&found, Way::Add);
    }

    fn select_all_that(
        &mut self,
        is_meant: impl Fn(usize, &landwright_core::nav::eq::mesh::Polygon) -> bool,
    ) {
        let each = self.mesh.polygons.iter().enumerate();
        let found = each.filter(|(own, polygon)| is_meant(*own, polygon)).map(|(own, _)| own);
        let found: BTreeSet<usize> = found.collect();
        self.select(&found, Way::Replace);
    }
}
