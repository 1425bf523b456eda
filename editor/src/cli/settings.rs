//! What a `landwright.toml` settles for the files that a command works on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use landwright_core::format::file::Kind;
use landwright_core::format::text::CodePage;
use landwright_core::problem::report::Report;
use landwright_core::problem::{Problem, Rule};
use landwright_core::project::Project;
use landwright_core::project::names::Names;
use landwright_core::project::trust::{self, Consent};
use landwright_core::project::verdict::Checked;
use landwright_core::rules;
use landwright_core::vfs::Trouble;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::error::FileError;

use super::ShownCodePage;
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{colour_of_stderr, complain, shown};

/// The `landwright.toml` files of single files whose problems were reported.
static TOLD: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The projects of files, each read once.
#[derive(Debug)]
pub(super) struct Settings {
    rules: Vec<&'static Rule>,
    by_folder: BTreeMap<PathBuf, Arc<Project>>,
    /// The names of each `landwright.toml`, read where somebody asked for them.
    names: BTreeMap<PathBuf, Arc<Names>>,
    /// The `landwright.toml` files that were read.
    read: BTreeSet<PathBuf>,
    /// Their problems.
    problems: Vec<Problem>,
    /// What is in them, so that problems show their line.
    texts: BTreeMap<String, String>,
    /// Those that can't be read at all.
    unread: Vec<FileError>,
}

impl Settings {
    pub(super) fn new() -> Settings {
        Settings {
            rules: rules::ALL.sorted(),
            by_folder: BTreeMap::new(),
            names: BTreeMap::new(),
            read: BTreeSet::new(),
            problems: Vec::new(),
            texts: BTreeMap::new(),
            unread: Vec::new(),
        }
    }

    /// The settings of a single file, which have to be readable. Their problems are reported
    /// at once, however often a command asks.
    pub(super) fn of_one(path: &Path) -> Result<Arc<Project>, Failure> {
        let mut settings = Settings::new();
        let project = settings.of(path);
        match settings.unread.pop() {
            Some(error) => Err(Failure::File(format!("error: {error}"))),
            None => {
                let is_new =
                    |file: &PathBuf| TOLD.lock().is_ok_and(|mut told| told.insert(file.clone()));
                if project.file.as_ref().is_none_or(is_new) {
                    settings.tell();
                }
                Ok(project)
            }
        }
    }

    /// The same, with the names that the project gives to numbers.
    pub(super) fn of_one_with_names(path: &Path) -> Result<(Arc<Project>, Arc<Names>), Failure> {
        let project = Settings::of_one(path)?;
        let mut settings = Settings::new();
        let names = settings.names_of(&project);
        settings.tell();
        Ok((project, names))
    }

    /// What problems of the settings point into.
    pub(super) fn texts(&self) -> &BTreeMap<String, String> {
        &self.texts
    }

    pub(super) fn rules(&self) -> &[&'static Rule] {
        &self.rules
    }

    /// The problems of a file as its project sees them.
    pub(super) fn judge(&mut self, path: &Path, problems: Vec<Problem>) -> Vec<Problem> {
        let project = self.of(path);
        let checked = Checked { files: &[shown(path)], rules: &self.rules, line_of: &|_, _| None };
        project.apply(problems, &checked)
    }

    /// What holds for a file or a folder. Where its `landwright.toml` can't be read, everything is
    /// as usual, and [`Settings::tell`] says so.
    pub(super) fn of(&mut self, path: &Path) -> Arc<Project> {
        let folder = path.parent().unwrap_or(path).to_owned();
        if let Some(project) = self.by_folder.get(&folder) {
            return Arc::clone(project);
        }
        let project = match load_project(path) {
            Ok((project, problems)) => {
                if let Some(file) = &project.file
                    && self.read.insert(file.clone())
                    && !problems.is_empty()
                {
                    self.keep_text(file);
                    self.problems.extend(problems);
                }
                Arc::new(project)
            }
            Err(error) => {
                if self.read.insert(error.path.clone()) {
                    self.unread.push(error);
                }
                Arc::new(Project::usual(&folder))
            }
        };
        if !disk::is_folder(path) {
            self.by_folder.insert(folder, Arc::clone(&project));
        }
        project
    }

    /// The format of a file, if its project is about that game.
    pub(super) fn kind_at(&mut self, path: &Path) -> Result<Option<Kind>, Trouble> {
        let game = self.of(path).game;
        let kind = load::kind_at(path)?;
        Ok(kind.filter(|kind| game.is_none_or(|game| game.has(*kind))))
    }

    /// The names that a project gives to numbers.
    pub(super) fn names_of(&mut self, project: &Project) -> Arc<Names> {
        let Some(file) = &project.file else { return Arc::default() };
        if let Some(names) = self.names.get(file) {
            return Arc::clone(names);
        }
        let (names, problems) = project.read_names();
        if !problems.is_empty() {
            self.keep_text(file);
            self.problems.extend(problems);
        }
        let names = Arc::new(names);
        self.names.insert(file.clone(), Arc::clone(&names));
        names
    }

    /// What problems with this file point into.
    fn keep_text(&mut self, file: &Path) {
        let loaded = disk::read_file(file, READ_LIMIT).ok();
        let text = loaded.and_then(|loaded| String::from_utf8(loaded.bytes).ok());
        self.texts.extend(text.map(|text| (file.display().to_string(), text)));
    }

    /// The problems of the settings that were read, for a command that reports problems.
    pub(super) fn take_problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.problems)
    }

    /// Tells what is wrong with the settings that were read, and what that makes of the whole.
    pub(super) fn tell(&mut self) -> Outcome {
        let problems = self.take_problems();
        if !problems.is_empty() {
            complain(&Report::new(problems, &self.texts).to_text(colour_of_stderr()));
        }
        let is_all_read = self.unread.is_empty();
        self.unread.drain(..).for_each(|error| complain(&format!("error: {error}")));
        if is_all_read { Outcome::Fine } else { Outcome::Unreadable }
    }
}

/// Whether the person trusts the projects of this run.
static IS_TRUSTING: AtomicBool = AtomicBool::new(false);
/// What was said of trust.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Trusts every project that this run meets from now on.
pub(super) fn trust_all() {
    IS_TRUSTING.store(true, Ordering::Relaxed);
}

/// The project of a file, without roots and copies that it is not trusted with. They are reported,
/// once.
pub(super) fn load_project(path: &Path) -> Result<(Project, Vec<Problem>), FileError> {
    let consent = match IS_TRUSTING.load(Ordering::Relaxed) {
        true => Consent::Given,
        false => Consent::NotGiven,
    };
    trust::load(path, &rules::codes(), (crate::trust::trust(), consent), |said| {
        if SAID.lock().is_ok_and(|mut all| all.insert(said.to_owned())) {
            complain(&format!("note: {said}"));
        }
    })
}

/// How texts are shown: as the command says, or else the project.
pub(super) fn code_page(asked: Option<ShownCodePage>, project: &Project) -> CodePage {
    asked.map_or(project.code_page, CodePage::from)
}
