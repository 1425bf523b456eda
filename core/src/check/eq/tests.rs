//! Tests of checks of zones, by the sample and what is wrong with it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::*;
use crate::format::eq::map::Map;
use crate::format::file::{self, Content};
use crate::sample;
use crate::world::eq::action::Action;
use crate::world::eq::object;
use crate::world::eq::server_map::{self, Invisible};
use crate::world::eq::server_wtr;
use crate::world::scripted::Scripted;

fn isle() -> Zone {
    Zone::open("isle.s3d", &sample::eq::zone().unwrap()).unwrap()
}

fn codes(problems: &[Problem]) -> Vec<&'static str> {
    let mut codes: Vec<&str> = problems.iter().map(|problem| problem.code).collect();
    codes.dedup();
    codes
}

#[test]
fn what_is_wrong_with_the_sample_is_found() {
    let models = file::read(file::Kind::S3d, &sample::eq::objects().unwrap()).unwrap();
    let models = Rc::new(models.content);
    let problems =
        check("isle.s3d", &isle(), &|name| (name == "ISLE_OBJ.S3D").then(|| Rc::clone(&models)));
    let expected = [
        "eq-region-doubled",
        "eq-zone-line",
        "eq-liquid-dry",
        "eq-water-untagged",
        "eq-no-bitmap",
        "eq-no-model",
        "eq-invisible-wall",
    ];
    assert_eq!(codes(&problems), expected, "{problems:#?}");
}

#[test]
fn a_doubled_region_is_mended_by_its_fix() {
    let mut zone = isle();
    let is_doubled = |problem: &&Problem| problem.code == "eq-region-doubled";
    let problems = check("isle.s3d", &zone, &|_| None);
    let doubled = problems.iter().find(is_doubled).unwrap();
    assert!(doubled.message.contains("lists of water, lava"), "{}", doubled.message);
    for fix in &doubled.fixes {
        assert!(!fix.in_bulk, "a person has to choose");
    }
    let n_doubled = problems.iter().filter(is_doubled).count();
    assert_eq!(n_doubled, 2, "one is of a zone line as well");
    for doubled in problems.iter().filter(is_doubled) {
        let water = doubled.fixes.iter().find(|fix| fix.title.contains("water")).unwrap();
        Action::of_fix(water).unwrap().apply(&mut zone).unwrap();
    }
    assert_eq!(check("isle.s3d", &zone, &|_| None).iter().filter(is_doubled).count(), 0);
}

#[test]
fn files_of_a_server_are_compared_with_the_zone() {
    let mut zone = isle();
    let wtr = server_wtr::build(&zone).unwrap();
    let (map, _) = server_map::build(&zone, Invisible::LeftOut, &Default::default());
    let files: BTreeMap<&str, Rc<Content>> = BTreeMap::from([
        ("ISLE.WTR", Rc::new(Content::Wtr(wtr))),
        ("ISLE.MAP", Rc::new(Content::Map(Map::new(map)))),
    ]);
    let stale = |zone: &Zone| {
        let problems = check("isle.s3d", zone, &|name| files.get(name).cloned());
        let codes = codes(&problems).into_iter().filter(|code| code.starts_with("eq-stale"));
        codes.collect::<Vec<_>>()
    };
    assert_eq!(stale(&zone), [""; 0]);
    let json = serde_json::json!({"regions": [0], "kind": "lava"});
    Action::from_parts("tag-regions", &json).unwrap().apply(&mut zone).unwrap();
    assert_eq!(stale(&zone), ["eq-stale-wtr"]);
    zone.world.fragments.retain(|fragment| fragment.kind != 0x36);
    assert!(stale(&zone).contains(&"eq-stale-map"));
}

#[test]
fn a_map_without_the_models_that_are_ignored_fits_the_zone() {
    let mut zone = isle();
    let models = sample::eq::objects().unwrap();
    zone.add_models(&models).unwrap();
    zone.ignored = server_map::ignored(b"TREE_ACTORDEF\r\n");
    let (map, _) = server_map::build(&zone, Invisible::LeftOut, &zone.ignored);
    let models = file::read(file::Kind::S3d, &models).unwrap().content;
    let files: BTreeMap<&str, Rc<Content>> = BTreeMap::from([
        ("ISLE_OBJ.S3D", Rc::new(models)),
        ("ISLE.MAP", Rc::new(Content::Map(Map::new(map)))),
    ]);
    let is_stale = |zone: &Zone| {
        let problems = check("isle.s3d", zone, &|name| files.get(name).cloned());
        codes(&problems).contains(&"eq-stale-map")
    };
    assert!(!is_stale(&zone));
    zone.ignored.clear();
    assert!(is_stale(&zone));
}

#[test]
fn an_object_in_solid_ground_is_found_and_one_on_it_is_not() {
    let mut zone = isle();
    let is_buried =
        |zone: &Zone| codes(&check("isle.s3d", zone, &|_| None)).contains(&"eq-object-void");
    assert!(!is_buried(&zone));
    let number = object::objects(&zone)[0].number;
    // In the hill, beside the tunnel.
    let json = serde_json::json!({ "object": number, "x": 70, "y": 50, "z": 10 });
    Action::from_parts("set-object", &json).unwrap().apply(&mut zone).unwrap();
    assert!(is_buried(&zone));
}

#[test]
fn a_zone_line_into_the_void_is_found_where_the_next_zone_is_known() {
    let led = |to: serde_json::Value| {
        let mut zone = isle();
        // The number of the arena: a zone may lead to itself.
        zone.name = "arena".to_owned();
        let json = serde_json::json!({ "regions": [0], "kind": "zone-line", "to": to });
        Action::from_parts("tag-regions", &json).unwrap().apply(&mut zone).unwrap();
        codes(&check("arena.s3d", &zone, &|_| None)).contains(&"eq-zone-line-void")
    };
    assert!(led(serde_json::json!({ "zone": 77, "x": 70, "y": 50, "z": 10 })));
    assert!(!led(serde_json::json!({ "zone": 77, "x": -70, "y": -20, "z": 3 })));
    assert!(!led(serde_json::json!({ "zone": 77, "z": 10 })), "the place of the player is kept");
    assert!(!led(serde_json::json!({ "zone": 5, "x": 70, "y": 50, "z": 10 })), "it is not known");
}

#[test]
fn a_lying_header_and_a_region_that_is_not_there_are_found() {
    let mut zone = isle();
    zone.world.n_regions += 1;
    zone.world.largest = 8;
    let name = zone.world.add_name(b"Z0099_ZONE");
    let regions = vec![0, 60_000];
    let user_data = crate::format::text::Text::from("WTN__\0");
    let list = crate::format::eq::wld::region::RegionList { name, flags: 0, regions, user_data };
    let body = list.to_body();
    zone.world.fragments.push(crate::format::eq::wld::Fragment { kind: 0x29, body });
    let found = codes(&check("isle.s3d", &zone, &|_| None));
    assert_eq!(found[..2], ["eq-header", "eq-region-missing"], "{found:?}");
}
