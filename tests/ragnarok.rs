//! The Ragnarok formats and servers, held against real files and against broken ones.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use landwright_core::check::scene::{Beside, check_ground, check_scene};
use landwright_core::format::file::{self, Kind};
use landwright_core::format::ragnarok::gat::{self, Gat};
use landwright_core::format::ragnarok::map_cache;
use landwright_core::format::ragnarok::mcache;
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_core::format::ragnarok::{fld2, gnd, rsw};
use landwright_core::format::text::CodePage;
use landwright_core::nav::ragnarok::Server;
use landwright_core::nav::ragnarok::cell::{Reader, ServerMap, Source, WaterLevel, cached_types};
use landwright_core::nav::ragnarok::path::{DEFAULT_MAX_WALK_PATH, easy_path, search, walk};
use landwright_core::nav::ragnarok::sight::{Obstacle, obstacle};
use landwright_core::space::ragnarok::CellPos;
use landwright_core::vfs::Mount;
use landwright_core::vfs::grf::Grf;
use support::{corpus, files_below};

fn real_gat(folder: &Path, name: &str) -> Gat {
    gat::read(&fs::read(folder.join(name)).unwrap()).unwrap()
}

#[test]
fn every_real_file_is_rewritten_byte_for_byte() {
    let Some(folder) = corpus("gat") else { return };
    let mut n_by_kind = BTreeMap::new();
    for path in files_below(&folder) {
        let mut data = fs::read(&path).unwrap();
        let kind = path.extension().unwrap().to_str().unwrap().to_owned();
        let written = match kind.as_str() {
            "gat" => gat::read(&data).map(|gat| gat::write(&gat)),
            "rsw" => rsw::read(&data).map(|rsw| rsw::write(&rsw)),
            "dat" => map_cache::read(&data).map(|cache| map_cache::write(&cache)),
            "mcache" => mcache::read(&data).map(|mcache| mcache::write(&mcache)),
            "gz" => {
                let packed = std::mem::take(&mut data);
                GzDecoder::new(packed.as_slice()).read_to_end(&mut data).unwrap();
                fld2::read(&data).map(|fld2| fld2::write(&fld2))
            }
            _ => continue,
        };
        let written = written.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(written == data, "{}", path.display());
        *n_by_kind.entry(kind).or_insert(0) += 1;
    }
    for kind in ["gat", "rsw", "dat", "mcache", "gz"] {
        assert!(n_by_kind.contains_key(kind), "no .{kind} was found: {n_by_kind:?}");
    }
}

#[test]
fn real_ground_scenes_and_models_are_rewritten_byte_for_byte_and_by_way_of_json() {
    let Some(folder) = corpus("ragnarok") else { return };
    let mut n_by_kind = BTreeMap::new();
    let mut refused = Vec::new();
    for path in files_below(&folder) {
        let Some(kind @ (Kind::Gnd | Kind::Rsw | Kind::Rsm | Kind::Rsm2)) =
            Kind::of_name(&path.to_string_lossy())
        else {
            continue;
        };
        let data = fs::read(&path).unwrap();
        let file = match file::read(kind, &data) {
            Ok(file) => file,
            Err(error) => {
                refused.push(format!("{}: {error}", path.file_name().unwrap().display()));
                continue;
            }
        };
        assert_eq!(file.difference(&data), None, "{}", path.display());
        let json = serde_json::to_vec(&file).unwrap();
        let again: file::File = serde_json::from_slice(&json).unwrap();
        assert_eq!(again.difference(&data), None, "{}: JSON", path.display());
        *n_by_kind.entry(kind).or_insert(0) += 1;
    }
    assert_eq!(
        refused,
        ["mhisle01.rsw: magic at byte 0x0: found \"t\\x1cu\\xa0\", expected \"GRSW\""],
        "it is noise"
    );
    let least = [(Kind::Gnd, 7), (Kind::Rsw, 11), (Kind::Rsm, 44), (Kind::Rsm2, 1)];
    for (kind, n) in least {
        assert!(n_by_kind.get(&kind).is_some_and(|found| *found >= n), "{n_by_kind:?}");
    }
}

