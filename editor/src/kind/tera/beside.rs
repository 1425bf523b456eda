//! What would let somebody wait: edits of many nodes, and ways through the history over such edits.
//! Each is worked out beside the window, one after the other, with all that follows from it; the window
//! takes it where the area is still the one that it was worked out for. Until then it counts as unsaved,
//! and saves wait for it.

use std::collections::VecDeque;
use std::sync::Arc;

use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::edges::{Connect, SortEdges};
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::nodes::{DeleteNodes, MoveNodes, RelistNodes};
use landwright_core::world::area::regenerate::Regenerate;
use landwright_core::world::area::selection::Selection;
use landwright_core::world::area::squares::Squares;
use landwright_core::world::editing::ahead::{Arrival, Outset, ReadyStep, Way};
use landwright_core::world::journal::Trouble;
use landwright_core::world::{Document, Revision, StepId};

use super::AreaDone;
use super::document::AreaDocument;
use super::edit::Aftermath;
use crate::job::{JobId, Progress};
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::model::Model;
use crate::model::tick::Done;
use crate::view::id::DocumentId;

/// Everything that is done to more nodes than this is worked out beside the window.
pub(super) const MANY_NODES: usize = 10_000;

/// So much is changed beside the window: deleting a node changes about twenty words, moving one three.
pub(super) const MANY_WORDS: usize = 10_000;

/// Everything that is done to an area and not worked out yet.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// In the order in which they came; the first one is worked out first.
    due: VecDeque<Task>,
    /// The job that works one of them out.
    job: Option<(JobId, TaskId)>,
    n_tasks: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TaskId(u64);

#[derive(Debug)]
struct Task {
    id: TaskId,
    title: String,
    what: Arc<What>,
}

#[derive(Debug)]
enum What {
    /// Actions that are done as one step.
    Act(Vec<Action>),
    /// A step that makes another area of that of a revision.
    Become(Area, Revision),
    /// A way through the history.
    GoTo(StepId),
}

/// The result of a task in an area as it was.
#[derive(Debug)]
pub(crate) struct WorkedOut {
    document: DocumentId,
    task: TaskId,
    revision: Revision,
    n_reads: u64,
    /// `None` where it was cancelled.
    outcome: Option<Outcome>,
}

#[derive(Debug)]
enum Outcome {
    Step {
        ready: Option<Box<(ReadyStep<Area>, Aftermath)>>,
        notes: Vec<String>,
        refusals: Vec<String>,
    },
    Arrival(Box<(Arrival<Area>, Option<Aftermath>)>),
    /// The way can't be gone.
    Lost(Trouble),
}

/// Where a task begins.
#[derive(Debug)]
enum Start {
    Step(Outset<Area>),
    Way(Way<Area>),
}

impl Beside {
    pub(super) fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    /// Whether it can't be worked out over anything that is done meanwhile: that has to wait.
    pub(super) fn comes_first(&self) -> bool {
        self.due.iter().any(|task| !matches!(*task.what, What::Act(_)))
    }

    fn add(&mut self, title: String, what: What) {
        let id = TaskId(self.n_tasks);
        self.n_tasks += 1;
        self.due.push_back(Task { id, title, what: Arc::new(what) });
    }

    /// The one that a job works out, where nobody gave it up since.
    fn worked_out(&self) -> Option<&Task> {
        let (_, of) = self.job?;
        self.due.front().filter(|task| task.id == of)
    }
}

impl What {
    /// `None` where it is cancelled.
    fn work_out(&self, start: Start, geometry: &Geometry, progress: &Progress) -> Option<Outcome> {
        match (self, start) {
            (_, Start::Way(way)) => {
                let before = way.document().clone();
                let arrival = match way.go(&mut progress.watcher()) {
                    Ok(arrival) => arrival?,
                    Err(trouble) => return Some(Outcome::Lost(trouble)),
                };
                let edit = before.edit_to(arrival.document());
                let aftermath =
                    edit.map(|edit| Aftermath::at_leisure(&before, arrival.document(), &edit));
                Some(Outcome::Arrival(Box::new((arrival, aftermath))))
            }
            (What::Act(actions), Start::Step(outset)) => act(actions, outset, geometry, progress),
            (What::Become(area, _), Start::Step(outset)) => {
                let edit = outset.document().edit_to(area);
                let (notes, refusals) = (Vec::new(), Vec::new());
                let ready = edit.map(|edit| ready(outset, &edit));
                (!progress.is_cancelled()).then_some(Outcome::Step { ready, notes, refusals })
            }
            (What::GoTo(_), Start::Step(_)) => None,
        }
    }
}

