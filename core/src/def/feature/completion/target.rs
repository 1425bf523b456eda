//! The fields that a `count`, an `offset` or a `ref` can be of.

use std::collections::BTreeSet;

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
    let described = described(syntax, context, meta);
    for (id, field) in syntax.fields().filter(|(_, field)| field.kind.is_variable()) {
        let fits = field.kind != Type::String || meta != Type::Count;
        if !fits || field.is_misplaced || syntax.scope(id) != scope {
            continue;
        }
        let name = syntax.dotted_name(id);
        let Some(name) = name.strip_prefix(&prefix) else { continue };
        if described.contains(&id) {
            continue;
        }
        let mut item = Item::new(ItemKind::Field, name, context.word.range());
        item.detail = syntax.str(field.ty).to_owned();
        items.add(Rank::Sure, item);
    }
}

/// The fields that another line is such a meta field of.
fn described(syntax: &Syntax, context: &Context, meta: Type) -> BTreeSet<FieldId> {
    let described = names::Described::new(syntax);
    let others = syntax.fields().filter(|(_, field)| {
        let is_same = meta == Type::Ref || field.kind == Type::Ref || field.kind == meta;
        field.kind.is_meta() && is_same && field.line as usize != context.line
    });
    others.filter_map(|(id, _)| described.by(id)).collect()
}
