//! SQL in words: names, texts in quotes, and signs. Remarks are left out.

use std::iter::Peekable;

use crate::world::eq::rows::Damage;

/// A word of a statement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Word<'t> {
    kind: Kind,
    /// With its quotes.
    written: &'t str,
    /// Where it begins in the text.
    pub(super) start: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A number, a keyword, or a name without quotes.
    Plain,
    /// A name in quotes.
    Name,
    Text,
    Sign,
}

impl<'t> Word<'t> {
    pub(super) fn is_plain(&self, keyword: &str) -> bool {
        self.kind == Kind::Plain && self.written.eq_ignore_ascii_case(keyword)
    }

    pub(super) fn is_one_of(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.is_plain(keyword))
    }

    pub(super) fn is(&self, sign: char) -> bool {
        self.kind == Kind::Sign && self.written.starts_with(sign)
    }

    /// A name without its quotes, and all else as it is written.
    pub(super) fn text(&self) -> &'t str {
        match self.kind {
            Kind::Name => self.written.get(1..self.written.len() - 1).unwrap_or_default(),
            Kind::Plain | Kind::Text | Kind::Sign => self.written,
        }
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.written.len()
    }

    /// How many brackets are open behind it, where so many were before.
    fn depth(&self, before: i32) -> i32 {
        before + i32::from(self.is('(')) - i32::from(self.is(')'))
    }
}

/// The name of a table, with the name of its database where one is before it.
pub(super) fn table_name<'t, 'w>(
    words: &mut Peekable<impl Iterator<Item = &'w Word<'t>>>,
) -> Option<String>
where
    't: 'w,
{
    let mut name = words.next()?.text().to_owned();
    let goes_on = |name: &str, next: &Word<'_>| match next.kind {
        Kind::Plain | Kind::Name => name.ends_with('.') || next.text().starts_with('.'),
        Kind::Text | Kind::Sign => false,
    };
    while let Some(next) = words.next_if(|next| goes_on(&name, next)) {
        name.push_str(next.text());
    }
    Some(name)
}

/// The names between commas, up to the bracket that closes what is open.
pub(super) fn names<'t, 'w>(words: &mut impl Iterator<Item = &'w Word<'t>>) -> Vec<String>
where
    't: 'w,
{
    let mut names = vec![String::new()];
    let mut depth = 0;
    for word in words {
        if depth == 0 && word.is(')') {
            break;
        }
        depth = word.depth(depth);
        match names.last_mut() {
            Some(name) if depth != 0 || !word.is(',') => name.push_str(word.text()),
            _ => names.push(String::new()),
        }
    }
    names
}

/// The expressions between commas as the text has them, up to the bracket that closes what is open, and
/// where that is.
pub(super) fn list<'s, 't, 'w>(
    sql: &'s str,
    words: &mut impl Iterator<Item = &'w Word<'t>>,
) -> Vec<&'s str>
where
    't: 'w,
{
    let mut items = Vec::new();
    let mut item: Option<[usize; 2]> = None;
    let mut depth = 0;
    let written = |item: Option<[usize; 2]>| {
        item.and_then(|[from, to]| sql.get(from..to)).unwrap_or_default()
    };
    for word in words {
        if depth == 0 && word.is(')') {
            break;
        }
        if depth == 0 && word.is(',') {
            items.push(written(item.take()));
            continue;
        }
        depth = word.depth(depth);
        item = Some([item.map_or(word.start, |[from, _]| from), word.end()]);
    }
    items.push(written(item));
    items
}

/// The expression that ends before a comma or a keyword.
pub(super) fn expression<'s, 't, 'w>(
    sql: &'s str,
    words: &mut Peekable<impl Iterator<Item = &'w Word<'t>>>,
    before: &str,
) -> Option<&'s str>
where
    't: 'w,
{
    let first = words.next()?;
    let (mut depth, mut end) = (first.depth(0), first.end());
    while let Some(word) =
        words.next_if(|word| depth != 0 || !(word.is(',') || word.is_plain(before)))
    {
        (depth, end) = (word.depth(depth), word.end());
    }
    sql.get(first.start..end)
}

/// All words up to the first that has no end.
pub(super) fn words(sql: &str) -> (Vec<Word<'_>>, Option<Damage>) {
    let mut words = Vec::new();
    // A byte order mark, also as it is in a text that is no UTF-8.
    let marks = ["\u{feff}", "\u{ef}\u{bb}\u{bf}"];
    let mut rest = marks.iter().find_map(|mark| sql.strip_prefix(mark)).unwrap_or(sql);
    while let Some(first) = rest.chars().next() {
        let start = sql.len() - rest.len();
        let (kind, len) = match first {
            c if c.is_whitespace() => (None, c.len_utf8()),
            '#' => (None, line_of(rest)),
            '-' if rest.starts_with("--") => (None, line_of(rest)),
            '/' if rest.starts_with("/*") => match rest.find("*/") {
                Some(end) => (None, end + 2),
                None => return (words, Some(Damage::at(sql, start, "a remark has no end"))),
            },
            '\'' | '"' | '`' => match quoted(rest, first) {
                Some(len) => (Some(if first == '`' { Kind::Name } else { Kind::Text }), len),
                None => return (words, Some(unended(sql, start))),
            },
            '(' | ')' | ',' | ';' | '=' => (Some(Kind::Sign), 1),
            _ => {
                let ends = |c: char| c.is_whitespace() || "(),;='\"`".contains(c);
                (Some(Kind::Plain), rest.find(ends).unwrap_or(rest.len()))
            }
        };
        if let Some(kind) = kind {
            words.push(Word { kind, written: rest.get(..len).unwrap_or_default(), start });
        }
        rest = rest.get(len..).unwrap_or_default();
    }
    (words, None)
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
pub(super) fn unended(text: &str, at: usize) -> Damage {
    Damage::at(text, at, "a quoted text has no closing quote")
}
