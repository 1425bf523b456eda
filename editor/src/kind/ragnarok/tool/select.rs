//! Selecting: by a rectangle, by a drawn outline, and by likeness.

use landwright_core::world::gat::area::Area;
use landwright_core::world::gat::refusal::Refusal;
use landwright_core::world::gat::region::Region;

use super::{Deed, MapTools, Tool, tile_at};
use crate::kind::ragnarok::document::MapDocument;
use crate::view::hand::{Held, Phase};

/// What becomes of the selection that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Combine {
    Replace,
    Add,
    TakeAway,
    /// What is in both stays.
    Keep,
}

impl Combine {
    fn by(held: Held) -> Combine {
        match (held.shift, held.alt) {
            (true, true) => Combine::Keep,
            (true, false) => Combine::Add,
            (false, true) => Combine::TakeAway,
            (false, false) => Combine::Replace,
        }
    }

    fn apply(self, old: &Area, new: Area) -> Area {
        match self {
            Combine::Replace => new,
            Combine::Add => old.union(&new),
            Combine::TakeAway => old.difference(&new),
            Combine::Keep => old.intersection(&new),
        }
    }
}

impl MapTools {
    pub(crate) fn select_shape(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        if phase != Phase::Release {
            return Ok(Vec::new());
        }
        let combine = Combine::by(self.held);
        // A click without a movement means nothing, as everywhere.
        let is_click = self.trail.iter().all(|cell| Some(cell) == self.trail.first());
        if is_click && combine == Combine::Replace && self.tool == Tool::SelectRectangle {
            return Ok(vec![Deed::Select(Area::default())]);
        }
        let Some(region) = self.drawn_region() else { return Ok(Vec::new()) };
        self.select(document, &region)
    }

    pub(crate) fn select_alike(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        let tile = self.trail.first().copied().and_then(tile_at);
        match tile {
            Some(tile) if phase == Phase::Press && document.map().terrain(tile).is_some() => {
                let (x, y) = (tile.x, tile.y);
                let region = Region::Connected { x, y, ways: self.ways, by: self.wand };
                self.select(document, &region)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn select(&mut self, document: &MapDocument, region: &Region) -> Result<Vec<Deed>, Refusal> {
        let area = region.area(document.map())?;
        let area = Combine::by(self.held).apply(&document.selection, area);
        Ok(vec![Deed::Select(area)])
    }
}
