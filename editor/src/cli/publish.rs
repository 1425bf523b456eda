//! `landwright publish`: files of a project brought to servers and clients, and what is run then.

mod plan;
mod report;
mod shell;

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::text::in_one_line;
use landwright_core::problem::counted::counted;
use landwright_core::problem::nearest::nearest;
use landwright_core::project::publish::{Files, Publish as Step};
use landwright_core::project::{FILE_NAME, Project};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::saver::{May, Wanted};

use self::plan::{Item, Listing, Taken, is_cache};
use self::report::{CommandReport, FileReport, Report, State, StepReport};
use crate::cli::convert::Convert;
use crate::cli::eq;
use crate::cli::export::Export;
use crate::cli::half::mend_at;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Heard, Output, complain, overheard, shown};
use crate::cli::pool;
use crate::cli::progress::Progress;
use crate::cli::saving::{self, planned, written};
use crate::cli::settings::Settings;
use crate::cli::target::Target;
use crate::json;

/// Bring saved files to servers and clients, and run commands, as [[publish]] in landwright.toml says
///
/// Files that are there already and the same are left alone. Of a file that is replaced, a backup
/// is kept in .landwright/backups beside it. After anything that failed, no command is run. Where a
/// step can't be done at all, such as without its folder, nothing is done.
#[derive(Debug, Args)]
pub(super) struct Publish {
    /// The names of the steps to do [default: all of them]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The folder of the project, or one in it
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    project: PathBuf,
    /// Write nothing and run nothing; list the files that would be written, and the commands
    #[arg(long)]
    dry_run: bool,
    /// Report as JSON
    #[arg(long)]
    json: bool,
}

/// How the work on a file ended.
#[derive(Debug, Clone, Copy)]
enum Done {
    Exported(Outcome),
    Skipped,
}

impl Publish {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if !disk::is_folder(&self.project) {
            let message = format!("{}: there is no such folder", shown(&self.project));
            return Err(Failure::WrongUse(message));
        }
        // A name in the folder: a project is looked for from a file upwards.
        let project = Settings::of_one(&self.project.join(FILE_NAME))?;
        let steps = self.steps(&project)?;
        let mut publishing = Publishing {
            project: &project,
            is_dry: self.dry_run,
            is_quiet: self.json,
            listing: None,
            taken: Taken::default(),
            has_failed: false,
            worst: Outcome::Fine,
        };
        let mut report = Report { version: 1, dry_run: self.dry_run, steps: Vec::new() };
        if publishing.can_do(&steps) {
            for step in steps {
                report.steps.push(publishing.step(step, output)?);
            }
        } else {
            complain("error: nothing was published");
        }
        if self.json {
            json::write_spread(&report, output.writer())?;
        }
        Ok(publishing.worst)
    }

    /// Those that are asked for, in the order in which they are in the file.
    fn steps<'p>(&self, project: &'p Project) -> Result<Vec<&'p Step>, Failure> {
        let Some(file) = project.file.as_deref().map(shown) else {
            let message = format!("{}: no {FILE_NAME} there or above", shown(&self.project));
            return Err(Failure::WrongUse(message));
        };
        if project.publishes.is_empty() {
            let is_withheld =
                project.withheld.as_ref().is_some_and(|all| !all.publishes.is_empty());
            return Err(Failure::WrongUse(match is_withheld {
                true => format!("{file}: nothing is published until you trust it with --trust"),
                false => format!("{file} has no [[publish]] that can be used"),
            }));
        }
        if project.n_unread_publishes > 0 {
            let message = "a [[publish]] is not understood, so nothing is published";
            return Err(Failure::WrongUse(format!("{file}: {message}")));
        }
        let names = || project.publishes.iter().filter_map(|step| step.name.as_deref());
        for name in &self.names {
            if !names().any(|known| known == name) {
                let hint = nearest(name, names());
                let hint = hint.map(|meant| format!("; did you mean `{meant}`?"));
                let hint = hint.unwrap_or_default();
                let message = format!("{file}: no [[publish]] has the name `{name}`{hint}");
                return Err(Failure::WrongUse(message));
            }
        }
        let is_meant = |step: &&Step| {
            let name = step.name.as_ref();
            self.names.is_empty() || name.is_some_and(|name| self.names.contains(name))
        };
        Ok(project.publishes.iter().filter(is_meant).collect())
    }
}

/// The work on the steps of a project.
struct Publishing<'p> {
    project: &'p Project,
    is_dry: bool,
    /// Whether files are reported at the end alone.
    is_quiet: bool,
    /// The files of the project, until a command may have made others.
    listing: Option<Listing>,
    /// The places of all steps so far.
    taken: Taken,
    /// After that no command is run.
    has_failed: bool,
    worst: Outcome,
}

