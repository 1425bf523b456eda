//! How checks are tested: a fixture, and what one of its rules says about it.

use std::fmt::Write;

use expect_test::Expect;

use super::context::CHANGES_LAYOUT;
use super::map_line::CHANGES_MAP;
use crate::def::edit::applied;
use crate::def::fixture::Fixture;
use crate::def::layout::{Place as At, Role, Scope, Size};
use crate::def::{Catalogue, Dialect, File, FileKind, Map, MapKind, Settings, Type};
use crate::problem::{Change, FileChange, Fix, Problem, Rule, Spot};

/// Compares what these rules find, with the text that each fix makes, in the dialect that the
/// fixture looks like: where that is a guess, some fixes are left out.
pub(super) fn check(rules: &[&Rule], fixture: &str, expected: &Expect) {
    let catalogue = Fixture::parse(fixture).catalogue();
    let mut dialects = catalogue.definitions().map(|definition| catalogue.dialect(definition));
    let dialect = match dialects.any(|dialect| dialect == Dialect::Protojs) {
        true => Dialect::Protojs,
        false => Dialect::Toolbox,
    };
    check_as(dialect, rules, fixture, expected);
}

pub(super) fn check_as(dialect: Dialect, rules: &[&Rule], fixture: &str, expected: &Expect) {
    check_with(Settings { dialect, patch: None }, rules, fixture, expected);
}

fn check_with(settings: Settings, rules: &[&Rule], fixture: &str, expected: &Expect) {
    let fixture = Fixture::parse(fixture);
    let catalogue = fixture.catalogue_with(settings);
    let problems = super::all(&catalogue);
    problems.iter().for_each(|problem| hold(&catalogue, problem));
    let own = problems.iter().filter(|problem| rules.iter().any(|r| r.code == problem.code));
    expected.assert_eq(&own.map(|problem| show(&fixture, problem)).collect::<String>());
}

/// None of the rules finds anything.
pub(super) fn check_none(rules: &[&Rule], fixtures: &[&str]) {
    for fixture in fixtures {
        let found = super::all(&Fixture::parse(fixture).catalogue());
        let own: Vec<_> =
            found.iter().filter(|problem| rules.iter().any(|r| r.code == problem.code)).collect();
        assert!(own.is_empty(), "{fixture:?}: {own:#?}");
    }
}

fn show(fixture: &Fixture, problem: &Problem) -> String {
    let text = text_of(fixture, &problem.place.file);
    let mut out = match problem.place.spot {
        Spot::Text { start, end } => {
            let line = text[..start].matches('\n').count() + 1;
            format!("{line} `{}` ", text[start..end].escape_debug())
        }
        _ => format!("{} ", problem.place.file),
    };
    writeln!(out, "{}: {}", problem.severity, problem.message).unwrap();
    for fix in &problem.fixes {
        writeln!(out, "  {}", fix.title).unwrap();
        for change in changes(fix) {
            match change {
                FileChange::Edit { edits, .. } => {
                    applied(text, edits).lines().for_each(|line| {
                        // White space at the ends would be lost on whoever reads the expectation.
                        let line = line.replace('\r', "\\r").replace('\u{feff}', "\\u{feff}");
                        let text = line.trim_end();
                        let cut = &line[text.len()..];
                        writeln!(out, "    | {text}{}", cut.escape_unicode()).unwrap();
                    });
                }
                other => writeln!(out, "    {other:?}").unwrap(),
            }
        }
    }
    out
}

fn text_of<'a>(fixture: &'a Fixture, path: &str) -> &'a str {
    fixture.files.iter().find(|file| file.0 == path).map_or("", |file| &file.1)
}

fn changes(fix: &Fix) -> &[FileChange] {
    match &fix.change {
        Change::Files(changes) => changes,
        Change::Action { .. } => &[],
    }
}

/// What every problem has to keep to.
fn hold(catalogue: &Catalogue, problem: &Problem) {
    let Some((path, before)) = text_in(catalogue, &problem.place.file) else { return };
    if let Spot::Text { start, end } = problem.place.spot {
        assert!(before.get(start..end).is_some(), "{problem:?}");
    }
    for fix in &problem.fixes {
        for change in changes(fix) {
            let FileChange::Edit { edits, .. } = change else { continue };
            assert!(edits.is_sorted_by(|a, b| a.end <= b.start), "{fix:?}");
            let after = applied(&before, edits);
            assert_ne!(after, before, "{fix:?} does nothing");
            assert!(comments(&before).all(|c| after.contains(c)), "{before:?} {fix:?}");
            if !fix.title.ends_with(CHANGES_LAYOUT) && !fix.title.ends_with(CHANGES_MAP) {
                let mut changed = catalogue.clone();
                changed.set_file(&path, after.as_str());
                assert_eq!(
                    meaning(catalogue, &path),
                    meaning(&changed, &path),
                    "{before:?} {fix:?}"
                );
            }
        }
    }
}

/// Whatever stands behind a `#`: no fix may take it away.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| Some(line.split_once('#')?.1.trim()))
}

fn text_in(catalogue: &Catalogue, path: &str) -> Option<(String, String)> {
    let text = match catalogue.file(path)? {
        File::Definition(definition) => definition.syntax.text(),
        File::Map(file) => file.map.text(),
        _ => return None,
    };
    Some((path.to_owned(), text.to_string()))
}

