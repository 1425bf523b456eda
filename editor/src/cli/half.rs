//! What became of saves that were interrupted: every command tells it, once, and a save that nobody
//! can finish decides how the command ends.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use landwright_core::problem::{Problem, Severity};
use landwright_core::vfs::disk;
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::recover::recover_at;

use super::outcome::Outcome;
use super::output::complain;
use super::output::in_words;

/// What was reported, by its code and file.
static TOLD: Mutex<BTreeSet<(&'static str, PathBuf)>> = Mutex::new(BTreeSet::new());
/// Folders that were looked into, and whether they were so along with the one that they are in.
static MENDED: Mutex<BTreeSet<(PathBuf, bool)>> = Mutex::new(BTreeSet::new());
static IS_STUCK: AtomicBool = AtomicBool::new(false);
/// Whether a part of a document could not be read, and the rest was used.
static IS_IN_PARTS: AtomicBool = AtomicBool::new(false);

/// Brings interrupted saves beside a file or in a folder to their end, once for each folder, and tells.
pub(super) fn mend_at(path: &Path) {
    // Of a folder, the one that it is in is looked into as well.
    let looked_at = match disk::is_folder(path) {
        true => (path.to_owned(), true),
        false => (path.parent().unwrap_or(path).to_owned(), false),
    };
    if MENDED.lock().is_ok_and(|mut mended| mended.insert(looked_at)) {
        tell(problems_of(&recover_at(path)));
    }
}

/// Those that were not told yet, for a command that reports problems.
pub(super) fn fresh(problems: Vec<Problem>) -> Vec<Problem> {
    let is_fresh = |problem: &Problem| {
        let file = Path::new(&problem.place.file);
        let file = disk::real_path(file).unwrap_or_else(|_| file.to_owned());
        TOLD.lock().is_ok_and(|mut told| told.insert((problem.code, file)))
    };
    let is_stuck = problems.iter().any(|problem| problem.severity == Severity::Error);
    IS_STUCK.fetch_or(is_stuck, Ordering::Relaxed);
    problems.into_iter().filter(is_fresh).collect()
}

/// Tells them on standard error.
pub(super) fn tell(problems: Vec<Problem>) {
    fresh(problems).into_iter().for_each(|problem| complain(&in_words(problem)));
}

/// A part of a document could not be read: whatever the command does with the rest, its end says so.
pub(super) fn note_unread_part() {
    IS_IN_PARTS.store(true, Ordering::Relaxed);
}

/// How a command ends at best.
pub(super) fn outcome() -> Outcome {
    if IS_IN_PARTS.load(Ordering::Relaxed) {
        Outcome::Unreadable
    } else if IS_STUCK.load(Ordering::Relaxed) {
        Outcome::Found
    } else {
        Outcome::Fine
    }
}
