//! Meta fields in another place or order than the game's packets have them.

use super::context::{Context, Named, whole};
use super::edit::lines_of;
use crate::def::edit::{cut_lines, insert_before};
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const META_AFTER_FIELD: Rule = Rule {
    code: "def-meta-after-field",
    severity: Severity::Information,
    title: "Meta field after other fields",
    explanation: "\
In the packets of the game the meta fields of a message, and of each element of an array, come \
before all other fields. Here one is further down. That may be on purpose, if a field above it is \
a reference that nobody has understood yet.",
};

pub(super) const META_ORDER: Rule = Rule {
    code: "def-meta-order",
    severity: Severity::Information,
    title: "Count and offset in reverse order",
    explanation: "\
In the packets of the game an `array` has its `count` first and then its `offset`. `bytes` have \
their `offset` first and then their `count`. Here they are in reverse order, so each is read as \
the other.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if context.is_explicit {
        check_place(context, problems);
        context.groups().for_each(|group| check_pair(context, group, problems));
    }
}

fn check_place(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let syntax = context.syntax;
    let arrays = context.fields().iter().filter(|row| row.field.kind == Type::Array);
    for scope in std::iter::once(None).chain(arrays.map(|row| Some(row.id))) {
        let own = syntax.children(scope).filter_map(|id| syntax.field(id));
        let mut own = own.skip_while(|field| field.kind.is_meta());
        let Some(first) = own.next() else { continue };
        let late: Vec<_> = own.filter(|field| field.kind.is_meta()).collect();
        let Some(meta) = late.first() else { continue };
        let message = format!(
            "`{}` is after `{}`, but meta fields usually come first",
            context.declaration(meta),
            context.declaration(first)
        );
        let numbers: Vec<_> = late.iter().map(|field| field.line as usize).collect();
        let lines: Vec<_> =
            numbers.iter().flat_map(|line| lines_of(syntax, *line..line + 1)).collect();
        let mut edits = vec![insert_before(syntax, first.line as usize, &lines)];
        for run in numbers.chunk_by(|a, b| a + 1 == *b) {
            if let (Some(first), Some(last)) = (run.first(), run.last()) {
                edits.push(cut_lines(syntax, *first..last + 1));
            }
        }
        let title = match late.len() {
            1 => "Move it to the front".to_owned(),
            n => format!("Move all {n} to the front"),
        };
        let problem = context.problem(&META_AFTER_FIELD, whole(meta), message);
        problems.push(problem.with_fix(context.layout_fix(title, edits)));
    }
}

fn check_pair(context: &Context<'_>, group: &[Named<'_>], problems: &mut Vec<Problem>) {
    let first = |wanted: fn(Type) -> bool| group.iter().find(|row| wanted(row.field.kind));
    let field = first(Type::is_variable);
    let (count, offset) = (first(|ty| ty == Type::Count), first(|ty| ty == Type::Offset));
    let (Some(field), Some(count), Some(offset)) = (field, count, offset) else { return };
    let (a, b) = match field.field.kind {
        Type::Array if offset.id < count.id => (offset, count),
        Type::Bytes if count.id < offset.id => (count, offset),
        _ => return,
    };
    let (one, other) = (a.field.kind, b.field.kind);
    let message = format!("of {} the `{other}` comes before the `{one}`", article(field));
    let edits = vec![
        TextEdit::replace(a.field.keyword.range(), other.name()),
        TextEdit::replace(b.field.keyword.range(), one.name()),
    ];
    let fix = context.layout_fix("Swap them", edits);
    problems.push(context.problem(&META_ORDER, whole(a.field), message).with_fix(fix));
}

fn article(field: &Named<'_>) -> &'static str {
    if field.field.kind == Type::Array { "an `array`" } else { "`bytes`" }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn late_meta_fields_move_to_the_front() {
        check(
            &[&META_AFTER_FIELD],
            "ref a\nint32 x\nref b # c\nref d\nstring a\nstring b\nstring d",
            &expect![[r#"
                3 `ref b` information: `ref b` is after `int32 x`, but meta fields usually come first
                  Move all 2 to the front (changes the layout)
                    | ref a
                    | ref b # c
                    | ref d
                    | int32 x
                    | string a
                    | string b
                    | string d
            "#]],
        );
        check(
            &[&META_AFTER_FIELD],
            "ref a\narray a\n- int32 x\n- ref b\n- string b",
            &expect![[r#"
            4 `ref b` information: `ref b` is after `int32 x`, but meta fields usually come first
              Move it to the front (changes the layout)
                | ref a
                | array a
                | - ref b
                | - int32 x
                | - string b
        "#]],
        );
    }

    #[test]
    fn count_and_offset_are_swapped() {
        check(
            &[&META_ORDER],
            "offset  a # c\ncount a\narray a\n- byte b\n",
            &expect![[r#"
            1 `offset  a` information: of an `array` the `count` comes before the `offset`
              Swap them (changes the layout)
                | count  a # c
                | offset a
                | array a
                | - byte b
        "#]],
        );
        check(
            &[&META_ORDER],
            "count a\noffset a\nbytes a\n",
            &expect![[r#"
            1 `count a` information: of `bytes` the `offset` comes before the `count`
              Swap them (changes the layout)
                | offset a
                | count a
                | bytes a
        "#]],
        );
    }

    #[test]
    fn the_usual_order_is_fine() {
        let fine = ["count a\noffset a\noffset b\ncount b\narray a\n- byte x\nbytes b"];
        check_none(&[&META_AFTER_FIELD, &META_ORDER], &fine);
    }
}
