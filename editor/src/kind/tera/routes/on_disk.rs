//! The file of route tests beside an area, as it was read or written last, and what becomes of it
//! and of the tests of here where both changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::route_tests::RouteTests;
use landwright_core::world::area::routes::{Question, RouteTest};

use crate::kind::tera::document::AreaDocument;

#[derive(Debug, Clone, Default)]
pub struct TestsOnDisk {
    /// Of a file that can't be read now, those that were read before.
    pub(crate) tests: RouteTests,
    /// `None` where there is no such file.
    pub(crate) fingerprint: Option<Fingerprint>,
    /// Why the file can't be read: it is left alone then.
    pub(crate) trouble: Option<String>,
}

impl TestsOnDisk {
    pub(crate) fn read(area_file: &Path) -> TestsOnDisk {
        let path = routes_path(area_file);
        if !disk::is_file(&path) {
            return TestsOnDisk::default();
        }
        let loaded = match disk::read_file(&path, READ_LIMIT) {
            Ok(loaded) => loaded,
            Err(error) => {
                let trouble = Some(error.trouble.to_string());
                return TestsOnDisk { trouble, ..TestsOnDisk::default() };
            }
        };
        let fingerprint = Some(loaded.fingerprint);
        let (tests, trouble) = match serde_json::from_slice::<Vec<RouteTest>>(&loaded.bytes) {
            Ok(tests) => (tests.into_iter().collect(), None),
            Err(error) => (RouteTests::default(), Some(error.to_string())),
        };
        TestsOnDisk { tests, fingerprint, trouble }
    }

    /// Whether there is such a file, and it can be read.
    pub(crate) fn is_there(&self) -> bool {
        self.fingerprint.is_some() && self.trouble.is_none()
    }

    /// Whether it is the same file as far as bytes tell.
    fn is_as(&self, other: &TestsOnDisk) -> bool {
        let is_same_file = match (self.fingerprint, other.fingerprint) {
            (Some(own), Some(other)) => own.same_content(&other),
            (own, other) => own.is_none() && other.is_none(),
        };
        is_same_file && self.trouble == other.trouble
    }
}

impl AreaDocument {
    /// Takes in the tests as they are on disk now: those that were kept or forgotten here stay so.
    /// Answers with what a person should know.
    pub(crate) fn take_routes(&mut self, on_disk: TestsOnDisk) -> Vec<String> {
        match on_disk.is_as(&self.tests_on_disk) {
            true => Vec::new(),
            false => self.take_other_routes(on_disk),
        }
    }

    /// The same for an area that was brought back: what the file had when it was saved last, or else
    /// opened, is known.
    pub(crate) fn take_routes_since(&mut self, known: RouteTests) -> Vec<String> {
        if self.tests_on_disk.tests == known && self.tests_on_disk.trouble.is_none() {
            return Vec::new();
        }
        let known = TestsOnDisk { tests: known, ..TestsOnDisk::default() };
        let on_disk = std::mem::replace(&mut self.tests_on_disk, known);
        self.take_other_routes(on_disk)
    }

    fn take_other_routes(&mut self, on_disk: TestsOnDisk) -> Vec<String> {
        self.finish_gesture();
        let was_saved = self.editing.is_saved();
        let TestsOnDisk { tests: before, .. } = std::mem::replace(&mut self.tests_on_disk, on_disk);
        if let Some(why) = &self.tests_on_disk.trouble {
            let said = format!("its route tests can't be read now and are left unchanged: {why}");
            self.tests_on_disk.tests = before;
            return vec![said];
        }
        if self.tests_on_disk.fingerprint.is_none() {
            if self.area().route_tests().as_slice().is_empty() {
                return Vec::new();
            }
            self.forget_saved();
            return vec!["the file of its route tests is gone; the tests are kept here".to_owned()];
        }
        let theirs = self.tests_on_disk.tests.clone();
        if theirs == before {
            return Vec::new();
        }
        let (merged, renamed) = merged(&before, self.area().route_tests(), &theirs);
        let is_theirs = merged == theirs;
        self.become_with_tests("Route tests changed on disk", merged);
        let fingerprint = self.common.file.as_ref().map(|file| file.fingerprint);
        if let Some(fingerprint) = fingerprint.filter(|_| was_saved && is_theirs) {
            // What is here is what is on disk.
            self.editing.mark_saved(&fingerprint);
            return Vec::new();
        }
        self.forget_saved();
        let said = "its route tests also changed on disk; both versions were merged";
        std::iter::once(said.to_owned()).chain(renamed).collect()
    }
}

