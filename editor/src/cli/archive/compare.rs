//! Two archives, file by file.

use std::path::Path;

use landwright_core::format::text::CodePage;
use landwright_core::kinds::members::{self, Member};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::vfs::grf::{self, Grf};
use landwright_core::vfs::rose_archive;
use landwright_core::world::three_way::Change;

use super::Archive;
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};

/// Whether a file is an archive that may be too large to be read as a whole.
pub(in crate::cli) fn is_large(path: &Path) -> bool {
    let start = || disk::read_start(path, grf::HEAD_SIZE).unwrap_or_default();
    disk::is_file(path) && (rose_archive::is_archive(path) || Grf::recognises(&start()))
}

/// What makes one archive into the other: files that came, that went, and that have other bytes.
pub(in crate::cli) fn compare(
    [a, b]: [&Path; 2],
    code_page: CodePage,
    each: &mut dyn FnMut(Change),
) -> Result<(), Failure> {
    let (a, b) = (Archive::open(a, code_page)?, Archive::open(b, code_page)?);
    let (old, new) = (a.here(), b.here());
    let (mut n_unread, mut n_unknown) = (0_usize, 0_usize);
    let is_same = |n_old: usize, n_new: usize| {
        let (Some(old), Some(new)) = (old.get(n_old), new.get(n_new)) else { return Ok(false) };
        Ok::<_, Failure>(match (a.read(old), b.read(new)) {
            (Ok(old), Ok(new)) => old == new,
            (Err(_), Err(_)) => {
                n_unknown += 1;
                (old.packed, old.flags) == (new.packed, new.flags)
            }
            (Err(why), Ok(_)) => {
                n_unread += 1;
                a.tell(old, &why);
                true
            }
            (Ok(_), Err(why)) => {
                n_unread += 1;
                b.tell(new, &why);
                true
            }
        })
    };
    members::compare(&listed(&old), &listed(&new), is_same, each)?;
    if n_unknown > 0 {
        let files = counted(n_unknown, "file", "files");
        complain(&format!("error: {files} can't be read on both sides: only sizes were compared"));
    }
    match n_unread + n_unknown {
        0 => Ok(()),
        n => Err(Failure::File(format!("error: {} can't be read", counted(n, "file", "files")))),
    }
}

fn listed(members: &[&super::Member]) -> Vec<Member> {
    members.iter().map(|it| Member { name: it.name.clone(), size: it.size }).collect()
}

impl Archive {
    /// The files that it holds itself.
    fn here(&self) -> Vec<&super::Member> {
        self.members.iter().filter(|member| !member.is_elsewhere).collect()
    }

    fn tell(&self, member: &super::Member, why: &str) {
        let (archive, name) = (shown(&self.path), &member.name);
        complain(&format!("error: {archive}: {name}: {why}"));
    }
}
