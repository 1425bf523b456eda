//! Fields of a fixed size behind variable ones.

use super::context::{Context, whole};
use super::edit::{lines_of, lines_of_field};
use crate::def::Dialect;
use crate::def::edit::{cut_lines, insert_before};
use crate::def::syntax::{Field, FieldId};
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity};

pub(super) const FIXED_AFTER_VARIABLE: Rule = Rule {
    code: "def-fixed-after-variable",
    severity: Severity::Information,
    title: "Fixed field after a variable one",
    explanation: "\
The packets of the game have all fields of a fixed size first, and the data of `array`, `bytes` \
and `string` fields at their end. The parsers read the fields in the order of their lines. They \
look for this one after data whose length differs from packet to packet.

protojs puts the data after all other fields whatever the order of the lines, so this is not \
checked for protojs.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if context.dialect == Dialect::Protojs {
        return;
    }
    let containers = context.fields().iter().filter(|row| row.field.kind.is_container());
    for parent in std::iter::once(None).chain(containers.map(|row| Some(row.id))) {
        problems.extend(check_level(context, parent));
    }
}

/// Looks at the fields right below one; what is in an object of theirs counts as one of them.
fn check_level(context: &Context<'_>, parent: Option<FieldId>) -> Option<Problem> {
    let syntax = context.syntax;
    if parent
        .and_then(|id| syntax.field(id))
        .is_some_and(|f| f.kind == Type::Array && f.subtype.is_some())
    {
        return None;
    }
    let children = syntax.children(parent).filter_map(|id| Some((id, syntax.field(id)?)));
    let mut children = children.skip_while(|(id, _)| !holds(context, *id, Type::is_variable));
    let (_, variable) = children.next()?;
    let late: Vec<_> = children.filter(|(id, _)| is_fixed(context, *id)).collect();
    let (_, first) = late.first()?;
    let message = format!(
        "`{}`{} after `{}`, whose data has no fixed size",
        context.declaration(first),
        match late.len() {
            1 => " is".to_owned(),
            n => format!(" and {} more are", n - 1),
        },
        context.declaration(variable)
    );
    let title = if late.len() == 1 { "Move it up" } else { "Move them up" };
    let ranges: Vec<_> = late.iter().map(|(id, _)| lines_of_field(syntax, *id)).collect();
    let lines: Vec<_> = ranges.iter().flat_map(|range| lines_of(syntax, range.clone())).collect();
    let mut edits = vec![insert_before(syntax, variable.line as usize, &lines)];
    for run in ranges.chunk_by(|a, b| a.end == b.start) {
        if let (Some(first), Some(last)) = (run.first(), run.last()) {
            edits.push(cut_lines(syntax, first.start..last.end));
        }
    }
    let problem = context.problem(&FIXED_AFTER_VARIABLE, whole(first), message);
    Some(problem.with_fix(context.layout_fix(title, edits)))
}

/// True for a field of such a type, and for an object with one in it.
fn holds(context: &Context<'_>, id: FieldId, wanted: fn(Type) -> bool) -> bool {
    let Some(field) = context.syntax.field(id) else { return false };
    match field.kind {
        Type::Object => context.syntax.children(Some(id)).any(|id| holds(context, id, wanted)),
        kind => wanted(kind) && !field.is_misplaced,
    }
}

/// True for a field of fixed size, and for an object that has nothing else in it.
fn is_fixed(context: &Context<'_>, id: FieldId) -> bool {
    let is_fixed = |ty: Type| ty.size(u32::MAX).is_some() && !ty.is_meta();
    let is_other = |ty: Type| ty.size(u32::MAX).is_none() || ty.is_meta();
    let is_object = |field: &Field| field.kind == Type::Object;
    match context.syntax.field(id) {
        Some(field) if is_object(field) => {
            holds(context, id, is_fixed) && !holds(context, id, is_other)
        }
        Some(field) => is_fixed(field.kind) && !field.is_misplaced,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_as, check_none};
    use super::*;

    #[test]
    fn fixed_fields_move_in_front_of_the_first_variable_one() {
        check(
            &[&FIXED_AFTER_VARIABLE],
            "int32 a\narray b # list\n- string s\n- int32 c\nint32 d # why\nbyte e\nstring f\nbool g",
            &expect![[r#"
                4 `int32 c` information: `int32 c` is after `string s`, whose data has no fixed size
                  Move it up (changes the layout)
                    | int32 a
                    | array b # list
                    | - int32 c
                    | - string s
                    | int32 d # why
                    | byte e
                    | string f
                    | bool g
                5 `int32 d` information: `int32 d` and 2 more are after `array b`, whose data has no fixed size
                  Move them up (changes the layout)
                    | int32 a
                    | int32 d # why
                    | byte e
                    | bool g
                    | array b # list
                    | - string s
                    | - int32 c
                    | string f
            "#]],
        );
    }

    #[test]
    fn an_object_moves_as_a_whole() {
        check(
            &[&FIXED_AFTER_VARIABLE],
            "object o\n- string s\n- int32 a\nobject p\n# c\n- int32 b\nstring t\n",
            &expect![[r#"
                3 `int32 a` information: `int32 a` is after `string s`, whose data has no fixed size
                  Move it up (changes the layout)
                    | object o
                    | - int32 a
                    | - string s
                    | object p
                    | # c
                    | - int32 b
                    | string t
                4 `object p` information: `object p` is after `object o`, whose data has no fixed size
                  Move it up (changes the layout)
                    | object p
                    | # c
                    | - int32 b
                    | object o
                    | - string s
                    | - int32 a
                    | string t
            "#]],
        );
    }

    #[test]
    fn the_order_of_protojs_is_its_own() {
        let text = "string s\nint32 a\n";
        check_as(Dialect::Protojs, &[&FIXED_AFTER_VARIABLE], text, &expect![[""]]);
        let fine = [
            "int32 a\nstring s\nbytes b",
            "object o\n- int32 a\nstring s",
            "string s\nobject o\n- int32 a\n- string t",
        ];
        check_none(&[&FIXED_AFTER_VARIABLE], &fine);
    }
}
