//! What can be done with a definition or a map at a place, beyond mending what is wrong.
//!
//! Every assist is plain data. One that changes the layout of a packet says so in its title.

mod dashes;
mod guessed;
pub mod mapped;
mod metas;
pub mod pad;
mod reshape;
mod retype;
mod stub;
mod version;

use std::ops::Range;

use super::catalogue::{Catalogue, Definition, File};
use crate::problem::{Fix, TextEdit};

pub use guessed::guessed;
pub use metas::{MetaForm, implied, written};
pub use version::{move_to_next_version, next_version, text_before};

/// Something that can be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Assist {
    pub kind: AssistKind,
    pub fix: Fix,
}

/// What sort of change it is, which decides where an editor shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssistKind {
    /// It completes what is there.
    QuickFix,
    /// It says the same in another way.
    Rewrite,
    /// It makes something new of what is there.
    Refactor,
    /// It tidies a whole file.
    Source,
}

impl AssistKind {
    /// The name that the language server protocol has for it.
    pub fn name(self) -> &'static str {
        match self {
            AssistKind::QuickFix => "quickfix",
            AssistKind::Rewrite => "refactor.rewrite",
            AssistKind::Refactor => "refactor",
            AssistKind::Source => "source",
        }
    }
}

/// What can be done where a range of a file is, in a fixed order.
pub fn assists(catalogue: &Catalogue, path: &str, range: Range<usize>) -> Vec<Assist> {
    match catalogue.file(path) {
        Some(File::Definition(definition)) => {
            let mut found = metas::assists(catalogue, definition);
            found.extend(dashes::assist(definition, range.clone()));
            found.extend(reshape::assists(catalogue, definition, range.clone()));
            found.extend(retype::assist(catalogue, definition, range));
            found.extend(version::assist(catalogue, definition));
            found
        }
        Some(File::Map(map)) => stub::assists(catalogue, map, range),
        _ => Vec::new(),
    }
}

fn edit(
    kind: AssistKind,
    title: impl Into<String>,
    definition: &Definition,
    edits: Vec<TextEdit>,
) -> Assist {
    Assist { kind, fix: Fix::edit(title, &*definition.path, edits) }
}

/// What the tests of assists share: every assist at a cursor with what it would make.
#[cfg(test)]
fn show(text: &str) -> String {
    use crate::def::edit::applied;
    use crate::problem::{Change, FileChange};
    let fixture = super::fixture::Fixture::parse(text);
    let (catalogue, offset) = (fixture.catalogue(), fixture.offset());
    let mut out = String::new();
    for Assist { kind, fix } in assists(&catalogue, fixture.path(), offset..offset) {
        out.push_str(&format!("{}: {}\n", kind.name(), fix.title));
        let Change::Files(changes) = fix.change else { panic!("{:?}", fix.change) };
        for change in changes {
            let (what, text) = match change {
                FileChange::Edit { file, edits } => {
                    let text = &fixture.files.iter().find(|row| row.0 == file).unwrap().1;
                    (format!("edit {file}"), applied(text, &edits))
                }
                FileChange::Create { file, text } => (format!("create {file}"), text),
                other => panic!("{other:?}"),
            };
            out.push_str(&format!("  {what}\n"));
            out.extend(text.lines().map(|line| format!("  | {line}\n")));
        }
    }
    out
}

#[test]
fn assists_of_any_text_say_when_they_change_its_layout() {
    use crate::def::edit::applied;
    use crate::def::syntax::Syntax;
    use crate::problem::{Change, FileChange};
    for seed in 0..2_000 {
        let text = super::fixture::random_text(seed);
        let mut catalogue = Catalogue::default();
        catalogue.set_file("S_TEST.1.def", text.as_str());
        let definition = catalogue.definition("S_TEST.1.def").unwrap();
        for Assist { fix, .. } in assists(&catalogue, "S_TEST.1.def", 0..text.len()) {
            let Change::Files(changes) = fix.change else { panic!("{:?}", fix.change) };
            let [FileChange::Edit { edits, .. }] = &*changes else { continue };
            let after = Syntax::parse(applied(&text, edits));
            let is_same = catalogue
                .layout_with(definition, &after)
                .is_same_on_wire(&catalogue.layout(definition));
            if fix.title.contains(reshape::BYTES_STAY) {
                let size = catalogue.layout_with(definition, &after).message.size;
                assert_eq!(size, catalogue.layout(definition).message.size, "{text:?}");
                continue;
            }
            assert_eq!(
                is_same,
                !fix.title.contains("changes the layout"),
                "{}: {text:?}",
                fix.title
            );
        }
    }
}
