//! A zone as its files, and which of them have to be written.

use std::collections::BTreeMap;

use crate::format::number::F32;
use crate::format::rose::grid::Grid;
use crate::format::rose::him::{HeightRange, Him, QuadTail};
use crate::format::rose::mov::{Mov, Walk};
use crate::format::rose::til::{Til, Tile};
use crate::format::rose::{him, ifo, mov, til, zon};
use crate::vfs::save::{Before, Saved};
use crate::vfs::{Change, ContentHash, Fingerprint, SaveError, Session, Vfs, VfsPath};
use crate::world::column::Column;

use super::Zone;
use super::base::Cells;

/// The files of a zone as they are on disk: as they were read, or saved last.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ZoneFiles {
    known: BTreeMap<VfsPath, Fingerprint>,
}

/// A file whose bytes are others than those on disk.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedFile {
    pub path: VfsPath,
    pub bytes: Vec<u8>,
    /// What is on disk, unless somebody else changed it.
    pub before: Before,
}

impl ZoneFiles {
    pub(super) fn was_read(&mut self, path: &VfsPath, fingerprint: Fingerprint) {
        self.known.insert(path.clone(), fingerprint);
    }

    /// Every file that belongs to the zone and was read, whether or not it could be understood, by
    /// path.
    pub fn iter(&self) -> impl Iterator<Item = (&VfsPath, &Fingerprint)> {
        self.known.iter()
    }

    /// What has to be written: files whose bytes are not those on disk, and no others. A file that
    /// is not there is one of them.
    pub fn changed(&self, zone: &Zone) -> Vec<ChangedFile> {
        let changed = |(path, bytes): (VfsPath, Vec<u8>)| {
            let before = match self.known.get(&path) {
                Some(known)
                    if known.len == bytes.len() as u64 && known.hash == ContentHash::of(&bytes) =>
                {
                    return None;
                }
                Some(known) => Before::Was(*known),
                None => Before::Absent,
            };
            Some(ChangedFile { path, bytes, before })
        };
        zone.to_files().into_iter().filter_map(changed).collect()
    }

    /// Writes what changed, all of it or nothing, and remembers what is on disk then.
    pub fn save(
        &mut self,
        zone: &Zone,
        vfs: &Vfs,
        session: &mut Session,
    ) -> Result<Vec<Saved>, SaveError> {
        let changed = self.changed(zone);
        let changes: Vec<Change<'_>> = changed
            .iter()
            .map(|file| Change {
                path: file.path.clone(),
                bytes: &file.bytes,
                read: match file.before {
                    Before::Was(before) => Some(before),
                    Before::Absent => None,
                },
            })
            .collect();
        let saved = vfs.save(session, &changes)?;
        for file in &changed {
            self.known.insert(file.path.clone(), Fingerprint::of(&file.bytes, None));
        }
        Ok(saved)
    }

    /// What a journal of the zone builds on: its files by name, with what is in each.
    pub fn manifest(&self) -> Vec<u8> {
        let line = |(path, print): (&VfsPath, &Fingerprint)| {
            format!("{} {} {}\n", path.key(), print.len, print.hash)
        };
        self.known.iter().map(line).collect::<String>().into_bytes()
    }
}

impl Zone {
    /// The paths of [`Zone::to_files`].
    pub fn paths(&self) -> impl Iterator<Item = &VfsPath> {
        let of_blocks = self.base.blocks.iter().flat_map(|block| {
            let ground = [
                block.him.as_ref().map(|him| &him.path),
                block.til.as_ref().map(|til| &til.path),
                block.mov.as_ref().map(|mov| &mov.path),
            ];
            [block.ifo.as_ref()].into_iter().chain(ground).flatten()
        });
        self.base.zon.iter().chain(of_blocks)
    }

    /// Every file as it would be saved, but for those that can't be edited. In no order.
    pub fn to_files(&self) -> Vec<(VfsPath, Vec<u8>)> {
        let mut files = Vec::new();
        if let (Some(path), Some(frame)) = (&self.base.zon, self.frame(None)) {
            files.push((path.clone(), zon::write(&self.file_of(frame))));
        }
        for block in &self.base.blocks {
            if let (Some(path), Some(frame)) = (&block.ifo, self.frame(Some(block.coord))) {
                files.push((path.clone(), ifo::write(&self.file_of(frame))));
            }
            if let Some(cells) = &block.him {
                files.push((cells.path.clone(), him::write(&self.him(cells))));
            }
            if let Some(cells) = &block.til {
                files.push((cells.path.clone(), til::write(&self.til(cells))));
            }
            if let Some(cells) = &block.mov {
                files.push((cells.path.clone(), mov::write(&self.mov(cells))));
            }
        }
        files
    }

    /// The heights as they are now. Of the quads, those are made anew that come out otherwise
    /// than from the heights as they were opened: what the file says of the rest stays.
    fn him(&self, cells: &Cells<Him>) -> Him {
        let mut him = self.him_as_opened(cells);
        let old = std::mem::replace(&mut him.heights_cm, heights_cm(cells, &self.heights));
        if him.heights_cm != old
            && let Some(quads) = &mut him.quads
        {
            let tail = |heights_cm| QuadTail::of_heights(heights_cm, him.n_cells_per_patch);
            if let (Some(old), Some(new)) = (tail(&old), tail(&him.heights_cm)) {
                renew(&mut quads.patches, &old.patches, &new.patches);
                renew(&mut quads.quads, &old.quads, &new.quads);
            }
        }
        him
    }

    pub(super) fn him_as_opened(&self, cells: &Cells<Him>) -> Him {
        Him { heights_cm: heights_cm(cells, &self.base.heights), ..cells.file.clone() }
    }

    pub(super) fn til(&self, cells: &Cells<Til>) -> Til {
        let mut words = words(cells, &self.tiles).zip(words(cells, &self.brushes));
        let tiles = Grid::from_fn(cells.width, cells.height, |_, _| {
            let (tile, brush) = words.next().unwrap_or_default();
            let [brush, tile_index, tile_set, _] = brush.to_le_bytes();
            Tile { brush, tile_index, tile_set, tile: tile.cast_signed() }
        });
        Til { tiles, ..cells.file.clone() }
    }

    pub(super) fn mov(&self, cells: &Cells<Mov>) -> Mov {
        let mut words = words(cells, &self.walks);
        let walk = |_, _| Walk(words.next().unwrap_or_default() as u8);
        Mov { cells: Grid::from_fn(cells.width, cells.height, walk), ..cells.file.clone() }
    }
}

fn heights_cm(cells: &Cells<Him>, column: &Column) -> Grid<F32> {
    let mut words = words(cells, column);
    let height = |_, _| F32::from_bits(words.next().unwrap_or_default());
    Grid::from_fn(cells.width, cells.height, height)
}

fn words<'c, F>(cells: &Cells<F>, column: &'c Column) -> impl Iterator<Item = u32> + use<'c, F> {
    column.pieces(cells.start..cells.start + cells.n_cells()).flatten().copied()
}

fn renew(ranges: &mut [HeightRange], old: &[HeightRange], new: &[HeightRange]) {
    for (range, (old, new)) in ranges.iter_mut().zip(old.iter().zip(new)) {
        if old != new {
            *range = *new;
        }
    }
}
