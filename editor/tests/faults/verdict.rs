//! What is wrong with what came of a run.

use std::collections::BTreeSet;
use std::path::Path;

use super::fault::Fault;
use super::prepared::{Prepared, without_numbers};
use super::process::Ended;
use super::run::Came;
use super::tree::Tree;

/// What is wrong, in words.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) lost: Option<String>,
    pub(crate) torn: Option<String>,
    pub(crate) half: Option<String>,
    pub(crate) unreported: Option<String>,
}

impl Verdict {
    pub(crate) fn all(&self) -> [(&'static str, Option<&str>); 4] {
        [
            ("lost", self.lost.as_deref()),
            ("torn", self.torn.as_deref()),
            ("half", self.half.as_deref()),
            ("unreported", self.unreported.as_deref()),
        ]
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.all().iter().all(|(_, what)| what.is_none())
    }
}

pub(crate) fn judge(prepared: &Prepared, fault: Fault, came: &Came) -> Verdict {
    let judge = Judge::new(prepared, fault, came);
    Verdict {
        lost: judge.lost(),
        torn: judge.torn(),
        half: judge.half(),
        unreported: judge.unreported(),
    }
}

struct Judge<'j> {
    prepared: &'j Prepared,
    fault: Fault,
    came: &'j Came,
    /// Whole states that the folder may be in.
    states: Vec<&'j Tree>,
    /// What is not the same in all of them.
    targets: BTreeSet<&'j Path>,
    /// Those that could not be read, as it was said.
    unread: BTreeSet<&'j Path>,
}

