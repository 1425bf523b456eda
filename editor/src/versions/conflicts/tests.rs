//! Conflicts of merges in general: what is open follows the history, and one more merge.

use std::collections::HashSet;

use super::*;

fn cells(field: &str, cells: &[[u32; 2]]) -> Conflict {
    let at = At::Cells { field: field.to_owned(), cells: cells.to_vec() };
    let side = String::new;
    let (thing, field) = ("cells".to_owned(), field.to_owned());
    Conflict { at, thing, field, base: side(), ours: side(), theirs: side(), take: Value::Null }
}

fn thing(name: &str, theirs: &str) -> Conflict {
    let at = At::Thing { name: name.to_owned(), field: "name".to_owned() };
    Conflict { at, thing: name.to_owned(), theirs: theirs.to_owned(), ..cells("name", &[]) }
}

/// What is open before any step.
fn open(conflicts: &mut Conflicts) -> Vec<(String, String, usize)> {
    conflicts.follow(&Steps::default());
    let said = |OpenConflict { conflict, .. }: &OpenConflict| {
        let n = match &conflict.at {
            At::Cells { cells, .. } => cells.len(),
            At::Thing { .. } | At::File => 0,
        };
        (conflict.thing.clone(), conflict.theirs.clone(), n)
    };
    conflicts.open().iter().map(said).collect()
}

#[test]
fn of_one_place_the_last_merge_counts_and_all_else_stays() {
    let mut conflicts = Conflicts::default();
    conflicts.add(vec![thing("a", "1"), thing("b", "1"), cells("type", &[[0, 0], [1, 0]])]);
    conflicts.add(vec![thing("b", "2"), cells("type", &[[1, 0]]), cells("heights", &[[0, 0]])]);
    let told = |name: &str, theirs: &str, n| (name.to_owned(), theirs.to_owned(), n);
    let expected = [
        told("a", "1", 0),
        told("cells", "", 1),
        told("b", "2", 0),
        told("cells", "", 1),
        told("cells", "", 1),
    ];
    assert_eq!(open(&mut conflicts), expected);
}

#[test]
fn a_part_of_a_conflict_is_decided_and_the_rest_stays_open() {
    let mut conflicts = Conflicts::default();
    conflicts.add(vec![cells("type", &[[0, 0], [1, 0], [2, 0]])]);
    conflicts.follow(&Steps::default());
    let selected = HashSet::from([[1, 0], [9, 9]]);
    let part = conflicts.open()[0].conflict.within(&selected).unwrap();
    let decided = [OpenConflict { row: 0, conflict: part }];
    conflicts.decide(&decided, Side::Ours, (StepId::OPENED, ""));
    let said = ("2 cells of cells".to_owned(), String::new(), 2);
    assert_eq!(open(&mut conflicts), [said]);
    assert_eq!(conflicts.open()[0].conflict.within(&selected), None);
}

#[test]
fn a_decision_that_may_be_undone_does_not_give_a_list_up() {
    let decided_at = |step: StepId| {
        let mut conflicts = Conflicts::default();
        conflicts.add(vec![thing("a", "1")]);
        conflicts.follow(&Steps::default());
        let decided = conflicts.open().clone();
        conflicts.decide(&decided, Side::Ours, (step, "Keep ours: a, name"));
        conflicts.rows[0].is_decided_for_good()
    };
    assert!(decided_at(StepId::OPENED));
    assert!(!decided_at(StepId(1)));
}

#[test]
fn a_decision_of_a_step_that_a_journal_lost_does_not_count() {
    let mut conflicts = Conflicts::default();
    conflicts.add(vec![thing("a", "1")]);
    conflicts.follow(&Steps::default());
    let decided = conflicts.open().clone();
    conflicts.decide(&decided, Side::Theirs, (StepId(1), "Take theirs: a, name"));
    assert_eq!(open(&mut conflicts).len(), 1);
}
