//! All lines of a text, and the tree that their dashes make.

use std::sync::Arc;

use super::line::{Words, words};
use super::{Fault, Field, FieldId, Line, LineKind, MAX_DEPTH, MAX_LEN, Syntax, SyntaxFault};
use crate::def::patch::PatchRange;
use crate::def::text::{Span, lines, split_comment, trimmed};
use crate::def::types::Type;

pub(super) fn parse(text: Arc<str>) -> Syntax {
    let mut tree = Tree::default();
    if text.len() > MAX_LEN {
        let line = Line {
            span: Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX)),
            content: Span::empty(0),
            comment: None,
            kind: LineKind::Malformed,
        };
        let start = text.get(..text.floor_char_boundary(MAX_LEN)).unwrap_or_default();
        let first = start.find(['\r', '\n']).unwrap_or(start.len());
        tree.fault(Fault::TooLong, 0, Span::new(0, first as u32));
        tree.lines.push(line);
    } else {
        for span in lines(&text) {
            tree.line(&text, span);
        }
        tree.close(0);
    }
    let Tree { mut lines, mut fields, faults, patches, .. } = tree;
    // A server keeps thousands of these.
    lines.shrink_to_fit();
    fields.shrink_to_fit();
    Syntax { text, lines, fields, faults, patches }
}

#[derive(Default)]
struct Tree {
    lines: Vec<Line>,
    fields: Vec<Field>,
    faults: Vec<SyntaxFault>,
    patches: Option<PatchRange>,
    /// The last field at each level down to that of the line above; `None` where a line stands
    /// under nothing.
    open: Vec<Option<FieldId>>,
}

impl Tree {
    fn fault(&mut self, fault: Fault, line: u32, span: Span) {
        self.faults.push(SyntaxFault { fault, line, span });
    }

    fn line(&mut self, text: &str, span: Span) {
        let number = self.lines.len() as u32;
        let (before, comment) = split_comment(text, span);
        let content = trimmed(text, before);
        if let (None, Some(comment)) = (self.patches, comment) {
            self.patches = PatchRange::of_comment(comment.of(text));
        }
        let kind = if content.is_empty() {
            LineKind::Blank
        } else {
            match words(text, content) {
                Ok(words) => self.field(text, number, &words),
                Err((fault, span)) => {
                    self.fault(fault, number, span);
                    LineKind::Malformed
                }
            }
        };
        self.lines.push(Line { span, content, comment, kind });
    }

    /// Hangs a field into the tree, as the real parsers do: a line is at most one level deeper
    /// than the one before it, whatever its dashes say.
    fn field(&mut self, text: &str, line: u32, words: &Words) -> LineKind {
        let wanted = words.n_dashes as usize;
        let level = self.open.len().saturating_sub(1);
        let depth = wanted.min(level + 1);
        if depth > MAX_DEPTH {
            self.fault(Fault::TooDeep, line, words.dashes);
            return LineKind::Malformed;
        }
        self.close(depth);
        while self.open.len() < depth {
            self.open.push(None);
        }
        let parent = self.open.last().copied().flatten();
        let above = parent.and_then(|id| self.fields.get(id.0 as usize)).map(|field| field.kind);
        let fault = match above {
            None if depth > 0 => Some(Fault::UnderNothing),
            Some(kind) if !kind.is_container() => Some(Fault::UnderScalar),
            _ => None,
        };
        let jump = (wanted > depth).then_some(Fault::DepthJump);
        if let Some(fault) = fault.or(jump) {
            self.fault(fault, line, words.dashes);
        }
        let id = FieldId(self.fields.len() as u32);
        self.open.push(Some(id));
        self.fields.push(Field {
            line,
            dashes: words.dashes,
            n_dashes: words.n_dashes,
            ty: words.ty,
            keyword: words.parts.keyword,
            kind: kind_of(text, words),
            subtype: words.parts.subtype,
            flags: words.parts.flags,
            name: words.name,
            init: words.init,
            patches: words.patches,
            depth: depth as u32,
            parent,
            end: id.0 + 1,
            is_misplaced: fault.is_some(),
        });
        LineKind::Field(id)
    }

    /// Ends everything at this level and below.
    fn close(&mut self, depth: usize) {
        let end = self.fields.len() as u32;
        for id in self.open.drain(depth.min(self.open.len())..).flatten() {
            if let Some(field) = self.fields.get_mut(id.0 as usize) {
                field.end = end;
            }
        }
    }
}

