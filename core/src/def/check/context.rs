//! What every check of a definition asks for.

use std::borrow::Cow;

use crate::def::catalogue::{Catalogue, Definition};
use crate::def::syntax::{Field, FieldId, Syntax};
use crate::def::text::Span;
use crate::def::types::Type;
use crate::def::{Dialect, Settings};
use crate::problem::{Fix, Place, Problem, Rule, TextEdit};

/// What the title of a fix ends in if other bytes are meant after it.
pub(super) const CHANGES_LAYOUT: &str = " (changes the layout)";

pub(super) struct Context<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) definition: &'a Definition,
    pub(super) syntax: &'a Syntax,
    /// The dialect that it is read in, never `Auto`.
    pub(super) dialect: Dialect,
    /// True where it writes its meta fields itself, in a dialect that heeds them.
    pub(super) is_explicit: bool,
    /// The fields that are read, in the order of their lines.
    fields: Vec<Named<'a>>,
    /// The same by scope and name, those alike in the order of their lines.
    by_name: Vec<Named<'a>>,
}

/// A field with the name that its message or element has for it.
#[derive(Clone)]
pub(super) struct Named<'a> {
    pub(super) id: FieldId,
    pub(super) field: &'a Field,
    /// The array whose elements have it; `None`: the message has it.
    pub(super) scope: Option<FieldId>,
    /// With the names of the objects around it.
    pub(super) name: Cow<'a, str>,
}

impl<'a> Context<'a> {
    pub(super) fn new(definition: &'a Definition, catalogue: &'a Catalogue) -> Context<'a> {
        let syntax = &*definition.syntax;
        let dialect = catalogue.dialect(definition);
        let is_explicit = dialect != Dialect::Protojs && syntax.is_explicit();
        let fields = named(syntax);
        let mut by_name = fields.clone();
        by_name.sort_unstable_by(|a, b| (a.scope, &a.name, a.id).cmp(&(b.scope, &b.name, b.id)));
        Context { catalogue, definition, syntax, dialect, is_explicit, fields, by_name }
    }

    pub(super) fn settings(&self) -> Settings {
        Settings { dialect: self.dialect, ..self.catalogue.settings() }
    }

    pub(super) fn problem(
        &self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
    ) -> Problem {
        Problem::new(rule, Place::text(&*self.definition.path, span.range()), message)
    }

    pub(super) fn fix(&self, title: impl Into<String>, edits: Vec<TextEdit>) -> Fix {
        Fix::edit(title, &*self.definition.path, edits)
    }

    /// A fix that moves or removes lines which have no bytes. Where some lines are misplaced, what
    /// stands behind may end up below another field.
    pub(super) fn line_fix(&self, title: impl Into<String>, edits: Vec<TextEdit>) -> Fix {
        match self.syntax.faults().is_empty() {
            true => self.fix(title, edits),
            false => self.layout_fix(title, edits),
        }
    }

    /// A fix after which the definition means other bytes, which is for a person to decide.
    pub(super) fn layout_fix(&self, title: impl Into<String>, edits: Vec<TextEdit>) -> Fix {
        self.fix(title.into() + CHANGES_LAYOUT, edits).one_by_one()
    }

    pub(super) fn fields(&self) -> &[Named<'a>] {
        &self.fields
    }

    /// The fields and meta fields of each name of a scope.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[Named<'a>]> {
        self.by_name.chunk_by(|a, b| a.scope == b.scope && a.name == b.name)
    }

    /// The fields and meta fields that a scope has of a name.
    pub(super) fn group(&self, scope: Option<FieldId>, name: &str) -> &[Named<'a>] {
        let start = self.by_name.partition_point(|row| (row.scope, &*row.name) < (scope, name));
        let rest = self.by_name.get(start..).unwrap_or_default();
        let end = rest.partition_point(|row| (row.scope, &*row.name) == (scope, name));
        rest.get(..end).unwrap_or_default()
    }

    /// `int32 x`, as it is written.
    pub(super) fn declaration(&self, field: &Field) -> String {
        format!("{} {}", self.syntax.str(field.ty), self.syntax.str(field.name))
    }

    /// A name that its scope does not have yet: `wanted`, or one that ends in another number.
    /// Names are wanted without those of the objects around them.
    pub(super) fn free_name(&self, of: &Named<'_>, wanted: &str) -> Option<String> {
        const MAX_TRIES: u64 = 100;
        let own = self.syntax.str(of.field.name);
        let around = of.name.strip_suffix(own).unwrap_or_default();
        let is_free = |name: &String| self.group(of.scope, &format!("{around}{name}")).is_empty();
        let stem = wanted.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = wanted.get(stem.len()..).and_then(|digits| digits.parse::<u64>().ok());
        let next = number.unwrap_or(1).saturating_add(1);
        let others = (0..MAX_TRIES).map(|n| format!("{stem}{}", next.saturating_add(n)));
        std::iter::once(wanted.to_owned()).chain(others).find(is_free)
    }
}

impl Named<'_> {
    /// What has the field, in a sentence.
    pub(super) fn owner(&self) -> &'static str {
        if self.scope.is_some() { "element" } else { "message" }
    }
}

/// The type and the name of a field.
pub(super) fn whole(field: &Field) -> Span {
    Span::new(field.ty.start, field.name.end)
}

/// The name of a field in that of its meta field, which has those of the objects around it too.
pub(super) fn own_part(meta: &Field, field: &Field) -> Span {
    let len = field.name.end - field.name.start;
    Span::new(meta.name.end.saturating_sub(len), meta.name.end)
}

/// The fields that are read: not those that stand below what can't have any.
fn named(syntax: &Syntax) -> Vec<Named<'_>> {
    let mut named: Vec<Named<'_>> = Vec::with_capacity(syntax.n_fields());
    let mut skipped = 0;
    for (id, field) in syntax.fields().filter(|(_, field)| field.kind != Type::Include) {
        if id.0 < skipped {
            continue;
        }
        let has_subtype = field.subtype.is_some_and(|span| syntax.str(span) != "object");
        if field.is_misplaced || (field.kind == Type::Array && has_subtype) {
            skipped = syntax.subtree(id).last().map_or(0, |last| last.0 + 1);
        }
        if field.is_misplaced {
            continue;
        }
        let is_in_object = field
            .parent
            .and_then(|parent| syntax.field(parent))
            .is_some_and(|parent| parent.kind == Type::Object);
        let (scope, name) = match is_in_object {
            true => (syntax.scope(id), syntax.dotted_name(id).into()),
            false => (field.parent, syntax.str(field.name).into()),
        };
        named.push(Named { id, field, scope, name });
    }
    named
}
