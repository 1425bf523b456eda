//! Types made from the lie of the land: slope, steps between neighbours, and water.

use serde::{Deserialize, Serialize};

use crate::format::ragnarok::gat::{Terrain, Version};
use crate::nav::ragnarok::cell::ServerCell;
use crate::space::ragnarok::{Corner, TilePos, height_from_altitude};
use crate::world::corners::{at_vertex, vertex};

use super::GatMap;
use super::refusal::{Refusal, finite};
use super::region::Region;

/// Gives every cell of a region a type by its heights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AutomaticTypes {
    #[serde(default = "everything")]
    pub region: Region,
    /// What nothing else is said about.
    #[serde(default)]
    pub flat: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope: Option<Limit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Limit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub water: Option<Water>,
    /// Whether cells that nobody can walk on keep their types, whatever their heights say.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep_blocked: bool,
}

/// A difference in height, in world units, and the type of cells that have more.
///
/// For the slope: between the highest and the lowest corner of a cell. For the step: between a
/// corner of a cell and that of a neighbour at the same place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    pub above: f32,
    #[serde(rename = "type")]
    pub kind: u32,
}

/// Cells under water, as a server asks: by their south-west corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Water {
    /// As in the RSW: an altitude, which points down.
    pub level: f32,
    /// The type of cells under water, where it is not by their slope and steps. In 1.3, the
    /// water bit is set as well.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<u32>,
    /// The type of cells that lie deeper than this below the surface.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deep: Option<Limit>,
}

fn everything() -> Region {
    Region::Everything
}

