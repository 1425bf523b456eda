//! Tests of zones: the sample, and real ones where there are any.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::action::Action;
use super::listing::{Ambient, ambient_regions, regions};
use super::merge::{Merged, compare, merge};
use super::retag::{Refusal, Tag, retag};
use super::server_map::Invisible;
use super::zone_line::{Decimal, Place, ZoneLine};
use super::*;
use crate::format::eq::map::{self, Map};
use crate::format::eq::wld::Fragment;
use crate::format::eq::wtr::{self, Regions, Wtr};
use crate::format::text::Opaque;
use crate::nav::eq::answer::{As, Asked, Verdict};
use crate::sample;
use crate::space::eq::Kind;
use crate::world::scripted::Scripted;

mod truth;

pub(crate) fn isle() -> Zone {
    let mut zone = Zone::open("isle.s3d", &sample::eq::zone().unwrap()).unwrap();
    zone.add_models(&sample::eq::objects().unwrap()).unwrap();
    zone
}

fn map_of(zone: &Zone) -> Map {
    Map::new(server_map::build(zone, Invisible::LeftOut, &BTreeSet::new()).0)
}

fn asked(zone: &Zone) -> Asked {
    Asked::new(&map_of(zone), Some(&server_wtr::build(zone).unwrap()))
}

fn kinds(wtr: &Wtr) -> Vec<i32> {
    let Regions::Nodes(nodes) = &wtr.regions else { panic!() };
    nodes.iter().map(|node| node.kind).collect()
}

/// The regions of a kind.
fn of_kind(zone: &Zone, kind: Kind) -> Vec<u32> {
    let listed = regions(zone).unwrap();
    listed.iter().filter(|region| region.kind == kind).map(|region| region.index).collect()
}

#[test]
fn the_sample_answers_as_it_was_made() {
    let asked = asked(&isle());
    // In the server's axes: on and under the bridge, in the tunnel and above it, lava, the line.
    let rows = [
        ([0.5, -60.0, 6.0], 5.0, Kind::Normal, Verdict::Fine),
        ([0.5, -60.0, 2.0], -20.0, Kind::Normal, Verdict::VeryHigh),
        ([0.5, -60.0, -5.0], -20.0, Kind::Water, Verdict::InLiquid),
        ([50.0, 30.0, 3.0], 0.0, Kind::Normal, Verdict::Fine),
        ([50.0, 30.0, 33.0], 30.0, Kind::Normal, Verdict::Fine),
        ([-70.0, 30.0, -5.0], -15.0, Kind::Lava, Verdict::InLiquid),
        ([1.0, 97.0, 5.0], 0.0, Kind::ZoneLine, Verdict::Fine),
    ];
    for (point, best_z, kind, verdict) in rows {
        for who in [As::Server, As::True] {
            let answer = asked.answer(who, point);
            assert!((answer.best_z.unwrap() - best_z).abs() < 0.001, "{point:?} {answer:?}");
            assert_eq!((answer.region, answer.verdict), (kind.number(), verdict), "{point:?}");
        }
    }
    let column = asked.ground.column(0.5, -60.0);
    assert_eq!(column.floors().collect::<Vec<_>>(), [-20.0, 5.0]);
    let answer = asked.answer(As::True, [0.5, -30.0, -0.5]);
    assert_eq!(answer.distance_water, Some(10.0));
    assert!(asked.answer(As::True, [500.0, 0.5, 0.0]).best_z.is_none());
}

#[test]
fn objects_and_walls_that_nobody_sees_are_reported() {
    let (content, report) = server_map::build(&isle(), Invisible::LeftOut, &BTreeSet::new());
    assert_eq!(report.without_model.get("WELL_ACTORDEF"), Some(&1));
    assert!(report.n_invisible > 0);
    assert_eq!((content.models.len(), content.placed.len()), (1, 4));
    let (solid, _) = server_map::build(&isle(), Invisible::Solid, &BTreeSet::new());
    assert!(solid.solid.indices.len() > content.solid.indices.len());
    let ignored = BTreeSet::from(["TREE_ACTORDEF".to_owned()]);
    assert_eq!(server_map::build(&isle(), Invisible::LeftOut, &ignored).0.placed, []);
}

