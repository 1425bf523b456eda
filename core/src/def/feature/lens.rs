//! What stands above a definition: its number, its versions, and how it differs from the last.

use std::ops::Range;
use std::sync::Arc;

use super::{Location, definition, names, near};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::file_name::file_of;
use crate::def::parsers;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lens {
    pub range: Range<usize>,
    pub title: String,
    pub action: LensAction,
}

/// What happens on a click, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LensAction {
    /// Show these places, or go to the only one.
    Show(Vec<Location>),
    /// Show what changed from one definition to another.
    Diff { from: Arc<str>, to: Arc<str> },
    /// Say why the parsers do not load the definition, or choose one.
    Dialects,
}

pub fn lenses(catalogue: &Catalogue, path: &str) -> Vec<Lens> {
    let Some(definition) = catalogue.definition(path) else { return Vec::new() };
    let end = definition.syntax.lines().first().map_or(0, |line| line.span.end as usize);
    let lens = |(title, action)| Lens { range: 0..end, title, action };
    let number = definition.packet.as_ref().and_then(|it| number(catalogue, &it.name, path));
    let all = number
        .into_iter()
        .chain(versions(catalogue, path))
        .chain(diff(catalogue, definition))
        .chain(dialects(catalogue, definition));
    all.map(lens).collect()
}

/// Where all parsers load it there is nothing to say.
fn dialects(catalogue: &Catalogue, definition: &Definition) -> Option<(String, LensAction)> {
    let verdicts = parsers::verdicts(catalogue, definition);
    let is_told = verdicts.iter().any(|verdict| !verdict.loads());
    is_told.then(|| (parsers::signs(&verdicts), LensAction::Dialects))
}

fn number(catalogue: &Catalogue, name: &str, path: &str) -> Option<(String, LensAction)> {
    let opcodes = near::opcodes(catalogue, name, path);
    let (map, code) = opcodes.first()?;
    let mut title = format!("opcode {code} ({code:#06x}) in {}", file_of(&map.path));
    if opcodes.len() > 1 {
        title.push_str(&format!(" and {} more", opcodes.len() - 1));
    }
    Some((title, LensAction::Show(definition::map_lines(catalogue, name, path))))
}

fn versions(catalogue: &Catalogue, path: &str) -> Option<(String, LensAction)> {
    let (packet, own) = catalogue.version_of(path)?;
    let versions: Vec<_> = packet.siblings(own).collect();
    let is_newest = versions.iter().all(|other| other.version <= own.version);
    let title = match (versions.len(), is_newest) {
        (0 | 1, _) => return None,
        (n, true) => format!("newest of {n} versions"),
        (n, false) => {
            let newest = versions.iter().map(|other| other.version).max().unwrap_or_default();
            format!("version {} of {n}, the newest is {newest}", own.version)
        }
    };
    let places = versions.into_iter().rev().map(|version| Location::file(&version.path));
    Some((title, LensAction::Show(places.collect())))
}

/// With the version before this one.
fn diff(catalogue: &Catalogue, definition: &Definition) -> Option<(String, LensAction)> {
    let own = definition.packet.as_ref()?.version;
    let mut others = names::other_versions(catalogue, definition);
    let (before, _) = others.find(|(other, _)| other.version < own)?;
    let title = format!("diff with version {}", before.version);
    Some((title, LensAction::Diff { from: before.path.clone(), to: definition.path.clone() }))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let line = |lens: Lens| format!("{} -> {:?}\n", lens.title, lens.action);
        let found = lenses(&fixture.catalogue(), fixture.path());
        expected.assert_eq(&found.into_iter().map(line).collect::<String>());
    }

    #[test]
    fn a_definition_has_a_number_versions_and_a_diff() {
        let others = "//- S_A.1.def\n//- S_A.3.js\n//- S_A.9.console.def\n\
                      //- protocol.1.map\nS_A 10\n//- protocol.2.map\nS_B 1\nS_A 11\n";
        check(
            &format!("//- S_A.2.def\nint32 a\n{others}"),
            &expect![[r#"
            opcode 11 (0x000b) in protocol.2.map and 1 more -> Show([Location { path: "protocol.2.map", start: 6, end: 9 }, Location { path: "protocol.1.map", start: 0, end: 3 }])
            version 2 of 3, the newest is 3 -> Show([Location { path: "S_A.3.js", start: 0, end: 0 }, Location { path: "S_A.2.def", start: 0, end: 0 }, Location { path: "S_A.1.def", start: 0, end: 0 }])
            diff with version 1 -> Diff { from: "S_A.1.def", to: "S_A.2.def" }
        "#]],
        );
        check("//- S_A.2.def\nint32 a\n", &expect![[r#""#]]);
        check(
            "//- S_A.2.def\nref s\nstring s\n",
            &expect![[r#"
                loads in: seed ✘ toolbox ✔ protojs ✘ -> Dialects
            "#]],
        );
        check("//- odd.def\nint32 a\n", &expect![[r#""#]]);
    }
}
