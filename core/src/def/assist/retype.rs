//! The type of a field, given to the field of its name in all other versions of the packet.

use std::ops::Range;

use super::{Assist, AssistKind};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::syntax::{FieldId, Syntax};
use crate::def::types::Type;
use crate::problem::{Change, FileChange, Fix, TextEdit};

pub(super) fn assist(
    catalogue: &Catalogue,
    definition: &Definition,
    range: Range<usize>,
) -> Option<Assist> {
    let syntax = &definition.syntax;
    let id = syntax.field_at(range.start)?;
    let field = syntax.field(id)?;
    let is_odd = field.kind.is_meta() || matches!(field.kind, Type::Include | Type::Unknown);
    if is_odd || field.is_misplaced {
        return None;
    }
    let (ty, path) = (syntax.str(field.ty), path_of(syntax, id));
    let (packet, own) = catalogue.version_of(&definition.path)?;
    let patch = catalogue.layout(definition).patch;
    let size = |ty: Type| ty.size(patch);
    let mut changes = Vec::new();
    let mut keeps_bytes = true;
    for sibling in packet.siblings(own).filter(|sibling| sibling.path != own.path) {
        let Some(other) = catalogue.definition(&sibling.path) else { continue };
        let there = other.syntax.fields().find(|(id, field)| {
            !field.kind.is_meta() && !field.is_misplaced && path_of(&other.syntax, *id) == path
        });
        let Some((_, there)) = there.filter(|(_, there)| other.syntax.str(there.ty) != ty) else {
            continue;
        };
        // What is below a container has no place in another type.
        if there.kind.is_container() || field.kind.is_container() {
            continue;
        }
        keeps_bytes &= size(there.kind).is_some() && size(there.kind) == size(field.kind);
        let edits = vec![TextEdit::replace(there.ty.range(), ty)];
        changes.push(FileChange::Edit { file: other.path.to_string(), edits });
    }
    let n = changes.len();
    let versions = match n {
        0 => return None,
        1 => "1 other version".to_owned(),
        n => format!("{n} other versions"),
    };
    let effect = match keeps_bytes {
        true => "the bytes stay, the types change",
        false => "changes the layout there",
    };
    let title = format!("Make `{}` a `{ty}` in {versions} too ({effect})", syntax.name(id));
    Some(Assist { kind: AssistKind::Refactor, fix: Fix::new(title, Change::Files(changes)) })
}

/// The names from the top of the file down to a field, the last first.
fn path_of(syntax: &Syntax, id: FieldId) -> Vec<&str> {
    let around = |id: &FieldId| syntax.field(*id).and_then(|field| field.parent);
    std::iter::successors(Some(id), around).map(|id| syntax.name(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::show;

    #[test]
    fn other_versions_get_the_type_of_a_field_of_the_same_name() {
        let found = show(
            "//- S_A.3.def\narray l\n- float $0x\n//- S_A.2.def\narray l\n- int32 x # odd\nint32 x\n\
             //- S_A.1.def\narray l\n- float x\n//- S_B.1.def\narray l\n- int32 x\n",
        );
        let part = found.split("refactor: Make `x`").nth(1).unwrap();
        let lines: Vec<&str> = part.lines().take(5).map(str::trim).collect();
        assert_eq!(
            lines,
            [
                "a `float` in 1 other version too (the bytes stay, the types change)",
                "edit S_A.2.def",
                "| array l",
                "| - float x # odd",
                "| int32 x",
            ]
        );
    }
}
