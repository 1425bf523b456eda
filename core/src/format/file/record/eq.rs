//! What EverQuest's files list: files of archives, fragments of worlds, and what servers read.

use super::{Kind, Record, Texts, Thing};
use crate::format::eq::map::Map;
use crate::format::eq::pfs::Pfs;
use crate::format::eq::wld::{Wld, type_name};
use crate::format::eq::wtr::{Regions, Wtr};

const PLACED: &[&str] = &["model", "x", "y", "z", "turn", "scale"];

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "packed-file", kind: Kind::S3d, fields: &["name", "size", "offset"] },
    Thing { name: "fragment", kind: Kind::Wld, fields: &["type", "means", "name", "size"] },
    Thing { name: "model", kind: Kind::Map, fields: &["name", "vertices", "polygons"] },
    Thing { name: "placed-model", kind: Kind::Map, fields: PLACED },
    Thing { name: "leaf", kind: Kind::Wtr, fields: &["number", "region", "kind"] },
];

pub(super) fn archive<'a>(archive: &'a Pfs, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for (idx, member) in archive.members().into_iter().enumerate() {
        let name = member.name.map(|name| texts.show(name.as_bytes()).into_owned());
        each(
            Record::new("packed-file", idx)
                .with("name", name.unwrap_or_default())
                .with("size", member.size)
                .with("offset", member.offset),
        );
    }
}

pub(super) fn wld<'a>(wld: &'a Wld, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for (idx, fragment) in wld.fragments.iter().enumerate() {
        each(
            Record::new("fragment", idx)
                .with("type", fragment.kind)
                .with("means", type_name(fragment.kind).to_owned())
                .with("name", texts.show(wld.name_of(fragment)))
                .with("size", fragment.body.0.len()),
        );
    }
}

pub(super) fn map<'a>(map: &'a Map, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    let Map::Version2(map) = map else { return };
    for (idx, model) in map.content.models.iter().enumerate() {
        each(
            Record::new("model", idx)
                .with("name", texts.show(model.name.as_bytes()))
                .with("vertices", model.vertices.len())
                .with("polygons", model.sides.len()),
        );
    }
    for (idx, placed) in map.content.placed.iter().enumerate() {
        let [x, y, z] = placed.position;
        each(
            Record::new("placed-model", idx)
                .with("model", texts.show(placed.model.as_bytes()))
                .with("x", x)
                .with("y", y)
                .with("z", z)
                .with_list("turn", placed.turns)
                .with_list("scale", placed.scale),
        );
    }
}

pub(super) fn wtr<'a>(wtr: &'a Wtr, each: &mut dyn FnMut(Record<'a>)) {
    match &wtr.regions {
        Regions::Nodes(nodes) => {
            let leaves = nodes.iter().filter(|node| node.front == 0 && node.back == 0);
            for (idx, leaf) in leaves.enumerate() {
                each(
                    Record::new("leaf", idx)
                        .with("number", leaf.number)
                        .with("region", leaf.region)
                        .with("kind", leaf.kind),
                );
            }
        }
        Regions::Boxes(boxes) => {
            // A box of a newer zone is a region, and has no other number than its place.
            for (idx, one) in boxes.iter().enumerate() {
                each(
                    Record::new("leaf", idx)
                        .with("number", idx)
                        .with("region", idx)
                        .with("kind", one.kind),
                );
            }
        }
    }
}
