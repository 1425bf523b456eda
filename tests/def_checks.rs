//! The checks of definitions and maps, over the real ones: what is truly wrong is found, nothing
//! else is, and no fix changes a byte that it does not speak of.

mod support;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use landwright_core::def::file_name::file_of;
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

/// How many files each rule flags.
fn flagged(problems: &[Problem]) -> BTreeMap<(&str, Severity), usize> {
    let mut files: BTreeMap<(&str, Severity), BTreeSet<&str>> = BTreeMap::new();
    for problem in problems {
        files.entry((problem.code, problem.severity)).or_default().insert(&problem.place.file);
    }
    files.into_iter().map(|(rule, files)| (rule, files.len())).collect()
}

/// A rule, and how many files it flags.
type Flags = (&'static str, Severity, usize);

/// What the rules flag in a folder, of which so many files were read by a person. More files may
/// have more problems, and a part of them fewer.
fn check_folder(folder: &str, n_read: usize, expected: &[Flags]) {
    let Some(folder) = support::corpus(folder) else { return };
    let catalogue = catalogue(&folder);
    let problems = check::all(&catalogue);
    problems.iter().for_each(|problem| hold(&catalogue, problem));
    let mut found = flagged(&problems);
    let n_files = catalogue.n_files();
    for (code, severity, n) in expected {
        let found = found.remove(&(*code, *severity)).unwrap_or(0);
        let what = format!("{}: {n_files} files, {code}", folder.display());
        match n_files.cmp(&n_read) {
            Ordering::Equal => assert_eq!(found, *n, "{what}"),
            Ordering::Greater => assert!(found >= *n, "{what}: {found}"),
            Ordering::Less => assert!(found <= *n, "{what}: {found}"),
        }
    }
    assert!(n_files > n_read || found.is_empty(), "{}: {found:?}", folder.display());
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
fn rules_of(kind: &str) -> Option<&'static [&'static str]> {
    const CONFLICT: &str = "def-merge-conflict";
    Some(match kind {
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
        _ => return None,
    })
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
            // Of a kind that nobody has described, nothing is asked.
            let Some(rules) = rules_of(kind) else {
                eprintln!("skipped: {path}: no rule is about {kind}");
                continue;
            };
            if rules.is_empty() {
                continue;
            }
            let row = rows.entry(kind).or_default();
            row[0] += 1;
            row[1] += usize::from(rules.iter().any(|rule| before.contains(rule)));
            row[2] += usize::from(!rules.iter().any(|rule| after.contains(rule)));
        }
    }
    for (kind, [mended, found, gone]) in &rows {
        assert_eq!((mended, mended), (found, gone), "{kind}");
    }
    let of_kind: BTreeMap<&str, usize> = rows.iter().map(|(kind, row)| (*kind, row[0])).collect();
    for (kind, n) in MENDED {
        let mended = of_kind.get(kind).copied().unwrap_or(0);
        assert!(mended >= *n || pairs.len() < N_PAIRS, "{kind}: {mended}");
    }
}

/// How many commits mended what, of so many.
const N_PAIRS: usize = 159;
const MENDED: &[(&str, usize)] = &[
    ("bad-identifier", 7),
    ("deprecated-count-offset", 127),
    ("dup-meta", 1),
    ("dup-name", 10),
    ("dup-object-split", 1),
    ("empty-array", 4),
    ("explicit-missing-count-for-array", 3),
    ("explicit-missing-offset-for-array", 3),
    ("explicit-missing-offset-for-string", 5),
    ("explicit-redundant", 103),
    ("fixed-after-variable", 10),
    ("malformed", 7),
    ("meta-after-field", 1),
    ("meta-not-leading", 3),
    ("meta-order-string", 1),
    ("orphan-count", 1),
    ("orphan-offset", 2),
    ("unknown-type", 13),
];

/// The head of a repository.
struct Head {
    folder: &'static str,
    /// How many of its definitions were read by a person, and how many it has.
    n_read: usize,
    n_all: usize,
    /// The files of those that are truly wrong, by the rule. No other may have an error or a
    /// warning.
    wrong: &'static [(&'static str, &'static str)],
    /// How many files each rule flags: of those that were read, and of all as they were counted for
    /// the description of the language. What is not listed flags none.
    flags: &'static [(&'static str, Severity, usize, usize)],
}

