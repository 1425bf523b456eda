//! ROSE's map files in words.

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::format::rose::blocks::{self, Block, BlockFile};
use landwright_core::format::rose::him::Him;
use landwright_core::format::rose::ifo::spawn::{Monsters, Spawn};
use landwright_core::format::rose::ifo::{self, Ifo};
use landwright_core::format::rose::lit::Lit;
use landwright_core::format::rose::mov::{Mov, Walk};
use landwright_core::format::rose::til::Til;
use landwright_core::format::rose::zon::info::{Extent, ZoneInfo};
use landwright_core::format::rose::zon::{self, Zon};
use landwright_core::problem::counted::{counted, grouped};

use super::Texts;
use super::sheet::{Range, Sheet, counts, percent};
use crate::cli::output::n_bytes;

pub(super) fn ifo(ifo: &Ifo, texts: Texts<'_>, sheet: &mut Sheet) {
    if let Some(ifo::Body::MapInfo(info)) = ifo.body(ifo::MAP_INFO) {
        sheet.section("Block");
        sheet.row("name", texts.quoted(info.name.as_bytes()));
        sheet.row("place", format!("column {}, row {} of the zone", info.block_x, info.block_y));
    }
    let objects = || ifo.blocks.iter().filter_map(Block::body).flat_map(ifo::Body::objects);
    if objects().next().is_some() {
        sheet.section("Positions of objects (cm, as in the file)");
        for (axis, label) in ["x", "y", "z"].into_iter().enumerate() {
            let on_axis = objects().filter_map(|object| object.position_file_cm.get(axis).copied());
            sheet.row(label, Range::of(on_axis).to_string());
        }
    }
    block_table(ifo, sheet, ifo_block_name, ifo_body_in_words);
    if let Some(ifo::Body::Spawn(spawns)) = ifo.body(ifo::SPAWN) {
        monsters(spawns, texts, sheet);
    }
    if let Some(ifo::Body::Npc(npcs)) = ifo.body(ifo::NPC) {
        sheet.list("NPCs", npcs, |npc| {
            let (id, name) = (npc.object.object_id.to_string(), npc.object.name.as_bytes());
            let known = texts.name_of("npc", "id", npc.object.object_id.into());
            vec![id, texts.quoted(name), texts.quoted(npc.conversation_file.as_bytes()), known]
        });
    }
    if let Some(ifo::Body::Warp(warps)) = ifo.body(ifo::WARP) {
        sheet.list("Warps (row of WARP.STB)", warps, |warp| {
            vec![warp.warp_id.to_string(), texts.quoted(warp.name.as_bytes())]
        });
    }
    if let Some(ifo::Body::Event(events)) = ifo.body(ifo::EVENT) {
        sheet.list("Events (trigger, function)", events, |event| {
            let trigger = texts.quoted(event.quest_trigger.as_bytes());
            vec![trigger, texts.quoted(event.script_function.as_bytes())]
        });
    }
}

fn monsters(spawns: &[Spawn], texts: Texts<'_>, sheet: &mut Sheet) {
    // Each monster with the name of its first line, and the spawns that have it.
    let mut by_id: BTreeMap<u32, (&Monsters, usize)> = BTreeMap::new();
    for spawn in spawns {
        let mut ids = BTreeSet::new();
        for line in spawn.basic.iter().chain(&spawn.tactic) {
            let (_, n_spawns) = by_id.entry(line.monster_id).or_insert((line, 0));
            *n_spawns += usize::from(ids.insert(line.monster_id));
        }
    }
    sheet.list("Monsters (row of LIST_NPC.STB)", by_id, |(id, (line, n_spawns))| {
        let name = texts.quoted(line.name.as_bytes());
        let known = texts.name_of("spawn", "monster", id.into());
        vec![id.to_string(), name, counted(n_spawns, "spawn", "spawns"), known]
    });
}

