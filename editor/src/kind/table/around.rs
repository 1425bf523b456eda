//! The files around a table: those of its folder, each read once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use landwright_core::format::file::{self, Content, Kind};
use landwright_core::vfs::disk::{self, READ_LIMIT};

/// What was read of the folders of tables so far.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    folders: RefCell<BTreeMap<PathBuf, Folder>>,
}

#[derive(Debug, Default)]
struct Folder {
    /// By their names in capitals.
    paths: BTreeMap<String, PathBuf>,
    read: BTreeMap<String, Option<Rc<Content>>>,
}

impl Tables {
    /// With a file that has other bytes than on the disk.
    pub(crate) fn with(path: &Path, bytes: &[u8]) -> Tables {
        let tables = Tables::default();
        let folder = folder_of(path);
        let mut held = Folder::of(folder);
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        held.read.insert(name, content_of(path, bytes).map(Rc::new));
        tables.folders.borrow_mut().insert(folder.to_owned(), held);
        tables
    }

    /// A file beside another, whatever the case of its name.
    pub(crate) fn beside(&self, path: &Path, name: &str) -> Option<Rc<Content>> {
        let folder = folder_of(path);
        let mut folders = self.folders.borrow_mut();
        let held = folders.entry(folder.to_owned()).or_insert_with(|| Folder::of(folder));
        if let Some(content) = held.read.get(name) {
            return content.clone();
        }
        let content = held.paths.get(name).and_then(|path| read(path)).map(Rc::new);
        held.read.insert(name.to_owned(), content.clone());
        content
    }
}

impl Folder {
    /// Of a folder that can't be listed, nothing is known.
    fn of(folder: &Path) -> Folder {
        let entries = disk::list(folder).unwrap_or_default().into_iter();
        let paths = entries.map(|entry| (entry.name().to_ascii_uppercase(), entry.path));
        Folder { paths: paths.collect(), read: BTreeMap::new() }
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A file that can't be read is reported where it is checked itself.
fn read(path: &Path) -> Option<Content> {
    content_of(path, &disk::read_file(path, READ_LIMIT).ok()?.bytes)
}

fn content_of(path: &Path, bytes: &[u8]) -> Option<Content> {
    let kind = Kind::of(&path.file_name()?.to_string_lossy(), bytes)?;
    file::read(kind, bytes).ok().map(|file| file.content)
}
