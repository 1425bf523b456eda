//! Volumes of a mesh that a drawing program made, so that a new place can be built.
//!
//! The mesh is looked at cell by cell. A floor is where a face that looks up lies over the middle of a cell. Whatever
//! of the mesh is above it in that cell is a ceiling, or a wall that nobody passes.

mod cut;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::cut::{Column, Triangle, columns};
use crate::format::packed::Progress;
use crate::format::tera::zgd::{OPEN_SKY, Volume};
use crate::nav::tera::Stride;
use crate::problem::counted::counted;
use crate::scene::gltf::read as glb;
use crate::scene::obj::{self, Triangles};
use crate::space::tera::{CellInZone, UNITS_PER_METRE, Zone};
use crate::world::area::Area;
use crate::world::area::geometry::Geometry;
use crate::world::area::refusal::{Refusal, finite};
use crate::world::area::shape::{floor_at, insert, reshape};

/// Places and triangles that a file may have, each.
const MOST: usize = 2_000_000;

/// The steepest floor that somebody walks on: from cell to cell it rises by the highest step.
const STEEPEST_DEGREES: f64 = 43.0;

/// Makes volumes of the triangles of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VolumesFromMesh {
    /// An OBJ or a binary glTF file, from the folder of the script.
    pub file: String,
    /// Where the origin of the mesh is.
    #[serde(default)]
    pub at: [f64; 3],
    /// The game's units in one unit of the file; 25 are a metre.
    #[serde(default = "scale")]
    pub scale: f64,
    /// About the vertical, against the clock as seen from above.
    #[serde(default)]
    pub turn_degrees: f64,
    /// Which direction of an OBJ is up; y by default. glTF says it itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up: Option<Up>,
    /// Room that a floor needs above it.
    #[serde(default = "clearance")]
    pub clearance: u16,
    /// Steeper faces are no floors.
    #[serde(default = "steepest")]
    pub steepest_degrees: f64,
    #[serde(default)]
    pub onto: Onto,
    /// The contents of the file, once somebody read it.
    #[serde(skip)]
    pub mesh: Option<Arc<Mesh>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Up {
    Y,
    Z,
}

/// What becomes of the volumes that the cells under the mesh have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Onto {
    /// They stay, with the room that the mesh leaves them.
    #[default]
    Add,
    /// They go: these cells have the floors of the mesh alone.
    Replace,
}

/// The triangles of a file.
#[derive(Clone, PartialEq)]
pub struct Mesh {
    triangles: Triangles,
    /// `None` where the file does not say it.
    up: Option<Up>,
    /// What was left out of it.
    notes: Vec<String>,
}

fn clearance() -> u16 {
    Stride::default().clearance
}

fn steepest() -> f64 {
    STEEPEST_DEGREES
}

fn scale() -> f64 {
    UNITS_PER_METRE
}

impl fmt::Debug for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mesh of {} triangles", self.triangles.triangles.len())
    }
}

impl Mesh {
    /// Of the bytes of an OBJ or a binary glTF file.
    pub fn read(data: &[u8]) -> Result<Mesh, String> {
        let mesh =
            if data.starts_with(glb::MAGIC) { Mesh::of_glb(data)? } else { Mesh::of_obj(data)? };
        match mesh.triangles.triangles.is_empty() {
            true => Err("it has no face; an OBJ or a binary glTF file (.glb) is needed".to_owned()),
            false => Ok(mesh),
        }
    }

    fn of_obj(data: &[u8]) -> Result<Mesh, String> {
        let triangles = obj::read(data, MOST).map_err(|error| error.to_string())?;
        Ok(Mesh { triangles, up: None, notes: Vec::new() })
    }

    fn of_glb(data: &[u8]) -> Result<Mesh, String> {
        let limits = glb::Limits { n_vertices: MOST, n_triangles: MOST, n_primitives: 4_096 };
        let import = glb::read(data, limits).map_err(|error| error.to_string())?;
        let mut triangles = Triangles::default();
        for primitive in import.primitives {
            let first = triangles.places.len() as u32;
            triangles.places.extend(primitive.at_m);
            let moved =
                primitive.triangles.iter().map(|corners| corners.map(|corner| first + corner));
            triangles.triangles.extend(moved);
            if triangles.places.len().max(triangles.triangles.len()) > MOST {
                return Err(format!("it has more than {MOST} places or triangles"));
            }
        }
        Ok(Mesh { triangles, up: Some(Up::Z), notes: import.notes })
    }

