//! Published versions of a definition: what others write against must not change under them.
//!
//! The repositories ask for an old version to be left untouched unless the change is trivially
//! backward compatible. Here that means that whatever was read and written by the old text is
//! read and written by the new one, byte for byte and value for value:
//!
//! | | |
//! |---|---|
//! | comments, white space, names, counts and offsets implied or written | compatible |
//! | the data of variable fields in another order, behind all the rest   | compatible |
//! | a definition that no parser could load is mended                    | compatible |
//! | fields put into an empty definition, which described nothing        | compatible |
//! | fields added, also at the end, removed, moved or of another type    | not        |
//!
//! Fields at the end are not: packets of the old layout end before them, and whoever sends this
//! version now sends more bytes. A name that says nothing, such as `unk3`, may become any other.

pub mod removed;

use std::collections::HashSet;

use super::assist::move_to_next_version;
use super::catalogue::{Catalogue, Definition};
use super::diff::{Diff, Difference, Side, diff};
use super::layout::{Layout, MetaPlace, Role, Scope, Size, Slot};
use super::syntax::{Fault, LineKind, Syntax};
use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] = &[&VERSION_CHANGED, &removed::VERSION_REMOVED];

const VERSION_CHANGED: Rule = Rule {
    code: "def-version-changed",
    severity: Severity::Warning,
    title: "The layout of a published version changed",
    explanation: "\
Mods ask for a version of a packet by its number, and rely on its layout. A published version must \
not change, unless the change is trivially backward compatible. You may change comments and names, \
leave out implied counts and offsets, or repair a definition that no parser could load. If you add \
(even at the end), remove, move or retype fields, make a new version with the next number. The fix \
restores the old text and puts the change into that version.",
};

/// Checks a definition against an older text of the same file.
pub fn check(catalogue: &Catalogue, definition: &Definition, old_text: &str) -> Option<Problem> {
    let old = Syntax::parse(old_text);
    let old_layout = catalogue.layout_with(definition, &old);
    let layout = catalogue.layout(definition);
    let before = Side { syntax: &old, layout: &old_layout };
    if is_compatible(before, &layout) {
        return None;
    }
    let diff = diff(before, Side { syntax: &definition.syntax, layout: &layout });
    let name =
        definition.packet.as_ref().map_or_else(String::new, |packet| format!(" of {packet}"));
    let message = format!(
        "the layout{name} changed ({}); keep a published version as it is, and put the change into \
         the next version",
        diff.summary()
    );
    let place = Place::text(&*definition.path, first_change(&definition.syntax, &diff));
    let problem = Problem::new(&VERSION_CHANGED, place, message);
    Some(match move_to_next_version(catalogue, definition, old_text) {
        Some(fix) => problem.with_fix(fix),
        None => problem,
    })
}

/// True where whatever relies on the old text can rely on the new one.
fn is_compatible(before: Side<'_>, layout: &Layout) -> bool {
    before.syntax.n_fields() == 0
        || is_broken(before.syntax, before.layout)
        || are_alike(&before.layout.message, &layout.message)
}

/// True for a definition that some parser crashes on, skips lines of, or does not load.
fn is_broken(syntax: &Syntax, layout: &Layout) -> bool {
    let is_unread = syntax.faults().iter().any(|fault| fault.fault != Fault::DepthJump);
    let is_unknown = matches!(layout.message.size, Size::Unknown(_));
    let lacks_meta =
        |slot: &Slot| slot.role == Role::Field && slot.ty.is_variable() && slot.offset.is_none();
    let slots = layout.slots();
    is_unread
        || is_unknown
        || slots.iter().any(|(scope, _)| matches!(scope.size, Size::Unknown(_)))
        || layout.meta_place == MetaPlace::Explicit
            && slots.iter().any(|(_, slot)| lacks_meta(slot))
}

