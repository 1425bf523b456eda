//! Changing the volumes of cells: floors that come and go, rise and sink, and the room above them.

use serde::{Deserialize, Serialize};

use crate::format::tera::N_CELLS;
use crate::format::tera::zgd::{MAX_PAYLOAD, Volume, overlap};
use crate::space::tera::{CellInZone, Zone};

use super::Area;
use super::cells::{ByZone, Cells, Which};
use super::geometry::Geometry;
use super::refusal::Refusal;
use super::volumes::Touched;

/// A cell lists so many volumes at most: their count is a byte.
const MAX_VOLUMES: usize = 255;

/// Adds a volume to each cell that has none with that floor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddVolume {
    pub cells: Cells,
    /// Its floor.
    pub z: i16,
    /// Of the room above the floor.
    pub height: u16,
}

/// Takes volumes out of cells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveVolumes {
    pub cells: Cells,
    #[serde(default)]
    pub which: Which,
}

/// Gives volumes another floor or another height.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetVolumes {
    pub cells: Cells,
    #[serde(default)]
    pub which: Which,
    /// The floor; as it is where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i16>,
    /// How far the floor rises, after it was put somewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u16>,
    /// What the ceiling does where the height is not given.
    #[serde(default)]
    pub ceiling: Ceiling,
}

/// What becomes of the ceiling when its floor moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ceiling {
    /// It moves along: the height stays.
    #[default]
    Moves,
    /// It stays where it is, and open sky stays open sky.
    Stays,
}

impl AddVolume {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
    ) -> Result<Vec<String>, Refusal> {
        let new = Volume { z: self.z, height: self.height };
        let mut n_there = 0;
        let mut notes = reshape(area, geometry, self.cells.resolve(area)?, |_, _, cell| {
            if cell.iter().any(|volume| volume.z == new.z) {
                n_there += 1;
                return Ok(());
            }
            insert(cell, new);
            Ok(())
        })?;
        if n_there > 0 {
            notes.push(format!("{} already a floor at {}", cells_have(n_there), self.z));
        }
        Ok(notes)
    }
}

impl RemoveVolumes {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
    ) -> Result<Vec<String>, Refusal> {
        let mut n_empty = 0;
        let mut notes = reshape(area, geometry, self.cells.resolve(area)?, |_, _, cell| {
            let mut gone = self.which.of(cell).into_iter();
            let was_empty = cell.is_empty();
            cell.retain(|_| !gone.next().unwrap_or(false));
            n_empty += usize::from(cell.is_empty() && !was_empty);
            Ok(())
        })?;
        if n_empty > 0 {
            notes.push(format!("{} no volume left: nobody can walk there", cells_have(n_empty)));
        }
        Ok(notes)
    }
}

impl SetVolumes {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
    ) -> Result<Vec<String>, Refusal> {
        let mut n_merged = 0;
        let mut notes = reshape(area, geometry, self.cells.resolve(area)?, |_, _, cell| {
            let was_sorted = cell.is_sorted_by_key(|volume| volume.z);
            let n_floors = floors_of(cell);
            let is_meant = self.which.of(cell);
            for (volume, _) in cell.iter_mut().zip(is_meant).filter(|(_, is_meant)| *is_meant) {
                *volume = self.changed(*volume)?;
            }
            if was_sorted {
                cell.sort_by_key(|volume| volume.z);
            }
            n_merged += usize::from(floors_of(cell) < n_floors);
            Ok(())
        })?;
        if n_merged > 0 {
            notes.push(format!("{} several volumes with one floor", cells_have(n_merged)));
        }
        Ok(notes)
    }

    fn changed(&self, old: Volume) -> Result<Volume, Refusal> {
        let z = i32::from(self.z.unwrap_or(old.z)).saturating_add(self.by.unwrap_or(0));
        let z = floor_at(z.into())?;
        moved(old, z, self.height, self.ceiling)
    }
}

