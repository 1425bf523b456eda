//! Maps in the formats of other programs, and what comes back from there.
//!
//! What comes back is one action on a map, so that nothing changes but what differs.

pub mod cache;
pub mod csv;
pub mod tmj;
mod base64;
mod packed;

use crate::format::number::F32;
use crate::format::ragnarok::gat::{Terrain, Tile, Version};
use crate::problem::counted::counted;
use crate::space::ragnarok::{Corner, TilePos};
use crate::world::three_way::{Line, Report, Verdict};

use super::GatMap;
use super::action::{Action, SetCells};
use super::paint::CellValue;
use super::reshape::{Fill, NewMap};

/// The corners of a cell as tables call them, in the order of a tile.
const ALTITUDES: [&str; 4] = ["altitude_sw", "altitude_se", "altitude_nw", "altitude_ne"];

/// What a file from another program says about a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    pub extent: Extent,
    /// The map as it was given out, where the file still holds it. The cells are then those that
    /// were changed since.
    pub origin: Option<GatMap>,
    /// Each of them at most once.
    pub cells: Vec<IncomingCell>,
    /// Maps of this format have heights, and in this file they are missing.
    pub has_lost_heights: bool,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// How large the map is that a file is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Exactly {
        width: u32,
        height: u32,
    },
    /// The file may have left cells out.
    AtLeast {
        width: u32,
        height: u32,
    },
}

/// One cell; what is not given stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomingCell {
    pub tile: TilePos,
    /// All of the terrain but the water bit.
    pub kind: Option<u32>,
    pub water_bit: Option<bool>,
    /// All 32 bits.
    pub raw: Option<Terrain>,
    /// By corner.
    pub altitude: [Option<F32>; 4],
    /// Where a text has it, counted from 1.
    pub line: Option<usize>,
    /// As it was given out, where a text has that beside it.
    pub base: Option<Tile>,
}

/// What is wrong with a file from another program: where, what, and what would help.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Wrong {
    pub place: String,
    pub reason: String,
}

impl Wrong {
    fn new(place: impl Into<String>, reason: impl Into<String>) -> Wrong {
        Wrong { place: place.into(), reason: reason.into() }
    }
}

impl Incoming {
    /// What to do to a map to have in it what was changed in the file since it was given out, and what
    /// stays as others changed it: see [`three_way`](crate::world::three_way).
    pub fn merged(&self, map: &GatMap) -> Result<(Action, Report), Wrong> {
        let given_out = |cell: &IncomingCell| {
            cell.base.or_else(|| self.origin.as_ref().and_then(|origin| origin.tile(cell.tile)))
        };
        self.onto_by(map, given_out)
    }

    /// What to do to a map to have in it what came.
    fn onto(&self, map: &GatMap) -> Result<Action, Wrong> {
        self.onto_by(map, |_| None).map(|(action, _)| action)
    }

    fn onto_by(
        &self,
        map: &GatMap,
        base_of: impl Fn(&IncomingCell) -> Option<Tile>,
    ) -> Result<(Action, Report), Wrong> {
        if let Extent::Exactly { width, height } = self.extent
            && (width, height) != (map.width(), map.height())
        {
            let (found_width, found_height) = (map.width(), map.height());
            let reason = format!(
                "is for a map of {width} × {height} cells, but this one has {found_width} × \
                 {found_height}; give the map that it was made from, or export that map again"
            );
            return Err(Wrong::new("file", reason));
        }
        let (mut cells, mut report) = (Vec::new(), Report::default());
        for (n, cell) in self.cells.iter().enumerate() {
            cells.extend(cell.value(map, base_of(cell), n + 1, &mut report)?);
        }
        Ok((Action::SetCells(SetCells { cells }), report))
    }

    /// The same, as a flat map where the heights are lost.
    pub fn flat(self) -> Incoming {
        Incoming { has_lost_heights: false, ..self }
    }

