//! The colours of the ground of a zone in space: one for each cell.

use std::collections::BTreeMap;

use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::palette::Rgb;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::picture::painter::Painter;

use super::super::{grids, raster};
use crate::kind::rose::view::relief::Relief;
use crate::view::Shown;

/// The colours of some cells, row by row from the south.
pub(super) fn of_cells(
    made: &mut BTreeMap<BlockCoord, Vec<Rgb>>,
    make: &mut dyn FnMut(BlockCoord) -> Vec<Rgb>,
    relief: &Relief,
    side: u32,
    cells: Rect,
) -> Vec<Rgb> {
    let first = relief.span().first_block();
    let [_, n_rows] = relief.span().size_in_blocks();
    let mut colours = Vec::with_capacity(cells.width as usize * cells.height as usize);
    for y in cells.y..cells.north() {
        let mut x = cells.x;
        while x < cells.east() {
            let (column, row_from_south) = (x / side, y / side);
            let row = n_rows.saturating_sub(row_from_south + 1);
            let block = BlockCoord { x: first.x + column as i32, y: first.y + row as i32 };
            let until = ((column + 1) * side).min(cells.east());
            let of_block = made.entry(block).or_insert_with(|| make(block));
            let start = (side - 1 - y % side) as usize * side as usize + (x % side) as usize;
            let n = (until - x) as usize;
            colours.extend_from_slice(of_block.get(start..start + n).unwrap_or_default());
            x = until;
        }
    }
    colours
}

/// A colour for each cell of a block, the north row first, with who may walk there where that is
/// shown.
pub(super) fn of_block(
    zone: &Zone,
    painter: &Painter<'_>,
    walks: Shown,
    block: BlockCoord,
) -> Vec<Rgb> {
    let n_cells = zone.grid().cells_per_block().max(1) as usize;
    let mut image = raster::picture(painter, block, n_cells);
    if walks.is_yes() && zone.has_walks(block) {
        let over = grids::walks_of(zone, block);
        let [width, height] = over.size;
        for (n, pixel) in image.pixels.iter_mut().enumerate() {
            let (row, column) = (n / n_cells * height / n_cells, n % n_cells * width / n_cells);
            let walk = over.pixels.get(row * width + column).copied().unwrap_or_default();
            *pixel = pixel.blend(walk);
        }
    }
    image.pixels.iter().map(|pixel| Rgb([pixel.r(), pixel.g(), pixel.b()])).collect()
}

#[cfg(test)]
mod tests {
    use landwright_core::space::rose::position::PosInWorldCm;
    use landwright_core::world::zone::picture::painter::HeightRange;

    use super::super::super::scene::tests::Stand;
    use super::*;
    use crate::kind::rose::view::ZoneGround;

    #[test]
    fn where_nobody_may_walk_the_ground_is_redder_once_that_is_shown() {
        let mut stand = Stand::new(1, 1, 0);
        let block = stand.zone.blocks().next().unwrap();
        let colours = |stand: &Stand, walks| {
            let heights = HeightRange::of(&stand.zone);
            let look = raster::Look { ground: ZoneGround::Plain, shading: Shown::No, heights };
            let painter = raster::painter(&stand.zone, &stand.textures, look);
            of_block(&stand.zone, &painter, walks, block)
        };
        let area = stand.zone.grid().area_of_block(block);
        let corner = |east, south| {
            let at = PosInWorldCm { x: area.west + east, y: area.north - south, z: 0.0 };
            let at = stand.zone.grid().file_from_world(at);
            format!("[{},{}]", at.x, at.y)
        };
        let everywhere = [corner(1.0, 1.0), corner(15_999.0, 15_999.0)];
        let free = [corner(1.0, 1.0), corner(4_999.0, 999.0)];
        for (walk, [a, b]) in [(1, everywhere), (0, free)] {
            stand.act(&format!(
                r#"{{"action":"paint-walks","region":{{"box":{{"from":{a},"to":{b}}}}},"walk":{walk}}}"#
            ));
        }
        let (plain, shown) = (colours(&stand, Shown::No), colours(&stand, Shown::Yes));
        let redder = |n: usize| {
            let [plain, shown] =
                [plain[n].0, shown[n].0].map(|[r, g, _]| i32::from(r) - i32::from(g));
            shown > plain + 20
        };
        // 20 cells to the east and 4 to the south, from the corner in the north-west.
        assert_eq!((redder(0), redder(3 * 64 + 19)), (false, false));
        assert_eq!(
            (redder(3 * 64 + 20), redder(4 * 64 + 19), redder(64 * 64 - 1)),
            (true, true, true)
        );
    }
}
