//! What each part of a text is, for colours.

use landwright_core::def::feature::tokens::{self, Token, TokenKind};
use tower_lsp::lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensEdit,
    SemanticTokensLegend,
};

use crate::to_proto;
use crate::world::Snapshot;

/// In the order of the numbers that are sent.
const TYPES: &[(TokenKind, SemanticTokenType)] = &[
    (TokenKind::Type, SemanticTokenType::TYPE),
    (TokenKind::Meta, SemanticTokenType::KEYWORD),
    (TokenKind::Field, SemanticTokenType::PROPERTY),
    (TokenKind::Operator, SemanticTokenType::OPERATOR),
    (TokenKind::Flag, SemanticTokenType::MODIFIER),
    (TokenKind::Number, SemanticTokenType::NUMBER),
    (TokenKind::Comment, SemanticTokenType::COMMENT),
    (TokenKind::Macro, SemanticTokenType::MACRO),
    (TokenKind::File, SemanticTokenType::STRING),
    (TokenKind::Constant, SemanticTokenType::ENUM_MEMBER),
];

const DECLARATION: u32 = 1;
const DEPRECATED: u32 = 2;

pub fn legend() -> SemanticTokensLegend {
    let token_modifiers =
        vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEPRECATED];
    let token_types = TYPES.iter().map(|(_, name)| name.clone()).collect();
    SemanticTokensLegend { token_types, token_modifiers }
}

/// The tokens of a part of the file, each with its distance from the one before.
pub fn tokens(snapshot: &Snapshot, range: std::ops::Range<usize>) -> Vec<SemanticToken> {
    let mut sent = Vec::new();
    let (mut line, mut column) = (0, 0);
    for token in tokens::tokens(snapshot.catalogue(), snapshot.path(), range) {
        let modifiers = modifiers(&token);
        let Some(token_type) = TYPES.iter().position(|(kind, _)| *kind == token.kind) else {
            continue;
        };
        let range = to_proto::range(snapshot, token.range);
        let delta_line = range.start.line.saturating_sub(line);
        let from = if delta_line == 0 { column } else { 0 };
        sent.push(SemanticToken {
            delta_line,
            delta_start: range.start.character.saturating_sub(from),
            length: range.end.character.saturating_sub(range.start.character),
            token_type: u32::try_from(token_type).unwrap_or_default(),
            token_modifiers_bitset: modifiers,
        });
        (line, column) = (range.start.line, range.start.character);
    }
    sent
}

fn modifiers(token: &Token) -> u32 {
    let declaration = if token.is_declaration { DECLARATION } else { 0 };
    let deprecated = if token.is_deprecated { DEPRECATED } else { 0 };
    declaration | deprecated
}

/// How many numbers are sent for a token.
const N_NUMBERS: usize = 5;

/// The one edit that makes some tokens into others, if they are not the same.
pub fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
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
