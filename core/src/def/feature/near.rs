//! Of several files that would do, the one that a person means from where they are.

use std::sync::Arc;

use crate::def::catalogue::{Catalogue, MapFile, Packet, PacketVersion};

/// The newest version of a packet, in the same root if that has one.
pub(super) fn newest<'a>(
    catalogue: &Catalogue,
    packet: &'a Packet,
    path: &str,
) -> Option<&'a PacketVersion> {
    let root = catalogue.root_of(path);
    let near = || packet.versions.iter().filter(|version| version.root == root);
    let newest = near().next_back().map(|last| last.version);
    near().find(|version| Some(version.version) == newest).or_else(|| packet.newest())
}

/// The number of a packet in every map: those of the same root first, the newest of them first.
pub(super) fn opcodes<'a>(
    catalogue: &'a Catalogue,
    name: &str,
    path: &str,
) -> Vec<(&'a Arc<MapFile>, u32)> {
    let mut found = catalogue.opcodes(name);
    sort_maps(catalogue, path, &mut found, |row| row.0);
    found
}

/// The protocol maps in the same order.
pub(super) fn protocol_maps<'a>(catalogue: &'a Catalogue, path: &str) -> Vec<&'a Arc<MapFile>> {
    let mut maps: Vec<_> = catalogue.protocol_maps().collect();
    sort_maps(catalogue, path, &mut maps, |map| map);
    maps
}

fn sort_maps<'a, T>(
    catalogue: &Catalogue,
    path: &str,
    rows: &mut [T],
    map: impl Fn(&T) -> &'a Arc<MapFile>,
) {
    let root = catalogue.root_of(path);
    rows.sort_by_key(|row| {
        let map = map(row);
        (catalogue.root_of(&map.path) != root, std::cmp::Reverse(map.number))
    });
}
