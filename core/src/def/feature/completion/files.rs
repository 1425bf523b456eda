//! Names of packets and files: in maps, in `deprecated.json`, behind `@include`.

use std::cmp::Reverse;

use super::{Item, ItemKind, Items, Rank, Topic};
use crate::def::catalogue::{Catalogue, Definition, Deprecated, MapFile};
use crate::def::feature::table;
use crate::def::file_name::{MapKind, file_of, folder_of};
use crate::def::fuzzy;
use crate::def::text::{Span, is_space};

const MAX_FILES: usize = 200;

/// Behind `@include`: the other definitions of the folder.
pub(super) fn includes(
    catalogue: &Catalogue,
    own: &Definition,
    word: Span,
    typed: &str,
    items: &mut Items,
) {
    let folder = folder_of(&own.path);
    let beside = catalogue
        .definitions()
        .filter(|definition| definition.path != own.path && folder_of(&definition.path) == folder);
    let mut rows: Vec<_> = beside
        .filter_map(|definition| {
            let file = file_of(&definition.path);
            Some((fuzzy::score(typed, file)?, file))
        })
        .collect();
    items.cut(&mut rows, MAX_FILES, |row| (Reverse(row.0), row.1));
    for (_, file) in rows {
        items.add(Rank::Sure, Item::new(ItemKind::File, file, word.range()));
    }
}

/// In a map of packets: those that have a definition and no number there yet.
pub(super) fn in_map(catalogue: &Catalogue, file: &MapFile, offset: usize, items: &mut Items) {
    let map = &file.map;
    let line = map.lines().get(map.line_at(offset));
    let Some(line) = line.filter(|_| file.kind == MapKind::Protocol) else { return };
    let end = line.comment.map_or(line.span.end, |comment| comment.start) as usize;
    let before = map.text().get(line.span.start as usize..offset).filter(|_| offset <= end);
    let Some(typed) = before.map(|before| before.trim_start_matches(is_space)) else { return };
    let is_end = |c| is_space(c) || c == '=';
    if typed.contains(is_end) {
        return;
    }
    let rest = map.text().get(offset..end).unwrap_or_default();
    let len = rest.find(is_end).unwrap_or(rest.len());
    let is_alone = rest.get(len..).is_none_or(|rest| rest.trim().is_empty());
    let range = offset - typed.len()..offset + len;
    let has_equals =
        map.lines().iter().find_map(|line| Some(line.entry.as_ref()?.equals.is_some()));
    let after = match has_equals {
        _ if !is_alone => "",
        Some(false) => " ",
        _ => " = ",
    };
    let packets = catalogue.packets().filter(|packet| map.code(&packet.name).is_none());
    let mut rows: Vec<_> =
        packets.filter_map(|packet| Some((fuzzy::score(typed, &packet.name)?, packet))).collect();
    items.cut(&mut rows, MAX_FILES, |row| (Reverse(row.0), &row.1.name));
    for (_, packet) in rows {
        let mut item = Item::new(ItemKind::Packet, &*packet.name, range.clone());
        item.text = format!("{}{after}", packet.name);
        item.detail = "has a definition".to_owned();
        items.add(Rank::Sure, Item { topic: Topic::Packet(packet.name.to_string()), ..item });
    }
}

/// In the keys of a `deprecated.json`: packets, and their versions.
pub(super) fn in_table(
    catalogue: &Catalogue,
    table: &Deprecated,
    offset: usize,
    items: &mut Items,
) {
    let entries = table::entries(&table.text);
    let Some(entry) = entries.iter().find(|entry| entry.span.touches(offset)) else { return };
    let range = entry.span.range();
    if entry.version.is_none() {
        let typed = table.text.get(range.start..offset).unwrap_or_default();
        for packet in catalogue.find(typed, MAX_FILES) {
            let item = Item::new(ItemKind::Packet, &*packet.name, range.clone());
            items.add(Rank::Sure, Item { topic: Topic::Packet(packet.name.to_string()), ..item });
        }
        items.is_incomplete = items.list.len() == MAX_FILES;
        return;
    }
    let packet = catalogue.packet(entry.name).into_iter();
    let mut versions: Vec<u32> =
        packet.flat_map(|packet| packet.versions.iter().map(|version| version.version)).collect();
    versions.dedup();
    for version in versions {
        let item = Item::new(ItemKind::Version, version.to_string(), range.clone());
        items.add(Rank::Sure, item);
    }
}
