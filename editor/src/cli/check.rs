//! `landwright check`: what is wrong with maps, and mending it.

mod area;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::check;
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::problem::{FILE_UNREADABLE, problem_of};
use landwright_core::format::ragnarok::gat;
use landwright_core::problem::counted::counted;
use landwright_core::problem::report::Report;
use landwright_core::problem::report::sarif::Tool;
use landwright_core::problem::report::text::Colour;
use landwright_core::problem::{Place, Problem, Rule, Severity};
use landwright_core::project::baseline::{self, BaselineError, Compared};
use landwright_core::project::verdict::Checked;
use landwright_core::vfs::Trouble;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::{Before, Write};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::scripted::Scripted;

use super::area::named::path_or_name;
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::settings::{Settings, save};
use super::zone::check as zones;
use super::zone::check::Mending;
use crate::json;

/// Check files, and mend what can be mended
///
/// Every known format is read; what Ragnarok maps (gat), TERA areas (apd) and ROSE zones hold is
/// checked as well, a zone as a whole with the tables of its game. Copies of a zone that its
/// landwright.toml names follow what is mended in it.
/// Severities and ignores of a landwright.toml are heeded. Exit code 1 means errors or warnings, 2 that
/// a file could not be read or written.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, folders for everything in them, and names of areas
    #[arg(required = true, value_name = "PATH")]
    #[arg(value_parser = path_or_name())]
    paths: Vec<PathBuf>,
    /// Do the best fix of every error and warning; a backup is kept in .landwright/backups
    #[arg(long)]
    fix: bool,
    /// Where the geometry (zgd) of an area's zones is; beside the area or in its project where it
    /// is not given
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// How problems are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Report only what this file does not know; it is made where it is not there yet
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
    Github,
}

/// What was found so far.
struct Findings {
    settings: Settings,
    problems: Vec<Problem>,
    outcome: Outcome,
    n_checked: usize,
}

impl Check {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let found = load::files_of(&self.paths)?;
        let mut findings = Findings {
            settings: Settings::new(),
            problems: found.mended,
            outcome: Outcome::Fine,
            n_checked: 0,
        };
        for error in &found.errors {
            findings.unreadable(&error.path, &error.trouble);
        }
        for path in &self.paths {
            // Whatever is in it: settings of a folder may be wrong as well.
            findings.settings.of(path);
        }
        let mut checked = BTreeSet::new();
        for path in &found.files {
            match self.check_file(path, &mut checked, &mut findings) {
                Ok(()) => {}
                Err(Failure::Closed) => return Err(Failure::Closed),
                Err(failure) => findings.outcome = findings.outcome.max(failure.tell()),
            }
        }
        let Findings { mut settings, mut problems, mut outcome, n_checked } = findings;
        problems.extend(settings.take_problems());
        outcome = outcome.max(settings.tell());
        if let Some(baseline) = &self.baseline {
            problems = without_known(problems, baseline)?;
        }
        if self.fix {
            tell_what_stays(&problems);
        }
        let report = Report::new(problems, settings.texts());
        self.print(&report, settings.rules(), output)?;
        output.flush()?;
        if n_checked == 0 && report.worst().is_none() {
            complain("note: no file of a known format is here");
        }
        complain(&report.summary());
        let is_bad = report.worst() >= Some(Severity::Warning);
        Ok(outcome.max(if is_bad { Outcome::Found } else { Outcome::Fine }))
    }

    fn print(
        &self,
        report: &Report<'_>,
        rules: &[&'static Rule],
        output: &mut Output,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Text => output.text(&report.to_text(Colour::Plain))?,
            Format::Json => json::write_spread(&report.to_json(), output.writer())?,
            Format::Github => output.text(&report.to_github())?,
            Format::Sarif => {
                let version = env!("CARGO_PKG_VERSION");
                let tool = Tool { name: "landwright", version, rules };
                json::write_spread(&report.to_sarif(&tool), output.writer())?;
            }
        }
        Ok(())
    }

    /// A file, or the zone that it is a part of, which is checked once.
    fn check_file(
        &self,
        path: &Path,
        checked: &mut BTreeSet<PathBuf>,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let is_known = matches!(findings.settings.kind_at(path), Ok(Some(_)));
        let Some(zone) = zones::zone_of(path, &self.paths).filter(|_| is_known) else {
            return self.check_one(path, findings);
        };
        findings.n_checked += 1;
        let is_new = checked.insert(zone.clone());
        if is_new { self.check_zone(&zone, findings) } else { Ok(()) }
    }

    fn check_zone(&self, path: &Path, findings: &mut Findings) -> Result<(), Failure> {
        let project = findings.settings.of(path);
        let mending = if self.fix { Mending::Yes } else { Mending::No };
        let judge = |problems| findings.judge(path, problems);
        let zones::Checked { problems, failure } = zones::check(path, mending, &project, judge)?;
        findings.problems.extend(problems);
        failure.map_or(Ok(()), Err)
    }

    /// Finds the problems of a file as its project sees them, mended where that was asked for.
    fn check_one(&self, path: &Path, findings: &mut Findings) -> Result<(), Failure> {
        let name = shown(path);
        let kind = match findings.settings.kind_at(path) {
            Ok(Some(kind)) => kind,
            Ok(None) => {
                load::tell_skipped(path, &self.paths);
                return Ok(());
            }
            Err(trouble) => {
                findings.unreadable(path, &trouble);
                return Ok(());
            }
        };
        findings.n_checked += 1;
        let loaded = match disk::read_file(path, READ_LIMIT) {
            Ok(loaded) => loaded,
            Err(error) => {
                findings.unreadable(path, &error.trouble);
                return Ok(());
            }
        };
        if kind == Kind::Apd {
            return self.check_area(path, &loaded, findings);
        }
        let mut map = match read_map(kind, &loaded.bytes) {
            Ok(Some(map)) => map,
            Ok(None) => {
                if let Ok(file) = file::read(kind, &loaded.bytes) {
                    findings.add(path, check::rose::check(&name, &file.content));
                }
                return Ok(());
            }
            Err(error) => {
                findings.add(path, vec![problem_of(&name, &error)]);
                return Ok(());
            }
        };
        let problems = findings.judge(path, check::gat::check(&name, &map));
        if !self.fix || !mend(&mut map, &problems)? {
            findings.problems.extend(problems);
            return Ok(());
        }
        let bytes = gat::write(&map.to_gat());
        let before = Before::Was(loaded.fingerprint);
        let write = Write { file: path.to_owned(), bytes: &bytes, before, folders_below: None };
        if let Err(error) = save(write, &findings.settings.of(path)) {
            findings.problems.extend(problems);
            return Err(Failure::Disk(format!(
                "error: {}",
                error.said("nothing was mended in it")
            )));
        }
        let now = findings.judge(path, check::gat::check(&name, &map));
        let (n_before, n_now) = (problems.len(), now.len());
        let n_before = counted(n_before, "problem", "problems");
        complain(&format!("{name}: mended, {n_before} before, {n_now} now"));
        findings.problems.extend(now);
        Ok(())
    }
}

