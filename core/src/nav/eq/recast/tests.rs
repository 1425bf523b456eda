//! Meshes made of a few triangles.

use crate::format::eq::nav::Content;
use crate::nav::eq::mesh::islands::Islands;
use crate::nav::eq::mesh::make::Walker;
use crate::nav::eq::mesh::route::USUAL_NODES;
use crate::nav::eq::mesh::shape::surface;
use crate::nav::eq::mesh::why::Outcome;
use crate::nav::eq::mesh::{Mesh, Point};
use crate::nav::eq::recast::{Settings, Unmade, build};

/// A level rectangle that looks up.
fn floor([x, y]: [f32; 2], [to_x, to_y]: [f32; 2], z: f32) -> [[Point; 3]; 2] {
    quad([[x, z, y], [x, z, to_y], [to_x, z, to_y], [to_x, z, y]])
}

fn quad([a, b, c, d]: [Point; 4]) -> [[Point; 3]; 2] {
    [[a, b, c], [a, c, d]]
}

fn settings(tile_cells: usize) -> Settings {
    Settings { tile_cells, ..Settings::default() }
}

fn made(triangles: &[[Point; 3]], tile_cells: usize) -> Content {
    build(triangles, &settings(tile_cells), |_| 0).unwrap()
}

fn ground(content: &Content) -> f64 {
    Mesh::new(content).polygons.iter().map(|polygon| surface(&polygon.corners)).sum()
}

#[test]
fn a_floor_is_ground_but_for_its_rim() {
    let floor = floor([0.0, 0.0], [40.0, 40.0], 0.0);
    for tile_cells in [512, 30, 17] {
        let content = made(&floor, tile_cells);
        let mesh = Mesh::new(&content);
        assert!(mesh.tiles.iter().all(|tile| tile.refused.is_none() && tile.n_links_lost == 0));
        assert_eq!(Islands::of(&mesh).all.len(), 1, "{tile_cells}");
        // The ledge is a cell wide, and the walker two.
        let side = 40.0 - 2.0 * 3.0 * 0.8;
        assert!(
            (ground(&content) - side * side).abs() < 120.0,
            "{tile_cells}: {}",
            ground(&content)
        );
        let answer = mesh.answer([5.0, 5.0, 0.0], [35.0, 35.0, 0.0], USUAL_NODES);
        let Outcome::Reached(way) = &answer.outcome else { panic!("{tile_cells}: {answer:?}") };
        assert!((way.length - 42.4).abs() < 0.5, "{}", way.length);
    }
    // A floor that looks down is none.
    let down = floor.map(|[a, b, c]| [a, c, b]);
    assert_eq!(made(&down, 512).tiles.len(), 0);
    assert_eq!(build(&[], &Settings::default(), |_| 0), Err(Unmade::NoGround));
}

#[test]
fn walls_ramps_and_low_ceilings_are_as_walkers_find_them() {
    let answer = |triangles: &[[Point; 3]]| {
        let content = build(triangles, &settings(512), |_| 0).unwrap();
        let found = Mesh::new(&content).answer([5.0, 20.0, 0.0], [55.0, 20.0, 0.0], USUAL_NODES);
        (content, matches!(found.outcome, Outcome::Reached(_)))
    };
    let below = floor([0.0, 0.0], [60.0, 40.0], 0.0);
    assert!(answer(&below).1);
    // A wall across.
    let wall = quad([[30.0, 0.0, 0.0], [30.0, 20.0, 0.0], [30.0, 20.0, 40.0], [30.0, 0.0, 40.0]]);
    assert!(!answer(&[below, wall].concat()).1);
    // The same with a door.
    let door = quad([[30.0, 0.0, 0.0], [30.0, 20.0, 0.0], [30.0, 20.0, 30.0], [30.0, 0.0, 30.0]]);
    assert!(answer(&[below, door].concat()).1);
    // A beam that is too low and too high to step onto, across all of it, and one that is high enough.
    let beam = |z: f32| floor([28.0, 0.0], [32.0, 40.0], z).map(|[a, b, c]| [a, c, b]);
    assert!(!answer(&[below, beam(7.0)].concat()).1);
    assert!(answer(&[below, beam(9.0)].concat()).1);
    // A ramp to a floor above.
    let upper = floor([30.0, 0.0], [60.0, 40.0], 20.0);
    let ramp = |from: f32| {
        quad([[from, 0.0, 10.0], [from, 0.0, 30.0], [30.0, 20.0, 30.0], [30.0, 20.0, 10.0]])
    };
    let up = |from: f32| {
        let lower = floor([-30.0, 0.0], [30.0, 40.0], 0.0);
        let content = build(&[lower, upper, ramp(from)].concat(), &settings(512), |_| 0).unwrap();
        let found = Mesh::new(&content).answer([-20.0, 20.0, 0.0], [50.0, 20.0, 20.0], USUAL_NODES);
        matches!(found.outcome, Outcome::Reached(_))
    };
    assert!(up(0.0));
    assert!(!up(25.0), "a slope of 76 degrees");
}

