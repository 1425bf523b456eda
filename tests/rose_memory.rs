//! How much memory an open ROSE zone takes.
//!
//! One test, so that nothing else of this program allocates while it measures.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use landwright_core::format::text::CodePage;
use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone};
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::{Vfs, VfsPath};
use landwright_core::world::zone::load::{Opened, open};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const N_BLOCKS: usize = 80;

#[test]
fn the_ground_of_an_open_zone_stands_in_memory_once() {
    let plan = Plan { seed: 1, n_columns: 8, n_rows: 10, n_objects: 0 };
    let memory = Memory::new("zone");
    for file in Zone::new(plan).files() {
        memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    let folder = VfsPath::new(ZONE_FOLDER).unwrap();
    let before = ALLOCATOR.current_usage();
    let Opened { zone, .. } = open(&vfs, &folder, CodePage::Cp949).unwrap();
    let taken = ALLOCATOR.current_usage() - before;
    assert_eq!(zone.blocks().count(), N_BLOCKS);
    let n_bytes: usize = zone.to_files().iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(taken < n_bytes * 3 / 2, "{taken} bytes for files of {n_bytes}");
}
