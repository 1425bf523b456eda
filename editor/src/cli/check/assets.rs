//! Assets with the client that they are in: its folder is the one above `3DDATA`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use landwright_core::check::asset;
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::text::CodePage;
use landwright_core::problem::Problem;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk::READ_LIMIT;
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::{Kind as EntryKind, Mount};

/// The folder that has everything of a client.
pub(super) const DATA: &str = "3DDATA";

/// Clients that were opened while files of them were checked.
#[derive(Default)]
pub(super) struct Clients {
    by_root: RefCell<BTreeMap<PathBuf, Option<Rc<Folder>>>>,
}

impl Clients {
    pub(super) fn check(
        &self,
        path: &Path,
        name: &str,
        content: &Content,
        code_page: CodePage,
    ) -> Vec<Problem> {
        let mut problems = asset::check(name, content);
        let Some((root, below)) = root_of(path) else { return problems };
        let open = || Folder::open(&root, code_page).ok().map(Rc::new);
        let client = self.by_root.borrow_mut().entry(root.clone()).or_insert_with(open).clone();
        let Some(client) = client else { return problems };
        let found = |path: &str| {
            let path = VfsPath::new(path).ok()?;
            // Sounds are named without the folder that all files are in.
            let in_data = VfsPath::new(&format!("{DATA}/{path}")).ok()?;
            [path, in_data].into_iter().find(|path| {
                let entry = client.find(path).ok().flatten();
                matches!(entry, Some(entry) if matches!(entry.kind, EntryKind::File { .. }))
            })
        };
        let is_there = |path: &str| Some(found(path).is_some());
        let around = |path: &str| {
            let path = found(path)?;
            read(&client, &path).map(Rc::new)
        };
        problems.extend(asset::check_around(name, &below, content, &around, &is_there));
        problems
    }
}

fn read(client: &Folder, path: &VfsPath) -> Option<Content> {
    let kind = Kind::of_name(path.name())?;
    let bytes = client.read(path, READ_LIMIT).ok()?.bytes;
    file::read(kind, &bytes).ok().map(|file| file.content)
}

/// The client's folder, and the path of the file in it.
pub(super) fn root_of(path: &Path) -> Option<(PathBuf, String)> {
    let path = landwright_core::vfs::disk::absolute(path).ok()?;
    let data = path
        .ancestors()
        .skip(1)
        .find(|above| above.file_name().is_some_and(|name| name.eq_ignore_ascii_case(DATA)))?;
    let root = data.parent()?;
    let below = path.strip_prefix(root).ok()?;
    Some((root.to_owned(), below.to_string_lossy().replace('\\', "/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_above_its_data() {
        let (root, below) = root_of(Path::new("/a/Client/3DData/NPC/x.CHR")).unwrap();
        assert_eq!((root.as_path(), below.as_str()), (Path::new("/a/Client"), "3DData/NPC/x.CHR"));
        assert_eq!(root_of(Path::new("/a/NPC/x.CHR")), None);
    }
}