#[test]
fn real_archives_are_listed_and_all_but_a_damaged_file_come_out() {
    let Some(folder) = corpus("ragnarok/fixtures") else { return };
    let mut seen = Vec::new();
    for path in files_below(&folder).iter().filter(|path| path.extension().unwrap() == "grf") {
        let grf = Grf::open(path, CodePage::Cp949).unwrap();
        assert!(grf.left_out().is_empty(), "{:?}", grf.left_out());
        let mut n_read = 0;
        for (name, entry) in grf.files() {
            match grf.read(name, 1 << 26) {
                Ok(loaded) => {
                    assert_eq!(loaded.bytes.len() as u64, u64::from(entry.len));
                    let part = grf.read_range(name, 1..5).unwrap();
                    let end = loaded.bytes.len().min(5);
                    assert_eq!(part, loaded.bytes.get(1..end).unwrap_or_default());
                    n_read += 1;
                }
                Err(error) => assert_eq!(name.as_str(), "corrupted", "{error}"),
            }
        }
        seen.push((path.file_name().unwrap().to_str().unwrap().to_owned(), n_read));
    }
    let expected = [("test103.grf", 9), ("withfiles.grf", 5), ("test.grf", 4)];
    assert_eq!(seen, expected.map(|(name, n)| (name.to_owned(), n)));
}

#[test]
fn nothing_is_wrong_with_the_ground_and_the_scenes_of_real_maps() {
    let Some(folder) = corpus("ragnarok/data") else { return };
    for name in ["2009rwc_03", "alberta", "geffen", "hugel", "pvp_2v2", "sm_pri"] {
        let read = |ending: &str| fs::read(folder.join(format!("{name}.{ending}"))).unwrap();
        let gnd = gnd::read(&read("gnd")).unwrap();
        let gat = gat::read(&read("gat")).unwrap();
        let rsw = rsw::read(&read("rsw")).unwrap();
        let mut problems = check_ground(name, &gnd);
        problems.extend(check_scene(name, &rsw, &Beside::Found(gnd), &Beside::Found(gat)));
        assert!(problems.is_empty(), "{problems:?}");
    }
}

#[test]
fn nothing_is_wrong_with_real_caches() {
    let Some(folder) = corpus("gat/cache") else { return };
    let mut n_checked = 0;
    for path in files_below(&folder) {
        let kind = match path.extension().unwrap().to_str().unwrap() {
            "dat" => Kind::MapCache,
            "mcache" => Kind::Mcache,
            _ => continue,
        };
        let file = file::read(kind, &fs::read(&path).unwrap()).unwrap();
        let problems = landwright_core::check::cache::check("real", &file.content);
        assert!(problems.is_empty(), "{}: {problems:?}", path.display());
        n_checked += 1;
    }
    assert!(n_checked >= 15, "{n_checked}");
}

#[test]
fn every_map_of_a_real_cache_can_be_unpacked() {
    let Some(folder) = corpus("gat/cache") else { return };
    for name in ["ra__db_map_cache.dat", "ra__db_pre-re_map_cache.dat"] {
        let data = fs::read(folder.join(name)).unwrap();
        let cache = map_cache::read(&data).unwrap();
        assert_eq!((cache.stated_size as usize, cache.n_opaque()), (data.len(), 0));
        for entry in cache.entries() {
            let cells = entry.cells.cells().unwrap_or_else(|e| panic!("{:?}: {e}", entry.name));
            let knows_all = cells.iter().all(|number| *number <= 6);
            assert!(knows_all, "{:?} has a type that no server knows", entry.name);
        }
    }
    for path in files_below(&folder).iter().filter(|path| path.extension().unwrap() == "mcache") {
        let mcache = mcache::read(&fs::read(path).unwrap()).unwrap();
        assert!(mcache.has_right_checksum(), "{}", path.display());
        mcache.cells.cells().unwrap();
    }
}

