//! The syntax tree of a definition: lines, and over them the fields with what stands below each.
//!
//! The language is one of lines, and so is the tree. Every line knows its range in the text, and
//! together with their breaks the lines are the text: nothing can get lost. Parsing never fails,
//! and a wrong line costs only itself.
//!
//! ```text
//! - - array<int32>[interleaved] name=init ^86-95   # comment
//! ╰┬╯ ╰┬──╯╰─┬─╯ ╰────┬─────╯   ╰┬─╯ ╰┬─╯ ╰─┬──╯   ╰───┬───╯
//! dashes │ subtype  flags      name init  patches   comment
//!     keyword
//! ```

mod line;
mod tree;

use std::sync::Arc;

use super::patch::PatchRange;
use super::text::Span;
use super::types::Type;

pub use line::{TypeWords, split_type};

/// The greatest definition that is read, in bytes. The largest real one has 10,000.
pub const MAX_LEN: usize = 1 << 20;
/// The deepest field that is read. The deepest real one has 3 dashes.
pub const MAX_DEPTH: usize = 64;

/// A definition as it is written.
#[derive(Debug, Clone)]
pub struct Syntax {
    text: Arc<str>,
    lines: Vec<Line>,
    fields: Vec<Field>,
    faults: Vec<SyntaxFault>,
    patches: Option<PatchRange>,
}

/// A line without its break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub span: Span,
    /// What stands before the comment, without white space around it; empty on a blank line.
    pub content: Span,
    /// From the `#` to the end of the line.
    pub comment: Option<Span>,
    pub kind: LineKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Empty, white space, or a comment.
    Blank,
    Field(FieldId),
    /// Not understood, and skipped; a fault says why.
    Malformed,
}

/// A field by its place among the fields of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(pub u32);

/// A line that declares something: a field, a meta field or an `@include`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The number of its line, from 0.
    pub line: u32,
    /// The dashes as written, with the white space between them.
    pub dashes: Span,
    pub n_dashes: u32,
    /// The whole type: keyword, subtype and flags.
    pub ty: Span,
    pub keyword: Span,
    pub kind: Type,
    /// What stands between `<` and `>`.
    pub subtype: Option<Span>,
    /// What stands between `[` and `]`.
    pub flags: Option<Span>,
    /// The name; of an `@include`, the file.
    pub name: Span,
    pub init: Option<Span>,
    /// From the `^` on.
    pub patches: Option<(Span, PatchRange)>,
    /// Its level in the tree, which differs from `n_dashes` where a line goes too deep.
    pub depth: u32,
    pub parent: Option<FieldId>,
    /// One past the last field below this one: the fields stand in the order of their lines.
    end: u32,
    /// True where it stands below nothing, or below a field that can't have fields. The real
    /// parsers crash on it; here only this line is lost.
    pub is_misplaced: bool,
}

/// Something wrong with the form of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxFault {
    pub fault: Fault,
    pub line: u32,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The file has more than [`MAX_LEN`] bytes; none of its lines was read.
    TooLong,
    /// Dashes with nothing behind them. Malformed.
    NoType,
    /// A type, but no name. Malformed.
    NoName,
    /// More words than a type and a name. Malformed.
    ExtraWords,
    /// `^` with something that is no range of patches. Malformed.
    BadPatches,
    /// Deeper than [`MAX_DEPTH`]. Malformed.
    TooDeep,
    /// Dashes where no field stands above.
    UnderNothing,
    /// Below a field that is neither `array` nor `object`.
    UnderScalar,
    /// More than one level deeper than the line above; read as one level.
    DepthJump,
}

impl Syntax {
    pub fn parse(text: impl Into<Arc<str>>) -> Syntax {
        tree::parse(text.into())
    }

    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub fn faults(&self) -> &[SyntaxFault] {
        &self.faults
    }

    /// The patches that a header comment says the whole file is for.
    pub fn patches(&self) -> Option<PatchRange> {
        self.patches
    }

    pub fn str(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    pub fn n_fields(&self) -> usize {
        self.fields.len()
    }

    /// All fields at every depth, in the order of their lines.
    pub fn fields(&self) -> impl DoubleEndedIterator<Item = (FieldId, &Field)> + ExactSizeIterator {
        self.fields.iter().enumerate().map(|(idx, field)| (FieldId(idx as u32), field))
    }

    /// The field of an id that came from this tree.
    pub fn field(&self, id: FieldId) -> Option<&Field> {
        self.fields.get(id.0 as usize)
    }

    /// The fields right below one, or those at the top.
    pub fn children(&self, parent: Option<FieldId>) -> Children<'_> {
        match parent {
            None => Children { syntax: self, next: 0, end: self.fields.len() as u32 },
            Some(id) => {
                let end = self.field(id).map_or(0, |field| field.end);
                Children { syntax: self, next: id.0 + 1, end }
            }
        }
    }

