//! The navigation mesh of the zone: a rectangle for each floor of each column of its grid. The bridge is as wide
//! as its column, and wider than it is.
//!
//! - A jump leads from the hill down to the grass, and not back.
//! - A second one ends in the air, as after the mesh was built anew.
//! - Nobody walks to the bottom of the lake, and its area is dry.

use crate::format::eq::nav::tile::{BORDER, Connection, Kind, Polygon, Tile};
use crate::format::eq::nav::{self, Content, Grid, Nav};
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::nav::eq::mesh::make::{Draft, Outline, Walker, tile};
use crate::nav::eq::mesh::{Point, point, side_of};
use crate::sample::eq::grid::{Filling, X, Y, filling};
use crate::space::eq::area::Area;

/// As the server's tool has it where nobody says.
const WALKER: Walker = Walker { height: 6.55, radius: 1.31, climb: 6.55 };

/// Where the mesh begins, in the axes of the mesh.
const LOW: Point = [-100.0, -30.0, -100.0];
/// Two tiles along each side; their borders are those of columns.
const SIDE: f32 = 120.0;
const N_TILES: usize = 2;
const MOST_POLYGONS: i32 = 1 << 12;

/// Floors that there may be.
const FLOORS: [f32; 5] = [-20.0, -15.0, 0.0, 5.0, 30.0];
const BRIDGE: f32 = 5.0;

/// A rectangle of ground, by the places of its column in the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Floor {
    column: [usize; 2],
    z: f32,
    area: Area,
}

/// The bytes of the mesh.
pub(super) fn nav() -> Vec<u8> {
    nav::write(&Nav::new(content()))
}

fn content() -> Content {
    let floors: Vec<Floor> = (0..Y.len() - 1)
        .flat_map(|y| (0..X.len() - 1).map(move |x| [x, y]))
        .flat_map(|column| FLOORS.into_iter().filter_map(move |z| floor(column, z)))
        .collect();
    let mut tiles: Vec<Tile> = Vec::new();
    for place in (0..N_TILES).flat_map(|y| (0..N_TILES).map(move |x| [x, y])) {
        tiles.extend(tile(&draft(place, &floors)).ok());
    }
    // From the hill to the grass, and from the grass into the air.
    connect(&mut tiles, [[60.0, 30.0, 25.0], [60.0, 0.0, 5.0]]);
    connect(&mut tiles, [[-80.0, 0.0, 5.0], [-80.0, 60.0, 15.0]]);
    let grid = Grid {
        origin: LOW.map(F32::new),
        tile_sides: [F32::new(SIDE); 2],
        most_tiles: 4,
        most_polygons: MOST_POLYGONS,
    };
    Content { grid, tiles, rest: Opaque::default() }
}

fn span(planes: &[f32], place: usize) -> Option<[f32; 2]> {
    Some([*planes.get(place)?, *planes.get(place + 1)?])
}

/// The floor of a column at a height, where there is one.
fn floor(column @ [x, y]: [usize; 2], z: f32) -> Option<Floor> {
    let ([west, east], [south, north]) = (span(&X, x)?, span(&Y, y)?);
    let [x, y] = [west.midpoint(east), south.midpoint(north)];
    if z == BRIDGE {
        let is_bridge = x > -80.0 && x < -40.0 && y > -10.0 && y < 10.0;
        return is_bridge.then_some(Floor { column, z, area: Area::Normal });
    }
    let (below, above) = (filling([x, y, z - 0.5]), filling([x, y, z + 0.5]));
    let area = match above {
        Filling::Solid => return None,
        Filling::Lava => Area::Lava,
        Filling::Slime => Area::Slime,
        Filling::Line => Area::Disabled,
        Filling::Air | Filling::Water => Area::Normal,
    };
    (below == Filling::Solid).then_some(Floor { column, z, area })
}

/// The tile that holds a column.
fn tile_of([x, y]: [usize; 2]) -> Option<[usize; 2]> {
    let ([west, _], [south, _]) = (span(&X, x)?, span(&Y, y)?);
    let [_, _, low] = LOW;
    // The server's x is the client's y.
    Some([south, west].map(|at| ((at - low) / SIDE) as usize))
}

fn draft(place @ [tx, ty]: [usize; 2], floors: &[Floor]) -> Draft {
    let own: Vec<Floor> =
        floors.iter().filter(|floor| tile_of(floor.column) == Some(place)).copied().collect();
    let [low_x, low_z, low_y] = LOW;
    let low = [low_x + tx as f32 * SIDE, low_z, low_y + ty as f32 * SIDE];
    let [x, _, y] = low;
    let mut draft = Draft {
        place: [tx as i32, ty as i32, 0],
        reference: (1 << 14) | ((ty * N_TILES + tx) as u32 * MOST_POLYGONS as u32),
        low,
        high: [x + SIDE, 60.0, y + SIDE],
        cell: 1.0,
        cell_height: 1.0,
        walker: WALKER,
        ..Draft::default()
    };
    for floor in &own {
        let outline = outline(floor, &own, &mut draft);
        draft.polygons.extend(outline);
    }
    draft
}

