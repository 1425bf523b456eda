//! A folder on disk as a mount: names without case on disks with case, and no way out of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::disk::{self, Loaded};
use super::error::{At, FileError, Trouble};
use super::path::VfsPath;
use super::problem::problems_of;
use super::save::{OWN_FOLDER, recover};
use super::{Entry, Kind, Mount};
use crate::format::text::{CodePage, Text};
use crate::problem::Problem;

/// The coarsest clock of a disk that we know (FAT): a folder that changed as recently as this
/// may have changed again without its time showing it.
const CLOCK_STEP: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct Folder {
    /// As the user named it.
    name: String,
    /// Without links, so that what is in it can be told from what is not.
    root: PathBuf,
    /// What file names are in that are not Unicode: unpacked by a tool that knew nothing better.
    code_page: CodePage,
    /// By the real path of the folder. A listing holds as long as the folder keeps its time.
    listings: Mutex<BTreeMap<PathBuf, Arc<Listing>>>,
    /// Folders in which interrupted saves have been brought to their end, and what was found.
    mended: Mutex<Mended>,
}

#[derive(Debug, Default)]
struct Mended {
    folders: BTreeSet<PathBuf>,
    /// Until somebody asks.
    problems: Vec<Problem>,
}

#[derive(Debug)]
struct Listing {
    /// When the folder had changed last, and when we looked.
    modified: Option<SystemTime>,
    listed: SystemTime,
    /// By the name without case. Several where the disk tells names apart that the games don't;
    /// in order, so that the same one is taken each time.
    items: BTreeMap<String, Vec<Item>>,
    /// Whether something of ours is there as well.
    has_own: bool,
}

#[derive(Debug, Clone)]
struct Item {
    on_disk: OsString,
    path: VfsPath,
}

impl Folder {
    /// A save that a crash interrupted is finished or cleared away in each folder before anything
    /// in it is found; [`Mount::take_problems`] tells what was done.
    pub fn open(root: &Path, code_page: CodePage) -> Result<Folder, FileError> {
        let real = fs::canonicalize(root).at(root)?;
        if !real.is_dir() {
            return Err(FileError::new(root, Trouble::NotAFolder));
        }
        let name = root.display().to_string();
        let (listings, mended) = (Mutex::default(), Mutex::default());
        let folder = Folder { name, root: real, code_page, listings, mended };
        folder.mend(&folder.root);
        Ok(folder)
    }

    /// The folder on disk, without links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file or folder on disk that has this name, in whatever case.
    pub fn locate(&self, path: &VfsPath) -> Result<Option<PathBuf>, FileError> {
        let mut found = self.root.clone();
        for component in path.components() {
            let Some(on_disk) = self.look_up(&found, component)? else { return Ok(None) };
            found.push(on_disk);
            found = self.inside(&found)?.ok_or_else(|| {
                FileError::new(self.root.join(path.as_str()), Trouble::LinkOutside)
            })?;
        }
        Ok(Some(found))
    }

    /// The path without links, or `None` where it is not in the root, or a link to nothing.
    fn inside(&self, path: &Path) -> Result<Option<PathBuf>, FileError> {
        let metadata = fs::symlink_metadata(path).at(path)?;
        // On Windows, junctions are links that do not call themselves so: folders are asked too.
        let may_be_link = metadata.is_symlink() || cfg!(windows) && metadata.is_dir();
        if !may_be_link {
            return Ok(Some(path.to_owned()));
        }
        Ok(fs::canonicalize(path).ok().filter(|real| real.starts_with(&self.root)))
    }

    fn look_up(&self, folder: &Path, component: &str) -> Result<Option<OsString>, FileError> {
        if !disk::is_folder_for_sure(folder)? {
            return Ok(None);
        }
        let listing = self.listing(folder)?;
        let items = listing.items.get(&super::path::fold(component));
        let items = items.map(Vec::as_slice).unwrap_or_default();
        let exact = items.iter().find(|item| item.path.as_str() == component);
        Ok(exact.or(items.first()).map(|item| item.on_disk.clone()))
    }

