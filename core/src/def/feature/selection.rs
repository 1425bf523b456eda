//! What a selection grows to: the word, the field, its line, what stands beside it, the array, the
//! file.

use std::ops::Range;

use crate::def::catalogue::{Catalogue, File};
use crate::def::syntax::{FieldId, Syntax};
use crate::def::text::is_space;

/// Ranges around an offset, each of which holds the one before and more.
pub fn selection_ranges(catalogue: &Catalogue, path: &str, offset: usize) -> Vec<Range<usize>> {
    let (text, mut ranges) = match catalogue.file(path) {
        Some(File::Definition(definition)) => {
            let syntax = &definition.syntax;
            (syntax.text(), in_definition(syntax, offset))
        }
        Some(File::Map(file)) => {
            let mut ranges = Vec::new();
            if let Some(line) = file.map.lines().get(file.map.line_at(offset)) {
                ranges.extend(
                    line.entry.as_ref().map(|e| e.name.start as usize..e.value.end as usize),
                );
                ranges.push(line.span.range());
            }
            (file.map.text(), ranges)
        }
        Some(File::Deprecated(table)) => (&table.text, Vec::new()),
        _ => return Vec::new(),
    };
    ranges.extend(word(text, offset));
    ranges.push(0..text.len());
    let offset = offset.min(text.len());
    ranges.retain(|range| range.start <= offset && offset <= range.end);
    ranges.sort_by_key(|range| range.len());
    let mut nested: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        let fits = |last: &Range<usize>| {
            range.start <= last.start && last.end <= range.end && range.len() > last.len()
        };
        if nested.last().is_none_or(fits) {
            nested.push(range);
        }
    }
    nested
}

/// The letters around an offset.
fn word(text: &str, offset: usize) -> Option<Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.get(..offset)?;
    let after = text.get(offset..)?;
    let start = before.trim_end_matches(is_part).len();
    let end = text.len() - after.trim_start_matches(is_part).len();
    (start < end).then_some(start..end)
}

fn in_definition(syntax: &Syntax, offset: usize) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let Some(line) = syntax.lines().get(syntax.line_at(offset)) else { return ranges };
    ranges.extend(syntax.part_at(offset).map(|(_, span)| span.range()));
    ranges.extend([line.content.range(), line.span.range()]);
    let indented = syntax.str(line.span).trim_start_matches(is_space).len();
    ranges.push(line.span.end as usize - indented..line.span.end as usize);
    let Some(id) = syntax.field_at(offset) else { return ranges };
    if let Some(field) = syntax.field(id) {
        ranges.push(field.ty.range());
        ranges.push(field.ty.start as usize..field.name.end as usize);
    }
    let mut next = Some(id);
    while let Some((id, field)) = next.and_then(|id| Some((id, syntax.field(id)?))) {
        ranges.extend(lines_of(syntax, id, id));
        let mut siblings = syntax.children(field.parent);
        let first = siblings.next();
        let last = siblings.last().or(first);
        ranges.extend(first.zip(last).and_then(|(first, last)| lines_of(syntax, first, last)));
        next = field.parent;
    }
    ranges
}

/// From the line of a field to the last line below another.
fn lines_of(syntax: &Syntax, first: FieldId, last: FieldId) -> Option<Range<usize>> {
    let last = syntax.subtree(last).last()?;
    let span = |id| Some(syntax.lines().get(syntax.field(id)?.line as usize)?.span);
    Some(span(first)?.start as usize..span(last)?.end as usize)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let found = selection_ranges(&fixture.catalogue(), fixture.path(), fixture.offset());
        let lines: Vec<_> =
            found.iter().map(|r| format!("{:?}\n", &fixture.text()[r.clone()])).collect();
        expected.assert_eq(&lines.concat());
    }

    #[test]
    fn a_selection_grows_step_by_step() {
        check(
            "byte z\narray a\n- int32 b\n- array<int$032> c # d\nint32 e",
            &expect![[r#"
            "int32"
            "array<int32>"
            "array<int32> c"
            "- array<int32> c"
            "- array<int32> c # d"
            "- int32 b\n- array<int32> c # d"
            "array a\n- int32 b\n- array<int32> c # d"
            "byte z\narray a\n- int32 b\n- array<int32> c # d\nint32 e"
        "#]],
        );
        check(
            "array a\n- object b\n- - int32 c # so$0me words\n- int32 d",
            &expect![[r##"
            "some"
            "# some words"
            "- - int32 c # some words"
            "- object b\n- - int32 c # some words"
            "- object b\n- - int32 c # some words\n- int32 d"
            "array a\n- object b\n- - int32 c # some words\n- int32 d"
        "##]],
        );
    }

    #[test]
    fn lines_that_are_none_have_a_word_and_a_line() {
        check(
            "in$0t32\nint32 a",
            &expect![[r#"
            "int32"
            "int32\nint32 a"
        "#]],
        );
        check(
            "//- protocol.1.map\nS_A$0 = 7 # c\nB 1\n",
            &expect![[r#"
            "S_A"
            "S_A = 7"
            "S_A = 7 # c"
            "S_A = 7 # c\nB 1\n"
        "#]],
        );
        check(
            "$0",
            &expect![[r#"
            ""
        "#]],
        );
    }
}
