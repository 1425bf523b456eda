//! The file of route tests beside an area, as it was read or written last, and what becomes of it
//! and of the tests of here where both changed.

use std::path::{Path, PathBuf};

use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::route_tests::RouteTests;
use landwright_core::world::area::routes::RouteTest;

use crate::model::area::document::AreaDocument;

#[derive(Debug, Clone, Default)]
pub struct TestsOnDisk {
    /// Of a file that can't be read now, those that were read before.
    pub(in crate::model::area) tests: RouteTests,
    /// `None` where there is no such file.
    pub(in crate::model::area) fingerprint: Option<Fingerprint>,
    /// Why the file can't be read: it is left alone then.
    pub(in crate::model::area) trouble: Option<String>,
}

impl TestsOnDisk {
    pub(in crate::model::area) fn read(area_file: &Path) -> TestsOnDisk {
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
    pub(in crate::model::area) fn is_there(&self) -> bool {
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
    pub(in crate::model::area) fn take_routes(&mut self, on_disk: TestsOnDisk) -> Vec<String> {
        match on_disk.is_as(&self.tests_on_disk) {
            true => Vec::new(),
            false => self.take_other_routes(on_disk),
        }
    }

    /// The same for an area that was brought back: what the file had when it was saved last, or else
    /// opened, is known.
    pub(in crate::model) fn take_routes_since(&mut self, known: RouteTests) -> Vec<String> {
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
            let said = format!("its route tests can't be read now, and are left alone: {why}");
            self.tests_on_disk.tests = before;
            return vec![said];
        }
        if self.tests_on_disk.fingerprint.is_none() {
            if self.area().route_tests().as_slice().is_empty() {
                return Vec::new();
            }
            self.forget_saved();
            return vec!["the file of its route tests is gone; they are still here".to_owned()];
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
        let said = "its route tests changed on disk too; what was kept here was put with them";
        std::iter::once(said.to_owned()).chain(renamed).collect()
    }
}

/// Where the route tests of an area are kept: beside it.
pub(in crate::model::area) fn routes_path(path: &Path) -> PathBuf {
    path.with_extension("routes.json")
}

/// What is on disk, without the tests that were forgotten here and with those that were kept here;
/// and what these are called now where their names are taken.
fn merged(
    before: &RouteTests,
    here: &RouteTests,
    theirs: &RouteTests,
) -> (RouteTests, Vec<String>) {
    let [before, here, theirs] = [before, here, theirs].map(RouteTests::as_slice);
    let stays = theirs.iter().filter(|test| here.contains(test) || !before.contains(test));
    let mut merged: Vec<RouteTest> = stays.cloned().collect();
    let mut renamed = Vec::new();
    let is_own = |test: &&RouteTest| !before.contains(test) && !theirs.contains(test);
    for own in here.iter().filter(is_own) {
        let name = free_name(&merged, &own.name);
        if name != own.name {
            renamed.push(format!("{} of here is called {name} now", own.name));
        }
        merged.push(RouteTest { name, ..own.clone() });
    }
    (merged.into_iter().collect(), renamed)
}

/// A name, or the like of it that no route has.
fn free_name(tests: &[RouteTest], name: &str) -> String {
    let others = (2..).map(|n: u32| format!("{name} ({n})"));
    let mut names = std::iter::once(name.to_owned()).chain(others);
    let is_free = |name: &String| tests.iter().all(|test| test.name != *name);
    names.find(is_free).unwrap_or_default()
}
