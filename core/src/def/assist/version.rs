//! New versions of a packet: a published one stays as it is, and what changes gets a number of
//! its own.

use super::{Assist, AssistKind};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::edit::replaced;
use crate::def::file_name::{FileKind, PacketFile, folder_of};
use crate::problem::{Change, FileChange, Fix};

/// The file that the next version of a definition's packet goes to: beside it, for the same
/// platform, one above the newest of the same root.
pub fn next_version(catalogue: &Catalogue, path: &str) -> Option<(PacketFile, String)> {
    let (packet, this) = catalogue.version_of(path)?;
    let newest = packet.siblings(this).map(|version| version.version).max()?;
    let file = PacketFile {
        name: (*packet.name).into(),
        version: newest.checked_add(1)?,
        platform: this.platform.clone(),
    };
    let path = format!("{}{file}.def", folder_of(path));
    Some((file, path))
}

/// What a definition that has just been made can begin with: the text of the version before it, of
/// the same root and for the same platform.
pub fn text_before<'a>(catalogue: &'a Catalogue, path: &str) -> Option<&'a str> {
    let Some(FileKind::Definition(Some(new))) = FileKind::of(path) else { return None };
    let root = catalogue.root_of(path);
    let older = catalogue.packet(&new.name)?.versions.iter().rev().find(|version| {
        version.root == root
            && version.platform == new.platform
            && version.version < new.version
            && !version.is_script
    })?;
    Some(catalogue.definition(&older.path)?.syntax.text())
}

pub(super) fn assist(catalogue: &Catalogue, definition: &Definition) -> Option<Assist> {
    let (next, file) = next_version(catalogue, &definition.path)?;
    let this = definition.packet.as_ref()?;
    let title = match this.version.checked_add(1) == Some(next.version) {
        true => format!("New version: {next}"),
        false => format!("New version: {next}, as a copy of version {}", this.version),
    };
    let create = FileChange::Create { file, text: definition.syntax.text().to_string() };
    let fix = Fix::new(title, Change::Files(vec![create]));
    Some(Assist { kind: AssistKind::Refactor, fix })
}

/// Puts a definition back to what it was, and what it has become into a new version.
pub fn move_to_next_version(
    catalogue: &Catalogue,
    definition: &Definition,
    old_text: &str,
) -> Option<Fix> {
    let (next, file) = next_version(catalogue, &definition.path)?;
    let text = definition.syntax.text();
    let create = FileChange::Create { file, text: text.to_string() };
    let edits = vec![replaced(text, old_text)];
    let restore = FileChange::Edit { file: definition.path.to_string(), edits };
    let title = format!("Move the change to a new version, {next}");
    Some(Fix::new(title, Change::Files(vec![create, restore])))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::def::fixture::Fixture;

    #[test]
    fn a_new_definition_begins_as_the_version_before_it() {
        let text = "//- d/S_A.2.def\nint32 $0a\n//- d/S_A.7.def\nint64 a\n\
                    //- d/S_A.3.js\n//- d/S_A.3.ps4.def\nbool a\n";
        let fixture = Fixture::parse(text);
        let catalogue = fixture.catalogue();
        let check = |path, expected| assert_eq!(text_before(&catalogue, path), expected, "{path}");
        check("d/S_A.4.def", Some("int32 a\n"));
        check("d/S_A.8.def", Some("int64 a\n"));
        check("d/S_A.4.ps4.def", Some("bool a\n"));
        check("d/S_A.1.def", None);
        check("d/S_B.1.def", None);
        check("d/protocol.1.map", None);
    }

    #[test]
    fn a_new_version_stands_above_all_others_of_its_platform() {
        let text = "//- d/S_A.2.def\r\nint32 $0a\r\n//- d/S_A.4.js\n//- d/S_A.9.console.def\n";
        let found = super::super::show(text);
        expect![[r#"
            refactor: New version: S_A.5, as a copy of version 2
              create d/S_A.5.def
              | int32 a
        "#]]
        .assert_eq(&found);
    }

    #[test]
    fn a_change_moves_to_a_version_of_its_own() {
        let fixture = Fixture::parse("//- S_A.2.console.def\nint32 a\nint64 b\nint32 c\n");
        let catalogue = fixture.catalogue();
        let definition = catalogue.definition("S_A.2.console.def").unwrap();
        let fix = move_to_next_version(&catalogue, definition, "int32 a\nint32 c\n").unwrap();
        expect![[r#"
            {
              "title": "Move the change to a new version, S_A.3.console",
              "files": [
                {
                  "do": "create",
                  "file": "S_A.3.console.def",
                  "text": "int32 a\nint64 b\nint32 c\n"
                },
                {
                  "do": "edit",
                  "file": "S_A.2.console.def",
                  "edits": [
                    {
                      "start": 11,
                      "end": 19,
                      "new_text": ""
                    }
                  ]
                }
              ]
            }"#]]
        .assert_eq(&serde_json::to_string_pretty(&fix).unwrap());
    }
}
