//! The gaps between the words of every line, and what belongs into each.

use super::block::{Cell, columns};
use super::{FormatOptions, has_plain_gaps};
use crate::def::edit::start_of;
use crate::def::syntax::{Field, Line, LineKind, Syntax};
use crate::def::text::{Span, is_space};
use crate::def::types::Type;
use crate::problem::TextEdit;

/// White space, or the dashes in front of a field.
pub(super) struct Gap {
    pub(super) line: u32,
    pub(super) is_dashes: bool,
    span: Span,
    wanted: String,
}

impl Gap {
    pub(super) fn edit(&self, syntax: &Syntax) -> Option<TextEdit> {
        let is_right = syntax.str(self.span) == self.wanted;
        (!is_right).then(|| TextEdit::replace(self.span.range(), self.wanted.as_str()))
    }
}

/// Every gap of a definition, in no order.
pub(super) fn gaps(syntax: &Syntax, options: &FormatOptions) -> Vec<Gap> {
    let mut blocks = blocks(syntax, options);
    let name_gaps = columns(&blocks, options.names, |row| row.before_name(syntax));
    for (row, name_gap) in blocks.iter_mut().flatten().zip(name_gaps) {
        row.name_gap = name_gap;
    }
    let comment_gaps = columns(&blocks, options.comments, |row| row.before_comment(syntax));
    let mut gaps = Vec::new();
    for (row, comment_gap) in blocks.iter().flatten().zip(comment_gaps) {
        row.gaps(syntax, comment_gap, &mut gaps);
    }
    for (number, line) in syntax.lines().iter().enumerate() {
        if line.kind == LineKind::Blank {
            gaps.push(end_gap(syntax, line, number as u32));
        }
    }
    gaps
}

/// The lines with fields, cut where the depth changes and at blank lines.
fn blocks<'a>(syntax: &'a Syntax, options: &FormatOptions) -> Vec<Vec<Row<'a>>> {
    let blank_lines_cut = options.max_blank_lines > 0;
    let mut blocks: Vec<Vec<Row<'a>>> = Vec::new();
    let mut is_cut = true;
    for line in syntax.lines() {
        match line.kind {
            LineKind::Blank => is_cut |= blank_lines_cut && line.comment.is_none(),
            LineKind::Malformed => {}
            LineKind::Field(id) => {
                let is_plain = has_plain_gaps(syntax.str(line.span));
                let field = syntax.field(id).filter(|field| is_word(syntax.str(field.ty)));
                let Some(field) = field.filter(|_| is_plain) else { continue };
                let row = Row { line, field, name_gap: 1 };
                let depth = |rows: &Vec<Row<'a>>| rows.last().map(|row| row.field.n_dashes);
                match blocks.last_mut().filter(|rows| depth(rows) == Some(field.n_dashes)) {
                    Some(rows) if !is_cut => rows.push(row),
                    _ => blocks.push(vec![row]),
                }
                is_cut = false;
            }
        }
    }
    blocks
}

/// False for what begins with other than a letter, such as a merge marker: it has only by chance
/// the form of a field, and is left alone.
fn is_word(ty: &str) -> bool {
    ty.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@')
}

/// A line with a field.
struct Row<'a> {
    line: &'a Line,
    field: &'a Field,
    /// As it will be, in spaces.
    name_gap: usize,
}

impl Row<'_> {
    /// `None` for an `@include`: the file that it names is no name.
    fn before_name(&self, syntax: &Syntax) -> Option<Cell> {
        let gap = syntax.str(Span::new(self.field.ty.end, self.field.name.start));
        let is_named = self.field.kind != Type::Include;
        is_named.then(|| Cell::new(self.width_to_type(syntax), gap))
    }

    fn before_comment(&self, syntax: &Syntax) -> Option<Cell> {
        let comment = self.line.comment?;
        let patches = self.field.patches.map_or(0, |(span, _)| 1 + width(syntax, span));
        let name = width(syntax, Span::new(self.field.name.start, name_end(self.field)));
        let gap = syntax.str(Span::new(self.line.content.end, comment.start));
        Some(Cell::new(self.width_to_type(syntax) + self.name_gap + name + patches, gap))
    }

    fn width_to_type(&self, syntax: &Syntax) -> usize {
        2 * self.field.n_dashes as usize + width(syntax, self.field.ty)
    }

    fn gaps(&self, syntax: &Syntax, comment_gap: usize, gaps: &mut Vec<Gap>) {
        let Row { line, field, name_gap } = self;
        let number = field.line;
        let mut spaces = |start, end, n: usize| {
            let span = Span::new(start, end);
            gaps.push(Gap { line: number, is_dashes: false, span, wanted: " ".repeat(n) });
        };
        spaces(field.ty.end, field.name.start, *name_gap);
        if let Some((patches, _)) = field.patches {
            spaces(name_end(field), patches.start, 1);
        }
        if let Some(comment) = line.comment {
            spaces(line.content.end, comment.start, comment_gap);
        }
        gaps.push(Gap {
            line: number,
            is_dashes: field.n_dashes > 0,
            span: Span::new(start_of(syntax, number as usize) as u32, field.ty.start),
            wanted: "- ".repeat(field.n_dashes as usize),
        });
        gaps.push(end_gap(syntax, line, number));
    }
}

/// The white space at the end of a line.
fn end_gap(syntax: &Syntax, line: &Line, number: u32) -> Gap {
    let from = start_of(syntax, number as usize) as u32;
    let text = syntax.str(Span::new(from, line.span.end));
    let kept = text.trim_end_matches(is_space).len() as u32;
    let span = Span::new(from + kept, line.span.end);
    Gap { line: number, is_dashes: false, span, wanted: String::new() }
}

fn name_end(field: &Field) -> u32 {
    field.init.map_or(field.name.end, |init| init.end)
}

fn width(syntax: &Syntax, span: Span) -> usize {
    syntax.str(span).chars().count()
}
