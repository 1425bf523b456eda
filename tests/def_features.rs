//! Every feature of the `.def` language, at every place of real and of broken files.

mod support;

use std::ops::Range;
use std::path::Path;

use landwright_core::def::feature::inlay::HintKinds;
use landwright_core::def::feature::symbols::Symbol;
use landwright_core::def::feature::{
    Jump, completion, definition, folding, highlight, hover, inlay, lens, link, linked, references,
    search, selection, symbols, tokens,
};
use landwright_core::def::{Catalogue, Dialect, File, Settings};

fn check_range(text: &str, range: &Range<usize>) {
    assert!(text.get(range.clone()).is_some(), "{range:?} is no range of {text:?}");
}

fn check_jump(text: &str, jump: Option<Jump>) {
    let Some(jump) = jump else { return };
    check_range(text, &jump.origin);
    assert!(!jump.to.is_empty());
}

fn check_symbols(text: &str, symbols: &[Symbol], within: &Range<usize>) {
    for symbol in symbols {
        check_range(text, &symbol.range);
        assert!(within.start <= symbol.range.start && symbol.range.end <= within.end);
        assert!(symbol.range.start <= symbol.focus.start && symbol.focus.end <= symbol.range.end);
        check_symbols(text, &symbol.children, &symbol.range);
    }
}

/// What is asked once of a file.
fn check_file(catalogue: &Catalogue, path: &str, text: &str) {
    check_symbols(text, &symbols::symbols(catalogue, path), &(0..text.len()));
    for fold in folding::folds(catalogue, path) {
        check_range(text, &fold.range);
        assert!(text[fold.range].contains('\n'));
    }
    let mut end = 0;
    for token in tokens::tokens(catalogue, path, 0..usize::MAX) {
        check_range(text, &token.range);
        assert!(end <= token.range.start && !text[token.range.clone()].contains('\n'));
        end = token.range.end;
    }
    let mut last = 0;
    for hint in inlay::hints(catalogue, path, 0..usize::MAX, HintKinds::ALL, &[]) {
        assert!(last <= hint.offset && text.is_char_boundary(hint.offset));
        last = hint.offset;
    }
    lens::lenses(catalogue, path).iter().for_each(|lens| check_range(text, &lens.range));
    link::links(catalogue, path).iter().for_each(|link| check_range(text, &link.range));
}

/// What is asked of a place.
fn check_place(catalogue: &Catalogue, path: &str, text: &str, offset: usize) {
    for item in completion::complete(catalogue, path, offset).items {
        check_range(text, &item.range);
        assert!(item.range.contains(&offset) || item.range.end == offset, "{item:?}");
    }
    let seen = |_| hover::Recorded { values: vec!["1".to_owned()], types: Vec::new() };
    if let Some(found) = hover::hover(catalogue, path, offset, &seen) {
        check_range(text, &found.range);
        assert!(!found.markdown.is_empty());
    }
    check_jump(text, definition::definition(catalogue, path, offset));
    check_jump(text, definition::declaration(catalogue, path, offset));
    check_jump(text, definition::implementation(catalogue, path, offset));
    for row in highlight::highlights(catalogue, path, offset) {
        check_range(text, &row.range);
    }
    let linked = linked::linked_ranges(catalogue, path, offset);
    linked.windows(2).for_each(|pair| assert_eq!(text[pair[0].clone()], text[pair[1].clone()]));
    let ranges = selection::selection_ranges(catalogue, path, offset);
    for pair in ranges.windows(2) {
        assert!(pair[1].start <= pair[0].start && pair[0].end <= pair[1].end);
        assert!(pair[0].len() < pair[1].len());
    }
    ranges.iter().for_each(|range| check_range(text, range));
    inlay::hints(catalogue, path, offset..offset + 40, HintKinds::ALL, &[]);
    inlay::tooltip(catalogue, path, offset);
    tokens::tokens(catalogue, path, offset..offset + 1);
}

fn text_of(catalogue: &Catalogue, path: &str) -> String {
    match catalogue.file(path).unwrap() {
        File::Definition(definition) => definition.syntax.text().to_string(),
        File::Map(map) => map.map.text().to_string(),
        File::Deprecated(table) => table.text.to_string(),
        _ => String::new(),
    }
}

