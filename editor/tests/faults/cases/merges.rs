//! What two sides did to a file, put together: beside it, and over one of the sides.

use serde_json::json;

use crate::case::{Before, Case};

use super::paint_at;

/// A file, and what two sides do to it.
struct Sides {
    kind: &'static str,
    world: &'static str,
    file: &'static str,
    ours: String,
    theirs: String,
}

pub(super) fn all() -> Vec<Case> {
    let mut cases: Vec<Case> = sides().iter().flat_map(ways).collect();
    cases.extend(definitions());
    cases.extend(values());
    cases.push(caches());
    cases
}

fn sides() -> Vec<Sides> {
    let cell = |row: u32, to: &str| {
        json!([{ "action": "set-cell", "row": row, "column": "Level", "to": to }]).to_string()
    };
    let tag = |region: u32| {
        json!([{ "action": "tag-regions", "regions": [region], "kind": "lava" }]).to_string()
    };
    let area = |polygon: u32| {
        json!([{ "action": "set-area", "polygons": [polygon], "area": "water" }]).to_string()
    };
    let water =
        |field: &str| json!([{ "action": "set-world", "field": field, "to": 5 }]).to_string();
    let corner = |x: u32| {
        json!([{ "action": "set-corners", "x": x, "y": 1, "heights": { "south-west": 7 } }])
            .to_string()
    };
    let radius = |to: u32, field: &str| {
        json!([{ "action": "set-field", "place": format!("objects[0].{field}"), "to": to }])
            .to_string()
    };
    let row =
        |row: u32| json!([{ "action": "move-rows", "rows": [row], "by": [1, 0, 0] }]).to_string();
    let sides = |kind, world, file, ours, theirs| Sides { kind, world, file, ours, theirs };
    vec![
        sides("gat", "map", "isle.gat", paint_at(1, 5), paint_at(2, 5)),
        sides("rsw", "map", "isle.rsw", water("water-level"), water("wave-height")),
        sides("gnd", "ground", "isle.gnd", corner(1), corner(2)),
        sides("apd", "area", "row.apd", moved(0), moved(1)),
        sides("stb", "formats LIST_NPC.STB", "LIST_NPC.STB", cell(0, "8"), cell(1, "9")),
        sides("zsc", "formats LIST_DECO.ZSC", "LIST_DECO.ZSC", radius(7, "x"), radius(8, "y")),
        sides("s3d", "everquest", "isle.s3d", tag(1), tag(2)),
        sides("nav", "everquest", "isle.nav", area(0), area(1)),
        sides("csv", "everquest", "isle_spawns.csv", row(1), row(2)),
        sides("sql", "everquest", "isle_spawns.sql", row(1), row(2)),
    ]
}

/// An area with a node at a different place.
fn moved(node: u32) -> String {
    json!([{ "action": "set-node", "node": node, "at": [72 + 32 * node, 80, 0] }]).to_string()
}

fn ways(sides: &Sides) -> Vec<Case> {
    let Sides { kind, world, file, ours, theirs } = sides;
    let name = |side: &str| format!("{side}_{file}");
    let [our, their, more] = ["ours", "theirs", "more"].map(name);
    let of = |way| {
        Case::new(kind, way, world)
            .file("ours.json", ours)
            .file("theirs.json", theirs)
            .before(&format!("landwright apply ours.json {file} -o {our}"))
            .before(&format!("landwright apply theirs.json {file} -o {their}"))
            .next(&["landwright check .", &format!("landwright inspect {our}")])
    };
    let merge = |to: &str| format!("landwright merge {file} {our} {their} -o {to}");
    let change = format!("landwright apply theirs.json {our} -o {our} --force");
    vec![
        of("merge").save(&merge(&more)),
        of("merge-ours").save(&merge(&our)).other(&change),
        of("merge-report").save(&merge(&format!("{our} --report conflicts.json"))).other(&change),
        of("merge-over")
            .and(Before::Copy(file.to_string(), more.clone()))
            .save(&merge(&format!("{more} --force")))
            .other(&format!("landwright apply theirs.json {file} -o {more} --force")),
    ]
}

fn definitions() -> Vec<Case> {
    let of = |way| {
        Case::new("def", way, "definitions")
            .file("S_BASE.1.def", "int32 amount\nint32 more\nint32 last\n")
            .file("S_OURS.1.def", "int64 amount\nint32 more\nint32 last\n")
            .file("S_THEIRS.1.def", "int32 amount\nint32 more\nint64 last\n")
            .next(&["landwright-lsp check .", "landwright check ."])
    };
    let merge = "landwright merge S_BASE.1.def S_OURS.1.def S_THEIRS.1.def -o";
    vec![
        of("merge").save(&format!("{merge} S_MORE.1.def")),
        of("merge-ours").save(&format!("{merge} S_OURS.1.def")),
    ]
}

/// Files that are merged by their values: one of a zone, and a skeleton.
fn values() -> Vec<Case> {
    let case = |kind, file: &str, ours: [&'static str; 2], theirs: [&'static str; 2]| {
        let mut case = Case::new(kind, "merge-ours", &format!("formats {file}"));
        for (side, [from, to]) in [("ours", ours), ("theirs", theirs)] {
            let json = format!("{side}.json");
            case = case
                .and(Before::Capture(json.clone(), format!("landwright inspect {file} --json")))
                .and(Before::Change(json.clone(), from, to))
                .before(&format!("landwright build {json} -o {side}_{file}"));
        }
        case.save(&format!("landwright merge {file} ours_{file} theirs_{file} -o ours_{file}"))
            .next(&["landwright check .", "landwright roundtrip ."])
    };
    vec![
        case(
            "ifo",
            "31_30.IFO",
            ["\"limit\": 5", "\"limit\": 6"],
            ["\"range_m\": 8", "\"range_m\": 9"],
        ),
        case("zmd", "MALE.ZMD", ["b1_head", "b1_face"], ["p_00", "p_01"]),
    ]
}

fn caches() -> Case {
    Case::new("cache", "merge-ours", "map")
        .file("a.json", &paint_at(1, 5))
        .before("landwright apply a.json isle.gat -o newer.gat")
        .and(Before::Copy("isle.gat".to_owned(), "other.gat".to_owned()))
        .before("landwright convert isle.gat -o base.dat")
        .before("landwright convert isle.gat newer.gat -o ours.dat")
        .before("landwright convert isle.gat other.gat -o theirs.dat")
        .save("landwright merge base.dat ours.dat theirs.dat -o ours.dat --path map_cache.dat")
        .next(&["landwright check .", "landwright inspect ours.dat"])
}
