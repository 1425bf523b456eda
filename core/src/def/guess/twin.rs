//! The known field that another version of a packet has in the place of an unknown one.

use super::context::neighbours;
use super::is_unknown;
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::syntax::{FieldId, Syntax};
use crate::def::types::Type;

pub(super) struct Twin {
    pub(super) ty: Type,
    /// `uint32 id`.
    pub(super) declaration: String,
    pub(super) packet: String,
}

/// The newest other version counts in which a field of the same size stands between fields of the
/// same names.
pub(super) fn of(catalogue: &Catalogue, definition: &Definition, id: FieldId) -> Option<Twin> {
    let own = &definition.syntax;
    let (packet, _) = catalogue.version_of(&definition.path)?;
    let size = own.field(id)?.kind.size(u32::MAX)?;
    let [before, after] = neighbours(own, id);
    let name = |id: Option<FieldId>| id.map(|id| own.dotted_name(id));
    let (before, after) = (name(before), name(after));
    let is_named = [&before, &after].into_iter().flatten().any(|name| !is_unknown(name));
    if !is_named {
        return None;
    }
    let scope = own.scope(id).map(|scope| own.dotted_name(scope));
    for version in packet.versions.iter().rev().filter(|it| it.path != definition.path) {
        let Some(other) = catalogue.definition(&version.path) else { continue };
        let syntax = &other.syntax;
        let is_there = |candidate: &FieldId| {
            let [a, b] =
                neighbours(syntax, *candidate).map(|id| id.map(|id| syntax.dotted_name(id)));
            a == before
                && b == after
                && syntax.scope(*candidate).map(|scope| syntax.dotted_name(scope)) == scope
        };
        let known = syntax.fields().filter(|(_, field)| {
            field.kind.size(u32::MAX) == Some(size) && !is_unknown(syntax.str(field.name))
        });
        let found = known.map(|(id, _)| id).find(is_there);
        if let Some(twin) = found.and_then(|id| twin(syntax, other, id)) {
            return Some(twin);
        }
    }
    None
}

fn twin(syntax: &Syntax, other: &Definition, id: FieldId) -> Option<Twin> {
    let field = syntax.field(id)?;
    Some(Twin {
        ty: field.kind,
        declaration: format!("{} {}", syntax.str(field.ty), syntax.str(field.name)),
        packet: other.packet.as_ref()?.to_string(),
    })
}
