//! What a definition does not say, shown behind its lines: places, sizes, implied meta fields.

use std::ops::Range;

use super::places::{Line, Places, is_element, long_place, short_place, short_size, size_text};
use crate::def::catalogue::Catalogue;
use crate::def::guess::Guess;
use crate::def::layout::{Role, Size};
use crate::def::syntax::LineKind;
use crate::def::types::Type;

/// Which hints are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HintKinds {
    /// Where a field is in its message or element.
    pub place: bool,
    pub size: bool,
    /// Where the implied count and offset of a variable field are.
    pub implied: bool,
    /// The size of the smallest packet, in the first line.
    pub minimum: bool,
}

impl HintKinds {
    pub const ALL: HintKinds = HintKinds { place: true, size: true, implied: true, minimum: true };
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    pub offset: usize,
    pub label: String,
}

/// The hints whose place is in a range, sorted; with the likely types of unknown fields, where
/// those are given.
pub fn hints(
    catalogue: &Catalogue,
    path: &str,
    range: Range<usize>,
    kinds: HintKinds,
    guesses: &[Guess],
) -> Vec<Hint> {
    let Some(definition) = catalogue.definition(path) else { return Vec::new() };
    let syntax = &definition.syntax;
    let layout = catalogue.layout(definition);
    let mut hints = Vec::new();
    let first = syntax.lines().first().map_or(0, |line| line.span.end as usize);
    if kinds.minimum && range.contains(&first) {
        let label = minimum(layout.message.size);
        hints.push(Hint { offset: first, label });
    }
    let places = Places::of(&layout, syntax);
    for line in syntax.lines() {
        let LineKind::Field(id) = line.kind else { continue };
        let offset = line.content.end as usize;
        let Some(place) = places.get(id).filter(|_| range.contains(&offset)) else {
            continue;
        };
        let is_include = syntax.field(id).is_some_and(|field| field.kind == Type::Include);
        let mut label = label(place, is_include, kinds);
        let guess = guesses.iter().find(|guess| guess.id == id);
        if let Some(ty) = guess.and_then(|guess| guess.types.first())
            && syntax.field(id).is_some_and(|field| *syntax.str(field.ty) != *ty.ty)
        {
            let between = if label.is_empty() { "" } else { " · " };
            label += &format!("{between}{}? {:.0} %", ty.ty, ty.score * 100.0);
        }
        if !label.is_empty() {
            hints.push(Hint { offset, label });
        }
    }
    // The field of the first line comes before its packet; where both are at one place, as one.
    hints.sort_by_key(|hint| hint.offset);
    if let Some([minimum, field, ..]) = hints.get_mut(..2).map(|first| &mut *first)
        && minimum.offset == field.offset
    {
        field.label += &format!(" · packet {}", minimum.label);
        hints.remove(0);
    }
    hints
}

fn minimum(size: Size) -> String {
    match size {
        Size::Fixed(n) => format!("= {n} B"),
        Size::AtLeast(n) | Size::Unknown(n) => format!("≥ {n} B"),
    }
}

fn label(line: Line<'_>, is_include: bool, kinds: HintKinds) -> String {
    let Line { scope, slot, place, size } = line;
    let mut parts = Vec::new();
    if kinds.place {
        parts.push(short_place(scope, place));
    }
    // Of data that can be empty the least size says nothing.
    let says_size = (is_include || slot.role != Role::Object) && size != Size::AtLeast(0);
    if kinds.size && says_size {
        parts.push(short_size(size));
    }
    if kinds.implied && !is_include {
        for (meta, name) in [(slot.count, "count"), (slot.offset, "offset")] {
            let meta = meta.and_then(|meta| scope.slot(meta)).filter(|meta| meta.is_implied);
            parts.extend(meta.map(|meta| format!("{name} {}", short_place(scope, meta.place))));
        }
    }
    parts.join(" · ")
}