#[test]
fn retagged_regions_change_their_leaves_alone() {
    let before = isle();
    let mut zone = isle();
    let lava = of_kind(&zone, Kind::Lava);
    assert!(lava.len() > 1);
    let chosen = &lava[lava.len() - 1..];
    assert_eq!(retag(&mut zone, chosen, &Tag::of(Kind::Water)), Ok(2), "split, and appended");
    let [was, is] = [&before, &zone].map(|zone| kinds(&server_wtr::build(zone).unwrap()));
    let leaves: Vec<usize> = (0..was.len()).filter(|at| was[*at] != is[*at]).collect();
    let listed = regions(&zone).unwrap();
    let meant: Vec<usize> = chosen
        .iter()
        .map(|index| listed.iter().find(|region| region.index == *index).unwrap().leaf)
        .collect();
    assert_eq!(leaves, meant);
    assert_eq!(map_of(&zone), map_of(&before));
    assert_eq!(retag(&mut zone, chosen, &Tag::of(Kind::Water)), Ok(0), "it is so already");
    // The archive is written with all other files as they were.
    let archive = zone.to_archive().unwrap();
    let again = Zone::open("isle.s3d", &pfs::write(&archive)).unwrap();
    assert_eq!(again.world, zone.world);
    for (old, new) in before.archive.members().iter().zip(archive.members()) {
        assert_eq!(old.name, new.name);
        if old.entry != before.entry {
            assert_eq!(before.archive.content(old.entry), archive.content(new.entry));
        }
    }
    assert_eq!(before.world.fragments.len() + 1, zone.world.fragments.len());
    assert_eq!(zone.world.largest, zone.world.largest_fragment());
}

#[test]
fn a_list_that_is_emptied_goes_and_a_doubled_region_leaves_the_other_lists() {
    let mut zone = isle();
    let n_fragments = zone.world.fragments.len();
    let lava = of_kind(&zone, Kind::Lava);
    retag(&mut zone, &lava, &Tag::of(Kind::Normal)).unwrap();
    assert!(of_kind(&zone, Kind::Lava).is_empty());
    // One of the two lists of lava had a region of the lake, which is water again.
    assert_eq!(zone.world.fragments.len(), n_fragments - 2);
    let line = Tag { kind: Kind::ZoneLine, line: Some(ZoneLine::Number(7)) };
    retag(&mut zone, &lava[..1], &line).unwrap();
    assert!(of_kind(&zone, Kind::ZoneLine).contains(&lava[0]));
}

#[test]
fn odd_wishes_are_refused_and_change_nothing() {
    let mut zone = isle();
    let last = zone.world.n_regions as usize - 1;
    let rows = [
        (vec![], Tag::of(Kind::Water), Refusal::NothingNamed),
        (vec![9999], Tag::of(Kind::Water), Refusal::NoRegion { region: 9999, last }),
        (vec![1], Tag::of(Kind::ZoneLine), Refusal::NoTarget),
        (vec![1], Tag::of(Kind::FrigidWater), Refusal::UnknownText(Kind::FrigidWater)),
        (
            vec![1],
            Tag { kind: Kind::Lava, line: Some(ZoneLine::Number(1)) },
            Refusal::TargetOfOther(Kind::Lava),
        ),
        (
            vec![1],
            Tag { kind: Kind::ZoneLine, line: Some(ZoneLine::Number(1_000_000)) },
            Refusal::LongNumber(1_000_000),
        ),
    ];
    for (regions, tag, refusal) in rows {
        assert_eq!(retag(&mut zone, &regions, &tag), Err(refusal));
    }
    assert_eq!(zone, isle());
}

#[test]
fn both_sides_of_a_merge_keep_their_regions() {
    let before = isle();
    let [mut ours, mut theirs] = [isle(), isle()];
    let lava = of_kind(&before, Kind::Lava);
    let normal = of_kind(&before, Kind::Normal);
    retag(&mut ours, &lava[..1], &Tag::of(Kind::Water)).unwrap();
    retag(&mut theirs, &lava[..1], &Tag::of(Kind::Ice)).unwrap();
    retag(&mut theirs, &normal[..1], &Tag::of(Kind::Pvp)).unwrap();
    let Merged { mut zone, report, takes } = merge(&before, &ours, &theirs).unwrap();
    assert_eq!((report.changes.len(), report.conflicts.len()), (1, 1));
    assert!(of_kind(&zone, Kind::Water).contains(&lava[0]));
    assert!(of_kind(&zone, Kind::Pvp).contains(&normal[0]));
    assert_eq!(compare(&before, &zone).len(), 2);
    let [take] = takes.try_into().unwrap();
    assert_eq!(take.unwrap().apply(&mut zone), Ok(true));
    assert_eq!(compare(&zone, &theirs), []);
}

/// A zone line to some place of a zone.
fn line_to(zone: u32) -> Tag {
    let at = |value: f64| Some(Decimal::new(value));
    let place = Place { zone, x: at(-64.0), y: at(1474.6), z: None, heading: at(128.0) };
    Tag { kind: Kind::ZoneLine, line: Some(ZoneLine::Place(place)) }
}

