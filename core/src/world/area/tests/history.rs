//! What holds for the history of an area, and for edits as journals have them.

use super::*;

fn random_action(rng: &mut Rng, area: &Area) -> Action {
    let node = rng.below(area.n_ids().max(1));
    let other = rng.below(area.n_ids().max(1));
    let (octant, x, y) = (rng.below(8), rng.below(15_360), rng.below(15_360));
    let json = match rng.below(10) {
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
        _ => format!(
            r#"{{"action":"add-edge","from":{node},"to":{other},"ways":"two","taken":"replace"}}"#
        ),
    };
    serde_json::from_str(&json).unwrap()
}

#[test]
fn histories_equal_a_list_of_whole_areas() {
    let mut rng = Rng::new(5);
    let geometry = Geometry::none();
    for _ in 0..4 {
        let start = area(&[(4, 4), (5, 5), (5, 9), (12, 4), (60, 60)], &[(0, 1), (1, 2)]);
        let mut editing = Editing::new(start.clone());
        let mut states = vec![(start, 0)];
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
                    let action = random_action(&mut rng, editing.document());
                    let Ok(resolved) = action.resolve(editing.document(), &geometry) else {
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
            assert!(editing.document().to_apd() == states[head].0.to_apd());
            assert_eq!(editing.document().n_nodes(), states[head].0.n_nodes());
        }
        assert!(states.len() > 10);
    }
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
