//! Which places name a field: its own line, the meta fields that describe it, other versions.

use std::sync::Arc;

use crate::def::catalogue::{Catalogue, Definition, PacketVersion};
use crate::def::syntax::{FieldId, Part, Syntax};
use crate::def::text::Span;
use crate::def::types::Type;

/// The field that a meta field describes.
pub(super) fn described(syntax: &Syntax, meta: FieldId) -> Option<FieldId> {
    let own = syntax.field(meta).filter(|field| field.kind.is_meta() && !field.is_misplaced)?;
    let name = syntax.str(own.name);
    let scope = syntax.scope(meta);
    let wanted = syntax.dotted_name(meta);
    let found = syntax.fields().find(|(id, field)| {
        field.kind.is_variable()
            && !field.is_misplaced
            && name.ends_with(syntax.str(field.name))
            && syntax.scope(*id) == scope
            && syntax.dotted_name(*id) == wanted
    });
    found.map(|(id, _)| id)
}

/// The parts of a meta field's name with the fields that they mean, the last first: in
/// `offset o.s` the string `s`, and the object `o`.
pub(super) fn segments(syntax: &Syntax, meta: FieldId) -> Vec<(FieldId, Span)> {
    let mut found = Vec::new();
    let Some(name) = syntax.field(meta).map(|field| field.name) else { return found };
    let mut rest = syntax.str(name);
    let mut next = described(syntax, meta);
    while let Some(id) = next {
        let Some(before) = rest.strip_suffix(syntax.name(id)) else { break };
        let [start, end] = [before, rest].map(|part| name.start + part.len() as u32);
        found.push((id, Span::new(start, end)));
        let Some(outer) = before.strip_suffix('.') else { break };
        rest = outer;
        next = syntax.field(id).and_then(|field| field.parent);
    }
    found
}

/// The field whose name an offset is on, in its own line or in a meta field's, and where.
pub(super) fn named_at(syntax: &Syntax, offset: usize) -> Option<(FieldId, Span)> {
    let id = syntax.field_at(offset)?;
    let field = syntax.field(id).filter(|field| field.kind != Type::Include)?;
    let (part, span) = syntax.part_at(offset)?;
    if part != Part::Name {
        return None;
    }
    let mut segments = segments(syntax, id).into_iter();
    let segment = match field.kind.is_meta() {
        true => segments.find(|(_, span)| span.touches(offset)),
        false => None,
    };
    Some(segment.unwrap_or((id, span)))
}

/// Where a field is named in its file, sorted: each line with the range of the name on it.
pub(super) fn occurrences(syntax: &Syntax, id: FieldId) -> Vec<(FieldId, Span)> {
    let Some(field) = syntax.field(id) else { return Vec::new() };
    let mut found = vec![(id, field.name)];
    if field.kind.is_variable() || field.kind == Type::Object {
        let metas = syntax.fields().filter(|(_, field)| field.kind.is_meta());
        found.extend(metas.flat_map(|(meta, _)| {
            let here = segments(syntax, meta).into_iter().filter(|(named, _)| *named == id);
            here.map(move |(_, span)| (meta, span))
        }));
    }
    found.sort_by_key(|row| row.1);
    found
}

/// The names from the top of the file down to a field.
pub(super) fn path(syntax: &Syntax, id: FieldId) -> Vec<&str> {
    let mut names = Vec::new();
    let mut next = Some(id);
    while let Some((id, field)) = next.and_then(|id| Some((id, syntax.field(id)?))) {
        names.push(syntax.name(id));
        next = field.parent;
    }
    names.reverse();
    names
}

/// The field at a path of names, or `None` for the top; the outer `None` where there is none.
pub(super) fn at_path(syntax: &Syntax, path: &[&str]) -> Option<Option<FieldId>> {
    let mut at = None;
    for name in path {
        let is_it = |id: &FieldId| {
            syntax.name(*id) == *name && syntax.field(*id).is_some_and(|f| !f.kind.is_meta())
        };
        at = Some(syntax.children(at).find(is_it)?);
    }
    Some(at)
}

/// The other versions of a definition that can be read, the newest first.
pub(super) fn other_versions<'a>(
    catalogue: &'a Catalogue,
    definition: &'a Definition,
) -> impl Iterator<Item = (&'a PacketVersion, &'a Arc<Definition>)> {
    let found = catalogue.version_of(&definition.path);
    let siblings = found.into_iter().flat_map(|(packet, own)| packet.siblings(own));
    let mut others: Vec<_> = siblings.filter(|other| other.path != definition.path).collect();
    others.reverse();
    others.into_iter().filter_map(|other| Some((other, catalogue.definition(&other.path)?)))
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str) {
        let fixture = Fixture::parse(text);
        let syntax = fixture.syntax();
        let (id, _) = named_at(&syntax, fixture.offset()).unwrap();
        let found: Vec<_> = occurrences(&syntax, id).iter().map(|row| row.1.range()).collect();
        let expected: Vec<_> = fixture.ranges().into_iter().map(|(_, range)| range).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_field_is_named_by_its_meta_fields() {
        check("count list$0\n      ^^^^\noffset list\n       ^^^^\narray list\n      ^^^^\n");
        check("array a\n- ref a\n      ^\n- array a$0\n        ^\nref a\n");
        check("ref nothing$0\n    ^^^^^^^\narray a\n");
        check("count $0a\n      ^\narray a\n      ^\n");
    }

    #[test]
    fn dotted_names_mean_each_object_on_their_way() {
        check("offset o.$0s\n         ^\nobject o\n- string s\n         ^\n");
        check("offset $0o.s\n       ^\nobject o\n       ^\n- string s\n");
        check("object o\n- ref s\n      ^\n- string s$0\n         ^\n");
    }

    #[test]
    fn a_field_is_found_at_its_path_in_another_file() {
        let syntax = Syntax::parse("array a\n- object o\n- - offset s\n- - string s");
        let id = FieldId(3);
        assert_eq!(path(&syntax, id), ["a", "o", "s"]);
        assert_eq!(at_path(&syntax, &["a", "o", "s"]), Some(Some(id)));
        assert_eq!(at_path(&syntax, &["a", "x"]), None);
        assert_eq!(at_path(&syntax, &[]), Some(None));
    }
}
