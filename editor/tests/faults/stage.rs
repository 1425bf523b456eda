//! The folders of one run.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use super::tree::Tree;

pub(crate) const PAGE: u64 = 4096;

/// 지도 ("maps") in CP949, as folders of such games are called: no UTF-8.
const ODD_NAME: &[u8] = b"\xc1\xf6\xb5\xb5";

/// Where a step is run.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// All of it.
    root: PathBuf,
    /// The folder with the files.
    pub(crate) work: PathBuf,
    /// Where settings and journals are.
    pub(crate) home: PathBuf,
}

impl Place {
    pub(crate) fn root(&self) -> &str {
        self.root.to_str().unwrap()
    }

    pub(crate) fn without_root(&self, text: &str) -> String {
        text.replace(self.root(), "[root]")
    }
}

/// What is special about the folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    Usual,
    /// The folder with the files has a name that is no UTF-8.
    OddName,
    /// So many pages are free on the disk with the files.
    FullDisk(u64),
    /// So many pages are free on the disk with the journals.
    FullJournal(u64),
}

/// The folders of one run. They go when it is dropped.
#[derive(Debug)]
pub(crate) struct Stage {
    folder: Option<TempDir>,
    pub(crate) place: Place,
    mounted: Option<PathBuf>,
}

impl Stage {
    pub(crate) fn new(work: &Tree, home: &Tree, ground: Ground) -> Stage {
        let folder = TempDir::with_prefix_in("faults-", quick_folder()).unwrap();
        let root = folder.path().to_owned();
        let disk = root.join("disk");
        let name = match ground {
            Ground::OddName => OsStr::from_bytes(ODD_NAME),
            _ => OsStr::new("work"),
        };
        let place = match ground {
            Ground::FullDisk(_) => Place { work: disk.join(name), home: root.join("home"), root },
            Ground::FullJournal(_) => {
                Place { work: root.join(name), home: disk.join("home"), root }
            }
            _ => Place { work: root.join(name), home: root.join("home"), root },
        };
        let mut stage = Stage { folder: Some(folder), place, mounted: None };
        if matches!(ground, Ground::FullDisk(_) | Ground::FullJournal(_)) {
            stage.mount(&disk, (work.n_bytes() + home.n_bytes()) as u64 * 2 + (4 << 20));
        }
        work.write(&stage.place.work);
        home.write(&stage.place.home);
        if let Ground::FullDisk(n_free) | Ground::FullJournal(n_free) = ground {
            fill(&disk.join("filler"), n_free);
        }
        stage
    }

    /// As another program leaves its folder: it is somewhere else now.
    pub(crate) fn move_work(&mut self) {
        let moved = self.place.root.join("moved");
        fs::rename(&self.place.work, &moved).unwrap();
        self.place.work = moved;
    }

    /// Somebody cleans the disk up.
    pub(crate) fn make_room(&self) {
        if let Some(disk) = &self.mounted {
            fs::remove_file(disk.join("filler")).unwrap();
        }
    }

    pub(crate) fn work(&self) -> Tree {
        Tree::read(&self.place.work)
    }

    pub(crate) fn home(&self) -> Tree {
        Tree::read(&self.place.home)
    }

    /// A file beside the folders, for what a tool writes down.
    pub(crate) fn log(&self, name: &str) -> PathBuf {
        self.place.root.join(name)
    }

    /// Leaves the folders where they are, and says where.
    pub(crate) fn keep(mut self) -> PathBuf {
        self.folder.take().map(TempDir::keep).unwrap()
    }

    fn mount(&mut self, disk: &Path, n_bytes: u64) {
        fs::create_dir(disk).unwrap();
        assert!(mount(disk, n_bytes), "a disk could be mounted before");
        self.mounted = Some(disk.to_owned());
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(disk) = &self.mounted {
            let _ = Command::new("umount").arg(disk).output();
        }
    }
}

/// Whether small disks can be mounted here. Otherwise calls are made to fail as on a full one.
pub(crate) fn can_mount() -> bool {
    static CAN_MOUNT: OnceLock<bool> = OnceLock::new();
    *CAN_MOUNT.get_or_init(|| {
        let folder = TempDir::with_prefix_in("faults-", quick_folder()).unwrap();
        let can = mount(folder.path(), 16 * PAGE);
        if can {
            let _ = Command::new("umount").arg(folder.path()).output();
        }
        can
    })
}

fn mount(disk: &Path, n_bytes: u64) -> bool {
    let options = format!("size={n_bytes}");
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(disk);
    mount.output().is_ok_and(|output| output.status.success())
}

/// Leaves so many pages of a disk free.
fn fill(filler: &Path, n_free: u64) {
    let mut file = File::create(filler).unwrap();
    let page = [b'x'; PAGE as usize];
    let mut len = 0;
    while let Ok(n) = file.write(&page) {
        len += n as u64;
    }
    let file = OpenOptions::new().write(true).open(filler).unwrap();
    file.set_len(len.saturating_sub(n_free * PAGE)).unwrap();
}

/// Flushing costs nothing in memory, and it is calls that are counted.
fn quick_folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let is_there = memory.is_dir() && tempfile::tempfile_in(memory).is_ok();
    if is_there { memory.to_owned() } else { std::env::temp_dir() }
}
