//! The steps of a document as a tree, and the ways between them.
//!
//! `undo::History` keeps the tree. Its entries are ids, and what it is asked to do comes out as a
//! list of moves: the document itself is changed by whoever asked.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use undo::{At, Edit, History};

/// A step of a document, numbered from 1 in the order in which they were done, and never again.
/// 0 is the document as it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct StepId(pub u64);

impl StepId {
    pub const OPENED: StepId = StepId(0);
}

/// One step on the way from one state of a document to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    Do(StepId),
    Undo(StepId),
}

/// A step as a panel shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepRow {
    pub id: StepId,
    /// The step that it came after.
    pub parent: StepId,
    /// In words: "Paint type 5".
    pub title: String,
    /// Whether it is in the document as it is now.
    pub is_done: bool,
    /// Whether redo leads there, or has led there already.
    pub is_on_branch: bool,
}

/// The tree of steps, where in it the document is, and where it was when it was saved.
#[derive(Debug, Clone)]
pub struct Steps {
    tree: History<Entry>,
    rows: BTreeMap<StepId, Known>,
    saved: Option<StepId>,
    last: StepId,
    /// Those after which ids may mean other things than before.
    renumbering: BTreeSet<StepId>,
}

#[derive(Debug, Clone)]
struct Known {
    parent: StepId,
    title: String,
}

/// What the tree holds. It never merges: a gesture is gathered outside.
#[derive(Debug, Clone, Copy)]
struct Entry(StepId);

impl Edit for Entry {
    type Target = Vec<Move>;
    type Output = ();

    fn edit(&mut self, moves: &mut Vec<Move>) {
        moves.push(Move::Do(self.0));
    }

    fn undo(&mut self, moves: &mut Vec<Move>) {
        moves.push(Move::Undo(self.0));
    }
}

impl Default for Steps {
    fn default() -> Steps {
        Steps {
            tree: History::builder().limit(usize::MAX).build(),
            rows: BTreeMap::new(),
            saved: Some(StepId::OPENED),
            last: StepId::OPENED,
            renumbering: BTreeSet::new(),
        }
    }
}

impl Steps {
    /// The step that was done last and is not undone.
    pub fn head(&self) -> StepId {
        let index = self.tree.head().index.checked_sub(1);
        let entry = index.and_then(|index| self.tree.get_entry(index));
        entry.map_or(StepId::OPENED, |entry| entry.as_ref().0)
    }

    /// What redo would do.
    pub fn next(&self) -> Option<StepId> {
        self.tree.get_entry(self.tree.head().index).map(|entry| entry.as_ref().0)
    }

    pub fn parent(&self, step: StepId) -> Option<StepId> {
        self.rows.get(&step).map(|known| known.parent)
    }

