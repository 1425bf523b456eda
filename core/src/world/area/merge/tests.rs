//! What holds where both sides of an area are put together.

use crate::world::area::tests::{act, area};

use super::*;

mod histories;

fn apd(area: &Area) -> Apd {
    area.to_apd().unwrap()
}

fn base() -> Area {
    area(&[(4, 4), (6, 5), (12, 4), (30, 30)], &[(0, 1), (1, 0), (1, 2)])
}

fn changes(a: &Apd, b: &Apd) -> Vec<String> {
    let mut changes = Vec::new();
    compare(a, b, &mut |change| {
        changes.push(format!("{}: {}: {} {}", change.thing, change.field, change.a, change.b));
    });
    changes
}

#[test]
fn nodes_are_the_same_by_their_place_and_edges_by_their_octant() {
    let before = base();
    assert!(changes(&apd(&before), &apd(&before)).is_empty());
    // The others get new numbers.
    let after = act(&before, r#"{"action":"delete-nodes","nodes":{"ids":[0]}}"#).unwrap();
    let found = changes(&apd(&before), &apd(&after));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("node at 72.0, 72.0, 0.0: whole: {"), "{found:?}");
    assert!(found[1].ends_with(": \"72.0, 72.0, 0.0\" null"), "{found:?}");
}

#[test]
fn what_either_side_did_is_in_the_merged_area() {
    let before = base();
    let ours = act(&before, r#"{"action":"add-node","at":[300,300,0],"snap":"none"}"#).unwrap();
    let ours = act(&ours, r#"{"action":"add-edge","from":2,"to":3}"#).unwrap();
    let theirs = act(&before, r#"{"action":"delete-nodes","nodes":{"ids":[0]}}"#).unwrap();
    let theirs = act(&theirs, r#"{"action":"add-node","at":[500,300,0],"snap":"none"}"#).unwrap();
    let [base, ours, theirs] = [&before, &ours, &theirs].map(apd);
    let merged = merge(&base, &ours, &theirs).unwrap();
    assert_eq!(merged.conflicts, []);
    let other = merge(&base, &theirs, &ours).unwrap();
    assert!(changes(&merged.apd, &other.apd).is_empty());
    let mut both = changes(&base, &ours);
    both.extend(changes(&base, &theirs));
    let mut all = changes(&base, &merged.apd);
    both.sort();
    all.sort();
    assert_eq!(all, both);
    for (own, other, expected) in
        [(&base, &theirs, &theirs), (&theirs, &base, &theirs), (&ours, &ours, &ours)]
    {
        assert!(merge(&base, own, other).unwrap().apd == *expected);
    }
}

#[test]
fn an_edge_that_both_changed_and_a_node_that_one_deleted_are_conflicts() {
    let before = base();
    let ours = act(&before, r#"{"action":"add-edge","from":3,"to":0,"taken":"replace"}"#).unwrap();
    let theirs = act(&before, r#"{"action":"delete-nodes","nodes":{"ids":[0]}}"#).unwrap();
    let [base, ours, theirs] = [&before, &ours, &theirs].map(apd);
    let merged = merge(&base, &ours, &theirs).unwrap();
    let said: Vec<String> =
        merged.conflicts.iter().map(|it| format!("{}: {}", it.thing, it.field)).collect();
    assert_eq!(said, ["node at 72.0, 72.0, 0.0: whole"]);
    assert_eq!(merged.apd.n_nodes(), 4);
    let other = merge(&base, &theirs, &ours).unwrap();
    assert_eq!((other.apd.n_nodes(), other.conflicts.len()), (3, 2));
}
