//! The `landwright.toml` around a file, as a command heeds it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::project::home::home;
use landwright_core::project::trust::{self, Consent, Trust};
use landwright_core::rules;

use super::outcome::{Failure, complain};

/// Whether the person trusts the projects of this run.
static IS_TRUSTING: AtomicBool = AtomicBool::new(false);
/// What was said of trust.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Trusts every project that this run meets from now on.
pub(super) fn trust_all() {
    IS_TRUSTING.store(true, Ordering::Relaxed);
}

/// The project of a file, without roots and copies that it is not trusted with. They are reported,
/// once.
pub(super) fn load(start: &Path) -> Result<(Project, Vec<Problem>), Failure> {
    let consent = match IS_TRUSTING.load(Ordering::Relaxed) {
        true => Consent::Given,
        false => Consent::NotGiven,
    };
    let loaded = trust::load(start, &rules::codes(), (&Trust::kept_in(home()), consent), |said| {
        if SAID.lock().is_ok_and(|mut all| all.insert(said.to_owned())) {
            complain(&format!("note: {said}"));
        }
    });
    loaded.map_err(Failure::file)
}
