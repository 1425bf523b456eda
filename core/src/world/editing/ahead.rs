//! Steps and ways through the history that are worked out beside the window, down to the bytes of the
//! journal. Whoever writes the document has but to take them; one that was made for a state that is
//! past is refused, and nothing is left of it.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Editing, Revision};
use crate::world::Document;
use crate::world::history::StepId;
use crate::world::journal::Trouble;
use crate::world::journal::apart::{LargeEdit, Shelf};
use crate::world::store::Source;

/// Steps whose edits take more bytes than this are written beside the journal.
pub const LARGE: usize = 1 << 20;

/// The state that something is worked out for.
#[derive(Debug)]
pub struct Outset<D: Document> {
    document: D,
    revision: Revision,
    shelf: Option<Shelf>,
}

/// A step that has but to be taken.
#[derive(Debug)]
pub struct ReadyStep<D: Document> {
    revision: Revision,
    document: D,
    undo: D::Edit,
    written: Written,
}

/// The edits of a step as a journal has them.
#[derive(Debug)]
enum Written {
    /// There is no journal.
    Nowhere,
    Bytes {
        redo: Vec<u8>,
        undo: Vec<u8>,
    },
    Apart {
        redo: LargeEdit,
        undo: LargeEdit,
    },
}

/// A way to another state of the document, not gone yet.
#[derive(Debug)]
pub struct Way<D: Document> {
    document: D,
    revision: Revision,
    to: StepId,
    legs: Vec<Leg<D::Edit>>,
    /// So many bytes of edits stay in memory where the journal has the rest.
    budget: usize,
}

#[derive(Debug)]
struct Leg<E> {
    step: StepId,
    edit: Source<E>,
    is_in_journal: bool,
}

/// The end of a way, which has but to be taken.
#[derive(Debug)]
pub struct Arrival<D: Document> {
    document: D,
    revision: Revision,
    to: StepId,
    /// What leads back over each step; `None` where that is left to the journal.
    back: Vec<(StepId, Option<D::Edit>)>,
}

impl<D: Document> Outset<D> {
    pub fn document(&self) -> &D {
        &self.document
    }

    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Does an edit, and writes it down.
    pub fn step(self, edit: &D::Edit) -> ReadyStep<D> {
        let Outset { mut document, revision, shelf } = self;
        let undo = document.held_under(edit);
        document.put(edit);
        let written = shelf.map_or(Written::Nowhere, |shelf| Written::of::<D>(&shelf, edit, &undo));
        ReadyStep { revision, document, undo, written }
    }
}

impl Written {
    fn of<D: Document>(shelf: &Shelf, redo_edit: &D::Edit, undo_edit: &D::Edit) -> Written {
        let (mut redo, mut undo) = (Vec::new(), Vec::new());
        D::write_edit(redo_edit, &mut redo);
        D::write_edit(undo_edit, &mut undo);
        if redo.len() + undo.len() <= LARGE {
            return Written::Bytes { redo, undo };
        }
        let put = |bytes: &[u8]| shelf.put(bytes);
        match put(&redo).and_then(|redo| Ok((redo, put(&undo)?))) {
            Ok((redo, undo)) => Written::Apart { redo, undo },
            // They wait with the journal's records.
            Err(_) => Written::Bytes { redo, undo },
        }
    }
}

impl<D: Document> ReadyStep<D> {
    /// As the document becomes.
    pub fn document(&self) -> &D {
        &self.document
    }
}

impl<D: Document> Way<D> {
    pub fn document(&self) -> &D {
        &self.document
    }

    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Goes all of it, or breaks off where it is told to, which is no arrival.
    pub fn go(
        self,
        may_go_on: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Option<Arrival<D>>, Trouble> {
        let Way { mut document, revision, to, legs, budget } = self;
        let (n_legs, mut n_held, mut back) = (legs.len(), 0_usize, Vec::new());
        for (n_gone, leg) in legs.into_iter().enumerate() {
            if may_go_on(n_gone, n_legs).is_break() {
                return Ok(None);
            }
            let edit = match leg.edit {
                Source::Held(edit) => edit,
                Source::Fetched(fetched) => {
                    let edit = document.read_edit(&fetched.bytes()?);
                    Arc::new(edit.map_err(Trouble::Damaged)?)
                }
            };
            n_held = n_held.saturating_add(D::n_bytes(&edit));
            let is_held = !leg.is_in_journal || n_held <= budget;
            back.push((leg.step, is_held.then(|| document.held_under(&edit))));
            document.put(&edit);
        }
        Ok(may_go_on(n_legs, n_legs).is_continue().then_some(Arrival {
            document,
            revision,
            to,
            back,
        }))
    }
}

impl<D: Document> Arrival<D> {
    /// As the document becomes.
    pub fn document(&self) -> &D {
        &self.document
    }
}

impl<D: Document> Editing<D> {
    /// For a step that is worked out beside the window.
    pub fn outset(&self) -> Outset<D> {
        let journal = self.journal.as_ref().filter(|_| self.journal_trouble.is_none());
        let shelf = journal.map(|journal| journal.shelf());
        Outset { document: self.document.clone(), revision: self.revision, shelf }
    }

