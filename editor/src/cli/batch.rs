//! A command on every file of a folder: on all cores, told in the order of the files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use landwright_core::problem::counted::counted;
use landwright_core::vfs::{FileError, disk};

use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, overheard, shown};
use super::pool;
use super::progress::Progress;
use super::saving::planned;

/// Everything that is done to the files.
pub(super) struct Batch<'b> {
    /// Everything below it.
    pub(super) folder: &'b Path,
    /// Where files of the same names come to be.
    pub(super) output: &'b Path,
    /// Whether nothing is written, and what would be is listed.
    pub(super) is_dry: bool,
}

/// A file of the folder, and where its own output is.
pub(super) struct Item {
    pub(super) file: PathBuf,
    /// From the folder.
    pub(super) name: PathBuf,
    pub(super) output: PathBuf,
}

impl Batch<'_> {
    /// The files that are meant.
    pub(super) fn items(&self, is_meant: impl Fn(&Path) -> bool) -> Result<Vec<Item>, Failure> {
        let mut found = load::files_of(&[self.folder.to_owned()])?;
        found.tell_mended();
        if let Some(error) = found.errors.first() {
            return Err(Failure::File(format!("error: {error}")));
        }
        let absolute = |path: &Path| disk::absolute(path).ok();
        // What an earlier run wrote into a folder inside is not done once more.
        let made =
            absolute(self.output).filter(|made| Some(made) != absolute(self.folder).as_ref());
        let is_made = |path: &Path| {
            made.as_ref().is_some_and(|made| absolute(path).is_some_and(|it| it.starts_with(made)))
        };
        let is_own = |path: &Path| path.iter().any(|part| part == ".landwright" || part == ".git");
        let items = found.files.into_iter().filter_map(|file| {
            let name = file.strip_prefix(self.folder).ok()?.to_owned();
            let output = self.output.join(&name);
            Some(Item { file, name, output })
        });
        let items = items.filter(|item| !is_own(&item.name) && !is_made(&item.file));
        Ok(items.filter(|item| is_meant(&item.file)).collect())
    }

    /// The output, in a folder that is there, and the folders in it.
    fn make_folders(&self, items: &[Item]) -> Result<(), FileError> {
        if !disk::is_folder(self.output) {
            disk::make_folder(self.output)?;
        }
        let folders: BTreeSet<&Path> =
            items.iter().filter_map(|item| item.output.parent()).collect();
        folders.into_iter().try_for_each(disk::make_folders)
    }

    /// Does something to each of them. One that fails leaves the others alone.
    pub(super) fn run(
        &self,
        items: &[Item],
        work: impl Fn(&Item, &mut Output) -> Result<Outcome, Failure> + Sync,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        if !self.is_dry && !items.is_empty() {
            self.make_folders(items).map_err(|error| Failure::File(format!("error: {error}")))?;
        }
        let progress = Progress::of_files(items.len());
        let one = |item: &Item| {
            let mut files = Vec::new();
            let (outcome, heard) = overheard(|output| {
                let came = match self.is_dry {
                    false => work(item, output),
                    true => {
                        // What the command would print says that something was written.
                        let (came, planned) = planned(|| work(item, &mut Output::of_memory()));
                        files = planned;
                        came
                    }
                };
                came.unwrap_or_else(|failure| failure.tell())
            });
            (outcome, heard, files)
        };
        let (mut n_done, mut n_refused, mut n_planned) = (0, 0, 0);
        let mut worst = Outcome::Fine;
        pool::each(items, one, |(outcome, heard, files)| {
            n_done += 1;
            progress.at(n_done, "");
            n_refused += usize::from(outcome != Outcome::Fine);
            n_planned += usize::from(!files.is_empty());
            worst = worst.max(outcome);
            output.repeat(&heard)?;
            for file in files {
                progress.line(output, &format!("would write {file}"))?;
            }
            Ok::<(), Failure>(())
        })?;
        progress.finish();
        output.flush()?;
        let n_files = counted(items.len(), "file", "files");
        let folder = shown(self.folder);
        complain(&match self.is_dry {
            true => format!("{folder}: {n_files}, {n_planned} would change, {n_refused} refused"),
            false => format!("{folder}: {n_files}, {n_refused} refused"),
        });
        Ok(worst)
    }
}
