//! What somebody thinks of doing to an area: worked out beside the window, and shown before it is
//! done.

use landwright_core::check::area::touched;
use landwright_core::project::Project;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::{Document, Revision};

use super::AreaDone;
use super::check::CHECKED_ANEW;
use super::document::Proposal;
use super::outlook::{Extent, Outlook, Surroundings};
use crate::job::Progress;
use crate::kind::document::work::For;
use crate::kind::tera::volumes::in_words;
use crate::model::Model;
use crate::model::tick::Done;
use crate::view::id::DocumentId;

/// What is being worked out.
#[derive(Debug)]
pub(crate) struct Proposing {
    pub(crate) title: String,
    /// The state that it is of: nothing but which routes are tested has changed since.
    pub(crate) revision: Revision,
}

/// What an action would make of an area as it was.
#[derive(Debug)]
pub(crate) struct Proposed {
    document: DocumentId,
    revision: Revision,
    n_reads: u64,
    title: String,
    /// `None` where it was cancelled.
    outcome: Option<Result<Outcome, String>>,
}

#[derive(Debug)]
enum Outcome {
    ToShow(Box<Proposal>, Vec<String>),
    /// Everything is so already.
    Nothing,
}

/// What is worked out beside the window.
struct Work {
    actions: Vec<Action>,
    title: String,
    revision: Revision,
    /// How problems name the file of the area.
    file: String,
    project: Project,
}

impl Model {
    pub(super) fn propose(
        &mut self,
        id: DocumentId,
        title: String,
        actions: Vec<Action>,
        refused: &[String],
    ) {
        let Some(document) = self.area_mut(id) else { return };
        if let Some(Proposing { title: other, .. }) = &document.proposing {
            let said = format!("{title}: wait until “{other}” is finished, then try again");
            self.log.warn(said);
            return;
        }
        let (revision, n_reads) = (document.editing.revision(), document.n_reads);
        document.proposing = Some(Proposing { title: title.clone(), revision });
        let (area, geometry) = (document.area().clone(), document.geometry.clone());
        let (project, file) = (document.project.clone(), document.file_shown());
        refused.iter().for_each(|refusal| self.log.warn(format!("{title}: {refusal}")));
        let work = Work { actions, title: title.clone(), revision, file, project };
        self.jobs.start_for((id, For::Proposal), title.clone(), move |progress| {
            let outcome = work.outcome(&area, &geometry, progress);
            let proposed = Proposed { document: id, revision, n_reads, title, outcome };
            Done::from(AreaDone::Proposed(Box::new(proposed)))
        });
    }

    pub(crate) fn take_proposed_area(&mut self, proposed: Proposed) {
        let Proposed { document: id, revision, n_reads, title, outcome } = proposed;
        let Some(document) = self.area_mut(id) else { return };
        let now = document.editing.revision();
        let of = document.proposing.take().map_or(revision, |proposing| proposing.revision);
        let is_past = now != of || document.n_reads != n_reads;
        match outcome {
            None => self.log.note(format!("{title} was cancelled")),
            Some(Err(error)) => self.log.warn(format!("{title}: {error}")),
            Some(Ok(_)) if is_past => {
                self.log.warn(format!("{title}: the area changed in the meantime; try again"));
            }
            Some(Ok(Outcome::Nothing)) => {
                self.log.note(format!("{title}: nothing to change"));
            }
            Some(Ok(Outcome::ToShow(mut proposal, notes))) => {
                if now != revision {
                    proposal.carry_on(now, document.editing.document());
                }
                document.proposal = Some(*proposal);
                notes.into_iter().for_each(|note| self.log.note(note));
            }
        }
    }

    /// Does what is proposed, as one step.
    pub(super) fn accept(&mut self, id: DocumentId) {
        let Some(document) = self.area_mut(id) else { return };
        let Some(proposal) = document.proposal.take() else { return };
        let Proposal { title, area, edit, revision, is_of_several, .. } = proposal;
        document.finish_gesture();
        if revision != document.editing.revision() {
            return;
        }
        document.become_by(title, &edit, area);
        if is_of_several {
            // There may be more of a kind than a check tells of.
            document.checked = None;
        }
        self.flush(id);
    }
}

impl Proposal {
    /// How many things would come and go.
    pub fn in_words(&self) -> String {
        match (self.edit.volumes().n_cells(), self.comparison.is_empty()) {
            (0, _) => self.comparison.in_words(),
            (_, true) => in_words(self.edit.volumes()),
            _ => format!("{}; {}", self.comparison.in_words(), in_words(self.edit.volumes())),
        }
    }

    /// Which routes are tested has changed, and nothing else.
    pub(super) fn carry_on(&mut self, now: Revision, area: &Area) {
        self.area = self.area.with_route_tests(area.route_tests().clone());
        self.revision = now;
        self.outlook.forget_tests();
    }
}

impl Work {
    /// `None` where it was cancelled.
    fn outcome(
        self,
        area: &Area,
        geometry: &Geometry,
        progress: &Progress,
    ) -> Option<Result<Outcome, String>> {
        let (mut after, mut notes, mut edit) = (area.clone(), Vec::new(), None);
        for action in &self.actions {
            let resolved = action.resolve_watched(&after, geometry, &mut progress.watcher());
            if progress.is_cancelled() {
                return None;
            }
            match resolved {
                Ok(resolved) => {
                    (edit, after) = (resolved.edit, resolved.area);
                    notes.extend(resolved.notes);
                }
                Err(refusal) if self.actions.len() == 1 => return Some(Err(refusal.to_string())),
                // The others are done without it.
                Err(refusal) => notes.push(refusal.to_string()),
            }
        }
        if self.actions.len() > 1 {
            edit = area.edit_to(&after);
        }
        let comparison = Comparison::of(area, &after);
        let is_any = |edit: &Edit| !comparison.is_empty() || edit.volumes().n_cells() > 0;
        let Some(edit) = edit.filter(is_any) else {
            return Some(Ok(Outcome::Nothing));
        };
        let extent = match area.n_nodes().max(after.n_nodes()) < CHECKED_ANEW {
            true => Extent::Everything,
            false => Extent::Around(touched(area, &after, &edit)),
        };
        let is_of_several = self.actions.len() > 1;
        let Work { title, revision, file, project, .. } = self;
        let surroundings = Surroundings { file, project, geometry };
        let outlook = Outlook::of(&surroundings, [area, &after], &extent, progress)?;
        let proposal =
            Proposal { title, area: after, edit, comparison, outlook, revision, is_of_several };
        Some(Ok(Outcome::ToShow(Box::new(proposal), notes)))
    }
}
