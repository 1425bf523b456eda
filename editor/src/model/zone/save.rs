//! Saving zones: the files that changed, all of them or none; elsewhere all of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::file::Kind;
use landwright_core::problem::Problem;
use landwright_core::vfs::save::{Before, Write};
use landwright_core::vfs::{VfsPath, disk};
use landwright_core::world::zone::Zone;

use super::archive::Archive;
use super::copies::{Copies, CopyTask};
use super::open::Home;
use crate::job::Progress;
use crate::model::open::name_of;
use crate::model::save::{SaveError, Target};
use crate::model::written::{Written, WrittenContent};
use crate::zones::others::refuse_others;

/// A zone as it is written.
pub(super) struct Work {
    /// The file that it comes from.
    pub(super) of: Option<PathBuf>,
    pub(super) home: Option<Home>,
    pub(super) zone: Zone,
    pub(super) archive: Arc<Archive>,
    /// What is wrong with files that could not be read.
    pub(super) of_files: Arc<Vec<Problem>>,
    /// As it was written or read last.
    pub(super) saved: Zone,
    pub(super) copies: Copies,
}

/// A file to be written.
struct Made {
    path: PathBuf,
    bytes: Vec<u8>,
    before: Before,
}

impl Work {
    pub(super) fn write(self, target: &Target, progress: &Progress) -> Result<Written, SaveError> {
        let archive = self.archive.with(&self.zone);
        let home = match self.home.clone().filter(|_| self.of.as_ref() == Some(&target.path)) {
            Some(home) => home,
            None => Home::elsewhere(&target.path, &self.zone, self.home.as_ref()),
        };
        let made = match self.home.as_ref() == Some(&home) {
            true => self.changed(&home),
            false => self.all(&archive, &home, &target.path)?,
        };
        if progress.is_cancelled() {
            return Err(SaveError::Cancelled);
        }
        let above = target.path.parent().and_then(Path::parent).map(Path::to_owned);
        let writes: Vec<Write<'_>> = made
            .iter()
            .map(|made| Write {
                file: made.path.clone(),
                bytes: &made.bytes,
                before: made.before,
                folders_below: above.clone(),
            })
            .collect();
        if !writes.is_empty() {
            target.write_as(&archive.fingerprint(), &writes)?;
        }
        let (copies, said) = match self.home.as_ref() == Some(&home) {
            true => {
                (self.keep_in_step(&home, target, (CopyTask::Follow, None), progress), Vec::new())
            }
            false => (Vec::new(), self.left_behind()),
        };
        let fingerprint = archive.fingerprint();
        let (zone, archive) = (Box::new(self.zone), Arc::new(archive));
        let files = made.into_iter().map(|made| made.path).collect();
        let content = WrittenContent::Zone { zone, home, archive, files };
        Ok(Written { fingerprint, content, copies, said })
    }

    fn changed(&self, home: &Home) -> Vec<Made> {
        let changed = self.archive.changed(&self.zone).into_iter();
        let made =
            changed.map(|(path, bytes, before)| Made { path: home.on_disk(&path), bytes, before });
        made.collect()
    }

    /// What of the zone could not be read, and so is nowhere but where it was.
    fn left_behind(&self) -> Vec<String> {
        let is_there = |file: &str| VfsPath::new(file).is_ok_and(|path| self.archive.has(&path));
        let left = self.of_files.iter().filter(|problem| !is_there(&problem.place.file));
        let said = left.map(|problem| {
            let (file, why) = (&problem.place.file, &problem.message);
            format!("{file} could not be read and is not in the new place: {why}")
        });
        said.collect()
    }

    /// Every file for another place. The person has agreed to replace one file, and no other.
    fn all(&self, archive: &Archive, home: &Home, target: &Path) -> Result<Vec<Made>, SaveError> {
        let mut made = Vec::new();
        for (path, bytes) in archive.files() {
            let path = home.on_disk(path);
            let before = match disk::fingerprint(&path) {
                Err(_) => Before::Absent,
                Ok(there) if path == target => Before::Was(there),
                Ok(_) => {
                    let said =
                        format!("{} is there already; choose another folder", path.display());
                    return Err(SaveError::Content(said));
                }
            };
            made.push(Made { path, bytes: bytes.to_vec(), before });
        }
        self.check_name(&made, target)?;
        let written = made.iter().map(|made| made.path.as_path()).collect();
        refuse_others(home.folder(), &written).map_err(SaveError::Content)?;
        Ok(made)
    }

    /// A zone goes on by its ZON or its folder, and a single block by its IFO as it is called.
    fn check_name(&self, made: &[Made], target: &Path) -> Result<(), SaveError> {
        let name = name_of(target);
        if Kind::of_name(&name) != Some(Kind::Ifo) {
            return Ok(());
        }
        let mut blocks = self.zone.blocks();
        let ifo = match (blocks.next(), blocks.next()) {
            (Some(block), None) => self.zone.path_of(Some(block)),
            _ => None,
        };
        let ifo = ifo.map(|ifo| ifo.rsplit('/').next().unwrap_or(ifo));
        let said = match ifo {
            Some(_) if made.iter().any(|made| made.path == target) => return Ok(()),
            Some(ifo) => format!("a block keeps its name: write {ifo}, or the name of a folder"),
            None => {
                format!("{name} is a single block, and this is a zone: write a ZON or a folder")
            }
        };
        Err(SaveError::Content(said))
    }
}