    fn listing(&self, folder: &Path) -> Result<Arc<Listing>, FileError> {
        let modified = fs::metadata(folder).at(folder)?.modified().ok();
        let mut listings = self.listings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listing) = listings.get(folder).filter(|listing| listing.holds(modified)) {
            return Ok(Arc::clone(listing));
        }
        let mut listing = self.look_into(folder, modified)?;
        if listing.has_own && self.mend(folder) {
            listing = self.look_into(folder, fs::metadata(folder).at(folder)?.modified().ok())?;
        }
        let listing = Arc::new(listing);
        listings.insert(folder.to_owned(), Arc::clone(&listing));
        Ok(listing)
    }

    /// Brings interrupted saves to their end, once for each folder. Says whether anything was done.
    fn mend(&self, folder: &Path) -> bool {
        let mut mended = self.mended.lock().unwrap_or_else(PoisonError::into_inner);
        if !mended.folders.insert(folder.to_owned()) {
            return false;
        }
        let problems = problems_of(&recover::recover(folder));
        let is_done = !problems.is_empty();
        mended.problems.extend(problems);
        is_done
    }

    fn look_into(&self, folder: &Path, modified: Option<SystemTime>) -> Result<Listing, FileError> {
        let listed = SystemTime::now();
        let mut items: BTreeMap<String, Vec<Item>> = BTreeMap::new();
        let mut has_own = false;
        for entry in fs::read_dir(folder).at(folder)? {
            let on_disk = entry.at(folder)?.file_name();
            // What is ours, unfinished or kept, is no part of the data.
            if on_disk.as_encoded_bytes().starts_with(OWN_FOLDER.as_bytes()) {
                has_own = true;
                continue;
            }
            // A name that no data can write, such as one with a `:`, can't be asked for.
            let path = name_bytes(&on_disk).and_then(|name| match std::str::from_utf8(&name) {
                Ok(name) => VfsPath::new(name).ok(),
                Err(_) => VfsPath::from_text(&Text::from(&*name), self.code_page).ok(),
            });
            if let Some(path) = path.filter(|path| path.components().count() == 1) {
                items.entry(path.key().to_owned()).or_default().push(Item { on_disk, path });
            }
        }
        for same in items.values_mut() {
            same.sort_by(|a, b| a.on_disk.cmp(&b.on_disk));
        }
        Ok(Listing { modified, listed, items, has_own })
    }

    fn entry(path: VfsPath, real: &Path) -> Result<Option<Entry>, FileError> {
        let metadata = fs::metadata(real).at(real)?;
        let kind = match (metadata.is_file(), metadata.is_dir()) {
            (true, _) => Kind::File { len: metadata.len() },
            (_, true) => Kind::Folder,
            _ => return Ok(None),
        };
        Ok(Some(Entry { path, kind }))
    }
}

impl Listing {
    fn holds(&self, modified: Option<SystemTime>) -> bool {
        let is_settled = self.modified.is_some_and(|modified| {
            self.listed.duration_since(modified).is_ok_and(|age| age > CLOCK_STEP)
        });
        is_settled && self.modified == modified
    }
}

impl Mount for Folder {
    fn name(&self) -> &str {
        &self.name
    }

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError> {
        match self.locate(path)? {
            Some(real) => Folder::entry(path.clone(), &real),
            None => Ok(None),
        }
    }

    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
        match self.locate(path)? {
            Some(real) => disk::read_file(&real, limit),
            None => Err(FileError::new(self.root.join(path.as_str()), Trouble::Missing)),
        }
    }

    fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        match self.locate(path)? {
            Some(real) => disk::read_range(&real, range),
            None => Err(FileError::new(self.root.join(path.as_str()), Trouble::Missing)),
        }
    }

    fn on_disk(&self, path: &VfsPath) -> Result<Option<PathBuf>, FileError> {
        self.locate(path)
    }

    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
        let Some(real) = self.locate(folder)? else { return Ok(Vec::new()) };
        if !disk::is_folder_for_sure(&real)? {
            return Ok(Vec::new());
        }
        let mut entries = Vec::new();
        for item in self.listing(&real)?.items.values().filter_map(|same| same.first()) {
            let found = self.inside(&real.join(&item.on_disk));
            let entry = found.and_then(|found| match (found, folder.join(item.path.as_str())) {
                (Some(found), Ok(path)) => Folder::entry(path, &found),
                _ => Ok(None),
            });
            match entry {
                // Gone since the folder was listed.
                Err(error) if error.is_missing() => {}
                entry => entries.extend(entry?),
            }
        }
        Ok(entries)
    }

    fn refresh(&self) {
        self.listings.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn take_problems(&self) -> Vec<Problem> {
        let mut mended = self.mended.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut mended.problems)
    }
}

/// The bytes of a name on disk: on Unix as they are, which may be in any code page.
#[cfg(unix)]
fn name_bytes(name: &OsString) -> Option<Vec<u8>> {
    use std::os::unix::ffi::OsStrExt;
    Some(name.as_bytes().to_vec())
}

