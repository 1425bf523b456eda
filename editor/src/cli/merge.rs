//! `landwright merge`: what two sides did to a file, put together.

mod references;

use std::cmp::Reverse;
use std::fmt;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::def;
use landwright_core::format::{ReadError, file};
use landwright_core::kinds::{self, Merged, Sides, Source};
use landwright_core::problem::Problem;
use landwright_core::problem::counted::counted;
use landwright_core::problem::report::{NoSources, Report as ProblemReport};
use landwright_core::vfs::disk;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::{May, Wanted};
use landwright_core::world::three_way::{Conflict, FILE, WHOLE};
use serde_json::{Value, json};

use super::diff::is_def;
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, colour_of_stderr, complain, shown};
use super::settings::{Settings, code_page};
use crate::cli::half::mend_at;
use crate::cli::saving;
use crate::json;
use crate::kind::place;

/// Merge what two sides did to a map, area, table or definition
///
/// If only one side changed a cell, thing or field, that change is taken. If both sides changed it
/// differently, it stays as in OURS and is a conflict. The report lists each conflict with all
/// three values. If BASE is empty or /dev/null, as in git when both sides added the file, OURS stays
/// and every difference is a conflict.
///
/// A merged part of a zone, table or area is also checked with the files around OUTPUT, or around
/// --path. New problems there are warnings, and in the report: they do not change the exit code. With
/// --keep-ours, as git runs it, this check is left out: git updates the other files later.
///
/// Exit codes, as git has them: 0 merged, 1 merged with conflicts, 129 not merged and nothing written.
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The file before both sides changed it; empty if both added it
    base: PathBuf,
    /// The file as you have it
    ours: PathBuf,
    /// The file as the other side has it
    theirs: PathBuf,
    /// The merged file; it may be OURS. If the sides are maps in caches, such as
    /// map_cache.dat#prontera, it is the cache of OURS with both sides of that map
    #[arg(short, long)]
    output: PathBuf,
    /// A name to recognise the format by, if the files have temporary names as in git
    #[arg(long, value_name = "PATH")]
    path: Option<PathBuf>,
    /// Write the conflicts as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// If the sides can't be merged, keep OURS and end with 1: a conflict of the whole file, as git
    /// shows it
    #[arg(long)]
    keep_ours: bool,
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
        let places = self.places()?;
        let [base_at, ours_at, theirs_at] = places.each_ref().map(|place| &*place.file);
        let are_maps = places.iter().any(|place| place.entry.is_some());
        let output_at = match place::parts(&self.output) {
            Some((file, _)) if are_maps => file,
            _ => self.output.clone(),
        };
        let before = self.before(&output_at, ours_at)?;
        let report = self.report.as_deref().map(|path| (path, replacing(path)));
        let base = if is_none(base_at) { Vec::new() } else { load::load(base_at)?.bytes };
        let (ours, theirs) = (load::load(ours_at)?, load::load(theirs_at)?);
        let before = before.unwrap_or(Before::Was(ours.fingerprint));
        let named = self.named();
        let sides = [&base, &ours.bytes, &theirs.bytes].map(Vec::as_slice);
        let Merged { bytes, conflicts } = match are_maps {
            true => merged_maps(&places, sides)?,
            false => self.both(&named, sides)?,
        };
        let lies_at = self.path.as_ref().unwrap_or(&output_at);
        // Git updates the files around it last, so that its driver would judge by old ones.
        let broken = match self.keep_ours {
            true => Vec::new(),
            false => references::broken_by(lies_at, &ours.bytes, &bytes),
        };
        let mut wanted = vec![Wanted::new(0, &output_at, bytes, before)];
        if let Some((path, before)) = report {
            wanted.push(Wanted::new(1, path, report_of(&conflicts, &broken)?, before));
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
        tell_broken(&name, lies_at, broken);
        match conflicts.len() {
            0 => output.line(&format!("{name}: merged"))?,
            n => {
                let conflicts = counted(n, "conflict", "conflicts");
                output.line(&format!("{name}: {conflicts}, in which your side was kept"))?;
            }
        }
        Ok(if conflicts.is_empty() { Outcome::Fine } else { Outcome::Found })
    }

    /// Where the sides are: files, or maps in caches.
    fn places(&self) -> Result<[Place; 3], Failure> {
        let places = [&self.base, &self.ours, &self.theirs].map(|path| {
            let whole = || Place { path: path.clone(), file: path.clone(), entry: None };
            let named = |(file, entry)| Place { path: path.clone(), file, entry };
            load::parts(path).map_or_else(whole, named)
        });
        let n_maps = places.iter().filter(|place| place.entry.is_some()).count();
        let message = "a map in a cache is merged only with maps in caches: name one on all sides, \
                       such as map_cache.dat#prontera";
        match n_maps {
            0 | 3 => Ok(places),
            _ => Err(Failure::WrongUse(message.to_owned())),
        }
    }

    /// Both sides in one. Of what is odd with them, a person hears.
    fn both(&self, named: &Path, sides: [&[u8]; 3]) -> Result<Merged, Failure> {
        let [base, ours, theirs] = sides;
        let name = shown(named);
        let failed = |trouble: &dyn fmt::Display| {
            let place = self.unread(named, sides).into_iter().next().map(|side| side.place);
            let place = place.unwrap_or_else(|| name.clone());
            let then = if self.keep_ours { "your side was kept" } else { "nothing was written" };
            Failure::File(format!("error: {place}: {trouble}; {then}"))
        };
        match merged(named, sides, failed) {
            Err(failure) if self.keep_ours => {
                failure.tell();
                let command = format!("git checkout --theirs -- {}", quoted(&name));
                complain(&format!("note: in git, `{command}` takes the other side"));
                let base = Some(base.len()).filter(|len| *len > 0);
                let conflict = Conflict::of_file(base, ours.len(), theirs.len());
                Ok(Merged { bytes: ours.to_vec(), conflicts: vec![conflict] })
            }
            Ok(merged) if merged.conflicts.is_empty() => {
                // A side that alone changed the file is taken without a look into it.
                for side in self.unread(named, sides).iter().filter(|it| it.bytes == merged.bytes) {
                    let Unread { place, error, .. } = side;
                    complain(&format!("warning: {place}: {error}; it was taken as it is"));
                }
                Ok(merged)
            }
            Ok(merged) => {
                if base.is_empty() {
                    let why = "BASE is empty, so each difference is a conflict";
                    complain(&format!("note: {name}: {why}"));
                }
                Ok(merged)
            }
            Err(failure) => Err(failure),
        }
    }

    /// What is at the place of the merged file; `None` where it is our side, which is read anyway.
    fn before(&self, output: &Path, ours: &Path) -> Result<Option<Before>, Failure> {
        if disk::is_same(output, ours) {
            return Ok(None);
        }
        if !self.force && disk::is_file(output) {
            let path = shown(output);
            let message = format!("{path} exists already; --force replaces it");
            return Err(Failure::WrongUse(message));
        }
        Ok(Some(replacing(output)))
    }

    /// The sides that can't be read. Git has names of its own for them, so that is said as well.
    fn unread<'s>(&self, named: &Path, sides: [&'s [u8]; 3]) -> Vec<Unread<'s>> {
        let kind = sides.iter().find_map(|side| load::kind_of(named, side));
        let Some(kind) = kind else { return Vec::new() };
        let words = ["the base", "your side", "the other side"];
        let sides = sides.into_iter().zip([&self.base, &self.ours, &self.theirs]).zip(words);
        let unread = |((bytes, path), words): ((&'s [u8], &PathBuf), &str)| {
            let error = file::read(kind, bytes).err()?;
            Some(Unread { place: format!("{}, {words}", shown(path)), bytes, error })
        };
        // An empty base is none.
        let sides = sides.filter(|((side, _), of)| !side.is_empty() || *of != words[0]);
        sides.filter_map(unread).collect()
    }

    /// The path whose name says what the files are.
    fn named(&self) -> PathBuf {
        let is_known = |path: &&PathBuf| is_def(path) || load::kind_of(path, &[]).is_some();
        let files = [&self.ours, &self.base, &self.theirs, &self.output];
        let known = files.into_iter().find(is_known);
        self.path.as_ref().or(known).unwrap_or(&self.ours).clone()
    }
}

