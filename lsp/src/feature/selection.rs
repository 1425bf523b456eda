//! What a selection grows to, and which names change together.

use landwright_core::def::feature::{linked, selection};
use tower_lsp::lsp_types::{
    LinkedEditingRangeParams, LinkedEditingRanges, Position, Range, SelectionRange,
    SelectionRangeParams,
};

use crate::world::Snapshot;
use crate::{from_proto, to_proto};

/// One answer for each position, in their order.
pub fn selections(snapshot: &Snapshot, params: &SelectionRangeParams) -> Vec<SelectionRange> {
    params.positions.iter().map(|position| selection(snapshot, *position)).collect()
}

fn selection(snapshot: &Snapshot, position: Position) -> SelectionRange {
    let offset = snapshot.file.offset(position, snapshot.encoding());
    let ranges = selection::selection_ranges(snapshot.catalogue(), snapshot.path(), offset);
    let outermost = None;
    let nested = ranges.into_iter().rev().fold(outermost, |parent, range| {
        let range = to_proto::range(snapshot, range);
        Some(SelectionRange { range, parent: parent.map(Box::new) })
    });
    nested.unwrap_or(SelectionRange { range: Range::new(position, position), parent: None })
}

pub fn linked(
    snapshot: &Snapshot,
    params: &LinkedEditingRangeParams,
) -> Option<LinkedEditingRanges> {
    let offset = from_proto::offset(snapshot, &params.text_document_position_params);
    let ranges = linked::linked_ranges(snapshot.catalogue(), snapshot.path(), offset);
    let ranges: Vec<Range> =
        ranges.into_iter().map(|range| to_proto::range(snapshot, range)).collect();
    let is_alone = ranges.is_empty();
    (!is_alone).then_some(LinkedEditingRanges { ranges, word_pattern: None })
}