/// Where the route tests of an area are kept: beside it.
pub(crate) fn routes_path(path: &Path) -> PathBuf {
    path.with_extension("routes.json")
}

/// The version on disk, without the tests that were forgotten here and with those that were kept
/// here; and what these are called now where their names are taken.
fn merged(
    before: &RouteTests,
    here: &RouteTests,
    theirs: &RouteTests,
) -> (RouteTests, Vec<String>) {
    fn known(tests: &RouteTests) -> BTreeSet<(&str, Question)> {
        tests.as_slice().iter().map(known_by).collect()
    }
    let [in_before, in_here, in_theirs] = [before, here, theirs].map(known);
    let is_left = |test: &&RouteTest| {
        in_here.contains(&known_by(test)) || !in_before.contains(&known_by(test))
    };
    let mut merged: Vec<RouteTest> = theirs.as_slice().iter().filter(is_left).cloned().collect();
    let mut names = Names::taken_by(&merged);
    let mut renamed = Vec::new();
    let is_own = |test: &&RouteTest| {
        !in_before.contains(&known_by(test)) && !in_theirs.contains(&known_by(test))
    };
    for own in here.as_slice().iter().filter(is_own) {
        let name = names.take(&own.name);
        if name != own.name {
            renamed.push(format!("your {} was renamed to {name}", own.name));
        }
        merged.push(RouteTest { name, ..own.clone() });
    }
    (merged.into_iter().collect(), renamed)
}

/// What tells tests apart, in a form that is found quickly among many.
fn known_by(test: &RouteTest) -> (&str, Question) {
    (&test.name, test.question())
}

/// The names that routes have.
struct Names {
    taken: BTreeSet<String>,
    /// Which numbers were tried behind a name that many have.
    tried: BTreeMap<String, u32>,
}

impl Names {
    fn taken_by(tests: &[RouteTest]) -> Names {
        let taken = tests.iter().map(|test| test.name.clone()).collect();
        Names { taken, tried: BTreeMap::new() }
    }

    /// A name, or the like of it that no route has.
    fn take(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let tried = self.tried.entry(name.to_owned()).or_insert(1);
        loop {
            *tried += 1;
            let other = format!("{name} ({tried})");
            if self.taken.insert(other.clone()) {
                return other;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::area::routes::Expect;

    use super::*;

    const N: usize = 20_000;

    fn test(name: &str, x: usize) -> RouteTest {
        let (from, to) = ([x as f64, 72.0, 0.0], [200.0, 72.0, f64::NAN]);
        RouteTest { name: name.to_owned(), from, to, expect: Expect::Reached, max_length: None }
    }

    #[test]
    fn of_many_tests_those_of_both_sides_are_kept_and_none_has_the_name_of_another() {
        let all = |name: &str, from: usize| -> RouteTests {
            (from..from + N).map(|n| test(name, n)).collect()
        };
        let before = all("Route", 0);
        // A half of them was forgotten here, and as many were kept; they kept some others.
        let (here, theirs) = (all("Route", N / 2), all("Route", 3 * N));
        let both = [before.as_slice(), theirs.as_slice()].concat().into_iter().collect();
        let (merged, renamed) = merged(&before, &here, &both);
        let merged = merged.as_slice();
        assert_eq!(merged.len(), N / 2 + N + N / 2);
        assert_eq!(merged[..N / 2], here.as_slice()[..N / 2]);
        assert_eq!(merged[N / 2..N + N / 2], *theirs.as_slice());
        let own = &merged[N + N / 2..];
        assert_eq!([&own[0].name, &own[N / 2 - 1].name], ["Route (2)", "Route (10001)"]);
        assert_eq!((renamed.len(), own[0].from[0]), (N / 2, N as f64));
    }

    #[test]
    fn a_free_name_is_looked_for_behind_those_that_are_taken() {
        let mut names = Names::taken_by(&["a", "a (2)", "a (4)"].map(|name| test(name, 0)));
        assert_eq!(
            ["a", "a", "b", "a (2)"].map(|name| names.take(name)),
            ["a (3)", "a (5)", "b", "a (2) (2)",]
        );
    }
}
