//! The files of a client and what each of them names, kept from one run to the next.
//!
//! A file is looked at again when its length or its time is another. Only files that name others are
//! read at all: of meshes, motions and pictures it is enough that they are there.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::uses::{Seen, is_looked_at, seen};
use super::{Graph, Node, key};
use crate::format::file::{self, Kind};
use crate::format::text::CodePage;
use crate::vfs::archive::Archive;
use crate::vfs::disk::{self, READ_LIMIT};
use crate::vfs::rose_archive::{self, RoseArchive};
use crate::vfs::stamp::{Stamp, stamp};
use crate::vfs::{FileError, Kind as EntryKind, Mount, VfsPath};

/// Another one where what is looked for has changed: an older cache is made anew.
const VERSION: u32 = 2;

/// The folder that a client's paths begin with, when that is the root itself.
const DATA: &str = "3DDATA";

/// A folder or an archive that has files of the client.
#[derive(Debug)]
pub enum Root {
    Folder(PathBuf),
    /// An archive, and when it last changed.
    Archive(Box<dyn Mount>, Stamp),
}

/// What an earlier run saw.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Cache {
    version: u32,
    files: BTreeMap<String, Cached>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Cached {
    stamp: Stamp,
    path: String,
    seen: Seen,
}

/// A file as it is found.
struct Found<'r> {
    path: String,
    stamp: Stamp,
    at: At<'r>,
}

enum At<'r> {
    Disk(PathBuf),
    In(&'r dyn Mount, VfsPath),
}

/// What was made of the roots.
#[derive(Debug)]
pub struct Indexed {
    pub graph: Graph,
    pub cache: Cache,
    /// How many files had to be read.
    pub n_read: usize,
}

/// Somebody said stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

impl Root {
    /// A folder, a ZIP, a `data.idx` or a PKG.
    pub fn open(path: &Path, code_page: CodePage) -> Result<Root, FileError> {
        if disk::is_folder(path) {
            return Ok(Root::Folder(path.to_owned()));
        }
        let stamp = stamp(path)?;
        let mount: Box<dyn Mount> = match rose_archive::is_archive(path) {
            true => Box::new(RoseArchive::open(path, code_page)?),
            false => Box::new(Archive::open(path, code_page)?),
        };
        Ok(Root::Archive(mount, stamp))
    }
}

