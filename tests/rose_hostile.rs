//! No table or map file of ROSE takes memory out of proportion to its bytes.
//!
//! One test, so that nothing else of this program allocates while it measures.

use landwright_core::format::rose::{con, ltb, stb, stl, zon};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// What a reader may take for each byte of a file, and besides.
const MAX_BYTES_PER_BYTE: usize = 6;
const MAX_BYTES_BESIDES: usize = 4096;

const N_ITEMS: u32 = 200_000;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Rows without a name and without a cell: two bytes each.
fn nameless_rows() -> Vec<u8> {
    let head = words(&[0x2c, N_ITEMS + 1, 1, 24]);
    let (widths, titles) = ([0; 2 * 2], [0; 2 * 2]);
    [&b"STB1"[..], &head, &widths, &titles, &vec![0; 2 * N_ITEMS as usize]].concat()
}

/// Columns without a title, and no row: four bytes each with their widths.
fn nameless_columns() -> Vec<u8> {
    let head = words(&[0x2c, 1, N_ITEMS + 1, 24]);
    [&b"STB1"[..], &head, &vec![0; 4 * (N_ITEMS as usize + 2)]].concat()
}

/// Cells that are all the same long text.
fn shared_texts() -> Vec<u8> {
    let mut table = words(&[1, N_ITEMS]);
    for _ in 0..N_ITEMS {
        table.extend(words(&[8 + N_ITEMS * 6]));
        table.extend(0xffff_u16.to_le_bytes());
    }
    table.resize(table.len() + 2 * 0xffff, b'x');
    table
}

/// A zone of textures without a name: a byte each.
fn nameless_textures() -> Vec<u8> {
    let block = [words(&[N_ITEMS]), vec![0; N_ITEMS as usize]].concat();
    [words(&[1, 2, 12]), block].concat()
}

/// Keys without a name: five bytes each.
fn nameless_keys() -> Vec<u8> {
    [&b"\x06NRST01"[..], &words(&[N_ITEMS]), &vec![0; 5 * N_ITEMS as usize], &[0; 4]].concat()
}

#[test]
fn many_small_things_take_little_memory() {
    let check = |name: &str, data: &[u8], read: &dyn Fn(&[u8])| {
        ALLOCATOR.reset_peak_usage();
        let before = ALLOCATOR.current_usage();
        read(data);
        let taken = ALLOCATOR.peak_usage() - before;
        let allowed = data.len() * MAX_BYTES_PER_BYTE + MAX_BYTES_BESIDES;
        println!("{name}: {taken} bytes for {}", data.len());
        assert!(taken <= allowed, "{name}: {taken} bytes for {}", data.len());
    };
    check("rows of an STB", &nameless_rows(), &|data| drop(stb::read(data).unwrap()));
    check("columns of an STB", &nameless_columns(), &|data| drop(stb::read(data).unwrap()));
    check("cells of an LTB", &shared_texts(), &|data| drop(ltb::read(data).unwrap()));
    check("textures of a ZON", &nameless_textures(), &|data| drop(zon::read(data).unwrap()));
    check("keys of an STL", &nameless_keys(), &|data| drop(stl::read(data).unwrap()));
    check("a CON", &[0xff; 0x20c], &|data| drop(con::read(data).unwrap()));
}
