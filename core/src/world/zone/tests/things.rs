//! Actions on what stands in a zone.

use std::collections::BTreeSet;

use crate::format::rose::ifo;
use crate::format::text::CodePage;
use crate::sample::rose::{self, Plan, ZONE_FOLDER};
use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::PosInFileCm;

use super::super::Zone;
use super::super::action::Action;
use super::super::field::{Field, Value};
use super::super::lists::MOST_THINGS;
use super::super::load::open;
use super::super::refusal::Refusal;
use super::super::thing::{Kind, Thing, ThingId};
use super::{act, difference, files, first, path, sample_zone, vfs_of};

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
    assert!(typed.unwrap_err().to_string().contains("letters that code page CP949 (Korean) has"));
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
    assert!(note.contains("for deco are on different objects, from place 1 on"), "{note}");
    assert_eq!(resolved.zone.n_things(), zone.n_things() - 1);
    assert_eq!(zone.lightmaps_led_elsewhere(&resolved.zone), resolved.notes);
    let moved = act(&zone, r#"{"action":"move","things":"everything","by":[1,0,0]}"#).unwrap();
    let crossed =
        zone.listed().filter(|listed| zone.block_of(listed.id) != moved.block_of(listed.id));
    assert_eq!((crossed.count(), zone.lightmaps_led_elsewhere(&moved)), (0, Vec::new()));
}

