//! What the `landwright.toml` of a file settles, as the command line heeds it as well.

use std::path::Path;

use landwright_core::format::problem::FILE_UNREADABLE;
use landwright_core::problem::{Place, Problem};
use landwright_core::project::Project;
use landwright_core::project::verdict::Checked;
use landwright_core::rules;
use landwright_core::vfs::save::Backups;

use super::Model;
use crate::trust::trust;

/// The project of a file, with what is wrong in its settings. Where they can't be read at all,
/// everything is as usual.
pub(crate) fn load(file: &Path) -> (Project, Vec<Problem>) {
    Project::load(file, &rules::codes(), trust()).unwrap_or_else(|error| {
        let place = Place::file(error.path.display().to_string());
        let problem = Problem::new(&FILE_UNREADABLE, place, error.trouble.to_string());
        (Project::usual(file.parent().unwrap_or(file)), vec![problem])
    })
}

/// The project of a file that is about to be saved: copies would be forgotten where its settings can't be read.
pub(crate) fn to_save(file: &Path) -> Result<Project, String> {
    let read = Project::load(file, &rules::codes(), trust());
    read.map(|(project, _)| project).map_err(|error| {
        format!("its copies are not known, since its settings can't be read: {error}")
    })
}

/// The problems of a file as its project sees them, and those of the project's own settings; with
/// the project.
pub(crate) fn judged(file: &Path, problems: Vec<Problem>) -> (Vec<Problem>, Project) {
    let (project, own) = load(file);
    let rules = rules::ALL.sorted();
    let files = [file.display().to_string()];
    let checked = Checked { files: &files, rules: &rules, line_of: &|_, _| None };
    let mut judged = project.apply(problems, &checked);
    judged.extend(own);
    (judged, project)
}

/// Which backups of a file stay: as its project says, or else the person.
pub(crate) fn backups(file: &Path, usual: usize) -> Backups {
    let (project, _) = load(file);
    if project.file.is_some() { project.backups() } else { usual.into() }
}

impl Model {
    /// What a `landwright.toml` says holds from now on.
    pub(crate) fn heed_project(&mut self, toml: &Path) {
        let Some(folder) = toml.parent() else { return };
        let is_in_it = self.documents().any(|document| {
            let file = document.common().file.as_ref();
            file.is_some_and(|file| file.path.starts_with(folder))
        });
        if is_in_it {
            self.waits_for_trust(toml, None);
        }
        for document in self.documents.values_mut() {
            let common = document.common_mut();
            if common.file.as_ref().is_some_and(|file| file.path.starts_with(folder)) {
                common.checked = None;
                document.as_kind_mut().note_project_changed();
            }
        }
    }
}
