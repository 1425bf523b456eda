//! Gives an unknown field a type that its recorded packets speak for.

use std::ops::Range;

use super::{Assist, AssistKind, edit};
use crate::def::capture::Capture;
use crate::def::catalogue::Catalogue;
use crate::def::guess;
use crate::def::types::Type;
use crate::problem::TextEdit;

/// As many types as are offered, and the least that one has to be likely.
const MAX_TYPES: usize = 3;
const LEAST_SCORE: f64 = 0.05;

/// The types of the same size for the unknown field at a place, the most likely first.
pub fn guessed(
    catalogue: &Catalogue,
    path: &str,
    range: Range<usize>,
    captures: &[&Capture],
) -> Vec<Assist> {
    let Some(definition) = catalogue.definition(path) else { return Vec::new() };
    let syntax = &definition.syntax;
    let Some(id) = syntax.field_at(range.start) else { return Vec::new() };
    let Some(field) = syntax.field(id) else { return Vec::new() };
    if field.flags.is_some() || field.repeat(syntax) != 1 {
        return Vec::new();
    }
    let patch = catalogue.layout(definition).patch;
    let size = field.kind.size(patch);
    let types = guess::of_field(catalogue, path, id, captures).into_iter();
    types
        .filter(|ty| ty.score >= LEAST_SCORE && ty.ty != syntax.str(field.ty))
        .filter(|ty| size.is_some() && Type::named(&ty.ty).size(patch) == size)
        .take(MAX_TYPES)
        .map(|ty| {
            let title = format!("Make `{}` a `{}`: {}", syntax.name(id), ty.ty, ty.why);
            let change = TextEdit::replace(field.ty.range(), ty.ty);
            edit(AssistKind::QuickFix, title, definition, vec![change])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::edit::applied;
    use crate::def::fixture::Fixture;
    use crate::problem::{Change, FileChange};

    /// The texts that the assists at the cursor would make.
    fn check(text: &str, packets: &str, expected: &[&str]) {
        let fixture = Fixture::parse(text);
        let capture = Capture::parse("S_TEST.1.hex", packets).unwrap();
        let (catalogue, at) = (fixture.catalogue(), fixture.offset());
        let found = guessed(&catalogue, fixture.path(), at..at, &[&capture]);
        let texts = found.into_iter().map(|assist| {
            let Change::Files(changes) = assist.fix.change else { panic!("{}", assist.fix.title) };
            let [FileChange::Edit { edits, .. }] = &*changes else { panic!("{changes:?}") };
            applied(&fixture.files[0].1, edits)
        });
        assert_eq!(texts.collect::<Vec<_>>(), expected, "{text}");
    }

    const FLOATS: &str = "0c00 0100 0000c03f 07000000\n0c00 0100 00002a43 08000000\n";

    #[test]
    fn an_unknown_field_gets_the_type_that_its_packets_speak_for() {
        check("int32 $0unk1\nint32 id\n", FLOATS, &["float unk1\nint32 id\n"]);
    }

    #[test]
    fn known_fields_and_those_of_the_right_type_keep_it() {
        check("int32 unk1\nint32 $0id\n", FLOATS, &[]);
        check("float $0unk1\nint32 id\n", FLOATS, &[]);
    }
}
