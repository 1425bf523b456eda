//! Real tables as documents: nothing changes that nobody changed, what is known of their columns
//! holds, and checks do not cry wolf.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use landwright_core::check::table::check;
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::text::CodePage;
use landwright_core::kinds::{Opened, Source, kind_of};
use landwright_core::world::table::{Table, TableContent};
use serde_json::json;

/// The name of a real file: the corpus puts a number before it.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap().to_string_lossy().to_uppercase();
    name.split_once('_').map_or(name.clone(), |(_, name)| name.to_owned())
}

/// Every table that can be read.
fn tables() -> Vec<(PathBuf, Vec<u8>, Content)> {
    let folders = ["rose/stb", "rose/stl", "rose/ltb"];
    let files = folders.into_iter().filter_map(support::corpus);
    let paths = files.flat_map(|folder| support::files_below(&folder));
    paths
        .filter_map(|path| {
            let bytes = std::fs::read(&path).unwrap();
            let kind = Kind::of_name(&name(&path))?;
            let content = file::read(kind, &bytes).ok()?.content;
            Some((path, bytes, content))
        })
        .collect()
}

fn open(path: &Path, bytes: &[u8]) -> Box<dyn Opened> {
    let name = name(path);
    let source = Source { name: &name, bytes, code_page: CodePage::Cp949, entry: None };
    kind_of(&name, bytes).unwrap().open(&source).unwrap().unwrap()
}

#[test]
fn a_sheet_of_a_real_table_changes_nothing() {
    for (path, bytes, _) in tables() {
        let mut table = open(&path, &bytes);
        assert!(table.to_bytes().unwrap() == bytes, "{}", path.display());
        let sheet = table.export("csv").unwrap();
        let report = table.import(&sheet).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(report, Default::default(), "{}", path.display());
        assert!(table.to_bytes().unwrap() == bytes, "{}", path.display());
    }
}

#[test]
fn one_cell_of_a_real_table_changes_alone() {
    let mut n_moved = 0;
    for (path, bytes, _) in tables() {
        let mut table = open(&path, &bytes);
        let set = json!({"action": "set-cell", "row": 0, "column": "0", "to": "x"});
        if table.apply(&[set]).is_err() {
            continue;
        }
        let Ok(written) = table.to_bytes() else {
            println!("{}: its texts can't be laid out anew", path.display());
            continue;
        };
        let again = open(&path, &written);
        let changes = again.compare(&bytes).unwrap();
        assert!(changes.len() <= 1, "{}: {changes:?}", path.display());
        let n_same = bytes.iter().rev().zip(written.iter().rev()).take_while(|(a, b)| a == b);
        if n_same.count() * 4 < bytes.len() && bytes.len() > 4_000 {
            n_moved += 1;
            println!("{}: less than a quarter of its end is as it was", path.display());
        }
    }
    println!("{n_moved} tables were laid out differently");
}

#[test]
fn checks_of_real_tables_are_few_and_counted() {
    let all = tables();
    let around: BTreeMap<String, Rc<Content>> =
        all.iter().map(|(path, _, content)| (name(path), Rc::new(content.clone()))).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (path, _, content) in &all {
        let Some(content) = TableContent::of(content.clone()) else { continue };
        let table = Table::new(&name(path), content, CodePage::Cp949).unwrap();
        for problem in check(&name(path), &table, &|name| around.get(name).cloned()) {
            *counts.entry(problem.code).or_default() += 1;
            println!("{}\t{}\t{}", problem.code, name(path), problem.message);
        }
    }
    println!("{counts:?}");
    // Of 113 tables. Every one of the missing rows was looked at: the numbers are past the end.
    assert!(counts.get("table-row-missing").is_none_or(|n| *n <= 120), "{counts:?}");
    assert!(counts.get("table-doubled-key").is_none_or(|n| *n <= 2), "{counts:?}");
}
