//! The checks of definitions and maps, over the real ones: what is truly wrong is found, nothing
//! else is, and no fix changes a byte that it does not speak of.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use expect_test::{Expect, expect};
use landwright_core::def::{
    Catalogue, Dialect, File, Layout, Map, Place, Role, Scope, Settings, Slot, Syntax, check,
};
use landwright_core::problem::{Change, FileChange, Problem, Severity, Spot, TextEdit};
use serde_json::Value;

/// The files of a folder, as one workspace.
fn catalogue(folder: &Path) -> Catalogue {
    let root = folder.to_string_lossy().into_owned();
    let mut catalogue = Catalogue::new(Settings::default(), std::slice::from_ref(&root));
    for path in support::files_below(folder) {
        // Two maps were once kept in files of this name.
        let name = path.file_name().unwrap().to_string_lossy();
        if name.starts_with("protocol~") || name.starts_with("sysmsg~") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        catalogue.set_file(&path.to_string_lossy(), String::from_utf8_lossy(&bytes));
    }
    catalogue
}

/// How many files each rule finds something in, and how many problems there are.
fn counts(problems: &[Problem]) -> String {
    let mut by_code: BTreeMap<(Severity, &str), Vec<&str>> = BTreeMap::new();
    for problem in problems {
        let files = by_code.entry((problem.severity, problem.code)).or_default();
        files.push(&problem.place.file);
    }
    let mut out = String::new();
    for ((severity, code), mut files) in by_code.into_iter().rev() {
        let n_problems = files.len();
        files.dedup();
        writeln!(
            out,
            "{:<11} {code:<24} {:>3} files {n_problems:>4}",
            severity.name(),
            files.len()
        )
        .unwrap();
    }
    out
}

fn check_folder(folder: &str, expected: &Expect) {
    let Some(folder) = support::corpus(folder) else { return };
    let catalogue = catalogue(&folder);
    let problems = check::all(&catalogue);
    problems.iter().for_each(|problem| hold(&catalogue, problem));
    let n_files = format!("{} files\n", catalogue.n_files());
    expected.assert_eq(&(n_files + &counts(&problems)));
}

/// A problem lies in its text, and its fixes change no byte that they do not speak of.
fn hold(catalogue: &Catalogue, problem: &Problem) {
    let path = &*problem.place.file;
    let before = text(catalogue, path);
    if let Spot::Text { start, end } = problem.place.spot {
        assert!(before.get(start..end).is_some(), "{problem:?}");
    }
    for fix in &problem.fixes {
        let Change::Files(changes) = &fix.change else { panic!("{fix:?}") };
        for change in changes {
            let FileChange::Edit { edits, .. } = change else { continue };
            let after = applied(&before, edits);
            assert_ne!(after, before, "{path}: {fix:?}");
            if fix.title.ends_with("(changes the layout)")
                || fix.title.ends_with("(changes the map)")
            {
                continue;
            }
            let meaning = |text: String| meaning(catalogue, path, text);
            assert_eq!(meaning(before.clone()), meaning(after), "{path}: {fix:?}");
        }
    }
}

fn text(catalogue: &Catalogue, path: &str) -> String {
    match catalogue.file(path) {
        Some(File::Definition(definition)) => definition.syntax.text().to_string(),
        Some(File::Map(file)) => file.map.text().to_string(),
        _ => panic!("{path} has no text"),
    }
}

fn applied(text: &str, edits: &[TextEdit]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for edit in edits {
        out += &text[at..edit.start];
        out += &edit.new_text;
        at = edit.end;
    }
    out + &text[at..]
}

/// The bytes that a text in the place of a definition means, without their names; or the numbers
/// that one in the place of a map gives.
fn meaning(catalogue: &Catalogue, path: &str, text: String) -> String {
    match catalogue.file(path) {
        Some(File::Definition(definition)) => {
            let dialect = match catalogue.dialect(definition) {
                Dialect::Protojs if !definition.syntax.has_protojs_marks() => Dialect::Protojs,
                _ => Dialect::Auto,
            };
            let settings = Settings { dialect, patch: None };
            bytes(&Layout::of(&Syntax::parse(text), settings).message)
        }
        _ => {
            let map = Map::parse(text);
            let codes = map.names().filter_map(|name| Some((name, map.code(name)?)));
            let rows = codes.map(|(name, code)| (name, code, map.name(code)));
            format!("{:?}", rows.collect::<Vec<_>>())
        }
    }
}

