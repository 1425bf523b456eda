//! `check`: what is wrong with definitions, maps and captures, and mending it.

mod against;
mod fix;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::def::{self, Capture, capture};
use landwright_core::problem::line::{ColumnUnit, LineIndex};
use landwright_core::problem::report::Report;
use landwright_core::problem::report::sarif::Tool;
use landwright_core::problem::{Problem, Rule, Severity};
use landwright_core::project::FILE_NAME;
use landwright_core::project::baseline::Baseline;
use landwright_core::project::verdict::Checked;
use landwright_core::rules;
use landwright_core::vfs::disk;

use super::outcome::{Failure, Outcome, Output, complain, counted};
use super::workspace::{Workspace, shown};

use against::Against;

/// A baseline is some text.
const MAX_LEN: u64 = 256 << 20;

/// Check definitions, maps and captured packets, and mend what can be mended
///
/// Severities and ignores of a landwright.toml are heeded. Exit codes: 0 fine, 1 there are errors
/// or warnings, 2 wrong use, or a file could not be read or written.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, and folders for everything in them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How problems are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Report hints as well, and with --fix do what they suggest
    #[arg(long)]
    hints: bool,
    /// Do the best fix of everything that is reported, but none that changes a layout or a
    /// number; backups are kept in .landwright/backups
    #[arg(long)]
    fix: bool,
    /// Report only what this file does not know; it is made where it is not there yet
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Warn where a version of a packet has another layout than in this revision of git, or in
    /// this folder
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

impl Check {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut workspaces = self.workspaces()?;
        let against = match &self.against {
            Some(against) => Some(Against::new(against, &workspaces)?),
            None => None,
        };
        if self.fix {
            for (workspace, names) in &mut workspaces {
                let (n_fixed, n_files) = fix::all(workspace, |workspace| {
                    self.problems(workspace, names, against.as_ref())
                })?;
                if n_fixed > 0 {
                    let problems = counted(n_fixed, "problem", "problems");
                    complain(&format!("fixed {problems} in {}", counted(n_files, "file", "files")));
                }
            }
        }
        let mut problems = Vec::new();
        let mut sources = std::collections::BTreeMap::new();
        for (workspace, names) in &workspaces {
            problems.extend(self.problems(workspace, names, against.as_ref())?);
            let texts = workspace.files.iter();
            sources.extend(texts.map(|(name, file)| (name.clone(), file.text.to_string())));
        }
        if let Some(baseline) = &self.baseline {
            problems = without_known(problems, baseline)?;
        }
        let is_all_read = problems.iter().all(|problem| problem.code != "file-unreadable");
        let report = Report::new(problems, &sources);
        self.print(&report, output)?;
        complain(&report.summary());
        let is_bad = report.worst() >= Some(Severity::Warning);
        let read = if is_all_read { Outcome::Fine } else { Outcome::Unreadable };
        Ok(read.max(if is_bad { Outcome::Found } else { Outcome::Fine }))
    }

    /// What is around each path, with the names of the files to check. Paths of one project share
    /// a workspace.
    fn workspaces(&self) -> Result<Vec<(Workspace, Vec<String>)>, Failure> {
        let mut workspaces: Vec<(Workspace, Vec<String>)> = Vec::new();
        for path in &self.paths {
            let paths = std::slice::from_ref(path);
            let known = workspaces.iter_mut().find(|(workspace, _)| {
                workspace.folders.iter().any(|folder| disk::below(path, folder).is_some())
            });
            match known {
                Some((workspace, names)) => {
                    names.extend(workspace.below(paths)?);
                    names.sort();
                    names.dedup();
                }
                None => {
                    let workspace = Workspace::around(path, paths)?;
                    let names = workspace.below(paths)?;
                    workspaces.push((workspace, names));
                }
            }
        }
        Ok(workspaces)
    }

    /// What is wrong with some files of a workspace, as its project sees it.
    fn problems(
        &self,
        workspace: &Workspace,
        names: &[String],
        against: Option<&Against>,
    ) -> Result<Vec<Problem>, Failure> {
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
            if let Some((against, definition)) = against.zip(workspace.catalogue.definition(name))
                && let Some(old) = against.text(definition, workspace)?
            {
                problems.extend(def::against::check(&workspace.catalogue, definition, &old));
            }
        }
        let captures: Vec<&Capture> = workspace.captures.iter().collect();
        let found = capture::check(&captures, &workspace.catalogue).problems;
        problems.extend(found.into_iter().filter(|p| wanted.contains(p.place.file.as_str())));

        let all_rules: Vec<&'static Rule> = rules::all().collect();
        let line_of = |file: &str, offset: usize| {
            let index = LineIndex::new(&workspace.files.get(file)?.text);
            index.position(offset, ColumnUnit::Utf8).line.checked_add(1)
        };
        let checked = Checked { files: names, rules: &all_rules, line_of: &line_of };
        let mut problems = workspace.project.apply(problems, &checked);
        let least = if self.hints { Severity::Hint } else { Severity::Information };
        problems.retain(|problem| problem.severity >= least);
        Ok(problems)
    }

    fn print(&self, report: &Report<'_>, output: &mut Output) -> Result<(), Failure> {
        match self.format {
            Format::Text => output.text(&report.to_text(output.colour())),
            Format::Json => output.json(&report.to_json()),
            Format::Github => output.text(&report.to_github()),
            Format::Sarif => {
                let all_rules: Vec<&'static Rule> = rules::all().collect();
                let version = env!("CARGO_PKG_VERSION");
                let tool = Tool { name: "landwright-lsp", version, rules: &all_rules };
                output.json(&report.to_sarif(&tool))
            }
        }
    }
}

/// The problems that a baseline does not know. Where there is none yet, it is made of all of
/// them.
fn without_known(problems: Vec<Problem>, path: &Path) -> Result<Vec<Problem>, Failure> {
    let folder = disk::absolute(path).map_err(Failure::disk)?;
    let folder = folder.parent().unwrap_or(Path::new("."));
    if !disk::is_file(path) {
        let json = Baseline::of(&problems, folder).to_json();
        disk::write_new(path, json.as_bytes()).map_err(Failure::disk)?;
        let count = counted(problems.len(), "problem", "problems");
        complain(&format!("{}: made, with {count}", shown(path)));
        return Ok(Vec::new());
    }
    let json = disk::read_file(path, MAX_LEN).map_err(Failure::disk)?;
    let baseline = Baseline::from_json(&json.bytes)
        .map_err(|error| Failure::use_of(format!("{} {error}", shown(path))))?;
    Ok(baseline.new_ones(problems, folder))
}
