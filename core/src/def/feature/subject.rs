//! What a place in a text is about: a field, a packet, a file.

use std::ops::Range;
use std::sync::Arc;

use super::mention::{Mention, mentions};
use super::{names, near, table};
use crate::def::catalogue::{Catalogue, Definition, Deprecated, File, MapFile};
use crate::def::file_name::{MapKind, file_of, folder_of};
use crate::def::syntax::{FieldId, LineKind, Part};
use crate::def::types::Type;

#[derive(Debug, Clone)]
pub(super) enum Subject<'a> {
    Field(&'a Arc<Definition>, FieldId),
    /// A packet, and which version, where one is named.
    Packet(&'a str, Option<u32>),
    /// The name of a system message.
    Message(&'a str),
    File(Arc<str>),
}

/// The subject at an offset, and the range that names it.
pub(super) fn at<'a>(
    catalogue: &'a Catalogue,
    path: &str,
    offset: usize,
) -> Option<(Subject<'a>, Range<usize>)> {
    match catalogue.file(path)? {
        File::Definition(definition) => in_definition(catalogue, definition, offset),
        File::Map(map) => in_map(map, offset),
        File::Deprecated(table) => in_table(table, offset),
        File::Script(packet) => Some((Subject::Packet(&packet.name, None), 0..0)),
        File::Revisions(_) => None,
    }
}

fn in_definition<'a>(
    catalogue: &'a Catalogue,
    definition: &'a Arc<Definition>,
    offset: usize,
) -> Option<(Subject<'a>, Range<usize>)> {
    let syntax = &definition.syntax;
    let line = syntax.lines().get(syntax.line_at(offset))?;
    if let Some((Part::Comment, span)) = syntax.part_at(offset) {
        let found = mentions(syntax.text(), span).find(|mention| mention.span.touches(offset));
        let subject = found.and_then(|m| Some((of_mention(catalogue, &definition.path, &m)?, m)));
        if let Some((subject, mention)) = subject {
            return Some((subject, mention.span.range()));
        }
    }
    if let Some((id, span)) = names::named_at(syntax, offset) {
        return Some((Subject::Field(definition, id), span.range()));
    }
    if let Some(field) = syntax.field_at(offset).and_then(|id| syntax.field(id)) {
        let is_named = field.kind == Type::Include && field.name.touches(offset);
        let file = included(&definition.path, syntax.str(field.name));
        let file = catalogue.definition(&file).filter(|_| is_named)?;
        return Some((Subject::File(file.path.clone()), field.name.range()));
    }
    // Above the first field a file speaks of its packet.
    let is_header = match syntax.fields().next() {
        Some((_, first)) => line.span.start < first.dashes.start,
        None => true,
    };
    let packet = definition.packet.as_ref()?;
    let is_blank = line.kind == LineKind::Blank;
    (is_header && is_blank).then(|| (Subject::Packet(&packet.name, None), line.span.range()))
}

/// The path of a file that a definition includes.
pub(super) fn included(definition: &str, file: &str) -> String {
    format!("{}{file}", folder_of(definition))
}

/// What a comment of a file speaks of, if there is such a thing.
pub(super) fn of_mention<'a>(
    catalogue: &'a Catalogue,
    path: &str,
    mention: &Mention<'_>,
) -> Option<Subject<'a>> {
    if let Some(packet) = catalogue.packet(mention.name) {
        let Some(rest) = mention.rest else { return Some(Subject::Packet(&packet.name, None)) };
        let first = rest.split('.').next().unwrap_or_default();
        if let Ok(number) = first.parse() {
            let is_there = packet.versions.iter().any(|version| version.version == number);
            return is_there.then_some(Subject::Packet(&packet.name, Some(number)));
        }
        let field = || {
            let newest = near::newest(catalogue, packet, path)?;
            let definition = catalogue.definition(&newest.path)?;
            let names: Vec<&str> = rest.split('.').collect();
            Some(Subject::Field(definition, names::at_path(&definition.syntax, &names)??))
        };
        return field().or(Some(Subject::Packet(&packet.name, None)));
    }
    let file = mention.rest.filter(|rest| rest.ends_with("map"))?;
    let is_it = |map: &&Arc<MapFile>| {
        let (name, rest) = file_of(&map.path).split_once('.').unwrap_or_default();
        name == mention.name && rest == file
    };
    catalogue.maps().find(is_it).map(|map| Subject::File(map.path.clone()))
}

fn in_map(file: &MapFile, offset: usize) -> Option<(Subject<'_>, Range<usize>)> {
    let entry = file.map.lines().get(file.map.line_at(offset))?.entry.as_ref()?;
    let span = [entry.name, entry.value].into_iter().find(|span| span.touches(offset))?;
    let name = file.map.str(entry.name);
    let subject = match file.kind {
        MapKind::Protocol => Subject::Packet(name, None),
        MapKind::Sysmsg => Subject::Message(name),
    };
    Some((subject, span.range()))
}

fn in_table(table: &Deprecated, offset: usize) -> Option<(Subject<'_>, Range<usize>)> {
    let entries = table::entries(&table.text);
    let entry = entries.into_iter().find(|entry| entry.span.touches(offset))?;
    let version = match entry.version {
        Some(version) => Some(version.parse().ok()?),
        None => None,
    };
    Some((Subject::Packet(entry.name, version), entry.span.range()))
}
