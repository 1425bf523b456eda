//! Real blocks of ROSE Online as zones: opened, checked, edited one field at a time, saved.

mod support;

use std::collections::BTreeMap;
use std::fs;

use landwright_core::check;
use landwright_core::format::text::CodePage;
use landwright_core::problem::{Problem, Severity};
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::{Vfs, VfsPath};
use landwright_core::world::Document;
use landwright_core::world::scripted::Scripted;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::load::{Opened, open};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::thing::Kind;

/// Which of the loose files make up zones that were whole once: a folder, its ZON and blocks.
const ZONES: &[(&str, &[&str])] = &[
    ("A", &["JGT01.ZON", "31_30.IFO", "31_30.HIM", "31_30.TIL", "31_30.MOV"]),
    ("B", &["JPT01.ZON", "30_30.HIM", "30_30.TIL"]),
    ("C", &["34_30.ifo"]),
];

/// The real files in the folders where a game has them; they lie loose, with a hash and an
/// underscore before each name.
fn game() -> Option<Vfs> {
    let corpus = support::corpus("rose")?;
    let memory = Memory::new("real files");
    for file in support::files_below(&corpus) {
        let loose = file.file_name().unwrap().to_string_lossy().into_owned();
        let Some((_, name)) = loose.split_once('_') else { continue };
        let bytes = fs::read(&file).unwrap();
        let put = |place: String| memory.put(&VfsPath::new(&place).unwrap(), &bytes);
        for (folder, files) in ZONES {
            if files.contains(&name) {
                put(format!("3DDATA/MAPS/{folder}/{name}"));
            }
        }
        if name.to_uppercase().ends_with(".STB") || name.to_uppercase().ends_with(".STL") {
            put(format!("3DDATA/STB/{name}"));
        }
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    Some(vfs)
}

fn zones() -> Vec<(&'static str, Opened, Names)> {
    let Some(vfs) = game() else { return Vec::new() };
    let opened = ZONES.iter().map(|(folder, _)| {
        let path = VfsPath::new(&format!("3ddata/maps/{folder}")).unwrap();
        let opened = open(&vfs, &path, CodePage::Cp949).unwrap();
        assert_eq!(opened.problems, [], "{folder}");
        let names = Names::load(&vfs, &opened.zone, 1);
        (*folder, opened, names)
    });
    opened.collect()
}

fn files(zone: &Zone) -> BTreeMap<VfsPath, Vec<u8>> {
    zone.to_files().into_iter().collect()
}

#[test]
fn real_zones_are_saved_as_they_were_read() {
    let mut n_files = 0;
    for (folder, opened, _) in zones() {
        assert_eq!(
            opened.files.changed(opened.zone.to_files(), |path| path.as_str().into()),
            [],
            "{folder}"
        );
        n_files += opened.zone.to_files().len();
    }
    assert!(n_files == 9 || support::corpus("rose").is_none(), "{n_files}");
}

#[test]
fn one_field_of_real_things_is_all_that_changes() {
    for (folder, Opened { zone, .. }, _) in zones() {
        let before = files(&zone);
        for kind in Kind::ALL {
            let of_kind = zone.things().find(|(_, thing)| thing.kind() == kind);
            let Some((id, thing)) = of_kind else { continue };
            for field in Field::of_kind(kind) {
                let Some(value) = thing.value(field) else { continue };
                let (to, len) = match value {
                    Value::I16(n) => (serde_json::json!(n + 1), 2),
                    Value::I32(n) => (serde_json::json!(n + 1), 4),
                    Value::U32(n) => (serde_json::json!(n + 1), 4),
                    Value::Float(bits) => {
                        (serde_json::json!(format!("{:#x}", bits.to_bits() ^ 1)), 4)
                    }
                    Value::Text(text) => {
                        let typed = "x".repeat(text.as_bytes().len());
                        (serde_json::json!(typed), text.as_bytes().len())
                    }
                };
                if len == 0 {
                    continue;
                }
                // One line of a spawn, and not all of them.
                let json = match field {
                    Field::MonsterId | Field::MonsterCount | Field::MonsterName => format!(
                        r#"{{"action":"set-monster","thing":{},"list":"basic","line":0,"{}":{to}}}"#,
                        id.0,
                        field.name().trim_start_matches("monster-")
                    ),
                    _ => format!(
                        r#"{{"action":"set","things":{{"ids":[{}]}},"field":"{field}","to":{to}}}"#,
                        id.0
                    ),
                };
                let action: Action = serde_json::from_str(&json).unwrap();
                let after = action.resolve(&zone).unwrap_or_else(|e| panic!("{json}: {e}")).zone;
                let changed: Vec<_> = files(&after)
                    .into_iter()
                    .filter(|(path, bytes)| before[path] != *bytes)
                    .collect();
                let [(path, bytes)] = changed.as_slice() else { panic!("{folder} {json}") };
                let old = &before[path];
                assert_eq!(old.len(), bytes.len(), "{folder} {json}");
                let places: Vec<usize> =
                    (0..old.len()).filter(|at| old[*at] != bytes[*at]).collect();
                assert!(places[places.len() - 1] - places[0] < len, "{folder} {json}: {places:?}");
            }
        }
    }
}

#[test]
fn real_things_stand_in_their_cells_and_on_the_ground_of_their_block() {
    let (mut n_objects, mut n_in_cell) = (0, 0);
    let mut above_ground_cm = Vec::new();
    for (folder, Opened { zone, .. }, _) in zones() {
        let grid = zone.grid();
        for (id, thing) in zone.things() {
            let Some(object) = thing.object() else { continue };
            let at = thing.pos_in_file_cm();
            let (block, cell) = grid.cell_at(grid.world_from_file(at)).unwrap();
            assert_eq!(zone.block_of(id), Some(block), "{folder} {id}");
            n_objects += 1;
            let stated = (object.cell_x, object.cell_y);
            n_in_cell += usize::from(stated == (cell.x as i32, cell.y as i32));
            above_ground_cm.extend(zone.ground_at_file_cm(at).map(|ground| (at.z - ground).abs()));
        }
    }
    if n_objects == 0 {
        return;
    }
    // The others drifted when they were moved by hand.
    assert_eq!((n_in_cell, n_objects), (128, 139));
    above_ground_cm.sort_by(f64::total_cmp);
    assert_eq!(above_ground_cm.len(), 115);
    assert!((above_ground_cm[57] - 10.178).abs() < 0.001, "{}", above_ground_cm[57]);
}

fn counts(problems: &[Problem]) -> BTreeMap<(&'static str, Severity), usize> {
    let mut counts = BTreeMap::new();
    for problem in problems {
        *counts.entry((problem.code, problem.severity)).or_default() += 1;
    }
    counts
}

#[test]
fn nothing_that_real_zones_do_is_an_error_or_a_warning() {
    for (folder, Opened { zone, .. }, names) in zones() {
        assert!(names.npcs.is_some() && names.warps.is_some());
        let problems = check::zone::check(&zone, &names);
        println!("{folder}: {} things, {:#?}", zone.n_things(), counts(&problems));
        for problem in &problems {
            println!("  {} {:?}: {}", problem.code, problem.place.spot, problem.message);
        }
        // Of some, only files of blocks are at hand, and that is told.
        let (no_zon, others): (Vec<_>, Vec<_>) =
            problems.iter().partition(|problem| problem.code == "zone-no-zon");
        assert_eq!(no_zon.is_empty(), zone.has_zon(), "{folder}");
        // Of others, only files of the ground.
        let has_ifos = zone.blocks().any(|block| zone.has_ifo(block));
        let is_bad = |problem: &&&Problem| {
            problem.severity >= Severity::Warning && (has_ifos || problem.code != "zone-no-ifo")
        };
        let bad: Vec<_> = others.iter().filter(is_bad).collect();
        assert!(bad.is_empty(), "{folder}: {bad:#?}");
    }
}

#[test]
fn fixes_of_real_problems_take_them_away() {
    for (folder, Opened { zone, .. }, names) in zones() {
        let mut mended = zone.clone();
        for problem in check::zone::check(&zone, &names) {
            let Some(fix) = problem.fixes.first() else { continue };
            let landwright_core::problem::Change::Action { name, arguments } = &fix.change else {
                panic!("{fix:?}")
            };
            let action = Action::from_parts(name, arguments).unwrap();
            // A thing in a block that is not at hand can't be put into its file.
            if let Ok(resolved) = action.resolve(&mended) {
                mended = resolved.zone;
            }
        }
        let left = check::zone::check(&mended, &names);
        assert!(left.iter().all(|problem| problem.fixes.is_empty()), "{folder}: {left:#?}");
        if let Some(edit) = zone.edit_to(&mended) {
            let mut back = mended.clone();
            let mut edit = edit;
            let mut there = zone.clone();
            there.swap(&mut edit);
            assert!(there == mended);
            back.put(&edit);
            assert!(back == zone && files(&back) == files(&zone), "{folder}");
        }
    }
}