    /// The map that the file holds, or a new one where it holds none, and what to do to it.
    pub fn on_its_own(&self, version: Option<Version>) -> Result<(GatMap, Action), Wrong> {
        if let Some(origin) = &self.origin {
            return Ok((origin.clone(), self.onto(origin)?));
        }
        if self.has_lost_heights {
            let reason = "is missing, so the heights of the map are missing, too; import the file \
                          onto its own map (--onto), or make a flat map (--flat)";
            return Err(Wrong::new("layer `landwright`", reason));
        }
        let (Extent::Exactly { width, height } | Extent::AtLeast { width, height }) = self.extent;
        if self.cells.len() as u64 != u64::from(width) * u64::from(height) {
            let n = self.cells.len();
            let reason = format!(
                "{} not make a map of {width} × {height}; import them onto their own map, which \
                 keeps its cells where the file has none",
                counted(n, "cell does", "cells do")
            );
            return Err(Wrong::new("cells", reason));
        }
        for cell in &self.cells {
            if let (Some(kind), Some(raw)) = (cell.kind, cell.raw)
                && !is_of(raw, kind)
            {
                return Err(cell.disagreement(kind, raw));
            }
        }
        let is_wet = |cell: &IncomingCell| {
            cell.water_bit == Some(true) || cell.raw.is_some_and(Terrain::has_water_bit)
        };
        let guessed = if self.cells.iter().any(is_wet) { Version::V1_3 } else { Version::V1_2 };
        let fill = Fill::default();
        let new = NewMap { width, height, version: version.unwrap_or(guessed), fill };
        let mut map = GatMap::nothing();
        new.apply(&mut map).map_err(|refusal| Wrong::new("map", refusal.to_string()))?;
        let action = self.onto(&map)?;
        Ok((map, action))
    }
}

/// Whether a terrain is of a type, or has the number that exports once gave as its type: all bits
/// but the water bit.
fn is_of(terrain: Terrain, kind: u32) -> bool {
    terrain.kind() == kind || terrain.without_water_bit().0 == kind
}

impl IncomingCell {
    fn new(tile: TilePos) -> IncomingCell {
        let altitude = [None; 4];
        IncomingCell {
            tile,
            kind: None,
            water_bit: None,
            raw: None,
            altitude,
            line: None,
            base: None,
        }
    }

    /// What the cell gets; `None` where nothing would change.
    fn value(
        &self,
        map: &GatMap,
        base: Option<Tile>,
        row: usize,
        report: &mut Report,
    ) -> Result<Option<CellValue>, Wrong> {
        let TilePos { x, y } = self.tile;
        let Some(ours) = map.tile(self.tile) else {
            let (width, height) = (map.width(), map.height());
            let reason = format!("is outside the map of {width} × {height}");
            return Err(Wrong::new(self.place(), reason));
        };
        let from = base.unwrap_or(ours);
        report.n_unchecked += usize::from(base.is_none());
        let row = self.line.unwrap_or(row);
        let line = |field: &str, [was, ours, theirs]: [String; 3]| Line {
            row,
            thing: format!("cell ({x}, {y})"),
            field: field.to_owned(),
            base: base.map(|_| was),
            ours: Some(ours),
            theirs: Some(theirs),
        };
        let terrain = self.terrain(from.terrain)?;
        let verdict = Verdict::of(&from.terrain, &ours.terrain, &terrain);
        let sides = [from.terrain, ours.terrain, terrain];
        let is_only_kind = sides.windows(2).all(|pair| match pair {
            [one, other] => one.0 - one.kind() == other.0 - other.kind(),
            _ => true,
        });
        report.add(verdict, || match is_only_kind && self.kind.is_some() {
            true => line("type", sides.map(|side| side.kind().to_string())),
            false => line("raw", sides.map(|side| side.0.to_string())),
        });
        let terrain = (verdict == Verdict::Take).then_some(terrain);
        let theirs =
            Corner::ALL.map(|corner| corner.of(self.altitude).unwrap_or(corner.of(from.altitude)));
        let mut altitude = ours.altitude;
        let corners = altitude.iter_mut().zip(from.altitude).zip(theirs).zip(ALTITUDES);
        for (((ours, from), theirs), field) in corners {
            let verdict = Verdict::of(&from, ours, &theirs);
            report.add(verdict, || line(field, [from, *ours, theirs].map(|side| side.to_string())));
            if verdict == Verdict::Take {
                *ours = theirs;
            }
        }
        let altitude = Some(altitude).filter(|altitude| *altitude != ours.altitude);
        let value = CellValue { x, y, terrain, altitude };
        Ok(Some(value).filter(|value| value.terrain.is_some() || value.altitude.is_some()))
    }

