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
    let types = guess::of_field(catalogue, path, id, captures);
    let is_own = |ty: &&guess::TypeGuess| ty.ty == syntax.str(field.ty);
    let own_score = types.iter().find(is_own).map_or(0.0, |own| own.score);
    types
        .into_iter()
        .filter(|ty| ty.score > own_score)
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
    fn a_type_that_is_less_likely_than_the_present_one_is_not_offered() {
        let packets = "0c00 0100 fe000000 07000000\n0c00 0100 03000000 08000000\n";
        let fixture = Fixture::parse("uint32 unk1\nuint32 id\n");
        let capture = Capture::parse("S_TEST.1.hex", packets).unwrap();
        let (catalogue, path) = (fixture.catalogue(), fixture.path());
        let id = crate::def::FieldId(0);
        let types = guess::of_field(&catalogue, path, id, &[&capture]);
        let (best, other) = (&types[0].ty, &types[1].ty);
        check(&format!("{best} $0unk1\nuint32 id\n"), packets, &[]);
        let better = format!("{best} unk1\nuint32 id\n");
        check(&format!("{other} $0unk1\nuint32 id\n"), packets, &[&better]);
    }

    #[test]
    fn known_fields_and_those_of_the_right_type_keep_it() {
        check("int32 unk1\nint32 $0id\n", FLOATS, &[]);
        check("float $0unk1\nint32 id\n", FLOATS, &[]);
    }
}
