//! The fields that a `count`, an `offset` or a `ref` can be of.

use super::context::Context;
use super::lines::scope_of;
use super::{Item, ItemKind, Items, Rank};
use crate::def::feature::names;
use crate::def::syntax::{FieldId, Syntax};
use crate::def::types::Type;

/// The variable fields of the same message or element that lack this meta field, by the names
/// that they have from here.
pub(super) fn targets(syntax: &Syntax, context: &Context, meta: Type, items: &mut Items) {
    let scope = scope_of(syntax, context.parent);
    let around = context.parent.filter(|id| Some(*id) != scope);
    let prefix = around.map_or(String::new(), |id| format!("{}.", syntax.dotted_name(id)));
    for (id, field) in syntax.fields().filter(|(_, field)| field.kind.is_variable()) {
        let fits = field.kind != Type::String || meta != Type::Count;
        if !fits || field.is_misplaced || syntax.scope(id) != scope {
            continue;
        }
        let name = syntax.dotted_name(id);
        let Some(name) = name.strip_prefix(&prefix) else { continue };
        if is_described(syntax, context, meta, id) {
            continue;
        }
        let mut item = Item::new(ItemKind::Field, name, context.word.range());
        item.detail = syntax.str(field.ty).to_owned();
        items.add(Rank::Sure, item);
    }
}

/// True where another line is such a meta field of this one.
fn is_described(syntax: &Syntax, context: &Context, meta: Type, of: FieldId) -> bool {
    let other = syntax.fields().filter(|(_, field)| {
        let is_same = meta == Type::Ref || field.kind == Type::Ref || field.kind == meta;
        field.kind.is_meta() && is_same && field.line as usize != context.line
    });
    other.into_iter().any(|(id, _)| names::described(syntax, id) == Some(of))
}
