//! Documents of the kinds that core opens, from other programs.

use super::Import;
use crate::cli::kinds::{self, Imported};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::cli::target::Target;

impl Import {
    /// `None` where the base is of a kind with a way of its own.
    pub(super) fn onto_kind(&self, output: &mut Output) -> Result<Option<Outcome>, Failure> {
        let Some(named) = self.onto.as_deref().and_then(kinds::named) else { return Ok(None) };
        let target = self.output.clone().filter(|_| !self.dry_run);
        let target = target.map(|path| Target::new(path, self.force));
        let before = target.as_ref().map(Target::before).transpose()?;
        let imported = kinds::import(&named, &self.file, |reason| self.wrong(reason))?;
        let Some(Imported { report, bytes }) = imported else { return Ok(None) };
        if let Some((target, before)) = target.as_ref().zip(before) {
            target.save(before, bytes)?;
        } else if !self.json {
            for change in &report.changes {
                output.line(&change.change())?;
            }
        }
        report.note().iter().for_each(|note| complain(&format!("note: {note}")));
        let counts = report.counts();
        let line = match (&target, &self.onto) {
            (Some(target), _) => format!("{}: {counts}", shown(target.path())),
            (None, Some(onto)) => format!("{}: {counts}; nothing was written", shown(onto)),
            (None, None) => counts,
        };
        self.tell(output, &line, &report).map(Some)
    }
}
