//! Effects of the sample, and what becomes of them where files are missing.

use super::*;
use crate::format::number::F32;
use crate::format::rose::eft as eft_format;
use crate::format::rose::ptl::{Event, EventKind};
use crate::format::text::CodePage;
use crate::sample::rose::assets;
use crate::scene::material::{Factor, Mix, Operation};
use crate::scene::particle::{Faces, Stays};
use crate::vfs::Vfs;
use crate::vfs::memory::Memory;

const CAMPFIRE: &str = "3DDATA/EFFECT/SAMPLE/CAMPFIRE.EFT";
const FIRE: &str = "3DDATA/EFFECT/PARTICLES/FIRE.PTL";

fn client(change: impl Fn(&str, &mut Vec<u8>)) -> Vfs {
    let memory = Memory::new("sample");
    for mut file in assets::files() {
        change(&file.path, &mut file.bytes);
        memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    vfs
}

fn campfire(vfs: &Vfs) -> (Option<Model>, Vec<String>) {
    let looks = [vfs];
    let mut assets = Assets::new(&looks, CodePage::Cp949);
    let model = model(&mut assets, &VfsPath::new(CAMPFIRE).unwrap());
    (model, assets.missing.into_iter().map(|missing| missing.what).collect())
}

#[test]
fn an_effect_has_a_source_for_each_sequence_and_a_part_for_each_mesh() {
    let (model, missing) = campfire(&client(|_, _| {}));
    let model = model.unwrap();
    assert_eq!(missing, [] as [&str; 0]);
    let names: Vec<&str> = model.emitters.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Flame", "Glow", "Smoke"]);
    let stays: Vec<Stays> = model.emitters.iter().map(|one| one.stays).collect();
    assert_eq!(stays, [Stays::InPart, Stays::InPart, Stays::InWorld]);
    assert!(model.emitters.iter().all(|one| one.faces == Faces::Eye && one.ends_s().is_none()));
    // The root, a place for each of three sources and a mesh, and that mesh.
    assert_eq!(model.parts.len(), 6);
    let logs = model.parts.last().unwrap();
    assert_eq!((logs.when.delay_s, logs.number), (0.1, None));
    let up: Vec<f32> = model.parts.iter().map(|part| part.place.at_m.z).collect();
    assert_eq!(up, [0.0, 0.12, 0.3, 0.9, 0.0, 0.0]);
}

#[test]
fn what_is_missing_is_named_and_the_rest_is_there() {
    let broken = |path: &str, bytes: &mut Vec<u8>| {
        if path == FIRE || path.ends_with("GLOW.DDS") {
            bytes.truncate(3);
        }
    };
    let (model, missing) = campfire(&client(broken));
    let names: Vec<String> = model.unwrap().emitters.into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["Glow", "Smoke"]);
    assert_eq!(missing.len(), 2);
    assert!(missing[0].contains("FIRE") && missing[1].contains("GLOW"), "{missing:?}");
    let (model, missing) = campfire(&client(|path, bytes| {
        if path == CAMPFIRE {
            let mut effect = eft_format::read(bytes).unwrap();
            effect.particles.clear();
            effect.meshes.clear();
            *bytes = eft_format::write(&effect);
        }
    }));
    assert_eq!((model, missing), (None, vec![CAMPFIRE.to_owned()]));
}

#[test]
fn numbers_of_a_sequence_are_metres_and_ticks_of_a_scene() {
    let value = F32::new;
    let mut ptl = Ptl { sequences: Vec::new(), tail: Default::default() };
    let vfs = client(|_, _| {});
    let looks = [&vfs];
    let fire = Assets::new(&looks, CodePage::Cp949).particles(&VfsPath::new(FIRE).unwrap());
    let speed = [0.0, 0.0, 48.0, 0.0, 0.0, 48.0].map(value).to_vec();
    let event = Event::new(EventKind(11), [value(0.0); 2], 0, speed).unwrap();
    ptl.sequences.push(Sequence {
        gravity: [[value(0.0), value(0.0), value(-96.0)]; 2],
        place: [[value(100.0); 3]; 2],
        events: vec![event],
        ..fire.unwrap().sequences[0].clone()
    });
    let emitter = emitter_of(&ptl.sequences[0], MaterialId(0));
    let mut seen = Vec::new();
    let mut one = emitter.clone();
    (one.births.most, one.births.life_ticks) = (1, crate::scene::particle::Span::one(100.0));
    // Its first particle comes after one 28th of a second; then a second goes by: 4.8 ticks.
    one.particles(1, 1.0 / 28.0 + 1.0, &|_| Affine3A::IDENTITY, &mut |it| seen.push(it.at_m));
    // A speed of 0.48 m a tick, and 0.96 m a tick less after a second.
    let up = 1.0 + 4.8 * 0.48 - 4.8 * 0.96 / 2.0;
    let expected = glam::Vec3::new(1.0, 1.0, up);
    assert!(seen[0].distance(expected) < 1e-3, "{} {expected}", seen[0]);
}

#[test]
fn blends_are_those_of_direct3d() {
    assert_eq!(mix(5, 6, 1), Mixed::As(Blend::Over));
    assert_eq!(mix(5, 2, 1), Mixed::As(Blend::Add));
    assert_eq!(mix(2, 1, 1), Mixed::As(Blend::Opaque));
    let own = Mix { new: Factor::Old, old: Factor::Zero, operation: Operation::ReverseSubtract };
    assert_eq!(mix(9, 1, 3), Mixed::By(own));
    assert_eq!(mix(0, 99, 0xcdcd_cdcd), Mixed::As(Blend::Over));
}

#[test]
fn a_model_has_no_more_particles_than_can_be_drawn_in_time() {
    let (model, missing) = campfire(&client(|path, bytes| {
        if path == CAMPFIRE {
            let mut effect = eft_format::read(bytes).unwrap();
            let first = effect.particles[0].clone();
            effect.particles = vec![first; 3_000];
            *bytes = eft_format::write(&effect);
        } else if path == FIRE {
            let mut ptl = crate::format::rose::ptl::read(bytes).unwrap();
            ptl.sequences.iter_mut().for_each(|one| one.max_particles = u32::MAX);
            *bytes = crate::format::rose::ptl::write(&ptl);
        }
    }));
    assert_eq!(model.unwrap().emitters.len(), 10);
    assert_eq!(missing, [CAMPFIRE]);
}
