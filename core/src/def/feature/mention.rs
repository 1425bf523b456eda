//! Packets and files that a comment speaks of: `# see S_SPAWN_USER.gameId`, `# S_LOGIN.13.def`.

use crate::def::text::Span;

/// A word of a comment that may name a packet or a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mention<'a> {
    pub(super) span: Span,
    /// `S_SPAWN_USER`
    pub(super) name: &'a str,
    /// What follows its first dot: `gameId`, `13.def`.
    pub(super) rest: Option<&'a str>,
}

/// Every word that could be one. Packets' names have an underscore in them, words of English have
/// none; and a map has its extension.
pub(super) fn mentions(text: &str, comment: Span) -> impl Iterator<Item = Mention<'_>> {
    let part = comment.of(text);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + part.get(at..)?.find(is_word)?;
            let rest = part.get(start..)?;
            let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            at = start + len;
            let word = rest.get(..len)?.trim_end_matches('.');
            if !word.contains('_') && !word.ends_with(".map") {
                continue;
            }
            let start = comment.start + start as u32;
            let span = Span::new(start, start + word.len() as u32);
            let (name, rest) = match word.split_once('.') {
                Some((name, rest)) => (name, Some(rest)),
                None => (word, None),
            };
            return Some(Mention { span, name, rest });
        }
    })
}

#[test]
fn words_with_an_underscore_are_mentions() {
    let text = "# see S_A. Or (C_B.id), C_C.12.def: a.b protocol.1.map, é_é ..";
    let found: Vec<_> = mentions(text, Span::new(0, text.len() as u32))
        .map(|mention| (mention.name, mention.rest, mention.span.of(text)))
        .collect();
    assert_eq!(
        found,
        [
            ("S_A", None, "S_A"),
            ("C_B", Some("id"), "C_B.id"),
            ("C_C", Some("12.def"), "C_C.12.def"),
            ("protocol", Some("1.map"), "protocol.1.map"),
            ("_", None, "_"),
        ]
    );
}
