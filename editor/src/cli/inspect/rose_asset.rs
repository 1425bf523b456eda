//! ROSE's assets in words.

use landwright_core::format::number::F32;
use landwright_core::format::rose::chr::Chr;
use landwright_core::format::rose::eft::{self, Eft};
use landwright_core::format::rose::idx::Idx;
use landwright_core::format::rose::ptl::Ptl;
use landwright_core::format::rose::zmd::Zmd;
use landwright_core::format::rose::zmo::{End, Zmo};
use landwright_core::format::rose::zms::{Flags, Zms};
use landwright_core::format::rose::zsc::Zsc;
use landwright_core::problem::counted::{counted, grouped};

use super::Texts;
use super::sheet::{Range, Sheet};
use crate::cli::output::n_bytes;

/// The arrays of a mesh by their flags.
const ARRAYS: [(Flags, &str); 9] = [
    (Flags::POSITIONS, "positions"),
    (Flags::NORMALS, "normals"),
    (Flags::COLOURS, "colours"),
    (Flags::SKIN, "skin"),
    (Flags::TANGENTS, "tangents"),
    (Flags::UVS[0], "texture coordinates 1"),
    (Flags::UVS[1], "texture coordinates 2"),
    (Flags::UVS[2], "texture coordinates 3"),
    (Flags::UVS[3], "texture coordinates 4"),
];

pub(super) fn zms(zms: &Zms, sheet: &mut Sheet) {
    sheet.section("Mesh");
    sheet.row("version", u8::from(zms.version).to_string());
    sheet.row("vertices", grouped(zms.n_vertices));
    sheet.row("triangles", grouped(zms.triangles.len() as u64));
    let arrays: Vec<&str> =
        ARRAYS.iter().filter(|(flag, _)| zms.flags.has(*flag)).map(|(_, name)| *name).collect();
    sheet.row("arrays", arrays.join(", "));
    if !zms.bones.is_empty() {
        let bones: Vec<String> = zms.bones.items.iter().map(u32::to_string).collect();
        sheet.row("bones", bones.join(", "));
    }
    let unit = if zms.version.unit_cm() > 1.0 { "m" } else { "cm" };
    sheet.section(format!("Positions of vertices ({unit}, as in the file)"));
    for (axis, label) in ["x", "y", "z"].into_iter().enumerate() {
        let on_axis = zms.positions.items.iter().filter_map(|at| at.get(axis).copied());
        sheet.row(label, Range::of(on_axis).to_string());
    }
    if zms.copies > 0 {
        sheet.row(
            "copies",
            counted(zms.copies as usize, "more of the same mesh", "more of the same mesh"),
        );
    }
    sheet.list("Materials (triangles)", &zms.materials.items, |n| vec![grouped(*n)]);
}

fn place(position: [F32; 3]) -> String {
    position.map(|number| number.to_string()).join(" ")
}

pub(super) fn zmd(zmd: &Zmd, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Skeleton");
    sheet.row("version", zmd.version().to_string());
    sheet.list("Bones (parent, x y z in cm)", zmd.bones.iter().enumerate(), |(idx, bone)| {
        let parent = zmd.parent(idx).map_or("root".to_owned(), |parent| parent.to_string());
        let name = texts.quoted(bone.name.as_bytes());
        vec![idx.to_string(), name, parent, place(bone.position_cm)]
    });
    sheet.list("Dummies (bone, x y z in cm)", zmd.dummies().iter().enumerate(), |(idx, dummy)| {
        let name = texts.quoted(dummy.name.as_bytes());
        vec![idx.to_string(), name, dummy.parent.to_string(), place(dummy.position_cm)]
    });
}

pub(super) fn zmo(zmo: &Zmo, sheet: &mut Sheet) {
    sheet.section("Motion");
    sheet.row("frames", grouped(zmo.n_frames()));
    sheet.row("frames a second", zmo.fps.to_string());
    if let End::Extension(extension) = &zmo.end {
        let kind = if extension.blend_ms.is_some() { "3ZMO" } else { "EZMO" };
        sheet.row("extension", kind);
        if let Some(ms) = extension.blend_ms {
            sheet.row("takes over in", format!("{ms} ms"));
        }
    }
    sheet.list("Channels (type, bone)", zmo.channels(), |channel| {
        let name = channel.kind().name().unwrap_or("unknown");
        vec![name.to_owned(), channel.bone.to_string()]
    });
    let events = zmo.events().iter().enumerate().filter(|(_, event)| **event != 0);
    sheet.list("Events (frame, event)", events, |(frame, event)| {
        vec![frame.to_string(), event.to_string()]
    });
}

