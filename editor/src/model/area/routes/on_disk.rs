//! The file of route tests beside an area, as it was read or written last, and what becomes of it
//! and of the tests of here where both changed.

use std::path::{Path, PathBuf};

use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::routes::RouteTest;

use crate::model::area::document::KeptRoute;

#[derive(Debug, Clone, Default)]
pub struct TestsOnDisk {
    /// Of a file that can't be read now, those that were read before.
    pub(in crate::model::area) tests: Vec<RouteTest>,
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
        match serde_json::from_slice(&loaded.bytes) {
            Ok(tests) => TestsOnDisk { tests, fingerprint, trouble: None },
            Err(error) => {
                TestsOnDisk { tests: Vec::new(), fingerprint, trouble: Some(error.to_string()) }
            }
        }
    }

    /// Whether it is the same file as far as bytes tell.
    pub(super) fn is_as(&self, other: &TestsOnDisk) -> bool {
        let is_same_file = match (self.fingerprint, other.fingerprint) {
            (Some(own), Some(other)) => own.same_content(&other),
            (own, other) => own.is_none() && other.is_none(),
        };
        is_same_file && self.trouble == other.trouble
    }
}

/// Where the route tests of an area are kept: beside it.
pub(in crate::model::area) fn routes_path(path: &Path) -> PathBuf {
    path.with_extension("routes.json")
}

/// What is on disk, without the tests that were forgotten here and with those that were kept here;
/// and what these are called now where their names are taken.
pub(super) fn merged(
    before: &[RouteTest],
    here: Vec<KeptRoute>,
    theirs: &[RouteTest],
) -> (Vec<KeptRoute>, Vec<String>) {
    let is_here = |test: &RouteTest| here.iter().any(|route| route.test == *test);
    let stays = theirs.iter().filter(|test| is_here(test) || !before.contains(test));
    let mut merged: Vec<KeptRoute> = stays.cloned().map(KeptRoute::new).collect();
    let mut renamed = Vec::new();
    let is_own = |test: &RouteTest| !before.contains(test) && !theirs.contains(test);
    for mut route in here.into_iter().filter(|route| is_own(&route.test)) {
        let name = free_name(&merged, &route.test.name);
        if name != route.test.name {
            renamed.push(format!("{} of here is called {name} now", route.test.name));
            route.test.name = name;
        }
        merged.push(route);
    }
    (merged, renamed)
}

/// A name, or the like of it that no route has.
fn free_name(routes: &[KeptRoute], name: &str) -> String {
    let others = (2..).map(|n: u32| format!("{name} ({n})"));
    let mut names = std::iter::once(name.to_owned()).chain(others);
    let is_free = |name: &String| routes.iter().all(|route| route.test.name != *name);
    names.find(is_free).unwrap_or_default()
}
