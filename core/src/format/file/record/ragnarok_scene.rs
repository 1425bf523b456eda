//! What Ragnarok's ground, scenes and models list.

use super::{Kind, Record, Texts, Thing};
use crate::format::ragnarok::gnd::Gnd;
use crate::format::ragnarok::rsm::Rsm;
use crate::format::ragnarok::rsm2::{Rsm2, Textures};
use crate::format::ragnarok::rsw::Rsw;
use crate::format::ragnarok::rsw::object::Object;

const NODE: &[&str] = &["name", "parent", "vertices", "faces"];

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "texture", kind: Kind::Gnd, fields: &["file"] },
    Thing {
        name: "cube",
        kind: Kind::Gnd,
        fields: &["x", "y", "altitude", "top", "north", "east"],
    },
    Thing {
        name: "world",
        kind: Kind::Rsw,
        fields: &["ini", "gnd", "gat", "scene", "water_level", "version"],
    },
    Thing {
        name: "model",
        kind: Kind::Rsw,
        fields: &["name", "position", "file", "rotation", "scale"],
    },
    Thing { name: "light", kind: Kind::Rsw, fields: &["name", "position", "range"] },
    Thing { name: "sound", kind: Kind::Rsw, fields: &["name", "position", "file", "range"] },
    Thing { name: "effect", kind: Kind::Rsw, fields: &["name", "position", "effect"] },
    Thing { name: "texture", kind: Kind::Rsm, fields: &["file"] },
    Thing { name: "node", kind: Kind::Rsm, fields: NODE },
    Thing { name: "texture", kind: Kind::Rsm2, fields: &["file"] },
    Thing { name: "node", kind: Kind::Rsm2, fields: NODE },
];

pub(super) fn gnd<'a>(gnd: &'a Gnd, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for (idx, texture) in gnd.textures.iter().enumerate() {
        each(Record::new("texture", idx).with("file", texts.show(texture.as_bytes())));
    }
    let width = (gnd.width() as usize).max(1);
    for (idx, cube) in gnd.cubes().iter().enumerate() {
        each(
            Record::new("cube", idx)
                .with("x", idx % width)
                .with("y", idx / width)
                .with_list("altitude", cube.altitude)
                .with("top", cube.top)
                .with("north", cube.north)
                .with("east", cube.east),
        );
    }
}

/// Objects are numbered as they are in the file, whatever their type.
pub(super) fn rsw<'a>(rsw: &'a Rsw, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let names = &rsw.names;
    let version = rsw.version();
    each(
        Record::new("world", 0)
            .with("ini", texts.show(names.ini.as_bytes()))
            .with("gnd", texts.show(names.gnd.as_bytes()))
            .with("gat", texts.show(names.gat.as_bytes()))
            .with("scene", texts.show(names.scene.as_bytes()))
            .with_list("water_level", rsw.water_level())
            .with("version", format!("{}.{}", version.major, version.minor)),
    );
    for (idx, object) in rsw.objects.iter().enumerate() {
        let record = |thing| {
            Record::new(thing, idx)
                .with("name", texts.show(object.name()))
                .with_list("position", object.position())
        };
        each(match object {
            Object::Model(model) => record("model")
                .with("file", texts.show(model.file.as_bytes()))
                .with_list("rotation", model.rotation)
                .with_list("scale", model.scale),
            Object::Light(light) => record("light").with("range", light.range),
            Object::Sound(sound) => record("sound")
                .with("file", texts.show(sound.file.as_bytes()))
                .with("range", sound.range),
            Object::Effect(effect) => record("effect").with("effect", effect.effect),
        });
    }
}

pub(super) fn rsm<'a>(rsm: &'a Rsm, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for (idx, texture) in rsm.textures.iter().enumerate() {
        each(Record::new("texture", idx).with("file", texts.show(texture.as_bytes())));
    }
    for (idx, node) in rsm.nodes.iter().enumerate() {
        each(
            Record::new("node", idx)
                .with("name", texts.show(node.name.as_bytes()))
                .with("parent", texts.show(node.parent.as_bytes()))
                .with("vertices", node.vertices.len())
                .with("faces", node.faces.len()),
        );
    }
}

pub(super) fn rsm2<'a>(rsm: &'a Rsm2, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let of_nodes = rsm.nodes.iter().flat_map(|node| match &node.textures {
        Textures::Numbers(_) => &[],
        Textures::Names(names) => names.as_slice(),
    });
    for (idx, texture) in rsm.textures.iter().chain(of_nodes).enumerate() {
        each(Record::new("texture", idx).with("file", texts.show(texture.as_bytes())));
    }
    for (idx, node) in rsm.nodes.iter().enumerate() {
        each(
            Record::new("node", idx)
                .with("name", texts.show(node.name.as_bytes()))
                .with("parent", texts.show(node.parent.as_bytes()))
                .with("vertices", node.vertices.len())
                .with("faces", node.faces.len()),
        );
    }
}