/// True where both scopes hold the same values in the same places. Names may change, but none may
/// come to stand for another value.
fn are_alike(before: &Scope, after: &Scope) -> bool {
    let (old, new) = (parts(before), parts(after));
    let names = |parts: &[Part<'_>]| -> HashSet<String> {
        parts.iter().map(|part| part.slot.path.to_string()).collect()
    };
    let (old_names, new_names) = (names(&old), names(&new));
    old.len() == new.len()
        && old.iter().zip(&new).all(|(old, new)| {
            let (a, b) = (&*old.slot.path, &*new.slot.path);
            let may_go = says_nothing(old.slot) || !new_names.contains(a);
            let may_come = says_nothing(new.slot) || !old_names.contains(b);
            old.is_like(new) && (a == b || may_go && may_come)
        })
}

/// True for `unk`, `unk3`, `unknown`: nobody relies on which value that is.
fn says_nothing(slot: &Slot) -> bool {
    let name = slot.name().trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    ["unk", "unknown"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// A slot that takes bytes, and what it tells of another.
struct Part<'a> {
    slot: &'a Slot,
    /// Of a count: which of the parts is the offset of the same field.
    offset: Option<usize>,
    /// Of an offset: what it leads to.
    data: Option<&'a Slot>,
}

impl Part<'_> {
    fn is_like(&self, other: &Part<'_>) -> bool {
        let what = |slot: &Slot| (slot.role, slot.ty, slot.repeat);
        what(self.slot) == what(other.slot)
            && self.offset == other.offset
            && self.data.map(what) == other.data.map(what)
            && match (element(self.data), element(other.data)) {
                (Some(old), Some(new)) => are_alike(old, new),
                (old, new) => old.is_none() && new.is_none(),
            }
    }
}

fn element(data: Option<&Slot>) -> Option<&Scope> {
    data?.element.as_deref()
}

/// The slots of a scope as they follow each other. Objects take no bytes; and where all variable
/// data stands behind the rest, its order means nothing, since it is found by its offsets.
fn parts<'a>(scope: &'a Scope) -> Vec<Part<'a>> {
    let is_data = |slot: &Slot| slot.role == Role::Field && slot.ty.is_variable();
    let of_rest = |slot: &&Slot| slot.role != Role::Object && !is_data(slot);
    let is_behind = scope.slots.iter().filter(of_rest).all(|slot| slot.place.fixed().is_some());
    let is_part = |slot: &Slot| of_rest(&slot) || is_data(slot) && !is_behind;
    let mut ordinals = Vec::with_capacity(scope.slots.len());
    let mut n_parts = 0;
    for slot in &scope.slots {
        ordinals.push(n_parts);
        n_parts += usize::from(is_part(slot));
    }
    let part = |slot: &'a Slot| {
        let Slot { role, target, .. } = slot;
        let target = target.and_then(|idx| scope.slot(idx));
        let offset = target.filter(|_| *role == Role::Count).and_then(|target| target.offset);
        let offset = offset.and_then(|idx| ordinals.get(idx)).copied();
        Part { slot, offset, data: target.filter(|_| *role == Role::Offset) }
    };
    scope.slots.iter().filter(|slot| is_part(slot)).map(part).collect()
}

