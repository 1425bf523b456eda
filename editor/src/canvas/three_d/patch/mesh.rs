//! The triangles of a patch. Where neighbours differ in height there is a wall. Around the patch,
//! walls reach down to where the ground beside it is lowest, so that no gap opens between a fine
//! patch and a coarse one.

use glam::Vec3;
use landwright_core::world::gat::area::Rect;

use super::PatchKey;
use crate::canvas::three_d::scene::{Mesh, Vertex};
use crate::view::ground::Ground;

/// Walls around a patch have one lower edge for as many quads.
const QUADS_PER_SKIRT: u32 = 8;

/// A quad as it is drawn, in world units.
#[derive(Debug, Clone, Copy)]
struct Quad {
    /// South-west, south-east, north-west, north-east; `None` in a gap.
    heights: Option<[f32; 4]>,
}

/// A height, as its bits, and the vertex that has it.
type Known = Option<(u32, u32)>;

/// A patch under construction.
struct Builder<'g, G: Ground> {
    ground: &'g G,
    key: PatchKey,
    cells: Rect,
    n_columns: u32,
    n_rows: u32,
    /// Row by row from the south-west.
    quads: Vec<Quad>,
    mesh: Mesh,
    /// Vertices of the ground by corner of the grid: neighbours that meet share them.
    known: Vec<[Known; 4]>,
}

/// How light walls are, by the way that they face; the sun stands in the north-west.
const FACES_WEST: [u8; 4] = [205, 205, 205, 255];
const FACES_NORTH: [u8; 4] = [190, 190, 190, 255];
const FACES_SOUTH: [u8; 4] = [150, 150, 150, 255];
const FACES_EAST: [u8; 4] = [135, 135, 135, 255];
const IS_GROUND: [u8; 4] = [255; 4];

/// The triangles of a patch.
pub(crate) fn mesh<G: Ground>(ground: &G, key: PatchKey) -> Mesh {
    let cells = key.cells(ground.size_in_cells());
    if cells.is_empty() {
        return Mesh::default();
    }
    let step = key.cells_per_quad();
    let (n_columns, n_rows) = (cells.width.div_ceil(step), cells.height.div_ceil(step));
    let mut builder = Builder {
        ground,
        key,
        cells,
        n_columns,
        n_rows,
        quads: Vec::with_capacity(n_columns as usize * n_rows as usize),
        mesh: Mesh::default(),
        known: vec![[None; 4]; (n_columns as usize + 1) * (n_rows as usize + 1)],
    };
    for (column, row) in (0..n_rows).flat_map(|row| (0..n_columns).map(move |c| (c, row))) {
        let quad = Quad { heights: builder.heights(cells.x + column * step, cells.y + row * step) };
        builder.quads.push(quad);
    }
    builder.add_ground();
    builder.add_walls();
    builder.add_skirts();
    builder.mesh
}