#[test]
fn a_line_to_another_place_is_a_change_that_merges_and_comes_back_by_a_script() {
    let mut before = isle();
    let lava = of_kind(&before, Kind::Lava);
    retag(&mut before, &lava[..2], &line_to(20)).unwrap();
    let mut theirs = before.clone();
    retag(&mut theirs, &lava[..1], &line_to(21)).unwrap();
    let lines = compare(&before, &theirs);
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(line.ours.as_deref(), Some("zone-line to zone 20 at -64, 1474.6, kept facing 128"));
    assert_eq!(
        line.theirs.as_deref(),
        Some("zone-line to zone 21 at -64, 1474.6, kept facing 128")
    );
    let merged = merge(&before, &before, &theirs).unwrap();
    assert_eq!(compare(&merged.zone, &theirs), []);
    let mut ours = before.clone();
    retag(&mut ours, &lava[..1], &line_to(22)).unwrap();
    let merged = merge(&before, &ours, &theirs).unwrap();
    assert_eq!((merged.report.conflicts.len(), compare(&merged.zone, &ours)), (1, vec![]));
    // A take goes through JSON, as a script does.
    let json = serde_json::to_string(&merged.takes[0].clone().unwrap()).unwrap();
    let target = r#""to":{"zone":21,"x":-64.0,"y":1474.6,"heading":128.0}"#;
    assert!(json.contains(target), "{json}");
    let action: Action = serde_json::from_str(&json).unwrap();
    assert_eq!(action.apply(&mut ours), Ok(true));
    assert_eq!(compare(&ours, &theirs), []);
}

#[test]
fn a_line_that_can_not_be_read_is_merged_as_the_text_that_it_is() {
    let before = isle();
    let lava = of_kind(&before, Kind::Lava);
    let mut theirs = before.clone();
    let line = Some(ZoneLine::Unread(b"DRNTP_ZONE".to_vec()));
    retag(&mut theirs, &lava[..1], &Tag { kind: Kind::ZoneLine, line }).unwrap();
    let merged = merge(&before, &before, &theirs).unwrap();
    assert_eq!(compare(&merged.zone, &theirs), []);
    assert_eq!(
        compare(&before, &merged.zone)[0].theirs.as_deref(),
        Some("zone-line to \"DRNTP_ZONE\"")
    );
    let mut ours = before.clone();
    retag(&mut ours, &lava[..1], &Tag::of(Kind::Water)).unwrap();
    assert_eq!(merge(&before, &ours, &theirs).unwrap().takes, [None], "no action says it");
}

#[test]
fn a_zone_line_leads_to_one_of_both() {
    let text = r#"{"action": "tag-regions", "regions": [1], "kind": "zone-line", "zone_point": 1,
        "to": {"zone": 2}}"#;
    let action: Action = serde_json::from_str(text).unwrap();
    assert_eq!(action.apply(&mut isle()), Err(Refusal::TwoTargets.into()));
}

#[test]
fn an_archive_without_a_zone_is_refused() {
    let models = sample::eq::objects().unwrap();
    assert_eq!(Zone::open("isle_obj.s3d", &models), Err(Unfit::NoZone));
    assert!(matches!(Zone::open("isle.s3d", b"PFS"), Err(Unfit::Read(_))));
    let mut damaged = sample::eq::zone().unwrap();
    for at in (0..damaged.len()).step_by(97) {
        damaged[at] ^= 0x55;
        if let Ok(mut zone) = Zone::open("isle.s3d", &damaged) {
            let _ = map_of(&zone);
            let _ = regions(&zone);
            let _ = retag(&mut zone, &[0, 1], &Tag::of(Kind::Lava));
        }
        damaged[at] ^= 0x55;
    }
}

#[test]
fn a_tag_below_a_height_takes_what_is_connected_there() {
    let mut zone = isle();
    let pit = of_kind(&zone, Kind::Lava);
    retag(&mut zone, &pit, &Tag::of(Kind::Normal)).unwrap();
    let tagged = |below: Option<f32>| {
        let mut zone = zone.clone();
        let json =
            serde_json::json!({ "regions": pit[pit.len() - 1..], "below": below, "kind": "slime" });
        Action::from_parts("tag-regions", &json).unwrap().apply(&mut zone).unwrap();
        let was = of_kind(&isle(), Kind::Slime).len();
        of_kind(&zone, Kind::Slime).len() - was
    };
    // The first one is in the lake, in a list of water as well.
    assert_eq!((tagged(None), tagged(Some(-9.0))), (1, pit.len() - 1));
    assert!(tagged(Some(5.0)) > pit.len());
}

/// The folder of real archives, where there is one.
pub(crate) fn corpus() -> Option<PathBuf> {
    sample::real::corpus("eq")
}

