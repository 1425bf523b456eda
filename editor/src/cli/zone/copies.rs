//! Other copies of a zone, kept in step with what is done to one.

use std::path::{Path, PathBuf};

use landwright_core::vfs::save::Before;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::step::{InStep, in_step};

use super::save::Made;
use super::{Opened, is_on_disk, named, open_in};
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, counted, shown};
use crate::cli::settings::Settings;
use crate::cli::target::Target;

/// So many differences are told of a copy.
const MOST_TOLD: usize = 20;

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
        let project = Settings::of_one(&self.folder())?;
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
            let copy = self.open_copy(root)?;
            let step = in_step(before, &self.zone, &copy.zone, &copy.files);
            let InStep { writes, notes, .. } = step.map_err(|differences| {
                let n = counted(differences.len(), "difference is", "differences are");
                let mut lines = vec![format!(
                    "error: {}: {n} in the way, so nothing was written, here or there",
                    shown(root)
                )];
                let told = differences.iter().take(MOST_TOLD);
                lines.extend(told.map(|difference| format!("  {difference}")));
                if differences.len() > MOST_TOLD {
                    lines.push(format!("  and {} more", differences.len() - MOST_TOLD));
                }
                Failure::WrongFile(lines.join("\n"))
            })?;
            notes.iter().for_each(|note| complain(&format!("note: {}: {note}", shown(root))));
            for file in writes {
                let path = copy.on_disk(&file.path)?;
                // Asked for its refusal where nothing may be replaced.
                target.before_at(&path)?;
                made.push(Made { path, bytes: file.bytes, before: Before::Was(file.before) });
            }
        }
        Ok(made)
    }

    /// A copy by its own folder, or by that of the game that it is in.
    fn open_copy(&self, root: &Path) -> Result<Opened, Failure> {
        let folder = match is_on_disk(root) {
            true => Some(root.to_owned()),
            false => named::below(root, &self.place),
        };
        let none = || {
            let (root, place) = (shown(root), &self.place);
            Failure::WrongUse(format!(
                "{root}: holds no copy of the zone: neither its files nor {place}"
            ))
        };
        let folder = folder.filter(|folder| is_on_disk(folder)).ok_or_else(none)?;
        let copy = open_in(&folder, &*Settings::of_one(&folder)?)?;
        copy.tell_problems();
        Ok(copy)
    }
}