impl<G: Ground> Builder<'_, G> {
    fn corner_heights(&self, x: u32, y: u32) -> [f32; 4] {
        self.ground.corner_heights([x, y]).unwrap_or_default()
    }

    /// The heights of the quad that begins at a cell, which may belong to a neighbour; `None` in a
    /// gap, which no quad is wider than.
    fn heights(&self, x: u32, y: u32) -> Option<[f32; 4]> {
        let step = self.key.cells_per_quad();
        if !self.ground.is_there([x, y]) {
            return None;
        }
        if step == 1 {
            return Some(self.corner_heights(x, y));
        }
        let [width, height] = self.ground.size_in_cells();
        let (east, north) = ((x + step).min(width) - 1, (y + step).min(height) - 1);
        let [sw, ..] = self.corner_heights(x, y);
        let [_, se, ..] = self.corner_heights(east, y);
        let [_, _, nw, _] = self.corner_heights(x, north);
        let [.., ne] = self.corner_heights(east, north);
        Some([sw, se, nw, ne])
    }

    fn quad(&self, column: u32, row: u32) -> Option<[f32; 4]> {
        let at = row as usize * self.n_columns as usize + column as usize;
        self.quads.get(at)?.heights
    }

    /// Where a corner of the grid of quads is, and its place in the texture.
    fn corner(&self, column: u32, row: u32, height: f32) -> (Vec3, [f32; 2]) {
        let step = self.key.cells_per_quad();
        let x = (column * step).min(self.cells.width);
        let y = (row * step).min(self.cells.height);
        let side = self.ground.world_units_per_cell();
        let at =
            Vec3::new((self.cells.x + x) as f32 * side, (self.cells.y + y) as f32 * side, height);
        (at, self.uv(x as f32, y as f32))
    }

    /// The place in the texture of a place in the patch, in cells.
    fn uv(&self, x: f32, y: f32) -> [f32; 2] {
        let per_texel = self.key.cells_per_texel();
        let whole = |cells: u32| (cells.div_ceil(per_texel) * per_texel) as f32;
        [x / whole(self.cells.width), y / whole(self.cells.height)]
    }

    fn add_ground(&mut self) {
        for (column, row) in self.columns_and_rows() {
            let Some([sw, se, nw, ne]) = self.quad(column, row) else { continue };
            let a = self.shared(column, row, sw);
            let b = self.shared(column + 1, row, se);
            let c = self.shared(column, row + 1, nw);
            let d = self.shared(column + 1, row + 1, ne);
            self.mesh.indices.extend([a, b, c, d, c, b]);
        }
    }

    fn columns_and_rows(&self) -> impl Iterator<Item = (u32, u32)> + use<G> {
        let (n_columns, n_rows) = (self.n_columns, self.n_rows);
        (0..n_rows).flat_map(move |row| (0..n_columns).map(move |column| (column, row)))
    }

    fn shared(&mut self, column: u32, row: u32, height: f32) -> u32 {
        let at = row as usize * (self.n_columns as usize + 1) + column as usize;
        let bits = height.to_bits();
        let known = self.known.get(at).into_iter().flatten().flatten().find(|(h, _)| *h == bits);
        if let Some((_, index)) = known {
            return *index;
        }
        let (at_in_world, uv) = self.corner(column, row, height);
        let index = self.mesh.add_vertex(Vertex::new(at_in_world, uv, IS_GROUND));
        // Four quads meet at a corner, so there is always room.
        let free = self.known.get_mut(at).and_then(|known| known.iter_mut().find(|k| k.is_none()));
        if let Some(free) = free {
            *free = Some((bits, index));
        }
        index
    }

    /// Walls between the quads of the patch.
    fn add_walls(&mut self) {
        for (column, row) in self.columns_and_rows() {
            let Some([_, se, nw, ne]) = self.quad(column, row) else { continue };
            if let Some([sw_beyond, _, nw_beyond, _]) = self.beside((column, row), (1, 0)) {
                let is_higher = se + ne > sw_beyond + nw_beyond;
                let (of, tint) =
                    if is_higher { (column, FACES_EAST) } else { (column + 1, FACES_WEST) };
                let ends = [(column + 1, row), (column + 1, row + 1)];
                self.wall(ends, [se, ne], [sw_beyond, nw_beyond], (of, row), tint);
            }
            if let Some([sw_beyond, se_beyond, ..]) = self.beside((column, row), (0, 1)) {
                let is_higher = nw + ne > sw_beyond + se_beyond;
                let (of, tint) =
                    if is_higher { (row, FACES_NORTH) } else { (row + 1, FACES_SOUTH) };
                let ends = [(column, row + 1), (column + 1, row + 1)];
                self.wall(ends, [nw, ne], [sw_beyond, se_beyond], (column, of), tint);
            }
        }
    }

    /// The quad beside another one in the patch.
    fn beside(&self, (column, row): (u32, u32), (east, north): (u32, u32)) -> Option<[f32; 4]> {
        let is_inside = column + east < self.n_columns && row + north < self.n_rows;
        if is_inside { self.quad(column + east, row + north) } else { None }
    }

    /// What is between two edges over each other, in the colour of a quad.
    fn wall(
        &mut self,
        [start, end]: [(u32, u32); 2],
        [a_start, a_end]: [f32; 2],
        [b_start, b_end]: [f32; 2],
        of: (u32, u32),
        tint: [u8; 4],
    ) {
        let (at_start, at_end) = (a_start - b_start, a_end - b_end);
        if at_start == 0.0 && at_end == 0.0 {
            return;
        }
        let step = self.key.cells_per_quad();
        let middle = |n: u32, len: u32| (((n * step) as f32 + 0.5).min(len as f32 - 0.5)).max(0.0);
        let uv = self.uv(middle(of.0, self.cells.width), middle(of.1, self.cells.height));
        let vertex = |at: (u32, u32), height| {
            let (at_in_world, _) = self.corner(at.0, at.1, height);
            Vertex::new(at_in_world, uv, tint)
        };
        let [a0, a1] = [vertex(start, a_start), vertex(end, a_end)];
        let [b0, b1] = [vertex(start, b_start), vertex(end, b_end)];
        if at_start * at_end < 0.0 {
            // The edges cross: one is higher at the start, and the other at the end.
            let share = at_start / (at_start - at_end);
            let (from, to) = (Vec3::from(a0.at_in_world), Vec3::from(a1.at_in_world));
            let crossing = Vertex::new(from.lerp(to, share), uv, tint);
            self.mesh.add_triangle([a0, b0, crossing]);
            self.mesh.add_triangle([a1, b1, crossing]);
        } else {
            if at_start != 0.0 {
                self.mesh.add_triangle([a0, b0, b1]);
            }
            if at_end != 0.0 {
                self.mesh.add_triangle([a0, a1, b1]);
            }
        }
    }

    /// Walls around the patch, where it has a neighbour.
    fn add_skirts(&mut self) {
        let [width, height] = self.ground.size_in_cells();
        let cells = self.cells;
        if cells.x > 0 {
            self.skirt(Border::West);
        }
        if cells.east() < width {
            self.skirt(Border::East);
        }
        if cells.y > 0 {
            self.skirt(Border::South);
        }
        if cells.north() < height {
            self.skirt(Border::North);
        }
    }

    fn skirt(&mut self, border: Border) {
        let step = self.key.cells_per_quad();
        let n = if border.is_upright() { self.n_rows } else { self.n_columns };
        for start in (0..n).step_by(QUADS_PER_SKIRT as usize) {
            let end = (start + QUADS_PER_SKIRT).min(n);
            let low = self.lowest_along(border, start * step..end * step);
            for at in start..end {
                let (quad, ends) = border.place(at, self.n_columns, self.n_rows);
                let Some(own) = self.quad(quad.0, quad.1) else { continue };
                let own = border.edge(own);
                let [own_start, own_end] = own;
                let bottom = [low.min(own_start), low.min(own_end)];
                // Where the ground goes on at the same height, nobody should see the skirt.
                let Some(beyond) = self.beyond(border, at) else { continue };
                let [beyond_start, beyond_end] = border.opposite().edge(beyond);
                let is_step = own_start > beyond_start || own_end > beyond_end;
                let tint = if is_step { border.tint() } else { IS_GROUND };
                self.wall(ends, own, bottom, quad, tint);
            }
        }
    }

    /// The heights of the neighbour's quad at the border, on the level of this patch.
    fn beyond(&self, border: Border, at: u32) -> Option<[f32; 4]> {
        let (step, cells) = (self.key.cells_per_quad(), self.cells);
        let (x, y) = (cells.x + at * step, cells.y + at * step);
        match border {
            Border::West => self.heights(cells.x.saturating_sub(step), y),
            Border::East => self.heights(cells.east(), y),
            Border::South => self.heights(x, cells.y.saturating_sub(step)),
            Border::North => self.heights(x, cells.north()),
        }
    }

    /// The lowest corner on either side of a border, of cells counted along the border.
    fn lowest_along(&self, border: Border, along: std::ops::Range<u32>) -> f32 {
        let cells = self.cells;
        let mut low = f32::INFINITY;
        for n in along {
            let (own, beyond) = match border {
                Border::West => ((cells.x, cells.y + n), (cells.x.saturating_sub(1), cells.y + n)),
                Border::East => ((cells.east() - 1, cells.y + n), (cells.east(), cells.y + n)),
                Border::South => ((cells.x + n, cells.y), (cells.x + n, cells.y.saturating_sub(1))),
                Border::North => ((cells.x + n, cells.north() - 1), (cells.x + n, cells.north())),
            };
            let there = |(x, y)| {
                self.ground.corner_heights([x, y]).filter(|_| self.ground.is_there([x, y]))
            };
            let own = there(own).map(|heights| border.edge(heights));
            let beyond = there(beyond);
            let beyond = beyond.map(|heights| border.opposite().edge(heights));
            low = own.into_iter().chain(beyond).flatten().fold(low, f32::min);
        }
        low
    }
}

