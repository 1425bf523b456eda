//! What holds for assets.

use serde_json::{Value, json};

use crate::format::file::{Content, Kind, read};
use crate::format::text::CodePage;
use crate::world::Document;
use crate::world::asset::action::Action;
use crate::world::asset::merge::{Merged, Take, compare, merge, place_of, take};
use crate::world::asset::place::Place;
use crate::world::asset::shape::{Way, lists_of};
use crate::world::asset::{Asset, FORMATS, Unfit};
use crate::world::scripted::Scripted;
use crate::world::three_way::{Change, Conflict};

fn asset_of(kind: Kind, value: Value) -> Asset {
    Asset::new(&Content::from_value(kind, value).unwrap(), CodePage::Cp949).unwrap()
}

fn part(mesh: u16, material: u16, properties: &Value) -> Value {
    json!({ "mesh": mesh, "material": material, "properties": properties })
}

fn material(path: &str) -> Value {
    json!({
        "path": path, "is_skin": 0, "alpha_enabled": 1, "two_sided": 0, "alpha_test": 1,
        "alpha_ref": 128, "z_test": 1, "z_write": 1, "blend": 0, "specular": 0, "alpha": 1.0,
        "glow": 0, "glow_colour": [0.0, 0.0, 0.0],
    })
}

/// A house of three parts in the second place; its first part is the parent of the others.
pub(crate) fn objects() -> Asset {
    let odd =
        json!([{ "collision": 12 }, { "other": { "id": 9, "payload": "4d" } }, { "parent": 1 }]);
    let house = json!({
        "parts": [
            part(0, 1, &json!([{ "position": [1.0, 2.0, 3.0] }, { "parent": 1 }, { "collision": 12 }])),
            part(2, 2, &json!([{ "parent": 1 }, { "motion": "3DDATA\\MILL.ZMO" }])),
            part(2, 1, &odd),
        ],
        "effects": [{ "effect": 65535, "type": 0, "properties": [] }, { "effect": 1, "type": 1, "properties": [] }],
        "bounds": [0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
    });
    let value = json!({
        "meshes": ["A.ZMS", "B.ZMS", "C.ZMS"],
        "materials": [material("A.DDS"), material("B.DDS"), material("B.DDS")],
        "effects": ["FIRE.EFT", "LAMP.EFT"],
        "objects": [
            { "radius": 1, "x": 0, "y": 0, "body": null },
            { "radius": 2, "x": 0, "y": 0, "body": house },
        ],
        "tail": "",
    });
    asset_of(Kind::Zsc, value)
}

fn characters() -> Asset {
    let character = json!({
        "present": 1, "skeleton": 1, "name": { "hex": "baed" }, "models": [7, 8],
        "motions": [{ "action": 0, "motion": 1 }, { "action": 65535, "motion": 52685 }],
        "effects": [{ "dummy": 3, "effect": 0 }],
    });
    let value = json!({
        "skeletons": ["A.ZMD", "B.ZMD"], "motions": ["STOP.ZMO", "WALK.ZMO", "RUN.ZMO"],
        "effects": ["GLOW.EFT"], "characters": [null, character, null], "tail": "",
    });
    asset_of(Kind::Chr, value)
}

fn motion(end: &Value) -> Asset {
    let mut value = json!({
        "fps": 30, "n_frames": 2,
        "channels": [
            { "type": 2, "bone": 0, "frames": [[0.0, 0.0, 0.0], [1.0, 0.0, -0.0]] },
            { "type": 1024, "bone": 1, "frames": [1.0, 2.0] },
        ],
    });
    value.as_object_mut().unwrap().append(&mut end.as_object().unwrap().clone());
    asset_of(Kind::Zmo, value)
}

fn effect() -> Asset {
    let value = json!({ "name": "", "use_sound": 0xcdcd_cd00_u32, "sound": "NULL", "loops": 1, "particles": [], "meshes": [], "tail": "" });
    done(&done(&asset_of(Kind::Eft, value), &add("particles")), &add("meshes"))
}

fn particles() -> Asset {
    let empty = asset_of(Kind::Ptl, json!({ "sequences": [], "tail": "" }));
    done(&done(&empty, &add("sequences")), &add("sequences[0].events"))
}

fn all() -> [Asset; 7] {
    [
        objects(),
        characters(),
        motion(&json!({ "tail": "00ff" })),
        motion(&json!({ "tail": "" })),
        motion(&json!({ "extension": { "gap": "01", "events": [0, 21], "blend_ms": 500 } })),
        effect(),
        particles(),
    ]
}

fn set(place: &str, to: impl Into<Value>) -> Value {
    let to: Value = to.into();
    json!({ "action": "set-field", "place": place, "to": to })
}

fn add(list: &str) -> Value {
    json!({ "action": "add-thing", "list": list })
}

fn remove(list: &str, indices: &[usize]) -> Value {
    json!({ "action": "remove-things", "list": list, "indices": indices })
}

fn resolve(asset: &Asset, action: &Value) -> Result<Asset, String> {
    let action = Action::from_parts(action["action"].as_str().unwrap(), action).unwrap();
    let resolved = action.resolve(asset).map_err(|refusal| refusal.to_string())?;
    let Some(edit) = resolved.edit else {
        assert!(resolved.asset == *asset);
        return Ok(resolved.asset);
    };
    // Doing it, undoing it, and what a journal has of it.
    let mut edited = asset.clone();
    let mut swapped = edit.clone();
    edited.swap(&mut swapped);
    assert!(edited == resolved.asset);
    edited.swap(&mut swapped);
    assert!(edited == *asset, "undone");
    assert_eq!(edited.to_bytes(), asset.to_bytes());
    let mut written = Vec::new();
    Asset::write_edit(&edit, &mut written);
    assert_eq!(asset.read_edit(&written).unwrap(), edit);
    for n in 0..written.len() {
        assert!(asset.read_edit(&written[..n]).is_err());
    }
    Ok(resolved.asset)
}

fn done(asset: &Asset, action: &Value) -> Asset {
    resolve(asset, action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"))
}

fn refused(asset: &Asset, action: &Value) -> String {
    resolve(asset, action).map(|_| ()).unwrap_err()
}

fn at(asset: &Asset, place: &str) -> Value {
    asset.get(&place.parse().unwrap()).cloned().unwrap_or_else(|| panic!("{place}"))
}

/// How many bytes differ between files of one length.
fn n_different(a: &Asset, b: &Asset) -> usize {
    let (a, b) = (a.to_bytes().unwrap(), b.to_bytes().unwrap());
    assert_eq!(a.len(), b.len());
    a.iter().zip(&b).filter(|(a, b)| a != b).count()
}

#[test]
fn a_field_that_is_set_changes_its_own_bytes_alone() {
    let rows = [
        (objects(), "objects[1].parts[2].collision", json!(13), 1),
        (objects(), "objects[1].parts[0].position[1]", json!(2.5), 1),
        (objects(), "materials[1].alpha", json!(0.5), 1),
        (objects(), "materials[1].two_sided", json!(true), 1),
        (objects(), "meshes[1]", json!("X.ZMS"), 1),
        (objects(), "objects[1].effects[1].effect", json!(0), 1),
        (objects(), "objects[0].radius", json!(-1), 4),
        (characters(), "characters[1].motions[0].motion", json!(2), 1),
        (characters(), "characters[1].models[1]", json!(9), 1),
        (motion(&json!({ "tail": "00ff" })), "channels[0].frames[1]", json!([1.0, 0.0, 0.0]), 1),
        (motion(&json!({ "tail": "" })), "fps", json!(31), 1),
        (effect(), "particles[0].use_motion", json!(true), 1),
        (effect(), "use_sound", json!(true), 1),
        (effect(), "meshes[0].placing.position_cm", json!([1.0, 0.0, 0.0]), 2),
        (particles(), "sequences[0].gravity[1]", json!([0.0, 0.0, 1.0]), 2),
        (particles(), "sequences[0].events[0].values[3]", json!(0.5), 1),
    ];
    for (asset, place, to, n_bytes) in rows {
        let changed = done(&asset, &set(place, to));
        assert_eq!(n_different(&asset, &changed), n_bytes, "{place}");
    }
    let events =
        motion(&json!({ "extension": { "gap": "01", "events": [0, 21], "blend_ms": 500 } }));
    assert_eq!(n_different(&events, &done(&events, &set("events[0]", json!(7)))), 1);
    assert_eq!(n_different(&events, &done(&events, &set("blend_ms", json!(501)))), 1);
}

#[test]
fn every_field_is_kept_when_it_is_set_to_what_it_has() {
    for asset in all() {
        let mut n_fields = 0;
        let mut places: Vec<Place> =
            asset.names().map(|(name, _)| Place::default().field(name)).collect();
        while let Some(place) = places.pop() {
            let items = asset.n_things(&place).unwrap_or_default();
            places.extend((0..items).map(|n| place.nth(n)));
            let Some(value) = asset.get(&place).cloned() else { continue };
            let fields = value.as_object().into_iter().flat_map(|fields| fields.keys());
            places.extend(fields.map(|name| place.field(name)));
            let action = Action::from_parts(
                "set-field",
                &json!({ "place": place.to_string(), "to": value }),
            );
            if let Ok(resolved) = action.unwrap().resolve(&asset) {
                assert_eq!(resolved.edit, None, "{place}");
                n_fields += 1;
            }
        }
        assert!(n_fields > 5, "{}", asset.kind().name());
    }
}

#[test]
fn properties_of_a_part_come_and_go_and_unknown_ones_stay() {
    let house = objects();
    let place = "objects[1].parts[2].lightmap";
    let with = done(&house, &set(place, json!(3)));
    assert_eq!(with.to_bytes().unwrap().len(), house.to_bytes().unwrap().len() + 4);
    assert_eq!(at(&with, "objects[1].parts[2].collision"), 12);
    let without = done(&with, &set(place, Value::Null));
    assert_eq!(without.to_bytes(), house.to_bytes());
    let none = done(&house, &set("objects[1].parts[2].collision", Value::Null));
    let content = none.content().unwrap();
    let Content::Zsc(zsc) = &content else { panic!() };
    let left = serde_json::to_value(&zsc.objects[1].parts()[2].properties).unwrap();
    assert_eq!(left, json!([{ "other": { "id": 9, "payload": "4d" } }, { "parent": 1 }]));
}

#[test]
fn every_field_that_may_be_absent_comes_and_goes() {
    use crate::world::asset::field::optional;
    let events = motion(&json!({ "extension": { "gap": "", "events": [0, 21] } }));
    let mut n_fields = 0;
    for (asset, around) in
        [(objects(), "objects[1].parts[0]."), (objects(), "objects[1].effects[0]."), (events, "")]
    {
        let fields: Vec<String> = match around.trim_end_matches('.').parse::<Place>() {
            Ok(place) => {
                at(&asset, &place.to_string()).as_object().unwrap().keys().cloned().collect()
            }
            Err(_) => vec!["fps".to_owned(), "blend_ms".to_owned()],
        };
        for field in fields {
            let place = format!("{around}{field}");
            let pattern = place.parse::<Place>().unwrap().pattern();
            let Some(first) = optional(asset.kind(), &pattern) else {
                if at(&asset, &place).is_number() {
                    assert!(resolve(&asset, &set(&place, Value::Null)).is_err(), "{place}");
                }
                continue;
            };
            let with = done(&asset, &set(&place, first.clone()));
            assert_eq!(at(&with, &place), first);
            assert_eq!(at(&done(&with, &set(&place, Value::Null)), &place), Value::Null);
            n_fields += 1;
        }
    }
    assert_eq!(n_fields, 23);
}

#[test]
fn numbers_follow_the_things_that_they_refer_to() {
    let house = done(&objects(), &remove("materials", &[0]));
    let numbers = |field: &str| {
        [0, 1, 2].map(|n| at(&house, &format!("objects[1].parts[{n}].{field}")).as_u64().unwrap())
    };
    assert_eq!((numbers("material"), numbers("mesh")), ([0, 1, 0], [0, 2, 2]));
    let fewer = done(&house, &remove("meshes", &[1]));
    assert_eq!(at(&fewer, "objects[1].parts[1].mesh"), 1);
    let lamp = done(&house, &remove("effects", &[0]));
    assert_eq!(at(&lamp, "objects[1].effects[1].effect"), 0);
    assert_eq!(at(&lamp, "objects[1].effects[0].effect"), 65535);
    let chain = done(&objects(), &set("objects[1].parts[2].parent", json!(2)));
    let message = refused(&chain, &remove("objects[1].parts", &[1]));
    assert!(message.contains("objects[1].parts[1] is in use by objects[1].parts[2]"), "{message}");
    let loose = done(&chain, &set("objects[1].parts[1].parent", Value::Null));
    let moved = done(&loose, &remove("objects[1].parts", &[0]));
    assert_eq!(at(&moved, "objects[1].parts[1].parent"), 1);
    let chr = done(&characters(), &remove("motions", &[0]));
    assert_eq!(at(&chr, "characters[1].motions[0].motion"), 0);
    assert_eq!(at(&chr, "characters[1].motions[1].motion"), 0xcdcd);
    assert_eq!(at(&done(&chr, &remove("skeletons", &[0])), "characters[1].skeleton"), 0);
}

#[test]
fn an_effect_follows_the_part_that_it_hangs_on() {
    let lamp = done(&objects(), &set("objects[1].effects[1].parent", json!(2)));
    let loose = done(&lamp, &set("objects[1].parts[1].parent", Value::Null));
    let loose = done(&loose, &set("objects[1].parts[2].parent", Value::Null));
    let moved = done(&loose, &remove("objects[1].parts", &[0]));
    assert_eq!(at(&moved, "objects[1].effects[1].parent"), 1);
    let message = refused(&moved, &remove("objects[1].parts", &[0]));
    assert!(
        message.contains("objects[1].parts[0] is in use by objects[1].effects[1]"),
        "{message}"
    );
    let message = refused(&lamp, &set("objects[1].effects[1].parent", json!(4)));
    assert!(message.contains("there is no part 4; the file has 3"), "{message}");
}

#[test]
fn a_thing_in_use_stays_and_the_refusal_names_its_users() {
    let message = refused(&objects(), &remove("materials", &[1]));
    assert_eq!(
        message,
        "materials[1] is in use by objects[1].parts[0], objects[1].parts[2]; change that first"
    );
    let message = refused(&characters(), &remove("effects", &[0]));
    assert_eq!(message, "effects[0] is in use by characters[1].effects[0]; change that first");
    // A part that is its own parent, with all that hang on it.
    let bare = done(&objects(), &remove("objects[1].effects", &[0, 1]));
    let message = refused(&bare, &remove("objects[1].parts", &[0, 1, 2]));
    assert!(message.contains("an object without parts has no effects and no bounds"), "{message}");
}

#[test]
fn things_that_other_files_know_by_number_leave_an_empty_place() {
    let empty = done(&objects(), &remove("objects", &[1]));
    assert_eq!(empty.n_things(&"objects".parse().unwrap()), Some(2));
    assert_eq!(at(&empty, "objects[1].parts"), json!([]));
    let gone = done(&characters(), &remove("characters", &[1]));
    assert_eq!(at(&gone, "characters[1]"), Value::Null);
    let back = done(&gone, &add("characters[1]"));
    assert_eq!(at(&back, "characters[1].skeleton"), 0);
    let message = refused(&characters(), &add("characters[1]"));
    assert!(message.contains("characters[1] is no list of things"), "{message}");
    let copy = json!({ "action": "add-thing", "list": "characters[2]", "like": 1 });
    let copied = done(&characters(), &copy);
    assert_eq!(at(&copied, "characters[2]"), at(&copied, "characters[1]"));
}

#[test]
fn every_list_gets_a_new_thing_and_a_copy() {
    let mut n_lists = 0;
    for asset in all() {
        for list in lists_of(asset.kind()) {
            let place = list.pattern.replace("objects[]", "objects[1]");
            let place = place.replace("characters[]", "characters[1]").replace("[]", "[0]");
            if asset.n_things(&place.parse().unwrap()).is_none() {
                continue;
            }
            n_lists += 1;
            let n = asset.n_things(&place.parse().unwrap()).unwrap();
            let more = done(&asset, &add(&place));
            assert_eq!(more.n_things(&place.parse().unwrap()), Some(n + 1), "{place}");
            let copy = json!({ "action": "add-thing", "list": place, "like": n });
            let copied = done(&more, &copy);
            assert_eq!(
                at(&copied, &format!("{place}[{n}]")),
                at(&copied, &format!("{place}[{}]", n + 1))
            );
            if list.way == Way::Rows {
                let back = done(&more, &remove(&place, &[n]));
                assert_eq!(back.to_bytes(), asset.to_bytes(), "{place}");
            }
        }
    }
    assert!(n_lists > 18, "{n_lists}");
}

#[test]
fn a_motion_without_events_gets_one_for_each_frame() {
    let plain = motion(&json!({ "tail": "" }));
    assert!(refused(&plain, &set("blend_ms", json!(5))).contains("without events"));
    let with = done(&plain, &add("events"));
    assert_eq!(with.n_things(&"events".parse().unwrap()), Some(2));
    let bytes = done(&with, &set("events[1]", json!(21))).to_bytes().unwrap();
    assert!(bytes.ends_with(b"EZMO"));
    let blend = done(&with, &set("blend_ms", json!(500))).to_bytes().unwrap();
    assert!(blend.ends_with(b"3ZMO"));
    let odd = motion(&json!({ "tail": "00ff" }));
    assert!(refused(&odd, &add("events")).contains("not both"));
}

#[test]
fn an_event_of_a_different_type_has_as_many_values() {
    let sizes = done(&particles(), &set("sequences[0].events[0].type", json!(1)));
    assert_eq!(at(&sizes, "sequences[0].events[0].values").as_array().unwrap().len(), 4);
    let message = refused(&particles(), &set("sequences[0].events[0].type", json!(14)));
    assert!(message.contains("no event has the type 14"), "{message}");
}

#[test]
fn what_a_file_cannot_hold_is_refused() {
    let rows = [
        (objects(), set("materials[0].glow", json!(70_000)), "materials[0].glow: "),
        (objects(), set("materials[0].alpha", json!("much")), "materials[0].alpha: "),
        (objects(), set("materials[0].glow_colour", json!([1.0])), "materials[0].glow_colour: "),
        (objects(), set("materials[0].glow", Value::Null), "materials[0].glow: "),
        (objects(), set("meshes[0]", json!("a\u{0}b")), "zero byte"),
        (objects(), set("meshes[0]", json!("😀")), "CP949 (Korean) lacks"),
        (objects(), set("meshes[9]", json!("a")), "there is no meshes[9]; meshes has 3 things"),
        (objects(), set("meshes", json!("a")), "meshes is no field; it is a list"),
        (
            objects(),
            set("objects[1]", json!("a")),
            "objects[1] is no field; its fields are: radius",
        ),
        (objects(), set("objects[1].parts[0].colision", json!(1)), "has: mesh, material, position"),
        (
            objects(),
            set("objects[1].parts[0].mesh", json!(3)),
            "there is no mesh 3; the file has 3",
        ),
        (
            objects(),
            set("objects[1].parts[0].parent", json!(4)),
            "there is no part 4; the file has 3",
        ),
        (objects(), set("objects[1].parts[2].layout", Value::Null), "kept as it is"),
        (objects(), set("tail", json!("00")), "tail is kept as it is"),
        (objects(), set("a[", json!(0)), "\"a[\" is no place"),
        (objects(), add("objects[0].effects"), "an object without parts has no effects"),
        (objects(), add("parts"), "parts is no list of things; the lists are: meshes"),
        (objects(), remove("meshes", &[7]), "there is no mesh 7; the file has 3"),
        (characters(), set("characters[0]", json!({})), "it is an empty place"),
        (motion(&json!({ "tail": "" })), set("n_frames", json!(3)), "n_frames is kept as it is"),
        (
            motion(&json!({ "tail": "" })),
            set("channels[0].frames", json!([])),
            "channel 0 has 0 frames, but the motion has 2",
        ),
    ];
    for (asset, action, expected) in rows {
        let message = refused(&asset, &action);
        assert!(message.contains(expected), "{action}: {message}");
    }
    let empty = asset_of(
        Kind::Zsc,
        json!({ "meshes": [], "materials": [], "effects": [], "objects": [{ "radius": 0, "x": 0, "y": 0, "body": null }], "tail": "" }),
    );
    let message = refused(&empty, &add("objects[0].parts"));
    assert_eq!(message, "a new part needs a mesh, and the file has none; add one to meshes first");
}

#[test]
fn things_are_called_by_what_is_in_them() {
    let called = |asset: &Asset, place: &str| asset.called(&place.parse().unwrap());
    let rows = [
        (objects(), "materials[1]", "B.DDS"),
        (objects(), "objects[0]", ""),
        (objects(), "objects[1]", "A.ZMS"),
        (objects(), "objects[1].parts[1]", "C.ZMS"),
        (objects(), "objects[1].effects[0]", "a place"),
        (objects(), "objects[1].effects[1]", "LAMP.EFT"),
        (characters(), "characters[1]", "블"),
        (characters(), "characters[1].motions[0]", "stop  WALK.ZMO"),
        (characters(), "characters[1].motions[1]", "not set"),
        (characters(), "characters[1].models[0]", "7"),
        (motion(&json!({ "tail": "" })), "channels[1]", "scale of 1"),
        (particles(), "sequences[0].events[0]", "colour"),
        (effect(), "particles[0]", "NULL"),
    ];
    for (asset, place, name) in rows {
        assert_eq!(called(&asset, place), name, "{place}");
    }
}

#[test]
fn every_field_with_a_meaning_is_there() {
    use crate::world::asset::field::{Sort, sort_of};
    let mut n_meant = 0;
    for asset in all() {
        let mut places: Vec<Place> =
            asset.names().map(|(name, _)| Place::default().field(name)).collect();
        while let Some(place) = places.pop() {
            let items = asset.n_things(&place).unwrap_or_default();
            places.extend((0..items).map(|n| place.nth(n)));
            let Some(value) = asset.get(&place) else { continue };
            let fields = value.as_object().into_iter().flat_map(|fields| fields.keys());
            places.extend(fields.map(|name| place.field(name)));
            match sort_of(asset.kind(), &place.pattern()) {
                Sort::Plain | Sort::Kept => {}
                _ => {
                    assert!(value.is_u64() || value.is_null(), "{place}: {value}");
                    n_meant += 1;
                }
            }
        }
    }
    assert!(n_meant > 60, "{n_meant}");
}

#[test]
fn texts_are_typed_in_the_code_page() {
    let named = done(&characters(), &set("characters[1].name", json!("뱃")));
    let Content::Chr(chr) = named.content().unwrap() else { panic!() };
    let name = &chr.characters[1].as_ref().unwrap().name;
    assert_eq!(name.as_bytes(), b"\xb9\xee");
}

fn merged(base: &Asset, ours: &Asset, theirs: &Asset) -> (Asset, Vec<Conflict>) {
    let merged = merge(base, ours, theirs).unwrap();
    (merged.asset, merged.conflicts)
}

#[test]
fn changes_of_both_sides_are_merged_and_numbers_follow() {
    let base = objects();
    let ours = done(&base, &remove("materials", &[0]));
    let theirs = done(&base, &set("objects[1].parts[0].collision", json!(28)));
    let theirs = done(&theirs, &json!({ "action": "add-thing", "list": "materials", "like": 2 }));
    let theirs = done(&theirs, &set("objects[1].parts[2].material", json!(3)));
    let (both, conflicts) = merged(&base, &ours, &theirs);
    assert_eq!(conflicts, []);
    assert_eq!(at(&both, "objects[1].parts[0].collision"), 28);
    let materials = [0, 1, 2].map(|n| at(&both, &format!("objects[1].parts[{n}].material")));
    assert_eq!(materials, [0, 1, 2]);
    assert_eq!(both.n_things(&"materials".parse().unwrap()), Some(3));
    let (other, _) = merged(&base, &theirs, &ours);
    assert_eq!(other.to_bytes(), both.to_bytes());
}

#[test]
fn a_field_that_both_changed_is_a_conflict_and_ours_stays() {
    let base = objects();
    let ours = done(&base, &set("materials[1].alpha", json!(0.5)));
    let theirs = done(&base, &set("materials[1].alpha", json!(0.25)));
    let theirs = done(&theirs, &set("materials[1].glow", json!(2)));
    let (both, conflicts) = merged(&base, &ours, &theirs);
    assert_eq!(
        (at(&both, "materials[1].alpha"), at(&both, "materials[1].glow")),
        (0.5.into(), 2.into())
    );
    let Conflict { thing, field, base, ours, theirs } = &conflicts[0];
    assert_eq!(
        (thing.to_string().as_str(), &**field, conflicts.len()),
        ("materials 1", "alpha", 1)
    );
    assert_eq!((base, ours, theirs), (&json!(1.0), &json!(0.5), &json!(0.25)));
}

#[test]
fn what_one_side_removed_and_the_other_uses_comes_back_as_a_conflict() {
    let base = done(&objects(), &set("objects[1].parts[0].mesh", json!(1)));
    let ours = done(&base, &remove("meshes", &[0]));
    let theirs = done(&base, &set("objects[1].parts[0].mesh", json!(0)));
    let (both, conflicts) = merged(&base, &ours, &theirs);
    let mesh = at(&both, "objects[1].parts[0].mesh").as_u64().unwrap();
    assert_eq!(at(&both, &format!("meshes[{mesh}]")), "A.ZMS");
    assert_eq!(conflicts.len(), 1);
    assert_eq!((&conflicts[0].base, &conflicts[0].ours), (&json!("A.ZMS"), &Value::Null));
    let untouched = at(&both, "objects[1].parts[1].mesh").as_u64().unwrap();
    assert_eq!(at(&both, &format!("meshes[{untouched}]")), "C.ZMS");
}

#[test]
fn a_conflict_is_decided_for_the_other_side() {
    let base = objects();
    let ours = done(&base, &set("objects[1].parts[1].collision", json!(4)));
    let ours = done(&done(&ours, &set("meshes[1]", json!("OURS.ZMS"))), &remove("materials", &[0]));
    let theirs = done(&base, &set("objects[1].parts[1].collision", json!(28)));
    let theirs = done(&theirs, &set("meshes[1]", json!("THEIRS.ZMS")));
    let theirs = done(&theirs, &set("materials[0].glow", json!(3)));
    let Merged { asset: both, conflicts, takes } = merge(&base, &ours, &theirs).unwrap();
    assert_eq!((conflicts.len(), takes.len()), (3, 3), "{conflicts:?}");
    let all = both.with_theirs(&takes).unwrap();
    assert_eq!(at(&all, "objects[1].parts[1].collision"), 28);
    assert_eq!(
        (at(&all, "meshes[1]"), at(&all, "materials[2].glow")),
        (json!("THEIRS.ZMS"), json!(3))
    );
    // The part is at a different place by now; and then it has a value that is nobody's.
    let place = |take: &Take| match take {
        Take::Set { place, .. } => place.ends_with("collision"),
        _ => false,
    };
    let one: Vec<Take> = takes.iter().filter(|take| place(take)).cloned().collect();
    let moved = done(&both, &set("objects[1].parts[1].parent", Value::Null));
    let moved = done(&moved, &set("objects[1].parts[2].parent", Value::Null));
    let moved = done(&moved, &remove("objects[1].parts", &[0]));
    assert_eq!(moved.place_of_take(&one[0]).unwrap().to_string(), "objects[1].parts[0].collision");
    let taken = moved.with_theirs(&one).unwrap();
    assert_eq!(at(&taken, "objects[1].parts[0].collision"), 28);
    let set_since = done(&moved, &set("objects[1].parts[0].collision", json!(5)));
    assert!(set_since.with_theirs(&one).unwrap_err().contains("set it by hand"));
}

#[test]
fn their_number_is_refused_where_it_would_lead_to_something_different() {
    let base = objects();
    let mesh = |n: u32| done(&base, &set("objects[1].parts[0].mesh", json!(n)));
    let base_theirs = done(&mesh(2), &set("meshes[0]", json!("THEIRS.ZMS")));
    let Merged { asset: both, takes, .. } = merge(&base, &mesh(1), &base_theirs).unwrap();
    let takes: Vec<Take> = serde_json::from_value(serde_json::to_value(takes).unwrap()).unwrap();
    let taken = both.with_theirs(&takes).unwrap();
    assert_eq!(at(&taken, "objects[1].parts[0].mesh"), 2);
    // The other parts no longer use the mesh, and the list changes.
    let free = done(&both, &set("objects[1].parts[1].mesh", json!(1)));
    let free = done(&free, &set("objects[1].parts[2].mesh", json!(1)));
    let more = done(&free, &add("meshes"));
    assert!(more.with_theirs(&takes).is_ok());
    let fewer = done(&more, &remove("meshes", &[2]));
    assert_eq!(fewer.n_things(&"meshes".parse().unwrap()), Some(3));
    let message = fewer.with_theirs(&takes).unwrap_err();
    assert_eq!(message, "meshes[2] was changed since the merge; set it by hand");
    let gone = done(&fewer, &remove("meshes", &[2]));
    assert!(gone.with_theirs(&takes).unwrap_err().contains("meshes[2] was changed"));
    // What was kept without the things that it needs.
    let mut old = serde_json::to_value(&takes).unwrap();
    old[0]["set"].as_object_mut().unwrap().shift_remove("needs").unwrap();
    let old: Vec<Take> = serde_json::from_value(old).unwrap();
    let message = gone.with_theirs(&old).unwrap_err();
    assert!(message.contains("there is no mesh 2; the file has 2"), "{message}");
}

#[test]
fn a_thing_that_they_removed_goes_where_somebody_decides_so() {
    let base = done(&particles(), &add("sequences"));
    let ours = done(&base, &set("sequences[1].loops", json!(9)));
    let theirs = done(&base, &remove("sequences", &[1]));
    let Merged { asset: both, takes, .. } = merge(&base, &ours, &theirs).unwrap();
    assert!(matches!(takes.as_slice(), [Take::Remove { place, .. }] if place == "sequences[1]"));
    let decided = both.with_theirs(&takes).unwrap();
    assert_eq!(decided.to_bytes(), theirs.to_bytes());
    let Merged { asset: both, takes, .. } = merge(&base, &theirs, &ours).unwrap();
    let decided = both.with_theirs(&takes).unwrap();
    assert_eq!(at(&decided, "sequences[1].loops"), 9);
}

#[test]
fn things_that_both_added_at_one_number_are_a_conflict() {
    let base = objects();
    let copy = |n: usize| json!({ "action": "add-thing", "list": "objects", "like": n });
    let ours = done(&done(&base, &add("objects")), &set("objects[2].radius", json!(7)));
    let theirs = done(&done(&base, &copy(1)), &set("objects[2].radius", json!(9)));
    let theirs = done(&theirs, &json!({ "action": "add-thing", "list": "meshes", "like": 0 }));
    let theirs = done(&theirs, &set("objects[2].parts[1].mesh", json!(3)));
    let theirs = done(&done(&theirs, &copy(0)), &set("objects[3].radius", json!(11)));
    let Merged { asset: both, conflicts, takes } = merge(&base, &ours, &theirs).unwrap();
    let radius = |asset: &Asset| [2, 3].map(|n| at(asset, &format!("objects[{n}].radius")));
    assert_eq!(both.n_things(&"objects".parse().unwrap()), Some(4));
    assert_eq!(radius(&both), [7, 11]);
    let said: Vec<String> =
        conflicts.iter().map(|it| format!("{}: {}", it.thing, it.field)).collect();
    assert_eq!(
        (said.as_slice(), conflicts[0].base.is_null()),
        (&["objects 2: whole".into()][..], true)
    );
    assert_eq!(
        (&conflicts[0].ours["radius"], &conflicts[0].theirs["radius"]),
        (&json!(7), &json!(9))
    );
    // Theirs replaces ours, with its parts and their numbers.
    assert_eq!(both.with_theirs(&takes).unwrap().to_bytes(), theirs.to_bytes());
    let (other, conflicts) = merged(&base, &theirs, &ours);
    assert_eq!((radius(&other), conflicts.len()), ([json!(9), json!(11)], 1));
    // The same thing on both sides is one, and a number between others stays free.
    let (same, conflicts) = merged(&base, &theirs, &theirs.clone());
    assert!(same == theirs && conflicts.is_empty());
    let last = take(&base, &theirs, &|change| change.thing.to_string() == "objects 3").unwrap();
    assert_eq!((radius(&last), at(&last, "objects[2].parts")), ([json!(0), json!(11)], json!([])));
    // Of characters, an empty place is a thing too.
    let more = |asset: &Asset| done(asset, &add("characters"));
    let base = characters();
    let ours = done(&more(&base), &set("characters[3].skeleton", json!(1)));
    let theirs = more(&more(&base));
    let (both, conflicts) = merged(&base, &ours, &theirs);
    assert_eq!((conflicts.len(), at(&both, "characters[3].skeleton")), (1, json!(1)));
    assert_eq!(at(&both, "characters[4].skeleton"), 0);
    let free = done(&theirs, &remove("characters", &[3, 4]));
    assert_eq!(changes(&base, &free).len(), 2);
    assert_eq!(
        merged(&base, &free, &more(&base)).0.n_things(&"characters".parse().unwrap()),
        Some(5)
    );
}

#[test]
fn a_thing_is_found_by_its_name_in_words() {
    let rows = [
        ("objects 12, parts 0", "objects[12].parts[0]"),
        ("characters 3 \"a, b \\\"c\\\"\", motions 4", "characters[3].motions[4]"),
        ("meshes 3 \"3DDATA\\\\A.ZMS\"", "meshes[3]"),
        ("file", ""),
    ];
    for (thing, place) in rows {
        assert_eq!(place_of(thing).unwrap().to_string(), place);
    }
    for thing in ["", "objects", "objects x", "objects 1 x", "objects 1 \"x"] {
        assert_eq!(place_of(thing), None, "{thing}");
    }
}

fn changes(a: &Asset, b: &Asset) -> Vec<Change> {
    let mut all = Vec::new();
    compare(a, b, &mut |change| all.push(change)).unwrap();
    all
}

#[test]
fn differences_are_said_by_thing_and_taken_one_by_one() {
    let a = objects();
    let b = done(&a, &remove("materials", &[0]));
    let b = done(&b, &set("objects[1].parts[1].material", json!(0)));
    let b = done(&b, &set("objects[1].radius", json!(9)));
    let all = changes(&a, &b);
    let said: Vec<String> =
        all.iter().map(|c| format!("{}: {}: {} {}", c.thing, c.field, c.a, c.b)).collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0].starts_with("materials 0: whole: {\"path\":\"A.DDS\""), "{said:?}");
    assert_eq!(said[1], "objects 1: radius: 2 9");
    assert_eq!(said[2], "objects 1, parts 1: material: 2 0");
    assert_eq!(take(&a, &b, &|_| true).unwrap().to_bytes(), b.to_bytes());
    assert_eq!(take(&a, &b, &|_| false).unwrap().to_bytes(), a.to_bytes());
    let radius = take(&a, &b, &|change| change.field == "radius").unwrap();
    assert_eq!(n_different(&a, &radius), 1);
    let one = take(&a, &b, &|change| change.field == "material").unwrap();
    assert_eq!(at(&one, "objects[1].parts[1].material"), 1);
}

