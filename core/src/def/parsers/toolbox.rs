//! How toolbox finds the reference of each variable field.
//!
//! The first `ref` or `offset` ends all implied ones. Then each `array`, `bytes` and `string`
//! takes the first line of its message or element that has its name, with those of the objects
//! around it (`ref o.s`). Where that is the field itself, the field becomes its own reference.

use super::{Effect, Refusal};
use crate::def::syntax::{Field, FieldId, Syntax};
use crate::def::types::Type;

pub(super) fn references(syntax: &Syntax) -> Vec<Refusal> {
    let is_reference = |field: &Field| matches!(field.kind, Type::Ref | Type::Offset);
    if !syntax.fields().any(|(_, field)| is_reference(field)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut linked = vec![false; syntax.n_fields()];
    // The lines right below each message or element by their names, so that many are no trouble.
    let mut by_name: Vec<(Option<FieldId>, &str, FieldId)> = syntax
        .fields()
        .filter(|(_, field)| field.kind != Type::Count)
        .map(|(id, field)| (field.parent, syntax.str(field.name), id))
        .collect();
    by_name.sort_unstable();
    let first = |scope: Option<FieldId>, name: &str| {
        let at = by_name.partition_point(|row| (row.0, row.1) < (scope, name));
        by_name.get(at).filter(|row| (row.0, row.1) == (scope, name)).map(|row| row.2)
    };
    for (id, field) in syntax.fields().filter(|(_, field)| field.kind.is_variable()) {
        let (scope, name) = (syntax.scope(id), syntax.dotted_name(id));
        match first(scope, &name) {
            Some(meta) if syntax.field(meta).is_some_and(is_reference) => {
                if let Some(is_linked) = linked.get_mut(meta.0 as usize) {
                    *is_linked = true;
                }
            }
            Some(_) => found.push(Refusal {
                line: field.line,
                span: field.name,
                effect: Effect::Skips,
                reason: "takes the field for its own missing `ref`".to_owned(),
            }),
            None => {
                let owner = if scope.is_some() { "element" } else { "message" };
                found.push(Refusal {
                    line: field.line,
                    span: field.name,
                    effect: Effect::Refuses,
                    reason: format!("finds no `ref {name}` at the top of the {owner}"),
                });
            }
        }
    }
    for (id, field) in syntax.fields().filter(|(_, field)| is_reference(field)) {
        if linked.get(id.0 as usize) != Some(&true) {
            let word = syntax.str(field.keyword);
            found.push(Refusal {
                line: field.line,
                span: field.name,
                effect: Effect::Fails,
                reason: format!("has no `{word}` of a field that isn't there"),
            });
        }
    }
    found
}