fn bytes(scope: &Scope) -> String {
    let mut out = String::new();
    let has_bytes = |slot: &&Slot| slot.role != Role::Object;
    for slot in scope.slots.iter().filter(has_bytes) {
        let place = match slot.place {
            Place::Fixed(at) => (0, at),
            Place::After { slot, bytes } => {
                (1 + scope.slots.iter().take(slot).filter(has_bytes).count(), bytes)
            }
        };
        write!(out, "{place:?} {:?};", (slot.role, slot.ty, slot.repeat, slot.size)).unwrap();
        out.extend(slot.element.iter().map(|element| format!("[{}]", bytes(element))));
    }
    out
}

/// The rules that find a kind of mistake that a commit mended.
fn rules_of(kind: &str) -> &'static [&'static str] {
    const CONFLICT: &str = "def-merge-conflict";
    match kind {
        // A line without a type or a name was taken for one of the type `-` by who sorted them.
        "unknown-type" => &["def-unknown-type", "def-malformed-line", CONFLICT],
        "dup-name" => &["def-duplicate-name", "def-malformed-line", CONFLICT],
        "fixed-after-variable" => &["def-fixed-after-variable", "def-malformed-line", CONFLICT],
        "malformed" => &["def-malformed-line", CONFLICT],
        "bad-identifier" => &["def-identifier", CONFLICT],
        "empty-array" => &["def-empty-array"],
        "explicit-redundant" => &["def-redundant-meta"],
        "deprecated-count-offset" => &["def-deprecated-meta"],
        "orphan-count" | "orphan-offset" => &["def-orphan-meta"],
        "meta-not-leading" | "meta-after-field" => &["def-meta-after-field", CONFLICT],
        "meta-order-string" => &["def-meta-order", CONFLICT],
        "dup-meta" => &["def-duplicate-name", CONFLICT],
        "dup-object-split" => &["def-meta-in-object"],
        _ if kind.starts_with("explicit-missing-") => &["def-missing-meta"],
        // That a definition writes its meta fields is no mistake in itself.
        "explicit-meta" => &[],
        _ => panic!("{kind} is new"),
    }
}

