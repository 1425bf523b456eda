//! What a person does to the regions of a zone, each as one step.

use std::collections::BTreeSet;

use landwright_core::problem::counted::counted;
use landwright_core::space::eq::Kind;
use landwright_core::world::eq::action::{Action, TagRegions};
use landwright_core::world::eq::flood::flood;
use landwright_core::world::eq::retag::Tag;

use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::message::{Limit, Way};
use crate::kind::single::OneFile;
use crate::message::sent::Wishes;

/// Connected regions are selected so far above the floor that was clicked, in units: a person is as tall.
const ABOVE_FLOOR: f64 = 6.0;

impl EqDocument {
    /// Makes the selected regions something.
    pub(super) fn tag(&mut self, kind: Kind) -> Wishes {
        let regions: Vec<u32> = self.selection.iter().copied().collect();
        let number = counted(regions.len(), "region", "regions");
        let line = (kind == Kind::ZoneLine).then(|| self.line.clone());
        let title = match &line {
            Some(line) => format!("Make {number} a zone line to {line}"),
            None => format!("Make {number} {}", in_words(kind)),
        };
        let Some(tag) = TagRegions::of_tag(regions, &Tag { kind, line }) else {
            return Wishes::warn(format!("{title}: choose where it leads in Tools"));
        };
        let action = Action::TagRegions(tag);
        self.act_all(&title, &[action])
    }

    /// Adds every region that is of the same kind as one that is selected.
    pub(super) fn select_same_kind(&mut self) {
        let kinds: BTreeSet<Kind> =
            self.selection.iter().map(|region| self.kind_of(*region)).collect();
        let same = self.kinds.iter().filter(|(_, kind)| kinds.contains(kind));
        let same: BTreeSet<u32> = same.map(|(region, _)| *region).collect();
        self.select(&same, Way::Replace);
    }

    /// Adds the regions of the same kind that touch one that is selected, and those that touch these, as far
    /// as they are below the limit.
    pub(super) fn select_connected(&mut self) -> Wishes {
        match flood(self.zone().zone(), &self.selection, self.flood_limit()) {
            Ok(found) => {
                self.select(&found, Way::Replace);
                Wishes::default()
            }
            Err(unfit) => Wishes::warn(format!("Nothing is connected: {unfit}")),
        }
    }

    /// The height that connected regions are selected below. Ground that nobody tagged is all around, so
    /// that of a pit is selected to a little above the floor that was clicked.
    pub(super) fn flood_limit(&self) -> Option<f64> {
        match self.limit {
            Limit::None => None,
            Limit::Below(height) => Some(height),
            Limit::Usual => {
                let is_open =
                    |region| matches!(self.kind_of(region), Kind::Normal | Kind::Untagged);
                let is_meant = self.selection.iter().copied().any(is_open);
                self.usual_limit().filter(|_| is_meant)
            }
        }
    }

    /// A little above the floor of the place that was clicked last.
    pub(super) fn usual_limit(&self) -> Option<f64> {
        let found = self.found.as_ref()?;
        let [.., z] = found.at;
        Some(found.truth.best_z.unwrap_or(z) + ABOVE_FLOOR)
    }
}

/// What people call a kind.
pub(super) fn in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Unsupported => "of an unknown kind",
        Kind::Untagged => "untagged",
        Kind::ZoneLine => "zone line",
        Kind::Pvp => "PvP",
        Kind::Ice => "slippery",
        Kind::FrigidWater => "frigid water",
        Kind::GeneralArea => "general area",
        Kind::NoNavigation => "no navigation",
        kind => kind.name(),
    }
}
