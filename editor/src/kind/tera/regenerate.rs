//! Asks how squares of an area are regenerated, and proposes it.

use landwright_core::nav::tera::plant::Planting;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::regenerate::{Nodes, Regenerate};
use landwright_core::world::area::squares::{Corners, Squares};

use super::slice::corners_of;
use crate::kind::tera::dialog::AreaDialog;
use crate::model::Model;
use crate::view::id::DocumentId;

/// How nodes and edges are made.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Regeneration {
    pub nodes: Nodes,
    pub planting: Planting,
}

/// What is regenerated, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct RegenerateForm {
    pub document: DocumentId,
    pub squares: Squares,
    pub how: Regeneration,
}

impl RegenerateForm {
    /// What is meant, as a person calls it.
    pub fn what(&self) -> &'static str {
        match self.squares {
            Squares::Everything => "All squares",
            Squares::Box(_) => "Squares in view",
            _ => "Squares of the selected nodes",
        }
    }
}

impl Model {
    pub(super) fn ask_how_to_regenerate(&mut self, document: DocumentId, squares: Squares) {
        let how = self.tools.areas.regeneration.clone();
        self.dialogs
            .push_back(AreaDialog::Regenerate(RegenerateForm { document, squares, how }).into());
    }

    pub(super) fn regenerate_view(&mut self, of: DocumentId) {
        let view = self.active.and_then(|view| self.view(view));
        match view.and_then(corners_of) {
            Some([from, to]) => {
                let corners = Corners { from: from.map(f64::from), to: to.map(f64::from) };
                self.ask_how_to_regenerate(of, Squares::Box(corners));
            }
            None => self.log.warn("no square is visible that could be regenerated"),
        }
    }

    pub(crate) fn regenerate(&mut self, form: RegenerateForm) {
        let RegenerateForm { document, squares, how } = form;
        self.tools.areas.regeneration = how.clone();
        let Regeneration { nodes, planting } = how;
        let action = Action::Regenerate(Regenerate { squares, nodes, planting });
        self.propose(document, action.title(), vec![action], &[]);
    }
}
