//! What a definition begins with that somebody has just made in the editor's list of files.
//!
//! The protocol would have this answered before the file is there, but editors can't edit a file
//! that they are about to make. So it is filled once it is.

use std::collections::HashMap;

use landwright_core::def::assist::text_before;
use landwright_core::vfs::disk;
use tower_lsp::lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Url, WorkspaceEdit,
};

use crate::file::Key;
use crate::job;
use crate::session::Session;
use crate::world::World;

/// Fills those of some new files that are empty with the version before each.
pub async fn fill(session: &Session, urls: Vec<Url>) {
    let is_ours = |url: &Url| session.update_quietly(|state| state.made.remove(&Key::of_url(url)));
    let urls: Vec<Url> = urls.into_iter().filter(|url| !is_ours(url)).collect();
    let world = session.look(|state| state.world());
    if !world.abilities.applies_edits {
        return;
    }
    for edit in job::run(move |_| edits(&world, &urls)).await {
        // A person who has gone on meanwhile, or wants the file empty, says no or undoes it.
        let _ = session.client.apply_edit(edit).await;
    }
}

fn edits(world: &World, urls: &[Url]) -> Vec<WorkspaceEdit> {
    let edit = |url: &Url| {
        let key = Key::of_url(url);
        let text = text_before(&world.catalogue, key.as_str())?;
        let open = world.files.get(&key).filter(|file| file.version.is_some());
        let is_empty = open.is_none_or(|file| file.text.is_empty());
        let is_empty_on_disk = disk::is_empty_file(&key.path()?);
        let version = open.and_then(|file| file.version);
        (is_empty && is_empty_on_disk).then(|| insertion(world, url, version, text))
    };
    urls.iter().filter_map(edit).collect()
}

fn insertion(world: &World, url: &Url, version: Option<i32>, text: &str) -> WorkspaceEdit {
    let edit = TextEdit { new_text: text.to_owned(), ..TextEdit::default() };
    if !world.abilities.versioned_edits {
        return WorkspaceEdit::new(HashMap::from([(url.clone(), vec![edit])]));
    }
    let text_document = OptionalVersionedTextDocumentIdentifier { uri: url.clone(), version };
    let edit = TextDocumentEdit { text_document, edits: vec![OneOf::Left(edit)] };
    let document_changes = Some(DocumentChanges::Edits(vec![edit]));
    WorkspaceEdit { document_changes, ..WorkspaceEdit::default() }
}