/// `@include` is one only at the top: protojs puts the lines of the file in its place as they are.
fn kind_of(text: &str, words: &Words) -> Type {
    match Type::named(words.parts.keyword.of(text)) {
        Type::Include if words.n_dashes > 0 => Type::Unknown,
        kind => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields as one line, as the parsers nest them, and the faults with their lines.
    fn check(text: &str, tree: &str, faults: &[(u32, Fault)]) {
        let syntax = Syntax::parse(text);
        let mut out = String::new();
        dump(&syntax, None, &mut out);
        assert_eq!(out, tree, "{text:?}");
        let found: Vec<_> = syntax.faults().iter().map(|f| (f.line, f.fault)).collect();
        assert_eq!(found, faults, "{text:?}");
    }

    fn dump(syntax: &Syntax, parent: Option<FieldId>, out: &mut String) {
        for (idx, id) in syntax.children(parent).enumerate() {
            let field = syntax.field(id).unwrap();
            assert_eq!(field.parent, parent);
            out.push_str(if idx > 0 { "; " } else { "" });
            out.push_str(&format!("{} {}", syntax.str(field.ty), syntax.name(id)));
            if syntax.children(Some(id)).next().is_some() {
                out.push('{');
                dump(syntax, Some(id), out);
                out.push('}');
            }
        }
    }

    #[test]
    fn lines_nest_by_their_dashes() {
        check("", "", &[]);
        check("# only", "", &[]);
        check("array a\n-int32 b", "array a{int32 b}", &[]);
        check("array a\n- array b\n--int32 c", "array a{array b{int32 c}}", &[]);
        check("array a\n-\tint32 b", "array a{int32 b}", &[]);
        check(
            "object o\n- int32 a\nint32 b\nobject o\n- int32 c",
            "object o{int32 a}; int32 b; object o{int32 c}",
            &[],
        );
        check(
            "array a\n- array b\n- - int32 c\n- int32 d\nint32 e",
            "array a{array b{int32 c}; int32 d}; int32 e",
            &[],
        );
    }

    #[test]
    fn white_space_is_that_of_the_real_parsers() {
        check("\u{feff}\u{feff}int32 a\r\n\tint32\u{c}b\u{a0}\r\n", "int32 a; int32 b", &[]);
        check("int32 x#c\nint32 a # b # c", "int32 x; int32 a", &[]);
        check("int32 a\rint32 b", "", &[(0, Fault::ExtraWords)]);
        check("int32 a\r", "int32 a", &[]);
        check("int32 a # c\rint32 b", "", &[(0, Fault::ExtraWords)]);
    }

    #[test]
    fn a_wrong_line_costs_only_itself() {
        check("array a\n-\n- int32 b", "array a{int32 b}", &[(1, Fault::NoType)]);
        check("array a\n- id\n- int32 b", "array a{int32 b}", &[(1, Fault::NoName)]);
        check(
            "int32\nint32 a b\nint32 c",
            "int32 c",
            &[(0, Fault::NoName), (1, Fault::ExtraWords)],
        );
        check("array <int32> x\nbyte y", "byte y", &[(0, Fault::ExtraWords)]);
        check("=======\nint32 a", "int32 a", &[(0, Fault::NoName)]);
        check("int32 a ^x\nint32 b ^0-", "", &[(0, Fault::BadPatches), (1, Fault::BadPatches)]);
        check("int32 a ^0-80 b", "", &[(0, Fault::ExtraWords)]);
    }

    #[test]
    fn a_line_is_at_most_one_level_deeper_than_the_one_above() {
        let jump = [(1, Fault::DepthJump)];
        check("array a\n- - int32 b\n- int32 c", "array a{int32 b; int32 c}", &jump);
        check("array a\n- - array b\n- - int32 c", "array a{array b{int32 c}}", &jump);
    }

    #[test]
    fn lines_under_nothing_and_under_a_scalar_are_misplaced() {
        check(
            "- int32 x\n- int32 y\nint32 z",
            "int32 x; int32 y; int32 z",
            &[(0, Fault::UnderNothing), (1, Fault::UnderNothing)],
        );
        check(
            "int32 a\n- int32 b\nint32 c",
            "int32 a{int32 b}; int32 c",
            &[(1, Fault::UnderScalar)],
        );
        check(
            "array a\n- array b\n- - int32 c\nint32 d\n- int32 e",
            "array a{array b{int32 c}}; int32 d{int32 e}",
            &[(4, Fault::UnderScalar)],
        );
    }

    #[test]
    fn depth_and_size_are_bounded() {
        let deep = format!("array a\n{} int32 b", "-".repeat(10_000));
        check(&deep, "array a{int32 b}", &[(1, Fault::DepthJump)]);

        let stairs: Vec<_> = (0..100).map(|n| format!("{}array a", "-".repeat(n))).collect();
        let syntax = Syntax::parse(stairs.join("\n"));
        assert_eq!(syntax.n_fields(), MAX_DEPTH + 1);
        assert!(syntax.faults().iter().all(|fault| fault.fault == Fault::TooDeep));

        let long = Syntax::parse("int32 a\n".repeat(MAX_LEN / 8 + 1));
        assert_eq!(long.faults().first().unwrap().fault, Fault::TooLong);
        assert_eq!((long.n_fields(), long.lines().len()), (0, 1));
    }
}
