//! `landwright pack`: a folder as an archive of a Ragnarok client.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::ragnarok::grf::Patch;
use landwright_core::format::text::Text;
use landwright_core::problem::counted::counted;
use landwright_core::project::Project;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk::{self, READ_LIMIT};

use super::outcome::{Failure, Outcome};
use super::output::{Output, n_bytes, shown};
use super::progress::Progress;
use super::settings::Settings;
use super::target::Target;

/// The folder that clients look into.
const DATA: &str = "data";

/// Pack a folder into a patch archive (grf) of a Ragnarok client
///
/// The archive is of version 0x200. Names are written in the code page of the project, and the same
/// files give the same bytes. Hidden files are left out.
#[derive(Debug, Args)]
pub(super) struct Pack {
    /// The folder `data` of a client, or a folder that has it
    folder: PathBuf,
    #[command(flatten)]
    target: Target,
}

impl Pack {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if !disk::is_folder(&self.folder) {
            return Err(self.wrong("is no folder"));
        }
        let before = self.target.before()?;
        let project = Settings::of_one(self.target.path())?;
        let files = self.files(&project)?;
        let bytes = self.packed(&files)?;
        let n_packed = bytes.len();
        self.target.save_for(&project, before, bytes)?;
        let files = counted(files.len(), "file", "files");
        output.line(&format!("{}: {files}, {}", shown(self.target.path()), n_bytes(n_packed)))?;
        Ok(Outcome::Fine)
    }

    /// The files by their names in the archive.
    fn files(&self, project: &Project) -> Result<BTreeMap<Text, PathBuf>, Failure> {
        let walk = disk::walk(&self.folder);
        if let Some(error) = walk.errors.first() {
            return Err(Failure::Disk(format!("error: {error}")));
        }
        let above = self.above()?;
        let (mut files, mut known) = (BTreeMap::new(), BTreeMap::new());
        for path in walk.files {
            if disk::is_same(&path, self.target.path()) {
                continue;
            }
            let wrong =
                |reason: &str| Failure::WrongFile(format!("error: {}: {reason}", shown(&path)));
            let inside = path.strip_prefix(&self.folder).unwrap_or(&path);
            let inside = inside.to_str().ok_or_else(|| wrong("its name is not Unicode"))?;
            let place = VfsPath::new(&format!("{above}{inside}"));
            let place = place.map_err(|reason| wrong(&reason.to_string()))?;
            let name = Text::encode(&place.as_str().replace('/', "\\"), project.code_page);
            let name = name.map_err(|error| wrong(&error.to_string()))?;
            if let Some(other) = known.insert(place, path.clone()) {
                let other = shown(&other);
                return Err(wrong(&format!("clients take its name for that of {other}")));
            }
            files.insert(name, path);
        }
        if files.is_empty() {
            return Err(self.wrong("has no files"));
        }
        Ok(files)
    }

    /// What stands before the names of files in the folder.
    fn above(&self) -> Result<&'static str, Failure> {
        let is_data =
            |path: &Path| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(DATA));
        let folders = disk::list(&self.folder);
        let folders = folders.map_err(|error| Failure::Disk(format!("error: {error}")))?;
        if folders.iter().any(|entry| is_data(&entry.path) && disk::is_folder(&entry.path)) {
            return Ok("");
        }
        let full = disk::absolute(&self.folder);
        if full.is_ok_and(|full| is_data(&full)) {
            return Ok("data/");
        }
        Err(self.wrong("is not called `data` and has no such folder, where clients look"))
    }

    fn packed(&self, files: &BTreeMap<Text, PathBuf>) -> Result<Vec<u8>, Failure> {
        let progress = Progress::of_files(files.len());
        let mut patch = Patch::default();
        for (n_done, (name, path)) in files.iter().enumerate() {
            progress.at(n_done as u64, &shown(path));
            let loaded = disk::read_file(path, READ_LIMIT)
                .map_err(|error| Failure::Disk(format!("error: {error}")))?;
            patch.add(name, &loaded.bytes).map_err(|error| self.wrong(&error.to_string()))?;
        }
        progress.finish();
        patch.finish().map_err(|error| self.wrong(&error.to_string()))
    }

    fn wrong(&self, reason: &str) -> Failure {
        Failure::WrongUse(format!("{}: {reason}", shown(&self.folder)))
    }
}
