//! Two copies of a zone in step: what was done to one is done to the other, where they match.
//!
//! Clients and servers have copies of the same zone, seldom to the byte. Things are matched by
//! block, kind, place in the list and equal bytes; ground by its cell; the rest of a file as a
//! whole. Where everything that an edit touches is the same in both before it, it is made in both,
//! and otherwise in neither.

pub mod difference;
mod things;

use std::sync::Arc;

use crate::format::rose::blocks::BlockKind;
use crate::format::rose::{ifo, zon};
use crate::space::rose::block::BlockCoord;

use super::Zone;
use super::frame::{BodyId, Content, Frame, HeldBody};
use super::ground::Cut;
use super::save::{ChangedFile, ZoneFiles};

use self::difference::Difference;

/// What has to be written to keep another copy in step, and how the copy is then.
#[derive(Debug, Clone, PartialEq)]
pub struct InStep {
    pub zone: Zone,
    pub writes: Vec<ChangedFile>,
    /// What was passed over, since the copy has no file for it.
    pub notes: Vec<String>,
}

/// Does to another copy what made `after` out of `before`. Nothing is to be written where it fails:
/// each difference that is in the way is told.
pub fn in_step(
    before: &Zone,
    after: &Zone,
    other: &Zone,
    other_files: &ZoneFiles,
) -> Result<InStep, Vec<Difference>> {
    let mut step =
        Step { before, after, zone: other.clone(), differences: Vec::new(), notes: Vec::new() };
    step.things();
    step.bodies();
    step.ground();
    let Step { zone, differences, notes, .. } = step;
    if !differences.is_empty() {
        return Err(differences);
    }
    let writes = other_files.changed(&zone);
    Ok(InStep { zone, writes, notes })
}

struct Step<'z> {
    before: &'z Zone,
    after: &'z Zone,
    /// The copy, changed as far as we got.
    zone: Zone,
    differences: Vec<Difference>,
    notes: Vec<String>,
}

impl Step<'_> {
    /// What stands in files beside things: economy, tiles of the ZON, water, left-over bytes.
    fn bodies(&mut self) {
        let (before, after) = (self.before, self.after);
        let frames = before.frames.changes_to(&after.frames);
        let bodies = before.bodies.changes_to(&after.bodies);
        if frames.is_empty() && bodies.is_empty() {
            return;
        }
        for block in std::iter::once(None).chain(before.blocks().map(Some)) {
            let (Some(old), Some(new)) = (before.frame(block), after.frame(block)) else {
                continue;
            };
            for row in &new.rows {
                let Content::Body(body) = row.content else { continue };
                if bodies.iter().any(|(number, _)| *number == body.0) {
                    self.body(block, row.kind, body);
                }
            }
            if old != new {
                self.water_and_slack(block, old, new);
            }
        }
    }

    fn body(&mut self, block: Option<BlockCoord>, kind: BlockKind, body: BodyId) {
        let (old, new) = (self.before.bodies.get(body.0), self.after.bodies.get(body.0));
        let what = name_of_body(block, kind);
        match (self.zone.held_body(block, kind), old, new) {
            (Some((id, held)), Some(old), Some(new)) if *held == **old => {
                let new = HeldBody::clone(new);
                self.zone.bodies.set(id.0, Some(Arc::new(new)));
            }
            (Some(_), ..) => self.differences.push(Difference::Other { block, what }),
            (None, ..) => self.differences.push(Difference::NoFile { block }),
        }
    }

    /// The size that the water of a block has, and what stands behind the fields of a file.
    fn water_and_slack(&mut self, block: Option<BlockCoord>, old: &Frame, new: &Frame) {
        let number = self.zone.base.frame_number(block);
        let Some((mut frame, number)) = self.zone.frame(block).cloned().zip(number) else {
            self.differences.push(Difference::NoFile { block });
            return;
        };
        for (n, row) in old.rows.iter().enumerate() {
            let Some(to) = new.rows.iter().find(|new| new.kind == row.kind) else { continue };
            let mut same = frame.rows.iter_mut().filter(|other| other.kind == row.kind);
            let Some(other) = same.next() else { continue };
            if row.slack != to.slack {
                match other.slack == row.slack {
                    true => other.slack = to.slack.clone(),
                    false => {
                        let what = format!("the left-over bytes of table entry {n}");
                        self.differences.push(Difference::Other { block, what });
                    }
                }
            }
            if let (
                Content::Water { size: old, .. },
                Content::Water { size: new, .. },
                Content::Water { size: other, .. },
            ) = (&row.content, &to.content, &mut other.content)
                && old != new
            {
                match other == old {
                    true => *other = *new,
                    false => {
                        let what = "the size of water".to_owned();
                        self.differences.push(Difference::Other { block, what });
                    }
                }
            }
        }
        self.zone.frames.set(number, Some(Arc::new(frame)));
    }

    fn ground(&mut self) {
        for block in self.before.blocks().collect::<Vec<_>>() {
            for cut in [Cut::Heights, Cut::Patches, Cut::Walks] {
                self.ground_of(block, cut);
            }
        }
    }

    fn ground_of(&mut self, block: BlockCoord, cut: Cut) {
        let (before, after) = (self.before, self.after);
        let (old, new) = (before.ground_words(block, cut), after.ground_words(block, cut));
        let changed: Vec<usize> = (0..old.len()).filter(|n| old.get(*n) != new.get(*n)).collect();
        if changed.is_empty() {
            return;
        }
        let file = before.ground_path(block, cut).unwrap_or_default();
        let name = file.rsplit('/').next().unwrap_or_default().to_owned();
        let held = self.zone.ground_words(block, cut);
        if held.is_empty() {
            self.notes.push(format!("the copy has no {name}, so its ground was left as it is"));
            return;
        }
        let odd =
            changed.iter().filter(|n| held.len() != old.len() || held.get(**n) != old.get(**n));
        let n = odd.count();
        if n > 0 {
            self.differences.push(Difference::Ground { file: name, n });
            return;
        }
        for n in changed {
            if let Some(word) = new.get(n) {
                self.zone.set_ground_word(block, cut, n, *word);
            }
        }
    }
}

