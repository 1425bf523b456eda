//! What a person does to the regions of a zone, each as one step.

use std::collections::BTreeSet;

use landwright_core::problem::counted::counted;
use landwright_core::space::eq::Kind;
use landwright_core::stage::everquest::regions::{Body, connected};
use landwright_core::world::eq::action::{Action, TagRegions};
use landwright_core::world::eq::retag::Tag;

use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::message::Way;
use crate::kind::single::OneFile;
use crate::message::sent::Wishes;

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

    /// Adds the regions of the same kind that touch one that is selected, and those that touch these.
    pub(super) fn select_connected(&mut self) {
        let mut found = BTreeSet::new();
        let kinds: BTreeSet<Kind> =
            self.selection.iter().map(|region| self.kind_of(*region)).collect();
        for kind in kinds {
            let is_meant = |region: &u32| self.kind_of(*region) == kind;
            let of_kind = self.bodies.iter().filter(|(region, _)| is_meant(region));
            let bodies: Vec<&Body> = of_kind.flat_map(|(_, bodies)| bodies).collect();
            found.extend(connected(&bodies, &self.selection));
        }
        found.extend(&self.selection);
        self.select(&found, Way::Replace);
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
