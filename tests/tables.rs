//! Real tables as documents: nothing changes that nobody changed, what is known of their columns
//! holds, and checks do not cry wolf.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use landwright_core::check::table::check;
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::rose::stl;
use landwright_core::format::text::{CodePage, Text};
use landwright_core::kinds::{self, Opened, Source, kind_of};
use landwright_core::world::table::{Table, TableContent};
use landwright_core::world::three_way::Change;
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
        let name = name(&path);
        let source = |bytes| Source { name: &name, bytes, code_page: CodePage::Cp949, entry: None };
        let mut changes = Vec::new();
        let mut add = |change: Change| changes.push(change);
        kinds::compare(&source(&bytes), &source(&written), &mut add).unwrap();
        assert!(changes.len() <= 1, "{}: {changes:?}", path.display());
    }
}

#[test]
fn texts_that_are_laid_out_anew_are_where_they_were() {
    let (mut n_same, mut n_other) = (0, 0);
    for (path, bytes, content) in tables() {
        let Content::Stl(stl) = content else { continue };
        let text =
            |language, row, text| Text::from(stl.text(language, row, text).unwrap_or_default());
        let texts = |language, row| {
            (0..stl.kind().n_texts()).map(|n| text(language, row, n)).collect::<Vec<_>>()
        };
        let rows = |language| (0..stl.keys().len()).map(|row| texts(language, row)).collect();
        let languages: Vec<_> = (0..stl.n_languages()).map(rows).collect();
        match stl.with_rows(stl.keys().to_vec(), &languages) {
            Some(new) if stl::write(&new) == bytes => n_same += 1,
            _ => {
                println!("{}: is laid out differently", path.display());
                n_other += 1;
            }
        }
    }
    println!("{n_same} are the same, {n_other} are not");
    assert!(n_other * 4 <= n_same, "{n_other} of {}", n_same + n_other);
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
    // The numbers of the missing rows are past the end of their tables, which are of other versions.
    assert!(counts.get("table-row-missing").is_none_or(|n| *n <= 60), "{counts:?}");
    assert!(counts.get("table-row-empty").is_none_or(|n| *n <= 60), "{counts:?}");
    assert!(counts.get("table-doubled-key").is_none_or(|n| *n <= 2), "{counts:?}");
}
