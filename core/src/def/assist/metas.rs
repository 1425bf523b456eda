//! Counts and offsets: from written out to implied, and back.

use std::collections::BTreeMap;

use super::{Assist, AssistKind, edit};
use crate::def::Dialect;
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::diff::{Side, diff};
use crate::def::edit::{applied, break_of, insert_before, without_fields};
use crate::def::layout::{Layout, MetaPlace, Role, Scope};
use crate::def::syntax::Syntax;
use crate::def::types::Type;
use crate::problem::TextEdit;

/// How counts and offsets are written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetaForm {
    /// One `ref` for each field, as toolbox has it.
    Ref,
    /// `count` and `offset`, which every parser but protojs reads.
    CountOffset,
}

pub(super) fn assists(catalogue: &Catalogue, definition: &Definition) -> Vec<Assist> {
    let syntax = &definition.syntax;
    let layout = catalogue.layout(definition);
    if syntax.is_explicit() {
        let edits = implied(syntax);
        return to_implied(catalogue, definition, &layout, edits).into_iter().collect();
    }
    let forms: &[MetaForm] = match catalogue.dialect(definition) {
        Dialect::Toolbox if catalogue.guesses_the_dialect() => {
            &[MetaForm::Ref, MetaForm::CountOffset]
        }
        Dialect::Auto | Dialect::Toolbox => &[MetaForm::Ref],
        Dialect::Seed => &[MetaForm::CountOffset],
        Dialect::Protojs => &[],
    };
    let of_form = |form: &MetaForm| {
        let edits = written(syntax, &layout, *form)?;
        let after = Syntax::parse(applied(syntax.text(), &edits));
        let is_same = catalogue.layout_with(definition, &after).is_same_on_wire(&layout);
        let title = match form {
            MetaForm::Ref => "Write the implied counts and offsets as `ref`",
            MetaForm::CountOffset => "Write the implied counts and offsets as `count` and `offset`",
        };
        is_same.then(|| edit(AssistKind::Rewrite, title, definition, edits))
    };
    forms.iter().filter_map(of_form).collect()
}

fn to_implied(
    catalogue: &Catalogue,
    definition: &Definition,
    layout: &Layout,
    edits: Vec<TextEdit>,
) -> Option<Assist> {
    if layout.meta_place != MetaPlace::Explicit {
        return None;
    }
    let syntax = &definition.syntax;
    let after = Syntax::parse(applied(syntax.text(), &edits));
    let layout_after = catalogue.layout_with(definition, &after);
    let title = "Remove the counts and offsets: they are implied";
    if layout.is_same_on_wire(&layout_after) {
        return Some(edit(AssistKind::Rewrite, title, definition, edits));
    }
    let before = Side { syntax, layout };
    let diff = diff(before, Side { syntax: &after, layout: &layout_after });
    let title = format!("{title} (changes the layout: {})", diff.summary());
    Some(edit(AssistKind::Rewrite, title, definition, edits))
}

/// The edits that take all meta fields out. Comments beside them stay.
pub fn implied(syntax: &Syntax) -> Vec<TextEdit> {
    let fields = syntax.fields().map(|(_, field)| field);
    without_fields(syntax, fields.filter(|field| field.kind.is_meta()))
}

/// The edits that write the implied meta fields of a definition out: those of the message before
/// its first field, those of elements below their array. `None` where there are none, or where
/// they can't be written: protojs has no meta fields, and an included file is not here.
pub fn written(syntax: &Syntax, layout: &Layout, form: MetaForm) -> Option<Vec<TextEdit>> {
    let has_includes = syntax.fields().any(|(_, field)| field.kind == Type::Include);
    if layout.meta_place != MetaPlace::First || has_includes {
        return None;
    }
    let mut lines = BTreeMap::new();
    let first = syntax.fields().next().map(|(_, field)| field.line as usize)?;
    let of_message = meta_lines(&layout.message, 0, form)?;
    if !of_message.is_empty() {
        lines.insert(first, of_message);
    }
    for (_, slot) in layout.slots() {
        let Some(element) = slot.element.as_deref() else { continue };
        let array = syntax.field(slot.field?)?;
        let metas = meta_lines(element, array.depth + 1, form)?;
        if !metas.is_empty() {
            lines.insert(array.line as usize + 1, metas);
        }
    }
    let edits = lines.iter().map(|(line, metas)| {
        let mut edit = insert_before(syntax, *line, metas);
        if *line == first {
            edit.new_text.push_str(break_of(syntax, first));
        }
        edit
    });
    let edits: Vec<TextEdit> = edits.collect();
    (!edits.is_empty()).then_some(edits)
}

