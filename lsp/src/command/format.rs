//! `fmt`: formats files where they are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::def::edit::applied;
use landwright_core::def::format::{FormatOptions, format, format_map};
use landwright_core::def::{FileKind, Map, Syntax, map, syntax};
use landwright_core::vfs::disk;
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::Backups;
use landwright_core::vfs::save::recover::Walker;

use super::decode::read;
use super::outcome::{Failure, Outcome, Output, complain, counted, tell_half_saves};
use super::saving::{self, Changed};
use super::workspace::shown;
use crate::reading;

/// Format definitions and maps: only dashes, columns and blank lines, never words
///
/// Files that can't be read, are not UTF-8 or are too long are listed and skipped. Either all
/// others are saved, or none. Each gets a backup in .landwright/backups. Exit codes: 0 fine, 1 with
/// --check some file is not formatted, 2 wrong use, or a file was skipped or could not be written.
#[derive(Debug, Args)]
pub(super) struct Format {
    /// Files and folders; - formats a definition from standard input to standard output
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Save nothing; list the files that are not formatted
    #[arg(long)]
    check: bool,
}

impl Format {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.paths == [Path::new("-")] {
            return self.standard_input(output);
        }
        let mut changed = Vec::new();
        let mut n_files = 0;
        let mut outcome = Outcome::Fine;
        for path in self.files()? {
            n_files += 1;
            match formatted(&path) {
                Ok(Some(file)) => changed.push(file),
                Ok(None) => {}
                Err(message) => {
                    complain(&format!("error: {}: {message}", shown(&path)));
                    outcome = Outcome::Unreadable;
                }
            }
        }
        let names: Vec<String> = changed.iter().map(|file| shown(&file.path)).collect();
        let n_changed = counted(changed.len(), "file", "files");
        if !self.check {
            let backups = backups(&changed)?;
            saving::save(changed, backups, "no file was changed")?;
        }
        for name in &names {
            output.line(name)?;
        }
        if self.check {
            return Ok(if names.is_empty() { outcome } else { outcome.max(Outcome::Found) });
        }
        output.aside(&format!("formatted {n_changed} of {n_files}"))?;
        Ok(outcome)
    }

    fn standard_input(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let bytes = read(Path::new("-"))?;
        let text =
            String::from_utf8(bytes).map_err(|_| Failure::file("standard input is not UTF-8"))?;
        let new_text =
            format_text(&FileKind::Definition(None), &text).map_err(|TooLong(limit)| {
                Failure::file(format!("standard input {}", too_long(limit)))
            })?;
        let is_formatted = new_text == text;
        if self.check {
            return Ok(if is_formatted { Outcome::Fine } else { Outcome::Found });
        }
        output.text(&new_text)?;
        Ok(Outcome::Fine)
    }

    fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        let mut walker = Walker::default();
        for path in &self.paths {
            if disk::is_file(path) && !can_format(path) {
                let message = "only definitions (.def) and maps (protocol.NUMBER.map, \
                               sysmsg.NUMBER.map) can be formatted";
                return Err(Failure::use_of(format!("{}: {message}", shown(path))));
            }
            let walk = walker.walk(path);
            if let Some(error) = walk.errors.first() {
                return Err(Failure::file(error));
            }
            for error in walk.skipped.iter().filter(|error| can_format(&error.path)) {
                complain(&format!("note: {}: {}", shown(&error.path), reading::why(error)));
            }
            files.extend(walk.files.into_iter().filter(|file| can_format(file)));
        }
        tell_half_saves(&problems_of(&walker.into_recovery()));
        files.sort();
        // A file that links lead to as well is formatted once.
        files.sort_by_key(|file| disk::is_link(file));
        let mut seen = BTreeSet::new();
        files.retain(|file| seen.insert(disk::real_path(file).unwrap_or_else(|_| file.clone())));
        files.sort();
        Ok(files)
    }
}

fn can_format(path: &Path) -> bool {
    let kind = FileKind::of(&path.to_string_lossy());
    matches!(kind, Some(FileKind::Definition(_) | FileKind::Map(..)))
}

/// Which backups the projects of these files keep. They are saved together, so all that one of several
/// projects would keep stays.
fn backups(files: &[Changed]) -> Result<Backups, Failure> {
    let by_folder: BTreeMap<_, _> =
        files.iter().map(|file| (file.path.parent(), &file.path)).collect();
    let (mut told, mut is_first) = (BTreeSet::new(), true);
    let mut most = Backups::from(0);
    for path in by_folder.into_values() {
        let (project, problems) = super::project::load(path)?;
        most = match is_first {
            true => project.backups(),
            false => most.or_more(project.backups()),
        };
        is_first = false;
        if told.insert(project.file) {
            for problem in problems {
                complain(&format!("note: {}: {}", problem.place.file, problem.message));
            }
        }
    }
    Ok(most)
}

/// A file with its new text, where that is different; or why it can't be formatted.
fn formatted(path: &Path) -> Result<Option<Changed>, String> {
    let loaded = reading::file(path).map_err(|error| error.trouble.to_string())?;
    let text = String::from_utf8(loaded.bytes)
        .map_err(|_| "is not UTF-8; save it as UTF-8 in your text editor".to_owned())?;
    let Some(kind) = FileKind::of(&path.to_string_lossy()) else { return Ok(None) };
    let new_text = format_text(&kind, &text).map_err(|TooLong(limit)| too_long(limit))?;
    let was = loaded.fingerprint;
    let changed = Changed { path: path.to_owned(), text: new_text, was };
    Ok(Some(changed).filter(|changed| changed.text != text))
}

/// A text that is longer than what is read, in bytes.
struct TooLong(usize);

fn too_long(limit: usize) -> String {
    format!("is too long to format: definitions and maps can have at most {limit} bytes")
}

fn format_text(kind: &FileKind, text: &str) -> Result<String, TooLong> {
    let limit = if matches!(kind, FileKind::Map(..)) { map::MAX_MAP_LEN } else { syntax::MAX_LEN };
    if text.len() > limit {
        return Err(TooLong(limit));
    }
    let edits = match kind {
        FileKind::Map(..) => format_map(&Map::parse(text)),
        _ => format(&Syntax::parse(text), &FormatOptions::default()),
    };
    Ok(applied(text, &edits))
}
