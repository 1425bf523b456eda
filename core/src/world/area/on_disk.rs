//! What becomes of changed volumes when the files of their zones change on disk.

use std::collections::BTreeSet;

use crate::format::tera::zgd::{Volume, cell_idx};
use crate::space::tera::{CellInZone, Zone};

use super::Area;
use super::geometry::Geometry;
use super::volumes::Touched;

impl Area {
    /// With every cell that was touched as files have it that were read again.
    pub fn with_volumes_on_disk(&self, read: &Geometry) -> Area {
        self.with_cells_of(read, |_, theirs| theirs)
    }

    /// With some of the cells that were touched as files have them.
    pub fn with_cells_on_disk(&self, read: &Geometry, cells: &BTreeSet<ZoneCell>) -> Area {
        self.with_cells_of(read, |cell, theirs| match cells.contains(&cell.at) {
            true => theirs,
            false => cell.mine,
        })
    }

    /// Takes what changed in the files of some zones where it was not changed here as well. Cells
    /// that changed on both sides stay as they are here: these.
    pub fn merged_with_disk(
        &self,
        known: &Geometry,
        read: &Geometry,
    ) -> (Area, BTreeSet<ZoneCell>) {
        let mut on_both_sides = BTreeSet::new();
        let merged = self.with_cells_of(read, |cell, theirs| {
            let (zone, at) = cell.at;
            let known = known.as_read(zone);
            let known = known.as_ref().map_or(&[][..], |zgd| zgd.volumes_at(at.x(), at.y()));
            if theirs == known || cell.mine == theirs {
                return cell.mine;
            }
            if cell.mine == known {
                return theirs;
            }
            on_both_sides.insert(cell.at);
            cell.mine
        });
        (merged, on_both_sides)
    }

