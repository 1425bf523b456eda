//! Models, motions and effects for the creatures and things of the zone, as ugly as the game's own: paths
//! in mixed case and with doubled backslashes, names in Korean, meshes that are there three times, stale
//! bytes behind the last field, motions that were never set, and bools over memory that was not.

mod shape;
mod paint;
mod town;
mod villager;
mod effects;
mod model;

use crate::format::number::F32;
use crate::format::rose::chr::{self, Character, Chr, EffectPair, MotionPair};
use crate::format::rose::list16::List16;
use crate::format::rose::zero_text::ZeroText;
use crate::format::rose::zms::Version;
use crate::format::rose::zsc::property::{Properties, Property};
use crate::format::rose::zsc::{self, Body, Effect, Material, NO_EFFECT, Object, Part, Zsc};
use crate::format::rose::{zmd, zmo, zms};
use crate::format::text::{CodePage, Opaque, Text};
use crate::sample::File;

use self::paint::Stuff;
use super::{ZONE_FOLDER, names, pictures, sounds};

/// Where the client looks for the gates of warps, and for event objects.
const SPECIAL: &str = "3DDATA/SPECIAL/LIST_DECO_SPECIAL.ZSC";
const EVENT_OBJECTS: &str = "3DDATA/SPECIAL/EVENT_OBJECT.ZSC";
/// Pictures of water, one after the other.
const N_RIPPLES: u32 = 25;

/// What the game's compiler fills memory with that nobody set.
const UNSET: u32 = 0xcdcd_cdcd;

/// The row of somebody who has fireflies around her.
const FOLLOWED_BY_FLIES: u32 = 12;

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
    files.extend(effects::files());
    files.extend(sounds::files());
    files.push(file(&format!("{ZONE_FOLDER}/MINIMAP.DDS"), pictures::minimap()));
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
            effects: List16::of_first(match row == FOLLOWED_BY_FLIES {
                true => vec![EffectPair { dummy: 0, effect: 0 }],
                false => Vec::new(),
            }),
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
    let place = Effect { effect: NO_EFFECT, kind: 0, properties: Properties::default() };
    let effects = effects::ON_OBJECTS.map(|name| format!(r"3DDATA\\EFFECT\\SAMPLE\\{name}.eft"));
    let effects = List16::of_first(effects.iter().map(|one| path(one)).collect());
    let on = |name: &str| [effect_on(name), Some(place.clone())].into_iter().flatten().collect();
    Zsc { effects, ..things_with(things, on) }
}

/// Smoke over a chimney, the water of a fountain, or a light that is on at night.
fn effect_on(name: &str) -> Option<Effect> {
    let (effect, kind, at_cm) = match name {
        "COTTAGE" | "HOUSE" => (0, 0, [202.0, 80.0, 550.0]),
        "FOUNTAIN" => (1, 0, [0.0, 0.0, 372.0]),
        "SIGNPOST" => (2, 1, [0.0, 0.0, 236.0]),
        _ => return None,
    };
    let properties = [Property::Position(at_cm.map(F32::new)), Property::Parent(1)];
    let properties = Properties::new(&properties).unwrap_or_default();
    Some(Effect { effect, kind, properties })
}

/// The same for things that are in no zone's own lists.
fn special_things(things: &[&str]) -> Zsc {
    things_with(things, |_| Vec::new())
}

fn things_with(things: &[&str], effects_on: impl Fn(&str) -> Vec<Effect>) -> Zsc {
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
        objects.push(object_of(parts, effects_on(name)));
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
                let is_picture_or_sound = [".DDS", ".WAV"].iter().any(|it| one.path.ends_with(it));
                assert!(is_picture_or_sound, "{}", one.path);
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
