//! Meshes that are mended.

use serde_json::{Value, json};

use crate::format::eq::nav::Content;
use crate::format::eq::nav::tile::{BOTH_WAYS, SAME_TILE};
use crate::nav::eq::mesh::Mesh;
use crate::nav::eq::mesh::drawn::{drawn, one_tile, square};
use crate::nav::eq::mesh::make::boxes;
use crate::nav::eq::mesh::route::USUAL_NODES;
use crate::nav::eq::mesh::why::{CutOff, Outcome, Why};
use crate::world::eq::mesh::action::Action;

fn done(content: &mut Content, json: &Value) -> Result<bool, String> {
    let action: Action = serde_json::from_value(json.clone()).unwrap();
    action.apply(content).map_err(|refusal| refusal.to_string())
}

fn outcome(content: &Content, from: (usize, usize), to: (usize, usize)) -> Outcome {
    let (from, to) = (square(from.0, from.1), square(to.0, to.1));
    Mesh::new(content).answer(from, to, USUAL_NODES).outcome
}

fn jump(from: (usize, usize), to: (usize, usize), both_ways: bool) -> Value {
    let (from, to) = (square(from.0, from.1), square(to.0, to.1));
    json!({ "action": "add-connection", "from": from, "to": to, "both_ways": both_ways })
}

#[test]
fn a_connection_leads_from_island_to_island_and_back_if_it_is_to() {
    for per_tile in [3, 5] {
        let before = drawn(&[".. ..", ".. .."], per_tile);
        assert!(matches!(outcome(&before, (0, 0), (4, 0)), Outcome::CutOff(_)));
        let mut content = before.clone();
        assert_eq!(done(&mut content, &jump((1, 0), (4, 0), false)), Ok(true));
        let Outcome::Reached(way) = outcome(&content, (0, 0), (4, 1)) else { panic!() };
        assert_eq!(way.connections.len(), 1, "{per_tile}");
        let Outcome::CutOff(CutOff { why, .. }) = outcome(&content, (4, 1), (0, 0)) else {
            panic!()
        };
        assert_eq!(why, Why::OneWay { connections: way.connections.clone() });
        let mut both = before.clone();
        done(&mut both, &jump((1, 0), (4, 0), true)).unwrap();
        assert!(matches!(outcome(&both, (4, 1), (0, 0)), Outcome::Reached(_)));
        for mut content in [content, both] {
            assert_eq!(
                done(&mut content, &json!({ "action": "remove-connection", "connection": 0 })),
                Ok(true)
            );
            assert_eq!(content, before, "{per_tile}");
        }
    }
}

#[test]
fn a_tile_with_a_connection_is_as_detour_makes_it() {
    let mut content = one_tile(&[".. ..", ".. .."]);
    let before = content.tiles[0].clone();
    done(&mut content, &jump((1, 0), (4, 0), true)).unwrap();
    let tile = &content.tiles[0];
    let (n_polygons, n_vertices) = (before.polygons.len(), before.vertices.len());
    // Two links for each end that is in the tile.
    assert_eq!(tile.links.len(), before.links.len() + 4);
    assert_eq!((tile.polygons.len(), tile.vertices.len()), (n_polygons + 1, n_vertices + 2));
    assert_eq!((tile.first_connection, tile.details.len()), (n_polygons as i32, n_polygons));
    assert_eq!(tile.boxes, before.boxes);
    let polygon = tile.polygons[n_polygons];
    assert_eq!((polygon.n_corners, polygon.flags, polygon.area_and_kind), (2, 1, 0x40));
    assert_eq!(polygon.corners[..2], [n_vertices as u16, n_vertices as u16 + 1]);
    let connection = tile.connections[0];
    assert_eq!((connection.flags, connection.side), (BOTH_WAYS, SAME_TILE));
    assert_eq!(usize::from(connection.polygon), n_polygons);
    assert_eq!(
        [connection.from, connection.to],
        [tile.vertices[n_vertices], tile.vertices[n_vertices + 1]]
    );
    // Over a border, each tile has room for its own end, and the start says on which side the end is.
    let mut content = drawn(&[".. ..", ".. .."], 3);
    let before: Vec<usize> = content.tiles.iter().map(|tile| tile.links.len()).collect();
    done(&mut content, &jump((1, 0), (4, 0), true)).unwrap();
    let after: Vec<usize> = content.tiles.iter().map(|tile| tile.links.len()).collect();
    assert_eq!((after[0], after[1]), (before[0] + 2, before[1] + 2));
    assert_eq!(content.tiles[0].connections[0].side, 0);
}

#[test]
fn links_that_a_server_has_no_room_for_get_it() {
    let mut content = drawn(&["..", "  ", ".."], 3);
    content.tiles[0].links.truncate(4);
    for (from, to) in [((0, 0), (0, 2)), ((1, 0), (1, 2))] {
        done(&mut content, &jump(from, to, true)).unwrap();
    }
    assert_eq!(Mesh::new(&content).tiles[0].n_links_lost, 0);
}

