//! The volumes of some cells as triangles: their floors, the walls between floors that lie at
//! different heights, and ceilings that one looks through.

use glam::{Vec3, vec3};
use landwright_core::format::tera::zgd::Volume;
use landwright_core::nav::tera::ground::Ground;
use landwright_core::space::tera::CellInWorld;

use crate::canvas::three_d::scene::{Mesh, Vertex};
use crate::kind::tera::canvas::floors::shade;
use crate::kind::tera::document::Slice;

/// A volume that is higher is open to the sky.
const SKY: u16 = 30_000;

/// Where nothing lies beside a floor, so much of the wall is drawn that one can look over it.
const HIGHEST_OPEN_WALL: i32 = 64;

const CEILING: [u8; 4] = [150, 160, 190, 44];

/// What is drawn of some cells.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Meshes {
    pub(super) solid: Mesh,
    pub(super) ceilings: Mesh,
}

/// Which cells, and how they look.
pub(super) struct Look {
    pub(super) low: CellInWorld,
    /// Along a side.
    pub(super) n_cells: i32,
    /// Of a cell, in the game's units.
    pub(super) side: f32,
    pub(super) slice: Slice,
    /// The lowest and the highest height that colours tell apart.
    pub(super) range: (f64, f64),
}

/// Cells in a row along y whose floors look alike.
struct Run {
    plate: Plate,
    first: i32,
}

/// A floor or a ceiling: how high it is, and its colour.
type Plate = (f32, [u8; 4]);

pub(super) fn of(ground: &impl Ground, look: &Look) -> Meshes {
    let mut meshes = Meshes::default();
    for row in 0..look.n_cells {
        let x = look.low.x + row;
        let (mut floors, mut ceilings) = (Vec::new(), Vec::new());
        for column in 0..=look.n_cells {
            let cell = CellInWorld { x, y: look.low.y + column };
            let (mut floors_here, mut ceilings_here) = (Vec::new(), Vec::new());
            if column < look.n_cells {
                let here = look.shown(ground, cell);
                let below = look.shown(ground, CellInWorld { x: x - 1, ..cell });
                look.plates(&here, &below, &mut floors_here, &mut ceilings_here);
                look.walls(&mut meshes.solid, ground, cell, &here);
            }
            go_on(&mut meshes.solid, &mut floors, &floors_here, cell, look.side);
            go_on(&mut meshes.ceilings, &mut ceilings, &ceilings_here, cell, look.side);
        }
    }
    meshes
}

/// Ends the runs that nothing here goes on with, and begins others.
fn go_on(mesh: &mut Mesh, runs: &mut Vec<Run>, here: &[Plate], cell: CellInWorld, side: f32) {
    runs.retain(|run| {
        let goes_on = here.contains(&run.plate);
        if !goes_on {
            let (z, colour) = run.plate;
            let (north, east) = (cell.x as f32 * side, cell.y as f32 * side);
            let west = run.first as f32 * side;
            let at = |east: f32, north: f32| vec3(east, north, z);
            let far = north + side;
            quad(mesh, [at(west, north), at(east, north), at(west, far), at(east, far)], colour);
        }
        goes_on
    });
    for plate in here {
        if runs.iter().all(|run| run.plate != *plate) {
            runs.push(Run { plate: *plate, first: cell.y });
        }
    }
}

impl Look {
    fn shown(&self, ground: &impl Ground, cell: CellInWorld) -> Vec<Volume> {
        let volumes = ground.volumes(cell).iter().copied();
        volumes.filter(|volume| self.slice.holds(f64::from(volume.z))).collect()
    }

    fn plates(
        &self,
        here: &[Volume],
        below: &[Volume],
        floors: &mut Vec<Plate>,
        ceilings: &mut Vec<Plate>,
    ) {
        for volume in here {
            let z = f32::from(volume.z);
            let rises = below.iter().map(|below| z - f32::from(below.z));
            let rise = rises.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
            let colour = shade(*volume, here.len(), rise, self.range);
            floors.push((z, colour.to_array()));
            if volume.height < SKY {
                ceilings.push((z + f32::from(volume.height), CEILING));
            }
        }
    }

    /// The walls between a cell and the next ones along x and y.
    fn walls(&self, mesh: &mut Mesh, ground: &impl Ground, cell: CellInWorld, here: &[Volume]) {
        let side = self.side;
        let (north, east) = (cell.x as f32 * side, cell.y as f32 * side);
        let (far_north, far_east) = (north + side, east + side);
        let sides = [
            (CellInWorld { x: cell.x + 1, ..cell }, [(east, far_north), (far_east, far_north)]),
            (CellInWorld { y: cell.y + 1, ..cell }, [(far_east, north), (far_east, far_north)]),
        ];
        for (other, [a, b]) in sides {
            if !ground.is_known(other) || !ground.is_known(cell) {
                continue;
            }
            let beside = self.shown(ground, other);
            // What the slice leaves out is no hole.
            let is_left_out =
                |cell, shown: &[Volume]| shown.is_empty() && !ground.volumes(cell).is_empty();
            if is_left_out(other, &beside) || is_left_out(cell, here) {
                continue;
            }
            for (from, to) in [(here, &*beside), (&*beside, here)] {
                for Wall { low, high } in walls_beside(from, to) {
                    let colour = self.wall_colour(high);
                    let at = |(east, north): (f32, f32), z: i32| vec3(east, north, z as f32);
                    quad(mesh, [at(a, low), at(b, low), at(a, high), at(b, high)], colour);
                }
            }
        }
    }