    /// The ids of a field and of everything below it.
    pub fn subtree(&self, id: FieldId) -> impl Iterator<Item = FieldId> + use<> {
        let end = self.field(id).map_or(id.0, |field| field.end);
        (id.0..end).map(FieldId)
    }

    pub fn name(&self, id: FieldId) -> &str {
        self.field(id).map_or("", |field| self.str(field.name))
    }

    /// The array that a field is part of the elements of; `None`: it belongs to the message.
    pub fn scope(&self, id: FieldId) -> Option<FieldId> {
        let mut above = self.field(id)?.parent;
        while let Some(parent) = above {
            let field = self.field(parent)?;
            if field.kind != Type::Object {
                return Some(parent);
            }
            above = field.parent;
        }
        None
    }

    /// The name with those of the objects around it, as a meta field has to name it: `o.s`.
    pub fn dotted_name(&self, id: FieldId) -> String {
        let mut names = vec![self.name(id)];
        let mut above = self.field(id).and_then(|field| field.parent);
        while let Some((parent, field)) = above.and_then(|id| Some((id, self.field(id)?))) {
            if field.kind != Type::Object {
                break;
            }
            names.push(self.name(parent));
            above = field.parent;
        }
        names.reverse();
        names.join(".")
    }

    /// The number of the line that an offset is on, from 0. A break belongs to the line that it
    /// ends.
    pub fn line_at(&self, offset: usize) -> usize {
        let after = self.lines.partition_point(|line| line.span.start as usize <= offset);
        after.saturating_sub(1)
    }

    /// The field on the line that an offset is on.
    pub fn field_at(&self, offset: usize) -> Option<FieldId> {
        match self.lines.get(self.line_at(offset))?.kind {
            LineKind::Field(id) => Some(id),
            LineKind::Blank | LineKind::Malformed => None,
        }
    }

    /// What an offset is on, with its range. Right behind a part counts as on it, unless another
    /// one begins there.
    pub fn part_at(&self, offset: usize) -> Option<(Part, Span)> {
        let line = self.lines.get(self.line_at(offset))?;
        let comment = line.comment.filter(|span| span.touches(offset));
        if let Some(span) = comment.filter(|span| (span.start as usize) < offset) {
            return Some((Part::Comment, span));
        }
        let LineKind::Field(id) = line.kind else {
            return comment.map(|span| (Part::Comment, span));
        };
        let field = self.field(id)?;
        let parts = [
            (Part::Keyword, Some(field.keyword)),
            (Part::Subtype, field.subtype),
            (Part::Flags, field.flags),
            (Part::Name, Some(field.name)),
            (Part::Init, field.init),
            (Part::Patches, field.patches.map(|(span, _)| span)),
            (Part::Dashes, Some(field.dashes).filter(|span| !span.is_empty())),
            (Part::Comment, comment),
        ];
        parts.into_iter().find_map(|(part, span)| {
            let span = span.filter(|span| span.touches(offset))?;
            Some((part, span))
        })
    }

    /// True where it holds something that only protojs reads: `@include`, `^86`, `int32[2]`,
    /// `=init`, `array<array<…>>`.
    pub fn has_protojs_marks(&self) -> bool {
        self.fields.iter().any(|field| {
            let nested = field.subtype.is_some_and(|span| self.str(span).contains(['<', '[']));
            let include = field.kind == Type::Include;
            include || nested || field.init.is_some() || field.patches.is_some() || {
                field.flags.is_some_and(|span| line::repeat(self.str(span)).is_some())
            }
        })
    }

    /// True where the file writes its meta fields itself: the first one switches the implied ones
    /// off in the whole file.
    pub fn is_explicit(&self) -> bool {
        self.fields.iter().any(|field| field.kind.is_meta())
    }
}

impl Field {
    /// How often the type is repeated in place: 5 in `byte[5]`, otherwise 1.
    pub fn repeat(&self, syntax: &Syntax) -> u32 {
        self.flags.and_then(|span| line::repeat(syntax.str(span))).unwrap_or(1)
    }

    /// True for a flag of an array, such as `interleaved`.
    pub fn has_flag(&self, syntax: &Syntax, flag: &str) -> bool {
        self.flags.is_some_and(|span| syntax.str(span).split(',').any(|word| word.trim() == flag))
    }
}

/// What stands at a place of a field's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Dashes,
    Keyword,
    Subtype,
    Flags,
    Name,
    Init,
    Patches,
    Comment,
}