fn act(
    actions: &[Action],
    outset: Outset<Area>,
    geometry: &Geometry,
    progress: &Progress,
) -> Option<Outcome> {
    let (mut notes, mut refusals, mut edit) = (Vec::new(), Vec::new(), None);
    let mut after = outset.document().clone();
    for action in actions {
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
    if actions.len() > 1 {
        edit = outset.document().edit_to(&after);
    }
    let ready = edit.map(|edit| ready(outset, &edit));
    (!progress.is_cancelled()).then_some(Outcome::Step { ready, notes, refusals })
}

/// The step with all that follows from it.
fn ready(outset: Outset<Area>, edit: &Edit) -> Box<(ReadyStep<Area>, Aftermath)> {
    let before = outset.document().clone();
    let step = outset.step(edit);
    let aftermath = Aftermath::at_leisure(&before, step.document(), edit);
    Box::new((step, aftermath))
}

impl Model {
    /// Works out what the areas could not do by themselves without letting somebody wait.
    pub(crate) fn do_what_takes_long(&mut self) {
        for area in self.documents.values_mut().filter_map(Open::as_area_mut) {
            if let Some((job, _)) = area.beside.job {
                if area.beside.worked_out().is_none() {
                    self.jobs.cancel(job);
                }
                continue;
            }
            if area.beside.comes_first() {
                area.finish_gesture();
            }
            // What the hand still changes would have to be worked out again.
            let due = area.beside.due.front().filter(|_| !area.editing.is_in_gesture());
            let Some(Task { id: task, title, what }) = due else { continue };
            let (task, title, what) = (*task, title.clone(), what.clone());
            let start = match area.start_of(&what) {
                Ok(start) => start,
                Err(why) => {
                    self.log.error(format!("{title}: {why}"));
                    area.beside.due.pop_front();
                    area.common.after_save = None;
                    continue;
                }
            };
            let (document, revision, n_reads) = (area.id, area.editing.revision(), area.n_reads);
            let geometry = area.geometry.clone();
            let job = self.jobs.start_for((document, For::Edit), title, move |progress| {
                let outcome = what.work_out(start, &geometry, progress);
                let worked_out = WorkedOut { document, task, revision, n_reads, outcome };
                Done::from(AreaDone::WorkedOut(Box::new(worked_out)))
            });
            area.beside.job = Some((job, task));
        }
    }

    pub(super) fn take_worked_out(&mut self, worked_out: WorkedOut) {
        let WorkedOut { document: id, task, revision, n_reads, outcome } = worked_out;
        let Some(document) = self.area_mut(id) else { return };
        document.beside.job = None;
        // A drag that began meanwhile was of the area as it was.
        document.finish_gesture();
        let is_first = document.beside.due.front().is_some_and(|first| first.id == task);
        let is_past = document.editing.revision() != revision || document.n_reads != n_reads;
        if !is_first || (is_past && outcome.is_some()) {
            // It was given up, or is worked out again for the area as it is now.
            return;
        }
        let Some(Task { title, what, .. }) = document.beside.due.pop_front() else { return };
        match outcome {
            None => {
                self.log.note(format!("{title} was cancelled"));
                self.stay_open(id);
            }
            Some(Outcome::Lost(trouble)) => {
                self.log.error(format!("can't go to this step: {trouble}"));
                self.stay_open(id);
            }
            Some(Outcome::Arrival(arrived)) => {
                let (arrival, aftermath) = *arrived;
                let (before, head) = (document.area().clone(), document.editing.steps().head());
                let selected = (document.selection.clone(), document.edge);
                if document.editing.take_arrival(arrival)
                    && let Some(aftermath) = aftermath
                {
                    document.follow(aftermath, revision);
                    document.follow_selected(selected, &before, head);
                }
                self.log.state_was_left();
            }
            Some(Outcome::Step { ready, notes, refusals }) => {
                if let Some((ready, aftermath)) = ready.map(|ready| *ready)
                    && document.editing.take_step(title.clone(), ready).is_some()
                {
                    document.follow(aftermath, revision);
                }
                if matches!(&*what, What::Act(actions) if actions.len() > 1) {
                    // There may be more of a kind than a check tells of.
                    document.checked = None;
                }
                if !refusals.is_empty() {
                    self.stay_open(id);
                }
                notes.into_iter().for_each(|note| self.log.note(note));
                refusals.iter().for_each(|refusal| self.log.warn(format!("{title}: {refusal}")));
            }
        }
        self.flush(id);
    }

    /// Working the first one out broke off, as it would again.
    pub(crate) fn forget_edit(&mut self, id: DocumentId) {
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
        self.beside.add(title.into(), What::Act(actions));
    }

    /// Lets the area become a different one by an edit, which was worked out for it as it is:
    /// beside the window where that takes long.
    pub(crate) fn become_by(&mut self, title: String, edit: &Edit, after: Area) {
        let revision = self.editing.revision();
        match Area::n_words(edit) > MANY_WORDS {
            true => self.beside.add(title, What::Become(after, revision)),
            false => self.apply(title, edit),
        }
    }

    /// Goes a way through the history beside the window; what comes after it waits in line.
    pub(super) fn go_beside(&mut self, title: impl Into<String>, to: StepId) {
        self.beside.add(title.into(), What::GoTo(to));
    }

    /// Where a task begins, or why it can't.
    fn start_of(&mut self, what: &What) -> Result<Start, String> {
        match what {
            What::Become(_, revision) if *revision != self.editing.revision() => {
                Err("the area changed in the meantime; try again".to_owned())
            }
            What::Act(_) | What::Become(..) => {
                self.start_journal();
                Ok(Start::Step(self.editing.outset()))
            }
            What::GoTo(step) => match self.editing.way_to(*step) {
                Ok(Some(way)) => Ok(Start::Way(way)),
                Ok(None) => Err(format!("there is no step {}", step.0)),
                Err(trouble) => Err(format!("can't go to this step: {trouble}")),
            },
        }
    }

    /// Anything that is not worked out yet is never done. Says whether there was something.
    pub(super) fn give_edits_up(&mut self) -> bool {
        let titles = self.beside.due.drain(..).map(|task| task.title);
        let said: Vec<String> = titles.map(|title| format!("{title} was cancelled")).collect();
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
            Action::AddZone(_)
            | Action::RemoveZone(_)
            | Action::Regenerate(Regenerate { squares: Squares::Everything, .. }) => {
                &Selection::Everything
            }
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
