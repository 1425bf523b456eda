//! Ragnarok's ground, scenes and models in words.

use landwright_core::format::ragnarok::gnd::{Gnd, Planes};
use landwright_core::format::ragnarok::rsm::Rsm;
use landwright_core::format::ragnarok::rsm2::Rsm2;
use landwright_core::format::ragnarok::rsw::Rsw;
use landwright_core::format::ragnarok::rsw::object::Object;
use landwright_core::format::ragnarok::water::Water;
use landwright_core::problem::counted::grouped;

use super::Texts;
use super::sheet::{Range, Sheet, counts};

pub(super) fn gnd(gnd: &Gnd, texts: Texts<'_>, sheet: &mut Sheet) {
    let version = gnd.version();
    sheet.section("Ground");
    sheet.row("version", format!("{}.{}", version.major, version.minor));
    sheet.row("size", format!("{} × {} cubes of 2 × 2 tiles", gnd.width(), gnd.height()));
    let altitudes = Range::of(gnd.cubes().iter().flat_map(|cube| cube.altitude));
    sheet.row("altitude", format!("{altitudes} (lower numbers are higher ground)"));
    let holes = gnd.cubes().iter().filter(|cube| cube.top < 0).count();
    if holes > 0 {
        sheet.row("holes", grouped(holes as u64));
    }
    let walls = gnd.cubes().iter().flat_map(|cube| [cube.north, cube.east]);
    sheet.row("walls", grouped(walls.filter(|wall| *wall >= 0).count() as u64));
    sheet.row("surfaces", grouped(gnd.surfaces.len() as u64));
    sheet.row("lightmaps", grouped(gnd.lightmaps.len() as u64));
    if let Some(water) = gnd.water() {
        sheet.row("water level", level(&water.whole));
        let n_planes = match &water.planes {
            Planes::Levels(levels) => levels.len(),
            Planes::Waters(waters) => waters.len(),
        };
        sheet.row("parts with their own water", grouped(n_planes as u64));
    }
    sheet.list("Textures", &gnd.textures, |texture| vec![texts.quoted(texture.as_bytes())]);
}

pub(super) fn rsw(rsw: &Rsw, texts: Texts<'_>, sheet: &mut Sheet) {
    let version = rsw.version();
    sheet.section("Header");
    sheet.row("version", format!("{}.{}", version.major, version.minor));
    sheet.row("ground", texts.quoted(rsw.names.gnd.as_bytes()));
    sheet.row("altitude", texts.quoted(rsw.names.gat.as_bytes()));
    sheet.row("settings", texts.quoted(rsw.names.ini.as_bytes()));
    sheet.row("scene", texts.quoted(rsw.names.scene.as_bytes()));
    let water = match rsw.water() {
        Some(water) => level(water),
        None if version.has_water() => "none".to_owned(),
        None => "in the GND, as of version 2.6".to_owned(),
    };
    sheet.row("water level", water);
    let objects = counts(rsw.objects.iter().map(|object| match object {
        Object::Model(_) => "models",
        Object::Light(_) => "lights",
        Object::Sound(_) => "sounds",
        Object::Effect(_) => "effects",
    }));
    sheet.list("Objects", objects, |(kind, n)| vec![kind.to_owned(), grouped(n as u64)]);
    let files = counts(rsw.objects.iter().filter_map(|object| match object {
        Object::Model(model) => Some(model.file.as_bytes()),
        _ => None,
    }));
    sheet.list("Models", files, |(file, n)| vec![texts.quoted(file), grouped(n as u64)]);
}

fn level(water: &Water) -> String {
    format!("{} (as an altitude: greater values are under water)", water.level)
}

pub(super) fn rsm(rsm: &Rsm, texts: Texts<'_>, sheet: &mut Sheet) {
    let version = rsm.version();
    sheet.section("Model");
    sheet.row("version", format!("{}.{}", version.major, version.minor));
    sheet.row("root", texts.quoted(rsm.root.as_bytes()));
    sheet.row("animation", format!("{} ms", rsm.animation_length));
    sheet.list("Nodes: vertices and faces", &rsm.nodes, |node| {
        let n_faces = grouped(node.faces.len() as u64);
        vec![texts.quoted(node.name.as_bytes()), grouped(node.vertices.len() as u64), n_faces]
    });
    sheet.list("Textures", &rsm.textures, |texture| vec![texts.quoted(texture.as_bytes())]);
}

pub(super) fn rsm2(rsm: &Rsm2, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Model");
    sheet.row("version", rsm.version().in_words());
    for root in &rsm.roots {
        sheet.row("root", texts.quoted(root.as_bytes()));
    }
    let speed = rsm.frames_per_second;
    sheet.row("animation", format!("{} frames, {speed} a second", rsm.animation_length));
    sheet.list("Nodes: vertices and faces", &rsm.nodes, |node| {
        let n_faces = grouped(node.faces.len() as u64);
        vec![texts.quoted(node.name.as_bytes()), grouped(node.vertices.len() as u64), n_faces]
    });
    sheet.list("Textures", &rsm.textures, |texture| vec![texts.quoted(texture.as_bytes())]);
}
