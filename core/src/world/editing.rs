//! A document under work: its state, its steps, its journal, and the gesture under way.

pub mod ahead;

use std::borrow::Borrow;

use serde::Serialize;

use super::Document;
use super::history::{Move, StepId, StepRow, Steps};
use super::journal::{Journal, Save, Share, StepPlace, Trouble};
use super::store::{Side, Store};
use crate::vfs::{FileError, Fingerprint};

/// How much memory the edits of one document take before the oldest are left to the journal.
pub const DEFAULT_BUDGET: usize = 64 << 20;

/// Counts the changes of a document, undone and redone ones included: the result of a job is
/// good only for the revision that it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize)]
#[serde(transparent)]
pub struct Revision(pub u64);

/// A document that is edited. It has one writer; jobs get clones of the document.
#[derive(Debug)]
pub struct Editing<D: Document> {
    document: D,
    revision: Revision,
    steps: Steps,
    store: Store<D>,
    journal: Option<Journal>,
    /// Why the journal was given up: it would have a gap. Everything goes on in memory.
    journal_trouble: Option<FileError>,
    /// Journals that were given up, each with the last step that it may have.
    older_journals: Vec<(StepId, Journal)>,
    gesture: Option<Gesture<D>>,
}

/// A gesture that is not finished: it grows outside the history and enters it as one step.
#[derive(Debug)]
struct Gesture<D> {
    before: D,
    title: String,
}

impl<D: Document> Editing<D> {
    pub fn new(document: D) -> Editing<D> {
        Editing {
            document,
            revision: Revision::default(),
            steps: Steps::default(),
            store: Store::new(DEFAULT_BUDGET),
            journal: None,
            journal_trouble: None,
            older_journals: Vec::new(),
            gesture: None,
        }
    }

    /// With a journal that was just started, or the one that the document was recovered from.
    pub fn with_journal(mut self, journal: Journal) -> Editing<D> {
        self.journal = Some(journal);
        self
    }

    /// Starts to write to a journal; before the first step, since it has to hold all of them.
    pub fn start_journal(&mut self, journal: Journal) {
        if self.steps.is_empty() && self.journal.is_none() {
            self.journal = Some(journal);
            if self.steps.saved().is_none() {
                self.journal_with(Journal::unsaved);
            }
        }
    }

    /// Whether the journal was given up, and everything is saved: a new one may begin here.
    pub fn needs_new_journal(&self) -> bool {
        self.journal_trouble.is_some() && self.is_saved()
    }

    /// Goes on with a new journal on what is saved now, where that is needed; says whether it does.
    /// What the old one has can still be undone.
    pub fn restart_journal(&mut self, journal: Journal) -> bool {
        if !self.needs_new_journal() {
            return false;
        }
        let last = StepId(self.steps.next_id().0.saturating_sub(1));
        if let Some(old) = self.journal.take() {
            self.older_journals.push((last, old));
        }
        self.journal = Some(journal.beginning_at(self.steps.head(), last));
        self.journal_trouble = None;
        true
    }

