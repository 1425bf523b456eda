//! Variable fields without the meta fields that the definition writes for others.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::context::{Context, Named, whole};
use super::edit::{indentation, insert_after};
use crate::def::Dialect;
use crate::def::assist::MetaForm;
use crate::def::edit::insert_before;
use crate::def::syntax::FieldId;
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const MISSING_META: Rule = Rule {
    code: "def-missing-meta",
    severity: Severity::Error,
    title: "Missing meta field",
    explanation: "\
The first `count`, `offset` or `ref` of a definition turns off the implied ones in the whole file. \
Then every `array` needs its `count` and `offset`, every `bytes` its `offset` and `count`, and \
every `string` its `offset`. A `ref` does for each of them. This field lacks one, so nothing says \
where its data is. Toolbox reads the field itself as if it were the missing reference.

Add the missing meta field where the packet has it. Or remove all meta fields if the packet has \
them in the usual order.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if !context.is_explicit {
        return;
    }
    let has_ref = context.fields().iter().any(|row| row.field.kind == Type::Ref);
    let form = match context.dialect {
        Dialect::Seed => MetaForm::CountOffset,
        _ if has_ref => MetaForm::Ref,
        _ => MetaForm::CountOffset,
    };
    let mut anchors = Anchors::new(context);
    // Of several fields of one name the meta fields are those of the first.
    let first = |group: &&[Named<'_>]| group.iter().position(|row| row.field.kind.is_variable());
    let mut variables: Vec<_> =
        context.groups().filter_map(|group| Some((group.get(first(&group)?)?, group))).collect();
    // From the last to the first, so that the meta fields of what follows are known.
    variables.sort_by_key(|(row, _)| Reverse(row.id));
    for (row, group) in variables {
        let missing = missing(row.field.kind, group, form);
        if !missing.is_empty() {
            problems.push(problem(context, row, group, &missing, &anchors));
        }
        anchors.pass(row, group);
    }
}

/// The meta fields that a variable field still needs, in their order, in the form that the definition
/// writes them in.
fn missing(ty: Type, group: &[Named<'_>], form: MetaForm) -> Vec<Type> {
    let has = |ty: Type| group.iter().any(|row| row.field.kind == ty);
    let needed: &[Type] = match ty {
        _ if has(Type::Ref) => &[],
        Type::Array => &[Type::Count, Type::Offset],
        Type::Bytes => &[Type::Offset, Type::Count],
        _ => &[Type::Offset],
    };
    let missing: Vec<_> = needed.iter().copied().filter(|ty| !has(*ty)).collect();
    match form {
        MetaForm::Ref if missing.len() == needed.len() && !missing.is_empty() => vec![Type::Ref],
        _ => missing,
    }
}

fn problem(
    context: &Context<'_>,
    row: &Named<'_>,
    group: &[Named<'_>],
    missing: &[Type],
    anchors: &Anchors<'_, '_>,
) -> Problem {
    let lines: Vec<_> = missing.iter().map(|ty| format!("{ty} {}", row.name)).collect();
    let lacks: Vec<_> = lines.iter().map(|line| format!("no `{line}`")).collect();
    let message = format!(
        "`{}` has {}, but this definition writes its meta fields itself",
        context.declaration(row.field),
        lacks.join(" and ")
    );
    let shown: Vec<_> = lines.iter().map(|line| format!("`{line}`")).collect();
    let title = format!("Add {}", shown.join(" and "));
    let edit = match group.iter().find(|meta| meta.field.kind.is_meta()) {
        Some(there) => beside(context, there, missing, row.field.kind, &lines),
        None => anchors.insert(row.scope, &lines),
    };
    context
        .problem(&MISSING_META, whole(row.field), message)
        .with_fix(context.layout_fix(title, edit.into_iter().collect()))
}

/// Puts the second of a pair next to the one that is there.
fn beside(
    context: &Context<'_>,
    there: &Named<'_>,
    missing: &[Type],
    ty: Type,
    lines: &[String],
) -> Option<TextEdit> {
    let indent = indentation(context.syntax, there.field);
    let lines: Vec<_> = lines.iter().map(|line| format!("{indent}{line}")).collect();
    let comes_first = match ty {
        Type::Array => missing == [Type::Count],
        _ => missing == [Type::Offset],
    };
    let line = there.field.line as usize;
    Some(match comes_first {
        true => insert_before(context.syntax, line, &lines),
        false => insert_after(context.syntax, line, &lines),
    })
}

/// Where the meta fields of each scope go.
struct Anchors<'a, 'b> {
    context: &'b Context<'a>,
    /// The line of the first meta field of the variable field behind the present one.
    next: BTreeMap<Option<FieldId>, u32>,
    /// The line of the last meta field.
    last: BTreeMap<Option<FieldId>, u32>,
}

impl<'a, 'b> Anchors<'a, 'b> {
    fn new(context: &'b Context<'a>) -> Anchors<'a, 'b> {
        let metas = context.fields().iter().filter(|row| row.field.kind.is_meta());
        let own = metas.filter(|row| row.field.parent == row.scope);
        let last = own.map(|row| (row.scope, row.field.line)).collect();
        Anchors { context, next: BTreeMap::new(), last }
    }

    fn pass(&mut self, row: &Named<'_>, group: &[Named<'_>]) {
        let metas = group.iter().filter(|meta| meta.field.kind.is_meta());
        let first = metas.map(|meta| meta.field.line).min();
        if let Some(line) = first {
            self.next.insert(row.scope, line);
        }
    }

    fn insert(&self, scope: Option<FieldId>, lines: &[String]) -> Option<TextEdit> {
        let syntax = self.context.syntax;
        let first = syntax.field(syntax.children(scope).next()?)?;
        let indent = indentation(syntax, first);
        let lines: Vec<_> = lines.iter().map(|line| format!("{indent}{line}")).collect();
        Some(match (self.next.get(&scope), self.last.get(&scope)) {
            (Some(next), _) => insert_before(syntax, *next as usize, &lines),
            (None, Some(last)) => insert_after(syntax, *last as usize, &lines),
            (None, None) => insert_before(syntax, first.line as usize, &lines),
        })
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn meta_fields_are_added_in_the_order_of_their_fields() {
        check(
            &[&MISSING_META],
            "offset b\nint32 x\nstring a\nstring b\n",
            &expect![[r#"
            3 `string a` error: `string a` has no `offset a`, but this definition writes its meta fields itself
              Add `offset a` (changes the layout)
                | offset a
                | offset b
                | int32 x
                | string a
                | string b
        "#]],
        );
        check(
            &[&MISSING_META],
            "offset a\nint32 x\nstring a\nbytes b\n",
            &expect![[r#"
            4 `bytes b` error: `bytes b` has no `offset b` and no `count b`, but this definition writes its meta fields itself
              Add `offset b` and `count b` (changes the layout)
                | offset a
                | offset b
                | count b
                | int32 x
                | string a
                | bytes b
        "#]],
        );
    }

    #[test]
    fn elements_have_meta_fields_of_their_own() {
        check(
            &[&MISSING_META],
            "ref a\narray a\n- int32 x\n- string s\n",
            &expect![[r#"
            4 `string s` error: `string s` has no `ref s`, but this definition writes its meta fields itself
              Add `ref s` (changes the layout)
                | ref a
                | array a
                | - ref s
                | - int32 x
                | - string s
        "#]],
        );
        check(
            &[&MISSING_META],
            "ref a\narray a\n- ref t\n- string s\n- string t",
            &expect![[r#"
            4 `string s` error: `string s` has no `ref s`, but this definition writes its meta fields itself
              Add `ref s` (changes the layout)
                | ref a
                | array a
                | - ref s
                | - ref t
                | - string s
                | - string t
        "#]],
        );
    }

    #[test]
    fn the_other_of_a_pair_goes_next_to_it() {
        check(
            &[&MISSING_META],
            "offset a\narray a\n- int32 x\n",
            &expect![[r#"
                2 `array a` warning: `array a` has no `count a`, but this definition writes its meta fields itself
                  Add `count a` (changes the layout)
                    | count a
                    | offset a
                    | array a
                    | - int32 x
            "#]],
        );
        check(
            &[&MISSING_META],
            "count b\nbytes b\n",
            &expect![[r#"
                2 `bytes b` warning: `bytes b` has no `offset b`, but this definition writes its meta fields itself
                  Add `offset b` (changes the layout)
                    | offset b
                    | count b
                    | bytes b
            "#]],
        );
        check(
            &[&MISSING_META],
            "offset b\nbytes b\n",
            &expect![[r#"
                2 `bytes b` warning: `bytes b` has no `count b`, but this definition writes its meta fields itself
                  Add `count b` (changes the layout)
                    | offset b
                    | count b
                    | bytes b
            "#]],
        );
    }

    #[test]
    fn a_field_of_an_object_is_named_with_it() {
        check(
            &[&MISSING_META],
            "offset t\nobject o\n- string s\nstring t",
            &expect![[r#"
            3 `string s` error: `string s` has no `offset o.s`, but this definition writes its meta fields itself
              Add `offset o.s` (changes the layout)
                | offset o.s
                | offset t
                | object o
                | - string s
                | string t
        "#]],
        );
        check_none(&[&MISSING_META], &["offset o.s\nobject o\n- string s"]);
    }

    #[test]
    fn where_meta_fields_are_implied_none_is_missing() {
        let fine = ["string a\narray b\n- bytes c", "string a\nint32 b ^86", "ref a\nbytes a"];
        check_none(&[&MISSING_META], &fine);
    }
}
