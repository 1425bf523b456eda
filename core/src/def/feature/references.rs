//! Everything that refers to a field, a packet or a system message.

use super::subject::{self, Subject};
use super::{Location, definition, mention, names, table};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::syntax::FieldId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub at: Location,
    pub kind: ReferenceKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceKind {
    /// The line of the field itself.
    Declaration,
    /// The name in a `count`, `offset` or `ref`.
    Meta,
    /// The field of the same path in another version, with its number.
    Version(u32),
    /// A line of a map.
    Number,
    /// An entry of a `deprecated.json`.
    Deprecated,
    /// A definition of the packet.
    File,
    /// A comment that names it.
    Mention,
}

impl ReferenceKind {
    /// For a list that people read.
    pub fn label(self) -> String {
        match self {
            ReferenceKind::Declaration => "field".to_owned(),
            ReferenceKind::Meta => "meta field".to_owned(),
            ReferenceKind::Version(version) => format!("version {version}"),
            ReferenceKind::Number => "number".to_owned(),
            ReferenceKind::Deprecated => "deprecated".to_owned(),
            ReferenceKind::File => "definition".to_owned(),
            ReferenceKind::Mention => "comment".to_owned(),
        }
    }
}

pub fn references(catalogue: &Catalogue, path: &str, offset: usize) -> Vec<Reference> {
    match subject::at(catalogue, path, offset) {
        Some((Subject::Field(definition, id), _)) => of_field(catalogue, definition, id),
        Some((Subject::Packet(name, _), _)) => of_packet(catalogue, name, path),
        Some((Subject::Message(name), _)) => {
            let lines = definition::message_lines(catalogue, name).into_iter();
            lines.map(|at| Reference { at, kind: ReferenceKind::Number }).collect()
        }
        Some((Subject::File(_), _)) | None => Vec::new(),
    }
}

fn of_field(catalogue: &Catalogue, definition: &Definition, id: FieldId) -> Vec<Reference> {
    let here = |definition: &Definition, id| {
        let found = names::occurrences(&definition.syntax, id).into_iter();
        let reference = |(line, span): (FieldId, crate::def::Span)| Reference {
            at: Location::new(&definition.path, span.range()),
            kind: match line == id {
                true => ReferenceKind::Declaration,
                false => ReferenceKind::Meta,
            },
        };
        found.map(reference).collect::<Vec<_>>()
    };
    let mut found = here(definition, id);
    let path = names::path(&definition.syntax, id);
    for (version, other) in names::other_versions(catalogue, definition) {
        let Some(Some(id)) = names::at_path(&other.syntax, &path) else { continue };
        let kind = ReferenceKind::Version(version.version);
        found.extend(here(other, id).into_iter().map(|row| Reference { kind, ..row }));
    }
    found
}

fn of_packet(catalogue: &Catalogue, name: &str, path: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut add = |at, kind| found.push(Reference { at, kind });
    let versions =
        catalogue.packet(name).into_iter().flat_map(|packet| packet.versions.iter().rev());
    versions.for_each(|version| add(Location::file(&version.path), ReferenceKind::File));
    for line in definition::map_lines(catalogue, name, path) {
        add(line, ReferenceKind::Number);
    }
    for (path, table) in catalogue.deprecated_tables() {
        let entries = table::entries(&table.text).into_iter();
        for entry in entries.filter(|entry| entry.name == name && entry.version.is_none()) {
            add(Location::new(path, entry.span.range()), ReferenceKind::Deprecated);
        }
    }
    for definition in catalogue.definitions() {
        if !definition.syntax.text().contains(name) {
            continue;
        }
        for comment in definition.syntax.lines().iter().filter_map(|line| line.comment) {
            let mentions = mention::mentions(definition.syntax.text(), comment);
            for mention in mentions.filter(|mention| mention.name == name) {
                add(Location::new(&definition.path, mention.span.range()), ReferenceKind::Mention);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let found = references(&fixture.catalogue(), fixture.path(), fixture.offset());
        let line = |row: &Reference| {
            format!("{} {}..{} {}\n", row.at.path, row.at.start, row.at.end, row.kind.label())
        };
        expected.assert_eq(&found.iter().map(line).collect::<String>());
    }

    #[test]
    fn a_field_is_found_with_its_metas_and_in_other_versions() {
        check(
            "//- S_A.1.def\narray list\n- int32 id\n//- S_A.2.def\ncount list\narray li$0st\n\
             //- S_A.3.def\nobject list\n//- S_A.2.console.def\narray list\n//- S_B.1.def\narray list",
            &expect![[r#"
                S_A.2.def 6..10 meta field
                S_A.2.def 17..21 field
                S_A.3.def 7..11 version 3
                S_A.1.def 6..10 version 1
            "#]],
        );
    }

    #[test]
    fn a_packet_is_found_in_maps_tables_files_and_comments() {
        check(
            "//- protocol.1.map\nS_A = 1\n//- protocol.2.map\nS_A$0 2\n//- S_A.1.def\n//- S_A.2.def\n\
             //- deprecated.json\n{\"S_A\": {\"1\": {}}}\n//- S_B.1.def\nint32 S_A # like S_A.id, S_AB\n",
            &expect![[r#"
                S_A.2.def 0..0 definition
                S_A.1.def 0..0 definition
                protocol.2.map 0..3 number
                protocol.1.map 0..3 number
                deprecated.json 2..5 deprecated
                S_B.1.def 17..23 comment
            "#]],
        );
        check(
            "//- sysmsg.1.map\nSMT_X$0 1\n//- sysmsg.2.map\nSMT_X 2\n//- protocol.2.map\nSMT_X 2\n",
            &expect![[r#"
                sysmsg.1.map 0..5 number
                sysmsg.2.map 0..5 number
            "#]],
        );
    }
}
