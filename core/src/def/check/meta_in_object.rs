//! Meta fields inside an object, where the parsers do not look for them.

use super::context::{Context, Named, whole};
use super::edit::indentation;
use crate::def::Dialect;
use crate::def::edit::{cut_lines, insert_before};
use crate::def::syntax::{Field, FieldId};
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const META_IN_OBJECT: Rule = Rule {
    code: "def-meta-in-object",
    severity: Severity::Error,
    title: "Meta field inside an object",
    explanation: "\
An object only groups fields and has no bytes of its own. The meta fields of its fields belong to \
the message, or to the element of the array. They name their field with the object: `ref \
target.name`. Toolbox does not find them inside the object, and rejects the definition.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if !context.is_explicit {
        return;
    }
    let is_wrong = |row: &&Named<'_>| {
        let is_known = row.field.kind == Type::Ref || context.dialect != Dialect::Seed;
        row.field.kind.is_meta() && is_known && row.field.parent != row.scope
    };
    let wrong: Vec<_> = context.fields().iter().filter(is_wrong).collect();
    for metas in wrong.chunk_by(|a, b| a.field.parent == b.field.parent) {
        let Some(first) = metas.first() else { continue };
        let Some((object, above)) = objects(context, first.field) else { continue };
        let found = context.declaration(first.field);
        let (which, own) = match metas.len() {
            1 => (format!("`{found}` is"), "it"),
            n => (format!("`{found}` and {} more are", n - 1), "them"),
        };
        let message = format!(
            "{which} inside the object `{}`, where toolbox does not look for {own}",
            context.syntax.name(object)
        );
        let title = format!("Move {own} in front of the object");
        let edits = moved(context, metas, above);
        let fix = match are_first(context, metas, above) {
            true => context.line_fix(title, edits),
            false => context.layout_fix(title, edits),
        };
        problems.push(context.problem(&META_IN_OBJECT, whole(first.field), message).with_fix(fix));
    }
}

/// The object that a field stands in, and the outermost around that.
fn objects<'a>(context: &Context<'a>, field: &Field) -> Option<(FieldId, &'a Field)> {
    let object = field.parent?;
    let mut above = context.syntax.field(object)?;
    while let Some(parent) = above.parent.and_then(|parent| context.syntax.field(parent)) {
        if parent.kind != Type::Object {
            break;
        }
        above = parent;
    }
    Some((object, above))
}

fn moved(context: &Context<'_>, metas: &[&Named<'_>], above: &Field) -> Vec<TextEdit> {
    let syntax = context.syntax;
    let indent = indentation(syntax, above);
    let line = |meta: &&Named<'_>| {
        let field = meta.field;
        let comment = syntax.lines().get(field.line as usize).and_then(|line| line.comment);
        let comment = comment.map(|span| format!(" {}", syntax.str(span))).unwrap_or_default();
        let own = syntax.str(field.name);
        let around = meta.name.strip_suffix(own).unwrap_or_default();
        let name = if own.starts_with(around) { own } else { &meta.name };
        format!("{indent}{} {name}{comment}", syntax.str(field.ty))
    };
    let lines: Vec<_> = metas.iter().map(line).collect();
    let mut edits = vec![insert_before(syntax, above.line as usize, &lines)];
    let numbers: Vec<_> = metas.iter().map(|meta| meta.field.line as usize).collect();
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        if let (Some(first), Some(last)) = (run.first(), run.last()) {
            edits.push(cut_lines(syntax, *first..last + 1));
        }
    }
    edits
}

/// True where nothing with bytes stands between the outermost object and any of them, so that
/// they stay where they are in the packet.
fn are_first(context: &Context<'_>, metas: &[&Named<'_>], above: &Field) -> bool {
    let Some(last) = metas.last() else { return false };
    let between = context.fields().iter().filter(|row| {
        (above.line..last.field.line).contains(&row.field.line) && row.field.kind != Type::Object
    });
    between.take(metas.len()).count() + 1 == metas.len()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_as, check_none};
    use super::*;

    #[test]
    fn meta_fields_are_moved_in_front_of_the_object() {
        check(
            &[&META_IN_OBJECT],
            "ref n\nobject o\n- ref s # why\n- ref t\n- int32 x\n- string s\n- string t\nstring n\n",
            &expect![[r#"
                3 `ref s` error: `ref s` and 1 more are inside the object `o`, where toolbox does not look for them
                  Move them in front of the object
                    | ref n
                    | ref o.s # why
                    | ref o.t
                    | object o
                    | - int32 x
                    | - string s
                    | - string t
                    | string n
            "#]],
        );
        check(
            &[&META_IN_OBJECT],
            "array a\n- object o\n- - object p\n- - - ref s\n- - - string s\n",
            &expect![[r#"
                4 `ref s` error: `ref s` is inside the object `p`, where toolbox does not look for it
                  Move it in front of the object
                    | array a
                    | - ref o.p.s
                    | - object o
                    | - - object p
                    | - - - string s
            "#]],
        );
    }

    #[test]
    fn behind_other_fields_their_bytes_move_too() {
        check(
            &[&META_IN_OBJECT],
            "object o\n- int32 x\n- ref s\n- string s\n",
            &expect![[r#"
            3 `ref s` error: `ref s` is inside the object `o`, where toolbox does not look for it
              Move it in front of the object (changes the layout)
                | ref o.s
                | object o
                | - int32 x
                | - string s
        "#]],
        );
    }

    #[test]
    fn the_seed_reads_offsets_where_they_stand() {
        let text = "object o\n- offset s\n- string s\n";
        check_as(Dialect::Seed, &[&META_IN_OBJECT], text, &expect![[""]]);
        check_none(&[&META_IN_OBJECT], &["ref o.s\nobject o\n- string s"]);
    }
}
