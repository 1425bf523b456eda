//! Definitions, maps and packets beyond all measure: an error message within a time limit, and no
//! overflow of the stack, whatever is asked of them.

use std::fmt::Write;
use std::time::{Duration, Instant};

use landwright_core::def::assist::assists;
use landwright_core::def::diff::{Side, diff, diff_maps};
use landwright_core::def::edit::applied;
use landwright_core::def::feature::inlay::HintKinds;
use landwright_core::def::feature::{
    completion, definition, folding, highlight, hover, inlay, lens, link, linked, references, rows,
    search, selection, symbols, tokens,
};
use landwright_core::def::format::{
    FormatOptions, format, format_dashes, format_map, format_range,
};
use landwright_core::def::rename::{InMaps, Reach, rename_field, rename_packet};
use landwright_core::def::{
    Capture, Catalogue, Codec, Dialect, Layout, Map, Settings, Syntax, against, capture, check,
};

/// Far more than the slowest takes, on a busy machine and with a core that is not optimized as well.
const TIME_LIMIT: Duration = Duration::from_secs(30);

const PATH: &str = "S_GREAT.1.def";

/// Lines until there are so many bytes.
fn until(n_bytes: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for n in 0.. {
        let line = line(n);
        if text.len() + line.len() > n_bytes {
            break;
        }
        text.push_str(&line);
    }
    text
}

/// A name of four letters.
fn name(n: usize) -> String {
    (0..4).rev().map(|place| char::from(b'a' + (n / 26_usize.pow(place) % 26) as u8)).collect()
}

/// As much as a definition may have, which is a hundred thousand lines; and less, of which there
/// are many sorts: what takes the square of it takes too long as well.
const FULL: usize = 1 << 20;
const LARGE: usize = FULL / 4;

/// Definitions, each with whether it is so large or so deep that it must not pass in silence.
fn definitions() -> Vec<(&'static str, String, Option<&'static str>)> {
    let dashes = |n: usize| "-".repeat(n);
    let stairs = |ty: &str, n: usize| {
        (0..n).map(|n| format!("{}{ty} {}\n", dashes(n), name(n))).collect::<String>()
    };
    vec![
        ("ten million bytes", until(10 << 20, |_| "int32 a\n".into()), Some("def-too-long")),
        ("one line of ten million bytes", "x".repeat(10 << 20), Some("def-too-long")),
        ("one line of a million bytes", "x".repeat(FULL), Some("def-malformed-line")),
        (
            "ten thousand dashes",
            format!("array a\n{} int32 b\n", "- ".repeat(10_000)),
            Some("def-depth-jump"),
        ),
        ("a million dashes", dashes(FULL), Some("def-malformed-line")),
        ("stairs of arrays", stairs("array", 1000), Some("def-too-deep")),
        ("stairs of objects", stairs("object", 1000), Some("def-too-deep")),
        (
            "many stairs of objects with strings at their ends",
            until(LARGE, |_| stairs("object", 60) + &dashes(60) + "string s\n"),
            None,
        ),
        (
            "many stairs of arrays with strings at their ends",
            until(LARGE, |_| stairs("array", 60) + &dashes(60) + "string s\n"),
            None,
        ),
        ("a hundred thousand fields", until(FULL, |n| format!("byte {}\n", name(n))), None),
        ("a hundred thousand strings", until(LARGE, |n| format!("string {}\n", name(n))), None),
        (
            "arrays with a field each",
            until(LARGE, |n| format!("array {}\n- byte b\n", name(n))),
            None,
        ),
        ("fields of one name", until(LARGE, |_| "byte a\n".into()), Some("def-duplicate-name")),
        (
            "one object, many times",
            until(LARGE, |n| format!("object o\n- byte {}\n", name(n))),
            None,
        ),
        ("one object, split by strings", until(LARGE, |_| "object o\n- string s\n".into()), None),
        (
            "references to nothing",
            until(LARGE, |n| format!("ref {}\n", name(n))),
            Some("def-orphan-meta"),
        ),
        ("references to one field", until(LARGE, |_| "ref a\n".into()) + "string a\n", None),
        (
            "fields without their references",
            "ref none\n".to_owned() + &until(LARGE, |n| format!("string {}\n", name(n))),
            Some("def-missing-meta"),
        ),
        (
            "references to fields in order",
            until(LARGE, |n| format!("ref {}\n", name(n)))
                + &until(LARGE, |n| format!("string {}\n", name(n))),
            None,
        ),
        (
            "a subtype in a subtype, and so on",
            format!("{}int32{} a\n", "array<".repeat(80_000), ">".repeat(80_000)),
            Some("def-other-dialect"),
        ),
        (
            "many subtypes in subtypes",
            until(LARGE, |_| format!("{}int32{} a\n", "array<".repeat(60), ">".repeat(60))),
            None,
        ),
        (
            "arrays that take turns",
            until(LARGE, |n| format!("array<byte>[interleaved] {}\n", name(n))),
            None,
        ),
        ("a type that is repeated", "vec3[4294967295] a\nvec3[4294967295] b\n".into(), None),
        ("bytes that are repeated", until(LARGE, |n| format!("byte[65535] {}\n", name(n))), None),
        ("unknown types", until(LARGE, |n| format!("in{} a\n", name(n))), Some("def-unknown-type")),
        ("wrong lines", until(LARGE, |_| "wrong\n".into()), Some("def-malformed-line")),
        (
            "conflicts",
            until(LARGE, |_| "<<<<<<< a\n=======\n>>>>>>> b\n".into()),
            Some("def-merge-conflict"),
        ),
        ("comments", until(LARGE, |n| format!("# S_GREAT.{n}.def\n")), None),
        ("blank lines", "\n".repeat(FULL), None),
        ("breaks that are none", "\r".repeat(FULL), None),
        ("wide gaps", until(LARGE, |n| format!("byte{}a\n", " ".repeat(n % 5000))), None),
        ("includes of itself", until(LARGE, |_| "@include S_GREAT.1.def\n".into()), None),
        ("includes of others", until(LARGE, |_| "@include S_LESS.1.def\n".into()), None),
        ("ranges", until(LARGE, |n| format!("int32 a ^{}-{}\n", n, n + 1)), None),
    ]
}