    /// Takes a step that was worked out for the document as it is; `None` where that is past.
    pub fn take_step(&mut self, title: impl Into<String>, ready: ReadyStep<D>) -> Option<StepId> {
        self.end();
        let ReadyStep { revision, document, undo, written } = ready;
        let is_unwritten = matches!(written, Written::Nowhere) && self.journal.is_some();
        if revision != self.revision || (is_unwritten && self.journal_trouble.is_none()) {
            return None;
        }
        let (id, title) = (self.steps.next_id(), title.into());
        let place = self.journal_with(|journal| match written {
            Written::Nowhere => Ok(None),
            Written::Bytes { redo, undo } => journal.step(id, &title, &redo, &undo).map(Some),
            Written::Apart { redo, undo } => journal.large_step(id, &title, redo, undo).map(Some),
        });
        self.document = document;
        self.note_step(title, undo, place.flatten());
        Some(id)
    }

    /// About how many words of the document change on the way to a step.
    pub fn n_words_to(&self, step: StepId) -> usize {
        let moves = self.steps.way_to(step).unwrap_or_default();
        moves.into_iter().map(|one| self.store.n_words_of(one.step().0)).sum()
    }

    /// The way to a step, to be gone beside the window; `None` where there is no such step.
    pub fn way_to(&self, to: StepId) -> Result<Option<Way<D>>, Trouble> {
        let Some(moves) = self.steps.way_to(to) else { return Ok(None) };
        let leg = |(step, side)| {
            let journal = Self::journal_of(&self.older_journals, self.journal.as_ref(), step);
            let edit = self.store.source(step, side, journal)?;
            Ok(Leg { step, edit, is_in_journal: self.store.is_in_journal(step) })
        };
        let legs = moves.into_iter().map(|one| leg(one.step())).collect::<Result<_, Trouble>>()?;
        let (document, budget) = (self.document.clone(), self.store.budget());
        Ok(Some(Way { document, revision: self.revision, to, legs, budget }))
    }

