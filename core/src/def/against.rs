//! Published versions of a definition: what others write against must not change under them.
//!
//! The repositories ask for an old version to be left untouched unless the change is trivially
//! backward compatible. Here that means that whatever was read and written by the old text is
//! read and written by the new one, byte for byte and value for value:
//!
//! | | |
//! |---|---|
//! | comments, white space, names, counts and offsets implied or written | compatible |
//! | a definition that no parser could load is mended                    | compatible |
//! | fields put into an empty definition, which described nothing        | compatible |
//! | fields added, also at the end, removed, moved or of another type    | not        |
//!
//! Fields at the end are not: packets of the old layout end before them, and whoever sends this
//! version now sends more bytes.

use super::assist::move_to_next_version;
use super::catalogue::{Catalogue, Definition};
use super::diff::{Diff, Difference, Side, diff};
use super::layout::{Layout, MetaPlace, Role, Scope, Size, Slot};
use super::syntax::{Fault, LineKind, Syntax};
use super::types::Type;
use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] = &[&VERSION_CHANGED];

const VERSION_CHANGED: Rule = Rule {
    code: "def-version-changed",
    severity: Severity::Warning,
    title: "The layout of a published version changed",
    explanation: "\
Mods ask for a version of a packet by its number, and rely on what that version says. A version \
that was published stays as it is, unless the change is trivially backward compatible: comments, \
names, counts and offsets that are implied instead of written, or the mending of a definition that \
no parser could load. Fields that are added, also at the end, removed, moved or given another type \
belong into a new version, which has the next number. The fix puts the old text back and the change \
into that version.",
};

/// Checks a definition against an older text of the same file.
pub fn check(catalogue: &Catalogue, definition: &Definition, old_text: &str) -> Option<Problem> {
    let old = Syntax::parse(old_text);
    let old_layout = catalogue.layout_with(definition, &old);
    let layout = catalogue.layout(definition);
    let before = Side { syntax: &old, layout: &old_layout };
    let diff = diff(before, Side { syntax: &definition.syntax, layout: &layout });
    if is_compatible(before, &layout, &diff) {
        return None;
    }
    let name =
        definition.packet.as_ref().map_or_else(String::new, |packet| format!(" of {packet}"));
    let message = format!(
        "the layout{name} changed ({}); a published version stays as it is, and a change gets the \
         next number",
        diff.summary()
    );
    let place = Place::text(&*definition.path, first_change(&definition.syntax, &diff));
    let problem = Problem::new(&VERSION_CHANGED, place, message);
    Some(match move_to_next_version(catalogue, definition, old_text) {
        Some(fix) => problem.with_fix(fix),
        None => problem,
    })
}

/// True where whatever relies on the old text can rely on the new one. A name may change, but not
/// come to stand for another field.
fn is_compatible(before: Side<'_>, layout: &Layout, diff: &Diff) -> bool {
    let is_renamed = |difference: &Difference| matches!(difference, Difference::Renamed { .. });
    before.syntax.n_fields() == 0
        || is_broken(before.syntax, before.layout)
        || bytes(&before.layout.message) == bytes(&layout.message)
            && diff.differences.iter().all(is_renamed)
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

/// What a scope is on the wire, whatever its fields are called and grouped by.
fn bytes(scope: &Scope) -> Vec<Bytes> {
    let is_there = |slot: &&Slot| slot.role != Role::Object;
    // Objects take a place among the slots, but none among the bytes.
    let mut n_before = 0;
    let mut ordinals = Vec::with_capacity(scope.slots.len());
    for slot in &scope.slots {
        ordinals.push(n_before);
        n_before += usize::from(is_there(&slot));
    }
    let slot = |slot: &Slot| Bytes {
        role: slot.role,
        ty: slot.ty,
        repeat: slot.repeat,
        target: slot.target.and_then(|idx| ordinals.get(idx)).copied(),
        element: slot.element.as_deref().map(bytes),
    };
    scope.slots.iter().filter(is_there).map(slot).collect()
}

#[derive(PartialEq)]
struct Bytes {
    role: Role,
    ty: Type,
    repeat: u32,
    /// Of a count or an offset: which of the others it describes.
    target: Option<usize>,
    element: Option<Vec<Bytes>>,
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
            ("string s", "ref s\nstring s"),
            ("int32 a\nint32 b", "object o\n- int32 a\n- int32 b"),
            ("in32 a\nint32 b", "int32 a\nint32 b"),
            ("ref s\nstring s\nstring t", "string s\nstring t"),
            ("int32 a\n- int32 b", "int32 a\nint64 b"),
            ("<<<<<<< HEAD\nint32 a", "int64 a"),
            ("# nothing known yet", "int32 a"),
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
            `int16 b` the layout of S_TEST.1 changed (1 field added); a published version stays as it is, and a change gets the next number
            Move the change to a new version, S_TEST.2
        "#]],
        );
        check_problem(
            "int32 a\nint16 b",
            "uint32 a\nint16 b",
            &expect![[r#"
            `uint32 a` the layout of S_TEST.1 changed (1 field retyped); a published version stays as it is, and a change gets the next number
            Move the change to a new version, S_TEST.2
        "#]],
        );
        check_problem(
            "int32 a\nint16 b\n",
            "int32 a\n",
            &expect![[r#"
            `int32 a` the layout of S_TEST.1 changed (1 field removed); a published version stays as it is, and a change gets the next number
            Move the change to a new version, S_TEST.2
        "#]],
        );
        check_problem(
            "ref a\nref b\nstring a\nstring b",
            "ref b\nref a\nstring a\nstring b",
            &expect![[r#"
                `ref a` the layout of S_TEST.1 changed (1 field moved); a published version stays as it is, and a change gets the next number
                Move the change to a new version, S_TEST.2
            "#]],
        );
        check_problem(
            "int32 a\nint32 b",
            "int32 b\nint32 a",
            &expect![[r#"
            `int32 a` the layout of S_TEST.1 changed (1 field moved); a published version stays as it is, and a change gets the next number
            Move the change to a new version, S_TEST.2
        "#]],
        );
    }
}