    pub fn title(&self, step: StepId) -> Option<&str> {
        self.rows.get(&step).map(|known| known.title.as_str())
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The state that is on disk, if it is one of these.
    pub fn saved(&self) -> Option<StepId> {
        self.saved
    }

    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.head())
    }

    pub(super) fn mark_saved(&mut self) {
        self.saved = Some(self.head());
    }

    pub(super) fn mark_saved_at(&mut self, step: StepId) {
        self.saved = Some(step);
    }

    /// None of these is on disk any more.
    pub(super) fn forget_saved(&mut self) {
        self.saved = None;
    }

    pub(super) fn mark_renumbered(&mut self) {
        self.renumbering.insert(self.head());
    }

    /// Whether ids may mean other things between one state and another.
    pub fn is_renumbered(&self, from: StepId, to: StepId) -> bool {
        if self.renumbering.is_empty() {
            return false;
        }
        let passed = |end| {
            let back = std::iter::successors(Some(end), |step| self.parent(*step));
            back.filter(|step| self.renumbering.contains(step)).collect::<BTreeSet<_>>()
        };
        passed(from) != passed(to)
    }

    /// The steps that the document has, the last one first.
    pub fn done(&self) -> impl Iterator<Item = StepId> + '_ {
        let before = |step: &StepId| self.parent(*step);
        std::iter::successors(Some(self.head()), before).filter(|step| *step != StepId::OPENED)
    }

    /// The id that the next step gets.
    pub(super) fn next_id(&self) -> StepId {
        StepId(self.last.0 + 1)
    }

    /// Adds a step after the head. What redo led to becomes a branch.
    pub(super) fn add(&mut self, title: String) -> StepId {
        let id = self.next_id();
        self.last = id;
        self.rows.insert(id, Known { parent: self.head(), title });
        self.tree.edit(&mut Vec::new(), Entry(id));
        id
    }

    /// Goes to a step, as if it had just been done; `None` where there is none of this id.
    pub(super) fn go_to(&mut self, step: StepId) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let at = self.place_of(step)?;
        self.tree.go_to(&mut moves, at);
        Some(moves)
    }

    /// The way to a step, which nobody goes yet; `None` where there is none of this id.
    pub(super) fn way_to(&self, step: StepId) -> Option<Vec<Move>> {
        let (mut tree, mut moves) = (self.tree.clone(), Vec::new());
        tree.go_to(&mut moves, self.place_of(step)?);
        Some(moves)
    }

    fn place_of(&self, step: StepId) -> Option<At> {
        let is_it = |entry: &undo::Entry<Entry>| entry.as_ref().0 == step;
        let root = self.tree.head().root;
        if step == StepId::OPENED {
            return Some(At::new(root, 0));
        }
        if let Some(index) = self.tree.entries().position(is_it) {
            return Some(At::new(root, index + 1));
        }
        self.tree.branches().find_map(|(id, branch)| {
            let index = branch.entries().position(is_it)?;
            Some(At::new(id, branch.parent().index + index + 1))
        })
    }

    /// All steps in the order in which they were done.
    pub fn rows(&self) -> Vec<StepRow> {
        let n_done = self.tree.head().index;
        let branch: BTreeMap<StepId, usize> =
            self.tree.entries().enumerate().map(|(n, entry)| (entry.as_ref().0, n)).collect();
        let row = |(id, known): (&StepId, &Known)| StepRow {
            id: *id,
            parent: known.parent,
            title: known.title.clone(),
            is_done: branch.get(id).is_some_and(|n| *n < n_done),
            is_on_branch: branch.contains_key(id),
        };
        self.rows.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::rng::Rng;

    #[test]
    fn branches_stay_and_can_be_gone_to() {
        let mut steps = Steps::default();
        let [a, b, c] = ["a", "b", "c"].map(|title| steps.add(title.to_owned()));
        assert_eq!(steps.go_to(a), Some(vec![Move::Undo(c), Move::Undo(b)]));
        assert_eq!((steps.head(), steps.next()), (a, Some(b)));
        let d = steps.add("d".to_owned());
        assert_eq!(steps.go_to(c), Some(vec![Move::Undo(d), Move::Do(b), Move::Do(c)]));
        assert_eq!(steps.go_to(StepId(9)), None);
        let rows: Vec<_> =
            steps.rows().iter().map(|r| (r.id.0, r.parent.0, r.is_done, r.is_on_branch)).collect();
        assert_eq!(
            rows,
            [(1, 0, true, true), (2, 1, true, true), (3, 2, true, true), (4, 1, false, false)]
        );
    }

    #[test]
    fn every_jump_takes_the_way_over_the_common_ancestor() {
        let mut rng = Rng::new(3);
        for _ in 0..100 {
            let mut steps = Steps::default();
            let mut parents = BTreeMap::new();
            let mut head = StepId::OPENED;
            for _ in 0..80 {
                if rng.below(2) == 0 {
                    let id = steps.add(String::new());
                    parents.insert(id, head);
                    head = id;
                } else {
                    let to = StepId(u64::from(rng.below(parents.len() as u32 + 1)));
                    let moves = steps.go_to(to).unwrap();
                    for step in moves {
                        match step {
                            Move::Do(id) => {
                                assert_eq!(parents[&id], head);
                                head = id;
                            }
                            Move::Undo(id) => {
                                assert_eq!(id, head);
                                head = parents[&id];
                            }
                        }
                    }
                    assert_eq!(head, to);
                }
                assert_eq!(steps.head(), head);
            }
        }
    }

    #[test]
    fn ids_may_mean_other_things_only_across_a_step_that_renumbers() {
        let mut steps = Steps::default();
        let [a, b, c] = ["a", "b", "c"].map(|title| {
            let step = steps.add(title.to_owned());
            if title == "b" {
                steps.mark_renumbered();
            }
            step
        });
        steps.go_to(a);
        let branch = steps.add("d".to_owned());
        let across = [(a, b), (c, StepId::OPENED), (c, branch)];
        assert!(across.iter().all(|(from, to)| steps.is_renumbered(*from, *to)));
        let within = [(b, c), (a, branch), (branch, StepId::OPENED)];
        assert!(!within.iter().any(|(from, to)| steps.is_renumbered(*from, *to)));
    }

    #[test]
    fn the_saved_state_is_known_again() {
        let mut steps = Steps::default();
        assert!(steps.is_saved());
        let a = steps.add("a".to_owned());
        steps.mark_saved();
        steps.add("b".to_owned());
        assert!(!steps.is_saved());
        steps.go_to(a);
        assert!(steps.is_saved());
    }
}