    /// Where type and raw value disagree, the one that was changed holds.
    fn terrain(&self, old: Terrain) -> Result<Terrain, Wrong> {
        let terrain = match (self.kind, self.raw) {
            (Some(kind), Some(raw)) if is_of(raw, kind) || is_of(old, kind) => raw,
            (Some(kind), Some(raw)) if raw == old => self.with_kind(old, kind)?,
            (Some(kind), Some(raw)) => return Err(self.disagreement(kind, raw)),
            (Some(kind), None) => self.with_kind(old, kind)?,
            (None, raw) => raw.unwrap_or(old),
        };
        Ok(match self.water_bit {
            Some(true) => terrain.with_water_bit(),
            Some(false) => terrain.without_water_bit(),
            None => terrain,
        })
    }

    fn with_kind(&self, old: Terrain, kind: u32) -> Result<Terrain, Wrong> {
        if is_of(old, kind) {
            return Ok(old);
        }
        if kind > Terrain::MAX_KIND {
            let reason = format!("type {kind} does not exist; expected 0 to {}", Terrain::MAX_KIND);
            return Err(Wrong::new(self.place(), reason));
        }
        Ok(old.with_kind(kind))
    }

    fn disagreement(&self, kind: u32, raw: Terrain) -> Wrong {
        let reason = format!(
            "type {kind} and raw value {} don't belong together; change both, or import onto the \
             map that they came from",
            raw.0
        );
        Wrong::new(self.place(), reason)
    }

    fn place(&self) -> String {
        let TilePos { x, y } = self.tile;
        match self.line {
            Some(line) => format!("line {line}, cell ({x}, {y})"),
            None => format!("cell ({x}, {y})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{map, rows};
    use super::*;

    fn incoming(cells: Vec<IncomingCell>) -> Incoming {
        let extent = Extent::AtLeast { width: 2, height: 1 };
        Incoming { extent, origin: None, cells, has_lost_heights: false, notes: Vec::new() }
    }

    fn cell(x: u32, kind: Option<u32>, raw: Option<u32>) -> IncomingCell {
        let tile = TilePos { x, y: 0 };
        IncomingCell { kind, raw: raw.map(Terrain), ..IncomingCell::new(tile) }
    }

    #[test]
    fn the_number_that_was_changed_holds() {
        let map = map(&["15"]);
        let imported = |kind, raw| -> Result<Vec<String>, Wrong> {
            let action = incoming(vec![cell(0, Some(kind), Some(raw))]).onto(&map)?;
            Ok(rows(&action.resolve(&map).unwrap().map))
        };
        assert_eq!(imported(1, 1).unwrap(), ["15"]);
        assert_eq!(imported(3, 1).unwrap(), ["35"]);
        assert_eq!(imported(1, 3).unwrap(), ["35"]);
        assert_eq!(imported(3, 3).unwrap(), ["35"]);
        let error = imported(3, 0).unwrap_err().to_string();
        assert!(error.starts_with("cell (0, 0): type 3 and raw value 0 don't"), "{error}");
    }

    #[test]
    fn a_map_on_its_own_needs_all_cells_in_agreement() {
        let error = incoming(vec![cell(0, Some(1), None)]).on_its_own(None).unwrap_err();
        assert!(error.reason.starts_with("1 cell does not make a map of 2 × 1"), "{error}");
        let odd = incoming(vec![cell(0, Some(0), Some(1)), cell(1, None, None)]);
        assert!(odd.on_its_own(None).is_err());
        let wet = incoming(vec![cell(0, None, Some(1 << 31 | 5)), cell(1, Some(1), None)]);
        let (start, action) = wet.on_its_own(None).unwrap();
        assert_eq!(start.version(), Version::V1_3);
        assert_eq!(rows(&action.resolve(&start).unwrap().map), ["51"]);
        assert_eq!(wet.on_its_own(Some(Version::V1_2)).unwrap().0.version(), Version::V1_2);
    }

    #[test]
    fn another_map_is_told() {
        let error = incoming(vec![cell(9, Some(1), None)]).onto(&map(&["15"])).unwrap_err();
        assert_eq!(error.to_string(), "cell (9, 0): is outside the map of 2 × 1");
        let extent = Extent::Exactly { width: 3, height: 1 };
        let other = Incoming { extent, ..incoming(Vec::new()) };
        let error = other.onto(&map(&["15"])).unwrap_err().to_string();
        assert!(error.starts_with("file: is for a map of 3 × 1 cells"), "{error}");
    }
}
