//! Published versions that are not there any more: deleted, or under another name.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::def::catalogue::{Catalogue, Definition};
use crate::def::file_name::{PacketFile, file_of};
use crate::def::outdated::{newest_map, outdated};
use crate::def::syntax::Syntax;
use crate::problem::{Change, FileChange, Fix, Place, Problem, Rule, Severity};

pub const VERSION_REMOVED: Rule = Rule {
    code: "def-version-removed",
    severity: Severity::Warning,
    title: "A published version is missing",
    explanation: "\
Mods ask for a version of a packet by its number, and do not work if it is gone or renamed. Keep a \
published version as long as the game has its packet. If the newest protocol map retires the \
packet, this is only information. The fix puts the version back.",
};

/// A definition that was published, and whose file is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removed<'a> {
    /// Where it would be.
    pub path: &'a str,
    pub text: &'a str,
}

/// Says of every version what became of it. `new` are the definitions that were not published: one
/// of them may be it under another name.
pub fn check(
    catalogue: &Catalogue,
    removed: &[Removed<'_>],
    new: &[&Arc<Definition>],
) -> Vec<Problem> {
    let retired = retired(catalogue, removed);
    let problem = |one: &Removed<'_>| {
        let name = name_of(one.path);
        if let Some(heir) = heir(one, new) {
            let message = format!(
                "this is {name} under a different name; mods ask for {name}, so keep the name of a \
                 published version"
            );
            let rename =
                FileChange::Rename { from: heir.path.to_string(), to: one.path.to_owned() };
            let fix =
                Fix::new(format!("Name it {name} again"), Change::Files(vec![rename])).one_by_one();
            return Problem::new(&VERSION_REMOVED, Place::file(&*heir.path), message).with_fix(fix);
        }
        let create = FileChange::Create { file: one.path.to_owned(), text: one.text.to_owned() };
        let fix = Fix::new(format!("Put {name} back"), Change::Files(vec![create])).one_by_one();
        let place = Place::file(one.path);
        if retired.contains(one.path) {
            let message = format!("{name} is missing; the newest map retires it");
            let problem = Problem::new(&VERSION_REMOVED, place, message);
            return Problem { severity: Severity::Information, ..problem }.with_fix(fix);
        }
        let message = format!("{name} is missing; mods ask for it, so keep a published version");
        Problem::new(&VERSION_REMOVED, place, message).with_fix(fix)
    };
    removed.iter().map(problem).collect()
}

/// What mods ask for: `S_LOGIN.14`.
fn name_of(path: &str) -> String {
    let packet = PacketFile::of(path);
    packet.map_or_else(|| file_of(path).to_owned(), |packet| packet.to_string())
}

/// The paths that the newest map would retire if they were still there.
fn retired(catalogue: &Catalogue, removed: &[Removed<'_>]) -> BTreeSet<String> {
    let Some(map) = newest_map(catalogue) else { return BTreeSet::new() };
    let mut before = catalogue.clone();
    removed.iter().for_each(|one| before.set_file(one.path, one.text));
    let patch = catalogue.revision(map).map(|revision| revision.major);
    outdated(&before, map, patch).into_iter().map(|row| row.path).collect()
}

/// The definition that says the same: word for word, or of the same packet and field for field.
fn heir<'a>(one: &Removed<'_>, new: &[&'a Arc<Definition>]) -> Option<&'a Arc<Definition>> {
    let syntax = Syntax::parse(one.text);
    if syntax.n_fields() == 0 {
        return None;
    }
    let packet = PacketFile::of(one.path);
    let fields = |syntax: &Syntax| -> Vec<(u32, String, String)> {
        let field = |field: &crate::def::Field| {
            (field.depth, syntax.str(field.ty).to_owned(), syntax.str(field.name).to_owned())
        };
        syntax.fields().map(|(_, of)| field(of)).collect()
    };
    let is_same_packet = |other: &Definition| {
        packet.as_ref().zip(other.packet.as_ref()).is_some_and(|(a, b)| a.name == b.name)
    };
    let own = fields(&syntax);
    new.iter().copied().find(|other| {
        one.text.trim() == other.syntax.text().trim()
            || is_same_packet(other) && own == fields(&other.syntax)
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::fixture::Fixture;

    fn check_removed(files: &str, removed: &[(&str, &str)], new: &[&str], expected: &Expect) {
        let catalogue = Fixture::parse(files).catalogue();
        let removed: Vec<_> = removed.iter().map(|(path, text)| Removed { path, text }).collect();
        let new: Vec<_> = new.iter().map(|path| catalogue.definition(path).unwrap()).collect();
        let problems = check(&catalogue, &removed, &new);
        let row = |problem: &Problem| {
            let (file, severity) = (&problem.place.file, problem.severity.name());
            format!("{file} {severity}: {}\n  {}\n", problem.message, problem.fixes[0].title)
        };
        expected.assert_eq(&problems.iter().map(row).collect::<String>());
    }

    #[test]
    fn a_version_that_is_gone_is_missed() {
        check_removed(
            "//- d/S_A.2.def\nint32 a",
            &[("d/S_A.1.def", "int32 a")],
            &[],
            &expect![[r#"
                d/S_A.1.def warning: S_A.1 is missing; mods ask for it, so keep a published version
                  Put S_A.1 back
            "#]],
        );
    }

    #[test]
    fn a_version_under_another_name_is_known_again() {
        check_removed(
            "//- S_A.2.def\n# new\nint32  a\n//- S_B.1.def\nint32 b\n//- S_C.1.def\nint32 a",
            &[("S_A.1.def", "int32 a\n"), ("S_OLD.3.def", "int32 b\n"), ("S_D.1.def", "")],
            &["S_A.2.def", "S_B.1.def"],
            &expect![[r#"
                S_A.2.def warning: this is S_A.1 under a different name; mods ask for S_A.1, so keep the name of a published version
                  Name it S_A.1 again
                S_B.1.def warning: this is S_OLD.3 under a different name; mods ask for S_OLD.3, so keep the name of a published version
                  Name it S_OLD.3 again
                S_D.1.def warning: S_D.1 is missing; mods ask for it, so keep a published version
                  Put S_D.1 back
            "#]],
        );
    }

    #[test]
    fn what_the_newest_map_retires_may_go() {
        let maps = "//- protocol.1.map\nS_OLD 1\nS_A 2\n//- protocol.2.map\nS_A 3\n";
        check_removed(
            maps,
            &[("S_OLD.1.def", "int32 a"), ("S_A.1.def", "int32 a")],
            &[],
            &expect![[r#"
                S_OLD.1.def information: S_OLD.1 is missing; the newest map retires it
                  Put S_OLD.1 back
                S_A.1.def warning: S_A.1 is missing; mods ask for it, so keep a published version
                  Put S_A.1 back
            "#]],
        );
    }
}
