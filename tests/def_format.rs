//! Formatting and converting real definitions keeps what they mean.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use landwright_core::def::assist::{MetaForm, implied, written};
use landwright_core::def::edit::applied;
use landwright_core::def::format::{Columns, FormatOptions, format, format_map};
use landwright_core::def::{Layout, LineKind, Map, Settings, Syntax};

/// The texts of all files below a folder that end like this, by path.
fn texts(folder: &Path, extension: &str) -> Vec<(PathBuf, String)> {
    let files = support::files_below(folder).into_iter();
    let wanted = files.filter(|path| path.extension().is_some_and(|found| found == extension));
    let text = |path: &PathBuf| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    wanted.map(|path| (path.clone(), text(&path))).collect()
}

fn layout(syntax: &Syntax) -> Layout {
    Layout::of(syntax, Settings::default())
}

/// What formatting must not change: the words of every line that says something, its break, and
/// malformed lines as they are.
fn kept(syntax: &Syntax) -> Vec<String> {
    let text = |span| syntax.str(span).to_owned();
    let mut kept = Vec::new();
    for line in syntax.lines() {
        match line.kind {
            LineKind::Malformed => kept.push(text(line.span).trim_start_matches('\u{feff}').into()),
            _ if line.content.is_empty() && line.comment.is_none() => continue,
            _ => kept.push(text(line.content).replace(char::is_whitespace, "")),
        }
        kept.extend(line.comment.map(|comment| text(comment).trim_end().to_owned()));
        let line_break = syntax.text().get(line.span.end as usize..).unwrap_or_default();
        kept.push(if line_break.starts_with('\r') { "CRLF" } else { "LF" }.to_owned());
    }
    kept
}

#[test]
fn formatting_keeps_the_layout_the_comments_and_the_breaks_of_every_definition() {
    let Some(folder) = support::corpus("tera") else { return };
    let mut report: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for part in ["def", "def-history", "fixpairs"] {
        for (path, text) in texts(&folder.join(part), "def") {
            let before = Syntax::parse(text.as_str());
            for columns in [Columns::AsFile, Columns::Aligned, Columns::Single] {
                let options =
                    FormatOptions { names: columns, comments: columns, ..FormatOptions::default() };
                let once = applied(&text, &format(&before, &options));
                let after = Syntax::parse(once.as_str());
                assert_eq!(layout(&before), layout(&after), "{}", path.display());
                assert_eq!(kept(&before), kept(&after), "{}", path.display());
                assert!(format(&after, &options).is_empty(), "{}", path.display());
                let name = path.strip_prefix(&folder).unwrap().iter().take(2);
                let name = name.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
                let name = if part == "fixpairs" { part.to_owned() } else { name };
                let row = report.entry(format!("{columns:?} {name}")).or_default();
                row.0 += usize::from(once != text);
                row.1 += 1;
            }
        }
    }
    assert!(!report.is_empty());
    for (what, (changed, all)) in report {
        eprintln!("{what}: {changed} of {all} files change");
        // Left to the columns that a file has, most are formatted as their authors left them.
        let is_head = what.starts_with("AsFile def/") && !what.ends_with("parser-fixtures");
        assert!(!is_head || changed * 6 <= all, "{what}: {changed} of {all}");
    }
}

#[test]
fn formatting_keeps_the_names_and_numbers_of_every_map() {
    let Some(folder) = support::corpus("tera/map") else { return };
    let mut n_changed = 0;
    let maps = texts(&folder, "map");
    for (path, text) in &maps {
        let before = Map::parse(text.as_str());
        let once = applied(text, &format_map(&before));
        let after = Map::parse(once.as_str());
        assert!(before.entries().eq(after.entries()), "{}", path.display());
        assert_eq!(before.faults().len(), after.faults().len(), "{}", path.display());
        assert!(format_map(&after).is_empty(), "{}", path.display());
        n_changed += usize::from(once != *text);
    }
    assert!(!maps.is_empty());
    eprintln!("{n_changed} of {} maps change", maps.len());
}

#[test]
fn writing_counts_and_offsets_out_and_taking_them_back_restores_the_layout() {
    let Some(folder) = support::corpus("tera/def") else { return };
    let (mut n_converted, mut n_same_text, mut n_twins) = (0, 0, 0);
    for (path, text) in texts(&folder, "def") {
        let syntax = Syntax::parse(text.as_str());
        let before = layout(&syntax);
        for form in [MetaForm::Ref, MetaForm::CountOffset] {
            let Some(edits) = written(&syntax, &before, form) else { continue };
            let explicit = Syntax::parse(applied(&text, &edits));
            let is_same = layout(&explicit).is_same_on_wire(&before);
            assert!(is_same || has_twins(&syntax), "{}", path.display());
            n_twins += usize::from(!is_same);
            let back = applied(explicit.text(), &implied(&explicit));
            assert!(layout(&Syntax::parse(back.as_str())).is_same_on_wire(&before));
            n_converted += 1;
            n_same_text += usize::from(back == text);
        }
    }
    assert!(n_converted > 500);
    assert!(n_same_text * 20 > n_converted * 19, "{n_same_text} of {n_converted}");
    assert!(n_twins * 100 < n_converted, "{n_twins} of {n_converted}");
    eprintln!("{n_converted} conversions, {n_same_text} of which give the same text back");
}

/// A meta field can't tell two fields of one name in one message or element apart.
fn has_twins(syntax: &Syntax) -> bool {
    let mut seen = BTreeSet::new();
    syntax.fields().any(|(id, _)| !seen.insert((syntax.scope(id), syntax.dotted_name(id))))
}
