//! Texts that can be clicked: names in maps, in `deprecated.json` and in comments, included files.

use std::ops::Range;

use super::subject::{self, Subject};
use super::{Location, definition, mention, table};
use crate::def::catalogue::{Catalogue, Definition, File, MapFile};
use crate::def::file_name::{MapKind, file_of};
use crate::def::text::Span;
use crate::def::types::Type;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub range: Range<usize>,
    pub to: Location,
    /// What is there: the name of the file.
    pub tooltip: String,
}

impl Link {
    fn new(span: Span, to: Location) -> Link {
        let tooltip = file_of(&to.path).to_owned();
        Link { range: span.range(), to, tooltip }
    }
}

/// All links of a file, sorted.
pub fn links(catalogue: &Catalogue, path: &str) -> Vec<Link> {
    match catalogue.file(path) {
        Some(File::Definition(definition)) => in_definition(catalogue, definition),
        Some(File::Map(map)) => in_map(catalogue, map),
        Some(File::Deprecated(table)) => {
            let entries = table::entries(&table.text).into_iter();
            let link = |entry: table::Entry<'_>| {
                let version = entry.version.map(|version| version.parse().ok());
                if version == Some(None) {
                    return None;
                }
                let to = to_packet(catalogue, entry.name, version.flatten(), path)?;
                Some(Link::new(entry.span, to))
            };
            entries.filter_map(link).collect()
        }
        _ => Vec::new(),
    }
}

fn to_packet(
    catalogue: &Catalogue,
    name: &str,
    version: Option<u32>,
    path: &str,
) -> Option<Location> {
    let version = definition::version_path(catalogue, name, version, path)?;
    Some(Location::file(&version.path))
}

fn in_definition(catalogue: &Catalogue, definition: &Definition) -> Vec<Link> {
    let syntax = &definition.syntax;
    let path = &definition.path;
    let mut links = Vec::new();
    for (_, field) in syntax.fields().filter(|(_, field)| field.kind == Type::Include) {
        let file = subject::included(path, syntax.str(field.name));
        let file = catalogue.definition(&file);
        links.extend(file.map(|file| Link::new(field.name, Location::file(&file.path))));
    }
    for comment in syntax.lines().iter().filter_map(|line| line.comment) {
        for found in mention::mentions(syntax.text(), comment) {
            let to = match subject::of_mention(catalogue, path, &found) {
                Some(Subject::Packet(name, version)) => to_packet(catalogue, name, version, path),
                Some(Subject::Field(of, id)) => {
                    let name = of.syntax.field(id).map(|field| field.name.range());
                    name.map(|name| Location::new(&of.path, name))
                }
                Some(Subject::File(file)) => Some(Location::file(&file)),
                _ => None,
            };
            let to = to.filter(|to| to.path != *path);
            links.extend(to.map(|to| Link::new(found.span, to)));
        }
    }
    links.sort_by_key(|link| link.range.start);
    links
}

fn in_map(catalogue: &Catalogue, file: &MapFile) -> Vec<Link> {
    if file.kind != MapKind::Protocol {
        return Vec::new();
    }
    let entries = file.map.lines().iter().filter_map(|line| line.entry.as_ref());
    let link = |name: Span| {
        let to = to_packet(catalogue, file.map.str(name), None, &file.path)?;
        Some(Link::new(name, to))
    };
    entries.filter_map(|entry| link(entry.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let fixture = Fixture::parse(text);
        let found = links(&fixture.catalogue(), fixture.path());
        let ranges: Vec<_> = found.iter().map(|link| link.range.clone()).collect();
        let marked: Vec<_> = fixture.ranges().into_iter().map(|(_, range)| range).collect();
        assert_eq!(ranges, marked, "{text}");
        let found: Vec<_> = found.iter().map(|l| format!("{} {}", l.to.path, l.to.start)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn comments_and_includes_link() {
        check(
            "//- d/S_A.1.def\n@include S_B.1.def\n         ^^^^^^^^^\n\
             int32 a # see S_B.id, S_B.9 or S_B.1.def\n              ^^^^^^           ^^^^^^^^^\n\
             # S_A itself, S_X\n//- d/S_B.1.def\nint32 id\n",
            &["d/S_B.1.def 0", "d/S_B.1.def 6", "d/S_B.1.def 0"],
        );
    }

    #[test]
    fn maps_and_tables_link_to_definitions() {
        let files = "//- S_A.1.def\n//- S_A.2.def\n";
        check(&format!("//- protocol.1.map\nS_A 1\n^^^\nS_B 2\n{files}"), &["S_A.2.def 0"]);
        check(&format!("//- sysmsg.1.map\nS_A 1\n{files}"), &[]);
        check(
            &format!(
                "//- deprecated.json\n{{\"S_A\": {{\"1\": 0, \"x\": 0}}}}\n  ^^^     ^\n{files}"
            ),
            &["S_A.2.def 0", "S_A.1.def 0"],
        );
    }
}
