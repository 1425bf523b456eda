//! Assets of ROSE, which are all saved in one way.

use serde_json::json;

use crate::case::Case;

/// The list of objects among the files of every format.
const FILE: &str = "LIST_DECO.ZSC";

pub(super) fn all() -> Vec<Case> {
    let apply = |script: &str, to: &str| format!("landwright apply {script} {FILE} -o {to}");
    let in_place = |script: &str| apply(script, &format!("{FILE} --force"));
    vec![
        list("window").backed_up(FILE).window(FILE).other(&in_place("b.json")),
        list("apply").backed_up(FILE).save(&in_place("a.json")).other(&in_place("b.json")),
        list("apply-new").save(&apply("a.json", "NEW.ZSC")).other(&apply("b.json", "NEW.ZSC")),
    ]
}

/// An object gets a different size.
fn list(way: &'static str) -> Case {
    let sized = |radius: u32| {
        json!([{ "action": "set-field", "place": "objects[0].radius", "to": radius }]).to_string()
    };
    Case::new("zsc", way, &format!("formats {FILE}"))
        .file("a.json", &sized(11))
        .file("b.json", &sized(12))
        .next(&[
            &format!("landwright check {FILE}"),
            &format!("landwright inspect {FILE}"),
            "landwright check .",
        ])
}
