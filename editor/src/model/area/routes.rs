//! Ways through an area: the one that is shown, and the tests that are kept.

pub mod on_disk;

use landwright_core::space::tera::PosInWorld;
use landwright_core::world::Revision;
use landwright_core::world::area::Area;
use landwright_core::world::area::places::Places;
use landwright_core::world::area::routes::{Expect, Outcome, Probe, RouteTest, Spot};

use self::on_disk::{TestsOnDisk, merged};
use super::AreaDone;
use super::document::{AreaDocument, KeptRoute, Way};
use crate::job::Progress;
use crate::model::broken::For;
use crate::model::document::DocumentId;
use crate::model::kind::Open;
use crate::model::{Done, Model};

/// What is asked of an area as it is.
#[derive(Debug)]
struct Asked {
    tests: Vec<RouteTest>,
    way: Option<[Spot; 2]>,
}

/// What came of it, each with `None` where it was cancelled before.
#[derive(Debug)]
pub(in crate::model) struct Walked {
    document: DocumentId,
    revision: Revision,
    answers: Answers,
}

#[derive(Debug)]
struct Answers {
    tests: Vec<(RouteTest, Option<(Probe, bool)>)>,
    way: Option<([Spot; 2], Option<Probe>)>,
}

impl Model {
    /// Asks again for the ways and tests of every area that changed since they were asked for. What
    /// is past is not gone on with.
    pub(in crate::model) fn walk_routes(&mut self) {
        for area in self.documents.values_mut().filter_map(Open::as_area_mut) {
            let (revision, is_busy) = (area.editing.revision(), area.editing.is_in_gesture());
            if let Some((job, of)) = area.walking {
                if of != revision {
                    self.jobs.cancel(job);
                }
                continue;
            }
            let Some(asked) = area.routes_to_walk().filter(|_| !is_busy) else { continue };
            let (document, map) = (area.id, area.area().clone());
            let job =
                self.jobs.start_for((document, For::Routes), "Testing routes", move |progress| {
                    let answers = asked.answer(&map, progress);
                    Done::from(AreaDone::Walked(Walked { document, revision, answers }))
                });
            area.walking = Some((job, revision));
        }
    }

    pub(super) fn take_walked(&mut self, walked: Walked) {
        let Walked { document, revision, answers: Answers { tests, way } } = walked;
        let Some(area) = self.area_mut(document) else { return };
        area.walking = None;
        for (test, result) in tests {
            for route in area.routes.iter_mut().filter(|route| route.test == test) {
                (route.result, route.walked) = (result.clone(), Some(revision));
            }
        }
        if let Some((spots, probe)) = way
            && let Some(way) = area.way.as_mut().filter(|way| way.spots == spots)
        {
            way.revision = revision;
            way.probe = probe.unwrap_or_else(|| way.probe.clone());
        }
    }
}

impl Asked {
    fn answer(self, area: &Area, progress: &Progress) -> Answers {
        let (places, n) = (Places::of(area), self.tests.len() as u64);
        let goes_on = || !progress.is_cancelled();
        let way = self.way.map(|spots| {
            let [from, to] = spots;
            (spots, goes_on().then(|| area.probe(&places, from, to)))
        });
        let tests = self.tests.into_iter().zip(0..).map(|(test, nth)| {
            progress.report(nth, n);
            let result = goes_on().then(|| test.run(area, &places));
            (test, result)
        });
        Answers { tests: tests.collect(), way }
    }
}

impl KeptRoute {
    pub(super) fn new(test: RouteTest) -> KeptRoute {
        KeptRoute { test, result: None, walked: None }
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

    /// The tests, and the way that is shown, that were not asked for since the area changed.
    fn routes_to_walk(&self) -> Option<Asked> {
        let revision = self.editing.revision();
        let old = self.routes.iter().filter(|route| route.walked != Some(revision));
        let tests: Vec<RouteTest> = old.map(|route| route.test.clone()).collect();
        let way = self.way.as_ref().filter(|way| way.revision != revision).map(|way| way.spots);
        (!tests.is_empty() || way.is_some()).then_some(Asked { tests, way })
    }

    /// Walking them broke off, and would do so again until something changes.
    pub(in crate::model) fn give_routes_up(&mut self) {
        let Some((_, revision)) = self.walking.take() else { return };
        self.routes.iter_mut().for_each(|route| route.walked = Some(revision));
        self.way.iter_mut().for_each(|way| way.revision = revision);
    }

    /// Keeps the way that is shown as a test: there has to be one. Where there is none, the test
    /// fails until that is mended, or the person says that none is right.
    pub(super) fn keep_route(&mut self) {
        let Some(way) = &self.way else { return };
        let at = |spot: Spot| match spot {
            Spot::At(at) => Some(at),
            Spot::Node(node) => self.area().pos(node).map(|PosInWorld { x, y, z }| [x, y, z]),
        };
        let [Some(from), Some(to)] = way.spots.map(at) else { return };
        let expect = Expect::Reached;
        let is_free = |name: &String| self.routes.iter().all(|route| route.test.name != *name);
        let mut names = (self.routes.len() + 1..).map(|n| format!("Route {n}"));
        let name = names.find(is_free).unwrap_or_default();
        let test = RouteTest { name, from, to, expect, max_length: None };
        self.routes.push(KeptRoute::new(test));
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
        if were_saved {
            return Vec::new();
        }
        let said = "its route tests changed on disk too; what was kept here was put with them";
        std::iter::once(said.to_owned()).chain(renamed).collect()
    }

    pub(super) fn change_route(&mut self, index: usize, change: impl FnOnce(&mut RouteTest)) {
        let Some(route) = self.routes.get_mut(index) else { return };
        change(&mut route.test);
        route.walked = None;
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