const HEADS: &[Head] = &[
    Head {
        folder: "meishuu-era__spaacecats-pull1",
        n_read: 477,
        n_all: 860,
        wrong: &[
            ("S_REPLY_GUILD_LIST.1.def", "def-missing-meta"),
            ("S_TRADE_BROKER_HISTORY_ITEM_LIST.2.def", "def-unknown-type"),
            ("S_USER_PAPERDOLL_INFO.5.def", "def-duplicate-name"),
        ],
        flags: &[
            ("def-unknown-type", Severity::Error, 1, 2),
            ("def-missing-meta", Severity::Error, 1, 3),
            ("def-duplicate-name", Severity::Warning, 1, 4),
            ("def-orphan-meta", Severity::Information, 5, 5),
            ("def-fixed-after-variable", Severity::Information, 1, 1),
            ("def-redundant-meta", Severity::Hint, 61, 118),
            ("def-deprecated-meta", Severity::Hint, 74, 136),
            ("def-empty-array", Severity::Hint, 4, 7),
        ],
    },
    Head {
        folder: "tera-toolbox__tera-data",
        n_read: 470,
        n_all: 836,
        wrong: &[],
        flags: &[
            ("def-duplicate-name", Severity::Warning, 0, 1),
            ("def-fixed-after-variable", Severity::Information, 0, 1),
            ("def-redundant-meta", Severity::Hint, 7, 12),
            ("def-empty-array", Severity::Hint, 2, 2),
        ],
    },
    Head {
        folder: "tera-proxy__tera-data",
        n_read: 634,
        n_all: 1172,
        wrong: &[
            ("S_TRADE_BROKER_HISTORY_ITEM_LIST.2.def", "def-unknown-type"),
            ("S_USER_PAPERDOLL_INFO.5.def", "def-duplicate-name"),
        ],
        flags: &[
            ("def-unknown-type", Severity::Error, 1, 2),
            ("def-duplicate-name", Severity::Warning, 1, 4),
            ("def-empty-array", Severity::Hint, 7, 13),
        ],
    },
    Head {
        folder: "spaacecats__tera-data",
        n_read: 271,
        n_all: 507,
        wrong: &[("S_REPLY_GUILD_LIST.1.def", "def-missing-meta")],
        flags: &[
            ("def-unknown-type", Severity::Error, 0, 1),
            ("def-missing-meta", Severity::Error, 1, 3),
            ("def-duplicate-name", Severity::Warning, 0, 1),
            ("def-orphan-meta", Severity::Information, 3, 3),
            ("def-meta-after-field", Severity::Information, 1, 1),
            ("def-fixed-after-variable", Severity::Information, 0, 1),
            ("def-redundant-meta", Severity::Hint, 54, 114),
            ("def-deprecated-meta", Severity::Hint, 69, 136),
            ("def-empty-array", Severity::Hint, 3, 5),
        ],
    },
];

#[test]
fn rules_flag_what_is_truly_wrong_in_a_head_and_nothing_else() {
    for head in HEADS {
        let Some(folder) = support::corpus(&format!("tera/def/{}", head.folder)) else { return };
        let catalogue = catalogue(&folder);
        let problems = check::all(&catalogue);
        problems.iter().for_each(|problem| hold(&catalogue, problem));
        check_wrong(head, &folder, &catalogue, &problems);
        let n_files = catalogue.definitions().count();
        let mut found = flagged(&problems);
        for (code, severity, read, all) in head.flags {
            let found = found.remove(&(*code, *severity)).unwrap_or(0);
            let what = format!("{}: {n_files} files, {code}", head.folder);
            match n_files {
                n if n == head.n_read => assert_eq!(found, *read, "{what}"),
                n if n == head.n_all => assert_eq!(found, *all, "{what}"),
                _ => assert!(found <= *all, "{what}: {found}"),
            }
        }
        assert!(found.is_empty(), "{}: {found:?}", head.folder);
    }
}

