//! Asks a client to ask again, when a change in one file altered what is said of others.
//!
//! A client asks about the file that it edits by itself; of the others it can't know. What alters
//! while it is being told leads to one more round, however much it was.

use std::sync::Arc;

use crate::session::Session;

/// Refreshes as long as the session lasts.
pub async fn run(session: Arc<Session>) {
    loop {
        session.altered.notified().await;
        refresh(&session).await;
    }
}

/// One that refuses will ask sooner or later anyway.
async fn refresh(session: &Session) {
    let abilities = session.abilities();
    let client = &session.client;
    let diagnostics = async {
        if abilities.pulls_diagnostics && abilities.refreshes_diagnostics {
            let _ = client.workspace_diagnostic_refresh().await;
        }
    };
    let tokens = async {
        if abilities.refreshes_tokens {
            let _ = client.semantic_tokens_refresh().await;
        }
    };
    let hints = async {
        if abilities.refreshes_hints {
            let _ = client.inlay_hint_refresh().await;
        }
    };
    let lenses = async {
        if abilities.refreshes_lenses {
            let _ = client.code_lens_refresh().await;
        }
    };
    tokio::join!(diagnostics, tokens, hints, lenses);
}
