//! What can be folded away.

use landwright_core::def::feature::folding::{self, Fold, FoldKind};
use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind};

use crate::to_proto;
use crate::world::Snapshot;

pub fn folds(snapshot: &Snapshot) -> Vec<FoldingRange> {
    let only_lines = snapshot.world.abilities.folds_lines_only;
    let fold = |fold: Fold| {
        let range = to_proto::range(snapshot, fold.range);
        FoldingRange {
            start_line: range.start.line,
            start_character: (!only_lines).then_some(range.start.character),
            end_line: range.end.line,
            end_character: (!only_lines).then_some(range.end.character),
            kind: Some(match fold.kind {
                FoldKind::Region => FoldingRangeKind::Region,
                FoldKind::Comment => FoldingRangeKind::Comment,
            }),
            collapsed_text: None,
        }
    };
    folding::folds(snapshot.catalogue(), snapshot.path()).into_iter().map(fold).collect()
}
