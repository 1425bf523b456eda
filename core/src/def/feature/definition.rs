//! Where the thing under the cursor is defined, gets its number, and is defined in other versions.

use std::ops::Range;

use super::places::Places;
use super::subject::{self, Subject};
use super::{Location, names, near};
use crate::def::catalogue::{Catalogue, PacketVersion};
use crate::def::include;
use crate::def::types::Type;

/// Where one can go from a range of a text. There is at least one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jump {
    pub origin: Range<usize>,
    pub to: Vec<Location>,
}

impl Jump {
    fn new(origin: Range<usize>, to: Vec<Location>) -> Option<Jump> {
        if to.is_empty() { None } else { Some(Jump { origin, to }) }
    }
}

/// A field's line, from its name or that of a meta field; a packet's newest definition, from maps,
/// `deprecated.json` and comments; from the head of a definition its lines in maps.
pub fn definition(catalogue: &Catalogue, path: &str, offset: usize) -> Option<Jump> {
    let (subject, origin) = subject::at(catalogue, path, offset)?;
    let to = match subject {
        Subject::Packet(name, version) => {
            let found = version_path(catalogue, name, version, path);
            match found.filter(|found| *found.path != *path) {
                Some(found) => vec![Location::file(&found.path)],
                None => map_lines(catalogue, name, path),
            }
        }
        _ => simple(catalogue, &subject),
    };
    Jump::new(origin, to)
}

/// A field's line as above; for a packet its lines in maps, where it gets its number.
pub fn declaration(catalogue: &Catalogue, path: &str, offset: usize) -> Option<Jump> {
    let (subject, origin) = subject::at(catalogue, path, offset)?;
    let to = match subject {
        Subject::Packet(name, _) => map_lines(catalogue, name, path),
        _ => simple(catalogue, &subject),
    };
    Jump::new(origin, to)
}

/// What a line takes its form from: the included file, the field that a meta field describes, and
/// of a variable field the lines of its count and offset; of a name in a map its definition.
pub fn type_definition(catalogue: &Catalogue, path: &str, offset: usize) -> Option<Jump> {
    let Some(definition) = catalogue.definition(path) else {
        let (subject, origin) = subject::at(catalogue, path, offset)?;
        let Subject::Packet(name, version) = subject else { return None };
        let found = version_path(catalogue, name, version, path)?;
        return Jump::new(origin, vec![Location::file(&found.path)]);
    };
    let syntax = &definition.syntax;
    let id = syntax.field_at(offset)?;
    let field = syntax.field(id)?;
    let place = |id| Some(Location::new(&definition.path, syntax.field(id)?.name.range()));
    let to: Vec<Location> = if field.kind == Type::Include {
        let file = include::path_of(path, syntax.name(id));
        catalogue.definition(&file).map(|file| Location::file(&file.path)).into_iter().collect()
    } else if field.kind.is_meta() {
        names::named_at(syntax, field.name.start as usize)
            .filter(|(target, _)| *target != id)
            .and_then(|(target, _)| place(target))
            .into_iter()
            .collect()
    } else {
        let layout = catalogue.layout(definition);
        let found = Places::of(&layout, syntax).get(id).map(|line| {
            let metas = [line.slot.count, line.slot.offset].into_iter().flatten();
            let written = metas.filter_map(|meta| line.scope.slot(meta)?.field);
            written.filter(|meta| *meta != id).filter_map(place).collect::<Vec<_>>()
        });
        let mut lines = found.unwrap_or_default();
        lines.dedup();
        lines
    };
    Jump::new(field.name.range(), to)
}

/// All versions of a packet, the newest first; of a field its lines in all of them.
pub fn implementation(catalogue: &Catalogue, path: &str, offset: usize) -> Option<Jump> {
    let (subject, origin) = subject::at(catalogue, path, offset)?;
    let to = match subject {
        Subject::Packet(name, _) => {
            let versions = catalogue.packet(name).into_iter().flat_map(|p| p.versions.iter().rev());
            versions.map(|version| Location::file(&version.path)).collect()
        }
        Subject::Field(definition, id) => {
            let path = names::path(&definition.syntax, id);
            let others = names::other_versions(catalogue, definition);
            let others = others.filter_map(|(_, other)| {
                let id = names::at_path(&other.syntax, &path)??;
                Some(Location::new(&other.path, other.syntax.field(id)?.name.range()))
            });
            simple(catalogue, &subject).into_iter().chain(others).collect()
        }
        _ => Vec::new(),
    };
    Jump::new(origin, to)
}

fn simple(catalogue: &Catalogue, subject: &Subject<'_>) -> Vec<Location> {
    match subject {
        Subject::Field(definition, id) => {
            let field = definition.syntax.field(*id);
            field.map(|f| Location::new(&definition.path, f.name.range())).into_iter().collect()
        }
        Subject::File(path) => vec![Location::file(path)],
        Subject::Message(name) => message_lines(catalogue, name),
        Subject::Packet(..) => Vec::new(),
    }
}

pub(super) fn version_path<'a>(
    catalogue: &'a Catalogue,
    name: &str,
    version: Option<u32>,
    path: &str,
) -> Option<&'a PacketVersion> {
    let packet = catalogue.packet(name)?;
    match version {
        Some(version) => packet.versions.iter().find(|row| row.version == version),
        None => near::newest(catalogue, packet, path),
    }
}

