//! What the map files of ROSE list: objects of every kind, places, tiles, cells, lightmaps.

use super::{Kind, Record, Texts, Thing, list_all};
use crate::format::rose::blocks::Block;
use crate::format::rose::grid::Grid;
use crate::format::rose::him::Him;
use crate::format::rose::ifo::ambience::{Effect, Sound};
use crate::format::rose::ifo::object::Object;
use crate::format::rose::ifo::scripted::{EventObject, Npc};
use crate::format::rose::ifo::spawn::Spawn;
use crate::format::rose::ifo::{self, Ifo};
use crate::format::rose::lit::Lit;
use crate::format::rose::mov::Mov;
use crate::format::rose::til::Til;
use crate::format::rose::zon::{self, Zon};

const OBJECT: &[&str] = &["name", "id", "type", "warp", "event", "x", "y", "z", "cell_x", "cell_y"];

macro_rules! object_with {
    ($($field:literal),*) => {
        &["name", "id", "type", "warp", "event", "x", "y", "z", "cell_x", "cell_y", $($field),*]
    };
}

const SPAWN: &[&str] = object_with!(
    "spawn_name",
    "monster",
    "monster_name",
    "monster_count",
    "tactic_monster",
    "interval",
    "limit",
    "range",
    "tactic_points"
);
const INFO: &[&str] = &["name", "block_x", "block_y", "width", "height"];
const ZONE: &[&str] = &["name", "underground", "music", "sky"];
const TILE: &[&str] = &[
    "layer1", "layer2", "offset1", "offset2", "texture1", "texture2", "blend", "rotation", "type",
];
const PART: &[&str] = &["object", "name", "id", "file", "lightmap", "pixels", "per_row", "place"];

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "block", kind: Kind::Ifo, fields: INFO },
    Thing { name: "deco", kind: Kind::Ifo, fields: OBJECT },
    Thing { name: "npc", kind: Kind::Ifo, fields: object_with!("ai", "conversation") },
    Thing { name: "cnst", kind: Kind::Ifo, fields: OBJECT },
    Thing { name: "sound", kind: Kind::Ifo, fields: object_with!("path", "range", "interval") },
    Thing { name: "effect", kind: Kind::Ifo, fields: object_with!("path") },
    Thing { name: "animated", kind: Kind::Ifo, fields: OBJECT },
    Thing { name: "spawn", kind: Kind::Ifo, fields: SPAWN },
    Thing { name: "water", kind: Kind::Ifo, fields: &["x", "y", "z", "x2", "y2"] },
    Thing { name: "warp", kind: Kind::Ifo, fields: OBJECT },
    Thing { name: "collision", kind: Kind::Ifo, fields: OBJECT },
    Thing { name: "event", kind: Kind::Ifo, fields: object_with!("trigger", "function") },
    Thing { name: "zone", kind: Kind::Zon, fields: ZONE },
    Thing { name: "point", kind: Kind::Zon, fields: &["name", "x", "y", "z"] },
    Thing { name: "texture", kind: Kind::Zon, fields: &["path"] },
    Thing { name: "tile", kind: Kind::Zon, fields: TILE },
    Thing { name: "height", kind: Kind::Him, fields: &["x", "y", "height"] },
    Thing {
        name: "tile",
        kind: Kind::Til,
        fields: &["x", "y", "tile", "brush", "tile_set", "tile_index"],
    },
    Thing { name: "cell", kind: Kind::Mov, fields: &["x", "y", "walk"] },
    Thing { name: "part", kind: Kind::Lit, fields: PART },
    Thing { name: "texture", kind: Kind::Lit, fields: &["path"] },
];