/// The meta fields of one scope as lines. `None` where a field has no name to describe it by.
fn meta_lines(scope: &Scope, depth: u32, form: MetaForm) -> Option<Vec<String>> {
    let dashes = "- ".repeat(depth as usize);
    let mut lines: Vec<String> = Vec::new();
    let mut described = None;
    for slot in &scope.slots {
        let word = match (slot.role, form) {
            (Role::Count | Role::Offset, MetaForm::Ref) => "ref",
            (Role::Count, MetaForm::CountOffset) => "count",
            (Role::Offset, MetaForm::CountOffset) => "offset",
            _ => continue,
        };
        if slot.path.is_empty() {
            return None;
        }
        if form == MetaForm::CountOffset || described != slot.target {
            lines.push(format!("{dashes}{word} {}", slot.path));
        }
        described = slot.target;
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: &Expect) {
        expected.assert_eq(&super::super::show(text));
    }

    #[test]
    fn implied_counts_and_offsets_are_written_out() {
        check(
            "# header\n\nint32 $0n\narray l\n- int32 a\n- array m\n- - object o\n- - - bytes b\nstring s",
            &expect![[r#"
                refactor.rewrite: Write the implied counts and offsets as `ref`
                  edit S_TEST.1.def
                  | # header
                  | 
                  | ref l
                  | ref s
                  | 
                  | int32 n
                  | array l
                  | - ref m
                  | - int32 a
                  | - array m
                  | - - ref o.b
                  | - - object o
                  | - - - bytes b
                  | string s
                refactor.rewrite: Write the implied counts and offsets as `count` and `offset`
                  edit S_TEST.1.def
                  | # header
                  | 
                  | count l
                  | offset l
                  | offset s
                  | 
                  | int32 n
                  | array l
                  | - count m
                  | - offset m
                  | - int32 a
                  | - array m
                  | - - offset o.b
                  | - - count o.b
                  | - - object o
                  | - - - bytes b
                  | string s
                refactor: New version: S_TEST.2
                  create S_TEST.2.def
                  | # header
                  | 
                  | int32 n
                  | array l
                  | - int32 a
                  | - array m
                  | - - object o
                  | - - - bytes b
                  | string s
            "#]],
        );
        check(
            "int32 $0a\n",
            &expect![[r#"
            refactor: New version: S_TEST.2
              create S_TEST.2.def
              | int32 a
        "#]],
        );
    }

    #[test]
    fn written_ones_are_taken_out_and_the_title_says_what_that_changes() {
        check(
            "\u{feff}ref l # list\r\nref s\r\n\r\nint32 $0n\r\narray l\r\n- ref t\r\n- string t\r\nstring s",
            &expect![[r#"
                refactor.rewrite: Remove the counts and offsets: they are implied
                  edit S_TEST.1.def
                  | ﻿# list
                  | 
                  | int32 n
                  | array l
                  | - string t
                  | string s
                refactor: New version: S_TEST.2
                  create S_TEST.2.def
                  | ﻿ref l # list
                  | ref s
                  | 
                  | int32 n
                  | array l
                  | - ref t
                  | - string t
                  | string s
            "#]],
        );
        check(
            "count gap\noffset s\n\nstring $0s\n",
            &expect![[r#"
            refactor.rewrite: Remove the counts and offsets: they are implied (changes the layout: 1 field removed)
              edit S_TEST.1.def
              | string s
            refactor: New version: S_TEST.2
              create S_TEST.2.def
              | count gap
              | offset s
              | 
              | string s
        "#]],
        );
        check(
            "int32 a\noffset s\nstring $0s\n",
            &expect![[r#"
            refactor.rewrite: Remove the counts and offsets: they are implied (changes the layout: 1 field moved)
              edit S_TEST.1.def
              | int32 a
              | string s
            refactor: New version: S_TEST.2
              create S_TEST.2.def
              | int32 a
              | offset s
              | string s
        "#]],
        );
    }

    #[test]
    fn protojs_and_includes_are_left_alone() {
        let written_out = |text: &str| super::super::show(text).contains("implied");
        assert!(!written_out("string $0s\nint32[2] a"));
        assert!(!written_out("array<string> $0s"));
        assert!(!written_out("string $0s\n@include x.def"));
    }
}
