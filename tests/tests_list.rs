//! The list of tests: none of them goes without a word.
//!
//! `TESTS.tsv` lists tests as they are claimed by their names. One that is removed or renamed stays in
//! the list, and its column `successor` names the test that holds the claim from then on.
//! `UPDATE_EXPECT=1` adds tests that are new, and takes note of those that moved to another file.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that can't go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDERS: &[&str] = &["core", "editor", "lsp", "tests", "examples"];
const HEADER: &str = "crate\tpath\tname\tsuccessor";

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    package: String,
    path: String,
    name: String,
    successor: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn list() -> PathBuf {
    root().join("tests/TESTS.tsv")
}

#[test]
fn a_test_that_went_names_its_successor() {
    let there = tests_in_sources();
    let mut listed = read(&fs::read_to_string(list()).unwrap());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        listed = updated(&listed, &there);
        fs::write(list(), written(&listed)).unwrap();
    }
    let wrong = wrong(&listed, &there);
    assert!(
        wrong.is_empty(),
        "{}\nName the test that holds the claim now in the column `successor` of tests/TESTS.tsv",
        wrong.join("\n")
    );
}

/// Rows whose test is gone, and has no successor that is there.
fn wrong(listed: &[Row], there: &[Row]) -> Vec<String> {
    let names: BTreeSet<&str> = there.iter().map(|row| row.name.as_str()).collect();
    // A test may move to another file of its crate; of two with a name, one may not just go.
    let mut n_there: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for row in there {
        *n_there.entry((&row.package, &row.name)).or_default() += 1;
    }
    let mut wrong = Vec::new();
    for row in listed {
        let Row { package, path, name, successor } = row;
        if !successor.is_empty() {
            if !names.contains(successor.as_str()) {
                wrong.push(format!("{path}: {name}: there is no test {successor} either"));
            }
            continue;
        }
        match n_there.get_mut(&(package.as_str(), name.as_str())) {
            Some(n @ 1..) => *n -= 1,
            _ => wrong.push(format!("{path}: {name} is gone, and has no successor")),
        }
    }
    wrong
}

/// With tests that are new, and in the files where they are now.
fn updated(listed: &[Row], there: &[Row]) -> Vec<Row> {
    let key = |row: &Row| (row.package.clone(), row.name.clone());
    let known: BTreeSet<_> = there.iter().map(key).collect();
    let gone = listed.iter().filter(|row| !row.successor.is_empty() || !known.contains(&key(row)));
    let mut rows: Vec<Row> = gone.chain(there).cloned().collect();
    rows.sort();
    rows.dedup();
    rows
}

fn read(text: &str) -> Vec<Row> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEADER));
    let row = |line: &str| {
        let mut fields = line.split('\t').map(str::to_owned);
        let mut field = || fields.next().unwrap_or_else(|| panic!("{line}: four fields"));
        Row { package: field(), path: field(), name: field(), successor: field() }
    };
    lines.map(row).collect()
}

fn written(rows: &[Row]) -> String {
    let mut text = format!("{HEADER}\n");
    for Row { package, path, name, successor } in rows {
        writeln!(text, "{package}\t{path}\t{name}\t{successor}").unwrap();
    }
    text
}

fn tests_in_sources() -> Vec<Row> {
    let mut rows = Vec::new();
    for folder in FOLDERS {
        for file in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            let path = file.strip_prefix(root()).unwrap();
            let parts: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
            rows.extend(tests_in(&text).map(|name| Row {
                package: (*folder).to_owned(),
                path: parts.join("/"),
                name: name.to_owned(),
                successor: String::new(),
            }));
        }
    }
    rows
}

/// The names of the tests in a source text.
fn tests_in(text: &str) -> impl Iterator<Item = &str> {
    let mut lines = text.lines().map(str::trim);
    std::iter::from_fn(move || {
        lines.by_ref().find(|line| *line == "#[test]" || line.starts_with("#[tokio::test"))?;
        let head = lines.by_ref().find(|line| !line.starts_with("#["))?;
        let (_, name) = head.split_once("fn ")?;
        name.split(['(', '<']).next()
    })
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn only_a_test_that_is_gone_needs_a_successor() {
    let row = |path: &str, name: &str, successor: &str| Row {
        package: "core".to_owned(),
        path: path.to_owned(),
        name: name.to_owned(),
        successor: successor.to_owned(),
    };
    let there: Vec<Row> = tests_in("#[test]\nfn a() {\n#[test]\n#[cfg(unix)]\nfn b() {}")
        .map(|name| row("x.rs", name, ""))
        .collect();
    assert_eq!(there, [row("x.rs", "a", ""), row("x.rs", "b", "")]);
    let moved = row("old.rs", "a", "");
    let renamed = row("x.rs", "old_b", "b");
    assert_eq!(wrong(&[moved.clone(), renamed.clone()], &there), Vec::<String>::new());
    assert_eq!(updated(&[moved.clone(), renamed.clone()], &there).len(), 3);
    assert_eq!(read(&written(&there)), there);
    let gone = row("x.rs", "c", "");
    assert_eq!(wrong(std::slice::from_ref(&gone), &there).len(), 1);
    assert_eq!(wrong(&[moved.clone(), moved], &there).len(), 1, "one of two is gone");
    assert_eq!(wrong(&[row("x.rs", "c", "d")], &there).len(), 1, "so is its successor");
    assert!(updated(std::slice::from_ref(&gone), &there).contains(&gone), "it is not forgotten");
}
