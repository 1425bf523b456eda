//! What holds for the history of an area, and for edits as journals have them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::vfs::ContentHash;
use crate::world::history::StepId;
use crate::world::journal::recover::recover;
use crate::world::journal::{Base, Journal};

fn random_action(rng: &mut Rng, area: &Area) -> Action {
    let node = rng.below(area.n_ids().max(1));
    let other = rng.below(area.n_ids().max(1));
    let octant = rng.below(8);
    // In any of the zones that may come, or a bit beside them.
    let [x, y] = [(); 2].map(|()| i64::from(rng.below(3 * 15_360)) - 15_360);
    let json = match rng.below(14) {
        0 | 1 => format!(r#"{{"action":"add-node","at":[{x},{y},0]}}"#),
        2 => format!(r#"{{"action":"delete-nodes","nodes":{{"ids":[{node}]}}}}"#),
        3 => format!(
            r#"{{"action":"move-nodes","nodes":{{"ids":[{node},{other}]}},"by":[{},16,1]}}"#,
            rng.below(300)
        ),
        4 => format!(
            r#"{{"action":"connect","nodes":{{"ids":[{node}]}},"ways":"two","taken":"nearest"}}"#
        ),
        5 => format!(
            r#"{{"action":"reverse-edge","node":{node},"octant":{octant},"taken":"replace"}}"#
        ),
        6 => format!(r#"{{"action":"remove-edge","node":{node},"octant":{octant}}}"#),
        7 => format!(
            r#"{{"action":"set-ways","node":{node},"octant":{octant},"ways":"two","taken":"replace"}}"#
        ),
        8 | 9 => format!(
            r#"{{"action":"add-zone","x":{},"y":{}}}"#,
            999 + rng.below(3),
            999 + rng.below(3)
        ),
        10 => format!(r#"{{"action":"remove-zone","zone":{}}}"#, rng.below(4)),
        _ => format!(
            r#"{{"action":"add-edge","from":{node},"to":{other},"ways":"two","taken":"replace"}}"#
        ),
    };
    serde_json::from_str(&json).unwrap()
}

/// The file that every history here starts from.
fn first_file() -> Apd {
    file(&[(4, 4), (5, 5), (5, 9), (12, 4), (60, 60)], &[(0, 1), (1, 2)])
}

fn start_journal(path: &Path) -> Journal {
    let base = apd::write(&first_file());
    let (hash, len) = (ContentHash::of(&base), base.len() as u64);
    let base = Base { name: "a.apd".to_owned(), hash, len, beside: None };
    Journal::start(path, Area::KIND, &base).unwrap()
}

/// Does and undoes at random. What comes of it is the area after each step.
fn random_history(rng: &mut Rng, editing: &mut Editing<Area>) -> Vec<Area> {
    let mut states = vec![(editing.document().clone(), 0)];
    let mut head = 0;
    for _ in 0..120 {
        match rng.below(4) {
            0 => {
                editing.undo().unwrap();
                head = states[head].1;
            }
            1 => {
                if let Some(step) = editing.redo().unwrap() {
                    head = step.0 as usize;
                }
            }
            _ => {
                let action = random_action(rng, editing.document());
                let Ok(resolved) = action.resolve(editing.document(), &Geometry::none()) else {
                    continue;
                };
                assert_sound(&resolved.area);
                if let Some(edit) = resolved.edit {
                    editing.apply(action.title(), edit);
                    states.push((resolved.area, head));
                    head = states.len() - 1;
                }
            }
        }
        assert_is(editing.document(), &states[head].0);
    }
    assert!(states.len() > 10);
    states.into_iter().map(|(area, _)| area).collect()
}

/// The same file, of the same nodes by the same ids.
fn assert_is(area: &Area, other: &Area) {
    assert!(area.to_apd() == other.to_apd());
    assert!(area.nodes().eq(other.nodes()));
    assert_eq!((area.n_nodes(), area.zones()), (other.n_nodes(), other.zones()));
    assert_eq!(area.frame, other.frame);
}

#[test]
fn histories_with_zones_that_come_and_go_equal_a_list_of_whole_areas() {
    let mut rng = Rng::new(5);
    let mut n_zones = BTreeSet::new();
    // All in memory, or next to nothing, so that most is fetched back from the journal.
    for budget in [usize::MAX, usize::MAX, 2_000, 2_000] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        let start = Area::new(&first_file()).unwrap();
        let mut editing = Editing::new(start.clone()).with_journal(start_journal(&path));
        editing.set_budget(budget);
        let states = random_history(&mut rng, &mut editing);
        n_zones.extend(states.iter().map(|area| area.zones().len()));
        let head = editing.steps().head();
        drop(editing);

        let recovered = recover(&path, start, &apd::write(&first_file())).unwrap();
        assert_eq!(recovered.lost, None);
        let mut editing = recovered.editing;
        editing.set_budget(budget);
        assert_eq!(editing.steps().head(), head);
        assert_is(editing.document(), &states[head.0 as usize]);
        for _ in 0..40 {
            let step = rng.below(states.len() as u32);
            assert!(editing.jump(StepId(step.into())).unwrap());
            assert_is(editing.document(), &states[step as usize]);
            assert_sound(editing.document());
        }
    }
    assert!(n_zones.len() > 2, "{n_zones:?}");
}

#[test]
fn edits_cut_short_or_of_another_area_are_errors() {
    let start = area(&[(4, 4), (5, 9)], &[(0, 1)]);
    for json in
        [r#"{"action":"add-node","at":[40,40,5]}"#, r#"{"action":"add-zone","x":999,"y":1000}"#]
    {
        let action: Action = serde_json::from_str(json).unwrap();
        let edit = action.resolve(&start, &Geometry::none()).unwrap().edit.unwrap();
        let mut bytes = Vec::new();
        Area::write_edit(&edit, &mut bytes);
        for len in (0..bytes.len()).step_by(1 + bytes.len() / 200) {
            assert!(start.read_edit(&bytes[..len]).is_err(), "{len}");
        }
    }
}

#[test]
fn what_an_edit_of_the_zones_holds_of_the_file_counts_for_the_budget() {
    let mut start = area(&[(4, 4), (5, 9)], &[(0, 1)]);
    let tail = 100_000;
    Arc::make_mut(&mut start.frame).tail = Opaque(vec![7; tail]);
    let action: Action = serde_json::from_str(r#"{"action":"add-zone","x":999,"y":1000}"#).unwrap();
    let edit = action.resolve(&start, &Geometry::none()).unwrap().edit.unwrap();
    assert!(<Area as Document>::n_bytes(&edit) >= tail);
    assert!(<Area as Document>::n_bytes(&Edit::whole(&start)) >= tail);
}