    /// The journal that has a step, if one has it.
    fn journal_of<'j>(
        older: &'j [(StepId, Journal)],
        journal: Option<&'j Journal>,
        step: StepId,
    ) -> Option<&'j Journal> {
        let old = older.iter().find(|(last, _)| step <= *last);
        old.map(|(_, journal)| journal).or(journal)
    }

    /// Gives the journal up: its document is closed. Steps that only it holds can't be undone
    /// any more.
    pub fn take_journal(&mut self) -> Option<Journal> {
        for (_, older) in self.older_journals.drain(..) {
            // Where this fails, it is offered after a crash as older than its file.
            let _ = older.remove();
        }
        self.journal.take()
    }

    pub fn set_budget(&mut self, n_bytes: usize) {
        self.store.set_budget(n_bytes);
        self.store.keep_to_budget();
    }

    /// The document as it is. A clone is a snapshot for a job.
    pub fn document(&self) -> &D {
        &self.document
    }

    /// Tells the document what stands around its files, which no edit touches.
    pub fn look_around(&mut self, see: impl Fn(&mut D)) {
        see(&mut self.document);
        if let Some(gesture) = &mut self.gesture {
            see(&mut gesture.before);
        }
    }

    pub fn revision(&self) -> Revision {
        self.revision
    }

    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Every step as a panel shows it, branches included.
    pub fn rows(&self) -> Vec<StepRow> {
        self.steps.rows()
    }

    pub fn is_saved(&self) -> bool {
        self.gesture.is_none() && self.steps.is_saved()
    }

    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }

    /// To be shown as long as it is there: a crash would lose what came after it.
    pub fn journal_trouble(&self) -> Option<&FileError> {
        let waiting = || self.journal.as_ref().and_then(Journal::trouble);
        self.journal_trouble.as_ref().or_else(waiting)
    }

    /// Writes to the journal what the disk didn't take before. Says whether all of it is there now.
    pub fn try_journal_again(&mut self) -> bool {
        let journal = self.journal.as_mut().filter(|_| self.journal_trouble.is_none());
        journal.is_some_and(|journal| journal.try_again().is_ok())
    }

    /// How much memory the edits take.
    pub fn n_bytes(&self) -> usize {
        self.store.n_bytes()
    }

    /// Makes an edit a step of its own. A gesture under way is ended first.
    pub fn apply(&mut self, title: impl Into<String>, edit: impl Borrow<D::Edit>) -> StepId {
        self.end();
        let edit = edit.borrow();
        let undo = self.document.held_under(edit);
        self.document.put(edit);
        self.add(title.into(), edit, undo)
    }

    /// A step that changes nothing but says what a person decided. A gesture under way is ended first.
    pub fn note(&mut self, title: impl Into<String>) -> StepId {
        let nothing = self.document.no_edit();
        self.apply(title, nothing)
    }

    /// Begins a gesture, such as a drag.
    pub fn begin(&mut self, title: impl Into<String>) {
        self.end();
        self.gesture = Some(Gesture { before: self.document.clone(), title: title.into() });
    }

    pub fn is_in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Lets the gesture under way grow by an edit; without one, begins and leaves it open.
    pub fn grow(&mut self, edit: &D::Edit) {
        if self.gesture.is_none() {
            self.begin("Edit");
        }
        self.document.put(edit);
        self.revision.0 += 1;
    }

    /// As [`Editing::grow`], where what the edit makes of the document is there already: nothing has
    /// to be copied twice.
    pub fn grow_to(&mut self, document: D) {
        if self.gesture.is_none() {
            self.begin("Edit");
        }
        self.document = document;
        self.revision.0 += 1;
    }

    /// Ends the gesture under way and makes it a step; `None` where it changed nothing.
    pub fn end(&mut self) -> Option<StepId> {
        let Gesture { before, title } = self.gesture.take()?;
        let redo = before.edit_to(&self.document)?;
        let undo = before.held_under(&redo);
        Some(self.add(title, &redo, undo))
    }

    /// Gives the gesture under way up, as if it had never begun.
    pub fn cancel(&mut self) {
        if let Some(gesture) = self.gesture.take() {
            self.document = gesture.before;
            self.revision.0 += 1;
        }
    }

    /// Undoes the step done last. A gesture under way is ended first.
    pub fn undo(&mut self) -> Result<Option<StepId>, Trouble> {
        self.end();
        let head = self.steps.head();
        match self.steps.parent(head) {
            Some(parent) => self.go_to(parent).map(|_| Some(head)),
            None => Ok(None),
        }
    }

    /// Does the step again that was undone last.
    pub fn redo(&mut self) -> Result<Option<StepId>, Trouble> {
        self.end();
        match self.steps.next() {
            Some(next) => self.go_to(next).map(|_| Some(next)),
            None => Ok(None),
        }
    }

    /// Goes to the state right after a step, on whatever branch; says whether there is such a
    /// step. After an error everything is as it was.
    pub fn jump(&mut self, step: StepId) -> Result<bool, Trouble> {
        self.end();
        self.go_to(step)
    }

    /// Marks the document as saved with these bytes.
    pub fn mark_saved(&mut self, saved: &Fingerprint) {
        self.end();
        self.mark_saved_at(self.steps.head(), saved, Share::Whole);
    }

    /// Marks the state right after a step as saved: the document may have gone on since. After a
    /// save of a part, [`Editing::forget_saved`] follows.
    pub fn mark_saved_at(&mut self, step: StepId, saved: &Fingerprint, share: Share<'_>) {
        self.steps.mark_saved_at(step);
        let (head, hash, len) = (self.steps.head(), saved.hash, saved.len);
        match (&self.journal_trouble, &self.journal) {
            (Some(_), Some(journal)) if step == head && share == Share::Whole => journal.unlist(),
            _ => {
                let save = Save { step, head, hash, len, share };
                self.journal_with(|journal| journal.saved(&save));
            }
        }
    }

    /// As a disk does that takes nothing for a long time: for tests of what follows.
    #[doc(hidden)]
    pub fn give_journal_up(&mut self) {
        let Some(journal) = &self.journal else { return };
        let (len, limit) = (u64::MAX, 0);
        let error = FileError::new(journal.path(), crate::vfs::Trouble::TooLarge { len, limit });
        self.journal_trouble = Some(error);
    }

    /// From here on the document is kept in another file, which a crash has to know of.
    pub fn goes_on_at(&mut self, name: &str) {
        self.journal_with(|journal| journal.goes_on_at(name));
    }

    /// No step counts as saved any more, because what was saved is not what is on disk. A journal
    /// goes on to say what was saved last.
    pub fn forget_saved(&mut self) {
        if self.steps.saved().is_some() {
            self.steps.forget_saved();
            self.journal_with(Journal::unsaved);
        }
    }

    /// After the step done last, ids may mean other things than before it.
    pub fn mark_renumbered(&mut self) {
        self.steps.mark_renumbered();
        self.journal_with(Journal::renumbered);
    }

    fn add(&mut self, title: String, redo: &D::Edit, undo: D::Edit) -> StepId {
        let id = self.steps.next_id();
        let place = self.journal_with(|journal| {
            let (mut redo_bytes, mut undo_bytes) = (Vec::new(), Vec::new());
            D::write_edit(redo, &mut redo_bytes);
            D::write_edit(&undo, &mut undo_bytes);
            journal.step(id, &title, &redo_bytes, &undo_bytes)
        });
        self.note_step(title, undo, place);
        id
    }

    fn note_step(&mut self, title: String, undo: D::Edit, place: Option<StepPlace>) {
        let id = self.steps.add(title);
        self.store.put(id, undo);
        if let Some(place) = place {
            self.store.set_place(id, place);
        }
        self.store.keep_to_budget();
        self.revision.0 += 1;
    }

    fn go_to(&mut self, step: StepId) -> Result<bool, Trouble> {
        let origin = self.steps.head();
        if step == origin {
            return Ok(true);
        }
        let Some(moves) = self.steps.go_to(step) else { return Ok(false) };
        for (n_done, one) in moves.iter().enumerate() {
            if let Err(trouble) = self.carry_out(*one) {
                for one in moves.iter().take(n_done).rev() {
                    // Those were just used, so memory still has them.
                    let _ = self.carry_out(one.reversed());
                }
                self.steps.go_to(origin);
                return Err(trouble);
            }
        }
        self.store.keep_to_budget();
        self.revision.0 += 1;
        self.journal_with(|journal| journal.go_to(step));
        Ok(true)
    }

    fn carry_out(&mut self, one: Move) -> Result<(), Trouble> {
        let (step, side) = one.step();
        let journal = Self::journal_of(&self.older_journals, self.journal.as_ref(), step);
        let mut edit = self.store.take(step, side, &self.document, journal)?;
        self.document.swap(&mut edit);
        self.store.put(step, edit);
        Ok(())
    }

    /// Writes to the journal. What the disk doesn't take waits there; where the journal doesn't take
    /// it either, it is given up, since one with a gap would recover nonsense. What it holds already
    /// can still be read.
    fn journal_with<T>(
        &mut self,
        write: impl FnOnce(&mut Journal) -> Result<T, FileError>,
    ) -> Option<T> {
        if self.journal_trouble.is_some() {
            return None;
        }
        match write(self.journal.as_mut()?) {
            Ok(written) => Some(written),
            Err(error) => {
                self.journal_trouble = Some(error);
                None
            }
        }
    }

    /// For recovery: a step that a journal has already.
    pub(super) fn replay_step(&mut self, title: &str, mut redo: D::Edit, place: StepPlace) {
        let id = self.steps.add(title.to_owned());
        self.document.swap(&mut redo);
        self.store.put(id, redo);
        self.store.set_place(id, place);
        self.revision.0 += 1;
    }

    /// For recovery: a move that a journal has already.
    pub(super) fn replay_move(&mut self, step: StepId) -> Result<bool, Trouble> {
        self.go_to(step)
    }

    pub(super) fn replay_saved(&mut self) {
        self.steps.mark_saved();
    }

    pub(super) fn replay_renumbered(&mut self) {
        self.steps.mark_renumbered();
    }

    pub(super) fn replay_unsaved(&mut self) {
        self.steps.forget_saved();
    }
}

