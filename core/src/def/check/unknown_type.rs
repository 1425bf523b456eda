//! Words that are no type, and which type was meant.

use super::context::Context;
use super::edit::cut_dashes;
use crate::def::types::{TYPES, Type};
use crate::problem::nearest::nearest;
use crate::problem::{Fix, Problem, Rule, Severity, TextEdit};

pub(super) const UNKNOWN_TYPE: Rule = Rule {
    code: "def-unknown-type",
    severity: Severity::Error,
    title: "Unknown type",
    explanation: "\
No type has this name. Names are case-sensitive, and whole numbers are written with their size in \
bits: `int32`, `uint16`; a single byte is `byte`.

The parsers fail when they first read or write a packet of such a definition. Parsers that compile \
the definition reject it. The bytes after this field have no known place.",
};

/// What types are called in other languages.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("int", "int32"),
    ("uint", "uint32"),
    ("unt32", "uint32"),
    ("uint8", "byte"),
    ("int8", "byte"),
    ("char", "byte"),
    ("short", "int16"),
    ("ushort", "uint16"),
    ("long", "int64"),
    ("ulong", "uint64"),
    ("word", "uint16"),
    ("dword", "uint32"),
    ("qword", "uint64"),
    ("boolean", "bool"),
    ("float32", "float"),
    ("single", "float"),
    ("float64", "double"),
    ("str", "string"),
    ("list", "array"),
    ("struct", "object"),
    ("vector", "vec3"),
];

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let unknown = context.syntax.fields().filter(|(_, field)| field.kind == Type::Unknown);
    for (_, field) in unknown {
        let word = context.syntax.str(field.keyword);
        if word == Type::Include.name() {
            let message = "a file can only be included at the top, without dashes";
            let fix = cut_dashes(context.syntax, field, 0)
                .map(|edit| context.layout_fix("Remove the dashes", vec![edit]));
            let mut problem = context.problem(&UNKNOWN_TYPE, field.keyword, message);
            problem.fixes.extend(fix);
            problems.push(problem);
            continue;
        }
        let meant = meant(word);
        let question = meant.first().map(|name| format!("; did you mean `{name}`?"));
        let message = format!("`{word}` is not a type{}", question.unwrap_or_default());
        let mut problem = context.problem(&UNKNOWN_TYPE, field.keyword, message);
        let name = context.syntax.str(field.name);
        if Type::named(name) != Type::Unknown {
            let edits = vec![
                TextEdit::replace(field.keyword.range(), name),
                TextEdit::replace(field.name.range(), word),
            ];
            problem.fixes.push(context.layout_fix("Swap the type and the name", edits));
        }
        let change = |name: &&str| -> Fix {
            let edit = TextEdit::replace(field.keyword.range(), *name);
            context.layout_fix(format!("Change `{word}` to `{name}`"), vec![edit])
        };
        problem.fixes.extend(meant.iter().map(change));
        problems.push(problem);
    }
}

/// The types that somebody may have meant, the likeliest first.
pub(super) fn meant(word: &str) -> Vec<&'static str> {
    let lower = word.to_ascii_lowercase();
    let other = OTHER_NAMES.iter().find(|row| row.0 == lower).map(|row| row.1);
    let types = TYPES.iter().filter(|row| !matches!(row.0, Type::Include));
    let near = nearest(word, types.map(|row| row.1));
    other.into_iter().chain(near.filter(|near| Some(*near) != other)).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn slips_of_real_definitions_are_understood() {
        let cases = [
            ("in32", "int32"),
            ("unt32", "uint32"),
            ("uint", "uint32"),
            ("uint8", "byte"),
            ("int", "int32"),
            ("short", "int16"),
            ("Int32", "int32"),
            ("stirng", "string"),
            ("boolean", "bool"),
        ];
        for (word, expected) in cases {
            assert_eq!(meant(word).first(), Some(&expected), "{word}");
        }
        assert!(meant("gameId").is_empty());
    }

    #[test]
    fn an_unknown_type_is_changed_to_the_one_that_was_meant() {
        check(
            &[&UNKNOWN_TYPE],
            "bool a\nin32  b # c\n",
            &expect![[r#"
            2 `in32` error: `in32` is not a type; did you mean `int32`?
              Change `in32` to `int32` (changes the layout)
                | bool a
                | int32  b # c
        "#]],
        );
        check(
            &[&UNKNOWN_TYPE],
            "array a\n- uint8 b\n",
            &expect![[r#"
            2 `uint8` error: `uint8` is not a type; did you mean `byte`?
              Change `uint8` to `byte` (changes the layout)
                | array a
                | - byte b
        "#]],
        );
        check(
            &[&UNKNOWN_TYPE],
            "gameId uint64\n",
            &expect![[r#"
            1 `gameId` error: `gameId` is not a type
              Swap the type and the name (changes the layout)
                | uint64 gameId
        "#]],
        );
        check(
            &[&UNKNOWN_TYPE],
            "foobar x\n",
            &expect![[r#"
            1 `foobar` error: `foobar` is not a type
        "#]],
        );
    }

    #[test]
    fn an_include_below_something_is_none() {
        check(
            &[&UNKNOWN_TYPE],
            "object a\n- @include S_B.1.def\n",
            &expect![[r#"
            2 `@include` error: a file can only be included at the top, without dashes
              Remove the dashes (changes the layout)
                | object a
                | @include S_B.1.def
        "#]],
        );
    }

    #[test]
    fn every_type_is_known() {
        let all: String = TYPES.iter().map(|row| format!("{} a\n", row.1)).collect();
        check_none(&[&UNKNOWN_TYPE], &[&all]);
    }
}
