//! What merges of a document left undecided: each place that both sides changed, with what it was
//! and what either side made of it. Ours is in the document, until a person decides.
//!
//! A decision is a step of the history. A conflict is decided as long as that step is done, so an
//! undo opens it again.

pub(crate) mod keeping;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::problem::counted::counted;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::StepId;
use landwright_core::world::history::Steps;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::versions::differences::At;

/// What a merge left undecided.
#[derive(Debug, Default)]
pub struct Undecided {
    pub conflicts: Vec<Conflict>,
    /// What can't be decided later, as lines to read.
    pub told: Vec<String>,
    /// All of the other side, where it is kept.
    pub theirs: Option<Theirs>,
}

/// The version on disk that was merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Theirs {
    pub fingerprint: Fingerprint,
    pub backup: PathBuf,
}

/// Something that both sides changed, each in its own way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    pub at: At,
    pub thing: String,
    pub field: String,
    pub base: String,
    pub ours: String,
    pub theirs: String,
    /// Everything by which its kind decides it for the other side.
    pub take: Value,
}

/// The side that a conflict is decided for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Ours,
    Theirs,
}

/// Which conflicts are decided, by their places in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    One(usize),
    /// The chosen ones. Of cells, those that are selected, where any is.
    Chosen,
    All,
}

/// What the Conflicts panel asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settle {
    /// Chooses a conflict of the list, and shows where it is; or one more.
    Choose {
        row: usize,
        is_added: bool,
    },
    Decide(Side, Which),
}

/// A conflict that is open, and of cells, those in which it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenConflict {
    /// Its place among all conflicts.
    pub row: usize,
    pub conflict: Conflict,
}

/// The conflicts of a document.
#[derive(Debug, Default)]
pub struct Conflicts {
    rows: Vec<Row>,
    pub theirs: Option<Theirs>,
    open: Arc<Vec<OpenConflict>>,
    /// Of which step they are the open ones.
    open_at: Option<StepId>,
    /// How many lists of open ones there were: what is shown of one lasts until the next.
    pub n_lists: u64,
    pub chosen: BTreeSet<usize>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Row {
    conflict: Conflict,
    decisions: Vec<Decision>,
}

/// It is in force while its step is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Decision {
    step: u64,
    /// The title of the step: a journal that lost steps gives their numbers anew.
    title: String,
    side: Side,
    /// `None` for all of the conflict.
    cells: Option<Vec<[u32; 2]>>,
}

/// The titles of the steps that lead to where the history is.
fn titles_of_done(steps: &Steps) -> HashMap<u64, &str> {
    steps.done().map(|step| (step.0, steps.title(step).unwrap_or_default())).collect()
}

impl Decision {
    fn is_in_force(&self, done: &HashMap<u64, &str>) -> bool {
        let is_first = self.step == StepId::OPENED.0;
        is_first || done.get(&self.step).is_some_and(|title| *title == self.title)
    }
}

impl Row {
    /// Whether decisions are about all of it that no undo takes back. Of a later step nobody knows here
    /// whether it is done: a conflict that is shown again is better than one that is lost.
    fn is_decided_for_good(&self) -> bool {
        let for_good = || self.decisions.iter().filter(|it| it.step == StepId::OPENED.0);
        let decided = for_good().filter_map(|decision| decision.cells.as_ref());
        let decided: HashSet<&[u32; 2]> = decided.flatten().collect();
        let is_whole = for_good().any(|decision| decision.cells.is_none());
        is_whole
            || match &self.conflict.at {
                At::Cells { cells, .. } => cells.iter().all(|cell| decided.contains(cell)),
                At::Thing { .. } | At::File => false,
            }
    }
}

