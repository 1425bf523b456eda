//! A scene as it is edited, by the made-up one with all that real files have: garbage behind the ends
//! of texts, a wrong tree, numbers that are none.

use serde_json::{Value, json};

use crate::format::ragnarok::gat::Version;
use crate::format::ragnarok::rsw::object::Object;
use crate::format::ragnarok::rsw::{self, Rsw};
use crate::format::text::CodePage;
use crate::sample::ragnarok::{Plan, island, scene};
use crate::world::Document;
use crate::world::rsw::Scene;
use crate::world::rsw::action::{Action, Resolved};
use crate::world::rsw::exchange::{from_csv, to_csv};
use crate::world::rsw::merge::{Merged, merge};
use crate::world::rsw::object::ObjectId;
use crate::world::rsw::take::{compare, take};
use crate::world::scripted::Scripted;

pub(crate) fn rsw() -> Rsw {
    let plan = Plan { seed: 7, width: 60, height: 44, version: Version::V1_2 };
    scene::scene(&island(plan).gat, 7, 12)
}

pub(crate) fn isle() -> Scene {
    Scene::new(rsw(), CodePage::Cp949).unwrap()
}

fn try_do(scene: &Scene, json: &Value) -> Result<Resolved, String> {
    let action = Action::from_parts(json["action"].as_str().unwrap(), json);
    action.map_err(|error| error.to_string())?.resolve(scene).map_err(|error| error.to_string())
}

fn done(scene: &Scene, json: &Value) -> Scene {
    try_do(scene, json).unwrap_or_else(|error| panic!("{json}: {error}")).scene
}

fn refused(scene: &Scene, json: &Value) -> String {
    try_do(scene, json).unwrap_err()
}

/// Places of bytes that differ.
fn changed(a: &[u8], b: &[u8]) -> Vec<usize> {
    assert_eq!(a.len(), b.len());
    (0..a.len()).filter(|at| a[*at] != b[*at]).collect()
}

fn merged(base: &Scene, ours: &Scene, theirs: &Scene) -> Merged {
    let anew = Scene::new(rsw::read(&theirs.to_bytes()).unwrap(), CodePage::Cp949).unwrap();
    merge(base, ours, &anew).unwrap()
}

/// One of each, with what it is done to.
fn actions() -> Vec<Value> {
    vec![
        json!({"action": "set", "objects": {"ids": [1]}, "field": "file", "to": "\u{ae38}\\house.rsm"}),
        json!({"action": "set", "objects": {"matching": {"kinds": ["model"]}}, "field": "rotation-y", "to": "+90"}),
        json!({"action": "move", "objects": {"ids": [0, 5]}, "by": [5, -1, 2.5]}),
        json!({"action": "put-at", "object": 3, "at": [0, 0, 0]}),
        json!({"action": "rotate", "objects": {"ids": [1, 2, 3]}, "degrees": 90, "about": "middle"}),
        json!({"action": "scale", "objects": "everything", "by": [2, 2, 2]}),
        json!({"action": "add", "kind": "effect", "at": [1, 2, 3], "fields": {"effect": 44}}),
        json!({"action": "duplicate", "objects": {"ids": [0, 1]}, "by": [10, 0, 0]}),
        json!({"action": "delete", "objects": {"ids": [0, 4, 5, 14]}}),
        json!({"action": "set-world", "field": "water-level", "to": 20}),
    ]
}

#[test]
fn a_scene_that_nobody_touched_has_the_bytes_of_its_file() {
    let bytes = rsw::write(&rsw());
    assert_eq!(isle().to_bytes(), bytes);
}

#[test]
fn every_action_is_undone_by_the_same_swap_and_kept_in_a_journal() {
    let before = isle();
    for json in actions() {
        let Resolved { edit, scene: after, .. } = try_do(&before, &json).unwrap();
        let mut edit = edit.unwrap_or_else(|| panic!("{json} changes nothing"));
        let mut written = Vec::new();
        Scene::write_edit(&edit, &mut written);
        assert_eq!(before.read_edit(&written).as_ref(), Ok(&edit), "{json}");
        for len in 0..written.len().min(2000) {
            assert!(before.read_edit(&written[..len]).is_err(), "{json}: {len}");
        }
        let mut document = before.clone();
        document.swap(&mut edit);
        assert!(document == after && document.to_bytes() != before.to_bytes(), "{json}");
        assert_eq!(
            Scene::new(rsw::read(&document.to_bytes()).unwrap(), CodePage::Cp949)
                .unwrap()
                .to_bytes(),
            document.to_bytes()
        );
        document.swap(&mut edit);
        assert_eq!(document.to_bytes(), before.to_bytes(), "{json}");
    }
}

