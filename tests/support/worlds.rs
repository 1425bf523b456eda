//! Small folders of made-up files, by name: what the transcripts and the fault driver work on.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    dead_code,
    unreachable_pub,
    reason = "a test that can't go on fails, and not every test needs all of this"
)]

use std::path::Path;

use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::format::ragnarok::{gnd, rsm, rsw};
use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::format::tera::zgd::{self, Zgd};
use landwright_core::sample::ragnarok::{Plan as MapPlan, island, models, pictures, scene};
use landwright_core::sample::rose::{Plan as ZonePlan, Zone, assets};
use landwright_core::sample::tera::packed_file;
use landwright_core::sample::{File, eq, protocol};
use serde_json::json;

use super::samples;

/// Writes a world into a folder.
pub fn write(world: &str, folder: &Path) {
    for File { path, bytes } in files(world) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

/// The files of a world; of `formats NAME` that one alone.
pub fn files(world: &str) -> Vec<File> {
    if let Some(name) = world.strip_prefix("formats ") {
        return formats().into_iter().filter(|file| file.path == name).collect();
    }
    match world {
        "formats" => formats(),
        "map" => map(),
        "ground" => ground(),
        "data" => data(),
        "scenery" => scenery(),
        "area" => area(),
        "patch" => patch(),
        "territories" => territories(),
        "zone" => zone(),
        "everquest" => eq::files().unwrap(),
        "client" => client(),
        "definitions" => protocol::files(1, 6),
        _ => Vec::new(),
    }
}

/// A file of every format.
fn formats() -> Vec<File> {
    let file = |(name, bytes): (&str, Vec<u8>)| File { path: name.to_owned(), bytes };
    samples::files().into_iter().map(file).collect()
}

/// An island with its world, and odd cells: a type that no server knows, and a corner in the sky.
fn map() -> Vec<File> {
    let island = island(MapPlan { seed: 3, width: 24, height: 16, version: Version::V1_2 });
    let mut gat = gat::write(&island.gat);
    let cell = |x: usize, y: usize| 14 + 20 * (y * 24 + x);
    gat[cell(20, 3) + 16] = 99;
    gat[cell(7, 9)..cell(7, 9) + 4].copy_from_slice(&9_999_f32.to_le_bytes());
    vec![
        File { path: "isle.gat".to_owned(), bytes: gat },
        File { path: "isle.rsw".to_owned(), bytes: rsw::write(&island.rsw) },
    ]
}

/// The same with its ground.
fn ground() -> Vec<File> {
    let island = island(MapPlan { seed: 3, width: 24, height: 16, version: Version::V1_2 });
    let bytes = gnd::write(&scene::ground(&island.gat, 3));
    let mut files = map();
    files.push(File { path: "isle.gnd".to_owned(), bytes });
    files
}

/// The same as a client has it, below `data`.
fn data() -> Vec<File> {
    let below = |file: File| File { path: format!("data/{}", file.path), ..file };
    map().into_iter().map(below).collect()
}

/// The same island with its ground, its models and all but one of its textures.
fn scenery() -> Vec<File> {
    let island = island(MapPlan { seed: 3, width: 24, height: 16, version: Version::V1_2 });
    let below = |path: &str, bytes| File { path: format!("data/{path}"), bytes };
    let mut files = vec![
        below("isle.gat", gat::write(&island.gat)),
        below("sample.gnd", gnd::write(&scene::ground(&island.gat, 3))),
        below("isle.rsw", rsw::write(&scene::scene(&island.gat, 3, 4))),
        below(&format!("model/{}", models::HOUSE_NAME), rsm::write(&models::house())),
    ];
    files.extend(pictures::files().into_iter().filter(|file| !file.path.ends_with("rock.bmp")));
    files
}

/// Three nodes in a row on a plain, connected both ways, the last of them in the next square and
/// above its floor.
fn area() -> Vec<File> {
    let plain = Zgd::from_cells(|_, _, cell| cell.push((0, 32_767).into()));
    let area: Apd = serde_json::from_value(json!({
        "nodes": [
            { "position": [72.0, 72.0, 0.0],
              "edges": [1, null, null, null, null, null, null, null] },
            { "position": [104.0, 88.0, 0.0],
              "edges": [null, null, null, null, 0, null, null, 2] },
            { "position": [200.0, 72.0, 9.0],
              "edges": [null, null, null, 1, null, null, null, null] },
        ],
        "zones": [{ "x": 1000, "y": 1000, "squares": squares() }],
    }))
    .unwrap();
    vec![
        packed_file("x1000y1000.zgd", &zgd::write(&plain)),
        packed_file("row.apd", &apd::write(&area)),
    ]
}

/// The same with a floor in a corner alone: paths over it are made in no time.
fn patch() -> Vec<File> {
    let corner = Zgd::from_cells(|x, y, cell| {
        if x < 32 && y < 32 {
            cell.push((0, 32_767).into());
        }
    });
    let mut files = area();
    files[0] = packed_file("x1000y1000.zgd", &zgd::write(&corner));
    files
}

/// The same with a list of areas, and with what a server has there: an NPC in the air, one outside of its
/// fence, and one that walks to where nobody comes.
fn territories() -> Vec<File> {
    let text = |path: &str, text: &str| File { path: path.to_owned(), bytes: text.into() };
    let list = "<AreaList><Continent originZoneX=\"1000\" originZoneY=\"1000\">\
                <Area name=\"Row\"><Zone x=\"1000\" y=\"1000\"/></Area></Continent></AreaList>\n";
    let sheet = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n\
        <TerritoryData huntingZoneId=\"7\">\r\n\
        \t<TerritoryGroup id=\"700001\" desc=\"Camp\">\r\n\t\t<TerritoryList>\r\n\
        \t\t\t<Territory id=\"70\" type=\"normal\" addMaxZ=\"256.000000\" subtractMinZ=\"0.000000\">\r\n\
        \t\t\t\t<Fence pos=\"16.0,16.0,0.0\" /><Fence pos=\"240.0,16.0,0.0\" />\r\n\
        \t\t\t\t<Fence pos=\"240.0,240.0,0.0\" /><Fence pos=\"16.0,240.0,0.0\" />\r\n\
        \t\t\t\t<Npc instanceId=\"71\" desc=\"Guard\" npcTemplateId=\"1\" randomPos=\"false\" \
        pos=\"72.00000000,72.00000000,180.00000000\" dir=\"90\" />\r\n\
        \t\t\t\t<Npc instanceId=\"72\" desc=\"Merchant\" npcTemplateId=\"2\" randomPos=\"false\" \
        pos=\"300.00000000,72.00000000,0.00000000\" />\r\n\
        \t\t\t\t<Npc instanceId=\"73\" desc=\"Scout\" npcTemplateId=\"3\" randomPos=\"false\" \
        pos=\"104.00000000,88.00000000,0.00000000\">\r\n\
        \t\t\t\t\t<PatrolList><Patrol pos=\"72.0,72.0,0.0\" /><Patrol pos=\"9000.0,72.0,0.0\" /></PatrolList>\r\n\
        \t\t\t\t</Npc>\r\n\
        \t\t\t\t<Npc instanceId=\"74\" npcTemplateId=\"1\" randomPos=\"true\" spawnCount=\"4\" \
        pos=\"0.0,0.0,0.0\" />\r\n\
        \t\t\t</Territory>\r\n\t\t</TerritoryList>\r\n\t</TerritoryGroup>\r\n</TerritoryData>\r\n";
    let npcs = "<NpcData huntingZoneId=\"7\"><Template id=\"1\" name=\"Guard\"/>\
                <Template id=\"2\" name=\"Merchant\"/></NpcData>\n";
    let mut files = patch();
    files.extend([
        text("AreaList.xml", list),
        text("server/TerritoryData_7.xml", sheet),
        text("server/NpcData_7.xml", npcs),
    ]);
    files
}

/// Where the nodes of each square begin, and how many they are.
fn squares() -> Vec<(u32, u8)> {
    let range = |square| match square {
        0 => (0, 2),
        120 => (2, 1),
        square if square < 120 => (2, 0),
        _ => (3, 0),
    };
    (0..14_400).map(range).collect()
}

/// Two blocks of a zone with what stands in them, and the tables that its numbers lead to.
fn zone() -> Vec<File> {
    let plan = ZonePlan { seed: 1, n_columns: 2, n_rows: 1, n_objects: 20 };
    let is_picture = |file: &File| file.path.to_ascii_lowercase().ends_with(".dds");
    Zone::new(plan).files().into_iter().filter(|file| !is_picture(file)).collect()
}

/// The tables of a zone, and the models, motions and effects that they lead to.
fn client() -> Vec<File> {
    let tables = zone().into_iter().filter(|file| file.path.contains("/STB/"));
    tables.chain(assets::files()).collect()
}
