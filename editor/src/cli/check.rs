//! `landwright check`: what is wrong with maps, and mending it.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::check;
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::problem::problem_of;
use landwright_core::format::ragnarok::gat;
use landwright_core::problem::report::sarif::Tool;
use landwright_core::problem::report::text::Colour;
use landwright_core::problem::report::{NoSources, Report};
use landwright_core::problem::{Change, Problem, Rule, Severity};
use landwright_core::project::Project;
use landwright_core::project::baseline::Baseline;
use landwright_core::project::verdict::Checked;
use landwright_core::rules;
use landwright_core::vfs::Session;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::{Before, Write};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;

use super::json;
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};

/// Backups that are kept of a file that is mended.
const N_BACKUPS: usize = 5;

/// Check files, and mend what can be mended
///
/// Every known format is read; what Ragnarok maps (gat) hold is checked as well. Severities and
/// ignores of a landwright.toml are heeded. Exit code 1 means errors or warnings.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, and folders for everything in them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Do the best fix of every error and warning; a backup is kept in .landwright/backups
    #[arg(long)]
    fix: bool,
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

impl Check {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let found = load::files_of(&self.paths)?;
        let rules: Vec<&'static Rule> = rules::all().collect();
        let mut problems = found.mended;
        for path in &found.files {
            problems.extend(self.check_one(path, &rules)?);
        }
        for error in &found.errors {
            complain(&format!("warning: {error}"));
        }
        if let Some(baseline) = &self.baseline {
            problems = without_known(problems, baseline)?;
        }
        let report = Report::new(problems, &NoSources);
        self.print(&report, &rules, output)?;
        output.flush()?;
        complain(&report.summary());
        let is_bad = report.worst() >= Some(Severity::Warning) || !found.errors.is_empty();
        Ok(if is_bad { Outcome::Found } else { Outcome::Fine })
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

    /// The problems of a file as its project sees them, mended where that was asked for.
    fn check_one(&self, path: &Path, rules: &[&'static Rule]) -> Result<Vec<Problem>, Failure> {
        let name = shown(path);
        let Ok(Some(kind)) = load::kind_at(path) else { return Ok(Vec::new()) };
        let loaded = load::load(path)?;
        let (project, mut said) = Project::load(path, rules)
            .map_err(|error| Failure::WrongFile(format!("error: {error}")))?;
        let judge = |problems| {
            let line_of = |_: &str, _| None;
            let files = [name.clone()];
            project.apply(problems, &Checked { files: &files, rules, line_of: &line_of })
        };
        let mut map = match read_map(kind, &loaded.bytes) {
            Ok(Some(map)) => map,
            Ok(None) => return Ok(said),
            Err(error) => {
                said.extend(judge(vec![problem_of(&name, &error)]));
                return Ok(said);
            }
        };
        let mut problems = judge(check::gat::check(&name, &map));
        if self.fix && mend(&mut map, &problems)? {
            let bytes = gat::write(&map.to_gat());
            let before = Before::Was(loaded.fingerprint);
            let write = Write { file: path.to_owned(), bytes: &bytes, before, folders_below: None };
            Session::new(N_BACKUPS).save(&[write]).map_err(|error| {
                Failure::WrongFile(format!("error: {error}; nothing was mended in it"))
            })?;
            let n_before = problems.len();
            problems = judge(check::gat::check(&name, &map));
            complain(&format!(
                "{name}: mended, {n_before} problems before, {} now",
                problems.len()
            ));
        }
        said.extend(problems);
        Ok(said)
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
        let Change::Action { name, arguments } = &fix.change else { continue };
        let wrong = |error: String| Failure::WrongFile(format!("error: {}: {error}", fix.title));
        let action =
            Action::from_parts(name, arguments).map_err(|error| wrong(error.to_string()))?;
        let resolved = action.resolve(map).map_err(|error| wrong(error.to_string()))?;
        is_changed |= resolved.edit.is_some();
        *map = resolved.map;
    }
    Ok(is_changed)
}

/// The problems that a baseline does not know. Where there is none yet, it is made of all of
/// them.
fn without_known(problems: Vec<Problem>, path: &Path) -> Result<Vec<Problem>, Failure> {
    let folder = disk::absolute(path).ok();
    let folder = folder.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
    if !disk::is_file(path) {
        let json = Baseline::of(&problems, folder).to_json();
        disk::write_new(path, json.as_bytes())
            .map_err(|error| Failure::WrongFile(format!("error: {error}")))?;
        complain(&format!("{}: made, with {} problems", shown(path), problems.len()));
        return Ok(Vec::new());
    }
    let json = disk::read_file(path, READ_LIMIT)
        .map_err(|error| Failure::WrongUse(format!("{}: {}", shown(path), error.trouble)))?;
    let baseline = Baseline::from_json(&json.bytes)
        .map_err(|error| Failure::WrongUse(format!("{} {error}", shown(path))))?;
    Ok(baseline.new_ones(problems, folder))
}
