//! What somebody thinks of doing to an area: worked out beside the window, and shown before it is
//! done.

use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::{Document, Revision};

use super::AreaDone;
use super::document::Proposal;
use crate::model::broken::For;
use crate::model::document::DocumentId;
use crate::model::{Done, Model};

/// What an action would make of an area as it was.
#[derive(Debug)]
pub(in crate::model) struct Proposed {
    document: DocumentId,
    revision: Revision,
    n_reads: u64,
    title: String,
    /// `None` where it was cancelled.
    outcome: Option<Result<Outcome, String>>,
}

#[derive(Debug)]
struct Outcome {
    area: Box<Area>,
    comparison: Comparison,
    notes: Vec<String>,
}

impl Model {
    pub(super) fn propose(&mut self, id: DocumentId, action: Action) {
        let Some(document) = self.area_mut(id) else { return };
        let title = action.title();
        if let Some(other) = &document.proposing {
            let said = format!("{title}: {other} is still being worked out; ask again after that");
            self.log.warn(said);
            return;
        }
        document.proposing = Some(title.clone());
        let (area, geometry) = (document.area().clone(), document.geometry.clone());
        let (revision, n_reads) = (document.editing.revision(), document.n_reads);
        self.jobs.start_for((id, For::Proposal), title.clone(), move |progress| {
            let outcome = match action.resolve_watched(&area, &geometry, &mut progress.watcher()) {
                _ if progress.is_cancelled() => None,
                Err(refusal) => Some(Err(refusal.to_string())),
                Ok(resolved) => {
                    let comparison = Comparison::of(&area, &resolved.area);
                    let (area, notes) = (Box::new(resolved.area), resolved.notes);
                    Some(Ok(Outcome { area, comparison, notes }))
                }
            };
            let proposed = Proposed { document: id, revision, n_reads, title, outcome };
            Done::from(AreaDone::Proposed(Box::new(proposed)))
        });
    }

    pub(in crate::model) fn take_proposed_area(&mut self, proposed: Proposed) {
        let Proposed { document: id, revision, n_reads, title, outcome } = proposed;
        let Some(document) = self.area_mut(id) else { return };
        document.proposing = None;
        let is_past = document.editing.revision() != revision || document.n_reads != n_reads;
        match outcome {
            None => self.log.note(format!("{title} was given up")),
            Some(Err(error)) => self.log.warn(format!("{title}: {error}")),
            Some(Ok(_)) if is_past => {
                self.log.warn(format!("{title}: the area has changed meanwhile; ask again"));
            }
            Some(Ok(Outcome { comparison, .. })) if comparison.is_empty() => {
                self.log.note(format!("{title}: everything is so already"));
            }
            Some(Ok(Outcome { area, comparison, notes })) => {
                document.proposal = Some(Proposal { title, area: *area, comparison, revision });
                notes.into_iter().for_each(|note| self.log.note(note));
            }
        }
    }

    /// Does what is proposed, as one step.
    pub(super) fn accept(&mut self, id: DocumentId) {
        let Some(document) = self.area_mut(id) else { return };
        let Some(Proposal { title, area, revision, .. }) = document.proposal.take() else { return };
        if revision == document.editing.revision()
            && let Some(edit) = document.area().edit_to(&area)
        {
            document.apply(title, edit);
        }
        self.flush(id);
    }
}