/// A side of a patch.
#[derive(Debug, Clone, Copy)]
enum Border {
    West,
    East,
    South,
    North,
}

impl Border {
    fn is_upright(self) -> bool {
        matches!(self, Border::West | Border::East)
    }

    fn opposite(self) -> Border {
        match self {
            Border::West => Border::East,
            Border::East => Border::West,
            Border::South => Border::North,
            Border::North => Border::South,
        }
    }

    /// The two corners of a cell or quad that lie on its side, from the south or from the west.
    fn edge(self, [sw, se, nw, ne]: [f32; 4]) -> [f32; 2] {
        match self {
            Border::West => [sw, nw],
            Border::East => [se, ne],
            Border::South => [sw, se],
            Border::North => [nw, ne],
        }
    }

    /// A quad along the border, and the ends of its edge on the grid of corners.
    fn place(self, at: u32, n_columns: u32, n_rows: u32) -> ((u32, u32), [(u32, u32); 2]) {
        match self {
            Border::West => ((0, at), [(0, at), (0, at + 1)]),
            Border::East => {
                ((n_columns.saturating_sub(1), at), [(n_columns, at), (n_columns, at + 1)])
            }
            Border::South => ((at, 0), [(at, 0), (at + 1, 0)]),
            Border::North => ((at, n_rows.saturating_sub(1)), [(at, n_rows), (at + 1, n_rows)]),
        }
    }