/// The bytes of a definition without any names, or the rows of a map.
fn meaning(catalogue: &Catalogue, path: &str) -> String {
    match catalogue.file(path) {
        Some(File::Definition(definition)) => bytes(&catalogue.layout(definition).message),
        Some(File::Map(file)) => rows(&file.map),
        _ => String::new(),
    }
}

fn rows(map: &Map) -> String {
    let names: Vec<_> = map.names().map(|name| (name, map.code(name))).collect();
    let codes: Vec<_> = names.iter().filter_map(|row| map.name(row.1?)).collect();
    format!("{names:?} {codes:?}")
}

fn bytes(scope: &Scope) -> String {
    let mut out = String::new();
    for slot in scope.slots.iter().filter(|slot| slot.role != Role::Object) {
        let place = match slot.place {
            At::Fixed(at) => (None, at),
            // Objects have no bytes, and so no place in the count.
            At::After { slot, bytes } => {
                let before = scope.slots.iter().take(slot);
                (Some(before.filter(|slot| slot.role != Role::Object).count()), bytes)
            }
        };
        let what: (Role, Type, u32, Size) = (slot.role, slot.ty, slot.repeat, slot.size);
        write!(out, "{place:?} {what:?};").unwrap();
        if let Some(element) = &slot.element {
            write!(out, "[{}]", bytes(element)).unwrap();
        }
    }
    out
}

/// Lines that are right, nearly right and wrong, in an order that chance makes.
fn random_text(lines: &[&str], breaks: &[&str], state: &mut u64) -> String {
    let mut pick = |n: usize| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (*state >> 33) as usize % n
    };
    let n_lines = 1 + pick(12);
    let mut text = String::from(["", "", "", "\u{feff}"][pick(4)]);
    for n in 0..n_lines {
        text.push_str(lines[pick(lines.len())]);
        let is_last = n + 1 == n_lines;
        text.push_str(if is_last && pick(2) == 0 { "" } else { breaks[pick(breaks.len())] });
    }
    text
}

#[test]
fn no_fix_of_random_definitions_changes_the_layout_without_saying_so() {
    const LINES: &[&str] = &[
        "",
        "  ",
        "# c",
        "- # c",
        "int32 a",
        "int32 b # c",
        "byte b2",
        "- int32 a",
        "- int32 b",
        "-- byte c # c",
        "- - - int32 d",
        "array a",
        "array b # c",
        "- array a",
        "-array b",
        "array<int32> a",
        "- array<uint> b",
        "array[interleaved] a",
        "array<int32>[interleaved] b",
        "array[x] a",
        "bytes<int32> a",
        "object o",
        "object o",
        "- object o",
        "- - object p",
        "string a",
        "- string a # c",
        "- - string s",
        "string s",
        "bytes b",
        "- bytes b",
        "count a",
        "offset a",
        "- count a",
        "- offset a # c",
        "ref a",
        "ref b",
        "- ref s",
        "ref o.s",
        "ref o.a",
        "offset o.a",
        "offset s",
        "- offset s",
        "offset b",
        "count b",
        "ref aa",
        "in32 a",
        "- uint8 x",
        "a int32",
        "id",
        "- id",
        "int32",
        "-",
        "int32 a b",
        "int32 a ^x",
        "array <int32> a",
        "int32 a\rint32 b",
        "string a-b",
        "offset a-b",
        "- ref a.b",
        "@include X",
        "- int32 a=1",
        "bytes<array<int32>> a",
        "array[2,interleave] a",
        "int32 b ^80",
        "skillid k",
        "# majorPatchVersion < 74",
        "int32 a\u{2028}b",
    ];
    let mut state = 1;
    for round in 0..2_000 {
        let text = random_text(LINES, &["\n", "\n", "\r\n"], &mut state);
        // Some lines mean something to protojs alone.
        let dialect = Dialect::ALL[round % Dialect::ALL.len()];
        let mut catalogue = Catalogue::new(Settings { dialect, patch: None }, &[]);
        catalogue.set_file("S_TEST.1.def", text.as_str());
        super::all(&catalogue).iter().for_each(|problem| hold(&catalogue, problem));
    }
}

#[test]
fn no_fix_of_random_maps_changes_a_number_without_saying_so() {
    const LINES: &[&str] = &[
        "",
        "# c",
        "A = 1",
        "A 1",
        "A 2 # c",
        "B = 1",
        "B 2",
        "C=3",
        "A =",
        "= 1",
        "A 1 2",
        "A x",
        "A 0x10",
        "A 0",
        "A 65536",
        "B",
        "A 1\r2",
        "A\u{2028} 1",
    ];
    let mut state = 1;
    for _ in 0..2_000 {
        let text = random_text(LINES, &["\n", "\r\n"], &mut state);
        let mut catalogue = Catalogue::default();
        catalogue.set_file("protocol.1.map", text.as_str());
        super::all(&catalogue).iter().for_each(|problem| hold(&catalogue, problem));
    }
}

#[test]
fn the_harness_tells_a_map_from_a_definition() {
    let kind = FileKind::of("protocol.1.map");
    assert_eq!(kind, Some(FileKind::Map(MapKind::Protocol, Some(1))));
    let catalogue = Fixture::parse("//- protocol.1.map\nA 1\n//- A.1.def\nint32 a\n").catalogue();
    assert_eq!(meaning(&catalogue, "protocol.1.map"), r#"[("A", Some(1))] ["A"]"#);
    assert!(meaning(&catalogue, "A.1.def").contains("Int32"));
}
