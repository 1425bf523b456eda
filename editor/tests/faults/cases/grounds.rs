//! Ground of Ragnarok maps, and what is made of it.

use serde_json::json;

use crate::case::Case;

pub(super) fn all() -> Vec<Case> {
    let apply = |script: &str, to: &str| format!("landwright apply {script} isle.gnd -o {to}");
    let in_place = |script: &str| apply(script, "isle.gnd --force");
    vec![
        ground("window").backed_up("isle.gnd").window("isle.gnd").other(&in_place("b.json")),
        ground("apply").backed_up("isle.gnd").save(&in_place("a.json")).other(&in_place("b.json")),
        ground("apply-new").save(&apply("a.json", "new.gnd")).other(&apply("b.json", "new.gnd")),
    ]
}

/// Moves a corner of the made-up ground.
fn ground(way: &'static str) -> Case {
    let moved = |height: u32| {
        let heights = json!({ "north-east": height });
        json!([{ "action": "set-corners", "x": 2, "y": 2, "heights": heights }]).to_string()
    };
    Case::new("gnd", way, "ground").file("a.json", &moved(11)).file("b.json", &moved(12)).next(&[
        "landwright check isle.gnd",
        "landwright inspect isle.gnd",
        "landwright check .",
    ])
}
