//! SQL in words: names, texts in quotes, and signs. Remarks are left out.

use std::iter::Peekable;

/// A word of a statement.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Word {
    /// A name, a number or a keyword.
    Plain(String),
    /// A text in quotes, as it is written.
    Quoted(String),
    Sign(char),
}

impl Word {
    pub(super) fn is_plain(&self, keyword: &str) -> bool {
        matches!(self, Word::Plain(word) if word.eq_ignore_ascii_case(keyword))
    }

    pub(super) fn text(&self) -> String {
        match self {
            Word::Plain(text) | Word::Quoted(text) => text.clone(),
            Word::Sign(sign) => sign.to_string(),
        }
    }
}

/// The name of a table, with the name of its database where one is before it.
pub(super) fn table_name<'w>(
    words: &mut Peekable<impl Iterator<Item = &'w Word>>,
) -> Option<String> {
    let mut name = words.next()?.text();
    let goes_on = |name: &str, next: &Word| match next {
        Word::Plain(next) => name.ends_with('.') || next.starts_with('.'),
        _ => false,
    };
    while let Some(next) = words.next_if(|next| goes_on(&name, next)) {
        name.push_str(&next.text());
    }
    Some(name)
}

/// The items between commas, up to the bracket that closes what is open.
pub(super) fn list<'w>(words: &mut impl Iterator<Item = &'w Word>) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for word in words {
        match word {
            Word::Sign(')') if depth == 0 => break,
            Word::Sign(',') if depth == 0 => items.push(String::new()),
            word => {
                depth += i32::from(*word == Word::Sign('(')) - i32::from(*word == Word::Sign(')'));
                if let Some(item) = items.last_mut() {
                    item.push_str(&word.text());
                }
            }
        }
    }
    items
}

pub(super) fn words(sql: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    // A byte order mark, also as it is in a text that is no UTF-8.
    let marks = ["\u{feff}", "\u{ef}\u{bb}\u{bf}"];
    let mut rest = marks.iter().find_map(|mark| sql.strip_prefix(mark)).unwrap_or(sql);
    while let Some(first) = rest.chars().next() {
        let len = match first {
            c if c.is_whitespace() => c.len_utf8(),
            '#' => line_of(rest),
            '-' if rest.starts_with("--") => line_of(rest),
            '/' if rest.starts_with("/*") => match rest.find("*/") {
                Some(end) => end + 2,
                None => {
                    let before = sql.get(..sql.len() - rest.len()).unwrap_or_default();
                    let line = before.matches('\n').count() + 1;
                    return Err(format!("the remark that begins in line {line} has no end"));
                }
            },
            '\'' | '"' => {
                let len =
                    quoted(rest, first).ok_or_else(|| unended(sql, sql.len() - rest.len()))?;
                words.push(Word::Quoted(rest.get(..len).unwrap_or_default().to_owned()));
                len
            }
            '`' => {
                let len =
                    quoted(rest, first).ok_or_else(|| unended(sql, sql.len() - rest.len()))?;
                let name = rest.get(1..len - 1).unwrap_or_default();
                words.push(Word::Plain(name.to_owned()));
                len
            }
            '(' | ')' | ',' | ';' | '=' => {
                words.push(Word::Sign(first));
                1
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "(),;='\"`".contains(c);
                let len = rest.find(ends).unwrap_or(rest.len());
                words.push(Word::Plain(rest.get(..len).unwrap_or_default().to_owned()));
                len
            }
        };
        rest = rest.get(len..).unwrap_or_default();
    }
    Ok(words)
}

fn line_of(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// How long a text in quotes is, with both of them.
pub(super) fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote != '`' => drop(chars.next()),
            // Two of them are one that belongs to the text.
            c if c == quote && chars.next_if(|(_, next)| *next == quote).is_none() => {
                return Some(at + 1);
            }
            _ => {}
        }
    }
    None
}

/// Why a text is refused whose quote at a place is never closed.
pub(super) fn unended(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or_default();
    format!("line {}: a quoted text has no closing quote", before.matches('\n').count() + 1)
}