#[test]
fn a_character_that_came_is_one_change() {
    let a = characters();
    let b = done(&a, &add("characters[0]"));
    let all = changes(&a, &b);
    assert_eq!((all.len(), &*all[0].field, &all[0].a), (1, "whole", &Value::Null));
    let (both, conflicts) = merged(&a, &done(&a, &set("motions[0]", json!("X.ZMO"))), &b);
    assert_eq!((conflicts.len(), at(&both, "characters[0].skeleton")), (0, json!(0)));
}

#[test]
fn broken_files_and_journals_are_refused_or_kept_to_the_last_byte() {
    let mut n_kept = 0;
    for asset in all() {
        let bytes = asset.to_bytes().unwrap();
        let broken =
            (0..bytes.len()).flat_map(|at| [0x00, 0x01, 0x7f, 0xff].map(|byte| (at, byte)));
        for (at, byte) in broken {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            let Ok(file) = read(asset.kind(), &bytes) else { continue };
            let Ok(odd) = Asset::new(&file.content, CodePage::Cp949) else { continue };
            assert_eq!(odd.to_bytes().unwrap(), bytes, "{} {at} {byte}", asset.kind().name());
            n_kept += 1;
            // Whatever is refused, nothing breaks.
            for list in lists_of(asset.kind()) {
                let place = list.pattern.replace("[]", "[0]");
                for action in [add(&place), remove(&place, &[0])] {
                    let _ = resolve(&odd, &action);
                }
            }
        }
    }
    assert!(n_kept > 1000, "{n_kept}");
    let house = objects();
    let edit = house.edit_to(&done(&house, &remove("materials", &[0]))).unwrap();
    let mut written = Vec::new();
    Asset::write_edit(&edit, &mut written);
    for at in 0..written.len() {
        for byte in [0x00, 0x01, b'0', b'"', 0xff] {
            let mut broken = written.clone();
            broken[at] = byte;
            if let Ok(edit) = house.read_edit(&broken) {
                let mut after = house.clone();
                after.put(&edit);
                assert!(after.to_bytes().is_ok(), "{at} {byte}");
            }
        }
    }
}

