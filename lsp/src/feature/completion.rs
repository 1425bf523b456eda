//! What can be typed at a place.

use std::ops::Range;

use landwright_core::def::feature::completion::{self, Item, ItemKind, Topic};
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTag, CompletionList, CompletionParams,
    CompletionResponse, CompletionTextEdit, Documentation, InsertReplaceEdit, InsertTextFormat,
    TextEdit, Url,
};

use crate::world::Snapshot;
use crate::{from_proto, to_proto};

/// What asks for completion besides letters: a space is between a type and its name.
pub const TRIGGERS: &[&str] = &[" ", "-", "<", "[", ".", "@", "#", "\""];

/// What of an item is sent away, to come back when it is resolved.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    uri: Url,
    topic: Topic,
}

pub fn complete(snapshot: &Snapshot, params: &CompletionParams) -> Option<CompletionResponse> {
    let offset = from_proto::offset(snapshot, &params.text_document_position);
    let found = completion::complete(snapshot.catalogue(), snapshot.path(), offset);
    let items = found.items.into_iter().map(|it| item(snapshot, it, offset)).collect();
    let list = CompletionList { is_incomplete: found.is_incomplete, items };
    Some(CompletionResponse::List(list))
}

fn item(snapshot: &Snapshot, item: Item, cursor: usize) -> CompletionItem {
    let abilities = &snapshot.world.abilities;
    let is_snippet = item.is_snippet && abilities.snippets;
    let new_text =
        if item.is_snippet && !is_snippet { without_places(&item.text) } else { item.text };
    let format = if is_snippet { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT };
    let commit = item.commit.iter().map(char::to_string).collect::<Vec<_>>();
    let has_topic = item.topic != Topic::Nothing;
    let origin = Origin { uri: snapshot.file.url.clone(), topic: item.topic };
    CompletionItem {
        label: item.label,
        kind: Some(kind(item.kind)),
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        text_edit: Some(text_edit(snapshot, item.range, cursor, new_text)),
        insert_text_format: abilities.snippets.then_some(format),
        filter_text: Some(item.filter),
        sort_text: Some(item.sort),
        commit_characters: (abilities.commit_characters && !commit.is_empty()).then_some(commit),
        tags: (item.is_deprecated && abilities.completion_tags)
            .then(|| vec![CompletionItemTag::DEPRECATED]),
        // An item whose data do not come back has no documentation, which is no harm.
        data: has_topic.then(|| serde_json::to_value(origin).ok()).flatten(),
        ..CompletionItem::default()
    }
}

/// A word that is typed in front of another one is not to swallow it; who can ask the person
/// whether it should, is told of both ways.
fn text_edit(
    snapshot: &Snapshot,
    word: Range<usize>,
    cursor: usize,
    new_text: String,
) -> CompletionTextEdit {
    let insert = to_proto::range(snapshot, word.start..cursor.clamp(word.start, word.end));
    let replace = to_proto::range(snapshot, word);
    if snapshot.world.abilities.inserts_or_replaces {
        return CompletionTextEdit::InsertAndReplace(InsertReplaceEdit {
            new_text,
            insert,
            replace,
        });
    }
    CompletionTextEdit::Edit(TextEdit { range: replace, new_text })
}

fn kind(kind: ItemKind) -> CompletionItemKind {
    match kind {
        ItemKind::Type => CompletionItemKind::CLASS,
        ItemKind::Field => CompletionItemKind::FIELD,
        ItemKind::Line => CompletionItemKind::PROPERTY,
        ItemKind::Snippet => CompletionItemKind::SNIPPET,
        ItemKind::Dashes => CompletionItemKind::OPERATOR,
        ItemKind::Flag => CompletionItemKind::KEYWORD,
        ItemKind::File => CompletionItemKind::FILE,
        ItemKind::Packet => CompletionItemKind::MODULE,
        ItemKind::Version => CompletionItemKind::CONSTANT,
        ItemKind::Comment => CompletionItemKind::TEXT,
    }
}

/// The file that an item was offered in.
pub fn url(item: &CompletionItem) -> Option<Url> {
    Some(Origin::deserialize(item.data.as_ref()?).ok()?.uri)
}

/// Adds to an item what takes more than a moment, now that somebody looks at it.
pub fn resolve(snapshot: &Snapshot, mut item: CompletionItem) -> CompletionItem {
    let origin = item.data.as_ref().and_then(|data| Origin::deserialize(data).ok());
    let text =
        origin.and_then(|origin| completion::documentation(snapshot.catalogue(), &origin.topic));
    item.documentation =
        text.map(|text| Documentation::MarkupContent(to_proto::markup(&snapshot.world, text)));
    item
}

/// A snippet for a client that knows none: `${1:name}` is just `name`.
fn without_places(snippet: &str) -> String {
    let mut text = String::with_capacity(snippet.len());
    let mut depth = 0_usize;
    let mut rest = snippet;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let unnumbered =
            after.trim_start_matches(['{']).trim_start_matches(|c: char| c.is_ascii_digit());
        match c {
            '\\' => {
                text.extend(after.chars().next());
                rest =
                    after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
                continue;
            }
            '$' if after.starts_with('{') => {
                depth += 1;
                rest = unnumbered.strip_prefix(':').unwrap_or(unnumbered);
                continue;
            }
            '$' if after.starts_with(|c: char| c.is_ascii_digit()) => {
                rest = unnumbered;
                continue;
            }
            '}' if depth > 0 => depth -= 1,
            c => text.push(c),
        }
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_is_plain_where_the_client_knows_none() {
        let check = |snippet, expected| assert_eq!(without_places(snippet), expected, "{snippet}");
        check("int32 ${1:name}", "int32 name");
        check("array ${1:list}\n- ${2:int32} ${3:id}$0", "array list\n- int32 id");
        check("a $1 b ${2}", "a  b ");
        check("cost \\$5 \\}", "cost $5 }");
        check("}", "}");
    }
}
