//! Publishing what is saved. The program does it as on the command line, beside the window.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use landwright_core::problem::counted::counted;
use landwright_core::project::FILE_NAME;

use crate::job::child::{self, Ended};
use crate::job::lock;
use crate::kind::document::open::OpenDocument;
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
        if self.waits_for_trust(&start, None) {
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
            match line.split_once(": ").map(|(level, _)| level) {
                Some("error" | "warning") => self.log.warn_aside(line),
                _ => self.log.note_aside(line),
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
                let files = files_in_words(&ended.printed);
                match ended.exit {
                    Some(0) => self.log.note(format!("Published {files}")),
                    _ => self.log.error(format!(
                        "Publishing failed, with {files}. The Log panel has the reason"
                    )),
                }
            }
        }
    }
}

/// How many files were written, as the report of the program has it.
fn files_in_words(report: &str) -> String {
    let report: serde_json::Value = serde_json::from_str(report).unwrap_or_default();
    let under = |value: &serde_json::Value, name| {
        let values = value.get(name).and_then(serde_json::Value::as_array);
        values.cloned().unwrap_or_default()
    };
    let states = under(&report, "steps").into_iter().flat_map(|step| under(&step, "files"));
    let (mut n_written, mut n_same) = (0, 0);
    for file in states {
        match file.get("state").and_then(serde_json::Value::as_str) {
            Some("written") => n_written += 1,
            Some("same") => n_same += 1,
            _ => {}
        }
    }
    format!("{} written, {n_same} the same", counted(n_written, "file", "files"))
}
