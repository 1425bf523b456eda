//! The ground of a Ragnarok map, and an RSW with the GND and the GAT that it names.

use std::path::{Path, PathBuf};

use landwright_core::check::scene::{Beside, check_ground, check_pair, check_scene};
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::ragnarok::rsw::Rsw;
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk::{self, FolderEntry, READ_LIMIT};

use super::super::output::shown;

/// Its problems; nothing where it is of another format.
pub(super) fn check(path: &Path, content: &Content, project: &Project) -> Vec<Problem> {
    let name = shown(path);
    match content {
        Content::Gnd(gnd) => {
            let mut problems = check_ground(&name, gnd);
            // An RSW says itself which files belong together.
            let around = Around::of(path, project);
            let own = |ending| path.with_extension(ending).file_name().map(Path::new).map(shown);
            let is_alone = own("rsw").is_some_and(|rsw| around.on_disk(&rsw).is_none());
            let gat = own("gat").filter(|_| is_alone).and_then(|gat| around.on_disk(&gat));
            if let Some(Content::Gat(gat)) = gat.and_then(|gat| read(&gat, Kind::Gat)) {
                problems.extend(check_pair(&name, gnd, &gat));
            }
            problems
        }
        Content::Rsw(rsw) => {
            let around = Around::of(path, project);
            let gnd = around.find(rsw, Kind::Gnd, |content| match content {
                Content::Gnd(gnd) => Some(gnd),
                _ => None,
            });
            let gat = around.find(rsw, Kind::Gat, |content| match content {
                Content::Gat(gat) => Some(gat),
                _ => None,
            });
            check_scene(&name, rsw, &gnd, &gat)
        }
        _ => Vec::new(),
    }
}

fn read(path: &Path, kind: Kind) -> Option<Content> {
    let loaded = disk::read_file(path, READ_LIMIT).ok()?;
    file::read(kind, &loaded.bytes).ok().map(|file| file.content)
}

/// Where the files that an RSW names are looked for.
struct Around<'p> {
    beside: Vec<FolderEntry>,
    project: &'p Project,
}

impl<'p> Around<'p> {
    fn of(path: &Path, project: &'p Project) -> Around<'p> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let beside = disk::list(folder.unwrap_or(Path::new("."))).unwrap_or_default();
        Around { beside, project }
    }

    fn find<T>(&self, rsw: &Rsw, kind: Kind, of: impl Fn(Content) -> Option<T>) -> Beside<T> {
        let name = if kind == Kind::Gnd { &rsw.names.gnd } else { &rsw.names.gat };
        let name = name.decode(self.project.code_page);
        if name.is_empty() {
            return Beside::Unknown;
        }
        let bytes = match self.on_disk(&name) {
            Some(path) => disk::read_file(&path, READ_LIMIT).ok().map(|loaded| loaded.bytes),
            None => match self.in_roots(&name) {
                Some(bytes) => Some(bytes),
                None if self.has_others(kind) => return Beside::Missing,
                None => None,
            },
        };
        let content = bytes.and_then(|bytes| file::read(kind, &bytes).ok());
        content.and_then(|file| of(file.content)).map_or(Beside::Unknown, Beside::Found)
    }

    /// Beside the RSW, whatever the case of its name.
    fn on_disk(&self, name: &str) -> Option<PathBuf> {
        let is_it = |entry: &&FolderEntry| entry.name().to_lowercase() == name.to_lowercase();
        self.beside.iter().find(is_it).map(|entry| entry.path.clone())
    }

    fn in_roots(&self, name: &str) -> Option<Vec<u8>> {
        let path = VfsPath::new(name).ok().filter(|_| !self.project.roots.is_empty())?;
        let (vfs, _) = self.project.mount();
        vfs.read(&path, READ_LIMIT).ok().map(|loaded| loaded.bytes)
    }

    /// A folder of a server has GATs and no GND: nothing is missing there.
    fn has_others(&self, kind: Kind) -> bool {
        self.beside.iter().any(|entry| Kind::of_name(&entry.name()) == Some(kind))
    }
}