/// See [`Syntax::children`].
#[derive(Debug, Clone)]
pub struct Children<'a> {
    syntax: &'a Syntax,
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = FieldId;

    fn next(&mut self) -> Option<FieldId> {
        if self.next >= self.end {
            return None;
        }
        let id = FieldId(self.next);
        self.next = self.syntax.field(id)?.end;
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts the text together again from the lines, and each line from its parts.
    fn unparse(syntax: &Syntax) -> String {
        let text = syntax.text();
        let mut out = String::new();
        for line in syntax.lines() {
            out.push_str(&text[out.len()..line.span.start as usize]);
            let content_end = line.comment.map_or(line.span.end, |comment| comment.start);
            assert!(line.span.start <= line.content.start && line.content.end <= content_end);
            out.push_str(&text[line.span.start as usize..content_end as usize]);
            out.push_str(line.comment.map_or("", |comment| syntax.str(comment)));
        }
        out
    }

    #[test]
    fn the_lines_and_their_breaks_are_the_text() {
        for seed in 0..5_000 {
            let text = crate::def::fixture::random_text(seed);
            let syntax = Syntax::parse(text.as_str());
            assert_eq!(unparse(&syntax), text);
            for (id, field) in syntax.fields() {
                let line = &syntax.lines()[field.line as usize];
                assert_eq!(line.kind, LineKind::Field(id));
                let parts = [field.dashes, field.ty, field.name];
                assert!(parts.windows(2).all(|pair| pair[0].end <= pair[1].start), "{text:?}");
                assert!(field.ty.start <= field.keyword.start && field.keyword.end <= field.ty.end);
                assert!(!syntax.name(id).is_empty());
            }
            for offset in 0..=text.len() {
                syntax.part_at(offset);
            }
        }
    }

    #[test]
    fn a_line_has_all_its_parts() {
        let text = "array a\n- array< int32 >[interleaved] name=init ^86-95   # comment";
        let syntax = Syntax::parse(text);
        let parts: Vec<_> = [8, 10, 17, 28, 41, 46, 52, 60]
            .into_iter()
            .filter_map(|offset| syntax.part_at(offset))
            .map(|(part, span)| format!("{part:?} {}", syntax.str(span)))
            .collect();
        assert_eq!(
            parts,
            [
                "Dashes -",
                "Keyword array",
                "Subtype int32",
                "Flags interleaved",
                "Name name",
                "Init init",
                "Patches ^86-95",
                "Comment # comment",
            ]
        );
    }

    #[test]
    fn types_come_apart_as_toolbox_and_protojs_write_them() {
        let words = |text: &str| {
            let syntax = Syntax::parse(format!("{text} x"));
            let field = syntax.field(FieldId(0)).unwrap();
            let part = |span: Option<Span>| span.map_or("", |span| syntax.str(span)).to_owned();
            (field.kind, part(field.subtype), part(field.flags), field.repeat(&syntax))
        };
        let row = |kind, sub: &str, flags: &str, n| (kind, sub.to_owned(), flags.to_owned(), n);
        assert_eq!(words("array<int32>"), row(Type::Array, "int32", "", 1));
        assert_eq!(words("array[interleaved]"), row(Type::Array, "", "interleaved", 1));
        assert_eq!(words("array<array<int32[2]>>"), row(Type::Array, "array<int32[2]>", "", 1));
        assert_eq!(words("byte[5]"), row(Type::Byte, "", "5", 5));
        assert_eq!(words("Int32"), row(Type::Unknown, "", "", 1));
        assert_eq!(words("array<int32>x"), row(Type::Unknown, "", "", 1));
        assert_eq!(words("array<"), row(Type::Unknown, "", "", 1));
        assert_eq!(words("<<<<<<<"), row(Type::Unknown, "", "", 1));
    }

    #[test]
    fn an_include_takes_the_rest_of_its_line() {
        let syntax = Syntax::parse("@include my file.def # c\nobject o\n- @include x");
        assert_eq!(syntax.name(FieldId(0)), "my file.def");
        assert_eq!(syntax.field(FieldId(0)).unwrap().kind, Type::Include);
        assert_eq!(syntax.field(FieldId(2)).unwrap().kind, Type::Unknown);
    }

    #[test]
    fn names_are_dotted_up_to_the_array_that_they_belong_to() {
        let text = "object o\n- array a\n- - object p\n- - - object q\n- - - - string s";
        let syntax = Syntax::parse(text);
        assert_eq!(syntax.dotted_name(FieldId(1)), "o.a");
        assert_eq!(syntax.dotted_name(FieldId(4)), "p.q.s");
        assert_eq!(syntax.scope(FieldId(4)), Some(FieldId(1)));
        assert_eq!(syntax.scope(FieldId(1)), None);
    }

    #[test]
    fn the_header_says_which_patches_a_file_is_for() {
        let syntax = Syntax::parse("\u{feff}# majorPatchVersion >= 80 && majorPatchVersion < 85");
        assert_eq!(syntax.patches(), Some(PatchRange { from: 80, to: Some(85) }));
    }
}
