//! The fields of one scope in the order of their lines, objects opened up and includes put in.

use std::sync::Arc;

use super::{Includes, MetaPlace, Role, Scope, Size, place};
use crate::def::syntax::{FieldId, Syntax, split_type};
use crate::def::text::Span;
use crate::def::types::Type;

/// As many as protojs follows in one file.
const MAX_INCLUDES: u32 = 5;
/// Subtypes in subtypes: `array<array<int32>>` is one.
const MAX_NESTED: u32 = 16;

/// A field of a scope, still without a place.
pub(super) struct Entry {
    pub(super) field: FieldId,
    pub(super) path: Box<str>,
    pub(super) ty: Type,
    pub(super) repeat: u32,
    pub(super) size: Size,
    /// The entry of the object around it.
    pub(super) object: Option<usize>,
    pub(super) element: Option<Box<Scope>>,
    pub(super) is_interleaved: bool,
}

pub(super) struct Entries<'a> {
    pub(super) list: Vec<Entry>,
    includes: Includes<'a>,
    n_includes: u32,
    patch: u32,
    meta_place: MetaPlace,
    /// Inside an included file: the line that included it.
    owner: Option<FieldId>,
    /// The names of the included files that are being read.
    open: Vec<Arc<str>>,
}

impl<'a> Entries<'a> {
    pub(super) fn new(includes: Includes<'a>, patch: u32, meta_place: MetaPlace) -> Entries<'a> {
        Entries {
            list: Vec::new(),
            includes,
            n_includes: 0,
            patch,
            meta_place,
            owner: None,
            open: Vec::new(),
        }
    }

    /// Adds the fields below an array, or those at the top.
    pub(super) fn scope(&mut self, syntax: &Syntax, parent: Option<FieldId>) {
        self.below(syntax, parent, None);
    }

    fn below(&mut self, syntax: &Syntax, parent: Option<FieldId>, object: Option<usize>) {
        for id in syntax.children(parent) {
            self.field(syntax, id, object);
        }
    }

    fn field(&mut self, syntax: &Syntax, id: FieldId, object: Option<usize>) {
        let Some(field) = syntax.field(id) else { return };
        let is_absent = field.patches.is_some_and(|(_, patches)| !patches.contains(self.patch));
        if field.is_misplaced || is_absent {
            return;
        }
        if field.kind == Type::Include {
            return self.include(syntax, id);
        }
        let repeat = field.repeat(syntax);
        let element = match field.kind {
            Type::Array => Some(Box::new(self.element(syntax, id))),
            _ => None,
        };
        let index = self.list.len();
        self.list.push(Entry {
            field: self.owner.unwrap_or(id),
            path: self.path(object, syntax.name(id)),
            ty: field.kind,
            repeat,
            size: size(field.kind, repeat, self.patch),
            object,
            element,
            is_interleaved: field.kind == Type::Array && field.has_flag(syntax, "interleaved"),
        });
        if field.kind == Type::Object {
            self.below(syntax, Some(id), Some(index));
        }
    }

    fn path(&self, object: Option<usize>, name: &str) -> Box<str> {
        match object.and_then(|object| self.list.get(object)) {
            Some(object) => format!("{}.{name}", object.path).into(),
            None => name.into(),
        }
    }

    fn include(&mut self, syntax: &Syntax, id: FieldId) {
        self.n_includes += 1;
        let name = syntax.name(id);
        // A file that includes itself has no layout; its lines are shown once.
        let is_open = self.open.iter().any(|open| **open == *name);
        let found = match self.n_includes <= MAX_INCLUDES && !is_open {
            true => (self.includes)(name),
            false => None,
        };
        self.open.push(name.into());
        let outer = self.owner;
        self.owner = outer.or(Some(id));
        match found {
            Some(included) => self.scope(&included, None),
            None => self.list.push(Entry {
                field: self.owner.unwrap_or(id),
                path: syntax.name(id).into(),
                ty: Type::Include,
                repeat: 1,
                size: Size::Unknown(0),
                object: None,
                element: None,
                is_interleaved: false,
            }),
        }
        self.open.pop();
        self.owner = outer;
    }

    /// What each element of an array holds. Fields below an array with a subtype are not read.
    fn element(&self, syntax: &Syntax, id: FieldId) -> Scope {
        let mut inner = self.inner();
        let subtype = syntax.field(id).and_then(|field| field.subtype);
        match subtype.filter(|span| syntax.str(*span) != "object") {
            Some(span) => inner.value(syntax.text(), span, self.owner.unwrap_or(id), 0),
            None => inner.scope(syntax, Some(id)),
        }
        inner.into_element()
    }

    /// The fields of an element, which may include what the fields around it may.
    fn inner(&self) -> Entries<'a> {
        Entries { list: Vec::new(), open: self.open.clone(), ..*self }
    }

    fn into_element(self) -> Scope {
        place::scope([(Role::Here, "here"), (Role::Next, "next")], self.list, self.meta_place)
    }

    /// Adds the value of an array with a subtype. Only protojs knows of variable ones.
    fn value(&mut self, text: &Arc<str>, ty: Span, field: FieldId, nested: u32) {
        let words = split_type(text, ty);
        let kind = Type::named(words.keyword.of(text));
        let flags = words.flags.map(|span| span.of(text));
        let repeat = flags.and_then(|flags| flags.parse().ok()).unwrap_or(1);
        let element = match kind {
            Type::Array => {
                let mut inner = self.inner();
                if let Some(span) = words.subtype.filter(|_| nested < MAX_NESTED) {
                    inner.value(text, span, field, nested + 1);
                }
                Some(Box::new(inner.into_element()))
            }
            _ => None,
        };
        let path = "".into();
        let size = size(kind, repeat, self.patch);
        self.list.push(Entry {
            field,
            path,
            ty: kind,
            repeat,
            size,
            object: None,
            element,
            is_interleaved: false,
        });
    }
}

/// The size of a field's own bytes; of a variable one, of its data.
fn size(ty: Type, repeat: u32, patch: u32) -> Size {
    match ty {
        Type::Object => Size::Fixed(0),
        Type::Array | Type::Bytes | Type::String if repeat != 1 => Size::Unknown(0),
        Type::Array | Type::Bytes => Size::AtLeast(0),
        // Of an empty string there is still the NUL.
        Type::String => Size::AtLeast(2),
        Type::Include | Type::Ref | Type::Unknown => Size::Unknown(0),
        _ => match ty.size(patch) {
            Some(size) => Size::Fixed(size.saturating_mul(repeat)),
            None => Size::Unknown(0),
        },
    }
}