    /// Whether its file says nothing of a direction up.
    pub fn can_have_any_up(&self) -> bool {
        self.up.is_none()
    }

    pub fn n_triangles(&self) -> usize {
        self.triangles.triangles.len()
    }
}

impl VolumesFromMesh {
    /// The action for a mesh that was read, with its origin where the world's is.
    pub fn new(mesh: Arc<Mesh>, file: String) -> VolumesFromMesh {
        VolumesFromMesh {
            file,
            at: [0.0; 3],
            scale: scale(),
            turn_degrees: 0.0,
            up: None,
            clearance: clearance(),
            steepest_degrees: steepest(),
            onto: Onto::default(),
            mesh: Some(mesh),
        }
    }

    /// The triangles of the mesh where they are in the world; none before it was read.
    pub fn in_world(&self) -> impl Iterator<Item = [[f64; 3]; 3]> + '_ {
        let mesh = self.mesh.as_deref();
        let (places, triangles) = mesh.map_or((&[][..], &[][..]), |mesh| {
            (mesh.triangles.places.as_slice(), mesh.triangles.triangles.as_slice())
        });
        let up = mesh.and_then(|mesh| mesh.up).or(self.up).unwrap_or(Up::Y);
        let (sin, cos) = self.turn_degrees.to_radians().sin_cos();
        let [dx, dy, dz] = self.at;
        let corner = move |idx: u32| {
            let [x, y, z] = places.get(idx as usize)?.map(|along| f64::from(along) * self.scale);
            let [x, y, z] = match up {
                Up::Y => [x, -z, y],
                Up::Z => [x, y, z],
            };
            Some([x * cos - y * sin + dx, x * sin + y * cos + dy, z + dz])
        };
        triangles.iter().filter_map(move |[a, b, c]| Some([corner(*a)?, corner(*b)?, corner(*c)?]))
    }

    fn check(&self) -> Result<(), Refusal> {
        finite("at", self.at)?;
        finite("turn_degrees", [self.turn_degrees])?;
        if !self.scale.is_finite() || self.scale <= 0.0 {
            return Err(Refusal::argument("scale", &self.scale, "more than 0"));
        }
        match (0.0..90.0).contains(&self.steepest_degrees) {
            true => Ok(()),
            false => {
                let expected = "between 0 and 90 degrees";
                Err(Refusal::argument("steepest_degrees", &self.steepest_degrees, expected))
            }
        }
    }

    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
        progress: Progress<'_>,
    ) -> Result<Vec<String>, Refusal> {
        let mesh = self.mesh.as_ref().ok_or_else(|| Refusal::NoMesh(self.file.clone()))?;
        self.check()?;
        let flattest = self.steepest_degrees.to_radians().cos();
        let triangles: Vec<Triangle> =
            self.in_world().map(|corners| Triangle::new(corners, flattest)).collect();
        let mut report = Report { notes: mesh.notes.clone(), ..Report::default() };
        let mut by_zone: BTreeMap<Zone, BTreeMap<CellInZone, Column>> = BTreeMap::new();
        for (cell, column) in columns(&triangles, progress)? {
            let place = area.origin().zone_from_world(cell);
            match place.filter(|(zone, _)| area.has_zone(*zone)) {
                Some((zone, cell)) => drop(by_zone.entry(zone).or_default().insert(cell, column)),
                None => report.n_outside += 1,
            }
        }
        if by_zone.is_empty() {
            return Err(Refusal::NoCells);
        }
        let cells = by_zone.iter().map(|(zone, cells)| (*zone, cells.keys().copied().collect()));
        let notes = reshape(area, geometry, cells.collect(), |zone, cell, volumes| {
            if let Some(column) = by_zone.get(&zone).and_then(|cells| cells.get(&cell)) {
                self.put(column, volumes, &mut report)?;
            }
            Ok(())
        })?;
        Ok(report.in_words().into_iter().chain(notes).collect())
    }

    /// Gives a cell the floors of its column.
    fn put(
        &self,
        column: &Column,
        volumes: &mut Vec<Volume>,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let mut floors = Vec::new();
        for z in column.floors() {
            match column.room_above(z) {
                Some(room) if room >= f64::from(self.clearance) => {
                    floors.push(Volume { z: floor_at(z)?, height: height(room) });
                }
                _ => report.n_low += 1,
            }
        }
        report.n_steep += usize::from(column.is_steep());
        match self.onto {
            Onto::Replace => {
                let is_gone = |old: &&Volume| !floors.iter().any(|new| is_same(*new, **old));
                report.n_gone += volumes.iter().filter(is_gone).count();
                report.n_floors += floors.len();
                *volumes = floors;
            }
            Onto::Add => self.add(column, floors, volumes, report),
        }
        Ok(())
    }

    /// Adds floors between the volumes that stay. One that is there already keeps its ceiling.
    fn add(
        &self,
        column: &Column,
        mut floors: Vec<Volume>,
        volumes: &mut Vec<Volume>,
        report: &mut Report,
    ) {
        let n_before = volumes.len();
        volumes.retain_mut(|volume| self.leaves(column, volume));
        report.n_gone += n_before - volumes.len();
        let n_before = floors.len();
        floors.retain_mut(|floor| {
            for old in volumes.iter() {
                let room = match is_same(*floor, *old) {
                    true => old.height_above(floor.z).unwrap_or(0),
                    false if old.z > floor.z => old.z.abs_diff(floor.z),
                    false => continue,
                };
                floor.height = floor.height.min(room);
            }
            floor.height >= self.clearance
        });
        report.n_buried += n_before - floors.len();
        report.n_floors += floors.len();
        volumes.retain(|old| !floors.iter().any(|new| is_same(*new, *old)));
        floors.into_iter().for_each(|floor| insert(volumes, floor));
    }

    /// Gives a volume that was there the room that the mesh leaves it, and says whether it stays.
    fn leaves(&self, column: &Column, volume: &mut Volume) -> bool {
        let Some(room) = column.room_above(volume.z.into()) else { return false };
        let is_cut = room.is_finite() && height(room) < volume.height;
        if is_cut {
            volume.height = height(room);
        }
        !is_cut || volume.height >= self.clearance
    }
}

