//! Areas as they are drawn.

use super::key::key;
use super::marks::{Mark, draw_marks};
use super::*;
use crate::format::tera::apd::Apd;
use crate::format::tera::zgd::Zgd;
use crate::problem::Severity;
use crate::space::tera::Zone;
use crate::world::area::tests::{area, file};

fn look(area: &Area, layer: Layer) -> Look {
    Look { layer, shading: Shading::Flat, part: Part::whole(area).unwrap() }
}

fn flat() -> (Area, Geometry) {
    let area = area(&[(4, 4), (12, 4)], &[(0, 1)]);
    let zgd = Zgd::from_cells(|_, _, cell| cell.push((0, 100).into()));
    (area, Geometry::of_zones([(Zone { x: 1000, y: 1000 }, zgd)]))
}

#[test]
fn nodes_and_edges_stand_where_the_games_map_has_them() {
    let (area, geometry) = flat();
    let image = picture(&area, &geometry, &look(&area, Layer::Edges), 1);
    let at = |column: usize, row: usize| image.pixels[row * 960 + column];
    assert_eq!((image.width, image.height), (960, 960));
    // x points up: the second node is above the first.
    assert_eq!([at(4, 955), at(4, 947)], [NODE; 2]);
    assert!(at(4, 951) != at(0, 0), "the edge between them");
    let coarse = picture(&area, &Geometry::none(), &look(&area, Layer::Density), 8);
    assert_eq!(coarse.pixels.iter().filter(|pixel| **pixel != UNKNOWN).count(), 2);
    let few = file(&[], &[]);
    let nothing = Area::new(&Apd::new(few.nodes(), vec![]).unwrap()).unwrap();
    assert!(Part::whole(&nothing).is_none());
}

#[test]
fn geometry_alone_is_drawn_from_its_lowest_floor_to_its_highest() {
    let zone = Zone { x: 7, y: 0 };
    let zgd =
        Zgd::from_cells(|x, _, cell| cell.push((if x < 480 { 900 } else { 1900 }, 100).into()));
    let geometry = Geometry::of_zones([(zone, zgd)]);
    let area = Area::of_zone(zone).unwrap();
    let image = picture(&area, &geometry, &look(&area, Layer::Floors), 1);
    assert_eq!((image.width, image.height), (960, 960));
    let shades: Vec<u8> = image.pixels.iter().step_by(960 * 100).map(|pixel| pixel.0[0]).collect();
    assert_eq!(shades, [200, 200, 200, 200, 200, 50, 50, 50, 50, 50]);
}

#[test]
fn a_part_is_the_same_pixels_as_in_the_picture_of_all() {
    let (area, geometry) = flat();
    let all = picture(&area, &geometry, &look(&area, Layer::Edges), 1);
    let part = Part::between(&area, [[250.0, 200.0], [16.0, 47.0]]).unwrap();
    assert_eq!((part.n_cells(), part.low_corner()), ((15, 11), [16.0, 32.0]));
    let cropped = picture(&area, &geometry, &Look { part, ..look(&area, Layer::Edges) }, 1);
    assert_eq!((cropped.width, cropped.height), (11, 15));
    let rows = all.pixels.chunks(960).skip(960 - 16).take(15);
    let same: Vec<Rgb> = rows.flat_map(|row| row[2..13].to_vec()).collect();
    assert_eq!(cropped.pixels, same);
    // Cells that a pixel has several of begin at the corner of the part.
    let coarse = picture(&area, &geometry, &Look { part, ..look(&area, Layer::Floors) }, 4);
    assert_eq!((coarse.width, coarse.height), (3, 4));
    assert!(coarse.pixels.iter().all(|pixel| *pixel != NOTHING));
    let zone = Zone { x: 1000, y: 1000 };
    assert_eq!(Part::of_zone(&area, zone), Part::whole(&area));
    assert_eq!(Part::of_zone(&area, Zone { x: 1, ..zone }), None);
    assert_eq!(Part::between(&area, [[-50.0, 0.0], [-20.0, 100.0]]), None);
    let more = Part::between(&area, [[-1e30, -1e30], [1e30, 1e30]]);
    assert_eq!(more, Part::whole(&area), "what is outside is left out");
    assert_eq!(Part::between(&area, [[f64::NAN, 0.0], [1.0, 1.0]]), None);
}

#[test]
fn hills_are_light_towards_the_upper_left_and_dark_behind() {
    let zone = Zone { x: 1000, y: 1000 };
    // A ridge along x: from the left it rises, to the right it falls.
    let zgd = Zgd::from_cells(|_, y, cell| {
        let z = 300 - (i32::from(y) - 480).abs() * 8;
        cell.push((z.clamp(0, 300) as i16, 100).into());
    });
    let geometry = Geometry::of_zones([(zone, zgd)]);
    let area = Area::of_zone(zone).unwrap();
    let flat = look(&area, Layer::Floors);
    let lit = picture(&area, &geometry, &Look { shading: Shading::Hills, ..flat }, 1);
    let flat = picture(&area, &geometry, &flat, 1);
    let at = |image: &Image, column: usize| image.pixels[500 * 960 + column].0[0];
    assert_eq!(at(&lit, 100), at(&flat, 100), "level ground keeps its colour");
    assert!(at(&lit, 470) > at(&flat, 470) && at(&lit, 490) < at(&flat, 490));
}

#[test]
fn marks_are_at_their_places_and_errors_lie_over_warnings() {
    let (area, geometry) = flat();
    let look = look(&area, Layer::Floors);
    let mut image = picture(&area, &geometry, &look, 1);
    let before = image.clone();
    let mark = |x: f64, severity| Mark { pos: PosInWorld { x, y: 8000.0, z: 0.0 }, severity };
    let severities = [Severity::Error, Severity::Warning];
    let both = severities.map(|severity| mark(8000.0, severity));
    draw_marks(&mut image, look.part, &both);
    let at = |image: &Image, (column, row): (usize, usize)| image.pixels[row * 960 + column];
    let middle = at(&image, (500, 459));
    assert_eq!(middle, marks::colour(Severity::Error));
    assert_eq!(at(&image, (520, 459)), at(&before, (520, 459)));
    draw_marks(
        &mut image,
        look.part,
        &[mark(f64::NAN, Severity::Error), mark(-1e12, both[1].severity)],
    );
    assert_eq!(at(&image, (500, 459)), middle, "places outside are left out");
}

#[test]
fn a_key_names_the_colours_that_a_layer_has() {
    let (area, geometry) = flat();
    let texts = |layer| -> Vec<String> {
        key(&area, &geometry, layer).into_iter().map(|entry| entry.text).collect()
    };
    assert_eq!(
        texts(Layer::Edges),
        [
            "floor, z 0 to 0",
            "no visible floor",
            "missing geometry",
            "node",
            "edge both ways",
            "edge one way"
        ]
    );
    assert_eq!(texts(Layer::Floors).len(), 3);
    assert_eq!(texts(Layer::Density).last().unwrap(), "nodes, few to many");
}