    /// The same for an area that was brought back: what its files had when it was saved last, or
    /// else opened, is known of the cells that were touched.
    pub fn merged_since(&self, saved: Option<&Area>, read: &Geometry) -> Meanwhile {
        let (mut known, mut changed, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        for zone in self.volumes.zones() {
            let Some(theirs) = read.as_read(zone) else {
                lost.push(zone);
                continue;
            };
            let cells = self.volumes.cells_of(zone).filter_map(|(_, cell, Touched { was, .. })| {
                let saved = saved.and_then(|saved| saved.volumes.get(zone, cell));
                Some((cell_idx(cell.x(), cell.y())?, saved.map_or(was, |saved| saved.now)))
            });
            let as_saved = theirs.with_cells(cells);
            if as_saved != *theirs {
                changed.push(zone);
            }
            known.push((zone, as_saved));
        }
        let (area, on_both_sides) = self.merged_with_disk(&Geometry::of_zones(known), read);
        Meanwhile { area, on_both_sides, changed, lost }
    }

    fn with_cells_of(
        &self,
        read: &Geometry,
        mut choose: impl for<'c> FnMut(TouchedCell<'c>, &'c [Volume]) -> &'c [Volume],
    ) -> Area {
        let mut area = self.clone();
        for zone in self.volumes.zones() {
            let Some(theirs) = read.as_read(zone) else { continue };
            for (_, cell, Touched { was, now }) in self.volumes.cells_of(zone) {
                let touched = TouchedCell { at: (zone, cell), mine: now };
                let chosen = choose(touched, theirs.volumes_at(cell.x(), cell.y()));
                if chosen != now {
                    area.volumes.put(zone, cell, Touched { was, now: chosen });
                }
            }
        }
        area
    }
}

/// What became of the zones of an area while nobody had it open, as far as cells were touched.
#[derive(Debug, Clone)]
pub struct Meanwhile {
    /// With what changed in the files and not here.
    pub area: Area,
    /// Cells that changed on both sides, and stay as they are here.
    pub on_both_sides: BTreeSet<ZoneCell>,
    /// Zones whose files are others now.
    pub changed: Vec<Zone>,
    /// Zones that can't be read any more.
    pub lost: Vec<Zone>,
}

/// A cell by its zone.
pub type ZoneCell = (Zone, CellInZone);

/// A cell that was touched, and what it has here.
struct TouchedCell<'v> {
    at: ZoneCell,
    mine: &'v [Volume],
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act_on, area};
    use super::*;
    use crate::format::tera::zgd::Zgd;

    const ZONE: Zone = Zone { x: 1000, y: 1000 };

    fn file(changed: &[(u16, i16)]) -> Geometry {
        let zgd = Zgd::from_cells(|x, y, cell| {
            let other = changed.iter().find(|(own, _)| y == 0 && *own == x);
            cell.push(Volume { z: other.map_or(0, |(_, z)| *z), height: 500 });
        });
        Geometry::of_zones([(ZONE, zgd)])
    }

    fn floors(area: &Area, geometry: &Geometry) -> [i16; 4] {
        let cells = geometry.of(area).cells(ZONE).unwrap();
        [0, 1, 2, 3].map(|x| cells.volumes_at(x, 0)[0].z)
    }

    #[test]
    fn what_changed_on_one_side_alone_is_kept_and_what_changed_on_both_stays_mine() {
        let (known, read) = (file(&[]), file(&[(1, 40), (2, 40), (3, 40)]));
        let set = |area: &Area, x: i32, z: i32| {
            let cells = format!(r#""cells":{{"list":[[{x},0]]}}"#);
            let json = format!(r#"{{"action":"set-volumes",{cells},"z":{z}}}"#);
            act_on(area, &known, &json).unwrap()
        };
        let start = area(&[(4, 4)], &[]);
        let mine = set(&set(&set(&start, 0, 9), 2, 9), 1, 9);
        // Touched, and as it was again.
        let mine = set(&mine, 1, 0);
        assert_eq!(floors(&mine, &read), [9, 0, 9, 40], "a touched cell hides what is below it");
        let (merged, on_both_sides) = mine.merged_with_disk(&known, &read);
        assert_eq!((floors(&merged, &read), on_both_sides.len()), ([9, 40, 9, 40], 1));
        let theirs = merged.with_cells_on_disk(&read, &on_both_sides);
        assert_eq!(floors(&theirs, &read), [9, 40, 40, 40]);
        assert_eq!(floors(&mine.with_volumes_on_disk(&read), &read), [0, 40, 40, 40]);
        assert_eq!(mine.merged_with_disk(&known, &known).0, mine);
    }

    #[test]
    fn what_files_had_is_known_of_touched_cells_when_an_area_is_brought_back() {
        let known = file(&[]);
        let set = |area: &Area, x: i32, z: i32| {
            let cells = format!(r#""cells":{{"list":[[{x},0]]}}"#);
            let json = format!(r#"{{"action":"set-volumes",{cells},"z":{z}}}"#);
            act_on(area, &known, &json).unwrap()
        };
        let saved = set(&area(&[(4, 4)], &[]), 0, 9);
        let mine = set(&saved, 1, 9);
        let as_saved = mine.merged_since(Some(&saved), &file(&[(0, 9)]));
        assert!(as_saved.changed.is_empty() && as_saved.lost.is_empty());
        assert_eq!(as_saved.area, mine);
        // Never saved, and the same file is another one.
        let other = mine.merged_since(None, &file(&[(0, 9), (1, 40)]));
        assert_eq!((other.changed, other.on_both_sides.len()), (vec![ZONE], 1));
        assert_eq!(floors(&other.area, &known), [9, 9, 0, 0]);
        // What was saved and not changed since follows the file.
        let read = file(&[(0, 70)]);
        let theirs = mine.merged_since(Some(&saved), &read);
        assert_eq!((floors(&theirs.area, &read), theirs.on_both_sides.len()), ([70, 9, 0, 0], 0));
        assert_eq!(mine.merged_since(None, &Geometry::none()).lost, [ZONE]);
    }
}
