//! Fixes of the selected nodes, shown before they are done.

use landwright_core::check::mend;
use landwright_core::check::mend::area::OnLand;
use landwright_core::problem::Problem;

use super::check::thing_of;
use crate::kind::document::open::OpenDocument;
use crate::model::Model;
use crate::view::id::DocumentId;

const TITLE: &str = "Fix selected nodes";

impl Model {
    pub(super) fn fix_selection(&mut self, id: DocumentId) {
        let Some(area) = self.area(id) else { return };
        let nodes = area.nodes_meant();
        let is_of_them =
            |problem: &&Problem| thing_of(problem).0.is_some_and(|node| nodes.contains(&node));
        let problems: Vec<Problem> = area.problems.iter().filter(is_of_them).cloned().collect();
        let on_land = OnLand { area: area.area().clone(), geometry: &area.geometry };
        let fixes = mend::first_round(&on_land, &problems);
        match area.look_ahead(TITLE, &fixes.iter().collect::<Vec<_>>()) {
            Some(message) => self.handle(message),
            None => {
                let said = "no error or warning of the selected nodes can be fixed automatically";
                self.log.note(said);
            }
        }
    }
}