impl Findings {
    fn add(&mut self, path: &Path, problems: Vec<Problem>) {
        let problems = self.judge(path, problems);
        self.problems.extend(problems);
    }

    /// As the project of the file sees them.
    fn judge(&mut self, path: &Path, problems: Vec<Problem>) -> Vec<Problem> {
        let project = self.settings.of(path);
        let (files, rules) = ([shown(path)], self.settings.rules());
        project.apply(problems, &Checked { files: &files, rules, line_of: &|_, _| None })
    }

    /// A file that the disk does not give. The others are checked all the same.
    fn unreadable(&mut self, path: &Path, trouble: &Trouble) {
        let place = Place::file(shown(path));
        self.add(path, vec![Problem::new(&FILE_UNREADABLE, place, trouble.to_string())]);
        self.outcome = Outcome::Unreadable;
    }
}

/// The map in the bytes of a file, where it is one.
fn read_map(
    kind: Kind,
    bytes: &[u8],
) -> Result<Option<GatMap>, landwright_core::format::ReadError> {
    match file::read(kind, bytes)?.content {
        Content::Gat(gat) => Ok(GatMap::new(&gat).ok()),
        _ => Ok(None),
    }
}

/// Does the first fix of every error and warning, and says whether anything changed.
fn mend(map: &mut GatMap, problems: &[Problem]) -> Result<bool, Failure> {
    let mut is_changed = false;
    for problem in problems.iter().filter(|problem| problem.severity >= Severity::Warning) {
        let Some(fix) = problem.fixes.first() else { continue };
        let wrong = |error: String| Failure::WrongFile(format!("error: {}: {error}", fix.title));
        let action = Action::of_fix(fix).map_err(|error| wrong(error.to_string()))?;
        let resolved = action.resolve(map).map_err(|error| wrong(error.to_string()))?;
        is_changed |= resolved.edit.is_some();
        *map = resolved.map;
    }
    Ok(is_changed)
}

/// What `--fix` left, although there is a fix for it.
fn tell_what_stays(problems: &[Problem]) {
    let is_minor = |problem: &&Problem| problem.severity < Severity::Warning;
    let n_minor = problems.iter().filter(is_minor).filter(|p| !p.fixes.is_empty()).count();
    if n_minor > 0 {
        let what =
            counted(n_minor, "hint or information with a fix", "hints and information with a fix");
        complain(&format!(
            "note: {what} left; --fix mends errors and warnings, a severity in landwright.toml raises a rule to one"
        ));
    }
}

/// The problems that a baseline does not know.
fn without_known(problems: Vec<Problem>, path: &Path) -> Result<Vec<Problem>, Failure> {
    match baseline::compare(problems, path) {
        Ok(Compared::New(problems)) => Ok(problems),
        Ok(Compared::Made { n_problems }) => {
            let n_problems = counted(n_problems, "problem", "problems");
            complain(&format!("{}: made, with {n_problems}", shown(path)));
            Ok(Vec::new())
        }
        Err(error @ BaselineError::Bad { .. }) => Err(Failure::WrongUse(error.to_string())),
        Err(error) => Err(Failure::Disk(format!("error: {error}"))),
    }
}
