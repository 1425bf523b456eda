//! A layout made ready for reading and writing: its steps, in order, and the names for JSON.

use super::fault::Unusable;
use super::json::Names;
use super::value::Scalar;
use crate::def::layout::{Role, Scope, Slot};
use crate::def::syntax::FieldId;
use crate::def::types::Type;

/// How a message, or an element, is read and written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// What follows the two fields that open it.
    pub(super) steps: Vec<Step>,
    pub(super) names: Names,
    pub(super) n_values: usize,
    /// The bytes that every one has, with the two fields that open it.
    pub(super) min_len: usize,
    /// True where a packet may hold more than is described.
    pub(super) is_partial: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) kind: Kind,
    pub(super) field: Option<FieldId>,
    pub(super) path: Box<str>,
}

/// Counts and offsets are named by how many of them stand before in their scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Scalar(Scalar),
    Repeat(Scalar, usize),
    /// A count or an offset of a field that comes later.
    Meta(Role),
    Bytes {
        count: usize,
        offset: Option<usize>,
    },
    String {
        offset: Option<usize>,
    },
    Array(Array),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Array {
    pub(super) count: Option<usize>,
    pub(super) offset: Option<usize>,
    pub(super) element: Plan,
    /// How many arrays, from this one on, have elements that take turns; 0 where it is counted
    /// with one before, and 1 where it stands alone.
    pub(super) n_interleaved: usize,
}

impl Array {
    /// True where its elements take turns with others.
    pub(super) fn is_interleaved(&self) -> bool {
        self.n_interleaved != 1
    }
}

impl Step {
    /// True where it gives a value, and does not only help to find one.
    pub(super) fn has_value(&self) -> bool {
        !matches!(self.kind, Kind::Meta(_))
    }
}

impl Plan {
    pub(super) fn new(scope: &Scope, patch: u32) -> Result<Plan, Unusable> {
        let mut builder =
            Builder { scope, patch, steps: Vec::new(), slots: Vec::new(), metas: Vec::new() };
        for (idx, slot) in scope.slots.iter().enumerate() {
            if let Some(kind) = builder.kind(idx, slot)? {
                if let Kind::Meta(_) = kind {
                    builder.metas.push(idx);
                }
                let (field, path) = (slot.field, slot.path.clone());
                builder.steps.push(Step { kind, field, path });
                builder.slots.push(idx);
            }
        }
        builder.interleave();
        let Builder { steps, slots, .. } = builder;
        let with_values = steps.iter().zip(&slots).filter(|(step, _)| step.has_value());
        let values: Vec<usize> = with_values.map(|(_, slot)| *slot).collect();
        let min_len = 4 + steps.iter().map(|step| step.kind.min_len()).sum::<usize>();
        let is_free =
            |slot: &Slot| matches!(slot.role, Role::Count | Role::Offset) && slot.target.is_none();
        let is_blank = |step: &Step| match &step.kind {
            Kind::Array(array) => array.element.n_values == 0 || array.element.is_partial,
            _ => false,
        };
        let is_partial = scope.slots.iter().any(is_free) || steps.iter().any(is_blank);
        let n_values = values.len();
        Ok(Plan { steps, names: Names::new(scope, &values), n_values, min_len, is_partial })
    }
}

impl Kind {
    fn min_len(&self) -> usize {
        match self {
            Kind::Scalar(scalar) => scalar.len(),
            Kind::Repeat(scalar, n) => scalar.len().saturating_mul(*n),
            Kind::Meta(_) => 2,
            Kind::String { .. } => 2,
            Kind::Bytes { .. } | Kind::Array(_) => 0,
        }
    }
}

struct Builder<'a> {
    scope: &'a Scope,
    patch: u32,
    steps: Vec<Step>,
    /// The slot of each step.
    slots: Vec<usize>,
    /// The slot of each count and offset, in their order.
    metas: Vec<usize>,
}

