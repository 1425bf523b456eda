//! All files of a zone in one piece: what its journal builds on, and what tells whether the zone on
//! disk is still the one that was read.
//!
//! | bytes | field |
//! |---|---|
//! | 8 | magic |
//! | | for each file, by path: u32 length and UTF-8 of its path, u32 length and its bytes |

use std::collections::BTreeMap;

use landwright_core::vfs::account::{Account, Known};
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::{Fingerprint, Vfs, VfsPath};
use landwright_core::world::zone::Zone;

const MAGIC: &[u8; 8] = b"LWZONE1\n";

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Archive {
    files: BTreeMap<VfsPath, Vec<u8>>,
}

impl Archive {
    /// Every file that a zone can write.
    pub(super) fn of(zone: &Zone) -> Archive {
        Archive { files: zone.to_files().into_iter().collect() }
    }

    pub(super) fn has(&self, path: &VfsPath) -> bool {
        self.files.contains_key(path)
    }

    pub(super) fn put(&mut self, path: VfsPath, bytes: Vec<u8>) {
        self.files.insert(path, bytes);
    }

    /// As it is on disk once a zone is saved there.
    pub(super) fn with(&self, zone: &Zone) -> Archive {
        let mut files = self.files.clone();
        files.extend(zone.to_files());
        Archive { files }
    }

    /// As it is on disk where a zone was saved that was opened from these files; which of them came
    /// or went since is as that zone has it.
    pub(super) fn saved(&self, opened: &Zone, saved: &Zone) -> Archive {
        let mut files = self.files.clone();
        opened.paths().for_each(|path| {
            files.remove(path);
        });
        files.extend(saved.to_files());
        Archive { files }
    }

    pub(super) fn files(&self) -> impl Iterator<Item = (&VfsPath, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path, bytes.as_slice()))
    }

    pub(super) fn get(&self, path: &VfsPath) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// What its files were, as an account has it.
    pub(super) fn account(&self) -> Account<VfsPath> {
        let known = |(path, bytes): (&VfsPath, &[u8])| {
            (path.clone(), Known::new(path.as_str(), Fingerprint::of(bytes, None)))
        };
        self.files().map(known).collect()
    }

    /// What both sides made of these files, and those that both changed, which are then ours.
    pub(super) fn merged(&self, ours: &Archive, theirs: &Archive) -> (Archive, Vec<VfsPath>) {
        let mut merged = theirs.clone();
        let mut on_both_sides = Vec::new();
        for (path, bytes) in ours.files() {
            let (before, their) = (self.get(path), theirs.get(path));
            if before == Some(bytes) || their == Some(bytes) {
                continue;
            }
            if their != before {
                on_both_sides.push(path.clone());
            }
            merged.put(path.clone(), bytes.to_vec());
        }
        (merged, on_both_sides)
    }

    /// The same where some files are as another archive has them.
    pub(super) fn with_those_of<'p>(
        &self,
        other: &Archive,
        paths: impl Iterator<Item = &'p VfsPath>,
    ) -> Archive {
        let mut files = self.files.clone();
        for path in paths {
            if let Some(bytes) = other.get(path) {
                files.insert(path.clone(), bytes.to_vec());
            }
        }
        Archive { files }
    }

    /// Lets every file that is there be as a zone writes it, but for some.
    pub(super) fn take_from(&mut self, zone: &Zone, stays: impl Fn(&VfsPath) -> bool) {
        for (path, bytes) in zone.to_files() {
            if let Some(held) = self.files.get_mut(&path).filter(|_| !stays(&path)) {
                *held = bytes;
            }
        }
    }

    /// The same files under other names.
    pub(super) fn renamed(&self, name: impl Fn(&VfsPath) -> VfsPath) -> Archive {
        let files = self.files.iter();
        Archive { files: files.map(|(path, bytes)| (name(path), bytes.clone())).collect() }
    }

    pub(super) fn mounted(&self) -> Vfs {
        let memory = Memory::new("zone");
        for (path, bytes) in &self.files {
            memory.put(path, bytes);
        }
        let mut vfs = Vfs::default();
        vfs.push(memory);
        vfs
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        for (path, bytes) in &self.files {
            for piece in [path.as_str().as_bytes(), bytes.as_slice()] {
                // Files of four gigabytes are never read.
                out.extend((piece.len() as u32).to_le_bytes());
                out.extend(piece);
            }
        }
        out
    }

    /// `None` for what is no archive.
    pub(crate) fn read(bytes: &[u8]) -> Option<Archive> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let mut files = BTreeMap::new();
        while !rest.is_empty() {
            let path = std::str::from_utf8(take(&mut rest)?).ok()?;
            let bytes = take(&mut rest)?;
            files.insert(VfsPath::new(path).ok()?, bytes.to_vec());
        }
        Some(Archive { files })
    }

    pub(super) fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.write(), None)
    }
}

/// Whether some bytes are those of an archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The next piece, without its length.
fn take<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (len, behind) = rest.split_first_chunk::<4>()?;
    let (piece, behind) = behind.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    *rest = behind;
    Some(piece)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn an_archive_comes_back_and_no_cut_of_it_does() {
        let (zone, _) = sample();
        let archive = Archive::of(&zone);
        let bytes = archive.write();
        assert_eq!(Archive::read(&bytes), Some(archive));
        for n in (0..bytes.len()).step_by(997) {
            let cut = Archive::read(&bytes[..n]);
            assert!(cut.is_none_or(|cut| cut.files.len() < 17), "{n}");
        }
    }
}