/// How often a rule finds what a commit mended, and finds it no more after that.
#[test]
fn what_commits_mended_is_found_before_and_not_after() {
    let Some(folder) = support::corpus("tera/fixpairs") else { return };
    let index = std::fs::read(folder.join("index.json")).unwrap();
    let pairs: Vec<Value> = serde_json::from_slice(&index).unwrap();
    let mut rows: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for pair in &pairs {
        let path = pair["path"].as_str().unwrap();
        let codes = |side: &str| -> Vec<&'static str> {
            let bytes = std::fs::read(folder.join(pair[side].as_str().unwrap())).unwrap();
            let mut catalogue = Catalogue::default();
            catalogue.set_file(path, String::from_utf8_lossy(&bytes));
            check::all(&catalogue).iter().map(|problem| problem.code).collect()
        };
        let (before, after) = (codes("before"), codes("after"));
        for kind in pair["fixed"].as_array().unwrap().iter().map(|kind| kind.as_str().unwrap()) {
            let rules = rules_of(kind);
            if rules.is_empty() {
                continue;
            }
            let row = rows.entry(kind).or_default();
            row[0] += 1;
            row[1] += usize::from(rules.iter().any(|rule| before.contains(rule)));
            row[2] += usize::from(!rules.iter().any(|rule| after.contains(rule)));
        }
    }
    let mut out = format!("{} pairs\n", pairs.len());
    for (kind, [n, before, after]) in rows {
        writeln!(out, "{kind:<34} {n:>3} mended, {before:>3} found, {after:>3} gone").unwrap();
    }
    expect![[r#"
        159 pairs
        bad-identifier                       7 mended,   7 found,   7 gone
        deprecated-count-offset            127 mended, 127 found, 127 gone
        dup-meta                             1 mended,   1 found,   1 gone
        dup-name                            10 mended,  10 found,  10 gone
        dup-object-split                     1 mended,   1 found,   1 gone
        empty-array                          4 mended,   4 found,   4 gone
        explicit-missing-count-for-array     3 mended,   3 found,   3 gone
        explicit-missing-offset-for-array    3 mended,   3 found,   3 gone
        explicit-missing-offset-for-string   5 mended,   5 found,   5 gone
        explicit-redundant                 103 mended, 103 found, 103 gone
        fixed-after-variable                10 mended,  10 found,  10 gone
        malformed                            7 mended,   7 found,   7 gone
        meta-after-field                     1 mended,   1 found,   1 gone
        meta-not-leading                     3 mended,   3 found,   3 gone
        meta-order-string                    1 mended,   1 found,   1 gone
        orphan-count                         1 mended,   1 found,   1 gone
        orphan-offset                        2 mended,   2 found,   2 gone
        unknown-type                        13 mended,  13 found,  13 gone
    "#]]
    .assert_eq(&out);
}

#[test]
fn the_definitions_of_meishuu_have_only_real_problems() {
    check_folder(
        "tera/def/meishuu-era__spaacecats-pull1",
        &expect![[r#"
            477 files
            error       def-unknown-type           1 files    2
            error       def-missing-meta           1 files    1
            warning     def-duplicate-name         1 files    3
            information def-orphan-meta            5 files    9
            information def-fixed-after-variable   1 files    1
            hint        def-redundant-meta        61 files   61
            hint        def-empty-array            4 files    5
            hint        def-deprecated-meta       74 files  236
        "#]],
    );
}

#[test]
fn the_definitions_of_toolbox_have_only_real_problems() {
    check_folder(
        "tera/def/tera-toolbox__tera-data",
        &expect![[r#"
            470 files
            hint        def-redundant-meta         7 files    7
            hint        def-empty-array            2 files    3
        "#]],
    );
}

#[test]
fn the_definitions_of_tera_proxy_have_only_real_problems() {
    check_folder(
        "tera/def/tera-proxy__tera-data",
        &expect![[r#"
            634 files
            error       def-unknown-type           1 files    2
            warning     def-duplicate-name         1 files    3
            hint        def-empty-array            7 files    8
        "#]],
    );
}

#[test]
fn the_definitions_of_spaacecats_have_only_real_problems() {
    check_folder(
        "tera/def/spaacecats__tera-data",
        &expect![[r#"
            271 files
            error       def-missing-meta           1 files    1
            information def-orphan-meta            3 files    5
            information def-meta-after-field       1 files    1
            hint        def-redundant-meta        54 files   54
            hint        def-empty-array            3 files    3
            hint        def-deprecated-meta       69 files  244
        "#]],
    );
}

#[test]
fn the_maps_have_no_problems() {
    check_folder(
        "tera/map/meishuu-era",
        &expect![[r#"
        12 files
    "#]],
    );
    check_folder(
        "tera/map/tera-proxy",
        &expect![[r#"
            8 files
        "#]],
    );
}

#[test]
fn the_broken_maps_have_those_that_made_them_so() {
    check_folder(
        "tera/map/broken",
        &expect![[r#"
            3 files
            error       map-merge-conflict         1 files   20
            error       map-malformed-line         1 files    1
            warning     map-duplicate-code         1 files    2
        "#]],
    );
}

#[test]
fn the_old_definitions_have_the_problems_of_their_time() {
    check_folder(
        "tera/def-history/spaacecats__tera-data",
        &expect![[r#"
            314 files
            error       def-unknown-type           3 files    4
            error       def-missing-meta           2 files    2
            error       def-merge-conflict         7 files    7
            error       def-malformed-line         3 files   18
            warning     def-file-name            314 files  314
            warning     def-duplicate-name         6 files   10
            information def-orphan-meta            6 files   12
            information def-meta-after-field       5 files    5
            information def-fixed-after-variable   4 files    5
            hint        def-redundant-meta        39 files   39
            hint        def-empty-array            6 files    6
            hint        def-deprecated-meta       69 files  334
        "#]],
    );
    check_folder(
        "tera/def-history/tera-proxy__tera-data",
        &expect![[r#"
        629 files
        error       def-unknown-type           2 files    4
        warning     def-file-name            629 files  629
        warning     def-duplicate-name         1 files    3
        hint        def-empty-array           10 files   11
        hint        def-deprecated-meta       75 files  233
    "#]],
    );
    check_folder(
        "tera/def-history/tera-toolbox__tera-data",
        &expect![[r#"
        728 files
        error       def-unknown-type           6 files   13
        error       def-missing-meta           4 files    6
        error       def-meta-in-object         1 files    1
        warning     def-file-name            728 files  728
        warning     def-duplicate-name         5 files    9
        information def-orphan-meta            5 files    9
        information def-meta-after-field       1 files    1
        information def-fixed-after-variable   1 files    1
        hint        def-redundant-meta        75 files   75
        hint        def-empty-array           12 files   13
        hint        def-deprecated-meta       79 files  294
    "#]],
    );
}