/// Every offset, those inside characters and beyond the end too, in steps.
fn check_all(catalogue: &Catalogue, path: &str, step: usize) {
    let text = text_of(catalogue, path);
    check_file(catalogue, path, &text);
    for offset in (0..text.len() + 3).step_by(step).chain([usize::MAX - 50]) {
        check_place(catalogue, path, &text, offset);
        if step == 1 {
            references::references(catalogue, path, offset);
        }
    }
}

/// Files of every kind with what goes wrong in them.
const HOSTILE: &[(&str, &str)] = &[
    (
        "S_A.1.def",
        "\u{feff}# see S_A.2.def é S_A.list\r\ncount list\r\noffset o.s\r\narray list\r\n- object o\n",
    ),
    ("S_A.2.def", "- int32 x\nint32\n- - -\narray<\narray<array<é>[ x\n=\nint32 a=\nint32 b ^\n#"),
    (
        "S_A.3.def",
        "ref o.s\nref o.o.s\nobject o\n- object o\n- - string s\n- ref o.s\n- ref s\n@include S_A.1.def\n@include S_A.3.def",
    ),
    ("S_A.4.console.def", ""),
    ("S_B.1.js", ""),
    ("odd é.def", "array a\n-- int32 b # 日本\r\n-\u{a0}\tstring s ^80-90\rx\n@include \n"),
    ("protocol.1.map", "S_A = 1\nS_B=\n= 3\n<<<<\nS_é 7 # x\nS_A 2\n\n\nC_X 1\n"),
    ("sysmsg.1.map", "SMT_A 1\nSMT_B x\n"),
    ("deprecated.json", "{\"S_A\": {\"1\": {\"max\": 3}, \"é\n\": [{\"S_B\": 1}]}, \""),
    ("revisions.json", "{\"1\": \"na-98.02\"}"),
];

fn hostile(settings: Settings) -> Catalogue {
    let mut catalogue = Catalogue::new(settings, &[]);
    HOSTILE.iter().for_each(|(path, text)| catalogue.set_file(path, *text));
    catalogue
}

#[test]
fn no_place_of_a_broken_file_is_too_much() {
    for dialect in Dialect::ALL {
        let catalogue = hostile(Settings { dialect, patch: None });
        for (path, _) in HOSTILE {
            check_all(&catalogue, path, 1);
        }
        check_place(&catalogue, "no such file", "", 0);
        check_file(&catalogue, "no such file", "");
    }
}

#[test]
fn a_file_cut_anywhere_is_answered_at_its_end() {
    let mut catalogue = hostile(Settings::default());
    for (path, text) in HOSTILE {
        for len in (0..text.len()).filter(|len| text.is_char_boundary(*len)) {
            catalogue.set_file(path, &text[..len]);
            check_file(&catalogue, path, &text[..len]);
            check_place(&catalogue, path, &text[..len], len);
        }
        catalogue.set_file(path, *text);
    }
}

#[test]
fn searching_takes_any_letters() {
    let catalogue = hostile(Settings::default());
    for query in ["", " ", "_", "é", "s_a", "S_A.1", "日本", "list", "\0"] {
        for limit in [0, 1, 3, 1000] {
            assert!(search::search(&catalogue, query, limit).len() <= limit);
        }
    }
}

fn add_folder(catalogue: &mut Catalogue, folder: &Path) {
    for path in support::files_below(folder) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        catalogue.set_file(&path.to_string_lossy(), text);
    }
}

#[test]
fn real_files_are_answered_everywhere() {
    let Some(folder) = support::corpus("tera") else { return };
    for (name, maps) in
        [("tera-toolbox__tera-data", "meishuu-era"), ("tera-proxy__tera-data", "tera-proxy")]
    {
        let mut catalogue = Catalogue::default();
        add_folder(&mut catalogue, &folder.join("def").join(name));
        add_folder(&mut catalogue, &folder.join("map").join(maps));
        let definitions: Vec<_> = catalogue.definitions().map(|d| d.path.clone()).collect();
        assert!(definitions.len() > 400);
        definitions
            .iter()
            .for_each(|path| check_file(&catalogue, path, &text_of(&catalogue, path)));
        definitions.iter().step_by(12).for_each(|path| check_all(&catalogue, path, 7));
        let largest = definitions.iter().max_by_key(|path| text_of(&catalogue, path).len());
        largest.into_iter().for_each(|path| check_all(&catalogue, path, 7));
        let maps: Vec<_> = catalogue.maps().map(|map| map.path.clone()).collect();
        maps.iter().take(1).for_each(|path| check_all(&catalogue, path, 997));
    }
}
