//! The hamlet of a block: houses and a mill around a square with a fountain, and a bridge over the pond.

use crate::format::number::F32;
use crate::format::rose::ifo::ambience::Effect;
use crate::format::rose::ifo::object::Object;

use super::land::{Disc, GRID, Land};
use super::place::stored;
use crate::sample::rose::names::{self, text};

/// Where houses stand around the square, to the east and to the north. No sine and no cosine: those differ.
const SITES: [[f32; 2]; 6] = [
    [1.0, 0.0],
    [0.5, 0.866_025],
    [-0.5, 0.866_025],
    [-1.0, 0.0],
    [-0.5, -0.866_025],
    [0.5, -0.866_025],
];
/// How far out, of the radius of the clearing.
const REACH: f32 = 0.74;
/// The mill, and where one comes into the hamlet.
const MILL_SITE: usize = 1;
const HOUSES: [usize; 4] = [0, 2, 3, 5];

/// Cells to the east and to the south of the fountain.
const FIRE_SITE: [f32; 2] = [-1.4, 2.6];

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Gives the first buildings and decorations of a block their places, as far as it has so many, and clears
/// the square of trees.
pub(super) fn arrange(land: &Land, decos: &mut [Object], buildings: &mut [Object]) {
    let Disc { column, row, .. } = land.clearing;
    let number = |name: &str, list: &[&str]| {
        list.iter().position(|one| *one == name).map_or(0, |at| at as i32 + 1)
    };
    let mut buildings = buildings.iter_mut();
    if let Some(fountain) = buildings.next() {
        place(land, fountain, [column, row], UPRIGHT);
        fountain.object_id = number("FOUNTAIN", &names::BUILDINGS);
    }
    if let Some(mill) = buildings.next() {
        place_at_site(land, mill, MILL_SITE);
        mill.object_id = number("MILL", &names::BUILDINGS);
    }
    if let Some(bridge) = buildings.next() {
        place(land, bridge, [land.pond.column, land.pond.row], UPRIGHT);
        bridge.object_id = number("BRIDGE", &names::BUILDINGS);
    }
    let is_hamlet = decos.len() > 2 * HOUSES.len();
    for (index, deco) in decos.iter_mut().enumerate().filter(|_| is_hamlet) {
        match HOUSES.get(index) {
            Some(site) => {
                place_at_site(land, deco, *site);
                deco.object_id = number("HOUSE", &names::DECOS);
                deco.scale = [F32::new(1.0); 3];
            }
            None => move_out(land, deco),
        }
    }
}

/// A fire beside the fountain, as far as the block has an effect.
pub(super) fn arrange_fire(land: &Land, effects: &mut [Effect]) {
    let Disc { column, row, .. } = land.clearing;
    let [east, south] = FIRE_SITE;
    if let Some(fire) = effects.first_mut() {
        place(land, &mut fire.object, [column + east, row + south], UPRIGHT);
        fire.path = text(&format!(r"3DDATA\EFFECT\SAMPLE\{}.EFT", names::CAMPFIRE));
    }
}

fn place(land: &Land, object: &mut Object, [column, row]: [f32; 2], rotation_xyzw: [f32; 4]) {
    let (position, at) = stored(land, land.at(column, row));
    object.position_file_cm = position;
    object.rotation_xyzw = rotation_xyzw.map(F32::new);
    if let Some((_, cell)) = GRID.cell_at(at) {
        (object.cell_x, object.cell_y) = (cell.x as i32, cell.y as i32);
    }
}

/// Facing the square: what looks south is turned by the angle whose sine is -x and whose cosine is y.
fn place_at_site(land: &Land, object: &mut Object, site: usize) {
    let Disc { column, row, radius } = land.clearing;
    let [x, y] = SITES.get(site).copied().unwrap_or_default();
    let w = ((1.0 + y) / 2.0).max(0.0).sqrt();
    let z = if w > 0.01 { -x / (2.0 * w) } else { 1.0 };
    let reach = REACH * radius;
    place(land, object, [column + x * reach, row - y * reach], [0.0, 0.0, z, w]);
}

/// Out of the square, on the way that it lies.
fn move_out(land: &Land, object: &mut Object) {
    let Disc { column, row, radius } = land.clearing;
    let at = GRID.world_from_file(crate::space::rose::position::PosInFileCm::from_bits(
        object.position_file_cm,
    ));
    let area = GRID.area_of_block(land.block);
    let cells = GRID.cell_size_cm();
    let (own_column, own_row) = ((at.x - area.west) / cells, (area.north - at.y) / cells);
    let (dx, dy) = (own_column as f32 - column, own_row as f32 - row);
    let away = (dx * dx + dy * dy).sqrt();
    if away >= radius || away < 0.01 {
        return;
    }
    let share = (radius + away * 0.4) / away;
    let inside = |at: f32| at.clamp(1.5, 62.5);
    let to = [inside(column + dx * share), inside(row + dy * share)];
    let rotation = object.rotation_xyzw.map(F32::get);
    place(land, object, to, rotation);
}
