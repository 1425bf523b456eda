//! One line, taken apart into words.

use super::Fault;
use crate::def::patch::PatchRange;
use crate::def::text::{Span, is_space};

/// The words of a line that declares a field.
pub(super) struct Words {
    pub(super) dashes: Span,
    pub(super) n_dashes: u32,
    pub(super) ty: Span,
    pub(super) parts: TypeWords,
    pub(super) name: Span,
    pub(super) init: Option<Span>,
    pub(super) patches: Option<(Span, PatchRange)>,
}

/// A type taken apart, in the terms of the text that it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeWords {
    pub keyword: Span,
    pub subtype: Option<Span>,
    pub flags: Option<Span>,
}

/// Takes apart what stands on a line before its comment. It is not blank.
pub(super) fn words(text: &str, content: Span) -> Result<Words, (Fault, Span)> {
    let mut cursor = Cursor { text, at: content.start, end: content.end };
    let (dashes, n_dashes) = dashes(&mut cursor);
    let (ty, parts) = type_words(&mut cursor);
    if ty.is_empty() {
        return Err((Fault::NoType, dashes));
    }
    let is_include = n_dashes == 0 && parts.keyword.of(text) == "@include";
    cursor.skip_spaces();
    let word = match is_include {
        true => Span::new(cursor.at, content.end),
        false => cursor.word(),
    };
    if word.is_empty() {
        return Err((Fault::NoName, ty));
    }
    if is_include {
        return Ok(Words { dashes, n_dashes, ty, parts, name: word, init: None, patches: None });
    }
    let (name, init) = split_init(text, word);
    cursor.skip_spaces();
    let patches = patches(&mut cursor)?;
    match cursor.at < content.end {
        true => Err((Fault::ExtraWords, Span::new(cursor.at, content.end))),
        false => Ok(Words { dashes, n_dashes, ty, parts, name, init, patches }),
    }
}

/// Takes a type apart that stands alone, such as the subtype of an array.
pub fn split_type(text: &str, ty: Span) -> TypeWords {
    type_words(&mut Cursor { text, at: ty.start, end: ty.end }).1
}

/// The number in `int32[2]`; other flags are none.
pub(super) fn repeat(flags: &str) -> Option<u32> {
    let flags = flags.trim_matches(is_space);
    let is_number = !flags.is_empty() && flags.bytes().all(|b| b.is_ascii_digit());
    if is_number { flags.parse().ok() } else { None }
}

fn dashes(cursor: &mut Cursor<'_>) -> (Span, u32) {
    let start = cursor.at;
    let mut end = start;
    let mut n_dashes = 0;
    while cursor.eat('-') {
        n_dashes += 1;
        end = cursor.at;
        cursor.skip_spaces();
    }
    (Span::new(start, end), n_dashes)
}

fn type_words(cursor: &mut Cursor<'_>) -> (Span, TypeWords) {
    let start = cursor.at;
    let keyword = cursor.take_while(|c| !is_space(c) && c != '<' && c != '[');
    let subtype = cursor.bracketed('<', '>');
    let flags = cursor.bracketed('[', ']');
    if !keyword.is_empty() && cursor.is_between_words() {
        let ty = Span::new(start, cursor.at);
        return (ty, TypeWords { keyword, subtype, flags });
    }
    // What does not fit the form is still one word, of an unknown type.
    cursor.at = start;
    let word = cursor.word();
    (word, TypeWords { keyword: word, subtype: None, flags: None })
}

fn split_init(text: &str, word: Span) -> (Span, Option<Span>) {
    match word.of(text).find('=') {
        Some(at) if at > 0 && at + 1 < word.of(text).len() => {
            let equals = word.start + at as u32;
            (Span::new(word.start, equals), Some(Span::new(equals + 1, word.end)))
        }
        _ => (word, None),
    }
}

fn patches(cursor: &mut Cursor<'_>) -> Result<Option<(Span, PatchRange)>, (Fault, Span)> {
    if !cursor.rest().starts_with('^') {
        return Ok(None);
    }
    let span = cursor.word();
    let range = span.of(cursor.text).strip_prefix('^').and_then(PatchRange::of_field);
    cursor.skip_spaces();
    range.map(|range| Some((span, range))).ok_or((Fault::BadPatches, span))
}

struct Cursor<'a> {
    text: &'a str,
    at: u32,
    end: u32,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        Span::new(self.at, self.end).of(self.text)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() as u32 } else { 0 };
        found
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> Span {
        let rest = self.rest();
        let len = rest.find(|c| !wanted(c)).unwrap_or(rest.len()) as u32;
        let span = Span::new(self.at, self.at + len);
        self.at = span.end;
        span
    }

    fn word(&mut self) -> Span {
        self.take_while(|c| !is_space(c))
    }

    fn skip_spaces(&mut self) {
        self.take_while(is_space);
    }

    fn is_between_words(&self) -> bool {
        self.rest().chars().next().is_none_or(is_space)
    }

    /// What stands between a bracket and the one that closes it, without white space around it.
    /// White space inside is none of the language: then nothing is taken.
    fn bracketed(&mut self, open: char, close: char) -> Option<Span> {
        if !self.rest().starts_with(open) {
            return None;
        }
        let mut depth = 0_u32;
        let len = self.rest().find(|c| {
            depth += u32::from(c == open);
            depth -= u32::from(c == close);
            depth == 0
        })?;
        let end = self.at + len as u32;
        let inner = crate::def::text::trimmed(self.text, Span::new(self.at + 1, end));
        if inner.is_empty() || inner.of(self.text).contains(is_space) {
            return None;
        }
        self.at = end + 1;
        Some(inner)
    }
}
