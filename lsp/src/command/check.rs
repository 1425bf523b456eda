//! `check`: what is wrong with definitions, maps and captures, and mending it.

mod against;
mod fix;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::def::mend::Done;
use landwright_core::def::skipped::FILE_SKIPPED;
use landwright_core::def::{self, Capture, capture};
use landwright_core::format::problem::FILE_UNREADABLE;
use landwright_core::problem::report::Report;
use landwright_core::problem::report::sarif::Tool;
use landwright_core::problem::{Problem, Severity, Spot};
use landwright_core::project::FILE_NAME;
use landwright_core::project::baseline::{self, BaselineError, Compared};
use landwright_core::rules;
use landwright_core::vfs::disk;

use super::outcome::{Failure, Outcome, Output, complain, counted};
use super::workspace::{Workspace, shown};

use against::Against;

/// Check definitions, maps and captured packets, and fix problems
///
/// Severities and ignores in landwright.toml are applied. Exit codes: 0 fine, 1 there are errors or
/// warnings, 2 wrong use, or a file could not be read or written.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, and folders with everything in them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The output format of problems
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Also report hints, and with --fix apply what they suggest
    #[arg(long)]
    hints: bool,
    /// Apply the best fix to every reported problem, except fixes that change a layout or a number;
    /// backups are kept in .landwright/backups
    #[arg(long)]
    fix: bool,
    /// Write nothing, and list the fixes that --fix would apply: code, place, lost, gained, bytes
    ///
    /// Lost and gained count lines; a changed line counts as both. Bytes count what is removed and
    /// added.
    #[arg(long, requires = "fix", conflicts_with = "baseline")]
    dry_run: bool,
    /// The same as --format json; with --dry-run, the list of fixes as JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Report only problems that are not in this baseline file; the file is created if it does not
    /// exist
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Warn about versions of packets that changed their layout or disappeared, compared with this
    /// git revision or with the same path in this folder
    #[arg(long, value_name = "REVISION|FOLDER")]
    against: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
    Github,
}

/// Files that one project is about, and what they are compared with.
struct Asked {
    workspace: Workspace,
    names: Vec<String>,
    against: Option<Against>,
}

impl Check {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut asked = self.asked()?;
        if self.dry_run && !matches!(self.format(), Format::Text | Format::Json) {
            let message = "fixes can be listed as text or JSON only; change or omit --format";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        let mut done = Vec::new();
        if self.fix {
            for asked in &mut asked {
                done.extend(self.fix(asked)?);
            }
        }
        let mut problems = Vec::new();
        let mut sources = BTreeMap::new();
        for asked in &asked {
            problems.extend(self.problems(asked));
            let texts = asked.workspace.files.iter();
            sources.extend(texts.map(|(name, file)| (name.clone(), file.text.to_string())));
        }
        let is_all_read = !problems.iter().any(|problem| self.is_unread(problem));
        if let Some(baseline) = &self.baseline {
            problems = without_known(problems, baseline)?;
        }
        let report = Report::new(problems, &sources);
        if self.dry_run {
            match self.format() {
                Format::Json => output.json(&fix::to_json(&done))?,
                _ => output.text(&fix::to_text(&done))?,
            }
        } else {
            self.print(&report, output)?;
        }
        let is_any_named = asked.iter().any(|asked| !asked.names.is_empty());
        if !is_any_named && report.worst().is_none() {
            output.aside("note: there is no definition, map or capture here")?;
        }
        let would_fix = self.dry_run && !done.is_empty();
        let summary = report.summary();
        output.aside(&match would_fix {
            true => {
                format!("{} would be applied, then: {summary}", counted(done.len(), "fix", "fixes"))
            }
            false => summary,
        })?;
        let is_bad = would_fix || report.worst() >= Some(Severity::Warning);
        let read = if is_all_read { Outcome::Fine } else { Outcome::Unreadable };
        Ok(read.max(if is_bad { Outcome::Found } else { Outcome::Fine }))
    }

    /// Whether a problem says that something was not read that should be. What a folder holds and
    /// nobody named may be passed over.
    fn is_unread(&self, problem: &Problem) -> bool {
        let is_named = || self.paths.iter().any(|path| shown(path) == problem.place.file);
        problem.code == FILE_UNREADABLE.code || problem.code == FILE_SKIPPED.code && is_named()
    }

