//! Which places name a field: its own line, the meta fields that describe it, other versions.

use std::collections::HashMap;
use std::sync::Arc;

use crate::def::catalogue::{Catalogue, Definition, PacketVersion};
use crate::def::syntax::{FieldId, Part, Syntax};
use crate::def::text::Span;
use crate::def::types::Type;

/// The variable fields of a definition, by what meta fields call them.
pub(super) struct Described<'a> {
    syntax: &'a Syntax,
    /// By the scope and the name with those of the objects around it; of several the first.
    fields: HashMap<(Option<FieldId>, String), FieldId>,
}

impl<'a> Described<'a> {
    pub(super) fn new(syntax: &'a Syntax) -> Described<'a> {
        let mut fields = HashMap::new();
        for (id, field) in syntax.fields() {
            if field.kind.is_variable() && !field.is_misplaced {
                fields.entry((syntax.scope(id), syntax.dotted_name(id))).or_insert(id);
            }
        }
        Described { syntax, fields }
    }

    /// The field that a meta field describes.
    pub(super) fn by(&self, meta: FieldId) -> Option<FieldId> {
        let syntax = self.syntax;
        syntax.field(meta).filter(|field| field.kind.is_meta() && !field.is_misplaced)?;
        self.fields.get(&(syntax.scope(meta), syntax.dotted_name(meta))).copied()
    }

    /// The parts of a meta field's name with the fields that they mean, the last first: in
    /// `offset o.s` the string `s`, and the object `o`.
    fn segments(&self, meta: FieldId) -> Vec<(FieldId, Span)> {
        let syntax = self.syntax;
        let mut found = Vec::new();
        let Some(name) = syntax.field(meta).map(|field| field.name) else { return found };
        let mut rest = syntax.str(name);
        let mut next = self.by(meta);
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
}

/// The field whose name an offset is on, in its own line or in a meta field's, and where.
pub(super) fn named_at(syntax: &Syntax, offset: usize) -> Option<(FieldId, Span)> {
    let id = syntax.field_at(offset)?;
    let field = syntax.field(id).filter(|field| field.kind != Type::Include)?;
    let (part, span) = syntax.part_at(offset)?;
    if part != Part::Name {
        return None;
    }
    let segment = match field.kind.is_meta() {
        true => {
            let mut segments = Described::new(syntax).segments(id).into_iter();
            segments.find(|(_, span)| span.touches(offset))
        }
        false => None,
    };
    Some(segment.unwrap_or((id, span)))
}

/// Where a field is named in its file, sorted: each line with the range of the name on it.
pub(super) fn occurrences(syntax: &Syntax, id: FieldId) -> Vec<(FieldId, Span)> {
    let Some(field) = syntax.field(id) else { return Vec::new() };
    let mut found = vec![(id, field.name)];
    if field.kind.is_variable() || field.kind == Type::Object {
        let described = Described::new(syntax);
        let metas = syntax.fields().filter(|(_, field)| field.kind.is_meta());
        found.extend(metas.flat_map(|(meta, _)| {
            let here = described.segments(meta).into_iter().filter(|(named, _)| *named == id);
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