/// Does some work within the time limit.
fn timed<T>(input: &str, what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let elapsed = start.elapsed();
    assert!(elapsed < TIME_LIMIT, "{input}: {what} took {elapsed:?}");
    result
}

fn catalogue(text: &str) -> Catalogue {
    let settings = Settings { dialect: Dialect::Toolbox, patch: None };
    let mut catalogue = Catalogue::new(settings, &[]);
    catalogue.set_file("S_LESS.1.def", "ref s\nstring s\n@include S_GREAT.1.def\n");
    catalogue.set_file("S_GREAT.2.def", "int32 a\nstring s\n");
    catalogue.set_file("protocol.1.map", "S_GREAT = 1\n");
    catalogue.set_file(PATH, text);
    catalogue
}

fn ask_about_text(input: &str, text: &str) {
    let syntax = timed(input, "parse", || Syntax::parse(text));
    assert_eq!(&**syntax.text(), text);
    let formatted =
        timed(input, "format", || applied(text, &format(&syntax, &FormatOptions::default())));
    let again = Syntax::parse(formatted.as_str());
    assert!(format(&again, &FormatOptions::default()).is_empty(), "{input}");
    timed(input, "format a range", || {
        format_range(&syntax, text.len() / 2..text.len() / 2 + 1, &FormatOptions::default())
    });
    timed(input, "format dashes", || format_dashes(&syntax));
    for dialect in [Dialect::Toolbox, Dialect::Protojs] {
        let settings = Settings { dialect, patch: None };
        let layout = timed(input, "layout", || Layout::of(&syntax, settings));
        let side = Side { syntax: &syntax, layout: &layout };
        assert!(timed(input, "diff", || diff(side, side)).differences.is_empty(), "{input}");
        let other = Syntax::parse("int32 zzzz\narray aaaa\n- int32 b\n");
        let other_layout = Layout::of(&other, settings);
        let other = Side { syntax: &other, layout: &other_layout };
        timed(input, "diff with another", || diff(other, side).summary());
        ask_codec(input, &layout);
    }
}

/// Packets of zeros, of ones, and of what the layout's least size asks for.
fn ask_codec(input: &str, layout: &Layout) {
    let Ok(codec) = timed(input, "codec", || Codec::new(layout)) else { return };
    for len in [4, layout.message.size.min().clamp(4, 65_535) as u16, 65_535] {
        for byte in [0, 1, 4] {
            let mut packet = vec![byte; len.into()];
            packet[..2].copy_from_slice(&len.to_le_bytes());
            let Ok(decoded) = timed(input, "decode", || codec.decode(&packet)) else { continue };
            let json = timed(input, "JSON", || codec.to_json(&decoded.packet));
            let read = timed(input, "read JSON", || codec.from_json(&json, None));
            assert!(read.as_ref() == Ok(&decoded.packet), "{input}");
            let Ok(written) = timed(input, "encode", || codec.encode(&decoded.packet)) else {
                continue;
            };
            assert!(codec.decode(&written).unwrap().packet == decoded.packet, "{input}");
        }
    }
}

fn ask_about_file(input: &str, text: &str, expected: Option<&str>) {
    let catalogue = timed(input, "catalogue", || catalogue(text));
    let found = timed(input, "check", || check::file(PATH, &catalogue));
    if let Some(code) = expected {
        assert!(found.iter().any(|problem| problem.code == code), "{input}: no {code}");
    }
    let definition = catalogue.definition(PATH).unwrap().clone();
    timed(input, "check against", || against::check(&catalogue, &definition, "int32 a\n"));
    timed(input, "symbols", || symbols::symbols(&catalogue, PATH));
    timed(input, "folds", || folding::folds(&catalogue, PATH));
    timed(input, "tokens", || tokens::tokens(&catalogue, PATH, 0..usize::MAX));
    timed(input, "hints", || inlay::hints(&catalogue, PATH, 0..usize::MAX, HintKinds::ALL, &[]));
    timed(input, "lenses", || lens::lenses(&catalogue, PATH));
    timed(input, "links", || link::links(&catalogue, PATH));
    timed(input, "table", || rows::table(&catalogue, PATH));
    timed(input, "search", || search::search(&catalogue, "gre", 100));
    for offset in [6, text.len() / 2] {
        ask_about_place(input, &catalogue, offset);
    }
    timed(input, "rename a packet", || {
        rename_packet(&catalogue, None, ("S_GREAT", "S_X"), InMaps::Rename, &[])
    })
    .unwrap();
}

