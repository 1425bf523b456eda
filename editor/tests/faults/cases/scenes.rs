//! Scenes of Ragnarok maps, and what is made of them.

use serde_json::json;

use crate::case::Case;

pub(super) fn all() -> Vec<Case> {
    let apply = |script: &str, to: &str| format!("landwright apply {script} isle.rsw -o {to}");
    let in_place = |script: &str| apply(script, "isle.rsw --force");
    let import =
        |sheet: &str, to: &str| format!("landwright import {sheet} --onto isle.rsw -o {to}");
    let over = |sheet: &str| import(sheet, "isle.rsw --force");
    vec![
        scene("window").backed_up("isle.rsw").window("isle.rsw").other(&in_place("b.json")),
        scene("apply").backed_up("isle.rsw").save(&in_place("a.json")).other(&in_place("b.json")),
        scene("apply-new").save(&apply("a.json", "new.rsw")).other(&apply("b.json", "new.rsw")),
        scene("import").backed_up("isle.rsw").save(&over("a.csv")).other(&over("b.csv")),
        scene("export").save("landwright export isle.rsw -o objects.csv"),
    ]
}

/// Adds a light to the made-up scene.
fn scene(way: &'static str) -> Case {
    let added = |x: u32| json!([{ "action": "add", "kind": "light", "at": [x, 0, 0] }]).to_string();
    let sheet = |x: u32| format!("id,kind,x,y,z\n,light,{x},0,0\n");
    Case::new("rsw", way, "map")
        .file("a.json", &added(1))
        .file("b.json", &added(2))
        .file("a.csv", &sheet(1))
        .file("b.csv", &sheet(2))
        .next(&["landwright check isle.rsw", "landwright inspect isle.rsw", "landwright check ."])
}