#[test]
fn a_changed_field_changes_its_own_bytes_alone() {
    let before = isle();
    let moved = done(&before, &json!({"action": "move", "objects": {"ids": [4]}, "by": [5, 0, 0]}));
    let places = changed(&before.to_bytes(), &moved.to_bytes());
    assert!(!places.is_empty() && places.last().unwrap() - places[0] < 4, "{places:?}");
    // A name that is there already keeps what is behind it.
    let same = json!({"action": "set", "objects": {"ids": [1]}, "field": "name", "to": "tree"});
    assert!(try_do(&before, &same).unwrap().edit.is_none());
    let named = json!({"action": "set", "objects": {"ids": [1]}, "field": "name", "to": "inn"});
    let named = done(&before, &named);
    let Some(Object::Model(model)) = named.object(ObjectId(1)) else { panic!() };
    assert_eq!((model.name.as_bytes(), &model.name.0[4..]), (&b"inn"[..], &[0; 36][..]));
    let places = changed(&before.to_bytes(), &named.to_bytes());
    assert!(places.last().unwrap() - places[0] < 40, "{places:?}");
    let turned = json!({"action": "set", "objects": {"ids": [1]}, "field": "scale-x", "to": "*1"});
    assert!(try_do(&before, &turned).unwrap().edit.is_none());
}

#[test]
fn what_cannot_be_is_refused_and_says_why() {
    let scene = isle();
    let set = |id: u32, field: &str, to: Value| {
        refused(
            &scene,
            &json!({"action": "set", "objects": {"ids": [id]}, "field": field, "to": to}),
        )
    };
    assert_eq!(set(99, "x", 1.into()), "there is no object #99");
    let expected = "#0 is a light, which has no file in this version of the format";
    assert_eq!(set(0, "file", "a".into()), expected);
    assert_eq!(
        set(1, "name", "x".repeat(40).into()),
        "#1: name is 40 bytes long, but must be at most 39"
    );
    assert!(set(1, "name", "\u{1f600}".into()).contains("letters that code page"));
    assert!(set(1, "animation-type", 1.5.into()).contains("a whole number"));
    assert!(set(1, "x", 1e300.into()).contains("a number that a float holds"));
    let nothing = json!({"action": "delete", "objects": {"ids": []}});
    assert_eq!(refused(&scene, &nothing), "no object is selected");
    let scale = json!({"action": "scale", "objects": {"ids": [0]}, "by": [2, 2, 2]});
    assert_eq!(refused(&scene, &scale), "no object is selected");
    let far = json!({"action": "move", "objects": "everything", "by": [1e300, 0, 0]});
    assert_eq!(refused(&scene, &far), "#0 would be out of range");
    let add = json!({"action": "add", "kind": "light", "at": [0, 0, 0], "fields": {"cycle": 1}});
    assert!(refused(&scene, &add).starts_with("a new light has no cycle"));
    assert!(refused(&scene, &json!({"action": "explode"})).contains("unknown variant"));
}

#[test]
fn added_objects_have_clean_bytes_and_the_count_follows() {
    let before = isle();
    let add =
        json!({"action": "add", "kind": "model", "at": [5, -2, 7.5], "fields": {"file": "a.rsm"}});
    let Resolved { scene, added, .. } = try_do(&before, &add).unwrap();
    assert_eq!(added, [ObjectId(15)]);
    let after = rsw::read(&scene.to_bytes()).unwrap();
    assert_eq!((after.objects.len(), after.tree.is_some()), (16, true));
    assert_eq!(after.objects[..15], rsw().objects[..]);
    let Object::Model(model) = &after.objects[15] else { panic!() };
    assert_eq!((model.file.0[5..].iter().max(), model.block_type), (Some(&0), 0));
    let gone = done(&scene, &json!({"action": "delete", "objects": {"ids": [15]}}));
    assert_eq!(gone.to_bytes(), before.to_bytes());
    // No number is given twice.
    assert_eq!(try_do(&gone, &add).unwrap().added, [ObjectId(16)]);
}

#[test]
fn objects_turn_about_their_middle_clockwise_as_seen_from_above() {
    let scene = isle();
    let put = |scene: &Scene, object: u32, at: [f64; 3]| {
        done(scene, &json!({"action": "put-at", "object": object, "at": at}))
    };
    let scene = put(&put(&scene, 1, [0.0, 3.0, 10.0]), 2, [0.0, 4.0, -10.0]);
    let turn =
        json!({"action": "rotate", "objects": {"ids": [1, 2]}, "degrees": 90, "about": "middle"});
    let turned = done(&scene, &turn);
    let at = |id: u32| turned.object(ObjectId(id)).unwrap().position().map(|it| it.get().round());
    assert_eq!((at(1), at(2)), ([10.0, 3.0, 0.0], [-10.0, 4.0, 0.0]));
}

