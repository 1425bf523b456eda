//! Files that a person names: reading, walking a folder, and writing a new file.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::error::{At, FileError, SaveError, Trouble};
use super::fingerprint::Fingerprint;
use super::save::{Before, OWN_FOLDER, Session, Write};

/// What a file may have at most where nobody says otherwise: several times the largest map known.
pub const READ_LIMIT: u64 = 1 << 30;

/// Folders nested deeper than this are told and not walked: nobody made them on purpose.
const MAX_DEPTH: usize = 64;

/// Bytes that were read, and what the file was at that moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    pub bytes: Vec<u8>,
    pub fingerprint: Fingerprint,
}

/// Reads a whole file of at most `limit` bytes.
pub fn read_file(path: &Path, limit: u64) -> Result<Loaded, FileError> {
    // Asked before it is opened: opening a pipe would wait for a writer.
    expect_file(path)?;
    let file = File::open(path).at(path)?;
    let metadata = file.metadata().at(path)?;
    if metadata.len() > limit {
        return Err(FileError::new(path, Trouble::TooLarge { len: metadata.len(), limit }));
    }
    let bytes = read_at_most(file, metadata.len(), limit).at(path)?;
    let fingerprint = Fingerprint::of(&bytes, metadata.modified().ok());
    Ok(Loaded { bytes, fingerprint })
}

/// Reads a whole file as [`read_file`] does, or what a pipe gives until it is closed.
pub fn read_file_or_pipe(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    match fs::metadata(path).at(path)? {
        metadata if is_pipe(&metadata) => read_stream(path, File::open(path).at(path)?, limit),
        _ => read_file(path, limit).map(|loaded| loaded.bytes),
    }
}

/// Reads a stream to its end, which a person knows by a name.
pub fn read_stream(name: &Path, stream: impl Read, limit: u64) -> Result<Vec<u8>, FileError> {
    read_at_most(stream, 0, limit).at(name)
}

#[cfg(unix)]
fn is_pipe(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

/// The first bytes of a file: `n_bytes` of them, or all where it has fewer.
pub fn read_start(path: &Path, n_bytes: u64) -> Result<Vec<u8>, FileError> {
    // As in `read_file`: a pipe is never opened.
    expect_file(path)?;
    let mut bytes = Vec::new();
    File::open(path).at(path)?.take(n_bytes).read_to_end(&mut bytes).at(path)?;
    Ok(bytes)
}

/// What a file has behind its first bytes, `limit` bytes of it at most, and how long it is: for a log that
/// grows.
pub fn read_behind(path: &Path, n_known: u64, limit: u64) -> Result<(Vec<u8>, u64), FileError> {
    let len = expect_file(path)?.len();
    let bytes = read_range(path, n_known..n_known.saturating_add(limit))?;
    Ok((bytes, len))
}

/// The bytes of a part of a file, or those of them that it has. Nothing else of it is read.
pub fn read_range(path: &Path, range: Range<u64>) -> Result<Vec<u8>, FileError> {
    expect_file(path)?;
    read_range_of(File::open(path).at(path)?, range).at(path)
}

/// The same of what can be read from any place.
pub(super) fn read_range_of(
    mut stream: impl Read + Seek,
    range: Range<u64>,
) -> Result<Vec<u8>, Trouble> {
    stream.seek(SeekFrom::Start(range.start))?;
    read_len(stream, range.end.saturating_sub(range.start))
}

/// So many bytes of a stream, or all where it has fewer.
pub(super) fn read_len(stream: impl Read, len: u64) -> Result<Vec<u8>, Trouble> {
    read_at_most(stream.take(len), len, len)
}

pub(super) fn expect_file(path: &Path) -> Result<fs::Metadata, FileError> {
    let metadata = fs::metadata(path).at(path)?;
    match metadata.is_dir() {
        true => Err(FileError::new(path, Trouble::IsFolder)),
        false if metadata.is_file() => Ok(metadata),
        false => Err(FileError::new(path, Trouble::NotAFile)),
    }
}

/// Reads to the end, and fails where that is beyond `limit`, whatever length was stated.
pub(super) fn read_at_most(
    stream: impl Read,
    stated_len: u64,
    limit: u64,
) -> Result<Vec<u8>, Trouble> {
    let n_expected = usize::try_from(stated_len.min(limit)).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    // A stated length is a claim: beyond 16 MB, memory is asked for as bytes arrive.
    bytes.try_reserve(n_expected.min(1 << 24)).map_err(|e| Trouble::Other(e.to_string()))?;
    let n_read = stream.take(limit.saturating_add(1)).read_to_end(&mut bytes)? as u64;
    if n_read > limit {
        return Err(Trouble::TooLarge { len: stated_len.max(n_read), limit });
    }
    Ok(bytes)
}

/// What a file is now.
pub fn fingerprint(path: &Path) -> Result<Fingerprint, FileError> {
    let metadata = expect_file(path)?;
    Fingerprint::of_stream(File::open(path).at(path)?, metadata.modified().ok()).at(path)
}

pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Whether there is such a folder; an error where the disk can't say.
pub(in crate::vfs) fn is_folder_for_sure(path: &Path) -> Result<bool, FileError> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.is_dir()),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(false)
        }
        Err(error) => Err(FileError::new(path, error)),
    }
}

