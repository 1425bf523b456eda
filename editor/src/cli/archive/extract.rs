//! `landwright extract`: files out of an archive.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::problem::counted::counted;
use landwright_core::problem::nearest::nearest;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Wanted;
use landwright_core::vfs::{VfsPath, disk};

use super::{Archive, Member, Named};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::cli::progress::Progress;
use crate::cli::target::Target;

/// So many bytes are held until they are written. An archive may be larger than the memory.
const HELD: u64 = 64 << 20;
/// So many files are written at once.
const HELD_FILES: usize = 1_000;

/// Take files out of an archive (s3d, eqg, grf, data.idx, pkg)
///
/// Files get the names that they have in the archive, with their folders. A file that can't be
/// read is reported, and all others are written.
#[derive(Debug, Args)]
pub(in crate::cli) struct Extract {
    #[command(flatten)]
    named: Named,
    /// Files and folders, whatever the case of their names; all of them where none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The folder to write into, which may be new
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace files that are there; a backup of each is kept in .landwright/backups
    #[arg(long)]
    force: bool,
}

/// A file and where it goes.
struct Place<'a> {
    member: &'a Member,
    path: PathBuf,
    before: Before,
}

impl Extract {
    pub(in crate::cli) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let archive = self.named.open()?;
        let members = self.chosen(&archive)?;
        let target = Target::new(self.output.clone(), self.force);
        let folder = disk::absolute(&self.output).map_err(|error| {
            Failure::WrongUse(format!("{}: {}", shown(&self.output), error.trouble))
        })?;
        let mut extraction = Extraction { archive: &archive, n_files: 0, outcome: Outcome::Fine };
        // What is in the way is said before anything is written.
        let places = extraction.places(members, &target, &folder)?;
        let progress = Progress::of_files(places.len());
        let above = folder.parent().unwrap_or(&folder);
        let mut rest = places.into_iter().peekable();
        let mut n_done = 0;
        while rest.peek().is_some() {
            let mut n_bytes = 0;
            let mut group = Vec::new();
            while let Some(place) = rest.next_if(|_| n_bytes < HELD && group.len() < HELD_FILES) {
                progress.at(n_done, &place.member.name);
                n_done += 1;
                if let Some(bytes) = extraction.read(place.member) {
                    n_bytes += bytes.len() as u64;
                    let file = Wanted::new(group.len(), place.path, bytes, place.before);
                    group.push(Wanted { folders_below: Some(above.to_owned()), ..file });
                }
            }
            extraction.n_files += group.len();
            target.save_all(group)?;
        }
        progress.finish();
        let files = counted(extraction.n_files, "file", "files");
        output.line(&format!("{}: {files}", shown(&self.output)))?;
        Ok(extraction.outcome)
    }

    fn chosen<'a>(&self, archive: &'a Archive) -> Result<Vec<&'a Member>, Failure> {
        let members: Vec<&Member> =
            archive.members.iter().filter(|member| !member.is_elsewhere).collect();
        if self.names.is_empty() {
            return Ok(members);
        }
        let mut chosen: Vec<&Member> = Vec::new();
        for name in &self.names {
            let asked = VfsPath::new(name).ok();
            let is_asked = |member: &&&Member| match (&member.path, &asked) {
                (Ok(path), Some(asked)) => path.starts_with(asked),
                _ => member.name.eq_ignore_ascii_case(name),
            };
            let found: Vec<&Member> = members.iter().filter(is_asked).copied().collect();
            if found.is_empty() {
                let known = members.iter().map(|member| member.name.as_str());
                let near = nearest(name, known);
                let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                let archive = shown(&archive.path);
                return Err(Failure::WrongUse(format!("{archive} has no file {name}{near}")));
            }
            chosen.extend(found);
        }
        let mut seen = BTreeSet::new();
        chosen.retain(|member| seen.insert(member.place));
        Ok(chosen)
    }
}

/// What became of the files so far.
struct Extraction<'a> {
    archive: &'a Archive,
    n_files: usize,
    outcome: Outcome,
}

impl Extraction<'_> {
    /// Where the files go; those that go nowhere are reported.
    fn places<'m>(
        &mut self,
        members: Vec<&'m Member>,
        target: &Target,
        folder: &Path,
    ) -> Result<Vec<Place<'m>>, Failure> {
        let mut taken: BTreeSet<&VfsPath> = BTreeSet::new();
        let mut places = Vec::with_capacity(members.len());
        for member in members {
            match &member.path {
                Err(why) => self.report(member, why),
                // The game finds the first one.
                Ok(path) if !taken.insert(path) => {
                    self.report(member, "the archive has a file of this name already");
                }
                Ok(path) => {
                    let path = folder.join(path.as_str());
                    let before = target.before_at(&path)?;
                    places.push(Place { member, path, before });
                }
            }
        }
        Ok(places)
    }

    fn read(&mut self, member: &Member) -> Option<Vec<u8>> {
        match self.archive.read(member) {
            Ok(bytes) => Some(bytes),
            Err(why) => {
                self.report(member, &why);
                self.outcome = Outcome::Unreadable;
                None
            }
        }
    }

    fn report(&mut self, member: &Member, why: &str) {
        let (archive, name) = (shown(&self.archive.path), member.name.escape_debug());
        complain(&format!("error: {archive}: {name}: {why}"));
        self.outcome = self.outcome.max(Outcome::Found);
    }
}

#[cfg(test)]
mod tests {
    use super::super::path_of;
    use super::*;

    #[test]
    fn a_name_that_leads_out_of_the_folder_is_refused() {
        let path_of = |name: &str| path_of(VfsPath::new(name));
        assert!(path_of("a.bmp").is_ok() && path_of("sub/a.bmp").is_ok());
        for name in ["../a", "C:a", ""] {
            assert!(path_of(name).is_err(), "{name}");
        }
    }
}
