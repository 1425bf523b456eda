//! The values of the dialog for heights from the ground.

use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::ground::{GroundTypes, HeightsFromGround};
use landwright_core::world::gat::region::Region;

use crate::kind::ragnarok::document::MapDocument;
use crate::message::dialog::Scope;

#[derive(Debug, Clone, PartialEq)]
pub struct GroundForm {
    pub scope: Scope,
    /// Whether types are made as well.
    pub has_types: bool,
    pub types: GroundTypes,
}

impl Default for GroundForm {
    fn default() -> GroundForm {
        let types = GroundTypes { keep_blocked: true, ..GroundTypes::default() };
        GroundForm { scope: Scope::Map, has_types: false, types }
    }
}

impl GroundForm {
    /// As it was left, with the selection of a document.
    pub fn for_document(&self, document: &MapDocument) -> GroundForm {
        GroundForm { scope: Scope::usual(document), ..self.clone() }
    }

    pub fn action(&self, document: &MapDocument) -> Action {
        let region = match self.scope {
            Scope::Map => Region::Everything,
            Scope::Selection => Region::of_area(&document.selection),
        };
        let types = self.has_types.then_some(self.types);
        Action::HeightsFromGround(HeightsFromGround { region, types })
    }
}