pub(super) fn zsc(zsc: &Zsc, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Objects");
    let filled = zsc.objects.iter().filter(|object| object.body.is_some()).count();
    sheet.row(
        "objects",
        format!("{}, {} with parts", grouped(zsc.objects.len() as u64), grouped(filled as u64)),
    );
    let n_parts: usize = zsc.objects.iter().map(|object| object.parts().len()).sum();
    sheet.row("parts", grouped(n_parts as u64));
    sheet.list("Meshes", zsc.meshes.iter().enumerate(), |(idx, path)| {
        vec![idx.to_string(), texts.quoted(path.as_bytes())]
    });
    sheet.list("Materials", zsc.materials.iter().enumerate(), |(idx, material)| {
        vec![idx.to_string(), texts.quoted(material.path.as_bytes())]
    });
    sheet.list("Effects", zsc.effects.iter().enumerate(), |(idx, path)| {
        vec![idx.to_string(), texts.quoted(path.as_bytes())]
    });
}

pub(super) fn chr(chr: &Chr, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Lists");
    sheet.row("skeletons", grouped(chr.skeletons.len() as u64));
    sheet.row("motions", grouped(chr.motions.len() as u64));
    sheet.row("effects", grouped(chr.effects.len() as u64));
    let there =
        chr.characters.iter().enumerate().filter_map(|(row, one)| Some((row, one.as_deref()?)));
    sheet.list(
        "Characters (row of LIST_NPC, name, skeleton, models, motions)",
        there,
        |(row, one)| {
            let skeleton = chr.skeletons.get(usize::from(one.skeleton));
            let skeleton = skeleton.map(|path| texts.quoted(path.as_bytes())).unwrap_or_default();
            let models: Vec<String> = one.models.iter().map(u16::to_string).collect();
            let n_motions = one.motions.iter().filter(|pair| pair.is_set()).count();
            let name = texts.quoted(one.name.as_bytes());
            vec![row.to_string(), name, skeleton, models.join(","), n_motions.to_string()]
        },
    );
}

pub(super) fn eft(eft: &Eft, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Effect");
    if let Some(sound) = eft::path(&eft.sound).filter(|_| eft.use_sound.is_set()) {
        sheet.row("sound", texts.quoted(sound));
    }
    sheet.row("particles", grouped(eft.particles.len() as u64));
    sheet.row("meshes", grouped(eft.meshes.len() as u64));
    sheet.list("Particles (name, file, delay)", &eft.particles, |one| {
        let name = texts.quoted(one.name.as_bytes());
        vec![name, texts.quoted(one.ptl.as_bytes()), format!("{} ms", one.delay_ms)]
    });
    sheet.list("Meshes (name, file, picture, delay)", &eft.meshes, |one| {
        let (name, mesh) = (texts.quoted(one.name.as_bytes()), texts.quoted(one.mesh.as_bytes()));
        vec![name, mesh, texts.quoted(one.picture.as_bytes()), format!("{} ms", one.delay_ms)]
    });
}

pub(super) fn ptl(ptl: &Ptl, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.list("Sequences (name, picture, most particles, events)", &ptl.sequences, |one| {
        let (name, picture) =
            (texts.quoted(one.name.as_bytes()), texts.quoted(one.picture.as_bytes()));
        vec![name, picture, one.max_particles.to_string(), one.events.len().to_string()]
    });
}

pub(super) fn idx(idx: &Idx, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Index");
    sheet.row("version", format!("{} (base {})", idx.current_version, idx.base_version));
    sheet.list("Archives (files, bytes)", &idx.archives, |archive| {
        let size: u64 = archive.files.iter().map(|file| u64::from(file.size)).sum();
        let n_files = counted(archive.files.len(), "file", "files");
        let size = n_bytes(usize::try_from(size).unwrap_or(usize::MAX));
        vec![texts.quoted(archive.file_name()), n_files, size]
    });
}
