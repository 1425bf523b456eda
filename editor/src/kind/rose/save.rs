//! Saving zones: the files that changed, all of them or none; elsewhere all of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::file::Kind;
use landwright_core::problem::Problem;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::saver::{InTheWay, May, Plan, Wanted};
use landwright_core::world::zone::Zone;

use super::archive::Archive;
use super::copies::{Copies, CopyTask, Kept};
use super::open::Home;
use crate::job::Progress;
use crate::kind::document::saving::{SaveError, Target};
use crate::kind::document::written::{Written, WrittenContent};
use crate::kind::rose::zones::others::refuse_others;
use crate::model::project;
use crate::versions::name_of;

/// A zone as it is written.
pub(super) struct Work {
    /// The file that it comes from.
    pub(super) of: Option<PathBuf>,
    pub(super) home: Option<Home>,
    pub(super) zone: Zone,
    pub(super) archive: Arc<Archive>,
    /// The problems of files that could not be read.
    pub(super) of_files: Arc<Vec<Problem>>,
    /// As it was written or read last.
    pub(super) saved: Zone,
    pub(super) copies: Copies,
}

/// What was written, as the open zone takes note of it.
#[derive(Debug)]
pub(super) struct WrittenZone {
    pub(super) zone: Zone,
    pub(super) home: Home,
    pub(super) archive: Arc<Archive>,
    /// What came of copies that are kept in step.
    pub(super) copies: Vec<Kept>,
}

impl Work {
    pub(super) fn write(self, target: &Target, progress: &Progress) -> Result<Written, SaveError> {
        let archive = self.archive.with(&self.zone);
        let home = match self.home.clone().filter(|_| self.of.as_ref() == Some(&target.path)) {
            Some(home) => home,
            None => Home::elsewhere(&target.path, &self.zone, self.home.as_ref()),
        };
        let is_own = self.home.as_ref() == Some(&home);
        let (mut wanted, project) = if is_own {
            let project = project::to_save(&target.path).map_err(SaveError::Content)?;
            (self.changed(&home), Some(project))
        } else {
            (self.all(&archive, &home, &target.path)?, None)
        };
        if progress.is_cancelled() {
            return Err(SaveError::Cancelled);
        }
        let above = target.path.parent().and_then(Path::parent).map(Path::to_owned);
        wanted.iter_mut().for_each(|file| file.folders_below.clone_from(&above));
        let fingerprint = archive.fingerprint();
        let came = target.write_as(&fingerprint, &Plan::of(wanted))?;
        let (copies, mut said) = match project {
            Some(project) => {
                let follow = (CopyTask::Follow, None);
                (self.keep_in_step(&home, (target, project), follow, progress), Vec::new())
            }
            None => (Vec::new(), self.left_behind()),
        };
        said.extend(came.notes);
        let archive = Arc::new(archive);
        let content = WrittenZone { zone: self.zone, home, archive, copies };
        let content = WrittenContent(Box::new(content));
        let files = Some(came.written);
        Ok(Written { fingerprint, content, files, left_out: None, said })
    }

    fn changed(&self, home: &Home) -> Vec<Wanted<VfsPath>> {
        self.archive.account().changed(self.zone.to_files(), |path| home.on_disk(path))
    }

    /// What of the zone could not be read, and so is nowhere but where it was.
    fn left_behind(&self) -> Vec<String> {
        let is_there = |file: &str| VfsPath::new(file).is_ok_and(|path| self.archive.has(&path));
        let left = self.of_files.iter().filter(|problem| !is_there(&problem.place.file));
        let said = left.map(|problem| {
            let (file, why) = (&problem.place.file, &problem.message);
            format!("{file} can't be read and was not copied to the new place: {why}")
        });
        said.collect()
    }

    /// Every file for another place. The person has agreed to replace one file, and no other.
    fn all(
        &self,
        archive: &Archive,
        home: &Home,
        target: &Path,
    ) -> Result<Vec<Wanted<VfsPath>>, SaveError> {
        let mut wanted = Vec::new();
        for (name, bytes) in archive.files() {
            let path = home.on_disk(name);
            let may = if path == target { May::ReplaceAny } else { May::ReplaceNothing };
            let before = may.at(&path).map_err(|InTheWay(path)| {
                let path = path.display();
                SaveError::Content(format!("{path} already exists; choose a different folder"))
            })?;
            wanted.push(Wanted::new(name.clone(), path, bytes.to_vec(), before));
        }
        let written = wanted.iter().map(|file| file.path.as_path()).collect();
        self.check_name(&written, target)?;
        refuse_others(home.folder(), &written).map_err(SaveError::Content)?;
        Ok(wanted)
    }

    /// A zone goes on by its ZON or its folder, and a single block by its IFO as it is called.
    fn check_name(&self, written: &BTreeSet<&Path>, target: &Path) -> Result<(), SaveError> {
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
            Some(_) if written.contains(target) => return Ok(()),
            Some(ifo) => format!("a block keeps its name: write {ifo}, or the name of a folder"),
            None => {
                format!("{name} is a single block, and this is a zone: write a ZON or a folder")
            }
        };
        Err(SaveError::Content(said))
    }
}