/// A side: a file, or a map in one.
struct Place {
    /// As the person named it.
    path: PathBuf,
    file: PathBuf,
    entry: Option<String>,
}

/// Whether a path is the one that git gives where there is no file.
fn is_none(path: &Path) -> bool {
    path.as_os_str() == "/dev/null"
}

/// A name as shells read it.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@:,".contains(c);
    match !name.is_empty() && name.chars().all(is_plain) {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', r"'\''")),
    }
}

/// Our cache with both sides of one of its maps.
fn merged_maps(places: &[Place; 3], sides: [&[u8]; 3]) -> Result<Merged, Failure> {
    let [base, ours, theirs] = places;
    let project = Settings::of_one(&ours.file)?;
    let names = places.each_ref().map(|place| load::name_of(&place.file));
    let source = |n: usize| Source {
        name: names.get(n).map_or("", String::as_str),
        bytes: sides.get(n).copied().unwrap_or_default(),
        code_page: code_page(None, &project),
        entry: places.get(n).and_then(|place| place.entry.as_deref()),
    };
    let sources = Sides { base: source(0), ours: source(1), theirs: source(2) };
    kinds::merge(&sources, project.compression).map_err(|trouble| {
        let places = [base, ours, theirs].map(|place| shown(&place.path)).join(", ");
        Failure::File(format!("error: {places}: {trouble}; nothing was written"))
    })
}

