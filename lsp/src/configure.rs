//! Asks the client for the settings, and puts them in.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;
use tower_lsp::lsp_types::{ConfigurationItem, Registration};

use crate::config::{SECTION, Settings};
use crate::file::Key;
use crate::log::log;
use crate::session::Session;
use crate::state::State;

/// Asks for the settings at the start, and to be told when they change.
pub async fn begin(session: Arc<Session>) {
    if session.abilities().registers_configuration {
        let registration = Registration {
            id: "landwright/configuration".to_owned(),
            method: "workspace/didChangeConfiguration".to_owned(),
            register_options: Some(serde_json::json!({ "section": SECTION })),
        };
        if let Err(error) = session.client.register_capability(vec![registration]).await {
            log(&format!("the client does not report changed settings: {error}"));
        }
    }
    fetch(&session).await;
}

/// Takes in settings that changed, and says what is wrong with them. A client that can be asked
/// sends none along.
pub fn take_sent(session: &Session, sent: &Value) -> Vec<String> {
    if session.abilities().has_configuration {
        return Vec::new();
    }
    // Some clients send the section, and some all sections.
    let section = sent.get(SECTION).unwrap_or(sent);
    let (settings, complaints) = Settings::read(section);
    session.update(|state| {
        state.settings = Arc::new(settings);
        state.arrange();
        state.touch_all();
    });
    complaints
}

/// What follows once settings have changed.
pub async fn changed(session: Arc<Session>, complaints: Vec<String>) {
    if session.abilities().has_configuration {
        return fetch(&session).await;
    }
    session.complain(complaints).await;
}

/// Asks a client that can be asked: for the settings in general, and for those of each folder.
pub async fn fetch(session: &Session) {
    if !session.abilities().has_configuration {
        return;
    }
    let folders = session.look(|state| state.folders.clone());
    let scopes = [None].into_iter().chain(folders.iter().map(|folder| Some(folder.url.clone())));
    let section = Some(SECTION.to_owned());
    let items = scopes.map(|scope_uri| ConfigurationItem { scope_uri, section: section.clone() });
    let sections = match session.client.configuration(items.collect()).await {
        Ok(sections) => sections,
        Err(error) => return log(&format!("the client gives no settings: {error}")),
    };
    let mut complaints = BTreeSet::new();
    let mut read = sections.iter().map(|section| {
        // A client without any settings of ours answers null: the ones it started with hold.
        let (settings, wrong) = Settings::read(section);
        complaints.extend(wrong);
        (!section.is_null()).then(|| Arc::new(settings))
    });
    let general = read.next().flatten();
    let of_folders: Vec<_> = folders.iter().map(|folder| &folder.key).zip(read).collect();
    session.update(|state| take(state, general, of_folders));
    session.complain(complaints.into_iter().collect()).await;
}

/// Puts settings in. Where none is different than before, nothing is to be looked at again.
fn take(
    state: &mut State,
    general: Option<Arc<Settings>>,
    of_folders: Vec<(&Key, Option<Arc<Settings>>)>,
) {
    let mut has_changed = false;
    if let Some(general) = general.filter(|general| *general != state.settings) {
        state.settings = general;
        has_changed = true;
    }
    for (key, settings) in of_folders {
        let folder = state.folders.iter_mut().find(|folder| folder.key == *key);
        if let Some(folder) = folder.filter(|folder| folder.settings != settings) {
            folder.settings = settings;
            has_changed = true;
        }
    }
    if has_changed {
        state.arrange();
        state.touch_all();
    }
}
