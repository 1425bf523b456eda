//! Meshes with faults.

use std::rc::Rc;

use crate::check::navigation::check;
use crate::format::eq::nav::Content;
use crate::format::eq::nav::tile::Connection;
use crate::format::eq::wtr::{Box, Regions, Wtr};
use crate::format::file;
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::nav::eq::mesh::drawn::{drawn, one_tile, square};
use crate::problem::{Change, Problem};
use crate::world::eq::mesh::action::{Action, AddConnection};
use crate::world::scripted::Scripted;

fn found(content: &Content) -> Vec<Problem> {
    check("isle.nav", content, &|_| None)
}

fn codes(content: &Content) -> Vec<&'static str> {
    found(content).iter().map(|problem| problem.code).collect()
}

fn jump(content: &mut Content, from: (usize, usize), to: (usize, usize)) {
    let (from, to) = (square(from.0, from.1), square(to.0, to.1));
    let area = crate::space::eq::area::Area::Normal;
    let add = AddConnection { from, to, radius: 2.0, both_ways: true, area };
    Action::AddConnection(add).apply(content).unwrap();
}

#[test]
fn a_whole_mesh_has_nothing() {
    let mut content = drawn(&["....", ".11.", "...."], 3);
    jump(&mut content, (0, 0), (3, 2));
    assert_eq!(found(&content), []);
    assert_eq!(found(&Content::default()), []);
}

#[test]
fn each_damage_is_found_and_told_once() {
    let whole = drawn(&["...", "..."], 4);
    let said = |change: &dyn Fn(&mut Content)| {
        let mut content = whole.clone();
        change(&mut content);
        let found = found(&content);
        let [one] = found.as_slice() else { panic!("{found:?}") };
        format!("{} {}", one.code, one.message)
    };
    assert_eq!(
        said(&|c| c.tiles[0].polygons[1].n_corners = 7),
        "nav-damaged it has 7 corners, and 3 to 6 are possible"
    );
    assert_eq!(
        said(&|c| c.tiles[0].polygons[0].corners[0] = 99),
        "nav-damaged it names vertex 99, and its tile has 12"
    );
    assert_eq!(
        said(&|c| c.tiles[0].polygons[0].sides[0] = 50),
        "nav-damaged it leads to polygon 49 of its tile, which has 6"
    );
    assert_eq!(
        said(&|c| c.tiles[0].details[2].first_triangle = 90),
        "nav-damaged it names triangle 91, and its tile has 12"
    );
    assert_eq!(
        said(&|c| c.tiles[0].detail_triangles[0][1] = 9),
        "nav-damaged a triangle of it names corner 9"
    );
    assert_eq!(
        said(&|c| c.tiles[0].polygons[0].sides[1] = 0),
        "nav-link-one-sided it leads to polygon 0, which does not lead back"
    );
    assert_eq!(
        said(&|c| c.tiles[0].links.truncate(12)),
        "nav-links-lost the tile at 0, 0 has room for 12 links, and 2 more are needed"
    );
    assert_eq!(
        said(&|c| c.tiles[0].polygons[3].flags = 2048),
        "nav-flags-unlike-area by their flags, 1 polygon of area normal (0) are never walked"
    );
}

#[test]
fn tiles_that_are_lost_or_empty_are_found() {
    let mut content = drawn(&["...."], 2);
    content.tiles[1].x = 0;
    let [one] = &found(&content)[..] else { panic!() };
    assert_eq!(
        (one.code, one.message.as_str()),
        (
            "nav-tile-refused",
            "a server leaves the tile at 0, 0 out: an earlier tile is at the same place"
        )
    );
    content.tiles[1] = crate::format::eq::nav::tile::Tile {
        reference: content.tiles[1].reference,
        x: 7,
        ..Default::default()
    };
    assert_eq!(codes(&content), ["nav-tile-empty"]);
}

#[test]
fn a_loose_connection_is_taken_away_by_its_fix() {
    let mut content = drawn(&[".. ..", ".. .."], 5);
    jump(&mut content, (1, 0), (3, 0));
    jump(&mut content, (1, 1), (3, 1));
    let clean = content.clone();
    jump(&mut content, (0, 0), (4, 0));
    content.tiles[0].connections[2].to[0] = F32::new(600.0);
    let problems = found(&content);
    let [one] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!(
        (one.code, one.message.as_str()),
        (
            "nav-connection-loose",
            "it ends at (600, 2, 0), and no polygon is within 2 units of that"
        )
    );
    let Change::Action { .. } = &one.fixes[0].change else { panic!() };
    Action::of_fix(&one.fixes[0]).unwrap().apply(&mut content).unwrap();
    assert_eq!(content, clean);
    content.tiles[0].connections.push(Connection { polygon: 0, ..Connection::default() });
    assert!(codes(&content).contains(&"nav-damaged"));
}

#[test]
fn islands_are_told_from_two_hundred_square_units_on_with_their_gap() {
    let content = one_tile(&["..... .... .", "..... .... .", "..... ....  ", "..... ....  "]);
    let problems = found(&content);
    let [one] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!(one.code, "nav-island");
    assert_eq!(
        one.message,
        "16 polygons of 256 square units are cut off from the largest part; the gap is 4 units, from \
         (20, 0, 0) to (24, 0, 0)"
    );
}

#[test]
fn dry_polygons_in_water_are_one_hint_whose_fix_makes_them_wet() {
    let mut content = one_tile(&["....", "....", "....", "...2"]);
    let three = |x: f32, y: f32, z: f32| [x, y, z].map(F32::new);
    let pond = Box {
        kind: 1,
        position: three(4.0, 4.0, 0.0),
        turns: three(0.0, 0.0, 0.0),
        scale: three(1.0, 1.0, 1.0),
        extent: three(4.0, 4.0, 20.0),
    };
    let wtr = Wtr { regions: Regions::Boxes(vec![pond]), tail: Opaque::default() };
    let wtr = Rc::new(file::Content::Wtr(wtr));
    let around = |name: &str| (name == "ISLE.WTR").then(|| wtr.clone());
    let problems = check("zones/isle.nav", &content, &around);
    let said: Vec<(&str, &str)> =
        problems.iter().map(|problem| (problem.code, problem.message.as_str())).collect();
    assert_eq!(
        said,
        [
            (
                "nav-area-unlike-water",
                "4 polygons are of area normal and in water, the first at (2, 2, 0)"
            ),
            (
                "nav-area-unlike-water",
                "1 polygon is of area lava and dry by the .wtr, the first at (14, 14, 0)"
            ),
        ]
    );
    for problem in &problems {
        Action::of_fix(&problem.fixes[0]).unwrap().apply(&mut content).unwrap();
    }
    assert_eq!(check("isle.nav", &content, &around), []);
}
