//! EverQuest: zones, navigation meshes, and what servers have of them.

use serde_json::json;

use crate::case::{Before, Case};

pub(super) fn all() -> Vec<Case> {
    let mut cases = zones();
    cases.extend(meshes());
    cases.extend(made());
    cases.extend(rows());
    cases
}

/// Makes a region of the made-up zone something.
fn tagged(region: u32, kind: &str) -> String {
    json!([{ "action": "tag-regions", "regions": [region], "kind": kind }]).to_string()
}

/// Moves, adds and takes out what is placed in the made-up zone.
const OBJECTS: &str = r#"[{"action":"move-objects","objects":[4],"by":[1,2,3]},
    {"action":"add-object","model":"TREE","x":10,"y":20,"z":0},
    {"action":"remove-objects","objects":[16]}]"#;

fn zone(way: &'static str) -> Case {
    Case::new("s3d", way, "everquest")
        .file("a.json", &tagged(1, "lava"))
        .file("b.json", &tagged(2, "water"))
        .file("objects.json", OBJECTS)
        .next(&["landwright check isle.s3d", "landwright inspect isle.s3d", "landwright check ."])
}

fn zones() -> Vec<Case> {
    let apply = |script: &str, to: &str| format!("landwright apply {script} isle.s3d -o {to}");
    let in_place = |script: &str| apply(script, "isle.s3d --force");
    let export = |way, to: &str| zone(way).save(&format!("landwright export isle.s3d -o {to}"));
    vec![
        zone("window").backed_up("isle.s3d").window("isle.s3d").other(&in_place("b.json")),
        zone("apply").backed_up("isle.s3d").save(&in_place("a.json")).other(&in_place("b.json")),
        zone("apply-new").save(&apply("a.json", "new.s3d")).other(&apply("b.json", "new.s3d")),
        zone("apply-objects")
            .backed_up("isle.s3d")
            .save(&in_place("objects.json"))
            .other(&in_place("b.json")),
        export("export-map", "isle.map"),
        export("export-wtr", "isle.wtr"),
        export("export-nav", "new.nav"),
        zone("extract")
            .save("landwright extract isle_obj.s3d -o out")
            .next(&["landwright check ."]),
        zone("extract-over")
            .before("landwright extract isle_obj.s3d -o out")
            .and(Before::Replace("out/bark.bmp".to_owned(), "Somebody else's.\n"))
            .backed_up("out/bark.bmp")
            .save("landwright extract isle_obj.s3d -o out --force")
            .next(&["landwright check .", "landwright check out"]),
    ]
}

fn mesh(way: &'static str) -> Case {
    let area = |polygon: u32, area: &str| {
        json!([{ "action": "set-area", "polygons": [polygon], "area": area }]).to_string()
    };
    Case::new("nav", way, "everquest")
        .file("a.json", &area(0, "water"))
        .file("b.json", &area(1, "disabled"))
        .next(&["landwright check isle.nav", "landwright inspect isle.nav", "landwright check ."])
}

fn meshes() -> Vec<Case> {
    let apply = |script: &str, to: &str| format!("landwright apply {script} isle.nav -o {to}");
    let in_place = |script: &str| apply(script, "isle.nav --force");
    vec![
        mesh("window").backed_up("isle.nav").window("isle.nav").other(&in_place("b.json")),
        mesh("apply").backed_up("isle.nav").save(&in_place("a.json")).other(&in_place("b.json")),
        mesh("apply-new").save(&apply("a.json", "new.nav")).other(&apply("b.json", "new.nav")),
        mesh("export-obj").save("landwright export isle.nav -o mesh.obj"),
        mesh("render").save("landwright render isle.nav -o mesh.png"),
    ]
}

fn made() -> Vec<Case> {
    let z = |to: &str| format!("landwright z isle.s3d --batch isle_spawns.csv -o {to}");
    vec![
        zone("z").save(&z("answers.tsv")),
        zone("z-over")
            .file("answers.tsv", "Somebody else's.\n")
            .backed_up("answers.tsv")
            .save(&z("answers.tsv --force")),
        zone("render").save("landwright render isle.s3d -o plan.png --size 80x40"),
    ]
}

/// Tables of a server: changed in their places, and dumps at their ends.
fn rows() -> Vec<Case> {
    let moved =
        |row: u32| json!([{ "action": "move-rows", "rows": [row], "by": [1, 0, 0] }]).to_string();
    let of = |way, format, file: &str| {
        Case::new(format, way, "everquest")
            .file("a.json", &moved(1))
            .file("b.json", &moved(2))
            .backed_up(file)
            .save(&format!("landwright apply a.json {file} -o {file} --force"))
            .other(&format!("landwright apply b.json {file} -o {file} --force"))
            .next(&["landwright check .", "landwright inspect isle_spawns.csv"])
    };
    let window = |format, file: &'static str| {
        Case::new(format, "window", "everquest")
            .file("b.json", &moved(2))
            .backed_up(file)
            .window(file)
            .other(&format!("landwright apply b.json {file} -o {file} --force"))
    };
    vec![
        window("csv", "isle_spawns.csv"),
        window("sql", "isle_spawns.sql"),
        of("apply", "csv", "isle_spawns.csv"),
        of("apply", "sql", "isle_spawns.sql"),
        Case::new("sql", "export-sql", "everquest")
            .save("landwright export isle_spawns.sql -o changes.sql")
            .next(&["landwright check ."]),
    ]
}
