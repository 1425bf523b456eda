//! Actions on heights, tiles and walks.

use super::super::Zone;
use super::super::action::Action;
use super::super::ground::{Cut, InWorld};
use super::super::load::open;
use super::super::refusal::Refusal;
use super::super::thing::{Kind, ThingId};
use super::{act, files, path, sample_zone, vfs_of};
use crate::format::number::F32;
use crate::format::rose::blocks::Block;
use crate::format::rose::zon;
use crate::format::text::CodePage;
use crate::sample::rose::{self, Plan, ZONE_FOLDER};
use crate::space::rose::block::BlockCoord;

#[test]
fn heights_change_with_their_quads_and_seams_stay_joined() {
    let zone = sample_zone();
    let block = zone.blocks().next().unwrap();
    let n = zone.grid().cells_per_block() as i32;
    let corner = InWorld { x: (block.x + 1) * n, y: (block.y + 1) * n };
    let at = zone.grid().file_from_world(Cut::Heights.world_of(zone.grid(), corner));
    let json = format!(
        r#"{{"action":"shape-heights","region":{{"brush":{{"points":[[{},{}]],"radius_cm":700,"edge":"soft"}}}},"how":{{"raise":500}}}}"#,
        at.x, at.y
    );
    let raised = act(&zone, &json).unwrap();
    let says: Vec<f32> = raised.heights_at(corner).map(|(_, height)| height.get()).collect();
    assert_eq!(says.len(), 4);
    let before = zone.height(corner).unwrap().get();
    assert!(says.iter().all(|height| (height - before - 500.0).abs() < 0.01));
    let changed = files(&raised).into_iter().filter(|(path, bytes)| files(&zone)[path] != *bytes);
    let changed: Vec<_> = changed.collect();
    assert_eq!(changed.len(), 4, "each corner's block");
    for (path, bytes) in changed {
        let him = crate::format::rose::him::read(&bytes).unwrap();
        let quads = crate::format::rose::him::QuadTail::of_heights(&him.heights_cm, 4);
        assert_eq!(him.quads, quads, "{path}");
    }
    let flat = act(
        &zone,
        &json.replace(r#"{"raise":500}"#, r#""flatten""#).replace(r#","edge":"soft""#, ""),
    )
    .unwrap();
    let east = flat.height(InWorld { x: corner.x + 1, y: corner.y }).unwrap();
    assert_eq!(flat.height(corner).unwrap(), east);
}

#[test]
fn tiles_and_walks_are_painted_over_edges() {
    let zone = sample_zone();
    let block = zone.blocks().next().unwrap();
    let area = zone.grid().area_of_block(block);
    let half = zone.grid().half_offset_cm();
    let (x, y) = (area.east - half, area.south - half + 1500.0);
    let region = format!(
        r#""region":{{"box":{{"from":[{},{}],"to":[{},{}]}}}}"#,
        x - 1000.0,
        y - 500.0,
        x + 1000.0,
        y + 500.0
    );
    let painted = act(&zone, &format!(r#"{{"action":"paint-walks",{region},"walk":1}}"#)).unwrap();
    let n = |zone: &Zone| {
        zone.blocks()
            .map(|block| {
                Cut::Walks
                    .of_block(zone.grid(), block)
                    .filter(|at| zone.walk(*at) == Some(1))
                    .count()
            })
            .collect::<Vec<_>>()
    };
    let (before, after) = (n(&zone), n(&painted));
    assert!(after[0] + after[1] + after[2] + after[3] > before.iter().sum::<usize>());
    let painted =
        act(&zone, &format!(r#"{{"action":"paint-tiles",{region},"tile":2,"brush":[9,8,7]}}"#))
            .unwrap();
    let tiles: Vec<InWorld> = painted
        .blocks()
        .flat_map(|block| Cut::Patches.of_block(zone.grid(), block))
        .filter(|at| painted.brush(*at) == Some([9, 8, 7]))
        .collect();
    assert_eq!(tiles.len(), 2);
    assert!(tiles.iter().all(|at| painted.tile(*at) == Some(2)));
    assert!(matches!(
        act(&zone, &format!(r#"{{"action":"paint-tiles",{region},"tile":9999}}"#)),
        Err(Refusal::NoEntry { .. })
    ));
}

#[test]
fn a_walk_that_nobody_knows_is_painted_and_said() {
    let notes = |walk: u8| {
        let json = format!(r#"{{"action":"paint-walks","region":"everything","walk":{walk}}}"#);
        serde_json::from_str::<Action>(&json).unwrap().resolve(&sample_zone()).unwrap().notes
    };
    assert_eq!(notes(2), [""; 0]);
    let [note] = notes(9).try_into().unwrap();
    assert!(note.starts_with("the meaning of 9 in the game is unknown: 0 is for all"), "{note}");
}

#[test]
fn a_thing_has_the_lightmap_of_its_place_in_the_list() {
    let zone = sample_zone();
    let [first, second] = {
        let mut things = zone.listed().filter(|listed| listed.kind == Kind::Deco);
        [things.next().unwrap(), things.next().unwrap()].map(|listed| listed.id)
    };
    let id_of = |zone: &Zone, id: ThingId| zone.lightmap_of(id).map(|(_, object)| object.id);
    assert_eq!([first, second].map(|id| id_of(&zone, id)), [Some(1), Some(2)]);
    assert!(zone.lightmap_of(first).unwrap().0.ends_with("OBJECTLIGHTMAPDATA.LIT"));
    let gone = act(&zone, &format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, first.0));
    assert_eq!(id_of(&gone.unwrap(), second), Some(1), "as the game will see it");
    assert_eq!(zone.lightmap_of(super::first(&zone, Kind::Npc)), None);
}

/// A zone whose blocks 30_30 and 31_30 say these heights of the edge between them, at row 7.
fn with_edge(west: f32, east: f32) -> (Zone, InWorld) {
    let mut made = rose::Zone::new(Plan::small(1));
    *made.blocks[0].him.heights_cm.get_mut(64, 7).unwrap() = F32::new(west);
    *made.blocks[1].him.heights_cm.get_mut(0, 7).unwrap() = F32::new(east);
    assert_eq!(made.blocks[1].coord, BlockCoord { x: 31, y: 30 });
    let zone = open(&vfs_of(&made.files()), &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone;
    (zone, InWorld { x: 31 * 64, y: 30 * 64 + 7 })
}

/// What the blocks say there after something was done to all of the ground.
fn shaped(zone: &Zone, at: InWorld, how: &str) -> Vec<u32> {
    let json = format!(r#"{{"action":"shape-heights","region":"everything","how":{how}}}"#);
    act(zone, &json).unwrap().heights_at(at).map(|(_, height)| height.to_bits()).collect()
}

#[test]
fn joining_leaves_what_no_seam_parts() {
    let zeros = [(0.0, -0.0), (-0.0, 0.0), (-0.0, -0.0)];
    for (west, east) in zeros {
        let (zone, at) = with_edge(west, east);
        let before: Vec<u32> = zone.heights_at(at).map(|(_, height)| height.to_bits()).collect();
        assert!(before.contains(&(-0.0_f32).to_bits()));
        for how in [r#""join""#, r#"{"set":0}"#] {
            assert_eq!(shaped(&zone, at, how), before, "{how}");
        }
    }
    let (zone, at) = with_edge(100.0, 250.0);
    assert_eq!(shaped(&zone, at, r#""join""#), [175.0_f32.to_bits(); 2]);
}

#[test]
fn setting_and_flattening_close_seams() {
    for (west, east) in [(100.0, 250.0), (250.0, 100.0)] {
        let (zone, at) = with_edge(west, east);
        assert_eq!(shaped(&zone, at, r#"{"set":100}"#), [100.0_f32.to_bits(); 2]);
        // The mean of one place is what its first block says of it.
        let place = zone.grid().file_from_world(Cut::Heights.world_of(zone.grid(), at));
        let json = format!(
            r#"{{"action":"shape-heights","region":{{"brush":{{"points":[[{},{}]],"radius_cm":1}}}},"how":"flatten"}}"#,
            place.x, place.y
        );
        let flat = act(&zone, &json).unwrap();
        let says: Vec<F32> = flat.heights_at(at).map(|(_, height)| height).collect();
        assert_eq!(says, [zone.height(at).unwrap(); 2]);
    }
}

#[test]
fn a_block_that_is_open_alone_holds_the_edges_that_it_shares() {
    let files = rose::Zone::new(Plan::small(1)).files();
    let zone_without = |gone: &str| {
        let files: Vec<_> =
            files.iter().filter(|file| !file.path.ends_with(gone)).cloned().collect();
        let ifo = path(&format!("{ZONE_FOLDER}/30_30.IFO"));
        open(&vfs_of(&files), &ifo, CodePage::Cp949).unwrap().zone
    };
    let raise = |zone: &Zone, gone: i32| {
        let json = r#"{"action":"shape-heights","region":"everything","how":{"raise":100}}"#;
        let resolved = serde_json::from_str::<Action>(json).unwrap().resolve(zone).unwrap();
        let block = BlockCoord { x: 30, y: 30 };
        for at in Cut::Heights.of_block(zone.grid(), block) {
            let by = resolved.zone.height(at).unwrap().get() - zone.height(at).unwrap().get();
            let (east, south) = (at.x == 31 * 64, at.y == 31 * 64);
            let is_held = east && (gone != 31 || at.y >= 31 * 64) || south;
            assert!(by.abs() < 0.01 && is_held || (by - 100.0).abs() < 0.01 && !is_held, "{at:?}");
        }
        resolved.notes
    };
    let stay = "which is not open, stay as they are; open the folder of the zone to shape them";
    let notes = raise(&zone_without("nothing"), 0);
    assert_eq!(notes[1], format!("65 heights of the edge shared with 31_30, {stay}"));
    assert_eq!(notes[0], format!("64 heights of the edge shared with 30_31, {stay}"));
    // Nothing is held of a neighbour that has no heights; the corner is shared with two more.
    let notes = raise(&zone_without("31_30.HIM"), 31);
    assert_eq!(notes, [format!("65 heights of the edge shared with 30_31, {stay}")]);
    let painted =
        r#"{"action":"paint-walks","region":{"box":{"from":[-9e3,-9e3],"to":[9e3,9e3]}},"walk":1}"#;
    let action: Action = serde_json::from_str(painted).unwrap();
    let notes = action.resolve(&zone_without("nothing")).unwrap().notes;
    assert!(notes[0].ends_with("of the region are in no file that is open"), "{notes:?}");
}

#[test]
fn a_seam_at_the_rim_of_a_soft_brush_stays_open() {
    let (zone, at) = with_edge(100.0, 250.0);
    let place = zone.grid().file_from_world(Cut::Heights.world_of(zone.grid(), at));
    let json = format!(
        r#"{{"action":"shape-heights","region":{{"brush":{{"points":[[{},{}]],"radius_cm":250,"edge":"soft"}}}},"how":{{"set":100}}}}"#,
        place.x - 250.0,
        place.y
    );
    let after = act(&zone, &json).unwrap();
    let says: Vec<f32> = after.heights_at(at).map(|(_, height)| height.get()).collect();
    assert_eq!(says, zone.heights_at(at).map(|(_, height)| height.get()).collect::<Vec<_>>());
}

#[test]
fn all_of_a_world_of_the_finest_ground_is_too_much_at_once() {
    let mut made = rose::Zone::new(Plan::small(1));
    made.zon.blocks.iter_mut().filter_map(Block::body_mut).for_each(|body| {
        if let zon::Body::Info(info) = body {
            info.n_cells_per_patch = 64;
        }
    });
    let zone = open(&vfs_of(&made.files()), &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone;
    assert_eq!(zone.grid().cells_per_block(), 1024);
    let json = r#"{"action":"shape-heights","region":"everything","how":"join"}"#;
    let refused = act(&zone, json).unwrap_err().to_string();
    assert_eq!(refused, "region is 4202500 places, and has to be smaller");
}
