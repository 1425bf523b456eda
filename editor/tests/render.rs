//! Pictures of maps from the command line.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that can't go on fails")]

mod support;

use image::RgbImage;
use landwright_core::format::ragnarok::gat::{self, Gat, Terrain, Tile, Version};
use landwright_core::format::ragnarok::rsw;
use landwright_core::format::tera::apd;
use landwright_core::sample;
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::sample::tera::packed_file;
use landwright_core::space::tera::{Origin, Zone};
use landwright_core::world::area::Area;
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
fn areas_and_zones_have_the_size_that_was_asked_for_as_well() {
    let scratch = Scratch::new();
    let zone = sample::rose::Zone::new(sample::rose::Plan::small(1));
    for file in zone.files() {
        let folder = file.path.rsplit_once('/').map(|(folder, _)| folder);
        scratch.make_folder(folder.unwrap());
        scratch.put(&file.path, &file.bytes);
    }
    let area = Area::of_zones([Zone { x: 1000, y: 1000 }], Origin::USUAL).unwrap();
    let bytes = packed_file("", &apd::write(&area.to_apd().unwrap())).bytes;
    scratch.put("isle.apd", &bytes);
    for (file, beside) in [("isle.apd", [24, 24, 32]), (sample::rose::ZONE_FOLDER, [24, 24, 32])] {
        for (width, height) in [(300, 200), (100, 333), (1100, 1000), (7, 1)] {
            let run = scratch
                .run(&format!("render {file} -o out.png --force --size {width}x{height}"))
                .expect_code(0);
            assert!(run.stdout.starts_with(&format!("out.png: {width} × {height}, ")), "{run:?}");
            let drawn = picture(&scratch, "out.png");
            assert_eq!(drawn.dimensions(), (width, height), "{file}");
            if height == 1 {
                continue;
            }
            // It is square, so that it touches two sides and is in the middle between the others.
            let side = width.min(height);
            let (x, y) = ((width - side) / 2, (height - side) / 2);
            let is_empty = |x: u32, y: u32| drawn.get_pixel(x, y).0 == beside;
            assert!(!is_empty(x, y) && !is_empty(x + side - 1, y + side - 1), "{file} {width}");
            assert!(width == height || is_empty(0, 0) && is_empty(width - 1, height - 1));
        }
    }
}

#[test]
fn servers_see_the_water_of_the_rsw_beside_the_map() {
    let scratch = Scratch::new();
    let plan = Plan { seed: 1, width: 60, height: 60, version: Version::V1_2 };
    let island = island(plan);
    scratch.put("isle.gat", &gat::write(&island.gat));
    let run =
        scratch.run("render isle.gat -o dry.png --colours rathena --shading flat").expect_code(0);
    assert!(run.stderr.contains("no water, because no RSW"), "{run:?}");
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
    assert!(run.stderr.contains("name one, such as map_cache.dat#prontera"), "{run:?}");
    let empty = Gat::filled(Version::V1_2, 0, 0, Tile::default());
    scratch.put("empty.gat", &gat::write(&empty));
    let run = scratch.run("render empty.gat -o out.png").expect_code(2);
    assert!(run.stderr.contains("empty.gat has no cells to draw"), "{run:?}");
    let run = scratch.run("render island.gat -o out.png --rsw island.gat --water").expect_code(2);
    assert!(run.stderr.contains("island.gat is not an RSW"), "{run:?}");
    let run = scratch.run("render island.gat -o out.png --view side").expect_code(2);
    assert!(run.stderr.contains("possible values: top, 3d"), "{run:?}");
    let run = scratch.run("render island.gat -o out.png --view 3d --pitch up").expect_code(2);
    assert!(run.stderr.contains("expected degrees"), "{run:?}");
    assert!(!scratch.file("out.png").exists());
}

/// Draws in 3D, where a graphics driver is installed.
fn render_3d(scratch: &Scratch, arguments: &str) -> Option<RgbImage> {
    let run = scratch.run(&format!("render {arguments} --view 3d -o 3d.png --force"));
    if run.code == 2 && run.stderr.contains("there is no graphics driver") {
        eprintln!("skipped: {}", run.stderr);
        return None;
    }
    run.expect_code(0);
    Some(picture(scratch, "3d.png"))
}

#[test]
fn from_straight_above_3d_shows_what_the_view_from_above_does() {
    let scratch = scratch();
    let Some(drawn) = render_3d(&scratch, "small.gat --size 340x240 --pitch 90") else { return };
    scratch.run("render small.gat -o top.png").expect_code(0);
    let top = picture(&scratch, "top.png");
    for (x, y, cell) in top.enumerate_pixels() {
        let at = |n: u32, of: u32, middle: u32| middle + n * 100 - of * 50 + 50;
        assert_eq!(drawn.get_pixel(at(x, 3, 170), at(y, 2, 120)), cell, "{x} {y}");
    }
    for (x, y) in [(2, 2), (337, 2), (2, 237), (337, 237)] {
        assert_eq!(drawn.get_pixel(x, y).0, [24, 24, 28], "beside the map");
    }
}

