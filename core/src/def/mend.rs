//! Many fixes at once, which nobody looks at one by one.
//!
//! What a person may have meant is not among them: see [`Fix::one_by_one`]. One fix may bring to
//! light what another one mends, so who calls this looks for problems again and comes back, at most
//! [`MAX_ROUNDS`] times.

use std::collections::BTreeMap;

use super::catalogue::{Catalogue, File};
use super::edit::applied;
use super::syntax::Syntax;
use crate::problem::{Change, FileChange, Fix, Place, Problem, TextEdit};

pub const MAX_ROUNDS: usize = 10;

/// What is to be done at once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    /// How many problems it mends.
    pub n_problems: usize,
    /// What each of their fixes does.
    pub done: Vec<Done>,
    /// The text that each file gets.
    pub texts: BTreeMap<String, String>,
}

/// What a fix does to the texts of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    pub code: &'static str,
    pub place: Place,
    /// Lines that it removes or changes.
    pub lost: usize,
    /// Lines that it adds, or that were changed into these.
    pub gained: usize,
    /// Bytes that it removes and adds.
    pub bytes: usize,
}

/// The edits of a fix, by file.
type Edits<'p> = Vec<(&'p str, &'p [TextEdit])>;

/// A problem with the edits that mend it.
type Wanted<'p> = (&'p Problem, Edits<'p>);

/// Does the best fixes of some problems, in files that may be changed, as far as they are for many
/// at once and do not touch each other. No definition means other bytes after it.
pub fn round(
    catalogue: &Catalogue,
    problems: &[Problem],
    may_change: impl Fn(&str) -> bool,
) -> Round {
    let mut wanted: Vec<Wanted<'_>> = Vec::new();
    let mut by_file: BTreeMap<&str, Vec<&TextEdit>> = BTreeMap::new();
    for problem in problems {
        let fix = problem.fixes.first().and_then(edits_of);
        let is_allowed = |file: &str| may_change(file) && has_meaning(catalogue, file);
        let Some(fix) = fix.filter(|fix| fix.iter().all(|(file, _)| is_allowed(file))) else {
            continue;
        };
        if fix.iter().all(|(file, new)| fits(by_file.get(file), new)) {
            for (file, new) in &fix {
                by_file.entry(file).or_default().extend(*new);
            }
            wanted.push((problem, fix));
        }
    }
    // Each of several fixes keeps the meaning; whether all together do so is better looked at.
    match done(catalogue, &wanted) {
        Some(texts) => all(catalogue, &wanted, texts),
        None => one_after_the_other(catalogue, wanted),
    }
}