fn is_same(one: Volume, other: Volume) -> bool {
    cut::is_one_floor(one.z.into(), other.z.into())
}

/// Room as a file has it: without a ceiling it is open sky.
fn height(room: f64) -> u16 {
    if room >= f64::from(OPEN_SKY) { OPEN_SKY } else { room.floor() as u16 }
}

/// What a person should know afterwards.
#[derive(Debug, Default)]
struct Report {
    notes: Vec<String>,
    n_floors: usize,
    n_outside: usize,
    n_low: usize,
    n_steep: usize,
    n_gone: usize,
    n_buried: usize,
}

impl Report {
    fn in_words(self) -> Vec<String> {
        let line = |n: usize, one: &str, more: &str| (n > 0).then(|| counted(n, one, more));
        let lines = [
            Some(counted(
                self.n_floors,
                "floor of the mesh is placed",
                "floors of the mesh are placed",
            )),
            line(self.n_steep, "cell is too steep to walk on", "cells are too steep to walk on"),
            line(
                self.n_low,
                "floor has too little room above",
                "floors have too little room above",
            ),
            line(self.n_gone, "floor that was there is gone", "floors that were there are gone"),
            line(
                self.n_buried,
                "floor is too near below another",
                "floors are too near below others",
            ),
            line(
                self.n_outside,
                "cell is in no zone of the area",
                "cells are in no zone of the area",
            ),
        ];
        self.notes.into_iter().chain(lines.into_iter().flatten()).collect()
    }
}

#[cfg(test)]
mod tests;
