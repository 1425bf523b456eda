//! Heights that no ground has, seams between blocks, unknown walks, and tiles that the ZON does not have.

use crate::check::fix;
use crate::format::number::F32;
use crate::format::rose::grid::Grid;
use crate::format::rose::mov::Walk;
use crate::problem::counted::counted;
use crate::problem::{Place, Rule, Severity, Thing};
use crate::space::rose::block::BlockCoord;
use crate::world::zone::action::Action;
use crate::world::zone::ground::{Cut, InWorld};
use crate::world::zone::region::{Region, RegionBox};
use crate::world::zone::terrain::{How, ShapeHeights};

use super::found::Found;

pub(super) const SEAM: Rule = Rule {
    code: "zone-seam",
    severity: Severity::Information,
    title: "Open seam between blocks",
    explanation: "\
Two blocks share a row of heights, but have different values for it. There is a crack in the \
ground that players see through and may fall into.

The fix gives both the mean of their values along this edge.",
};

pub(super) const HEIGHT: Rule = Rule {
    code: "zone-height",
    severity: Severity::Error,
    title: "Height that no ground has",
    explanation: "\
A height in the HIM of a block is not a number, or it is more than 10 km above or below zero. No \
zone is as wide. Around it the ground is torn, and players who walk there fall or get stuck.

Paint over the place with the height tools, or take the HIM from a backup.",
};

pub(super) const UNKNOWN_WALK: Rule = Rule {
    code: "zone-unknown-walk",
    severity: Severity::Hint,
    title: "Walk cell with an unknown value",
    explanation: "\
A cell of a MOV says who may walk on it: 0 for all, 1 for nobody, 2 for no monsters. This block has \
a cell with a different value. Servers keep monsters off it, as off every cell that is not 0.

If no editor of yours writes such values, the file may be damaged. Paint the cell with a known value.",
};

pub(super) const UNKNOWN_TILE: Rule = Rule {
    code: "zone-unknown-tile",
    severity: Severity::Warning,
    title: "Tile that the ZON does not have",
    explanation: "\
A patch of ground uses a tile number that the ZON does not have. The game draws a different tile, \
or stops with an error.

Paint the patch with an existing tile, or add tiles to the ZON.",
};

pub(super) const UNKNOWN_TEXTURE: Rule = Rule {
    code: "zone-unknown-texture",
    severity: Severity::Warning,
    title: "Tile with a texture that the ZON does not have",
    explanation: "\
A tile of the ZON is drawn with two textures. The number of each is the sum of a layer and an \
offset. The ZON has no texture for one of these sums: the ground is drawn black, or the game stops \
with an error.",
};

pub(super) fn check(found: &mut Found<'_>) {
    let zone = found.zone();
    for block in zone.blocks() {
        check_seams(found, block);
        check_cells(found, block);
        let n_tiles = zone.ground_tiles().len();
        if !zone.has_zon() {
            continue;
        }
        let first = Cut::Patches.of_block(zone.grid(), block).next();
        for at in Cut::Patches.of_block(zone.grid(), block) {
            let Some(tile) = zone.tile(at) else { continue };
            if usize::try_from(tile).is_ok_and(|tile| tile < n_tiles) {
                continue;
            }
            let place = || {
                let start = first.unwrap_or(at);
                let (x, y) = ((at.x - start.x).unsigned_abs(), (at.y - start.y).unsigned_abs());
                let file = zone.ground_path(block, Cut::Patches).unwrap_or_default();
                Place::thing(file, Thing::Cell { x, y })
            };
            found.add_at(&UNKNOWN_TILE, place, || {
                let message = format!("uses tile {tile}; the ZON has {n_tiles}");
                (message, Vec::new())
            });
        }
    }
    let n_textures = zone.textures().len() as i64;
    for (index, tile) in (0..).zip(zone.ground_tiles()) {
        for texture in [tile.texture1(), tile.texture2()] {
            if !(0..n_textures).contains(&texture) {
                let place = || {
                    let file = zone.path_of(None).unwrap_or_default();
                    Place::thing(file, Thing::object("tile", index))
                };
                found.add_at(&UNKNOWN_TEXTURE, place, || {
                    let message = format!("uses texture {texture}; the ZON has {n_textures}");
                    (message, Vec::new())
                });
            }
        }
    }
}

