//! Selected fields, reshaped: three floats become a `vec3`, a number becomes two, and fields go
//! into an `object` or an `array`.

use std::ops::Range;

use super::{Assist, AssistKind, edit, pad};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::diff::{Side, diff};
use crate::def::edit::{applied, break_of, insert_before, remove_lines};
use crate::def::syntax::{Field, FieldId, MAX_DEPTH, Syntax};
use crate::def::types::Type;
use crate::problem::TextEdit;

/// Said of what only gives bytes other names.
pub(super) const BYTES_STAY: &str = "the bytes stay, the names change";

/// The changes that fit the fields of a selection; a mere cursor has none.
pub(super) fn assists(
    catalogue: &Catalogue,
    definition: &Definition,
    range: Range<usize>,
) -> Vec<Assist> {
    let syntax = &definition.syntax;
    let Some(selected) = selected(syntax, range) else { return Vec::new() };
    let mut found = Vec::new();
    found.extend(to_vec3(syntax, &selected).map(|it| (AssistKind::Rewrite, it)));
    found.extend(
        pad::as_filler(catalogue, definition, &selected).map(|it| (AssistKind::Rewrite, it)),
    );
    found.extend(split(syntax, &selected).map(|it| (AssistKind::Rewrite, it)));
    if selected.len() > 1 && !syntax.is_explicit() {
        found.extend(wrap(syntax, &selected, "object").map(|it| (AssistKind::Refactor, it)));
        found.extend(wrap(syntax, &selected, "array").map(|it| (AssistKind::Refactor, it)));
    }
    let layout = catalogue.layout(definition);
    let assists = found.into_iter().filter_map(|(kind, (title, edits))| {
        let after = Syntax::parse(applied(syntax.text(), &edits));
        let layout_after = catalogue.layout_with(definition, &after);
        let is_array = title.ends_with("`array`");
        if !is_array && layout_after.message.size != layout.message.size {
            return None;
        }
        let note = match is_array {
            false => BYTES_STAY.to_owned(),
            true => {
                let after = Side { syntax: &after, layout: &layout_after };
                let summary = diff(Side { syntax, layout: &layout }, after).summary();
                format!("changes the layout: {summary}")
            }
        };
        Some(edit(kind, format!("{title} ({note})"), definition, edits))
    });
    assists.collect()
}

/// The selected fields that are next to each other below one parent, if they are all plain.
fn selected(syntax: &Syntax, range: Range<usize>) -> Option<Vec<FieldId>> {
    if range.is_empty() {
        return None;
    }
    // A selection of whole lines ends at the start of the next one.
    let lines = syntax.line_at(range.start)..=syntax.line_at(range.end.saturating_sub(1));
    let all: Vec<(FieldId, &Field)> =
        syntax.fields().filter(|(_, field)| lines.contains(&(field.line as usize))).collect();
    let (_, first) = all.first()?;
    let is_odd = |field: &Field| {
        field.is_misplaced || field.kind.is_meta() || matches!(field.kind, Type::Include)
    };
    if all.iter().any(|(_, field)| is_odd(field) || field.depth < first.depth) {
        return None;
    }
    // The fields below a selected one go with it.
    let is_whole = |id: &FieldId| {
        syntax.subtree(*id).all(|below| all.iter().any(|(other, _)| *other == below))
    };
    let tops = all.iter().filter(|(_, field)| field.depth == first.depth);
    let tops: Vec<FieldId> = tops.map(|(id, _)| *id).collect();
    let is_one_list =
        tops.iter().filter_map(|id| syntax.field(*id)).all(|it| it.parent == first.parent);
    (is_one_list && tops.iter().all(is_whole)).then_some(tops)
}

type Change = (String, Vec<TextEdit>);

fn to_vec3(syntax: &Syntax, selected: &[FieldId]) -> Option<Change> {
    let [x, y, z] = *selected else { return None };
    let fields = [syntax.field(x)?, syntax.field(y)?, syntax.field(z)?];
    let is_float = |field: &&Field| field.kind == Type::Float && is_plain(field);
    if !fields.iter().all(is_float) {
        return None;
    }
    let names = [syntax.name(x), syntax.name(y), syntax.name(z)];
    let prefix = |name: &str, letter: char| {
        let start = name.strip_suffix([letter, letter.to_ascii_uppercase()])?;
        Some(start.trim_end_matches('_').to_owned())
    };
    let common = prefix(names[0], 'x').filter(|it| {
        prefix(names[1], 'y').as_ref() == Some(it) && prefix(names[2], 'z').as_ref() == Some(it)
    });
    let name = unused(syntax, common.filter(|it| !it.is_empty()).as_deref().unwrap_or("loc"));
    let mut edits = vec![
        TextEdit::replace(fields[0].ty.range(), "vec3"),
        TextEdit::replace(fields[0].name.range(), name.as_str()),
    ];
    edits.extend(remove_lines(syntax, [fields[1].line as usize, fields[2].line as usize]));
    let title = format!("Make `vec3 {name}` of `{}`, `{}` and `{}`", names[0], names[1], names[2]);
    Some((title, edits))
}

