//! Publishing what is saved. The program does it as on the command line, beside the window.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use landwright_core::problem::counted::counted;
use landwright_core::project::FILE_NAME;

use crate::job::child::{self, Ended};
use crate::job::lock;
use crate::kind::document::open::OpenDocument;
use crate::message::dialog::trust::Then;
use crate::model::tick::Done;
use crate::model::{Model, project};
use crate::trust::trust;

/// Lines of the program that runs, which the log has not got yet.
pub(crate) type Lines = Arc<Mutex<Vec<String>>>;

/// How the program ended; the lines that it told are its reasons.
#[derive(Debug)]
pub(crate) struct Published {
    ended: Result<Ended, String>,
    is_cancelled: bool,
}

impl Model {
    /// Publishes the project of the document in front, or of the folder in the Project panel.
    pub(super) fn publish(&mut self) {
        if self.publishing.is_some() {
            self.log.warn("Publishing is under way already");
            return;
        }
        let of_document = self.active().and_then(|document| document.common().file.as_ref());
        let of_document = of_document.map(|file| file.path.clone());
        let folder = || self.settings.folder.as_ref().map(|folder| folder.join(FILE_NAME));
        let Some(start) = of_document.or_else(folder) else {
            self.log.error("Nothing to publish: open a file or a folder of a project first");
            return;
        };
        if self.waits_for_trust(&start, Some(Then::Publish)) {
            return;
        }
        let (project, _) = project::load(&start);
        if project.publishes.is_empty() {
            let folder = project.folder.display();
            let where_it_is = match (&project.file, &project.withheld) {
                (Some(file), Some(_)) => {
                    format!("you have not trusted {} with it", file.display())
                }
                (Some(file), None) => format!("{} has no [[publish]]", file.display()),
                (None, _) => format!("there is no {FILE_NAME} in {folder} or above"),
            };
            self.log.error(format!("Nothing to publish: {where_it_is}"));
            return;
        }
        self.note_unsaved(&project.folder);
        let lines = Lines::default();
        self.publishing = Some(Arc::clone(&lines));
        let program = self.program.clone();
        self.jobs.start("Publishing", move |progress| {
            let mut command = Command::new(program.unwrap_or_else(|| PathBuf::from("landwright")));
            command.args(["publish", "--json", "--project"]).arg(&project.folder);
            command.env("LANDWRIGHT_HOME", trust().home());
            let ended = child::run(&mut command, progress, |line| lock(&lines).push(line));
            let ended = ended.map_err(|error| error.to_string());
            Done::Published(Published { ended, is_cancelled: progress.is_cancelled() })
        });
    }

    /// What is published is on disk.
    fn note_unsaved(&mut self, folder: &Path) {
        let is_meant = |document: &&dyn OpenDocument| {
            let file = document.common().file.as_ref();
            document.has_unsaved_changes() && file.is_some_and(|file| file.path.starts_with(folder))
        };
        let unsaved: Vec<String> =
            self.documents().filter(is_meant).map(|it| it.common().title.clone()).collect();
        if !unsaved.is_empty() {
            let names = unsaved.join(", ");
            self.log.warn_aside(format!("Unsaved changes are not published: {names}"));
        }
    }

    /// The log gets the lines that came since.
    pub(super) fn take_lines_of_publishing(&mut self) {
        let Some(lines) = &self.publishing else { return };
        let lines = std::mem::take(&mut *lock(lines));
        for line in lines {
            let is_trouble = ["error", "warning"].iter().any(|level| {
                let rest = line.strip_prefix(level);
                rest.is_some_and(|rest| rest.starts_with([':', '[']))
            });
            match is_trouble {
                true => self.log.warn_aside(line),
                false => self.log.note_aside(line),
            }
        }
    }

    pub(super) fn take_published(&mut self, published: Published) {
        self.take_lines_of_publishing();
        self.publishing = None;
        match published {
            Published { is_cancelled: true, .. } => {
                self.log.warn("Publishing was cancelled. Files that were written stay");
            }
            Published { ended: Err(error), .. } => {
                self.log.error(format!("Nothing was published: {error}"));
            }
            Published { ended: Ok(ended), .. } => {
                let came = Came::of(&ended.printed);
                match ended.exit {
                    Some(0) => self.log.note(format!("Published {came}")),
                    Some(1) if !came.has_failed => {
                        let message = format!("Published {came}. The Log panel has warnings");
                        self.log.warn(message);
                    }
                    _ => self.log.error(format!(
                        "Publishing failed, with {came}. The Log panel has the reason"
                    )),
                }
            }
        }
    }
}

/// What came of it, as the report of the program has it.
#[derive(Debug, Default)]
struct Came {
    n_written: usize,
    n_same: usize,
    has_failed: bool,
}

impl Came {
    fn of(report: &str) -> Came {
        let report: serde_json::Value = serde_json::from_str(report).unwrap_or_default();
        let under = |value: &serde_json::Value, name| {
            let values = value.get(name).and_then(serde_json::Value::as_array);
            values.cloned().unwrap_or_default()
        };
        let mut came = Came::default();
        for step in under(&report, "steps") {
            for file in under(&step, "files") {
                match file.get("state").and_then(serde_json::Value::as_str) {
                    Some("written") => came.n_written += 1,
                    Some("same") => came.n_same += 1,
                    Some("failed") => came.has_failed = true,
                    _ => {}
                }
            }
            let command = step.get("command").filter(|command| !command.is_null());
            let exit = |command: &serde_json::Value| command.get("exit")?.as_i64();
            came.has_failed |= command.is_some_and(|command| exit(command) != Some(0));
        }
        came
    }
}

impl fmt::Display for Came {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = counted(self.n_written, "file", "files");
        write!(f, "{written} written, {} the same", self.n_same)
    }
}
