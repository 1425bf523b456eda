//! The semantic tokens that the client has, so that it need only be sent what is new.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tower_lsp::lsp_types::{
    SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensFullDeltaResult,
};

use crate::feature::tokens::{difference, tokens};
use crate::file::Key;
use crate::world::Snapshot;

/// How many files are remembered; of one that is forgotten, all is sent again.
const MAX_FILES: usize = 64;

#[derive(Debug, Default)]
pub struct SentTokens {
    files: Mutex<BTreeMap<Key, Sent>>,
    /// How many answers there were. Each has an id of its own: the same text may have other
    /// tokens once another file changed.
    n_answers: AtomicU64,
}

#[derive(Debug)]
struct Sent {
    result_id: String,
    tokens: Vec<SemanticToken>,
}

impl SentTokens {
    /// All tokens of the file.
    pub fn full(&self, snapshot: &Snapshot) -> SemanticTokens {
        let data = tokens(snapshot, 0..snapshot.file.text.len());
        let (result_id, _) = self.remember(snapshot, data.clone());
        SemanticTokens { result_id: Some(result_id), data }
    }

    /// What is new since an answer, or all where nobody remembers that one.
    pub fn since(&self, snapshot: &Snapshot, result_id: &str) -> SemanticTokensFullDeltaResult {
        let data = tokens(snapshot, 0..snapshot.file.text.len());
        let (new_id, before) = self.remember(snapshot, data.clone());
        let result_id = match before.filter(|before| before.result_id == result_id) {
            Some(before) => {
                let edits = difference(&before.tokens, &data).into_iter().collect();
                let delta = SemanticTokensDelta { result_id: Some(new_id), edits };
                return SemanticTokensFullDeltaResult::TokensDelta(delta);
            }
            None => Some(new_id),
        };
        SemanticTokensFullDeltaResult::Tokens(SemanticTokens { result_id, data })
    }

    fn remember(&self, snapshot: &Snapshot, tokens: Vec<SemanticToken>) -> (String, Option<Sent>) {
        let mut all = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let key = &snapshot.file.key;
        if all.len() >= MAX_FILES && !all.contains_key(key) {
            all.clear();
        }
        let result_id = self.n_answers.fetch_add(1, Ordering::Relaxed).to_string();
        let before = all.insert(key.clone(), Sent { result_id: result_id.clone(), tokens });
        (result_id, before)
    }
}