#[test]
fn changes_are_told_field_by_field_and_taken_one_by_one() {
    let before = isle();
    let mut after = before.clone();
    for json in actions() {
        after = done(&after, &json);
    }
    let after = Scene::new(rsw::read(&after.to_bytes()).unwrap(), CodePage::Cp949).unwrap();
    let changes = compare(&before, &after);
    let fields: Vec<&str> = changes.iter().map(|change| &*change.field).collect();
    for field in ["water-level", "rotation-y", "scale-x", "whole", "file"] {
        assert!(fields.contains(&field), "{field}: {fields:?}");
    }
    assert_eq!(take(&before, &after, &|_| true).unwrap().to_bytes(), after.to_bytes());
    assert_eq!(take(&before, &after, &|_| false).unwrap().to_bytes(), before.to_bytes());
    let water = take(&before, &after, &|change| change.field == "water-level").unwrap();
    let changes: Vec<String> =
        compare(&before, &water).iter().map(|it| format!("{} {}", it.thing, it.field)).collect();
    assert_eq!(changes, ["world water-level"]);
    assert_eq!(compare(&before, &before.clone()), []);
}

#[test]
fn leftover_bytes_that_differ_are_a_change_too() {
    let before = isle();
    let mut other = rsw();
    let Object::Model(model) = &mut other.objects[3] else { panic!() };
    (model.name.0[30], model.block_type) = (model.name.0[30] ^ 1, 77);
    other.bounds[0] = 5;
    let other = Scene::new(other, CodePage::Cp949).unwrap();
    let changes = compare(&before, &other);
    let fields: Vec<&str> = changes.iter().map(|change| &*change.field).collect();
    assert_eq!(fields, ["top", "name", "other bytes"]);
    assert!(changes[1].a.as_str().unwrap().starts_with("hex:"), "{:?}", changes[1]);
    assert_eq!(take(&before, &other, &|_| true).unwrap().to_bytes(), other.to_bytes());
}

#[test]
fn both_sides_are_merged_whoever_is_ours() {
    let base = isle();
    let ours = json!({"action": "move", "objects": {"ids": [2]}, "by": [5, 0, 0]});
    let ours = done(&done(&base, &ours), &json!({"action": "delete", "objects": {"ids": [7]}}));
    let theirs = json!({"action": "set", "objects": {"ids": [2]}, "field": "rotation-y", "to": 45});
    let theirs =
        done(&done(&base, &theirs), &json!({"action": "duplicate", "objects": {"ids": [3]}}));
    let theirs = done(&theirs, &json!({"action": "set-world", "field": "diffuse-red", "to": 0.25}));
    let (one, other) = (merged(&base, &ours, &theirs), merged(&base, &theirs, &ours));
    assert_eq!((one.conflicts.len(), other.conflicts.len()), (0, 0));
    assert_eq!(one.scene.to_bytes(), other.scene.to_bytes());
    assert_eq!(one.scene.n_objects(), base.n_objects());
    assert_eq!(merged(&base, &ours, &base).scene, ours);
    assert_eq!(merged(&base, &base, &theirs).scene.to_bytes(), theirs.to_bytes());
    // The same addition on both sides is one.
    let same = merged(&base, &theirs, &theirs);
    assert_eq!((same.scene.to_bytes(), same.conflicts.len()), (theirs.to_bytes(), 0));
}

#[test]
fn conflicts_are_data_ours_stays_and_theirs_can_be_taken() {
    let base = isle();
    let set = |id: u32, field: &str, to: f64| json!({"action": "set", "objects": {"ids": [id]}, "field": field, "to": to});
    let delete = |id: u32| json!({"action": "delete", "objects": {"ids": [id]}});
    let world = |to: f64| json!({"action": "set-world", "field": "water-level", "to": to});
    let ours = [set(2, "x", 1.0), delete(4), set(6, "x", 3.0), world(1.0)];
    let theirs = [set(2, "x", 2.0), set(4, "x", 5.0), delete(6), world(2.0)];
    let all = |actions: &[Value]| actions.iter().fold(base.clone(), |it, json| done(&it, json));
    let (ours, theirs) = (all(&ours), all(&theirs));
    let result = merged(&base, &ours, &theirs);
    assert_eq!(result.scene, ours);
    let told: Vec<String> =
        result.conflicts.iter().map(|it| format!("{} {}", it.thing, it.field)).collect();
    let name = |id: u32| base.in_words(ObjectId(id));
    let expected = [
        "world water-level".to_owned(),
        format!("{} x", name(2)),
        format!("{} whole", name(4)),
        format!("{} whole", name(6)),
    ];
    assert_eq!(told, expected);
    let taken = result.scene.with_theirs(&result.takes).unwrap();
    assert_eq!(taken.to_bytes(), theirs.to_bytes());
    for take in &result.takes {
        let kept = serde_json::to_value(take).unwrap();
        assert_eq!(serde_json::from_value::<super::take::Take>(kept).unwrap(), *take);
    }
}

