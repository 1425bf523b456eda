//! What holds for zones as documents.

use std::collections::BTreeMap;

use crate::format::rose::ifo;
use crate::format::text::CodePage;
use crate::problem::Spot;
use crate::sample::File;
use crate::sample::rng::Rng;
use crate::sample::rose::{self, Plan, ZONE_FOLDER};
use crate::space::rose::block::BlockCoord;
use crate::vfs::memory::Memory;
use crate::vfs::{ContentHash, Session, Vfs, VfsPath};
use crate::world::journal::recover::recover;
use crate::world::journal::{Base, Journal};
use crate::world::{Document, Editing};

use super::action::Action;
use super::field::{Field, Value};
use super::ground::{Cut, InWorld};
use super::index::{Places, extent};
use super::refusal::Refusal;
use super::thing::{Kind, Thing, ThingId};
use super::{Opened, Zone, open};

/// The files of a game in memory.
pub(crate) fn vfs_of(files: &[File]) -> Vfs {
    let memory = Memory::new("sample");
    for file in files {
        memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    vfs
}

pub(crate) fn path(name: &str) -> VfsPath {
    VfsPath::new(name).unwrap()
}

/// The sample of two by two blocks, and where its files are.
pub(crate) fn sample() -> (Vfs, Opened) {
    let vfs = vfs_of(&rose::Zone::new(Plan::small(1)).files());
    let opened = open(&vfs, &path(ZONE_FOLDER), CodePage::Cp949).unwrap();
    assert_eq!(opened.problems, []);
    (vfs, opened)
}

pub(crate) fn sample_zone() -> Zone {
    sample().1.zone
}

/// Does an action; its edit leads there and back, and through the journal's bytes.
pub(crate) fn act(zone: &Zone, json: &str) -> Result<Zone, Refusal> {
    let action: Action =
        serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let resolved = action.resolve(zone)?;
    assert_sound(&resolved.zone);
    if let Some(mut edit) = resolved.edit {
        let mut bytes = Vec::new();
        Zone::write_edit(&edit, &mut bytes);
        assert_eq!(zone.read_edit(&bytes).as_ref(), Ok(&edit));
        let mut edited = zone.clone();
        edited.swap(&mut edit);
        assert!(edited == resolved.zone, "{json}");
        edited.swap(&mut edit);
        assert!(edited == *zone && edited.to_files() == zone.to_files(), "{json}");
    }
    Ok(resolved.zone)
}

/// Every thing is in the one list that it names, and no list names what is not there.
fn assert_sound(zone: &Zone) {
    let mut n_listed = 0;
    for listed in zone.listed() {
        let thing = zone.thing(listed.id).unwrap_or_else(|| panic!("{listed:?}"));
        assert_eq!(thing.kind(), listed.kind);
        assert_eq!(zone.block_of(listed.id), listed.block);
        n_listed += 1;
    }
    assert_eq!(n_listed, zone.n_things());
}

pub(crate) fn first(zone: &Zone, kind: Kind) -> ThingId {
    zone.things().find(|(_, thing)| thing.kind() == kind).map(|(id, _)| id).unwrap()
}

fn files(zone: &Zone) -> BTreeMap<VfsPath, Vec<u8>> {
    zone.to_files().into_iter().collect()
}

/// The places at which the only file that differs does, and by how many bytes it grew.
fn difference(before: &Zone, after: &Zone) -> (String, Vec<usize>, i64) {
    let (old, new) = (files(before), files(after));
    let mut changed = old.iter().zip(&new).filter(|(old, new)| old != new);
    let ((path, old), (_, new)) = changed.next().unwrap();
    assert!(changed.next().is_none(), "more than one file");
    let places = old.iter().zip(new).enumerate().filter(|(_, (a, b))| a != b).map(|(n, _)| n);
    (path.to_string(), places.collect(), new.len() as i64 - old.len() as i64)
}

#[test]
fn a_zone_that_nobody_touched_is_written_as_it_was_read() {
    let (vfs, Opened { zone, files, .. }) = sample();
    assert_eq!(files.changed(&zone), []);
    let written = zone.to_files();
    assert_eq!(written.len(), 1 + 4 * 4);
    for (path, bytes) in written {
        assert!(vfs.read(&path, 1 << 30).unwrap().bytes == bytes, "{path}");
    }
    assert_eq!(zone.n_things(), 240 + 4 + 4, "objects, planes of water, event points");
    assert_eq!(zone.name(), "S01");
}

#[test]
fn one_field_of_a_thing_is_all_that_changes() {
    let zone = sample_zone();
    let mut n_fields = 0;
    for kind in Kind::ALL {
        let id = first(&zone, kind);
        for field in Field::of_kind(kind) {
            // Lists of monsters change in many places; that is looked at elsewhere.
            if field.is_of_monsters() {
                continue;
            }
            let before = zone.thing(id).unwrap().value(field).unwrap();
            let (to, len) = match before {
                Value::I16(n) => (serde_json::json!(n + 1), 2),
                Value::I32(n) => (serde_json::json!(n + 1), 4),
                Value::U32(n) => (serde_json::json!(n + 1), 4),
                Value::Float(bits) => {
                    // A hair further: into no other block and no other cell.
                    let next = bits.to_bits() ^ 1;
                    (serde_json::json!(format!("{next:#x}")), 4)
                }
                Value::Text(text) => {
                    let typed = "x".repeat(text.as_bytes().len());
                    (serde_json::json!(typed), text.as_bytes().len())
                }
            };
            let json = format!(
                r#"{{"action":"set","things":{{"ids":[{}]}},"field":"{field}","to":{to}}}"#,
                id.0
            );
            let after = act(&zone, &json).unwrap();
            if len == 0 {
                assert!(after == zone);
                continue;
            }
            let (file, places, grown) = difference(&zone, &after);
            assert_eq!(file, zone.file_of_thing(id));
            assert_eq!(grown, 0);
            let (low, high) = (places[0], places[places.len() - 1]);
            assert!(high - low < len, "{kind} {field}: {places:?}");
            n_fields += 1;
        }
    }
    assert!(n_fields > 180, "{n_fields}");
}

#[test]
fn monsters_are_added_moved_changed_and_removed() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Spawn);
    let basic = |zone: &Zone| -> Vec<(u32, u32)> {
        let spawn = zone.thing(id).unwrap().spawn().unwrap();
        spawn.basic.iter().map(|line| (line.monster_id, line.count)).collect()
    };
    let n = basic(&zone).len();
    let spawn = format!(r#""things":{{"ids":[{}]}}"#, id.0);
    let line = |at: usize| format!(r#""thing":{},"list":"basic","line":{at}"#, id.0);
    let zone2 = act(
        &zone,
        &format!(r#"{{"action":"add-monster",{spawn},"list":"basic","id":900,"name":"뱃"}}"#),
    )
    .unwrap();
    assert_eq!(basic(&zone2)[n], (900, 1));
    assert_eq!(difference(&zone, &zone2).2, 1 + 2 + 8, "a length, two bytes, two numbers");
    let zone2 =
        act(&zone2, &format!(r#"{{"action":"set-monster",{},"count":"*4"}}"#, line(n))).unwrap();
    let zone2 = act(&zone2, &format!(r#"{{"action":"move-monster",{},"to":0}}"#, line(n))).unwrap();
    let zone2 = act(&zone2, &format!(r#"{{"action":"clone-monster",{}}}"#, line(0))).unwrap();
    assert_eq!(basic(&zone2)[..2], [(900, 4), (900, 4)]);
    let mut zone2 = zone2;
    for _ in 0..2 {
        zone2 = act(&zone2, &format!(r#"{{"action":"remove-monster",{}}}"#, line(0))).unwrap();
    }
    assert!(zone2 == zone && files(&zone2) == files(&zone));
    let refused = act(&zone, &format!(r#"{{"action":"remove-monster",{}}}"#, line(n)));
    assert_eq!(refused, Err(Refusal::NoMonster(id, n as u32)));
    let typed = act(&zone, &format!(r#"{{"action":"set-monster",{},"name":"😀"}}"#, line(0)));
    assert!(typed.unwrap_err().to_string().contains("letters that Cp949 has"));
}

#[test]
fn what_follows_the_ground_stays_as_far_above_it() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Deco);
    let above = |zone: &Zone| {
        let at = zone.thing(id).unwrap().pos_in_file_cm();
        at.z - zone.ground_at_file_cm(at).unwrap()
    };
    let json = |snap: &str, by: f64| {
        format!(
            r#"{{"action":"move","things":{{"ids":[{}]}},"by":[{by},0,0],"snap":"{snap}"}}"#,
            id.0
        )
    };
    let zone = act(&zone, &json("none", 0.0).replace("[0,0,0]", "[0,0,300]")).unwrap();
    let raised = above(&zone);
    let by = |by: f64| act(&zone, &json("follow-ground", by)).unwrap();
    let moved =
        by(if zone.thing(id).unwrap().pos_in_file_cm().x > -40_000.0 { -700.0 } else { 700.0 });
    assert!((above(&moved) - raised).abs() < 0.01, "{} {raised}", above(&moved));
    assert_ne!(moved.thing(id).unwrap().value(Field::Z), zone.thing(id).unwrap().value(Field::Z));
}

#[test]
fn find_and_replace_goes_over_all_lines_of_what_is_selected() {
    let zone = sample_zone();
    let count = |zone: &Zone, monster: u32| {
        let values = zone.things().flat_map(|(_, thing)| thing.values(Field::MonsterId));
        values.filter(|value| *value == Value::U32(monster)).count()
    };
    let n = count(&zone, 3);
    assert!(n > 3);
    let json =
        r#"{"action":"replace","things":"everything","field":"monster-id","from":3,"to":272}"#;
    let replaced = act(&zone, json).unwrap();
    assert_eq!((count(&replaced, 3), count(&replaced, 272)), (0, n));
}

#[test]
fn what_crosses_the_edge_of_a_block_goes_into_the_other_file() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Spawn);
    let from = zone.block_of(id).unwrap();
    let moved = act(
        &zone,
        &format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[16000.0,0,0]}}"#, id.0),
    )
    .unwrap();
    let to = BlockCoord { x: from.x + 1, y: from.y };
    assert_eq!(moved.block_of(id), Some(to));
    let n_spawns = |zone: &Zone, block| {
        zone.listed().filter(|l| l.kind == Kind::Spawn && l.block == Some(block)).count()
    };
    assert_eq!(n_spawns(&moved, from), n_spawns(&zone, from) - 1);
    assert_eq!(moved.listed_at(id).unwrap().index as usize, n_spawns(&zone, to));
    let (was, is) =
        (zone.thing(id).unwrap().object().unwrap(), moved.thing(id).unwrap().object().unwrap());
    assert_eq!((was.cell_x, was.cell_y), (is.cell_x, is.cell_y), "as far into the other block");
    let nowhere =
        format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[-16000.0,0,0]}}"#, id.0);
    assert!(matches!(act(&zone, &nowhere), Err(Refusal::NoBlock { .. })));
}

#[test]
fn a_file_without_a_list_gets_one_in_its_place() {
    let mut sample = rose::Zone::new(Plan::small(1));
    let row = |kind| move |row: &crate::format::rose::blocks::Block<ifo::Body>| row.kind() != kind;
    sample.blocks[0].ifo.blocks.retain(row(ifo::EVENT));
    sample.blocks[0].ifo.blocks.retain(row(ifo::ANIMATED));
    let vfs = vfs_of(&sample.files());
    let zone = open(&vfs, &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone;
    let at = zone.thing(first(&zone, Kind::Npc)).unwrap().pos_in_file_cm();
    for kind in ["event", "animated"] {
        let json = format!(
            r#"{{"action":"add","kind":"{kind}","at":[{},{},0],"snap":"ground"}}"#,
            at.x, at.y
        );
        let added = act(&zone, &json).unwrap();
        let (file, bytes) =
            files(&added).into_iter().find(|(path, bytes)| files(&zone)[path] != *bytes).unwrap();
        let ifo = ifo::read(&bytes).unwrap();
        let kinds: Vec<u32> = ifo.blocks.iter().map(|row| row.kind().0).collect();
        assert!(kinds.is_sorted() && kinds.len() == 12, "{file}: {kinds:?}");
    }
}

#[test]
fn deleting_tells_which_lightmaps_lead_elsewhere() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Deco);
    let action: Action =
        serde_json::from_str(&format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, id.0))
            .unwrap();
    let resolved = action.resolve(&zone).unwrap();
    let [note] = resolved.notes.as_slice() else { panic!("{:?}", resolved.notes) };
    assert!(note.contains("name deco by their place from 1 on"), "{note}");
    assert_eq!(resolved.zone.n_things(), zone.n_things() - 1);
}

#[test]
fn things_are_turned_scaled_aligned_and_arrayed() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Npc);
    let one = format!(r#""things":{{"ids":[{}]}}"#, id.0);
    let mut turned = zone.clone();
    for _ in 0..4 {
        turned = act(&turned, &format!(r#"{{"action":"rotate",{one},"degrees":90}}"#)).unwrap();
    }
    let parts =
        |zone: &Zone| zone.thing(id).unwrap().object().unwrap().rotation_xyzw.map(|f| f.get());
    // Four quarters are one turn: the same rotation, of the other sign.
    for (was, is) in parts(&zone).into_iter().zip(parts(&turned)) {
        assert!((was + is).abs() < 1e-5, "{was} {is}");
    }
    let at = zone.thing(id).unwrap().pos_in_file_cm();
    let json = format!(
        r#"{{"action":"array",{one},"columns":3,"rows":2,"column_by":[100,0,0],"row_by":[0,-100,0],"snap":"ground"}}"#
    );
    let arrayed = act(&zone, &json).unwrap();
    assert_eq!(arrayed.n_things(), zone.n_things() + 5);
    let ids: Vec<u32> = (zone.n_ids()..arrayed.n_ids()).chain([id.0]).collect();
    let json = format!(r#"{{"action":"align","things":{{"ids":{ids:?}}},"axis":"y","to":"high"}}"#);
    let aligned = act(&arrayed, &json).unwrap();
    for id in &ids {
        let thing = aligned.thing(ThingId(*id)).unwrap();
        assert_eq!(thing.pos_in_file_cm().y, at.y);
    }
    let json = format!(r#"{{"action":"distribute","things":{{"ids":{ids:?}}},"axis":"x"}}"#);
    let spread = act(&aligned, &json).unwrap();
    let mut x: Vec<f64> = ids
        .iter()
        .map(|id| spread.thing(ThingId(*id)).unwrap().pos_in_file_cm().x - at.x)
        .collect();
    x.sort_by(f64::total_cmp);
    for (x, expected) in x.iter().zip([0.0, 40.0, 80.0, 120.0, 160.0, 200.0]) {
        assert!((x - expected).abs() < 0.1, "{x}");
    }
}

#[test]
fn copies_go_to_another_zone_as_data() {
    let zone = sample_zone();
    let kinds =
        serde_json::from_str(r#"{"matching":{"kinds":["npc","water","point"],"block":null}}"#)
            .unwrap();
    let things = zone.copy(&kinds).unwrap();
    let json = serde_json::to_string(&things).unwrap();
    let other = open(
        &vfs_of(&rose::Zone::new(Plan::small(2)).files()),
        &path(ZONE_FOLDER),
        CodePage::Cp949,
    )
    .unwrap()
    .zone;
    let pasted = act(&other, &format!(r#"{{"action":"paste","things":{json}}}"#)).unwrap();
    let last: Vec<&Thing> =
        pasted.things().skip(other.n_things()).map(|(_, thing)| thing).collect();
    assert_eq!(last, things.iter().collect::<Vec<_>>());
}

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
fn what_is_in_the_files_beside_things_is_edited() {
    let zone = sample_zone();
    let check = |json: &str, n_bytes: i64| {
        let after = act(&zone, json).unwrap();
        assert_eq!(difference(&zone, &after).2, n_bytes, "{json}");
        after
    };
    check(r#"{"action":"set-economy","field":"music","to":"button12"}"#, 1);
    check(r#"{"action":"set-economy","field":{"rate":12},"to":"+1"}"#, 0);
    check(r#"{"action":"set-ground-tile","tile":0,"field":"layer2","to":3}"#, 0);
    let n = zone.textures().len() as u32 - 1;
    let added = check(&format!(r#"{{"action":"set-texture","texture":{n},"to":"a.dds"}}"#), 6);
    assert_eq!(added.textures().last().unwrap().as_bytes(), b"end");
    let tile =
        r#"{"layer1":1,"layer2":2,"offset1":0,"offset2":0,"blend":0,"rotation":1,"tile_type":0}"#;
    let added = check(&format!(r#"{{"action":"add-ground-tile","tile":{tile}}}"#), 28);
    let removed = act(&added, r#"{"action":"remove-last-ground-tile"}"#).unwrap();
    assert!(removed == zone);
    let block = zone.blocks().next().unwrap();
    let block = format!(r#""block":[{},{}]"#, block.x, block.y);
    check(
        &format!(
            r#"{{"action":"set-old-water",{block},"patches":[[3,4]],"height_cm":7,"has_water":true}}"#
        ),
        0,
    );
    check(&format!(r#"{{"action":"set-water-size",{block},"to":"+1"}}"#), 0);
}

#[test]
fn files_that_are_missing_or_broken_are_problems() {
    let mut files = rose::Zone::new(Plan::small(1)).files();
    let of =
        |files: &[File], name: &str| files.iter().position(|f| f.path.ends_with(name)).unwrap();
    let broken = of(&files, "30_30.IFO");
    files[broken].bytes.truncate(40);
    let missing = of(&files, "31_30.HIM");
    files.remove(missing);
    files.remove(of(&files, ".ZON"));
    let vfs = vfs_of(&files);
    let Opened { zone, files, problems } =
        open(&vfs, &path("3ddata/maps/sample/s01"), CodePage::Cp949).unwrap();
    let codes: Vec<_> =
        problems.iter().map(|problem| (problem.code, problem.place.file.as_str())).collect();
    assert_eq!(codes, [("file-unreadable", "3DDATA/MAPS/SAMPLE/S01/30_30.IFO")]);
    assert!(matches!(problems[0].place.spot, Spot::Bytes { .. }));
    assert_eq!(zone.n_things(), 3 * 61);
    assert_eq!(files.changed(&zone), []);
    let block = BlockCoord { x: 30, y: 30 };
    assert!(!zone.has_ifo(block) && zone.has_heights(block) && !zone.has_zon());
    let at = zone.grid().middle_of_block(block);
    let json = format!(r#"{{"action":"add","kind":"npc","at":[{},{},0]}}"#, at.x, at.y);
    assert_eq!(act(&zone, &json), Err(Refusal::NoIfo(block)));
    assert_eq!(act(&zone, r#"{"action":"add","kind":"point","at":[0,0,0]}"#), Err(Refusal::NoZon));
    assert!(open(&vfs, &path("3DDATA/STB"), CodePage::Cp949).is_err());
}

#[test]
fn a_single_block_opens_by_its_ifo() {
    let (vfs, _) = sample();
    let file = format!("{ZONE_FOLDER}/31_31.ifo");
    let Opened { zone, files, .. } = open(&vfs, &path(&file), CodePage::Cp949).unwrap();
    assert_eq!(zone.blocks().collect::<Vec<_>>(), [BlockCoord { x: 31, y: 31 }]);
    assert_eq!(zone.n_things(), 61 + 4);
    assert_eq!(files.changed(&zone), []);
}

#[test]
fn only_files_that_changed_are_saved() {
    let (vfs, Opened { zone, mut files, .. }) = sample();
    let mut session = Session::without_backups();
    assert_eq!(files.save(&zone, &vfs, &mut session).unwrap(), []);
    let id = first(&zone, Kind::Spawn);
    let json =
        format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":"+1"}}"#, id.0);
    let zone = act(&zone, &json).unwrap();
    let saved = files.save(&zone, &vfs, &mut session).unwrap();
    assert_eq!(saved.len(), 1);
    assert_eq!(files.changed(&zone), []);
    let again = open(&vfs, &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone;
    assert!(again.thing(id) == zone.thing(id) && again.to_files() == zone.to_files());
    vfs.save(
        &mut session,
        &[crate::vfs::Change {
            path: path(zone.file_of_thing(id)),
            bytes: b"other",
            read: Some(saved[0].fingerprint),
        }],
    )
    .unwrap();
    let zone = act(&zone, &json).unwrap();
    assert!(files.save(&zone, &vfs, &mut session).is_err(), "somebody else changed it");
}

#[test]
fn a_history_of_edits_is_a_list_of_whole_zones_and_the_index_follows() {
    let mut rng = Rng::new(5);
    let start = sample_zone();
    let mut places = Places::new(&start);
    let mut editing = Editing::new(start.clone());
    let mut states = vec![start];
    for _ in 0..60 {
        let zone = editing.document();
        let ids: Vec<ThingId> = zone.things().map(|(id, _)| id).collect();
        let mut some = || ids[rng.below(ids.len() as u32) as usize].0;
        let (a, b) = (some(), some());
        let json = match rng.below(6) {
            0 => format!(r#"{{"action":"delete","things":{{"ids":[{a}]}}}}"#),
            1 => {
                format!(r#"{{"action":"duplicate","things":{{"ids":[{a},{b}]}},"by":[40,-30,0]}}"#)
            }
            2 => format!(
                r#"{{"action":"rotate","things":{{"ids":[{a},{b}]}},"degrees":30,"about":"middle"}}"#
            ),
            3 => r#"{"action":"move","things":"everything","by":[0,0,1]}"#.to_owned(),
            _ => format!(
                r#"{{"action":"move","things":{{"ids":[{a}]}},"by":[{},500,0]}}"#,
                100 * rng.below(9)
            ),
        };
        let action: Action = serde_json::from_str(&json).unwrap();
        // What leads out of the zone is refused.
        let Ok(resolved) = action.resolve(zone) else { continue };
        let Some(edit) = resolved.edit else { continue };
        editing.apply(action.title(), edit.clone());
        places.follow(editing.document(), &edit);
        states.push(resolved.zone);
        assert_sound(editing.document());
        let document = editing.document();
        assert_eq!(
            places.index().len(),
            document.things().filter(|(_, t)| extent(t).is_some()).count()
        );
        for (id, thing) in document.things() {
            assert_eq!(places.index().get(id), extent(thing), "{id}");
        }
    }
    assert!(states.len() > 30, "{}", states.len());
    for state in states.iter().rev() {
        assert!(editing.document() == state);
        editing.undo().unwrap();
    }
    while editing.redo().unwrap().is_some() {}
    assert!(editing.document() == states.last().unwrap());
}

#[test]
fn a_damaged_edit_is_refused_and_never_panics() {
    let zone = sample_zone();
    let at = zone.thing(first(&zone, Kind::Npc)).unwrap().pos_in_file_cm();
    let json = format!(r#"{{"action":"add","kind":"spawn","at":[{},{},0]}}"#, at.x, at.y);
    let action: Action = serde_json::from_str(&json).unwrap();
    let edit = action.resolve(&zone).unwrap().edit.unwrap();
    let mut bytes = Vec::new();
    Zone::write_edit(&edit, &mut bytes);
    for len in 0..bytes.len() {
        assert!(zone.read_edit(&bytes[..len]).is_err(), "{len}");
    }
    for at in 0..bytes.len() {
        let mut broken = bytes.clone();
        broken[at] ^= 0x55;
        if let Ok(edit) = zone.read_edit(&broken) {
            let mut zone = zone.clone();
            zone.put(&edit);
            zone.to_files();
            zone.listed().count();
        }
    }
}

#[test]
fn a_crash_loses_nothing_that_was_finished() {
    let (_, Opened { zone, files, .. }) = sample();
    let manifest = files.manifest();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zone.journal");
    let (hash, len) = (ContentHash::of(&manifest), manifest.len() as u64);
    let base = Base { name: "S01".to_owned(), hash, len };
    let journal = Journal::start(&path, Zone::KIND, &base).unwrap();
    let mut editing = Editing::new(zone.clone()).with_journal(journal);
    let (npc, spawn) = (first(&zone, Kind::Npc).0, first(&zone, Kind::Spawn).0);
    for json in [
        format!(r#"{{"action":"delete","things":{{"ids":[{npc}]}}}}"#),
        format!(r#"{{"action":"move","things":{{"ids":[{spawn}]}},"by":[16000,0,0]}}"#),
        r#"{"action":"shape-heights","region":"everything","how":{"raise":10}}"#.to_owned(),
        r#"{"action":"set-economy","field":"music","to":"other"}"#.to_owned(),
    ] {
        let action: Action = serde_json::from_str(&json).unwrap();
        let edit = action.resolve(editing.document()).unwrap().edit.unwrap();
        editing.apply(action.title(), edit);
    }
    editing.undo().unwrap();
    let expected = editing.document().clone();
    drop(editing);
    let recovered = recover(&path, zone.clone(), &manifest).unwrap();
    assert!(recovered.lost.is_none());
    assert!(*recovered.editing.document() == expected);
    assert_eq!(recovered.n_steps, 4);
    let mut editing = recovered.editing;
    editing.set_budget(0);
    while editing.undo().unwrap().is_some() {}
    assert!(*editing.document() == zone, "with every step fetched back from the journal");
    assert!(recover::<Zone>(&path, zone, b"other files").is_err());
}