impl Conflicts {
    /// Takes what one more merge found. Of one place, the last merge counts.
    pub(crate) fn add(&mut self, found: Vec<Conflict>) {
        let mut cells: HashMap<&str, HashSet<[u32; 2]>> = HashMap::new();
        let mut things = HashSet::new();
        for conflict in &found {
            match &conflict.at {
                At::Cells { cells: of, .. } => {
                    cells.entry(&conflict.field).or_default().extend(of);
                }
                At::Thing { .. } | At::File => {
                    things.insert((&*conflict.thing, &*conflict.field));
                }
            }
        }
        self.rows.retain_mut(|Row { conflict, .. }| match &mut conflict.at {
            At::Cells { cells: of, .. } => {
                let found = cells.get(&*conflict.field);
                of.retain(|cell| found.is_none_or(|found| !found.contains(cell)));
                !of.is_empty()
            }
            At::Thing { .. } | At::File => !things.contains(&(&*conflict.thing, &*conflict.field)),
        });
        let rows = found.into_iter().map(|conflict| Row { conflict, decisions: Vec::new() });
        self.rows.extend(rows);
        self.open_at = None;
        self.chosen.clear();
    }

    /// Those that are open, as of the last look at the history.
    pub fn open(&self) -> &Arc<Vec<OpenConflict>> {
        &self.open
    }

    pub fn open_row(&self, row: usize) -> Option<&OpenConflict> {
        self.open.iter().find(|open| open.row == row)
    }

    /// Looks which of them are open in the state that the history is in.
    pub(crate) fn follow(&mut self, steps: &Steps) {
        if self.open_at == Some(steps.head()) {
            return;
        }
        self.open_at = Some(steps.head());
        let done = titles_of_done(steps);
        let is_done = |decision: &&Decision| decision.is_in_force(&done);
        let open = self.rows.iter().enumerate().filter_map(|(row, of)| {
            let mut conflict = of.conflict.clone();
            let mut decided = HashSet::new();
            for decision in of.decisions.iter().filter(is_done) {
                decided.extend(decision.cells.as_ref()?.iter().copied());
            }
            if let At::Cells { cells, .. } = &mut conflict.at {
                cells.retain(|cell| !decided.contains(cell));
                if cells.is_empty() {
                    return None;
                }
                if !decided.is_empty() {
                    conflict.thing = counted(cells.len(), "cell", "cells");
                    conflict.thing.push_str(" of ");
                    conflict.thing.push_str(&of.conflict.thing);
                }
            }
            Some(OpenConflict { row, conflict })
        });
        self.open = Arc::new(open.collect());
        self.n_lists += 1;
        self.chosen.retain(|row| self.open.iter().any(|open| open.row == *row));
    }

    /// Notes what a step decided.
    pub(crate) fn decide(
        &mut self,
        decided: &[OpenConflict],
        side: Side,
        (step, title): (StepId, &str),
    ) {
        for OpenConflict { row, conflict } in decided {
            let Some(of) = self.rows.get_mut(*row) else { continue };
            let cells = match &conflict.at {
                At::Cells { cells, .. } if of.conflict.at != conflict.at => Some(cells.clone()),
                _ => None,
            };
            let (step, title) = (step.0, title.to_owned());
            of.decisions.push(Decision { step, title, side, cells });
        }
        self.open_at = None;
    }
}

impl Conflict {
    /// About a field of a thing, with what it is on each side: base, ours, theirs.
    pub(crate) fn of_field(
        thing: String,
        field: String,
        [base, ours, theirs]: [String; 3],
        take: &impl Serialize,
    ) -> Conflict {
        let at = At::Thing { name: thing.clone(), field: field.clone() };
        let take = serde_json::to_value(take).unwrap_or_default();
        Conflict { at, thing, field, base, ours, theirs, take }
    }

    /// "#1, walk-speed".
    pub fn in_words(&self) -> String {
        format!("{}, {}", self.thing, self.field)
    }

    /// The same conflict in some of its cells; `None` in none of them.
    pub(crate) fn within(&self, selected: &HashSet<[u32; 2]>) -> Option<Conflict> {
        let At::Cells { field, cells } = &self.at else { return None };
        let cells: Vec<_> = cells.iter().copied().filter(|cell| selected.contains(cell)).collect();
        let at = At::Cells { field: field.clone(), cells };
        let is_any = !matches!(&at, At::Cells { cells, .. } if cells.is_empty());
        is_any.then(|| Conflict { at, ..self.clone() })
    }
}

/// "1 conflict is left"; in words for a person.
pub(crate) fn left_in_words(n_left: usize) -> String {
    match n_left {
        0 => "no conflict is left".to_owned(),
        1 => "1 conflict is left".to_owned(),
        n => format!("{n} conflicts are left"),
    }
}

#[cfg(test)]
mod tests;
