//! Other copies of a zone, kept in step with what is done to one.

use std::path::{Path, PathBuf};

use landwright_core::problem::report::{NoSources, Report};
use landwright_core::vfs::save::Before;
use landwright_core::world::zone::Zone;

use super::Opened;
use super::save::Made;
use crate::cli::outcome::Failure;
use crate::cli::output::{colour_of_stderr, complain, counted, shown};
use crate::cli::settings::Settings;
use crate::cli::target::Target;
use crate::zones::copies::{self, Followed, Stays, in_words};

impl Opened {
    /// The copies that a save keeps in step: those that were named, or else those of the project
    /// where the zone is written to its own place.
    pub(in crate::cli) fn copies(
        &self,
        named: &[PathBuf],
        target: &Target,
    ) -> Result<Vec<PathBuf>, Failure> {
        if !named.is_empty() || !self.is_own(target.path()) {
            return Ok(named.to_vec());
        }
        let project = Settings::of_one(&self.site.folder)?;
        Ok(project.copies.iter().map(|copy| copy.path.clone()).collect())
    }

    /// What has to be written to copies for them to follow what was done since `before`.
    pub(in crate::cli) fn in_step(
        &self,
        before: &Zone,
        copies: &[PathBuf],
        target: &Target,
    ) -> Result<Vec<Made>, Failure> {
        let mut made = Vec::new();
        for root in copies {
            let Followed { files, notes, problems } = self.follow(root, before)?;
            if !problems.is_empty() {
                complain(&Report::new(problems, &NoSources).to_text(colour_of_stderr()));
            }
            notes.iter().for_each(|note| complain(&format!("note: {}: {note}", shown(root))));
            for file in files {
                // Asked for its refusal where nothing may be replaced.
                target.before_at(&file.path)?;
                let before = Before::Was(file.before);
                made.push(Made { path: file.path, bytes: file.bytes, before });
            }
        }
        Ok(made)
    }

    fn follow(&self, root: &Path, before: &Zone) -> Result<Followed, Failure> {
        let wrong = |error: String| Failure::WrongUse(format!("{}: {error}", shown(root)));
        let folder = copies::find(root, &self.site.place).map_err(wrong)?;
        let project = Settings::of_one(&folder)?;
        copies::follow(&folder, &project, before, &self.zone).map_err(|stays| match stays {
            Stays::Unread(error) => wrong(error),
            Stays::Differs(differences) => {
                let n = counted(differences.len(), "difference is", "differences are");
                let root = shown(root);
                let mut lines = vec![format!(
                    "error: {root}: {n} in the way, so nothing was written, here or there"
                )];
                lines.extend(in_words(&differences).iter().map(|line| format!("  {line}")));
                Failure::WrongFile(lines.join("\n"))
            }
        })
    }
}
