//! The stamp: cells that were copied, put down where a click says.

use std::sync::Arc;

use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::refusal::Refusal;
use landwright_core::world::gat::stamp::{Flip, Paste};

use super::{Deed, MapTools};
use crate::kind::ragnarok::document::MapDocument;
use crate::view::hand::Phase;

impl MapTools {
    pub fn flip_stamp(&mut self, flip: Flip) {
        self.stamp = self.stamp.as_ref().map(|stamp| Arc::new(stamp.flipped(flip)));
    }

    pub fn turn_stamp(&mut self) {
        self.stamp = self.stamp.as_ref().map(|stamp| Arc::new(stamp.turned()));
    }

    /// The south-west corner of the stamp when the pointer is in its middle.
    pub fn stamp_corner(&self, [x, y]: [i32; 2]) -> Option<[i32; 2]> {
        let stamp = self.stamp.as_ref()?;
        let half = |side: u32| i32::try_from(side / 2).unwrap_or(0);
        Some([x - half(stamp.width()), y - half(stamp.height())])
    }

    pub(crate) fn put_stamp(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        let at = self.trail.first().copied().filter(|_| phase == Phase::Press);
        let Some([x, y]) = at.and_then(|at| self.stamp_corner(at)) else { return Ok(Vec::new()) };
        let Some(stamp) = self.stamp.as_deref().cloned() else { return Ok(Vec::new()) };
        let (what, within) = (self.stamp_what, document.within());
        let paste = Paste { stamp, x, y, what, flip: None, turns: 0, within };
        Ok(vec![Deed::Act(Action::Paste(paste))])
    }
}
