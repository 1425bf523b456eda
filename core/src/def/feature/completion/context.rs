//! What is being typed: the line as it is up to the cursor, however malformed.

use crate::def::syntax::{FieldId, LineKind, Syntax, split_type};
use crate::def::text::{Span, is_space};
use crate::def::types::Type;

/// The place of the cursor in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Context {
    /// The number of the line.
    pub(super) line: usize,
    pub(super) n_dashes: u32,
    /// From the first dash to the type.
    pub(super) dashes: Span,
    /// The word that the cursor is in: what an item replaces.
    pub(super) word: Span,
    /// The word up to the cursor.
    pub(super) typed: Span,
    /// True where nothing but a comment follows the word.
    pub(super) is_alone: bool,
    pub(super) spot: Spot,
    /// The field that the line stands below.
    pub(super) parent: Option<FieldId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Type,
    /// Inside `array<`.
    Subtype,
    /// Inside `array[`.
    Flag,
    /// Behind this type.
    Name(Span),
    /// Behind `count`, `offset` or `ref`.
    Target(Type),
    /// Behind `@include`.
    Include,
    /// In a comment that may become the one that names patches.
    Header,
}

/// Of a longer line nobody types the end.
const MAX_LINE: u32 = 4096;

pub(super) fn at(syntax: &Syntax, offset: usize) -> Option<Context> {
    let text = syntax.text();
    let cursor = u32::try_from(offset).ok().filter(|_| text.is_char_boundary(offset))?;
    let number = syntax.line_at(offset);
    let line = syntax.lines().get(number)?;
    if cursor > line.span.end || line.span.end - line.span.start > MAX_LINE {
        return None;
    }
    let rest = Rest { text, end: line.comment.map_or(line.span.end, |comment| comment.start) };
    if cursor > rest.end {
        return header(syntax, number, cursor);
    }
    let mut at = rest.skip(line.span.start, is_space);
    let first = at;
    let mut n_dashes = 0;
    while rest.from(at).starts_with('-') {
        n_dashes += 1;
        at = rest.skip(at + 1, is_space);
    }
    // In front of the dashes or between them nothing is offered.
    if cursor < at {
        return None;
    }
    let ty = Span::new(at, rest.skip(at, |c| !is_space(c)));
    let (spot, word) = match cursor <= ty.end {
        true => in_type(&rest, ty, cursor)?,
        false => behind_type(&rest, ty, cursor, n_dashes)?,
    };
    Some(Context {
        line: number,
        n_dashes,
        dashes: Span::new(first, at),
        word,
        typed: Span::new(word.start, cursor),
        is_alone: rest.skip(word.end, is_space) == rest.end,
        spot,
        parent: parent(syntax, number, n_dashes),
    })
}

/// A line from some place on, without its comment.
struct Rest<'a> {
    text: &'a str,
    end: u32,
}

impl<'a> Rest<'a> {
    fn from(&self, at: u32) -> &'a str {
        Span::new(at, self.end).of(self.text)
    }

    fn skip(&self, at: u32, wanted: impl Fn(char) -> bool) -> u32 {
        let rest = self.from(at);
        at + rest.find(|c| !wanted(c)).unwrap_or(rest.len()) as u32
    }
}

fn in_type(rest: &Rest<'_>, ty: Span, cursor: u32) -> Option<(Spot, Span)> {
    let is_bracket = |c: char| matches!(c, '<' | '>' | '[' | ']' | ',');
    let end = rest.skip(cursor, |c| !is_space(c) && !is_bracket(c));
    let before = Span::new(ty.start, cursor).of(rest.text);
    let Some(bracket) = before.rfind(is_bracket) else {
        return Some((Spot::Type, Span::new(ty.start, end)));
    };
    let word = Span::new(ty.start + bracket as u32 + 1, end);
    match before.get(bracket..)?.chars().next()? {
        '<' => Some((Spot::Subtype, word)),
        '[' | ',' if before.starts_with("array") => Some((Spot::Flag, word)),
        _ => None,
    }
}

fn behind_type(rest: &Rest<'_>, ty: Span, cursor: u32, n_dashes: u32) -> Option<(Spot, Span)> {
    let keyword = split_type(rest.text, ty).keyword;
    let kind = Type::named(keyword.of(rest.text));
    let start = rest.skip(ty.end, is_space).min(cursor);
    if kind == Type::Include && n_dashes == 0 {
        let len = rest.from(start).trim_end_matches(is_space).len() as u32;
        let word = Span::new(start, (start + len).max(cursor));
        return Some((Spot::Include, word));
    }
    let word = Span::new(start, rest.skip(start, |c| !is_space(c) && c != '='));
    if cursor > word.end {
        return None;
    }
    Some((if kind.is_meta() { Spot::Target(kind) } else { Spot::Name(ty) }, word))
}

