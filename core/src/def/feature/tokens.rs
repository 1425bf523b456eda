//! What each part of a text is, for colours.

use std::ops::Range;

use super::type_docs;
use crate::def::catalogue::{Catalogue, File, MapFile};
use crate::def::syntax::{Field, LineKind, Syntax};
use crate::def::text::Span;
use crate::def::types::Type;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// On one line, never empty.
    pub range: Range<usize>,
    pub kind: TokenKind,
    /// True for `count` and `offset`.
    pub is_deprecated: bool,
    /// True where a name is declared.
    pub is_declaration: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    Type,
    /// `count`, `offset`, `ref`.
    Meta,
    /// The name of a field.
    Field,
    /// Dashes, brackets, `=` and `^`.
    Operator,
    /// `interleaved`
    Flag,
    Number,
    Comment,
    /// `@include`
    Macro,
    /// The name of an included file.
    File,
    /// A name of a map.
    Constant,
}

/// The tokens of the lines that a range touches, sorted. They don't overlap.
pub fn tokens(catalogue: &Catalogue, path: &str, range: Range<usize>) -> Vec<Token> {
    let mut tokens = Tokens::default();
    match catalogue.file(path) {
        Some(File::Definition(definition)) => tokens.definition(&definition.syntax, &range),
        Some(File::Map(file)) => tokens.map(file, &range),
        _ => {}
    }
    tokens.list
}

fn touches(line: Span, range: &Range<usize>) -> bool {
    line.start as usize <= range.end && range.start <= line.end as usize
}

#[derive(Default)]
struct Tokens {
    list: Vec<Token>,
}

impl Tokens {
    fn add(&mut self, span: Span, kind: TokenKind) {
        if !span.is_empty() {
            let range = span.range();
            self.list.push(Token { range, kind, is_deprecated: false, is_declaration: false });
        }
    }

    /// For the token that was added last.
    fn set(&mut self, set: impl FnMut(&mut Token)) {
        self.list.last_mut().into_iter().for_each(set);
    }

    fn definition(&mut self, syntax: &Syntax, range: &Range<usize>) {
        for line in syntax.lines().iter().filter(|line| touches(line.span, range)) {
            if let LineKind::Field(id) = line.kind {
                syntax.field(id).into_iter().for_each(|field| self.field(syntax, field));
            }
            self.add(line.comment.unwrap_or_default(), TokenKind::Comment);
        }
    }

    fn field(&mut self, syntax: &Syntax, field: &Field) {
        for (at, _) in syntax.str(field.dashes).match_indices('-') {
            let start = field.dashes.start + at as u32;
            self.add(Span::new(start, start + 1), TokenKind::Operator);
        }
        if field.kind == Type::Include {
            self.add(field.keyword, TokenKind::Macro);
            return self.add(field.name, TokenKind::File);
        }
        self.ty(syntax, field.ty);
        self.add(field.name, TokenKind::Field);
        self.set(|token| token.is_declaration = !field.kind.is_meta());
        if let Some(init) = field.init {
            self.add(Span::new(field.name.end, init.start), TokenKind::Operator);
            self.add(init, TokenKind::Number);
        }
        if let Some((patches, _)) = field.patches {
            self.add(Span::new(patches.start, patches.start + 1), TokenKind::Operator);
            self.add(Span::new(patches.start + 1, patches.end), TokenKind::Number);
        }
    }

    /// A type with all its subtypes, word by word. A word that is no type has no token.
    fn ty(&mut self, syntax: &Syntax, ty: Span) {
        let text = syntax.str(ty);
        let is_bracket = |c| matches!(c, '<' | '>' | '[' | ']' | ',');
        let mut in_flags = false;
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let len = match rest.find(is_bracket) {
                Some(0) => 1,
                Some(len) => len,
                None => rest.len(),
            };
            let word = rest.get(..len).unwrap_or_default();
            let start = ty.start + at as u32;
            let span = Span::new(start, start + len as u32);
            match word {
                "<" | ">" | "[" | "]" | "," => {
                    in_flags = word == "[" || in_flags && word != "]";
                    self.add(span, TokenKind::Operator);
                }
                _ if in_flags && word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    self.add(span, TokenKind::Number);
                }
                _ if in_flags => self.add(span, TokenKind::Flag),
                _ => self.keyword(span, Type::named(word)),
            }
            at += len;
        }
    }

    fn keyword(&mut self, span: Span, ty: Type) {
        match ty {
            Type::Unknown => {}
            _ if ty.is_meta() => {
                self.add(span, TokenKind::Meta);
                self.set(|token| token.is_deprecated = type_docs::is_deprecated(ty));
            }
            _ => self.add(span, TokenKind::Type),
        }
    }

    fn map(&mut self, file: &MapFile, range: &Range<usize>) {
        for line in file.map.lines().iter().filter(|line| touches(line.span, range)) {
            if let Some(entry) = &line.entry {
                self.add(entry.name, TokenKind::Constant);
                self.set(|token| token.is_declaration = true);
                self.add(entry.equals.unwrap_or_default(), TokenKind::Operator);
                if entry.code.is_some() {
                    self.add(entry.value, TokenKind::Number);
                }
            }
            self.add(line.comment.unwrap_or_default(), TokenKind::Comment);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let found = tokens(&fixture.catalogue(), fixture.path(), 0..usize::MAX);
        let mut out = String::new();
        let mut end = 0;
        for token in &found {
            assert!(token.range.start >= end, "{text}");
            if fixture.text()[end..token.range.start].contains('\n') {
                out.push('\n');
            }
            end = token.range.end;
            let name = format!("{:?}", token.kind).to_lowercase();
            let marks = match (token.is_deprecated, token.is_declaration) {
                (true, _) => "!",
                (_, true) => "*",
                _ => "",
            };
            out.push_str(&format!("{name}{marks}({}) ", &fixture.text()[token.range.clone()]));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn every_part_of_a_line_has_its_kind() {
        check(
            "# head\ncount list\nref list\narray<array<int32[2]>>[interleaved] list # c\n\
             - - in32 x=5 ^80-90\n@include a b.def\nbroken\n",
            &expect![[r#"
                comment(# head) 
                meta!(count) field(list) 
                meta(ref) field(list) 
                type(array) operator(<) type(array) operator(<) type(int32) operator([) number(2) operator(]) operator(>) operator(>) operator([) flag(interleaved) operator(]) field*(list) comment(# c) 
                operator(-) operator(-) field*(x) operator(=) number(5) operator(^) number(80-90) 
                macro(@include) file(a b.def) "#]],
        );
    }

    #[test]
    fn maps_have_names_and_numbers() {
        check(
            "//- protocol.1.map\nS_A = 7 # c\nS_B 8\nS_C x\n",
            &expect![[r#"
            constant*(S_A) operator(=) number(7) comment(# c) 
            constant*(S_B) number(8) 
            constant*(S_C) "#]],
        );
    }

    #[test]
    fn a_range_takes_whole_lines() {
        let fixture = Fixture::parse("int32 a\nint32 b\nint32 c\n");
        let found = tokens(&fixture.catalogue(), fixture.path(), 10..11);
        assert_eq!(found.iter().map(|token| token.range.start).collect::<Vec<_>>(), [8, 14]);
    }
}
