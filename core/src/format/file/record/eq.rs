//! What EverQuest's files list: files of archives, fragments of worlds, and what servers read.

use super::{Kind, Record, Texts, Thing};
use crate::format::eq::map::Map;
use crate::format::eq::nav::Nav;
use crate::format::eq::nav::tile::{BOTH_WAYS, Kind as OfPolygon, Tile};
use crate::format::eq::pfs::Pfs;
use crate::format::eq::wld::scene::Instance;
use crate::format::eq::wld::{self, Wld, fragment, type_name};
use crate::format::eq::wtr::{Regions, Wtr};
use crate::format::number::F32;

const POLYGON: &[&str] =
    &["tile", "number", "connection", "area", "flags", "corners", "x", "y", "z"];
const CONNECTION: &[&str] =
    &["tile", "polygon", "from", "to", "radius", "both_ways", "side", "area", "flags"];
const OBJECT: &[&str] = &["number", "model", "x", "y", "z", "heading", "pitch", "roll", "scale"];
const PLACED: &[&str] = &["model", "x", "y", "z", "turn", "scale"];

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "packed-file", kind: Kind::S3d, fields: &["name", "size", "offset"] },
    Thing { name: "placed-object", kind: Kind::S3d, fields: OBJECT },
    Thing { name: "placed-object", kind: Kind::Wld, fields: OBJECT },
    Thing { name: "fragment", kind: Kind::Wld, fields: &["type", "means", "name", "size"] },
    Thing { name: "model", kind: Kind::Map, fields: &["name", "vertices", "polygons"] },
    Thing { name: "placed-model", kind: Kind::Map, fields: PLACED },
    Thing { name: "leaf", kind: Kind::Wtr, fields: &["number", "region", "kind"] },
    Thing { name: "mesh-tile", kind: Kind::Nav, fields: &["x", "y", "layer", "polygons"] },
    Thing { name: "mesh-polygon", kind: Kind::Nav, fields: POLYGON },
    Thing { name: "mesh-connection", kind: Kind::Nav, fields: CONNECTION },
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
    let placed = archive.find("objects.wld").and_then(|own| archive.content(own.entry).ok());
    if let Some(Ok(world)) = placed.map(|bytes| wld::read(&bytes)) {
        objects(&world, texts, each);
    }
}

/// Objects by the numbers of their fragments, in the axes of the server.
fn objects<'a>(world: &Wld, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for (idx, (own, fragment)) in world.of_kind(fragment::INSTANCE).enumerate() {
        let Ok(object) = Instance::read(fragment) else { continue };
        let ([y, x, z], [heading, pitch, roll]) = (object.position, object.turns_zyx);
        each(
            Record::new("placed-object", idx)
                .with("number", own + 1)
                .with("model", texts.show(world.name(object.actor)).into_owned())
                .with("x", x)
                .with("y", y)
                .with("z", z)
                .with("heading", heading)
                .with("pitch", pitch)
                .with("roll", roll)
                .with("scale", object.scale_x),
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
    objects(wld, texts, each);
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

/// Polygons and connections are counted through all tiles. Points are in the axes of the server.
pub(super) fn nav<'a>(nav: &'a Nav, each: &mut dyn FnMut(Record<'a>)) {
    let tiles = &nav.content.tiles;
    for (idx, tile) in tiles.iter().enumerate() {
        each(
            Record::new("mesh-tile", idx)
                .with("x", tile.x)
                .with("y", tile.y)
                .with("layer", tile.layer)
                .with("polygons", tile.polygons.len()),
        );
    }
    let polygons = tiles.iter().enumerate().flat_map(|(number, tile)| {
        tile.polygons.iter().enumerate().map(move |(own, polygon)| (number, tile, own, polygon))
    });
    for (idx, (number, tile, own, polygon)) in polygons.enumerate() {
        let [x, z, y] = middle(tile, polygon);
        each(
            Record::new("mesh-polygon", idx)
                .with("tile", number)
                .with("number", own)
                .with("connection", polygon.kind() == OfPolygon::Connection)
                .with("area", u32::from(polygon.area()))
                .with("flags", u32::from(polygon.flags))
                .with("corners", u32::from(polygon.n_corners))
                .with("x", x)
                .with("y", y)
                .with("z", z),
        );
    }
    let connections = tiles.iter().enumerate().flat_map(|(number, tile)| {
        tile.connections.iter().map(move |connection| (number, tile, connection))
    });
    for (idx, (number, tile, connection)) in connections.enumerate() {
        let polygon = tile.polygons.get(usize::from(connection.polygon));
        let height_second = |[x, z, y]: [F32; 3]| [x, y, z];
        each(
            Record::new("mesh-connection", idx)
                .with("tile", number)
                .with("polygon", u32::from(connection.polygon))
                .with_list("from", height_second(connection.from))
                .with_list("to", height_second(connection.to))
                .with("radius", connection.radius)
                .with("both_ways", connection.flags & BOTH_WAYS != 0)
                .with("side", u32::from(connection.side))
                .with("area", polygon.map_or(0, |polygon| u32::from(polygon.area())))
                .with("flags", polygon.map_or(0, |polygon| u32::from(polygon.flags))),
        );
    }
}

/// The middle of the corners of a polygon.
fn middle(tile: &Tile, polygon: &crate::format::eq::nav::tile::Polygon) -> [F32; 3] {
    let (mut sum, mut n) = ([0.0_f32; 3], 0.0);
    for corner in tile.corners(polygon) {
        sum.iter_mut().zip(corner).for_each(|(sum, at)| *sum += at.get());
        n += 1.0;
    }
    sum.map(|sum| F32::new(if n > 0.0 { sum / n } else { 0.0 }))
}
