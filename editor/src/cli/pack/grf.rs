//! A folder as an archive (grf) of a Ragnarok client.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::format::ragnarok::grf::Patch;
use landwright_core::format::text::{CodePage, Text};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk::{self, READ_LIMIT};

use crate::cli::ShownCodePage;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, n_bytes, shown};
use crate::cli::progress::Progress;
use crate::cli::settings::{Settings, code_page};
use crate::cli::target::Target;

/// The folder that clients look into.
const DATA: &str = "data";

/// A folder on its way into an archive.
struct Packing<'p> {
    folder: &'p Path,
    target: &'p Target,
}

/// Packs a folder into a patch archive of version 0x200. The same files give the same bytes.
pub(super) fn pack(
    folder: &Path,
    target: &Target,
    asked: Option<ShownCodePage>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let packing = Packing { folder, target };
    if !disk::is_folder(folder) {
        return Err(packing.wrong("is not a folder"));
    }
    let before = target.before()?;
    let project = Settings::of_one(target.path())?;
    let files = packing.files(code_page(asked, &project))?;
    let bytes = packing.packed(&files)?;
    let n_packed = bytes.len();
    target.save_for(&project, before, bytes)?;
    let files = counted(files.len(), "file", "files");
    output.line(&format!("{}: {files}, {}", shown(target.path()), n_bytes(n_packed)))?;
    Ok(Outcome::Fine)
}

impl Packing<'_> {
    /// The files by their names in the archive.
    fn files(&self, code_page: CodePage) -> Result<BTreeMap<Text, PathBuf>, Failure> {
        let walk = disk::walk(self.folder);
        if let Some(error) = walk.errors.first() {
            return Err(Failure::File(format!("error: {error}")));
        }
        let above = self.above()?;
        let (mut files, mut known) = (BTreeMap::new(), BTreeMap::new());
        for path in walk.files {
            if disk::is_same(&path, self.target.path()) {
                continue;
            }
            let wrong = |reason: &str| Failure::File(format!("error: {}: {reason}", shown(&path)));
            let inside = path.strip_prefix(self.folder).unwrap_or(&path);
            let inside = inside.to_str().ok_or_else(|| wrong("its name is not Unicode"))?;
            let place = VfsPath::new(&format!("{above}{inside}"));
            let place = place.map_err(|reason| wrong(&reason.to_string()))?;
            let name = Text::encode(&place.as_str().replace('/', "\\"), code_page);
            let name = name.map_err(|error| wrong(&error.to_string()))?;
            if let Some(other) = known.insert(place, path.clone()) {
                let other = shown(&other);
                return Err(wrong(&format!("clients can't distinguish its name from {other}")));
            }
            files.insert(name, path);
        }
        if files.is_empty() {
            return Err(self.wrong("has no files"));
        }
        Ok(files)
    }

    /// What is before the names of files in the folder.
    fn above(&self) -> Result<&'static str, Failure> {
        let is_data =
            |path: &Path| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(DATA));
        let folders = disk::list(self.folder);
        let folders = folders.map_err(|error| Failure::File(format!("error: {error}")))?;
        if folders.iter().any(|entry| is_data(&entry.path) && disk::is_folder(&entry.path)) {
            return Ok("");
        }
        let full = disk::absolute(self.folder);
        if full.is_ok_and(|full| is_data(&full)) {
            return Ok("data/");
        }
        Err(self.wrong("is not named `data` and has no `data` folder, where clients look"))
    }

    fn packed(&self, files: &BTreeMap<Text, PathBuf>) -> Result<Vec<u8>, Failure> {
        let progress = Progress::of_files(files.len());
        let mut patch = Patch::default();
        for (n_done, (name, path)) in files.iter().enumerate() {
            progress.at(n_done as u64, &shown(path));
            let loaded = disk::read_file(path, READ_LIMIT)
                .map_err(|error| Failure::File(format!("error: {error}")))?;
            patch.add(name, &loaded.bytes).map_err(|error| self.wrong(&error.to_string()))?;
        }
        progress.finish();
        patch.finish().map_err(|error| self.wrong(&error.to_string()))
    }

    fn wrong(&self, reason: &str) -> Failure {
        Failure::WrongUse(format!("{}: {reason}", shown(self.folder)))
    }
}