fn outline(floor: &Floor, own: &[Floor], draft: &mut Draft) -> Option<Outline> {
    let [x, y] = floor.column;
    let ([west, east], [south, north]) = (span(&X, x)?, span(&Y, y)?);
    let [low_x, low_z, low_y] = draft.low;
    let mut corner = |at_x: f32, at_y: f32| {
        let vertex = [at_x - low_x, floor.z - low_z, at_y - low_y].map(|cells| cells as u16);
        let known = draft.vertices.iter().position(|known| *known == vertex);
        known.unwrap_or_else(|| {
            draft.vertices.push(vertex);
            draft.vertices.len() - 1
        }) as u16
    };
    let corners =
        vec![corner(south, west), corner(south, east), corner(north, east), corner(north, west)];
    let place = tile_of(floor.column);
    let beside = |column: Option<[usize; 2]>, side: u16| {
        let column = column.filter(|column| tile_of(*column) == place);
        let Some(column) = column else { return BORDER | side };
        let is_step =
            |other: &&Floor| other.column == column && (other.z - floor.z).abs() <= WALKER.climb;
        let step = own
            .iter()
            .filter(is_step)
            .min_by(|a, b| (a.z - floor.z).abs().total_cmp(&(b.z - floor.z).abs()));
        let number = step.and_then(|step| own.iter().position(|other| other == step));
        number.map_or(0, |number| number as u16 + 1)
    };
    let less = |place: usize| place.checked_sub(1);
    let sides = vec![
        beside(less(y).map(|y| [x, y]), 4),
        beside(Some([x + 1, y]), 2),
        beside(Some([x, y + 1]), 0),
        beside(less(x).map(|x| [x, y]), 6),
    ];
    Some(Outline { corners, sides, area: floor.area.number() })
}

/// Adds a connection of one way, as Detour has it, to the tile in which it begins.
fn connect(tiles: &mut [Tile], ends: [Point; 2]) {
    let [[x, _, y], end] = ends;
    let holds = |tile: &&mut Tile| {
        let ([low_x, _, low_y], [high_x, _, high_y]) = (tile.low, tile.high);
        x >= low_x.get() && x < high_x.get() && y >= low_y.get() && y < high_y.get()
    };
    let Some(tile) = tiles.iter_mut().find(holds) else { return };
    let (first, number) = (tile.vertices.len() as u16, tile.polygons.len() as u16);
    let [from, to] = ends.map(|end| end.map(F32::new));
    tile.vertices.extend([from, to]);
    let mut polygon = Polygon {
        corners: [first, first + 1, 0, 0, 0, 0],
        n_corners: 2,
        flags: Area::Normal.flag(),
        area_and_kind: 1 << 6,
        ..Polygon::default()
    };
    polygon.set_area(Area::Normal.number());
    debug_assert_eq!(polygon.kind(), Kind::Connection);
    tile.polygons.push(polygon);
    let side = side_of(end, point(tile.low), point(tile.high));
    let radius = F32::new(2.0);
    let one = Connection { from, to, radius, polygon: number, flags: 0, side, user: 0 };
    tile.connections.push(one);
    tile.links.extend([[0; 3]; 4]);
}

#[cfg(test)]
mod tests {
    use crate::nav::eq::mesh::Mesh;
    use crate::nav::eq::mesh::islands::Islands;
    use crate::nav::eq::mesh::why::{Outcome, Why};
    use crate::sample::eq::mesh::content;

    #[test]
    fn one_walks_over_the_bridge_through_the_tunnel_and_jumps_off_the_hill() {
        let mesh = Mesh::new(&content());
        assert!(mesh.tiles.iter().all(|tile| tile.refused.is_none() && tile.n_links_lost == 0));
        let ask = |from, to| mesh.answer(from, to, 4092).outcome;
        // Over the bridge, and under the hill.
        assert!(matches!(ask([0.0, -90.0, 0.0], [0.0, 0.0, 0.0]), Outcome::Reached(_)));
        assert!(matches!(ask([50.0, 10.0, 0.0], [50.0, 90.0, 0.0]), Outcome::Reached(_)));
        let Outcome::Reached(way) = ask([60.0, 50.0, 30.0], [0.0, 0.0, 0.0]) else { panic!() };
        assert_eq!(way.connections.len(), 1);
        let Outcome::CutOff(why) = ask([0.0, 0.0, 0.0], [60.0, 50.0, 30.0]) else { panic!() };
        assert!(matches!(why.why, Why::OneWay { .. }), "{why:?}");
        let Outcome::CutOff(why) = ask([0.0, 0.0, 0.0], [20.0, -60.0, -20.0]) else { panic!() };
        assert_eq!(why.why, Why::Apart);
        assert_eq!(Islands::of(&mesh).all.len(), 4);
        let loose =
            mesh.connections().filter(|(tile, own, _)| mesh.ends_of(*tile, *own)[1].is_none());
        assert_eq!(loose.count(), 1);
    }
}