    /// Takes the end of a way that began at the document as it is; says whether it did.
    pub fn take_arrival(&mut self, arrival: Arrival<D>) -> bool {
        self.end();
        let Arrival { document, revision, to, back } = arrival;
        if revision != self.revision || self.steps.go_to(to).is_none() {
            return false;
        }
        self.document = document;
        for (step, edit) in back {
            match edit {
                Some(edit) => self.store.put(step, edit),
                None => self.store.let_go(step),
            }
        }
        self.store.keep_to_budget();
        self.revision.0 += 1;
        self.journal_with(|journal| journal.go_to(to));
        true
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::sample::rng::Rng;
    use crate::sample::tera::wide_paths;
    use crate::vfs::ContentHash;
    use crate::world::area::Area;
    use crate::world::area::action::Action;
    use crate::world::area::geometry::Geometry;
    use crate::world::journal::recover::{Recovered, recover};
    use crate::world::journal::{Base, Journal, apart};

    const BASE: &[u8] = b"as it was opened";
    const DELETE: &str = r#"{"action":"delete-nodes","nodes":"everything"}"#;
    const MOVE: &str = r#"{"action":"move-nodes","nodes":"everything","by":[0,0,8],"snap":"none"}"#;

    /// So many nodes that deleting all of them is a large edit.
    fn area() -> Area {
        Area::new(&wide_paths(4, 30_000).unwrap()).unwrap()
    }

    fn edit(area: &Area, json: &str) -> <Area as Document>::Edit {
        let action: Action = serde_json::from_str(json).unwrap();
        action.resolve(area, &Geometry::none()).unwrap().edit.unwrap()
    }

    fn with_journal(area: &Area, path: &Path) -> Editing<Area> {
        let hash = ContentHash::of(BASE);
        let base = Base { name: "a.apd".to_owned(), hash, len: BASE.len() as u64, beside: None };
        Editing::new(area.clone()).with_journal(Journal::start(path, Area::KIND, &base).unwrap())
    }

    fn recovered(area: &Area, path: &Path) -> Recovered<Area> {
        recover(path, area.clone(), BASE).unwrap()
    }

    fn step(editing: &mut Editing<Area>, json: &str) -> StepId {
        let ready = editing.outset().step(&edit(editing.document(), json));
        editing.take_step("Step", ready).unwrap()
    }

    fn go(editing: &mut Editing<Area>, to: StepId) {
        let way = editing.way_to(to).unwrap().unwrap();
        let arrival = way.go(&mut |_, _| ControlFlow::Continue(())).unwrap().unwrap();
        assert!(editing.take_arrival(arrival));
    }

    fn n_files(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn what_is_worked_out_beside_is_as_if_it_were_done_at_once_and_outlives_a_crash() {
        for budget in [0, usize::MAX] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.journal");
            let area = area();
            let (mut beside, mut plain) = (with_journal(&area, &path), Editing::new(area.clone()));
            beside.set_budget(budget);
            let small = r#"{"action":"delete-nodes","nodes":{"ids":[7]}}"#;
            for json in [MOVE, small, DELETE] {
                let edit = edit(plain.document(), json);
                plain.apply("Step", edit);
                step(&mut beside, json);
                assert!(beside.document() == plain.document());
            }
            assert_eq!(n_files(folder.path()), 3, "a large step has two files of its own");
            assert!(beside.n_words_to(StepId(2)) > 100_000);
            let mut rng = Rng::new(3);
            for _ in 0..12 {
                let to = StepId(u64::from(rng.below(4)));
                plain.jump(to).unwrap();
                match rng.below(2) {
                    0 => go(&mut beside, to),
                    _ => assert!(beside.jump(to).unwrap()),
                }
                assert!(beside.document() == plain.document(), "{to:?}");
                assert_eq!(beside.rows(), plain.rows());
            }
            drop(beside);
            let mut again = recovered(&area, &path);
            assert!(again.lost.is_none() && again.editing.document() == plain.document());
            go(&mut again.editing, StepId::OPENED);
            assert!(*again.editing.document() == area);
            again.editing.take_journal().unwrap().remove().unwrap();
            assert_eq!(n_files(folder.path()), 0);
        }
    }

    #[test]
    fn what_was_worked_out_for_a_state_that_is_past_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let area = area();
        let mut editing = with_journal(&area, &folder.path().join("a.journal"));
        let ready = editing.outset().step(&edit(&area, DELETE));
        assert_eq!(n_files(folder.path()), 3);
        let moved = step(&mut editing, MOVE);
        let n_then = n_files(folder.path());
        let before = editing.document().clone();
        assert_eq!(editing.take_step("Late", ready), None);
        assert_eq!(n_files(folder.path()), n_then - 2);
        let way = editing.way_to(StepId::OPENED).unwrap().unwrap();
        let arrival = way.go(&mut |_, _| ControlFlow::Continue(())).unwrap().unwrap();
        step(&mut editing, r#"{"action":"delete-nodes","nodes":{"ids":[7]}}"#);
        assert!(!editing.take_arrival(arrival));
        editing.jump(moved).unwrap();
        assert!(*editing.document() == before && editing.steps().len() == 2);
        let way = editing.way_to(StepId::OPENED).unwrap().unwrap();
        assert!(way.go(&mut |_, _| ControlFlow::Break(())).unwrap().is_none());
    }

    #[test]
    fn a_large_edit_that_is_damaged_or_gone_loses_no_step_before_it() {
        for is_gone in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.journal");
            let area = area();
            let mut editing = with_journal(&area, &path);
            editing.set_budget(0);
            step(&mut editing, r#"{"action":"delete-nodes","nodes":{"ids":[7]}}"#);
            let before = editing.document().clone();
            step(&mut editing, DELETE);
            let file = path.with_extension("edit-2");
            let mut bytes = fs::read(&file).unwrap();
            match is_gone {
                true => fs::remove_file(&file).unwrap(),
                false => {
                    bytes[99] ^= 1;
                    fs::write(&file, bytes).unwrap();
                }
            }
            assert!(editing.undo().is_err(), "and everything is as it was");
            assert_eq!(editing.document().n_nodes(), 0);
            let way = editing.way_to(StepId(1)).unwrap().unwrap();
            assert!(way.go(&mut |_, _| ControlFlow::Continue(())).is_err());
            drop(editing);
            let again = recovered(&area, &path);
            assert!(*again.editing.document() == before);
            let reason = again.lost.unwrap().reason;
            assert!(reason.starts_with("step 2 is incomplete"), "{reason}");
        }
    }

    #[test]
    fn large_edits_whose_journal_is_gone_are_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        let mut editing = with_journal(&area(), &path);
        step(&mut editing, DELETE);
        drop(editing);
        apart::remove_left(folder.path()).unwrap();
        assert_eq!(n_files(folder.path()), 3);
        fs::remove_file(&path).unwrap();
        apart::remove_left(folder.path()).unwrap();
        assert_eq!(n_files(folder.path()), 0);
    }

    #[test]
    fn a_disk_that_takes_no_large_edit_is_told_and_the_work_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("journals");
        let area = area();
        let mut editing = with_journal(&area, &inside.join("a.journal"));
        let outset = editing.outset();
        fs::remove_dir_all(&inside).unwrap();
        fs::write(&inside, b"in the way").unwrap();
        let ready = outset.step(&edit(&area, DELETE));
        assert!(editing.take_step("Delete", ready).is_some());
        assert!(editing.journal_trouble().is_some());
        assert_eq!(editing.document().n_nodes(), 0);
        go(&mut editing, StepId::OPENED);
        assert!(*editing.document() == area);
    }
}
