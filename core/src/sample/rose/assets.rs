//! Models, motions and effects for the creatures and things of the zone, as ugly as the game's own: paths
//! in mixed case and with doubled backslashes, names in Korean, meshes that are there three times, stale
//! bytes behind the last field, motions that were never set, and bools over memory that was not.

mod shape;
mod paint;
mod town;
mod villager;
mod model;

use crate::format::number::F32;
use crate::format::rose::chr::{self, Character, Chr, EffectPair, MotionPair};
use crate::format::rose::eft::{self, Bool, Eft, Particle, Placing};
use crate::format::rose::list16::List16;
use crate::format::rose::ptl::{self, Event, EventKind, Ptl, Sequence};
use crate::format::rose::zero_text::ZeroText;
use crate::format::rose::zms::Version;
use crate::format::rose::zsc::property::{Properties, Property};
use crate::format::rose::zsc::{self, Body, Effect, Material, NO_EFFECT, Object, Part, Zsc};
use crate::format::rose::{zmd, zmo, zms};
use crate::format::text::{CodePage, Opaque, Text};
use crate::sample::File;

use self::paint::Stuff;
use super::names::{self, text};
use super::pictures;

/// Where the client looks for the gates of warps, and for event objects.
const SPECIAL: &str = "3DDATA/SPECIAL/LIST_DECO_SPECIAL.ZSC";
const EVENT_OBJECTS: &str = "3DDATA/SPECIAL/EVENT_OBJECT.ZSC";
/// Pictures of water, one after the other.
const N_RIPPLES: u32 = 25;

/// What the game's compiler fills memory with that nobody set.
const UNSET: u32 = 0xcdcd_cdcd;

/// Every model, motion and effect that the sample's tables and blocks lead to.
pub fn files() -> Vec<File> {
    let file = |path: &str, bytes| File { path: path.to_owned(), bytes };
    let mut files = vec![
        file("3DDATA/NPC/Sample/TOAD_BONE.ZMD", zmd::write(&model::skeleton())),
        file("3DDATA/NPC/Sample/TOAD_Body.zms", zms::write(&model::body())),
        file("3DDATA/NPC/Sample/toad_HAT.ZMS", zms::write(&model::hat())),
        file("3DDATA/NPC/Sample/TOAD.DDS", pictures::dotted()),
        file("3DDATA/MOTION/NPC/Sample/toad_STOP.ZMO", zmo::write(&model::motion(None))),
        file("3DDATA/MOTION/NPC/Sample/TOAD_WALK.ZMO", zmo::write(&model::motion(Some(500)))),
        file("3DDATA/NPC/Sample/VILLAGER_BONE.ZMD", zmd::write(&villager::skeleton())),
        file("3DDATA/NPC/Sample/VILLAGER_Body.zms", zms::write(&villager::body())),
        file("3DDATA/NPC/Sample/VILLAGER_HAT.ZMS", zms::write(&villager::hat())),
        file("3DDATA/MOTION/NPC/Sample/VILLAGER_STOP.ZMO", zmo::write(&villager::breath())),
        file("3DDATA/MOTION/Sample/WHEEL.ZMO", zmo::write(&villager::wheel())),
        file(SPECIAL, zsc::write(&special_things(&["WARP", "BOULDER"]))),
        file(EVENT_OBJECTS, zsc::write(&special_things(&["GATE"]))),
        file("3DDATA/NPC/LIST_NPC.CHR", chr::write(&characters())),
        file("3DDATA/NPC/PART_NPC.ZSC", zsc::write(&parts())),
        file("3DDATA/EFFECT/PARTICLES/SPARK.PTL", ptl::write(&particles())),
    ];
    for (list, things) in [("DECO", &names::DECOS[..]), ("CNST", &names::BUILDINGS[..])] {
        let path = format!("3DDATA/SAMPLE/LIST_{list}_{}.ZSC", names::ZONE);
        files.push(File { path, bytes: zsc::write(&things_of_zone(things)) });
        files.extend(things.iter().flat_map(|name| meshes(name)));
    }
    files.extend(names::ANIMATED.iter().map(|name| mesh(name)));
    files.extend(["GATE", "WARP"].into_iter().flat_map(meshes));
    let pictures =
        Stuff::ALL.iter().map(|stuff| File { path: stuff.file(), bytes: stuff.picture() });
    files.extend(pictures);
    files.extend((1..=N_RIPPLES).map(|n| File {
        path: format!("3DDATA/JUNON/WATER/OCEAN01_{n:02}.DDS"),
        bytes: paint::ripple(n - 1, N_RIPPLES),
    }));
    files.extend(names::EFFECTS.iter().map(|name| File {
        path: format!("3DDATA/EFFECT/SAMPLE/{name}.EFT"),
        bytes: eft::write(&effect()),
    }));
    files
}

