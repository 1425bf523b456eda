//! What ROSE's assets list: meshes, bones, channels, parts of objects, characters and effects.

use super::{Kind, Record, Texts, Thing, list_all};
use crate::format::rose::chr::Chr;
use crate::format::rose::eft::Eft;
use crate::format::rose::idx::Idx;
use crate::format::rose::ptl::Ptl;
use crate::format::rose::zero_text::ZeroText;
use crate::format::rose::zmd::Zmd;
use crate::format::rose::zmo::Zmo;
use crate::format::rose::zms::Zms;
use crate::format::rose::zsc::Zsc;

const MESH: &[&str] = &["version", "flags", "vertices", "triangles", "bone", "material_triangles"];
const BONE: &[&str] = &["name", "parent", "x", "y", "z"];
const PART: &[&str] = &["object", "mesh", "material", "bone", "dummy", "parent", "motion"];
const CHARACTER: &[&str] = &["row", "name", "skeleton", "model", "action", "motion", "effect"];
const PARTICLE: &[&str] = &["name", "path", "motion", "delay"];
const EFFECT_MESH: &[&str] = &["name", "path", "morph", "picture", "motion", "delay"];
const ARCHIVED: &[&str] = &["archive", "path", "offset", "size", "deleted"];
const PATH: &[&str] = &["path"];

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "mesh", kind: Kind::Zms, fields: MESH },
    Thing { name: "bone", kind: Kind::Zmd, fields: BONE },
    Thing { name: "dummy", kind: Kind::Zmd, fields: BONE },
    Thing { name: "channel", kind: Kind::Zmo, fields: &["type", "bone", "frames"] },
    Thing { name: "frame_event", kind: Kind::Zmo, fields: &["frame", "event"] },
    Thing { name: "mesh", kind: Kind::Zsc, fields: PATH },
    Thing { name: "material", kind: Kind::Zsc, fields: PATH },
    Thing { name: "effect", kind: Kind::Zsc, fields: PATH },
    Thing { name: "part", kind: Kind::Zsc, fields: PART },
    Thing { name: "skeleton", kind: Kind::Chr, fields: PATH },
    Thing { name: "motion", kind: Kind::Chr, fields: PATH },
    Thing { name: "effect", kind: Kind::Chr, fields: PATH },
    Thing { name: "character", kind: Kind::Chr, fields: CHARACTER },
    Thing { name: "particle", kind: Kind::Eft, fields: PARTICLE },
    Thing { name: "mesh", kind: Kind::Eft, fields: EFFECT_MESH },
    Thing { name: "sequence", kind: Kind::Ptl, fields: &["name", "picture", "loops"] },
    Thing { name: "file", kind: Kind::Idx, fields: ARCHIVED },
];

pub(super) fn zms<'a>(zms: &'a Zms, each: &mut dyn FnMut(Record<'a>)) {
    each(
        Record::new("mesh", 0)
            .with("version", u32::from(u8::from(zms.version)))
            .with("flags", zms.flags.0)
            .with("vertices", zms.n_vertices)
            .with("triangles", zms.triangles.len())
            .with_list("bone", zms.bones.items.iter().copied())
            .with_list("material_triangles", zms.materials.items.iter().copied()),
    );
}

pub(super) fn zmd<'a>(zmd: &'a Zmd, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    list_all(&zmd.bones, each, |idx, bone| {
        let [x, y, z] = bone.position_cm;
        let record = Record::new("bone", idx).with("name", texts.show(bone.name.as_bytes()));
        record.with("parent", bone.parent).with("x", x).with("y", y).with("z", z)
    });
    for (idx, dummy) in zmd.dummies().into_iter().enumerate() {
        let [x, y, z] = dummy.position_cm;
        let record = Record::new("dummy", idx).with("name", texts.show(dummy.name.as_bytes()));
        each(record.with("parent", dummy.parent).with("x", x).with("y", y).with("z", z));
    }
}

pub(super) fn zmo<'a>(zmo: &'a Zmo, each: &mut dyn FnMut(Record<'a>)) {
    list_all(zmo.channels(), each, |idx, channel| {
        let record = Record::new("channel", idx).with("type", channel.kind().0);
        record.with("bone", channel.bone).with("frames", zmo.n_frames())
    });
    let events = zmo.events().iter().enumerate().filter(|(_, event)| **event != 0);
    for (idx, (frame, event)) in events.enumerate() {
        let record = Record::new("frame_event", idx).with("frame", frame);
        each(record.with("event", u32::from(*event)));
    }
}

