//! One client's session: its state under one lock, and the notes between those who work on it.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, mpsc, watch};
use tower_lsp::Client;
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, DocumentChangeOperation, DocumentChanges, MessageType, ResourceOp,
    TextDocumentItem, Url, WorkspaceEdit,
};

use crate::abilities::Abilities;
use crate::file::{File, Key};
use crate::kind::Kind;
use crate::sent_tokens::SentTokens;
use crate::state::State;
use crate::world::Snapshot;

#[derive(Debug)]
pub struct Session {
    pub client: Client,
    /// A plain lock, never held over an `.await`: see `transport` on why.
    state: Mutex<State>,
    /// Rung when there is something for the publisher.
    pub changed: Notify,
    /// Rung when a change altered what is said of other files.
    pub altered: Notify,
    /// Paths on disk that may have changed, for the reader of `scan`.
    pub stale: mpsc::UnboundedSender<Key>,
    pub tokens: SentTokens,
    /// Whether the folders have been read once.
    pub is_scanned: watch::Sender<bool>,
}

impl Session {
    /// A session, and the other end of its `stale`.
    pub fn new(client: Client) -> (Session, mpsc::UnboundedReceiver<Key>) {
        let (stale, receiver) = mpsc::unbounded_channel();
        let session = Session {
            client,
            state: Mutex::default(),
            changed: Notify::new(),
            altered: Notify::new(),
            stale,
            tokens: SentTokens::default(),
            is_scanned: watch::Sender::new(false),
        };
        (session, receiver)
    }

    /// Looks at the state. A panic under the lock left it as it was before or after a step, so
    /// the poison says nothing.
    pub fn look<T>(&self, at: impl FnOnce(&State) -> T) -> T {
        at(&self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the state, and wakes those who tell the client about it.
    pub fn update<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let (result, has_altered) = self.update_quietly(|state| {
            let result = change(state);
            // Before everything has been read, an answer is of no use for long.
            let has_altered = *self.is_scanned.borrow() && state.has_altered_others;
            state.has_altered_others &= !has_altered;
            (result, has_altered)
        });
        self.changed.notify_one();
        if has_altered {
            self.altered.notify_one();
        }
        result
    }

    /// Changes what no answer depends on, and wakes nobody.
    pub fn update_quietly<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn abilities(&self) -> Arc<Abilities> {
        self.look(|state| Arc::clone(&state.abilities))
    }

    pub fn snapshot(&self, url: &Url) -> Option<Snapshot> {
        let key = Key::of_url(url);
        self.look(|state| state.snapshot(&key))
    }

    pub fn open(&self, document: TextDocumentItem) {
        let TextDocumentItem { uri, language_id, version, text } = document;
        let key = Key::of_url(&uri);
        let Some(kind) = Kind::of(key.file_name(), &language_id) else { return };
        let known = self.look(|state| state.files.get(&key).cloned());
        let is_as_known = |known: &Arc<File>| {
            known.kind == kind && known.skipped.is_none() && *known.text == text
        };
        let file = match known.filter(is_as_known) {
            // Most files are opened as they are on disk.
            Some(known) => known.held(uri, Some(version)),
            None => File::new(uri, kind, Some(version), text),
        };
        self.update(|state| state.put(file));
    }

    /// Changes to a file that was never opened are passed over: there is nothing they could be
    /// made to.
    pub fn change(&self, params: DidChangeTextDocumentParams) {
        let key = Key::of_url(&params.text_document.uri);
        let version = params.text_document.version;
        self.update(|state| {
            let encoding = state.abilities.encoding;
            let Some(file) = state.files.get(&key).filter(|file| file.version.is_some()) else {
                return;
            };
            let file = file.changed(version, params.content_changes, encoding);
            state.put(file);
        });
    }

    /// What an editor no longer has open is what is on disk, if it is there and in a folder.
    pub fn close(&self, url: &Url) {
        let key = Key::of_url(url);
        self.update(|state| state.close(&key));
        self.note_stale(key);
    }

    /// Notes that a path on disk may have changed.
    pub fn note_stale(&self, key: Key) {
        // Nobody reads any more only while the session ends.
        let _ = self.stale.send(key);
    }

    /// Notes which files an edit of ours makes, so that nobody else fills them.
    pub fn note_made(&self, edit: &WorkspaceEdit) {
        let Some(DocumentChanges::Operations(steps)) = &edit.document_changes else { return };
        let made = steps.iter().filter_map(|step| match step {
            DocumentChangeOperation::Op(ResourceOp::Create(create)) => {
                Some(Key::of_url(&create.uri))
            }
            _ => None,
        });
        self.update_quietly(|state| state.made.extend(made));
    }

    /// Resolves once the folders have been read.
    pub async fn scanned(&self) {
        // The sender is ours, so it can't be gone.
        let _ = self.is_scanned.subscribe().wait_for(|is_scanned| *is_scanned).await;
    }

    /// Tells the person about settings that mean nothing.
    pub async fn complain(&self, complaints: Vec<String>) {
        for complaint in complaints {
            self.client.show_message(MessageType::WARNING, complaint).await;
        }
    }
}
