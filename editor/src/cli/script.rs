//! A script that a command is given: a file, a pipe, or standard input.

use std::io;
use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::format::text::CodePage;
use landwright_core::vfs::FileError;
use landwright_core::vfs::disk::{read_file_or_pipe, read_stream};
use landwright_core::world::scripted::Scripted;
use landwright_core::world::zone;
use landwright_core::world::zone::action::Action as ZoneAction;
use serde::de::DeserializeOwned;

use super::load;
use super::outcome::Failure;
use super::output::{complain, shown};

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

/// What an action makes of a document.
pub(super) struct Step<D> {
    pub(super) document: D,
    pub(super) is_change: bool,
    /// Notes for the user about it, such as what is lost.
    pub(super) notes: Vec<String>,
}

/// Does a list of actions; all of them or none. `name` is what a person knows the list by. Gives
/// what they make of the document, and how many changed something.
pub(super) fn do_all<D, A: Scripted>(
    document: &D,
    actions: &[A],
    name: &Path,
    resolve: impl Fn(&A, &D) -> Result<Step<D>, String>,
) -> Result<(D, usize), Failure>
where
    D: Clone,
{
    let (mut document, mut n_changes) = (document.clone(), 0);
    for (n, action) in actions.iter().enumerate() {
        let step = resolve(action, &document).map_err(|refusal| {
            let place = format!("error: {}: action {n}, {}", shown(name), action.name());
            Failure::File(format!("{place}: {refusal}; nothing was written"))
        })?;
        for note in step.notes {
            complain(&format!("note: action {n}, {}: {note}", action.name()));
        }
        if step.is_change {
            (document, n_changes) = (step.document, n_changes + 1);
        }
    }
    Ok((document, n_changes))
}

pub(super) fn load(path: &Path) -> Result<Source, Failure> {
    if Kind::of_name(&load::name_of(path)).is_some() {
        let path = shown(path);
        let message = format!(
            "{path} is not a script; give the script first, then the file to \
            change"
        );
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
    pub(super) fn read<A: DeserializeOwned>(self) -> Result<Script<A>, Failure> {
        let actions = serde_json::from_slice(&self.json).map_err(|error| self.wrong(&error))?;
        Ok(Script { name: self.name, actions })
    }

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
        Failure::File(format!("error: {name}: {what}; nothing was written"))
    }
}