    /// What is around each path, with the names of the files to check. Paths of one project share
    /// a workspace.
    fn asked(&self) -> Result<Vec<Asked>, Failure> {
        let mut all: Vec<Asked> = Vec::new();
        for path in &self.paths {
            let paths = std::slice::from_ref(path);
            let known = all.iter_mut().find(|asked| {
                let mut folders = asked.workspace.folders.iter();
                folders.any(|folder| disk::below(path, folder).is_some())
            });
            match known {
                Some(Asked { workspace, names, .. }) => {
                    names.extend(workspace.below(paths)?);
                    names.sort();
                    names.dedup();
                }
                None => {
                    let workspace = Workspace::around(path, paths)?;
                    let names = workspace.below(paths)?;
                    all.push(Asked { workspace, names, against: None });
                }
            }
        }
        if let Some(against) = &self.against {
            for Asked { workspace, names, against: old } in &mut all {
                *old = Some(Against::new(against, workspace, names, &self.paths)?);
            }
        }
        Ok(all)
    }

    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// Mends what can be mended, and says where. A dry run mends it in memory alone.
    fn fix(&self, asked: &mut Asked) -> Result<Vec<Done>, Failure> {
        let fixed = fix::all(asked, |asked| self.problems(asked));
        if self.dry_run {
            return Ok(fixed.done);
        }
        fix::save(&asked.workspace, &fixed.files)?;
        for file in &fixed.files {
            complain(&format!("fixed {file}"));
        }
        if !fixed.done.is_empty() {
            let problems = counted(fixed.done.len(), "problem", "problems");
            let files = counted(fixed.files.len(), "file", "files");
            complain(&format!("fixed {problems} in {files}"));
        }
        Ok(fixed.done)
    }

    /// The problems of some files of a workspace, as its project sees it.
    fn problems(&self, Asked { workspace, names, against }: &Asked) -> Vec<Problem> {
        let wanted: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        // A file that was not asked about says nothing, but for the settings.
        let is_meant = |problem: &&Problem| {
            let file = Path::new(&problem.place.file);
            let is_asked = self.paths.iter().any(|path| disk::below(file, path).is_some());
            is_asked || file.ends_with(FILE_NAME)
        };
        let mut problems: Vec<Problem> =
            workspace.problems.iter().filter(is_meant).cloned().collect();
        for name in names {
            problems.extend(def::check::file(name, &workspace.catalogue));
        }
        if let Some(against) = against {
            problems.extend(against.problems(workspace, names));
        }
        // What packets say of a definition is reported where either of the two was asked about.
        let captures = workspace.captures.iter();
        let (asked, others): (Vec<&Capture>, Vec<&Capture>) =
            captures.partition(|capture| wanted.contains(&*capture.path));
        problems.extend(capture::check(&asked, &workspace.catalogue).problems);
        let found = capture::check(&others, &workspace.catalogue).problems;
        problems.extend(found.into_iter().filter(|p| wanted.contains(p.place.file.as_str())));
        let mut problems = workspace.judged(problems, names);
        let least = if self.hints { Severity::Hint } else { Severity::Information };
        problems.retain(|problem| problem.severity >= least);
        problems
    }

    fn print(&self, report: &Report<'_>, output: &mut Output) -> Result<(), Failure> {
        match self.format() {
            Format::Text => output.text(&report.to_text(output.colour())),
            Format::Json => output.json(&report.to_json()),
            Format::Github => output.text(&report.to_github()),
            Format::Sarif => {
                let rules = rules::OF_DEFINITIONS.sorted();
                let version = env!("CARGO_PKG_VERSION");
                let tool = Tool { name: "landwright-lsp", version, rules: &rules };
                output.json(&report.to_sarif(&tool))
            }
        }
    }
}

/// The problems that a baseline does not know.
fn without_known(problems: Vec<Problem>, path: &Path) -> Result<Vec<Problem>, Failure> {
    // Bytes that are no text have been read, and a file that is skipped is skipped every time.
    let is_unread = |problem: &Problem| {
        problem.code == FILE_UNREADABLE.code && problem.place.spot == Spot::File
    };
    let is_whole = !problems.iter().any(is_unread);
    match baseline::compare(problems, is_whole, path) {
        Ok(Compared::New(problems)) => Ok(problems),
        Ok(Compared::Incomplete(problems)) => {
            complain(&format!(
                "{}: not created, since not every file could be read; mend that, or ignore it in \
                landwright.toml, and run the command again",
                shown(path)
            ));
            Ok(problems)
        }
        Ok(Compared::Made { n_problems }) => {
            let count = counted(n_problems, "problem", "problems");
            complain(&format!("{}: created, with {count}", shown(path)));
            Ok(Vec::new())
        }
        Err(error @ BaselineError::Bad { .. }) => Err(Failure::use_of(error)),
        Err(error) => Err(Failure::file(error)),
    }
}
