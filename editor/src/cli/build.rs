//! `landwright build`: the file that JSON describes.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, BadJson, File, Kind};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;

use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, n_bytes, shown};
use super::progress::Progress;
use super::settings::Settings;
use super::target::Target;

/// JSON takes several times the room of what it describes.
const JSON_LIMIT: u64 = 8 << 30;

/// Make a file from the JSON that `inspect --json` prints
///
/// Unchanged JSON gives the same bytes again. Plain strings that you type are written in the code
/// page of the project.
#[derive(Debug, Args)]
pub(super) struct Build {
    /// The JSON, or - for standard input
    json: PathBuf,
    #[command(flatten)]
    target: Target,
}

impl Build {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let before = self.target.before()?;
        let project = Settings::of_one(self.target.path())?;
        let json = self.read_json()?;
        let code_page = project.code_page;
        let (file, n_typed) = file::from_json(&json, code_page).map_err(|error| {
            Failure::File(match error {
                BadJson::Json(error) => self.message_of(&error, &json),
                BadJson::Letter(error) => format!("error: {}: {error}", shown(&self.json)),
            })
        })?;
        let bytes = self.bytes_of(&file, project.compression)?;
        let n_written = bytes.len();
        self.target.save_whatever(&project, before, bytes)?;
        if n_typed > 0 {
            let texts = counted(n_typed, "typed text is", "typed texts are");
            complain(&format!("note: {texts} in {code_page}, the code page of the project"));
        }
        let (name, n_bytes) = (file.kind().name(), n_bytes(n_written));
        if let Some(named) = Kind::of_name(&load::name_of(self.target.path()))
            && named != file.kind()
        {
            let (path, named) = (shown(self.target.path()), named.name());
            complain(&format!(
                "warning: {path} has the name of a {named} file, but contains {name}"
            ));
        }
        output.line(&format!("{}: {name}, {n_bytes}", shown(self.target.path())))?;
        Ok(Outcome::Fine)
    }

    fn read_json(&self) -> Result<Vec<u8>, Failure> {
        if self.json != Path::new("-") {
            let loaded = disk::read_file(&self.json, JSON_LIMIT);
            return loaded.map(|loaded| loaded.bytes).map_err(|error| {
                Failure::WrongUse(format!("{}: {}", shown(&self.json), error.trouble))
            });
        }
        let mut json = Vec::new();
        let read = std::io::stdin().lock().take(JSON_LIMIT).read_to_end(&mut json);
        read.map_err(|error| Failure::File(format!("error: standard input: {error}")))?;
        Ok(json)
    }

    fn bytes_of(&self, file: &File, effort: Effort) -> Result<Vec<u8>, Failure> {
        let progress = Progress::of_bytes(0);
        let written = file::write(file, effort, &mut |n_done, n_all| {
            progress.at_of(n_done as u64, n_all as u64, "packing");
            ControlFlow::Continue(())
        });
        progress.finish();
        let bytes = written.map_err(|error| Failure::File(format!("error: {error}")))?;
        match file::read(file.kind(), &bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => {
                let json = shown(&self.json);
                let message = format!(
                    "{json} would make an unreadable file: {error}; nothing was \
                    written"
                );
                Err(Failure::File(format!("error: {message}")))
            }
        }
    }

    /// Where the JSON is wrong, as editors and terminals understand it.
    fn message_of(&self, error: &serde_json::Error, json: &[u8]) -> String {
        let is_json = json.trim_ascii_start().first().is_some_and(|first| b"{[".contains(first));
        if !is_json {
            let shown = shown(&self.json);
            return format!(
                "error: {shown}: is not JSON in UTF-8; make it with `landwright inspect FILE \
                 --json`"
            );
        }
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let place = format!(" at line {line} column {column}");
        let message = message.strip_suffix(&place).unwrap_or(&message);
        format!("error: {}:{line}:{column}: {message}", shown(&self.json))
    }
}