#[test]
fn lightmaps_of_many_files_are_one_note_for_each_kind() {
    let zone = sample_zone();
    let all: Action = serde_json::from_str(r#"{"action":"delete","things":"everything"}"#).unwrap();
    let resolved = all.resolve(&zone).unwrap();
    let notes = resolved.notes;
    assert_eq!(zone.lightmaps_led_elsewhere(&resolved.zone), notes);
    let [deco, cnst] = notes.as_slice() else { panic!("{notes:?}") };
    assert!(deco.contains("lightmaps in 4 files for deco are on different objects"), "{deco}");
    assert!(
        deco.contains("OBJECTLIGHTMAPDATA.LIT from place 1 on,") && deco.contains(" and 1 more)")
    );
    assert!(cnst.contains("for cnst are on different objects"), "{cnst}");
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
    assert_eq!(parts(&zone), parts(&turned), "four quarters are one turn");
    let set = |zone: &Zone, to: &str| {
        act(zone, &format!(r#"{{"action":"set-rotation",{one},"to":{to}}}"#)).unwrap()
    };
    let tilted = set(&zone, r#"{"quaternion":[0.6,0.0,0.0,0.8]}"#);
    let quarter = set(&tilted, r#"{"degrees":"+90"}"#);
    let rotated = act(&tilted, &format!(r#"{{"action":"rotate",{one},"degrees":90}}"#)).unwrap();
    assert_eq!(parts(&quarter), parts(&rotated), "a sum leaves the tilt");
    let upright = set(&set(&tilted, r#"{"degrees":"40"}"#), r#"{"degrees":"/4"}"#);
    let [x, y, z, w] = parts(&upright).map(f64::from);
    assert_eq!((x, y), (0.0, 0.0));
    assert!(((2.0 * z.atan2(w)).to_degrees() - 10.0).abs() < 1e-4);
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
fn what_is_aligned_distributed_or_turned_about_a_middle_stays_as_far_above_the_ground() {
    let zone = sample_zone();
    let stands = |(_, thing): &(ThingId, &Thing)| matches!(thing.kind(), Kind::Deco | Kind::Cnst);
    let ids: Vec<ThingId> = zone.things().filter(stands).map(|(id, _)| id).collect();
    let above = |zone: &Zone, id: ThingId| {
        let at = zone.thing(id).unwrap().pos_in_file_cm();
        at.z - zone.ground_at_file_cm(at).unwrap()
    };
    let lakes: Vec<ThingId> =
        zone.things().filter(|(_, it)| it.kind() == Kind::Water).map(|(id, _)| id).collect();
    let z = |zone: &Zone, id: ThingId| zone.thing(id).unwrap().pos_in_file_cm().z;
    let things: Vec<u32> = ids.iter().chain(&lakes).map(|id| id.0).collect();
    let actions = [
        r#""action":"align","to":"low","axis":"x""#,
        r#""action":"distribute","axis":"x""#,
        r#""action":"rotate","degrees":180,"about":"middle""#,
    ];
    for action in actions {
        let by_snap = |snap: &str| {
            let json = format!(r#"{{{action},"things":{{"ids":{things:?}}},"snap":"{snap}"}}"#);
            act(&zone, &json).unwrap()
        };
        let [exact, followed, grounded] = ["none", "follow-ground", "ground"].map(by_snap);
        let is_off = |id: &&ThingId| (above(&exact, **id) - above(&zone, **id)).abs() > 1.0;
        assert!(ids.iter().any(|id| is_off(&id)), "{action}: the ground is not flat");
        for id in &ids {
            assert_eq!(z(&exact, *id), z(&zone, *id), "{action}");
            let off = above(&followed, *id) - above(&zone, *id);
            assert!(off.abs() < 0.01, "{action}: {id} is {off} cm off");
        }
        let stands = |id: &ThingId| above(&grounded, *id).abs() < 0.01;
        assert!(ids.iter().filter(|id| stands(id)).count() + 2 >= ids.len(), "{action}");
        assert!(lakes.iter().all(|id| z(&followed, *id) == z(&zone, *id)), "{action}");
    }
    let before = act(&zone, r#"{"action":"align","things":"everything","axis":"x","to":"low"}"#);
    let json = r#"{"action":"align","things":"everything","axis":"x","to":"low","snap":"none"}"#;
    assert!(before.unwrap() == act(&zone, json).unwrap());
}

#[test]
fn water_keeps_its_height_wherever_it_goes() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Water);
    let place = |zone: &Zone, id: ThingId| zone.thing(id).unwrap().pos_in_file_cm();
    let from = place(&zone, id);
    let ground_cm = |x: f64, y: f64| zone.ground_at_file_cm(PosInFileCm { x, y, z: 0.0 }).unwrap();
    let (x, y) = (from.x - 3_200.0, from.y + 900.0);
    assert!((ground_cm(from.x, from.y) - ground_cm(x, y)).abs() > 1.0, "the lake is not flat");

    let things = format!(r#""things":{{"ids":[{}]}}"#, id.0);
    let copied = serde_json::to_string(zone.thing(id).unwrap()).unwrap();
    let new = ThingId(zone.n_ids());
    for snap in ["follow-ground", "ground", "cell-and-ground"] {
        let by = format!(r#""by":[-3200,900,0],"snap":"{snap}""#);
        let z = from.z;
        for (action, moved) in [
            (format!(r#"{{"action":"move",{things},{by}}}"#), id),
            (format!(r#"{{"action":"duplicate",{things},{by}}}"#), new),
            (
                format!(
                    r#"{{"action":"put-at","thing":{},"at":[{x},{y},{z}],"snap":"{snap}"}}"#,
                    id.0
                ),
                id,
            ),
            (
                format!(
                    r#"{{"action":"array",{things},"columns":2,"column_by":[-3200,900,0],"snap":"{snap}"}}"#
                ),
                new,
            ),
            (
                format!(
                    r#"{{"action":"paste","things":[{copied}],"at":[{x},{y}],"snap":"{snap}","ground_cm":[{}]}}"#,
                    ground_cm(from.x, from.y)
                ),
                new,
            ),
        ] {
            let after = act(&zone, &action).unwrap_or_else(|error| panic!("{action}: {error}"));
            let to = place(&after, moved);
            assert!((to.x - x).abs() <= 125.1 && (to.y - y).abs() <= 125.1, "{action}: {to:?}");
            assert_eq!(to.z, from.z, "{action}");
        }
    }
    let raised = act(
        &zone,
        &format!(r#"{{"action":"move",{things},"by":[-3200,900,50],"snap":"follow-ground"}}"#),
    );
    assert!((place(&raised.unwrap(), id).z - from.z - 50.0).abs() < 0.01);
}

#[test]
fn a_thing_is_put_once_or_not_at_all() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Deco);
    let thing = serde_json::to_value(zone.thing(id).unwrap()).unwrap();
    let moved = |by: f64| {
        let moved = zone.thing(id).unwrap().moved_by([by, 0.0, 0.0]).unwrap();
        serde_json::json!({ "id": id, "thing": moved })
    };
    let put = |things: serde_json::Value| {
        act(&zone, &serde_json::json!({ "action": "put-things", "things": things }).to_string())
    };
    let refused = put(serde_json::json!([moved(16_000.0), moved(16_100.0)])).unwrap_err();
    assert_eq!(refused.to_string(), format!("things is {id} twice, and has to be each thing once"));
    assert!(put(serde_json::json!([moved(16_000.0)])).is_ok());
    assert!(put(serde_json::json!([{ "id": id, "thing": thing }])).unwrap() == zone);
}

#[test]
fn a_place_that_is_no_number_is_named_and_stays_where_nothing_moves_it() {
    let id = first(&sample_zone(), Kind::Cnst);
    let one = format!(r#""things":{{"ids":[{}]}}"#, id.0);
    let nan = format!(r#"{{"action":"set",{one},"field":"z","to":"0x7fc00001"}}"#);
    let zone = act(&sample_zone(), &nan).unwrap();
    let z = |zone: &Zone| zone.thing(id).unwrap().corners_file_cm()[0][2];
    let at = zone.thing(id).unwrap().pos_in_file_cm();
    let align = format!(r#"{{"action":"align",{one},"axis":"x","to":{{"at":{}}}}}"#, at.x + 1.0);
    let aligned = act(&zone, &align).unwrap();
    assert_eq!(z(&aligned), z(&zone));
    assert_ne!(aligned.thing(id), zone.thing(id));

    let refused = |json: &str| act(&zone, json).unwrap_err().to_string();
    let by = |name: &str, by: &str| format!(r#"{{"action":"{name}",{one},"by":{by}}}"#);
    let expected = format!(
        "{id}: z is NaN, and has to be finite before it can be moved; Drop puts it on the ground"
    );
    assert_eq!(refused(&by("move", "[0,0,5]")), expected);
    let expected = "z of a cnst is NaN, so there is no place for its copy";
    assert_eq!(refused(&by("duplicate", "[0,0,5]")), expected);
    let dropped = act(&zone, &format!(r#"{{"action":"drop",{one}}}"#)).unwrap();
    assert!(z(&dropped).get().is_finite());

    let far = |json: &str| act(&dropped, json).unwrap_err().to_string();
    let expected = format!("{id}: the position is out of range");
    assert_eq!(far(&by("move", "[0,0,1e300]")), expected);
    let expected = "by is [0.0, 0.0, 1e300], and has to be short enough for a position in a float";
    assert_eq!(far(&by("duplicate", "[0,0,1e300]")), expected);
    let expected = "at is [0.0, 0.0, 1e300], and has to be numbers that a float can hold";
    assert_eq!(far(r#"{"action":"add","kind":"npc","at":[0,0,1e300]}"#), expected);
}

#[test]
fn water_is_not_dropped_onto_the_bottom_of_its_lake() {
    let zone = sample_zone();
    let drop: Action = serde_json::from_str(r#"{"action":"drop","things":"everything"}"#).unwrap();
    let resolved = drop.resolve(&zone).unwrap();
    let planes = || zone.things().filter(|(_, thing)| thing.kind() == Kind::Water);
    assert!(planes().count() > 0);
    assert!(planes().all(|(id, plane)| resolved.zone.thing(id) == Some(plane)));
    assert!(
        resolved.notes.iter().any(|note| note.contains("of water stay")),
        "{:?}",
        resolved.notes
    );
}

#[test]
fn what_is_aligned_or_distributed_stays_where_it_is_along_the_other_axis() {
    let zone = sample_zone();
    let ids: Vec<ThingId> = {
        let decos = zone.things().filter(|(_, thing)| thing.kind() == Kind::Deco);
        decos.map(|(id, _)| id).take(9).collect()
    };
    let things: Vec<u32> = ids.iter().map(|id| id.0).collect();
    let value = |zone: &Zone, id: ThingId, field: Field| {
        zone.thing(id).unwrap().value(field).map(|value| format!("{value:?}"))
    };
    for snap in ["none", "cell", "ground", "cell-and-ground", "follow-ground"] {
        for (action, own, other) in [
            (r#""action":"align","to":"low","axis":"x""#, Field::X, Field::Y),
            (r#""action":"align","to":"high","axis":"y""#, Field::Y, Field::X),
            (r#""action":"distribute","axis":"x""#, Field::X, Field::Y),
        ] {
            let json = format!(r#"{{{action},"things":{{"ids":{things:?}}},"snap":"{snap}"}}"#);
            let after = act(&zone, &json).unwrap();
            assert!(ids.iter().all(|id| value(&zone, *id, other) == value(&after, *id, other)));
            let places: BTreeSet<_> = ids.iter().map(|id| value(&after, *id, own)).collect();
            assert_eq!(places.len(), if json.contains("align") { 1 } else { ids.len() }, "{json}");
            let stays = |id: &&ThingId| value(&zone, **id, own) == value(&after, **id, own);
            assert!(ids.iter().any(|id| stays(&id)));
            for id in ids.iter().filter(stays) {
                assert_eq!(zone.thing(*id), after.thing(*id), "{json}: it was there already");
            }
        }
        let json = format!(
            r#"{{"action":"align","to":"low","axis":"z","things":{{"ids":{things:?}}},"snap":"{snap}"}}"#
        );
        let after = act(&zone, &json).unwrap();
        let heights: BTreeSet<_> = ids.iter().map(|id| value(&after, *id, Field::Z)).collect();
        assert_eq!(heights.len(), 1, "{snap}");
    }
}

#[test]
fn a_new_point_has_a_name_that_no_other_point_has() {
    let zone = sample_zone();
    let name = |zone: &Zone, id: u32| match zone.thing(ThingId(id)).unwrap() {
        Thing::Point(point) => point.name.text().decode(zone.code_page()).into_owned(),
        other => panic!("{other:?}"),
    };
    let at = zone.thing(first(&zone, Kind::Npc)).unwrap().pos_in_file_cm();
    let add = format!(r#"{{"action":"add","kind":"point","at":[{},{},{}]}}"#, at.x, at.y, at.z);
    let one = act(&zone, &add).unwrap();
    let two = act(&one, &add).unwrap();
    let n = zone.n_ids();
    assert_eq!([name(&one, n), name(&two, n + 1)], ["start-2", "start-3"]);
    let named = add.replace("]}", r#"],"fields":{"name":"start"}}"#);
    assert_eq!(name(&act(&zone, &named).unwrap(), n), "start", "as it was asked for");
}

#[test]
fn copies_of_everything_end_where_a_zone_has_room_for_no_more() {
    let zone = sample_zone();
    let mut one = zone.clone();
    let thing = one.thing(first(&one, Kind::Deco)).cloned().unwrap();
    let n_room = MOST_THINGS - zone.n_things();
    let refusal = one.add_things(vec![thing.clone(); n_room + 1]).unwrap_err();
    let expected = format!(
        "the zone has {} things and {} would be added, but it only has room for 250000; add fewer \
        at once",
        zone.n_things(),
        n_room + 1
    );
    assert_eq!(refusal.to_string(), expected);
    assert!(one == zone);
    one.add_things(vec![thing; n_room]).unwrap();
    let everything = act_quietly(&one, r#"{"action":"duplicate","things":"everything"}"#);
    assert!(matches!(everything, Err(Refusal::TooMany { .. })), "{everything:?}");
}

/// The same without a check of all that is in the zone.
fn act_quietly(zone: &Zone, json: &str) -> Result<(), Refusal> {
    serde_json::from_str::<Action>(json).unwrap().resolve(zone).map(|_| ())
}