    /// Darker than floors of the same height.
    fn wall_colour(&self, top: i32) -> [u8; 4] {
        let z = top.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let [r, g, b, a] = shade(Volume { z, height: u16::MAX }, 1, -20.0, self.range).to_array();
        [r, g / 16 * 15, b / 8 * 7, a]
    }
}

/// A wall, from its foot to its top.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Wall {
    low: i32,
    high: i32,
}

/// Where one could go from some volumes into the cell beside them, if that were not solid there.
fn walls_beside(from: &[Volume], beside: &[Volume]) -> Vec<Wall> {
    let mut walls = Vec::new();
    let ends = |volume: &Volume| {
        let low = i32::from(volume.z);
        (low, low + i32::from(volume.height))
    };
    for (floor, top) in from.iter().map(ends) {
        let mut free_up_to = floor;
        for (low, high) in beside.iter().map(ends) {
            if low > top || high <= free_up_to {
                continue;
            }
            if low > free_up_to {
                walls.push(Wall { low: free_up_to, high: low });
            }
            free_up_to = high;
        }
        // Nothing is beside what is left. Up in the sky, nobody would miss it.
        if free_up_to < top && free_up_to - floor < i32::from(SKY) / 2 {
            let high = top.min(free_up_to + HIGHEST_OPEN_WALL);
            walls.push(Wall { low: free_up_to, high });
        }
    }
    walls
}

/// Two triangles between a lower and an upper pair of corners.
pub(super) fn quad(mesh: &mut Mesh, corners: [Vec3; 4], colour: [u8; 4]) {
    let [a, b, c, d] = corners.map(|at| mesh.add_vertex(Vertex::new(at, [0.0; 2], colour)));
    mesh.indices.extend([a, b, c, d, c, b]);
}

#[cfg(test)]
mod tests {
    use landwright_core::format::tera::zgd::Zgd;
    use landwright_core::nav::tera::ground::Zones;
    use landwright_core::space::tera::{Origin, Zone};

    use super::*;

    fn volumes(of: &[(i16, u16)]) -> Vec<Volume> {
        of.iter().copied().map(Volume::from).collect()
    }

    #[test]
    fn walls_stand_where_one_side_is_open_and_the_other_is_solid() {
        let wall = |low, high| Wall { low, high };
        let walls = |a: &[(i16, u16)], b: &[(i16, u16)]| walls_beside(&volumes(a), &volumes(b));
        let sky = 32_767;
        assert_eq!(walls(&[(0, sky)], &[(30, sky)]), [wall(0, 30)]);
        assert_eq!(walls(&[(30, sky)], &[(0, sky)]), [], "the rest of the sky is no wall");
        let bridge = [(0, 60), (80, sky)];
        assert_eq!(walls(&[(0, sky)], &bridge), [wall(60, 80)], "its side");
        assert_eq!(walls(&bridge, &[(0, sky)]), []);
        assert_eq!(walls(&[(0, sky)], &[]), [wall(0, HIGHEST_OPEN_WALL)]);
        assert_eq!(walls(&[(0, 100)], &[(0, 70)]), [wall(70, 100)]);
        assert_eq!(walls(&[], &bridge), []);
    }

    #[test]
    fn floors_that_look_alike_are_one_quad_in_a_row() {
        let n_quads = |zgd: &Zgd, slice| {
            let ground = Zones::new(Origin::USUAL, [(Zone { x: 1000, y: 1000 }, zgd)]);
            let low = CellInWorld { x: 32, y: 32 };
            let meshes =
                of(&ground, &Look { low, n_cells: 32, side: 16.0, slice, range: (0.0, 100.0) });
            (meshes.solid.indices.len() / 6, meshes.ceilings.indices.len() / 6)
        };
        let flat = Zgd::from_cells(|_, _, cell| cell.push((0, 32_767).into()));
        assert_eq!(n_quads(&flat, Slice::default()), (32, 0));
        // A bridge along a row: its floor and the one below it, and its two sides cell by cell.
        let bridge = Zgd::from_cells(|x, _, cell| match x {
            40 => cell.extend([(0, 60), (80, 32_687)].map(Volume::from)),
            _ => cell.push((0, 32_767).into()),
        });
        assert_eq!(n_quads(&bridge, Slice::default()), (32 + 1 + 2 * 32, 1));
        assert_eq!(n_quads(&flat, Slice { low: Some(1), high: None }), (0, 0));
    }
}
