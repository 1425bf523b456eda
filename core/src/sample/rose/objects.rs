//! What stands in a block: an IFO with something in each of its blocks, and the lightmaps.

use crate::format::number::F32;
use crate::format::rose::blocks::BlockFile;
use crate::format::rose::grid::Grid;
use crate::format::rose::ifo::ambience::{Effect, Sound};
use crate::format::rose::ifo::map_info::MapInfo;
use crate::format::rose::ifo::object::{Object, ObjectType};
use crate::format::rose::ifo::scripted::{EventObject, Npc};
use crate::format::rose::ifo::spawn::{Monsters, Spawn};
use crate::format::rose::ifo::water::{OldWaterPatch, WaterPlane, WaterPlanes};
use crate::format::rose::ifo::{Body, Ifo};
use crate::format::rose::lit::{Lit, LitObject, LitPart};
use crate::format::text::Opaque;
use crate::space::rose::PATCHES_PER_BLOCK;
use crate::space::rose::position::PosInFileCm;

use super::hamlet;
use super::land::{Disc, GRID, Land, N_CELLS_PER_PATCH};
use super::names::{self, Creature, text};
use super::place::{Placer, Spot};
use super::sounds;

/// How many lightmaps share a picture.
pub(super) const N_LIGHTMAPS_PER_ROW: u32 = 8;
/// Along a side of each.
pub(super) const N_PIXELS: u32 = 16;
const N_PER_TEXTURE: u32 = N_LIGHTMAPS_PER_ROW * N_LIGHTMAPS_PER_ROW;

/// How many objects of each kind there are in a block: at least one.
#[derive(Debug, Clone, Copy)]
struct Counts {
    deco: u32,
    npc: u32,
    cnst: u32,
    sound: u32,
    effect: u32,
    animated: u32,
    spawn: u32,
    warp: u32,
    collision: u32,
    event: u32,
}

impl Counts {
    fn of(n_objects: u32) -> Counts {
        let share = |per_mille: u32| 1 + n_objects.saturating_sub(10) * per_mille / 1000;
        let mut counts = Counts {
            deco: 1,
            npc: share(30),
            cnst: share(50),
            sound: share(20),
            effect: share(40),
            animated: share(20),
            spawn: share(160),
            warp: share(10),
            collision: share(15),
            event: share(15),
        };
        counts.deco = n_objects.saturating_sub(counts.total() - 1).max(1);
        counts
    }

    fn total(&self) -> u32 {
        let Counts { deco, npc, cnst, sound, effect, animated, spawn, warp, collision, event } =
            self;
        deco + npc + cnst + sound + effect + animated + spawn + warp + collision + event
    }
}

pub(super) fn ifo(placer: &mut Placer<'_>, n_objects: u32) -> Ifo {
    let counts = Counts::of(n_objects);
    let land = placer.land;
    let mut decos = objects(placer, counts.deco, deco);
    let people = objects(placer, counts.npc, npc);
    let mut buildings = objects(placer, counts.cnst, building);
    hamlet::arrange(land, &mut decos, &mut buildings);
    let sounds = objects(placer, counts.sound, sound);
    let mut effects = objects(placer, counts.effect, effect);
    hamlet::arrange_fire(land, &mut effects);
    let bodies = [
        Body::MapInfo(Box::new(map_info(land))),
        Body::Deco(decos),
        Body::Npc(people),
        Body::Cnst(buildings),
        Body::Sound(sounds),
        Body::Effect(effects),
        Body::Animated(objects(placer, counts.animated, animated)),
        Body::OldWater(old_water(land)),
        Body::Spawn(objects(placer, counts.spawn, spawn)),
        Body::WaterPlanes(water_planes(land)),
        Body::Warp(objects(placer, counts.warp, warp)),
        Body::Collision(objects(placer, counts.collision, collision)),
        Body::Event(objects(placer, counts.event, event)),
    ];
    BlockFile::of_bodies(bodies)
}

