//! A way to save as it is without faults: what is there before and after, and which calls are made.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::calls::{self, Call};
use super::case::{Before, Case, Step};
use super::process::{self, Ended};
use super::stage::{Ground, PAGE, Place, Stage};
use super::tree::Tree;
use super::worlds;

#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) case: Case,
    pub(crate) old: Tree,
    pub(crate) new: Tree,
    /// As the window leaves it, once its last edit was brought back.
    pub(crate) restarted: Option<Tree>,
    /// The same where nothing was saved before: formats may lay out two edits differently at once.
    pub(crate) restarted_at_once: Option<Tree>,
    /// After another writer alone, before it and after it.
    pub(crate) with_other: Vec<Tree>,
    pub(crate) calls: Vec<Call>,
    pub(crate) ended: Ended,
    /// What is said where nothing went wrong, line by line.
    pub(crate) usual: BTreeSet<String>,
    /// How much larger the folder of journals becomes.
    n_bytes_of_journals: usize,
}

/// As many backups as these are kept, and there are as many before: the usual number, since fewer need
/// trust.
pub(crate) const N_BACKUPS: usize = 10;

impl Prepared {
    pub(crate) fn new(case: &Case) -> Result<Prepared, String> {
        let (case, nothing) = (case.clone(), Tree::default());
        let old = before(&case)?;
        let dry = Stage::new(&old, &nothing, Ground::Usual);
        let log = dry.log("calls");
        let counting = calls::counting(log.to_str().unwrap());
        let ended = process::run(&case.save, &dry.place, &counting);
        let log = fs::read_to_string(log).map_err(|error| format!("strace: {error}"))?;
        let calls = calls::touching(&log, dry.place.root());
        let (new, home) = (dry.work(), dry.home());
        if ended.code.is_none_or(|code| code > 1) || old.changed_in(&new).is_empty() {
            return Err(format!("it saves nothing even without faults: {ended:?}"));
        }
        let mut usual: BTreeSet<String> = ended.lines().map(without_numbers).collect();
        let mut restarted = None;
        for step in &case.next {
            let stage = Stage::new(&old, &nothing, Ground::Usual);
            usual.extend(lines_of(step, &stage.place));
            let stage = Stage::new(&new, &home, Ground::Usual);
            // Journals know their files by where they are.
            let place = if case.is_window() { &dry.place } else { &stage.place };
            usual.extend(lines_of(step, place));
            restarted = case.is_window().then(|| dry.work());
        }
        let (save, other) = (&case.save, &case.other);
        let with_other = if save == other {
            let twice = after(&old, &[save, other], &mut usual);
            vec![new.clone(), twice.clone(), twice]
        } else {
            let mut others = vec![vec![other], vec![other, save], vec![save, other]];
            if case.is_window() {
                let restart = &case.next[0];
                others.extend([vec![other, save, restart], vec![save, other, restart]]);
            }
            others.iter().map(|steps| after(&old, steps, &mut usual)).collect()
        };
        let restarted_at_once = match &case.save {
            Step::Window(document) => {
                let steps = [&Step::Unsaved(document), &Step::Restart(document)];
                Some(after(&old, &steps, &mut usual))
            }
            _ => None,
        };
        let n_bytes_of_journals = home.n_bytes();
        Ok(Prepared {
            case,
            old,
            new,
            restarted,
            restarted_at_once,
            with_other,
            calls,
            ended,
            usual,
            n_bytes_of_journals,
        })
    }

    /// Of so few free pages each may be too few.
    pub(crate) fn pages_needed(&self, is_of_journals: bool) -> u64 {
        let changed = self.old.changed_in(&self.new);
        let sizes = changed.iter().filter_map(|name| self.new.get(name)).map(<[u8]>::len);
        // Each is there twice for a while, and its backup besides.
        let of_files: u64 = sizes.map(|len| 3 * (len as u64 / PAGE + 1)).sum();
        let of_journals = self.n_bytes_of_journals as u64 / PAGE + 4;
        (if is_of_journals { of_journals } else { of_files }).clamp(1, 200)
    }
}

/// The folder of a case before anything is saved.
fn before(case: &Case) -> Result<Tree, String> {
    let stage = Stage::new(&Tree::default(), &Tree::default(), Ground::Usual);
    let work = &stage.place.work;
    for (world, folder) in &case.worlds {
        worlds::write(world, &work.join(folder));
    }
    let project = format!("backups = {N_BACKUPS}\n");
    fs::write(work.join("landwright.toml"), project).unwrap();
    for (name, text) in &case.files {
        fs::write(work.join(name), text).unwrap();
    }
    for before in &case.before {
        prepare(before, &stage.place)?;
    }
    for (path, text) in case.older_backups() {
        fs::create_dir_all(work.join(&path).parent().unwrap()).unwrap();
        fs::write(work.join(path), text).unwrap();
    }
    Ok(stage.work())
}

fn prepare(before: &Before, place: &Place) -> Result<(), String> {
    let run = |line: &str| {
        let ended = process::run(&Step::Line(line.to_owned()), place, &[]);
        match ended.code {
            Some(0 | 1) => Ok(ended),
            _ => Err(format!("{line}: {ended:?}")),
        }
    };
    match before {
        Before::Run(line) => {
            run(line)?;
            // Backups that it kept are no part of the case.
            remove_own(&place.work);
        }
        Before::Capture(name, line) => {
            fs::write(place.work.join(name), run(line)?.out).unwrap();
        }
        Before::Replace(name, bytes) => fs::write(place.work.join(name), bytes).unwrap(),
        Before::Copy(from, to) => {
            fs::copy(place.work.join(from), place.work.join(to)).unwrap();
        }
        Before::Change(name, from, to) => {
            let text = fs::read_to_string(place.work.join(name)).unwrap();
            if !text.contains(from) {
                return Err(format!("{name} has no {from:?}: {text}"));
            }
            fs::write(place.work.join(name), text.replace(from, to)).unwrap();
        }
        Before::Git(words) => {
            let mut git = Command::new("git");
            let output = git.args(words.split_whitespace()).current_dir(&place.work).output();
            let output = output.map_err(|error| format!("git {words}: {error}"))?;
            if !output.status.success() {
                return Err(format!("git {words}: {}", String::from_utf8_lossy(&output.stderr)));
            }
            // Git knows a repository by folders that are empty at first; a tree has files alone.
            for folder in ["objects", "refs"] {
                fs::write(place.work.join(".git").join(folder).join("keep"), "").unwrap();
            }
        }
    }
    Ok(())
}

/// Removes the folders of our own, wherever they are.
fn remove_own(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.ends_with(".landwright") {
            fs::remove_dir_all(path).unwrap();
        } else if path.is_dir() {
            remove_own(&path);
        }
    }
}

fn lines_of(step: &Step, place: &Place) -> Vec<String> {
    process::run(step, place, &[]).lines().map(without_numbers).collect()
}

/// What is said of six files is said of seven as well.
pub(crate) fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    for c in line.chars() {
        match c {
            '0'..='9' if text.ends_with('#') => {}
            '0'..='9' => text.push('#'),
            c => text.push(c),
        }
    }
    text
}

/// The folder after some steps, one after the other.
fn after(old: &Tree, steps: &[&Step], usual: &mut BTreeSet<String>) -> Tree {
    let stage = Stage::new(old, &Tree::default(), Ground::Usual);
    for step in steps {
        let ended = process::run(step, &stage.place, &[]);
        usual.extend(ended.lines().map(without_numbers));
    }
    stage.work()
}