#[test]
fn an_edit_of_a_real_map_gives_the_edited_file() {
    let Some(folder) = corpus("gat") else { return };
    for (before, after, n_types, n_altitudes) in [
        (
            "hurtsky__RO-Clientresources__efb775f6__prontera",
            "marky291__XileAndroid__2a94af6d__prontera",
            6,
            0,
        ),
        (
            "marky291__XileAndroid__0dc55122__prt_church",
            "marky291__XileAndroid__7370800c__prt_church",
            12,
            0,
        ),
        (
            "Neragalengel__data__acaee53e__prt_smart",
            "Neragalengel__data__b23be457__prt_smart",
            23,
            0,
        ),
        (
            "marky291__XileAndroid__457e9736__geffen",
            "marky291__XileAndroid__981ad177__geffen",
            8,
            28,
        ),
    ] {
        for (from, to) in [(before, after), (after, before)] {
            let mut gat = real_gat(&folder, &format!("{from}.gat"));
            let to = fs::read(folder.join(format!("{to}.gat"))).unwrap();
            let wanted = gat::read(&to).unwrap();
            let (mut n_types_changed, mut n_altitudes_changed) = (0, 0);
            for (tile, wanted) in gat.tiles_mut().iter_mut().zip(wanted.tiles()) {
                if tile.terrain != wanted.terrain {
                    tile.terrain = wanted.terrain;
                    n_types_changed += 1;
                }
                if tile.altitude != wanted.altitude {
                    tile.altitude = wanted.altitude;
                    n_altitudes_changed += 1;
                }
            }
            assert_eq!((n_types_changed, n_altitudes_changed), (n_types, n_altitudes), "{from}");
            assert!(gat::write(&gat) == to, "{from}");
        }
    }
}

/// The water level that the RSW beside a real GAT gives.
fn water_level(folder: &Path, name: &str) -> WaterLevel {
    let rsw = rsw::read(&fs::read(folder.join(name)).unwrap()).unwrap();
    WaterLevel::new(rsw.water_level().unwrap())
}

#[test]
fn real_caches_hold_what_a_server_makes_of_the_gat() {
    let Some(folder) = corpus("gat") else { return };
    let read = |name| fs::read(folder.join("cache").join(name)).unwrap();
    let (cache, pre_re) = ("ra__db_map_cache.dat", "ra__db_pre-re_map_cache.dat");
    for (file, water, cache, name) in [
        ("marky291__XileAndroid__275652c1__xmas.gat", Some("xmas.rsw"), cache, "xmas"),
        ("marky291__XileAndroid__981ad177__geffen.gat", Some("geffen.rsw"), cache, "geffen"),
        ("hurtsky__RO-Clientresources__7865ee06__iz_ng01.gat", None, cache, "iz_ng01"),
        ("hurtsky__RO-Clientresources__6b5fa9bb__prt_in.gat", None, pre_re, "prt_in"),
        ("hurtsky__RO-Clientresources__efb775f6__prontera.gat", None, pre_re, "prontera"),
        ("marky291__XileAndroid__0dc55122__prt_church.gat", None, pre_re, "prt_church"),
    ] {
        let gat = real_gat(&folder, file);
        let water_level = water.map_or(WaterLevel::NONE, |water| water_level(&folder, water));
        let cache = map_cache::read(&read(cache)).unwrap();
        let entry = &cache.entries()[cache.find(name.as_bytes()).unwrap()];
        assert_eq!(i64::from(entry.cells.width), i64::from(gat.width()), "{name}");
        assert!(entry.cells.cells().unwrap() == cached_types(&gat, water_level), "{name}");
    }
    let gat = real_gat(&folder, "marky291__XileAndroid__275652c1__xmas.gat");
    let types = cached_types(&gat, water_level(&folder, "xmas.rsw"));
    for name in ["herc_re_xmas.mcache", "herc_pre-re_xmas.mcache"] {
        assert!(mcache::read(&read(name)).unwrap().cells.cells().unwrap() == types, "{name}");
    }
}

#[test]
fn the_bot_walks_where_its_legend_says() {
    let Some(folder) = corpus("gat") else { return };
    for (gat, name) in [
        ("marky291__XileAndroid__275652c1__xmas.gat", "xmas"),
        ("marky291__XileAndroid__2a94af6d__prontera.gat", "prontera"),
    ] {
        let packed = fs::read(folder.join(format!("cache/{name}.fld2.gz"))).unwrap();
        let mut data = Vec::new();
        GzDecoder::new(packed.as_slice()).read_to_end(&mut data).unwrap();
        let fld2 = fld2::read(&data).unwrap();
        let gat = real_gat(&folder, gat);
        assert_eq!(fld2.cells().len(), gat.tiles().len());
        for (cell, tile) in fld2.cells().iter().zip(gat.tiles()) {
            let meaning = Reader::OpenKore.meaning(tile.terrain).unwrap();
            assert_eq!(cell.has(fld2::Cell::WALKABLE), meaning.is_walkable, "{name}");
        }
    }
}

