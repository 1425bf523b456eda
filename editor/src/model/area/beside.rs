//! Edits that would let somebody wait: worked out beside the window, one after the other, and done as
//! soon as they are. Until then they count as unsaved, and saves wait for them.

use std::collections::VecDeque;

use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::edges::{Connect, SortEdges};
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::nodes::{DeleteNodes, MoveNodes, RelistNodes};
use landwright_core::world::area::selection::Selection;
use landwright_core::world::{Document, Revision};

use super::AreaDone;
use super::document::AreaDocument;
use crate::job::{JobId, Progress};
use crate::model::broken::For;
use crate::model::document::DocumentId;
use crate::model::kind::Open;
use crate::model::{Done, Model};

/// What is done to more nodes than this is worked out beside the window.
pub(super) const MANY_NODES: usize = 10_000;

/// The edits of an area that are not worked out yet.
#[derive(Debug, Default)]
pub(in crate::model) struct Beside {
    /// In the order in which they came; the first one is worked out first.
    due: VecDeque<Task>,
    /// The job that works one of them out.
    job: Option<(JobId, TaskId)>,
    n_tasks: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TaskId(u64);

/// Actions that are done as one step.
#[derive(Debug, Clone)]
struct Task {
    id: TaskId,
    title: String,
    actions: Vec<Action>,
}

/// What a task comes to in an area as it was.
#[derive(Debug)]
pub(in crate::model) struct WorkedOut {
    document: DocumentId,
    task: TaskId,
    revision: Revision,
    n_reads: u64,
    /// `None` where it was cancelled.
    outcome: Option<Outcome>,
}

#[derive(Debug)]
struct Outcome {
    edit: Option<Edit>,
    notes: Vec<String>,
    refusals: Vec<String>,
}

impl Beside {
    pub(super) fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    fn add(&mut self, title: String, actions: Vec<Action>) {
        let id = TaskId(self.n_tasks);
        self.n_tasks += 1;
        self.due.push_back(Task { id, title, actions });
    }

    /// The one that a job works out, where nobody gave it up since.
    fn worked_out(&self) -> Option<&Task> {
        let (_, of) = self.job?;
        self.due.front().filter(|task| task.id == of)
    }
}

impl Task {
    fn work_out(&self, area: &Area, geometry: &Geometry, progress: &Progress) -> Option<Outcome> {
        let (mut notes, mut refusals, mut edit) = (Vec::new(), Vec::new(), None);
        let mut after = area.clone();
        for action in &self.actions {
            let resolved = action.resolve_watched(&after, geometry, &mut progress.watcher());
            if progress.is_cancelled() {
                return None;
            }
            match resolved {
                Ok(resolved) => {
                    (after, edit) = (resolved.area, resolved.edit);
                    notes.extend(resolved.notes);
                }
                Err(refusal) => refusals.push(refusal.to_string()),
            }
        }
        if self.actions.len() > 1 {
            edit = area.edit_to(&after);
        }
        Some(Outcome { edit, notes, refusals })
    }
}

impl Model {
    /// Works out what the areas could not do by themselves without letting somebody wait.
    pub(in crate::model) fn do_what_takes_long(&mut self) {
        for area in self.documents.values_mut().filter_map(Open::as_area_mut) {
            if let Some((job, _)) = area.beside.job {
                if area.beside.worked_out().is_none() {
                    self.jobs.cancel(job);
                }
                continue;
            }
            // What the hand still changes would have to be worked out again.
            let due = area.beside.due.front().filter(|_| !area.editing.is_in_gesture());
            let Some(task) = due.cloned() else { continue };
            let (document, revision, n_reads) = (area.id, area.editing.revision(), area.n_reads);
            let (map, geometry, of) = (area.area().clone(), area.geometry.clone(), task.id);
            let title = task.title.clone();
            let job = self.jobs.start_for((document, For::Edit), title, move |progress| {
                let outcome = task.work_out(&map, &geometry, progress);
                let task = task.id;
                let worked_out = WorkedOut { document, task, revision, n_reads, outcome };
                Done::from(AreaDone::WorkedOut(Box::new(worked_out)))
            });
            area.beside.job = Some((job, of));
        }
    }

    pub(super) fn take_worked_out(&mut self, worked_out: WorkedOut) {
        let WorkedOut { document: id, task, revision, n_reads, outcome } = worked_out;
        let Some(document) = self.area_mut(id) else { return };
        document.beside.job = None;
        let is_first = document.beside.due.front().is_some_and(|first| first.id == task);
        let is_past = document.editing.revision() != revision || document.n_reads != n_reads;
        if !is_first || (is_past && outcome.is_some()) {
            // It was given up, or is worked out again for the area as it is now.
            return;
        }
        let Some(Task { title, actions, .. }) = document.beside.due.pop_front() else { return };
        let Some(Outcome { edit, notes, refusals }) = outcome else {
            self.log.note(format!("{title} was given up"));
            self.stay_open(id);
            return;
        };
        // A drag that began meanwhile was of the area as it was.
        document.finish_gesture();
        if let Some(edit) = edit {
            document.apply(title.clone(), edit);
        }
        if actions.len() > 1 {
            // There may be more of a kind than a check tells of.
            document.checked = None;
        }
        if !refusals.is_empty() {
            self.stay_open(id);
        }
        notes.into_iter().for_each(|note| self.log.note(note));
        refusals.iter().for_each(|refusal| self.log.warn(format!("{title}: {refusal}")));
        self.flush(id);
    }

    /// Working the first one out broke off, as it would again.
    pub(in crate::model) fn forget_edit(&mut self, id: DocumentId) {
        let Some(document) = self.area_mut(id) else { return };
        if document.beside.worked_out().is_some() {
            document.beside.due.pop_front();
        }
        document.beside.job = None;
        self.stay_open(id);
    }
}

impl AreaDocument {
    /// Lets actions be worked out beside the window, after those that are due already, and done as
    /// one step.
    pub(super) fn do_beside(&mut self, title: impl Into<String>, actions: Vec<Action>) {
        self.beside.add(title.into(), actions);
    }

    /// What is not worked out yet is never done. Says whether there was something.
    pub(super) fn give_edits_up(&mut self) -> bool {
        let titles = self.beside.due.drain(..).map(|task| task.title);
        let said: Vec<String> = titles.map(|title| format!("{title} was given up")).collect();
        let was_due = !said.is_empty();
        self.untold.extend(said);
        was_due
    }

    /// Whether somebody would have to wait for some actions.
    pub(super) fn take_long(&self, actions: &[Action]) -> bool {
        let mut n_nodes = 0;
        actions.iter().any(|action| {
            n_nodes += self.n_nodes_of(action);
            n_nodes > MANY_NODES
        })
    }

    /// How many nodes are looked at for an action, as far as that can be many.
    fn n_nodes_of(&self, action: &Action) -> usize {
        let nodes = match action {
            Action::MoveNodes(MoveNodes { nodes, .. })
            | Action::DeleteNodes(DeleteNodes { nodes })
            | Action::RelistNodes(RelistNodes { nodes })
            | Action::SortEdges(SortEdges { nodes, .. })
            | Action::Connect(Connect { nodes, .. }) => nodes,
            _ => return 0,
        };
        match nodes {
            Selection::Ids(ids) => ids.len(),
            Selection::ComponentOf(node) => self.area().component_up_to(*node, MANY_NODES).len(),
            // All are looked at.
            Selection::Everything | Selection::Box(_) => self.area().n_nodes() as usize,
        }
    }
}