fn split(syntax: &Syntax, selected: &[FieldId]) -> Option<Change> {
    let [id] = *selected else { return None };
    let field = syntax.field(id).filter(|field| is_plain(field))?;
    let (low, high) = match field.kind {
        Type::Int64 => ("uint32", "int32"),
        Type::Uint64 => ("uint32", "uint32"),
        Type::Int32 => ("uint16", "int16"),
        Type::Uint32 => ("uint16", "uint16"),
        Type::Int16 | Type::Uint16 => ("byte", "byte"),
        _ => return None,
    };
    let name = syntax.name(id);
    let (name_low, name_high) =
        (unused(syntax, &format!("{name}Low")), unused(syntax, &format!("{name}High")));
    let line = syntax.lines().get(field.line as usize)?;
    let end = line.span.end as usize;
    let dashes = syntax.str(field.dashes);
    let space = if dashes.is_empty() || dashes.ends_with(char::is_whitespace) { "" } else { " " };
    let line_break = break_of(syntax, field.line as usize);
    let edits = vec![
        TextEdit::replace(field.ty.range(), low),
        TextEdit::replace(field.name.range(), name_low.as_str()),
        TextEdit::insert(end, format!("{line_break}{dashes}{space}{high} {name_high}")),
    ];
    Some((format!("Split `{name}` into `{low} {name_low}` and `{high} {name_high}`"), edits))
}

fn wrap(syntax: &Syntax, selected: &[FieldId], kind: &str) -> Option<Change> {
    let first = syntax.field(*selected.first()?)?;
    let below: Vec<&Field> = selected
        .iter()
        .flat_map(|id| syntax.subtree(*id))
        .filter_map(|id| syntax.field(id))
        .collect();
    if below.iter().any(|field| field.depth as usize + 1 >= MAX_DEPTH) {
        return None;
    }
    let name = unused(syntax, if kind == "array" { "list" } else { "group" });
    let dashes = "- ".repeat(first.depth as usize);
    let mut edits =
        vec![insert_before(syntax, first.line as usize, &[format!("{dashes}{kind} {name}")])];
    let mut starts: Vec<usize> = below
        .iter()
        .map(|it| if it.n_dashes > 0 { it.dashes.start } else { it.ty.start } as usize)
        .collect();
    starts.sort_unstable();
    starts.dedup();
    edits.extend(starts.into_iter().map(|start| TextEdit::insert(start, "- ")));
    Some((format!("Put the {} fields into an `{kind}`", selected.len()), edits))
}

/// True where the type is one word, and nothing is behind the name.
fn is_plain(field: &Field) -> bool {
    field.subtype.is_none()
        && field.flags.is_none()
        && field.init.is_none()
        && field.patches.is_none()
}

/// The name, with a number if a field has it already.
pub(super) fn unused(syntax: &Syntax, name: &str) -> String {
    let is_taken = |name: &str| syntax.fields().any(|(id, _)| syntax.name(id) == name);
    let numbered = (2_u32..).map(|n| format!("{name}{n}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::problem::{Change, FileChange};

    fn check(text: &str, selection: &str, expected: &Expect) {
        let mut catalogue = Catalogue::default();
        catalogue.set_file("S_TEST.1.def", text);
        let definition = catalogue.definition("S_TEST.1.def").unwrap();
        let start = text.find(selection).unwrap();
        let mut out = String::new();
        for Assist { fix, .. } in assists(&catalogue, definition, start..start + selection.len()) {
            let Change::Files(changes) = fix.change else { panic!("{:?}", fix.change) };
            let [FileChange::Edit { edits, .. }] = &*changes else { panic!("{changes:?}") };
            out += &format!("{}\n", fix.title);
            out.extend(applied(text, edits).lines().map(|line| format!("  {line}\n")));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn three_floats_become_a_place() {
        check(
            "int32 id\nfloat posX # east\nfloat posY\nfloat posZ # up\nint32 end\n",
            "float posX # east\nfloat posY\nfloat posZ",
            &expect![[r#"
                Make `vec3 pos` of `posX`, `posY` and `posZ` (the bytes stay, the names change)
                  int32 id
                  vec3 pos # east
                  # up
                  int32 end
                Make the 3 fields filler of 12 bytes (the bytes stay, the names change)
                  int32 id
                  uint32 unk
                  uint32 unk2
                  uint32 unk3 # east
                  # up
                  int32 end
                Put the 3 fields into an `object` (the bytes stay, the names change)
                  int32 id
                  object group
                  - float posX # east
                  - float posY
                  - float posZ # up
                  int32 end
                Put the 3 fields into an `array` (changes the layout: 1 field added, 3 removed)
                  int32 id
                  array list
                  - float posX # east
                  - float posY
                  - float posZ # up
                  int32 end
            "#]],
        );
    }

    #[test]
    fn a_number_becomes_two() {
        check(
            "array a\n- int64 id # who\n- bool b\n",
            "int64 id",
            &expect![[r#"
            Split `id` into `uint32 idLow` and `int32 idHigh` (the bytes stay, the names change)
              array a
              - uint32 idLow # who
              - int32 idHigh
              - bool b
        "#]],
        );
    }

    #[test]
    fn fields_go_into_a_group_with_all_below_them() {
        check(
            "int32 a\narray b\n- int32 c\nint32 d\n",
            "a\narray b\n- int32 c\n",
            &expect![[r#"
            Put the 2 fields into an `object` (the bytes stay, the names change)
              object group
              - int32 a
              - array b
              - - int32 c
              int32 d
            Put the 2 fields into an `array` (changes the layout: 1 field added, 2 removed)
              array list
              - int32 a
              - array b
              - - int32 c
              int32 d
        "#]],
        );
    }

    #[test]
    fn a_part_of_a_list_and_a_cursor_have_nothing() {
        check(
            "int32 a\narray b\n- int32 c\n- int32 d\n",
            "a\narray b\n- int32 c\n",
            &expect![[""]],
        );
        check("int64 a\n", "", &expect![[""]]);
    }
}
