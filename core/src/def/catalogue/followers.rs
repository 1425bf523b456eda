//! Which type follows which, over all definitions: what completion offers first behind a field.

use std::sync::Arc;

use crate::def::syntax::{FieldId, Syntax};
use crate::def::types::{TYPES, Type};

/// How often each type stands right behind each other one, below the same field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Followers {
    /// A row for each type before, and one for none; copied only when it changes.
    counts: Arc<Vec<u32>>,
}

const N_TYPES: usize = TYPES.len();

fn index(before: Option<Type>, ty: Type) -> Option<usize> {
    let of = |ty: Type| TYPES.iter().position(|row| row.0 == ty);
    let row = before.map_or(Some(N_TYPES), of)?;
    Some(row * N_TYPES + of(ty)?)
}

impl Followers {
    pub(super) fn get(&self, before: Option<Type>, ty: Type) -> u32 {
        index(before, ty).and_then(|at| self.counts.get(at)).copied().unwrap_or(0)
    }

    /// How often a type is used at all.
    pub(super) fn total(&self, ty: Type) -> u32 {
        let rows = TYPES.iter().map(|row| Some(row.0)).chain([None]);
        rows.map(|before| self.get(before, ty)).sum()
    }

    /// Forgets one text and learns another.
    pub(super) fn update(&mut self, old: Option<&Syntax>, new: Option<&Syntax>) {
        let mut difference = vec![0_i32; N_TYPES * (N_TYPES + 1)];
        for (syntax, sign) in [(old, -1), (new, 1)] {
            for at in syntax.into_iter().flat_map(pairs) {
                if let Some(n) = difference.get_mut(at) {
                    *n += sign;
                }
            }
        }
        if difference.iter().all(|n| *n == 0) {
            return;
        }
        let counts = Arc::make_mut(&mut self.counts);
        counts.resize(difference.len(), 0);
        for (count, n) in counts.iter_mut().zip(difference) {
            *count = count.saturating_add_signed(n);
        }
    }
}

/// Where each field counts.
fn pairs(syntax: &Syntax) -> impl Iterator<Item = usize> {
    // The last field below each other one, as the lines come.
    let mut last: Vec<Option<Type>> = vec![None; syntax.n_fields() + 1];
    syntax.fields().filter_map(move |(_, field)| {
        let below = field.parent.map_or(0, |FieldId(id)| id as usize + 1);
        let last = last.get_mut(below)?;
        let at = index(*last, field.kind);
        if !field.kind.is_meta() && field.kind != Type::Unknown {
            *last = Some(field.kind);
        }
        at
    })
}