/// No height is farther from 0: a world is hardly as wide.
const TALLEST_CM: f32 = 1_000_000.0;

/// One problem for all wrong heights of a block, and one for all wrong walks.
fn check_cells(found: &mut Found<'_>, block: BlockCoord) {
    let zone = found.zone();
    if let Some(heights_cm) = zone.heights_of(block) {
        let is_wrong = |height: &F32| height.get().is_nan() || height.get().abs() > TALLEST_CM;
        check_grid(found, (&HEIGHT, block, Cut::Heights), &heights_cm, is_wrong, |height| {
            format!("the height is {} cm", height.get())
        });
    }
    if let Some(walks) = zone.walks_of(block) {
        let is_wrong = |walk: &Walk| walk.0 > Walk::BLOCKED_FOR_MONSTERS.0;
        check_grid(found, (&UNKNOWN_WALK, block, Cut::Walks), &walks, is_wrong, |walk| {
            format!("the walk is {}, and 0 to 2 are known", walk.0)
        });
    }
}

fn check_grid<T>(
    found: &mut Found<'_>,
    (rule, block, cut): (&'static Rule, BlockCoord, Cut),
    cells: &Grid<T>,
    is_wrong: impl Fn(&T) -> bool,
    in_words: impl Fn(&T) -> String,
) {
    let zone = found.zone();
    let mut wrong = cells.cells().iter().enumerate().filter(|(_, cell)| is_wrong(cell));
    let Some((first, cell)) = wrong.next() else { return };
    let n_more = wrong.count();
    let place = || {
        let (first, width) = (first as u32, cells.width().max(1));
        let file = zone.ground_path(block, cut).unwrap_or_default();
        Place::thing(file, Thing::Cell { x: first % width, y: first / width })
    };
    found.add_at(rule, place, || {
        let more = match n_more {
            0 => String::new(),
            n => format!(", and {n} more cells are like it"),
        };
        (format!("{}{more}", in_words(cell)), Vec::new())
    });
}

/// Looks along the east and the south edge of a block.
fn check_seams(found: &mut Found<'_>, block: BlockCoord) {
    let zone = found.zone();
    let n = zone.grid().cells_per_block() as i32;
    let (east, south) = ((block.x + 1) * n, (block.y + 1) * n);
    let along_east = |k: i32| InWorld { x: east, y: block.y * n + k };
    let along_south = |k: i32| InWorld { x: block.x * n + k, y: south };
    let edges: [(&str, &dyn Fn(i32) -> InWorld); 2] =
        [("east", &along_east), ("south", &along_south)];
    for (side, vertex) in edges {
        // The corners belong to both edges, and to those of other blocks.
        let open: Vec<(InWorld, f32)> = (1..n)
            .filter_map(|k| {
                let says = zone.heights_at(vertex(k)).map(|(_, height)| height.get());
                let (low, high) = says.fold((f32::MAX, f32::MIN), |(low, high), height| {
                    (low.min(height), high.max(height))
                });
                (high > low).then_some((vertex(k), high - low))
            })
            .collect();
        let widest = open.iter().map(|(_, gap)| *gap).fold(0.0, f32::max);
        let (Some((first, _)), Some((last, _))) = (open.first(), open.last()) else { continue };
        let place = || Place::file(zone.ground_path(block, Cut::Heights).unwrap_or_default());
        found.add_at(&SEAM, place, || {
            let from_world = |at: InWorld| {
                let at = zone.grid().file_from_world(Cut::Heights.world_of(zone.grid(), at));
                [at.x, at.y]
            };
            let region = Region::Box(RegionBox { from: from_world(*first), to: from_world(*last) });
            let action = Action::ShapeHeights(ShapeHeights { region, how: How::Join });
            let message = format!(
                "{} of the {side} edge of {block} {} from the next block's, by up to {widest:.0} cm",
                counted(open.len(), "height", "heights"),
                if open.len() == 1 { "differs" } else { "differ" }
            );
            // It may be a cliff.
            (message, vec![fix("Join the seam", &action).one_by_one()])
        });
    }
}
