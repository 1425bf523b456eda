//! EverQuest's files in words.

use std::collections::BTreeMap;

use landwright_core::format::eq::map::Map;
use landwright_core::format::eq::nav::Nav;
use landwright_core::format::eq::nav::tile::{BOTH_WAYS, Kind as OfPolygon};
use landwright_core::format::eq::pfs::Pfs;
use landwright_core::format::eq::wld::scene::Instance;
use landwright_core::format::eq::wld::{self, Meaning, Version, Wld, fragment, type_name};
use landwright_core::format::eq::wtr::{Regions, Wtr};
use landwright_core::format::number::F32;
use landwright_core::nav::eq::mesh::Mesh;
use landwright_core::nav::eq::mesh::islands::Islands;
use landwright_core::nav::eq::mesh::why::area_name;
use landwright_core::problem::counted::{counted, grouped};

use super::sheet::{Range, Sheet};
use crate::cli::output::n_bytes;

pub(super) fn archive(archive: &Pfs, sheet: &mut Sheet) {
    let members = archive.members();
    sheet.section("Archive");
    sheet.row("files", grouped(members.len() as u64));
    let n_nameless = members.iter().filter(|member| member.name.is_none()).count();
    if n_nameless > 0 {
        sheet.row("without a name", grouped(n_nameless as u64));
    }
    let n_broken = members.iter().filter(|member| member.packed.is_none()).count();
    if n_broken > 0 {
        sheet.row("broken", grouped(n_broken as u64));
    }
    if let Some(date) = archive.date() {
        sheet.row("made", format!("{date} seconds after 1970"));
    }
    sheet.list("Files", members, |member| {
        let packed =
            member.packed.map_or_else(|| "broken".to_owned(), |n| format!("{} packed", n_bytes(n)));
        vec![member.shown(archive), n_bytes(member.size as usize), packed]
    });
    let placed = archive.find("objects.wld").and_then(|own| archive.content(own.entry).ok());
    if let Some(Ok(world)) = placed.map(|bytes| wld::read(&bytes)) {
        objects(&world, sheet);
    }
}

/// How often each model is placed.
fn objects(world: &Wld, sheet: &mut Sheet) {
    let mut models: BTreeMap<String, usize> = BTreeMap::new();
    for (_, fragment) in world.of_kind(fragment::INSTANCE) {
        let Ok(object) = Instance::read(fragment) else { continue };
        let model = String::from_utf8_lossy(world.name(object.actor)).into_owned();
        *models.entry(model).or_default() += 1;
    }
    if models.is_empty() {
        return;
    }
    sheet.section("Placed objects");
    sheet.row("objects", grouped(models.values().sum::<usize>() as u64));
    sheet.list("Models", models, |(model, number)| vec![model, grouped(number as u64)]);
}

pub(super) fn wld(wld: &Wld, sheet: &mut Sheet) {
    sheet.section("World");
    sheet.row(
        "version",
        match wld.version {
            Version::Old => "old (0x15500)",
            Version::New => "new (0x1000C800)",
        },
    );
    sheet.row("fragments", grouped(wld.fragments.len() as u64));
    sheet.row("regions", format!("{} stated", grouped(wld.n_regions)));
    sheet.row("names", format!("{} stated, {}", grouped(wld.n_names), n_bytes(wld.names.0.len())));
    let mut kinds: BTreeMap<u32, [usize; 2]> = BTreeMap::new();
    for fragment in &wld.fragments {
        let [number, n_understood] = kinds.entry(fragment.kind).or_default();
        *number += 1;
        *n_understood += usize::from(matches!(Meaning::of(fragment, wld.version), Some(Ok(_))));
    }
    sheet.list("Fragments", kinds, |(kind, [number, n_understood])| {
        let known = match n_understood {
            0 => "kept unchanged".to_owned(),
            n if n == number => "understood".to_owned(),
            n => format!("{} understood", grouped(n as u64)),
        };
        let name = type_name(kind);
        let name = if name.is_empty() { "unknown" } else { name };
        vec![format!("{kind:#04x}"), grouped(number as u64), name.to_owned(), known]
    });
    objects(wld, sheet);
}

