//! Renaming a packet: its files, its `@include`s, its entries in `deprecated.json`, its recorded
//! packets, and, where that is wanted, its entries in the maps.

use super::json::top_keys;
use super::{Refusal, Renamable, check_name};
use crate::def::capture;
use crate::def::catalogue::{Catalogue, File, PacketVersion};
use crate::def::file_name::{PacketFile, file_of, folder_of};
use crate::def::map::Map;
use crate::def::types::Type;
use crate::problem::{FileChange, TextEdit};

/// Whether maps follow. They come out of the client, and are right more often than not: then it
/// is the files that had the wrong name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InMaps<'a> {
    Keep,
    /// In the map of this path alone, where somebody renames the packet.
    InOne(&'a str),
    Rename,
}

impl InMaps<'_> {
    fn has(self, path: &str) -> bool {
        match self {
            InMaps::Keep => false,
            InMaps::InOne(map) => map == path,
            InMaps::Rename => true,
        }
    }
}

/// The packet that an offset of a protocol map names.
pub fn prepare_packet(map: &Map, offset: usize) -> Option<Renamable> {
    let entry = map.lines().get(map.line_at(offset))?.entry.as_ref()?;
    let is_on_it = entry.name.touches(offset) && check_name(map.str(entry.name)).is_ok();
    is_on_it.then(|| Renamable { span: entry.name, name: map.str(entry.name).to_owned() })
}

/// The changes that rename a packet in one root, which is a number of the catalogue's roots, with
/// those of these captures that are of it. Edits come before the renames of the files that they
/// are in.
pub fn rename_packet(
    catalogue: &Catalogue,
    root: Option<usize>,
    (name, new_name): (&str, &str),
    in_maps: InMaps<'_>,
    captures: &[&str],
) -> Result<Vec<FileChange>, Refusal> {
    check_name(new_name)?;
    if name == new_name {
        return Ok(Vec::new());
    }
    if let Some(taken) = versions(catalogue, root, new_name).next() {
        let file = taken.path.to_string();
        return Err(Refusal::PacketExists { file, name: new_name.to_owned() });
    }
    let mut changes = includes(catalogue, root, name, new_name);
    changes.extend(entries(catalogue, root, (name, new_name), in_maps)?);
    let versions = versions(catalogue, root, name).map(|version| &*version.path);
    let is_of_it = |path: &&str| {
        let packet = capture::packet_of(path).filter(|packet| &*packet.name == name);
        packet.is_some() && catalogue.root_of(path) == root
    };
    let files = versions.chain(captures.iter().copied().filter(is_of_it));
    changes.extend(files.map(|path| FileChange::Rename {
        from: path.to_owned(),
        to: renamed(path, name, new_name),
    }));
    if changes.is_empty() { Err(Refusal::Nothing) } else { Ok(changes) }
}

/// The edits of what names a packet beside its definitions: `deprecated.json` and maps.
pub(super) fn entries(
    catalogue: &Catalogue,
    root: Option<usize>,
    (name, new_name): (&str, &str),
    in_maps: InMaps<'_>,
) -> Result<Vec<FileChange>, Refusal> {
    let is_here = |path: &str| catalogue.root_of(path) == root;
    let mut changes = Vec::new();
    for (path, file) in catalogue.files().filter(|(path, _)| is_here(path)) {
        let keys = match file {
            File::Deprecated(table) => {
                let keys = top_keys(&table.text);
                keys.into_iter()
                    .filter_map(|key| Some((table.text.get(key.clone())?, key)))
                    .collect()
            }
            File::Map(map) if map.kind == crate::def::MapKind::Protocol && in_maps.has(path) => {
                let entries = map.map.lines().iter().filter_map(|line| line.entry.as_ref());
                entries.map(|entry| (map.map.str(entry.name), entry.name.range())).collect()
            }
            _ => Vec::new(),
        };
        changes.extend(rename_entries(path, &keys, name, new_name)?);
    }
    Ok(changes)
}

pub(super) fn versions<'a>(
    catalogue: &'a Catalogue,
    root: Option<usize>,
    name: &str,
) -> impl Iterator<Item = &'a PacketVersion> {
    let versions = catalogue.packet(name).into_iter().flat_map(|packet| &packet.versions);
    versions.filter(move |version| version.root == root)
}

fn renamed(path: &str, name: &str, new_name: &str) -> String {
    let rest = file_of(path).strip_prefix(name).unwrap_or_default();
    format!("{}{new_name}{rest}", folder_of(path))
}

/// The lines that include a file of the packet.
fn includes(
    catalogue: &Catalogue,
    root: Option<usize>,
    name: &str,
    new_name: &str,
) -> Vec<FileChange> {
    let definitions =
        catalogue.definitions().filter(|definition| catalogue.root_of(&definition.path) == root);
    let changes = definitions.filter_map(|definition| {
        let syntax = &definition.syntax;
        let fields = syntax.fields().filter(|(_, field)| field.kind == Type::Include);
        let edits: Vec<TextEdit> = fields
            .filter_map(|(_, field)| {
                let file = file_of(syntax.str(field.name));
                let at = field.name.end as usize - file.len();
                let is_of_it = PacketFile::of(file).is_some_and(|packet| &*packet.name == name);
                is_of_it.then(|| TextEdit::replace(at..at + name.len(), new_name))
            })
            .collect();
        let file = definition.path.to_string();
        (!edits.is_empty()).then_some(FileChange::Edit { file, edits })
    });
    changes.collect()
}

