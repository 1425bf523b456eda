//! The formatter: a whole file, some lines, or the line that is being typed.

use std::ops::Range;

use landwright_core::def;
use landwright_core::def::format::{
    FinalBreak, FormatOptions, Typed, format, format_map, format_range, format_typed,
};
use landwright_core::problem;
use tower_lsp::lsp_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams,
    FormattingOptions, TextEdit,
};

use crate::world::Snapshot;
use crate::{edit, from_proto};

/// The keys after which a line is formatted; the first one is separate in the protocol.
pub const FIRST_KEY: &str = "\n";
pub const MORE_KEYS: &[&str] = &[" "];

pub fn whole(snapshot: &Snapshot, params: &DocumentFormattingParams) -> Option<Vec<TextEdit>> {
    let options = &params.options;
    let edits = match snapshot.catalogue().file(snapshot.path())? {
        def::File::Definition(definition) => format(&definition.syntax, &wanted(options)),
        def::File::Map(file) => format_map(&file.map),
        _ => return None,
    };
    Some(sent(snapshot, &edits))
}

pub fn lines(snapshot: &Snapshot, params: &DocumentRangeFormattingParams) -> Option<Vec<TextEdit>> {
    let options = &params.options;
    let range = from_proto::range(snapshot, params.range);
    let edits = match snapshot.catalogue().file(snapshot.path())? {
        def::File::Definition(definition) => {
            format_range(&definition.syntax, range, &wanted(options))
        }
        def::File::Map(file) => within(format_map(&file.map), &snapshot.file.text, &range),
        _ => return None,
    };
    Some(sent(snapshot, &edits))
}

pub fn typed(
    snapshot: &Snapshot,
    params: &DocumentOnTypeFormattingParams,
) -> Option<Vec<TextEdit>> {
    let definition = snapshot.catalogue().definition(snapshot.path())?;
    let offset = from_proto::offset(snapshot, &params.text_document_position);
    let typed = if params.ch == FIRST_KEY { Typed::Enter } else { Typed::Space };
    Some(sent(snapshot, &format_typed(&definition.syntax, offset, typed)))
}

/// Of what an editor may ask for only the last line break is for it to say: where dashes go is the
/// language's own matter.
fn wanted(options: &FormattingOptions) -> FormatOptions {
    let final_break = match options.insert_final_newline {
        Some(true) => FinalBreak::Always,
        _ => FinalBreak::Keep,
    };
    FormatOptions { final_break, ..FormatOptions::default() }
}

/// The edits to the lines that a range touches.
fn within(
    edits: Vec<problem::TextEdit>,
    text: &str,
    range: &Range<usize>,
) -> Vec<problem::TextEdit> {
    let line_start =
        |at: usize| text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line_end =
        |at: usize| text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |n| at + n);
    let (start, end) = (line_start(range.start), line_end(range.end));
    edits.into_iter().filter(|edit| start <= edit.start && edit.end <= end).collect()
}

fn sent(snapshot: &Snapshot, edits: &[problem::TextEdit]) -> Vec<TextEdit> {
    edit::text_edits(&snapshot.world, &snapshot.file, edits)
}
