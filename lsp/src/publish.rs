//! Tells a client that does not ask for diagnostics about them.
//!
//! There is no delay: what changed while one file was looked at is looked at next, in its last
//! version only, and what was found in a version that is no longer the last is thrown away.

use std::collections::BTreeMap;
use std::sync::Arc;

use tower_lsp::lsp_types::Url;

use crate::feature::diagnostics::diagnostics;
use crate::file::Key;
use crate::job;
use crate::session::Session;
use crate::state::Dirty;
use crate::world::Snapshot;

/// A file that is no longer than this is looked at on the spot, which is quicker than asking a
/// thread to.
const SMALL: usize = 16 << 10;

/// Publishes as long as the session lasts.
pub async fn run(session: Arc<Session>) {
    let mut published = BTreeMap::new();
    loop {
        session.changed.notified().await;
        while let Some((key, snapshot)) = next(&session) {
            match snapshot.filter(|snapshot| snapshot.file.version.is_some()) {
                Some(snapshot) => publish(&session, &mut published, snapshot).await,
                None => {
                    clear(&session, published.remove(&key)).await;
                    // It may still be one of those that are checked as a whole.
                    session.update_quietly(|state| state.cleared.insert(key));
                    session.altered.notify_one();
                }
            }
        }
    }
}

/// The file that was changed last, as it is now.
fn next(session: &Session) -> Option<(Key, Option<Snapshot>)> {
    let pulls = session.abilities().pulls_diagnostics;
    session.update_quietly(|state| {
        if pulls {
            state.dirty = Dirty::default();
        }
        let key = state.dirty.pop()?;
        let snapshot = state.snapshot(&key);
        Some((key, snapshot))
    })
}

async fn publish(session: &Session, published: &mut BTreeMap<Key, Url>, snapshot: Snapshot) {
    let file = Arc::clone(&snapshot.file);
    let found = if file.text.len() <= SMALL {
        // A fault in one check must not end the publishing of all that follow.
        std::panic::catch_unwind(|| diagnostics(&snapshot)).unwrap_or_default()
    } else {
        job::run(move |_| std::panic::catch_unwind(|| diagnostics(&snapshot)))
            .await
            .unwrap_or_default()
    };
    let is_current = session.look(|state| {
        state.files.get(&file.key).is_some_and(|current| Arc::ptr_eq(current, &file))
    });
    if is_current {
        published.insert(file.key.clone(), file.url.clone());
        session.client.publish_diagnostics(file.url.clone(), found, file.version).await;
    }
}

async fn clear(session: &Session, url: Option<Url>) {
    if let Some(url) = url {
        session.client.publish_diagnostics(url, Vec::new(), None).await;
    }
}
