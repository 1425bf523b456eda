//! Small meshes, and ways over them.

use crate::nav::eq::mesh::drawn::{drawn, one_tile, square};
use crate::nav::eq::mesh::islands::Islands;
use crate::nav::eq::mesh::route::USUAL_NODES;
use crate::nav::eq::mesh::why::{Answer, CutOff, End, Outcome, Short, Way, Why};
use crate::nav::eq::mesh::{Mesh, Refused, side_of};

fn asked(mesh: &Mesh, from: (usize, usize), to: (usize, usize)) -> Answer {
    mesh.answer(square(from.0, from.1), square(to.0, to.1), USUAL_NODES)
}

fn way(answer: &Answer) -> &Way {
    match &answer.outcome {
        Outcome::Reached(way) => way,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_way_is_pulled_straight_around_corners_and_over_borders_of_tiles() {
    for per_tile in [2, 3, 8] {
        let mesh = Mesh::new(&drawn(&["....", ".  .", ".  .", "...."], per_tile));
        let answer = asked(&mesh, (0, 0), (3, 0));
        assert_eq!(way(&answer).corners, [[2.0, 2.0, 0.0], [14.0, 2.0, 0.0]], "{per_tile}");
        assert!((way(&answer).length - 12.0).abs() < 1e-3);
        let answer = asked(&mesh, (0, 1), (3, 2));
        let corners = &way(&answer).corners;
        // Around the hole: by its corners.
        assert!(corners.len() == 4, "{per_tile}: {corners:?}");
        assert!(corners[1] == [4.0, 4.0, 0.0] || corners[1] == [4.0, 12.0, 0.0], "{corners:?}");
        assert_eq!(way(&answer).areas, ["normal"]);
    }
}

#[test]
fn water_costs_more_than_a_detour() {
    let mesh = Mesh::new(&one_tile(&["...", "111", "..."]));
    let across = asked(&mesh, (1, 0), (1, 2));
    assert_eq!(way(&across).areas, ["normal", "water"]);
    let around = Mesh::new(&one_tile(&[".....", ".111.", "....."]));
    let answer = asked(&around, (0, 0), (0, 2));
    assert_eq!(way(&answer).areas, ["normal"]);
    assert_eq!(way(&asked(&around, (2, 0), (2, 2))).areas, ["normal", "water"]);
}

#[test]
fn why_there_is_no_way_is_told() {
    let apart = Mesh::new(&drawn(&["..  ..", "..  .."], 3));
    let answer = asked(&apart, (0, 0), (5, 0));
    let Outcome::CutOff(CutOff { why: Why::Apart, gap: Some(gap) }) = &answer.outcome else {
        panic!("{answer:?}")
    };
    assert_eq!((gap.distance, gap.from.at[0], gap.to.at[0]), (8.0, 8.0, 16.0));
    let closed = Mesh::new(&one_tile(&["..x.."]));
    let answer = asked(&closed, (0, 0), (4, 0));
    let Outcome::CutOff(CutOff { why, .. }) = &answer.outcome else { panic!("{answer:?}") };
    assert_eq!(*why, Why::Closed { area: "disabled", polygon: 2 });
    // On what is closed: the open ground beside it is near enough.
    assert_eq!(asked(&closed, (2, 0), (0, 0)).from.map(|on| on.polygon), Some(1));
    let all_closed = Mesh::new(&one_tile(&["xxxx"]));
    let answer = asked(&all_closed, (0, 0), (3, 0));
    let Outcome::NoPolygonNear(nothing) = &answer.outcome else { panic!("{answer:?}") };
    assert_eq!((nothing.end, nothing.closed, nothing.nearest), (End::From, Some("disabled"), None));
    let answer = closed.answer([0.0, 0.0, 0.0], [90.0, 2.0, 0.0], USUAL_NODES);
    let Outcome::NoPolygonNear(nothing) = &answer.outcome else { panic!("{answer:?}") };
    assert_eq!((nothing.end, nothing.closed, nothing.distance), (End::To, None, Some(70.0)));
}

#[test]
fn a_search_that_looks_at_too_much_is_cut_short() {
    let mesh = Mesh::new(&one_tile(&["........"]));
    let answer = mesh.answer(square(0, 0), square(7, 0), 4);
    let Outcome::CutShort { why, way } = &answer.outcome else { panic!("{answer:?}") };
    assert_eq!((*why, way.polygons.len()), (Short::OutOfNodes, 4));
    let long = ".".repeat(120);
    let row: Vec<&str> = vec![&long; 3];
    let mesh = Mesh::new(&drawn(&row, 10));
    assert_eq!(way_len(&asked(&mesh, (0, 1), (119, 1))), 120);
    let winding: Vec<String> = (0..60)
        .map(|y| match y % 4 {
            1 => format!("{}.", " ".repeat(9)),
            3 => format!(".{}", " ".repeat(9)),
            _ => ".".repeat(10),
        })
        .collect();
    let rows: Vec<&str> = winding.iter().map(String::as_str).collect();
    let answer = asked(&Mesh::new(&drawn(&rows, 10)), (0, 0), (9, 58));
    let Outcome::CutShort { why, .. } = &answer.outcome else { panic!("{answer:?}") };
    assert_eq!(*why, Short::TooManyPolygons);
}

fn way_len(answer: &Answer) -> usize {
    way(answer).polygons.len()
}

#[test]
fn islands_are_told_apart_the_largest_first() {
    let mesh = Mesh::new(&drawn(&[".. ...", ".. .x.", "   ..."], 4));
    let islands = Islands::of(&mesh);
    assert_eq!(islands.all.len(), 2);
    let sizes: Vec<(usize, f64)> =
        islands.all.iter().map(|island| (island.n_polygons, island.surface)).collect();
    assert_eq!(sizes, [(8, 128.0), (4, 64.0)]);
    let at = |x: usize, y: usize| islands.of_polygon(mesh.standing(square(x, y)).unwrap().polygon);
    assert_eq!((at(0, 0), at(5, 2)), (Some(1), Some(0)));
}

#[test]
fn ground_at_a_border_is_connected_within_a_step_and_not_above_it() {
    // 4 is twice the climb.
    let mesh = Mesh::new(&drawn(&["abc"], 1));
    let reached = mesh.answer(square(0, 0), square(1, 0), USUAL_NODES);
    assert!(matches!(reached.outcome, Outcome::Reached(_)), "{reached:?}");
    let mesh = Mesh::new(&drawn(&["ac"], 1));
    let answer = mesh.answer([2.0, 2.0, 0.0], [6.0, 2.0, 8.0], USUAL_NODES);
    assert!(matches!(answer.outcome, Outcome::CutOff(_)), "{answer:?}");
}

#[test]
fn tiles_that_a_server_refuses_are_no_ground() {
    let content = drawn(&["...."], 2);
    let refused = |change: &dyn Fn(&mut crate::format::eq::nav::Content)| {
        let mut content = content.clone();
        change(&mut content);
        Mesh::new(&content).tiles.iter().map(|tile| tile.refused.clone()).collect::<Vec<_>>()
    };
    assert_eq!(refused(&|_| {}), [None, None]);
    assert_eq!(refused(&|c| c.tiles[0].reference = 0), [Some(Refused::NoReference), None]);
    let first = content.tiles[0].reference;
    assert_eq!(refused(&|c| c.tiles[1].reference = first), [None, Some(Refused::ReferenceTaken)]);
    assert_eq!(refused(&|c| c.tiles[1].x = 0), [None, Some(Refused::PlaceTaken)]);
    assert_eq!(refused(&|c| c.grid.most_tiles = 1), [None, Some(Refused::ReferenceTaken)]);
    let too_few = refused(&|c| c.grid.most_polygons = 1);
    assert!(
        matches!(too_few[0], Some(Refused::TooManyPolygons { found: 2, most: 1 })),
        "{too_few:?}"
    );
    let no_bits = refused(&|c| c.grid.most_polygons = 1 << 20);
    assert!(matches!(no_bits[0], Some(Refused::NoBits { .. })), "{no_bits:?}");
    let mut content = content.clone();
    content.tiles[1].x = 0;
    let mesh = Mesh::new(&content);
    assert!(matches!(asked(&mesh, (0, 0), (3, 0)).outcome, Outcome::Reached(_)));
    assert!(!mesh.is_walked(2));
}

#[test]
fn a_damaged_mesh_is_no_trouble() {
    let content = drawn(&["...", ".x.", "..."], 2);
    let data = crate::format::eq::nav::write(&crate::format::eq::nav::Nav::new(content.clone()));
    let nav = crate::format::eq::nav::read(&data).unwrap();
    for seed in 0..200_u32 {
        let mut content = nav.content.clone();
        let mut random = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        let mut next = |below: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % below.max(1)
        };
        let n_tiles = content.tiles.len();
        let tile = &mut content.tiles[next(n_tiles)];
        for _ in 0..6 {
            let polygon = next(tile.polygons.len());
            match next(6) {
                0 => tile.polygons[polygon].corners[next(4)] = next(70_000) as u16,
                1 => tile.polygons[polygon].sides[next(4)] = next(70_000) as u16,
                2 => tile.polygons[polygon].n_corners = next(256) as u8,
                3 => tile.boxes[next(2)].index = -(next(9) as i32),
                4 => tile.details[polygon].first_triangle = next(1 << 24) as u32 * 256,
                _ => tile.vertices[next(4)][next(3)] = crate::format::number::F32::new(f32::NAN),
            }
        }
        let mesh = Mesh::new(&content);
        for (from, to) in [((0, 0), (2, 2)), ((2, 0), (0, 2)), ((1, 1), (0, 0))] {
            let _ = asked(&mesh, from, to);
        }
        let _ = Islands::of(&mesh);
    }
}

#[test]
fn a_point_is_on_a_side_of_a_tile() {
    let (low, high) = ([0.0, 0.0, 0.0], [4.0, 9.0, 4.0]);
    let sides =
        [[4.0, 0.0, 1.0], [9.0, 0.0, 9.0], [1.0, 0.0, 4.0], [-1.0, 0.0, 5.0], [-1.0, 0.0, 1.0]];
    let more = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [5.0, 0.0, -1.0], [1.0, 99.0, 1.0]];
    let found: Vec<u8> = sides.iter().chain(&more).map(|at| side_of(*at, low, high)).collect();
    assert_eq!(found, [0, 1, 2, 3, 4, 5, 6, 7, 255]);
}
