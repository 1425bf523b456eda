//! Names, and whole lines: as other versions of the packet have them, and as they are usual.

use std::cmp::Reverse;
use std::sync::Arc;

use super::context::{Context, last_above};
use super::{Item, ItemKind, Items, Rank, Topic};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::feature::names;
use crate::def::fuzzy;
use crate::def::syntax::{Field, FieldId, Syntax};
use crate::def::text::Span;
use crate::def::types::Type;

/// As many learned names as are offered at once.
const MAX_LEARNED: usize = 100;

/// The dashes for each level that a line can have here, the deepest first.
pub(super) fn dashes(syntax: &Syntax, context: &Context, items: &mut Items) {
    let Some(above) = last_above(syntax, context.line) else { return };
    let Some(field) = syntax.field(above).filter(|_| context.word.is_empty()) else { return };
    let range = context.dashes.start as usize..context.word.end as usize;
    let mut next = if field.kind.is_container() { Some(above) } else { field.parent };
    while let Some((id, field)) = next.and_then(|id| Some((id, syntax.field(id)?))) {
        let n_dashes = field.depth + 1;
        if n_dashes != context.n_dashes {
            let text = dashes_text(syntax, n_dashes);
            let mut item = Item::new(ItemKind::Dashes, text.trim_end(), range.clone());
            item.detail = format!("below {}", syntax.name(id));
            items.add(Rank::Sure, Item { filter: text.clone(), text, ..item });
        }
        next = field.parent;
    }
}

/// So many dashes as the file writes them.
fn dashes_text(syntax: &Syntax, n_dashes: u32) -> String {
    let first = syntax.fields().find(|(_, field)| field.n_dashes > 0);
    let is_tight = first.is_some_and(|(_, field)| field.dashes.end == field.ty.start);
    (if is_tight { "-" } else { "- " }).repeat(n_dashes as usize)
}

/// An array and an object with a field below them.
pub(super) fn snippets(syntax: &Syntax, context: &Context, items: &mut Items) {
    let dashes = dashes_text(syntax, context.n_dashes + 1);
    for (kind, name) in [("array", "list"), ("object", "target")] {
        let label = format!("{kind} with a field");
        let mut item = Item::new(ItemKind::Snippet, label, context.word.range());
        item.text = format!("{kind} ${{1:{name}}}\n{dashes}${{2:int32}} ${{3:value}}");
        item.filter = kind.to_owned();
        item.topic = Topic::Type(kind.to_owned());
        items.add(Rank::Snippet, Item { is_snippet: true, ..item });
    }
}

/// The names that stand beside the line already.
fn taken<'a>(syntax: &'a Syntax, context: &Context) -> Vec<&'a str> {
    let beside = syntax.children(context.parent).filter_map(|id| syntax.field(id));
    let others = beside.filter(|field| field.line as usize != context.line);
    others.filter(|field| !field.kind.is_meta()).map(|field| syntax.str(field.name)).collect()
}

/// A field of another version that this one lacks.
struct Lacking<'a> {
    definition: &'a Arc<Definition>,
    version: u32,
    field: &'a Field,
    name: &'a str,
}

/// The fields that other versions have at the same place of their trees, the newest first.
fn lacking<'a>(
    catalogue: &'a Catalogue,
    definition: &'a Definition,
    context: &Context,
) -> Vec<Lacking<'a>> {
    let syntax = &definition.syntax;
    let mut known = taken(syntax, context);
    let path = context.parent.map_or(Vec::new(), |id| names::path(syntax, id));
    let mut found = Vec::new();
    for (version, other) in names::other_versions(catalogue, definition) {
        let Some(parent) = names::at_path(&other.syntax, &path) else { continue };
        for field in other.syntax.children(parent).filter_map(|id| other.syntax.field(id)) {
            let name = other.syntax.str(field.name);
            let is_told = !field.kind.is_meta() && field.kind != Type::Unknown;
            if is_told && !known.contains(&name) {
                known.push(name);
                found.push(Lacking { definition: other, version: version.version, field, name });
            }
        }
    }
    found
}

pub(super) fn from_versions(
    catalogue: &Catalogue,
    definition: &Definition,
    context: &Context,
    items: &mut Items,
) {
    for row in lacking(catalogue, definition, context) {
        let ty = row.definition.syntax.str(row.field.ty);
        let item = line_item(context, ty, row.name);
        let detail = format!("in version {}", row.version);
        items.add(Rank::Sure, Item { detail, ..item });
    }
}