pub(super) fn ifo<'a>(ifo: &'a Ifo, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for body in ifo.blocks.iter().filter_map(Block::body) {
        match body {
            ifo::Body::MapInfo(info) => each(
                Record::new("block", 0)
                    .with("name", texts.show(info.name.as_bytes()))
                    .with("block_x", info.block_x)
                    .with("block_y", info.block_y)
                    .with("width", info.width)
                    .with("height", info.height),
            ),
            ifo::Body::Deco(list) => objects("deco", list, texts, each),
            ifo::Body::Npc(list) => list_all(list, each, |idx, npc| self::npc(idx, npc, texts)),
            ifo::Body::Cnst(list) => objects("cnst", list, texts, each),
            ifo::Body::Sound(list) => {
                list_all(list, each, |idx, sound| self::sound(idx, sound, texts));
            }
            ifo::Body::Effect(list) => {
                list_all(list, each, |idx, effect| self::effect(idx, effect, texts));
            }
            ifo::Body::Animated(list) => objects("animated", list, texts, each),
            ifo::Body::Spawn(list) => {
                list_all(list, each, |idx, spawn| self::spawn(idx, spawn, texts));
            }
            ifo::Body::WaterPlanes(water) => list_all(&water.planes, each, |idx, plane| {
                let ([x, z, y], [x2, _, y2]) = (plane.start_x_height_y, plane.end_x_height_y);
                let record = Record::new("water", idx).with("x", x).with("y", y).with("z", z);
                record.with("x2", x2).with("y2", y2)
            }),
            ifo::Body::Warp(list) => objects("warp", list, texts, each),
            ifo::Body::Collision(list) => objects("collision", list, texts, each),
            ifo::Body::Event(list) => {
                list_all(list, each, |idx, event| self::event(idx, event, texts));
            }
            // Superseded by the planes, and empty in every file seen.
            ifo::Body::OldWater(_) => {}
        }
    }
}

fn objects<'a>(
    thing: &'static str,
    list: &'a [Object],
    texts: Texts,
    each: &mut dyn FnMut(Record<'a>),
) {
    list_all(list, each, |idx, one| object(thing, idx, one, texts));
}

fn object<'a>(thing: &'static str, idx: usize, object: &'a Object, texts: Texts) -> Record<'a> {
    let [x, y, z] = object.position_file_cm;
    Record::new(thing, idx)
        .with("name", texts.show(object.name.as_bytes()))
        .with("id", object.object_id)
        .with("type", object.object_type.0)
        .with("warp", i32::from(object.warp_id))
        .with("event", i32::from(object.event_id))
        .with("x", x)
        .with("y", y)
        .with("z", z)
        .with("cell_x", object.cell_x)
        .with("cell_y", object.cell_y)
}

fn npc(idx: usize, npc: &Npc, texts: Texts) -> Record<'_> {
    object("npc", idx, &npc.object, texts)
        .with("ai", npc.ai_id)
        .with("conversation", texts.show(npc.conversation_file.as_bytes()))
}

fn sound(idx: usize, sound: &Sound, texts: Texts) -> Record<'_> {
    object("sound", idx, &sound.object, texts)
        .with("path", texts.show(sound.path.as_bytes()))
        .with("range", sound.range)
        .with("interval", sound.interval_s)
}

fn effect(idx: usize, effect: &Effect, texts: Texts) -> Record<'_> {
    object("effect", idx, &effect.object, texts).with("path", texts.show(effect.path.as_bytes()))
}

fn spawn(idx: usize, spawn: &Spawn, texts: Texts) -> Record<'_> {
    let monsters = || spawn.basic.iter().chain(&spawn.tactic);
    object("spawn", idx, &spawn.object, texts)
        .with("spawn_name", texts.show(spawn.name.as_bytes()))
        .with_list("monster", monsters().map(|line| line.monster_id))
        .with_list("monster_name", monsters().map(|line| texts.show(line.name.as_bytes())))
        .with_list("monster_count", monsters().map(|line| line.count))
        .with_list("tactic_monster", spawn.tactic.iter().map(|line| line.monster_id))
        .with("interval", spawn.interval_s)
        .with("limit", spawn.limit)
        .with("range", spawn.range_m)
        .with("tactic_points", spawn.tactic_points)
}

