//! The semantic tokens that the client has, so that it need only be sent what is new.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tower_lsp::lsp_types::{
    SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensEdit,
    SemanticTokensFullDeltaResult,
};

use crate::file::Key;

/// How many files are remembered; of one that is forgotten, all is sent again.
const MAX_FILES: usize = 64;

/// How many numbers are sent for a token.
const N_NUMBERS: usize = 5;

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
    pub fn full(&self, key: &Key, data: Vec<SemanticToken>) -> SemanticTokens {
        let (result_id, _) = self.remember(key, data.clone());
        SemanticTokens { result_id: Some(result_id), data }
    }

    /// What is new since an answer, or all where nobody remembers that one.
    pub fn since(
        &self,
        key: &Key,
        data: Vec<SemanticToken>,
        result_id: &str,
    ) -> SemanticTokensFullDeltaResult {
        let (new_id, before) = self.remember(key, data.clone());
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

    fn remember(&self, key: &Key, tokens: Vec<SemanticToken>) -> (String, Option<Sent>) {
        let mut all = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_FILES && !all.contains_key(key) {
            all.clear();
        }
        let result_id = self.n_answers.fetch_add(1, Ordering::Relaxed).to_string();
        let before = all.insert(key.clone(), Sent { result_id: result_id.clone(), tokens });
        (result_id, before)
    }
}

/// The one edit that makes some tokens into others, if they are not the same.
fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let n_same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (old.get(n_same..)?, new.get(n_same..)?);
    let n_same_behind =
        old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let n_old = old.len() - n_same_behind;
    let data = new.get(..new.len() - n_same_behind)?;
    if n_old == 0 && data.is_empty() {
        return None;
    }
    let number = |n_tokens: usize| u32::try_from(n_tokens * N_NUMBERS).unwrap_or(u32::MAX);
    let data = Some(data.to_vec());
    Some(SemanticTokensEdit { start: number(n_same), delete_count: number(n_old), data })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(delta_line: u32) -> SemanticToken {
        let rest = [0, 1, 0, 0];
        let [delta_start, length, token_type, token_modifiers_bitset] = rest;
        SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset }
    }

    #[test]
    fn an_edit_holds_what_is_between_the_same_ends() {
        let check = |old: &[u32], new: &[u32], expected: Option<(u32, u32, usize)>| {
            let tokens = |lines: &[u32]| lines.iter().map(|line| token(*line)).collect::<Vec<_>>();
            let edit = difference(&tokens(old), &tokens(new));
            let edit = edit.map(|edit| (edit.start, edit.delete_count, edit.data.unwrap().len()));
            assert_eq!(edit, expected, "{old:?} {new:?}");
        };
        check(&[1, 2, 3], &[1, 2, 3], None);
        check(&[1, 2, 3], &[1, 9, 3], Some((5, 5, 1)));
        check(&[1, 1], &[1, 1, 1], Some((10, 0, 1)));
        check(&[], &[1], Some((0, 0, 1)));
        check(&[1, 2], &[], Some((0, 10, 0)));
    }
}
