//! Moves a declaration of a script: its numbers change, and no other byte of the file.

use std::path::PathBuf;

use landwright_core::format::ragnarok::npc::moving::{Move, moved};
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Wanted;

use super::{Scripts, scripts_in};
use crate::cli::half::mend_at;
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::{Output, shown};
use crate::cli::saving;
use crate::cli::settings::Settings;

/// A script with a line that changes, before it is saved.
pub(super) struct Moved {
    pub(super) path: PathBuf,
    /// As reports call it.
    pub(super) name: String,
    pub(super) line: usize,
    /// As they will be.
    pub(super) bytes: Vec<u8>,
    /// None of them differs from the file.
    is_same: bool,
    before: Before,
}

impl Scripts {
    /// Moves what `--move` names, and prints its line. Nothing is written yet.
    pub(super) fn moved(&self, asked: &[String], output: &mut Output) -> Result<Moved, Failure> {
        let wrong = |message: String| Failure::WrongUse(message);
        let (place, cell) = match asked {
            [place] => (place, None),
            [place, cell, ..] => (place, Some(cell_of(cell)?)),
            [] => return Err(wrong("--move needs FILE:LINE".to_owned())),
        };
        let target = self.to.as_deref().map(cell_of).transpose()?;
        if cell.is_none() && target.is_none() {
            let message = "give the new cell as X,Y, or the new target of a warp with --to X,Y";
            return Err(wrong(message.to_owned()));
        }
        let parts = place.rsplit_once(':');
        let parts = parts.and_then(|(file, line)| Some((file, line.parse::<usize>().ok()?)));
        let (file, line) = parts
            .ok_or_else(|| wrong(format!("`{place}`: expected FILE:LINE, such as warps.txt:12")))?;
        let path = self.script_at(file)?;
        mend_at(&path);
        let loaded = load::load(&path)?;
        let bytes = moved(&loaded.bytes, Move { line, cell, target })
            .map_err(|error| Failure::WrongUse(format!("{}: {error}", shown(&path))))?;
        let name = self.name_of(&path);
        let line_in = |bytes: &[u8]| {
            let line = bytes.split(|byte| *byte == b'\n').nth(line - 1).unwrap_or_default();
            String::from_utf8_lossy(line).trim_end().replace('\t', " ")
        };
        output.line(&format!("{name}:{line}: - {}", line_in(&loaded.bytes)))?;
        output.line(&format!("{name}:{line}: + {}", line_in(&bytes)))?;
        let is_same = bytes == loaded.bytes;
        Ok(Moved { path, name, line, bytes, is_same, before: Before::Was(loaded.fingerprint) })
    }

    /// Saves a script that changes, unless `--dry-run` says otherwise.
    pub(super) fn save_moved(&self, moved: &Moved, output: &mut Output) -> Result<(), Failure> {
        let Moved { path, bytes, before, .. } = moved;
        if moved.is_same {
            output.line(&format!("{}: nothing to change", shown(path)))?;
        } else if self.dry_run {
            output.line(&format!("would write {}", shown(path)))?;
        } else {
            let wanted = Wanted::new((), path, bytes.clone(), *before);
            let n_backups = Settings::of_one(path)?.n_backups;
            saving::save(vec![wanted], n_backups).map_err(|error| {
                Failure::File(format!("error: {}", error.said("nothing in it was moved")))
            })?;
        }
        Ok(())
    }

    /// A script by the name that reports give it, or by its path.
    fn script_at(&self, file: &str) -> Result<PathBuf, Failure> {
        let scripts = scripts_in(&self.folder)?;
        let is_it = |path: &&PathBuf| self.name_of(path) == file || shown(path) == file;
        scripts.iter().find(is_it).cloned().ok_or_else(|| {
            Failure::WrongUse(format!("{}: it contains no script `{file}`", shown(&self.folder)))
        })
    }
}

/// `x,y`, as servers count cells.
fn cell_of(text: &str) -> Result<(u16, u16), Failure> {
    let number = |part: &str| part.trim().parse::<u16>().ok().filter(|n| *n <= i16::MAX as u16);
    let cell = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    cell.ok_or_else(|| {
        let expected = "expected X,Y with whole numbers from 0 to 32767";
        Failure::WrongUse(format!("`{text}`: {expected}"))
    })
}
