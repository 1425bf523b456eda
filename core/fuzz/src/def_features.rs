//! What an editor asks about a place of a definition, at places all over any text.

use std::hint::black_box;

use landwright_core::def::Catalogue;
use landwright_core::def::feature::inlay::HintKinds;
use landwright_core::def::feature::{
    completion, definition, folding, highlight, hover, inlay, lens, link, linked, references, rows,
    search, selection, symbols, tokens,
};

use crate::{PATH, text};

/// So many places of a text are asked about, its end among them.
const N_PLACES: usize = 8;

pub fn hold(bytes: &[u8]) {
    let text = &*text(bytes);
    let mut catalogue = Catalogue::default();
    catalogue.set_file("S_LANTERN.1.def", "ref o.s\nobject o\n- string s # S_LANTERN.2.def\n");
    catalogue.set_file("protocol.1.map", "S_LANTERN = 1\n");
    catalogue.set_file(PATH, text);
    hold_file(&catalogue, text);
    let step = text.len() / (N_PLACES - 1) + 1;
    for offset in (0..N_PLACES).map(|n| (n * step).min(text.len())) {
        hold_place(&catalogue, text, offset);
    }
    _ = search::search(&catalogue, &text.chars().take(20).collect::<String>(), 10);
}

fn hold_file(catalogue: &Catalogue, text: &str) {
    _ = black_box(symbols::symbols(catalogue, PATH));
    folding::folds(catalogue, PATH).iter().for_each(|fold| is_in(text, &fold.range));
    let mut end = 0;
    for token in tokens::tokens(catalogue, PATH, 0..usize::MAX) {
        is_in(text, &token.range);
        assert!(end <= token.range.start && !text[token.range.clone()].contains('\n'));
        end = token.range.end;
    }
    for hint in inlay::hints(catalogue, PATH, 0..usize::MAX, HintKinds::ALL, &[]) {
        assert!(text.is_char_boundary(hint.offset));
    }
    lens::lenses(catalogue, PATH).iter().for_each(|lens| is_in(text, &lens.range));
    link::links(catalogue, PATH).iter().for_each(|link| is_in(text, &link.range));
    _ = black_box(rows::table(catalogue, PATH));
}

fn hold_place(catalogue: &Catalogue, text: &str, offset: usize) {
    for item in completion::complete(catalogue, PATH, offset).items {
        is_in(text, &item.range);
    }
    if let Some(found) = hover::hover(catalogue, PATH, offset, &|_| hover::Recorded::default()) {
        is_in(text, &found.range);
    }
    for jump in [
        definition::definition(catalogue, PATH, offset),
        definition::declaration(catalogue, PATH, offset),
        definition::implementation(catalogue, PATH, offset),
    ] {
        jump.iter().for_each(|jump| is_in(text, &jump.origin));
    }
    _ = black_box(references::references(catalogue, PATH, offset));
    highlight::highlights(catalogue, PATH, offset).iter().for_each(|row| is_in(text, &row.range));
    let linked = linked::linked_ranges(catalogue, PATH, offset);
    linked.windows(2).for_each(|pair| assert_eq!(text[pair[0].clone()], text[pair[1].clone()]));
    selection::selection_ranges(catalogue, PATH, offset)
        .iter()
        .for_each(|range| is_in(text, range));
    _ = black_box(inlay::tooltip(catalogue, PATH, offset));
}

fn is_in(text: &str, range: &std::ops::Range<usize>) {
    assert!(text.get(range.clone()).is_some(), "{range:?}");
}
