//! What can be folded away: fields below a field, comments, blocks of a map.

use std::ops::Range;

use crate::def::catalogue::{Catalogue, File, MapFile};
use crate::def::syntax::{LineKind, Syntax};
use crate::def::text::Span;

/// Goes from the end of the line that stays to the end of the last line that is hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    pub range: Range<usize>,
    pub kind: FoldKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldKind {
    Region,
    Comment,
}

/// All folds, sorted by where they begin.
pub fn folds(catalogue: &Catalogue, path: &str) -> Vec<Fold> {
    let mut folds = match catalogue.file(path) {
        Some(File::Definition(definition)) => {
            let syntax = &definition.syntax;
            let mut folds = fields(syntax);
            let comment_only = syntax
                .lines()
                .iter()
                .map(|line| (line.span, line.kind == LineKind::Blank && line.comment.is_some()));
            folds.extend(blocks(comment_only, FoldKind::Comment));
            folds
        }
        Some(File::Map(map)) => in_map(map),
        _ => Vec::new(),
    };
    folds.sort_by_key(|fold| (fold.range.start, fold.range.end));
    folds
}

fn fields(syntax: &Syntax) -> Vec<Fold> {
    let line = |id| Some(syntax.lines().get(syntax.field(id)?.line as usize)?.span.end as usize);
    let fold = |id| {
        let range = line(id)?..line(syntax.subtree(id).last()?)?;
        (!range.is_empty()).then_some(Fold { range, kind: FoldKind::Region })
    };
    syntax.fields().filter_map(|(id, _)| fold(id)).collect()
}

fn in_map(file: &MapFile) -> Vec<Fold> {
    let lines = || file.map.lines().iter();
    let is_blank = |text: &str| text.trim().is_empty();
    let entries = lines().map(|line| (line.span, !is_blank(file.map.str(line.span))));
    let mut folds = blocks(entries, FoldKind::Region);
    // One block is the whole map, and nobody folds that.
    if folds.len() < 2 {
        folds.clear();
    }
    let comment_only =
        lines().map(|line| (line.span, line.entry.is_none() && line.comment.is_some()));
    folds.extend(blocks(comment_only, FoldKind::Comment));
    folds
}

/// Runs of at least two lines that are part of a block.
fn blocks(lines: impl Iterator<Item = (Span, bool)>, kind: FoldKind) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut run: Option<(Span, Span)> = None;
    let end = std::iter::once((Span::default(), false));
    for (span, is_part) in lines.chain(end) {
        run = match (run, is_part) {
            (None, true) => Some((span, span)),
            (Some((first, _)), true) => Some((first, span)),
            (Some((first, last)), false) => {
                let range = first.end as usize..last.end as usize;
                folds.extend((first != last).then_some(Fold { range, kind }));
                None
            }
            (None, false) => None,
        };
    }
    folds
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::Fixture;
    use super::*;

    /// The folds by the lines that stay and the last lines that go, counted from 0.
    fn check(text: &str, expected: &[(usize, usize, FoldKind)]) {
        let fixture = Fixture::parse(text);
        let line = |offset| fixture.text()[..offset].matches('\n').count();
        let found: Vec<_> = folds(&fixture.catalogue(), fixture.path())
            .into_iter()
            .map(|fold| (line(fold.range.start), line(fold.range.end), fold.kind))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn fields_fold_with_what_is_below_them() {
        let region = FoldKind::Region;
        check(
            "array a\n- object o\n- - int32 b\n# c\n- int32 d\nint32 e\nobject f\n",
            &[(0, 4, region), (1, 2, region)],
        );
        check("array a\n- - \nint32 b", &[]);
    }

    #[test]
    fn comments_fold_from_two_lines_on() {
        check(
            "# a\n# b\nint32 c # d\n# e\n\n# f\n# g",
            &[(0, 1, FoldKind::Comment), (5, 6, FoldKind::Comment)],
        );
    }

    #[test]
    fn a_map_folds_by_its_blocks() {
        let region = FoldKind::Region;
        check("//- protocol.1.map\n# a\nA 1\nB 2\n\nC 3\nD 4\n", &[(0, 2, region), (4, 5, region)]);
        check("//- protocol.1.map\nA 1\nB 2\n", &[]);
    }
}
