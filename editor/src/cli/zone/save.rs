//! Zones as files: into a folder of their own, or over those that were read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::format::problem::FILE_UNREADABLE;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::saver::Wanted;
use landwright_core::world::zone::Zone;

use super::Opened;
use crate::cli::apart::Apart;
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::cli::settings::Settings;
use crate::cli::target::{Target, save_all};
use crate::kind::rose::zones::others::refuse_others;

type Files = Vec<Wanted<VfsPath>>;

/// Asks for the refusal of a target where nothing may be replaced.
fn ask(target: &Target, files: &Files) -> Result<(), Failure> {
    files.iter().try_for_each(|file| target.before_at(&file.path).map(drop))
}

/// Writes all of the files or none, as the project of a folder has it. Folders that are missing are
/// made below the one that holds it; what lies elsewhere has its folder.
fn write(files: Files, folder: &Path) -> Result<usize, Failure> {
    let project = Settings::of_one(folder)?;
    let folder = disk::absolute(folder);
    let folder = folder.map_err(|error| Failure::File(format!("error: {error}")))?;
    let above = folder.parent().unwrap_or(&folder);
    let placed = |file: Wanted<VfsPath>| {
        // Folders are made below one that is written out in full.
        let path = disk::absolute(&file.path).unwrap_or(file.path);
        let folders_below = path.starts_with(above).then(|| above.to_owned());
        Wanted { path, folders_below, ..file }
    };
    save_all(&project, files.into_iter().map(placed).collect())
}

impl Opened {
    /// Writes the zone and the copies that are kept in step with it, all or none. Gives how many
    /// files were written.
    pub(in crate::cli) fn save_with_copies(
        &self,
        target: &Target,
        also: &[PathBuf],
        apart: Apart,
    ) -> Result<usize, Failure> {
        let copies = self.copies(also, target)?;
        let of_copies = self.in_step(&self.zone, &copies, apart)?;
        self.save(target, of_copies)
    }

    /// Where the target is where it was read, the files that changed; elsewhere all of them.
    fn save(&self, target: &Target, of_copies: Files) -> Result<usize, Failure> {
        let folder = target.path();
        let is_ifo = |path: &Path| Kind::of_name(&load::name_of(path)) == Some(Kind::Ifo);
        let mut files = if self.is_own(folder) {
            let changed = self.changed_files();
            ask(target, &changed)?;
            changed
        } else if is_ifo(folder) && is_ifo(Path::new(self.site.place.as_str())) {
            self.ifo_alone(target)?
        } else {
            self.all_files(target)?
        };
        ask(target, &of_copies)?;
        files.extend(of_copies);
        write(files, folder)
    }

    /// Writes what it came to be over the files that were read, and over those of the copies of the
    /// project; all or none. Gives how many files of copies were written.
    pub(super) fn save_over(&self, now: &Zone) -> Result<usize, Failure> {
        let copies = self.copies_of_project()?;
        let of_copies = self.in_step(now, &copies, Apart::default())?;
        let n_of_copies = of_copies.len();
        let mut files = self.site.changed(&self.files, now);
        files.extend(of_copies);
        write(files, &self.site.folder)?;
        Ok(n_of_copies)
    }

    fn changed_files(&self) -> Files {
        self.site.changed(&self.files, &self.zone)
    }

    /// Whether a path is what the zone was read from, or its folder, whatever links lead there.
    pub(super) fn is_own(&self, path: &Path) -> bool {
        let real = |path: &Path| disk::real_path(path).or_else(|_| disk::absolute(path)).ok();
        let own = [self.site.game.join(self.site.place.as_str()), self.site.folder.clone()];
        own.iter().any(|own| real(path) == real(own))
    }

    /// The IFO alone, for a target that is one.
    fn ifo_alone(&self, target: &Target) -> Result<Files, Failure> {
        let path = target.path().to_owned();
        let is_other = |file: &Wanted<VfsPath>| file.name.as_ref() != Some(&self.site.place);
        if let Some(other) = self.changed_files().iter().find(|file| is_other(file)) {
            let other = other.name.as_ref().map_or("", VfsPath::as_str);
            let path = shown(&path);
            let message = format!("{other} changes as well; name a folder in place of {path}");
            return Err(Failure::WrongUse(message));
        }
        let before = target.before_at(&path)?;
        let files = self.zone.to_files().into_iter();
        let ifo = files.filter(|(file, _)| *file == self.site.place);
        Ok(ifo.map(|(file, bytes)| Wanted::new(file, path.clone(), bytes, before)).collect())
    }

    /// Every file that was read, as it is now.
    fn all_files(&self, target: &Target) -> Result<Files, Failure> {
        let folder = target.path();
        let own = &self.site.folder;
        self.refuse_unread()?;
        let mut now: BTreeMap<_, _> = self.zone.to_files().into_iter().collect();
        let mut files = Files::new();
        for (name, known) in self.files.iter() {
            let bytes = match now.remove(name) {
                Some(bytes) => bytes,
                None => {
                    let read = self.vfs.read(name, READ_LIMIT);
                    read.map_err(|error| Failure::File(format!("error: {error}")))?.bytes
                }
            };
            let inside = known.path.strip_prefix(own).unwrap_or(&known.path);
            let path = folder.join(inside);
            let before = target.before_at(&path)?;
            files.push(Wanted::new(name.clone(), path, bytes, before));
        }
        let written = files.iter().map(|file| file.path.as_path()).collect();
        refuse_others(folder, &written)
            .map_err(|error| Failure::WrongUse(format!("{error}; nothing was written")))?;
        self.tell_what_stays();
        Ok(files)
    }

    /// What could not be looked at would be missing in the new folder, and nobody could tell.
    fn refuse_unread(&self) -> Result<(), Failure> {
        let unread = self.problems.iter().find(|problem| {
            let file = VfsPath::new(&problem.place.file).ok();
            problem.code == FILE_UNREADABLE.code
                && file.is_some_and(|file| self.files.get(&file).is_none())
        });
        let unread = unread.map(|problem| {
            let file = self.site.game.join(&problem.place.file);
            format!("{}: {}", shown(&file), problem.message)
        });
        let is_of_zone = |path: &Path| {
            let kind = Kind::of_name(&load::name_of(path));
            let kinds = [Kind::Zon, Kind::Ifo, Kind::Him, Kind::Til, Kind::Mov, Kind::Lit];
            kind.is_some_and(|kind| kinds.contains(&kind))
        };
        let walk = disk::walk(&self.site.folder);
        let skipped = walk.skipped.iter().filter(|error| is_of_zone(&error.path));
        let mut others = walk.errors.iter().chain(skipped);
        match unread.or_else(|| others.next().map(ToString::to_string)) {
            None => Ok(()),
            Some(unread) => Err(Failure::File(format!(
                "error: {unread}; the zone may have a part there that would be missing, so nothing \
                 was written. Make it readable, or take it away first"
            ))),
        }
    }

    /// Other files of the folder, such as pictures of light, are not copied.
    fn tell_what_stays(&self) {
        let known: BTreeSet<&Path> = self.files.iter().map(|(_, known)| &*known.path).collect();
        let own = &self.site.folder;
        let mut others = disk::walk(own).files;
        others.retain(|file| !known.contains(file.as_path()));
        if let Some(first) = others.first() {
            let files = counted(others.len(), "file", "files");
            let is = if others.len() == 1 { "is" } else { "are" };
            let first = first.strip_prefix(own).unwrap_or(first);
            let (first, own) = (shown(first), shown(own));
            complain(&format!("note: {files} of {own} {is} not copied, such as {first}"));
        }
    }
}
