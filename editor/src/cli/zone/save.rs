//! Zones as files: into a folder of their own, or over those that were read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::{Before, Write};
use landwright_core::world::zone::Zone;

use super::Opened;
use super::copies::Apart;
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::saving;
use crate::cli::settings::Settings;
use crate::cli::target::Target;
use crate::zones::others::refuse_others;

/// A file to be written.
pub(in crate::cli) struct Made {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) before: Before,
}

impl Made {
    /// Folders that are missing are made below `above`; what lies elsewhere has its folder.
    fn write(&self, above: &Path) -> Write<'_> {
        // Folders are made below one that is written out in full.
        let file = disk::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let folders_below = file.starts_with(above).then(|| above.to_owned());
        Write { file, bytes: &self.bytes, before: self.before, folders_below }
    }
}

/// Asks for the refusal of a target where nothing may be replaced.
fn ask(target: &Target, made: &[Made]) -> Result<(), Failure> {
    made.iter().try_for_each(|made| target.before_at(&made.path).map(|_| ()))
}

/// Writes all of the files or none, as the project of a folder has it.
fn write(made: &[Made], folder: &Path) -> Result<(), Failure> {
    let project = Settings::of_one(folder)?;
    let above = disk::absolute(folder).map_err(|error| Failure::Disk(format!("error: {error}")))?;
    let above = above.parent().unwrap_or(&above);
    let writes: Vec<Write<'_>> = made.iter().map(|made| made.write(above)).collect();
    saving::save(&writes, project.n_backups)
        .map_err(|error| Failure::Disk(format!("error: {error}")))
}

impl Opened {
    /// Writes the zone: where the target is where it was read, the files that changed; elsewhere
    /// all of them. Files of copies are written with it, all or none. Gives how many were written.
    pub(in crate::cli) fn save(
        &self,
        target: &Target,
        of_copies: Vec<Made>,
    ) -> Result<usize, Failure> {
        let folder = target.path();
        let is_ifo = |path: &Path| Kind::of_name(&load::name_of(path)) == Some(Kind::Ifo);
        let mut made = if self.is_own(folder) {
            let changed = self.changed_files()?;
            ask(target, &changed)?;
            changed
        } else if is_ifo(folder) && is_ifo(Path::new(self.site.place.as_str())) {
            self.ifo_alone(target)?
        } else {
            self.all_files(target)?
        };
        ask(target, &of_copies)?;
        made.extend(of_copies);
        write(&made, folder)?;
        Ok(made.len())
    }

    /// Writes what was done since `before` over the files that were read, and over those of the
    /// copies of the project; all or none. Gives how many files of copies were written.
    pub(super) fn save_over(&self, before: &Zone) -> Result<usize, Failure> {
        let of_copies = self.in_step(before, &self.copies_of_project()?, &Apart::default())?;
        let n_of_copies = of_copies.len();
        let mut made = self.changed_files()?;
        made.extend(of_copies);
        write(&made, &self.site.folder)?;
        Ok(n_of_copies)
    }

    /// Whether a path is what the zone was read from, or its folder.
    pub(super) fn is_own(&self, path: &Path) -> bool {
        let real = |path: &Path| disk::absolute(path).ok();
        let own = [self.site.game.join(self.site.place.as_str()), self.site.folder.clone()];
        own.iter().any(|own| real(path) == real(own))
    }

    /// The IFO alone, for a target that is one.
    fn ifo_alone(&self, target: &Target) -> Result<Vec<Made>, Failure> {
        let path = target.path().to_owned();
        if let Some(other) =
            self.files.changed(&self.zone).iter().find(|file| file.path != self.site.place)
        {
            let (path, other) = (shown(&path), &other.path);
            let message = format!("{other} changes as well; name a folder in place of {path}");
            return Err(Failure::WrongUse(message));
        }
        let before = target.before_at(&path)?;
        let files = self.zone.to_files().into_iter();
        let ifo = files.filter(|(file, _)| *file == self.site.place).map(|(_, bytes)| bytes);
        Ok(ifo.map(|bytes| Made { path: path.clone(), bytes, before }).collect())
    }

    fn changed_files(&self) -> Result<Vec<Made>, Failure> {
        let mut made = Vec::new();
        for file in self.files.changed(&self.zone) {
            let path = self.on_disk(&file.path)?;
            made.push(Made { path, bytes: file.bytes, before: file.before });
        }
        Ok(made)
    }

    /// Every file that was read, as it is now.
    fn all_files(&self, target: &Target) -> Result<Vec<Made>, Failure> {
        let folder = target.path();
        let own = &self.site.folder;
        let mut now: BTreeMap<_, _> = self.zone.to_files().into_iter().collect();
        let mut made = Vec::new();
        for (path, _) in self.files.iter() {
            let bytes = match now.remove(path) {
                Some(bytes) => bytes,
                None => {
                    let read = self.vfs.read(path, READ_LIMIT);
                    read.map_err(|error| Failure::Disk(format!("error: {error}")))?.bytes
                }
            };
            let on_disk = self.on_disk(path)?;
            let inside = on_disk.strip_prefix(own).unwrap_or(&on_disk).to_owned();
            let file = folder.join(inside);
            let before = target.before_at(&file)?;
            made.push(Made { path: file, bytes, before });
        }
        let written = made.iter().map(|made| made.path.as_path()).collect();
        refuse_others(folder, &written)
            .map_err(|error| Failure::WrongUse(format!("{error}; nothing was written")))?;
        Ok(made)
    }

    fn on_disk(&self, path: &VfsPath) -> Result<PathBuf, Failure> {
        // Names are kept in the case that they have on the disk.
        let file = self.site.game.join(path.as_str());
        match disk::is_file(&file) {
            true => Ok(file),
            false => Err(Failure::Disk(format!("error: {}: is gone", shown(&file)))),
        }
    }
}