/// The light on the objects of a block: as large as its LIT says.
pub(super) fn light(n_pixels: u32, n_per_row: u32) -> Vec<u8> {
    paint::light(n_pixels * n_per_row, n_per_row)
}

/// The file of each part of a thing.
fn meshes(name: &str) -> Vec<File> {
    let of_part = |(number, made): (usize, town::Made)| File {
        path: mesh_path(name, number),
        bytes: zms::write(&made.shape.zms(Version::V8, &[])),
    };
    town::parts(name).into_iter().enumerate().map(of_part).collect()
}

fn mesh_path(name: &str, part: usize) -> String {
    let behind = if part == 0 { String::new() } else { format!("_{part}") };
    format!("3DDATA/SAMPLE/{name}/{name}{behind}.ZMS")
}

fn mesh(name: &str) -> File {
    let path = format!("3DDATA/SAMPLE/{name}/{name}.ZMS");
    File { path, bytes: zms::write(&model::hat()) }
}

fn path(path: &str) -> ZeroText {
    ZeroText::try_from(Text::from(path)).unwrap_or_default()
}

/// Ours have no zero byte, so none comes out empty.
fn korean(name: &str) -> ZeroText {
    let name = Text::encode(name, CodePage::Cp949).unwrap_or_default();
    ZeroText::try_from(name).unwrap_or_default()
}

fn paths(paths: &[&str]) -> List16<ZeroText> {
    List16::of_first(paths.iter().map(|one| path(one)).collect())
}

/// By row of LIST_NPC: monsters are toads and people are villagers, with or without a hat.
fn characters() -> Chr {
    let creatures = || names::MONSTERS.iter().chain(&names::PEOPLE);
    let n_rows = creatures().map(|creature| creature.id + 1).max().unwrap_or(0);
    let character = |row: u32| {
        let creature = creatures().find(|creature| creature.id == row)?;
        let is_person = names::PEOPLE.iter().any(|person| person.id == row);
        let motions = [
            MotionPair { action: 0, motion: if is_person { 2 } else { 0 } },
            MotionPair { action: 1, motion: 1 },
            MotionPair::UNSET,
        ];
        Some(Box::new(Character {
            present: std::num::NonZeroU8::MIN,
            skeleton: u16::from(is_person),
            name: korean(creature.korean),
            models: List16::of_first(match (is_person, row.is_multiple_of(2)) {
                (true, true) => vec![3, 4],
                (true, false) => vec![3],
                (false, true) => vec![1, 2],
                (false, false) => vec![1],
            }),
            motions: List16::of_first(motions.to_vec()),
            effects: List16::of_first(vec![EffectPair { dummy: 0, effect: 0 }]),
        }))
    };
    Chr {
        skeletons: paths(&[
            r"3Ddata\\NPC\\SAMPLE\\toad_bone.ZMD",
            r"3DDATA\NPC\SAMPLE\VILLAGER_BONE.ZMD",
        ]),
        motions: paths(&[
            r"3DDATA\MOTION\NPC\SAMPLE\TOAD_STOP.ZMO",
            r"3Ddata/Motion/NPC/sample/toad_walk.zmo",
            r"3DDATA\MOTION\NPC\SAMPLE\VILLAGER_STOP.ZMO",
        ]),
        effects: paths(&[r"3DData\\Effect\\sample\\FIREFLIES.eft"]),
        characters: List16::of_first((0..n_rows).map(character).collect()),
        // The file was longer once.
        tail: Opaque(b"\0\x01\0\0mole\0\xcd\xcd".to_vec()),
    }
}

