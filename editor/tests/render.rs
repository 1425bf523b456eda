//! Pictures of maps from the command line.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that can't go on fails")]

mod support;

use image::RgbImage;
use landwright_core::format::ragnarok::gat::{self, Gat, Terrain, Tile, Version};
use landwright_core::format::ragnarok::rsw;
use landwright_core::sample::ragnarok::{Plan, island};
use support::Scratch;

/// 3 × 2 cells: 1, 0, 0 in the south and 0, 5, 0 in the north.
fn small() -> Gat {
    let mut gat = Gat::filled(Version::V1_2, 3, 2, Tile::default());
    for (cell, kind) in [(0, 1), (4, 5), (5, 0)] {
        gat.tiles_mut()[cell].terrain = Terrain(kind);
    }
    gat
}

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.put("small.gat", &gat::write(&small()));
    scratch
}

fn picture(scratch: &Scratch, name: &str) -> RgbImage {
    image::load_from_memory(&scratch.read(name)).unwrap().to_rgb8()
}

/// A letter for each colour, in the order in which they come.
fn letters(picture: &RgbImage) -> Vec<String> {
    let mut known = Vec::new();
    let mut letter = |pixel: &image::Rgb<u8>| {
        let n = known.iter().position(|other| other == pixel).unwrap_or(known.len());
        if n == known.len() {
            known.push(*pixel);
        }
        (b'a' + n as u8) as char
    };
    picture.rows().map(|row| row.map(&mut letter).collect()).collect()
}

#[test]
fn north_is_up_and_a_cell_is_a_pixel() {
    let scratch = scratch();
    let run = scratch.run("render small.gat -o out.png").expect_code(0);
    assert!(run.stdout.starts_with("out.png: 3 × 2, "), "{run:?}");
    assert_eq!(letters(&picture(&scratch, "out.png")), ["aba", "caa"]);
    scratch.run("render small.gat -o out.png").expect_code(2);
    scratch.run("render small.gat -o out.png --force --palette colour-blind").expect_code(0);
    assert_eq!(picture(&scratch, "out.png").get_pixel(0, 1).0, [38, 38, 46]);
}

#[test]
fn a_size_is_filled_as_far_as_the_shape_allows() {
    let scratch = scratch();
    scratch.run("render small.gat -o out.png --size 6x6").expect_code(0);
    assert_eq!(
        letters(&picture(&scratch, "out.png")),
        ["aaaaaa", "bbccbb", "bbccbb", "ddbbbb", "ddbbbb", "aaaaaa"]
    );
    scratch.run("render small.gat -o grid.png --size 24x16 --grid").expect_code(0);
    let grid = letters(&picture(&scratch, "grid.png"));
    assert_eq!(grid[0], "aaaaaaaabcccccccdaaaaaaa");
    let run = scratch.run("render small.gat -o no.png --size 0x6").expect_code(2);
    assert!(run.stderr.contains("such as 800x600"), "{run:?}");
}

#[test]
fn servers_see_the_water_of_the_rsw_beside_the_map() {
    let scratch = Scratch::new();
    let plan = Plan { seed: 1, width: 60, height: 60, version: Version::V1_2 };
    let island = island(plan);
    scratch.put("isle.gat", &gat::write(&island.gat));
    let run =
        scratch.run("render isle.gat -o dry.png --colours rathena --shading flat").expect_code(0);
    assert!(run.stderr.contains("no water, since there is no RSW"), "{run:?}");
    scratch.put("isle.rsw", &rsw::write(&island.rsw));
    for server in ["rathena", "hercules"] {
        let run = scratch
            .run(&format!("render isle.gat -o {server}.png --colours {server} --shading flat"))
            .expect_code(0);
        assert!(run.stderr.contains("water level 4.0 from isle.rsw"), "{run:?}");
    }
    assert_ne!(scratch.read("rathena.png"), scratch.read("dry.png"));
    assert_eq!(scratch.read("rathena.png"), scratch.read("hercules.png"));
    scratch.run("render isle.gat -o types.png --shading flat").expect_code(0);
    assert_eq!(scratch.read("types.png"), scratch.read("dry.png"), "as the file has it");
    scratch.run("render isle.gat -o wet.png --shading flat --water").expect_code(0);
    assert_ne!(scratch.read("wet.png"), scratch.read("types.png"));
}

#[test]
fn every_way_to_colour_draws_something_of_its_own() {
    let scratch = Scratch::new();
    let plan = Plan { seed: 1, width: 60, height: 60, version: Version::V1_3 };
    scratch.put("isle.gat", &gat::write(&island(plan).gat));
    let mut drawn = Vec::new();
    for colours in ["types", "client", "heights", "slope", "islands"] {
        let out = format!("{colours}.png");
        scratch.run(&format!("render isle.gat -o {out} --colours {colours}")).expect_code(0);
        assert_eq!(picture(&scratch, &out).dimensions(), (60, 60));
        assert!(!drawn.contains(&scratch.read(&out)), "{colours}");
        drawn.push(scratch.read(&out));
        scratch
            .run(&format!("render isle.gat -o {out} --force --colours {colours}"))
            .expect_code(0);
        assert_eq!(drawn.last(), Some(&scratch.read(&out)), "the same picture again");
    }
}

#[test]
fn what_can_not_be_drawn_is_told() {
    let scratch = Scratch::with_samples();
    let run = scratch.run("render map_cache.dat -o out.png").expect_code(2);
    assert!(run.stderr.contains("only Ragnarok maps"), "{run:?}");
    let empty = Gat::filled(Version::V1_2, 0, 0, Tile::default());
    scratch.put("empty.gat", &gat::write(&empty));
    let run = scratch.run("render empty.gat -o out.png").expect_code(2);
    assert!(run.stderr.contains("empty.gat has no cells to draw"), "{run:?}");
    let run = scratch.run("render island.gat -o out.png --rsw island.gat --water").expect_code(2);
    assert!(run.stderr.contains("island.gat is no RSW"), "{run:?}");
    let run = scratch.run("render island.gat -o out.png --view 3d").expect_code(2);
    assert!(run.stderr.contains("possible values: top"), "{run:?}");
    assert!(!scratch.file("out.png").exists());
}