#[test]
fn a_picture_in_3d_turns_and_has_water() {
    let scratch = Scratch::new();
    let plan = Plan { seed: 1, width: 90, height: 70, version: Version::V1_3 };
    let island = island(plan);
    scratch.put("isle.gat", &gat::write(&island.gat));
    scratch.put("isle.rsw", &rsw::write(&island.rsw));
    let Some(drawn) = render_3d(&scratch, "isle.gat") else { return };
    assert_eq!(drawn.dimensions(), (1280, 800));
    let size = "isle.gat --size 320x200";
    let mut pictures = vec![render_3d(&scratch, size).unwrap()];
    for more in ["--yaw 45", "--pitch 20", "--water", "--grid --yaw -30", "--colours heights"] {
        pictures.push(render_3d(&scratch, &format!("{size} {more}")).unwrap());
    }
    for (n, one) in pictures.iter().enumerate() {
        let background = one.pixels().filter(|pixel| pixel.0 == [24, 24, 28]).count();
        assert!((1000..60_000).contains(&background), "{n}: {background}");
        assert!(pictures[..n].iter().all(|other| other != one), "{n}");
    }
}

#[test]
fn an_area_in_3d_shows_floors_nodes_and_problems_of_a_part() {
    let scratch = Scratch::new();
    for file in sample::tera::area(1).unwrap().files() {
        scratch.put(&file.path, &file.bytes);
    }
    let refused = "render sample.apd --view 3d -o no.png --layer density";
    let run = scratch.run(refused).expect_code(2);
    assert!(run.stderr.contains("belongs to pictures from above"), "{run:?}");
    let run = scratch.run("render sample.apd --view 3d -o no.png --stats s.json").expect_code(2);
    assert!(run.stderr.contains("--stats does not belong to areas"), "{run:?}");
    let run = scratch.run("render sample.apd --view 3d -o no.png --size 8000x8000").expect_code(2);
    assert!(run.stderr.contains("at most 33554432 pixels"), "{run:?}");
    let size = "sample.apd --size 320x200";
    let Some(all) = render_3d(&scratch, size) else { return };
    assert_eq!(all.dimensions(), (320, 200));
    let mut pictures = vec![all];
    let others = [
        "--layer floors --yaw 60 --pitch 20",
        "--crop 1000,1000,2500,2500",
        "--crop 1000,1000,2500,2500 --problems --legend",
        "--camera 0,7000,900,10,30",
    ];
    for more in others {
        pictures.push(render_3d(&scratch, &format!("{size} {more}")).unwrap());
    }
    for (n, one) in pictures.iter().enumerate() {
        let background = one.pixels().filter(|pixel| pixel.0 == [24, 24, 32]).count();
        assert!(background < 60_000, "{n}: {background}");
        assert!(pictures[..n].iter().all(|other| other != one), "{n}");
    }
    // Geometry alone has floors, whose heights colours tell apart.
    let zone = Zone { x: 1000, y: 1000 }.file_name();
    let alone = render_3d(&scratch, &format!("{zone} --size 320x200")).unwrap();
    let mut colours: Vec<[u8; 3]> = alone.pixels().map(|pixel| pixel.0).collect();
    colours.sort_unstable();
    colours.dedup();
    assert!(colours.len() > 20, "{}", colours.len());
}

#[test]
fn a_zone_of_everquest_is_drawn_from_above_and_in_3d_with_what_is_missing() {
    let scratch = Scratch::new();
    for file in sample::eq::files().unwrap() {
        scratch.put(&file.path, &file.bytes);
    }
    scratch.run("render isle.s3d -o top.png --size 200x200").expect_code(0);
    let top = picture(&scratch, "top.png");
    // The lake is bluer than the grass beside it; north is up and x grows to the left.
    let [lake, grass] = [(70, 160), (30, 100)].map(|(x, y)| top.get_pixel(x, y).0);
    assert!(lake[2] > lake[0] && grass[2] < grass[0], "{lake:?} {grass:?}");
    let run = scratch.run("render isle_obj.s3d -o none.png").expect_code(2);
    assert!(run.stderr.contains("it has no zone"), "{run:?}");
    let asked = "isle.s3d --size 320x200 --stats stats.json";
    let Some(drawn) = render_3d(&scratch, asked) else { return };
    let stats: serde_json::Value = serde_json::from_slice(&scratch.read("stats.json")).unwrap();
    assert_eq!((&stats["objects"], &stats["without_model"]), (&5.into(), &1.into()));
    assert_eq!(stats["missing"][0]["what"], "lavb.bmp");
    let inside = "isle.s3d --size 320x200 --camera 50,30,5,0,0";
    assert_ne!(render_3d(&scratch, inside).unwrap(), drawn, "in the tunnel");
}

#[cfg(not(windows))]
#[test]
fn without_a_driver_it_says_which_one_is_missing() {
    let scratch = scratch();
    let mut command = scratch.command(&["render", "small.gat", "--view", "3d", "-o", "3d.png"]);
    command.env("WGPU_BACKEND", "dx12");
    let run = support::finish(command).expect_code(2);
    assert!(run.stderr.contains("there is no graphics driver: Vulkan"), "{run:?}");
    assert!(run.stderr.contains("mesa-vulkan-drivers"), "{run:?}");
    assert!(run.stderr.contains("--view top needs none"), "{run:?}");
    assert!(!scratch.file("3d.png").exists());
}
