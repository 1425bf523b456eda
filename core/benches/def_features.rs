//! How fast an editor's questions are answered in a workspace of 2,500 definitions and 20 maps.

use std::sync::OnceLock;

use divan::{Bencher, black_box};
use landwright_core::def::Catalogue;
use landwright_core::def::feature::inlay::HintKinds;
use landwright_core::def::feature::{
    completion, definition, folding, hover, inlay, lens, link, references, search, selection,
    symbols, tokens,
};

const N_FILES: usize = 2_500;
const PATH: &str = "S_LARGE.1.def";

fn main() {
    divan::main();
}

/// A definition of some 4 kB among many others, most of them in three versions.
fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let mut catalogue = Catalogue::default();
        for n in 0..N_FILES {
            let text = definition_text(n, n % 20);
            catalogue.set_file(&format!("S_MADE_UP_{}.{}.def", n / 3, n % 3 + 1), text);
        }
        for n in 0..20 {
            let lines = (0..4_000).map(|m| format!("S_MADE_UP_{m} = {}\n", m * 7 + n));
            catalogue.set_file(&format!("protocol.{n}.map"), lines.collect::<String>());
        }
        let large = definition_text(0, 220);
        assert!((3_900..4_400).contains(&large.len()), "{}", large.len());
        catalogue.set_file(PATH, large);
        catalogue
    })
}

/// Names that recur, and a few of their own.
fn definition_text(seed: usize, n_lines: usize) -> String {
    let mut text = String::from("# majorPatchVersion >= 80, see S_MADE_UP_7\n");
    for line in 0..n_lines {
        let name = (seed * 31 + line * 17) % 600;
        text.push_str(&match line % 8 {
            0 => format!("uint64 gameId{name}\n"),
            1 => format!("vec3   loc{name} # where it is\n"),
            5 => format!("array  list{name}\n"),
            6 => format!("- int32 id{name}\n"),
            7 => format!("- string name{name}\n"),
            _ => format!("int32  amount{name}\n"),
        });
    }
    text
}

fn middle() -> usize {
    let definition = catalogue().definition(PATH);
    let text = definition.map_or("", |definition| definition.syntax.text());
    text.len() / 2
        + text.get(text.len() / 2..).and_then(|rest| rest.find(" amount")).unwrap_or(0)
        + 3
}

#[divan::bench]
fn completion_at_2500_files(bencher: Bencher<'_, '_>) {
    let (catalogue, offset) = (catalogue(), middle());
    bencher.bench(|| completion::complete(catalogue, PATH, black_box(offset)));
}

#[divan::bench]
fn completion_of_a_line(bencher: Bencher<'_, '_>) {
    let mut catalogue = catalogue().clone();
    catalogue.set_file("S_MADE_UP_5.9.def", "int32 a\n");
    bencher.bench(|| completion::complete(&catalogue, "S_MADE_UP_5.9.def", black_box(8)));
}

#[divan::bench(args = ["s_made_up_21", "gid", "e", "S_MADE_UP_800"])]
fn search_at_2500_files(bencher: Bencher<'_, '_>, query: &str) {
    let catalogue = catalogue();
    bencher.bench(|| search::search(catalogue, black_box(query), 128));
}

#[divan::bench]
fn hover_on_a_field(bencher: Bencher<'_, '_>) {
    let (catalogue, offset) = (catalogue(), middle());
    bencher.bench(|| {
        hover::hover(catalogue, PATH, black_box(offset), &|_| hover::Recorded::default())
    });
}

#[divan::bench]
fn definition_of_a_field(bencher: Bencher<'_, '_>) {
    let (catalogue, offset) = (catalogue(), middle());
    bencher.bench(|| definition::definition(catalogue, PATH, black_box(offset)));
}

#[divan::bench]
fn references_of_a_packet(bencher: Bencher<'_, '_>) {
    let catalogue = catalogue();
    bencher.bench(|| references::references(catalogue, "protocol.1.map", black_box(2)));
}

#[divan::bench]
fn selection_in_4_kb(bencher: Bencher<'_, '_>) {
    let (catalogue, offset) = (catalogue(), middle());
    bencher.bench(|| selection::selection_ranges(catalogue, PATH, black_box(offset)));
}

#[divan::bench]
fn symbols_of_4_kb(bencher: Bencher<'_, '_>) {
    bencher.bench(|| symbols::symbols(black_box(catalogue()), PATH));
}

#[divan::bench]
fn tokens_of_4_kb(bencher: Bencher<'_, '_>) {
    bencher.bench(|| tokens::tokens(black_box(catalogue()), PATH, 0..usize::MAX));
}

#[divan::bench]
fn hints_of_4_kb(bencher: Bencher<'_, '_>) {
    bencher
        .bench(|| inlay::hints(black_box(catalogue()), PATH, 0..usize::MAX, HintKinds::ALL, &[]));
}

#[divan::bench]
fn folds_of_4_kb(bencher: Bencher<'_, '_>) {
    bencher.bench(|| folding::folds(black_box(catalogue()), PATH));
}

#[divan::bench]
fn links_and_lenses_of_4_kb(bencher: Bencher<'_, '_>) {
    let catalogue = catalogue();
    bencher.bench(|| (link::links(black_box(catalogue), PATH), lens::lenses(catalogue, PATH)));
}
