//! Ways through an area: the one that is shown, and the tests that are kept.

pub mod on_disk;

use landwright_core::space::tera::PosInWorld;
use landwright_core::world::area::routes::{Expect, Outcome, RouteTest, Spot};

use self::on_disk::{TestsOnDisk, merged};
use super::document::{AreaDocument, KeptRoute, Way};

impl KeptRoute {
    pub(super) fn new(test: RouteTest) -> KeptRoute {
        KeptRoute { test, result: None }
    }
}

impl AreaDocument {
    /// Whether the file beside the area has the tests that are here.
    pub(super) fn are_routes_saved(&self) -> bool {
        self.routes.iter().map(|route| &route.test).eq(&self.tests_on_disk.tests)
    }

    pub(super) fn probe(&mut self, spots: [Spot; 2]) {
        let [from, to] = spots;
        let probe = self.area().probe(&self.places, from, to);
        self.way = Some(Way { spots, probe, revision: self.editing.revision() });
        self.start = None;
    }

    /// Asks again for the way that is shown, and for every test, after something changed.
    pub(super) fn run_routes(&mut self) {
        let area = self.editing.document();
        for route in &mut self.routes {
            route.result = Some(route.test.run(area, &self.places));
        }
        let spots = self.way.as_ref().map(|way| way.spots);
        if let Some(spots) = spots {
            self.probe(spots);
        }
    }

    /// Keeps the way that is shown as a test: it has to stay as it is.
    pub(super) fn keep_route(&mut self) {
        let Some(way) = &self.way else { return };
        let at = |spot: Spot| match spot {
            Spot::At(at) => Some(at),
            Spot::Node(node) => self.area().pos(node).map(|PosInWorld { x, y, z }| [x, y, z]),
        };
        let [Some(from), Some(to)] = way.spots.map(at) else { return };
        let expect = match way.probe.outcome {
            Outcome::Reached(_) => Expect::Reached,
            _ => Expect::CutOff,
        };
        let is_free = |name: &String| self.routes.iter().all(|route| route.test.name != *name);
        let mut names = (self.routes.len() + 1..).map(|n| format!("Route {n}"));
        let name = names.find(is_free).unwrap_or_default();
        let test = RouteTest { name, from, to, expect, max_length: None };
        self.routes.push(KeptRoute::new(test));
        self.run_routes();
    }

    /// Takes in the tests as they are on disk now: those that were kept or forgotten here stay so.
    /// Answers with what a person should know.
    pub(super) fn take_routes(&mut self, on_disk: TestsOnDisk) -> Vec<String> {
        if on_disk.is_as(&self.tests_on_disk) {
            return Vec::new();
        }
        let were_saved = self.are_routes_saved();
        let before = std::mem::replace(&mut self.tests_on_disk, on_disk);
        if let Some(why) = &self.tests_on_disk.trouble {
            let said = format!("its route tests can't be read now, and are left alone: {why}");
            self.tests_on_disk.tests = before.tests;
            return vec![said];
        }
        if self.tests_on_disk.fingerprint.is_none() {
            return vec!["the file of its route tests is gone; they are still here".to_owned()];
        }
        let here = std::mem::take(&mut self.routes);
        let (routes, renamed) = merged(&before.tests, here, &self.tests_on_disk.tests);
        self.routes = routes;
        self.run_routes();
        if were_saved {
            return Vec::new();
        }
        let said = "its route tests changed on disk too; what was kept here was put with them";
        std::iter::once(said.to_owned()).chain(renamed).collect()
    }

    pub(super) fn forget_route(&mut self, index: usize) {
        if index < self.routes.len() {
            self.routes.remove(index);
        }
    }

    pub(super) fn show_route(&mut self, index: usize) {
        let Some(test) = self.routes.get(index).map(|route| route.test.clone()) else { return };
        self.probe([Spot::At(test.from), Spot::At(test.to)]);
        let [x, y, z] = test.from;
        self.show_pos(PosInWorld { x, y, z });
    }
}

/// A way in words, as a person reads it.
pub fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Reached(route) => {
            let (n, length) = (route.nodes.len().saturating_sub(1), route.length);
            format!("{n} edges, {length:.0} units, {:.1} m", length / 25.0)
        }
        Outcome::NoNodeNear { spot: Spot::At([x, y, z]) } => {
            format!("no node near ({x:.0}, {y:.0}, {z:.0})")
        }
        Outcome::NoNodeNear { spot: Spot::Node(node) } => format!("there is no node {node}"),
        Outcome::CutOff(why) => format!("no way: {why}"),
    }
}