/// Whether the disk says that there is no such file. Where it says nothing, as a share does that is
/// out of reach, the file may still be there.
pub fn is_gone(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(metadata) => !metadata.is_file(),
        Err(error) => {
            matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
        }
    }
}

/// Whether there is such a file, or the disk can't say, as a share can't that is out of reach. A path
/// that is none has no file. Where nobody may look, it counts if its folder lists it.
pub fn may_be_file(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(metadata) => metadata.is_file(),
        Err(error) => match error.kind() {
            ErrorKind::NotFound
            | ErrorKind::NotADirectory
            | ErrorKind::InvalidFilename
            | ErrorKind::InvalidInput => false,
            ErrorKind::PermissionDenied => is_listed(path),
            _ => true,
        },
    }
}

fn is_listed(path: &Path) -> bool {
    let Some(entries) = path.parent().and_then(|folder| fs::read_dir(folder).ok()) else {
        return false;
    };
    entries.flatten().any(|entry| Some(&*entry.file_name()) == path.file_name())
}

/// The path from the root of the file system, whether there is such a file or not.
pub fn absolute(path: &Path) -> Result<PathBuf, FileError> {
    std::path::absolute(path).at(path)
}

/// Where a path leads, without links.
pub fn real_path(path: &Path) -> Result<PathBuf, FileError> {
    fs::canonicalize(path).at(path)
}

/// The number of the user who owns a file or a folder, where the system has such numbers.
#[cfg(unix)]
pub fn owner(path: &Path) -> Option<u32> {
    fs::metadata(path).ok().map(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata))
}

#[cfg(not(unix))]
pub fn owner(_: &Path) -> Option<u32> {
    None
}

/// The number of the user who runs this program: Linux says it of the process, and elsewhere it is
/// who owns the home folder.
pub fn own_number() -> Option<u32> {
    let home = || owner(Path::new(&std::env::var_os("HOME")?));
    owner(Path::new("/proc/self")).or_else(home)
}

/// Whether two paths lead to the same file or folder, be it by links.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    one == other || real(one).is_some_and(|path| Some(path) == real(other))
}

/// The path of a file from a folder that it is in, by their names alone; `None` where it is not.
pub fn below(path: &Path, folder: &Path) -> Option<PathBuf> {
    let (path, folder) = (absolute(path).ok()?, absolute(folder).ok()?);
    path.strip_prefix(folder).ok().map(Path::to_owned)
}

/// What is below a folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Walk {
    /// In order of their paths.
    pub files: Vec<PathBuf>,
    /// Folders that could not be looked into; the others were.
    pub errors: Vec<FileError>,
    /// What is not read: devices, pipes, and links to nothing or out of the bounds, be it to a file
    /// or to a folder. In order of their paths.
    pub skipped: Vec<FileError>,
    /// Folders with something of ours in them, such as backups, or what a crash left of a save.
    pub(super) own_folders: Vec<PathBuf>,
}

/// The folders that reading may not leave, whatever links are in them.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    /// Without links.
    folders: Vec<PathBuf>,
}

impl Bounds {
    /// A folder that is not there holds nothing.
    pub fn of<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Bounds {
        let real = |folder: P| fs::canonicalize(folder).ok();
        Bounds { folders: folders.into_iter().filter_map(real).collect() }
    }

    /// Why a path is not read, if it leads out of the bounds.
    pub fn outside(&self, path: &Path) -> Option<FileError> {
        self.place(path).err().filter(|error| error.trouble == Trouble::LinkOutside)
    }

    /// Where a path leads, unless that is out of the bounds.
    fn place(&self, path: &Path) -> Result<PathBuf, FileError> {
        let place = fs::canonicalize(path).at(path)?;
        match self.folders.iter().any(|folder| place.starts_with(folder)) {
            true => Ok(place),
            false => Err(FileError::new(path, Trouble::LinkOutside)),
        }
    }
}

