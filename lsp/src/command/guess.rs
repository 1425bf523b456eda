//! `guess`: which types the unknown fields have, by recorded packets.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::def::Capture;
use landwright_core::def::guess::{self, Guess as Found};
use landwright_core::vfs::disk;
use serde_json::{Value, json};

use super::captured;
use super::outcome::{Failure, Outcome, Output};
use super::workspace::{Workspace, shown};

/// Guess the types of unknown fields (unk…) from recorded packets
///
/// Lists for each field every type that fits its values, the most likely first, with a score from 0
/// to 1 and the reason. Exit codes: 0 done, 2 wrong use, or a file could not be read.
#[derive(Debug, Args)]
pub(super) struct Guess {
    /// Search definitions here, instead of in the current folder and upwards
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
    /// The recorded packets: a file or a folder [default: those beside the definitions]
    #[arg(long, value_name = "PATH")]
    captures: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Guess {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let workspace = around(&self.dir)?;
        let read = self.captures.as_deref().map(captured::read).transpose()?;
        let captures: Vec<&Capture> = read.as_ref().unwrap_or(&workspace.captures).iter().collect();
        let found = guess::all(&captures, &workspace.catalogue);
        if self.json {
            let guesses: Vec<Value> = found.iter().map(as_json).collect();
            output.json(&json!({ "version": 1, "guesses": guesses }))?;
            return Ok(Outcome::Fine);
        }
        for guess in &found {
            output.line(format_args!("{} {}", guess.packet, guess.field))?;
            for ty in &guess.types {
                output.line(format_args!("  {:4.2}  {}: {}", ty.score, ty.ty, ty.why))?;
            }
        }
        if found.is_empty() {
            output.aside("No packet here has an unknown field")?;
        }
        Ok(Outcome::Fine)
    }
}

/// The definitions around a folder, which has to be there.
pub(super) fn around(folder: &Path) -> Result<Workspace, Failure> {
    if !disk::is_folder(folder) {
        return Err(Failure::use_of(format!("{}: there is no such folder", shown(folder))));
    }
    Workspace::around(folder, &[])
}

fn as_json(guess: &Found) -> Value {
    let types: Vec<Value> = guess
        .types
        .iter()
        .map(|ty| json!({ "type": ty.ty, "score": ty.score, "why": ty.why }))
        .collect();
    let (packet, field) = (&guess.packet, &guess.field);
    json!({ "packet": packet, "field": field, "offset": guess.offset, "types": types })
}
