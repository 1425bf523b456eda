//! Which types the fields of a name have, over all definitions: what completion offers first.

use std::sync::Arc;

use crate::def::shelf::Shelf;
use crate::def::syntax::Syntax;
use crate::def::types::Type;

/// The types of the fields of one name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Learned {
    /// The most frequent first, of those alike by name.
    pub types: Vec<LearnedType>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnedType {
    /// As written: `array<int32>`.
    pub ty: Arc<str>,
    pub n_fields: u32,
}

impl Learned {
    pub fn n_fields(&self) -> u32 {
        self.types.iter().map(|row| row.n_fields).sum()
    }

    fn add(&mut self, ty: &str, difference: i32) {
        match self.types.iter_mut().find(|row| &*row.ty == ty) {
            Some(row) => row.n_fields = row.n_fields.saturating_add_signed(difference),
            None => {
                let n_fields = difference.unsigned_abs();
                self.types.push(LearnedType { ty: ty.into(), n_fields });
            }
        }
        self.types.retain(|row| row.n_fields > 0);
        self.types.sort_by(|a, b| b.n_fields.cmp(&a.n_fields).then_with(|| a.ty.cmp(&b.ty)));
    }
}

/// All field names of a catalogue.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldTypes {
    by_name: Shelf<Arc<str>, Learned>,
}

impl FieldTypes {
    pub(super) fn get(&self, name: &str) -> Option<&Learned> {
        self.by_name.get(name)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Learned)> {
        self.by_name.iter().map(|(name, learned)| (&**name, learned))
    }

    /// Forgets one text and learns another, touching only what differs between them.
    pub(super) fn update<'a>(&mut self, old: Option<&'a Syntax>, new: Option<&'a Syntax>) {
        let signed = |(syntax, sign): (Option<&'a Syntax>, i32)| {
            syntax.into_iter().flat_map(fields).map(move |(name, ty)| (name, ty, sign))
        };
        let mut rows: Vec<(&str, &str, i32)> =
            [(old, -1), (new, 1)].into_iter().flat_map(signed).collect();
        rows.sort_unstable();
        for alike in rows.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let Some((name, ty, _)) = alike.first() else { continue };
            let difference: i32 = alike.iter().map(|row| row.2).sum();
            if difference != 0 {
                self.add(name, ty, difference);
            }
        }
    }

    fn add(&mut self, name: &str, ty: &str, difference: i32) {
        if let Some(learned) = self.by_name.get_mut(name) {
            learned.add(ty, difference);
            if learned.types.is_empty() {
                self.by_name.remove(name);
            }
            return;
        }
        let mut learned = Learned::default();
        learned.add(ty, difference);
        self.by_name.insert(name.into(), learned);
    }
}

/// The name and the type of every field that tells something.
fn fields(syntax: &Syntax) -> impl Iterator<Item = (&str, &str)> {
    let telling = syntax.fields().filter(|(_, field)| {
        !field.kind.is_meta() && !matches!(field.kind, Type::Unknown | Type::Include)
    });
    telling.map(|(_, field)| (syntax.str(field.name), syntax.str(field.ty)))
}
