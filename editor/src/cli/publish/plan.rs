//! Which files a step of publishing means, and where each of them goes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::project::publish::Files;
use landwright_core::vfs::disk;

use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::publish::Publishing;

/// A file that is meant, and where it goes.
pub(super) struct Item {
    pub(super) file: PathBuf,
    pub(super) to: PathBuf,
}

/// The files of a project, by their paths in it: none of our own, and none that a step made.
#[derive(Debug, Clone, Default)]
pub(super) struct Listing {
    pub(super) files: Vec<PathBuf>,
    /// Links that lead out, devices and pipes.
    pub(super) left_out: Vec<PathBuf>,
    /// Those where files are published to.
    pub(super) made: Vec<PathBuf>,
}

/// Places that files go to, with the first file of each. Of two files for one place, the last alone
/// would be there.
#[derive(Debug, Default)]
pub(super) struct Taken(BTreeMap<String, PathBuf>);

impl Taken {
    /// The other file that goes there.
    fn take(&mut self, to: &Path, file: &Path) -> Option<PathBuf> {
        self.0.insert(to.to_string_lossy().to_lowercase(), file.to_owned())
    }
}

impl Publishing<'_> {
    /// The files that are meant, and where each goes.
    pub(super) fn items(&mut self, files: &Files, taken: &mut Taken) -> Result<Vec<Item>, Failure> {
        let to = shown(&files.to);
        if !disk::is_folder(&files.to) {
            // It may be on a disk that is not there at the moment.
            let message = format!("{to}: there is no such folder; make it, or correct `to`");
            return Err(Failure::WrongUse(message));
        }
        let listing = match self.listing.take() {
            Some(listing) => listing,
            None => self.list()?,
        };
        let listing = self.listing.insert(listing);
        if let Some(name) = listing.left_out.iter().find(|name| files.place_of(name).is_some()) {
            let why = "it is no file, or a link out of the project; write a pattern without it";
            return Err(Failure::WrongUse(format!("{}: {why}", shown(name))));
        }
        let cache = files.form.as_deref().filter(|form| is_cache(form));
        let ending = files.form.as_deref().filter(|form| !is_cache(form));
        let mut items = Vec::new();
        for name in &listing.files {
            let Some(place) = files.place_of(name) else { continue };
            let to = match (cache, ending) {
                (Some(cache), _) => files.to.join(cache),
                (_, Some(ending)) => {
                    files.to.join(place.with_extension(ending.trim_start_matches('.')))
                }
                (None, None) => files.to.join(place),
            };
            items.push(Item { file: self.project.folder.join(name), to });
        }
        for item in &items {
            // All maps of a cache share it, also those of other steps.
            let source = if cache.is_some() { Path::new("a cache") } else { &*item.file };
            let other = taken.take(&item.to, source);
            if let Some(other) = other.filter(|other| other != source) {
                return Err(Failure::WrongUse(format!(
                    "{} and {} would both be {}",
                    self.name_of(&other),
                    self.name_of(source),
                    shown(&item.to),
                )));
            }
        }
        Ok(items)
    }

    fn list(&self) -> Result<Listing, Failure> {
        let folder = &self.project.folder;
        let mut found = load::files_of(std::slice::from_ref(folder))?;
        found.tell_mended();
        if let Some(error) = found.errors.first() {
            return Err(Failure::File(format!("error: {error}")));
        }
        let targets = self.project.publishes.iter().filter_map(|step| step.files.as_ref());
        let targets: Vec<&Path> =
            targets.map(|files| &*files.to).filter(|to| !folder.starts_with(to)).collect();
        let is_own = |name: &Path| name.iter().any(|part| part == ".landwright" || part == ".git");
        let is_made = |name: &PathBuf| {
            let file = folder.join(name);
            targets.iter().any(|to| file.starts_with(to))
        };
        let names = |files: Vec<PathBuf>| -> (Vec<PathBuf>, Vec<PathBuf>) {
            let names = files.iter().filter_map(|file| file.strip_prefix(folder).ok());
            let names = names.filter(|name| !is_own(name)).map(Path::to_owned);
            names.partition(is_made)
        };
        let (made, files) = names(found.files);
        let (_, left_out) = names(found.left_out);
        Ok(Listing { files, left_out, made })
    }
}

pub(super) fn is_cache(form: &str) -> bool {
    form.to_lowercase().ends_with(".dat")
}
