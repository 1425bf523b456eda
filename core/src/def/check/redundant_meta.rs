//! Meta fields that say what is implied without them.

use super::context::{Context, whole};
use crate::def::edit::{applied, without_fields};
use crate::def::layout::Layout;
use crate::def::syntax::Syntax;
use crate::problem::{Problem, Rule, Severity};

pub(super) const REDUNDANT_META: Rule = Rule {
    code: "def-redundant-meta",
    severity: Severity::Hint,
    title: "Meta fields that are implied anyway",
    explanation: "\
The parsers would add the `count`, `offset` and `ref` lines of this definition by themselves, in \
the same order. Without them the definition is shorter and means the same bytes. You also can't \
forget one when you add a field.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if !context.is_explicit {
        return;
    }
    let syntax = context.syntax;
    let metas: Vec<_> =
        syntax.fields().map(|(_, field)| field).filter(|field| field.kind.is_meta()).collect();
    let Some(first) = metas.first() else { return };
    let edits = without_fields(syntax, metas.iter().copied());
    let without = Syntax::parse(applied(syntax.text(), &edits));
    let layout = |syntax: &Syntax| Layout::of(syntax, context.settings());
    if !layout(syntax).is_same_on_wire(&layout(&without)) {
        return;
    }
    let (message, title) = match metas.len() {
        1 => ("this meta field is implied anyway".to_owned(), "Remove it".to_owned()),
        n => (
            format!("the {n} meta fields of this definition are implied anyway"),
            format!("Remove all {n} meta fields"),
        ),
    };
    let problem = context.problem(&REDUNDANT_META, whole(first), message);
    problems.push(problem.with_fix(context.fix(title, edits)));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn meta_fields_in_the_usual_order_go() {
        check(
            &[&REDUNDANT_META],
            "# why\n\ncount a\noffset a\noffset s\n\nint32 x\narray a\n- ref t\n- string t\nstring s",
            &expect![[r#"
                3 `count a` hint: the 4 meta fields of this definition are implied anyway
                  Remove all 4 meta fields
                    | # why
                    | 
                    | int32 x
                    | array a
                    | - string t
                    | string s
            "#]],
        );
        check(
            &[&REDUNDANT_META],
            "\u{feff}ref s # text\r\n\r\nstring s\r\n",
            &expect![[r#"
                1 `ref s` hint: this meta field is implied anyway
                  Remove it
                    | \u{feff}# text
                    | 
                    | string s
            "#]],
        );
        check(
            &[&REDUNDANT_META],
            "ref o.s\nobject o\n- string s\n- int32 x\n",
            &expect![[r#"
            1 `ref o.s` hint: this meta field is implied anyway
              Remove it
                | object o
                | - string s
                | - int32 x
        "#]],
        );
    }

    #[test]
    fn under_a_guessed_dialect_nothing_is_removed() {
        use crate::def::fixture::Fixture;
        use crate::def::mend;
        let files = "ref s\n\nint32 x\nstring s\n";
        let catalogue = Fixture::parse(files).catalogue();
        assert!(catalogue.guesses_the_dialect());
        let found = super::super::all(&catalogue);
        let own = found.iter().filter(|problem| problem.code == REDUNDANT_META.code);
        assert!(own.clone().count() == 1 && own.clone().all(|problem| problem.fixes.is_empty()));
        assert!(mend::round(&catalogue, &found, |_| true).texts.is_empty());
    }

    #[test]
    fn any_other_place_or_order_has_a_meaning() {
        let fine = [
            "int32 x\nref s\nstring s",
            "ref b\nref a\nstring a\nstring b",
            "offset a\ncount a\narray a\n- int32 x",
            "ref a\nref b\nstring a",
            "offset a\nstring a\nstring b",
            "string a",
            "in32 x\nref s\nstring s",
        ];
        check_none(&[&REDUNDANT_META], &fine);
    }
}