#[test]
fn a_real_entry_is_replaced_and_put_back() {
    let Some(folder) = corpus("gat/cache") else { return };
    let data = fs::read(folder.join("ra__db_map_cache.dat")).unwrap();
    let mut cache = map_cache::read(&data).unwrap();
    let idx = cache.find(b"xmas").unwrap();
    let (width, height) = (300, 360);
    let mut cells = cache.entries()[idx].cells.cells().unwrap();
    cells[5] = 5;
    let old = cache.replace(idx, PackedCells::pack(width, height, &cells).unwrap()).unwrap();
    let changed = map_cache::read(&map_cache::write(&cache)).unwrap();
    assert_eq!(changed.entries()[idx].cells.cells().unwrap(), cells);
    let before = map_cache::read(&data).unwrap();
    for (n, (entry, before)) in changed.entries().iter().zip(before.entries()).enumerate() {
        assert!(n == idx || entry == before, "{:?}", entry.name);
    }
    cache.replace(idx, old);
    assert!(map_cache::write(&cache) == data);
}

/// What a compiled Hercules answered, and what rAthena's rules make of it.
struct Golden<'a> {
    map: &'a str,
    from: CellPos,
    to: CellPos,
    /// Directions by number, where there is a path.
    path: Option<String>,
    has_easy_path: bool,
    hercules_sees: bool,
    hercules_has_clear_way: bool,
    rathena_sees: bool,
    rathena_walks: bool,
}

impl<'a> Golden<'a> {
    fn from_line(line: &'a str) -> Golden<'a> {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |idx: usize| fields[idx].parse::<i16>().unwrap();
        let is_set = |idx: usize| fields[idx] == "1";
        Golden {
            map: fields[0],
            from: CellPos { x: number(1), y: number(2) },
            to: CellPos { x: number(3), y: number(4) },
            path: is_set(5).then(|| fields[7].trim_matches('-').to_owned()),
            has_easy_path: is_set(8),
            hercules_sees: is_set(9),
            hercules_has_clear_way: is_set(10),
            rathena_sees: is_set(11),
            rathena_walks: is_set(12),
        }
    }
}

#[test]
fn every_path_is_the_one_that_a_real_server_found() {
    let Some(folder) = corpus("gat") else { return };
    let table = fs::read_to_string(folder.join("path_golden_dev.tsv")).unwrap();
    let mut maps = BTreeMap::new();
    let mut n_paths = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let golden = Golden::from_line(line);
        let map = maps.entry(golden.map).or_insert_with(|| {
            let files = files_below(&folder);
            let is_it = |path: &&std::path::PathBuf| path.to_str().unwrap().ends_with(golden.map);
            let data = fs::read(files.iter().find(is_it).unwrap()).unwrap();
            ServerMap::from_gat(&gat::read(&data).unwrap(), WaterLevel::NONE, Source::MapCache)
        });
        let (from, to) = (golden.from, golden.to);
        let digits = |path: Vec<_>| path.into_iter().map(|d| char::from(b'0' + d as u8)).collect();
        let found: Option<String> = search(map, from, to).ok().map(digits);
        let is_clear = |server, what| obstacle(map, from, to, server, what).is_none();
        let walk = walk(map, from, to, Server::RAthena, DEFAULT_MAX_WALK_PATH);
        assert_eq!(found, golden.path, "path: {line}");
        assert_eq!(easy_path(map, from, to).is_ok(), golden.has_easy_path, "easy path: {line}");
        assert_eq!(is_clear(Server::Hercules, Obstacle::Wall), golden.hercules_sees, "{line}");
        let clear_way = is_clear(Server::Hercules, Obstacle::Impassable);
        assert_eq!(clear_way, golden.hercules_has_clear_way, "{line}");
        assert_eq!(is_clear(Server::RAthena, Obstacle::Wall), golden.rathena_sees, "{line}");
        assert_eq!(walk.is_ok(), golden.rathena_walks, "walk: {line}");
        n_paths += 1;
    }
    assert!(n_paths > 1000, "{n_paths} paths are too few to be the whole table");
}