impl Builder<'_> {
    fn kind(&self, idx: usize, slot: &Slot) -> Result<Option<Kind>, Unusable> {
        let unusable = |reason| {
            Err(Unusable { field: slot.field, path: slot.path.as_ref().to_owned(), reason })
        };
        match slot.role {
            Role::Length | Role::Opcode | Role::Here | Role::Next | Role::Object => Ok(None),
            Role::Ref => unusable("a `ref` to no field has an unknown size"),
            Role::Count | Role::Offset if slot.target.is_some() => Ok(Some(Kind::Meta(slot.role))),
            Role::Count | Role::Offset => Ok(Some(Kind::Scalar(Scalar::Uint16))),
            Role::Field if slot.ty.is_variable() => self.variable(idx, slot).map(Some),
            Role::Field => match Scalar::of(slot.ty, self.patch) {
                None if slot.ty == Type::Include => unusable("the file to include is missing"),
                None => unusable(
                    "its type is unknown, so the place of all following fields is \
                    unknown, too",
                ),
                Some(_) if slot.repeat == 0 => Ok(None),
                Some(scalar) if slot.repeat == 1 => Ok(Some(Kind::Scalar(scalar))),
                Some(scalar) => Ok(Some(Kind::Repeat(scalar, slot.repeat as usize))),
            },
        }
    }

    fn variable(&self, idx: usize, slot: &Slot) -> Result<Kind, Unusable> {
        let unusable = |reason| Unusable { field: slot.field, path: slot.path.to_string(), reason };
        if slot.repeat != 1 {
            return Err(unusable("only types of a fixed size can be repeated in place"));
        }
        let count = slot.count.map(|slot| self.meta(idx, slot).ok_or(slot)).transpose();
        let offset = slot.offset.map(|slot| self.meta(idx, slot).ok_or(slot)).transpose();
        let (Ok(count), Ok(offset)) = (count, offset) else {
            return Err(unusable(
                "its count or offset comes after it, or belongs to a different field",
            ));
        };
        match slot.ty {
            Type::String => Ok(Kind::String { offset }),
            Type::Bytes => match count {
                Some(count) => Ok(Kind::Bytes { count, offset }),
                None => Err(unusable("without a count nothing says how many bytes there are")),
            },
            _ if count.is_none() && offset.is_none() => {
                Err(unusable("without a count or an offset nothing says how many elements it has"))
            }
            _ => {
                let element = match &slot.element {
                    Some(scope) => Plan::new(scope, self.patch)?,
                    None => return Err(unusable("nothing says what its elements are")),
                };
                // Without an offset its elements are looked for at the cursor, one after the other.
                let takes_turns = slot.is_interleaved && offset.is_some();
                let n_interleaved = if takes_turns { 0 } else { 1 };
                Ok(Kind::Array(Array { count, offset, element, n_interleaved }))
            }
        }
    }

    /// How many counts and offsets stand before this one, which must be that of the field alone.
    fn meta(&self, variable: usize, meta: usize) -> Option<usize> {
        let is_own = self.scope.slot(meta)?.target == Some(variable);
        self.metas.binary_search(&meta).ok().filter(|_| is_own)
    }

    /// Finds the arrays that take turns: neighbours in the same object.
    fn interleave(&mut self) {
        let object = |slot: Option<&usize>| Some(self.scope.slot(*slot?)?.object);
        let mut first: Option<(usize, Option<usize>)> = None;
        for idx in 0..self.steps.len() {
            let is_interleaved = match self.steps.get(idx).map(|step| &step.kind) {
                Some(Kind::Array(array)) => array.is_interleaved(),
                _ => false,
            };
            let object = object(self.slots.get(idx)).flatten();
            first = match first {
                _ if !is_interleaved => None,
                Some((first, of)) if of == object => Some((first, of)),
                _ => Some((idx, object)),
            };
            let array = first.and_then(|(first, _)| self.steps.get_mut(first));
            if let Some(Kind::Array(array)) = array.map(|step| &mut step.kind) {
                array.n_interleaved += 1;
            }
        }
    }
}