pub(crate) fn real_zone(folder: &Path, name: &str) -> Zone {
    let file = format!("{name}.s3d");
    let mut zone = Zone::open(&file, &std::fs::read(folder.join(&file)).unwrap()).unwrap();
    if let Ok(models) = std::fs::read(folder.join(zone.models_file())) {
        zone.add_models(&models).unwrap();
    }
    zone
}

#[test]
fn files_of_servers_equal_those_of_their_own_tools() {
    let Some(folder) = corpus() else { return };
    for name in ["arena", "befallen", "gfaydark"] {
        let zone = real_zone(&folder, name);
        let expected =
            |ending: &str| std::fs::read(folder.join(format!("expected/{name}.{ending}"))).unwrap();
        assert!(wtr::write(&server_wtr::build(&zone).unwrap()) == expected("wtr"), "{name}.wtr");
        let Ok(Map::Version2(real)) = map::read(&expected("map")) else { panic!("{name}.map") };
        let Map::Version2(made) = map_of(&zone) else { panic!() };
        if zone.models.is_some() {
            assert!(made.content == real.content, "{name}.map");
        }
        assert!(made.content.solid == real.content.solid, "{name}.map");
        assert!(made.content.passable == real.content.passable, "{name}.map");
    }
}

#[test]
fn answers_equal_those_of_a_server() {
    let Some(folder) = corpus() else { return };
    for name in ["arena", "befallen", "gfaydark"] {
        let read =
            |ending: &str| std::fs::read(folder.join(format!("expected/{name}.{ending}"))).unwrap();
        let wtr = wtr::read(&read("wtr")).unwrap();
        let asked = Asked::new(&map::read(&read("map")).unwrap(), Some(&wtr));
        for line in String::from_utf8(read("queries.tsv")).unwrap().lines().skip(1) {
            let numbers: Vec<f64> = line.split('\t').map(|cell| cell.parse().unwrap()).collect();
            let point = [numbers[0], numbers[1], numbers[2]];
            let answer = asked.answer(As::Server, point);
            let heights = [answer.best_z, answer.closest_z, answer.ground, answer.ceiling];
            for (height, expected) in heights.iter().zip(&numbers[3..]) {
                let height = height.unwrap_or(-99_999.0);
                assert!((height - expected).abs() < 0.02, "{name}: {line}: {answer:?}");
            }
            let flags =
                [answer.is_in_water, answer.is_in_liquid].map(|is_so| f64::from(u8::from(is_so)));
            assert_eq!(
                [f64::from(answer.region), flags[0], flags[1]],
                numbers[7..10],
                "{name}: {line}"
            );
        }
    }
}

#[test]
fn every_real_zone_is_retagged_in_its_leaves_alone() {
    let Some(folder) = corpus() else { return };
    for name in ["arena", "befallen", "halas", "kedge", "oasis", "soldungb"] {
        let before = real_zone(&folder, name);
        let mut zone = before.clone();
        let chosen: Vec<u32> = (0..zone.world.n_regions).step_by(37).collect();
        retag(&mut zone, &chosen, &Tag::of(Kind::Lava)).unwrap();
        let [was, is] = [&before, &zone].map(|zone| kinds(&server_wtr::build(zone).unwrap()));
        let listed = regions(&before).unwrap();
        for (at, (was, is)) in was.iter().zip(&is).enumerate() {
            let region = listed.iter().find(|region| region.leaf == at);
            let is_meant = region.is_some_and(|region| chosen.contains(&region.index));
            assert_eq!(*is, if is_meant { Kind::Lava.number() } else { *was }, "{name} {at}");
        }
    }
}

#[test]
fn ambient_regions_are_listed_with_all_that_the_file_says_of_them() {
    let mut zone = isle();
    assert_eq!(ambient_regions(&zone), []);
    let kind = fragment::AMBIENCE;
    let of = |light: i32, regions: &[i32]| {
        let numbers = [0, light, 5, regions.len() as i32];
        let body = numbers.iter().chain(regions).flat_map(|n| n.to_le_bytes()).collect();
        Fragment { kind, body: Opaque(body) }
    };
    let number = zone.world.fragments.len() + 1;
    // One whose list is cut short is no ambient region.
    let short = Fragment { kind, body: Opaque(vec![0; 13]) };
    zone.world.fragments.extend([of(1, &[2, -1]), short, of(9_999, &[])]);
    let ambient = |fragment: usize, light: Option<usize>, regions: &[i32]| Ambient {
        fragment,
        name: String::new(),
        light,
        flags: 5,
        regions: regions.to_vec(),
    };
    let expected = [ambient(number, Some(1), &[2, -1]), ambient(number + 2, None, &[])];
    assert_eq!(ambient_regions(&zone), expected);
}
