//! The values of the dialog for types from heights.

use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::automatic::{AutomaticTypes, Limit, Water};
use landwright_core::world::gat::region::Region;

use crate::kind::ragnarok::document::MapDocument;
use crate::message::dialog::Scope;

#[derive(Debug, Clone, PartialEq)]
pub struct AutomaticForm {
    pub scope: Scope,
    /// The type of cells that nothing else is said about.
    pub flat: u32,
    pub slope: Part,
    pub step: Part,
    pub has_water: bool,
    /// As in the RSW: an altitude, which points down.
    pub water_level: f32,
    /// Whether cells under water get a type of their own.
    pub shallow: Option<u32>,
    pub deep: Part,
    /// Whether blocked cells stay blocked.
    pub keep_blocked: bool,
}

/// A rule that can be left out, and keeps what was put into it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    pub is_on: bool,
    pub limit: Limit,
}

impl Part {
    const fn on(above: f32, kind: u32) -> Part {
        Part { is_on: true, limit: Limit { above, kind } }
    }

    const fn off(above: f32, kind: u32) -> Part {
        Part { is_on: false, ..Part::on(above, kind) }
    }

    fn get(self) -> Option<Limit> {
        self.is_on.then_some(self.limit)
    }
}

impl Default for AutomaticForm {
    fn default() -> AutomaticForm {
        AutomaticForm {
            scope: Scope::Map,
            flat: 0,
            slope: Part::on(8.0, 1),
            step: Part::on(4.0, 1),
            has_water: false,
            water_level: 0.0,
            shallow: None,
            deep: Part::off(15.0, 5),
            keep_blocked: true,
        }
    }
}

impl AutomaticForm {
    /// As it was left, with the water of a document and its selection.
    pub fn for_document(&self, document: &MapDocument) -> AutomaticForm {
        let level = document.water_level.altitude();
        AutomaticForm {
            scope: Scope::usual(document),
            has_water: level.is_some(),
            water_level: level.map_or(self.water_level, |level| level as f32),
            ..self.clone()
        }
    }

    pub fn action(&self, document: &MapDocument) -> Action {
        let water = Water { level: self.water_level, kind: self.shallow, deep: self.deep.get() };
        let region = match self.scope {
            Scope::Map => Region::Everything,
            Scope::Selection => Region::of_area(&document.selection),
        };
        Action::AutomaticTypes(AutomaticTypes {
            region,
            flat: self.flat,
            slope: self.slope.get(),
            step: self.step.get(),
            water: self.has_water.then_some(water),
            keep_blocked: self.keep_blocked,
        })
    }
}
