//! The edits of a history, kept in memory as far as a budget goes, and in the journal beyond.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Document;
use super::history::StepId;
use super::journal::{Fetched, Journal, StepPlace, Trouble};

/// Which way an edit leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// It puts in what the step made.
    Redo,
    /// It puts back what was there before.
    Undo,
}

#[derive(Debug)]
pub(super) struct Store<D: Document> {
    held: BTreeMap<StepId, Held<D::Edit>>,
    /// Where the journal has each step.
    places: BTreeMap<StepId, StepPlace>,
    n_words: BTreeMap<StepId, usize>,
    n_bytes: usize,
    /// How many bytes stay in memory where the journal has the rest. Without a journal nothing
    /// is ever let go.
    budget: usize,
    clock: u64,
}

/// An edit for whoever needs it beside the window.
#[derive(Debug)]
pub(super) enum Source<E> {
    Held(Arc<E>),
    Fetched(Fetched),
}

#[derive(Debug)]
struct Held<E> {
    edit: Arc<E>,
    n_bytes: usize,
    /// When it was last touched, on the store's own clock.
    touched: u64,
}

impl<D: Document> Store<D> {
    pub(super) fn new(budget: usize) -> Store<D> {
        let (held, places, n_words) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Store { held, places, n_words, n_bytes: 0, budget, clock: 0 }
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    pub(super) fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
    }

    pub(super) fn put(&mut self, step: StepId, edit: D::Edit) {
        self.clock += 1;
        let n_bytes = D::n_bytes(&edit);
        self.n_bytes += n_bytes;
        self.n_words.insert(step, D::n_words(&edit));
        let held = Held { edit: Arc::new(edit), n_bytes, touched: self.clock };
        if let Some(old) = self.held.insert(step, held) {
            self.n_bytes -= old.n_bytes;
        }
    }

    /// What it held of a step is past; the journal has it.
    pub(super) fn let_go(&mut self, step: StepId) {
        if let Some(held) = self.held.remove(&step) {
            self.n_bytes -= held.n_bytes;
        }
    }

    pub(super) fn is_in_journal(&self, step: StepId) -> bool {
        self.places.contains_key(&step)
    }

    pub(super) fn budget(&self) -> usize {
        self.budget
    }

    /// How many words of the document a step changes.
    pub(super) fn n_words_of(&self, step: StepId) -> usize {
        self.n_words.get(&step).copied().unwrap_or_default()
    }

    /// An edit, which stays.
    pub(super) fn source(
        &self,
        step: StepId,
        side: Side,
        journal: Option<&Journal>,
    ) -> Result<Source<D::Edit>, Trouble> {
        if let Some(held) = self.held.get(&step) {
            return Ok(Source::Held(held.edit.clone()));
        }
        let (Some(place), Some(journal)) = (self.places.get(&step), journal) else {
            return Err(Trouble::LostStep(step));
        };
        Ok(Source::Fetched(journal.fetch(place, side)?))
    }

    pub(super) fn set_place(&mut self, step: StepId, place: StepPlace) {
        self.places.insert(step, place);
    }

    /// Takes an edit out, from the journal where memory has let it go.
    pub(super) fn take(
        &mut self,
        step: StepId,
        side: Side,
        document: &D,
        journal: Option<&Journal>,
    ) -> Result<D::Edit, Trouble> {
        if let Some(held) = self.held.remove(&step) {
            self.n_bytes -= held.n_bytes;
            return Ok(Arc::unwrap_or_clone(held.edit));
        }
        let place = self.places.get(&step);
        let (Some(place), Some(journal)) = (place, journal) else {
            return Err(Trouble::LostStep(step));
        };
        let bytes = journal.read_step(place, side)?;
        document.read_edit(&bytes).map_err(Trouble::Damaged)
    }

    /// Lets go of the edits that were touched longest ago and that the journal has.
    pub(super) fn keep_to_budget(&mut self) {
        if self.n_bytes <= self.budget {
            return;
        }
        let in_journal = self.held.iter().filter(|(step, _)| self.places.contains_key(step));
        let mut by_age: Vec<(u64, StepId)> =
            in_journal.map(|(step, held)| (held.touched, *step)).collect();
        by_age.sort_unstable();
        for (_, step) in by_age {
            if self.n_bytes <= self.budget {
                return;
            }
            if let Some(held) = self.held.remove(&step) {
                self.n_bytes -= held.n_bytes;
            }
        }
    }
}