/// A side that is no file of its format.
struct Unread<'s> {
    place: String,
    bytes: &'s [u8],
    error: ReadError,
}

/// What is at a path that may be replaced, asked before any work is done.
fn replacing(path: &Path) -> Before {
    mend_at(path);
    May::ReplaceAny.at(path).unwrap_or(Before::Absent)
}

/// Says which new problems the files around the merged one have.
fn tell_broken(name: &str, lies_at: &Path, mut broken: Vec<Problem>) {
    if broken.is_empty() {
        return;
    }
    let n_more = broken.len().saturating_sub(MOST_SHOWN);
    broken.sort_by_key(|problem| Reverse(problem.severity));
    broken.truncate(MOST_SHOWN);
    complain(&ProblemReport::new(broken, &NoSources).to_text(colour_of_stderr()));
    if n_more > 0 {
        let more = counted(n_more, "more new problem", "more new problems");
        complain(&format!("… and {more}; --report FILE writes all of them"));
    }
    let folder = lies_at.parent().map(shown).filter(|folder| !folder.is_empty());
    let folder = folder.unwrap_or_else(|| ".".to_owned());
    complain(&format!(
        "warning: {name}: the merged file does not fit the files around it; once all are merged, \
         run `landwright check {folder}`"
    ));
}

fn report_of(conflicts: &[Conflict], broken: &[Problem]) -> Result<Vec<u8>, Failure> {
    let mut report = Vec::new();
    let broken = ProblemReport::new(broken.to_vec(), &NoSources)
        .to_json()
        .get_mut("problems")
        .map(Value::take);
    let json = json!({ "version": 1, "conflicts": conflicts, "references": broken });
    json::write_spread(&json, &mut report)?;
    Ok(report)
}

/// How many conflicts are reported in words.
const MOST_SHOWN: usize = 20;

/// Both sides of a file whose format a path names.
fn merged(
    named: &Path,
    [base, ours, theirs]: [&[u8]; 3],
    failed: impl FnOnce(&dyn fmt::Display) -> Failure,
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
    kinds::merge(&sides, project.compression).map_err(|trouble| failed(&trouble))
}

fn of_def(conflict: def::merge::Conflict) -> Conflict {
    let def::merge::Conflict { thing, part, base, ours, theirs } = conflict;
    let thing = landwright_core::world::three_way::Thing::Named(thing.into());
    let [base, ours, theirs] = [base, ours, theirs].map(Value::from);
    Conflict { thing, field: part.into(), base, ours, theirs }
}

fn in_words(conflict: &Conflict) -> String {
    let Conflict { thing, field, base, ours, theirs } = conflict;
    if (thing, &**field) == (&FILE, WHOLE) {
        return "the whole file: yours was kept".to_owned();
    }
    let [base, ours, theirs] = [base, ours, theirs].map(crate::versions::words::shown_value);
    format!("{thing}: {field}: {base} before, {ours} here, {theirs} there; yours was kept")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("maps/a_1.gat"), "maps/a_1.gat");
        assert_eq!(quoted("my maps/a.gat"), "'my maps/a.gat'");
        assert_eq!(quoted("it's $1"), r"'it'\''s $1'");
    }
}