/// A row for each block of the table: its number, its name, what is in it, and what is odd.
fn block_table<B: blocks::Body>(
    file: &BlockFile<B>,
    sheet: &mut Sheet,
    name_of: fn(u32) -> &'static str,
    in_words: fn(&B) -> String,
) {
    sheet.section("Blocks of the file");
    for block in &file.blocks {
        let kind = block.kind().0;
        let words = match block {
            Block::Known { body, slack, .. } if slack.0.is_empty() => in_words(body),
            Block::Known { body, slack, .. } => {
                let stale = counted(slack.0.len(), "stale byte", "stale bytes");
                format!("{}, and {stale}", in_words(body))
            }
            Block::Opaque { bytes, .. } => {
                let why = match block.why_opaque() {
                    Some(error) if error.field == "block type" => {
                        " since its layout is unknown".into()
                    }
                    Some(error) => format!(": {error}"),
                    None => String::new(),
                };
                format!("{}, not understood{why}", n_bytes(bytes.0.len()))
            }
            Block::Absent { .. } => "not there".to_owned(),
        };
        sheet.cells(vec![kind.to_string(), name_of(kind).to_owned(), words]);
    }
    if !file.gap.0.is_empty() {
        sheet.cells(vec![String::new(), "gap".to_owned(), n_bytes(file.gap.0.len())]);
    }
}

fn ifo_block_name(kind: u32) -> &'static str {
    match kind {
        0 => "map info",
        1 => "deco",
        2 => "npc",
        3 => "cnst (buildings)",
        4 => "sound",
        5 => "effect",
        6 => "animated",
        7 => "old water",
        8 => "spawn",
        9 => "water planes",
        10 => "warp",
        11 => "collision",
        12 => "event",
        13 => "area",
        _ => "unknown",
    }
}

fn ifo_body_in_words(body: &ifo::Body) -> String {
    match body {
        ifo::Body::MapInfo(info) => format!("{} × {} patches", info.width, info.height),
        ifo::Body::OldWater(water) => {
            let n_wet = water.cells().iter().filter(|patch| patch.has_water != 0).count();
            format!("{} × {} patches, {n_wet} with water", water.width(), water.height())
        }
        ifo::Body::WaterPlanes(water) => counted(water.planes.len(), "plane", "planes"),
        body => counted(body.objects().count(), "object", "objects"),
    }
}

pub(super) fn zon(zon: &Zon, texts: Texts<'_>, sheet: &mut Sheet) {
    if let Some(zon::Body::Economy(economy)) = zon.body(zon::ECONOMY) {
        sheet.section("Zone");
        sheet.row("name", texts.quoted(economy.name.as_bytes()));
        sheet.row("music", texts.quoted(economy.music.as_bytes()));
        sheet.row("sky", texts.quoted(economy.sky.as_bytes()));
        sheet.row(
            "underground",
            match economy.underground {
                0 => "no".to_owned(),
                1 => "yes".to_owned(),
                other => other.to_string(),
            },
        );
        let rates: Vec<String> = economy.rates.iter().map(i32::to_string).collect();
        sheet.row("rates", rates.join(" "));
    }
    if let Some(zon::Body::Info(info)) = zon.body(zon::INFO) {
        zone_info(info, sheet);
    }
    block_table(zon, sheet, zon_block_name, zon_body_in_words);
    if let Some(zon::Body::EventPositions(positions)) = zon.body(zon::EVENT_POSITIONS) {
        sheet.list("Places (x, y, height; cm, as in the file)", positions, |position| {
            let [x, height, y] =
                position.position_file_cm_x_height_y.map(|cm| cm.get().to_string());
            vec![texts.quoted(position.name.as_bytes()), x, y, height]
        });
    }
    if let Some(zon::Body::Textures(textures)) = zon.body(zon::TEXTURES) {
        sheet.list("Textures", textures.iter().enumerate(), |(idx, path)| {
            vec![idx.to_string(), texts.quoted(path.as_bytes())]
        });
    }
}

