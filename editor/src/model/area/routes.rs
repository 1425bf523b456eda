//! Ways through an area: the one that is shown, and the tests that are kept.

use landwright_core::space::tera::PosInWorld;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::area::routes::{Expect, Outcome, RouteTest, Spot};

use super::document::{AreaDocument, KeptRoute, Way};

impl AreaDocument {
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
        let name = format!("Route {}", self.routes.len() + 1);
        let test = RouteTest { name, from, to, expect, max_length: None };
        self.routes.push(KeptRoute { test, result: None });
        self.are_routes_saved = false;
        self.run_routes();
    }

    /// Takes in the tests as they are on disk now. Those that were changed here stay, and those of
    /// the file that have another name come with them. Answers with what a person should know.
    pub(super) fn take_routes(
        &mut self,
        on_disk: &[RouteTest],
        fingerprint: Option<Fingerprint>,
    ) -> Vec<String> {
        let was = std::mem::replace(&mut self.routes_before, fingerprint);
        let is_same = |a: Fingerprint, b: Fingerprint| a.same_content(&b);
        let is_as_before = match (was, fingerprint) {
            (Some(was), Some(now)) => is_same(was, now),
            (was, now) => was.is_none() && now.is_none(),
        };
        if is_as_before {
            return Vec::new();
        }
        let kept = |test: RouteTest| KeptRoute { test, result: None };
        let mut said = Vec::new();
        if fingerprint.is_none() {
            said.push("the file of its route tests is gone; they are still here".to_owned());
        } else if self.are_routes_saved {
            self.routes = on_disk.iter().cloned().map(kept).collect();
        } else {
            let here: Vec<String> = self.routes.iter().map(|r| r.test.name.clone()).collect();
            let new = on_disk.iter().filter(|test| !here.contains(&test.name)).cloned();
            self.routes.extend(new.map(kept));
            said.push("its route tests changed on disk too; those of here were kept".to_owned());
        }
        self.are_routes_saved = self.routes.iter().map(|route| &route.test).eq(on_disk);
        self.run_routes();
        said
    }

    pub(super) fn forget_route(&mut self, index: usize) {
        if index < self.routes.len() {
            self.routes.remove(index);
            self.are_routes_saved = false;
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
