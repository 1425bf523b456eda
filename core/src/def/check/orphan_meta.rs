//! Meta fields of fields that do not exist.

use std::collections::BTreeMap;

use super::context::{Context, Named};
use crate::def::edit::remove_lines;
use crate::def::syntax::FieldId;
use crate::def::types::Type;
use crate::problem::nearest::nearest;
use crate::problem::{Fix, Problem, Rule, Severity, TextEdit};

pub(super) const ORPHAN_META: Rule = Rule {
    code: "def-orphan-meta",
    severity: Severity::Information,
    title: "Meta field that describes no field",
    explanation: "\
A `count`, `offset` or `ref` names the field that it describes. This message or element has no \
`array`, `bytes` or `string` with that name.

Some definitions do this on purpose, to skip the two bytes of a field that nobody has described \
yet; then all is well. Otherwise the name is misspelled, or the field is missing.",
};

/// So many fields are looked at for the one that was meant.
const MAX_COMPARED: usize = 100;

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if !context.is_explicit {
        return;
    }
    let bare = bare_fields(context);
    for group in context.groups() {
        if group.iter().any(|row| row.field.kind.is_variable()) {
            continue;
        }
        for row in group.iter().filter(|row| row.field.kind.is_meta()) {
            let name = &*row.name;
            let other = group.iter().find(|other| !other.field.kind.is_meta());
            let message = match other {
                Some(other) => {
                    format!("`{}` needs no meta field", context.declaration(other.field))
                }
                None => format!("this {} has no field `{name}`", row.owner()),
            };
            let mut problem = context.problem(&ORPHAN_META, row.field.name, message);
            let names = bare.get(&row.scope).map(Vec::as_slice).unwrap_or_default();
            let is_inside_object = row.field.parent != row.scope;
            let meant = nearest(name, names.iter().copied()).filter(|_| !is_inside_object);
            if let Some(meant) = meant {
                problem.fixes.push(renamed(context, row, meant));
            }
            let edits = remove_lines(context.syntax, [row.field.line as usize]);
            problem.fixes.push(context.layout_fix("Remove it", edits));
            problems.push(problem);
        }
    }
}

fn renamed(context: &Context<'_>, row: &Named<'_>, meant: &str) -> Fix {
    let edits = vec![TextEdit::replace(row.field.name.range(), meant)];
    let title = format!("Change it to `{meant}`");
    match row.field.kind {
        Type::Ref => context.layout_fix(title, edits),
        _ => context.fix(title, edits).one_by_one(),
    }
}

/// The variable fields of each scope that have no meta field.
fn bare_fields<'b>(context: &'b Context<'_>) -> BTreeMap<Option<FieldId>, Vec<&'b str>> {
    let mut bare: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for group in context.groups() {
        let Some(first) = group.first() else { continue };
        let has = |wanted: fn(Type) -> bool| group.iter().any(|row| wanted(row.field.kind));
        if has(Type::is_variable) && !has(Type::is_meta) {
            let names = bare.entry(first.scope).or_default();
            if names.len() < MAX_COMPARED {
                names.push(&first.name);
            }
        }
    }
    bare
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn a_slip_in_the_name_is_mended() {
        check(
            &[&ORPHAN_META],
            "offset nmae\nint32 x\nstring name\n",
            &expect![[r#"
            1 `nmae` information: this message has no field `nmae`
              Change it to `name`
                | offset name
                | int32 x
                | string name
              Remove it (changes the layout)
                | int32 x
                | string name
        "#]],
        );
        check(
            &[&ORPHAN_META],
            "ref nmae\nint32 x\nstring name\n",
            &expect![[r#"
            1 `nmae` information: this message has no field `nmae`
              Change it to `name` (changes the layout)
                | ref name
                | int32 x
                | string name
              Remove it (changes the layout)
                | int32 x
                | string name
        "#]],
        );
    }

    #[test]
    fn a_placeholder_is_only_told_of() {
        check(
            &[&ORPHAN_META],
            "count effects\noffset effects\nint32 x\n",
            &expect![[r#"
            1 `effects` information: this message has no field `effects`
              Remove it (changes the layout)
                | offset effects
                | int32 x
            2 `effects` information: this message has no field `effects`
              Remove it (changes the layout)
                | count effects
                | int32 x
        "#]],
        );
        check(
            &[&ORPHAN_META],
            "offset x\nint32 x\n",
            &expect![[r#"
            1 `x` information: `int32 x` needs no meta field
              Remove it (changes the layout)
                | int32 x
        "#]],
        );
    }

    #[test]
    fn each_scope_has_its_own() {
        check(
            &[&ORPHAN_META],
            "ref s\narray a\n- string s\n",
            &expect![[r#"
            1 `s` information: this message has no field `s`
              Remove it (changes the layout)
                | array a
                | - string s
        "#]],
        );
        check_none(&[&ORPHAN_META], &["ref a\narray a\n- ref s\n- string s", "offset a ^86"]);
    }
}
