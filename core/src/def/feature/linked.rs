//! Names that change together while one of them is being typed: a field and its meta fields.

use std::ops::Range;

use super::names;
use crate::def::catalogue::Catalogue;

/// All places of the name at an offset; empty where there is only one.
pub fn linked_ranges(catalogue: &Catalogue, path: &str, offset: usize) -> Vec<Range<usize>> {
    let Some(definition) = catalogue.definition(path) else { return Vec::new() };
    let syntax = &definition.syntax;
    let Some((id, _)) = names::named_at(syntax, offset) else { return Vec::new() };
    let found = names::occurrences(syntax, id);
    match found.len() {
        0 | 1 => Vec::new(),
        _ => found.into_iter().map(|(_, span)| span.range()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str) {
        let fixture = Fixture::parse(text);
        let found = linked_ranges(&fixture.catalogue(), fixture.path(), fixture.offset());
        let expected: Vec<_> = fixture.ranges().into_iter().map(|(_, range)| range).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_variable_field_is_linked_with_its_metas() {
        check("count a$0\n      ^\noffset a\n       ^\nint32 b\narray a\n      ^\n- int32 a\n");
        check("ref o.a\n      ^\nobject o\n- array $0a\n        ^\n");
    }

    #[test]
    fn a_name_that_stands_alone_is_linked_with_nothing() {
        check("int32 a$0\nint32 a\n");
        check("count a$0\n");
        check("cou$0nt a\narray a\n");
    }
}
