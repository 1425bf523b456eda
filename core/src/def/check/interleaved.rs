//! Interleaved arrays that do not stand together.

use super::context::Context;
use super::edit::{insert_after, lines_of, lines_of_field};
use crate::def::Dialect;
use crate::def::edit::cut_lines;
use crate::def::syntax::FieldId;
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity};

pub(super) const INTERLEAVED_APART: Rule = Rule {
    code: "def-interleaved-apart",
    severity: Severity::Error,
    title: "Interleaved arrays that are not adjacent",
    explanation: "\
The elements of `array[interleaved]` fields alternate in the packet: the first of each, then the \
second of each. Their lines must follow each other, with nothing in between; otherwise toolbox \
rejects the definition.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if context.dialect == Dialect::Protojs {
        return;
    }
    let containers = context.fields().iter().filter(|row| row.field.kind.is_container());
    for parent in std::iter::once(None).chain(containers.map(|row| Some(row.id))) {
        check_level(context, parent, problems);
    }
}

fn check_level(context: &Context<'_>, parent: Option<FieldId>, problems: &mut Vec<Problem>) {
    let syntax = context.syntax;
    let mut before: Option<FieldId> = None;
    let mut is_apart = false;
    for id in syntax.children(parent) {
        let Some(field) = syntax.field(id) else { continue };
        let flags = field.flags.filter(|_| field.has_flag(syntax, "interleaved"));
        let Some(flags) = flags.filter(|_| field.kind == Type::Array) else {
            is_apart = before.is_some();
            continue;
        };
        let last = before.replace(id).filter(|_| is_apart);
        is_apart = false;
        let Some(last) = last else { continue };
        let message = format!(
            "there are other fields between this array and `{}`, which it is interleaved with",
            syntax.name(last)
        );
        let own = lines_of_field(syntax, id);
        let target = lines_of_field(syntax, last).end.saturating_sub(1);
        let lines = lines_of(syntax, own.clone());
        let edits = vec![insert_after(syntax, target, &lines), cut_lines(syntax, own)];
        let fix = context.layout_fix(format!("Move it after `{}`", syntax.name(last)), edits);
        problems.push(context.problem(&INTERLEAVED_APART, flags, message).with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn the_second_moves_behind_the_first() {
        check(
            &[&INTERLEAVED_APART],
            "array[interleaved] a\n- int32 x\nstring s\narray<int32>[interleaved] b\nstring t\n",
            &expect![[r#"
                4 `interleaved` warning: there are other fields between this array and `a`, which it is interleaved with
                  Move it after `a` (changes the layout)
                    | array[interleaved] a
                    | - int32 x
                    | array<int32>[interleaved] b
                    | string s
                    | string t
            "#]],
        );
    }

    #[test]
    fn together_or_alone_they_are_fine() {
        let fine = [
            "int32 n\narray[interleaved] a\n- int32 x\n\narray<int32>[interleaved] b\nstring s",
            "array[interleaved] a\n- array[interleaved] b\n- - int32 x\nstring s",
        ];
        check_none(&[&INTERLEAVED_APART], &fine);
    }
}
