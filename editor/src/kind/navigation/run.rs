//! What commands and messages do to a mesh.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::nav::eq::mesh::Point;
use landwright_core::problem::Thing;
use landwright_core::world::eq::plan::{Plan, USUAL_SIDE_PX};

use crate::command::CommandId;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::navigation::Navigation;
use crate::kind::navigation::commands::{
    AREAS, BRIDGE_GAP, ISLAND, NONE, REMOVE, REMOVE_TILE, SAME_AREA, TILE, TOOLS,
};
use crate::kind::navigation::document::NavDocument;
use crate::kind::navigation::message::{ToMesh, Tool, Way};
use crate::kind::single::OneFile;
use crate::kind::{Kind, KindDocument, Means};
use crate::message::sent::{Sent, Wishes};

impl KindDocument for NavDocument {
    fn kind(&self) -> &'static dyn Kind {
        &Navigation
    }

    fn endings(&self) -> &'static [&'static str] {
        &["nav"]
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        if AREAS.iter().any(|(_, command)| *command == id) {
            return Some(!self.selection.is_empty());
        }
        if TOOLS.iter().any(|(_, command)| *command == id) {
            return Some(true);
        }
        match id {
            TILE | ISLAND | SAME_AREA | REMOVE | REMOVE_TILE | CommandId::DeleteSelected => {
                Some(!self.selection.is_empty())
            }
            BRIDGE_GAP => Some(self.route.as_ref().is_some_and(|route| route.gap().is_some())),
            NONE | CommandId::SelectNone => {
                Some(!self.selection.is_empty() || self.begun.is_some() || self.route.is_some())
            }
            CommandId::ZoomFit | CommandId::ZoomIn | CommandId::ZoomOut => Some(true),
            CommandId::ZoomSelection => Some(!self.selection.is_empty()),
            CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            _ => None,
        }
    }

    fn is_on(&self, id: CommandId) -> Option<bool> {
        let (tool, _) = TOOLS.iter().find(|(_, command)| *command == id)?;
        Some(*tool == self.tool)
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        if let Some((area, _)) = AREAS.iter().find(|(_, command)| *command == id) {
            return self.set_area(*area);
        }
        if let Some((tool, _)) = TOOLS.iter().find(|(_, command)| *command == id) {
            (self.tool, self.begun) = (*tool, None);
            self.n_looks += 1;
            return Wishes::default();
        }
        match id {
            REMOVE | CommandId::DeleteSelected => return self.remove(),
            REMOVE_TILE => return self.remove_tiles(),
            BRIDGE_GAP => return self.bridge_gap(),
            TILE => self.select_tiles(),
            ISLAND => self.select_islands(),
            SAME_AREA => self.select_same_area(),
            NONE | CommandId::SelectNone => {
                (self.begun, self.route) = (None, None);
                self.select(&BTreeSet::new(), Way::Replace);
            }
            CommandId::ZoomFit => self.n_fits += 1,
            CommandId::ZoomIn => self.n_zooms += 1,
            CommandId::ZoomOut => self.n_zooms -= 1,
            CommandId::ZoomSelection => self.n_shows += 1,
            _ => {}
        }
        Wishes::default()
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        let Some(message) = sent.get::<ToMesh>() else { return Wishes::default() };
        match message {
            ToMesh::Click { at, polygon, way } => return self.click(*at, *polygon, *way),
            ToMesh::Select { polygons, way } => self.select(polygons, *way),
            ToMesh::BothWays(both_ways) => self.both_ways = *both_ways,
            ToMesh::Radius(radius) if radius.is_finite() => self.radius = radius.clamp(0.1, 100.0),
            ToMesh::Radius(_) => {}
            ToMesh::Area(area) => self.area = *area,
            ToMesh::Colours(colours) => self.colours = *colours,
            ToMesh::Ground(is_shown) => self.shows_ground = *is_shown,
            ToMesh::Below(below) => self.below = *below,
            ToMesh::Drawn(below, plan) => {
                (self.plan_below, self.is_drawing) = (*below, false);
                if let Some(zone) = &mut self.zone {
                    zone.plan = Arc::clone(plan);
                }
            }
        }
        self.n_looks += 1;
        Wishes::default()
    }

    fn means(&self, sent: &Sent) -> Means {
        match sent.get::<ToMesh>() {
            Some(ToMesh::Click { .. }) if self.tool == Tool::Connect => Means::Acting,
            _ => Means::Looking,
        }
    }

    /// A polygon by its number, or a place.
    fn go_to(&mut self, text: &str) -> Wishes {
        let text = text.trim();
        if let Some(number) = text.strip_prefix('#').and_then(|number| number.parse().ok()) {
            if self.mesh.polygons.get(number).is_none() {
                return Wishes::warn(format!("there is no polygon {number}"));
            }
            self.select(&BTreeSet::from([number]), Way::Replace);
            self.n_shows += 1;
            return Wishes::default();
        }
        let numbers = text.split([',', ' ']).filter(|part| !part.is_empty());
        let numbers: Option<Vec<f32>> = numbers.map(|part| part.parse().ok()).collect();
        let is_finite = |numbers: &Vec<f32>| numbers.iter().all(|number| number.is_finite());
        let (at, polygon) = match numbers.filter(is_finite).as_deref() {
            Some([x, y]) => {
                let seen = self.seen_at([*x, *y]);
                ([*x, *y, seen.map_or(0.0, |(_, z)| z)], seen.map(|(polygon, _)| polygon))
            }
            Some([x, y, z]) => {
                let at = [*x, *y, *z];
                (at, self.mesh.standing(at).map(|near| near.polygon))
            }
            _ => return Wishes::warn(format!("`{text}` is no place: expected x, y or x, y, z")),
        };
        self.select(&polygon.into_iter().collect(), Way::Replace);
        self.place = Some(at);
        self.n_shows += 1;
        Wishes::default()
    }

    fn places(&self) -> Option<[&'static str; 3]> {
        Some([
            "Go to a place",
            "a polygon such as #12, or x, y or x, y, z as the server has them",
            "Place",
        ])
    }

    /// Floors are drawn beside the window.
    fn follow(&mut self) -> Wishes {
        self.look();
        let Some(zone) = self.zone.as_ref() else { return Wishes::default() };
        if self.plan_below == self.below || self.is_drawing {
            return Wishes::default();
        }
        self.is_drawing = true;
        let (ground, volumes) = (Arc::clone(&zone.ground), Arc::clone(&zone.volumes));
        let (below, old) = (self.below, Arc::clone(&zone.plan));
        Wishes::job(format!("Drawing the floors of {}", self.common.title), move |_| {
            let limit = below.unwrap_or(f32::INFINITY);
            let plan = Plan::new(&ground, &volumes.tree, USUAL_SIDE_PX, limit);
            Sent::new(ToMesh::Drawn(below, plan.map_or(old, Arc::new)))
        })
    }

    fn thing_in_words(&self, thing: &Thing) -> Option<String> {
        match thing {
            Thing::Object { list, index, .. } => Some(format!("{list} {index}")),
            _ => None,
        }
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl NavDocument {
    fn click(&mut self, at: Point, polygon: Option<usize>, way: Way) -> Wishes {
        self.place = Some(at);
        self.n_looks += 1;
        if self.tool == Tool::Select {
            self.select(&polygon.into_iter().collect(), way);
            return Wishes::default();
        }
        let Some(begun) = self.begun.take() else {
            self.begun = Some(at);
            // A new question takes the place of the one before.
            self.route = self.route.take().filter(|_| self.tool == Tool::Connect);
            return Wishes::default();
        };
        match self.tool {
            Tool::Connect => self.connect([begun, at], self.radius),
            _ => {
                self.ask_way([begun, at]);
                Wishes::default()
            }
        }
    }
}
