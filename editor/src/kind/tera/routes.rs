//! Ways through an area: the one that is shown, and the tests that are kept.

pub mod on_disk;

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::problem::counted::counted;
use landwright_core::space::tera::PosInWorld;
use landwright_core::world::area::Area;
use landwright_core::world::area::places::Places;
use landwright_core::world::area::route_tests::RouteTests;
use landwright_core::world::area::routes::{Expect, Outcome, Probe, Question, RouteTest, Spot};
use landwright_core::world::{Document, Revision};

use super::AreaDone;
use super::document::{AreaDocument, KeptRoute, Way};
use crate::job::Progress;
use crate::kind::document::common::Common;
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::model::Model;
use crate::model::tick::Done;
use crate::view::id::DocumentId;

/// Everything that is asked of an area as it is.
#[derive(Debug)]
struct Asked {
    tests: Vec<RouteTest>,
    way: Option<[Spot; 2]>,
}

/// What came of it, each with `None` where it was cancelled before.
#[derive(Debug)]
pub(crate) struct Walked {
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
    pub(crate) fn walk_routes(&mut self) {
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
        // Which may be a later one, where only tests changed since.
        let revision = area.walking.take().map_or(revision, |(_, revision)| revision);
        let results: BTreeMap<Question, _> =
            tests.into_iter().map(|(test, result)| (test.question(), result)).collect();
        for route in &mut area.routes {
            if let Some(result) = results.get(&route.test.question()) {
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
    pub(crate) fn give_routes_up(&mut self) {
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
        let taken: BTreeSet<&str> = self.routes.iter().map(|it| it.test.name.as_str()).collect();
        let mut names = (self.routes.len() + 1..).map(|n| format!("Route {n}"));
        let name = names.find(|name| !taken.contains(name.as_str())).unwrap_or_default();
        let test = RouteTest { name, from, to, expect, max_length: None };
        self.change_routes(&format!("Add route test {}", test.name), |tests| tests.push(test));
    }

    pub(super) fn rename_route(&mut self, test: &RouteTest, name: String) {
        self.change_route("Rename", test, |test| test.name = name);
    }

    pub(super) fn expect_of_route(&mut self, test: &RouteTest, expect: Expect) {
        self.change_route("Change", test, |test| test.expect = expect);
    }

    /// Where a test is by now: the list may be a different one than when it was shown. Where it is
    /// gone, the person hears of it.
    fn place_of(&mut self, test: &RouteTest) -> Option<usize> {
        let place = self.routes.iter().position(|route| route.test == *test);
        if place.is_none() {
            let said = "changed in the meantime, so nothing was done";
            self.untold.push(format!("route test {} {said}", test.name));
        }
        place
    }

    fn change_route(&mut self, how: &str, of: &RouteTest, change: impl FnOnce(&mut RouteTest)) {
        let Some(index) = self.place_of(of) else { return };
        self.change_routes(&format!("{how} route test {}", of.name), |tests| {
            if let Some(test) = tests.get_mut(index) {
                change(test);
            }
        });
    }

    pub(super) fn forget_route(&mut self, test: &RouteTest) {
        let Some(index) = self.place_of(test) else { return };
        self.change_routes(&format!("Remove route test {}", test.name), |tests| {
            tests.remove(index);
        });
    }

    /// Changes the tests as one step.
    fn change_routes(&mut self, title: &str, change: impl FnOnce(&mut Vec<RouteTest>)) {
        self.finish_gesture();
        let mut tests = self.area().route_tests().as_slice().to_vec();
        change(&mut tests);
        self.become_with_tests(title, tests.into_iter().collect());
    }

    fn become_with_tests(&mut self, title: &str, tests: RouteTests) {
        if let Some(edit) = self.area().edit_to(&self.area().with_route_tests(tests)) {
            self.apply(title, &edit);
        }
    }

    /// Lets the tests that are shown follow those of the area. What one came to stays with it,
    /// whatever it is called.
    pub(super) fn follow_route_tests(&mut self) {
        let tests = self.editing.document().route_tests().as_slice();
        if self.routes.iter().map(|route| &route.test).eq(tests) {
            return;
        }
        let before = std::mem::take(&mut self.routes);
        let mut known: BTreeMap<Question, &KeptRoute> = BTreeMap::new();
        for old in &before {
            known.entry(old.test.question()).or_insert(old);
        }
        let follow = |test: &RouteTest| match known.get(&test.question()) {
            Some(old) => KeptRoute { test: test.clone(), ..KeptRoute::clone(old) },
            None => KeptRoute::new(test.clone()),
        };
        self.routes = tests.iter().map(follow).collect();
    }

    /// What was found out about the area holds on, since only its tests changed after a revision.
    pub(super) fn carry_on(&mut self, before: Revision) {
        let now = self.editing.revision();
        let Common { checked, unchecked, check, .. } = &mut self.common;
        let checked = [checked.as_mut(), unchecked.as_mut(), check.as_mut().map(|(_, of)| of)];
        let proposing = self.proposing.as_mut().map(|proposing| &mut proposing.revision);
        let ways = self.way.as_mut().map(|way| &mut way.revision);
        let walked = self.routes.iter_mut().filter_map(|route| route.walked.as_mut());
        let walking = self.walking.as_mut().map(|(_, revision)| revision);
        let known = checked.into_iter().flatten().chain(proposing);
        let known = known.chain(ways).chain(walked).chain(walking);
        known.filter(|known| **known == before).for_each(|known| *known = now);
        self.reports.iter_mut().for_each(|layer| layer.carry_on(before, now));
        if let Some(proposal) = self.proposal.as_mut().filter(|known| known.revision == before) {
            proposal.carry_on(now, self.editing.document());
        }
    }

    pub(super) fn show_route(&mut self, test: &RouteTest) {
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
            let edges = counted(n, "edge", "edges");
            format!("{edges}, {length:.0} units, {:.1} m", length / 25.0)
        }
        Outcome::NoNodeNear { spot: Spot::At([x, y, z]) } => {
            format!("no node near ({x:.0}, {y:.0}, {z:.0})")
        }
        Outcome::NoNodeNear { spot: Spot::Node(node) } => format!("there is no node {node}"),
        Outcome::CutOff(why) => format!("no path: {why}"),
    }
}