fn zone_info(info: &ZoneInfo, sheet: &mut Sheet) {
    sheet.section("Ground");
    let extent = &info.extent;
    sheet.row("extent", format!("{} × {} blocks", extent.width(), extent.height()));
    if let Extent::Blocks(blocks) = extent {
        let n_used = blocks.cells().iter().filter(|block| block.used != 0).count();
        sheet.row("in use", counted(n_used, "block", "blocks"));
    }
    let (cell, n_cells) = (info.cell_cm.get(), info.n_cells_per_patch);
    sheet.row("cells", format!("{cell} cm, {n_cells} along the side of a patch"));
    sheet.row("type", info.zone_type.to_string());
}

fn zon_block_name(kind: u32) -> &'static str {
    match kind {
        0 => "info",
        1 => "event positions",
        2 => "textures",
        3 => "tiles",
        4 => "economy",
        _ => "unknown",
    }
}

fn zon_body_in_words(body: &zon::Body) -> String {
    match body {
        zon::Body::Info(info) => match &info.extent {
            Extent::Bare { .. } => "without a grid of blocks".to_owned(),
            Extent::Blocks(_) => "with a grid of blocks".to_owned(),
        },
        zon::Body::EventPositions(list) => counted(list.len(), "place", "places"),
        zon::Body::Textures(list) => counted(list.len(), "path", "paths"),
        zon::Body::Tiles(list) => counted(list.len(), "tile", "tiles"),
        zon::Body::BareTiles(list) => {
            format!("{}, without their count", counted(list.len(), "tile", "tiles"))
        }
        zon::Body::Economy(_) => "there".to_owned(),
    }
}

pub(super) fn him(him: &Him, sheet: &mut Sheet) {
    let heights = &him.heights_cm;
    sheet.section("Ground");
    sheet.row("size", format!("{} × {} heights", heights.width(), heights.height()));
    sheet.row(
        "cells",
        format!("{} cm, {} along the side of a patch", him.cell_cm.get(), him.n_cells_per_patch),
    );
    sheet.row("heights", format!("{} cm", Range::of(heights.cells().iter().copied())));
    sheet.row(
        "quads",
        match &him.quads {
            None => "none".to_owned(),
            Some(quads) => format!("{} patches, {} quads", quads.patches.len(), quads.quads.len()),
        },
    );
}

pub(super) fn til(til: &Til, sheet: &mut Sheet) {
    let tiles = &til.tiles;
    sheet.section("Ground");
    sheet.row("size", format!("{} × {} tiles", tiles.width(), tiles.height()));
    let by_number = counts(tiles.cells().iter().map(|tile| tile.tile));
    let mut by_count: Vec<(i32, usize)> = by_number.into_iter().collect();
    by_count.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sheet.list("Tiles (of the ZON), the most frequent first", by_count, |(tile, count)| {
        vec![tile.to_string(), grouped(count as u64), percent(count, tiles.cells().len())]
    });
}

pub(super) fn mov(mov: &Mov, sheet: &mut Sheet) {
    let cells = &mov.cells;
    sheet.section("Ground");
    sheet.row("size", format!("{} × {} cells of 500 cm", cells.width(), cells.height()));
    sheet.list("Cells", counts(cells.cells().iter().map(|cell| cell.0)), |(walk, count)| {
        let words = match Walk(walk) {
            Walk::OPEN => "open",
            Walk::BLOCKED => "blocked",
            Walk::BLOCKED_FOR_MONSTERS => "blocked for monsters",
            _ => "not known",
        };
        let share = percent(count, cells.cells().len());
        vec![walk.to_string(), grouped(count as u64), share, words.to_owned()]
    });
}

pub(super) fn lit(lit: &Lit, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Lightmaps");
    sheet.row("objects", grouped(lit.objects.len() as u64));
    let n_parts: usize = lit.objects.iter().map(|object| object.parts.len()).sum();
    sheet.row("parts", grouped(n_parts as u64));
    sheet.list("Textures", lit.textures.iter().enumerate(), |(idx, path)| {
        vec![idx.to_string(), texts.quoted(path.as_bytes())]
    });
}
