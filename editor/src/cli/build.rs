//! `landwright build`: the file that JSON describes.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::{self, File, Kind};
use landwright_core::format::packed::Effort;
use landwright_core::vfs::Session;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::{Before, Write};

use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, grouped, shown};
use super::progress::Progress;

/// JSON takes several times the room of what it describes.
const JSON_LIMIT: u64 = 8 << 30;
/// Backups that are kept of a file that is replaced.
const N_BACKUPS: usize = 5;

/// Make a file from the JSON that `inspect --json` prints
///
/// JSON that was not changed gives the same bytes again.
#[derive(Debug, Args)]
pub(super) struct Build {
    /// The JSON, or - for standard input
    json: PathBuf,
    /// The file to make
    #[arg(short, long)]
    output: PathBuf,
    /// Replace a file that is there; a backup of it is kept in .landwright/backups
    #[arg(long)]
    force: bool,
}

impl Build {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let before = self.before()?;
        let json = self.read_json()?;
        let file: File = serde_json::from_slice(&json)
            .map_err(|error| Failure::WrongFile(self.place_of(&error)))?;
        let bytes = self.bytes_of(&file)?;
        let write = Write { file: self.output.clone(), bytes: &bytes, before, folders_below: None };
        Session::new(N_BACKUPS)
            .save(&[write])
            .map_err(|error| Failure::WrongFile(format!("error: {error}; nothing was written")))?;
        let (name, n_bytes) = (file.kind().name(), grouped(bytes.len() as u64));
        if let Some(named) = Kind::of_name(&load::name_of(&self.output))
            && named != file.kind()
        {
            let (path, named) = (shown(&self.output), named.name());
            complain(&format!("warning: {path} has the name of a {named} file, but holds {name}"));
        }
        output.line(&format!("{}: {name}, {n_bytes} bytes", shown(&self.output)))?;
        Ok(Outcome::Fine)
    }

    /// What stands where the file will be, asked before any work is done.
    fn before(&self) -> Result<Before, Failure> {
        match disk::fingerprint(&self.output) {
            Ok(fingerprint) if self.force => Ok(Before::Was(fingerprint)),
            Ok(_) => {
                let message = format!(
                    "{} exists already; --force replaces it and keeps a backup",
                    shown(&self.output)
                );
                Err(Failure::WrongUse(message))
            }
            // Whatever else is wrong with the place, saving says.
            Err(_) => Ok(Before::Absent),
        }
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
        read.map_err(|error| Failure::WrongFile(format!("error: standard input: {error}")))?;
        Ok(json)
    }

    fn bytes_of(&self, file: &File) -> Result<Vec<u8>, Failure> {
        let progress = Progress::of_bytes(0);
        let written = file::write(file, Effort::BySize, &mut |n_done, n_all| {
            progress.at_of(n_done as u64, n_all as u64, "packing");
            ControlFlow::Continue(())
        });
        progress.finish();
        let bytes = written.map_err(|error| Failure::WrongFile(format!("error: {error}")))?;
        match file::read(file.kind(), &bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => {
                let json = shown(&self.json);
                let message = format!("{json} makes a file that nothing could read: {error}");
                Err(Failure::WrongFile(format!("error: {message}")))
            }
        }
    }

    /// Where the JSON is wrong, as editors and terminals understand it.
    fn place_of(&self, error: &serde_json::Error) -> String {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let place = format!(" at line {line} column {column}");
        let message = message.strip_suffix(&place).unwrap_or(&message);
        format!("error: {}:{line}:{column}: {message}", shown(&self.json))
    }
}
