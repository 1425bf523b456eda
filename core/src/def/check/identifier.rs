//! Names that are no identifiers.

use super::context::{Context, Named, own_part};
use crate::problem::{Fix, Problem, Rule, Severity, TextEdit};

pub(super) const IDENTIFIER: Rule = Rule {
    code: "def-identifier",
    severity: Severity::Warning,
    title: "Name that is not an identifier",
    explanation: "\
The name of a field consists of the letters `A` to `Z` in either case, digits and `_`, and does \
not begin with a digit. The parsers accept anything that is not white space, but programs then \
can't use the value by its name. A dot is read as a field of an object.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for group in context.groups() {
        let (metas, fields): (Vec<_>, Vec<_>) =
            group.iter().partition(|row| row.field.kind.is_meta());
        for (idx, row) in fields.into_iter().enumerate() {
            let name = context.syntax.str(row.field.name);
            if is_identifier(name) {
                break;
            }
            let message =
                format!("`{name}` is not an identifier: only letters, digits and `_` are allowed");
            let mut problem = context.problem(&IDENTIFIER, row.field.name, message);
            // Of several fields of the name, the meta fields are taken for those of the first.
            let metas = metas.iter().filter(|_| idx == 0);
            problem.fixes.extend(renamed(context, row, metas.copied()));
            problems.push(problem);
        }
    }
}

fn renamed<'b>(
    context: &Context<'_>,
    row: &Named<'_>,
    metas: impl Iterator<Item = &'b Named<'b>>,
) -> Option<Fix> {
    let free = context.free_name(row, &identifier(context.syntax.str(row.field.name)))?;
    let spans = metas.map(|meta| own_part(meta.field, row.field));
    let mut edits: Vec<_> =
        spans.chain([row.field.name]).map(|span| TextEdit::replace(span.range(), &*free)).collect();
    edits.sort_by_key(|edit| edit.start);
    // Programs read fields by their names.
    Some(context.fix(format!("Rename it to `{free}`"), edits).one_by_one())
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(is_letter) && !name.starts_with(|c: char| c.is_ascii_digit())
}

fn identifier(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(letter).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn other_characters_become_underscores() {
        check(
            &[&IDENTIFIER],
            "int32 na\u{ef}ve\nint32 a-b\nint32 a_b\nbyte 1x\n",
            &expect![[r#"
                1 `naïve` warning: `naïve` is not an identifier: only letters, digits and `_` are allowed
                  Rename it to `na_ve`
                    | int32 na_ve
                    | int32 a-b
                    | int32 a_b
                    | byte 1x
                2 `a-b` warning: `a-b` is not an identifier: only letters, digits and `_` are allowed
                  Rename it to `a_b2`
                    | int32 naïve
                    | int32 a_b2
                    | int32 a_b
                    | byte 1x
                4 `1x` warning: `1x` is not an identifier: only letters, digits and `_` are allowed
                  Rename it to `_1x`
                    | int32 naïve
                    | int32 a-b
                    | int32 a_b
                    | byte _1x
            "#]],
        );
    }

    #[test]
    fn meta_fields_are_renamed_with_their_field() {
        check(
            &[&IDENTIFIER],
            "offset a-b\nint32 x\nstring a-b\n",
            &expect![[r#"
                3 `a-b` warning: `a-b` is not an identifier: only letters, digits and `_` are allowed
                  Rename it to `a_b`
                    | offset a_b
                    | int32 x
                    | string a_b
            "#]],
        );
    }

    #[test]
    fn identifiers_and_dotted_names_of_meta_fields_are_fine() {
        let fine = ["int32 _a1", "offset o.s\nobject o\n- string s", "@include S_A.1.def"];
        check_none(&[&IDENTIFIER], &fine);
    }
}