fn event(idx: usize, event: &EventObject, texts: Texts) -> Record<'_> {
    object("event", idx, &event.object, texts)
        .with("trigger", texts.show(event.quest_trigger.as_bytes()))
        .with("function", texts.show(event.script_function.as_bytes()))
}

pub(super) fn zon<'a>(zon: &'a Zon, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for body in zon.blocks.iter().filter_map(Block::body) {
        match body {
            zon::Body::Economy(economy) => each(
                Record::new("zone", 0)
                    .with("name", texts.show(economy.name.as_bytes()))
                    .with("underground", economy.underground)
                    .with("music", texts.show(economy.music.as_bytes()))
                    .with("sky", texts.show(economy.sky.as_bytes())),
            ),
            zon::Body::EventPositions(list) => list_all(list, each, |idx, point| {
                let [x, z, y] = point.position_file_cm_x_height_y;
                let record = Record::new("point", idx);
                let record = record.with("name", texts.show(point.name.as_bytes()));
                record.with("x", x).with("y", y).with("z", z)
            }),
            zon::Body::Textures(list) => list_all(list, each, |idx, path| {
                Record::new("texture", idx).with("path", texts.show(path.as_bytes()))
            }),
            zon::Body::Tiles(list) | zon::Body::BareTiles(list) => {
                list_all(list, each, |idx, tile| {
                    Record::new("tile", idx)
                        .with("layer1", tile.layer1)
                        .with("layer2", tile.layer2)
                        .with("offset1", tile.offset1)
                        .with("offset2", tile.offset2)
                        .with("texture1", tile.texture1())
                        .with("texture2", tile.texture2())
                        .with("blend", tile.blend)
                        .with("rotation", tile.rotation.0)
                        .with("type", tile.tile_type)
                });
            }
            zon::Body::Info(_) => {}
        }
    }
}

pub(super) fn him<'a>(him: &'a Him, each: &mut dyn FnMut(Record<'a>)) {
    cells("height", &him.heights_cm, each, |record, height| record.with("height", *height));
}

pub(super) fn til<'a>(til: &'a Til, each: &mut dyn FnMut(Record<'a>)) {
    cells("tile", &til.tiles, each, |record, tile| {
        record
            .with("tile", tile.tile)
            .with("brush", u32::from(tile.brush))
            .with("tile_set", u32::from(tile.tile_set))
            .with("tile_index", u32::from(tile.tile_index))
    });
}

pub(super) fn mov<'a>(mov: &'a Mov, each: &mut dyn FnMut(Record<'a>)) {
    cells("cell", &mov.cells, each, |record, cell| record.with("walk", u32::from(cell.0)));
}

/// Column and row as in the file, so that y counts from the north.
fn cells<'a, T>(
    thing: &'static str,
    grid: &'a Grid<T>,
    each: &mut dyn FnMut(Record<'a>),
    with_cell: impl Fn(Record<'a>, &'a T) -> Record<'a>,
) {
    let width = (grid.width() as usize).max(1);
    list_all(grid.cells(), each, |idx, cell| {
        let record = Record::new(thing, idx).with("x", idx % width).with("y", idx / width);
        with_cell(record, cell)
    });
}

pub(super) fn lit<'a>(lit: &'a Lit, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let mut n_parts = 0;
    for object in &lit.objects {
        for part in &object.parts {
            each(
                Record::new("part", n_parts)
                    .with("object", object.id)
                    .with("name", texts.show(part.name.as_bytes()))
                    .with("id", part.id)
                    .with("file", texts.show(part.file.as_bytes()))
                    .with("lightmap", part.lightmap)
                    .with("pixels", part.n_pixels)
                    .with("per_row", part.n_per_row)
                    .with("place", part.place),
            );
            n_parts += 1;
        }
    }
    list_all(&lit.textures, each, |idx, path| {
        Record::new("texture", idx).with("path", texts.show(path.as_bytes()))
    });
}
