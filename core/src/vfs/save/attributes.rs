//! What a file has beside its bytes: owner, permissions, times, and other names.

use std::fs::{File, FileTimes, Metadata};
use std::io;

/// Gives a file the permissions of another one, and its owner as far as the system lets this user.
pub(super) fn take_after(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            // Only root may give a file away; the group at least can often be kept.
            if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
                let _ = fchown(file, None, Some(old.gid()));
            }
        }
    }
    file.set_permissions(old.permissions())
}

/// Gives a copy the times of the file that it is of, as far as the disk keeps them.
pub(super) fn take_times(file: &File, old: &Metadata) -> io::Result<()> {
    let mut times = FileTimes::new();
    if let Ok(modified) = old.modified() {
        times = times.set_modified(modified);
    }
    if let Ok(accessed) = old.accessed() {
        times = times.set_accessed(accessed);
    }
    file.set_times(times)
}

/// How many other names a file has on its disk, where the system tells.
pub(super) fn n_other_names(metadata: &Metadata) -> u64 {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::nlink(metadata).saturating_sub(1)
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        0
    }
}
