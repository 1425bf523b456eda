//! `landwright apply` on a document of any kind that core opens.

use std::path::Path;

use landwright_core::kinds::Opened;
use serde_json::Value;

use super::{Named, named};
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::cli::scriptable::{Scriptable, Wanted};
use crate::cli::target::Place;

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
        let applied = self.opened.apply(actions).map_err(|refused| wrong(script, &refused))?;
        for (n, note) in &applied.notes {
            complain(&format!("note: action {n}: {note}"));
        }
        Ok(applied.n_steps)
    }

    fn save(self, wanted: &Wanted<'_>, place: Place) -> Result<String, Failure> {
        let bytes = self.opened.to_bytes();
        let bytes = bytes.map_err(|reason| wrong(&self.named.path, &reason))?;
        wanted.target.save(place.before, bytes)?;
        Ok(String::new())
    }
}

fn wrong(path: &Path, reason: &dyn std::fmt::Display) -> Failure {
    Failure::File(format!("error: {}: {reason}; nothing was written", shown(path)))
}
