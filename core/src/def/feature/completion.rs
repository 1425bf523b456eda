//! What can be typed at a place.

mod context;
mod files;
mod kinds;
mod lines;
mod target;

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{hover, summary, type_docs};
use crate::def::Dialect;
use crate::def::catalogue::{Catalogue, Definition, File};
use crate::def::text::Span;
use crate::def::types::{TYPES, Type};
use context::{Context, Spot};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// The likeliest first.
    pub items: Vec<Item>,
    /// True where there are more: with the next letter typed it is worth to ask again.
    pub is_incomplete: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub label: String,
    pub kind: ItemKind,
    pub detail: String,
    /// What is replaced, and by what.
    pub range: Range<usize>,
    pub text: String,
    /// True where the text has places to fill in: `${1:name}`.
    pub is_snippet: bool,
    /// What is compared with the letters typed.
    pub filter: String,
    /// Items sort by this.
    pub sort: String,
    /// Characters that take the item when they are typed.
    pub commit: &'static [char],
    pub is_deprecated: bool,
    /// What [`documentation`] is asked for.
    pub topic: Topic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    Type,
    Field,
    /// A type and a name.
    Line,
    Snippet,
    Dashes,
    Flag,
    File,
    Packet,
    Version,
    Comment,
}

/// What an item is about. Small, so that it can be sent away and come back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Topic {
    #[default]
    Nothing,
    Type(String),
    Field(String),
    Packet(String),
}

/// The order of kinds of items where nothing is typed yet.
#[derive(Debug, Clone, Copy)]
enum Rank {
    /// Read off the rest of the file or from another version of the packet.
    Sure,
    Type,
    Snippet,
    Likely,
    Last,
}

impl Item {
    fn new(kind: ItemKind, label: impl Into<String>, range: Range<usize>) -> Item {
        let label = label.into();
        Item {
            kind,
            detail: String::new(),
            range,
            text: label.clone(),
            is_snippet: false,
            filter: label.clone(),
            sort: String::new(),
            commit: &[],
            is_deprecated: false,
            topic: Topic::Nothing,
            label,
        }
    }
}

/// Items in the order in which they are added.
#[derive(Default)]
struct Items {
    list: Vec<Item>,
    is_incomplete: bool,
}

impl Items {
    fn add(&mut self, rank: Rank, item: Item) {
        let sort = format!("{}{:05}", rank as u8, self.list.len());
        self.list.push(Item { sort, ..item });
    }

    /// The best of these by their key, the least first.
    fn cut<T, K: Ord>(&mut self, rows: &mut Vec<T>, limit: usize, key: impl Fn(&T) -> K) {
        if rows.len() > limit {
            rows.select_nth_unstable_by_key(limit, &key);
            rows.truncate(limit);
            self.is_incomplete = true;
        }
        rows.sort_unstable_by_key(key);
    }

    fn finish(mut self) -> Completion {
        self.list.sort_by(|a, b| a.sort.cmp(&b.sort));
        Completion { items: self.list, is_incomplete: self.is_incomplete }
    }
}

pub fn complete(catalogue: &Catalogue, path: &str, offset: usize) -> Completion {
    let mut items = Items::default();
    match catalogue.file(path) {
        Some(File::Definition(definition)) => {
            if let Some(context) = context::at(&definition.syntax, offset) {
                in_definition(catalogue, definition, &context, &mut items);
            }
        }
        Some(File::Map(map)) => files::in_map(catalogue, map, offset, &mut items),
        Some(File::Deprecated(table)) => files::in_table(catalogue, table, offset, &mut items),
        _ => {}
    }
    items.finish()
}

/// What is to be said of an item, as Markdown.
pub fn documentation(catalogue: &Catalogue, topic: &Topic) -> Option<String> {
    match topic {
        Topic::Nothing => None,
        Topic::Type(name) => match Type::named(name) {
            Type::Unknown => None,
            ty => Some(hover::type_text(ty, catalogue.settings().patch.unwrap_or(u32::MAX))),
        },
        Topic::Field(name) => Some(hover::learned(name, catalogue.learned(name)?)),
        Topic::Packet(name) => Some(summary::packet(catalogue, name, None, "")),
    }
}

fn in_definition(
    catalogue: &Catalogue,
    definition: &Arc<Definition>,
    context: &Context,
    items: &mut Items,
) {
    let syntax = &definition.syntax;
    let typed = syntax.str(context.typed);
    let dialect = catalogue.dialect(definition);
    match context.spot {
        Spot::Type => {
            kinds::types(catalogue, definition, context, items);
            if context.is_alone {
                lines::dashes(syntax, context, items);
                lines::snippets(syntax, context, items);
                lines::from_versions(catalogue, definition, context, items);
                lines::learned(catalogue, syntax, context, typed, items);
            }
        }
        Spot::Subtype => subtypes(dialect, context.word, items),
        Spot::Flag => {
            let mut item = Item::new(ItemKind::Flag, "interleaved", context.word.range());
            item.detail = "the elements of two arrays alternate".to_owned();
            items.add(Rank::Sure, Item { commit: &[']'], ..item });
        }
        Spot::Name(ty) => {
            lines::names_from_versions(catalogue, definition, context, ty, items);
            lines::learned_names(catalogue, syntax, context, ty, items);
        }
        Spot::Target(meta) => target::targets(syntax, context, meta, items),
        Spot::Include => files::includes(catalogue, definition, context.word, typed, items),
        Spot::Header => {
            let mut item = Item::new(ItemKind::Comment, "majorPatchVersion", context.word.range());
            item.text = "majorPatchVersion >= ".to_owned();
            item.detail = "the patches that the file is for".to_owned();
            items.add(Rank::Sure, item);
        }
    }
}

fn type_item(ty: Type, name: &str, word: Span) -> Item {
    let mut item = Item::new(ItemKind::Type, name, word.range());
    item.detail = match ty.size(u32::MAX) {
        Some(1) => "1 byte".to_owned(),
        Some(n) => format!("{n} bytes"),
        None => String::new(),
    };
    Item { topic: Topic::Type(name.to_owned()), ..item }
}

/// The subtypes that real definitions have come first.
fn subtypes(dialect: Dialect, word: Span, items: &mut Items) {
    const USUAL: &[Type] = &[Type::Int32, Type::Uint32, Type::Vec3, Type::String, Type::Uint64];
    let usual = |ty: Type| USUAL.iter().position(|usual| *usual == ty);
    let known = TYPES.iter().filter(|row| type_docs::is_in(row.0, dialect));
    let mut rows: Vec<_> = known.filter(|row| !row.0.is_meta() && row.0 != Type::Include).collect();
    rows.sort_by_key(|row| usual(row.0).unwrap_or(USUAL.len()));
    for (ty, name) in rows {
        items.add(Rank::Type, Item { commit: &['>'], ..type_item(*ty, name, word) });
    }
}

#[cfg(test)]
mod tests;
