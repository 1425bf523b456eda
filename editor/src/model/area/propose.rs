//! What somebody thinks of doing to an area: worked out beside the window, and shown before it
//! is done.

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
    title: String,
    outcome: Result<(Area, Comparison), String>,
}

impl Model {
    pub(super) fn propose(&mut self, id: DocumentId, action: Action) {
        let Some(document) = self.area_mut(id).filter(|area| !area.is_proposing) else {
            return;
        };
        document.is_proposing = true;
        let (area, geometry) = (document.area().clone(), document.geometry.clone());
        let (revision, title) = (document.editing.revision(), action.title());
        self.jobs.start_for((id, For::Proposal), title.clone(), move |_| {
            let outcome = action.resolve(&area, &geometry).map(|resolved| {
                let comparison = Comparison::of(&area, &resolved.area);
                (resolved.area, comparison)
            });
            let outcome = outcome.map_err(|refusal| refusal.to_string());
            let proposed = Proposed { document: id, revision, title, outcome };
            Done::from(AreaDone::Proposed(Box::new(proposed)))
        });
    }

    pub(in crate::model) fn take_proposed_area(&mut self, proposed: Proposed) {
        let Proposed { document: id, revision, title, outcome } = proposed;
        let Some(document) = self.area_mut(id) else { return };
        document.is_proposing = false;
        match outcome {
            Ok(_) if document.editing.revision() != revision => {
                self.log.warn(format!("{title}: the area has changed meanwhile; ask again"));
            }
            Ok((_, comparison)) if comparison.is_empty() => {
                self.log.note(format!("{title}: everything is so already"));
            }
            Ok((area, comparison)) => {
                document.proposal = Some(Proposal { title, area, comparison, revision });
            }
            Err(error) => self.log.warn(format!("{title}: {error}")),
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
