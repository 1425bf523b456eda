//! Ragnarok maps, mended: what is lost and gained are cells that hold something else.

use super::{About, Mendable, Step};
use crate::check::Effect;
use crate::check::gat::EFFECTS;
use crate::format::ragnarok::gat;
use crate::problem::{Fix, Problem, Spot};
use crate::world::gat::GatMap;
use crate::world::gat::action::Action;
use crate::world::scripted::Scripted;

/// Bytes of a cell in the file, behind a head.
const CELL: usize = 20;
const HEAD: usize = 14;

impl Mendable for GatMap {
    const EFFECTS: &'static [&'static Effect] = EFFECTS;
    const PART: [&'static str; 2] = ["cell", "cells"];

    fn about(&self, problem: &Problem) -> About {
        match &problem.place.spot {
            Spot::Thing(thing) => About::Things(vec![thing.clone()]),
            _ => About::Everything,
        }
    }

    fn with_fix(&self, fix: &Fix) -> Result<Option<Step<GatMap>>, String> {
        let action = Action::of_fix(fix).map_err(|error| error.to_string())?;
        let resolved = action.resolve(self).map_err(|refusal| refusal.to_string())?;
        if resolved.edit.is_none() {
            return Ok(None);
        }
        let (document, notes) = (resolved.map, resolved.notes);
        let n_cells = n_cells_between(self, &document);
        // Cells are painted for themselves: no other fix minds.
        let touched = About::Things(Vec::new());
        Ok(Some(Step { document, touched, lost: n_cells, gained: n_cells, notes }))
    }

    fn n_parts(&self) -> usize {
        self.width() as usize * self.height() as usize
    }

    fn n_bytes_to(&self, now: &GatMap) -> usize {
        let [before, now] = [self, now].map(|map| gat::write(&map.to_gat()));
        super::n_bytes_between(&before, &now)
    }
}

fn n_cells_between(before: &GatMap, now: &GatMap) -> usize {
    let [before, now] = [before, now].map(|map| gat::write(&map.to_gat()));
    let cells = |bytes: &[u8]| bytes.get(HEAD..).unwrap_or_default().to_vec();
    let (before, now) = (cells(&before), cells(&now));
    before.chunks(CELL).zip(now.chunks(CELL)).filter(|(a, b)| a != b).count()
}
