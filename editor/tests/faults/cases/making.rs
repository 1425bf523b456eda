//! Commands that make files for others: archives, pictures, comparisons, lists, a book.

use serde_json::json;

use crate::case::{Before, Case};

use super::{ZONE, paint};

pub(super) fn all() -> Vec<Case> {
    let mut cases = archives();
    cases.extend(pictures());
    cases.extend(comparisons());
    cases.extend(territories());
    cases.push(scripts());
    cases.extend(others());
    cases
}

fn archives() -> Vec<Case> {
    let of = |kind, way| {
        Case::new(kind, way, "map")
            .in_folders(&["data"])
            .file("data/texts.txt", "Greetings!\n")
            .next(&["landwright check ."])
    };
    let pack = |to: &str| format!("landwright pack data -o {to}");
    vec![
        of("grf", "pack").save(&pack("patch.grf")),
        of("grf", "pack-over")
            .file("patch.grf", "Somebody else's.\n")
            .backed_up("patch.grf")
            .save(&pack("patch.grf --force")),
        of("idx", "pack").save(&pack("data.idx")),
        of("pkg", "pack").save(&pack("data.pkg")),
        of("pkg", "extract")
            .before(&pack("data.pkg"))
            .save("landwright extract data.pkg -o out")
            .next(&["landwright check .", "landwright check out"]),
    ]
}

fn pictures() -> Vec<Case> {
    let of = |kind, world, file: &str| {
        Case::new(kind, "render", world)
            .save(&format!("landwright render {file} -o picture.png --size 64x64"))
    };
    vec![
        of("gat", "map", "isle.gat"),
        of("apd", "area", "row.apd"),
        of("zone", "zone", ZONE),
        Case::new("gnd", "render-stats", "scenery")
            .makes_do()
            .save("landwright render data/isle.gat -o ground.png --ground game --stats stats.json"),
        Case::new("zsc", "export-glb", "client")
            .save("landwright export 3DDATA/NPC/PART_NPC.ZSC:2 -o object.glb"),
        Case::new("zms", "import-glb", "client")
            .before("landwright export 3DDATA/NPC/Sample/TOAD_Body.zms -o toad.glb")
            .save("landwright import toad.glb -o parts"),
    ]
}

fn comparisons() -> Vec<Case> {
    let of = |way| {
        Case::new("gat", way, "map")
            .file("a.json", &paint(5))
            .before("landwright apply a.json isle.gat -o newer.gat")
            .next(&["landwright check ."])
    };
    let diff = "landwright diff isle.gat newer.gat --format tsv -o changes.tsv";
    vec![
        of("diff").save(diff),
        of("diff-over")
            .file("changes.tsv", "Somebody else's.\n")
            .save(&format!("{diff} --force"))
            .other("landwright export isle.gat -o changes.csv"),
        of("check-baseline").save("landwright check isle.gat --baseline known.json"),
        Case::new("def", "check-baseline", "definitions")
            .makes_do()
            .file("S_LOUD.1.def", "int32     amount\n-  int32 x\n")
            .save("landwright-lsp check . --baseline known.json")
            .next(&["landwright-lsp check ."]),
    ]
}

/// What a TERA server has in an area.
fn territories() -> Vec<Case> {
    let sheet = "server/TerritoryData_7.xml";
    let of = |way| {
        Case::new("territory", way, "territories")
            .next(&["landwright check .", &format!("landwright spawns row.apd {sheet}")])
    };
    let spawns = |ask: &str, to: &str| format!("landwright spawns row.apd {sheet} {ask} -o {to}");
    let force = format!("{sheet} --force");
    vec![
        of("spawns-move")
            .backed_up(sheet)
            .save(&spawns("--move 71=104,88", &force))
            .other(&spawns("--move 72=104,88", &force)),
        of("spawns-to-floor").backed_up(sheet).save(&spawns("--to-floor", &force)),
        of("spawns-new").save(&spawns("--move 71=104,88", "moved.xml")),
    ]
}

/// What a Ragnarok server has on a map.
fn scripts() -> Case {
    let go = |line: &str| format!("landwright scripts warps.txt --move warps.txt:{line} 5,6");
    let warps = "isle,10,8,0\twarp\ta\t1,1,isle,10,8\nisle,9,8,0\twarp\tb\t1,1,isle,10,8\n";
    Case::new("npc", "scripts-move", "map")
        .file("warps.txt", warps)
        .backed_up("warps.txt")
        .save(&go("1"))
        .other(&go("2"))
}

fn others() -> Vec<Case> {
    let action = json!([{ "action": "set-cells", "cells": [{ "x": 1, "y": 2, "terrain": 5 }] }]);
    let maps = |way| {
        Case::new("gat", way, "map")
            .in_folders(&["maps/a", "maps/b"])
            .file("a.json", &action.to_string())
            .next(&["landwright check .", "landwright check maps"])
    };
    let git = |way| {
        Case::new("git", way, "map")
            .file(".gitattributes", "*.txt text\n")
            .and(Before::Git("init -q"))
            .next(&["landwright check ."])
    };
    vec![
        // Each file of a folder is whole by itself.
        maps("apply-folder")
            .sets(&["maps/a", "maps/b"])
            .backed_up("maps/a/isle.gat")
            .save("landwright apply a.json maps -o maps --force"),
        maps("apply-folder-new")
            .sets(&["out/a", "out/b"])
            .save("landwright apply a.json maps -o out")
            .next(&["landwright check ."]),
        maps("check-fix-folder")
            .sets(&["maps/a", "maps/b"])
            .backed_up("maps/a/isle.gat")
            .save("landwright check maps --fix"),
        maps("export-folder")
            .sets(&["out/a", "out/b"])
            .save("landwright export maps --as csv -o out")
            .next(&["landwright check ."]),
        Case::new("apd", "recompress-folder", "area")
            .in_folders(&["a", "b"])
            .sets(&["a/row.apd", "a/x1000y1000.zgd", "b/row.apd", "b/x1000y1000.zgd"])
            .backed_up("a/row.apd")
            .save("landwright recompress ."),
        git("setup").save("landwright git setup"),
        git("undo").before("landwright git setup").save("landwright git setup --undo"),
        Case::new("book", "manual", "map")
            .save("landwright manual -o book")
            .next(&["landwright check ."]),
    ]
}