/// Leaves out the fixes that do not go with those before them.
fn one_after_the_other(catalogue: &Catalogue, wanted: Vec<Wanted<'_>>) -> Round {
    let (mut kept, mut texts): (Vec<Wanted<'_>>, _) = (Vec::new(), BTreeMap::new());
    for fix in wanted {
        kept.push(fix);
        match done(catalogue, &kept) {
            Some(with_it) => texts = with_it,
            None => drop(kept.pop()),
        }
    }
    all(catalogue, &kept, texts)
}

fn all(catalogue: &Catalogue, wanted: &[Wanted<'_>], texts: BTreeMap<String, String>) -> Round {
    let done = wanted.iter().map(|wanted| done_by(catalogue, wanted)).collect();
    Round { n_problems: wanted.len(), done, texts }
}

fn done_by(catalogue: &Catalogue, (problem, edits): &Wanted<'_>) -> Done {
    let (mut lost, mut gained, mut bytes) = (0, 0, 0);
    for (file, edits) in edits {
        let text = match catalogue.file(file) {
            Some(File::Definition(definition)) => definition.syntax.text(),
            Some(File::Map(map)) => map.map.text(),
            _ => continue,
        };
        let mut edits = edits.to_vec();
        edits.sort_by_key(|edit| (edit.start, edit.end));
        bytes +=
            edits.iter().map(|edit| edit.end - edit.start + edit.new_text.len()).sum::<usize>();
        let after = applied(text, &edits);
        let (old, new): (Vec<&str>, Vec<&str>) = (text.lines().collect(), after.lines().collect());
        let n_first = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let n_rest = old.len().min(new.len()) - n_first;
        let backwards = old.iter().rev().zip(new.iter().rev()).take(n_rest);
        let n_same = n_first + backwards.take_while(|(a, b)| a == b).count();
        (lost, gained) = (lost + old.len() - n_same, gained + new.len() - n_same);
    }
    Done { code: problem.code, place: problem.place.clone(), lost, gained, bytes }
}

/// The edits of a fix that may be done with many others. Files come, go and are renamed by a
/// person's hand.
fn edits_of(fix: &Fix) -> Option<Edits<'_>> {
    let Change::Files(changes) = &fix.change else { return None };
    let edits = changes.iter().map(|change| match change {
        FileChange::Edit { file, edits } => Some((file.as_str(), edits.as_slice())),
        FileChange::Create { .. } | FileChange::Rename { .. } | FileChange::Delete { .. } => None,
    });
    if fix.in_bulk { edits.collect() } else { None }
}

/// Whether it can be said of a file here what it means.
fn has_meaning(catalogue: &Catalogue, file: &str) -> bool {
    matches!(catalogue.file(file), Some(File::Definition(_) | File::Map(_)))
}

/// True where new edits touch none that are to be done already.
fn fits(old: Option<&Vec<&TextEdit>>, new: &[TextEdit]) -> bool {
    let mut old = old.into_iter().flatten();
    old.all(|old| new.iter().all(|new| new.end < old.start || old.end < new.start))
}

/// The texts after some fixes; `None` where a definition would mean other bytes.
fn done(catalogue: &Catalogue, fixes: &[Wanted<'_>]) -> Option<BTreeMap<String, String>> {
    let mut edits: BTreeMap<&str, Vec<TextEdit>> = BTreeMap::new();
    for (file, new) in fixes.iter().flat_map(|(_, edits)| edits) {
        edits.entry(file).or_default().extend_from_slice(new);
    }
    let mut texts = BTreeMap::new();
    for (file, mut edits) in edits {
        edits.sort_by_key(|edit| (edit.start, edit.end));
        let text = match catalogue.file(file) {
            Some(File::Definition(definition)) => {
                let text = applied(definition.syntax.text(), &edits);
                let after = catalogue.layout_with(definition, &Syntax::parse(text.as_str()));
                let is_same = after.is_same_on_wire(&catalogue.layout(definition));
                is_same.then_some(text)
            }
            Some(File::Map(map)) => Some(applied(map.map.text(), &edits)),
            _ => None,
        };
        texts.insert(file.to_owned(), text?);
    }
    Some(texts)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::{Dialect, Settings, check};

    /// What is left of a text when nothing more is to be mended.
    fn check_mended(dialect: Dialect, text: &str, expected: &Expect) {
        let mut catalogue = Catalogue::new(Settings { dialect, patch: None }, &[]);
        catalogue.set_file("S_A.1.def", text);
        for _ in 0..MAX_ROUNDS {
            let Round { texts, .. } = round(&catalogue, &check::all(&catalogue), |_| true);
            texts.iter().for_each(|(file, text)| catalogue.set_file(file, text.as_str()));
        }
        let text = catalogue.definition("S_A.1.def").unwrap().syntax.text().to_string();
        expected.assert_eq(&text);
    }

    #[test]
    fn what_says_the_same_is_mended_in_rounds() {
        let written_out = "count a\noffset a\nin32 x\narray a\n- - int32 b # kept\n";
        check_mended(
            Dialect::Toolbox,
            written_out,
            &expect![[r#"
                in32 x
                array a
                - int32 b # kept
            "#]],
        );
        // Another parser may not imply what is written out.
        check_mended(
            Dialect::Auto,
            written_out,
            &expect![[r#"
                count a
                offset a
                in32 x
                array a
                - int32 b # kept
            "#]],
        );
    }

    #[test]
    fn nothing_that_a_person_may_have_meant_is_changed() {
        const MEANT: &[&str] = &[
            "int32 achievements\nint32 achievements\n",
            "int32 a-b\n",
            "object o\nint32 x\n",
            "bytes<int32> a\n",
            "array[x] a\n- int32 b\n",
            "array<int32> a\n- int32 b\n",
            "in32 x\n",
            "int32\n",
            "int32 a b\n",
            "- int32 a\n",
            "<<<<<<< ours\nint32 a\n=======\nint32 b\n>>>>>>> theirs\n",
        ];
        for text in MEANT {
            let expected = Expect { data: text, ..expect![""] };
            check_mended(Dialect::Toolbox, text, &expected);
        }
        let mut catalogue = Catalogue::default();
        catalogue.set_file("protocol.1.map", "A = 1\nA = 2\nB = 2\nC 0x10\nD\nE 65536\n");
        assert_eq!(round(&catalogue, &check::all(&catalogue), |_| true), Round::default());
        catalogue.set_file("protocol.1.map", "A = 1\nB = 2\nA = 1\n");
        let texts = round(&catalogue, &check::all(&catalogue), |_| true).texts;
        assert_eq!(texts["protocol.1.map"], "B = 2\nA = 1\n");
        let may_change = |file: &str| file != "protocol.1.map";
        assert_eq!(round(&catalogue, &check::all(&catalogue), may_change), Round::default());
    }

    #[test]
    fn counts_and_offsets_become_refs_only_where_somebody_said_so() {
        let old = "int32 x\noffset s\nstring s\n";
        check_mended(
            Dialect::Auto,
            old,
            &expect![[r#"
            int32 x
            offset s
            string s
        "#]],
        );
        check_mended(
            Dialect::Seed,
            old,
            &expect![[r#"
            int32 x
            offset s
            string s
        "#]],
        );
        check_mended(
            Dialect::Toolbox,
            old,
            &expect![[r#"
            int32 x
            ref s
            string s
        "#]],
        );
    }
}
