//! The client's ground under the cells of a map, as it is seen.

use std::fs;

use eframe::egui::Pos2;
use egui_kittest::kittest::Queryable;
use landwright_core::format::name::Name;
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gnd::{self, Cube, Gnd, Lightmap, Surface};
use landwright_core::format::text::Hex;
use landwright_core::world::gat::picture::palette::{Palette, Rgb};
use landwright_editor::command::CommandId;
use landwright_editor::view::ground::middle_in_world;

use crate::hand::{Hand, flat};

/// What ground has whose texture is not there.
const PLAIN: Rgb = Rgb([124, 130, 108]);

/// The ground of a map of 40 × 30 cells, with a hole at (30, 10).
fn meadow() -> Gnd {
    let cube = |n: i32| Cube {
        altitude: [F32::new(0.0); 4],
        top: if n == 115 { -1 } else { 0 },
        north: -1,
        east: -1,
        pad: 0,
    };
    let mut gnd = Gnd::new(20, 15, (0..300).map(cube).collect()).unwrap();
    gnd.textures = vec![Name::of(b"gone.bmp")];
    gnd.lightmaps = vec![Lightmap { shadow: Hex([255; 64]), light: Hex([0; 192]) }];
    gnd.surfaces = vec![Surface {
        u: [0.0, 1.0, 0.0, 1.0].map(F32::new),
        v: [1.0, 1.0, 0.0, 0.0].map(F32::new),
        texture: 0,
        lightmap: 0,
        color: [255; 4],
    }];
    gnd
}

fn open(mut hand: Hand) -> Hand {
    let file = hand.put("map.gat", &flat(40, 30));
    fs::write(file.with_extension("gnd"), gnd::write(&meadow())).unwrap();
    hand.open(&file);
    // Lines between cells would be in the picture.
    hand.run(CommandId::ToggleGrid);
    hand
}

fn pixel(hand: &mut Hand, at: Pos2) -> Rgb {
    hand.window.hover_at(Pos2::ZERO);
    hand.settle();
    let image = hand.window.render().unwrap();
    let [r, g, b, _] = image.get_pixel(at.x as u32, at.y as u32).0;
    Rgb([r, g, b])
}

fn from_above(hand: &mut Hand, cell: [i32; 2]) -> Rgb {
    let at = hand.cell(cell);
    pixel(hand, at)
}

fn is_near(a: Rgb, b: Rgb) -> bool {
    a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= 3)
}

#[test]
fn the_ground_is_seen_through_the_cells_which_are_painted_as_ever() {
    let Some(hand) = Hand::with_driver() else { return };
    let mut hand = open(hand);
    let types = Palette::Normal.types();
    let mixed = from_above(&mut hand, [12, 12]);
    assert!(!is_near(mixed, PLAIN) && !is_near(mixed, types[0]), "{mixed:?}");
    hand.press("Shift+T");
    assert!(is_near(from_above(&mut hand, [12, 12]), PLAIN));
    assert!(is_near(from_above(&mut hand, [30, 10]), Rgb([0; 3])), "a hole is black");
    hand.press("Shift+T");
    hand.click_cell([12, 12]);
    assert_eq!(hand.kind(12, 12), 1);
    let painted = from_above(&mut hand, [12, 12]);
    assert!(!is_near(painted, mixed), "{painted:?}");
    hand.press("Shift+U");
    assert_eq!(from_above(&mut hand, [12, 12]), types[1], "without the ground, it is as it was");
    hand.press("Shift+U");
    assert_eq!(from_above(&mut hand, [12, 12]), painted);
}

#[test]
fn in_3d_the_scene_is_drawn_below_the_cells() {
    let Some(hand) = Hand::with_driver() else { return };
    let mut hand = open(hand);
    let types = Palette::Normal.types();
    hand.run(CommandId::New3dView);
    let seen = |hand: &mut Hand| {
        let rect = hand.window.get_by_label_contains("3D view of map.gat").rect();
        let view = hand.model().view(hand.model().active_view().unwrap()).unwrap();
        let middle = middle_in_world(hand.document().map(), [20, 14]).unwrap();
        let size = glam::vec2(rect.width(), rect.height());
        let at = view.orbit.unwrap().view_from_world(middle, size).unwrap();
        pixel(hand, rect.min + eframe::egui::vec2(at.x, at.y))
    };
    let mixed = seen(&mut hand);
    assert!(!is_near(mixed, types[0]), "{mixed:?}");
    hand.press("Shift+T");
    let alone = seen(&mut hand);
    assert!(!is_near(alone, mixed) && !is_near(alone, types[0]), "{alone:?}");
    assert!(is_near(alone, PLAIN), "the light of a map without an RSW is 1: {alone:?}");
    hand.press("Shift+U");
    assert_eq!(seen(&mut hand), types[0]);
}

#[test]
fn without_a_ground_the_tools_say_why() {
    let mut hand = Hand::with_map();
    assert!(hand.shows_part("No ground: there is no map.gnd beside the map"));
    hand.press("Shift+U");
    assert!(!hand.shows_part("No ground"));
}
