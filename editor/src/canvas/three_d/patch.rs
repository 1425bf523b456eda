//! A square of ground as triangles and colours. Every patch has 64 × 64 quads; on the finest level
//! a quad is a cell, on each coarser one it is twice as wide. Colours stay finer than the quads.

pub(crate) mod mesh;

use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::palette::Rgb;

use super::scene::Texels;

/// Along each side.
pub(crate) const QUADS_PER_PATCH: u32 = 64;

/// Patches have at most this many texels along each side.
const MAX_TEXELS: u32 = 256;

/// Rows of cells that are asked for a row of texels.
const ROWS_PER_TEXEL: u32 = 4;

/// Which patch: on each level, columns and rows of patches from the south-west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PatchKey {
    pub(crate) level: u32,
    pub(crate) column: u32,
    pub(crate) row: u32,
}

impl PatchKey {
    /// The patch that all of a ground is in.
    pub(crate) fn root([width, height]: [u32; 2]) -> PatchKey {
        let n_patches = width.max(height).div_ceil(QUADS_PER_PATCH).max(1);
        PatchKey { level: n_patches.next_power_of_two().ilog2(), column: 0, row: 0 }
    }

    pub(crate) fn cells_per_quad(self) -> u32 {
        1 << self.level
    }

    fn cells_per_texel(self) -> u32 {
        (QUADS_PER_PATCH * self.cells_per_quad()).div_ceil(MAX_TEXELS).max(1)
    }

    pub(crate) fn cells(self, [width, height]: [u32; 2]) -> Rect {
        let side = QUADS_PER_PATCH * self.cells_per_quad();
        let whole = Rect { x: self.column * side, y: self.row * side, width: side, height: side };
        whole.within(Rect { x: 0, y: 0, width, height })
    }

    /// The four that it is made of, on the next finer level.
    pub(crate) fn children(self) -> Option<[PatchKey; 4]> {
        let level = self.level.checked_sub(1)?;
        let (column, row) = (self.column * 2, self.row * 2);
        let child = |x, y| PatchKey { level, column: column + x, row: row + y };
        Some([child(0, 0), child(1, 0), child(0, 1), child(1, 1)])
    }
}

/// The colours of some cells, row by row from the south.
pub(crate) type Colours<'c> = dyn FnMut(Rect) -> Vec<Rgb> + 'c;

/// The texels that show some of a patch's cells.
pub(crate) fn texels_of(key: PatchKey, cells: Rect, dirty: Rect) -> Rect {
    let dirty = dirty.within(cells);
    let per_texel = key.cells_per_texel();
    let (x, y) = ((dirty.x - cells.x) / per_texel, (dirty.y - cells.y) / per_texel);
    let (east, north) = (
        (dirty.east() - cells.x).div_ceil(per_texel),
        (dirty.north() - cells.y).div_ceil(per_texel),
    );
    Rect { x, y, width: east - x, height: north - y }
}

/// Texels of the right size without a colour yet.
pub(crate) fn empty_texels(key: PatchKey, cells: Rect) -> Texels {
    let all = texels_of(key, cells, cells);
    let n = all.width as usize * all.height as usize;
    Texels { width: all.width, height: all.height, pixels: vec![[0; 4]; n] }
}

/// Asks for the colours of some cells of a patch again.
pub(crate) fn recolour(
    texels: &mut Texels,
    key: PatchKey,
    cells: Rect,
    dirty: Rect,
    colours: &mut Colours<'_>,
) {
    if dirty.within(cells).is_empty() {
        return;
    }
    let which = texels_of(key, cells, dirty);
    let per_texel = key.cells_per_texel();
    let west = cells.x + which.x * per_texel;
    let band = Rect { x: west, width: which.width * per_texel, ..cells }.within(cells);
    for row in which.y..which.north() {
        let south = cells.y + row * per_texel;
        let n_rows = per_texel.min(cells.north() - south);
        let n_asked = n_rows.min(ROWS_PER_TEXEL);
        let mut sums = vec![[0_u32; 4]; which.width as usize];
        // Rows that lie side by side are asked for at once.
        let asked: Vec<Rect> = match n_asked == n_rows {
            true => vec![Rect { y: south, height: n_rows, ..band }],
            false => (0..n_asked)
                .map(|n| Rect { y: south + n * n_rows / n_asked, height: 1, ..band })
                .collect(),
        };
        for rect in asked {
            for line in colours(rect).chunks(band.width.max(1) as usize) {
                for (sum, block) in sums.iter_mut().zip(line.chunks(per_texel as usize)) {
                    for Rgb([r, g, b]) in block {
                        let add = [u32::from(*r), u32::from(*g), u32::from(*b), 1];
                        sum.iter_mut().zip(add).for_each(|(sum, add)| *sum += add);
                    }
                }
            }
        }
        let start = row as usize * texels.width as usize + which.x as usize;
        let of_row = texels.pixels.get_mut(start..start + sums.len()).unwrap_or_default();
        for (pixel, [r, g, b, n]) in of_row.iter_mut().zip(sums) {
            let [r, g, b] = [r, g, b].map(|sum| (sum / n.max(1)) as u8);
            *pixel = [r, g, b, 255];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_cells_or_their_mean() {
        let colour = |x: u32, y: u32| Rgb([x as u8, y as u8, 7]);
        let mut colours = |rect: Rect| -> Vec<Rgb> {
            (rect.y..rect.north())
                .flat_map(|y| (rect.x..rect.east()).map(move |x| colour(x, y)))
                .collect()
        };
        let size = [70, 66];
        let key = PatchKey { level: 0, column: 1, row: 1 };
        let cells = key.cells(size);
        let mut texels = empty_texels(key, cells);
        assert_eq!((texels.width, texels.height), (6, 2));
        recolour(&mut texels, key, cells, cells, &mut colours);
        assert_eq!(texels.pixels[0], [64, 64, 7, 255]);
        assert_eq!(texels.pixels[6 + 5], [69, 65, 7, 255]);
        let key = PatchKey { level: 3, column: 0, row: 0 };
        let cells = key.cells([201, 9]);
        let mut texels = empty_texels(key, cells);
        assert_eq!((texels.width, texels.height), (101, 5));
        let dirty = Rect { x: 5, y: 3, width: 1, height: 4 };
        recolour(&mut texels, key, cells, dirty, &mut colours);
        let painted: Vec<usize> =
            (0..texels.pixels.len()).filter(|n| texels.pixels[*n] != [0; 4]).collect();
        assert_eq!(painted, [101 + 2, 202 + 2, 303 + 2]);
        assert_eq!(texels.pixels[202 + 2], [4, 4, 7, 255]);
        recolour(&mut texels, key, cells, cells, &mut colours);
        assert_eq!(texels.pixels[4 * 101 + 100], [200, 8, 7, 255]);
    }
}
