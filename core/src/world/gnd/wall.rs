//! Walls between cubes, and holes in the ground: surfaces that come and go.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::ragnarok::gnd::Surface;
use crate::space::ragnarok::CubePos;
use crate::world::gnd::Ground;
use crate::world::gnd::face::Face;
use crate::world::gnd::paint::{Texture, cubes, laid};
use crate::world::gnd::refusal::Refusal;
use crate::world::gnd::region::Region;

/// World units along a side of a cube, which a picture covers on a wall.
const UNITS_PER_CUBE: f32 = 10.0;
const WHITE: [u8; 4] = [255; 4];

/// Puts walls where there is a step to the neighbour and no wall. The last row and column have no neighbour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddWalls {
    pub region: Region,
    pub texture: Texture,
    /// To the north, the east, or both where nothing is said.
    #[serde(default = "walls")]
    pub faces: Vec<Face>,
    /// Also where there is no step yet.
    #[serde(default)]
    pub everywhere: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveWalls {
    pub region: Region,
    #[serde(default = "walls")]
    pub faces: Vec<Face>,
}

/// Takes the tops of cubes away. Their surfaces stay in the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MakeHoles {
    pub region: Region,
}

/// Puts a top on cubes that have none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FillHoles {
    pub region: Region,
    pub texture: Texture,
    /// As of painting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<u32>,
}

fn walls() -> Vec<Face> {
    Face::WALLS.to_vec()
}

/// How far the ground steps down from a cube to its neighbour, at both ends of their edge.
fn steps(ground: &Ground, at: CubePos, face: Face) -> Option<[f32; 2]> {
    let own = ground.cube(at)?.altitude.map(F32::get);
    let [_, own_se, own_nw, own_ne] = own;
    let next = match face {
        Face::Top => return None,
        Face::North => CubePos { y: at.y + 1, ..at },
        Face::East => CubePos { x: at.x + 1, ..at },
    };
    let [sw, se, nw, _] = ground.cube(next)?.altitude.map(F32::get);
    Some(match face {
        Face::East => [nw - own_ne, sw - own_se],
        _ => [sw - own_nw, se - own_ne],
    })
}

/// The light that falls on the top of a cube: that of a new surface, until somebody bakes it.
fn lightmap_near(ground: &Ground, at: CubePos) -> u16 {
    let around = [
        Some(at),
        at.x.checked_sub(1).map(|x| CubePos { x, ..at }),
        at.y.checked_sub(1).map(|y| CubePos { y, ..at }),
        Some(CubePos { x: at.x + 1, ..at }),
        Some(CubePos { y: at.y + 1, ..at }),
    ];
    let top = |at| ground.surface(ground.surface_at(at, Face::Top)?);
    around.into_iter().flatten().find_map(top).map_or(0, |surface| surface.lightmap)
}

impl AddWalls {
    pub(super) fn apply(&self, ground: &mut Ground) -> Result<(), Refusal> {
        let textures = Arc::clone(&ground.textures);
        let texture = self.texture.number(ground)?;
        let n_surfaces = ground.n_surfaces();
        for at in cubes(&self.region.area(ground)?) {
            for face in self.faces.iter().copied() {
                let Some(steps) = steps(ground, at, face) else { continue };
                let has_step = steps.iter().any(|step| step.abs() > 0.0);
                let is_free = ground.surface_at(at, face).is_none();
                if is_free && (has_step || self.everywhere) {
                    let lightmap = lightmap_near(ground, at);
                    let (u, v) = upright(steps);
                    let wall = Surface { u, v, texture, lightmap, color: WHITE };
                    let number = ground.add_surface(wall)?;
                    ground.set_face(at, face, Some(number))?;
                }
            }
        }
        if ground.n_surfaces() == n_surfaces {
            ground.textures = textures;
        }
        Ok(())
    }
}

/// A picture for each cube's side of height, its top at the higher edge.
fn upright(steps: [f32; 2]) -> ([F32; 4], [F32; 4]) {
    let [first, second] = steps.map(|step| if step.is_finite() { step } else { 0.0 });
    let tall = (first.abs().max(second.abs()) / UNITS_PER_CUBE).ceil().max(1.0);
    let is_down = first + second >= 0.0;
    let (own, other) = if is_down { (0.0, tall) } else { (tall, 0.0) };
    ([0.0, 1.0, 0.0, 1.0].map(F32::new), [own, own, other, other].map(F32::new))
}

impl RemoveWalls {
    pub(super) fn apply(&self, ground: &mut Ground) -> Result<(), Refusal> {
        for at in cubes(&self.region.area(ground)?) {
            for face in self.faces.iter().copied().filter(|face| *face != Face::Top) {
                if ground.surface_at(at, face).is_some() {
                    ground.set_face(at, face, None)?;
                }
            }
        }
        Ok(())
    }
}

impl MakeHoles {
    pub(super) fn apply(&self, ground: &mut Ground) -> Result<(), Refusal> {
        for at in cubes(&self.region.area(ground)?) {
            if ground.surface_at(at, Face::Top).is_some() {
                ground.set_face(at, Face::Top, None)?;
            }
        }
        Ok(())
    }
}

impl FillHoles {
    pub(super) fn apply(&self, ground: &mut Ground) -> Result<(), Refusal> {
        let textures = Arc::clone(&ground.textures);
        let texture = self.texture.number(ground)?;
        let n_surfaces = ground.n_surfaces();
        for at in cubes(&self.region.area(ground)?) {
            if ground.surface_at(at, Face::Top).is_none() {
                let (u, v) = laid(at, self.over.unwrap_or(1).max(1));
                let lightmap = lightmap_near(ground, at);
                let top = Surface { u, v, texture, lightmap, color: WHITE };
                let number = ground.add_surface(top)?;
                ground.set_face(at, Face::Top, Some(number))?;
            }
        }
        if ground.n_surfaces() == n_surfaces {
            ground.textures = textures;
        }
        Ok(())
    }
}
