//! What a `landwright.toml` says about the files around it.

use std::path::Path;

use landwright_core::problem::Problem;
use landwright_core::project::verdict::Checked;
use landwright_core::project::{self, Project};
use landwright_core::{def, rules};

use crate::config::Settings;
use crate::file::File;

/// The project, and what is wrong with its file.
pub fn parse(path: &Path, text: &str) -> (Project, Vec<Problem>) {
    Project::parse(text, path, &rules::codes())
}

/// How definitions are read: what the editor's settings leave open, the project says.
pub fn def_settings(settings: &Settings, project: Option<&Project>) -> def::Settings {
    let Some(project) = project else { return settings.def };
    let dialect = match settings.def.dialect {
        def::Dialect::Auto => dialect(project.dialect),
        chosen => chosen,
    };
    def::Settings { dialect, patch: settings.def.patch.or(project.patch) }
}

/// `project` and `def` know nothing of each other, so each names the dialects for itself.
pub fn dialect(of: project::Dialect) -> def::Dialect {
    match of {
        project::Dialect::Auto => def::Dialect::Auto,
        project::Dialect::Seed => def::Dialect::Seed,
        project::Dialect::Toolbox => def::Dialect::Toolbox,
        project::Dialect::Protojs => def::Dialect::Protojs,
    }
}

/// The problems of a file that the project does not turn off or ignore.
pub fn apply(project: &Project, file: &File, problems: Vec<Problem>) -> Vec<Problem> {
    let line_of = |_: &str, offset: usize| {
        let position =
            file.lines().position(offset, landwright_core::problem::line::ColumnUnit::Utf8);
        position.line.checked_add(1)
    };
    // Whether an ignore is of no use is known only where all files were looked at.
    project.apply(problems, &Checked { files: &[], rules: &[], line_of: &line_of })
}