fn ask_about_place(input: &str, catalogue: &Catalogue, offset: usize) {
    timed(input, "completion", || completion::complete(catalogue, PATH, offset));
    timed(input, "hover", || {
        hover::hover(catalogue, PATH, offset, &|_| hover::Recorded::default())
    });
    timed(input, "definition", || definition::definition(catalogue, PATH, offset));
    timed(input, "declaration", || definition::declaration(catalogue, PATH, offset));
    timed(input, "references", || references::references(catalogue, PATH, offset));
    timed(input, "highlights", || highlight::highlights(catalogue, PATH, offset));
    timed(input, "linked", || linked::linked_ranges(catalogue, PATH, offset));
    timed(input, "selection", || selection::selection_ranges(catalogue, PATH, offset));
    timed(input, "tooltip", || inlay::tooltip(catalogue, PATH, offset));
    timed(input, "assists", || assists(catalogue, PATH, offset..offset));
    timed(input, "rename", || {
        _ = rename_field(catalogue, PATH, offset, "zxRenamed", Reach::AllVersions);
    });
}

#[test]
fn a_definition_of_any_size_and_depth_is_answered_in_time() {
    for (input, text, expected) in definitions() {
        ask_about_text(input, &text);
        ask_about_file(input, &text, expected);
    }
}

#[test]
fn a_map_of_any_size_is_answered_in_time() {
    let maps = [
        ("ten million bytes", until(10 << 20, |n| format!("S_{} = {}\n", name(n), n % 65_536))),
        ("one line", "x".repeat(10 << 20)),
        ("one name", until(1 << 20, |n| format!("S_A = {}\n", n % 65_536))),
        ("one code", until(1 << 20, |n| format!("S_{} 7\n", name(n)))),
        ("wrong lines", until(1 << 20, |_| "wrong\n".into())),
    ];
    for (input, text) in maps {
        let map = timed(input, "parse", || Map::parse(text.as_str()));
        timed(input, "format", || format_map(&map));
        assert!(timed(input, "diff", || diff_maps(&map, &map)).added.is_empty());
        let mut catalogue = Catalogue::default();
        timed(input, "catalogue", || catalogue.set_file("protocol.1.map", text.as_str()));
        timed(input, "check", || check::all(&catalogue));
        let path = "protocol.1.map";
        timed(input, "tokens", || tokens::tokens(&catalogue, path, 0..usize::MAX));
        timed(input, "symbols", || symbols::symbols(&catalogue, path));
        timed(input, "hover", || {
            hover::hover(&catalogue, path, 3, &|_| hover::Recorded::default())
        });
        timed(input, "references", || references::references(&catalogue, path, 3));
        timed(input, "search", || search::search(&catalogue, "s_ab", 100));
    }
}

#[test]
fn tables_and_captures_of_any_depth_and_size_are_answered_in_time() {
    let mut many = String::from("{");
    for n in 0..50_000 {
        write!(many, "\"S_{}\": {{\"1\": {{\"max\": {n}}}}},", name(n)).unwrap();
    }
    let files = [
        ("a deep list", "[".repeat(1 << 20)),
        ("a deep object", "{\"S_A\":".repeat(200_000)),
        ("a long table", many),
        ("one line of digits", "0".repeat(10 << 20)),
        ("many packets", until(10 << 20, |_| "0400 0000\n".into())),
        ("a log", until(1 << 20, |n| format!("<- S_GREAT.1 0400{:04x}\n", n % 65_536))),
    ];
    for (input, text) in files {
        for path in ["deprecated.json", "revisions.json"] {
            let mut catalogue = catalogue("array a\n- string s\n");
            timed(input, "catalogue", || catalogue.set_file(path, text.as_str()));
            timed(input, "check", || check::all(&catalogue));
            timed(input, "tokens", || tokens::tokens(&catalogue, path, 0..usize::MAX));
            timed(input, "rename a packet", || {
                _ = rename_packet(&catalogue, None, ("S_GREAT", "S_X"), InMaps::Keep, &[]);
            });
        }
        for path in ["S_GREAT.1.hex", "evening.log"] {
            let capture = timed(input, "parse a capture", || Capture::parse(path, &text)).unwrap();
            let catalogue = catalogue("array a\n- string s\n");
            timed(input, "check a capture", || capture::check(&[&capture], &catalogue));
        }
    }
}