impl Move {
    fn step(self) -> (StepId, Side) {
        match self {
            Move::Do(step) => (step, Side::Redo),
            Move::Undo(step) => (step, Side::Undo),
        }
    }

    fn reversed(self) -> Move {
        match self {
            Move::Do(step) => Move::Undo(step),
            Move::Undo(step) => Move::Do(step),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::rng::Rng;
    use crate::world::gat::GatMap;
    use crate::world::gat::action::Action;
    use crate::world::gat::tests::{map, sample};

    fn dab(rng: &mut Rng, map: &GatMap) -> (Action, GatMap) {
        let (x, y) = (rng.below(map.width()), rng.below(map.height()));
        let (size, kind) = (1 + rng.below(8), rng.below(7));
        let json = match rng.below(6) {
            0 => format!(r#"{{"action":"resize","width":{},"height":20}}"#, 20 + size),
            1 => format!(
                r#"{{"action":"shape-heights","region":{{"connected":{{"x":{x},"y":{y}}}}},"how":"flatten"}}"#
            ),
            2 => r#"{"action":"convert","version":"1.2"}"#.to_owned(),
            _ => format!(
                r#"{{"action":"paint","region":{{"brush":{{"points":[[{x},{y}]],"size":{size}}}}},"ink":{{"raw":{kind}}}}}"#
            ),
        };
        let action: Action = serde_json::from_str(&json).unwrap();
        let resolved = action.resolve(map).unwrap();
        (action, resolved.map)
    }

    #[test]
    fn histories_equal_a_list_of_whole_maps() {
        let mut rng = Rng::new(11);
        for _ in 0..20 {
            let start = GatMap::new(&sample(1, 25, 20)).unwrap();
            let mut editing = Editing::new(start.clone());
            // The map after each step, the step before it, and where redo leads.
            let mut states = vec![(start, 0)];
            let mut head = 0;
            for _ in 0..60 {
                match rng.below(4) {
                    0 => {
                        let undone = editing.undo().unwrap();
                        assert_eq!(undone.is_some(), head != 0);
                        head = states[head].1;
                    }
                    1 => {
                        let to = rng.below(states.len() as u32) as usize;
                        assert!(editing.jump(StepId(to as u64)).unwrap());
                        head = to;
                    }
                    2 => {
                        if let Some(step) = editing.redo().unwrap() {
                            assert_eq!(states[step.0 as usize].1, head);
                            head = step.0 as usize;
                        }
                    }
                    _ => {
                        let (action, new) = dab(&mut rng, editing.document());
                        if let Some(edit) = action.resolve(editing.document()).unwrap().edit {
                            let step = editing.apply(action.title(), edit);
                            assert_eq!(step.0 as usize, states.len());
                            states.push((new, head));
                            head = states.len() - 1;
                        }
                    }
                }
                assert_eq!(editing.document(), &states[head].0);
                assert_eq!(editing.steps().head().0 as usize, head);
            }
        }
    }

    #[test]
    fn a_drag_is_undone_as_one() {
        let mut editing = Editing::new(map(&["000", "000"]));
        let before = editing.document().clone();
        editing.begin("Paint type 5");
        for x in [0, 1, 2, 1] {
            let json =
                format!(r#"{{"action":"set-cells","cells":[{{"x":{x},"y":0,"terrain":5}}]}}"#);
            let action: Action = serde_json::from_str(&json).unwrap();
            if let Some(edit) = action.resolve(editing.document()).unwrap().edit {
                editing.grow(&edit);
            }
        }
        assert!(!editing.is_saved());
        assert_eq!(editing.end(), Some(StepId(1)));
        assert_eq!(editing.rows()[0].title, "Paint type 5");
        assert_eq!(editing.undo().unwrap(), Some(StepId(1)));
        assert_eq!(editing.document(), &before);
        assert!(editing.is_saved());
        editing.begin("Nothing");
        assert_eq!(editing.end(), None);
    }

    #[test]
    fn a_gesture_that_is_given_up_leaves_nothing() {
        let mut editing = Editing::new(map(&["000"]));
        let before = editing.document().clone();
        let (action, _) = dab(&mut Rng::new(40), editing.document());
        editing.begin("Drag");
        if let Some(edit) = action.resolve(editing.document()).unwrap().edit {
            editing.grow(&edit);
        }
        editing.cancel();
        assert_eq!(editing.document(), &before);
        assert!(editing.rows().is_empty());
    }

    #[test]
    fn a_thousand_strokes_are_small() {
        let gat = sample(1, 512, 512);
        let mut editing = Editing::new(GatMap::new(&gat).unwrap());
        let mut rng = Rng::new(5);
        for n in 0..1000 {
            let mut point = || [rng.below(512), rng.below(512)];
            let (a, b) = (point(), point());
            let json = format!(
                r#"{{"action":"paint","region":{{"brush":{{"points":[{a:?},{b:?}],"size":33}}}},"ink":{{"raw":{}}}}}"#,
                n % 7
            );
            let action: Action = serde_json::from_str(&json).unwrap();
            if let Some(edit) = action.resolve(editing.document()).unwrap().edit {
                editing.apply(action.title(), edit);
            }
        }
        assert!(editing.n_bytes() < 16 << 20, "{} bytes", editing.n_bytes());
    }
}