fn material(picture: &str) -> Material {
    Material {
        path: path(picture),
        is_skin: 0,
        // The test is stated and not heeded.
        alpha_enabled: 0,
        two_sided: 0,
        alpha_test: 1,
        alpha_ref: 128,
        z_test: 1,
        z_write: 1,
        blend: 0,
        specular: 0,
        alpha: F32::new(1.0),
        glow: 0,
        glow_colour: [F32::ZERO; 3],
    }
}

fn object(mesh: u16, properties: &[Property], effects: Vec<Effect>) -> Object {
    object_of(vec![zsc_part(mesh, 0, properties)], effects)
}

fn object_of(parts: Vec<Part>, effects: Vec<Effect>) -> Object {
    let parts = List16::of_first(parts);
    // Rubbish, as in the game's own.
    let bounds = [f32::MAX, f32::MAX, f32::MAX, f32::MIN, f32::MIN, f32::MIN].map(F32::new);
    let body = Body::new(parts, List16::of_first(effects), bounds).map(Box::new);
    Object { radius: 100, x: 0, y: 0, body }
}

const EMPTY: Object = Object { radius: 0, x: 0, y: 0, body: None };

fn parts() -> Zsc {
    let hat = object(1, &[Property::Dummy(1)], Vec::new());
    let of_villager = |mesh: u16, properties: &[Property]| {
        let parts = vec![zsc_part(mesh, 1, properties)];
        object_of(parts, Vec::new())
    };
    Zsc {
        meshes: paths(&[
            r"3DData\\NPC\\Sample\\toad_body.ZMS",
            r"3DDATA/NPC/SAMPLE/TOAD_HAT.zms",
            r"3DDATA\NPC\SAMPLE\VILLAGER_BODY.ZMS",
            r"3DDATA\NPC\SAMPLE\VILLAGER_HAT.ZMS",
        ]),
        materials: List16::of_first(vec![
            material(r"3Ddata\NPC\sample\Toad.dds"),
            material(&Stuff::Villager.file()),
        ]),
        effects: List16::default(),
        objects: List16::of_first(vec![
            EMPTY,
            object(0, &[], Vec::new()),
            hat,
            of_villager(2, &[]),
            of_villager(3, &[Property::Dummy(2)]),
        ]),
        tail: Opaque::default(),
    }
}

fn zsc_part(mesh: u16, material: u16, properties: &[Property]) -> Part {
    Part { mesh, material, properties: Properties::new(properties).unwrap_or_default() }
}

/// An object of each thing, counted from 1 as in its table.
fn things_of_zone(things: &[&str]) -> Zsc {
    let at_night = Effect { effect: 0, kind: 1, properties: Properties::default() };
    let place = Effect { effect: NO_EFFECT, kind: 0, properties: Properties::default() };
    let effects = paths(&[r"3DDATA\\EFFECT\\SAMPLE\\campfire.EFT"]);
    Zsc { effects, ..things_with(things, &[at_night, place]) }
}

/// The same for things that are in no zone's own lists.
fn special_things(things: &[&str]) -> Zsc {
    things_with(things, &[])
}

