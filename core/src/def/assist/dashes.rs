//! Writes dashes as nine files in ten do.

use std::ops::Range;

use super::{Assist, AssistKind, edit};
use crate::def::catalogue::Definition;
use crate::def::format::format_dashes;

/// Offered on a line with other dashes, for all of the file.
pub(super) fn assist(definition: &Definition, range: Range<usize>) -> Option<Assist> {
    let syntax = &definition.syntax;
    let edits = format_dashes(syntax);
    let lines = syntax.line_at(range.start)..=syntax.line_at(range.end);
    let is_here = edits.iter().any(|edit| lines.contains(&syntax.line_at(edit.end)));
    let title = "Write all dashes as `- - `";
    is_here.then(|| edit(AssistKind::Source, title, definition, edits))
}

#[test]
fn dashes_are_offered_where_they_differ() {
    let text = "array a\n-array$0 b\n- - int32 c  \n--int32 d\n";
    let found = super::show(text);
    let expected = "source: Write all dashes as `- - `\n  edit S_TEST.1.def\n  | array a\n  | - array b\n  \
                    | - - int32 c  \n  | - - int32 d\n";
    assert!(found.contains(expected), "{found}");
    assert!(!super::show("array a\n- int32$0 b\n-int32 c").contains("dashes"));
}
