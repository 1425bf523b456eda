//! Names that a message or an element has twice.

use super::context::{Context, Named, own_part};
use crate::def::edit::remove_lines;
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const DUPLICATE_NAME: Rule = Rule {
    code: "def-duplicate-name",
    severity: Severity::Warning,
    title: "Duplicate field name",
    explanation: "\
Two fields of one message, or of one element of an array, have the same name. Both have their \
bytes, but a program sees only the value of the last one, and writes one value into both.

An `object` may appear several times, since its parts are combined. Fields whose ranges of patches \
do not overlap may, too.",
};

/// So many fields of the same name are compared with each.
const MAX_COMPARED: usize = 64;

const METAS: [Type; 3] = [Type::Count, Type::Offset, Type::Ref];

/// What a scope has of one name.
struct Group<'a, 'b> {
    fields: Vec<&'b Named<'a>>,
    /// By kind, as in [`METAS`].
    metas: [Vec<&'b Named<'a>>; 3],
}

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for rows in context.groups().filter(|rows| rows.len() > 1) {
        let group = Group {
            fields: rows.iter().filter(|row| !row.field.kind.is_meta()).collect(),
            metas: METAS.map(|ty| rows.iter().filter(|row| row.field.kind == ty).collect()),
        };
        let fields = &group.fields;
        for (idx, row) in fields.iter().enumerate() {
            let before = fields.get(idx.saturating_sub(MAX_COMPARED)..idx).unwrap_or_default();
            if let Some(first) = before.iter().find(|first| is_same(first, row)) {
                problems.push(duplicate_field(context, first, row, idx, &group));
            }
        }
        for metas in &group.metas {
            let Some(first) = metas.first() else { continue };
            // Those that have a field each were told of with their fields.
            let more = metas.iter().skip(fields.len().max(1));
            problems.extend(more.map(|row| duplicate_meta(context, first, row)));
        }
    }
}

fn is_same(a: &Named<'_>, b: &Named<'_>) -> bool {
    let are_objects = a.field.kind == Type::Object && b.field.kind == Type::Object;
    let are_apart = match (a.field.patches, b.field.patches) {
        (Some((_, a)), Some((_, b))) => !a.overlaps(b),
        _ => false,
    };
    !are_objects && !are_apart
}

fn duplicate_field(
    context: &Context<'_>,
    first: &Named<'_>,
    row: &Named<'_>,
    nth: usize,
    group: &Group<'_, '_>,
) -> Problem {
    let name = context.syntax.str(row.field.name);
    let line = first.field.line + 1;
    let owner = row.owner();
    let message = format!("this {owner} already has a field `{name}`, on line {line}");
    let problem = context.problem(&DUPLICATE_NAME, row.field.name, message);
    let Some(free) = context.free_name(row, name) else { return problem };
    let mut edits = vec![TextEdit::replace(row.field.name.range(), &*free)];
    if row.field.kind.is_variable() {
        // Its meta fields are those that stand there as often as it does.
        let metas = group.metas.iter().filter_map(|metas| metas.get(nth));
        let spans = metas.map(|meta| own_part(meta.field, row.field));
        edits.extend(spans.map(|span| TextEdit::replace(span.range(), &*free)));
    }
    edits.sort_by_key(|edit| edit.start);
    let title = format!("Rename it to `{free}`");
    // What a `ref` stands for depends on the field that it names.
    let [.., refs] = &group.metas;
    let is_referred_to = row.field.kind.is_variable() && !refs.is_empty();
    problem.with_fix(match context.is_explicit && is_referred_to {
        true => context.layout_fix(title, edits),
        // Programs read fields by their names.
        false => context.fix(title, edits).one_by_one(),
    })
}

fn duplicate_meta(context: &Context<'_>, first: &Named<'_>, row: &Named<'_>) -> Problem {
    let message = format!(
        "`{}` is already there, on line {}",
        context.declaration(row.field),
        first.field.line + 1
    );
    let edits = remove_lines(context.syntax, [row.field.line as usize]);
    context
        .problem(&DUPLICATE_NAME, row.field.name, message)
        .with_fix(context.layout_fix("Remove it", edits))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn the_second_of_two_gets_the_next_free_name() {
        check(
            &[&DUPLICATE_NAME],
            "int32 unk3\nint32 unk4\nbyte unk3\n",
            &expect![[r#"
                3 `unk3` warning: this message already has a field `unk3`, on line 1
                  Rename it to `unk5`
                    | int32 unk3
                    | int32 unk4
                    | byte unk5
            "#]],
        );
        check(
            &[&DUPLICATE_NAME],
            "array a\n- int32 x\n- int32 x # y\nint32 x\n",
            &expect![[r#"
                3 `x` warning: this element already has a field `x`, on line 2
                  Rename it to `x2`
                    | array a
                    | - int32 x
                    | - int32 x2 # y
                    | int32 x
            "#]],
        );
        check(
            &[&DUPLICATE_NAME],
            "object o\n- int32 x\nobject o\n- int32 x\n",
            &expect![[r#"
                4 `x` warning: this message already has a field `x`, on line 2
                  Rename it to `x2`
                    | object o
                    | - int32 x
                    | object o
                    | - int32 x2
            "#]],
        );
        check(
            &[&DUPLICATE_NAME],
            "object o\n- int32 x\nint32 o\n",
            &expect![[r#"
                3 `o` warning: this message already has a field `o`, on line 1
                  Rename it to `o2`
                    | object o
                    | - int32 x
                    | int32 o2
            "#]],
        );
    }

    #[test]
    fn meta_fields_are_renamed_with_their_field() {
        check(
            &[&DUPLICATE_NAME],
            "offset s\noffset s\nint32 x\nstring s\nstring s\n",
            &expect![[r#"
                5 `s` warning: this message already has a field `s`, on line 4
                  Rename it to `s2`
                    | offset s
                    | offset s2
                    | int32 x
                    | string s
                    | string s2
            "#]],
        );
        check(
            &[&DUPLICATE_NAME],
            "offset s\nint32 x\noffset s\nstring s\n",
            &expect![[r#"
            3 `s` warning: `offset s` is already there, on line 1
              Remove it (changes the layout)
                | offset s
                | int32 x
                | string s
        "#]],
        );
    }

    #[test]
    fn patches_that_overlap_are_told_from_those_that_do_not() {
        check(
            &[&DUPLICATE_NAME],
            "int32 a ^0-86\nint64 a ^85\n",
            &expect![[r#"
                2 `a` warning: this message already has a field `a`, on line 1
                  Rename it to `a2`
                    | int32 a ^0-86
                    | int64 a2 ^85
            "#]],
        );
        check_none(&[&DUPLICATE_NAME], &["int32 a ^0-86\nint64 a ^86-95\nint16 a ^95"]);
    }

    #[test]
    fn names_of_other_scopes_objects_and_metas_are_no_duplicates() {
        let fine = [
            "int32 a\narray b\n- int32 a\n- array c\n- - int32 a",
            "object o\n- int32 a\nint32 z\nobject o\n- int32 b",
            "count a\noffset a\narray a\n- int32 b",
            "int32 a\nint32 A",
        ];
        check_none(&[&DUPLICATE_NAME], &fine);
    }
}