/// The line of the first field that is not what it was, or else the first that says anything.
fn first_change(syntax: &Syntax, diff: &Diff) -> std::ops::Range<usize> {
    let changed = diff.differences.iter().find_map(|difference| match difference {
        Difference::Added { after }
        | Difference::Retyped { after, .. }
        | Difference::Moved { after, .. } => after.line,
        _ => None,
    });
    let line = changed.and_then(|line| syntax.lines().get(line as usize));
    let said = || syntax.lines().iter().find(|line| line.kind != LineKind::Blank);
    line.or_else(said).map_or(0..0, |line| line.content.range())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::fixture::Fixture;

    fn found(old: &str, new: &str) -> Option<Problem> {
        let catalogue = Fixture::parse(new).catalogue();
        let definition = catalogue.definition("S_TEST.1.def").unwrap().clone();
        check(&catalogue, &definition, old)
    }

    fn check_problem(old: &str, new: &str, expected: &Expect) {
        let problem = found(old, new).unwrap();
        let crate::problem::Spot::Text { start, end } = problem.place.spot else { panic!() };
        let fixes: Vec<_> = problem.fixes.iter().map(|fix| &*fix.title).collect();
        let text = format!("`{}` {}\n{}\n", &new[start..end], problem.message, fixes.join("\n"));
        expected.assert_eq(&text);
    }

    #[test]
    fn compatible_changes_are_nobodys_concern() {
        for (old, new) in [
            ("int32 a # one\n", "int32   a\n"),
            ("int32 unk1\nstring s", "int32 level\nstring name"),
            ("int32 unk1\nint32 unk1\nint32 unk3", "int32 unk1\nint32 unk2\nint32 unk3"),
            ("int32 unk1\nint32 unk2\nint32 x", "int32 unk2\nint32 unk1\nint32 unk3"),
            ("string s", "ref s\nstring s"),
            ("int32 a\nint32 b", "object o\n- int32 a\n- int32 b"),
            ("in32 a\nint32 b", "int32 a\nint32 b"),
            ("ref s\nstring s\nstring t", "string s\nstring t"),
            ("int32 a\n- int32 b", "int32 a\nint64 b"),
            ("<<<<<<< HEAD\nint32 a", "int64 a"),
            ("# nothing known yet", "int32 a"),
            ("ref a\nref b\nint32 n\nstring b\nstring a", "int32 n\nstring a\nstring b"),
            (
                "array a\n- string s\n- string t",
                "ref b\narray b\n- ref s\n- ref t\n- string t\n- string s",
            ),
        ] {
            assert_eq!(found(old, new), None, "{old:?} to {new:?}");
        }
    }

    #[test]
    fn what_changes_bytes_or_values_belongs_into_a_new_version() {
        check_problem(
            "int32 a\n",
            "int32 a\nint16 b\n",
            &expect![[r#"
            `int16 b` the layout of S_TEST.1 changed (1 field added); keep a published version as it is, and put the change into the next version
            Move the change to a new version, S_TEST.2
        "#]],
        );
        check_problem(
            "int32 a\nint32 unk",
            "int32 unk\nint32 a",
            &expect![[r#"
                `int32 a` the layout of S_TEST.1 changed (1 field moved); keep a published version as it is, and put the change into the next version
                Move the change to a new version, S_TEST.2
            "#]],
        );
        check_problem(
            "int32 a\nint16 b",
            "uint32 a\nint16 b",
            &expect![[r#"
            `uint32 a` the layout of S_TEST.1 changed (1 field retyped); keep a published version as it is, and put the change into the next version
            Move the change to a new version, S_TEST.2
        "#]],
        );
        check_problem(
            "int32 a\nint16 b\n",
            "int32 a\n",
            &expect![[r#"
            `int32 a` the layout of S_TEST.1 changed (1 field removed); keep a published version as it is, and put the change into the next version
            Move the change to a new version, S_TEST.2
        "#]],
        );
        check_problem(
            "ref a\nref b\nstring a\nstring b",
            "ref b\nref a\nstring a\nstring b",
            &expect![[r#"
                `ref a` the layout of S_TEST.1 changed (1 field moved); keep a published version as it is, and put the change into the next version
                Move the change to a new version, S_TEST.2
            "#]],
        );
        check_problem(
            "int32 a\nint32 b",
            "int32 b\nint32 a",
            &expect![[r#"
            `int32 a` the layout of S_TEST.1 changed (1 field moved); keep a published version as it is, and put the change into the next version
            Move the change to a new version, S_TEST.2
        "#]],
        );
        check_problem(
            "string s\nint32 a",
            "int32 a\nstring s",
            &expect![[r#"
            `string s` the layout of S_TEST.1 changed (1 field moved); keep a published version as it is, and put the change into the next version
            Move the change to a new version, S_TEST.2
        "#]],
        );
        check_problem(
            "array a\n- int32 b",
            "array a\n- float b",
            &expect![[r#"
            `- float b` the layout of S_TEST.1 changed (1 field retyped); keep a published version as it is, and put the change into the next version
            Move the change to a new version, S_TEST.2
        "#]],
        );
    }
}
