//! What has to follow when somebody else gives definitions other names.

use std::collections::{BTreeMap, BTreeSet};

use super::packet::{InMaps, entries, versions};
use crate::def::catalogue::Catalogue;
use crate::def::file_name::{FileKind, PacketFile, folder_of};
use crate::def::types::Type;
use crate::problem::{FileChange, TextEdit};

/// Files that get another name: the old path, and the new one.
pub type Renamed<'a> = BTreeMap<&'a str, &'a str>;

/// The edits of what names these files, and new names for the captures beside them: what includes
/// a file includes it under its new name, and once no version of a packet keeps its name, what
/// refers to the packet gets the new one.
pub fn follow(
    catalogue: &Catalogue,
    renamed: &Renamed<'_>,
    in_maps: InMaps<'_>,
    captures: &[&str],
) -> Vec<FileChange> {
    let mut changes = includes(catalogue, renamed);
    for ((root, name), new_name) in packets(catalogue, renamed) {
        let mut stay = versions(catalogue, root, &name);
        if stay.all(|version| renamed.contains_key(&*version.path)) {
            // A name that is taken, or is none, is the person's own affair here.
            let of_packet = entries(catalogue, root, (&name, &new_name), in_maps);
            changes.extend(of_packet.unwrap_or_default());
        }
    }
    let known: BTreeSet<&str> = captures.iter().copied().collect();
    changes.extend(renamed.iter().filter_map(|(from, to)| {
        let [from, to] = [from, to].map(|path| path.strip_suffix(".def"));
        let (from, to) = (format!("{}.hex", from?), format!("{}.hex", to?));
        let is_free = known.contains(&*from) && !known.contains(&*to);
        let is_left = !renamed.contains_key(&*from);
        (is_free && is_left).then_some(FileChange::Rename { from, to })
    }));
    changes
}

/// The packets that get another name within their root. Where files of one go to several, the
/// last in the order of their paths says which.
fn packets(
    catalogue: &Catalogue,
    renamed: &Renamed<'_>,
) -> BTreeMap<(Option<usize>, String), String> {
    let mut packets = BTreeMap::new();
    for (from, to) in renamed {
        let (Some(old), Some(new)) = (packet_of(from), packet_of(to)) else { continue };
        let root = catalogue.root_of(from);
        if old.name != new.name && root == catalogue.root_of(to) {
            packets.insert((root, old.name.into_string()), new.name.into_string());
        }
    }
    packets
}

fn packet_of(path: &str) -> Option<PacketFile> {
    match FileKind::of(path) {
        Some(FileKind::Definition(packet)) => packet,
        _ => None,
    }
}

/// The lines that include one of the files. An include names a file from the folder that it is in,
/// so one that leaves that folder can't be named any more.
fn includes(catalogue: &Catalogue, renamed: &Renamed<'_>) -> Vec<FileChange> {
    let changes = catalogue.definitions().filter_map(|definition| {
        let syntax = &definition.syntax;
        let now = renamed.get(&*definition.path).map_or(&*definition.path, |to| *to);
        let edit = |field: &crate::def::Field| {
            let name = syntax.str(field.name);
            let to = renamed.get(&*format!("{}{name}", folder_of(&definition.path)))?;
            let new_name = to.strip_prefix(folder_of(now))?;
            Some(TextEdit::replace(field.name.range(), new_name))
        };
        let fields = syntax.fields().map(|(_, field)| field);
        let included = fields.filter(|field| field.kind == Type::Include);
        let edits: Vec<TextEdit> = included.filter_map(edit).collect();
        let file = definition.path.to_string();
        (!edits.is_empty()).then_some(FileChange::Edit { file, edits })
    });
    changes.collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::edit::applied;
    use crate::def::fixture::Fixture;

    const FILES: &str = "//- deprecated.json\n{\"S_A\": {\"1\": {\"max\": 92}}}\n\
                         //- map/protocol.1.map\nS_A = 1\n\
                         //- protocol/S_A.1.def\nint32 a\n\
                         //- protocol/S_A.2.def\n@include S_A.1.def # S_A.1\nint32 b\n\
                         //- protocol/S_B.1.def\nint32 x\n@include S_A.1.def\n@include S_A.2.def\n\
                         //- other/S_C.1.def\n@include S_A.1.def\n";
    const CAPTURES: &[&str] = &["protocol/S_A.1.hex", "protocol/S_A.2.hex"];

    fn check(renamed: &[(&str, &str)], in_maps: InMaps<'_>, expected: &Expect) {
        let fixture = Fixture::parse(FILES);
        let renamed: Renamed<'_> = renamed.iter().copied().collect();
        let changes = follow(&fixture.catalogue(), &renamed, in_maps, CAPTURES);
        let show = |change: &FileChange| match change {
            FileChange::Rename { from, to } => format!("{from} -> {to}\n"),
            FileChange::Edit { file, edits } => {
                let text = &fixture.files.iter().find(|row| row.0 == *file).unwrap().1;
                format!("{file}: {}\n", applied(text, edits).trim_end().replace('\n', " | "))
            }
            other => panic!("{other:?}"),
        };
        expected.assert_eq(&changes.iter().map(show).collect::<String>());
    }

    #[test]
    fn what_includes_a_version_includes_it_under_its_new_number() {
        check(
            &[("protocol/S_A.1.def", "protocol/S_A.3.def")],
            InMaps::Rename,
            &expect![[r#"
                protocol/S_A.2.def: @include S_A.3.def # S_A.1 | int32 b
                protocol/S_B.1.def: int32 x | @include S_A.3.def | @include S_A.2.def
                protocol/S_A.1.hex -> protocol/S_A.3.hex
            "#]],
        );
    }

    #[test]
    fn what_refers_to_a_packet_follows_once_no_version_keeps_its_name() {
        check(
            &[("protocol/S_A.1.def", "protocol/S_X.1.def")],
            InMaps::Rename,
            &expect![[r#"
                protocol/S_A.2.def: @include S_X.1.def # S_A.1 | int32 b
                protocol/S_B.1.def: int32 x | @include S_X.1.def | @include S_A.2.def
                protocol/S_A.1.hex -> protocol/S_X.1.hex
            "#]],
        );
        let both = [
            ("protocol/S_A.1.def", "protocol/S_X.1.def"),
            ("protocol/S_A.2.def", "protocol/S_X.2.def"),
        ];
        check(
            &both,
            InMaps::Keep,
            &expect![[r#"
                protocol/S_A.2.def: @include S_X.1.def # S_A.1 | int32 b
                protocol/S_B.1.def: int32 x | @include S_X.1.def | @include S_X.2.def
                deprecated.json: {"S_X": {"1": {"max": 92}}}
                protocol/S_A.1.hex -> protocol/S_X.1.hex
                protocol/S_A.2.hex -> protocol/S_X.2.hex
            "#]],
        );
    }

    #[test]
    fn a_file_that_leaves_its_folder_takes_no_include_along() {
        check(
            &[("protocol/S_A.1.def", "old/S_A.1.def")],
            InMaps::Keep,
            &expect![[r#"
                protocol/S_A.1.hex -> old/S_A.1.hex
            "#]],
        );
        check(
            &[("protocol/S_A.1.def", "protocol/old/S_A.1.def")],
            InMaps::Keep,
            &expect![[r#"
                protocol/S_A.2.def: @include old/S_A.1.def # S_A.1 | int32 b
                protocol/S_B.1.def: int32 x | @include old/S_A.1.def | @include S_A.2.def
                protocol/S_A.1.hex -> protocol/old/S_A.1.hex
            "#]],
        );
    }
}