pub(super) fn map(map: &Map, sheet: &mut Sheet) {
    sheet.section("Map of a server");
    match map {
        Map::Version1(map) => {
            sheet.row("version", "1");
            sheet.row("faces", grouped(map.faces.len() as u64));
            let corners = map.faces.iter().flat_map(|face| face.corners);
            extents(&corners.collect::<Vec<_>>(), sheet);
        }
        Map::Version2(map) => {
            let content = &map.content;
            sheet.row("version", "2");
            for (label, mesh) in [("solid", &content.solid), ("passable", &content.passable)] {
                let triangles = counted(mesh.indices.len() / 3, "triangle", "triangles");
                let vertices = counted(mesh.vertices.len(), "vertex", "vertices");
                sheet.row(label, format!("{triangles}, {vertices}"));
            }
            sheet.row("models", grouped(content.models.len() as u64));
            sheet.row("placed", grouped(content.placed.len() as u64));
            if !content.groups.is_empty() {
                sheet.row("groups", grouped(content.groups.len() as u64));
            }
            if !content.ground.tiles.is_empty() {
                sheet.row("tiles", grouped(content.ground.tiles.len() as u64));
            }
            extents(&content.solid.vertices, sheet);
        }
    }
}

fn extents(vertices: &[[F32; 3]], sheet: &mut Sheet) {
    for (axis, label) in ["x", "y", "z"].into_iter().enumerate() {
        let on_axis = vertices.iter().filter_map(|vertex| vertex.get(axis).copied());
        sheet.row(label, Range::of(on_axis).to_string());
    }
}

pub(super) fn wtr(wtr: &Wtr, sheet: &mut Sheet) {
    sheet.section("Regions of a server");
    let mut kinds: BTreeMap<i32, usize> = BTreeMap::new();
    match &wtr.regions {
        Regions::Nodes(nodes) => {
            sheet.row("nodes", grouped(nodes.len() as u64));
            for leaf in nodes.iter().filter(|node| node.front == 0 && node.back == 0) {
                *kinds.entry(leaf.kind).or_default() += 1;
            }
        }
        Regions::Boxes(boxes) => {
            sheet.row("boxes", grouped(boxes.len() as u64));
            for one in boxes {
                *kinds.entry(one.kind).or_default() += 1;
            }
        }
    }
    sheet.list("Kinds", kinds, |(kind, number)| {
        let name = landwright_core::space::eq::Kind::of(kind);
        let name = name.map_or("unknown", |kind| kind.name());
        vec![kind.to_string(), name.to_owned(), grouped(number as u64)]
    });
}

pub(super) fn nav(nav: &Nav, sheet: &mut Sheet) {
    let content = &nav.content;
    let tiles = &content.tiles;
    sheet.section("Navigation mesh of a server");
    let [width, height] = content.grid.tile_sides;
    let most = grouped(u64::try_from(content.grid.most_tiles).unwrap_or_default());
    sheet.row("tiles", format!("{} of {most}, {width} × {height}", grouped(tiles.len() as u64)));
    let polygons = || tiles.iter().flat_map(|tile| &tile.polygons);
    let ground = || polygons().filter(|polygon| polygon.kind() == OfPolygon::Ground);
    sheet.row("polygons", grouped(ground().count() as u64));
    let triangles: usize = tiles.iter().map(|tile| tile.detail_triangles.len()).sum();
    sheet.row("triangles", grouped(triangles as u64));
    let connections = || tiles.iter().flat_map(|tile| &tile.connections);
    let n_one_way = connections().filter(|one| one.flags & BOTH_WAYS == 0).count();
    let one_way = grouped(n_one_way as u64);
    sheet.row(
        "connections",
        format!("{}, {one_way} of one way", grouped(connections().count() as u64)),
    );
    let islands = Islands::of(&Mesh::new(content)).all.len();
    sheet.row("islands", grouped(islands as u64));
    if let Some(tile) = tiles.first() {
        let (height, radius, climb) = (tile.walk_height, tile.walk_radius, tile.walk_climb);
        sheet
            .row("walker", format!("{height} high, {radius} wide from its middle, climbs {climb}"));
    }
    for (axis, label) in [(0, "x"), (2, "y"), (1, "z")] {
        let vertices = tiles.iter().flat_map(|tile| &tile.vertices);
        let on_axis = vertices.filter_map(|vertex| vertex.get(axis).copied());
        sheet.row(label, Range::of(on_axis).to_string());
    }
    let mut areas: BTreeMap<u8, usize> = BTreeMap::new();
    ground().for_each(|polygon| *areas.entry(polygon.area()).or_default() += 1);
    sheet.list("Areas", areas, |(area, number)| {
        vec![area.to_string(), area_name(area).to_owned(), grouped(number as u64)]
    });
}
