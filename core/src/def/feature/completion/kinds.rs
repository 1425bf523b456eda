//! Types, the likeliest first: as sibling packets go on, then as definitions usually do.

use super::context::Context;
use super::{Item, Items, Rank, type_item};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::feature::type_docs;
use crate::def::syntax::{Field, Syntax};
use crate::def::types::{TYPES, Type};

/// The order of types where no definition speaks for another: that of their use in real ones.
const USUAL: &[Type] = &[
    Type::Int32,
    Type::Uint32,
    Type::String,
    Type::Uint64,
    Type::Bool,
    Type::Float,
    Type::Array,
    Type::Int64,
    Type::Byte,
    Type::Vec3,
    Type::Int16,
    Type::Uint16,
    Type::Angle,
    Type::Skillid,
];

pub(super) fn types(
    catalogue: &Catalogue,
    definition: &Definition,
    context: &Context,
    items: &mut Items,
) {
    let dialect = catalogue.dialect(definition);
    let before = before(&definition.syntax, context);
    let siblings = in_siblings(catalogue, definition, before);
    let known = TYPES.iter().filter(|row| type_docs::is_in(row.0, dialect));
    let mut rows: Vec<(Type, &str)> = known.copied().collect();
    rows.sort_by_cached_key(|(ty, _)| {
        let n_siblings = siblings.iter().filter(|sibling| *sibling == ty).count();
        let (n_behind, n_all) = catalogue.n_following(before.map(|field| field.kind), *ty);
        let usual = USUAL.iter().position(|usual| usual == ty).unwrap_or(USUAL.len());
        (std::cmp::Reverse((n_siblings, n_behind, n_all)), usual)
    });
    for (ty, name) in rows {
        if ty == Type::Include && context.n_dashes > 0 {
            continue;
        }
        let is_deprecated = type_docs::is_deprecated(ty);
        let rank = if is_deprecated { Rank::Last } else { Rank::Type };
        let commit: &[char] = if ty == Type::Array { &[' ', '<', '['] } else { &[' '] };
        items.add(rank, Item { commit, is_deprecated, ..type_item(ty, name, context.word) });
    }
}

/// The field before the line, below the same one.
fn before<'s>(syntax: &'s Syntax, context: &Context) -> Option<&'s Field> {
    let beside = syntax.children(context.parent).filter_map(|id| syntax.field(id));
    let above =
        beside.filter(|field| (field.line as usize) < context.line && !field.kind.is_meta());
    above.last()
}

/// The types behind fields of the same name and type in the newest definitions of packets whose
/// names begin with the same words.
fn in_siblings(
    catalogue: &Catalogue,
    definition: &Definition,
    before: Option<&Field>,
) -> Vec<Type> {
    let (Some(packet), Some(before)) = (&definition.packet, before) else { return Vec::new() };
    let name = definition.syntax.str(before.name);
    let family: String = packet.name.split_inclusive('_').take(2).collect();
    let siblings = catalogue.packets_from(&family).take_while(|it| it.name.starts_with(&family));
    let mut types = Vec::new();
    for sibling in siblings.filter(|sibling| *sibling.name != *packet.name) {
        let newest = sibling.newest().and_then(|newest| catalogue.definition(&newest.path));
        let Some(syntax) = newest.map(|newest| &newest.syntax) else { continue };
        for (id, field) in syntax.fields() {
            if field.kind != before.kind || syntax.str(field.name) != name {
                continue;
            }
            let behind = syntax.children(field.parent).filter(|other| *other > id);
            let mut behind = behind.filter_map(|other| syntax.field(other));
            types.extend(behind.find(|other| !other.kind.is_meta()).map(|other| other.kind));
        }
    }
    types
}

#[cfg(test)]
mod tests {
    use super::super::{ItemKind, complete};
    use crate::def::fixture::Fixture;

    fn check(text: &str, expected: &[&str]) {
        let fixture = Fixture::parse(text);
        let found = complete(&fixture.catalogue(), fixture.path(), fixture.offset());
        let types = found.items.iter().filter(|item| item.kind == ItemKind::Type);
        let labels: Vec<&str> = types.map(|item| &*item.label).take(expected.len()).collect();
        assert_eq!(labels, expected, "{text}");
    }

    #[test]
    fn types_come_by_their_use_and_by_what_they_follow() {
        check("$0", &["int32", "uint32", "string"]);
        let others = "//- S_B.1.def\nbyte a\nbyte b\nbyte c\nvec3 d\nangle e\n";
        check(&format!("//- S_X_A.1.def\n$0\n{others}"), &["byte"]);
        check(&format!("//- S_X_A.1.def\nvec3 loc\n$0\n{others}"), &["angle", "byte"]);
    }

    #[test]
    fn sibling_packets_come_first() {
        let others = "//- S_B.1.def\nuint64 gameId\nint32 a\nuint64 gameId\nint32 b\n\
                      //- S_X_B.1.def\nuint64 gameId\nskillid skill\n";
        check(&format!("//- S_X_A.1.def\nuint64 gameId\n$0\n{others}"), &["skillid", "int32"]);
    }
}