pub(super) fn names_from_versions(
    catalogue: &Catalogue,
    definition: &Definition,
    context: &Context,
    ty: Span,
    items: &mut Items,
) {
    for row in lacking(catalogue, definition, context) {
        if row.definition.syntax.str(row.field.ty) != definition.syntax.str(ty) {
            continue;
        }
        let item = name_item(context, row.name);
        items.add(Rank::Sure, Item { detail: format!("in version {}", row.version), ..item });
    }
}

fn line_item(context: &Context, ty: &str, name: &str) -> Item {
    let item = Item::new(ItemKind::Line, format!("{ty} {name}"), context.word.range());
    Item { filter: name.to_owned(), topic: Topic::Field(name.to_owned()), ..item }
}

fn name_item(context: &Context, name: &str) -> Item {
    let item = Item::new(ItemKind::Field, name, context.word.range());
    Item { topic: Topic::Field(name.to_owned()), ..item }
}

/// Whether a name fits what is typed, and how well: by its beginning, then by how usual it is.
fn fit(typed: &str, name: &str, n_fields: u32) -> Option<(bool, u32)> {
    // Nobody wants to be told of another `unk4`, or of a name that this very line has taught.
    let is_own = n_fields == 1 && name == typed;
    if is_own || name.starts_with("unk") && !typed.starts_with('u') {
        return None;
    }
    fuzzy::score(typed, name)?;
    let start = name.as_bytes().get(..typed.len());
    Some((start.is_some_and(|start| start.eq_ignore_ascii_case(typed.as_bytes())), n_fields))
}

/// The most usual names, each with its most usual type.
pub(super) fn learned(
    catalogue: &Catalogue,
    syntax: &Syntax,
    context: &Context,
    typed: &str,
    items: &mut Items,
) {
    let known = known(syntax, context, items);
    let mut rows: Vec<_> = catalogue
        .learned_fields()
        .filter_map(|(name, learned)| Some((fit(typed, name, learned.n_fields())?, name, learned)))
        .filter(|row| known.binary_search_by(|known| (**known).cmp(row.1)).is_err())
        .collect();
    items.cut(&mut rows, MAX_LEARNED, |row| (Reverse(row.0), row.1));
    for (_, name, learned) in rows {
        let Some(first) = learned.types.first() else { continue };
        let item = line_item(context, &first.ty, name);
        let detail = format!("{} of {}×", first.n_fields, learned.n_fields());
        items.add(Rank::Likely, Item { detail, ..item });
    }
}

/// The names that most often have a type.
pub(super) fn learned_names(
    catalogue: &Catalogue,
    syntax: &Syntax,
    context: &Context,
    ty: Span,
    items: &mut Items,
) {
    let (known, ty) = (known(syntax, context, items), syntax.str(ty));
    let typed = syntax.str(context.typed);
    let mut rows: Vec<_> = catalogue
        .learned_fields()
        .filter_map(|(name, learned)| {
            let row = learned.types.iter().find(|row| &*row.ty == ty)?;
            Some((fit(typed, name, row.n_fields)?, name, row.n_fields, learned))
        })
        .filter(|row| known.binary_search_by(|known| (**known).cmp(row.1)).is_err())
        .collect();
    items.cut(&mut rows, MAX_LEARNED, |row| (Reverse(row.0), row.1));
    for (_, name, n_fields, learned) in rows {
        let detail = format!("{ty} {n_fields} of {}×", learned.n_fields());
        items.add(Rank::Likely, Item { detail, ..name_item(context, name) });
    }
}

/// The names that are there already, sorted: beside the line, and among the items.
fn known(syntax: &Syntax, context: &Context, items: &Items) -> Vec<String> {
    let is_name = |item: &&Item| matches!(item.kind, ItemKind::Line | ItemKind::Field);
    let offered = items.list.iter().filter(is_name).map(|item| item.filter.clone());
    let mut known: Vec<_> =
        taken(syntax, context).into_iter().map(str::to_owned).chain(offered).collect();
    known.sort_unstable();
    known
}

/// The fields of the scope that a line is in, which its meta fields can describe.
pub(super) fn scope_of(syntax: &Syntax, parent: Option<FieldId>) -> Option<FieldId> {
    let id = parent?;
    match syntax.field(id)?.kind {
        Type::Object => syntax.scope(id),
        _ => Some(id),
    }
}