fn things_with(things: &[&str], effects: &[Effect]) -> Zsc {
    let (mut meshes, mut objects) = (Vec::new(), vec![EMPTY]);
    for name in things {
        let mut parts = Vec::new();
        for (number, made) in town::parts(name).into_iter().enumerate() {
            let mut properties = vec![
                Property::Position(made.at_cm.map(F32::new)),
                Property::Parent(made.parent),
                Property::Collision(0x0c),
                Property::Lightmap(1),
            ];
            if made.turns {
                let path = Text::from(r"3DDATA\\Motion\\SAMPLE\\wheel.zmo");
                properties.extend(path.try_into().ok().map(Property::Motion));
            }
            parts.push(zsc_part(meshes.len() as u16, made.stuff.number(), &properties));
            // As the game's own lists are spelled.
            let spelled = mesh_path(name, number).replace("SAMPLE", "Sample").replace('/', r"\\");
            meshes.push(path(&spelled));
        }
        objects.push(object_of(parts, effects.to_vec()));
    }
    let materials = Stuff::ALL.iter().map(|stuff| {
        let own = material(&stuff.file().replace('/', r"\"));
        // Water is seen through; what is cut out is seen from behind.
        let alpha = F32::new(if *stuff == Stuff::Water { 0.75 } else { 1.0 });
        let is_cut_out = u16::from(stuff.is_cut_out());
        Material { alpha, alpha_enabled: is_cut_out, two_sided: is_cut_out, ..own }
    });
    Zsc {
        meshes: List16::of_first(meshes),
        materials: List16::of_first(materials.collect()),
        effects: List16::default(),
        objects: List16::of_first(objects),
        tail: Opaque::default(),
    }
}

fn effect() -> Eft {
    let (no, yes) = (Bool(UNSET & !0xff), Bool(UNSET & !0xff | 1));
    let placing = Placing {
        position_cm: [0.0, 0.0, 40.0].map(F32::new),
        pitch_yaw_roll_degrees: [0.0, 180.0, 0.0].map(F32::new),
        // The rest of a rotation that is none any more.
        leftover: F32::new(-4.371_139e-8),
    };
    let particle = Particle {
        name: text("불꽃"),
        id: text(""),
        unknown1: UNSET,
        ptl: text(r"3DDATA\EFFECT\PARTICLES\Spark.ptl"),
        use_motion: no,
        motion: text("NULL"),
        loops: 1,
        unknown2: 0,
        placing,
        delay_ms: 0,
        linked: 1,
    };
    let mesh = eft::Mesh {
        name: text("ring"),
        id: text(""),
        unknown1: UNSET,
        mesh: text(r"3DDATA\NPC\SAMPLE\TOAD_HAT.ZMS"),
        morph: text("NULL"),
        picture: text(r"3DDATA\\NPC\\SAMPLE\\TOAD.DDS"),
        alpha: yes,
        two_sided: yes,
        alpha_test: no,
        z_test: yes,
        z_write: no,
        source_blend: 5,
        target_blend: 2,
        blend_operation: 1,
        use_motion: no,
        motion: text("NULL"),
        motion_loops: 1,
        unknown2: 0,
        placing,
        delay_ms: 100,
        loops: 1,
        linked: 1,
    };
    Eft {
        name: text(""),
        use_sound: no,
        sound: text(""),
        loops: 1,
        particles: vec![particle],
        meshes: vec![mesh],
        tail: Opaque::default(),
    }
}

fn particles() -> Ptl {
    let events =
        [(1, vec![8.0, 8.0, 12.0, 12.0], 0), (6, vec![0.0, 0.0], 1), (10, vec![10.0, 40.0], 0)];
    let event = |(kind, values, fade): (u32, Vec<f32>, u8)| {
        let values = values.into_iter().map(F32::new).collect();
        Event::new(EventKind(kind), [F32::ZERO; 2], fade, values).ok()
    };
    let none = [[F32::ZERO; 3]; 2];
    let sequence = Sequence {
        // With its quotes, as the game's tool wrote them.
        name: text("\"불꽃\""),
        life: [F32::new(4.8), F32::new(9.6)],
        per_second: [F32::new(5.0), F32::new(10.0)],
        loops: 0,
        direction: none,
        place: [[F32::new(-10.0); 3], [F32::new(10.0); 3]],
        gravity: none,
        picture: text(r"3DData\\NPC\\Sample\\toad.dds"),
        max_particles: 20,
        alignment: 0,
        coordinates: 1,
        columns: 1,
        rows: 1,
        kind: 1,
        target_blend: 2,
        source_blend: 5,
        blend_operation: 1,
        events: events.into_iter().filter_map(event).collect(),
    };
    Ptl { sequences: vec![sequence], tail: Opaque::default() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::format::file::{self, Kind};

    #[test]
    fn every_file_is_read_and_written_back() {
        let mut kinds = BTreeSet::new();
        for one in files() {
            let Some(kind) = Kind::of_name(&one.path) else {
                assert!(one.path.ends_with(".DDS"), "{}", one.path);
                continue;
            };
            let file = file::read(kind, &one.bytes).unwrap_or_else(|e| panic!("{}: {e}", one.path));
            assert_eq!(file.difference(&one.bytes), None, "{}", one.path);
            kinds.insert(kind.name());
        }
        let expected = ["chr", "eft", "ptl", "zmd", "zmo", "zms", "zsc"];
        assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
    }
}
