//! Which system calls of a step touch its folders.

use std::collections::{BTreeMap, BTreeSet};

/// A call, by how many of its name a thread had made with it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) number: u32,
    /// Whether it makes a file or a folder.
    pub(crate) is_making: bool,
}

/// What can touch a file.
const WATCHED: &[&str] = &[
    "open",
    "openat",
    "creat",
    "read",
    "pread64",
    "readv",
    "write",
    "pwrite64",
    "writev",
    "fsync",
    "fdatasync",
    "sync_file_range",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "unlink",
    "unlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "stat",
    "lstat",
    "fstat",
    "newfstatat",
    "statx",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "truncate",
    "ftruncate",
    "fallocate",
    "chmod",
    "fchmod",
    "fchmodat",
    "chown",
    "fchown",
    "lchown",
    "fchownat",
    "utimensat",
    "flock",
    "fcntl",
    "getdents64",
    "copy_file_range",
    "sendfile",
    "lseek",
    "close",
];

/// Those that change what is on disk.
const CHANGING: &[&str] = &[
    "write",
    "pwrite64",
    "writev",
    "fsync",
    "fdatasync",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "unlink",
    "unlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "truncate",
    "ftruncate",
    "fallocate",
    "chmod",
    "fchmod",
    "fchmodat",
    "chown",
    "fchown",
    "lchown",
    "fchownat",
    "utimensat",
    "copy_file_range",
    "sendfile",
];

/// Those that need room.
const GROWING: &[&str] = &[
    "write",
    "pwrite64",
    "writev",
    "fsync",
    "fdatasync",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "mkdir",
    "mkdirat",
    "ftruncate",
    "fallocate",
    "copy_file_range",
    "sendfile",
];

/// Those that ask for a name, whose rights may be missing.
const NAMING: &[&str] = &[
    "open",
    "openat",
    "creat",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "unlink",
    "unlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "stat",
    "lstat",
    "newfstatat",
    "statx",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "truncate",
    "chmod",
    "fchmodat",
    "chown",
    "lchown",
    "fchownat",
    "utimensat",
];

/// What never fails for a reason of the disk; a folder whose `close` fails ends a program of Rust.
const NEVER_FAILING: &[&str] = &["close", "fcntl", "flock", "lseek"];

impl Call {
    pub(crate) fn is_changing(&self) -> bool {
        self.is_making || CHANGING.contains(&self.name.as_str())
    }

    pub(crate) fn can_fail(&self) -> bool {
        !NEVER_FAILING.contains(&self.name.as_str())
    }

    pub(crate) fn needs_room(&self) -> bool {
        self.is_making || GROWING.contains(&self.name.as_str())
    }

    pub(crate) fn needs_rights(&self) -> bool {
        NAMING.contains(&self.name.as_str())
    }
}

/// Options of `strace` for writing the calls down.
pub(crate) fn counting(log: &str) -> Vec<String> {
    vec!["-y".to_owned(), "-o".to_owned(), log.to_owned(), "-e".to_owned(), watched()]
}

/// Names that this system does not have are passed over.
pub(crate) fn watched() -> String {
    let names: Vec<String> = WATCHED.iter().map(|name| format!("?{name}")).collect();
    format!("trace={}", names.join(","))
}

/// The calls in a log that touch something below a root, each once, in order.
pub(crate) fn touching(log: &str, root: &str) -> Vec<Call> {
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let (mut seen, mut calls) = (BTreeSet::new(), Vec::new());
    for line in log.lines() {
        let Some((process, rest)) = line.split_once(' ') else { continue };
        let Some((name, arguments)) = rest.trim_start().split_once('(') else { continue };
        if !WATCHED.contains(&name) {
            continue;
        }
        let count = counts.entry((process, name)).or_default();
        *count += 1;
        let is_making = arguments.contains("O_CREAT");
        let call = Call { name: name.to_owned(), number: *count, is_making };
        if touches(name, arguments, root) && seen.insert((call.name.clone(), call.number)) {
            calls.push(call);
        }
    }
    calls
}

/// Whether a call is about something below a root: by an open file, or by a name. The folder that a
/// program runs in is written before every name and says nothing.
fn touches(name: &str, arguments: &str, root: &str) -> bool {
    let by_name = NAMING.contains(&name) && {
        let mut names = arguments.split('"').skip(1).step_by(2);
        names.any(|name| name.starts_with(root) || !name.starts_with('/') && !name.is_empty())
    };
    let file = arguments.split_once('<').filter(|(number, _)| *number != "AT_FDCWD");
    by_name || file.is_some_and(|(_, path)| path.starts_with(root))
}
