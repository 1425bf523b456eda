//! The other places of the file that name what the cursor is on.

use std::ops::Range;

use super::names;
use crate::def::catalogue::{Catalogue, File, MapFile};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    pub range: Range<usize>,
    pub kind: HighlightKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HighlightKind {
    /// The line that declares a field.
    Write,
    /// A meta field that names it.
    Read,
    /// The same name or number in a map.
    Text,
}

pub fn highlights(catalogue: &Catalogue, path: &str, offset: usize) -> Vec<Highlight> {
    match catalogue.file(path) {
        Some(File::Definition(definition)) => {
            let syntax = &definition.syntax;
            let Some((id, _)) = names::named_at(syntax, offset) else { return Vec::new() };
            let kind = |line| if line == id { HighlightKind::Write } else { HighlightKind::Read };
            let found = names::occurrences(syntax, id).into_iter();
            found.map(|(line, span)| Highlight { range: span.range(), kind: kind(line) }).collect()
        }
        Some(File::Map(map)) => in_map(map, offset),
        _ => Vec::new(),
    }
}

fn in_map(file: &MapFile, offset: usize) -> Vec<Highlight> {
    let map = &file.map;
    let entry = map.lines().get(map.line_at(offset)).and_then(|line| line.entry.as_ref());
    let Some(own) = entry else { return Vec::new() };
    let entries = map.lines().iter().filter_map(|line| line.entry.as_ref());
    let spans: Vec<_> = if own.name.touches(offset) {
        let name = map.str(own.name);
        entries.map(|entry| entry.name).filter(|span| map.str(*span) == name).collect()
    } else if own.value.touches(offset) {
        let code = own.code;
        entries.filter(|entry| entry.code == code).map(|entry| entry.value).collect()
    } else {
        Vec::new()
    };
    let kind = HighlightKind::Text;
    spans.into_iter().map(|span| Highlight { range: span.range(), kind }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str, kinds: &[HighlightKind]) {
        let fixture = Fixture::parse(text);
        let found = highlights(&fixture.catalogue(), fixture.path(), fixture.offset());
        let ranges: Vec<_> = found.iter().map(|row| row.range.clone()).collect();
        let expected: Vec<_> = fixture.ranges().into_iter().map(|(_, range)| range).collect();
        assert_eq!(ranges, expected, "{text}");
        assert_eq!(found.iter().map(|row| row.kind).collect::<Vec<_>>(), kinds, "{text}");
    }

    #[test]
    fn a_field_is_lit_with_its_metas() {
        let [read, write] = [HighlightKind::Read, HighlightKind::Write];
        check("count list\n      ^^^^\narray li$0st\n      ^^^^\nint32 list\n", &[read, write]);
        check("int32 a$0\n      ^\nint32 b\n", &[write]);
        check("int$032 a\n", &[]);
    }

    #[test]
    fn a_map_shows_what_stands_there_twice() {
        let text = HighlightKind::Text;
        check("//- protocol.1.map\nA$0 = 1\n^\nB = 1\nA = 2\n^\n", &[text, text]);
        check("//- protocol.1.map\nA = 1$0\n    ^\nB = 1\n    ^\nA = 2\n", &[text, text]);
        check("//- protocol.1.map\nA $0 = 1\n", &[]);
    }
}