/// Errors and warnings stand in the files that are truly wrong, by the rules that they break. Of
/// files that nobody has read yet there may be as many as were counted.
fn check_wrong(head: &Head, folder: &Path, catalogue: &Catalogue, problems: &[Problem]) {
    let is_bad = |problem: &&Problem| problem.severity >= Severity::Warning;
    let found: BTreeSet<(&str, &str)> = problems
        .iter()
        .filter(is_bad)
        .map(|problem| (file_of(&problem.place.file), problem.code))
        .collect();
    let root = folder.to_string_lossy();
    let is_there = |file: &str| {
        catalogue.files().any(|(path, _)| path.starts_with(&*root) && file_of(path) == file)
    };
    let known: BTreeSet<(&str, &str)> =
        head.wrong.iter().copied().filter(|(file, _)| is_there(file)).collect();
    let missed: Vec<_> = known.difference(&found).collect();
    assert!(missed.is_empty(), "{}: {missed:?} are not flagged", head.folder);
    let others: Vec<_> = found.difference(&known).collect();
    let has_more = catalogue.definitions().count() > head.n_read;
    assert!(has_more || others.is_empty(), "{}: {others:?}", head.folder);
}

#[test]
fn the_maps_have_no_problems() {
    for folder in ["tera/map/meishuu-era", "tera/map/tera-proxy"] {
        let Some(folder) = support::corpus(folder) else { return };
        let catalogue = catalogue(&folder);
        assert!(catalogue.maps().count() > 0, "{}", folder.display());
        assert_eq!(check::all(&catalogue), [], "{}", folder.display());
    }
}

#[test]
fn the_broken_maps_have_those_that_made_them_so() {
    check_folder(
        "tera/map/broken",
        3,
        &[
            ("map-merge-conflict", Severity::Error, 1),
            ("map-malformed-line", Severity::Error, 1),
            ("map-duplicate-code", Severity::Warning, 1),
        ],
    );
}

#[test]
fn the_old_definitions_have_the_problems_of_their_time() {
    check_folder(
        "tera/def-history/spaacecats__tera-data",
        314,
        &[
            ("def-unknown-type", Severity::Error, 3),
            ("def-missing-meta", Severity::Error, 2),
            ("def-merge-conflict", Severity::Error, 7),
            ("def-malformed-line", Severity::Error, 3),
            ("def-file-name", Severity::Warning, 314),
            ("def-duplicate-name", Severity::Warning, 6),
            ("def-orphan-meta", Severity::Information, 6),
            ("def-meta-after-field", Severity::Information, 5),
            ("def-fixed-after-variable", Severity::Information, 4),
            ("def-redundant-meta", Severity::Hint, 39),
            ("def-empty-array", Severity::Hint, 6),
            ("def-deprecated-meta", Severity::Hint, 69),
        ],
    );
    check_folder(
        "tera/def-history/tera-proxy__tera-data",
        629,
        &[
            ("def-unknown-type", Severity::Error, 2),
            ("def-include-missing", Severity::Error, 4),
            ("def-file-name", Severity::Warning, 629),
            ("def-duplicate-name", Severity::Warning, 1),
            ("def-empty-array", Severity::Hint, 10),
            ("def-deprecated-meta", Severity::Hint, 75),
        ],
    );
    check_folder(
        "tera/def-history/tera-toolbox__tera-data",
        728,
        &[
            ("def-unknown-type", Severity::Error, 6),
            ("def-missing-meta", Severity::Error, 4),
            ("def-meta-in-object", Severity::Error, 1),
            ("def-file-name", Severity::Warning, 728),
            ("def-duplicate-name", Severity::Warning, 5),
            ("def-orphan-meta", Severity::Information, 5),
            ("def-meta-after-field", Severity::Information, 1),
            ("def-fixed-after-variable", Severity::Information, 1),
            ("def-redundant-meta", Severity::Hint, 75),
            ("def-empty-array", Severity::Hint, 12),
            ("def-deprecated-meta", Severity::Hint, 79),
        ],
    );
}