fn paths<'a>(
    thing: &'static str,
    paths: &'a [ZeroText],
    texts: Texts,
    each: &mut dyn FnMut(Record<'a>),
) {
    list_all(paths, each, |idx, path| {
        Record::new(thing, idx).with("path", texts.show(path.as_bytes()))
    });
}

pub(super) fn zsc<'a>(zsc: &'a Zsc, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    paths("mesh", &zsc.meshes, texts, each);
    list_all(&zsc.materials, each, |idx, material| {
        Record::new("material", idx).with("path", texts.show(material.path.as_bytes()))
    });
    paths("effect", &zsc.effects, texts, each);
    let mut n_parts = 0;
    for (object, parts) in zsc.objects.iter().map(|object| object.parts()).enumerate() {
        for part in parts {
            let motion = part.properties.motion();
            let motion = motion.map(|path| texts.show(path.as_bytes()).into_owned());
            each(
                Record::new("part", n_parts)
                    .with("object", object)
                    .with("mesh", u32::from(part.mesh))
                    .with("material", u32::from(part.material))
                    .with_list("bone", part.properties.bone().map(u32::from))
                    .with_list("dummy", part.properties.dummy().map(u32::from))
                    .with_list("parent", part.properties.parent().map(u32::from))
                    .with_list("motion", motion),
            );
            n_parts += 1;
        }
    }
}

pub(super) fn chr<'a>(chr: &'a Chr, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    paths("skeleton", &chr.skeletons, texts, each);
    paths("motion", &chr.motions, texts, each);
    paths("effect", &chr.effects, texts, each);
    let there =
        chr.characters.iter().enumerate().filter_map(|(row, one)| Some((row, one.as_deref()?)));
    for (idx, (row, character)) in there.enumerate() {
        let motions = || character.motions.iter().filter(|pair| pair.is_set());
        each(
            Record::new("character", idx)
                .with("row", row)
                .with("name", texts.show(character.name.as_bytes()))
                .with("skeleton", u32::from(character.skeleton))
                .with_list("model", character.models.iter().map(|model| u32::from(*model)))
                .with_list("action", motions().map(|pair| u32::from(pair.action)))
                .with_list("motion", motions().map(|pair| u32::from(pair.motion)))
                .with_list("effect", character.effects.iter().map(|pair| u32::from(pair.effect))),
        );
    }
}

pub(super) fn eft<'a>(eft: &'a Eft, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    list_all(&eft.particles, each, |idx, particle| {
        Record::new("particle", idx)
            .with("name", texts.show(particle.name.as_bytes()))
            .with("path", texts.show(particle.ptl.as_bytes()))
            .with("motion", texts.show(particle.motion.as_bytes()))
            .with("delay", particle.delay_ms)
    });
    list_all(&eft.meshes, each, |idx, mesh| {
        Record::new("mesh", idx)
            .with("name", texts.show(mesh.name.as_bytes()))
            .with("path", texts.show(mesh.mesh.as_bytes()))
            .with("morph", texts.show(mesh.morph.as_bytes()))
            .with("picture", texts.show(mesh.picture.as_bytes()))
            .with("motion", texts.show(mesh.motion.as_bytes()))
            .with("delay", mesh.delay_ms)
    });
}

pub(super) fn ptl<'a>(ptl: &'a Ptl, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    list_all(&ptl.sequences, each, |idx, sequence| {
        Record::new("sequence", idx)
            .with("name", texts.show(sequence.name.as_bytes()))
            .with("picture", texts.show(sequence.picture.as_bytes()))
            .with("loops", sequence.loops)
    });
}

pub(super) fn idx<'a>(idx: &'a Idx, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let mut n_files = 0;
    for archive in &idx.archives {
        for file in &archive.files {
            each(
                Record::new("file", n_files)
                    .with("archive", texts.show(archive.file_name()))
                    .with("path", texts.show(file.file_path()))
                    .with("offset", file.offset)
                    .with("size", file.size)
                    .with("deleted", u32::from(file.deleted)),
            );
            n_files += 1;
        }
    }
}
