//! Writes what git needs into a repository, and takes it away again.

use std::path::Path;

use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Wanted;
use landwright_core::vfs::{Fingerprint, Session};

use super::attributes::{DRIVER, with_lines, without_lines};
use crate::cli::half::mend_at;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::cli::saving;
use crate::git::Git;

const ATTRIBUTES: &str = ".gitattributes";

/// Says, in the configuration, what became of the attributes.
const RECORD: &str = "landwright.attributes";
/// There was no such file before.
const MADE: &str = "made";
/// Our lines were put behind those that were there.
const CHANGED: &str = "changed";

/// The keys of the configuration.
fn keys() -> [String; 3] {
    [
        format!("diff.{DRIVER}.textconv"),
        format!("merge.{DRIVER}.name"),
        format!("merge.{DRIVER}.driver"),
    ]
}

fn values(program: &str) -> [String; 3] {
    [
        format!("{program} inspect --textconv"),
        "maps by their cells, things and fields".to_owned(),
        format!("{program} merge %O %A %B -o %A --path %P --keep-ours"),
    ]
}

pub(super) fn set_up(git: &Git, output: &mut Output) -> Result<Outcome, Failure> {
    for (key, value) in keys().iter().zip(values(&program()?)) {
        git.ask(["config", "--local", key, &value])?;
    }
    let path = git.top.join(ATTRIBUTES);
    let before = read(&path)?;
    let text = before.as_ref().map(|(text, _)| text.as_str()).unwrap_or_default();
    match with_lines(text) {
        None => output.line(&format!("{}: already has the lines", shown(&path)))?,
        Some(new) => {
            let record = if before.is_some() { CHANGED } else { MADE };
            git.ask(["config", "--local", RECORD, record])?;
            let before = before.map_or(Before::Absent, |(_, before)| Before::Was(before));
            write(&path, &new, before)?;
            output.line(&format!("{}: {record}; commit the file to share it", shown(&path)))?;
        }
    }
    output.line("git config: diff and merge of maps, areas, zones, tables and definitions")?;
    Ok(Outcome::Fine)
}

pub(super) fn undo(git: &Git, output: &mut Output) -> Result<Outcome, Failure> {
    let record = git.ask(["config", "--local", "--get", RECORD]);
    let record = record.ok().map(|said| String::from_utf8_lossy(&said).trim().to_owned());
    let mut outcome = Outcome::Fine;
    if let Some(record) = record {
        outcome = undo_attributes(git, &record, output)?;
        unset(git, RECORD)?;
    }
    let mut n_taken = 0;
    for key in keys() {
        n_taken += usize::from(unset(git, &key)?);
    }
    output.line(match n_taken {
        0 => "git config: nothing to remove",
        _ => "git config: removed",
    })?;
    Ok(outcome)
}

fn undo_attributes(git: &Git, record: &str, output: &mut Output) -> Result<Outcome, Failure> {
    let path = git.top.join(ATTRIBUTES);
    let Some((text, before)) = read(&path)? else { return Ok(Outcome::Fine) };
    let Some(new) = without_lines(&text) else {
        complain(&format!("warning: {}: the lines of the setup are not in it", shown(&path)));
        return Ok(Outcome::Found);
    };
    if new.is_empty() && record == MADE {
        let gone = Session::without_backups().delete(&[(&path, before)]);
        gone.map_err(|error| Failure::File(format!("error: {error}")))?;
        output.line(&format!("{}: removed", shown(&path)))?;
    } else {
        write(&path, &new, Before::Was(before))?;
        output.line(&format!("{}: unchanged", shown(&path)))?;
    }
    Ok(Outcome::Fine)
}

/// Takes a key away, with its section where nothing else is in it. Answers whether it was there.
fn unset(git: &Git, key: &str) -> Result<bool, Failure> {
    if git.ask(["config", "--local", "--get", key]).is_err() {
        return Ok(false);
    }
    git.ask(["config", "--local", "--unset-all", key])?;
    if let Some((section, _)) = key.rsplit_once('.') {
        let pattern = format!("^{}\\.", section.replace('.', "\\."));
        let is_empty = git.ask(["config", "--local", "--get-regexp", &pattern]).is_err();
        if is_empty {
            // Newer versions of git have taken it away already.
            let _ = git.ask(["config", "--local", "--remove-section", section]);
        }
    }
    Ok(true)
}

/// This program, as a shell starts it.
fn program() -> Result<String, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::File(format!("error: this program has no path: {error}")))?;
    let path = program.to_string_lossy().replace('\\', "/").replace('\'', "'\\''");
    Ok(format!("'{path}'"))
}

fn read(path: &Path) -> Result<Option<(String, Fingerprint)>, Failure> {
    mend_at(path);
    let loaded = match disk::read_file(path, READ_LIMIT) {
        Err(error) if error.is_missing() => return Ok(None),
        loaded => loaded.map_err(|error| Failure::File(format!("error: {error}")))?,
    };
    let text = String::from_utf8(loaded.bytes)
        .map_err(|_| Failure::File(format!("error: {}: is not text in UTF-8", shown(path))))?;
    Ok(Some((text, loaded.fingerprint)))
}

/// Versions of the file are git's.
fn write(path: &Path, text: &str, before: Before) -> Result<(), Failure> {
    let wanted = Wanted::new((), path, text.as_bytes().to_vec(), before);
    saving::save(vec![wanted], 0).map_err(|error| Failure::File(format!("error: {error}")))?;
    Ok(())
}
