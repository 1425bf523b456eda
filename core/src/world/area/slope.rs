//! Ramps and slopes: floors that rise evenly from one place to another.

use serde::{Deserialize, Serialize};

use crate::format::tera::zgd::Volume;
use crate::nav::tera::Stride;
use crate::space::tera::CellInWorld;
use crate::world::area::Area;
use crate::world::area::cells::{Cells, Which};
use crate::world::area::geometry::Geometry;
use crate::world::area::refusal::{Refusal, finite};
use crate::world::area::shape::{Ceiling, floor_at, insert, moved, reshape};

/// Puts the floors of cells on an even slope. Of several that are meant in a cell, the nearest to it moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlopeVolumes {
    pub cells: Cells,
    #[serde(default)]
    pub which: Which,
    /// Where the slope begins: x, y, and the height of the floor there and behind it.
    pub from: [f64; 3],
    /// Where it ends.
    pub to: [f64; 3],
    #[serde(default)]
    pub ceiling: Ceiling,
    /// The room of a floor in cells that have no such volume; these stay as they are without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add: Option<u16>,
}

impl SlopeVolumes {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
    ) -> Result<Vec<String>, Refusal> {
        let origin = area.origin();
        let along = Along::new(self.from, self.to)?;
        let cells = self.cells.resolve(area)?;
        reshape(area, geometry, cells, |zone, cell, volumes| {
            let Some(cell) = origin.world_from_zone(zone, cell) else { return Ok(()) };
            let z = along.height_in(cell)?;
            let was_sorted = volumes.is_sorted_by_key(|volume| volume.z);
            let is_meant = self.which.of(volumes);
            let meant = volumes.iter_mut().zip(is_meant).filter(|(_, is_meant)| *is_meant);
            let nearest = meant.min_by_key(|(volume, _)| (volume.z.abs_diff(z), volume.z));
            let nearest = match (nearest, self.add) {
                (Some((volume, _)), _) => volume,
                (None, Some(height)) => match make_room(volumes, z) {
                    Some(too_near) => too_near,
                    None => {
                        let above = volumes.iter().filter(|volume| volume.z > z);
                        let room = above.map(|volume| volume.z.abs_diff(z)).min();
                        let height = height.min(room.unwrap_or(height));
                        insert(volumes, Volume { z, height });
                        return Ok(());
                    }
                },
                (None, None) => return Ok(()),
            };
            *nearest = moved(*nearest, z, None, self.ceiling)?;
            if was_sorted {
                volumes.sort_by_key(|volume| volume.z);
            }
            Ok(())
        })
    }
}

/// Ends the room of the next floor below a new one. Gives that floor where nobody could stand on it any more.
fn make_room(volumes: &mut [Volume], z: i16) -> Option<&mut Volume> {
    let below = volumes.iter_mut().filter(|volume| volume.z <= z);
    let below = below.max_by_key(|volume| volume.z)?;
    let room = z.abs_diff(below.z);
    if room < Stride::default().clearance {
        return Some(below);
    }
    below.height = below.height.min(room);
    None
}

/// A straight way on the ground, and the heights of its ends.
struct Along {
    from: [f64; 3],
    to: [f64; 3],
}

impl Along {
    fn new(from: [f64; 3], to: [f64; 3]) -> Result<Along, Refusal> {
        let ([ax, ay, _], [bx, by, _]) = (finite("from", from)?, finite("to", to)?);
        match (ax, ay) == (bx, by) {
            true => {
                Err(Refusal::argument("to", "above or below `from`", "elsewhere on the ground"))
            }
            false => Ok(Along { from, to }),
        }
    }

