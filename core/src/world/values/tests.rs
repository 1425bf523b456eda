//! What holds for values that are compared and merged.

use serde_json::json;

use super::*;
use crate::sample::rng::Rng;

fn said(conflicts: &[Conflict]) -> Vec<String> {
    conflicts.iter().map(|it| format!("{}: {}", it.thing, it.field)).collect()
}

fn changes(a: &Value, b: &Value) -> Vec<String> {
    let mut changes = Vec::new();
    compare(a, b, &mut |Change { thing, field, a, b }| {
        changes.push(format!("{thing}: {field}: {a} {b}"));
    });
    changes
}

#[track_caller]
fn check(sides: [&Value; 3], expected: &Value, conflicts: &[&str]) {
    let [base, ours, theirs] = sides;
    let merged = merge(base, ours, theirs);
    assert_eq!(
        (&merged.value, said(&merged.conflicts)),
        (expected, conflicts.iter().map(ToString::to_string).collect())
    );
}

fn spawn(name: &str, limit: u32) -> Value {
    json!({"object": {"name": name, "position": [1.0, 2.0, 3.0]}, "limit": limit, "monsters": [{"id": 7, "count": 1}]})
}

#[test]
fn fields_are_merged_by_their_names() {
    let base = json!({"a": 1, "b": [1.0, 2.0], "c": {"cp949": "x"}});
    let ours = json!({"a": 2, "b": [1.0, 5.0], "c": {"cp949": "y"}});
    let theirs = json!({"a": 1, "b": [3.0, 6.0], "c": "z"});
    let both = json!({"a": 2, "b": [3.0, 5.0], "c": {"cp949": "y"}});
    check([&base, &ours, &theirs], &both, &["file: b[1]", "file: c"]);
    check([&base, &base, &theirs], &theirs, &[]);
    check([&base, &theirs, &base], &theirs, &[]);
    let zeros = [json!({"a": 0.0}), json!({"a": -0.0})];
    assert_eq!(changes(&zeros[0], &zeros[1]), ["file: a: 0.0 -0.0"]);
    assert_eq!(merge(&zeros[0], &zeros[0], &zeros[1]).value.to_string(), r#"{"a":-0.0}"#);
}

#[test]
fn things_of_a_list_come_go_and_change() {
    let list = |things: &[Value]| json!({ "blocks": [{"known": {"place": 0, "body": {"spawn": things}, "slack": ""}}] });
    let (a, b, c) = (spawn("a", 1), spawn("b", 2), spawn("c", 3));
    let base = list(&[a.clone(), b.clone(), c.clone()]);
    let ours = list(&[a.clone(), spawn("b", 5), c.clone(), spawn("new", 9)]);
    let theirs = list(&[spawn("first", 8), b.clone(), spawn("c", 4), spawn("other", 7)]);
    let both = list(&[
        spawn("first", 8),
        spawn("b", 5),
        spawn("c", 4),
        spawn("new", 9),
        spawn("other", 7),
    ]);
    check([&base, &ours, &theirs], &both, &[]);
    assert_eq!(changes(&base, &ours)[0], "spawn 1 \"b\": limit: 2 5");
    assert!(changes(&base, &ours)[1].starts_with("spawn 3 \"new\": whole: null {"));
    // One side deletes what the other one changes: ours stays, and theirs is in the report.
    let gone = list(&[b.clone(), c.clone()]);
    let changed = list(&[spawn("a", 7), b.clone(), c.clone()]);
    check([&base, &gone, &changed], &gone, &["spawn 0 \"a\": whole"]);
    check([&base, &changed, &gone], &changed, &["spawn 0 \"a\": whole"]);
    let within = changes(
        &list(std::slice::from_ref(&a)),
        &list(&[json!({
            "object": {"name": "a", "position": [1.0, 2.0, 4.0]}, "limit": 1, "monsters": [{"id": 7, "count": 2}]
        })]),
    );
    assert_eq!(
        within,
        ["spawn 0 \"a\": object.position[2]: 3.0 4.0", "spawn 0 \"a\", monsters 0: count: 1 2"]
    );
}

#[test]
fn a_thing_that_one_side_moved_is_not_there_twice() {
    let [a, b, c] = [spawn("a", 1), json!({"sound": 1}), json!([1, [2]])];
    let base = json!([a, b, c]);
    let moved = json!([b, c, a]);
    let changed = json!([a, b, c, {"new": 1}]);
    check([&base, &moved, &changed], &json!([b, c, a, {"new": 1}]), &[]);
    check([&base, &changed, &moved], &json!([b, c, {"new": 1}, a]), &[]);
    // Two orders: some order comes of it, and nothing is lost or there twice.
    let both = merge(&base, &moved, &json!([c, b, a]));
    let mut things: Vec<String> =
        both.value.as_array().unwrap().iter().map(ToString::to_string).collect();
    things.sort();
    let mut expected = [&a, &b, &c].map(ToString::to_string);
    expected.sort();
    assert_eq!(things, expected);
    assert_eq!(changes(&base, &moved), ["item 0 \"a\": place in the list: 0 2"]);
}

#[test]
fn cells_are_merged_by_their_place() {
    let grid = |cells: &[u32]| json!({"heights": {"width": 2, "height": 2, "cells": cells}});
    let (base, ours) = (grid(&[0, 0, 0, 0]), grid(&[1, 0, 0, 5]));
    let theirs = grid(&[2, 3, 0, 5]);
    check([&base, &ours, &theirs], &grid(&[1, 3, 0, 5]), &["cell 0,0: heights"]);
    assert_eq!(changes(&base, &ours), ["cell 0,0: heights: 0 1", "cell 1,1: heights: 0 5"]);
    let wide = json!({"heights": {"width": 4, "height": 1, "cells": [0, 0, 0, 1]}});
    assert!(!merge(&base, &ours, &wide).conflicts.is_empty());
}

#[test]
fn variants_that_differ_are_one_value() {
    let known = |n: u32| json!([{"known": {"place": n, "body": {"deco": []}, "slack": ""}}]);
    let opaque = json!([{"opaque": {"place": 0, "kind": 1, "bytes": "00"}}]);
    let merged = merge(&known(0), &known(1), &opaque);
    assert_eq!(merged.value, known(1));
    assert_eq!(said(&merged.conflicts), ["item 0: whole"; 2]);
    assert_eq!(merged.conflicts[1].theirs, opaque[0]);
    let other = merge(&known(0), &opaque, &known(1));
    assert_eq!((other.value, other.conflicts.len()), (opaque, 1));
}

/// A list of things with numbers, changed at random.
fn changed(rng: &mut Rng, list: &Value, marks: u32) -> Value {
    let mut list = list.as_array().unwrap().clone();
    for _ in 0..rng.below(4) {
        let n = rng.below(list.len().max(1) as u32) as usize;
        match rng.below(5) {
            0 if !list.is_empty() => drop(list.remove(n)),
            1 => list.insert(
                n.min(list.len()),
                json!({"id": rng.below(1000) + marks, "a": 0, "b": 0, "c": 0}),
            ),
            2 if list.len() > 1 => {
                let item = list.remove(n);
                list.insert(rng.below(list.len() as u32) as usize, item);
            }
            _ if !list.is_empty() => {
                list[n][["a", "b", "c"][rng.below(3) as usize]] = (rng.below(5) + marks).into();
            }
            _ => {}
        }
    }
    Value::Array(list)
}

#[test]
fn random_histories_keep_the_laws() {
    let n_runs = if std::env::var_os("LANDWRIGHT_ALL").is_some() { 100_000 } else { 5_000 };
    for seed in 0..n_runs {
        let mut rng = Rng::new(seed);
        let things = (0..rng.below(8)).map(|n| json!({"id": n % 6, "a": 0, "b": n % 2, "c": 0}));
        let base = Value::Array(things.collect());
        let (ours, theirs) = (changed(&mut rng, &base, 10_000), changed(&mut rng, &base, 20_000));
        assert_eq!(merge(&base, &base, &theirs).value, theirs, "{seed}");
        assert_eq!(merge(&base, &ours, &base).value, ours, "{seed}");
        assert_eq!(merge(&base, &theirs, &theirs).value, theirs, "{seed}");
        let merged = merge(&base, &ours, &theirs);
        // What theirs made is in the merged list, or in a conflict.
        let told = serde_json::to_string(&merged.conflicts).unwrap();
        let held = merged.value.to_string();
        for item in theirs.as_array().unwrap() {
            for (field, value) in item.as_object().unwrap() {
                let made = value.as_u64().unwrap() >= 20_000;
                let is_there = |text: &str| text.contains(&format!("\"{field}\":{value}"));
                let is_told = is_there(&told) || told.contains(&format!("\"theirs\":{value}"));
                assert!(!made || is_there(&held) || is_told, "{seed}: {field} {value}");
            }
        }
        // Nothing is there that no side has.
        let known = [&base, &ours, &theirs].map(ToString::to_string).concat();
        for item in merged.value.as_array().unwrap() {
            for (field, value) in item.as_object().unwrap() {
                assert!(known.contains(&format!("\"{field}\":{value}")), "{seed}");
            }
        }
        if merged.conflicts.is_empty() {
            let other = merge(&base, &theirs, &ours);
            let sorted = |list: &Value| {
                let mut things: Vec<String> =
                    list.as_array().unwrap().iter().map(ToString::to_string).collect();
                things.sort();
                things
            };
            assert_eq!(
                sorted(&merged.value),
                sorted(&other.value),
                "{seed}: {base} {ours} {theirs}"
            );
        }
    }
}

#[test]
fn the_wanted_changes_are_taken_and_no_others() {
    let n_runs = if std::env::var_os("LANDWRIGHT_ALL").is_some() { 100_000 } else { 5_000 };
    for seed in 0..n_runs {
        let mut rng = Rng::new(seed);
        let things = (0..rng.below(8)).map(|n| json!({"id": n, "a": 0, "b": n % 2, "c": 0}));
        let base = Value::Array(things.collect());
        let changed = changed(&mut rng, &base, 10_000);
        let all = changes(&base, &changed);
        let is_moved = all.iter().any(|one| one.contains("place in the list"));
        assert_eq!(take(&base, &changed, &|_| false), base, "{seed}");
        let taken = take(&base, &changed, &|_| true);
        assert!(is_moved || taken == changed, "{seed}: {taken} {changed}");
        let Some(one) = all.get(rng.below(all.len().max(1) as u32) as usize) else { continue };
        let said = |Change { thing, field, a, b }: &Change| format!("{thing}: {field}: {a} {b}");
        let taken = take(&base, &changed, &|change| said(change) == *one);
        let n_taken = changes(&base, &taken).len();
        let is_a_move = one.contains("place in the list");
        let n_same = all.iter().filter(|other| *other == one).count();
        assert_eq!(n_taken, if is_a_move { 0 } else { n_same }, "{seed}: {one}");
    }
}