#[test]
fn a_sheet_that_nobody_changed_changes_nothing_and_brings_in_what_somebody_did() {
    let scene = isle();
    let sheet = to_csv(&scene);
    let back = from_csv(&scene, sheet.as_bytes()).unwrap();
    assert_eq!(
        (back.scene == scene, back.report.counts()),
        (true, "0 changes, 0 conflicts".to_owned())
    );
    // Others delete an object before it, and change the same object elsewhere.
    let others = done(&scene, &json!({"action": "delete", "objects": {"ids": [0]}}));
    let others = done(
        &others,
        &json!({"action": "set", "objects": {"ids": [2]}, "field": "rotation-y", "to": 5}),
    );
    let others = Scene::new(others.to_rsw(), CodePage::Cp949).unwrap();
    let rows: Vec<&str> = sheet.lines().collect();
    let edited = rows[3].replacen("2,model,tree", "2,model,oak", 1);
    assert_ne!(edited, rows[3]);
    let back = from_csv(&others, [rows[0], &edited].join("\n").as_bytes()).unwrap();
    assert_eq!(back.report.counts(), "1 change, 0 conflicts");
    let Some(Object::Model(model)) = back.scene.object(ObjectId(1)) else { panic!() };
    assert_eq!((model.name.as_bytes(), model.rotation[1].get()), (&b"oak"[..], 5.0));
    // A new one is added once.
    let new = "id,kind,x,y,z,range\n,light,1,2,3,+10\n";
    let once = from_csv(&scene, new.as_bytes()).unwrap().scene;
    assert_eq!(once.n_objects(), scene.n_objects() + 1);
    assert_eq!(from_csv(&once, new.as_bytes()).unwrap().scene, once);
}

#[test]
fn sheets_that_are_wrong_say_where() {
    let scene = isle();
    let wrong = |text: &str| from_csv(&scene, text.as_bytes()).unwrap_err().to_string();
    assert_eq!(wrong("kind,x\n"), "line 1: the first line must name the columns, including `id`");
    assert_eq!(wrong("id,foo\n"), "line 1: column `foo` is not known");
    assert_eq!(wrong("id,x\n99,1\n"), "line 2: there is no object #99; a new object has no id");
    assert!(wrong("id,x\n1,1\n1,2\n").contains("there twice"));
    assert!(wrong("id,kind,x\n,model,1\n").ends_with("and needs y"));
    assert_eq!(
        wrong("id,kind,x\n1,light,1\n"),
        "line 2: #1 is a light here, and a model in the scene"
    );
    assert!(wrong("id,cycle\n1,5\n").contains("a model has none"));
}

/// With files that are not in the repository.
#[test]
fn real_scenes_are_as_they_were_after_every_action_is_undone() {
    let Some(folder) = crate::sample::real::corpus("ragnarok") else { return };
    let mut n_scenes = 0;
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("rsw")) {
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            let Ok(rsw) = rsw::read(&bytes) else { continue };
            let scene = Scene::new(rsw, CodePage::Cp949).unwrap();
            assert!(scene.to_bytes() == bytes, "{path:?}");
            let sheet = to_csv(&scene);
            assert!(from_csv(&scene, sheet.as_bytes()).unwrap().scene == scene, "{path:?}");
            for json in actions() {
                let Ok(Resolved { edit: Some(edit), scene: after, .. }) = try_do(&scene, &json)
                else {
                    continue;
                };
                let mut written = Vec::new();
                Scene::write_edit(&edit, &mut written);
                let mut edit = scene.read_edit(&written).unwrap();
                let mut document = scene.clone();
                document.swap(&mut edit);
                assert!(document == after, "{path:?} {json}");
                document.swap(&mut edit);
                assert!(document.to_bytes() == bytes, "{path:?} {json}");
                let anew = Scene::new(after.to_rsw(), CodePage::Cp949).unwrap();
                let taken = take(&scene, &anew, &|_| true).unwrap();
                assert!(taken.to_bytes() == after.to_bytes(), "{path:?} {json}");
            }
            n_scenes += 1;
        }
    }
    println!("{n_scenes} scenes");
}