    /// The height of the slope in the middle of a cell.
    fn height_in(&self, cell: CellInWorld) -> Result<i16, Refusal> {
        let at = cell.centre(0);
        let ([ax, ay, az], [bx, by, bz]) = (self.from, self.to);
        let (dx, dy) = (bx - ax, by - ay);
        let share = ((at.x - ax) * dx + (at.y - ay) * dy) / (dx * dx + dy * dy);
        floor_at(az + (bz - az) * share.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::zgd::Zgd;
    use crate::space::tera::Zone;
    use crate::world::area::tests::{act_on, area};

    const ZONE: Zone = Zone { x: 1000, y: 1000 };

    /// A plain at 0 without a floor in the row of cells 3.
    fn geometry() -> Geometry {
        let zgd = Zgd::from_cells(|x, _, cell| {
            if x != 3 {
                cell.push(Volume { z: 0, height: 100 });
            }
        });
        Geometry::of_zones([(ZONE, zgd)])
    }

    fn row(area: &Area, geometry: &Geometry) -> Vec<Vec<(i16, u16)>> {
        let zgd = geometry.of(area).zone(ZONE).unwrap();
        let cell =
            |x| zgd.volumes_at(x, 0).iter().map(|volume| (volume.z, volume.height)).collect();
        (0..6).map(cell).collect()
    }

    const CELLS: &str = r#""cells":{"box":{"from":[1,1],"to":[95,15]}}"#;

    #[test]
    fn floors_rise_evenly_and_level_off_at_the_ends() {
        let (geometry, start) = (geometry(), area(&[(4, 4)], &[]));
        let slope = |more: &str| {
            let json = format!(
                r#"{{"action":"slope-volumes",{CELLS},"from":[24,8,10],"to":[72,8,70]{more}}}"#
            );
            row(&act_on(&start, &geometry, &json).unwrap(), &geometry)
        };
        let flat =
            |rows: [Option<(i16, u16)>; 6]| rows.map(|cell| cell.into_iter().collect::<Vec<_>>());
        let moves = [
            Some((10, 100)),
            Some((10, 100)),
            Some((30, 100)),
            None,
            Some((70, 100)),
            Some((70, 100)),
        ];
        assert_eq!(slope(""), flat(moves));
        let stays = [
            Some((10, 90)),
            Some((10, 90)),
            Some((30, 70)),
            Some((50, 60)),
            Some((70, 30)),
            Some((70, 30)),
        ];
        assert_eq!(slope(r#","ceiling":"stays","add":60"#), flat(stays));
    }

    #[test]
    fn the_floor_nearest_to_the_slope_moves_and_others_stay() {
        let two =
            Zgd::from_cells(|_, _, cell| cell.extend([(0, 60), (100, 32_767)].map(Volume::from)));
        let geometry = Geometry::of_zones([(ZONE, two)]);
        let json = format!(
            r#"{{"action":"slope-volumes",{CELLS},"from":[8,8,0],"to":[88,8,100],"ceiling":"stays"}}"#
        );
        let after = act_on(&area(&[(4, 4)], &[]), &geometry, &json).unwrap();
        let floors: Vec<Vec<i16>> = row(&after, &geometry)
            .into_iter()
            .map(|cell| cell.into_iter().map(|(z, _)| z).collect())
            .collect();
        assert_eq!(floors, [[0, 100], [20, 100], [40, 100], [0, 60], [0, 80], [0, 100]]);
    }

    #[test]
    fn a_slope_over_a_dip_leaves_room_below_or_fills_it() {
        let dips = Zgd::from_cells(|x, _, cell| {
            let z = [0, -200, -40, 0, 0, 0].get(usize::from(x)).copied().unwrap_or(0);
            cell.push(Volume { z, height: 32_767 });
        });
        let geometry = Geometry::of_zones([(ZONE, dips)]);
        let json = format!(
            r#"{{"action":"slope-volumes",{CELLS},"which":{{"between":[-15,15]}},"from":[8,8,0],"to":[88,8,0],"add":32767}}"#
        );
        let after = act_on(&area(&[(4, 4)], &[]), &geometry, &json).unwrap();
        let cells = row(&after, &geometry);
        assert_eq!(
            cells[..3],
            [vec![(0, 32_767)], vec![(-200, 200), (0, 32_767)], vec![(0, 32_767)]]
        );
    }

    #[test]
    fn a_slope_without_a_way_is_refused() {
        let (geometry, start) = (geometry(), area(&[(4, 4)], &[]));
        let refusal = |ends: &str| {
            let json = format!(r#"{{"action":"slope-volumes",{CELLS},{ends}}}"#);
            act_on(&start, &geometry, &json).unwrap_err().to_string()
        };
        assert!(refusal(r#""from":[1,1,0],"to":[1,1,50]"#).contains("elsewhere on the ground"));
        assert!(refusal(r#""from":[1,1,0],"to":[9,1,50000]"#).contains("between -32768 and 32767"));
    }
}