/// `# maj`, above the first field of a file that does not name its patches yet.
fn header(syntax: &Syntax, line: usize, cursor: u32) -> Option<Context> {
    let comment = syntax.lines().get(line)?.comment?;
    let is_above = syntax.fields().next().is_none_or(|(_, field)| field.line as usize > line);
    let rest = Rest { text: syntax.text(), end: comment.end };
    let start = rest.skip(comment.start, |c| c == '#' || is_space(c)).min(cursor);
    let word = Span::new(start, rest.skip(start, |c| c.is_ascii_alphabetic()));
    let typed = Span::new(start, cursor);
    let is_begun = "majorpatchversion".starts_with(&syntax.str(typed).to_ascii_lowercase());
    if !is_above || !is_begun || syntax.patches().is_some() {
        return None;
    }
    let dashes = Span::empty(start);
    let spot = Spot::Header;
    Some(Context { line, n_dashes: 0, dashes, word, typed, is_alone: false, spot, parent: None })
}

/// The field that a line with so many dashes stands below.
fn parent(syntax: &Syntax, line: usize, n_dashes: u32) -> Option<FieldId> {
    let mut next = last_above(syntax, line);
    while let Some((id, field)) = next.and_then(|id| Some((id, syntax.field(id)?))) {
        if field.depth < n_dashes {
            return Some(id);
        }
        next = field.parent;
    }
    None
}

/// The last field above a line.
pub(super) fn last_above(syntax: &Syntax, line: usize) -> Option<FieldId> {
    let above = syntax.lines().get(..line)?;
    above.iter().rev().find_map(|line| match line.kind {
        LineKind::Field(id) => Some(id),
        LineKind::Blank | LineKind::Malformed => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::super::fixture::Fixture;
    use super::*;

    /// The place, the word up to the cursor, and what stands above.
    fn check(text: &str, spot: &str, word: &str) {
        let fixture = Fixture::parse(text);
        let syntax = fixture.syntax();
        let context = at(&syntax, fixture.offset());
        let found = context.as_ref().map(|context| {
            let name = format!("{:?}", context.spot);
            let name = name.split('(').next().unwrap_or_default().to_owned();
            let parent = context.parent.map_or("", |id| syntax.name(id));
            let alone = if context.is_alone { "" } else { "…" };
            (
                format!("{name} {parent}").trim_end().to_owned(),
                format!("{}{alone}", syntax.str(context.word)),
            )
        });
        let (found, found_word) = found.unwrap_or_default();
        assert_eq!((found.as_str(), found_word.as_str()), (spot, word), "{text:?}");
    }

    #[test]
    fn a_type_is_typed_behind_the_dashes() {
        check("$0", "Type", "");
        check("in$0t32", "Type", "int32");
        check("in$0t32 a", "Type", "int32…");
        check("array a\n- $0", "Type a", "");
        check("array a\n-in$0 # c", "Type a", "in");
        check("array a\n- object b\n- - int32 c\n- $0", "Type a", "");
        check("array a\n- - - $0", "Type a", "");
        check("$0- int32 a", "", "");
        check("# c$0", "", "");
    }

    #[test]
    fn a_subtype_is_typed_in_brackets() {
        check("array<$0", "Subtype", "");
        check("array<in$0t> a", "Subtype", "int…");
        check("array<array<v$0", "Subtype", "v");
        check("array<int32>$0", "", "");
        check("array<int32>[$0", "Flag", "");
        check("byte[$0", "", "");
    }

    #[test]
    fn a_name_is_typed_behind_the_type() {
        check("int32 $0", "Name", "");
        check("int32 ga$0me", "Name", "game");
        check("int32  $0  game", "Name", "…");
        check("int32 game=$0", "", "");
        check("int32 game ^$0", "", "");
        check("count li$0", "Target", "li");
        check("@include my fi$0le # c", "Include", "my file");
        check("array a\n- @include $0", "Name a", "");
    }

    #[test]
    fn a_header_is_offered_once_and_above_the_fields() {
        check("# maj$0", "Header", "maj…");
        check("#$0\nint32 a", "Header", "…");
        check("int32 a\n# maj$0", "", "");
        check("# majorPatchVersion >= 80\n# maj$0", "", "");
    }
}