/// Reads a whole file of at most `limit` bytes as [`read_file`] does, unless it is out of the
/// bounds.
pub fn read_file_below(path: &Path, bounds: &Bounds, limit: u64) -> Result<Loaded, FileError> {
    let place = bounds.place(path)?;
    read_file(&place, limit).map_err(|error| FileError::new(path, error.trouble))
}

/// Every file below a folder that a person means when naming it: hidden ones are left out, and
/// with them the folders of version control and our own backups. Links to folders are not
/// followed, links to files only where those are in the same folder. A file is its own walk.
pub fn walk(start: &Path) -> Walk {
    if start.is_file() {
        return Walk { files: vec![start.to_owned()], ..Walk::default() };
    }
    walk_below(start, &Bounds::of([start]), |_| true)
}

/// The same where links to files may lead anywhere in the bounds, of the folders that `enters`
/// says yes to.
pub fn walk_below(start: &Path, bounds: &Bounds, mut enters: impl FnMut(&Path) -> bool) -> Walk {
    let mut walk = Walk::default();
    let is_there = match fs::metadata(start).at(start) {
        Ok(metadata) if metadata.is_dir() => bounds.place(start).map(drop),
        Ok(_) => Err(FileError::new(start, Trouble::NotAFile)),
        Err(error) => Err(error),
    };
    if let Err(error) = is_there {
        return Walk { errors: vec![error], ..walk };
    }
    let mut folders = vec![(start.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        match entries(&folder) {
            Ok(Listing { entries, has_own }) => {
                walk.own_folders.extend(has_own.then_some(folder));
                for (path, kind) in entries {
                    if !kind.is_dir() {
                        walk.add(path, kind, bounds);
                    } else if enters(&path) && depth == MAX_DEPTH {
                        walk.errors.push(FileError::new(path, Trouble::TooDeep(MAX_DEPTH)));
                    } else if enters(&path) {
                        folders.push((path, depth + 1));
                    }
                }
            }
            Err(error) => walk.errors.push(error),
        }
    }
    walk.files.sort();
    walk.errors.sort_by(|a, b| a.path.cmp(&b.path));
    walk.skipped.sort_by(|a, b| a.path.cmp(&b.path));
    walk.own_folders.sort();
    walk
}

impl Walk {
    /// Adds what is no folder. A link to a folder has nothing that could be read as a file; what is
    /// in that folder is found where it is, unless that is out of the bounds.
    fn add(&mut self, path: PathBuf, kind: fs::FileType, bounds: &Bounds) {
        if kind.is_symlink() && path.is_dir() {
            self.skipped.extend(bounds.place(&path).err());
            return;
        }
        let place = if kind.is_symlink() { bounds.place(&path) } else { Ok(path.clone()) };
        let is_file = |place: PathBuf| match kind.is_file() || place.is_file() {
            true => Ok(()),
            false => Err(FileError::new(&path, Trouble::NotAFile)),
        };
        match place.and_then(is_file) {
            Ok(()) => self.files.push(path),
            Err(error) => self.skipped.push(error),
        }
    }
}

/// Whether a path is itself a link, wherever that leads.
pub fn is_link(path: &Path) -> bool {
    path.is_symlink()
}

/// Whether a path is a file without a single byte.
pub fn is_empty_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0)
}

/// Something right in a folder, for a person to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderEntry {
    pub path: PathBuf,
    pub kind: EntryKind,
    /// 0 for folders.
    pub n_bytes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    Folder,
    File,
}

impl FolderEntry {
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// What is right in a folder and not hidden: folders first, each in the order of its name in small
/// letters. Links are what they lead to.
pub fn list(folder: &Path) -> Result<Vec<FolderEntry>, FileError> {
    let mut found = Vec::new();
    for (path, _) in entries(folder)?.entries {
        // A link that leads nowhere is left out, and what is neither file nor folder.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        let kind = match (metadata.is_dir(), metadata.is_file()) {
            (true, _) => EntryKind::Folder,
            (_, true) => EntryKind::File,
            _ => continue,
        };
        let n_bytes = if kind == EntryKind::File { metadata.len() } else { 0 };
        found.push(FolderEntry { path, kind, n_bytes });
    }
    found.sort_by_cached_key(|entry| (entry.kind, entry.name().to_lowercase(), entry.name()));
    Ok(found)
}

/// Makes a folder that is not there yet, in one that is.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir(path).at(path)
}

/// Makes a folder below one that is there, with all between them that are missing.
pub fn make_folders(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).at(path)
}

/// What is right in a folder and not hidden.
#[derive(Default)]
struct Listing {
    entries: Vec<(PathBuf, fs::FileType)>,
    has_own: bool,
}