/// What the hint at an offset says, in whole words.
pub fn tooltip(catalogue: &Catalogue, path: &str, offset: usize) -> Option<String> {
    let definition = catalogue.definition(path)?;
    let syntax = &definition.syntax;
    let layout = catalogue.layout(definition);
    let line = syntax.lines().get(syntax.line_at(offset))?;
    let id = match line.kind {
        LineKind::Field(id) if line.content.end as usize == offset => id,
        _ => {
            return Some(format!("The packet with its header: {}", size_text(layout.message.size)));
        }
    };
    let Line { scope, place, size, .. } = Places::of(&layout, syntax).get(id)?;
    let of = match syntax.scope(id) {
        Some(array) if is_element(scope) => format!("in each element of {}", syntax.name(array)),
        _ => "in the packet".to_owned(),
    };
    let mut text = format!("{} {of}, {}", long_place(scope, place), size_text(size));
    if syntax.lines().first().is_some_and(|first| first.span.end as usize == offset) {
        text += &format!("  \nThe packet with its header: {}", size_text(layout.message.size));
    }
    Some(text.replace('`', ""))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::fixture::Fixture;
    use super::*;

    /// The text with the hints where they would be shown.
    fn check(kinds: HintKinds, text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let found = hints(&fixture.catalogue(), fixture.path(), 0..usize::MAX, kinds, &[]);
        let mut text = fixture.text().to_owned();
        for hint in found.iter().rev() {
            text.insert_str(hint.offset, &format!("⟦{}⟧", hint.label));
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn every_field_says_where_it_is() {
        check(
            HintKinds::ALL,
            "# head\nint32 a # c\nstring s\narray list\n- object o\n- - byte[4] b\nint16 c\noops\n",
            &expect![[r#"
                # head⟦≥ 18 B⟧
                int32 a⟦+4 · 4 B⟧ # c
                string s⟦+16 · ≥ 2 B · offset +8⟧
                array list⟦s +0 · count +10 · offset +12⟧
                - object o⟦+4⟧
                - - byte[4] b⟦+4 · 4 B⟧
                int16 c⟦+14 · 2 B⟧
                oops
            "#]],
        );
        check(
            HintKinds::ALL,
            "ref s\nstring s\nin32 a\nint32 b\n",
            &expect![[r#"
            ref s⟦+4 · 2 B · packet ≥ 12 B⟧
            string s⟦+6 · ≥ 2 B⟧
            in32 a⟦s +0 · ? B⟧
            int32 b⟦a +0 · 4 B⟧
        "#]],
        );
    }

    #[test]
    fn a_ref_and_an_include_have_all_that_they_stand_for() {
        check(
            HintKinds::ALL,
            "//- A.2.def\nbyte z\n@include A.1.def$0\nint16 c\n//- A.1.def\nstring s\nint32 a\n",
            &expect![[r#"
                byte z⟦+4 · 1 B · packet ≥ 15 B⟧
                @include A.1.def⟦+5 · ≥ 8 B⟧
                int16 c⟦+11 · 2 B⟧
            "#]],
        );
        check(
            HintKinds::ALL,
            "ref list\nref b\narray list\nbytes b\n",
            &expect![[r#"
            ref list⟦+4 · 4 B · packet ≥ 12 B⟧
            ref b⟦+8 · 4 B⟧
            array list⟦+12⟧
            bytes b⟦list +0⟧
        "#]],
        );
    }

    #[test]
    fn hints_are_chosen_by_kind_and_range() {
        let none = HintKinds { place: false, size: false, implied: false, minimum: false };
        let text = "int32 a\nbytes b\n";
        check(
            none,
            text,
            &expect![[r#"
            int32 a
            bytes b
        "#]],
        );
        check(
            HintKinds { size: true, ..none },
            text,
            &expect![[r#"
                int32 a⟦4 B⟧
                bytes b
            "#]],
        );
        check(
            HintKinds { implied: true, minimum: true, ..none },
            text,
            &expect![[r#"
            int32 a⟦≥ 12 B⟧
            bytes b⟦count +6 · offset +4⟧
        "#]],
        );
        let fixture = Fixture::parse(text);
        let found = hints(&fixture.catalogue(), fixture.path(), 8..20, HintKinds::ALL, &[]);
        assert_eq!(found.len(), 1);
        let tooltip = tooltip(&fixture.catalogue(), fixture.path(), found[0].offset);
        assert_eq!(tooltip.unwrap(), "at 12 (0x0c) in the packet, any size");
    }
}
