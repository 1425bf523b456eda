//! An open ground: its history, the tool in hand, and its pictures.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use landwright_core::space::ragnarok::{CubePos, height_from_altitude};
use landwright_core::world::Revision;
use landwright_core::world::gnd::Ground;

use crate::kind::ground::tool::{Settings, Tool};
use crate::kind::scene::land::{Land, Staged};
use crate::kind::single::Single;

/// World units along a side of a cube.
pub(super) const UNITS_PER_CUBE: f64 = 10.0;

#[derive(Debug)]
pub(crate) struct GroundDocument {
    pub(super) single: Single<Ground>,
    pub(super) cube: Option<CubePos>,
    pub(super) tool: Tool,
    pub(super) settings: Settings,
    pub(super) stroke: Option<Stroke>,
    /// From above, of which state, or why there is no picture; whether a newer one is on its way.
    pub(super) land: Option<Result<Arc<Land>, String>>,
    pub(super) land_of: Option<Revision>,
    pub(super) is_reading: bool,
    /// In 3D, and of which state; whether a newer one is on its way.
    pub(super) staged: Option<Result<Arc<Staged>, String>>,
    pub(super) staged_of: Option<Revision>,
    pub(super) is_staging: bool,
    /// Grows when the selection is to be brought into sight, or all of the ground.
    pub(super) n_shows: u64,
    pub(super) n_fits: u64,
    /// How often it was brought nearer, less how often farther.
    pub(super) n_zooms: i32,
    /// Grows when what is drawn in space is different.
    pub(super) n_casts: u64,
}

/// A stroke under way.
#[derive(Debug)]
pub(super) struct Stroke {
    /// The ground as it was when it began.
    pub(super) before: Ground,
    /// Places that it went through, in cubes.
    pub(super) points: Vec<[f64; 2]>,
    /// The height where it began.
    pub(super) level: f32,
    pub(super) is_reversed: bool,
}

impl Deref for GroundDocument {
    type Target = Single<Ground>;

    fn deref(&self) -> &Single<Ground> {
        &self.single
    }
}

impl DerefMut for GroundDocument {
    fn deref_mut(&mut self) -> &mut Single<Ground> {
        &mut self.single
    }
}

impl GroundDocument {
    pub(super) fn of(single: Single<Ground>) -> GroundDocument {
        GroundDocument {
            single,
            cube: None,
            tool: Tool::Select,
            settings: Settings::default(),
            stroke: None,
            land: None,
            land_of: None,
            is_reading: false,
            staged: None,
            staged_of: None,
            is_staging: false,
            n_shows: 0,
            n_fits: 0,
            n_zooms: 0,
            n_casts: 0,
        }
    }

    pub(super) fn ground(&self) -> &Ground {
        self.editing.document()
    }

    pub(super) fn land(&self) -> Option<&Arc<Land>> {
        self.land.as_ref()?.as_ref().ok()
    }

    /// Selects a cube and brings it into sight.
    pub(super) fn select_alone(&mut self, at: CubePos) {
        self.cube = Some(at);
        self.n_shows += 1;
    }

    /// The cube at a place that counts in cubes.
    pub(super) fn cube_at(&self, [x, y]: [f64; 2]) -> Option<CubePos> {
        let is_inside = x >= 0.0 && y >= 0.0;
        let at = is_inside.then_some(CubePos { x: x as u32, y: y as u32 })?;
        self.ground().cube(at).map(|_| at)
    }

    /// The mean height of the corners of a cube.
    pub(super) fn height_of(&self, at: CubePos) -> Option<f32> {
        let corners = self.ground().cube(at)?.altitude.map(height_from_altitude);
        let height = corners.iter().sum::<f32>() / 4.0;
        height.is_finite().then_some(height)
    }

    /// Lets what is selected follow what the ground has become.
    pub(super) fn follow(&mut self) {
        let ground = self.single.document();
        self.cube = self.cube.filter(|at| ground.cube(*at).is_some());
    }
}
