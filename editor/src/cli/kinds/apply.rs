//! `landwright apply` on a document of any kind that core opens.

use std::path::Path;

use landwright_core::kinds::{NamedFile, Opened};
use landwright_core::vfs::disk;
use serde_json::Value;

use super::{Named, named};
use crate::cli::eq;
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::cli::scriptable::{Scriptable, Wanted};
use crate::cli::settings::Settings;
use crate::cli::target::Place;
use crate::kind::ragnarok::scenery::Around;

pub(in crate::cli) struct Document {
    named: Named,
    opened: Box<dyn Opened>,
}

impl Scriptable for Document {
    type Action = Value;

    fn open(wanted: &Wanted<'_>) -> Result<Document, Failure> {
        let no_kind = || {
            Failure::WrongUse(format!(
                "{}: no kind of document opens this file",
                shown(wanted.file)
            ))
        };
        let named = named(wanted.file).ok_or_else(no_kind)?;
        let opened = named.open()?;
        Ok(Document { named, opened })
    }

    fn apply(&mut self, actions: &[Value], script: &Path) -> Result<usize, Failure> {
        for name in self.opened.beside(actions) {
            let file = eq::beside(&self.named.file, &name);
            if disk::is_file(&file) {
                let bytes = load::load(&file)?.bytes;
                let taken = self.opened.take_beside(&name, &bytes);
                taken.map_err(|reason| wrong(&file, &reason))?;
            }
        }
        let applied = self.opened.apply(actions).map_err(|refused| wrong(script, &refused))?;
        for (n, note) in &applied.notes {
            complain(&format!("note: action {n}: {note}"));
        }
        self.tell_missing(&applied.named)?;
        Ok(applied.n_steps)
    }

    fn save(self, wanted: &Wanted<'_>, place: Place) -> Result<String, Failure> {
        let bytes = self.opened.to_bytes();
        let bytes = bytes.map_err(|reason| wrong(&self.named.path, &reason))?;
        wanted.target.save(place.before, bytes)?;
        Ok(String::new())
    }
}

impl Document {
    /// Files that new values name and no root has. Where nothing is known of such files, nothing is said.
    fn tell_missing(&self, named: &[(usize, NamedFile)]) -> Result<(), Failure> {
        if named.is_empty() {
            return Ok(());
        }
        let project = Settings::of_one(&self.named.file)?;
        let (around, _) = Around::of(&self.named.file, &project);
        for (n, NamedFile { folder, name }) in named {
            if around.knows(folder) && !around.has(folder, name) {
                let file = around.shown(name);
                complain(&format!("note: action {n}: `{file}` is in no root; is its name right?"));
            }
        }
        Ok(())
    }
}

fn wrong(path: &Path, reason: &dyn std::fmt::Display) -> Failure {
    Failure::File(format!("error: {}: {reason}; nothing was written", shown(path)))
}