/// A packet's line in every protocol map that has it, the newest map first.
pub(super) fn map_lines(catalogue: &Catalogue, name: &str, path: &str) -> Vec<Location> {
    let maps = near::protocol_maps(catalogue, path);
    maps.into_iter().filter_map(|map| line_in(map, name)).collect()
}

/// A system message's line in every map that has it.
pub(super) fn message_lines(catalogue: &Catalogue, name: &str) -> Vec<Location> {
    let maps = catalogue.maps().filter(|map| map.kind == crate::def::MapKind::Sysmsg);
    maps.filter_map(|map| line_in(map, name)).collect()
}

fn line_in(file: &crate::def::MapFile, name: &str) -> Option<Location> {
    let (line, _) = file.map.entry(name)?;
    let entry = file.map.lines().get(line)?.entry.as_ref()?;
    Some(Location::new(&file.path, entry.name.range()))
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::Fixture;
    use super::*;

    type Feature = fn(&Catalogue, &str, usize) -> Option<Jump>;

    /// The places as `path start..end`, with the name of the range where there is one.
    fn check(feature: Feature, text: &str, expected: &[&str]) {
        let fixture = Fixture::parse(text);
        let jump = feature(&fixture.catalogue(), fixture.path(), fixture.offset());
        let text_of = |at: &Location| {
            let file = fixture.files.iter().find(|file| *file.0 == *at.path);
            let name = &file.unwrap().1[at.range()];
            format!("{} {} {name}", at.path, at.start).trim_end().to_owned()
        };
        let found: Vec<_> = jump.iter().flat_map(|jump| &jump.to).map(text_of).collect();
        assert_eq!(found, expected, "{text}");
        if let ([(_, range)], Some(jump)) = (fixture.ranges().as_slice(), jump) {
            assert_eq!(jump.origin, *range, "{text}");
        }
    }

    const FILES: &str = "//- protocol.1.map\nS_A = 1\nC_B = 2\n//- protocol.2.map\nS_A = 3\n\
                         //- S_A.1.def\nint32 a\narray o\n- string s\n//- S_A.2.def\narray o\n- string s\n";

    fn with_files(text: &str) -> String {
        format!("{FILES}{text}")
    }

    #[test]
    fn a_meta_field_leads_to_its_field() {
        check(definition, "count li$0st\n      ^^^^\narray list\n", &["S_TEST.1.def 17 list"]);
        check(definition, "offset o.$0s\nobject o\n- string s", &["S_TEST.1.def 29 s"]);
        check(definition, "offset $0o.s\nobject o\n- string s", &["S_TEST.1.def 18 o"]);
        check(definition, "in$0t32 a", &[]);
        check(definition, "int32 a$0", &["S_TEST.1.def 6 a"]);
    }

    #[test]
    fn packets_are_reached_from_everywhere() {
        let table = "//- deprecated.json\n{\"S_A\": {\"1$0\": {}}}";
        check(definition, &with_files(table), &["S_A.1.def 0"]);
        let table = table.replace("$0", "").replace("S_A", "S$0_A");
        check(definition, &with_files(&table), &["S_A.2.def 0"]);
        check(definition, &with_files("//- protocol.3.map\nS_A = $03"), &["S_A.2.def 0"]);
        let see = |what: &str| with_files(&format!("//- S_C.1.def\nint32 a # see {what}\n"));
        check(definition, &see("S_A$0."), &["S_A.2.def 0"]);
        check(definition, &see("S_A.1$0.def"), &["S_A.1.def 0"]);
        check(definition, &see("S_A.o.s$0"), &["S_A.2.def 17 s"]);
        check(definition, &see("protocol.2$0.map"), &["protocol.2.map 0"]);
        check(definition, &see("S_X$0"), &[]);
        check(definition, &with_files("//- S_C.1.def\n@include S_A.1$0.def"), &["S_A.1.def 0"]);
    }

    #[test]
    fn the_head_of_a_definition_leads_to_its_numbers() {
        let head = with_files("//- S_A.3.def\n# he$0ad\nint32 a\n");
        check(definition, &head, &["protocol.2.map 0 S_A", "protocol.1.map 0 S_A"]);
        check(declaration, &head, &["protocol.2.map 0 S_A", "protocol.1.map 0 S_A"]);
        check(implementation, &head, &["S_A.3.def 0", "S_A.2.def 0", "S_A.1.def 0"]);
        check(definition, "//- S_A.3.def\n$0", &[]);
    }

    #[test]
    fn the_form_of_a_line_is_where_it_comes_from() {
        check(type_definition, "ref $0list\narray list\n- byte b\n", &["S_TEST.1.def 15 list"]);
        check(type_definition, "ref list\narray li$0st\n- byte b\n", &["S_TEST.1.def 4 list"]);
        check(type_definition, "ar$0ray list\n- byte b\n", &[]);
        check(
            type_definition,
            &with_files("//- S_C.1.def\n@inc$0lude S_A.1.def"),
            &["S_A.1.def 0"],
        );
        check(type_definition, &with_files("//- protocol.3.map\nS_$0A = 3"), &["S_A.2.def 0"]);
    }

    #[test]
    fn a_field_is_found_in_all_versions() {
        let text = "//- S_A.3.def\nref o$0\n    ^\narray o\n- string s\n";
        check(
            implementation,
            &with_files(text),
            &["S_A.3.def 12 o", "S_A.2.def 6 o", "S_A.1.def 14 o"],
        );
    }
}
