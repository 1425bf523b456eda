//! Small meshes for tests, drawn as text.

use crate::format::eq::nav::tile::{BORDER, Tile};
use crate::format::eq::nav::{Content, Grid};
use crate::format::number::F32;
use crate::nav::eq::mesh::make::{Draft, Outline, Walker, tile};

/// A square of a drawing is so long.
pub(crate) const SQUARE: f32 = 4.0;

/// A mesh of squares, drawn with y down: `.` is ground, a digit its area, `x` is disabled, and letters from `a` on
/// are ground at four times their place in the alphabet. A tile has so many squares along each side.
pub(crate) fn drawn(rows: &[&str], per_tile: usize) -> Content {
    let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.as_bytes().get(x)).copied();
    let square = |x: usize, y: usize| match at(x, y)? {
        b' ' => None,
        b'.' => Some((0, 0_u8)),
        b'x' => Some((0, 11)),
        digit @ b'0'..=b'9' => Some((0, digit - b'0')),
        letter => Some((4 * u16::from(letter - b'a'), 0)),
    };
    let width = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    let (n_x, n_y) = (width.div_ceil(per_tile), rows.len().div_ceil(per_tile));
    let side = SQUARE * per_tile as f32;
    let mut tiles = Vec::new();
    for (ty, tx) in (0..n_y).flat_map(|y| (0..n_x).map(move |x| (y, x))) {
        let mut draft = Draft {
            place: [tx as i32, ty as i32, 0],
            reference: (1 << 22) | ((ty * n_x + tx) as u32 * 256),
            low: [tx as f32 * side, -1.0, ty as f32 * side],
            high: [(tx + 1) as f32 * side, 99.0, (ty + 1) as f32 * side],
            cell: 1.0,
            cell_height: 1.0,
            walker: Walker { height: 6.0, radius: 1.0, climb: 2.0 },
            ..Draft::default()
        };
        let mut numbers = Vec::new();
        for (y, x) in (0..per_tile).flat_map(|y| (0..per_tile).map(move |x| (y, x))) {
            if square(tx * per_tile + x, ty * per_tile + y).is_some() {
                numbers.push([x, y]);
            }
        }
        for [x, y] in numbers.clone() {
            let (z, area) = square(tx * per_tile + x, ty * per_tile + y).unwrap();
            let mut corner = |x: usize, y: usize| {
                let vertex = [x as u16 * 4, z + 1, y as u16 * 4];
                let known = draft.vertices.iter().position(|known| *known == vertex);
                known.unwrap_or_else(|| {
                    draft.vertices.push(vertex);
                    draft.vertices.len() - 1
                }) as u16
            };
            let corners =
                vec![corner(x, y), corner(x, y + 1), corner(x + 1, y + 1), corner(x + 1, y)];
            let beside = |dx: i32, dy: i32, side: u16| {
                let (nx, ny) = (x as i32 + dx, y as i32 + dy);
                if nx < 0 || ny < 0 || nx == per_tile as i32 || ny == per_tile as i32 {
                    return BORDER | side;
                }
                let place = [nx as usize, ny as usize];
                let other = square(tx * per_tile + place[0], ty * per_tile + place[1]);
                let is_level = other.is_some_and(|(other, _)| other == z);
                let number = numbers.iter().position(|number| *number == place);
                number.filter(|_| is_level).map_or(0, |number| number as u16 + 1)
            };
            let sides = vec![beside(-1, 0, 4), beside(0, 1, 2), beside(1, 0, 0), beside(0, -1, 6)];
            draft.polygons.push(Outline { corners, sides, area });
        }
        tiles.push(tile(&draft).unwrap());
    }
    let grid = Grid {
        origin: [F32::ZERO; 3],
        tile_sides: [F32::new(side); 2],
        most_tiles: 1 << 10,
        most_polygons: 1 << 8,
    };
    let tiles: Vec<Tile> = tiles.into_iter().filter(|tile| !tile.polygons.is_empty()).collect();
    Content { grid, tiles, rest: crate::format::text::Opaque::default() }
}

/// A drawing in one tile.
pub(crate) fn one_tile(rows: &[&str]) -> Content {
    let width = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    drawn(rows, width.max(rows.len()))
}

/// The middle of a square, in the server's axes.
pub(crate) fn square(x: usize, y: usize) -> [f32; 3] {
    [(x as f32 + 0.5) * SQUARE, (y as f32 + 0.5) * SQUARE, 0.0]
}