impl Publishing<'_> {
    /// Looks at all steps before one is done. Says why not.
    fn can_do(&mut self, steps: &[&Step]) -> bool {
        let mut taken = Taken::default();
        for files in steps.iter().filter_map(|step| step.files.as_ref()) {
            if let Err(failure) = self.items(files, &mut taken) {
                self.fail(&failure);
            }
        }
        !self.has_failed
    }

    fn fail(&mut self, failure: &Failure) {
        self.worst = self.worst.max(failure.tell());
        self.has_failed = true;
    }

    fn step(&mut self, step: &Step, output: &mut Output) -> Result<StepReport, Failure> {
        let files = match &step.files {
            Some(files) => self.files(files, output)?,
            None => Vec::new(),
        };
        let command = match &step.command {
            Some(command) => Some(self.command(command, output)?),
            None => None,
        };
        Ok(StepReport { name: step.name.clone(), files, command })
    }

    fn files(&mut self, files: &Files, output: &mut Output) -> Result<Vec<FileReport>, Failure> {
        let to = shown(&files.to);
        let mut taken = std::mem::take(&mut self.taken);
        let items = self.items(files, &mut taken);
        self.taken = taken;
        let items = match items {
            Ok(items) => items,
            Err(failure) => {
                self.fail(&failure);
                return Ok(Vec::new());
            }
        };
        if items.is_empty() {
            self.tell_nothing_fits(files);
            return Ok(Vec::new());
        }
        let reports = match &files.form {
            Some(cache) if is_cache(cache) => {
                vec![self.cache(&items, files.to.join(cache), output)?]
            }
            form => self.each(&items, files, form.is_some(), output)?,
        };
        let n_of = |state| reports.iter().filter(|file| file.state == state).count();
        let n_written = n_of(State::Written) + n_of(State::Planned);
        let n_failed = n_of(State::Failed);
        self.has_failed |= n_failed > 0;
        let skipped = match n_of(State::Skipped) {
            0 => String::new(),
            n => format!(", {n} skipped"),
        };
        let will = if self.is_dry { "would be written" } else { "written" };
        complain(&format!(
            "{to}: {}, {n_written} {will}, {} the same{skipped}, {n_failed} failed",
            counted(reports.len(), "file", "files"),
            n_of(State::Same),
        ));
        Ok(reports)
    }

    fn tell_nothing_fits(&mut self, files: &Files) {
        let patterns: Vec<String> =
            files.patterns.iter().map(|pattern| format!("`{}`", pattern.text())).collect();
        let made = self.listing.iter().flat_map(|listing| &listing.made);
        let n_made = made.filter(|name| files.place_of(name).is_some()).count();
        let made = match n_made {
            0 => String::new(),
            n => {
                let those = counted(n, "file that does is", "files that do are");
                format!("; {those} in a folder that a step publishes to")
            }
        };
        let folder = shown(&self.project.folder);
        complain(&format!("warning: {folder}: no file fits {}{made}", patterns.join(" or ")));
        self.worst = self.worst.max(Outcome::Found);
    }

    /// All of them into one cache.
    fn cache(
        &mut self,
        items: &[Item],
        cache: PathBuf,
        output: &mut Output,
    ) -> Result<FileReport, Failure> {
        let files: Vec<PathBuf> = items.iter().map(|item| item.file.clone()).collect();
        let names = files.iter().map(|file| self.name_of(file)).collect();
        let to = cache.clone();
        let (outcome, heard, state) = self.done(|| {
            let target = Target::over_any(cache, self.project.backups());
            let convert = Convert::into_cache(files, target);
            convert.run(&mut Output::of_memory()).map(Done::Exported)
        });
        let report = FileReport { files: names, to: shown(&to), state };
        self.tell(&report, &heard, output)?;
        self.worst = self.worst.max(outcome);
        Ok(report)
    }

    /// Each of them as a file of its own.
    fn each(
        &mut self,
        items: &[Item],
        files: &Files,
        is_export: bool,
        output: &mut Output,
    ) -> Result<Vec<FileReport>, Failure> {
        let progress = Progress::of_files(items.len());
        let one = |item: &Item| {
            self.done(|| match is_export {
                false => self.copy(item, &files.to),
                true if eq::is_archive(&item.file) && eq::has_no_zone(&item.file) => {
                    complain(&format!("note: {}: it has no zone", self.name_of(&item.file)));
                    Ok(Done::Skipped)
                }
                true => {
                    self.make_folder_of(item, &files.to)?;
                    let target = Target::over_any(item.to.clone(), self.project.backups());
                    let export = Export::of_all(item.file.clone(), target);
                    export.export_one(&mut Output::of_memory()).map(Done::Exported)
                }
            })
        };
        let (mut reports, mut worst) = (Vec::new(), self.worst);
        let mut told = items.iter();
        pool::each(items, one, |(outcome, heard, state)| {
            let Some(item) = told.next() else { return Ok(()) };
            progress.at(reports.len() as u64 + 1, "");
            let files = vec![self.name_of(&item.file)];
            let report = FileReport { files, to: shown(&item.to), state };
            self.tell(&report, &heard, output)?;
            reports.push(report);
            worst = worst.max(outcome);
            Ok::<(), Failure>(())
        })?;
        progress.finish();
        self.worst = worst;
        Ok(reports)
    }

    /// Does the work on a file, or only plans it.
    fn done(&self, work: impl FnOnce() -> Result<Done, Failure>) -> (Outcome, Heard, State) {
        let mut state = State::Failed;
        let (outcome, heard) = overheard(|_| {
            let (came, n_files) = match self.is_dry {
                true => {
                    let (came, files) = planned(work);
                    (came, files.len())
                }
                false => written(work),
            };
            let done = match came {
                Ok(done) => done,
                Err(failure) => return failure.tell(),
            };
            state = match (done, n_files) {
                (Done::Skipped, _) => State::Skipped,
                (Done::Exported(Outcome::Unreadable | Outcome::NotMerged), _) => State::Failed,
                (_, 0) => State::Same,
                _ if self.is_dry => State::Planned,
                _ => State::Written,
            };
            match done {
                Done::Skipped => Outcome::Fine,
                Done::Exported(outcome) => outcome,
            }
        });
        (outcome, heard, state)
    }

    /// Writes the bytes of a file to its place.
    fn copy(&self, item: &Item, below: &Path) -> Result<Done, Failure> {
        let loaded = disk::read_file(&item.file, READ_LIMIT)
            .map_err(|error| Failure::File(format!("error: {error}")))?;
        mend_at(&item.to);
        let refused = |why: &str| Failure::File(format!("error: {}: {why}", shown(&item.to)));
        let before = May::ReplaceAny.at(&item.to).map_err(|_| refused("it is in the way"))?;
        let wanted = Wanted::new((), &item.to, loaded.bytes, before);
        let wanted = Wanted { folders_below: Some(below.to_owned()), ..wanted };
        saving::save(vec![wanted], self.project.backups())
            .map(|_| Done::Exported(Outcome::Fine))
            .map_err(|error| Failure::File(format!("error: {error}")))
    }

    fn make_folder_of(&self, item: &Item, below: &Path) -> Result<(), Failure> {
        let folder = item.to.parent().filter(|folder| !self.is_dry && !disk::is_folder(folder));
        let Some(folder) = folder else { return Ok(()) };
        if !disk::is_folder(below) {
            return Err(Failure::WrongUse(format!("{}: there is no such folder", shown(below))));
        }
        disk::make_folders(folder).map_err(|error| Failure::File(format!("error: {error}")))
    }

    fn tell(&self, report: &FileReport, heard: &Heard, output: &mut Output) -> Result<(), Failure> {
        heard.tell();
        if self.is_quiet || !matches!(report.state, State::Written | State::Planned) {
            return Ok(());
        }
        let would = if self.is_dry { "would write " } else { "" };
        let what = match &report.files[..] {
            [file] => file.clone(),
            files => counted(files.len(), "map", "maps"),
        };
        Ok(output.line(&format!("{would}{} from {what}", report.to))?)
    }

    fn command(&mut self, command: &str, output: &mut Output) -> Result<CommandReport, Failure> {
        let report = |exit| CommandReport { command: command.to_owned(), exit };
        if self.is_dry {
            if !self.is_quiet {
                output.line(&format!("would run {command}"))?;
            }
            return Ok(report(None));
        }
        if self.has_failed {
            complain(&format!("error: `{command}` was not run, because of the errors above"));
            return Ok(report(None));
        }
        output.flush()?;
        complain(&format!("running {}", in_one_line(command)));
        // It may make files for the steps after it.
        self.listing = None;
        match shell::run(command, &self.project.folder) {
            Ok(Some(0)) => Ok(report(Some(0))),
            Ok(exit) => {
                let how = match exit {
                    Some(code) => format!("ended with exit code {code}"),
                    None => "was killed".to_owned(),
                };
                complain(&format!("error: `{command}` {how}"));
                self.has_failed = true;
                self.worst = self.worst.max(Outcome::Found);
                Ok(report(exit))
            }
            Err(error) => {
                complain(&format!("error: `{command}` can't be run: {error}"));
                self.has_failed = true;
                self.worst = self.worst.max(Outcome::Unreadable);
                Ok(report(None))
            }
        }
    }

    /// From the project's folder.
    fn name_of(&self, file: &Path) -> String {
        shown(file.strip_prefix(&self.project.folder).unwrap_or(file))
    }
}
