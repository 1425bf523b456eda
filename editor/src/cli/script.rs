//! A script that a command is given: a file, a pipe, or standard input.

use std::io;
use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::format::text::CodePage;
use landwright_core::vfs::FileError;
use landwright_core::vfs::disk::{read_file_or_pipe, read_stream};
use landwright_core::world::zone;
use landwright_core::world::zone::action::Action as ZoneAction;
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

/// A script that is not understood yet.
pub(super) struct Source {
    name: PathBuf,
    json: Vec<u8>,
}

pub(super) fn read<A: DeserializeOwned>(path: &Path) -> Result<Script<A>, Failure> {
    let source = load(path)?;
    let actions = serde_json::from_slice(&source.json).map_err(|error| source.wrong(&error))?;
    Ok(Script { name: source.name, actions })
}

pub(super) fn load(path: &Path) -> Result<Source, Failure> {
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
    let json = json.map_err(|FileError { trouble, .. }| {
        Failure::WrongUse(format!("{}: {trouble}", shown(&name)))
    })?;
    Ok(Source { name, json })
}

impl Source {
    /// The actions on a zone, where texts are typed in its code page.
    pub(super) fn of_zone(self, code_page: CodePage) -> Result<Script<ZoneAction>, Failure> {
        let actions = zone::script::read(&self.json, code_page);
        let actions = actions.map_err(|error| self.wrong(&error))?;
        Ok(Script { name: self.name, actions })
    }

    fn wrong(&self, error: &dyn std::fmt::Display) -> Failure {
        let what = match self.json.is_empty() {
            true => "is empty; a script is a JSON list of actions".to_owned(),
            false => error.to_string(),
        };
        let name = shown(&self.name);
        Failure::WrongFile(format!("error: {name}: {what}; nothing was written"))
    }
}