fn entries(folder: &Path) -> Result<Listing, FileError> {
    let mut listing = Listing::default();
    for entry in fs::read_dir(folder).at(folder)? {
        let entry = entry.at(folder)?;
        let name = entry.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            listing.entries.push((entry.path(), entry.file_type().at(&entry.path())?));
        }
        listing.has_own |= name.as_encoded_bytes().starts_with(OWN_FOLDER.as_bytes());
    }
    Ok(listing)
}

/// Writes a file that is not there yet: whole or not at all.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    write(path, bytes, Before::Absent)
}

/// Writes a file whether it is there or not: whole or not at all, without a backup. For what a
/// command made and was told to replace; a document is saved by a [`Session`].
pub fn write_over(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let before = match fingerprint(path) {
        Ok(fingerprint) => Before::Was(fingerprint),
        Err(error) if error.is_missing() => Before::Absent,
        Err(error) => return Err(error.into()),
    };
    write(path, bytes, before)
}

fn write(path: &Path, bytes: &[u8], before: Before) -> Result<(), SaveError> {
    let write = Write { file: path.to_owned(), bytes, before, folders_below: None };
    Session::without_backups().save(&[write])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(walk: &Walk, root: &Path) -> Vec<String> {
        let name = |path: &PathBuf| path.strip_prefix(root).unwrap().display().to_string();
        walk.files.iter().map(|path| name(path).replace('\\', "/")).collect()
    }

    #[test]
    fn a_file_is_gone_only_where_the_disk_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        assert!(is_gone(&file) && is_gone(folder.path()), "neither is a file");
        fs::write(&file, b"").unwrap();
        assert!(!is_gone(&file));
        // The disk answers with an error that is not an absence.
        assert!(!is_gone(&folder.path().join("x".repeat(300))));
    }

    #[test]
    fn a_file_over_the_limit_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, b"12345").unwrap();
        assert_eq!(read_file(&file, 5).unwrap().bytes, b"12345");
        let error = read_file(&file, 4).unwrap_err();
        assert_eq!(error.trouble, Trouble::TooLarge { len: 5, limit: 4 });
        assert_eq!(read_file(folder.path(), 4).unwrap_err().trouble, Trouble::IsFolder);
        assert!(read_file(&folder.path().join("b"), 4).unwrap_err().is_missing());
    }

    #[test]
    fn a_stream_is_read_to_its_end_or_its_limit() {
        let name = Path::new("standard input");
        assert_eq!(read_stream(name, &b"12345"[..], 5).unwrap(), b"12345");
        let error = read_stream(name, &b"12345"[..], 4).unwrap_err().to_string();
        assert_eq!(error, "standard input: has 5 bytes, more than the limit of 4");
        let folder = tempfile::tempdir().unwrap();
        let error = read_file_or_pipe(folder.path(), 4).unwrap_err();
        assert_eq!(error.trouble, Trouble::IsFolder);
    }

    #[test]
    fn a_stream_longer_than_it_says_is_stopped() {
        let endless = std::io::repeat(0);
        let trouble = read_at_most(endless, 3, 1000).unwrap_err();
        assert_eq!(trouble, Trouble::TooLarge { len: 1001, limit: 1000 });
    }

    #[test]
    fn a_walk_is_in_order_and_leaves_hidden_things_out() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["b", ".git", "b/.landwright/backups", "a/c"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        for file in ["z", "b/x", ".git/y", "b/.landwright/backups/x.000001", "a/c/w", ".dot"] {
            fs::write(root.path().join(file), b"").unwrap();
        }
        assert_eq!(names(&walk(root.path()), root.path()), ["a/c/w", "b/x", "z"]);
        let one = root.path().join("b/x");
        assert_eq!(walk(&one).files, [one]);
        assert_eq!(walk(&root.path().join("none")).errors.len(), 1);
    }

    #[test]
    fn a_list_has_folders_first_and_nothing_hidden() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["b", "Z", ".landwright"] {
            make_folder(&root.path().join(folder)).unwrap();
        }
        for file in ["c", "A", "a", ".dot", "b/x"] {
            fs::write(root.path().join(file), b"12").unwrap();
        }
        let found = list(root.path()).unwrap();
        let names: Vec<String> = found.iter().map(FolderEntry::name).collect();
        assert_eq!(names, ["b", "Z", "A", "a", "c"]);
        let of_a: Vec<(EntryKind, u64)> = found.iter().map(|e| (e.kind, e.n_bytes)).collect();
        assert_eq!(of_a[1..3], [(EntryKind::Folder, 0), (EntryKind::File, 2)]);
        assert!(list(&root.path().join("none")).unwrap_err().is_missing());
        assert!(make_folder(&root.path().join("b")).is_err());
        assert!(make_folder(&root.path().join("no/where")).is_err());
    }

    #[test]
    fn a_folder_too_deep_to_walk_is_told() {
        let root = tempfile::tempdir().unwrap();
        let deep: PathBuf = std::iter::repeat_n("d", MAX_DEPTH).collect();
        fs::create_dir_all(root.path().join(&deep).join("deeper")).unwrap();
        fs::write(root.path().join(&deep).join("a"), b"").unwrap();
        fs::write(root.path().join(&deep).join("deeper/b"), b"").unwrap();
        let walk = walk(root.path());
        assert_eq!(walk.files, [root.path().join(&deep).join("a")]);
        let error =
            FileError::new(root.path().join(&deep).join("deeper"), Trouble::TooDeep(MAX_DEPTH));
        assert_eq!(walk.errors, [error]);
    }

    #[cfg(unix)]
    #[test]
    fn a_walk_does_not_leave_by_links_or_go_round_in_circles() {
        use std::os::unix::fs::symlink;
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), b"").unwrap();
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a"), b"").unwrap();
        symlink(outside.path(), root.path().join("folder")).unwrap();
        symlink(outside.path().join("secret"), root.path().join("file")).unwrap();
        symlink(root.path(), root.path().join("circle")).unwrap();
        symlink(root.path().join("a"), root.path().join("b")).unwrap();
        let found = walk(root.path());
        assert_eq!(names(&found, root.path()), ["a", "b"]);
        let outside = ["file", "folder"]
            .map(|name| FileError::new(root.path().join(name), Trouble::LinkOutside));
        assert_eq!((found.skipped, found.errors), (outside.to_vec(), vec![]));
    }

    #[cfg(unix)]
    #[test]
    fn devices_pipes_and_links_to_nothing_are_skipped_and_never_opened() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        symlink("/dev/zero", root.path().join("zero")).unwrap();
        symlink("nowhere", root.path().join("broken")).unwrap();
        let pipe = root.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        symlink(&pipe, root.path().join("to-pipe")).unwrap();
        let found = walk(root.path());
        let skipped: Vec<_> = found.skipped.iter().map(|error| &error.trouble).collect();
        let expected =
            [Trouble::Missing, Trouble::NotAFile, Trouble::NotAFile, Trouble::LinkOutside];
        assert_eq!(skipped, expected.iter().collect::<Vec<_>>());
        assert_eq!(found.files, [] as [PathBuf; 0]);
        assert_eq!(walk(&pipe).errors, [FileError::new(&pipe, Trouble::NotAFile)]);
        let bounds = Bounds::of([root.path()]);
        for (name, trouble) in [("zero", Trouble::LinkOutside), ("pipe", Trouble::NotAFile)] {
            let error = read_file_below(&root.path().join(name), &bounds, 9).unwrap_err();
            assert_eq!(error, FileError::new(root.path().join(name), trouble));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_may_lead_to_other_folders_within_the_bounds() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        for folder in ["a/deep", "a/passed", "b"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        fs::write(root.path().join("b/x"), b"12").unwrap();
        fs::write(root.path().join("a/passed/y"), b"").unwrap();
        let (a, link) = (root.path().join("a"), root.path().join("a/deep/link"));
        symlink(root.path().join("b/x"), &link).unwrap();
        let bounds = Bounds::of([a.clone(), root.path().join("b")]);
        let found = walk_below(&a, &bounds, |folder| !folder.ends_with("passed"));
        assert_eq!(found.files, std::slice::from_ref(&link));
        assert_eq!(read_file_below(&link, &bounds, 9).unwrap().bytes, b"12");
        assert_eq!(walk(&a).skipped.len(), 1);
        let outside = walk_below(&root.path().join("b"), &Bounds::of([a]), |_| true);
        assert_eq!(outside.errors[0].trouble, Trouble::LinkOutside);
    }

    #[test]
    fn a_new_file_replaces_nothing_unless_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        write_new(&file, b"1").unwrap();
        assert_eq!(write_new(&file, b"2").unwrap_err().error.trouble, Trouble::Exists);
        assert_eq!(fs::read(&file).unwrap(), b"1");
        write_over(&file, b"3").unwrap();
        write_over(&folder.path().join("b"), b"4").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"3");
        assert_eq!(names(&walk(folder.path()), folder.path()), ["a", "b"]);
        let nowhere = folder.path().join("no/where");
        assert_eq!(write_new(&nowhere, b"").unwrap_err().error.trouble, Trouble::NoFolder);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