#[test]
fn areas_are_asked_for_and_small_islands_left_out() {
    let lake = |at: Point| if at[0] > 20.0 { 1 } else { 0 };
    let pieces =
        [floor([0.0, 0.0], [40.0, 40.0], 0.0), floor([50.0, 50.0], [56.0, 56.0], 0.0)].concat();
    let content = build(&pieces, &settings(512), lake).unwrap();
    let mesh = Mesh::new(&content);
    assert_eq!(Islands::of(&mesh).all.len(), 1);
    for polygon in &mesh.polygons {
        let is_wet = polygon.corners.iter().all(|[x, ..]| *x > 19.5);
        assert_eq!(polygon.area, u8::from(is_wet), "{:?}", polygon.corners);
        assert_eq!(polygon.flags, 1 << polygon.area);
    }
    let answer = mesh.answer([5.0, 5.0, 0.0], [35.0, 35.0, 0.0], USUAL_NODES);
    let Outcome::Reached(way) = answer.outcome else { panic!() };
    assert_eq!(way.areas, ["normal", "water"]);
}

#[test]
fn floors_above_each_other_are_both_there() {
    let both =
        [floor([0.0, 0.0], [30.0, 30.0], 0.0), floor([0.0, 0.0], [30.0, 30.0], 20.0)].concat();
    let content = made(&both, 512);
    assert_eq!(Islands::of(&Mesh::new(&content)).all.len(), 2);
    let wide =
        Settings { walker: Walker { height: 21.0, radius: 1.31, climb: 6.55 }, ..settings(512) };
    let content = build(&both, &wide, |_| 0).unwrap();
    assert_eq!(Islands::of(&Mesh::new(&content)).all.len(), 1);
}

#[test]
fn ground_keeps_its_height_however_far_below_something_else_is() {
    let side = Settings::default().cell * 64.0;
    let up = floor([0.0, 0.0], [40.0, 40.0], 7.0);
    // One tile over, far below: heights have 16 bits, in steps of a cell's height.
    let below = floor([3.0 * side, 0.0], [3.0 * side + 40.0, 40.0], -40_000.0);
    let content = made(&[up, below].concat(), 64);
    let mesh = Mesh::new(&content);
    let corners = mesh.polygons.iter().flat_map(|polygon| &polygon.corners);
    let heights: Vec<f32> = corners.map(|[_, z, _]| *z).collect();
    assert!(heights.iter().any(|z| (z - 7.0).abs() < 1.0), "{heights:?}");
    assert!(heights.iter().any(|z| (z + 40_000.0).abs() < 1.0), "{heights:?}");
    assert!(heights.iter().all(|z| (z - 7.0).abs() < 1.0 || (z + 40_000.0).abs() < 1.0));
    // In one tile there is no room for both, and that is said.
    let below = floor([0.0, 0.0], [40.0, 40.0], -40_000.0);
    let refused = build(&[up, below].concat(), &settings(64), |_| 0);
    assert!(matches!(refused, Err(Unmade::TooHigh { tile: 0, .. })), "{refused:?}");
}

#[test]
fn uneven_ground_with_holes_is_one_piece_and_every_polygon_is_convex() {
    // Hills of 4 units, with a pillar every 40.
    let height = |x: f32, y: f32| (x * 0.11).sin() * 2.0 + (y * 0.07).cos() * 2.0;
    let mut triangles = Vec::new();
    for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x as f32 * 5.0, y as f32 * 5.0))) {
        let corner = |x: f32, y: f32| [x, height(x, y), y];
        triangles.extend(quad([
            corner(x, y),
            corner(x, y + 5.0),
            corner(x + 5.0, y + 5.0),
            corner(x + 5.0, y),
        ]));
        if x as i32 % 40 == 20 && y as i32 % 40 == 20 {
            let wall = |a: [f32; 2], b: [f32; 2]| {
                quad([
                    [a[0], -9.0, a[1]],
                    [a[0], 30.0, a[1]],
                    [b[0], 30.0, b[1]],
                    [b[0], -9.0, b[1]],
                ])
            };
            let [far_x, far_y] = [x + 5.0, y + 5.0];
            triangles.extend(wall([x, y], [far_x, y]));
            triangles.extend(wall([far_x, y], [far_x, far_y]));
            triangles.extend(wall([far_x, far_y], [x, far_y]));
            triangles.extend(wall([x, far_y], [x, y]));
        }
    }
    for tile_cells in [512, 64] {
        let content = made(&triangles, tile_cells);
        let mesh = Mesh::new(&content);
        let islands = Islands::of(&mesh);
        // Inside of the pillars there is ground as well, too little of it to be told.
        assert_eq!(islands.all.len(), 1, "{tile_cells}: {:?}", islands.all);
        for polygon in &mesh.polygons {
            let corners = &polygon.corners;
            let n = corners.len();
            for own in 0..n {
                let turn = crate::nav::eq::mesh::shape::turn(
                    corners[own],
                    corners[(own + 1) % n],
                    corners[(own + 2) % n],
                );
                assert!(turn > 0.0, "{corners:?}");
            }
        }
        let answer = mesh.answer([8.0, 8.0, 0.0], [190.0, 190.0, 0.0], USUAL_NODES);
        assert!(matches!(answer.outcome, Outcome::Reached(_)), "{tile_cells}: {answer:?}");
        let covered = ground(&content);
        assert!(covered > 34_000.0 && covered < 38_500.0, "{tile_cells}: {covered}");
    }
}