impl<'j> Judge<'j> {
    fn new(prepared: &'j Prepared, fault: Fault, came: &'j Came) -> Judge<'j> {
        let mut states = vec![&prepared.old, &prepared.new];
        states.extend(&prepared.restarted);
        states.extend(&prepared.restarted_at_once);
        if fault == Fault::TwoWriters {
            states.extend(&prepared.with_other);
        }
        let names = states.iter().flat_map(|state| state.documents()).map(|(name, _)| name);
        let differs = |name: &&Path| states.iter().any(|s| s.get(name) != prepared.old.get(name));
        let targets = names.filter(differs).collect();
        let unread = BTreeSet::new();
        let mut judge = Judge { prepared, fault, came, states, targets, unread };
        let is_done = came.first.code.is_some();
        if prepared.case.makes_do && is_done && judge.said_more(&came.first) {
            judge.targets.clear();
        }
        let unread = judge.targets.iter().copied().filter(|name| judge.was_unread(name));
        judge.unread = unread.collect();
        judge.targets.retain(|name| !judge.unread.contains(name));
        judge
    }

    /// Whether it was said that a file of the document can't be read: then it was not in what was edited
    /// and saved, and has to stay as it is. So have its copies.
    fn was_unread(&self, name: &Path) -> bool {
        let is_said = |original: (&Path, &Path)| {
            self.is_said_unread(&original.0.join(original.1)) || self.is_said_unread(original.1)
        };
        self.is_said_unread(name) || self.original_of(name).is_some_and(is_said)
    }

    /// The first folder, and the path in it of a file that is there or in a copy.
    fn original_of<'n>(&self, name: &'n Path) -> Option<(&Path, &'n Path)> {
        let mut worlds = self.prepared.case.worlds.iter();
        let first = Path::new(&self.prepared.case.worlds.first()?.1);
        Some((first, worlds.find_map(|(_, folder)| name.strip_prefix(folder).ok())?))
    }

    fn is_said_unread(&self, name: &Path) -> bool {
        let (in_log, in_report) =
            (format!("log: {}: ", name.display()), format!("--> {}", name.display()));
        let name = name.to_string_lossy();
        let is_left_out = |line: &str| {
            let named = line.split_once(" is not copied, such as ").map(|(_, named)| named.trim());
            named.is_some_and(|named| name.ends_with(named))
        };
        let is_said = |line: &str| {
            let is_of_file = line.starts_with(&in_log) && !line.contains("the journal");
            is_of_file || is_left_out(line) || line.trim_start() == in_report.as_str()
        };
        self.came.first.lines().any(is_said)
    }

    /// The states that a folder has all of, for each of its parts that are whole by themselves.
    fn states_of(&self, folder: &Tree) -> Vec<Vec<usize>> {
        let of_set = |set: &&'static str| {
            let is_in = |state: &Tree| {
                let mut targets = self.targets.iter().filter(|name| name.starts_with(set));
                targets.all(|name| folder.get(name) == state.get(name))
            };
            (0..self.states.len()).filter(|idx| is_in(self.states[*idx])).collect()
        };
        self.prepared.case.sets.iter().map(of_set).collect()
    }

    fn is_whole(&self, folder: &Tree) -> bool {
        self.states_of(folder).iter().all(|states| !states.is_empty())
    }

    fn torn(&self) -> Option<String> {
        for folder in [&self.came.between, &self.came.last] {
            for name in &self.targets {
                let is_known = self.states.iter().any(|s| s.get(name) == folder.get(name));
                if !is_known {
                    let len = folder.get(name).map_or("gone".to_owned(), |b| b.len().to_string());
                    return Some(format!("{} is neither old nor new: {len}", name.display()));
                }
            }
            let others = self.prepared.old.documents();
            let mut others = others.filter(|(name, _)| !self.targets.contains(name));
            // A file that could not be read once may have been read the next time.
            let is_known = |name: &Path| {
                self.unread.contains(name)
                    && self.states.iter().any(|state| state.get(name) == folder.get(name))
            };
            let is_changed = |(name, bytes): &(&Path, &[u8])| {
                folder.get(name) != Some(*bytes) && !is_known(name)
            };
            if let Some((name, _)) = others.find(is_changed) {
                return Some(format!("{} was not meant, and is changed", name.display()));
            }
        }
        let is_known = |bytes: &[u8]| self.states.iter().any(|state| state.holds(bytes));
        let mut backups = self.came.last.backups();
        let (name, bytes) = backups.find(|(_, bytes)| !is_known(bytes))?;
        Some(format!("the backup {} is of nothing: {} bytes", name.display(), bytes.len()))
    }

    fn half(&self) -> Option<String> {
        if self.is_whole(&self.came.last) || self.torn().is_some() {
            return None;
        }
        let old = self.prepared.old.changed_in(&self.came.last);
        Some(format!("of {} files {} are new", self.targets.len(), old.len()))
    }

    fn lost(&self) -> Option<String> {
        let last = &self.came.last;
        if self.came.first.is_hung() || self.came.next.is_hung() {
            return Some("it hangs".to_owned());
        }
        for name in &self.targets {
            let Some(old) = self.prepared.old.get(name) else { continue };
            // Where nothing was kept without a fault either, it was not asked for.
            if self.prepared.new.holds(old) && !last.holds(old) {
                return Some(format!("what {} was is nowhere", name.display()));
            }
        }
        let n_good = |tree: &Tree| tree.backups().filter(|(_, bytes)| !bytes.is_empty()).count();
        if n_good(last) < n_good(&self.prepared.old) {
            return Some("older backups are gone, and nothing came for them".to_owned());
        }
        match &self.came.second {
            Some(second) => self.lost_by_writers(second),
            None if self.prepared.case.is_window() => self.lost_by_window(),
            None => self.lost_by_command(),
        }
    }

    /// A command that ends as if all were well has saved.
    fn lost_by_command(&self) -> Option<String> {
        let first = &self.came.first;
        if first.code != self.prepared.ended.code || self.said_more(first) {
            return None;
        }
        self.nowhere(&self.prepared.new).map(|name| format!("the new {name} is nowhere"))
    }

    /// What was told to be done is there, or was told not to be.
    fn lost_by_window(&self) -> Option<String> {
        let first = &self.came.first;
        let is_told = self.fault.lasts() && self.said_more(first);
        let told = |line: &str| has_said(first, line);
        let is_restarted = self.fault != Fault::Moved;
        let wanted = match () {
            () if is_told => return None,
            () if told("step 2") && is_restarted => self.prepared.restarted.as_ref()?,
            () if told("saved") || told("step 1") && is_restarted => &self.prepared.new,
            () => return None,
        };
        let mut later = self.prepared.restarted.iter().chain(&self.prepared.restarted_at_once);
        let is_later = later.any(|later| {
            self.targets.iter().all(|name| self.came.last.get(name) == later.get(name))
        });
        let name = self.nowhere(wanted).filter(|_| !is_later)?;
        Some(format!("{name} as it was edited is nowhere"))
    }

    /// Each of two writers that ended as if all were well has its bytes somewhere.
    fn lost_by_writers(&self, second: &Ended) -> Option<String> {
        let [alone, after, before, ..] = self.prepared.with_other.as_slice() else { return None };
        // One after the other, each of them may find that what it would do is done.
        let is_in_turn = |state: &Tree| {
            self.targets.iter().all(|name| self.came.last.get(name) == state.get(name))
        };
        if is_in_turn(after) || is_in_turn(before) {
            return None;
        }
        // What holds the work of both, whatever it is called by now.
        let is_merged = |state: &Tree| {
            self.targets.iter().any(|name| {
                let both = state.get(name);
                let is_of_one = both == self.prepared.new.get(name) || both == alone.get(name);
                !is_of_one && both.is_some_and(|both| self.came.last.holds(both))
            })
        };
        if is_merged(after) || is_merged(before) {
            return None;
        }
        let is_window = self.prepared.case.is_window();
        let is_fine = |ended: &Ended| match () {
            () if is_window && std::ptr::eq(ended, &self.came.first) => has_said(ended, "saved"),
            () => ended.code.is_some_and(|code| code < 2),
        };
        for (ended, state) in [(&self.came.first, &self.prepared.new), (second, alone)] {
            if let Some(name) = self.nowhere(state).filter(|_| is_fine(ended)) {
                return Some(format!("what one of two writers made of {name} is nowhere"));
            }
        }
        None
    }

    /// A file whose bytes of a state are in no file.
    fn nowhere(&self, state: &Tree) -> Option<String> {
        let is_nowhere =
            |name: &&&Path| state.get(name).is_some_and(|bytes| !self.came.last.holds(bytes));
        self.targets.iter().find(is_nowhere).map(|name| name.display().to_string())
    }

    fn unreported(&self) -> Option<String> {
        let Came { first, second, between, next, last, .. } = self.came;
        let is_told = [Some(first), second.as_ref(), Some(next)]
            .into_iter()
            .flatten()
            .any(|ended| self.said_more(ended) || self.is_another_end(ended));
        if is_told {
            return None;
        }
        let left = last.left_over();
        if let Some(name) = left.first() {
            return Some(format!("{} stays, and nothing says so", name.display()));
        }
        if !self.is_whole(last) {
            return Some("the folder is half saved, and nothing says so".to_owned());
        }
        let changed = between.changed_in(last);
        let is_restart = self.prepared.case.is_window();
        if let Some(name) = changed.first().filter(|_| !is_restart) {
            return Some(format!("the next command changed {} in silence", name.display()));
        }
        let is_saved = self.states_of(last).iter().flatten().any(|state| *state > 0);
        let is_silent = first.code == self.prepared.ended.code && !is_saved;
        is_silent.then(|| "it ended as if it had saved".to_owned())
    }

    /// Whether it said something that is not said where all goes well.
    fn said_more(&self, ended: &Ended) -> bool {
        ended.lines().any(|line| !self.prepared.usual.contains(&without_numbers(line)))
    }

    /// Whether it ended with an exit code of trouble.
    fn is_another_end(&self, ended: &Ended) -> bool {
        ended.code.is_some_and(|code| code > 1 && Some(code) != self.prepared.ended.code)
    }
}

fn has_said(ended: &Ended, line: &str) -> bool {
    ended.out.lines().any(|said| said == line)
}
