//! Other copies of a zone, kept in step with what is done to one.

use std::path::{Path, PathBuf};

use landwright_core::problem::counted::counted;
use landwright_core::problem::report::{NoSources, Report};
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::saver::Wanted;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::step::difference::Difference;
use landwright_core::world::zone::step::{Differing, EditsSince};

use super::Opened;
use crate::cli::apart::{Apart, Way};
use crate::cli::outcome::Failure;
use crate::cli::output::{colour_of_stderr, complain, shown};
use crate::cli::settings::Settings;
use crate::cli::target::Target;
use crate::kind::rose::zones::copies::{self, Followed, in_words};

impl Opened {
    /// The copies that a save keeps in step: those that were named, or else those of the project
    /// where the zone is written to its own place.
    pub(super) fn copies(
        &self,
        named: &[PathBuf],
        target: &Target,
    ) -> Result<Vec<PathBuf>, Failure> {
        if !named.is_empty() || !self.is_own(target.path()) {
            return Ok(named.to_vec());
        }
        self.copies_of_project()
    }

    pub(super) fn copies_of_project(&self) -> Result<Vec<PathBuf>, Failure> {
        let project = Settings::of_one(&self.site.folder)?;
        if let Some(withheld) = project.withheld.as_ref().filter(|all| !all.copies.is_empty()) {
            return Err(Failure::WrongUse(format!(
                "{withheld}: nothing was written, here or there, since you have not trusted it; \
                 give --trust if you do"
            )));
        }
        Ok(project.copies.iter().map(|copy| copy.path.clone()).collect())
    }

    /// What has to be written to copies for them to follow what the zone came to be.
    pub(super) fn in_step(
        &self,
        now: &Zone,
        copies: &[PathBuf],
        apart: Apart,
    ) -> Result<Vec<Wanted<VfsPath>>, Failure> {
        let mut made = Vec::new();
        for root in copies {
            let folder = self.copy_in(root)?;
            // A project may name all of its games, this one among them.
            if self.is_own(&folder) {
                continue;
            }
            let (followed, overwritten) = self.follow((root, &folder), now, apart.differing)?;
            let Followed { files, notes, problems, differences } = followed;
            if !problems.is_empty() {
                complain(&Report::new(problems, &NoSources).to_text(colour_of_stderr()));
            }
            let lines = |differences: &[Difference], outcome: &str| -> Vec<String> {
                let lines = in_words(differences, Difference::to_string).into_iter();
                lines.map(|line| format!("{line}; {outcome}")).collect()
            };
            let left = lines(&differences, "it is left so");
            let overwritten = lines(&overwritten, "it is overwritten; the backup has it");
            let notes = left.into_iter().chain(overwritten).chain(notes);
            notes.for_each(|note| complain(&format!("note: {}: {note}", shown(root))));
            made.extend(files);
        }
        Ok(made)
    }

    /// The folder of the copy that a folder has.
    fn copy_in(&self, root: &Path) -> Result<PathBuf, Failure> {
        copies::find(root, &self.site.place).map_err(|error| wrong(root, &error))
    }

    /// What a copy becomes, and the differences in it that are overwritten.
    fn follow(
        &self,
        (root, folder): (&Path, &Path),
        now: &Zone,
        way: Way,
    ) -> Result<(Followed, Vec<Difference>), Failure> {
        let project = Settings::of_one(folder)?;
        let follow = |differing| {
            let since = EditsSince::State(&self.start);
            let followed = copies::follow(folder, &project, since, now, differing);
            followed.map_err(|error| wrong(root, &error))
        };
        let followed = follow(Differing::Leave)?;
        let differences = &followed.differences;
        match way {
            _ if differences.is_empty() => return Ok((followed, Vec::new())),
            Way::Leave => return Ok((followed, Vec::new())),
            Way::Edited => {
                let over = follow(Differing::Overwrite)?;
                let is_left = |difference: &Difference| over.differences.contains(difference);
                let overwritten = followed.differences.into_iter().filter(|one| !is_left(one));
                let overwritten = overwritten.collect();
                return Ok((over, overwritten));
            }
            Way::Refuse => {}
        }
        let n = counted(differences.len(), "difference is", "differences are");
        let root = shown(root);
        let mut lines =
            vec![format!("error: {root}: {n} in the way, so nothing was written, here or there")];
        let said = in_words(differences, Difference::to_string);
        lines.extend(said.iter().map(|line| format!("  {line}")));
        lines.push(
            "  (`apply` and `import` take --differing, which says what else may become of it)"
                .to_owned(),
        );
        Err(Failure::File(lines.join("\n")))
    }
}

fn wrong(root: &Path, error: &str) -> Failure {
    Failure::WrongUse(format!("{}: {error}", shown(root)))
}