#[test]
fn what_can_not_be_connected_is_refused_and_nothing_changes() {
    let before = drawn(&["..    ..", "..    .."], 2);
    let mut content = before.clone();
    let mut said = |json: Value| {
        let said = done(&mut content, &json).unwrap_err();
        assert_eq!(content, before);
        said
    };
    assert_eq!(
        said(jump((3, 0), (0, 0), true)),
        "the start at (14, 2, 0) is not on the mesh: no polygon is within 2 units of it; the nearest that is \
         walked is at (8, 2, 0), 6 units away"
    );
    assert!(
        said(jump((0, 0), (3, 0), true)).starts_with("the end at (14, 2, 0) is not on the mesh")
    );
    assert!(
        said(jump((0, 0), (6, 0), true))
            .starts_with("it would end farther away than the tiles around")
    );
    assert!(said(jump((0, 0), (0, 0), true)).starts_with("both ends are on polygon 0"));
    let high = json!({ "action": "add-connection", "from": [2, 2, 9], "to": [6, 2, 0] });
    assert!(said(high).starts_with("the start at (2, 2, 9) is not on the mesh"));
    let none =
        json!({ "action": "add-connection", "from": [2, 2, 0], "to": [6, 2, 0], "radius": 0 });
    assert_eq!(said(none), "a number is not finite, or a radius is not above 0");
    assert_eq!(
        said(json!({ "action": "remove-connection", "connection": 0 })),
        "there is no connection 0: the mesh has 0 of them, counted from 0"
    );
    assert!(
        said(json!({ "action": "remove-polygons", "polygons": [8] }))
            .starts_with("there is no polygon 8")
    );
    assert!(
        said(json!({ "action": "remove-polygons", "polygons": [] }))
            .starts_with("neither polygons nor")
    );
    assert!(
        said(json!({ "action": "remove-tile", "tile": 2 }))
            .ends_with("the mesh has 2 of them, counted from 0")
    );
    assert!(
        said(json!({ "action": "set-area", "area": "lava" }))
            .starts_with("neither polygons nor a box")
    );
    content.grid.most_polygons = 4;
    let full = content.clone();
    let said = done(&mut content, &jump((0, 0), (1, 1), true)).unwrap_err();
    assert_eq!(said, "tile 0 would have 5 polygons, and the mesh has room for 4");
    assert_eq!(content, full);
}

#[test]
fn an_area_says_who_walks() {
    let mut content = one_tile(&["...", "   "]);
    let close = json!({ "action": "set-area", "polygons": [1], "area": "disabled" });
    assert_eq!(done(&mut content, &close), Ok(true));
    assert_eq!(done(&mut content, &close), Ok(false));
    assert_eq!(
        (content.tiles[0].polygons[1].flags, content.tiles[0].polygons[1].area()),
        (2048, 11)
    );
    let Outcome::CutOff(CutOff { why, .. }) = outcome(&content, (0, 0), (2, 0)) else { panic!() };
    assert_eq!(why, Why::Closed { area: "disabled", polygon: 1 });
    let all = json!({ "action": "set-area", "box": [[12, 4, 5], [4, 0, -5]], "area": "water" });
    assert_eq!(done(&mut content, &all), Ok(true));
    let areas: Vec<u8> = content.tiles[0].polygons.iter().map(|polygon| polygon.area()).collect();
    assert_eq!(areas, [0, 1, 1]);
}

#[test]
fn polygons_that_are_taken_away_leave_walls_and_the_others_as_they_were() {
    let mut content = one_tile(&["...", "...", "..."]);
    done(&mut content, &jump((0, 0), (2, 2), true)).unwrap();
    assert_eq!(
        done(&mut content, &json!({ "action": "remove-polygons", "polygons": [1, 4, 7] })),
        Ok(true)
    );
    let hole = one_tile(&[". .", ". .", ". ."]);
    let (tile, expected) = (&content.tiles[0], &hole.tiles[0]);
    assert_eq!((tile.first_connection, tile.connections[0].polygon), (6, 6));
    assert_eq!(tile.details, expected.details);
    assert_eq!(tile.detail_triangles, expected.detail_triangles);
    assert_eq!(tile.boxes, boxes(expected));
    let sides: Vec<[u16; 6]> = expected.polygons.iter().map(|polygon| polygon.sides).collect();
    let left: Vec<[u16; 6]> = tile.polygons[..6].iter().map(|polygon| polygon.sides).collect();
    assert_eq!(left, sides);
    let Outcome::Reached(way) = outcome(&content, (0, 0), (2, 0)) else { panic!() };
    assert_eq!(way.connections, [6]);
    let said =
        done(&mut content, &json!({ "action": "remove-polygons", "polygons": [6] })).unwrap_err();
    assert!(said.starts_with("polygon 6 is a connection"), "{said}");
    // A tile that keeps no ground goes.
    let mut content = drawn(&["...."], 2);
    assert_eq!(
        done(&mut content, &json!({ "action": "remove-polygons", "polygons": [0, 1, 2] })),
        Ok(true)
    );
    assert_eq!((content.tiles.len(), content.tiles[0].polygons.len()), (1, 1));
    assert_eq!(done(&mut content, &json!({ "action": "remove-tile", "tile": 0 })), Ok(true));
    assert_eq!(content.tiles.len(), 0);
}

#[test]
fn a_damaged_tile_is_left_alone() {
    let mut content = one_tile(&[".."]);
    content.tiles[0].details.pop();
    let before = content.clone();
    for json in
        [jump((0, 0), (1, 0), true), json!({ "action": "remove-polygons", "polygons": [0] })]
    {
        let said = done(&mut content, &json).unwrap_err();
        assert!(said.starts_with("tile 0 is damaged"), "{said}");
    }
    assert_eq!(content, before);
}
