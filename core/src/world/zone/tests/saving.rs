//! What is written to disk, and what is not.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use crate::format::rose::zon;
use crate::format::text::CodePage;
use crate::problem::Spot;
use crate::sample::File;
use crate::sample::rose::{self, Plan, ZONE_FOLDER};
use crate::space::rose::block::BlockCoord;
use crate::vfs::disk;
use crate::vfs::folder::Folder;
use crate::vfs::save::Before;
use crate::vfs::saver::{Plan as Saving, Wanted};
use crate::vfs::{Account, Entry, FileError, Loaded, Mount, Session, Trouble, Vfs, VfsPath};

use super::super::Zone;
use super::super::field::{Field, Value};
use super::super::load::{OpenError, Opened, open, open_watched};
use super::super::refusal::Refusal;
use super::super::thing::Kind;
use super::{act, changed, difference, first, path, sample, sample_zone, vfs_of};

#[test]
fn a_zone_that_nobody_touched_is_written_as_it_was_read() {
    let (vfs, Opened { zone, files, .. }) = sample();
    assert_eq!(changed(&files, &zone), []);
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
fn the_old_grid_of_water_is_set_by_number_and_by_sum() {
    let zone = sample_zone();
    let block = zone.blocks().next().unwrap();
    let set = |zone: &Zone, rest: &str| {
        let json =
            format!(r#"{{"action":"set-old-water","block":[{},{}],{rest}}}"#, block.x, block.y);
        act(zone, &json)
    };
    let patch = |zone: &Zone| *zone.old_water(block).unwrap().get(3, 4).unwrap();
    let one = set(&zone, r#""patches":[[3,4]],"height_cm":50,"water_type":2,"id":7"#).unwrap();
    assert_eq!((patch(&one).height_cm.get(), patch(&one).water_type, patch(&one).id), (50.0, 2, 7));
    assert_eq!(difference(&zone, &one).0, zone.path_of(Some(block)).unwrap());
    // A patch that is named twice is added to once.
    let more = set(&one, r#""patches":[[3,4],[3,4]],"height_cm":"*1.5","id":"+1""#).unwrap();
    assert_eq!(
        (patch(&more).height_cm.get(), patch(&more).water_type, patch(&more).id),
        (75.0, 2, 8)
    );
    let (_, places, grown) = difference(&one, &more);
    assert!(grown == 0 && places[places.len() - 1] - places[0] < 16, "{places:?}");
    assert!(set(&zone, r#""water_type":"-=9""#).is_err(), "below zero");
    assert!(set(&zone, r#""patches":[[16,0]],"id":1"#).is_err());
    let all_wet = set(&zone, r#""has_water":true"#).unwrap();
    assert!(all_wet.old_water(block).unwrap().cells().iter().all(|patch| patch.has_water == 1));
    let none = BlockCoord { x: 1, y: 1 };
    let size = format!(r#"{{"action":"set-water-size","block":[{},{}],"to":1}}"#, none.x, none.y);
    assert_eq!(act(&zone, &size), Err(Refusal::NoIfo(none)));
    assert_eq!(zone.water_size(block).map(|size| size.get()), Some(2000.0));
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
    assert_eq!(changed(&files, &zone), []);
    assert!(files.iter().any(|(path, _)| path.as_str() == problems[0].place.file), "it was read");
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
    assert_eq!(changed(&files, &zone), []);
}

#[test]
fn opening_tells_of_every_block_and_can_be_cancelled() {
    let (vfs, _) = sample();
    let open_until = |last: usize| {
        let mut heard = Vec::new();
        let mut watch = |n_done: usize, n_all: usize| {
            heard.push((n_done, n_all));
            if n_done == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let opened = open_watched(&vfs, &path(ZONE_FOLDER), CodePage::Cp949, &mut watch);
        (opened, heard)
    };
    let (opened, heard) = open_until(9);
    assert!(opened.is_ok());
    assert_eq!(heard, [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]);
    let (opened, heard) = open_until(2);
    assert!(matches!(opened, Err(OpenError::Cancelled)));
    assert_eq!(heard.len(), 3);
}

#[test]
fn only_files_that_changed_are_saved() {
    let root = tempfile::tempdir().unwrap();
    let files = rose::Zone::new(Plan::small(1)).files().into_iter().map(|file| {
        let place = root.path().join(&file.path);
        let wanted = Wanted::new((), place, file.bytes, Before::Absent);
        Wanted { folders_below: Some(root.path().to_owned()), ..wanted }
    });
    Saving::of(files.collect()).write(&mut Session::without_backups()).unwrap();
    let mut vfs = Vfs::default();
    vfs.push(Folder::open(root.path(), CodePage::Cp949).unwrap());
    let read = || open(&vfs, &path(ZONE_FOLDER), CodePage::Cp949).unwrap();
    let Opened { zone, mut files, .. } = read();
    let mut session = Session::without_backups();
    let mut save = |files: &Account<VfsPath>, zone: &Zone| {
        let wanted = files.changed(zone.to_files(), |path| root.path().join(path.as_str()));
        Saving::of(wanted).write(&mut session).map_err(|error| error.error.trouble)
    };
    assert!(save(&files, &zone).unwrap().written.is_empty());
    let id = first(&zone, Kind::Spawn);
    let json =
        format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":"+1"}}"#, id.0);
    let zone = act(&zone, &json).unwrap();
    let came = save(&files, &zone).unwrap();
    let [saved] = &came.written[..] else { panic!("{came:?}") };
    files.saved(came.account);
    assert_eq!(changed(&files, &zone), []);
    let again = read().zone;
    assert!(again.thing(id) == zone.thing(id) && again.to_files() == zone.to_files());
    disk::write_over(saved, b"other").unwrap();
    let zone = act(&zone, &json).unwrap();
    assert_eq!(save(&files, &zone).unwrap_err(), Trouble::Changed, "somebody else changed it");
}

#[test]
fn a_part_of_the_zon_that_can_not_be_edited_is_named() {
    let mut made = rose::Zone::new(Plan::small(1));
    let kinds = [zon::TEXTURES, zon::TILES, zon::ECONOMY];
    made.zon.blocks.retain(|row| !kinds.contains(&row.kind()));
    let zone = open(&vfs_of(&made.files()), &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone;
    let tile =
        r#"{"layer1":1,"layer2":2,"offset1":0,"offset2":0,"blend":0,"rotation":1,"tile_type":0}"#;
    for (json, what) in [
        (r#"{"action":"set-economy","field":"music","to":"a"}"#, "economy"),
        (r#"{"action":"set-texture","texture":0,"to":"a"}"#, "list of textures"),
        (r#"{"action":"set-ground-tile","tile":0,"field":"layer1","to":1}"#, "list of tiles"),
        (r#"{"action":"remove-last-ground-tile"}"#, "list of tiles"),
        (&format!(r#"{{"action":"add-ground-tile","tile":{tile}}}"#), "list of tiles"),
        (r#"{"action":"paint-tiles","region":"everything","tile":0}"#, "list of tiles"),
    ] {
        let expected = format!("3DDATA/MAPS/SAMPLE/S01/S01.ZON has no {what} that can be edited");
        assert_eq!(act(&zone, json).unwrap_err().to_string(), expected, "{json}");
    }
}

#[test]
fn blocks_beyond_the_world_are_left_out_and_told() {
    let mut files = rose::Zone::new(Plan::small(1)).files();
    let far: Vec<File> = files
        .iter()
        .filter(|file| file.path.contains("/31_31"))
        .map(|file| {
            let path = file.path.replace("31_31", "2147483647_2147483646");
            File { path, bytes: file.bytes.clone() }
        })
        .collect();
    assert_eq!(far.len(), 8);
    files.extend(far);
    let vfs = vfs_of(&files);
    let Opened { zone, files, problems } = open(&vfs, &path(ZONE_FOLDER), CodePage::Cp949).unwrap();
    assert_eq!(zone.blocks().count(), 4);
    assert_eq!(changed(&files, &zone), []);
    let told: Vec<&str> = problems.iter().map(|problem| problem.place.file.as_str()).collect();
    let names = ["HIM", "IFO", "MOV", "TIL"]
        .map(|extension| format!("{ZONE_FOLDER}/2147483647_2147483646.{extension}"));
    assert_eq!(told, names);
    assert!(problems[0].message.contains("0_0 to 64_64"), "{}", problems[0].message);

    let alone = open(&vfs, &path(&names[1]), CodePage::Cp949).unwrap();
    assert_eq!(alone.problems, []);
    assert_eq!(alone.zone.blocks().collect::<Vec<_>>(), [BlockCoord { x: 31, y: 31 }]);
    assert_eq!(alone.zone.path_of(Some(BlockCoord { x: 31, y: 31 })), Some(names[1].as_str()));
}

#[test]
fn a_file_that_is_not_there_any_more_is_written_again() {
    let (_, Opened { zone, .. }) = sample();
    let mut sample = rose::Zone::new(Plan::small(1)).files();
    sample.retain(|file| !file.path.ends_with("30_30.IFO"));
    let without = open(&vfs_of(&sample), &path(ZONE_FOLDER), CodePage::Cp949).unwrap();
    let written = changed(&without.files, &zone);
    let names: Vec<&str> = written.iter().filter_map(|file| file.path.to_str()).collect();
    assert_eq!(names, [format!("{ZONE_FOLDER}/30_30.IFO")]);
    assert_eq!(written[0].before, Before::Absent);
}

/// The sample, and a folder of it that nobody may look into.
#[derive(Debug)]
struct Closed {
    vfs: Vfs,
    folder: VfsPath,
}

impl Mount for Closed {
    fn name(&self) -> &str {
        "closed"
    }

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError> {
        Ok(self.vfs.find(path)?.map(|(_, entry)| entry))
    }

    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
        self.vfs.read(path, limit)
    }

    fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        self.vfs.read_range(path, range)
    }

    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
        if *folder == self.folder {
            return Err(FileError::new(Path::new(folder.as_str()), Trouble::Denied));
        }
        self.vfs.list(folder)
    }
}

#[test]
fn a_folder_of_lightmaps_that_cannot_be_read_is_a_problem_and_the_zone_opens() {
    let (vfs, whole) = sample();
    let folder = path(&format!("{ZONE_FOLDER}/30_31/LIGHTMAP"));
    let mut closed = Vfs::default();
    closed.push(Closed { vfs, folder: folder.clone() });
    let Opened { zone, problems, .. } = open(&closed, &path(ZONE_FOLDER), CodePage::Cp949).unwrap();
    assert_eq!(zone.to_files(), whole.zone.to_files());
    let places: Vec<_> =
        problems.iter().map(|problem| (problem.code, problem.place.file.as_str())).collect();
    assert_eq!(places, [("file-unreadable", folder.as_str())]);
}
