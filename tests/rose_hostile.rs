//! The files of ROSE that take the most memory for their bytes, of every format: lists of the
//! smallest things that can stand in them, read and written again.
//!
//! One test, so that nothing else of this program allocates while it measures.

use landwright_core::format::file::{self, Kind};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// What a format may take besides what the size of a file allows: a table of the most blocks, or
/// the most names of textures without a letter.
const BESIDES: usize = 64 << 10;

const N_ITEMS: u32 = 20_000;

/// A file, and how much memory each of its bytes may take to be read and written, both at once.
struct Worst {
    what: &'static str,
    kind: Kind,
    data: Vec<u8>,
    limit: usize,
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// So many zero bytes for each item.
fn items(item_size: usize) -> Vec<u8> {
    vec![0; N_ITEMS as usize * item_size]
}

/// A file of one block.
fn block(kind: u32, body: &[u8]) -> Vec<u8> {
    [&words(&[1, kind, 12]), body].concat()
}

/// A block that is a list of the smallest things that it can hold.
fn list_block(kind: u32, item_size: usize) -> Vec<u8> {
    block(kind, &[words(&[N_ITEMS]), items(item_size)].concat())
}

/// A spawn of many monsters without a name.
fn monsters() -> Vec<u8> {
    let list = [words(&[N_ITEMS]), items(9)].concat();
    block(8, &[words(&[1]), vec![0; 61 + 1], list, vec![0; 4 + 16]].concat())
}

/// As many blocks as a table may have, all of which are empty lists at one place.
fn rows_of_blocks() -> Vec<u8> {
    let row = words(&[1, 4 + 64 * 8]);
    [words(&[64]), row.repeat(64), words(&[0])].concat()
}

/// Names of textures without a letter, as many as a list may have.
fn nameless_textures() -> Vec<u8> {
    block(2, &[words(&[1 << 12]), vec![0; 1 << 12]].concat())
}

fn nameless_lightmaps() -> Vec<u8> {
    [words(&[0, 1 << 12]), vec![0; 1 << 12]].concat()
}

/// Objects with lightmaps, of which each has no part, or the only one has all.
fn lightmaps() -> [Vec<u8>; 2] {
    let objects = [words(&[N_ITEMS]), items(8), words(&[0])].concat();
    let parts = [words(&[1, N_ITEMS, 7]), items(22), words(&[0])].concat();
    [objects, parts]
}

fn grid(side: u32, cell_size: usize, head: &[u32]) -> Vec<u8> {
    let cells = vec![0; (side * side) as usize * cell_size];
    [words(&[side, side]), words(head), cells].concat()
}

/// Heights, and a tail of quads that is larger than they are.
fn quads() -> Vec<u8> {
    let head = [grid(2, 4, &[4, 0]), b"\x04quad".to_vec()].concat();
    [head, words(&[N_ITEMS]), items(8), words(&[N_ITEMS]), items(8)].concat()
}

/// Rows without a name and without a cell: two bytes each.
fn nameless_rows() -> Vec<u8> {
    let head = words(&[0x2c, N_ITEMS + 1, 1, 24]);
    [&b"STB1"[..], &head, &[0; 8], &items(2)].concat()
}

/// Columns without a title, and no row: four bytes each with their widths.
fn nameless_columns() -> Vec<u8> {
    let head = words(&[0x2c, 1, N_ITEMS + 1, 24]);
    [&b"STB1"[..], &head, &[0; 8], &items(4)].concat()
}

/// Cells that are all the same long text.
fn shared_texts() -> Vec<u8> {
    let cell = [&words(&[8 + N_ITEMS * 6])[..], &0xffff_u16.to_le_bytes()].concat();
    [words(&[1, N_ITEMS]), cell.repeat(N_ITEMS as usize), vec![b'x'; 2 * 0xffff]].concat()
}

/// Keys without a name, and no language: five bytes each.
fn nameless_keys() -> Vec<u8> {
    [&b"\x06NRST01"[..], &words(&[N_ITEMS]), &items(5), &[0; 4]].concat()
}

/// A language for each four bytes, all of which share a table.
fn languages() -> Vec<u8> {
    let head = [&b"\x06NRST01"[..], &words(&[0, N_ITEMS])].concat();
    let end = head.len() as u32 + N_ITEMS * 4;
    [head, words(&[end]).repeat(N_ITEMS as usize)].concat()
}

/// Groups without a trigger, triggers without a record, and records without a payload; and lists
/// in lists, each of which claims what is left of the file.
fn quests() -> [Vec<u8>; 4] {
    let head = |n_groups: u32| [words(&[12, n_groups]), vec![0; 2]].concat();
    let group = |n_triggers: u32| [words(&[n_triggers]), vec![0; 2]].concat();
    let trigger = |n: u32, m: u32| [vec![0], words(&[n, m]), vec![0; 2]].concat();
    let records = words(&[8, 0]).repeat(N_ITEMS as usize);
    let claims = [head(N_ITEMS), group(N_ITEMS / 2), trigger(N_ITEMS / 2, N_ITEMS / 2)].concat();
    [
        [head(N_ITEMS), items(6)].concat(),
        [head(1), group(N_ITEMS), items(11)].concat(),
        [head(1), group(1), trigger(N_ITEMS / 2, N_ITEMS / 2), records].concat(),
        [claims, items(6)].concat(),
    ]
}

/// As the quests: patterns, events and records, and claims.
fn behaviours() -> [Vec<u8>; 4] {
    let head = |n_patterns: u32| words(&[n_patterns, 4, 30, 0]);
    let named = |n: u32| [vec![0; 32], words(&[n])].concat();
    let records = words(&[8, 0]).repeat(N_ITEMS as usize);
    let claims = [head(N_ITEMS), named(N_ITEMS / 2), named(N_ITEMS / 2)].concat();
    [
        [head(N_ITEMS), items(36)].concat(),
        [head(1), named(N_ITEMS), items(40)].concat(),
        [head(1), named(1), named(N_ITEMS), records, words(&[0])].concat(),
        [claims, items(36)].concat(),
    ]
}

/// A mesh of so many of one thing, in an old version, whose numbers have four bytes.
fn mesh(n_bones: u32, n_vertices: u32, n_triangles: u32, flags: u32, items: &[u8]) -> Vec<u8> {
    let head = [&b"ZMS0006\0"[..], &words(&[flags]), &[0; 24], &words(&[n_bones])].concat();
    let bones: Vec<u8> = words(&(0..n_bones).flat_map(|id| [id, 0]).collect::<Vec<_>>());
    let triangles: Vec<u8> =
        words(&(0..n_triangles).flat_map(|id| [id, 0, 0, 0]).collect::<Vec<_>>());
    let vertices = [&words(&[n_vertices]), items].concat();
    [head, bones, vertices, words(&[n_triangles]), triangles, words(&[0])].concat()
}

/// Meshes of narrow numbers, of wide ones whose numbers don't count, and with copies.
fn meshes() -> [Vec<u8>; 3] {
    let head = [&b"ZMS0007\0"[..], &words(&[0]), &[0; 24], &0xffff_u16.to_le_bytes()].concat();
    let bones = [head, vec![0; 2 * 0xffff], vec![0; 2 + 2 + 2 + 2]].concat();
    [bones, mesh(0, N_ITEMS, 0, 0x80, &items(12)), mesh(0, 0, 100, 0, &[]).repeat(16)]
}

/// Bones and dummies without a name.
fn skeleton() -> Vec<u8> {
    let bones = [words(&[N_ITEMS]), items(33)].concat();
    [&b"ZMD0003"[..], &bones, &words(&[N_ITEMS]), &items(33)].concat()
}

/// Channels without values, and channels of one value each frame.
fn motions() -> [Vec<u8>; 3] {
    let head =
        |n_frames, n_channels| [&b"ZMO0002\0"[..], &words(&[30, n_frames, n_channels])].concat();
    let channels = |kind: u32| words(&[kind, 0]).repeat(N_ITEMS as usize);
    [
        [head(u32::MAX, N_ITEMS), channels(1)].concat(),
        [head(1, N_ITEMS), channels(1024), items(4)].concat(),
        [head(N_ITEMS, 1), words(&[1024, 0]), items(4)].concat(),
    ]
}

fn counted16(item: &[u8]) -> Vec<u8> {
    [&20_000_u16.to_le_bytes()[..], &item.repeat(20_000)].concat()
}

/// Paths without a letter, objects without parts, parts without properties, and properties without bytes.
fn objects() -> [Vec<u8>; 4] {
    let none = || vec![0; 2];
    let one = [1, 0];
    let end = [0; 2 + 24];
    [
        [counted16(&[0]), none(), none(), none()].concat(),
        [none(), none(), none(), counted16(&[0; 14])].concat(),
        [&none()[..], &none(), &none(), &one, &[0; 12], &counted16(&[0; 5]), &end].concat(),
        [
            &none()[..],
            &none(),
            &none(),
            &one,
            &[0; 12],
            &one,
            &[0; 4],
            &[9, 0].repeat(20_000),
            &[0],
            &end,
        ]
        .concat(),
    ]
}

/// Characters that are not there, and characters without anything.
fn characters() -> [Vec<u8>; 2] {
    let character = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    [[vec![0; 6], counted16(&[0])].concat(), [vec![0; 6], counted16(&character)].concat()]
}

fn effects() -> [Vec<u8>; 2] {
    let head = words(&[0, 0, 0, 0]);
    [
        [&head[..], &words(&[N_ITEMS]), &items(68), &words(&[0])].concat(),
        [&head[..], &words(&[0, N_ITEMS]), &items(112)].concat(),
    ]
}

fn particles() -> [Vec<u8>; 2] {
    let event = [words(&[2]), vec![0; 17]].concat();
    let events = [vec![0; 136], words(&[N_ITEMS]), event.repeat(N_ITEMS as usize)].concat();
    [[words(&[N_ITEMS]), items(140)].concat(), [words(&[1]), events].concat()]
}

/// An archive of files without a name.
fn archives() -> Vec<u8> {
    [&words(&[129, 129, 1])[..], &[0; 2], &words(&[18, N_ITEMS, 0, 0]), &items(25)].concat()
}

fn worst() -> Vec<Worst> {
    let worst = |what, kind, data, limit| Worst { what, kind, data, limit };
    let [no_parts, parts] = lightmaps();
    let [groups, triggers, records, claims] = quests();
    let [patterns, events, actions, wild] = behaviours();
    let long = |kind, size| list_block(kind, size);
    let [narrow, wide, copies] = meshes();
    let [no_values, one_frame, one_channel] = motions();
    let [paths, no_parts_of_objects, parts_of_objects, properties] = objects();
    let [absent, bare] = characters();
    let [particles_of_effects, meshes_of_effects] = effects();
    let [sequences, events_of_particles] = particles();
    vec![
        worst("rows of blocks", Kind::Ifo, rows_of_blocks(), 6),
        worst("objects", Kind::Ifo, long(1, 61), 6),
        worst("people", Kind::Ifo, long(2, 66), 6),
        worst("sounds", Kind::Ifo, long(4, 70), 6),
        worst("effects", Kind::Ifo, long(5, 62), 6),
        worst("old water", Kind::Ifo, block(7, &grid(300, 17, &[])), 6),
        worst("spawns", Kind::Ifo, long(8, 86), 6),
        worst("monsters", Kind::Ifo, monsters(), 6),
        worst("water planes", Kind::Ifo, block(9, &[words(&[0, N_ITEMS]), items(24)].concat()), 6),
        worst("events", Kind::Ifo, long(12, 63), 6),
        worst("opaque", Kind::Ifo, long(13, 8), 6),
        worst("rows of blocks", Kind::Zon, rows_of_blocks(), 6),
        worst(
            "a grid of blocks",
            Kind::Zon,
            block(0, &{
                let info = [words(&[0, 300, 300, 4, 0, 0, 0]), vec![0; 300 * 300 * 9]];
                info.concat()
            }),
            6,
        ),
        worst("places", Kind::Zon, long(1, 13), 6),
        worst("textures", Kind::Zon, nameless_textures(), 6),
        worst("tiles", Kind::Zon, long(3, 28), 6),
        worst("heights", Kind::Him, grid(300, 4, &[4, 0]), 4),
        worst("quads", Kind::Him, quads(), 4),
        worst("tiles", Kind::Til, grid(300, 7, &[]), 4),
        worst("cells", Kind::Mov, grid(300, 1, &[]), 4),
        worst("objects", Kind::Lit, no_parts, 7),
        worst("parts", Kind::Lit, parts, 7),
        worst("textures", Kind::Lit, nameless_lightmaps(), 7),
        worst("rows", Kind::Stb, nameless_rows(), 8),
        worst("columns", Kind::Stb, nameless_columns(), 8),
        worst("cells", Kind::Ltb, shared_texts(), 6),
        worst("keys", Kind::Stl, nameless_keys(), 8),
        worst("languages", Kind::Stl, languages(), 8),
        worst("groups", Kind::Qsd, groups, 10),
        worst("triggers", Kind::Qsd, triggers, 10),
        worst("records", Kind::Qsd, records, 10),
        worst("claims", Kind::Qsd, claims, 10),
        worst("patterns", Kind::Aip, patterns, 6),
        worst("events", Kind::Aip, events, 6),
        worst("actions", Kind::Aip, actions, 6),
        worst("claims", Kind::Aip, wild, 6),
        worst("a body", Kind::Con, vec![0xff; 1 << 20], 4),
        worst("narrow bones", Kind::Zms, narrow, 6),
        worst("wide vertices", Kind::Zms, wide, 6),
        worst("copies", Kind::Zms, copies, 6),
        worst("bones", Kind::Zmd, skeleton(), 6),
        worst("channels without values", Kind::Zmo, no_values, 8),
        worst("channels of a frame", Kind::Zmo, one_frame, 8),
        worst("frames of a channel", Kind::Zmo, one_channel, 6),
        worst("paths", Kind::Zsc, paths, 20),
        worst("objects", Kind::Zsc, no_parts_of_objects, 6),
        worst("parts", Kind::Zsc, parts_of_objects, 10),
        worst("properties", Kind::Zsc, properties, 6),
        worst("absent characters", Kind::Chr, absent, 12),
        worst("bare characters", Kind::Chr, bare, 14),
        worst("particles", Kind::Eft, particles_of_effects, 6),
        worst("meshes", Kind::Eft, meshes_of_effects, 6),
        worst("sequences", Kind::Ptl, sequences, 6),
        worst("events", Kind::Ptl, events_of_particles, 6),
        worst("files", Kind::Idx, archives(), 6),
    ]
}

#[test]
fn many_small_things_take_little_memory() {
    for Worst { what, kind, data, limit } in worst() {
        let what = format!("{what} of {}", kind.name());
        ALLOCATOR.reset_peak_usage();
        let before = ALLOCATOR.current_usage();
        let is_read = match file::read(kind, &data) {
            Ok(file) => file.difference(&data).is_none(),
            Err(_) => false,
        };
        let taken = ALLOCATOR.peak_usage() - before;
        println!("{what}: {:.2} bytes for one", taken as f64 / data.len() as f64);
        assert_eq!(is_read, !what.starts_with("claims"), "{what}");
        assert!(taken <= data.len() * limit + BESIDES, "{what}: {taken} for {}", data.len());
    }
}