    fn tint(self) -> [u8; 4] {
        match self {
            Border::West => FACES_WEST,
            Border::East => FACES_EAST,
            Border::South => FACES_SOUTH,
            Border::North => FACES_NORTH,
        }
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::format::ragnarok::gat::Version;
    use landwright_core::sample::ragnarok::{Plan, island};
    use landwright_core::world::gat::GatMap;

    use super::*;
    use crate::view::ground::trial::Steps;

    fn sample(width: u16, height: u16) -> GatMap {
        let plan = Plan { seed: 7, width, height, version: Version::V1_3 };
        GatMap::new(&island(plan).gat).unwrap()
    }

    const FINEST: PatchKey = PatchKey { level: 0, column: 0, row: 0 };

    #[test]
    fn level_ground_is_two_triangles_a_cell_that_share_their_corners() {
        let mesh = mesh(&Steps(&[&[3.0, 3.0, 3.0], &[3.0, 3.0, 3.0]]), FINEST);
        assert_eq!(mesh.vertices.len(), 4 * 3);
        assert_eq!(mesh.indices.len(), 6 * 6);
        let [last] =
            mesh.vertices.last().iter().map(|v| (v.at_in_world, v.uv)).collect::<Vec<_>>()[..]
        else {
            panic!()
        };
        assert_eq!(last, ([6.0, 4.0, 3.0], [1.0, 1.0]));
    }

    #[test]
    fn a_step_has_a_wall_in_the_colour_of_the_higher_cell() {
        let mesh = mesh(&Steps(&[&[0.0, 5.0]]), FINEST);
        assert_eq!(mesh.vertices.len(), 4 + 4 + 6);
        assert_eq!(mesh.indices.len(), 6 + 6 + 6);
        let wall = &mesh.vertices[8..];
        assert!(wall.iter().all(|v| v.at_in_world[0] == 2.0 && v.tint == FACES_WEST), "{wall:?}");
        assert!(wall.iter().all(|v| v.uv == [0.75, 0.5]), "{wall:?}");
    }

    #[test]
    fn coarse_patches_cover_the_same_ground_with_fewer_triangles() {
        let map = sample(200, 150);
        let root = PatchKey::root([200, 150]);
        assert_eq!((root.level, root.cells([200, 150])), (2, map.rect()));
        let coarse = mesh(&map, root);
        assert!(coarse.vertices.len() < 3 * 51 * 39, "{}", coarse.vertices.len());
        let corners = coarse.vertices.iter().map(|v| v.at_in_world);
        let high = corners.fold([0.0_f32; 2], |high, at| [high[0].max(at[0]), high[1].max(at[1])]);
        assert_eq!(high, [1000.0, 750.0]);
        let children = root.children().unwrap().map(|child| child.cells([200, 150]));
        let n_cells: u32 = children.iter().map(|cells| cells.width * cells.height).sum();
        assert_eq!(n_cells, 200 * 150);
        assert_eq!(PatchKey::root([1, 1]), FINEST);
        assert_eq!(PatchKey::root([4096, 10]).level, 6);
        assert_eq!(FINEST.children(), None);
    }

    #[test]
    fn every_patch_is_whole_and_reaches_down_to_its_neighbours() {
        let map = sample(200, 150);
        for level in 0..=2 {
            for (column, row) in (0..3 >> level).flat_map(|r| (0..4 >> level).map(move |c| (c, r)))
            {
                let key = PatchKey { level, column, row };
                let mesh = mesh(&map, key);
                let n = mesh.vertices.len() as u32;
                assert!(!mesh.indices.is_empty() && mesh.indices.iter().all(|index| *index < n));
                let cells = key.cells([200, 150]);
                // Somewhere along a border with a neighbour, a wall goes below the ground.
                let border = cells.x as f32 * 5.0;
                let skirts = mesh.vertices.iter().filter(|v| v.at_in_world[0] == border);
                assert!(skirts.count() > cells.height.div_ceil(1 << level) as usize);
                let is_in_texture = |v: &Vertex| v.uv.iter().all(|u| (0.0..=1.0).contains(u));
                assert!(mesh.vertices.iter().all(is_in_texture));
            }
        }
    }
}