impl Cache {
    /// One that can't be read is empty.
    pub fn from_json(json: &[u8]) -> Cache {
        let cache: Cache = serde_json::from_slice(json).unwrap_or_default();
        if cache.version == VERSION { cache } else { Cache::default() }
    }

    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// Looks at all files of the roots, of which the first that has a path wins. `progress` gets how many
/// files were looked at, and how many there are.
pub fn index(
    roots: &[Root],
    mut cache: Cache,
    code_page: CodePage,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Indexed, Cancelled> {
    let files = files_of(roots);
    let n_files = files.len();
    let mut indexed = Indexed { graph: Graph::default(), cache: Cache::default(), n_read: 0 };
    indexed.cache.version = VERSION;
    let mut nodes = BTreeMap::new();
    for (n_done, (key, found)) in files.into_iter().enumerate() {
        if progress(n_done, n_files).is_break() {
            return Err(Cancelled);
        }
        let known = cache.files.remove(&key);
        let known = known.filter(|known| known.stamp == found.stamp && known.path == found.path);
        let seen = match known {
            Some(known) => known.seen,
            None if is_looked_at(&key) => {
                indexed.n_read += 1;
                look(&found, code_page)
            }
            None => Seen::default(),
        };
        if is_looked_at(&key) {
            let cached =
                Cached { stamp: found.stamp, path: found.path.clone(), seen: seen.clone() };
            indexed.cache.files.insert(key.clone(), cached);
        }
        nodes.insert(key, Node { path: found.path, seen });
    }
    indexed.graph = Graph::new(nodes);
    Ok(indexed)
}

fn look(found: &Found<'_>, code_page: CodePage) -> Seen {
    let failed = |error: String| Seen { error: Some(error), ..Seen::default() };
    let loaded = match &found.at {
        At::Disk(path) => disk::read_file(path, READ_LIMIT),
        At::In(mount, path) => mount.read(path, READ_LIMIT),
    };
    let bytes = match loaded {
        Ok(loaded) => loaded.bytes,
        Err(error) => return failed(error.trouble.to_string()),
    };
    let Some(kind) = Kind::of_name(&found.path) else { return Seen::default() };
    match file::read(kind, &bytes) {
        Ok(file) => seen(&found.path, &file.content, code_page),
        Err(error) => failed(error.to_string()),
    }
}

fn files_of(roots: &[Root]) -> BTreeMap<String, Found<'_>> {
    let mut files = BTreeMap::new();
    for root in roots {
        match root {
            Root::Folder(folder) => add_folder(folder, &mut files),
            Root::Archive(mount, stamp) => {
                add_mount(&**mount, &VfsPath::root(), *stamp, &mut files);
            }
        }
    }
    files
}

fn add_folder(folder: &Path, files: &mut BTreeMap<String, Found<'_>>) {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let is_data = name.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(DATA));
    let above = if is_data { folder.parent() } else { Some(folder) };
    for file in disk::walk(folder).files {
        let below = above.and_then(|above| file.strip_prefix(above).ok()).unwrap_or(&file);
        let path = below.to_string_lossy().replace('\\', "/");
        let (Some(key), Ok(stamp)) = (key(&path), stamp(&file)) else { continue };
        files.entry(key).or_insert(Found { path, stamp, at: At::Disk(file) });
    }
}

fn add_mount<'r>(
    mount: &'r dyn Mount,
    folder: &VfsPath,
    stamp: Stamp,
    files: &mut BTreeMap<String, Found<'r>>,
) {
    for entry in mount.list(folder).unwrap_or_default() {
        match entry.kind {
            EntryKind::Folder => add_mount(mount, &entry.path, stamp, files),
            EntryKind::File { len } => {
                let (key, path) = (entry.path.key().to_owned(), entry.path.as_str().to_owned());
                let stamp = Stamp { len, ..stamp };
                files.entry(key).or_insert(Found { path, stamp, at: At::In(mount, entry.path) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::format::rose::list16::List16;
    use crate::format::rose::zero_text::ZeroText;
    use crate::format::rose::zsc::{self, Zsc};
    use crate::format::text::{Opaque, Text};

    fn zsc_of(mesh: &str) -> Vec<u8> {
        let mesh = ZeroText::try_from(Text::from(mesh)).unwrap();
        zsc::write(&Zsc {
            meshes: List16::of_first(vec![mesh]),
            materials: List16::default(),
            effects: List16::default(),
            objects: List16::default(),
            tail: Opaque::default(),
        })
    }

    fn run(folder: &Path, cache: Cache) -> Indexed {
        let root = Root::open(folder, CodePage::Cp949).unwrap();
        index(&[root], cache, CodePage::Cp949, &mut |_, _| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn only_what_changed_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("3DData");
        fs::create_dir(&data).unwrap();
        fs::write(data.join("a.ZSC"), zsc_of("3DDATA\\\\a.zms")).unwrap();
        fs::write(data.join("b.ZSC"), zsc_of("3Ddata/none.zms")).unwrap();
        fs::write(data.join("A.ZMS"), "mesh").unwrap();
        let first = run(folder.path(), Cache::default());
        assert_eq!((first.n_read, first.graph.missing().len()), (2, 1));
        let cache = Cache::from_json(&first.cache.to_json());
        fs::write(data.join("b.ZSC"), zsc_of("3DDATA/A.ZMS")).unwrap();
        // The root may be the folder of the data itself.
        let second = run(&data, cache);
        assert_eq!((second.n_read, second.graph.missing().len()), (1, 0));
        assert_eq!(second.graph.nodes().len(), 3);
    }

    #[test]
    fn a_file_that_is_damaged_is_told_and_the_rest_is_indexed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.ZSC"), [9]).unwrap();
        fs::write(folder.path().join("b.ZSC"), zsc_of("x.zms")).unwrap();
        let indexed = run(folder.path(), Cache::default());
        let unreadable: Vec<&str> = indexed.graph.unreadable().map(|(path, _)| path).collect();
        assert_eq!((unreadable, indexed.graph.missing().len()), (vec!["a.ZSC"], 1));
        assert_eq!(Cache::from_json(b"{}").files.len(), 0);
    }
}
