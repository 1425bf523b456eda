//! `landwright merge`: what two sides did to a file, put together.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::def;
use landwright_core::format::file;
use landwright_core::kinds::{self, Merged, Sides, Source};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::{May, Wanted};
use landwright_core::world::three_way::Conflict;
use serde_json::json;

use super::diff::is_def;
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::settings::{Settings, code_page};
use crate::cli::half::mend_at;
use crate::cli::saving;
use crate::json;

/// Merge what two sides did to a map, area, table or definition
///
/// If only one side changed a cell, thing or field, that change is taken. If both sides changed it
/// differently, it stays as in OURS and is a conflict. The report lists each conflict with all
/// three values.
///
/// Exit codes, as git has them: 0 merged, 1 merged with conflicts, 129 not merged and nothing written.
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The file before both sides changed it
    base: PathBuf,
    /// The file as you have it
    ours: PathBuf,
    /// The file as the other side has it
    theirs: PathBuf,
    /// The merged file; it may be OURS
    #[arg(short, long)]
    output: PathBuf,
    /// A name to recognise the format by, if the files have temporary names as in git
    #[arg(long, value_name = "PATH")]
    path: Option<PathBuf>,
    /// Write the conflicts as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace a file that is neither OURS nor new
    #[arg(long)]
    force: bool,
}

impl Merge {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        self.merge(output).or_else(|failure| {
            failure.tell();
            Ok(Outcome::NotMerged)
        })
    }

    fn merge(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let before = self.before()?;
        let report = self.report.as_deref().map(|path| (path, replacing(path)));
        let [base, ours, theirs] =
            [&self.base, &self.ours, &self.theirs].map(|path| load::load(path));
        let (base, ours, theirs) = (base?, ours?, theirs?);
        let before = before.unwrap_or(Before::Was(ours.fingerprint));
        let named = self.named();
        let sides = [&base, &ours, &theirs].map(|side| side.bytes.as_slice());
        let Merged { bytes, conflicts } = merged(&named, sides, || self.damaged(&named, sides))?;
        let mut wanted = vec![Wanted::new(0, &self.output, bytes, before)];
        if let Some((path, before)) = report {
            wanted.push(Wanted::new(1, path, report_of(&conflicts)?, before));
        }
        // Versions of files are git's.
        saving::save(wanted, 0).map_err(|error| Failure::File(format!("error: {error}")))?;
        let name = shown(&named);
        for conflict in conflicts.iter().take(MOST_SHOWN) {
            complain(&format!("conflict: {name}: {}", in_words(conflict)));
        }
        if let Some(more) = conflicts.len().checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
            let help = "--report FILE writes all of them";
            complain(&format!(
                "… and {}; {help}",
                counted(more, "more conflict", "more conflicts")
            ));
        }
        match conflicts.len() {
            0 => output.line(&format!("{name}: merged"))?,
            n => {
                let conflicts = counted(n, "conflict", "conflicts");
                output.line(&format!("{name}: {conflicts}, in which your side was kept"))?;
            }
        }
        Ok(if conflicts.is_empty() { Outcome::Fine } else { Outcome::Found })
    }

    /// What is at the place of the merged file; `None` where it is our side, which is read anyway.
    fn before(&self) -> Result<Option<Before>, Failure> {
        if disk::is_same(&self.output, &self.ours) {
            return Ok(None);
        }
        if !self.force && disk::is_file(&self.output) {
            let path = shown(&self.output);
            let message = format!("{path} exists already; --force replaces it");
            return Err(Failure::WrongUse(message));
        }
        Ok(Some(replacing(&self.output)))
    }

    /// The side that can't be read. Git has names of its own for them, so that is said as well.
    fn damaged(&self, named: &Path, sides: [&[u8]; 3]) -> Option<String> {
        let kind = load::kind_of(named, sides.first()?)?;
        let words = ["the base", "your side", "the other side"];
        let sides = sides.into_iter().zip([&self.base, &self.ours, &self.theirs]).zip(words);
        let mut damaged = sides.filter(|((side, _), _)| file::read(kind, side).is_err());
        damaged.next().map(|((_, path), words)| format!("{}, {words}", shown(path)))
    }

    /// The path whose name says what the files are.
    fn named(&self) -> PathBuf {
        let is_known = |path: &&PathBuf| is_def(path) || load::kind_of(path, &[]).is_some();
        let files = [&self.ours, &self.base, &self.theirs, &self.output];
        let known = files.into_iter().find(is_known);
        self.path.as_ref().or(known).unwrap_or(&self.ours).clone()
    }
}

/// What is at a path that may be replaced, asked before any work is done.
fn replacing(path: &Path) -> Before {
    mend_at(path);
    May::ReplaceAny.at(path).unwrap_or(Before::Absent)
}

fn report_of(conflicts: &[Conflict]) -> Result<Vec<u8>, Failure> {
    let mut report = Vec::new();
    json::write_spread(&json!({ "version": 1, "conflicts": conflicts }), &mut report)?;
    Ok(report)
}

/// How many conflicts are reported in words.
const MOST_SHOWN: usize = 20;

/// Both sides of a file whose format a path names.
fn merged(
    named: &Path,
    [base, ours, theirs]: [&[u8]; 3],
    damaged: impl FnOnce() -> Option<String>,
) -> Result<Merged, Failure> {
    if is_def(named) {
        let def::merge::Merged { text, conflicts } = def::merge::merge(base, ours, theirs);
        return Ok(Merged { bytes: text, conflicts: conflicts.into_iter().map(of_def).collect() });
    }
    let project = Settings::of_one(named)?;
    let name = load::name_of(named);
    let source =
        |bytes| Source { name: &name, bytes, code_page: code_page(None, &project), entry: None };
    let sides = Sides { base: source(base), ours: source(ours), theirs: source(theirs) };
    kinds::merge(&sides, project.compression).map_err(|trouble| {
        let place = damaged().unwrap_or_else(|| shown(named));
        Failure::File(format!("error: {place}: {trouble}; nothing was written"))
    })
}

fn of_def(conflict: def::merge::Conflict) -> Conflict {
    let def::merge::Conflict { thing, part, base, ours, theirs } = conflict;
    let thing = landwright_core::world::three_way::Thing::Named(thing.into());
    let [base, ours, theirs] = [base, ours, theirs].map(serde_json::Value::from);
    Conflict { thing, field: part.into(), base, ours, theirs }
}

fn in_words(conflict: &Conflict) -> String {
    let Conflict { thing, field, base, ours, theirs } = conflict;
    let [base, ours, theirs] = [base, ours, theirs].map(crate::versions::words::shown_value);
    format!("{thing}: {field}: {base} before, {ours} here, {theirs} there; yours was kept")
}