impl Zone {
    /// The words of a file of cells, tiles with their brushes behind them; none where there is no
    /// such file.
    fn ground_words(&self, block: BlockCoord, cut: Cut) -> Vec<u64> {
        let Some(files) = self.base.block(block) else { return Vec::new() };
        let words = |start: usize, n: usize, column: &crate::world::column::Column| -> Vec<u64> {
            column.pieces(start..start + n).flatten().map(|word| u64::from(*word)).collect()
        };
        match cut {
            Cut::Heights => files
                .him
                .as_ref()
                .map_or_else(Vec::new, |cells| words(cells.start, cells.n_cells(), &self.heights)),
            Cut::Walks => files
                .mov
                .as_ref()
                .map_or_else(Vec::new, |cells| words(cells.start, cells.n_cells(), &self.walks)),
            Cut::Patches => files.til.as_ref().map_or_else(Vec::new, |cells| {
                let tiles = words(cells.start, cells.n_cells(), &self.tiles);
                let brushes = words(cells.start, cells.n_cells(), &self.brushes);
                tiles.into_iter().zip(brushes).map(|(tile, brush)| tile | brush << 32).collect()
            }),
        }
    }

    fn set_ground_word(&mut self, block: BlockCoord, cut: Cut, n: usize, word: u64) {
        let Some(files) = self.base.block(block) else { return };
        let low = word as u32;
        match cut {
            Cut::Heights => {
                if let Some(start) = files.him.as_ref().map(|cells| cells.start) {
                    self.heights.set(start + n, low);
                }
            }
            Cut::Walks => {
                if let Some(start) = files.mov.as_ref().map(|cells| cells.start) {
                    self.walks.set(start + n, low);
                }
            }
            Cut::Patches => {
                if let Some(start) = files.til.as_ref().map(|cells| cells.start) {
                    self.tiles.set(start + n, low);
                    self.brushes.set(start + n, (word >> 32) as u32);
                }
            }
        }
    }
}

fn name_of_body(block: Option<BlockCoord>, kind: BlockKind) -> String {
    let name = match (block, kind) {
        (Some(_), ifo::MAP_INFO) => "the map info",
        (Some(_), ifo::OLD_WATER) => "the grid of water",
        (None, zon::INFO) => "the info of the zone",
        (None, zon::TEXTURES) => "the list of textures",
        (None, zon::TILES) => "the list of tiles",
        (None, zon::ECONOMY) => "the economy",
        _ => return format!("table entry {}", kind.0),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests;