/// A height as a floor has it: a whole number of units.
pub(super) fn floor_at(z: f64) -> Result<i16, Refusal> {
    match (f64::from(i16::MIN)..=f64::from(i16::MAX)).contains(&z.round()) {
        true => Ok(z.round() as i16),
        false => Err(Refusal::argument("the floor", &z, "between -32768 and 32767")),
    }
}

/// A volume with another floor. Without a height, the ceiling says which it has.
pub(super) fn moved(
    old: Volume,
    z: i16,
    height: Option<u16>,
    ceiling: Ceiling,
) -> Result<Volume, Refusal> {
    let height = match (height, ceiling) {
        (Some(height), _) => height,
        (None, Ceiling::Moves) => old.height,
        (None, Ceiling::Stays) => old.height_above(z).ok_or_else(|| {
            let expected = "between 0 and 65535 with the ceiling where it is";
            Refusal::argument("the height", &(old.top() - i32::from(z)), expected)
        })?,
    };
    Ok(Volume { z, height })
}

/// Does something to the volumes of each cell. All of them or none.
pub(super) fn reshape(
    area: &mut Area,
    geometry: &Geometry,
    cells: ByZone,
    mut change: impl FnMut(Zone, CellInZone, &mut Vec<Volume>) -> Result<(), Refusal>,
) -> Result<Vec<String>, Refusal> {
    let mut n_overlapping = 0;
    for (zone, cells) in cells {
        let Zone { x, y } = zone;
        let none = Refusal::NoGeometry { x, y };
        let known = geometry.cells(zone).ok_or(none)?;
        let own = known.as_read();
        let mut n_more = 0;
        for cell in cells {
            let old = known.volumes_at(cell.x(), cell.y());
            let mut new = old.to_vec();
            change(zone, cell, &mut new)?;
            if new == old {
                continue;
            }
            if new.len() > MAX_VOLUMES {
                return Err(full(zone, cell));
            }
            n_overlapping += usize::from(overlap(&new) && !overlap(old));
            n_more += new.len().saturating_sub(old.len());
            let was = own.volumes_at(cell.x(), cell.y());
            area.volumes.put(zone, cell, Touched { was, now: &new });
        }
        let n_bytes =
            |n_volumes: usize| N_CELLS as u64 + n_volumes as u64 * 4 + own.n_opaque() as u64;
        // Only where there may be too many are they counted one by one.
        if n_bytes(known.most_volumes() + n_more) > MAX_PAYLOAD {
            let n_volumes = geometry.of(area).zone(zone).map_or(0, |zgd| zgd.volumes().len());
            if n_bytes(n_volumes) > MAX_PAYLOAD {
                return Err(Refusal::ZoneFull { x, y });
            }
        }
    }
    let note = format!("{} volumes that overlap now", cells_have(n_overlapping));
    Ok(if n_overlapping > 0 { vec![note] } else { Vec::new() })
}

/// Puts a volume between the others, where they are in order; else behind them.
pub(super) fn insert(cell: &mut Vec<Volume>, new: Volume) {
    let at = match cell.is_sorted_by_key(|volume| volume.z) {
        true => cell.partition_point(|volume| volume.z < new.z),
        false => cell.len(),
    };
    cell.insert(at, new);
}

fn floors_of(cell: &[Volume]) -> usize {
    let mut floors: Vec<i16> = cell.iter().map(|volume| volume.z).collect();
    floors.sort_unstable();
    floors.dedup();
    floors.len()
}

fn full(zone: Zone, cell: CellInZone) -> Refusal {
    Refusal::CellFull { zone: format!("{}, {}", zone.x, zone.y), x: cell.x(), y: cell.y() }
}