#[test]
fn a_file_that_would_fill_the_memory_is_not_edited() {
    let body = json!({
        "parts": vec![part(0, 0, &json!([])); 30_001], "effects": [],
        "bounds": [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    });
    let value = json!({
        "meshes": ["A.ZMS"], "materials": [material("A.DDS")], "effects": [],
        "objects": [{ "radius": 0, "x": 0, "y": 0, "body": body }], "tail": "",
    });
    let many = Content::from_value(Kind::Zsc, value).unwrap();
    assert_eq!(Asset::new(&many, CodePage::Cp949), Err(Unfit::TooLarge));
    let long = json!({ "sequences": [], "tail": "00".repeat(3 << 20) });
    let long = Content::from_value(Kind::Ptl, long).unwrap();
    assert_eq!(Asset::new(&long, CodePage::Cp949), Err(Unfit::TooLarge));
}

#[test]
fn a_step_that_would_make_a_file_too_large_is_refused() {
    // Files of this size take too long for all that the others are held against.
    let plain = |asset: &Asset, action: &Value| {
        let action = Action::from_parts(action["action"].as_str().unwrap(), action).unwrap();
        action.resolve(asset).map(|it| it.asset).map_err(|refusal| refusal.to_string())
    };
    let sequence = json!({ "action": "add-thing", "list": "sequences" });
    let few = particles();
    let n_more = done(&few, &sequence).to_bytes().unwrap().len() - few.to_bytes().unwrap().len();
    let n_left = (2 << 20) - few.to_bytes().unwrap().len();
    let with_tail = |n: usize| {
        let tail = "00".repeat(n);
        let mut value = few.content().unwrap().to_value().unwrap();
        value["tail"] = tail.into();
        asset_of(Kind::Ptl, value)
    };
    let fits = plain(&with_tail(n_left - n_more), &sequence).unwrap();
    let message = plain(&fits, &sequence).unwrap_err();
    assert!(message.contains("the file would be too large"), "{message}");
    let message = plain(&fits, &set("sequences[0].name", "long")).unwrap_err();
    assert!(message.contains("the file would be too large"), "{message}");
    let same = plain(&fits, &set("sequences[0].loops", 5)).unwrap();
    plain(&same, &remove("sequences", &[0])).unwrap();
    let body = json!({
        "parts": vec![part(0, 0, &json!([])); 30_000], "effects": [],
        "bounds": [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    });
    let value = json!({
        "meshes": ["A.ZMS"], "materials": [material("A.DDS")], "effects": [],
        "objects": [{ "radius": 0, "x": 0, "y": 0, "body": body }], "tail": "",
    });
    let many = asset_of(Kind::Zsc, value);
    let message = plain(&many, &add("objects[0].parts")).unwrap_err();
    assert!(message.contains("the file would be too large"), "{message}");
}

#[test]
fn real_files_are_edited_and_merged() {
    let Some(corpus) = crate::sample::real::corpus("rose") else { return };
    let (mut n_files, mut n_hanging) = (0, 0);
    for folder in ["zsc", "chr", "zmo", "eft", "ptl", "avatar"] {
        let folder = corpus.join(folder);
        for file in std::fs::read_dir(folder).into_iter().flatten() {
            let path = file.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let kind = Kind::of(&path.to_string_lossy(), &bytes);
            let Some(kind) = kind.filter(|kind| FORMATS.contains(kind)) else { continue };
            let asset = Asset::new(&read(kind, &bytes).unwrap().content, CodePage::Cp949).unwrap();
            assert_eq!(asset.to_bytes().unwrap(), bytes);
            n_files += 1;
            let (place, to) = match kind {
                Kind::Zsc => ("objects[206].parts[1].collision", json!(4)),
                Kind::Zmo => ("fps", json!(24)),
                Kind::Eft => ("particles[0].loops", json!(7)),
                _ => ("sequences[0].loops", json!(7)),
            };
            let changed = done(&asset, &set(place, to));
            assert!((1..=4).contains(&n_different(&asset, &changed)), "{}", path.display());
            assert_eq!(changes(&asset, &changed).len(), 1);
            if kind == Kind::Zsc {
                n_hanging += effects_follow_parts(&asset);
                let message = refused(&asset, &remove("materials", &[0]));
                assert!(message.contains("in use by"), "{message}");
                let more =
                    done(&asset, &json!({ "action": "add-thing", "list": "materials", "like": 3 }));
                let (both, conflicts) = merged(&asset, &changed, &more);
                assert_eq!(conflicts, []);
                assert_eq!(both.to_bytes(), done(&more, &set(place, json!(4))).to_bytes());
            }
        }
    }
    assert!(n_files > 5, "{n_files}");
    assert!(n_hanging > 0);
}

/// Removes or tries to remove each part that an effect hangs on or that is before it; says how many effects hang.
fn effects_follow_parts(asset: &Asset) -> usize {
    let mut n_hanging = 0;
    for object in 0..asset.n_things(&"objects".parse().unwrap()).unwrap() {
        let parts = format!("objects[{object}].parts");
        let n_parts = at(asset, &parts).as_array().unwrap().len();
        let effects = at(asset, &format!("objects[{object}].effects"));
        let parents = effects.as_array().unwrap().iter().map(|effect| effect["parent"].as_u64());
        for (n, parent) in parents.enumerate() {
            let Some(parent) = parent.filter(|parent| *parent > 0) else { continue };
            let parent = usize::try_from(parent).unwrap();
            assert!(parent <= n_parts, "{parts}: {parent}");
            assert!(refused(asset, &remove(&parts, &[parent - 1])).contains("in use by"));
            if let Ok(less) = resolve(asset, &remove(&parts, &[0])) {
                let now = at(&less, &format!("objects[{object}].effects[{n}].parent"));
                assert_eq!(now, parent - 1);
            }
            n_hanging += 1;
        }
    }
    n_hanging
}