fn objects<T>(
    placer: &mut Placer<'_>,
    n_objects: u32,
    make: impl Fn(&mut Placer<'_>) -> T,
) -> Vec<T> {
    (0..n_objects).map(|_| make(placer)).collect()
}

fn map_info(land: &Land) -> MapInfo {
    let PosInFileCm { x, y, .. } = GRID.middle_of_block(land.block);
    let (x, y) = (x as f32, y as f32);
    let matrix: [[f32; 4]; 4] =
        [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [x, 0.0, y, 1.0]];
    let mut values = [F32::ZERO; 16];
    values.iter_mut().zip(matrix.into_iter().flatten()).for_each(|(to, from)| *to = F32::new(from));
    MapInfo {
        width: PATCHES_PER_BLOCK,
        height: PATCHES_PER_BLOCK,
        block_x: land.block.x as u32,
        block_y: land.block.y as u32,
        matrix: values,
        name: text(&land.block.to_string()),
    }
}

fn deco(placer: &mut Placer<'_>) -> Object {
    let id = placer.number(1, names::N_DECOS_ANYWHERE);
    let mut object = placer.object(ObjectType::DECO, id, Spot::Dry);
    let size = placer.number(8, 14) as f32 / 10.0;
    object.scale = [F32::new(size); 3];
    object
}

fn npc(placer: &mut Placer<'_>) -> Npc {
    let id = placer.pick(&names::PEOPLE).map_or(0, |(_, person)| person.id);
    Npc {
        object: placer.object(ObjectType::NPC, id, Spot::Clearing),
        ai_id: 0,
        conversation_file: text(names::CONVERSATION),
    }
}

fn building(placer: &mut Placer<'_>) -> Object {
    let id = placer.number(1, names::N_BUILDINGS_ANYWHERE);
    placer.object(ObjectType::CNST, id, Spot::Clearing)
}

fn sound(placer: &mut Placer<'_>) -> Sound {
    let name = placer.pick(&names::SOUNDS).map_or("", |(_, name)| name);
    Sound {
        object: placer.object(ObjectType::SOUND, 0, Spot::Dry),
        path: text(&sounds::path(name)),
        range: 10 * placer.number(1, 5),
        interval_s: placer.number(0, 30),
    }
}

fn effect(placer: &mut Placer<'_>) -> Effect {
    let name = placer.pick(&names::EFFECTS).map_or("", |(_, name)| name);
    Effect {
        object: placer.object(ObjectType::EFFECT, 0, Spot::Dry),
        path: text(&format!(r"3DDATA\EFFECT\SAMPLE\{name}.EFT")),
    }
}

fn animated(placer: &mut Placer<'_>) -> Object {
    let id = placer.number(1, names::ANIMATED.len() as u32);
    placer.object(ObjectType::ANIMATED, id, Spot::Dry)
}

fn spawn(placer: &mut Placer<'_>) -> Spawn {
    let range_m = placer.number(5, 20);
    let n_basic = placer.number(1, 3);
    let n_tactic = placer.number(1, 2);
    Spawn {
        object: placer.object(ObjectType::SPAWN, 0, Spot::Open { margin_m: range_m }),
        name: text("Untitled"),
        basic: objects(placer, n_basic, |placer| monsters(placer, 4)),
        tactic: objects(placer, n_tactic, |placer| monsters(placer, 2)),
        interval_s: placer.number(10, 60),
        limit: placer.number(3, 12),
        range_m,
        tactic_points: 10 * placer.number(2, 20),
    }
}

fn monsters(placer: &mut Placer<'_>, max_count: u32) -> Monsters {
    let monster = placer.pick(&names::MONSTERS).map(|(_, monster)| monster);
    Monsters {
        name: text(monster.map_or("", name_in_spawns)),
        monster_id: monster.map_or(0, |monster| monster.id),
        count: placer.number(1, max_count),
    }
}

/// Zones have been worked on in two countries: half of the names are Korean.
pub(super) fn name_in_spawns(monster: &Creature) -> &'static str {
    if monster.id.is_multiple_of(2) { monster.korean } else { monster.english }
}

fn warp(placer: &mut Placer<'_>) -> Object {
    let row = placer.number(1, names::WARP_TARGETS.len() as u32);
    let mut object = placer.object(ObjectType::WARP, 1, Spot::Dry);
    object.warp_id = row as i16;
    object.scale = [F32::new(2.0); 3];
    object
}

fn collision(placer: &mut Placer<'_>) -> Object {
    placer.object(ObjectType::COLLISION, 1, Spot::Dry)
}

fn event(placer: &mut Placer<'_>) -> EventObject {
    let (idx, trigger) = placer.pick(&names::TRIGGERS).map_or((0, ""), |(idx, name)| (idx, *name));
    let mut object = placer.object(ObjectType::EVENT, 1, Spot::Clearing);
    object.event_id = idx as i16 + 1;
    EventObject { object, quest_trigger: text(trigger), script_function: text("EMPTY") }
}

fn old_water(land: &Land) -> Grid<OldWaterPatch> {
    let middle = |patch: u32| (patch * N_CELLS_PER_PATCH + N_CELLS_PER_PATCH / 2) as f32;
    Grid::from_fn(PATCHES_PER_BLOCK, PATCHES_PER_BLOCK, |x, y| {
        let dry = OldWaterPatch { water_type: 1, ..OldWaterPatch::default() };
        match land.pond.covers(middle(x), middle(y)) {
            true => OldWaterPatch { has_water: 1, height_cm: F32::new(land.water_level_cm), ..dry },
            false => dry,
        }
    })
}

fn water_planes(land: &Land) -> WaterPlanes {
    let Disc { column, row, radius } = land.pond;
    let corner = |column, row| {
        let PosInFileCm { x, y, .. } = GRID.file_from_world(land.at(column, row));
        [x as f32, land.water_level_cm, y as f32].map(F32::new)
    };
    let plane = WaterPlane {
        start_x_height_y: corner(column - radius, row + radius),
        end_x_height_y: corner(column + radius, row - radius),
    };
    WaterPlanes { size: F32::new(2000.0), planes: vec![plane] }
}

/// A lightmap for each of so many objects.
pub(super) fn lit(n_objects: u32, name: &str) -> Lit {
    let texture = |n: u32| format!("{name}_{n}.DDS");
    let object = |idx: u32| {
        let lightmap = idx / N_PER_TEXTURE;
        let part = LitPart {
            name: text(&format!("{name}_{}", idx + 1)),
            id: 0,
            file: text(&texture(lightmap)),
            lightmap,
            n_pixels: N_PIXELS,
            n_per_row: N_LIGHTMAPS_PER_ROW,
            place: idx % N_PER_TEXTURE,
        };
        LitObject { id: idx + 1, parts: vec![part] }
    };
    Lit {
        objects: (0..n_objects).map(object).collect(),
        textures: (0..n_objects.div_ceil(N_PER_TEXTURE)).map(|n| text(&texture(n))).collect(),
        tail: Opaque::default(),
    }
}