fn rename_entries(
    path: &str,
    entries: &[(&str, std::ops::Range<usize>)],
    name: &str,
    new_name: &str,
) -> Result<Option<FileChange>, Refusal> {
    let edits: Vec<TextEdit> = entries
        .iter()
        .filter(|(entry, _)| *entry == name)
        .map(|(_, range)| TextEdit::replace(range.clone(), new_name))
        .collect();
    if edits.is_empty() {
        return Ok(None);
    }
    let file = path.to_owned();
    match entries.iter().any(|(entry, _)| *entry == new_name) {
        true => Err(Refusal::EntryExists { file, name: new_name.to_owned() }),
        false => Ok(Some(FileChange::Edit { file, edits })),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::edit::applied;
    use crate::def::fixture::Fixture;

    const FILES: &str = "//- deprecated.json\n{\"S_A\": {\"1\": {\"max\": 92}}, \"S_AB\": {}}\n\
                         //- map/protocol.1.map\nS_A = 1\nS_AB 2\n\
                         //- map/sysmsg.1.map\nS_A = 1\n\
                         //- protocol/S_A.1.def\nint32 a\n\
                         //- protocol/S_A.2.console.def\nint32 a\n\
                         //- protocol/S_A.3.js\n\
                         //- protocol/S_AB.1.def\n@include S_A.1.def # S_A\n";

    const CAPTURES: &[&str] = &["protocol/S_A.1.hex", "protocol/S_AB.1.hex", "S_A.log"];

    fn check(files: &str, new_name: &str, in_maps: InMaps<'_>, expected: &Expect) {
        let fixture = Fixture::parse(files);
        let catalogue = fixture.catalogue();
        let captures = if files == FILES { CAPTURES } else { &[] };
        let out = match rename_packet(&catalogue, None, ("S_A", new_name), in_maps, captures) {
            Err(refusal) => format!("{refusal}\n"),
            Ok(changes) => changes.iter().map(|change| show(&fixture, change)).collect(),
        };
        expected.assert_eq(&out);
    }

    fn show(fixture: &Fixture, change: &FileChange) -> String {
        match change {
            FileChange::Rename { from, to } => format!("{from} -> {to}\n"),
            FileChange::Edit { file, edits } => {
                let text = &fixture.files.iter().find(|row| row.0 == *file).unwrap().1;
                format!("{file}: {}\n", applied(text, edits).trim_end().replace('\n', " | "))
            }
            other => format!("{other:?}\n"),
        }
    }

    #[test]
    fn a_packet_is_renamed_in_all_its_files() {
        check(
            FILES,
            "S_B",
            InMaps::Keep,
            &expect![[r#"
                protocol/S_AB.1.def: @include S_B.1.def # S_A
                deprecated.json: {"S_B": {"1": {"max": 92}}, "S_AB": {}}
                protocol/S_A.1.def -> protocol/S_B.1.def
                protocol/S_A.2.console.def -> protocol/S_B.2.console.def
                protocol/S_A.3.js -> protocol/S_B.3.js
                protocol/S_A.1.hex -> protocol/S_B.1.hex
            "#]],
        );
    }

    #[test]
    fn maps_follow_when_asked_to() {
        check(
            "//- protocol.1.map\nS_A = 1\n//- S_A.1.def\n",
            "S_B",
            InMaps::Rename,
            &expect![[r#"
                protocol.1.map: S_B = 1
                S_A.1.def -> S_B.1.def
            "#]],
        );
    }

    #[test]
    fn the_map_in_which_it_is_renamed_follows_and_no_other() {
        let files = "//- protocol.1.map\nS_A = 1\n//- protocol.2.map\nS_A = 2\n//- S_A.1.def\n";
        check(
            files,
            "S_B",
            InMaps::InOne("protocol.2.map"),
            &expect![[r#"
                protocol.2.map: S_B = 2
                S_A.1.def -> S_B.1.def
            "#]],
        );
        let alone = "//- protocol.1.map\nS_A = 1\n";
        let in_one = InMaps::InOne("protocol.1.map");
        check(alone, "S_B", in_one, &expect!["protocol.1.map: S_B = 1\n"]);
    }

    #[test]
    fn names_that_are_bad_or_there_are_refused() {
        let refuse = |new_name: &str, in_maps, expected: &Expect| {
            check(FILES, new_name, in_maps, expected);
        };
        refuse(
            "S-B",
            InMaps::Keep,
            &expect![[r#"
            `S-B` is not a name: use letters, digits and `_`, and no digit at the start
        "#]],
        );
        refuse(
            "S_AB",
            InMaps::Keep,
            &expect![[r#"
            `S_AB` already has a definition: protocol/S_AB.1.def
        "#]],
        );
        check(
            "//- protocol.1.map\nS_A = 1\nS_B = 2\n//- S_A.1.def\n",
            "S_B",
            InMaps::Rename,
            &expect![[r#"
            protocol.1.map already has an entry `S_B`
        "#]],
        );
        check(
            "//- S_C.1.def\n",
            "S_B",
            InMaps::Keep,
            &expect![[r#"
            there is nothing here that can be renamed
        "#]],
        );
    }

    #[test]
    fn the_name_in_a_map_is_shown_first() {
        let map = Map::parse("S_A = 1\n<<<<<<< HEAD");
        assert_eq!(prepare_packet(&map, 1).unwrap().name, "S_A");
        assert_eq!(prepare_packet(&map, 5), None);
        assert_eq!(prepare_packet(&map, 9), None);
    }
}
