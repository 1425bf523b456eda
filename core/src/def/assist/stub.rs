//! A first definition for a packet that a map names and nobody has described.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Assist, AssistKind};
use crate::def::catalogue::{Catalogue, MapFile};
use crate::def::file_name::{MapKind, PacketFile, folder_of};
use crate::problem::{Change, FileChange, Fix};

/// Offered for so many lines at most; a selection of a whole map is no wish for a thousand files.
const MAX_STUBS: usize = 20;

pub(super) fn assists(catalogue: &Catalogue, map: &MapFile, range: Range<usize>) -> Vec<Assist> {
    if map.kind != MapKind::Protocol {
        return Vec::new();
    }
    let root = catalogue.root_of(&map.path);
    let is_described = |name: &str| {
        let versions = catalogue.packet(name).into_iter().flat_map(|packet| &packet.versions);
        versions.into_iter().any(|version| version.root == root)
    };
    let lines = map.map.line_at(range.start)..=map.map.line_at(range.end);
    let entries = map.map.entries().filter(|(line, ..)| lines.contains(line));
    let names: Vec<&str> = entries
        .map(|(_, name, _)| name)
        .filter(|name| PacketFile::of(&format!("{name}.1.def")).is_some() && !is_described(name))
        .take(MAX_STUBS)
        .collect();
    if names.is_empty() {
        return Vec::new();
    }
    let folder = folder(catalogue, map);
    let text = header(catalogue, map);
    let stub = |name: &str| {
        let change =
            FileChange::Create { file: format!("{folder}{name}.1.def"), text: text.clone() };
        let title = format!("New definition: {name}.1");
        let fix = Fix::new(title, Change::Files(vec![change]));
        Assist { kind: AssistKind::QuickFix, fix }
    };
    names.into_iter().map(stub).collect()
}

/// Where most definitions of the map's root are; without any, beside the map.
fn folder(catalogue: &Catalogue, map: &MapFile) -> String {
    let root = catalogue.root_of(&map.path);
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for definition in catalogue.definitions() {
        if definition.packet.is_some() && catalogue.root_of(&definition.path) == root {
            *folders.entry(folder_of(&definition.path)).or_default() += 1;
        }
    }
    let fullest = folders.iter().rev().max_by_key(|row| row.1).map(|row| *row.0);
    fullest.unwrap_or_else(|| folder_of(&map.path)).to_owned()
}

/// From which patch on it holds, as headers say it, where the map's patch is known.
fn header(catalogue: &Catalogue, map: &MapFile) -> String {
    let revision = catalogue.revision(map);
    revision.map_or_else(String::new, |row| format!("# majorPatchVersion >= {}\n\n", row.major))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::show;

    #[test]
    fn a_name_without_a_definition_gets_a_stub_where_the_others_are() {
        let text = "//- revisions.json\n{\"5\": \"eu-92.01\"}\n//- map/protocol.5.map\nS_A = 1\nS_$0B = 2\n\
                    //- protocol/S_A.1.def\n//- protocol/C_A.1.def\n//- more/S_C.1.def\n";
        expect![[r#"
            quickfix: New definition: S_B.1
              create protocol/S_B.1.def
              | # majorPatchVersion >= 92
              | 
        "#]]
        .assert_eq(&show(text));
        assert_eq!(show(&text.replace("S_$0B", "S_B").replace("S_A =", "S_A$0 =")), "");
    }

    #[test]
    fn without_any_definition_a_stub_goes_beside_the_map() {
        assert!(show("//- protocol.map\nS_A 1$0").contains("create S_A.1.def\n"));
        assert_eq!(show("//- sysmsg.map\nS_A 1$0"), "");
        assert_eq!(show("//- protocol.map\nS-A 1$0"), "");
    }
}