impl AutomaticTypes {
    pub(super) fn apply(&self, map: &mut GatMap) -> Result<(), Refusal> {
        self.check()?;
        let area = self.region.area(map)?;
        let before = map.clone();
        for tile in area.cells() {
            let terrain = self.terrain(&before, tile);
            map.set_terrain(tile, terrain);
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Refusal> {
        let deep = self.water.and_then(|water| water.deep);
        for limit in [self.slope, self.step, deep].into_iter().flatten() {
            finite("above", limit.above)?;
            check_type(limit.kind)?;
        }
        if let Some(water) = self.water {
            finite("level", water.level)?;
            check_type(water.kind.unwrap_or_default())?;
        }
        check_type(self.flat)
    }

    fn terrain(&self, map: &GatMap, tile: TilePos) -> Terrain {
        let depth = self.water.map_or(0.0, |water| depth(map, tile, water.level));
        let is_wet = depth > 0.0;
        let exceeds = |limit: Option<Limit>, value: f32| {
            limit.filter(|limit| value > limit.above).map(|limit| limit.kind)
        };
        let kind = exceeds(self.water.and_then(|water| water.deep), depth)
            .or_else(|| exceeds(self.slope, slope(map, tile)))
            .or_else(|| exceeds(self.step, step(map, tile)))
            .or_else(|| self.water.filter(|_| is_wet).and_then(|water| water.kind))
            .unwrap_or(self.flat);
        let old = map.terrain(tile).unwrap_or_default();
        let is_blocked = |kind| !ServerCell::from_type(kind).is_some_and(ServerCell::is_walkable);
        let stays = self.keep_blocked && is_blocked(old.kind()) && !is_blocked(kind);
        let kind = if stays { old.kind() } else { kind };
        // Where nothing is said about water, the bit stays as it was.
        let has_bit = if self.water.is_some() { is_wet } else { old.has_water_bit() };
        match map.version {
            Version::V1_3 if has_bit => old.with_kind(kind).with_water_bit(),
            _ => old.with_kind(kind).without_water_bit(),
        }
    }
}

pub(in crate::world::gat) fn check_type(kind: u32) -> Result<(), Refusal> {
    if kind > Terrain::MAX_KIND {
        return Err(Refusal::argument("type", &kind, "below 65536"));
    }
    Ok(())
}

/// How far the south-west corner lies under water; not above 0 where it is dry.
fn depth(map: &GatMap, tile: TilePos, level: f32) -> f32 {
    map.altitude(tile, Corner::SouthWest).map_or(0.0, |altitude| altitude.get() - level)
}

/// From the lowest corner of a cell to its highest.
pub(crate) fn slope(map: &GatMap, tile: TilePos) -> f32 {
    let heights =
        Corner::ALL.map(|corner| map.altitude(tile, corner).map_or(f32::NAN, height_from_altitude));
    let highest = heights.into_iter().fold(f32::NEG_INFINITY, f32::max);
    highest - heights.into_iter().fold(f32::INFINITY, f32::min)
}

/// The greatest difference to a neighbour's corner at the same place.
pub(crate) fn step(map: &GatMap, tile: TilePos) -> f32 {
    let mut step = 0.0_f32;
    for corner in Corner::ALL {
        let Some(own) = map.altitude(tile, corner) else { continue };
        for (other, corner) in at_vertex(vertex(tile, corner)) {
            if let Some(other) = map.altitude(other, corner) {
                step = step.max((own.get() - other.get()).abs());
            }
        }
    }
    step
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::super::tests::map;
    use super::*;
    use crate::format::number::F32;

    fn typed(map: &GatMap, json: &str) -> Vec<u32> {
        let action: Action = serde_json::from_str(json).unwrap();
        let mut map = map.clone();
        let Action::AutomaticTypes(action) = action else { panic!() };
        action.apply(&mut map).unwrap();
        map.terrain.iter().collect()
    }

    /// Flat, a slope, a plateau torn from the slope, and a pit.
    fn land() -> GatMap {
        let mut map = map(&["6666"]);
        for (x, altitudes) in
            [[0.0; 4], [0.0, -3.0, 0.0, -3.0], [-9.0; 4], [12.0; 4]].into_iter().enumerate()
        {
            for corner in Corner::ALL {
                let tile = TilePos { x: x as u32, y: 0 };
                map.set_altitude(tile, corner, F32::new(corner.of(altitudes)));
            }
        }
        map
    }

    #[test]
    fn slopes_steps_and_water_make_types() {
        let land = land();
        let slope = r#""slope":{"above":2.0,"type":1}"#;
        let step = r#""step":{"above":5.0,"type":5}"#;
        let water = r#""water":{"level":2.0,"type":3,"deep":{"above":20.0,"type":1}}"#;
        let types = |arguments: &[&str]| {
            let arguments: String = arguments.iter().map(|a| format!(",{a}")).collect();
            typed(&land, &format!(r#"{{"action":"automatic-types"{arguments}}}"#))
        };
        assert_eq!(types(&[]), [0, 0, 0, 0]);
        assert_eq!(types(&[slope]), [0, 1, 0, 0]);
        assert_eq!(types(&[slope, step]), [0, 1, 5, 5]);
        assert_eq!(types(&[water]), [0, 0, 0, 3]);
    }

    #[test]
    fn blocked_cells_stay_blocked_where_that_is_asked_for() {
        let mut land = land();
        for (x, kind) in [(0, 1), (1, 5), (2, 6), (3, 77)] {
            land.set_terrain(TilePos { x, y: 0 }, Terrain(kind));
        }
        let slope = r#"{"action":"automatic-types","slope":{"above":2.0,"type":1}"#;
        assert_eq!(typed(&land, &format!("{slope}}}")), [0, 1, 0, 0]);
        let kept = typed(&land, &format!(r#"{slope},"keep-blocked":true}}"#));
        // A gap may become a wall, since both are blocked.
        assert_eq!(kept, [1, 1, 0, 77]);
    }

    #[test]
    fn version_1_3_gets_its_water_bit() {
        let mut land = land();
        land.version = Version::V1_3;
        let json = r#"{"action":"automatic-types","water":{"level":2.0}}"#;
        assert_eq!(typed(&land, json), [0, 0, 0, 1 << 31]);
    }
}