/// `1 cell has`, `2 cells have`.
fn cells_have(n: usize) -> String {
    if n == 1 { "1 cell has".to_owned() } else { format!("{n} cells have") }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act_on, area};
    use super::*;
    use crate::format::effort::Effort;
    use crate::format::tera::zgd::{self, Zgd};
    use crate::sample::tera::packed_file;
    use crate::space::tera::CellInWorld;
    use crate::world::Editing;
    use crate::world::area::action::Action;
    use std::ops::ControlFlow;

    const ZONE: Zone = Zone { x: 1000, y: 1000 };

    /// A plain at 0 with a bridge at 200 over the row of cells 3, as a packed file.
    fn geometry() -> (Zgd, Geometry) {
        let zgd = Zgd::from_cells(|x, _, cell| {
            cell.push(Volume { z: 0, height: if x == 3 { 150 } else { 32_767 } });
            if x == 3 {
                cell.push(Volume { z: 200, height: 32_767 });
            }
        });
        let file = packed_file("", &zgd::write(&zgd)).bytes;
        (zgd, Geometry::of_files([(ZONE, file)]))
    }

    fn cell(area: &Area, geometry: &Geometry, x: u16, y: u16) -> Vec<(i16, u16)> {
        let zgd = geometry.of(area).zone(ZONE).unwrap();
        zgd.volumes_at(x, y).iter().map(|volume| (volume.z, volume.height)).collect()
    }

    fn notes(area: &Area, geometry: &Geometry, json: &str) -> Vec<String> {
        let action: Action = serde_json::from_str(json).unwrap();
        action.resolve(area, geometry).unwrap().notes
    }

    #[test]
    fn volumes_come_go_and_move() {
        let (_, geometry) = geometry();
        let start = area(&[(4, 4)], &[]);
        let add = r#"{"action":"add-volume","cells":{"list":[[5,5],[3,3]]},"z":100,"height":40}"#;
        let added = act_on(&start, &geometry, add).unwrap();
        assert_eq!(cell(&added, &geometry, 5, 5), [(0, 32_767), (100, 40)]);
        assert_eq!(cell(&added, &geometry, 3, 3), [(0, 150), (100, 40), (200, 32_767)]);
        assert_eq!(cell(&start, &geometry, 3, 3), [(0, 150), (200, 32_767)]);
        assert_eq!(notes(&start, &geometry, add), ["2 cells have volumes that overlap now"]);
        assert_eq!(notes(&added, &geometry, add), ["2 cells have already a floor at 100"]);

        let set = r#"{"action":"set-volumes","cells":{"list":[[3,3]]},"which":{"near":90},"by":20,"ceiling":"stays"}"#;
        let set = act_on(&added, &geometry, set).unwrap();
        assert_eq!(cell(&set, &geometry, 3, 3), [(0, 150), (120, 20), (200, 32_767)]);
        let over = r#"{"action":"set-volumes","cells":{"list":[[3,3]]},"which":{"nth":0},"z":250}"#;
        let over = act_on(&set, &geometry, over).unwrap();
        assert_eq!(cell(&over, &geometry, 3, 3), [(120, 20), (200, 32_767), (250, 150)]);

        let gone = r#"{"action":"remove-volumes","cells":{"list":[[3,3],[3,4]]},"which":{"between":[1,999]}}"#;
        let gone_too = act_on(&over, &geometry, gone).unwrap();
        assert_eq!(cell(&gone_too, &geometry, 3, 3), []);
        assert_eq!(cell(&gone_too, &geometry, 3, 4), [(0, 150)]);
        assert_eq!(
            notes(&over, &geometry, gone),
            ["1 cell has no volume left: nobody can walk there"]
        );
    }

    #[test]
    fn a_floor_moves_below_its_ceiling_and_open_sky_stays_open() {
        let (_, geometry) = geometry();
        let start = area(&[(4, 4)], &[]);
        let set = |z: i16, nth: u8| {
            let which = format!(r#""cells":{{"list":[[3,3]]}},"which":{{"nth":{nth}}}"#);
            let json = format!(r#"{{"action":"set-volumes",{which},"z":{z},"ceiling":"stays"}}"#);
            cell(&act_on(&start, &geometry, &json).unwrap(), &geometry, 3, 3)
        };
        assert_eq!(set(40, 0), [(40, 110), (200, 32_767)]);
        assert_eq!(set(-40, 0), [(-40, 190), (200, 32_767)]);
        assert_eq!(set(150, 0), [(150, 0), (200, 32_767)]);
        assert_eq!(set(260, 1), [(0, 150), (260, 32_767)]);
    }

    #[test]
    fn what_can_t_be_is_refused_and_nothing_changes() {
        let (_, geometry) = geometry();
        let start = area(&[(4, 4)], &[]);
        let refusal = |json: &str| act_on(&start, &geometry, json).unwrap_err().to_string();
        let list = r#""cells":{"list":[[3,3]]}"#;
        let up = refusal(&format!(r#"{{"action":"set-volumes",{list},"by":40000}}"#));
        assert!(up.contains("between -32768 and 32767"), "{up}");
        let low = format!(r#"{{"action":"set-volumes",{list},"z":160,"ceiling":"stays"}}"#);
        assert!(refusal(&low).contains("with the ceiling where it is"));
        let away = r#"{"action":"remove-volumes","cells":{"list":[[-1,3]]}}"#;
        assert_eq!(refusal(away), "none of these cells is in a zone of the area");
        let none = act_on(
            &start,
            &Geometry::none(),
            r#"{"action":"add-volume","cells":{"list":[[1,1]]},"z":1,"height":1}"#,
        );
        assert_eq!(none, Err(Refusal::NoGeometry { x: 1000, y: 1000 }));
        let mut full = start;
        for z in 1..=254 {
            let json = format!(
                r#"{{"action":"add-volume","cells":{{"list":[[1,1]]}},"z":{z},"height":1}}"#
            );
            full = act_on(&full, &geometry, &json).unwrap();
        }
        let json = r#"{"action":"add-volume","cells":{"list":[[1,1]]},"z":999,"height":1}"#;
        assert!(matches!(act_on(&full, &geometry, json), Err(Refusal::CellFull { x: 1, .. })));
    }

    #[test]
    fn only_what_changed_is_saved_and_undone_it_is_the_file_again() {
        let (zgd, geometry) = geometry();
        let mut editing = Editing::new(area(&[(4, 4)], &[]));
        let json =
            r#"{"action":"set-volumes","cells":{"disc":{"at":[800,800],"radius":100}},"z":30}"#;
        let action: Action = serde_json::from_str(json).unwrap();
        let resolved = action.resolve(editing.document(), &geometry).unwrap();
        editing.apply(action.title(), resolved.edit.unwrap());
        let file = |area: &Area| {
            let mut go_on = |_, _| ControlFlow::Continue(());
            geometry.of(area).file_of(ZONE, Effort::Quick, &mut go_on).unwrap().unwrap()
        };
        let changed = zgd::read_packed(&file(editing.document())).unwrap().0;
        let centre = |x: u16, y: u16| CellInWorld { x: x.into(), y: y.into() }.centre(0);
        let wanted = Zgd::from_cells(|x, y, cell| {
            cell.extend(zgd.volumes_at(x, y));
            let off = (centre(x, y).x - 800.0).hypot(centre(x, y).y - 800.0);
            if off <= 100.0 {
                cell[0].z = 30;
            }
        });
        assert!(changed == wanted);
        assert_eq!(geometry.of(editing.document()).changed_zones(), [ZONE]);
        editing.undo().unwrap();
        assert_eq!(geometry.of(editing.document()).changed_zones(), []);
        assert_eq!(file(editing.document()), packed_file("", &zgd::write(&zgd)).bytes);
        editing.redo().unwrap();
        assert_eq!(geometry.of(editing.document()).changed_zones(), [ZONE]);
    }

    #[test]
    fn an_edit_names_the_nodes_that_walk_over_it() {
        let (_, geometry) = geometry();
        let start = area(&[(4, 4), (30, 4), (60, 60), (70, 60)], &[(0, 1)]);
        let json = r#"{"action":"set-volumes","cells":{"list":[[17,4]]},"z":300}"#;
        let action: Action = serde_json::from_str(json).unwrap();
        let resolved = action.resolve(&start, &geometry).unwrap();
        let nodes = resolved.edit.unwrap().nodes(&resolved.area);
        assert_eq!(nodes, [crate::world::area::id::NodeId(0)]);
    }
}