#[cfg(not(unix))]
fn name_bytes(name: &OsString) -> Option<Vec<u8>> {
    name.to_str().map(|name| name.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, SeekFrom, Write};

    use super::*;

    fn path(name: &str) -> VfsPath {
        VfsPath::new(name).unwrap()
    }

    fn folder(root: &Path) -> Folder {
        Folder::open(root, CodePage::Cp949).unwrap()
    }

    #[test]
    fn names_are_found_in_any_case() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("3DData/Maps")).unwrap();
        fs::write(root.path().join("3DData/Maps/31_30.ifo"), b"ifo").unwrap();
        let mount = folder(root.path());
        assert_eq!(mount.read(&path(r"3DDATA\MAPS\31_30.IFO"), 10).unwrap().bytes, b"ifo");
        assert_eq!(mount.find(&path("3ddata")).unwrap().unwrap().kind, Kind::Folder);
        assert_eq!(mount.find(&path("3ddata/maps/31_30.ifo/x")).unwrap(), None);
        assert!(mount.read(&path("3ddata/none"), 10).unwrap_err().is_missing());
        let on_disk = mount.locate(&path("3DDATA/maps/31_30.IFO")).unwrap().unwrap();
        assert!(on_disk.ends_with("3DData/Maps/31_30.ifo"), "{on_disk:?}");
        assert_eq!(mount.locate(&path("3DDATA/maps/New/a.b")), Ok(None));
    }

    #[test]
    fn a_part_of_a_file_of_gigabytes_is_read_without_the_rest() {
        const LEN: u64 = 5 << 30;
        let root = tempfile::tempdir().unwrap();
        let mut file = fs::File::create(root.path().join("data.grf")).unwrap();
        // A hole: the disk holds next to nothing of it.
        file.set_len(LEN).unwrap();
        for (at, bytes) in [(0, b"head"), (3 << 30, b"deep"), (LEN - 4, b"last")] {
            file.seek(SeekFrom::Start(at)).unwrap();
            file.write_all(bytes).unwrap();
        }
        let mount = folder(root.path());
        let read = |range| mount.read_range(&path("DATA.grf"), range).unwrap();
        let begun = std::time::Instant::now();
        assert_eq!(read(0..4), b"head");
        assert_eq!(read((3 << 30) - 1..(3 << 30) + 5), b"\0deep\0");
        assert_eq!(read(LEN - 4..LEN), b"last");
        assert_eq!(read(LEN - 2..u64::MAX), b"st", "what it has of them");
        assert_eq!(read(LEN + 9..LEN + 12), b"");
        assert_eq!(read(Range { start: 9, end: 3 }), b"", "a range that ends before it begins");
        // Reading all of it takes several times as long on any disk.
        assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
        assert!(mount.read_range(&path("none"), 0..1).unwrap_err().is_missing());
        let error = mount.read(&path("data.grf"), disk::READ_LIMIT).unwrap_err();
        assert!(matches!(error.trouble, Trouble::TooLarge { len: LEN, .. }), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_exact_case_goes_first() {
        let root = tempfile::tempdir().unwrap();
        for name in ["b", "B", "A", "a"] {
            fs::write(root.path().join(name), name).unwrap();
        }
        let mount = folder(root.path());
        assert_eq!(mount.read(&path("a"), 10).unwrap().bytes, b"a");
        assert_eq!(mount.read(&path("B"), 10).unwrap().bytes, b"B");
        let list: Vec<String> =
            mount.list(&VfsPath::root()).unwrap().iter().map(|e| e.path.to_string()).collect();
        assert_eq!(list, ["A", "B"]);
    }

    #[test]
    fn a_file_that_comes_later_is_seen() {
        let root = tempfile::tempdir().unwrap();
        let mount = folder(root.path());
        assert_eq!(mount.find(&path("a")).unwrap(), None);
        fs::write(root.path().join("A"), b"").unwrap();
        assert!(mount.find(&path("a")).unwrap().is_some());
        fs::remove_file(root.path().join("A")).unwrap();
        assert_eq!(mount.find(&path("a")).unwrap(), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn korean_names_are_found_whether_the_disk_has_them_in_unicode_or_not() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let bytes: &[u8] = b"\xba\xed\xb7\xaf\xb5\xe5.zms";
        let root = tempfile::tempdir().unwrap();
        let name = VfsPath::from_text(&Text::from(bytes), CodePage::Cp949).unwrap();
        for on_disk in [OsStr::from_bytes(bytes), OsStr::new("블러드.ZMS")] {
            let file = root.path().join(on_disk);
            fs::write(&file, b"x").unwrap();
            assert_eq!(folder(root.path()).read(&name, 10).unwrap().bytes, b"x");
            fs::remove_file(file).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        use std::os::unix::fs::symlink;
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), b"").unwrap();
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a"), b"a").unwrap();
        symlink(outside.path(), root.path().join("out")).unwrap();
        symlink(outside.path().join("secret"), root.path().join("file")).unwrap();
        symlink("a", root.path().join("in")).unwrap();
        let mount = folder(root.path());
        for name in ["out", "out/secret", "file", "OUT/new"] {
            let error = mount.locate(&path(name)).unwrap_err();
            assert_eq!(error.trouble, Trouble::LinkOutside, "{name}");
        }
        assert_eq!(mount.read(&path("in"), 10).unwrap().bytes, b"a");
        assert_eq!(mount.list(&VfsPath::root()).unwrap().len(), 2);
    }
}
