//! A script that a command is given: a file, a pipe, or standard input.

use std::io;
use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::vfs::FileError;
use landwright_core::vfs::disk::{read_file_or_pipe, read_stream};
use serde::de::DeserializeOwned;

use super::load;
use super::outcome::Failure;
use super::output::shown;

/// Many times what anybody writes: an action takes some hundred bytes.
const SCRIPT_LIMIT: u64 = 1 << 28;

/// How the command line names standard input.
const STANDARD_INPUT: &str = "-";

/// A script, and what a person knows it by.
pub(super) struct Script<A> {
    pub(super) name: PathBuf,
    pub(super) actions: Vec<A>,
}

pub(super) fn read<A: DeserializeOwned>(path: &Path) -> Result<Script<A>, Failure> {
    if Kind::of_name(&load::name_of(path)).is_some() {
        let path = shown(path);
        let message = format!("{path} is no script; it comes first, then the file to change");
        return Err(Failure::WrongUse(message));
    }
    let is_stdin = path == Path::new(STANDARD_INPUT);
    let name = if is_stdin { PathBuf::from("standard input") } else { path.to_owned() };
    let json = match is_stdin {
        true => read_stream(&name, io::stdin().lock(), SCRIPT_LIMIT),
        false => read_file_or_pipe(path, SCRIPT_LIMIT),
    };
    let shown = shown(&name);
    let json =
        json.map_err(|FileError { trouble, .. }| Failure::WrongUse(format!("{shown}: {trouble}")))?;
    let actions = serde_json::from_slice(&json).map_err(|error| {
        let what = if json.is_empty() {
            "is empty; a script is a JSON list of actions".to_owned()
        } else {
            error.to_string()
        };
        Failure::WrongFile(format!("error: {shown}: {what}; nothing was written"))
    })?;
    Ok(Script { name, actions })
}
