//! What each part of a text is, for colours.

use landwright_core::def::feature::tokens::{self, Token, TokenKind};
use tower_lsp::lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend,
};

use crate::file::Key;
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

/// All tokens of the file, with what it is called.
pub fn of_file(snapshot: &Snapshot) -> (&Key, Vec<SemanticToken>) {
    (&snapshot.file.key, tokens(snapshot, 0..snapshot.file.text.len()))
}
